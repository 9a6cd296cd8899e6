"""How far a translation has come: each block's state, counted by part.

A part is a source file, or a folder of them: article.md is the part `article`, what lies in handouts/ the
part `handouts`.  Status command, page footer and release
rule all count here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any, NamedTuple

from ..language import Locale, LocaleError
from ..press.blocks import Block
from ..press.scribe import Fault, Scribe
from .disk import SOURCES, Publication


def _part(source: str) -> str:
    return PurePath(source).parts[0].removesuffix(".md")


PARTS = tuple(dict.fromkeys(map(_part, SOURCES)))
STATES = ("done", "stale", "missing", "faulty")


class Tally(NamedTuple):
    """So many blocks of each state."""

    blocks: int
    done: int
    stale: int  # fuzzy, or of an older English text
    missing: int
    faulty: int  # of today's English, but not fit to be used

    def data(self) -> dict[str, int]:
        """The counts by name."""
        return self._asdict()


def part(block: Block) -> str:
    """The part that a block belongs to."""
    return _part(block.file)


def states(publication: Publication, scribe: Scribe) -> dict[str, str]:
    """The state of every block in a scribe's language, by block id; all are done in English."""
    return {name: scribe.state(block) for name, block in publication.blocks.items()}


def faults(publication: Publication, scribe: Scribe) -> list[Fault]:
    """The translations that cannot be used, in the order of the text."""
    found = [(block, scribe.current_fault(block)) for block in publication.blocks.values()]
    return [Fault(block.id, what) for block, what in found if what]


def tally(publication: Publication, known: Mapping[str, str], name: str | None = None) -> Tally:
    """The states of a part, or of all, counted."""
    count = Counter(
        state for block_id, state in known.items() if name in (None, part(publication.blocks[block_id]))
    )
    return Tally(count.total(), *(count[state] for state in STATES))


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


def data(publication: Publication, locale: Locale, known: Mapping[str, str]) -> dict[str, Any]:
    """A language's standing in types that JSON has: all counts, by part and together."""
    complete = claimed(locale)
    return {
        "locale": locale.tag,
        "name": locale.name,
        "parts": {
            name: {**tally(publication, known, name).data(), "claimed": name in complete} for name in PARTS
        },
        "all": tally(publication, known).data(),
    }
