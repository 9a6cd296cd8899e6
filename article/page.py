"""The article in one language: texts, figures, tables and listing put together into a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from ..experiment import SCENARIOS
from ..facts import article as facts
from ..language import Fact
from ..press import document, pages
from ..press.document import Document, Item
from ..press.drawings import Drawing
from ..press.fill import Printed
from ..press.scribe import Fault, Scribe, Text
from ..publication import progress as translation
from ..publication.disk import Publication, locale
from ..publication.edition import LINKS, Language, scribe
from . import figures, package

# what a page offers for download where it was made, and the block that says so
DOWNLOADS = {
    "pdf": "print.download",
    "package": "page.download.package",
    "data": "page.download.data",
    "csv": "page.download.csv",
    "cover": "print.cover",
    "handouts": "page.download.handouts",
}


class Written(NamedTuple):
    """One language's texts, written but not yet set as a page: the drawings are still to come."""

    tag: str
    document: Document
    context: dict[str, Any]
    plan: figures.Plan
    readme: bytes
    title: str
    tally: translation.Tally
    printed: dict[str, list[Printed]]  # by product: page, figures, package
    untranslated: list[str]  # blocks for which English stands in
    unfinished: list[str]  # those of them that belong to parts which the locale claims to be complete
    faults: list[Fault]
    blocks: int


def write(
    publication: Publication,
    tag: str,
    listing: Mapping[str, Any],
    languages: Sequence[Language],
    kind: Callable[..., Scribe] = Scribe,
) -> Written:
    """Every text of one language, by a scribe of this kind, and the plan of its figures."""
    links = {**LINKS, "pdf": f"discordant-{tag}.pdf", "cover": "cover.png"}
    hand = scribe(publication, tag, links, kind=kind)
    blocks = publication.blocks
    article = document.write(publication.nodes["article.md"], hand)
    title = hand.plain(blocks["title"])
    context = {
        "tag": tag,
        "direction": hand.locale.direction,
        "title": title,
        "description": article.description,
        "document": article,
        "languages": languages,
        "canonical": publication.settings["edition"].get("canonical", ""),
        "cover_alternative": hand.plain(blocks["cover.alt"]),
        "listing": listing,
        **furniture(hand, publication),
    }
    letterer, author = hand.apart(), hand.apart()
    plan = figures.plan(letterer, blocks, publication.facts)
    context["tables"] = _figure_tables(hand, letterer, publication)
    readme = package.readme(publication.nodes["package.md"], author, title)
    states = translation.states(publication, hand)
    tally = translation.tally(publication, states)
    context["status"] = status(hand, publication, tally)
    untranslated = [name for name, state in states.items() if state != "done"]
    claimed = translation.claimed(hand.locale)
    drawn = [entry for entry in letterer.printed if not entry.block.startswith("cover.")]
    return Written(
        tag,
        article,
        context,
        plan,
        readme,
        title,
        tally,
        {
            "page": [*hand.printed, *drawn],
            "figures": letterer.printed,
            "package": author.printed,
        },
        untranslated,
        [name for name in untranslated if translation.part(blocks[name]) in claimed],
        translation.faults(publication, hand),
        len(blocks),
    )


def page(written: Written, drawings: Mapping[str, Sequence[Drawing]], offered: Sequence[str]) -> str:
    """The HTML page of one language, with links to those of the DOWNLOADS that are offered."""
    drawn = {
        name: {**written.context["tables"][name], "panels": [d._replace(svg=Markup(d.svg)) for d in panels]}
        for name, panels in drawings.items()
    }
    others = [locale(language.tag) for language in (*written.context["languages"], Language("en", ""))]
    return pages.render(
        "article.html.jinja2",
        {**written.context, "figures": drawn, "offered": offered},
        written.plan.locale,
        others,
    )


def furniture(scribe: Scribe, publication: Publication) -> dict[str, Any]:
    """The furniture of the page: labels, heads, downloads, corrections."""
    blocks = publication.blocks
    simple = [block for block in blocks.values() if block.id.startswith("page.") and not block.placeholders]
    labels = {
        block.id.removeprefix("page."): block for block in simple if not block.id.startswith("page.download.")
    }
    known = document.numbers(publication.nodes["article.md"])

    written: dict[str, Markup | str] = {}
    for name, fact in known.items():  # now, so that the record of what is printed has them
        kind = name.partition("_")[0]
        if kind == "formula":
            written[name] = scribe.plain(blocks["page.formula"], {"number": fact})
        elif kind in ("figure", "table", "listing"):
            written[name] = scribe.html(blocks[f"page.{kind}"], {"number": fact}).html

    def numbered(kind: str, item: Item) -> Markup | str:
        return written[f"{kind}_{item.id.replace('-', '_')}"]

    return {
        "labels": {name: scribe.html(block) for name, block in labels.items()},
        "plain": {name: scribe.plain(block) for name, block in labels.items()},
        "numbered": numbered,
        "downloads": {name: scribe.html(blocks[block]) for name, block in DOWNLOADS.items()},
        "heads": {
            name: scribe.html(blocks[f"table.outcomes.{name}"]) for name in ("comparison", "a", "b", "c", "d")
        },
        "rows": [_row(name, scribe, publication) for name in SCENARIOS],
        "errata": _errata(scribe, publication),
    }


def _row(name: str, scribe: Scribe, publication: Publication) -> dict[str, Any]:
    counts = [scribe.number("table.outcomes", publication.facts[f"{name}_{cell}"]) for cell in "abcd"]
    return {"name": scribe.html(publication.blocks[f"comparison.{name}.short"]), "counts": counts}


def _figure_tables(scribe: Scribe, letterer: Scribe, publication: Publication) -> dict[str, dict[str, Any]]:
    """What stands under each figure: its text alternative, and its numbers where no other table has them."""
    blocks = publication.blocks
    tables = []
    for name in SCENARIOS:
        prefix = "figure.null-distribution.table"
        heads = {
            part: scribe.html(blocks[f"{prefix}.{part}"])
            for part in ("k", "probability", "tail", "yes", "no")
        }
        rows = [
            {
                "k": scribe.number(prefix, row.k),
                "chance": scribe.number(prefix, row.chance),
                "in_tails": row.in_tails,
            }
            for row in facts.distribution(name)
        ]
        tables.append({**heads, "caption": scribe.html(blocks[f"{prefix}.{name}.caption"]), "rows": rows})
    return {
        "cases": {
            "alternative": scribe.html(blocks["figure.cases.alt"]),
            "distributions": None,
            "english": _has_english_labels("cases", letterer),
        },
        "null-distribution": {
            "alternative": scribe.html(blocks["figure.null-distribution.alt"]),
            "distributions": tables,
            "english": _has_english_labels("null-distribution", letterer),
        },
    }


def _has_english_labels(figure: str, letterer: Scribe) -> bool:
    """Whether a label inside the drawing stands in English for want of a translation."""
    return any(name.startswith(f"figure.{figure}.") for name in letterer.untranslated)


def _errata(scribe: Scribe, publication: Publication) -> list[dict[str, Any]]:
    entries = []
    for entry in publication.settings.get("errata", []):
        date = Fact("erratum_date", entry["date"], "date")
        entries.append(
            {"date": scribe.number("errata", date), "text": scribe.html(publication.blocks[entry["block"]])}
        )
    return entries


def status(scribe: Scribe, publication: Publication, tally: translation.Tally) -> Text | None:
    """The line that says how complete a translation is; None in the source language."""
    if scribe.locale.tag == "en":
        return None
    blocks = publication.blocks
    if tally.done == tally.blocks:
        return scribe.html(blocks["page.status.complete"])
    counts = {
        "fallbacks": Fact("fallbacks", tally.blocks - tally.done, "count"),
        "blocks": Fact("blocks", tally.blocks, "count"),
    }
    return scribe.html(blocks["page.status.partial"], counts)
