"""What becomes of a translation that came back from another program: taken, left, or refused."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from ..language.catalogs import Entry
from ..language.message import Unfit, listed, other_references, placeholders, taken_apart, unusable
from ..language.reviewed import REVIEWED
from .inline import bare
from .xliff import Unit


class Verdict(NamedTuple):
    """About one unit."""

    kind: str  # "changed", "unchanged", "untranslated", "emptied" or "refused"
    entry: Entry | None = None  # what the catalog is to have: of what has changed
    unfit: Unfit | None = None  # why it is refused


def judge(unit: Unit, english: str, entry: Entry | None) -> Verdict:
    """What becomes of a unit whose block has this English text today, and this entry in the catalog.

    What is not said to be done counts as begun: a text that is the catalog's stays what it was there,
    another one is fuzzy.  What the catalog has is never lost to nothing, nor to a text without a placeholder.
    """
    ours = entry.text if entry else ""
    unit = _as_meant(unit, english, entry)
    if not unit.text.strip():
        return Verdict("emptied" if ours.strip() else "untranslated")
    theirs = _english(unit, english, entry)
    current = theirs == english
    text = ours if _unchanged(unit, english, ours) else unit.text
    if entry is not None and text == ours:
        stale = entry.fuzzy or entry.english != english
        confirmed = stale and unit.done
        newly_reviewed = unit.reviewed and entry.review != REVIEWED
        if not (current and (confirmed or newly_reviewed)):
            return Verdict("unchanged")
    unfit = unusable(theirs, text) or other_references(theirs, text) or _lost_code(theirs, text)
    if unfit:
        return Verdict("refused", unfit=unfit)
    fuzzy = current and not unit.done
    return Verdict(
        "changed", Entry(theirs, text, fuzzy, review=REVIEWED if current and unit.reviewed else "")
    )


def _known(english: str, entry: Entry | None) -> tuple[str, ...]:
    return (english, entry.english, entry.previous) if entry else (english,)


def _as_meant(unit: Unit, english: str, entry: Entry | None) -> Unit:
    """A unit without the line breaks at its elements, where its English shows that they are no blanks."""
    if unit.tight[0] and unit.tight[0] in _known(english, entry):
        return unit._replace(english=unit.tight[0], text=unit.tight[1])
    return unit


def _english(unit: Unit, english: str, entry: Entry | None) -> str:
    """The English that a unit translates: today's, one that the catalog knows, or another."""
    for known in _known(english, entry):
        if known and _same(unit, unit.english, known):
            return known
    dropped = placeholders(english) and not placeholders(unit.english)
    return english if dropped or bare(unit.english) == bare(english) else unit.english


def _unchanged(unit: Unit, english: str, ours: str) -> bool:
    """Whether a unit says what the catalog says, be it without what a program has dropped on both sides."""
    if _same(unit, unit.text, ours):
        return True
    dropped = not _same(unit, unit.english, english) and bare(unit.english) == bare(english)
    return dropped and bare(unit.text) == bare(ours)


def _same(unit: Unit, theirs: str, ours: str) -> bool:
    ours = unicodedata.normalize("NFC", ours)
    return theirs == ours or (unit.broken and "".join(theirs.split()) == "".join(ours.split()))


def _lost_code(english: str, text: str) -> Unfit | None:
    lost = set(taken_apart(english).code) - set(taken_apart(text).code)
    return Unfit(f"lacks {listed(lost)}", "code stays as it is, in its backticks") if lost else None
