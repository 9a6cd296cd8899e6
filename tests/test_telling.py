"""How errors end: one line on stderr and a documented exit code; a fault of the program told as its own."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from discordant.cli import main
from discordant.language import Refused
from discordant.production.failures import Failures
from discordant.publication import edition
from discordant.publication.disk import load
from discordant.recipes import preview
from discordant.translating import review
from discordant.workshop import processes as workshop
from discordant.workshop import telling

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CODES = {0, 1, 2, 3, 4, 70, 130}


def fail(*_given):
    raise KeyError("left out")


def run_out(*_given):
    raise MemoryError


def unpicklable(*_given):
    class Local(Exception):
        pass

    raise Local("cannot travel")


@pytest.fixture
def broken(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(review, "status", fail)


def test_exit_codes_are_documented():
    assert {int(code) for code in re.findall(r"^\| `(\d+)` \|", README, re.MULTILINE)} == CODES


def test_a_fault_of_the_program_is_one_line(broken, capsys):
    """It names the kind and words of the error and the line of code, and whom to tell."""
    assert main(["locale", "status"]) == 70
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("discordant: a fault of this program, not of yours: KeyError: 'left out' (")
    assert re.search(r"\(tests/test_telling\.py:\d+\)", err)
    assert "--debug" in err


@pytest.mark.parametrize("arguments", [["--debug", "locale", "status"], ["locale", "status"]])
def test_debug_shows_the_traceback(arguments, broken, capsys, monkeypatch):
    if arguments[0] != "--debug":
        monkeypatch.setenv("DISCORDANT_DEBUG", "1")
    assert main(arguments) == 70
    err = capsys.readouterr().err
    assert "Traceback (most recent call last)" in err
    assert "in fail" in err
    assert err.splitlines()[-1].startswith("discordant: a fault of this program")


def test_out_of_memory(monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(review, "status", run_out)
    assert main(["locale", "status"]) == 3
    err = capsys.readouterr().err
    assert err.startswith("discordant: out of memory")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("error", "code", "bug"),
    [
        (Refused("x"), 2, False),
        (MemoryError(), 3, False),
        (OSError(12, "Cannot allocate memory"), 3, False),
        (ImportError("libx.so: failed to map segment"), 3, False),
        (ImportError("cannot import name", name="discordant.facts.article"), 70, True),
        (OSError(28, "No space left on device"), 4, False),
        (OSError("without a number: of a library"), 70, True),
        (ValueError("bare"), 70, True),
        (RecursionError(), 70, True),
    ],
)
def test_kinds_of_errors(error, code, bug):
    assert telling.told(error)[1:] == (code, bug)


@pytest.mark.parametrize("work", [fail, unpicklable])
def test_a_fault_in_a_worker_names_its_place(work):
    with workshop.workshop(1) as shop, pytest.raises(Exception) as caught:
        shop.finish("it: figures", shop.start(work), work)
    said = telling.told(caught.value)
    assert said.code == 70
    assert re.search(r"\(tests/test_telling\.py:\d+\)", said.line)
    assert ("left out" if work is fail else "cannot travel") in said.line


def no_room():
    return False


def test_a_worker_that_ends_where_memory_is_short(monkeypatch):
    """That memory is why is told from the room that a worker has, since its end says nothing."""
    monkeypatch.setattr(workshop, "has_room", no_room)
    with workshop.workshop(1) as shop, pytest.raises(workshop.NoRoom) as caught:
        shop.finish("it: PDF", shop.start(os._exit, 1), os._exit, 1)
    assert (caught.value.code, caught.value.path) == (3, "it: PDF")
    assert caught.value.what == telling.NO_MEMORY


def test_what_there_was_no_room_for_is_missing_and_no_fault():
    """So the exit code is 3, and all else is there; a release that must have it ends with it."""
    paths, error = ("output/it/discordant-it.pdf",), workshop.NoRoom(telling.NO_MEMORY)
    it = edition.read(load(), "it")
    failures = Failures({"it": it})
    failures.note("it", paths, error)
    assert (failures.lines, failures.paths) == ([], set(paths))
    assert failures.no_room == f"output/it/discordant-it.pdf: {telling.NO_MEMORY}"
    with pytest.raises(workshop.NoRoom):
        Failures({"it": it}, held=["it"]).note("it", paths, error)
    failures.note("it", ("output/it/handouts/points-a4.pdf", "output/it/handouts/points-letter.pdf"), error)
    assert failures.no_room.endswith("; so with 2 files more")


def test_a_worker_out_of_memory():
    with workshop.workshop(1) as shop, pytest.raises(workshop.SystemFault) as caught:
        shop.finish("it: figures", shop.start(run_out), run_out)
    assert caught.value.code == 3
    assert caught.value.path == "it: figures"
    assert caught.value.what.startswith("out of memory")


def shell(line, folder, **environment):
    """(exit code, stdout, stderr) of a line in which $D stands for the command."""
    done = subprocess.run(
        ["sh", "-c", line],
        cwd=folder,
        capture_output=True,
        timeout=300,
        env={**os.environ, **environment, "D": f"{sys.executable} -m discordant"},
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("$D build --langauge 2>/dev/full", 2),
        ("$D build --locale xx 2>/dev/full", 2),
        ("$D build --locale xx 2>&-", 2),
        ("$D locale status >&-", 0),
        ("$D --version >/dev/full", 4),
        ("$D locale status >/dev/full", 4),
        ("$D locale status --json >/dev/full 2>/dev/full", 4),
        ("mkdir gone; cd gone; rmdir ../gone; $D locale status", 2),
        ("mkdir gone; cd gone; rmdir ../gone; $D build", 2),
        ("mkdir gone; cd gone; rmdir ../gone; $D --version", 0),
    ],
)
def test_where_nothing_can_be_said_the_code_is_right(line, code, tmp_path):
    found, _out, err = shell(line, tmp_path)
    assert found == code
    assert err.count(b"\n") <= 1
    assert b"Traceback" not in err


@pytest.mark.built
@pytest.mark.parametrize("limit", [40_000, 60_000, 80_000, 120_000, 160_000, 200_000])
def test_short_of_memory(limit, tmp_path):
    """At whatever library or step it gives out, the line is ours, and Pango is not told to be missing."""
    code, out, err = shell(f"ulimit -v {limit}; exec $D build -q --locale en --format pdf", tmp_path)
    assert (code, out, err.count(b"\n")) == (3, b"", 1)
    assert err.startswith(b"discordant: ")
    assert b"memory" in err
    assert not (tmp_path / "output").exists()


@pytest.mark.parametrize("encoding", ["utf-8:strict", "latin-1", "ascii"])
def test_what_the_terminal_cannot_say_is_escaped(encoding, tmp_path):
    code, out, err = shell("$D locale status --json", tmp_path, PYTHONIOENCODING=encoding)
    assert (code, err) == (0, b"")
    standing = json.loads(out)["locales"][-1]  # the escapes are those of JSON, too
    assert standing["name"] == "简体中文"


def test_a_name_that_no_encoding_can_say(tmp_path):
    line = "$D locale export it -o $(printf '\\376\\377').xlf"
    code, out, err = shell(line, tmp_path, PYTHONIOENCODING="utf-8:strict")
    assert (code, err, out) == (0, b"", b"\\udcfe\\udcff.xlf\n")
    assert [os.fsencode(path.name) for path in tmp_path.iterdir()] == [b"\xfe\xff.xlf"]


@pytest.mark.parametrize("fault", [fail, run_out])
def test_a_preview_lives_on(fault, monkeypatch, tmp_path):
    """What would end a build is shown beside the last good page, a fault of the program too."""
    monkeypatch.chdir(tmp_path)
    maker = preview.Maker("it", None)
    monkeypatch.setattr(maker, "_make", fault)
    assert "/state.json" in maker.contents()
    wanted = "a fault of this program" if fault is fail else "out of memory"
    assert maker.error.startswith(wanted)
