"""Emit: the doors by which files are written.  What goes through one of them appears whole or not at all.

`swap` says how.  Of a build only paths named in `output/manifest.json` are ever replaced or removed; what
somebody else put beside them is not touched.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple, TypedDict

from ..language.files import MB, NotThere, Unreadable, read
from . import own
from .interrupts import Held, held
from .swap import ELSEWHERE, Swap, clear
from .swap import EmitError as EmitError
from .swap import count as count

FOLDERS = ("output", "figures")
MANIFEST = "output/manifest.json"
FORMAT = 1  # of the manifest
MANIFEST_LIMIT = 16 * MB  # ours has some 20 KB


class Listed(NamedTuple):
    """What a manifest says of a file."""

    sha256: str
    bytes: int
    source: str  # hash of what it was made from


class Manifest(TypedDict):
    """The manifest of an output."""

    format: int
    languages: list[str]
    versions: dict[str, str]
    files: dict[str, Listed]


def sha256(content: bytes) -> str:
    """The SHA-256 of some bytes, in hex."""
    return hashlib.sha256(content).hexdigest()


def manifest(
    files: Mapping[str, bytes],
    sources: Mapping[str, str],
    versions: Mapping[str, str],
    languages: Sequence[str],
) -> bytes:
    """The manifest: hash, size and source hash of every file, and the versions that made them.

    `sources` gives the hash of the sources of each file, `languages` are those that the output offers.
    """
    entries = {
        path: Listed(sha256(content), len(content), sources[path])._asdict()
        for path, content in sorted(files.items())
    }
    document = {
        "format": FORMAT,
        "languages": list(languages),
        "versions": dict(sorted(versions.items())),
        "files": entries,
    }
    return (json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n").encode("utf-8")


def read_manifest(parent: Path) -> Manifest:
    """The manifest in a folder, empty where there is none; EmitError where it is not one of ours."""
    path = parent / MANIFEST
    try:
        content = read(path, MANIFEST_LIMIT)
    except NotThere:
        return {"format": FORMAT, "languages": [], "versions": {}, "files": {}}
    except Unreadable as error:
        raise EmitError(error.what, path=path, advice=ELSEWHERE) from None
    try:
        return parsed(content)
    except ValueError:
        raise EmitError(
            "not a manifest of this program",
            path=path,
            advice=f"move {path.parent} away, or choose another -o",
        ) from None


def parsed(content: bytes) -> Manifest:
    """A manifest of ours, read back; ValueError for anything else."""
    try:
        document = json.loads(content)
        files = {name: Listed(**entry) for name, entry in document["files"].items()}
        hashes = [text for entry in files.values() for text in (entry.sha256, entry.source)]
        if document["format"] != FORMAT or not all(map(_is_ours, files)):
            raise ValueError
        if not all(isinstance(text, str) for text in hashes):
            raise ValueError
        return {
            "format": FORMAT,
            "languages": document["languages"],
            "versions": document["versions"],
            "files": files,
        }
    except (TypeError, KeyError, AttributeError, RecursionError):
        raise ValueError from None


def publish(files: Mapping[str, bytes], parent: Path, before: Mapping[str, Listed] | None = None) -> None:
    """Put the files in place of those of the build before.

    `before` is what its manifest listed when this build began: if that has changed, another build
    came in between, and what it made would be lost.

    Paths begin with `output/` or `figures/` and the manifest is among them.  Raises EmitError where
    something foreign is in the way or the folder cannot be written; then nothing has changed.
    """
    for path in files:
        if not _is_ours(path):
            raise EmitError("outside output/ and figures/", path=path)
    with _writing(parent) as (swap, held):
        check(parent, files)
        owned = read_manifest(parent)["files"]
        if before is not None and owned != before:
            raise EmitError(
                "another build has written here meanwhile", path=parent, advice="run this one again"
            )
        for path, content in files.items():
            held.stop_here()
            swap.put(path, content)
        for path in sorted(set(owned) - set(files)):
            swap.take(path)
        swap.carry_out(held)


def write_file(path: Path, content: bytes) -> None:
    """Write one file whole or not at all; EmitError where it cannot be written."""
    write_together({path: content})


def write_together(files: Mapping[Path, bytes], gone: Iterable[Path] = ()) -> None:
    """Write files, wherever they lie, all or none, and remove others; EmitError where one cannot be written.

    A link stays a link and what it leads to is written.  A path that begins in the current folder must end
    in it, too: a link that leads out of it may be a stranger's.
    """
    real = {_led_to(path): content for path, content in files.items()}
    if not real:
        return
    lost = [_led_to(path) for path in gone]
    above = Path(os.path.commonpath([path.parent for path in (*real, *lost)]))
    write_files(
        above,
        {path.relative_to(above).as_posix(): content for path, content in real.items()},
        [path.relative_to(above).as_posix() for path in lost],
    )


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Fill a folder, new or there, with files: all or none; EmitError where it cannot be written."""
    if folder.is_dir():
        write_files(folder, files)
    else:
        write_files(folder.parent, {f"{folder.name}/{path}": content for path, content in files.items()})


def write_files(parent: Path, files: Mapping[str, bytes], gone: Iterable[str] = ()) -> None:
    """Put files into a folder and those in it, all or none; what lies there under other names stays.

    `gone` are files of ours from before that are not to stay.  Raises EmitError where something else is in
    the way or they cannot be written; then nothing has changed.
    """
    with _writing(parent) as (swap, held):
        for path, content in files.items():
            held.stop_here()
            swap.put(path, content)
        for path in gone:
            swap.take(path)
        swap.carry_out(held)


def recover(*places: Path) -> None:
    """Undo what a killed command left half done in folders and clear what it left; nothing else is touched.

    To be called before the folders are looked at.  Raises EmitError where another command is at work there,
    and where it cannot be undone.
    """
    for place in places:
        if _has_left(place):  # else a folder that is only read need not be locked
            with held(), _locked(place):
                pass


def check_folder(folder: Path) -> None:
    """Raise EmitError where something else, or a link, stands in the place of a folder."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise EmitError("not a folder", path=folder, advice=ELSEWHERE)


def check(parent: Path, files: Iterable[str] = ()) -> None:
    """Raise EmitError where a build into this folder would have to touch what is not its own."""
    for name in FOLDERS:
        check_folder(parent / name)
    owned = read_manifest(parent)["files"]
    output = parent / "output"
    ours = (parent / MANIFEST).is_file()
    if not ours and output.is_dir() and any(output.iterdir()):
        raise EmitError(
            "not empty, and without a manifest of this program",
            path=output,
            advice=ELSEWHERE,
        )
    inside = {str(folder) for path in (*owned, *files) for folder in list(PurePosixPath(path).parents)[:-1]}
    for path in sorted(inside):
        check_folder(parent / path)
    for path in sorted(files):
        if path != MANIFEST and path not in owned and os.path.lexists(parent / path):
            raise EmitError("not written by this program", path=parent / path, advice=ELSEWHERE)


def _has_left(folder: Path) -> bool:
    try:
        return any(path.name.startswith(own.PREFIX) for path in folder.iterdir())
    except OSError:
        return False


def _led_to(path: Path) -> Path:
    """Where a path leads, through links."""
    real = Path(os.path.realpath(path))
    begins_here = not path.is_absolute() and ".." not in path.parts
    if begins_here and not real.is_relative_to(Path.cwd().resolve()):
        raise EmitError(
            f"a link leads out of this folder, to {real}", path=path, advice="put a copy in its place"
        )
    return real


def _is_ours(path: str) -> bool:
    parts = PurePosixPath(path).parts
    return bool(parts) and parts[0] in FOLDERS and ".." not in parts and not path.startswith("/")


@contextlib.contextmanager
def _writing(parent: Path) -> Iterator[tuple[Swap, Held]]:
    """A swap into a folder that no other command writes into meanwhile, and the interrupts held for it."""
    with held() as interrupts, _folder_of(parent), _locked(parent) as handle:
        try:
            folder = own.make(handle)
        except OSError as error:
            raise EmitError(f"cannot be written: {error.strerror}", path=parent) from None
        try:
            yield Swap(handle, parent, folder), interrupts
        except OSError as error:
            raise EmitError(f"cannot be written: {error.strerror}", path=parent) from None
        finally:
            _clear(handle, folder, parent)


@contextlib.contextmanager
def _folder_of(parent: Path) -> Iterator[None]:
    """The folder, made where it is not there; what was made goes again after an error."""
    made: list[Path] = []
    try:
        try:
            for place in (*reversed(parent.parents), parent):
                if not place.is_dir():
                    place.mkdir()
                    made.append(place)
        except FileExistsError:
            raise EmitError("not a folder", path=place, advice="move it away, or choose another") from None
        except OSError as error:
            raise EmitError(f"cannot be written: {error.strerror}", path=parent) from None
        yield
    except BaseException:
        for place in reversed(made):
            with contextlib.suppress(OSError):
                place.rmdir()
        raise


@contextlib.contextmanager
def _locked(parent: Path) -> Iterator[int]:
    """The descriptor of a folder that this process alone writes into, rid of what killed ones left there."""
    try:
        handle = os.open(parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise EmitError(f"cannot be written: {error.strerror}", path=parent) from None
    try:
        try:
            _lock(handle)
            for name in own.left(handle):
                own.clear_passing(handle, name)
                if folder := own.claim(handle, name):
                    _clear(handle, folder, parent)
        except (BlockingIOError, own.Busy):
            raise EmitError(
                "another build is writing here", path=parent, advice="wait for it to end"
            ) from None
        except OSError as error:
            raise EmitError(f"cannot be written: {error.strerror}", path=parent) from None
        yield handle
    finally:
        os.close(handle)


def _lock(handle: int) -> None:
    """Lock a folder, where its file system can: with NFS only files are locked, as the stamps of ours are."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in (errno.EBADF, errno.EINVAL, errno.ENOLCK, errno.ENOTSUP):
            raise


def _clear(handle: int, folder: own.Own, parent: Path) -> None:
    try:
        clear(handle, folder)
    except OSError as error:
        raise EmitError(
            f"what an interrupted command left there cannot be undone: {error.strerror}",
            path=parent,
            advice="run it again once that is put right",
        ) from None
    finally:
        folder.close()
