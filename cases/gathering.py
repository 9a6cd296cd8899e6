"""Gathering: the files behind what was named: folders of logs, standard input, what kind each file is."""

from __future__ import annotations

import codecs
import hashlib
import os
import shutil
import stat
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, NamedTuple

from .faults import CasesError, Unclear

STANDARD_INPUT = "-"
_HEAD = 65536
_SUFFIXES = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".txt": "csv",
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".eval": "eval",
}
_MAGIC = {b"PAR1": "parquet", b"PK\x03\x04": "eval"}
_PACKED = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "Zstandard", b"BZh": "bzip2", b"\xfd7zXZ": "xz"}
_UTF16 = {codecs.BOM_UTF16_LE: "UTF-16", codecs.BOM_UTF16_BE: "UTF-16"}
_IN_FOLDERS = ("samples_*.jsonl", "*.eval", "*.json")


class File(NamedTuple):
    """One file to read: its name in messages, where it lies, kind and hash; encoding if not UTF-8."""

    shown: str
    path: Path
    kind: str
    sha256: str
    encoding: str = ""


def gathered(named: str | os.PathLike[str], folder: Path) -> tuple[File, ...]:
    """The files behind one name: a file, `-` for standard input, or a folder of logs.

    What cannot be read where it lies (standard input, UTF-16) is copied into `folder`.  Raises CasesError
    where there is no such file, and Unclear for a folder without logs.
    """
    shown = os.fspath(named)
    if shown == STANDARD_INPUT:
        return (_file("standard input", _spooled(folder), folder),)
    path = Path(shown)
    mode = _mode(path, shown)
    if stat.S_ISDIR(mode):
        return tuple(_file(str(log), log, folder) for log in _logs(path))
    if stat.S_ISFIFO(mode):  # `<(zcat results.csv.gz)` in a shell
        with open(path, "rb") as pipe:
            return (_file(shown, _copied(pipe, folder), folder, path.suffix),)
    if not stat.S_ISREG(mode):
        raise CasesError("not a file", path=shown)
    return (_file(shown, path, folder),)


def _mode(path: Path, shown: str) -> int:
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        raise CasesError("no such file", path=shown) from None
    except OSError as error:
        raise CasesError(f"cannot be read: {error.strerror}", path=shown) from None
    except ValueError:  # NUL or half a surrogate pair
        raise CasesError("no such file: no file can have this name", path=repr(shown)[1:-1]) from None


def _logs(folder: Path) -> list[Path]:
    """The logs in a folder: of one kind, since a run is written in one."""
    for pattern in _IN_FOLDERS:
        if found := sorted(path for path in folder.rglob(pattern) if path.is_file()):
            return found
    what = "a folder without logs (samples_*.jsonl, *.eval or *.json)"
    raise Unclear(what, "which file", sorted(path.name for path in folder.iterdir()), path=folder)


def _spooled(folder: Path) -> Path:
    if sys.stdin is None or sys.stdin.isatty():
        raise CasesError("nothing comes in on standard input", advice="pipe a file into it")
    return _copied(sys.stdin.buffer, folder)


def _copied(stream: BinaryIO, folder: Path) -> Path:
    path = folder / f"copy-{len(list(folder.iterdir()))}"
    with open(path, "wb") as copy:
        shutil.copyfileobj(stream, copy, 1 << 20)
    return path


def _file(shown: str, path: Path, folder: Path, suffix: str = "") -> File:
    try:
        with open(path, "rb") as file:
            head = file.read(_HEAD)
            file.seek(0)
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise CasesError(f"cannot be read: {error.strerror}", path=shown) from None
    _refuse_packed(head, shown)
    encoding = next((name for mark, name in _UTF16.items() if head.startswith(mark)), "")
    if encoding:
        path = _transcoded(path, shown, folder)
        head = head.decode("utf-16", "ignore").encode()
    return File(shown, path, _kind(head, suffix or Path(shown).suffix), digest, encoding)


def _refuse_packed(head: bytes, shown: str) -> None:
    if not head.strip(b"\xef\xbb\xbf\r\n\t "):
        raise CasesError("is empty", path=shown)
    for mark, name in _PACKED.items():
        if head.startswith(mark):
            raise CasesError(f"is packed with {name}", path=shown, advice="unpack it first")


def _kind(head: bytes, suffix: str) -> str:
    """What a file is: by its first bytes where these are sure, then by its name, then by how it begins."""
    for magic, kind in _MAGIC.items():
        if head.startswith(magic):
            return kind
    named = _SUFFIXES.get(suffix.lower())
    if named in ("csv", "tsv", "json", "jsonl"):
        return named
    start = head.removeprefix(codecs.BOM_UTF8).lstrip()[:1]
    if start in (b"{", b"["):
        return "json"
    first = head.split(b"\n", 1)[0]
    return "tsv" if first.count(b"\t") > first.count(b",") else "csv"


def _transcoded(path: Path, shown: str, folder: Path) -> Path:
    copy = folder / f"utf8-{len(list(folder.iterdir()))}"
    try:
        with (
            open(path, encoding="utf-16", newline="") as old,
            open(copy, "w", encoding="utf-8", newline="") as new,
        ):
            shutil.copyfileobj(old, new, 1 << 20)
    except UnicodeError:
        raise CasesError("begins as UTF-16, and is none", path=shown, advice="save it as UTF-8") from None
    return copy


def names_of(models: Iterable[tuple[str, ...]]) -> list[str]:
    """A name for each model, from what its files are called: what tells them apart, and short.

    >>> names_of([("runs/gpt.csv",), ("runs/claude.csv",)])
    ['gpt', 'claude']
    >>> names_of([("gpt/samples_x.jsonl",), ("claude/samples_x.jsonl",)])
    ['gpt', 'claude']
    """
    paths = [Path(os.path.commonpath(files)) if len(files) > 1 else Path(files[0]) for files in models]
    logs = any(path.name.startswith("samples_") for path in paths)
    for name in (lambda path: path.stem, lambda path: path.parent.name, str):
        found = [name(path) for path in paths]
        if len(set(found)) == len(found) and all(found) and not (logs and found == [p.stem for p in paths]):
            return found
    return [f"{path} ({number})" for number, path in enumerate(paths, 1)]
