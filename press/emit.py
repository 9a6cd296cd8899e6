"""Emit: the one module that writes files.  A build appears whole or not at all.

All files are written into a staging folder beside `output/` and `figures/`, flushed, then exchanged
with what was there.  Only paths named in `output/manifest.json` are ever replaced or removed; a file
that somebody else put beside them is carried over untouched.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import hashlib
import json
import os
import secrets
import shutil
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from ..language.refused import Refused

FOLDERS = ("output", "figures")
MANIFEST = "output/manifest.json"
FORMAT = 1  # of the manifest
_STAGING = ".discordant-staging"
_RENAME_EXCHANGE = 2
_AT_FDCWD = -100


class EmitError(Refused):
    """A folder that cannot or must not be written; the message names it and says what to do."""

    code = 4


def sha256(content: bytes) -> str:
    """The SHA-256 of some bytes, in hex."""
    return hashlib.sha256(content).hexdigest()


def manifest(files: Mapping[str, bytes], sources: Mapping[str, str], versions: Mapping[str, str]) -> bytes:
    """The manifest: hash, size and source hash of every file, and the versions that made them.

    `sources` gives the hash of the sources of each file.
    """
    entries = {
        path: {"sha256": sha256(content), "bytes": len(content), "source": sources[path]}
        for path, content in sorted(files.items())
    }
    document = {"format": FORMAT, "versions": dict(sorted(versions.items())), "files": entries}
    return (json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n").encode("utf-8")


def read_manifest(parent: Path) -> dict[str, Any]:
    """The manifest in a folder, empty where there is none; EmitError where it is not one of ours."""
    path = parent / MANIFEST
    try:
        document = json.loads(path.read_bytes())
        files = document["files"]
        if document["format"] != FORMAT or not all(_is_ours(name) for name in files):
            raise ValueError
        if not all(isinstance(entry[key], str) for entry in files.values() for key in ("sha256", "source")):
            raise ValueError
    except FileNotFoundError:
        return {"format": FORMAT, "versions": {}, "files": {}}
    except OSError as error:
        if not isinstance(error, IsADirectoryError):
            raise EmitError(f"{path}: cannot be read: {error.strerror}") from None
        raise EmitError(f"{path}: not a manifest but a folder; move it away, or choose another -o") from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise EmitError(
            f"{path}: not a manifest of this program; move {path.parent} away, or choose another -o"
        ) from None
    return dict(document)


def publish(files: Mapping[str, bytes], parent: Path, before: Mapping[str, Any] | None = None) -> None:
    """Put the files in place of those of the build before.

    `before` is what its manifest listed when this build began: if that has changed, another build
    came in between, and what it made would be lost.

    Paths begin with `output/` or `figures/` and the manifest is among them.  Raises EmitError where
    something foreign is in the way or the folder cannot be written; then nothing has changed.
    """
    check(parent, files)
    try:
        with _staging(parent, FOLDERS) as staging:
            if before is not None and read_manifest(parent)["files"] != before:
                raise EmitError(f"{parent}: another build has written here meanwhile; run this one again")
            _write(files, staging)
            _carry_over(files, parent, staging)
            for name in FOLDERS:
                if (parent / name).exists() or any((staging / name).iterdir()):
                    _exchange(staging / name, parent / name)
    except OSError as error:
        raise EmitError(f"{error.filename or parent}: cannot be written: {error.strerror or error}") from None


def write_file(path: Path, content: bytes) -> None:
    """Write one file whole or not at all; EmitError where it cannot be written.

    A link stays a link: what it leads to is written.
    """
    path = Path(os.path.realpath(path))
    aside = path.with_name(f".discordant-{secrets.token_hex(16)}")
    made = False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(aside, "xb") as file:  # never through a link, never over a file
            made = True
            file.write(content)
        aside.replace(path)
    except BaseException as error:
        if made:
            with contextlib.suppress(OSError):
                aside.unlink()
        if isinstance(error, OSError):
            raise EmitError(f"{path}: cannot be written: {error.strerror}") from None
        raise


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Fill a new or empty folder with files, all or none; EmitError where it cannot be written."""
    made = not folder.exists()
    staging = folder / _STAGING
    moved: list[Path] = []
    try:
        staging.mkdir(parents=True)
        for path, content in files.items():
            write_file(staging / path, content)
        for entry in sorted(staging.iterdir()):
            entry.rename(folder / entry.name)
            moved.append(folder / entry.name)
        staging.rmdir()
    except BaseException as error:
        for entry in filter(Path.exists, (*moved, folder if made else staging)):
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
        if isinstance(error, OSError):
            raise EmitError(f"{folder}: cannot be written: {error.strerror or error}") from None
        raise


def check_folder(folder: Path, files: Iterable[str] = ()) -> None:
    """Raise EmitError where something stands in the way of the folder, of one in it or of these files."""
    inside = {folder / parent for path in files for parent in PurePosixPath(path).parents}
    for place in sorted({folder, *inside}):
        if place.is_symlink() or (place.exists() and not place.is_dir()):
            raise EmitError(f"{place}: not a folder; move it away, or choose another -o")
    for place in sorted(folder / path for path in files):
        if place.is_dir():
            raise EmitError(f"{place}: a folder, where a file is to be written; move it away")


def replace_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Put these files into a folder, all or none; what lies there under other names stays.

    Raises EmitError where it cannot be written; then nothing has changed.
    """
    check_folder(folder, files)
    try:
        with _staging(folder.parent, (folder.name,)) as staging:
            _fill(staging / folder.name, files, folder)
            _link_others(folder, staging / folder.name, files)
            _exchange(staging / folder.name, folder)
    except OSError as error:
        raise EmitError(f"{error.filename or folder}: cannot be written: {error.strerror or error}") from None


def check(parent: Path, files: Mapping[str, bytes] | None = None) -> None:
    """Raise EmitError where a build into this folder would have to touch what is not its own."""
    for name in FOLDERS:
        check_folder(parent / name)
    owned = read_manifest(parent)["files"]
    output = parent / "output"
    ours = (parent / MANIFEST).is_file()
    if not ours and output.is_dir() and any(output.iterdir()):
        raise EmitError(
            f"{output}: not empty, and without a manifest of this program; move it away, or choose another -o"
        )
    for path in files or ():
        if path != MANIFEST and path not in owned and (parent / path).exists():
            raise EmitError(
                f"{parent / path}: not written by this program; move it away, or choose another -o"
            )


def _is_ours(path: str) -> bool:
    parts = PurePosixPath(path).parts
    return bool(parts) and parts[0] in FOLDERS and ".." not in parts and not path.startswith("/")


@contextlib.contextmanager
def _staging(parent: Path, names: Sequence[str]) -> Iterator[Path]:
    """Empty folders of these names, ours alone: the lock ends with the process that holds it."""
    parent.mkdir(parents=True, exist_ok=True)
    lock = parent / _STAGING
    lock.mkdir(exist_ok=True)
    try:
        handle = os.open(lock, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:  # emptied below, it would take what it leads to along
        raise EmitError(f"{lock}: a link or a file, where a build keeps its folder; move it away") from None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)  # what lies there belongs to the other build
        raise EmitError(f"{parent}: another build is writing here; wait for it to end") from None
    try:
        for left in lock.iterdir():  # what a killed build left
            shutil.rmtree(left) if left.is_dir() and not left.is_symlink() else left.unlink()
        for name in names:
            (lock / name).mkdir()
        yield lock
    finally:
        shutil.rmtree(lock, ignore_errors=True)
        os.close(handle)


def _write(files: Mapping[str, bytes], staging: Path) -> None:
    for path in files:
        if not _is_ours(path):
            raise EmitError(f"{path}: outside output/ and figures/")
    _fill(staging, files, staging.parent)


def _fill(staging: Path, files: Mapping[str, bytes], shown: Path) -> None:
    """Write and flush; `shown` is the folder that an error names."""
    for path, content in files.items():
        target = staging / path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:  # a full disk names no file
            raise EmitError(f"{shown / path}: cannot be written: {error.strerror}") from None


def _carry_over(files: Mapping[str, bytes], parent: Path, staging: Path) -> None:
    """Files that are not ours come along, by a second link: the old tree stays whole until the end."""
    owned = {*read_manifest(parent)["files"], MANIFEST, *files}
    for name in FOLDERS:
        inside = {path.removeprefix(f"{name}/") for path in owned if path.startswith(f"{name}/")}
        _link_others(parent / name, staging / name, inside)


def _link_others(old: Path, new: Path, owned: Collection[str]) -> None:
    """Every file of a folder but the owned ones, linked into another."""
    for path in sorted(old.rglob("*")):
        relative = path.relative_to(old).as_posix()
        if relative in owned or (path.is_dir() and not path.is_symlink()):
            continue
        target = new / relative
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            os.link(path, target, follow_symlinks=False)
        except OSError:
            shutil.copy2(path, target, follow_symlinks=False)


def _exchange(new: Path, old: Path) -> None:
    """Swap two folders in one step where the system can; else move the old one aside first."""
    if not old.exists():
        new.rename(old)
        return
    if not _exchange_at_once(new, old):
        aside = new.with_name(f"{new.name}.old")
        old.rename(aside)
        try:
            new.rename(old)
        except OSError:
            aside.rename(old)
            raise


def _exchange_at_once(new: Path, old: Path) -> bool:
    if not sys.platform.startswith("linux"):
        return False
    renameat2 = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if renameat2 is None:
        return False
    if renameat2(_AT_FDCWD, os.fsencode(new), _AT_FDCWD, os.fsencode(old), _RENAME_EXCHANGE) == 0:
        return True
    if ctypes.get_errno() in (errno.EINVAL, errno.ENOSYS):  # a file system without it
        return False
    raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), str(old))
