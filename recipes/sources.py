"""Source hashes: two files made from the same sources by the same versions have the same one."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path

from ..language.folders import folders

# what decides the bytes of a build beside our own sources
LIBRARIES = (
    "babel",
    "fonttools",
    "jinja2",
    "latex2mathml",
    "markdown",
    "matplotlib",
    "nh3",
    "numpy",
    "pydyf",
    "pygments",
    "pyphen",
    "tinycss2",
    "tinyhtml5",
    "uharfbuzz",
    "weasyprint",
    "ziafont",
    "ziamath",
)
_IGNORED = {"__pycache__", ".mypy_cache", ".ruff_cache"}
_CODE = (
    "*.py",
    "commands/*.py",
    "inference/*.py",
    "language/*.py",
    "press/*.py",
    "recipes/*.py",
    "teaching/**/*.py",
)


def versions() -> dict[str, str]:
    """The versions of Python and of every library that takes part."""
    return {"python": platform.python_version(), **{name: version(name) for name in LIBRARIES}}


def locale_hash(tag: str, languages: Sequence[str]) -> str:
    """The hash of all that a language's files are made from; the languages offered are part of every page."""
    files = [(folder, path) for folder in folders("locales") for path in (folder / tag).rglob("*")]
    return _hash([_common(), _content(files), *languages])


def shared_hash(languages: Sequence[str]) -> str:
    """The hash of all that the files common to several languages are made from."""
    return _hash(["shared", *(locale_hash(tag, languages) for tag in languages)])


@cache
def _common() -> str:
    package = Path(__file__).parent.parent
    files = [(package, path) for pattern in _CODE for path in package.glob(pattern)]
    for folder in folders("templates"):
        files += [(folder.parent, path) for path in folder.rglob("*")]
    names = [f"{name} {number}" for name, number in sorted(versions().items())]
    return _hash([_content(files), *names])


def _content(files: Iterable[tuple[Path, Path]]) -> str:
    """One hash of files, each given with a folder above: their names in it and bytes, not where it lies."""
    digests = {
        f"{path.relative_to(folder).as_posix()} {hashlib.sha256(path.read_bytes()).hexdigest()}"
        for folder, path in files
        if path.is_file() and not _IGNORED & set(path.relative_to(folder).parts)
    }
    return _hash(sorted(digests))


def _hash(parts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode("utf-8")).hexdigest()
