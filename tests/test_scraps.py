"""Temporary files: what a killed process left goes with the next one, and nobody else's are touched."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import faults
import pytest

from discordant.workshop import scraps


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def work():
    with scraps.scraps() as folder:
        Path(folder, "inner").mkdir()
        handle = os.open(f"{folder}/inner/file", os.O_CREAT | os.O_WRONLY)
        os.write(handle, b"scrap")
        Path(folder, "link").symlink_to("/etc")


def test_nothing_is_left(place):
    assert faults.run(work).code == 0
    assert list(place.iterdir()) == []


@pytest.mark.parametrize("fault", ["killed", "killed in half"])
def test_killed_at_every_call(place, monkeypatch, fault):
    """The folder that was just being made, too, once it is some seconds old."""
    monkeypatch.setattr(scraps, "_PATIENCE", 0)
    for at in range(1, len(faults.run(work).calls) + 1):
        assert faults.run(work, fault, at).code == -signal.SIGKILL
        with scraps.scraps():
            assert len(list(place.iterdir())) == 1
        assert list(place.iterdir()) == [], f"killed at call {at}"


def test_a_sweep_takes_what_is_left_and_nothing_else(place):
    """As a build does that has nothing to make, and needs no folder of its own."""
    calls = faults.run(work).calls
    assert faults.run(work, "killed", len(calls) // 2).code == -signal.SIGKILL
    assert len(list(place.iterdir())) == 1
    (place / "mine").mkdir()
    with scraps.scraps() as living:
        scraps.sweep()
        assert {str(path) for path in place.iterdir()} == {living, str(place / "mine")}


def test_a_folder_that_is_just_being_made_is_let_be(place):
    name = f"discordant-new-{time.time_ns():x}-0123456789abcdef"
    (place / name).mkdir(mode=0o700)
    with scraps.scraps():
        assert (place / name).is_dir()


def test_what_comes_while_it_is_removed_goes_as_well(place, monkeypatch):
    """From a worker that has not ended yet and writes before the folder itself is removed."""
    rename = os.rename

    def late(name, target, **folders):
        if Path(place, name).exists():
            Path(place, name, "late").write_text("scrap")
            monkeypatch.setattr(os, "rename", rename)
        rename(name, target, **folders)

    with scraps.scraps() as folder:
        Path(folder, "early").write_text("scrap")
        monkeypatch.setattr(os, "rename", late)
    assert list(place.iterdir()) == []


def test_what_is_in_use_stays(place):
    """Of this process, and of one that it forked and that outlives it."""
    with scraps.scraps() as one, scraps.scraps() as other:
        assert one != other
        assert len(list(place.iterdir())) == 2
    program = """
import os, signal, sys, tempfile
from discordant.workshop.scraps import scraps
tempfile.tempdir = sys.argv[1]
with scraps() as folder:
    if not os.fork():
        print(folder, flush=True)
        sys.stdin.read()
        os._exit(0)
    os.kill(os.getpid(), signal.SIGKILL)
"""
    ours = [sys.executable, "-c", program, str(place)]
    with subprocess.Popen(ours, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as killed:
        folder = killed.stdout.readline().strip()
        killed.wait()
        with scraps.scraps():
            assert Path(folder).is_dir()
        killed.stdin.close()
        killed.stdout.read()  # ends when the child does
    with scraps.scraps():
        pass
    assert list(place.iterdir()) == []


def test_what_is_not_ours_stays(place):
    """Links, files and folders by names like ours, among them one with a stamp that does not fit."""
    (place / "precious").mkdir()
    (place / "precious" / "file").write_text("theirs")
    for name in ("discordant-1f-2e-0123456789abcdef", "discordant-new-0-0123456789abcdef", "discordant-old"):
        (place / name).symlink_to("precious")
    (place / "discordant-1f-2e-0123456789abcdee").write_text("a file")
    copied = place / "discordant-1f-2e-0123456789abcded"
    copied.mkdir(mode=0o700)
    (copied / "stamp").touch()
    (copied / "file").write_text("theirs")
    (place / "discordant-new-0-0123456789abcdee").mkdir(mode=0o700)  # empty, but of another time
    before = faults.tree(place)
    with scraps.scraps():
        pass
    assert faults.tree(place) == before
