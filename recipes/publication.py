"""A publication as it lies on disk: edition, source blocks, formulas, facts."""

from __future__ import annotations

import datetime
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .. import facts
from ..language import Locale, resolve
from ..language import catalogs as po
from ..language.files import NotThere
from ..language.folders import available, find
from ..language.locale import ROLES
from ..language.refused import Refused
from ..press import blocks, fonts
from ..press.blocks import Block, Node, SourceError
from ..teaching import handouts

# Those of a folder are one part for translators, whose name is the folder's.
SOURCES = (
    "article.md",
    "figures.md",
    "page.md",
    "print.md",
    "package.md",
    "handouts/common.md",
    "handouts/compared.md",
    "handouts/points.md",
    "exercises/sheet.md",
    "exercises/counting.md",
    "exercises/testing.md",
    "exercises/comparing.md",
    "exercises/judging.md",
    "exercises/mistakes.md",
)


@dataclass(frozen=True)
class Publication:
    """The English source and everything it is filled with; the same for every language."""

    settings: dict[str, Any]  # article.toml
    nodes: dict[str, list[Node]]  # source file -> blocks and containers
    formulas: dict[str, dict[str, str]]  # "inline" and "display": name -> TeX
    facts: facts.Facts

    @property
    def blocks(self) -> dict[str, Block]:
        """Every block of every source, by id, in source order; SourceError for one that is not there."""
        return _Blocks({block.id: block for nodes in self.nodes.values() for block in blocks.flat(nodes)})


class _Blocks(dict[str, Block]):
    def __missing__(self, block_id: str) -> Block:
        raise SourceError(f"block {block_id} is needed, and no file in templates/ has it; put it back")


def load() -> Publication:
    """The publication in ./templates where there is one, else the package's own."""
    settings = _settings()
    nodes = {name: blocks.read(find("templates", name), name) for name in SOURCES}
    known = facts.results() | handouts.results() | facts.edition(settings)
    publication = Publication(settings, nodes, _formulas(), known)
    seen: dict[str, str] = {}
    for source_nodes in nodes.values():
        for block in blocks.flat(source_nodes):
            if block.id in seen:
                raise SourceError(f"{block.source}: block id {block.id} stands already at {seen[block.id]}")
            seen[block.id] = block.source
    return publication


def resolved(tags: Iterable[str]) -> list[str]:
    """These tags in our spelling; Refused, with those that there are, where there is no such locale."""
    found, there = [resolve(tag) for tag in tags], available()
    for tag in found:
        if tag not in there:
            raise Refused(f"there is no locale {tag}", advice=f"there are {', '.join(there)}")
    return found


def locale(tag: str) -> Locale:
    """The locale of a tag."""
    return Locale.read(find("locales", f"{tag}/locale.toml"), tag)


def catalog(tag: str) -> po.Catalog:
    """The translations of a tag; empty for English."""
    if tag == "en":
        return po.Catalog("", {})
    try:
        return po.read(find("locales", f"{tag}/LC_MESSAGES/discordant.po"))
    except NotThere as error:
        raise NotThere(error.what, advice=f"`discordant locale update {tag}` makes it") from None


def language(tag: str) -> tuple[Locale, po.Catalog]:
    """The locale and the translations of a tag, and the certainty that they can be set.

    Raises what tells why a language cannot be used: LocaleError, CatalogError, NotThere, FontError.
    """
    own, translations = locale(tag), catalog(tag)
    for role in ROLES:
        fonts.files(own, role)
        fonts.css_families(own, role)
    return own, translations


_REQUIRED: dict[str, dict[str, type]] = {
    "publisher": {"name": str, "products": str},
    "edition": {"version": str, "date": datetime.date},
    "licence": {"texts": str, "code": str, "fonts": str},
    "sources": {"nist_address": str, "nist_updated": datetime.date, "accessed": datetime.date},
}
_KINDS = {str: "a text in quotes", datetime.date: "a date such as 2026-11-30"}


def _settings() -> dict[str, Any]:
    """article.toml; SourceError, naming the field, where it lacks something or has another kind of value."""
    settings = _toml("article.toml")
    path = find("templates", "article.toml")
    for section, fields in _REQUIRED.items():
        for field, kind in fields.items():
            table = settings.get(section)
            if not isinstance(table, dict) or type(table.get(field)) is not kind:
                raise SourceError(f"{path}: {field} in [{section}] must be {_KINDS[kind]}")
    canonical = settings["edition"].get("canonical", "")
    if not isinstance(canonical, str) or (canonical and not _ADDRESS.fullmatch(canonical)):
        raise SourceError(
            f'{path}: canonical in [edition] must be "" or a folder, such as "https://example.org/discordant/"'
        )
    errata = settings.get("errata", [])
    for entry in errata if isinstance(errata, list) else [None]:
        if not isinstance(entry, dict) or [type(entry.get(key)) for key in ("date", "block")] != [
            datetime.date,
            str,
        ]:
            raise SourceError(
                f"{path}: each entry of [[errata]] has a date and, in quotes, the id of a block"
            )
    return settings


_ADDRESS = re.compile(r"https?://[^\s\"'<>\\?#]+/")


def _formulas() -> dict[str, dict[str, str]]:
    """formulas.toml; SourceError where a table is missing or a formula is no text."""
    tables = _toml("formulas.toml")
    for table in ("inline", "display"):
        formulas = tables.get(table)
        if not isinstance(formulas, dict) or not all(isinstance(tex, str) for tex in formulas.values()):
            raise SourceError(
                f"{find('templates', 'formulas.toml')}: [{table}] must be a table of formulas in quotes"
            )
    return tables


def _toml(name: str) -> dict[str, Any]:
    path = find("templates", name)
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise SourceError(f"{path}: cannot be read: {error}") from None
