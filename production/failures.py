"""Failures: what of one language could not be made while all else could, and where the cause stands."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager

from ..language.refused import Refused
from ..press.faces import FontError
from ..press.fonts import Lacking
from ..press.pdf import PdfError
from ..publication.edition import Edition
from ..teaching.sheets.quiz import QuizError
from ..workshop.processes import NoRoom, OutOfMemory, SystemFault

CAUSES = (FontError, PdfError, QuizError, SystemFault)
_AROUND = 20  # characters of a text before and behind one that cannot be set


class LanguageFault(Refused):
    """A language of which nothing can be made; `tag` is the language, `cause` the error."""

    def __init__(self, tag: str, cause: Refused) -> None:
        super().__init__(str(cause))
        self.tag, self.cause = tag, cause


class Failures:
    """What could not be made, as paths and a line each; nothing of the `held` languages may be among it."""

    def __init__(self, editions: Mapping[str, Edition], held: Collection[str] = ()) -> None:
        self._editions, self._held = editions, held
        self.paths: set[str] = set()
        self.lines: list[str] = []
        self._no_room: list[Refused] = []  # of the files for which memory was short; not among the lines

    def note(self, tag: str, paths: Sequence[str], error: Refused) -> None:
        """That files of a language were not made; raises the error where they must be, or memory is out."""
        error = placed(self._editions[tag], error, paths[0])
        if tag in self._held or isinstance(error, OutOfMemory):
            raise error
        self.paths.update(paths)
        if isinstance(error, NoRoom):
            self._no_room += [NoRoom(error.what, path=path) for path in paths]
            return
        others = "".join(f", {path.rpartition('/')[2]}" for path in paths[1:])
        self.lines.append(f"{paths[0]}{others}: not made: {error.what}")

    @property
    def no_room(self) -> str:
        """For which files memory was short, in one line; "" for none."""
        if not self._no_room:
            return ""
        first, others = self._no_room[0], len(self._no_room) - 1
        return f"{first}; so with {others} files more" if others else str(first)


def placed(edition: Edition, error: Refused, path: str) -> Refused:
    """The error of a file with its path, and with the block where one is known to hold the cause."""
    what = error.what
    if isinstance(error, Lacking):
        what = f"{what}{_block(edition, error.characters)}"
    kind = type(error) if type(error) in (PdfError, SystemFault, OutOfMemory, NoRoom) else Refused
    return kind(what, path=path, advice=error.advice)


def _block(edition: Edition, characters: str) -> str:
    """The first block of a language with one of these characters, and the text around that."""
    for name, block in edition.publication.blocks.items():
        text = edition.catalog.translation(name, block.text) or block.text
        place = next((place for place, sign in enumerate(text) if sign in characters), None)
        if place is not None:
            shown = text[max(0, place - _AROUND) : place + _AROUND]
            return f" (first in block {name}: {shown!r})"
    return ""


@contextmanager
def of_language(tag: str) -> Iterator[None]:
    """A cause of failure inside keeps a whole language from being made, and no other."""
    try:
        yield
    except (OutOfMemory, NoRoom):
        raise
    except CAUSES as error:
        raise LanguageFault(tag, error) from None
