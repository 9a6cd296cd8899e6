"""The cache: what is found is what was kept, of the same work; what others have made is never believed."""

import datetime
import os
import shutil
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import faults
import pytest
from markupsafe import Markup

from discordant.language.fact import Fact
from discordant.press.drawings import Drawing
from discordant.press.pdf import Attachment, Job
from discordant.workshop import cache, processes

ROOT = Path(__file__).resolve().parents[1]
DRAWING = Drawing("drawing-x", "I", "Title", "<svg/>", "0 0 1 1", "<svg/>")
VALUES = {"bytes": b"%PDF", "by name": {"a4": b"1", "letter": b""}, "drawings": {"x": [DRAWING, DRAWING]}}


def keep(place, made_by="code", **values):
    with cache.opened(place, made_by) as found:
        for name, value in values.items():
            found.keep(found.key("work", name), value)
        found.write()


def find(place, name, made_by="code"):
    with cache.opened(place, made_by) as found:
        return found.find(found.key("work", name))


def folders(place):
    return sorted(place.glob(".cache-discordant-*"))


def entries(place):
    return sorted(path for path in folders(place)[0].iterdir() if len(path.name) == 64)


# --- keys ---------------------------------------------------------------------------------------------------


def job(html="<p>", families=("A", "B", "C", "D"), day=1):
    attachment = Attachment("x.json", b"{}", "data")
    return Job(
        html, {"a": (b"font", "font/ttf")}, frozenset(families), (attachment,), datetime.date(2026, 1, day)
    )


def test_equal_values_have_one_hash_in_every_process():
    """The order in which a set is walked is another in each process."""
    code = "from test_cache import *; print(cache.told((job(), {1.5, Fraction(1, 3)})).hex())"
    found = set()
    for seed in "0123":
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": f"{ROOT}/tests:{ROOT}/tests/oracles",
        }
        run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True)
        found.add(run.stdout)
    assert len(found) == 1


def test_unequal_values_have_unequal_hashes():
    values = [
        *(None, True, False, 0, 1, -1, 1.0, Fraction(1), Fraction(1, 2), 0.5, "1", b"1", "", b"", (), [], {}),
        *(frozenset(), {"a"}, ("a",), ["a"], (("a",),), ("a", "b"), ("ab",), ("a", ("b",)), {"a": "b"}),
        *({"a": "b", "c": "d"}, {"c": "d", "a": "b"}, {"ab": ""}, Markup("1"), Path("1"), "\ud800"),
        *(datetime.date(2026, 1, 1), datetime.date(2026, 1, 2), Fact("n", 1, "count"), Fact("m", 1, "count")),
        *(job(), job("<b>"), job(families="A"), job(day=2), tuple(job()), DRAWING),
    ]
    assert len({cache.told(value) for value in values}) == len(values)


@pytest.mark.parametrize("value", [object(), len, Fact, [object()], {"a": lambda: 0}])
def test_what_has_no_hash_is_not_kept(tmp_path, value):
    with pytest.raises(TypeError):
        cache.told(value)
    with cache.opened(tmp_path, "code") as found:
        key = found.key("work", value)
        found.keep(key, b"made")
        found.write()
        assert found.find(key) is cache.NOTHING
    assert not folders(tmp_path)


# --- what is found ------------------------------------------------------------------------------------------


def test_what_was_kept_is_found(tmp_path):
    keep(tmp_path, **VALUES)
    for name, value in VALUES.items():
        assert find(tmp_path, name) == value
    assert type(find(tmp_path, "drawings")["x"][0]) is Drawing


def test_other_work_other_code_and_another_place_find_nothing(tmp_path):
    keep(tmp_path, x=b"made")
    (tmp_path / "elsewhere").mkdir()
    assert find(tmp_path, "x") == b"made"
    assert find(tmp_path, "y") is find(tmp_path, "x", "other code") is cache.NOTHING
    assert find(tmp_path / "elsewhere", "x") is find(tmp_path / "nowhere", "x") is cache.NOTHING


def test_nothing_is_left_where_nothing_is_kept(tmp_path):
    keep(tmp_path)
    find(tmp_path, "x")
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_entry_is_none(tmp_path):
    keep(tmp_path, x=VALUES["drawings"])
    (path,) = entries(tmp_path)
    whole = path.read_bytes()
    damaged = [whole[:place] + bytes([byte ^ 1]) + whole[place + 1 :] for place, byte in enumerate(whole)]
    for content in (*damaged, *(whole[:end] for end in range(len(whole))), whole + b" "):
        path.write_bytes(content)
        assert find(tmp_path, "x") is cache.NOTHING
    path.write_bytes(whole)
    assert find(tmp_path, "x") == VALUES["drawings"]


def test_an_entry_under_another_name_is_none(tmp_path):
    keep(tmp_path, x=b"x", y=b"y")
    one, other = entries(tmp_path)
    content = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(content)
    assert find(tmp_path, "x") is find(tmp_path, "y") is cache.NOTHING


class Strange:
    """What runs a program once it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return (os.mkdir, (str(self.path),))


def test_no_entry_runs_anything(tmp_path):
    """Even one whose hash is right: named tuples of ours are all that is made of it."""
    import discordant.cli

    keep(tmp_path, x=b"made")
    (path,) = entries(tmp_path)
    for value in (Strange(tmp_path / "run"), discordant.cli.main, Path("x")):
        path.write_bytes(cache._dump(value, path.name))
        assert find(tmp_path, "x") is cache.NOTHING
    assert not (tmp_path / "run").exists()
    for name in ("link", "folder", "pipe"):
        path.unlink() if not path.is_dir() else path.rmdir()
        {"link": lambda: path.symlink_to("/dev/zero"), "folder": path.mkdir, "pipe": lambda: os.mkfifo(path)}[
            name
        ]()
        assert find(tmp_path, "x") is cache.NOTHING


# --- folders that are not ours ------------------------------------------------------------------------------


def planted(place, how):
    """A cache that somebody else has brought, with what would be found in it."""
    keep(place / "theirs", x=b"evil")
    (folder,) = folders(place / "theirs")
    target = place / "ours" / folder.name
    if how == "copied":
        shutil.copytree(folder, target)
    elif how == "a link to it":
        target.symlink_to(folder)
    elif how == "moved, its stamp made anew":
        (folder / "stamp").unlink()
        (folder / "stamp").touch()
        folder.rename(target)
    elif how == "open to all":
        folder.rename(target)
        target.chmod(0o777)


@pytest.mark.parametrize("how", ["copied", "a link to it", "moved, its stamp made anew", "open to all"])
def test_a_planted_folder_is_not_believed(tmp_path, how):
    for name in ("theirs", "ours"):
        (tmp_path / name).mkdir()
    planted(tmp_path, how)
    before = faults.tree(tmp_path / "ours")
    assert find(tmp_path / "ours", "x") is cache.NOTHING
    keep(tmp_path / "ours", y=b"made")
    assert find(tmp_path / "ours", "x") is cache.NOTHING
    assert find(tmp_path / "ours", "y") == b"made"
    now = faults.tree(tmp_path / "ours")
    assert {name: now[name] for name in before} == before


def test_folders_that_are_not_proven_do_not_become_many(tmp_path):
    """Where a file system gives a file another number each time, each command would leave one."""
    for number in range(10):
        keep(tmp_path, x=b"made")
        for folder in folders(tmp_path):
            (folder / "stamp").chmod(0o640 + number % 2)
    assert len(folders(tmp_path)) == 3


def test_a_moved_place_keeps_its_cache(tmp_path):
    (tmp_path / "a").mkdir()
    keep(tmp_path / "a", x=b"made")
    (tmp_path / "a").rename(tmp_path / "b")
    assert find(tmp_path / "b", "x") == b"made"


# --- several commands, kills, errors ------------------------------------------------------------------------


def test_one_command_at_a_time_has_it(tmp_path):
    keep(tmp_path, x=b"made")
    with cache.opened(tmp_path, "code") as first:
        assert find(tmp_path, "x") is cache.NOTHING
        keep(tmp_path, y=b"made")
        assert first.find(first.key("work", "x")) == b"made"
        assert first.find(first.key("work", "y")) is cache.NOTHING
    assert find(tmp_path, "x") == b"made"
    assert len(folders(tmp_path)) == 1


def test_two_that_were_made_at_once_become_one(tmp_path):
    with cache.opened(tmp_path, "code") as first, cache.opened(tmp_path, "code") as other:
        for found in (first, other):
            found.keep(found.key("work", "x"), b"made")
            found.write()
    assert len(folders(tmp_path)) == 2
    assert find(tmp_path, "x") == b"made"
    assert len(folders(tmp_path)) == 1


@pytest.mark.parametrize("fault", ["killed", "killed in half", "full", "interrupted"])
@pytest.mark.parametrize("filled", [False, True])
def test_a_fault_at_every_call(tmp_path, monkeypatch, fault, filled):
    """No error reaches the command, and the next one has a cache without a trace of it."""
    monkeypatch.setattr(cache, "_PATIENCE", 0)

    def place(number):
        folder = tmp_path / str(number)
        folder.mkdir()
        if filled:
            keep(folder, x=b"before")
        return folder

    folder = place(0)
    count = len(faults.run(lambda: keep(folder, x=b"new", y=b"new")).calls)
    assert count > 5
    for at in range(1, count + 1):
        folder = place(at)
        code = faults.run(lambda folder=folder: keep(folder, x=b"new", y=b"new"), fault, at).code
        kinds = {"killed": -signal.SIGKILL, "killed in half": -signal.SIGKILL, "interrupted": 130}
        assert code == kinds.get(fault, 0), f"at call {at}"
        assert find(folder, "x") in ([b"before", b"new"] if filled else [b"new", cache.NOTHING])
        assert find(folder, "y") in (b"new", cache.NOTHING)
        keep(folder, z=b"made")
        assert find(folder, "z") == b"made"
        names = {path.name for path in folders(folder)[-1].iterdir() if len(path.name) != 64}
        assert names == {"stamp", ".gitignore", "CACHEDIR.TAG"}, f"at call {at}"


# --- size and age -------------------------------------------------------------------------------------------


def test_the_oldest_go_where_it_grows_too_large(tmp_path, monkeypatch):
    now = time.time()
    for number, name in enumerate("abcd"):
        before = set(entries(tmp_path)) if folders(tmp_path) else set()
        keep(tmp_path, **{name: bytes(1000)})
        (path,) = set(entries(tmp_path)) - before
        os.utime(path, (now - 1000 + number, now - 1000 + number))
    monkeypatch.setattr(cache, "SIZE", 3500)
    keep(tmp_path, e=bytes(1000))
    there = [name for name in "abcde" if find(tmp_path, name) is not cache.NOTHING]
    assert there == ["c", "d", "e"]


def test_what_nobody_has_asked_for_goes_and_what_is_asked_for_stays(tmp_path):
    keep(tmp_path, x=b"x", y=b"y")
    long_ago = time.time() - cache.AGE - 1000
    for path in entries(tmp_path):
        os.utime(path, (long_ago, long_ago))
    assert find(tmp_path, "x") == b"x"
    keep(tmp_path, z=b"z")
    assert [find(tmp_path, name) for name in "xyz"] == [b"x", cache.NOTHING, b"z"]


# --- work ---------------------------------------------------------------------------------------------------


def test_known_work_starts_no_process(tmp_path, monkeypatch):
    def add():
        with cache.opened(tmp_path, "code") as known, processes.workshop(1, known) as shop:
            made = shop.finish("sum", shop.start(sum, (1, 2)), sum, (1, 2))
            known.write()
        return made

    assert add() == 3
    monkeypatch.setattr(processes, "_pool", None)
    assert add() == 3
