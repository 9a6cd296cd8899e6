"""The teaching handouts: two sheets of questions and answers, as pages and as PDFs for two sizes of paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypedDict

from markupsafe import Markup

from ... import render
from ...facts import handouts as numbers
from ...language import Fact
from ...press import document, pages, pdf, printing
from ...press.blocks import Block, Container, Node, SourceError
from ...press.document import Formula, Section
from ...press.drawings import Draw, Drawing, Lettering, drawing, lettering, look_of
from ...press.fill import Printed
from ...press.scribe import Scribe, Text
from ...publication.edition import Edition, Languages
from ...publication.panels import null_distribution
from ...publication.status import unfinished
from . import yardsticks
from .imprint import ARTICLE, links, makers, sources

NAMES = {"compared": "split", "points": "resolution"}  # each handout and its figure
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # width and height in millimetres
_MARGIN = "20mm 17mm 23.7mm"  # of A4; a page of US Letter is lower, and its margins smaller by so much
PARTS = ("handouts",)  # those of which they consist
INDEX = "index.html"
_FOLDER = "output/{tag}/handouts"
_CONTAINERS = ("head", "orientation", "formula", "table", "figure")
_TABLES = {"points": (yardsticks.NAME,)}  # of each handout that has any
_LABELLED = ("fallback", "outdated", "help", "drawing", "alternative")
_WIDTHS = {"compared": 410, "points": 366}  # of each figure in CSS pixels


class Plan(NamedTuple):
    """Everything that a language's two figures show."""

    lettering: Lettering
    split: render.Panel
    resolution: render.Resolution


class Head(TypedDict):
    """What every page of the handouts shows."""

    tag: str
    direction: str
    name: str
    paper: str
    title: str
    heading: Text
    description: str
    foot: str
    status: list[Text]
    labels: dict[str, Text]
    plain: dict[str, str]


class Context(Head):
    """What page and PDF of a handout show, beside its figure."""

    standfirst: Text
    sections: list[Section]
    orientation: list[Text]
    heads: dict[str, Text]
    cells: dict[str, Text]
    sources: list[Text]
    imprint: list[Text]  # the article, the edition, who translated and who reviewed
    tables: dict[str, dict[str, bool]]
    yardsticks: dict[str, list[Markup]]  # of the table beside the figure; none in a handout without it
    publisher: str
    date: str
    margin: str


class Offer(NamedTuple):
    """A handout on the page that offers them."""

    name: str
    title: Text
    standfirst: Text
    links: list[tuple[Text, str]]


class Index(Head):
    """What the page shows that offers the handouts."""

    print: bool
    intro: Text
    sheets: list[Offer]
    exercises: Text
    article: Text | None


def path(tag: str, file: str) -> str:
    """Where a file of a language's handouts lies in the output."""
    return f"{_FOLDER.format(tag=tag)}/{file}"


def pdf_path(tag: str, name: str, paper: str) -> str:
    """Where a handout's PDF lies in the output."""
    return path(tag, pdf_name(name, paper))


def pdf_name(name: str, paper: str) -> str:
    """What a handout's PDF is called."""
    return f"{name}-{paper}.pdf"


def plan(edition: Edition, scribe: Scribe | None = None) -> Plan:
    """The figures of a language's handouts; lettered by this scribe, where one is given."""
    scribe, blocks = scribe or edition.scribe(links(edition)), edition.publication.blocks
    return Plan(lettering(edition.locale), _split(scribe, blocks), _resolution(scribe, blocks))


def printed(edition: Edition) -> dict[str, list[Printed]]:
    """Every fact that each handout prints, and the page that offers them, by product.

    A handout's page and its PDFs print the same; the running numbers of sections and formulas it leaves out.
    """
    publication, scribe = edition.publication, edition.scribe(links(edition))
    found: dict[str, list[Printed]] = {}
    for name, figure in NAMES.items():
        own = scribe.apart()
        _context(edition, own, name)
        own.html(publication.blocks[f"figure.{figure}.alt"])
        _LABELS[figure](own, publication.blocks)
        counted = document.numbers(publication.nodes[f"handouts/{name}.md"])
        found[f"handouts/{name}"] = [entry for entry in own.printed if entry.fact not in counted]
    index = scribe.apart()
    _index_context(edition, index, [])
    return {**found, "handouts/index": index.printed}


def draw(plan: Plan) -> dict[str, Drawing]:
    """The figure of each handout, by the handout's name."""
    look = look_of(plan.lettering)
    drawn: dict[str, tuple[str, Draw]] = {
        "split": (plan.split.title, partial(render.null_distribution, [plan.split])),
        "resolution": (plan.resolution.title, partial(render.resolution, plan.resolution)),
    }
    return {
        name: drawing("handout", figure, *drawn[figure], look._replace(width=_WIDTHS[name]), plan.lettering)
        for name, figure in NAMES.items()
    }


def web(
    edition: Edition,
    languages: Languages,
    drawings: Mapping[str, Drawing],
    offered: Sequence[str],
) -> dict[str, bytes]:
    """The pages of a language's handouts, by file name; `offered` is where they can lead: PDFs, article."""
    scribe = edition.scribe(links(edition))
    sheets = {
        f"{name}.html": sheet(edition, scribe, languages, name, drawings[name], offered) for name in NAMES
    }
    return {**sheets, INDEX: index(edition, scribe, languages, offered)}


def sheet(
    edition: Edition,
    scribe: Scribe,
    languages: Languages,
    name: str,
    drawing: Drawing,
    offered: Sequence[str],
) -> bytes:
    """The page of one handout, with its figure."""
    blocks = edition.publication.blocks
    context = {
        **_context(edition, scribe, name),
        "print": False,
        "languages": languages.named,
        "translate": edition.translate,
        "links": _links(scribe, blocks, name, offered),
        "figure": Markup(drawing.svg),
        "alternative": scribe.html(blocks[f"figure.{NAMES[name]}.alt"]),
        "formula": _spoken_formula,
    }
    return _page("handout.html.jinja2", context, edition, languages)


def index(edition: Edition, scribe: Scribe, languages: Languages, offered: Sequence[str]) -> bytes:
    """The page that offers a language's handouts."""
    context = {
        **_index_context(edition, scribe, offered),
        "languages": languages.named,
        "translate": edition.translate,
    }
    return _page("handouts.html.jinja2", context, edition, languages)


def _page(template: str, context: Mapping[str, object], edition: Edition, languages: Languages) -> bytes:
    others = languages.on_a_page
    return pages.render(template, context, edition.locale, others, pages.SHEET_ON_SCREEN).encode("utf-8")


def job(edition: Edition, name: str, drawing: Drawing) -> pdf.Job:
    """What one of a language's handouts is printed from."""
    publication, drawer = edition.publication, edition.drawer()
    scribe = edition.scribe(links(edition), drawer)
    alternative = f"figure.{NAMES[name]}.alt"
    image = Markup('<img src="{}" alt="{}"{}>').format(
        printing.keep(drawer, name, drawing),
        scribe.plain(publication.blocks[alternative]),
        "" if edition.states[alternative] == "done" else Markup(' lang="en"'),
    )
    context = {
        **_context(edition, scribe, name),
        "print": True,
        "figure": image,
        "formula": _drawn_formula,
    }
    return printing.job(
        "handout.html.jinja2",
        context,
        drawer,
        edition.locale,
        publication.english,
        publication.settings.date,
        pages.SHEET,
    )


def _context(edition: Edition, scribe: Scribe, name: str) -> Context:
    """What page and PDF of a handout have in common."""
    publication, blocks = edition.publication, edition.publication.blocks
    nodes, prefix = publication.nodes[f"handouts/{name}.md"], f"handout.{name}"
    title = {"title": Fact("title", scribe.plain(blocks["title"]), "name")}
    own = ("title",) if scribe.state(blocks["title"]) == "done" else ()
    return {
        "tag": edition.tag,
        "direction": edition.locale.direction,
        "name": name,
        "paper": "A4",
        "title": scribe.plain(blocks[f"{prefix}.title"]),
        "heading": scribe.html(blocks[f"{prefix}.title"]),
        "standfirst": scribe.html(blocks[f"{prefix}.standfirst"]),
        "description": scribe.plain(blocks[f"{prefix}.description"]),
        "foot": scribe.plain(blocks[f"{prefix}.short"]),
        "sections": [
            yardsticks.beside(section)
            for section in document.sections(_sections(nodes, name), scribe, document.numbers(nodes))
        ],
        "orientation": [scribe.html(block) for block in _only(nodes, "orientation", name).blocks],
        "heads": {
            cell: scribe.html(blocks[f"handout.table.{cell.lower()}"])
            for cell in ("B-right", "B-wrong", "A-right", "A-wrong")
        },
        "cells": {cell: scribe.html(blocks[f"handout.table.{cell}"]) for cell in "abcd"},
        "sources": sources(edition, scribe),
        "imprint": [
            scribe.html(blocks["handout.foot.article"], title, own),
            scribe.html(blocks["handout.foot.edition"]),
            *makers(edition, scribe),
        ],
        "yardsticks": yardsticks.rows(scribe, publication.facts) if name in _TABLES else {},
        "status": unfinished(edition, PARTS, scribe.html),
        "labels": {label: scribe.html(blocks[f"page.{label}"]) for label in _LABELLED},
        "plain": {"languages": scribe.plain(blocks["page.languages"])},
        "tables": {NAMES[name]: {"english": edition.is_drawn_in_english(NAMES[name])}},
        "publisher": publication.settings.publisher,
        "date": publication.settings.date.isoformat(),
        "margin": _MARGIN,
    }


def _sections(nodes: Sequence[Node], name: str) -> list[Node]:
    """The nodes from the first heading on; what stands before has its own place.

    What no handout shows would be lost without a word, so it is refused.
    """
    for node in nodes:
        if isinstance(node, Container) and node.kind not in _CONTAINERS:
            known = ", ".join(_CONTAINERS)
            raise SourceError(
                f"there is no container '::: {node.kind}' in a handout",
                path=f"handouts/{name}.md",
                advice=f"there are {known}",
            )
        if isinstance(node, Container) and node.kind == "table" and node.name not in _TABLES.get(name, ()):
            raise SourceError(
                f"there is no '::: table {node.name}' in this handout", path=f"handouts/{name}.md"
            )
    if _only(nodes, "figure", name).name != NAMES[name]:
        raise SourceError(
            f"the figure of this handout is '::: figure {NAMES[name]}'", path=f"handouts/{name}.md"
        )
    blocks = [place for place, node in enumerate(nodes) if isinstance(node, Block)]
    if not blocks or nodes[blocks[0]].kind != "heading":
        raise SourceError("a handout has sections, each with a heading", path=f"handouts/{name}.md")
    return list(nodes[blocks[0] :])


def _only(nodes: Sequence[Node], kind: str, name: str) -> Container:
    found = [node for node in nodes if isinstance(node, Container) and node.kind == kind]
    if len(found) != 1:
        raise SourceError(
            f"a handout has one container '::: {kind}', not {len(found)}", path=f"handouts/{name}.md"
        )
    return found[0]


def _links(
    scribe: Scribe, blocks: Mapping[str, Block], name: str, offered: Sequence[str]
) -> list[tuple[Text, str]]:
    """Where a handout's page leads: its PDFs, the other sheets, the article."""
    targets = [(f"handout.link.{paper}", pdf_name(name, paper)) for paper in PAPERS]
    targets += [("handout.link.index", INDEX), ("handout.link.article", ARTICLE)]
    return [(scribe.html(blocks[block]), file) for block, file in targets if file == INDEX or file in offered]


def _index_context(edition: Edition, scribe: Scribe, offered: Sequence[str]) -> Index:
    """What the page shows that offers a language's handouts."""
    blocks = edition.publication.blocks

    def sheet(name: str) -> Offer:
        papers = [(scribe.html(blocks[f"handout.link.{paper}"]), pdf_name(name, paper)) for paper in PAPERS]
        title = scribe.html(blocks[f"handout.{name}.title"])
        standfirst = scribe.html(blocks[f"handout.{name}.standfirst"])
        page = (scribe.html(blocks["handout.link.web"]), f"{name}.html")
        return Offer(
            name, title, standfirst, [page, *((text, file) for text, file in papers if file in offered)]
        )

    return {
        "tag": edition.tag,
        "direction": edition.locale.direction,
        "print": False,
        "paper": "A4",
        "foot": "",
        "title": scribe.plain(blocks["handout.index.title"]),
        "description": scribe.plain(blocks["handout.index.intro"]),
        "heading": scribe.html(blocks["handout.index.title"]),
        "intro": scribe.html(blocks["handout.index.intro"]),
        "sheets": [sheet(name) for name in NAMES],
        "exercises": scribe.html(blocks["handout.index.sheets"]),
        "article": scribe.html(blocks["handout.index.article"]) if ARTICLE in offered else None,
        "status": unfinished(edition, PARTS, scribe.html),
        "labels": {label: scribe.html(blocks[f"page.{label}"]) for label in ("fallback", "outdated", "help")},
        "plain": {"languages": scribe.plain(blocks["page.languages"])},
        "name": "index",
    }


def _spoken_formula(content: Formula) -> Markup:
    return pages.spoken(content["math"], content["spoken"], english=False)  # the box round it says so


def _drawn_formula(content: Formula) -> Markup:
    return pages.spoken_image(content["math"], content["spoken"], content["english"])


def _split(scribe: Scribe, blocks: Mapping[str, Block]) -> render.Panel:
    def label(part: str) -> str:
        if part == "chance":  # it stands where the label of the centre does
            return ""
        return scribe.plain(blocks[f"figure.split.{'chance' if part == 'centre' else part}"])

    return null_distribution(*numbers.split(), label)


def _resolution(scribe: Scribe, blocks: Mapping[str, Block]) -> render.Resolution:
    def label(part: str, facts: Mapping[str, Fact] | None = None) -> str:
        return scribe.plain(blocks[f"figure.resolution.{part}"], facts)

    (size, lead), reached = numbers.mark(), numbers.reached()
    last = len(reached) - 1
    return render.Resolution(
        tuple(render.Curve(points, label("curve", {"rate": rate})) for rate, points in numbers.curves()),
        (size, lead, label("mark")),
        title=label("title"),
        x_label=label("x"),
        y_label=label("y"),
        note=label("note"),
        rings=[
            (size, float(point.number), label("exact", {"reached": point}) if place in (0, last) else "")
            for place, point in enumerate(reached)
        ],
    )


_LABELS = {"split": _split, "resolution": _resolution}
