"""Swap: files put in place of others, all or none, in folders where other people's things lie too.

The new files are written into a folder of this program's own beside the places they are for, then put in
place one by one, the old ones moved into the own folder.  A journal there says what is under way; until it
is taken back, whoever comes next undoes the whole.  So a process may be killed anywhere: afterwards, and
after the next command, all is old or all is new.

Why file by file, and no exchange of whole folders, which takes one step each: what lies there under other
names is never touched, moved, copied or seen, so that nothing can happen to it, and the folders themselves
stay the ones that they are, with rights, owner and everything else.  Why undo and never finish: the same few
lines then serve an error, an interrupt and a killed process.  What is undone is recognised by inode, date and
size as the very thing that was put there; what somebody has put there since stays.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from ..language.refused import Refused
from .interrupts import Held
from .own import FOLDER, NEW_FILE, Own

ELSEWHERE = "move it away, or choose another -o"  # the advice where something of others is in the way
_JOURNAL, _DONE = "journal", "done"
_NO_HELP = (errno.ENOENT, errno.ENOSPC, errno.EIO, errno.EXDEV)  # where moving fails as linking does
_count = 0
_Marks = tuple[int, int, int]  # inode, date of the content in nanoseconds, size; of a folder only the inode


class EmitError(Refused):
    """A folder that cannot or must not be written; the message names it and says what to do."""

    code = 4


class Change(NamedTuple):
    """One step: a folder or file to be put at a path, or a file to be taken from it."""

    kind: str  # "folder", "file" or "gone"
    path: str
    number: int  # names the new thing in the own folder; the old one is called old and the number
    was: _Marks | None  # what stands there before
    made: _Marks | None  # what is put there


class Swap:
    """Files on their way from an own folder to their places below the folder with the descriptor `root`.

    `shown` is what errors call that folder.  The calls in order: `put` and `take`, `carry_out`, then in any
    case `clear`.
    """

    def __init__(self, root: int, shown: Path, own: Own) -> None:
        self._root, self._shown, self._own = root, shown, own
        self._changes: list[Change] = []
        self._folders: set[str] = set()  # that are to be made
        self._emptied: set[str] = set()

    def put(self, path: str, content: bytes) -> None:
        """Have this file at a path, and the folders it needs; EmitError where something is in the way."""
        above = [str(parent) for parent in reversed(PurePosixPath(path).parents)][1:]
        there = next((i for i, name in enumerate(above) if name in self._folders), len(above))
        with _folder(self._root, above[:there], self._shown) as (handle, found):
            for name in above[found:]:
                if name not in self._folders:
                    self._make_folder(name, handle)
            old = None if above[found:] else _status(PurePosixPath(path).name, handle)
            if old is not None and stat.S_ISDIR(old.st_mode):
                raise EmitError(
                    "a folder, where a file is to be written", path=self._shown / path, advice="move it away"
                )
            if old is not None and not stat.S_ISREG(old.st_mode):
                raise EmitError("not a file", path=self._shown / path, advice=ELSEWHERE)
            if old is not None and _holds(PurePosixPath(path).name, handle, old, content):
                return
            self._refuse_mounts(handle, PurePosixPath(path).parent)
            try:
                self._make_file(path, content, old, os.fstat(handle))
            except OSError as error:  # a full disk names no file
                raise EmitError(f"cannot be written: {error.strerror}", path=self._shown / path) from None

    def take(self, path: str) -> None:
        """Have no file at a path; folders that are empty then go too.  What is no file stays."""
        above = [str(parent) for parent in reversed(PurePosixPath(path).parents)][1:]
        with contextlib.suppress(EmitError), _folder(self._root, above, self._shown) as (handle, found):
            old = None if above[found:] else _status(PurePosixPath(path).name, handle)
            if old is not None and stat.S_ISREG(old.st_mode):
                self._changes.append(Change("gone", path, len(self._changes), _marks(old), None))
                self._emptied |= set(above)

    def carry_out(self, held: Held) -> None:
        """Make the changes; an error or an interrupt leaves them to be undone by `clear`."""
        global _count
        held.stop_here()
        if not self._changes:
            return
        if [change.kind for change in self._changes] == ["file"]:  # whole by itself
            self._make(self._changes[0], keep=False)
            _count += 1
            with contextlib.suppress(OSError):
                self._flush()
            return
        self._write_journal()
        held.stop_here()
        for change in self._changes:
            self._make(change, keep=True)
        self._flush()
        os.rename(_JOURNAL, _DONE, src_dir_fd=self._own.handle, dst_dir_fd=self._own.handle)
        _count += 1
        with contextlib.suppress(OSError):  # from here on all is changed, come what may
            _flush_folder(self._own.handle)

    def _make(self, change: Change, keep: bool) -> None:
        """Make a change; the old file is kept in the own folder where it may have to come back."""
        try:
            with _parent(self._root, change.path) as (folder, name):
                found = _status(name, folder)
                if (found and _marks(found)) != change.was:
                    raise OSError(errno.EEXIST, "changed meanwhile")
                if keep and change.was:
                    _keep(change, name, folder, self._own.handle)
                _put_in_place(change, name, folder, self._own.handle)
        except OSError as error:
            what = error.strerror if error.errno != errno.EXDEV else "it is on another file system"
            raise EmitError(f"cannot be written: {what}", path=self._shown / change.path) from None

    def _make_folder(self, path: str, above: int) -> None:
        name = str(number := len(self._changes))
        os.mkdir(name, dir_fd=self._own.handle)
        status = os.fstat(above)
        if status.st_mode & stat.S_ISGID:  # where a group shares a folder, it shares what comes into it
            with contextlib.suppress(OSError):
                os.chown(name, -1, status.st_gid, dir_fd=self._own.handle, follow_symlinks=False)
        made = os.stat(name, dir_fd=self._own.handle, follow_symlinks=False)
        self._changes.append(Change("folder", path, number, None, _marks(made)))
        self._folders.add(path)

    def _make_file(
        self, path: str, content: bytes, old: os.stat_result | None, above: os.stat_result
    ) -> None:
        name = str(number := len(self._changes))
        handle = os.open(name, NEW_FILE, 0o666, dir_fd=self._own.handle)
        try:
            _write(handle, content)
            if old is not None:
                _give(handle, old.st_uid, old.st_gid)
                os.fchmod(handle, stat.S_IMODE(old.st_mode) & 0o777)
            elif above.st_mode & stat.S_ISGID:
                _give(handle, -1, above.st_gid)
            os.fsync(handle)
            made = _marks(os.fstat(handle))
        finally:
            os.close(handle)
        was = None if old is None else _marks(old)
        self._changes.append(Change("file", path, number, was, made))

    def _refuse_mounts(self, folder: int, path: PurePosixPath) -> None:
        if os.fstat(folder).st_dev != os.fstat(self._own.handle).st_dev:
            raise EmitError(
                f"on another file system than {self._shown}, so that they cannot change together",
                path=self._shown / path,
                advice="mount the folder that holds it instead, or choose another -o",
            )

    def _write_journal(self) -> None:
        content = json.dumps({"changes": self._changes, "emptied": sorted(self._emptied)}).encode("ascii")
        handle = os.open("journal.new", NEW_FILE, 0o600, dir_fd=self._own.handle)
        try:
            _write(handle, content)
            os.fsync(handle)
        finally:
            os.close(handle)
        _flush_folder(self._own.handle)
        os.rename("journal.new", _JOURNAL, src_dir_fd=self._own.handle, dst_dir_fd=self._own.handle)
        _flush_folder(self._own.handle)
        _flush_folder(self._root)

    def _flush(self) -> None:
        for folder in sorted({str(PurePosixPath(change.path).parent) for change in self._changes}):
            with _parent(self._root, f"{folder}/x") as (handle, _name):
                _flush_folder(handle)


def count() -> int:
    """How many times this process has changed files: it tells whether an interrupt came too late."""
    return _count


def clear(root: int, own: Own) -> None:
    """Undo what is under way by the journal of a folder of ours, then remove that folder.

    Raises OSError where it cannot be undone: the folder then stays, for another attempt.
    """
    changes, emptied = _read(_JOURNAL, own), _read(_DONE, own)
    for kind, path, number, was, made in reversed(changes):
        change = Change(kind, path, number, was and tuple(was), made and tuple(made))
        with contextlib.suppress(FileNotFoundError, NotADirectoryError, EmitError):
            _take_back(change, root, own.handle)
    if changes:
        os.unlink(_JOURNAL, dir_fd=own.handle)
        _flush_folder(own.handle)
    with contextlib.suppress(OSError):  # what stays is cleared by the next command
        _remove_empty(emptied, root)
        own.remove()


def _read(name: str, own: Own) -> Any:
    """What the journal says: the changes, or, once they are made, the folders that may have become empty."""
    try:
        handle = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=own.handle)
    except FileNotFoundError:
        return []
    with open(handle, encoding="ascii") as file:
        return json.load(file)["changes" if name == _JOURNAL else "emptied"]


def _keep(change: Change, name: str, folder: int, own: int) -> None:
    """Have the old file in the own folder: moved where it goes, else by a second link if it can be."""
    old = f"old{change.number}"
    if change.kind != "gone":
        try:
            os.link(name, old, src_dir_fd=folder, dst_dir_fd=own, follow_symlinks=False)
            return
        except OSError as error:
            if error.errno in _NO_HELP:
                raise
    os.rename(name, old, src_dir_fd=folder, dst_dir_fd=own)


def _put_in_place(change: Change, name: str, folder: int, own: int) -> None:
    new = str(change.number)
    if change.kind == "folder" or (change.kind == "file" and change.was):
        os.rename(new, name, src_dir_fd=own, dst_dir_fd=folder)
    elif change.kind == "file":
        _move(new, own, name, folder)


def _take_back(change: Change, root: int, own: int) -> None:
    old = f"old{change.number}"
    with _parent(root, change.path) as (folder, name):
        found = _status(name, folder)
        ours = found is not None and _marks(found) == change.made
        if change.kind == "folder":
            if ours:
                with contextlib.suppress(OSError):  # somebody has put something into it
                    os.rmdir(name, dir_fd=folder)
        elif ours and change.was is None:
            os.unlink(name, dir_fd=folder)
        elif ours:
            os.rename(old, name, src_dir_fd=own, dst_dir_fd=folder)
        elif found is None and change.was is not None:
            _move(old, own, name, folder)
        else:
            return
        _flush_folder(folder)


def _move(name: str, folder: int, target: str, into: int) -> None:
    """Move a file to a name that is free; FileExistsError where it is not."""
    try:
        os.link(name, target, src_dir_fd=folder, dst_dir_fd=into, follow_symlinks=False)
    except FileExistsError:
        raise
    except OSError as error:
        if error.errno in _NO_HELP:
            raise
        os.rename(name, target, src_dir_fd=folder, dst_dir_fd=into)  # a file system without links
    else:
        with contextlib.suppress(OSError):  # it goes with the own folder
            os.unlink(name, dir_fd=folder)


def _remove_empty(folders: Iterable[str], root: int) -> None:
    """Remove those of the folders that are empty, the innermost first."""
    for path in sorted(folders, reverse=True):
        with contextlib.suppress(FileNotFoundError, EmitError), _parent(root, path) as (folder, name):
            try:
                os.rmdir(name, dir_fd=folder)
            except OSError as error:
                if error.errno not in (errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR, errno.EBUSY):
                    raise


def _write(handle: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(handle, rest) :]


def _give(handle: int, user: int, group: int) -> None:
    """Give a file to the owner of the one before, as far as that is allowed."""
    try:
        os.fchown(handle, user, group)
    except PermissionError:
        with contextlib.suppress(PermissionError):
            os.fchown(handle, -1, group)


def _marks(status: os.stat_result) -> _Marks:
    if stat.S_ISDIR(status.st_mode):
        return (status.st_ino, 0, 0)
    return (status.st_ino, status.st_mtime_ns, status.st_size)


def _status(name: str, folder: int) -> os.stat_result | None:
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None


def _holds(name: str, folder: int, status: os.stat_result, content: bytes) -> bool:
    """Whether a file has this content already."""
    if status.st_size != len(content):
        return False
    try:
        handle = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    except OSError:
        return False
    with open(handle, "rb") as file:
        return file.read(len(content) + 1) == content


@contextlib.contextmanager
def _parent(root: int, path: str) -> Iterator[tuple[int, str]]:
    """The folder that a path lies in, and its name there; FileNotFoundError where there is no such folder."""
    above = [str(parent) for parent in reversed(PurePosixPath(path).parents)][1:]
    with _folder(root, above, Path()) as (handle, found):
        if found < len(above):
            raise FileNotFoundError(errno.ENOENT, "no such folder", path)
        yield handle, PurePosixPath(path).name


@contextlib.contextmanager
def _folder(root: int, paths: list[str], shown: Path) -> Iterator[tuple[int, int]]:
    """The last of nested folders that is there, and how many of them are; no link is followed.

    EmitError where one of them is something else.
    """
    with contextlib.ExitStack() as opened:
        handle = root
        for number, path in enumerate(paths):
            try:
                handle = os.open(PurePosixPath(path).name, FOLDER, dir_fd=handle)
            except FileNotFoundError:
                yield handle, number
                return
            except OSError as error:
                if error.errno in (errno.ENOTDIR, errno.ELOOP):
                    raise EmitError("not a folder", path=shown / path, advice=ELSEWHERE) from None
                raise
            opened.callback(os.close, handle)
        yield handle, len(paths)


def _flush_folder(handle: int) -> None:
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EBADF):  # some file systems cannot
            raise
