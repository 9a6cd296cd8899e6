"""The cache: what earlier commands have made in a folder, found again by all that it is made from.

A key is the hash of a work's name, of what it is given, and of the code, fonts and versions that do it; so an
entry is never stale, only no longer asked for.

It lies in a folder of its own beside output/, and nowhere else: nothing is written in the home folder, what
is made in one place is never taken for another's, and it goes when that place goes.  Believed is what this
program has put there itself, on this machine and for this user: `own` proves it of the folder, which nobody
else can enter, and whose name no repository, archive or copy can bring.  What cannot be proven is not opened.
An entry holds its own hash against accidents, and is read as plain data, from which nothing can be run.

One command at a time has it; others do without.  It is written once all else has been, and no error of it
matters to a command.
"""

from __future__ import annotations

import contextlib
import dataclasses
import datetime
import hashlib
import io
import os
import pickle
import re
import secrets
import stat
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path, PurePath

from ..language.files import MB
from . import own
from .interrupts import held

PREFIX = ".cache-discordant-"
SIZE = 256 * MB  # bytes of all entries; those of a build of three languages have some 8 MB
AGE = 30 * 24 * 3600  # seconds after which an entry goes that nobody has asked for
NOTHING = object()  # what is found where nothing is
_DAY = 24 * 3600
_PATIENCE = 60  # seconds after which a folder that is being made is taken for left
_STRAYS = 3  # folders that look like the cache and are not proven, beside which no new one is made
_ENTRY = re.compile("[0-9a-f]{64}")
_HASH = 32  # bytes
# what tells version control and backups to pass it by
_TAGS = {
    ".gitignore": b"*\n",
    "CACHEDIR.TAG": b"Signature: 8a477f597d28d172789f06886806bc55\n# made by discordant; may be removed\n",
}
_PACKAGE = __name__.partition(".")[0]


class Cache:
    """What is known of one place; `made_by` is the hash of the code, fonts and versions that do any work."""

    def __init__(self, parent: Path, made_by: str) -> None:
        self._parent, self._made_by = parent, made_by
        self._place: int | None = None  # descriptor of the parent
        self._folder: own.Own | None = None
        self._may_make = True
        self._new: dict[str, object] = {}

    @property
    def filled(self) -> bool:
        """Whether there is anything that could be found."""
        return self._folder is not None

    def key(self, name: str, *given: object) -> str | None:
        """What a work of this name, given this, is known by; None where it is given what has no hash."""
        try:
            return told((name, self._made_by, given)).hex()
        except TypeError:
            return None

    def find(self, key: str | None) -> object:
        """What is known by a key, or NOTHING."""
        if key is None or self._folder is None:
            return NOTHING
        try:
            return _load(_read(key, self._folder.handle), key)
        except (OSError, MemoryError, ValueError, pickle.UnpicklingError, *_DAMAGED):
            return NOTHING

    def keep(self, key: str | None, value: object) -> None:
        """Have a value written with the others, by `write`: plain data and named tuples of ours."""
        if key is not None:
            self._new[key] = value

    def write(self) -> None:
        """Write what is to be kept, and remove what is old or too much."""
        if not (self._new and self._may_make):
            return
        with held(), contextlib.suppress(OSError, MemoryError):
            if self._folder is None:
                self._folder = self._made()
            for name in _TAGS.keys() - set(_names(self._folder.handle)):
                _write(name, _TAGS[name], self._folder.handle)
            for key, value in self._new.items():
                _write(key, _dump(value, key), self._folder.handle)
            self._new.clear()
            _tidy(self._folder.handle)

    def remove(self) -> None:
        """Remove what is there, if this command has it."""
        folder, self._folder = self._folder, None
        if folder is not None:
            _remove(folder)

    def _made(self) -> own.Own:
        if self._place is None:
            self._place = os.open(self._parent, own.FOLDER & ~os.O_NOFOLLOW)
        return own.make(self._place, PREFIX)

    def _open(self) -> None:
        """Find the one folder that is proven; without one that is busy, and with few that are not proven."""
        self._place = os.open(self._parent, own.FOLDER & ~os.O_NOFOLLOW)
        strays = 0
        for name in own.left(self._place, PREFIX):
            try:
                own.clear_passing(self._place, name, PREFIX, _PATIENCE)
                folder = own.claim(self._place, name, PREFIX)
            except own.Busy:
                self._may_make = False
                return
            if folder is None:
                strays += 1
            elif self._folder is None:
                self._folder = folder
            else:  # two commands have made one each
                _remove(folder)
        self._may_make = self._folder is not None or strays < _STRAYS

    def _close(self) -> None:
        if self._folder is not None:
            self._folder.close()
        if self._place is not None:
            os.close(self._place)


@contextlib.contextmanager
def opened(parent: Path, made_by: str) -> Iterator[Cache]:
    """The cache of a place, for this command alone; an empty one where there is none or another has it."""
    cache = Cache(parent, made_by)
    try:
        with contextlib.suppress(OSError):
            cache._open()
        yield cache
    finally:
        cache._close()


def told(value: object) -> bytes:
    """The SHA-256 of a value, the same for equal values in any process; TypeError for what has none.

    >>> told({"a": frozenset("xyz")}) == told({"a": frozenset("zyx")})
    True
    >>> told((1, "2")) == told(("1", 2)), told(("a", "b")) == told(("ab",)), told(1) == told(True)
    (False, False, False)
    """
    kind = type(value)
    content = b"".join(map(told, _parts(value))) if (parts := _SHAPE.get(kind)) is None else parts(value)
    name = f"{kind.__module__}.{kind.__qualname__}"
    return hashlib.sha256(hashlib.sha256(name.encode()).digest() + content).digest()


def _parts(value: object) -> Iterator[object]:
    """What a value of another kind than those of _SHAPE is made of, in an order that is its own."""
    if isinstance(value, tuple):  # a named one
        yield from value
    elif isinstance(value, Mapping):
        for item in value.items():
            yield from item
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from (field.name, getattr(value, field.name))
    elif isinstance(value, str | PurePath):  # a kind of text of its own, such as Markup
        yield str(value)
    else:
        raise TypeError(f"a {type(value).__name__} has no hash of its own")


def _sequence(value: object) -> bytes:
    return b"".join(map(told, value))  # type: ignore[call-overload]


def _set(value: object) -> bytes:
    return b"".join(sorted(map(told, value)))  # type: ignore[call-overload]


def _printed(value: object) -> bytes:
    return repr(value).encode()


_SHAPE: Mapping[type, Callable[[object], bytes]] = {
    **dict.fromkeys((type(None), bool, int, float, range, Fraction, datetime.date), _printed),
    **dict.fromkeys((tuple, list), _sequence),
    **dict.fromkeys((set, frozenset), _set),
    str: lambda value: str(value).encode("utf-8", "surrogatepass"),
    bytes: lambda value: bytes(value),  # type: ignore[call-overload]
}


# what reading damaged data can raise
_DAMAGED = (AttributeError, EOFError, ImportError, IndexError, KeyError, TypeError, OverflowError)


class _Plain(pickle.Unpickler):
    """Reads plain data and named tuples of ours; nothing else is ever called."""

    def find_class(self, module: str, name: str) -> type:
        found = getattr(sys.modules.get(module), name, None)
        ours = module.partition(".")[0] == _PACKAGE
        if ours and isinstance(found, type) and issubclass(found, tuple) and hasattr(found, "_fields"):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} is no plain data")


def _dump(value: object, key: str) -> bytes:
    content = pickle.dumps(value, protocol=5)
    return hashlib.sha256(key.encode() + content).digest() + content


def _load(entry: bytes, key: str) -> object:
    found, content = entry[:_HASH], entry[_HASH:]
    if found != hashlib.sha256(key.encode() + content).digest():
        raise ValueError("damaged")
    return _Plain(io.BytesIO(content)).load()


def _read(name: str, folder: int) -> bytes:
    handle = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    with open(handle, "rb") as file:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode) or status.st_size > SIZE:
            raise ValueError("no entry")
        if time.time() - status.st_mtime > _DAY:
            os.utime(handle)  # so that it is seen when it was asked for last
        return file.read(SIZE)


def _write(name: str, content: bytes, folder: int) -> None:
    """Put a file in place, whole or not at all.  None is flushed: one that a crash cut short is no entry."""
    new = f"new-{secrets.token_hex(8)}"
    handle = os.open(new, own.NEW_FILE, 0o600, dir_fd=folder)
    try:
        with open(handle, "wb") as file:
            file.write(content)
        os.rename(new, name, src_dir_fd=folder, dst_dir_fd=folder)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(new, dir_fd=folder)
        raise


def _tidy(folder: int) -> None:
    """Remove what a killed command left half written, what is old, and the oldest of what is too much."""
    found = []
    for name in _names(folder):
        status = os.stat(name, dir_fd=folder, follow_symlinks=False)
        if _ENTRY.fullmatch(name):
            found.append((status.st_mtime, status.st_size, name))
        elif name.startswith("new-"):
            os.unlink(name, dir_fd=folder)
    size, now = 0, time.time()
    for date, bytes_, name in sorted(found, reverse=True):
        size += bytes_
        if size > SIZE or now - date > AGE:
            os.unlink(name, dir_fd=folder)


def _names(folder: int) -> list[str]:
    with os.scandir(folder) as there:
        return [entry.name for entry in there]


def _remove(folder: own.Own) -> None:
    with contextlib.suppress(OSError):
        folder.remove()
    folder.close()
