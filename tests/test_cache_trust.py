"""What the cache goes by: plain data alone comes out, and whatever does the work is in its keys."""

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from discordant.language import Fact, Locale, Refused
from discordant.workshop import cache

SECONDS = 300


def entry(place, value):
    """What is found of an entry that says this, its hash right; it is written over one of ours."""
    with cache.opened(place, "code") as found:
        found.keep(found.key("work"), b"ours")
        found.write()
    (path,) = [path for path in place.glob(".cache-discordant-*/*") if len(path.name) == 64]
    path.write_bytes(cache._dump(value, path.name))
    with cache.opened(place, "code") as found:
        return found.find(found.key("work"))


PLAIN = [b"x", "x", 5, 0.5, None, {"a": [1, (2, 3)]}, Fact("x", 1, "count"), {"x": (Fact("x", 1, "count"),)}]
NOT_PLAIN = [
    Locale("en", "English", (), 4, "latn", {}),  # a class of ours, which would be made without its checks
    Refused("x"),
    Fraction(1, 2),
    Path("x"),
    [Locale("en", "English", (), 4, "latn", {})],
    {"x": Refused("x")},
]


@pytest.mark.parametrize("value", PLAIN, ids=repr)
def test_plain_data_and_named_tuples_come_back(tmp_path, value):
    assert entry(tmp_path, value) == value


@pytest.mark.parametrize("value", NOT_PLAIN, ids=lambda value: type(value).__name__)
def test_nothing_else_is_made_of_an_entry(tmp_path, value):
    """Not even a class of ours: what its making does is not for data to begin."""
    assert entry(tmp_path, value) is cache.NOTHING


# --- what does the work -------------------------------------------------------------------------------------


def hashes(folder, change=""):
    """The hashes of what does the work, and of what all files are made from, in a process of its own."""
    told = "print(sources.makers_hash(), sources.shared_hash(['en']))"
    code = f"from discordant.workshop import sources\n{change}\n{told}"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True, timeout=SECONDS
    )
    return run.stdout.split()


@pytest.fixture(scope="module")
def usual(tmp_path_factory):
    return hashes(tmp_path_factory.mktemp("usual"))


CHANGED = {
    "a version": "real = sources.versions; sources.versions = lambda: {**real(), 'pillow': '0'}",
    "a library more": "real = sources.versions; sources.versions = lambda: {**real(), 'another': '1'}",
    "a module less": "real = sources.code; sources.code = lambda package: list(real(package))[1:]",
}


@pytest.mark.parametrize("change", CHANGED.values(), ids=CHANGED)
def test_other_code_and_other_versions_are_other_makers(tmp_path, usual, change):
    makers, files = hashes(tmp_path, change)
    assert makers != usual[0]
    assert files != usual[1]


@pytest.mark.parametrize(
    ("path", "makes"),
    [("fonts/fonts.toml", True), ("fonts/another.ttf", True), ("article.md", False), ("page.css", False)],
)
def test_fonts_do_the_work_and_texts_are_given_to_it(tmp_path, usual, path, makes):
    """A text is part of the key by itself; a font is not, since it is read where a page is set."""
    target = tmp_path / "templates" / path
    target.parent.mkdir(parents=True)
    target.write_text("another", encoding="utf-8")
    makers, files = hashes(tmp_path)
    assert (makers != usual[0]) == makes
    assert files != usual[1]


def test_nothing_else_decides_it(tmp_path, usual):
    (tmp_path / "notes.txt").write_text("x", encoding="utf-8")
    assert hashes(tmp_path) == usual
