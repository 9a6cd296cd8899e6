"""Annotating: the preview's scribe, which marks every message with its block."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from ..language import Catalog, Fact, Locale
from ..press.blocks import Block
from ..press.scribe import Scribe, Text


@dataclass
class Notes:
    """What an Annotator leaves behind beside the page."""

    labels: dict[str, list[str]] = field(default_factory=dict)  # plain text -> blocks that read so
    catalog: Catalog = field(
        default_factory=lambda: Catalog("", {})
    )  # the one it wrote from: the file may have changed meanwhile


class Annotator(Scribe):
    """A scribe that marks every message on the page with its block's id.

    Plain text, where no mark can stand, it notes instead.
    """

    def __init__(self, locale: Locale, catalog: Catalog, *given: Any, notes: Notes) -> None:
        super().__init__(locale, catalog, *given)
        self._notes = notes
        notes.catalog = catalog

    def html(self, block: Block, facts: Mapping[str, Fact] | None = None) -> Text:
        """A block as HTML, in a span that names it."""
        text = super().html(block, facts)
        return text._replace(html=Markup('<span data-block="{}">{}</span>').format(block.id, text.html))

    def plain(self, block: Block, facts: Mapping[str, Fact] | None = None) -> str:
        """A block as plain text, remembered with its id."""
        text = super().plain(block, facts)
        known = self._notes.labels.setdefault(text, [])
        if block.id not in known:
            known.append(block.id)
        return text
