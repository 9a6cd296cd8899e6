"""A publication as it lies on disk: edition, source blocks, formulas, facts."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import Any

from .. import facts
from ..language import Locale
from ..language import catalogs as po
from ..language.folders import find
from ..press import blocks
from ..press.blocks import Block, Node, SourceError

SOURCES = ("article.md", "figures.md", "page.md", "package.md")


@dataclass(frozen=True)
class Publication:
    """The English source and everything it is filled with; the same for every language."""

    settings: dict[str, Any]  # article.toml
    nodes: dict[str, list[Node]]  # source file -> blocks and containers
    formulas: dict[str, dict[str, str]]  # "inline" and "display": name -> TeX
    facts: facts.Facts

    @property
    def blocks(self) -> dict[str, Block]:
        """Every block of every source, by id, in source order."""
        return {block.id: block for nodes in self.nodes.values() for block in blocks.flat(nodes)}


def load() -> Publication:
    """The publication in ./templates where there is one, else the package's own."""
    settings = _toml("article.toml")
    nodes = {name: blocks.read(find("templates", name)) for name in SOURCES}
    publication = Publication(
        settings, nodes, _toml("formulas.toml"), facts.results() | facts.edition(settings)
    )
    seen: dict[str, str] = {}
    for source_nodes in nodes.values():
        for block in blocks.flat(source_nodes):
            if block.id in seen:
                raise SourceError(f"{block.source}: block id {block.id} stands already at {seen[block.id]}")
            seen[block.id] = block.source
    return publication


def locale(tag: str) -> Locale:
    """The locale of a tag."""
    return Locale.read(find("locales", f"{tag}/locale.toml"), tag)


def catalog(tag: str) -> po.Catalog:
    """The translations of a tag; empty for English."""
    if tag == "en":
        return po.Catalog("", {})
    return po.read(find("locales", f"{tag}/LC_MESSAGES/discordant.po"))


def _toml(name: str) -> dict[str, Any]:
    path = find("templates", name)
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SourceError(f"{path}: cannot be read: {error}") from None
