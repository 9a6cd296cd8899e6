"""Source hashes: two files made from the same sources by the same versions have the same one."""

from __future__ import annotations

import hashlib
import os
import platform
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.metadata import requires, version
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from ..language.files import PUBLISHED, read
from ..language.folders import folders

_NAME = "discordant"
_IGNORED = {"__pycache__", ".mypy_cache", ".ruff_cache"}
_IN_THE_ZIP = ("LICENSE", "LICENSE-TEXTS")


@cache
def libraries() -> tuple[str, ...]:
    """Every library that the program runs on, those that it calls and those that these need, in turn.

    None is left out for not deciding any bytes: to say which do one would have to know what each does.
    """
    found: set[tuple[str, str]] = set()
    todo = [(_NAME, "")]
    while todo:
        name, extra = todo.pop()
        if (name, extra) in found:
            continue
        found.add((name, extra))
        for line in requires(name) or ():
            needed = Requirement(line)
            if needed.marker is None or needed.marker.evaluate({"extra": extra}):
                own = canonicalize_name(needed.name)
                todo += [(own, more) for more in ("", *needed.extras)]
    return tuple(sorted({name for name, _extra in found} - {_NAME}))


@cache
def versions() -> dict[str, str]:
    """The versions of Python and of every library that the program runs on."""
    return {"python": platform.python_version(), **{name: version(name) for name in libraries()}}


def code(package: Path) -> Iterator[Path]:
    """Every file of ours that a build runs or puts into the zip: modules, those of each room, what is beside.

    A room is a folder with an __init__.py: so none can be forgotten, and tests are none.
    """
    yield from package.glob("*.py")
    yield from (package / name for name in _IN_THE_ZIP)
    rooms = [path.parent for path in package.glob("*/__init__.py")]
    while rooms:
        room = rooms.pop()
        yield from room.glob("*.*")
        rooms += [path.parent for path in room.glob("*/__init__.py")]


def locale_hash(tag: str, languages: Sequence[str]) -> str:
    """The hash of all that a language's files are made from; the languages offered are part of every page.

    So are the settings of these, and those of English, in which passages can stand.
    """
    files = [(folder, path) for folder in folders("locales") for path in _below(folder / tag, folder.parent)]
    others = sorted({"en", *languages} - {tag})
    files += [(folder, folder / other / "locale.toml") for folder in folders("locales") for other in others]
    return _hash([_common(), _content(files), *languages])


def shared_hash(languages: Sequence[str]) -> str:
    """The hash of all that the files common to several languages are made from."""
    return _hash(["shared", *(locale_hash(tag, languages) for tag in languages)])


def makers_hash() -> str:
    """The hash of all that does a piece of work handed out, whatever that is given: code, fonts, versions."""
    return _program()[1]


def state() -> str:
    """The hash of every source as it lies there now: another one says that something has been saved since."""
    places = [*folders("locales"), *folders("templates")]
    return _content((place.parent, path) for place in places for path in _below(place, place.parent))


def _common() -> str:
    return _program()[0]


@cache
def _program() -> tuple[str, str]:
    """The hash of what all files are made from, and that of it without texts, settings and styles."""
    package = Path(__file__).parent.parent
    files = _digests((package, path) for path in code(package))
    places = folders("templates")
    texts = _digests((place.parent, path) for place in places for path in _below(place, place.parent))
    fonts = {line for line in texts if line.startswith("templates/fonts/")}
    names = [f"{name} {number}" for name, number in sorted(versions().items())]
    machine = [platform.machine(), zlib.ZLIB_RUNTIME_VERSION]  # of what is packed and worked out in C
    return _hash([_hash(sorted(files | texts)), *names]), _hash(
        [_hash(sorted(files | fonts)), *names, *machine]
    )


def _below(folder: Path, publication: Path) -> Iterator[Path]:
    """Every file below a folder, also where a folder of a publication is a link to another of it."""
    whole, seen = os.path.realpath(publication), set[str]()
    for place, names, files in os.walk(folder, followlinks=True):
        real = os.path.realpath(place)
        if real in seen or os.path.commonpath([whole, real]) != whole:
            names.clear()
            continue
        seen.add(real)
        yield from (Path(place, name) for name in files)


def _content(files: Iterable[tuple[Path, Path]]) -> str:
    """One hash of files, each given with a folder above: their names in it and bytes, not where it lies."""
    return _hash(sorted(_digests(files)))


def _digests(files: Iterable[tuple[Path, Path]]) -> set[str]:
    return {
        f"{path.relative_to(folder).as_posix()} {hashlib.sha256(read(path, PUBLISHED)).hexdigest()}"
        for folder, path in files
        if path.is_file() and not _IGNORED & set(path.relative_to(folder).parts)
    }


def _hash(parts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode("utf-8")).hexdigest()
