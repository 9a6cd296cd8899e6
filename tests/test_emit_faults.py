"""Killed, interrupted or failing at every single call that writes: all old or all new, nothing lost.

The doors of `emit` are driven with small files by `emit_ways`, which lies among the oracles.
"""

import subprocess
import sys
from pathlib import Path

import emit_ways
import faults
import pytest

from discordant.cli import main
from discordant.workshop import emit

pytestmark = pytest.mark.built


def apart(*arguments):
    """Run one of the loops in a process of its own."""
    program = [sys.executable, emit_ways.__file__, *map(str, arguments)]
    run = subprocess.run(program, capture_output=True, text=True, timeout=500)
    assert run.returncode == 0, run.stderr


ALIKE = {"denied", "broken", "ended"}  # to "full" and "interrupted": tried where most can happen
TRIED = [
    *((way, fault) for way in emit_ways.WAYS for fault in faults.FAULTS if fault not in ALIKE),
    *(("a build over another", fault) for fault in sorted(ALIKE)),
]


@pytest.mark.parametrize(("way", "fault"), TRIED)
def test_a_fault_at_every_call(way, fault, tmp_path):
    apart("at_every_call", way, fault, tmp_path)


@pytest.mark.parametrize("way", ["a build over another", "a first build"])
def test_killed_while_it_is_put_right(way, tmp_path):
    apart("while_it_is_put_right", way, "killed", tmp_path)


XLIFF = "discordant-it.xlf"
CATALOG = "locales/it/LC_MESSAGES/article.po"
COMMANDS = {
    "init": ["init", "new", "--publisher", "P", "--locale", "it"],
    "export": ["locale", "export", "it"],
    "import": ["locale", "import", XLIFF],
    "new": ["locale", "new", "pt"],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_whole_commands_killed(name, tmp_path, monkeypatch, capfd):
    """Killed at moments spread over the command and at its last calls: nothing is there, or all."""
    template, here = tmp_path / "template", tmp_path / "here"
    template.mkdir()
    (template / "notes.txt").write_text("theirs")
    monkeypatch.chdir(template)
    if name == "import":
        assert main(["locale", "export", "it"]) == 0
        text = Path(XLIFF).read_text(encoding="utf-8")
        assert "su quali immagini" in text
        Path(XLIFF).write_text(text.replace("su quali immagini", "su quante immagini"), encoding="utf-8")

    def work():
        if code := main(COMMANDS[name]):
            raise SystemExit(code)

    def start():
        faults.fresh(template, here)
        monkeypatch.chdir(here)

    start()
    done = faults.run(work)
    old, new = faults.tree(template), faults.tree(here)
    assert done.code == 0
    assert new != old
    last = len(done.calls)
    for at in sorted({1, *range(2, last, last // 5 + 1), *range(last - 3, last + 1)}):
        where = f"{name} killed at call {at}, {done.calls[at - 1]}"
        start()
        assert faults.run(work, "killed", at).code == -9, where
        emit.recover(here, here / "new", here / "locales", here / "locales" / "pt", (here / CATALOG).parent)
        whole = _files(faults.tree(here))
        assert whole in (_files(old), _files(new)), where
        if whole == _files(old):
            assert faults.run(work).code == 0, where
        assert faults.tree(here) == new, where
    capfd.readouterr()


def _files(found):
    return {path: what for path, what in found.items() if not what[0].startswith("d")}
