"""The teaching handouts: two sheets of questions and answers, as pages and as PDFs for two sizes of paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from markupsafe import Markup

from ... import render
from ...facts import handouts as numbers
from ...language import Fact
from ...press import document, pages, pdf
from ...press.blocks import Block, Container, Node, SourceError
from ...press.drawings import Draw, Drawing, Lettering, drawing, lettering, look_of
from ...press.fill import Printed
from ...press.formula_images import SVG, Drawer
from ...press.scribe import Scribe
from ...publication.disk import Publication, locale
from ...publication.edition import Language, scribe, spoken

NAMES = {"compared": "split", "points": "resolution"}  # each handout and its figure
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # width and height in millimetres
_MARGIN = "21mm 20mm 25mm"  # of A4; a page of US Letter is lower, and its margins smaller by so much
INDEX = "index.html"
ARTICLE = "../index.html"  # from where the handouts lie
_FOLDER = "output/{tag}/handouts"
_CONTAINERS = ("head", "orientation", "formula", "figure")
_WIDTH = 410  # CSS pixels of a figure


class Plan(NamedTuple):
    """Everything that a language's two figures show."""

    lettering: Lettering
    split: render.Panel
    resolution: render.Resolution


def path(tag: str, file: str) -> str:
    """Where a file of a language's handouts lies in the output."""
    return f"{_FOLDER.format(tag=tag)}/{file}"


def pdf_path(tag: str, name: str, paper: str) -> str:
    """Where a handout's PDF lies in the output."""
    return path(tag, _pdf_name(name, paper))


def _pdf_name(name: str, paper: str) -> str:
    return f"{name}-{paper}.pdf"


def plan(publication: Publication, tag: str) -> Plan:
    """The figures of a language's handouts."""
    hand, blocks = _scribe(publication, tag), publication.blocks
    return Plan(lettering(hand.locale), _split(hand, blocks), _resolution(hand, blocks))


def printed(publication: Publication, tag: str) -> dict[str, list[Printed]]:
    """Every fact that each handout prints, and the page that offers them, by product.

    A handout's page and its PDFs print the same; the running numbers of sections and formulas it leaves out.
    """
    hand = _scribe(publication, tag)
    found: dict[str, list[Printed]] = {}
    for name, figure in NAMES.items():
        own = hand.apart()
        _context(publication, own, name)
        own.html(publication.blocks[f"figure.{figure}.alt"])
        _LABELS[figure](own, publication.blocks)
        counted = document.numbers(publication.nodes[f"handouts/{name}.md"])
        found[f"handouts/{name}"] = [entry for entry in own.printed if entry.fact not in counted]
    index = hand.apart()
    _index_context(publication, index, [])
    return {**found, "handouts/index": index.printed}


def draw(plan: Plan) -> dict[str, Drawing]:
    """The figure of each handout, by the handout's name."""
    look = look_of(plan.lettering)._replace(width=_WIDTH)
    drawn: dict[str, tuple[str, Draw]] = {
        "split": (plan.split.title, partial(render.null_distribution, [plan.split])),
        "resolution": (plan.resolution.title, partial(render.resolution, plan.resolution)),
    }
    return {
        name: drawing("handout", figure, *drawn[figure], look, plan.lettering)
        for name, figure in NAMES.items()
    }


def web(
    publication: Publication,
    tag: str,
    languages: Sequence[Language],
    drawings: Mapping[str, Drawing],
    offered: Sequence[str],
) -> dict[str, bytes]:
    """The pages of a language's handouts, by file name; `offered` is where they can lead: PDFs, article."""
    hand = _scribe(publication, tag)
    found: dict[str, bytes] = {}
    others = [locale(language.tag) for language in (*languages, Language("en", ""))]
    for name in NAMES:
        context = {
            **_context(publication, hand, name),
            "print": False,
            "languages": languages,
            "links": _links(publication, hand, name, offered),
            "figure": Markup(drawings[name].svg),
            "alternative": hand.html(publication.blocks[f"figure.{NAMES[name]}.alt"]),
            "formula": _spoken_formula,
        }
        page = pages.render("handout.html.jinja2", context, hand.locale, others, pages.SHEET_ON_SCREEN)
        found[f"{name}.html"] = page.encode("utf-8")
    found[INDEX] = _index(publication, hand, languages, offered).encode("utf-8")
    return found


def job(publication: Publication, tag: str, name: str, drawing: Drawing) -> pdf.Job:
    """What one of a language's handouts is printed from."""
    drawer = Drawer(spoken(publication, tag))
    hand = _scribe(publication, tag, drawer)
    drawer.assets[f"{name}.svg"] = (drawing.print_svg.encode("utf-8"), SVG)
    alternative = publication.blocks[f"figure.{NAMES[name]}.alt"]
    language = "" if hand.state(alternative) == "done" else Markup(' lang="en"')
    context = {
        **_context(publication, hand, name),
        "print": True,
        "figure": Markup('<img src="asset:{}.svg" alt="{}"{}>').format(
            name, hand.plain(alternative), language
        ),
        "formula": _drawn_formula,
        "assets": drawer.assets,
    }
    html, faces, families = pages.render_for_print(
        "handout.html.jinja2", context, hand.locale, [locale("en")], pages.SHEET
    )
    assets = {**drawer.assets, **faces}
    day = publication.settings["edition"]["date"]
    return pdf.Job(html, assets, frozenset(families), None, day, hand.locale.direction)


def _scribe(
    publication: Publication, tag: str, set_formula: Callable[[str, str], str] = lambda name, math: math
) -> Scribe:
    return scribe(publication, tag, {"article": ARTICLE}, set_formula)


def _context(publication: Publication, hand: Scribe, name: str) -> dict[str, Any]:
    """What page and PDF of a handout have in common."""
    blocks, nodes = publication.blocks, publication.nodes[f"handouts/{name}.md"]
    prefix = f"handout.{name}"
    title = {"title": Fact("title", hand.plain(blocks["title"]), "name")}
    return {
        "tag": hand.locale.tag,
        "direction": hand.locale.direction,
        "name": name,
        "paper": "A4",
        "title": hand.plain(blocks[f"{prefix}.title"]),
        "heading": hand.html(blocks[f"{prefix}.title"]),
        "standfirst": hand.html(blocks[f"{prefix}.standfirst"]),
        "description": hand.plain(blocks[f"{prefix}.description"]),
        "foot": hand.plain(blocks[f"{prefix}.short"]),
        "sections": document.sections(_sections(nodes, name), hand, document.numbers(nodes)),
        "orientation": [hand.html(block) for block in _only(nodes, "orientation", name).blocks],
        "heads": {
            cell: hand.html(blocks[f"handout.table.{cell.lower()}"])
            for cell in ("B-right", "B-wrong", "A-right", "A-wrong")
        },
        "cells": {cell: hand.html(blocks[f"handout.table.{cell}"]) for cell in "abcd"},
        "imprint": [
            hand.html(blocks["handout.foot.article"], title),
            hand.html(blocks["handout.foot.edition"]),
        ],
        "labels": {label: hand.html(blocks[f"page.{label}"]) for label in ("fallback", "alternative")},
        "plain": {"languages": hand.plain(blocks["page.languages"])},
        "tables": {NAMES[name]: {"english": _has_english_labels(hand, blocks, NAMES[name])}},
        "publisher": publication.settings["publisher"]["name"],
        "date": publication.settings["edition"]["date"].isoformat(),
        "margin": _MARGIN,
    }


def _has_english_labels(hand: Scribe, blocks: Mapping[str, Block], figure: str) -> bool:
    """Whether a label inside a drawing stands in English for want of a translation."""
    labels = [block for block_id, block in blocks.items() if block_id.startswith(f"figure.{figure}.")]
    return any(hand.state(block) != "done" for block in labels if not block.id.endswith((".caption", ".alt")))


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


def _links(publication: Publication, hand: Scribe, name: str, offered: Sequence[str]) -> list[Any]:
    """Where a handout's page leads: its PDFs, the other sheets, the article."""
    blocks = publication.blocks
    targets = [(f"handout.link.{paper}", _pdf_name(name, paper)) for paper in PAPERS]
    targets += [("handout.link.index", INDEX), ("handout.link.article", ARTICLE)]
    return [(hand.html(blocks[block]), file) for block, file in targets if file == INDEX or file in offered]


def _index(
    publication: Publication, hand: Scribe, languages: Sequence[Language], offered: Sequence[str]
) -> str:
    """The page that offers a language's handouts."""
    context = {**_index_context(publication, hand, offered), "languages": languages}
    others = [locale(language.tag) for language in (*languages, Language("en", ""))]
    return pages.render("handouts.html.jinja2", context, hand.locale, others, pages.SHEET_ON_SCREEN)


def _index_context(publication: Publication, hand: Scribe, offered: Sequence[str]) -> dict[str, Any]:
    blocks = publication.blocks

    def sheet(name: str) -> dict[str, Any]:
        papers = [(hand.html(blocks[f"handout.link.{paper}"]), _pdf_name(name, paper)) for paper in PAPERS]
        return {
            "name": name,
            "title": hand.html(blocks[f"handout.{name}.title"]),
            "standfirst": hand.html(blocks[f"handout.{name}.standfirst"]),
            "links": [
                (hand.html(blocks["handout.link.web"]), f"{name}.html"),
                *((text, file) for text, file in papers if file in offered),
            ],
        }

    return {
        "tag": hand.locale.tag,
        "direction": hand.locale.direction,
        "print": False,
        "paper": "A4",
        "foot": "",
        "title": hand.plain(blocks["handout.index.title"]),
        "description": hand.plain(blocks["handout.index.intro"]),
        "heading": hand.html(blocks["handout.index.title"]),
        "intro": hand.html(blocks["handout.index.intro"]),
        "sheets": [sheet(name) for name in NAMES],
        "exercises": hand.html(blocks["handout.index.sheets"]),
        "article": hand.html(blocks["handout.index.article"]) if ARTICLE in offered else None,
        "labels": {"fallback": hand.html(blocks["page.fallback"])},
        "plain": {"languages": hand.plain(blocks["page.languages"])},
        "name": "index",
    }


def _spoken_formula(content: Mapping[str, Any]) -> Markup:
    return pages.spoken(content["math"], content["spoken"], english=False)  # the box round it says so


def _drawn_formula(content: Mapping[str, Any]) -> Markup:
    return pages.spoken_image(content["math"], content["spoken"], content["english"])


def _split(hand: Scribe, blocks: Mapping[str, Block]) -> render.Panel:
    def label(part: str) -> str:
        return hand.plain(blocks[f"figure.split.{part}"])

    law, window = numbers.split()
    return render.Panel(
        law.weights,
        law.observed,
        law.tails,
        window,
        title=label("title"),
        observed_label=label("observed"),
        tails_label=label("tails"),
        centre_label=label("centre"),
        x_label=label("x"),
        y_label=label("y"),
        note=label("note"),
    )


def _resolution(hand: Scribe, blocks: Mapping[str, Block]) -> render.Resolution:
    def label(part: str, facts: Mapping[str, Fact] | None = None) -> str:
        return hand.plain(blocks[f"figure.resolution.{part}"], facts)

    size, lead = numbers.mark()
    return render.Resolution(
        tuple(render.Curve(points, label("curve", {"rate": rate})) for rate, points in numbers.curves()),
        (size, lead, label("mark")),
        title=label("title"),
        x_label=label("x"),
        y_label=label("y"),
        note=label("note"),
    )


_LABELS = {"split": _split, "resolution": _resolution}
