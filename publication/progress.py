"""How far a translation has come: each block's state, counted by part.

Status command, page footer and release rule all count here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, TypedDict, final

from ..language import Locale, LocaleError
from ..language.message import has_words
from ..language.reviewed import REVIEWED
from ..press.blocks import Block
from ..press.scribe import Fault
from .disk import PART_OF, PARTS
from .edition import Edition

FIRST = ("article", "page")  # the parts that a first publication needs
STATES = ("done", "stale", "fuzzy", "missing", "faulty")
_SHOWN = 5  # names in a line


class Tally(NamedTuple):
    """So many blocks of each state; those without a word to translate are not among them."""

    blocks: int
    done: int
    stale: int  # of an older English text
    fuzzy: int  # of today's English, but in doubt, or offered from another passage
    missing: int
    faulty: int  # of today's English, but not fit to be used
    reviewed: int  # of those done


def part(block: Block) -> str:
    """The part that a block belongs to."""
    return PART_OF[block.file]


def tally(edition: Edition, name: str | None = None) -> Tally:
    """The states of a part, or of all, counted."""
    blocks, entries = edition.publication.blocks, edition.catalog.entries
    states = {
        block_id: state
        for block_id, state in edition.states.items()
        if name in (None, part(blocks[block_id])) and has_words(blocks[block_id].text)
    }
    count = Counter(states.values())
    done = [
        entries[block_id] for block_id, state in states.items() if state == "done" and block_id in entries
    ]
    seen = sum(entry.review == REVIEWED for entry in done)
    return Tally(
        blocks=count.total(),
        done=count["done"],
        stale=count["stale"],
        fuzzy=count["fuzzy"],
        missing=count["missing"],
        faulty=count["faulty"],
        reviewed=seen,
    )


def together(edition: Edition, names: Sequence[str]) -> Tally:
    """The states of several parts, counted together."""
    return Tally(*map(sum, zip(*(tally(edition, name) for name in names), strict=True)))


def counts(edition: Edition) -> dict[str, dict[str, int]]:
    """For each part its blocks: in all, done, outdated, and missing, fuzzy or unusable together."""
    tallies = {name: tally(edition, name) for name in PARTS}
    return {
        name: {
            "blocks": found.blocks,
            "done": found.done,
            "outdated": found.stale,
            "missing": found.missing + found.fuzzy + found.faulty,
        }
        for name, found in tallies.items()
    }


def in_english(edition: Edition) -> str:
    """How much stands in English, in one line by part, and what, where it is little; "" for nothing."""
    parts = [
        f"{name} {found['blocks'] - found['done']} of {found['blocks']}"
        + (f" ({found['outdated']} outdated)" if found["outdated"] else "")
        for name, found in counts(edition).items()
        if found["done"] < found["blocks"]
    ]
    names = edition.untranslated if len(edition.untranslated) <= _SHOWN else []
    return ", ".join(parts) + (f": {', '.join(names)}" if names else "")


def claimed(locale: Locale) -> list[str]:
    """The parts that a locale claims to be complete; LocaleError for one that there is not."""
    for name in locale.complete:
        if name not in PARTS:
            raise LocaleError(
                f"complete: there is no part {name!r}",
                path=f"{locale.tag}/locale.toml",
                advice=f"there are {', '.join(PARTS)}",
            )
    return list(locale.complete)


class PartStanding(TypedDict):
    """How far one part has come."""

    blocks: int
    done: int
    stale: int
    fuzzy: int
    missing: int
    faulty: int
    reviewed: int
    claimed: bool


@final
class Standing(TypedDict):
    """How far a language has come, in types that JSON has."""

    locale: str
    name: str
    parts: dict[str, PartStanding]
    all: dict[str, int]


@final
class Unread(TypedDict):
    """A language that cannot be read, and why."""

    locale: str
    error: str


def data(edition: Edition) -> Standing:
    """A language's standing: all counts, by part and together."""
    complete = claimed(edition.locale)
    return {
        "locale": edition.tag,
        "name": edition.locale.name,
        "parts": {name: _standing(tally(edition, name), name in complete) for name in PARTS},
        "all": tally(edition)._asdict(),
    }


def _standing(counts: Tally, claimed: bool) -> PartStanding:
    return {
        "blocks": counts.blocks,
        "done": counts.done,
        "stale": counts.stale,
        "fuzzy": counts.fuzzy,
        "missing": counts.missing,
        "faulty": counts.faulty,
        "reviewed": counts.reviewed,
        "claimed": claimed,
    }


def fault_line(tag: str, fault: Fault) -> str:
    """A translation that cannot be used, as one line."""
    return f"{tag}: block {fault.block}: the translation {fault.what}"


def some(names: Sequence[str]) -> str:
    """A few of these names, for a line that says how many they are.

    >>> some("abcd"), some("abcdef")
    ('a, b, c, d', 'a, b, c, d, e ...')
    """
    return ", ".join(names[:_SHOWN]) + (" ..." if names[_SHOWN:] else "")
