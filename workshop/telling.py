"""Telling: what the one line for an error is, and which exit code it has; a fault of ours is told as ours."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path
from traceback import walk_tb
from typing import NamedTuple

from ..language.refused import Refused
from .limits import has_room

BUG = 70  # the exit code of a fault of the program, as sysexits.h has it
MISSING, CANNOT_WRITE = 3, 4
_PACKAGE = Path(__file__).parent.parent
NO_MEMORY = "out of memory; close other programs, or ask for fewer languages and formats at once"


class Told(NamedTuple):
    """What to say of an error."""

    line: str
    code: int
    bug: bool  # whether the program is to blame, so that a traceback helps


def told(error: BaseException) -> Told:
    """The line for an error, its exit code, and whether it is a fault of the program.

    >>> told(Refused("not a date", path="article.toml", advice="write 2026-11-30"))[:2]
    ('article.toml: not a date; write 2026-11-30', 2)
    >>> told(OSError(28, "No space left on device", "output/x"))[:2]
    ('output/x: No space left on device', 4)
    >>> told(MemoryError()).code
    3
    >>> told(KeyError("x")).bug
    True
    """
    if isinstance(error, Refused):
        return Told(str(error), error.code, False)
    if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
        return Told(NO_MEMORY, MISSING, False)
    if isinstance(error, ImportError) and not (error.name or "").startswith(__package__.partition(".")[0]):
        what = f"a library cannot be loaded: {error}; install the program anew"
        return Told(what if has_room() else NO_MEMORY, MISSING, False)
    if isinstance(error, SystemError) and not has_room():  # as the interpreter says where it ran out midway
        return Told(NO_MEMORY, MISSING, False)
    if isinstance(error, OSError) and error.errno is not None:
        place = f"{error.filename}: " if error.filename else ""
        return Told(f"{place}{error.strerror or error}", CANNOT_WRITE, False)
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    line = (
        f"a fault of this program, not of yours: {said[:300]} ({where(error)}); please send this line "
        "and the command to whoever gave you the program; `discordant --debug ...` shows more"
    )
    return Told(line, BUG, True)


def where(error: BaseException) -> str:
    """The line of ours in which an error arose: `press/pages.py:88`; one from a worker says it in a note."""
    notes = [note for note in getattr(error, "__notes__", ()) if note.startswith(_NOTE)]
    if notes:
        return str(notes[-1].removeprefix(_NOTE))
    places = list(_places(error))
    ours = [place for place in places if not place.startswith("/")]
    return (ours or places or ["nowhere"])[-1]


def note_where(error: BaseException) -> None:
    """Note on an error where it arose, since its traceback is lost on the way out of a worker."""
    error.add_note(f"{_NOTE}{where(error)}")


_NOTE = "discordant: raised at "


def _places(error: BaseException) -> Iterator[str]:
    for frame, line in walk_tb(error.__traceback__):
        path = Path(frame.f_code.co_filename)
        inside = path.is_relative_to(_PACKAGE) and ".venv" not in path.relative_to(_PACKAGE).parts
        yield f"{path.relative_to(_PACKAGE).as_posix() if inside else path.as_posix()}:{line}"
