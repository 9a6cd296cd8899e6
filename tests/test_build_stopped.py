"""Builds that are interrupted, killed, run at the same time or find no room: whole or not at all."""

import contextlib
import fcntl
import json
import os
import signal
import subprocess
import sys
import time

import pytest
from building import is_true, one_line, tree

pytestmark = pytest.mark.built

# --- interrupted, killed, at the same time ------------------------------------------------------------------

# The command, with something that happens while the third file is being written.
IN_THE_MIDDLE = """
import os, signal, sys
real, count = os.fsync, 0
def fsync(handle):
    global count
    count += 1
    if count == 3:
        {what}
    real(handle)
os.fsync = fsync
from discordant.cli import main
raise SystemExit(main(sys.argv[1:]))
"""


def in_the_middle(what, folder, *arguments):
    """A build into a folder in which three files differ from what it makes: what is the same stays."""
    return subprocess.run(
        [sys.executable, "-c", IN_THE_MIDDLE.format(what=what), "build", "--format", "json", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
    )


def alter(folder):
    for path in (folder / "output" / "data").iterdir():
        path.write_bytes(path.read_bytes() + b" ")
    return tree(folder)


def test_killed_while_writing(copy, made, discordant):
    before = alter(copy)
    run = in_the_middle("os.kill(os.getpid(), signal.SIGKILL)", copy)
    assert run.returncode == -signal.SIGKILL
    left = [name for name in tree(copy) if name not in before]
    assert left
    assert all(name.startswith(".discordant-") for name in left)
    assert {name: content for name, content in tree(copy).items() if name in before} == before
    run = discordant("build", "--format", "json", cwd=copy)
    assert (run.returncode, run.stderr) == (0, "")
    assert tree(copy) == tree(made)


def test_interrupted_while_writing(copy):
    before = alter(copy)
    run = in_the_middle("os.kill(os.getpid(), signal.SIGINT)", copy)
    one_line(run, 130, "interrupted")
    assert tree(copy) == before


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ("raise OSError(28, 'No space left on device')", "No space left"),
        ("raise OSError(5, 'Input/output error')", "Input/output"),
    ],
)
def test_disk_that_fails_while_writing(copy, what, says):
    before = alter(copy)
    one_line(in_the_middle(what, copy), 4, says)
    assert tree(copy) == before


def test_file_system_that_takes_no_more(tmp_path, discordant):
    """A limit on the size of files stands in for a full disk: it needs no rights to set one."""
    import resource

    run = discordant(
        "build",
        "--format",
        "json",
        cwd=tmp_path,
        env={"PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000)),
    )
    one_line(run, 4, "discordant.json", "cannot be written")
    assert tree(tmp_path) == {}


def children(pid):
    run = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True)
    pairs = [line.split() for line in run.stdout.splitlines()]
    return [int(child) for child, parent in pairs if parent == str(pid)]


def runs(pid):
    run = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return run.stdout.strip() not in ("", "Z")


def until(condition):
    """Wait for a condition; what hangs fails the test in the end."""
    for _ in range(3000):
        if found := condition():
            return found
        time.sleep(0.01)
    raise AssertionError("waited for 30 seconds in vain")


@contextlib.contextmanager
def drawing(folder):
    """A build that has come as far as having processes that draw, in a process group of its own."""
    build = subprocess.Popen(
        [sys.executable, "-m", "discordant", "build"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    )
    try:
        workers = until(lambda: children(build.pid))
        yield build, workers
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(build.pid, signal.SIGKILL)
        build.communicate()


def test_interrupted_while_drawing(copy):
    """As a terminal does it: the whole group of processes gets the signal."""
    before = tree(copy)
    with drawing(copy) as (build, workers):
        os.killpg(build.pid, signal.SIGINT)
        out, err = build.communicate(timeout=60)
        until(lambda: not any(map(runs, workers)))
    assert (build.returncode, out, err) == (130, "", "discordant: interrupted; nothing was changed\n")
    assert tree(copy) == before


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_no_process_outlives_a_killed_build(copy, number):
    before = tree(copy)
    with drawing(copy) as (build, workers):
        os.kill(build.pid, number)
        build.wait(timeout=60)
        until(lambda: not any(map(runs, workers)))
    assert tree(copy) == before


def test_a_build_at_the_same_time_is_refused(copy, discordant):
    handle = os.open(copy, os.O_RDONLY)
    before = tree(copy)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        one_line(discordant("build", "--format", "json", cwd=copy), 4, "another build", "wait")
        assert tree(copy) == before
    finally:
        os.close(handle)


MEANWHILE = """
import subprocess, sys
from discordant.cli import main
from discordant.production import kept
keep = kept.files
def meanwhile(*arguments):
    stays = keep(*arguments)
    other = ["build", "--locale", "it", "--format", "json"]
    subprocess.run([sys.executable, "-m", "discordant", *other], check=True, stdout=subprocess.DEVNULL)
    return stays
kept.files = meanwhile
raise SystemExit(main(["build", "--locale", "en", "--format", "json"]))
"""


def test_a_build_does_not_undo_another_that_came_between(tmp_path):
    run = subprocess.run(
        [sys.executable, "-c", MEANWHILE], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    one_line(run, 4, "another build", "again")
    is_true(tmp_path)
    document = json.loads((tmp_path / "output" / "data" / "discordant.json").read_bytes())
    assert list(document["locales"]) == ["it"]


# --- places that cannot be written --------------------------------------------------------------------------


def test_places_that_cannot_be_written(tmp_path, many):
    (tmp_path / "file").write_text("a file")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "in the way").mkdir()
    (tmp_path / "in the way" / "output").write_text("a file")
    before = tree(tmp_path)
    places = ["file", "file/inside", "loop", "in the way", "n" * 300]
    places += ["/proc/discordant"] if sys.platform.startswith("linux") else []
    runs = many({place: (tmp_path, ["build", "--format", "json", "-o", place]) for place in places})
    for place, run in runs.items():  # what is named is what is in the way
        one_line(run, 4, "file: not a folder" if place == "file/inside" else place[:20])
    assert tree(tmp_path) == before
