"""Files: how everything that we are given is read: regular files of bounded size, and nothing else.

A FIFO or a terminal would be waited for without end, a device read without end, and a huge file would take
all memory.  So the kind and the size are looked at first, on the open file, and a file without an end is
left where the limit is reached.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path, PurePosixPath

from .refused import Refused

MB = 1024 * 1024
TEXT = 4 * MB  # bytes of a text, a template or a table of settings; ours have some 100 KB
FONT = 64 * MB  # of a font; the largest of ours has 3 MB
PUBLISHED = 256 * MB  # of a file that a build has published
_PART = MB  # bytes read at a time
_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


class Unreadable(Refused):
    """A file that cannot be read, is none, is too large or no UTF-8; `path` names it, `what` says which."""


class NotThere(Unreadable):
    """There is no file of this name."""


class Outside(Refused):
    """A name that leads out of the folder it is to be in; `what` says the name."""


def read(path: Path, limit: int = TEXT) -> bytes:
    """The content of a regular file of at most `limit` bytes.

    Links are followed; see `inside` for names that somebody else has chosen.  Raises NotThere where there is
    no such file, Unreadable where it is no regular file (a folder, a pipe, a device), is larger or cannot be
    read.  It never waits, and never takes more memory than the limit and one part more.

    >>> read(Path("/dev/null"))
    Traceback (most recent call last):
    discordant.language.files.Unreadable: /dev/null: a device, not a file; put a file there
    """
    try:
        _refuse_others(path, path.stat().st_mode)  # before it is opened, which can set a device going
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with open(handle, "rb") as file:
            status = os.fstat(handle)
            _refuse_others(path, status.st_mode)
            size, parts = 0, list[bytes]()
            while max(size, status.st_size) <= limit and (part := file.read(_PART)):
                parts.append(part)
                size += len(part)
    except Refused:
        raise
    except (FileNotFoundError, NotADirectoryError):
        raise NotThere("no such file", path=path) from None
    except OSError as error:
        raise Unreadable(f"cannot be read: {error.strerror}", path=path) from None
    except ValueError:  # NUL or half a surrogate pair in the name
        raise NotThere("no such file: no file can have this name", path=path) from None
    if max(size, status.st_size) > limit:
        raise Unreadable(f"larger than {limit} bytes; no file of this kind is", path=path)
    return b"".join(parts)


def read_text(path: Path, limit: int = TEXT) -> str:
    """The text of a UTF-8 file, a byte order mark (some editors write one) and Windows line ends taken off.

    Raises what `read` raises, and Unreadable, with the line, where it is no UTF-8.
    """
    content = read(path, limit)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        advice = "save it as UTF-8"
        raise Unreadable(f"not UTF-8 (byte {error.start})", path=path, line=line, advice=advice) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def inside(folder: Path, name: str) -> Path:
    """The path of a file in a folder by a name with `/` that a stranger may have chosen.

    Raises Outside, with the name, where it is absolute, holds `..` or a character that no name can have, or
    where a link on the way leads out of the folder.

    >>> inside(Path("fonts"), "../../etc/passwd")
    Traceback (most recent call last):
    discordant.language.files.Outside: '../../etc/passwd' leads out of the folder fonts
    """
    path = folder / name
    unfit = not name or any(c < " " or "\ud800" <= c <= "\udfff" for c in name) or "\\" in name
    parts = PurePosixPath(name)
    if unfit or parts.is_absolute() or ".." in parts.parts or path.drive != folder.drive:
        raise Outside(f"{name[:100]!r} leads out of the folder {folder}")
    if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder)):
        raise Outside(f"{name[:100]!r} leads out of the folder {folder}: a link does")
    return path


def _refuse_others(path: Path, mode: int) -> None:
    if not stat.S_ISREG(mode):
        kind = _KINDS.get(stat.S_IFMT(mode), "something else")
        raise Unreadable(f"{kind}, not a file", path=path, advice="put a file there")
