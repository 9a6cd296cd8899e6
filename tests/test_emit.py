"""The doors by which files are written: whose things they touch, what is refused, what an error names."""

import fcntl
import os
import re
import shutil
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import faults
import pytest

from discordant.workshop import emit

FILES = {"output/en/a.html": b"a", "output/data/d.json": b"d", "figures/en/f.svg": b"f"}
OTHERS = {"output/en/a.html": b"another a", "output/it/b.html": b"b", "figures/it/g.svg": b"g"}


def publish(folder, files):
    everything = {**files, emit.MANIFEST: emit.manifest(files, dict.fromkeys(files, "source"), {}, ["en"])}
    emit.publish(everything, folder)


def files_of(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


# --- whose things -------------------------------------------------------------------------------------------


def test_a_build_takes_the_place_of_the_one_before(tmp_path):
    publish(tmp_path, FILES)
    assert set(files_of(tmp_path)) == {*FILES, emit.MANIFEST}
    kept = (tmp_path / "output").stat().st_ino
    publish(tmp_path, OTHERS)
    assert set(files_of(tmp_path)) == {*OTHERS, emit.MANIFEST}
    assert {name: files_of(tmp_path)[name] for name in OTHERS} == OTHERS
    assert (tmp_path / "output").stat().st_ino == kept
    assert {path.name for path in tmp_path.rglob("*") if path.is_dir()} == {"output", "figures", "en", "it"}


def test_what_has_not_changed_is_not_touched(tmp_path):
    publish(tmp_path, FILES)
    before = faults.marks(tmp_path, [*FILES, "output/en", "output/data", "figures", "figures/en"])
    publish(tmp_path, {**FILES, "output/it/b.html": b"b"})
    assert faults.marks(tmp_path, before) == before


def test_files_keep_their_rights_and_new_ones_the_group_of_a_shared_folder(tmp_path):
    publish(tmp_path, FILES)
    (tmp_path / "output" / "en" / "a.html").chmod(0o640)
    (tmp_path / "output").chmod(0o2775)
    if os.geteuid() == 0:
        os.chown(tmp_path / "output" / "en" / "a.html", 4711, 4712)
        os.chown(tmp_path / "output", -1, 4713)
        (tmp_path / "output").chmod(0o2775)
    publish(tmp_path, OTHERS)
    status = (tmp_path / "output" / "en" / "a.html").stat()
    assert status.st_mode & 0o7777 == 0o640
    group = (tmp_path / "output").stat().st_gid
    assert (tmp_path / "output" / "it").stat().st_gid == group
    if os.geteuid() == 0:
        assert (status.st_uid, status.st_gid, group) == (4711, 4712, 4713)


def test_a_repository_in_the_output_stays_whole(tmp_path):
    """After git gc its folder refs/ is empty, and without it there is no repository."""

    def git(*words):
        who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        run = subprocess.run(
            ["git", *who, *words], cwd=tmp_path / "output", capture_output=True, text=True, check=True
        )
        return run.stdout

    publish(tmp_path, FILES)
    git("init", "-q")
    git("add", "-A")
    git("commit", "-q", "-m", "first")
    git("gc", "-q")
    publish(tmp_path, OTHERS)
    assert git("status", "--short").split("\n") == [
        " D data/d.json",
        " M en/a.html",
        " M manifest.json",
        "?? it/",
        "",
    ]
    git("gc", "-q")
    git("fsck")


PLANTED = {
    "a link to a folder": lambda path: path.symlink_to("precious"),
    "a link above": lambda path: path.symlink_to(".."),
    "a link to nowhere": lambda path: path.symlink_to("/nowhere/at/all"),
    "a file": lambda path: path.write_text("theirs"),
    "a folder": lambda path: shutil.copytree(path.parent / "precious", path),
    "a pipe": os.mkfifo,
}
NAMES = (
    *(".discordant-staging", ".discordant.new", ".discordant-1f-2e-0123456789abcdef"),
    ".discordant-new-17d2a5c0e5b0b0b0-0123456789abcdef",
)
DOORS = {
    "build": lambda folder: publish(folder, FILES),
    "files": lambda folder: emit.write_files(folder, {"sheet/a": b"a", "sheet/in/b": b"b"}),
    "new folder": lambda folder: emit.write_folder(folder / "new", {"a": b"a", "in/b": b"b"}),
    "a folder": lambda folder: emit.write_folder(folder, {"a": b"a", "in/b": b"b"}),
    "a file": lambda folder: emit.write_file(folder / "x.po", b"a"),
}


@pytest.mark.parametrize("planted", PLANTED)
@pytest.mark.parametrize("door", DOORS)
def test_planted_things_stay_and_do_no_harm(tmp_path, door, planted):
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "thesis.tex").write_text("theirs")
    for name in NAMES:
        PLANTED[planted](tmp_path / name)
    inside = [name for name in tmp_path.rglob("*") if not name.is_fifo()]
    names = [path.relative_to(tmp_path).as_posix() for path in inside]
    before = faults.marks(tmp_path, names)
    for _ in range(2):
        emit.recover(tmp_path)
        DOORS[door](tmp_path)
        assert faults.marks(tmp_path, names) == before
        left = {path.name for path in tmp_path.iterdir() if path.name.startswith(".")}
        assert left == set(NAMES)


def test_a_folder_of_ours_that_was_copied_is_not_taken_for_ours(tmp_path):
    """As git, tar and backups do: all is the same but what nobody can set."""
    publish(tmp_path, FILES)
    done = faults.run(lambda: publish(tmp_path, OTHERS), "killed", 40)
    (left,) = tmp_path.glob(".discordant-*")
    assert done.code == -signal.SIGKILL
    assert (left / "journal").exists()
    aside = tmp_path / "aside"
    shutil.copytree(left, aside / left.name)
    emit.recover(tmp_path)
    assert not left.exists()
    shutil.move(aside / left.name, left)
    before = faults.tree(tmp_path)
    emit.recover(tmp_path)
    assert faults.tree(tmp_path) == before


def test_what_somebody_put_there_after_a_kill_stays(tmp_path):
    """A page edited by hand, a file in a folder that the killed build had made."""
    publish(tmp_path, FILES)
    calls = faults.run(lambda: publish(tmp_path, OTHERS)).calls
    shutil.rmtree(tmp_path / "output")
    shutil.rmtree(tmp_path / "figures")
    publish(tmp_path, FILES)
    renamed = [number for number, call in enumerate(calls, 1) if call == "os.rename"]
    at = renamed[-3]  # the journal's, when all is in place; two more follow, of the own folder
    assert faults.run(lambda: publish(tmp_path, OTHERS), "killed", at).code == -signal.SIGKILL
    assert (tmp_path / "output" / "en" / "a.html").read_bytes() == b"another a"
    (tmp_path / "output" / "en" / "a.html").write_bytes(b"edited")
    (tmp_path / "output" / "it" / "notes.txt").write_bytes(b"theirs")
    emit.recover(tmp_path)
    expected = {**FILES, "output/en/a.html": b"edited", "output/it/notes.txt": b"theirs"}
    found = files_of(tmp_path)
    del found[emit.MANIFEST]
    assert found == expected


# --- what is refused ----------------------------------------------------------------------------------------


def refuses(work, *words):
    with pytest.raises(emit.EmitError) as caught:
        work()
    line = str(caught.value)
    assert ".discordant-" not in line
    for word in words:
        assert word in line
    return line


@pytest.mark.parametrize("place", ["output/data", "output", "figures", "figures/en"])
@pytest.mark.parametrize("leads", ["../real", "/nowhere", "."])
def test_a_link_in_the_place_of_a_folder(tmp_path, place, leads):
    """Of the user's making: not followed, not replaced, and named."""
    (tmp_path / "real").mkdir()
    publish(tmp_path, FILES)
    shutil.rmtree(tmp_path / place)
    (tmp_path / place).symlink_to(leads)
    before = faults.tree(tmp_path)
    if place != "output":
        refuses(lambda: publish(tmp_path, OTHERS | FILES), f"{tmp_path / place}: not a folder; move it away")
    refuses(lambda: emit.check(tmp_path), f"{tmp_path / place}: not a folder; move it away")
    assert faults.tree(tmp_path) == before


def test_a_link_or_a_folder_in_the_place_of_a_file(tmp_path):
    publish(tmp_path, FILES)
    page = tmp_path / "output" / "en" / "a.html"
    page.unlink()
    page.symlink_to("../data/d.json")
    before = faults.tree(tmp_path)
    refuses(lambda: publish(tmp_path, OTHERS), f"{page}: not a file; move it away")
    assert faults.tree(tmp_path) == before
    page.unlink()
    page.mkdir()
    refuses(lambda: publish(tmp_path, OTHERS), f"{page}: a folder, where a file is to be written")


def test_files_that_are_not_ours(tmp_path):
    publish(tmp_path, FILES)
    (tmp_path / "figures" / "it").mkdir()
    for make in (lambda path: path.write_text("theirs"), lambda path: path.symlink_to("/nowhere")):
        theirs = tmp_path / "figures" / "it" / "g.svg"
        make(theirs)
        before = faults.tree(tmp_path)
        refuses(lambda: publish(tmp_path, OTHERS), f"{theirs}: not written by this program")
        assert faults.tree(tmp_path) == before
        theirs.unlink()


def test_a_catalog_that_leads_out_of_the_publication(tmp_path, monkeypatch):
    """A link inside is written through; one that leads out may be a stranger's."""
    here = tmp_path / "publication"
    (here / "locales" / "it").mkdir(parents=True)
    (here / "shared.po").write_text("old")
    (tmp_path / "bashrc").write_text("theirs")
    monkeypatch.chdir(here)
    catalog = here.relative_to(here) / "locales" / "it" / "d.po"
    catalog.symlink_to("../../shared.po")
    emit.write_file(catalog, b"new")
    assert catalog.is_symlink()
    assert (here / "shared.po").read_text() == "new"
    for leads in ("../../../bashrc", "../../../not there", str(tmp_path / "bashrc")):
        catalog.unlink()
        catalog.symlink_to(leads)
        refuses(lambda: emit.write_file(catalog, b"new"), f"{catalog}: a link leads out of this folder")
    (here / "locales" / "pt").symlink_to(tmp_path)
    refuses(lambda: emit.write_file(catalog.parent.parent / "pt" / "d.po", b"new"), "a link leads out")
    assert {path.name for path in tmp_path.iterdir()} == {"publication", "bashrc"}
    assert (tmp_path / "bashrc").read_text() == "theirs"


@pytest.mark.parametrize("in_the_way", ["a link", "a folder"])
def test_of_files_in_several_folders_all_are_written_or_none(tmp_path, monkeypatch, in_the_way):
    here = tmp_path / "here"
    catalogs = {}
    for tag in ("it", "pt"):
        (here / "locales" / tag).mkdir(parents=True)
        catalogs[Path("locales", tag, "d.po")] = b"new"
    (here / "locales" / "it" / "d.po").write_text("old")
    (tmp_path / "theirs").write_text("theirs")
    last = here / "locales" / "pt" / "d.po"
    last.symlink_to(tmp_path / "theirs") if in_the_way == "a link" else last.mkdir()
    monkeypatch.chdir(here)
    before = faults.tree(tmp_path)
    with pytest.raises(emit.EmitError, match=r"locales/pt/d\.po: "):
        emit.write_together(catalogs)
    assert faults.tree(tmp_path) == before
    last.unlink() if in_the_way == "a link" else last.rmdir()
    emit.write_together(catalogs)
    assert [path.read_bytes() for path in catalogs] == [b"new", b"new"]


# --- two at once, mounts ------------------------------------------------------------------------------------


def test_one_at_a_time(tmp_path):
    handle = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    before = faults.tree(tmp_path)
    for door in DOORS.values():
        if door is not DOORS["new folder"]:
            refuses(lambda: door(tmp_path), "another build is writing here; wait")  # noqa: B023
    os.close(handle)
    assert faults.tree(tmp_path) == before
    DOORS["build"](tmp_path)


def test_where_folders_cannot_be_locked_files_are(tmp_path, monkeypatch):
    """As with NFS: the stamp of the other one's own folder tells of it."""
    real, busy = fcntl.flock, os.open(tmp_path, os.O_RDONLY | os.O_DIRECTORY)

    def flock(handle, how):
        if os.path.isdir(f"/dev/fd/{handle}"):  # noqa: PTH112
            raise OSError(9, "Bad file descriptor")
        return real(handle, how)

    monkeypatch.setattr(emit.fcntl, "flock", flock)
    other = emit.own.make(busy)
    before = faults.tree(tmp_path)
    refuses(lambda: publish(tmp_path, FILES), "another build is writing here; wait")
    assert faults.tree(tmp_path) == before
    other.remove()
    other.close()
    publish(tmp_path, FILES)
    os.close(busy)


MOUNTED = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import test_emit
from discordant.workshop import emit
try:
    test_emit.publish(Path(sys.argv[2]), test_emit.FILES | test_emit.OTHERS)
except emit.EmitError as error:
    print(error)
"""


@pytest.mark.parametrize("how", ["mount -t tmpfs none figures", "mount --bind figures figures"])
def test_figures_are_a_mount(tmp_path, how):
    """Refused, with output/ as it was.  Where mounting is not permitted, the system's answer is acted."""
    publish(tmp_path, FILES)
    before = files_of(tmp_path)
    tests = str(faults.__file__).rsplit("/", 2)[0]
    python = [sys.executable, "-c", MOUNTED, tests, str(tmp_path)]
    environment = os.environ | {"PYTHONPATH": f"{tests}/oracles"}
    script = f'{how} || exit 77; exec "$@"'
    unshare = ["unshare", *([] if os.geteuid() == 0 else ["-Ur"]), "-m", "sh", "-c", script, "sh", *python]
    run = (
        subprocess.run(unshare, cwd=tmp_path, env=environment, capture_output=True, text=True)
        if shutil.which("unshare")
        else None
    )
    if run is not None and run.returncode == 0:
        assert re.search(r"figures\S*: .*on another file system", run.stdout), run.stdout + run.stderr
        assert ".discordant-" not in run.stdout
    assert files_of(tmp_path) == before
    done = faults.run(lambda: publish(tmp_path, OTHERS), "elsewhere", 33)
    assert done.code == 4
    assert files_of(tmp_path) == before


# --- what is said of an interrupt ---------------------------------------------------------------------------

SAID = """
import os, signal, sys
from discordant.workshop import {module}
from discordant.cli import main
real, before = {module}.{name}, {before}
def interrupted(*given, **named):
    if before:
        os.kill(os.getpid(), signal.{signal})
    result = real(*given, **named)
    if not before:
        os.kill(os.getpid(), signal.{signal})
    return result
{module}.{name} = interrupted
sys.argv[1:] = ["build", "--format", "json", "--locale", "en"]
sys.exit(main())
"""


@pytest.mark.built
@pytest.mark.parametrize(
    ("module", "name", "before", "says"),
    [
        ("swap", "_put_in_place", True, "interrupted; all had been written"),
        ("emit", "clear", False, "interrupted; all had been written"),
        ("emit", "publish", False, "interrupted; all had been written"),
        ("emit", "publish", True, "interrupted; nothing was changed"),
        ("swap.Swap", "_write_journal", False, "interrupted; nothing was changed"),
    ],
)
def test_what_is_said_of_an_interrupt_is_true(tmp_path, module, name, before, says):
    program = SAID.replace(
        "from discordant.workshop import {module}", "from discordant.workshop import emit, swap"
    )
    program = program.format(module=module, name=name, before=before, signal="SIGINT")
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], cwd=tmp_path, capture_output=True, text=True
    )
    assert (run.returncode, run.stdout, run.stderr) == (130, "", f"discordant: {says}\n")
    assert bool(list(tmp_path.iterdir())) == ("written" in says)
    assert not list(tmp_path.glob(".discordant-*"))
