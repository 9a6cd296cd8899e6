"""Status: what a page, a sheet or a README says of how much of it stands in English, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from ..language import Fact
from ..press.blocks import Block
from . import progress
from .edition import Edition

Written = TypeVar("Written")


def unfinished(
    edition: Edition, parts: Sequence[str], write: Callable[[Block, Mapping[str, Fact]], Written]
) -> list[Written]:
    """A sentence for what is not translated in these parts, one for what is outdated; none for what is done.

    `write` is that of a scribe: its `html` or its `plain`.
    """
    tally, blocks = progress.together(edition, parts), edition.publication.blocks
    counts = {"missing": tally.missing + tally.fuzzy + tally.faulty, "outdated": tally.stale}
    known = {"blocks": Fact("blocks", tally.blocks, "count")}
    return [
        write(blocks[f"page.status.{cause}"], {**known, cause: Fact(cause, count, "count")})
        for cause, count in counts.items()
        if count
    ]
