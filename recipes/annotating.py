"""Annotating: the preview's scribe, which marks every message with its block."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from markupsafe import Markup

from ..language import Fact
from ..press.blocks import Block
from ..press.scribe import Scribe, Text


class Annotator(Scribe):
    """A scribe that marks every message on the page with its block's id.

    Plain text, where no mark can stand, it notes in `labels`: what it reads, and the blocks that read so.
    """

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.labels: dict[str, list[str]] = {}

    def html(self, block: Block, facts: Mapping[str, Fact] | None = None, own: Collection[str] = ()) -> Text:
        """A block as HTML, in a span that names it."""
        text = super().html(block, facts, own)
        return text._replace(html=Markup('<span data-block="{}">{}</span>').format(block.id, text.html))

    def plain(self, block: Block, facts: Mapping[str, Fact] | None = None) -> str:
        """A block as plain text, remembered with its id."""
        text = super().plain(block, facts)
        known = self.labels.setdefault(text, [])
        if block.id not in known:
            known.append(block.id)
        return text
