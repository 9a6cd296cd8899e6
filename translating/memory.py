"""Texts for blocks that have none: of blocks that are gone, and of the same or like English."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import NamedTuple

from babel.messages.catalog import Message

from ..language import catalogs as po
from ..language.message import other_references, unusable

LIKE = 0.8  # of the words in common from which on a text is offered, see `SequenceMatcher.ratio`
_SHORTEST_PART = 5  # words of a passage that was a part of another
_WORD = re.compile(r"@?\w+|[^\w\s]")


@dataclass(frozen=True, eq=False)
class Spare:
    """A translation whose block is gone; each is one of its own, whatever it says."""

    message: Message
    part: str  # of the catalog that has it
    just_gone: bool  # since the last update; else it is obsolete already

    @property
    def english(self) -> str:
        """The English that its text was made from."""
        return english_of(self.message)


class Offer(NamedTuple):
    """A text for a block that has none."""

    kind: str  # "revived", "moved" or "filled"
    text: str
    fuzzy: bool
    previous: list[str]  # the English that it was made from, where that is another
    notes: list[str]  # of translators
    flags: set[str]
    origin: str  # the block that it comes from
    spare: Spare | None = None  # which it takes up


def english_of(message: Message) -> str:
    """The English that a text was really made from."""
    previous = po.comments(message)[0] if message.fuzzy else []
    return previous[0] if previous else str(message.id)


class Memory:
    """The texts that a block without one may take up."""

    def __init__(self, spares: Iterable[Spare], living: Iterable[Message], lacking: Iterable[str]) -> None:
        """`living` have blocks that are there; `lacking` is the English of blocks without a text."""
        self._spares = [spare for spare in spares if _is_text(spare.message)]
        self._living = [message for message in living if _is_text(message)]
        self._lacking = Counter(lacking)
        known = [*self._living, *(spare.message for spare in self._spares)]
        self._pairs = [(message, english, _WORD.findall(english)) for message, english in _englished(known)]

    def of_gone(self, name: str, english: str) -> Offer | None:
        """A text of a block that is gone: by its id and English, by its English alone, by its id alone.

        By its English alone it is current where that is certain: at least as many blocks with that
        English are gone as have come, and all of them had one and the same translation.
        """
        own = [spare for spare in self._spares if spare.message.context == name]
        same = [spare for spare in self._spares if str(spare.message.id) == english]
        if exact := [spare for spare in own if spare in same]:
            return self._take(exact[-1], "revived")
        if same:
            certain = len({str(spare.message.string) for spare in same}) == 1
            certain = certain and self._lacking[english] <= len(same)
            return self._take(same[0], "moved", doubt=not certain)
        if own:
            return self._take(own[-1], "revived", previous=[own[-1].english])
        return None

    def of_living(self, english: str) -> Offer | None:
        """The text of another block with the same English, which may need other words in its place: fuzzy."""
        for message in self._living:
            if message.id == english and not message.fuzzy:
                return Offer("filled", str(message.string), True, [], [], set(), message.context or "")
        return None

    def like(self, english: str) -> Offer | None:
        """The text of the English that is most like this, or has it as a part: fuzzy, where it would fit."""
        words = _WORD.findall(english)
        matcher = SequenceMatcher(None, [], words, autojunk=False)
        best, found = 0.0, None
        for message, other, theirs in self._pairs:
            if len(words) >= _SHORTEST_PART and english in other:
                score = 1.0
            else:
                matcher.set_seq1(theirs)
                might = matcher.real_quick_ratio() >= LIKE and matcher.quick_ratio() >= LIKE
                score = matcher.ratio() if might else 0.0
            text = str(message.string)
            if score >= LIKE and score > best and _fits(english, text):
                best = score
                found = Offer(
                    "filled",
                    text,
                    True,
                    [other] if other != english else [],
                    [],
                    set(),
                    message.context or "",
                )
        return found

    def _take(self, spare: Spare, kind: str, previous: list[str] | None = None, doubt: bool = False) -> Offer:
        self._spares.remove(spare)
        message = spare.message
        before, notes = po.comments(message)
        previous = previous or (before if message.fuzzy else [])
        fuzzy = doubt or message.fuzzy or bool(previous)
        return Offer(
            kind, str(message.string), fuzzy, previous, notes, message.flags, message.context or "", spare
        )


def _englished(messages: Iterable[Message]) -> list[tuple[Message, str]]:
    return [(message, english_of(message)) for message in messages]


def _is_text(message: Message) -> bool:
    return isinstance(message.id, str) and isinstance(message.string, str) and bool(message.string.strip())


def _fits(english: str, text: str) -> bool:
    return not (unusable(english, text) or other_references(english, text))
