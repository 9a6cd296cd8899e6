"""The article in one language: texts, figures, tables and listing put together into a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypedDict

from markupsafe import Markup

from ..language import Fact
from ..press import document, pages
from ..press.blocks import Container, Node, SourceError
from ..press.document import Document, Item
from ..press.drawings import Drawing
from ..press.fill import Printed
from ..press.scribe import Scribe, Text
from ..publication import credit, progress, reading
from ..publication import status as standing
from ..publication.disk import Publication
from ..publication.edition import Edition, Language, Languages
from . import figures, package, tables, text_tables
from .listing import Listing
from .tables import Table
from .text_tables import Methods, Outcomes

PARTS = ("article", "page")  # those of which the article consists
# what a page offers for download where it was made, and the block that says so
DOWNLOADS = {
    "pdf": "print.download",
    "package": "page.download.package",
    "data": "page.download.data",
    "csv": "page.download.csv",
    "cover": "print.cover",
    "handouts": "page.download.handouts",
}


# the names that a container can have, by kind
NAMES = {
    "figure": tuple(figures.PANELS),
    "table": ("outcomes", "methods"),
    "listing": ("compare",),
}


class Correction(NamedTuple):
    """A correction of an earlier version."""

    date: Markup
    text: Text


class Figure(NamedTuple):
    """What stands under a figure, and the figure."""

    alternative: Text
    tables: list[Table] | None  # None where another table has its numbers
    english: bool  # whether a label inside the drawing is
    panels: Sequence[Drawing] = ()


class Furniture(TypedDict):
    """What page and print edition show beside the text."""

    labels: dict[str, Text]
    plain: dict[str, str]
    numbered: Callable[[str, Item], Text | str]  # plain text for a formula
    downloads: dict[str, Text]
    outcomes: Outcomes
    methods: Methods
    errata: list[Correction]


class Context(Furniture):
    """What the templates of the article get, beside figures, fonts and styles."""

    tag: str
    direction: str
    title: str
    description: str
    document: Document
    languages: list[Language]
    canonical: str
    cover_alternative: str
    listing: Listing
    tables: dict[str, Figure]
    byline: Text
    cite: Text  # how to cite the article
    credit: list[Text]  # who translated and who reviewed
    status: list[Text]


class Written(NamedTuple):
    """One language's texts, written but not yet set as a page: the drawings are still to come."""

    edition: Edition
    context: Context
    plan: figures.Plan
    readme: bytes
    printed: dict[str, list[Printed]]  # by product: page, figures, package
    unfinished: list[str]  # blocks in English, of parts which the locale claims to be complete


def write(edition: Edition, listing: Listing, languages: Languages, scribe: Scribe | None = None) -> Written:
    """Every text of one language and the plan of its figures; by this scribe, where one is given."""
    scribe = scribe or edition.scribe(edition.links)
    publication, blocks = edition.publication, edition.publication.blocks
    _refuse_strangers(publication.nodes[document.ARTICLE])
    article = document.write(publication.nodes[document.ARTICLE], scribe, figures.NARROW)
    title = scribe.plain(blocks["title"])
    cover = scribe.plain(blocks["cover.alt"])
    of_language = reading.facts(edition)
    furnished = furniture(scribe, publication)
    letterer, author = scribe.apart(), scribe.apart()
    plan = figures.plan(letterer, blocks, publication.facts, _placed(publication))
    context: Context = {
        **furnished,
        "tag": edition.tag,
        "direction": edition.locale.direction,
        "title": title,
        "description": article.description,
        "document": article,
        "languages": languages.named,
        "canonical": publication.settings.canonical,
        "cover_alternative": cover,
        "listing": listing,
        "tables": _figures(scribe, edition, plan.shown),
        "byline": scribe.html(blocks["page.byline"], of_language),
        "cite": cite(scribe, edition, title),
        "credit": credit.passages(edition, scribe),
        "status": status(scribe, edition),
    }
    readme = package.readme(edition, author, title)
    claimed = progress.claimed(edition.locale)
    drawn = [entry for entry in letterer.printed if _is_of(plan.shown, entry.block)]
    return Written(
        edition,
        context,
        plan,
        readme,
        {
            "page": [*scribe.printed, *drawn],
            "figures": letterer.printed,
            "package": author.printed,
        },
        [name for name in edition.untranslated if progress.part(blocks[name]) in claimed],
    )


def _placed(publication: Publication) -> list[str]:
    """The figures that the article has, in its order."""
    nodes = publication.nodes[document.ARTICLE]
    return [node.name for node in nodes if isinstance(node, Container) and node.kind == "figure"]


def _is_of(shown: Sequence[str], block: str) -> bool:
    """Whether a block is a label in one of these figures."""
    kind, _, rest = block.partition(".")
    return kind == "figure" and rest.partition(".")[0] in shown


def _refuse_strangers(nodes: Sequence[Node]) -> None:
    """SourceError for a figure, table or listing by another name: in its place another would be shown."""
    for node in nodes:
        known = NAMES.get(node.kind, ()) if isinstance(node, Container) else ()
        if isinstance(node, Container) and known and node.name not in known:
            raise SourceError(
                f"there is no {node.kind} {node.name}",
                path=document.ARTICLE,
                line=node.blocks[0].line if node.blocks else None,
                advice=f"there are {', '.join(known)}" if known[1:] else f"there is {known[0]}",
            )


def page(
    written: Written,
    languages: Languages,
    drawings: Mapping[str, Sequence[Drawing]],
    offered: Sequence[str],
) -> str:
    """The HTML page of one language, with links to those of the DOWNLOADS that are offered."""
    tables = written.context["tables"]
    drawn = {
        name: tables[name]._replace(panels=[panel._replace(svg=Markup(panel.svg)) for panel in panels])
        for name, panels in drawings.items()
    }
    return pages.render(
        "article.html.jinja2",
        {
            **written.context,
            "figures": drawn,
            "offered": offered,
            "translate": written.edition.translate,
        },
        written.edition.locale,
        languages.on_a_page,
    )


def furniture(scribe: Scribe, publication: Publication) -> Furniture:
    """The furniture of the page: labels, heads, downloads, corrections."""
    blocks = publication.blocks
    simple = [block for block in blocks.values() if block.id.startswith("page.") and not block.placeholders]
    labels = {
        block.id.removeprefix("page."): block for block in simple if not block.id.startswith("page.download.")
    }
    written: dict[str, Text | str] = {}
    for name, fact in publication.numbers.items():  # now, so that the record of what is printed has them
        kind = name.partition("_")[0]
        if kind == "formula":
            written[name] = scribe.plain(blocks["page.formula"], {"number": fact})
        elif kind in ("figure", "table", "listing", "note"):
            written[name] = scribe.html(blocks[f"page.{kind}"], {"number": fact})

    def numbered(kind: str, item: Item) -> Text | str:
        return written[f"{kind}_{item.id.replace('-', '_')}"]

    return {
        "labels": {name: scribe.html(block) for name, block in labels.items()},
        "plain": {name: scribe.plain(block) for name, block in labels.items()},
        "numbered": numbered,
        "downloads": {name: scribe.html(blocks[block]) for name, block in DOWNLOADS.items()},
        "outcomes": text_tables.outcomes(scribe, publication),
        "methods": text_tables.methods(scribe, publication),
        "errata": _errata(scribe, publication),
    }


def _figures(scribe: Scribe, edition: Edition, shown: Sequence[str]) -> dict[str, Figure]:
    """What stands under each figure: its text alternative, and its numbers where no other table has them."""
    blocks = edition.publication.blocks
    return {
        name: Figure(
            scribe.html(blocks[f"figure.{name}.alt"]),
            tables.of(name, scribe, edition),
            edition.is_drawn_in_english(name),
        )
        for name in shown
    }


def _errata(scribe: Scribe, publication: Publication) -> list[Correction]:
    return [
        Correction(
            scribe.number("errata", Fact("erratum_date", erratum.date, "date")),
            scribe.html(publication.blocks[erratum.block]),
        )
        for erratum in publication.settings.errata
    ]


def cite(scribe: Scribe, edition: Edition, title: str) -> Text:
    """How to cite the article: with the address of this language's edition, where one is set."""
    known = {**reading.facts(edition), "title": Fact("title", title, "name")}
    block = "page.cite.text" if edition.address else "page.cite.unplaced"
    return scribe.html(edition.publication.blocks[block], known, own=["title"])


def status(scribe: Scribe, edition: Edition) -> list[Text]:
    """What is said of how complete the translation of the article is; nothing in the source language."""
    if edition.tag == "en":
        return []
    complete = edition.publication.blocks["page.status.complete"]
    return standing.unfinished(edition, PARTS, scribe.html) or [scribe.html(complete)]
