"""Edition: a publication in one language, read once and handed down to all who write in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeVar
from urllib.parse import quote

from ..language import Catalog, Locale
from ..press.formula_images import Drawer, Words
from ..press.scribe import Fault, Judged, Scribe
from .disk import PART_OF, Publication, language

# where the page finds what can be downloaded, from output/<tag>/
LINKS = {
    "package": "../discordant-package.zip",
    "data": "../data/discordant.json",
    "schema": "../data/discordant.schema.json",
    "csv_I": "../data/null-distribution-I.csv",
    "csv_II": "../data/null-distribution-II.csv",
    "handouts": "handouts/index.html",
    "cover": "cover.png",
}
# labels that several figures have, and one that is a head of a table alone
_DRAWN_BESIDE = dict.fromkeys(("cases", "leads"), ("comparison.I", "comparison.II"))
_IN_TABLES = ("figure.records.cell",)
_SPOKEN = ("formula.inline.", ".spoken")
AScribe = TypeVar("AScribe", bound=Scribe)
SetFormula = Callable[[str, str, bool], str]  # name, MathML, whether amid English -> what the page shows


def _as_mathml(name: str, math: str, english: bool) -> str:
    return math


class Language(NamedTuple):
    """A language as a page's list of languages names it."""

    tag: str
    name: str


class Languages(NamedTuple):
    """The languages that an output offers."""

    locales: tuple[Locale, ...]
    english: Locale  # whether it is offered or not: it stands in for what is not translated

    @property
    def named(self) -> list[Language]:
        """Those offered, for a page's list of languages."""
        return [Language(locale.tag, locale.name) for locale in self.locales]

    @property
    def on_a_page(self) -> list[Locale]:
        """The languages of which words may stand on any page: each one's name, and English."""
        return [*self.locales, self.english]


@dataclass(frozen=True, eq=False)
class Edition:
    """A publication in one language: how it writes, and its translations with what was found fit among them.

    `catalog` is empty for English.
    """

    publication: Publication
    locale: Locale
    catalog: Catalog
    _judged: Judged = field(default_factory=dict, init=False, repr=False)

    @property
    def tag(self) -> str:
        """The language's tag."""
        return self.locale.tag

    @property
    def links(self) -> dict[str, str]:
        """Where the links of the article's page lead."""
        return {**LINKS, "pdf": f"discordant-{self.tag}.pdf", "canonical": self.address}

    @property
    def address(self) -> str:
        """Where this language's edition is published; "" while no address is set."""
        canonical = self.publication.settings.canonical
        return f"{canonical}{self.tag}/" if canonical else ""

    def scribe(self, links: Mapping[str, str], set_formula: SetFormula = _as_mathml) -> Scribe:
        """A scribe that knows every fact and number of the article, with records of its own."""
        return self.scribe_of(Scribe, links, set_formula)

    def scribe_of(
        self, scribe_class: type[AScribe], links: Mapping[str, str], set_formula: SetFormula = _as_mathml
    ) -> AScribe:
        """The same of another class."""
        publication = self.publication
        known = {**publication.facts, **publication.numbers}
        places = {**publication.anchors, **links, "nist": publication.settings.nist_address}
        formulas, judged = publication.formulas, self._judged
        english = publication.english
        return scribe_class(self.locale, self.catalog, known, formulas, places, set_formula, judged, english)

    def bare_scribe(
        self, set_formula: SetFormula = _as_mathml, links: Mapping[str, str] | None = None
    ) -> Scribe:
        """A scribe without facts: what it writes brings those that its readers may know."""
        return self.bare_scribe_of(Scribe, set_formula, links)

    def bare_scribe_of(
        self,
        scribe_class: type[AScribe],
        set_formula: SetFormula = _as_mathml,
        links: Mapping[str, str] | None = None,
    ) -> AScribe:
        """The same of another class."""
        formulas, english = self.publication.formulas, self.publication.english
        return scribe_class(
            self.locale, self.catalog, {}, formulas, links or {}, set_formula, self._judged, english
        )

    def drawer(self) -> Drawer:
        """What sets this language's formulas for one PDF and keeps the drawn ones."""
        english = Edition(self.publication, self.publication.english, Catalog("", {}))
        return Drawer(self.spoken, english.spoken)

    @cached_property
    def spoken(self) -> dict[str, Words]:
        """What to say for formulas inside a sentence that have to be drawn, by formula."""
        scribe = self.scribe({})
        prefix, suffix = _SPOKEN
        return {
            name.removeprefix(prefix).removesuffix(suffix).replace("-", "_"): Words(
                scribe.plain(block), scribe.state(block) != "done"
            )
            for name, block in self.publication.blocks.items()
            if name.startswith(prefix) and name.endswith(suffix)
        }

    @property
    def translate(self) -> Callable[[str], str] | None:
        """Where a block can be translated, by its id; None where there is no such place, or it is English."""
        pattern, blocks = self.publication.settings.translate, self.publication.blocks
        if not pattern or self.tag == "en":
            return None

        def address(block: str) -> str:
            known = {"{tag}": self.tag, "{part}": PART_OF[blocks[block].file], "{id}": block}
            return re.sub(r"\{(?:tag|part|id)\}", lambda found: quote(known[found[0]], safe=""), pattern)

        return address

    @cached_property
    def states(self) -> dict[str, str]:
        """Where each block's translation stands, by block id: as in `Catalog.state`, or "faulty"."""
        scribe = self.scribe(self.links)
        return {name: scribe.state(block) for name, block in self.publication.blocks.items()}

    @cached_property
    def faults(self) -> list[Fault]:
        """The translations that cannot be used, in the order of the text."""
        scribe = self.scribe(self.links)
        found = [(name, scribe.current_fault(block)) for name, block in self.publication.blocks.items()]
        return [Fault(name, unfit.what) for name, unfit in found if unfit]

    @property
    def untranslated(self) -> list[str]:
        """The blocks for which English stands in, in the order of the text."""
        return [name for name, state in self.states.items() if state != "done"]

    def is_drawn_in_english(self, figure: str) -> bool:
        """Whether a label inside a figure's drawing stands in English for want of a translation."""
        prefix, table = f"figure.{figure}.", f"figure.{figure}.table."
        beside = _DRAWN_BESIDE.get(figure, ())
        return any(
            (name in beside or name.startswith(prefix))
            and not name.startswith(table)
            and name not in _IN_TABLES
            and not name.endswith((".caption", ".alt"))
            for name in self.untranslated
        )


def read(publication: Publication, tag: str) -> Edition:
    """The edition of a tag.

    Raises what tells why a language cannot be used: LocaleError, CatalogError, NotThere, FontError.
    """
    return Edition(publication, *language(tag))
