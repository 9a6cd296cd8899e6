"""Scraps: a folder for temporary files, which goes in the end, at the latest when the next one is made."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from . import own
from .interrupts import held

_PREFIX = "discordant-"
_PATIENCE = 2  # seconds after which a folder that is being made or removed is taken for left
_ATTEMPTS = 5
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC


@contextlib.contextmanager
def scraps() -> Iterator[str]:
    """The path of a new folder among the system's temporary files, there as long as the block runs.

    What killed processes of this program left there goes first; of a living one nothing is touched.  The
    folder counts as in use until every process forked meanwhile has ended, too.
    """
    place = tempfile.gettempdir()
    with contextlib.ExitStack() as ending:
        with held():
            handle = os.open(place, _FOLDER)
            ending.callback(os.close, handle)
            _clear(handle)
            folder = _made(handle)
            ending.callback(_remove, folder)
        yield str(Path(place, folder.name))


def sweep() -> None:
    """Remove what killed processes of this program left among the system's temporary files."""
    with contextlib.suppress(OSError), held():
        handle = os.open(tempfile.gettempdir(), _FOLDER)
        try:
            _clear(handle)
        finally:
            os.close(handle)


def _made(place: int) -> own.Own:
    """A folder of ours; anew where another process took it for left while this one stood still."""
    for _ in range(_ATTEMPTS - 1):
        with contextlib.suppress(FileNotFoundError):
            return own.make(place, _PREFIX)
    return own.make(place, _PREFIX)


def _clear(place: int) -> None:
    for name in own.left(place, _PREFIX):
        own.clear_passing(place, name, _PREFIX, _PATIENCE)
        with contextlib.suppress(own.Busy, OSError):
            folder = own.claim(place, name, _PREFIX)
            if folder is not None:
                _remove(folder)


def _remove(folder: own.Own) -> None:
    with contextlib.suppress(OSError):  # a worker that is ending may still write: the next command has it
        folder.remove()
    folder.close()
