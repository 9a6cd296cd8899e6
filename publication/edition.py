"""Edition: a publication in one language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ..press import document
from ..press.scribe import Scribe
from .disk import Publication, catalog, locale

# where the page finds what can be downloaded, from output/<tag>/
LINKS = {
    "package": "../discordant-package.zip",
    "data": "../data/discordant.json",
    "schema": "../data/discordant.schema.json",
    "csv_I": "../data/null-distribution-I.csv",
    "csv_II": "../data/null-distribution-II.csv",
    "handouts": "handouts/index.html",
}


class Language(NamedTuple):
    """A language that the output offers."""

    tag: str
    name: str


def scribe(
    publication: Publication,
    tag: str,
    links: Mapping[str, str],
    set_formula: Callable[[str, str], str] = lambda name, math: math,
    kind: Callable[..., Scribe] = Scribe,
) -> Scribe:
    """Somebody who writes a language's texts, knowing every fact and number of the article."""
    known = {**publication.facts, **document.numbers(publication.nodes["article.md"])}
    sources = {"nist": publication.settings["sources"]["nist_address"]}
    return kind(locale(tag), catalog(tag), known, publication.formulas, {**links, **sources}, set_formula)


def spoken(publication: Publication, tag: str) -> dict[str, str]:
    """What to say for formulas inside a sentence that have to be drawn, by formula."""
    hand = scribe(publication, tag, {})
    prefix, suffix = "formula.inline.", ".spoken"
    return {
        name.removeprefix(prefix).removesuffix(suffix).replace("-", "_"): hand.plain(block)
        for name, block in publication.blocks.items()
        if name.startswith(prefix) and name.endswith(suffix)
    }
