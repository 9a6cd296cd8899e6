"""The watch over a publication's files: what counts as a change, and what is let be."""

import os
import shutil
import sys
import threading
from pathlib import Path

import pytest

from discordant.language import Refused
from discordant.workshop.watch import Watch


@pytest.fixture
def watched(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.po").write_text("one", encoding="utf-8")
    return tmp_path / "in", Watch(lambda: [tmp_path / "in", tmp_path / "later"], ["fonts"])


def test_watch_sees_a_change_that_keeps_size_and_date(watched):
    folder, watch = watched
    assert not watch.wait(0)
    status = (folder / "a.po").stat()
    (folder / "a.po").write_text("two", encoding="utf-8")
    os.utime(folder / "a.po", ns=(status.st_atime_ns, status.st_mtime_ns))
    assert watch.wait(0)
    assert not watch.wait(0)


def test_watch_does_not_take_a_touch_for_a_change(watched):
    folder, watch = watched
    (folder / "a.po").touch()
    (folder / "a.po").write_text("one", encoding="utf-8")
    assert not watch.wait(0)


def test_watch_sees_files_and_folders_come_and_go(watched):
    folder, watch = watched
    (folder / "b" / "c").mkdir(parents=True)
    assert not watch.wait(0)
    (folder / "b" / "c" / "d.md").touch()
    assert watch.wait(0)
    shutil.rmtree(folder / "b")
    assert watch.wait(0)
    (folder.parent / "later").mkdir()
    (folder.parent / "later" / "e.css").touch()
    assert watch.wait(0)
    shutil.rmtree(folder)
    assert watch.wait(0)


def test_watch_waits_for_a_file_that_is_emptied_to_be_filled(watched):
    folder, watch = watched
    (folder / "a.po").write_text("", encoding="utf-8")
    filling = threading.Timer(0.3, (folder / "a.po").write_text, ["two", "utf-8"])
    filling.start()
    assert watch.wait(0)
    filling.join()
    assert not watch.wait(0)
    (folder / "a.po").write_text("", encoding="utf-8")
    assert watch.wait(0)


def test_watch_lets_editors_and_fonts_be(watched):
    folder, watch = watched
    (folder / ".a.po.swp").write_text("x", encoding="utf-8")
    (folder / "a.po~").write_text("x", encoding="utf-8")
    (folder / "fonts").mkdir()
    (folder / "fonts" / "x.ttf").touch()
    assert not watch.wait(0)


def test_watch_is_not_caught_by_odd_files(watched):
    folder, watch = watched
    os.mkfifo(folder / "pipe")
    (folder / "loop").symlink_to(folder)
    assert not watch.wait(0)
    (folder / "nowhere").symlink_to(folder / "not there")
    watch.wait(0)
    assert not watch.wait(0)


def test_watch_follows_a_link_to_a_folder_beside_it(watched):
    folder, watch = watched
    (folder / "pt").mkdir()
    (folder / "pt" / "x.po").touch()
    assert watch.wait(0)
    (folder / "it").symlink_to("pt")
    assert not watch.wait(0)  # each folder counts once
    (folder / "pt" / "x.po").write_text("x", encoding="utf-8")
    assert watch.wait(0)
    assert not watch.wait(0)


def test_watch_opens_nothing_that_a_link_leads_out_to(watched, tmp_path):
    """Such as a link to /: no folder behind it is listed and no file read; a change is seen all the same."""
    folder, watch = watched
    outside = tmp_path / "elsewhere"
    (outside / "deep").mkdir(parents=True)
    (outside / "x.po").write_text("x", encoding="utf-8")
    (folder / "out").symlink_to(outside)
    (folder / "root").symlink_to("/")
    assert not watch.wait(0)
    (folder / "x.po").symlink_to(outside / "x.po")
    opened, listening = [], [True]
    sys.addaudithook(
        lambda event, given: opened.append(str(given[0])) if event in LOOKS and listening else None
    )
    assert watch.wait(0)
    assert not watch.wait(0)
    listening.clear()
    assert opened
    assert [name for name in opened if not name.startswith(str(folder))] == []
    assert "x.po" not in {Path(name).name for name in opened}
    (outside / "x.po").write_text("changed", encoding="utf-8")
    assert watch.wait(0)


LOOKS = {"open", "os.listdir", "os.scandir"}


def test_watch_ends_where_there_are_too_many_files(watched, monkeypatch):
    folder, watch = watched
    monkeypatch.setattr("discordant.workshop.watch._MOST", 5)
    for number in range(4):
        (folder / str(number)).touch()
    assert watch.wait(0)
    (folder / "one more").touch()
    with pytest.raises(Refused, match=f"^{folder}: more than 5 files"):
        watch.wait(0)
