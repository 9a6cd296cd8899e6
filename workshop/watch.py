"""Watch: waits until the content of files changes, whatever their dates say."""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path

from ..language.refused import Refused

_PAUSE = 0.1  # seconds between two looks
_SETTLING = 0.04  # a program that saves may empty a file first and fill it then
_RECENT = 2_000_000_000  # nanoseconds in which a file may change again under the same date and size
_LOOKS = 25
_MOST = 20_000  # entries in the folders of one watch; ours have some hundred
_LARGEST = 64 * 1024 * 1024  # bytes of a file that is read; of a larger one date and size must do
_EMPTY = hashlib.sha256(b"").hexdigest()


class WatchError(Refused):
    """More files than anybody has sources; the message names the folder."""


class Watch:
    """The files of some folders, remembered by content.

    `folders` is asked at every look, since a folder may appear meanwhile.  Names that begin with a dot
    or end with a tilde are an editor's own, and the files of `ignored` folders do not count.  A link that
    leads out of its folder is not followed to a folder, and what it leads to is not read: date and size
    tell of a change.  Raises WatchError, at any look, where there are too many files.
    """

    def __init__(self, folders: Callable[[], Iterable[Path]], ignored: Iterable[str] = ()) -> None:
        self._folders, self._ignored = folders, frozenset(ignored)
        self._known: dict[Path, tuple[tuple[int, ...], int, str]] = {}  # marks, when last read, digest
        self._last = self._look()

    def wait(self, seconds: float | None = None) -> bool:
        """Whether something has changed since the last call; waits for it, at most so many seconds.

        What changes while the caller works is seen by the next call.
        """
        end = None if seconds is None else time.monotonic() + seconds
        while (now := self._look()) == self._last:
            if end is not None and time.monotonic() >= end:
                return False
            time.sleep(_PAUSE)
        self._last = self._settled(now)
        return True

    def _settled(self, now: dict[Path, str]) -> dict[Path, str]:
        """The content once two looks agree and no file has just been emptied, or after a second anyway."""
        for _ in range(_LOOKS):
            time.sleep(_SETTLING)
            before, now = now, self._look()
            emptied = any(now[path] == _EMPTY != self._last.get(path, _EMPTY) for path in now)
            if before == now and not emptied:
                break
        return now

    def _look(self) -> dict[Path, str]:
        found: dict[Path, str] = {}
        for folder in self._folders():
            for path, inside in _files(folder, self._ignored):
                digest = self._digest(path, inside)
                if digest is not None:
                    found[path] = digest
        return found

    def _digest(self, path: Path, inside: bool) -> str | None:
        """The hash of a file, read anew only where it may have changed; None for what is no file."""
        try:
            status = path.stat()
            if not stat.S_ISREG(status.st_mode):
                return None
            marks = (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)
            if not inside or status.st_size > _LARGEST:
                return f"unread {marks}"
            known = self._known.get(path)
            if known and known[0] == marks and known[1] - max(marks[:2]) > _RECENT:
                return known[2]
            read = time.time_ns()
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
        except OSError as error:  # gone meanwhile, or not ours to read: the build will say so
            return f"error {error.errno}"
        self._known[path] = (marks, read, digest)
        return digest


def _files(folder: Path, ignored: Collection[str]) -> Iterator[tuple[Path, bool]]:
    """Every file below and whether it lies there, each folder once; what vanishes meanwhile is left out."""
    root = Path(os.path.realpath(folder))
    waiting, seen, count = [folder], set(), 0
    while waiting:
        here = waiting.pop()
        with contextlib.suppress(OSError):
            status = here.stat()
            if (status.st_dev, status.st_ino) in seen:
                continue
            seen.add((status.st_dev, status.st_ino))
            with os.scandir(here) as entries:
                for entry in entries:
                    count += 1
                    if count > _MOST:
                        raise WatchError(
                            f"more than {_MOST} files and folders",
                            path=folder,
                            advice="move away what is no source",
                        )
                    if entry.name.startswith(".") or entry.name.endswith("~"):
                        continue
                    inside = not entry.is_symlink() or Path(os.path.realpath(entry)).is_relative_to(root)
                    if not entry.is_dir():
                        yield Path(entry), inside
                    elif inside and entry.name not in ignored:
                        waiting.append(Path(entry))
