"""Own: folders that this program has made, told apart from all others, and what killed processes left.

Such a folder is worked through its descriptor, and no link is followed to reach it.  In it lies an empty
file, `stamp`, locked as long as a process of ours lives, and the name of the folder holds the stamp's inode
and change time.  Nobody can set a change time: no repository, archive, copy or guess brings a folder whose
name and stamp agree.  One that cannot be proven ours stays as it is, whatever it is called.

A folder without its final name is being made or removed.  It holds nothing but an empty stamp, and its name
says when that was.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import re
import secrets
import stat
import time
from collections.abc import Callable
from typing import ParamSpec

from .interrupts import held

PREFIX = ".discordant-"
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
NEW_FILE = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_STAMP = "stamp"
_Given = ParamSpec("_Given")
_NAMED = "([0-9a-f]+)-([0-9a-f]+)-[0-9a-f]{16}"
_PASSING = "new-([0-9a-f]+)-[0-9a-f]{16}"
_NEAR = 10 * 10**9  # nanoseconds between the time in a passing name and the folder's own


class Busy(Exception):
    """A process that lives is at work in a folder of ours."""


class Own:
    """A folder of ours: `handle` is its descriptor, `name` its name in the folder with that of `parent`."""

    def __init__(self, parent: int, name: str, prefix: str, handle: int, stamp: int) -> None:
        self.parent, self.name, self.handle = parent, name, handle
        self._prefix, self._stamp = prefix, stamp

    def remove(self) -> None:
        """Remove the folder with all that is in it, the stamp last: until then it can be told to be ours."""
        with held():
            self._empty()
            self._rename(_final_name(self._prefix, os.fstat(self._stamp)))
            self._empty()  # of what came meanwhile, by its old name: under the new one nothing comes
            self._rename(_passing_name(self._prefix))
            os.unlink(_STAMP, dir_fd=self.handle)
            os.rmdir(self.name, dir_fd=self.parent)

    def _empty(self) -> None:
        for name in _names(self.handle):
            if name != _STAMP:
                _remove(name, self.handle)

    def _rename(self, name: str) -> None:
        os.rename(self.name, name, src_dir_fd=self.parent, dst_dir_fd=self.parent)
        self.name = name

    def close(self) -> None:
        """Let go of the folder as it is; its lock ends with it."""
        for handle in (self._stamp, self.handle):
            os.close(handle)


def make(parent: int, prefix: str = PREFIX) -> Own:
    """A new and empty folder of ours in the folder with the descriptor `parent`; OSError where that fails."""
    with held(), contextlib.ExitStack() as undo:
        name = _passing_name(prefix)
        os.mkdir(name, 0o700, dir_fd=parent)
        undo.callback(_quietly, os.rmdir, name, dir_fd=parent)
        handle = os.open(name, FOLDER, dir_fd=parent)
        undo.callback(os.close, handle)
        if not _is_private(os.fstat(handle)) or _names(handle):
            raise PermissionError(errno.EPERM, "somebody else is at work here", name)
        stamp = os.open(_STAMP, NEW_FILE, 0o600, dir_fd=handle)
        undo.callback(os.close, stamp)
        undo.callback(_quietly, os.unlink, _STAMP, dir_fd=handle)
        fcntl.flock(stamp, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.fsync(stamp)
        final = _final_name(prefix, os.fstat(stamp))
        os.rename(name, final, src_dir_fd=parent, dst_dir_fd=parent)
        undo.pop_all()
        return Own(parent, final, prefix, handle, stamp)


def left(parent: int, prefix: str = PREFIX) -> list[str]:
    """The names in a folder that could be those of ours."""
    pattern = re.compile(f"{re.escape(prefix)}(?:{_NAMED}|{_PASSING})")
    return sorted(filter(pattern.fullmatch, _names(parent)))


def claim(parent: int, name: str, prefix: str = PREFIX) -> Own | None:
    """A folder that a dead process of ours left, now held by this one; None where it is not proven to be one.

    Raises Busy where its process lives.
    """
    found = re.fullmatch(re.escape(prefix) + _NAMED, name)
    if not found:
        return None
    with contextlib.ExitStack() as undo:
        try:
            handle = os.open(name, FOLDER, dir_fd=parent)
            undo.callback(os.close, handle)
            flags = os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
            stamp = os.open(_STAMP, flags, dir_fd=handle)
        except OSError:
            return None
        undo.callback(os.close, stamp)
        status = os.fstat(stamp)
        marks = (int(found[1], 16), int(found[2], 16))
        if not _is_private(os.fstat(handle)) or not stat.S_ISREG(status.st_mode):
            return None
        if (status.st_ino, status.st_ctime_ns) != marks or status.st_uid != os.geteuid():
            return None
        try:
            fcntl.flock(stamp, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Busy from None
        undo.pop_all()
        return Own(parent, name, prefix, handle, stamp)


def clear_passing(parent: int, name: str, prefix: str = PREFIX, seconds: float = 0) -> None:
    """Remove a folder of ours that was being made or removed, at least so many seconds ago, if it is one.

    `seconds` is for where a living process may just be making it.
    """
    found = re.fullmatch(re.escape(prefix) + _PASSING, name)
    if not found:
        return
    with contextlib.ExitStack() as undo, contextlib.suppress(OSError):
        handle = os.open(name, FOLDER, dir_fd=parent)
        undo.callback(os.close, handle)
        status = os.fstat(handle)
        near = abs(status.st_ctime_ns - int(found[1], 16)) < _NEAR
        old = time.time_ns() - status.st_ctime_ns >= seconds * 10**9
        inside = _names(handle)
        if not (near and old and _is_private(status)) or inside not in ([], [_STAMP]):
            return
        if inside:
            mark = os.stat(_STAMP, dir_fd=handle, follow_symlinks=False)
            if not stat.S_ISREG(mark.st_mode) or mark.st_size:
                return
            os.unlink(_STAMP, dir_fd=handle)
        os.rmdir(name, dir_fd=parent)


def _names(folder: int) -> list[str]:
    with os.scandir(folder) as entries:
        return [entry.name for entry in entries]


def _final_name(prefix: str, stamp: os.stat_result) -> str:
    return f"{prefix}{stamp.st_ino:x}-{stamp.st_ctime_ns:x}-{secrets.token_hex(8)}"


def _passing_name(prefix: str) -> str:
    return f"{prefix}new-{time.time_ns():x}-{secrets.token_hex(8)}"


def _is_private(status: os.stat_result) -> bool:
    """Whether a folder is one that nobody else can have put anything into."""
    return status.st_uid == os.geteuid() and not stat.S_IMODE(status.st_mode) & 0o022


def _remove(name: str, folder: int) -> None:
    """Remove an entry, a folder with what is in it; where something is mounted the folder stays."""
    if not stat.S_ISDIR(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
        os.unlink(name, dir_fd=folder)
        return
    try:
        os.rmdir(name, dir_fd=folder)
        return
    except OSError as error:
        if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):  # such as busy: a mount
            raise
    handle = os.open(name, FOLDER, dir_fd=folder)
    try:
        if os.fstat(handle).st_dev != os.fstat(folder).st_dev:
            raise OSError(errno.EBUSY, "something is mounted there", name)
        for inner in _names(handle):
            _remove(inner, handle)
    finally:
        os.close(handle)
    os.rmdir(name, dir_fd=folder)


def _quietly(work: Callable[_Given, object], *given: _Given.args, **named: _Given.kwargs) -> None:
    with contextlib.suppress(OSError):
        work(*given, **named)
