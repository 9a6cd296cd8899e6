"""What a file is made from is known whole: every room of the code, every library, every text."""

import re
import shutil
import tomllib
from importlib.metadata import requires, version
from pathlib import Path

import pytest

from discordant.workshop import sources

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_each_package_and_what_lies_in_it_is_code():
    """pyproject.toml lists what goes into the wheel: no more and no less takes part."""
    packages = PROJECT["tool"]["setuptools"]["packages"]
    rooms = {ROOT / "/".join(name.split(".")[1:]) for name in packages}
    found = list(sources.code(ROOT))
    assert {path.parent for path in found} == rooms
    assert ROOT / "workshop" / "fonts.conf" in found
    assert all(path.is_file() for path in found)
    assert {path for room in rooms for path in room.glob("*.py")} <= set(found)


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("copy")
    for path in sources.code(ROOT):
        (folder / path.relative_to(ROOT)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, folder / path.relative_to(ROOT))
    return folder


def content(folder):
    return sources._content((folder, path) for path in sources.code(folder))


def test_a_change_in_any_file_is_seen(copy):
    before, same = content(copy), []
    for path in sorted(sources.code(copy)):
        kept = path.read_bytes()
        path.write_bytes(kept + b"\n")
        if content(copy) == before:
            same.append(path)
        path.write_bytes(kept)
    assert same == []
    assert content(copy) == before == content(ROOT)


def test_a_new_room_and_a_room_in_it_are_seen(copy):
    before = content(copy)
    for room in ("annexe", "annexe/kinds"):
        (copy / room).mkdir()
        (copy / room / "__init__.py").touch()
        (copy / room / "data.toml").write_text(room)
        assert content(copy) != before
        before = content(copy)


def test_what_is_no_room_is_not_seen(copy):
    before = content(copy)
    (copy / "notes").mkdir()
    (copy / "notes" / "x.py").touch()
    assert content(copy) == before


def test_every_library_is_named_with_its_version():
    """Those of pyproject.toml, and what they need in turn, such as the one that writes every PNG."""
    own = {re.match(r"[\w-]+", line)[0].lower() for line in PROJECT["project"]["dependencies"]}
    found = set(sources.libraries())
    assert own <= found
    assert {"pillow", "cssselect2", "lxml", "brotli", "numpy", "cffi"} <= found
    assert {name: number for name, number in sources.versions().items() if name != "python"} == {
        name: version(name) for name in found
    }


def test_what_only_the_tests_need_is_not_named():
    tests = {
        re.match(r"[\w-]+", line)[0].lower() for line in PROJECT["project"]["optional-dependencies"]["test"]
    }
    only = tests - {"tinycss2"}  # which WeasyPrint needs, too
    assert not only & set(sources.libraries())


def test_the_libraries_are_closed():
    """Whatever one of them needs without a condition is among them."""
    found = set(sources.libraries())
    for name in found:
        plain = [line for line in requires(name) or () if ";" not in line]
        assert {re.match(r"[\w.-]+", line)[0].lower().replace("_", "-") for line in plain} <= found, name
