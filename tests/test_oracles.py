"""What the tests share: loops that name the case that fails, folders made once, copies put right."""

import os

import pytest
from each import each
from shared import Copy, Shared, marks


def test_a_loop_names_the_case_that_fails():
    seen = []

    @each("n", [1, 2, 3])
    def check(other, n):
        seen.append((other, n))
        assert n < 2

    with pytest.raises(AssertionError) as caught:
        check("a")
    assert caught.value.__notes__ == ["with n number 1: 2"]
    assert seen == [("a", 1), ("a", 2)]


class Factory:
    """Stands in for pytest's maker of temporary folders."""

    def __init__(self, folder):
        self.folder = folder

    def getbasetemp(self):
        return self.folder


def test_a_shared_folder_is_made_once_for_all_processes(tmp_path, monkeypatch):
    made = []

    def make(folder):
        made.append(folder)
        (folder / "a").write_text("a")

    for worker in ("gw0", "gw1"):
        monkeypatch.setenv("PYTEST_XDIST_WORKER", worker)
        (tmp_path / worker).mkdir()
        shared = Shared(Factory(tmp_path / worker))
        assert shared("x", make) == shared("x", make) == tmp_path / "x"
    assert made == [tmp_path / "x"]
    shared.check()
    (tmp_path / "x" / "a").write_text("b")
    with pytest.raises(AssertionError, match="a test has changed x/"):
        shared.check()


def test_a_shared_folder_that_could_not_be_made_is_made_anew(tmp_path, monkeypatch):
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)

    def fail(folder):
        (folder / "half").touch()
        raise OSError

    shared = Shared(Factory(tmp_path))
    with pytest.raises(OSError):
        shared("x", fail)
    assert list(shared("x", lambda folder: None).iterdir()) == []


CHANGES = [
    lambda folder: (folder / "a").write_text("b"),
    lambda folder: (folder / "a").unlink(),
    lambda folder: (folder / "a").chmod(0o600),
    lambda folder: (folder / "in" / "new").mkdir(),
    lambda folder: (folder / "in" / "b").rename(folder / "c"),
    lambda folder: ((folder / "in").rename(folder / "out"), (folder / "in").symlink_to("out")),
    lambda folder: ((folder / "a").unlink(), (folder / "a").mkdir(), (folder / "a" / "x").touch()),
    lambda folder: ((folder / "link").unlink(), (folder / "link").symlink_to("in")),
    lambda folder: (folder / "in").chmod(0o700),
    lambda folder: os.mkfifo(folder / "pipe"),
]


def test_a_copy_keeps_no_cache(tmp_path):
    """With one, a build may find that there is nothing to do."""
    (tmp_path / "original").mkdir()
    copy = Copy(tmp_path / "original", tmp_path / "copy")
    (copy.folder / ".cache-discordant-1").mkdir()
    assert list(copy.fresh().iterdir()) == []


@pytest.mark.parametrize("change", CHANGES)
def test_a_copy_is_put_right(change, tmp_path):
    original = tmp_path / "original"
    (original / "in").mkdir(parents=True, mode=0o755)
    (original / "a").write_text("a")
    (original / "in" / "b").write_text("b")
    (original / "link").symlink_to("a")

    def state(folder):
        found = marks(folder)
        return {path: (mode, path_of(folder, path)) for path, (mode, _mark) in found.items()}

    def path_of(folder, path):
        place = folder / path
        return str(place.readlink()) if place.is_symlink() else place.is_file() and place.read_bytes()

    copy = Copy(original, tmp_path / "copy")
    before = state(copy.folder)
    change(copy.folder)
    assert state(copy.folder) != before
    assert state(copy.fresh()) == before == state(original)
