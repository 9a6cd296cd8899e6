"""The command: help, version, exit codes, what it says where, and the commands that the README shows."""

import os
import pty
import re
import select
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest

from discordant.cli import discordant as group
from discordant.cli import main

ROOT = Path(__file__).resolve().parents[1]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


def commands(command=group, path=()):
    """(words, command) of every command, groups among them."""
    yield path, command
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from commands(inner, (*path, name))


COMMANDS = dict(commands())


@pytest.mark.parametrize("path", COMMANDS, ids=lambda path: " ".join(path) or "discordant")
@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help(path, flag, capsys):
    assert main([*path, flag]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("Usage: ")
    for parameter in COMMANDS[path].params:
        if isinstance(parameter, click.Option):
            assert parameter.help
            assert all(option in out for option in parameter.opts)
    for name in getattr(COMMANDS[path], "commands", {}):
        assert re.search(rf"^  {name}  +\S", out, re.MULTILINE)
    assert COMMANDS[path].help


def test_version(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"discordant {VERSION}\n"


def test_help_imports_nothing_heavy():
    code = (
        "import sys; from discordant.cli import main; main(['build', '--help']); "
        "heavy = {'matplotlib', 'numpy', 'scipy', 'weasyprint', 'babel', 'fontTools'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd="/")
    assert run.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["biuld"], "biuld"),
        (["build", "--langauge", "it"], "--langauge"),
        (["build", "extra"], "extra"),
        (["build", "--format", "doc"], "doc"),
        (["build", "--locale"], "--locale"),
        (["locale", "update", "xx-nonsense"], "xx-nonsense"),
        (["locale", "update", "en"], "English"),
        (["locale", "frobnicate"], "frobnicate"),
    ],
)
def test_wrong_use_is_one_line_and_exit_2(arguments, named, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("discordant: ")
    assert err.count("\n") == 1
    assert named in err
    assert list(tmp_path.iterdir()) == []


def test_without_a_command_it_explains_itself(discordant, tmp_path):
    run = discordant(cwd=tmp_path)
    assert "Usage: " in run.stdout + run.stderr
    assert "build" in run.stdout + run.stderr
    assert "Traceback" not in run.stderr


def test_summary_in_a_pipe(discordant, tmp_path):
    run = discordant("build", "--locale", "en", "--format", "json", "-o", "there", cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    assert re.fullmatch(r"there/output/data: 4 files, \d+ KB\n", run.stdout)
    assert "\x1b" not in run.stdout


def test_quiet_says_nothing(discordant, tmp_path):
    run = discordant("build", "--quiet", "--locale", "en", "--format", "json", cwd=tmp_path)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    assert (tmp_path / "output" / "data" / "discordant.json").is_file()


def test_quiet_still_says_what_is_wrong(discordant, tmp_path):
    run = discordant("build", "-q", "--locale", "xx", cwd=tmp_path)
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)


def on_a_terminal(folder, *arguments):
    """Exit code and what appears on stderr when that is a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "discordant", *arguments], cwd=folder, stdout=subprocess.DEVNULL, stderr=theirs
    )
    os.close(theirs)
    seen = b""
    while True:
        try:
            if select.select([ours], [], [], 60)[0]:
                part = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        seen += part
    os.close(ours)
    return process.wait(timeout=60), seen.decode("utf-8")


@pytest.mark.built
def test_progress_on_a_terminal(tmp_path):
    code, seen = on_a_terminal(tmp_path, "build", "--locale", "en", "--format", "json")
    assert code == 0
    steps = seen.split("\r\x1b[K")
    assert {"reading sources", "writing en", "writing files"} <= set(steps)
    assert steps[-1] == ""  # the line is cleared in the end


@pytest.mark.built
def test_no_progress_when_quiet(tmp_path):
    assert on_a_terminal(tmp_path, "build", "-q", "--locale", "en", "--format", "json") == (0, "")


@pytest.mark.built
def test_output_that_nobody_reads(tmp_path):
    """`discordant build | head -0`: no traceback."""
    run = subprocess.run(
        ["sh", "-c", '"$0" -m discordant build --locale en --format json | true', sys.executable],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "Traceback" not in run.stderr


# --- catalogs -----------------------------------------------------------------------------------------------


def test_catalogs_of_the_checkout_are_up_to_date(tmp_path, discordant):
    shutil.copytree(ROOT / "locales", tmp_path / "locales")
    run = discordant("locale", "update", cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    files = [path.relative_to(ROOT) for path in (ROOT / "locales").rglob("*.po*") if path.is_file()]
    assert len(files) > 10
    for path in files:
        same = (tmp_path / path).read_bytes() == (ROOT / path).read_bytes()
        assert same, f"{path.as_posix()} is behind the blocks; run: ./do run locale update"
    assert run.stdout.count("nothing has changed") == len(list((ROOT / "locales").glob("*/LC_MESSAGES")))


def test_update_writes_into_the_current_folder_alone(tmp_path, discordant):
    before = {path: path.read_bytes() for path in (ROOT / "locales").rglob("*") if path.is_file()}
    run = discordant("locale", "update", "it", cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    found = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    parts = ("article", "page", "package", "handouts", "exercises", "report")
    assert found == {f"locales/{part}.pot" for part in parts} | {
        f"locales/it/LC_MESSAGES/{p}.po" for p in parts
    } | {"locales/it/glossary.tbx"}
    assert {path: path.read_bytes() for path in before} == before
    for path in found:  # the translations come along
        assert (tmp_path / path).read_bytes() == (ROOT / path).read_bytes()


# --- README -------------------------------------------------------------------------------------------------

README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = [
    line
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if line and not line.startswith("#")
]
INLINE = re.findall(r"`((?:\./do|discordant|python3?) [^`]+)`", README)


def test_readme_shows_commands():
    assert {"./do build", "./do test"} <= set(SHOWN)


@pytest.mark.parametrize("line", sorted({*SHOWN, *INLINE}))
def test_commands_of_the_readme_exist(line, capsys):
    words = shlex.split(line)
    if words[0] in ("python", "python3"):
        assert (ROOT / words[1]).is_file()
        return
    if words[0] == "./do":
        verbs = re.findall(r"\./do (\w+)", (ROOT / "do").read_text(encoding="utf-8"))
        assert words[1] in verbs
        if words[1] == "build":
            words = ["discordant", "build", *words[2:]]
        elif words[1] == "run":
            words = ["discordant", *words[2:]]
        else:
            return
    if len(words) == 1:
        return
    path, command = (), group
    while isinstance(command, click.Group) and len(words) > 1:
        command, path = command.commands[words[1]], (*path, words[1])
        words = words[1:]
    context = command.make_context("discordant", [w for w in words[1:] if w not in ("--help", "-h")])
    context.close()


def test_commands_of_the_readme_run(made, tmp_path):
    """Those for Python alone, as they stand; output/ is there after a build."""
    shutil.copy(ROOT / "experiment.py", tmp_path)
    shutil.copytree(made / "output", tmp_path / "output")
    lines = [line for line in SHOWN if line.startswith("python3 ")]
    assert len(lines) == 3
    for line in lines:
        words = [sys.executable, "-I", "-S", "-B", *shlex.split(line)[1:]]
        run = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=60)
        assert (run.returncode, run.stderr) == (0, "")


def test_files_of_the_readme_are_made(made):
    names = re.findall(r"^\| `((?:output|figures)/[^`]+)`", README, re.MULTILINE)
    assert len(names) > 8
    for name in names:
        if name != "figures/<tag>/" and "pdf" not in name and "<tag>" in name:
            for tag in ("en", "it", "zh-Hans"):
                assert (made / name.replace("<tag>", tag)).exists()
        elif "<tag>" not in name:
            assert (made / name).is_file()
    for link in re.findall(r"\]\(([^)]+)\)", README):
        assert (ROOT / link).exists()
