"""A publication as it lies on disk: edition, source blocks, formulas, facts."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import quote

from ..facts import article as facts
from ..facts import handouts
from ..facts.table import Facts
from ..language import Locale, LocaleError, settings
from ..language import catalogs as po
from ..language.files import NotThere
from ..language.folders import available, find, folders
from ..language.locale import ROLES
from ..language.printable import unprintable
from ..language.settings import Field
from ..press import blocks, document, fonts
from ..press.blocks import Block, Node, SourceError
from ..press.faces import FontError

# The sources of each part, which is translated by itself, in the order in which it is best done.
PARTS = {
    "article": ("article.md", "figures.md"),
    "page": ("page.md", "print.md"),
    "package": ("package.md",),
    "handouts": ("handouts/common.md", "handouts/compared.md", "handouts/points.md"),
    "exercises": (
        "exercises/sheet.md",
        "exercises/class.md",
        "exercises/counting.md",
        "exercises/testing.md",
        "exercises/comparing.md",
        "exercises/judging.md",
        "exercises/mistakes.md",
    ),
    "report": ("report.md",),
}
SOURCES = tuple(source for sources in PARTS.values() for source in sources)
PART_OF = {source: part for part, sources in PARTS.items() for source in sources}


class Erratum(NamedTuple):
    """A correction of an earlier version."""

    date: datetime.date
    block: str


class Reference(NamedTuple):
    """A source, by a key that names its block, its facts and the links to it."""

    key: str
    author: str
    year: int
    title: str
    journal: str
    place: str  # volume, issue and pages
    doi: str  # "" where there is none


class Settings(NamedTuple):
    """What article.toml says that is not text alone; what texts print of it is among the facts."""

    publisher: str
    version: str
    date: datetime.date
    canonical: str  # address of the folder that output/ is served from; "" while there is none
    translate: str  # address at which a passage is translated, with {tag}, {part} and {id}; "" for none
    nist_address: str
    errata: tuple[Erratum, ...]  # newest first
    references: tuple[Reference, ...] = ()  # in the order of the list


@dataclass(frozen=True)
class Publication:
    """The English source and everything it is filled with; the same for every language."""

    settings: Settings
    nodes: dict[str, list[Node]]  # source file -> blocks and containers
    formulas: dict[str, dict[str, str]]  # "inline" and "display": name -> TeX
    facts: Facts

    @cached_property
    def blocks(self) -> dict[str, Block]:
        """Every block of every source, by id, in source order; SourceError for one that is not there."""
        return _Blocks({block.id: block for nodes in self.nodes.values() for block in blocks.flat(nodes)})

    @cached_property
    def numbers(self) -> Facts:
        """The running numbers of the article's sections, figures, tables, formulas, listings and notes."""
        return document.numbers(self.nodes[document.ARTICLE])

    @cached_property
    def anchors(self) -> dict[str, str]:
        """Where links inside the article and to its references lead, by name."""
        dois = {name: fact.value for name, fact in self.facts.items() if name.endswith("_doi")}
        doors = {
            f"doi-{name.removesuffix('_doi')}": f"https://doi.org/{quote(str(value), safe='/:;()')}"
            for name, value in dois.items()
        }
        return {**document.anchors(self.nodes[document.ARTICLE]), **doors}

    @cached_property
    def english(self) -> Locale:
        """The locale of what stands in for a missing translation; LocaleError where it cannot be read."""
        return locale("en")


class _Blocks(dict[str, Block]):
    def __missing__(self, block_id: str) -> Block:
        raise SourceError(
            f"block {block_id} is needed, and no file in templates/ has it", advice="put it back"
        )


def load() -> Publication:
    """The publication in ./templates where there is one, else the package's own."""
    table = _article_toml()
    nodes = {name: blocks.read(find("templates", name), name) for name in SOURCES}
    known = facts.results() | handouts.results() | facts.edition(table)
    publication = Publication(_settings(table), nodes, _formulas(), known)
    blocks.refuse_repeated_ids(block for found in nodes.values() for block in blocks.flat(found))
    return publication


def locale(tag: str) -> Locale:
    """The locale of a tag."""
    return Locale.read(find("locales", f"{tag}/locale.toml"), tag)


def catalog(tag: str) -> po.Catalog:
    """The translations of a tag; empty for English, and a part without a catalog has none.

    Raises CatalogError for a catalog that cannot be read, NotThere for a language without any.
    """
    if tag == "en":
        return po.Catalog("", {})
    for folder in folders("locales"):
        if (whole := folder / tag / po.WHOLE).is_file():
            what, advice = "holds all parts in one file", f"`discordant locale update {tag}` divides it"
            raise po.CatalogError(what, path=whole, advice=advice)
    found, missing = [], None
    for part in PARTS:
        try:
            found.append(find("locales", f"{tag}/{po.file(part)}"))
        except NotThere as error:
            missing = missing or error
    if missing and not found:
        raise NotThere(missing.what, advice=f"`discordant locale update {tag}` makes it")
    return po.read_all(found)


def language(tag: str) -> tuple[Locale, po.Catalog]:
    """The locale and the translations of a tag, and the certainty that they can be set.

    Raises what tells why a language cannot be used: LocaleError, CatalogError, NotThere, FontError.
    """
    own, translations = locale(tag), catalog(tag)
    for role in ROLES:
        fonts.files(own, role)
        fonts.css_families(own, role)
    return own, translations


_UNREADABLE = (LocaleError, po.CatalogError, NotThere, FontError)


def readable(release: bool) -> tuple[list[str], list[str]]:
    """Every language that can be read, and why the others cannot; a release has to have all of them."""
    tags, left_out = [], []
    for tag in available():
        try:
            language(tag)
            tags.append(tag)
        except _UNREADABLE as error:
            if release or tag == "en":
                raise
            left_out.append(f"{error} ({tag} was left out; `discordant locale check {tag}` says more)")
    return tags, left_out


def is_readable(tag: str) -> bool:
    """Whether a language can be read and set."""
    try:
        language(tag)
    except _UNREADABLE:
        return False
    return True


_SETTINGS = (
    settings.text("publisher.name"),
    settings.text("publisher.products"),
    settings.text("edition.version", longest=40),
    settings.date("edition.date"),
    Field("edition.canonical", lambda value: _not_a_folder(value), ""),
    Field("edition.translate", lambda value: _no_pattern(value), ""),
    settings.text("licence.texts"),
    settings.address("licence.texts_address", ""),
    settings.text("licence.code"),
    settings.text("licence.fonts"),
    settings.address("sources.nist_address"),
    settings.date("sources.nist_updated"),
    settings.date("sources.accessed"),
    Field("references[].key", lambda value: _no_key(value)),
    settings.text("references[].author"),
    settings.whole("references[].year", 1000),
    settings.text("references[].title"),
    settings.text("references[].journal"),
    settings.text("references[].place"),
    Field("references[].doi", lambda value: _no_doi(value), ""),
    settings.date("errata[].date"),
    settings.text("errata[].block"),
)
_FOLDER = re.compile(r"https?://[^\s\"'<>\\?#]+/")
_KEY, _DOI = re.compile(r"[a-z]{1,40}"), re.compile(r"10\.\d{4,9}/[-._;()/:<>A-Za-z0-9]{1,200}")
_PATTERN = re.compile(r"https://[^\s\"'<>\\{}]{1,500}")
LONGEST_FORMULA = 2000  # characters of TeX; the longest of ours has some 200


def _not_a_folder(value: object) -> str:
    fits = isinstance(value, str) and (not value or _FOLDER.fullmatch(value)) and not unprintable(value)
    return "" if fits else 'must be "" or a folder, such as "https://example.org/discordant/"'


def _no_pattern(value: object) -> str:
    filled = re.sub(r"\{(?:tag|part|id)\}", "x", value) if isinstance(value, str) else ""
    fits = value == "" or (_PATTERN.fullmatch(filled) and not unprintable(filled))
    example = "https://example.org/translate/{tag}/{part}?q=context:{id}"
    return "" if fits else f'must be "" or an address with {{tag}}, {{part}} and {{id}}, such as "{example}"'


def _no_key(value: object) -> str:
    fits = isinstance(value, str) and _KEY.fullmatch(value)
    return "" if fits else 'must be small letters alone, such as "tango"'


def _no_doi(value: object) -> str:
    fits = value == "" or (isinstance(value, str) and _DOI.fullmatch(value))
    return "" if fits else 'must be a DOI without the address before it, such as "10.1007/BF02295996"'


def _article_toml() -> dict[str, Any]:
    """article.toml; SourceError, naming the field, where it lacks something or has another kind of value."""
    path = find("templates", "article.toml")
    table = settings.read(path, _SETTINGS, SourceError)
    seen = {"publication"}  # whose year is a fact as well
    for reference in table.get("references", []):
        if reference["key"] in seen:
            raise SourceError(f"the key {reference['key']} of [[references]] is taken", path=path)
        seen.add(reference["key"])
    return table


def _settings(table: Mapping[str, Any]) -> Settings:
    """The settings in article.toml, every field of which has been checked."""
    edition, errata = table["edition"], table.get("errata", [])
    return Settings(
        table["publisher"]["name"],
        edition["version"],
        edition["date"],
        edition["canonical"],
        edition["translate"],
        table["sources"]["nist_address"],
        tuple(Erratum(entry["date"], entry["block"]) for entry in errata),
        tuple(
            Reference(*(entry[part] for part in Reference._fields)) for entry in table.get("references", [])
        ),
    )


def _formulas() -> dict[str, dict[str, str]]:
    """formulas.toml; SourceError where a table is missing or a formula is no text, or a very long one."""
    fields = [settings.text(f"{table}.*", longest=LONGEST_FORMULA) for table in ("inline", "display")]
    return settings.read(find("templates", "formulas.toml"), fields, SourceError)
