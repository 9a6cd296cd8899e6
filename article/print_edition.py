"""The print edition: the same article as a PDF, with drawn formulas and the data attached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..press import document, pages, pdf
from ..press.blocks import Block
from ..press.drawings import Drawing
from ..press.fill import Printed
from ..press.formula_images import SVG, Drawer
from ..press.scribe import Scribe
from ..publication import edition
from ..publication.disk import Publication, catalog, locale
from . import page as article

_FIGURES = ("null-distribution", "cases")
_PAGE_ALONE = ("page.formula", "cover.title", "cover.kicker")


class Texts(NamedTuple):
    """One language's texts for print: the drawings, and the data with every number of them, are to come."""

    scribe: Scribe
    drawer: Drawer
    context: dict[str, Any]
    alternatives: dict[str, str]  # of each figure
    printed: list[Printed]


def path(tag: str) -> str:
    """Where a language's PDF lies in the output."""
    return f"output/{tag}/discordant-{tag}.pdf"


def write(publication: Publication, written: article.Written) -> Texts:
    """Every text of a language's PDF, whose formulas are drawn, and the record of what they print."""
    drawer = Drawer(edition.spoken(publication, written.tag))
    scribe = edition.scribe(publication, written.tag, {}, drawer)
    blocks = publication.blocks
    context = {
        **written.context,
        **article.furniture(scribe, publication),
        "title": scribe.plain(blocks["title"]),
        "document": document.write(publication.nodes["article.md"], scribe),
        "status": article.status(scribe, publication, written.tally),
        "publisher": publication.settings["publisher"]["name"],
        "date": publication.settings["edition"]["date"].isoformat(),
        "web": _web(scribe, blocks, written.context["canonical"], written.tag),
    }
    alternatives = {name: scribe.plain(blocks[f"figure.{name}.alt"]) for name in _FIGURES}
    printed = [*scribe.printed, *written.printed["figures"]]
    shown = [entry for entry in printed if entry.block not in _PAGE_ALONE]
    return Texts(scribe, drawer, context, alternatives, shown)


def job(
    publication: Publication,
    texts: Texts,
    drawings: Mapping[str, Sequence[Drawing]],
    data: bytes,
) -> pdf.Job:
    """Everything that a language's PDF is made from; `data` is the content of discordant.json."""
    scribe, drawer, blocks = texts.scribe, texts.drawer, publication.blocks
    shown = _figures(drawings, texts, blocks)
    html, faces, families = pages.render_for_print(
        "print.html.jinja2",
        {**texts.context, "figures": shown, "assets": drawer.assets},
        scribe.locale,
        [locale("en")],
    )
    return pdf.Job(
        html,
        {**drawer.assets, **faces},
        frozenset(families),
        pdf.Attachment("discordant.json", data, scribe.plain(blocks["print.attachment"])),
        publication.settings["edition"]["date"],
        scribe.locale.direction,
    )


def _web(scribe: Scribe, blocks: Mapping[str, Block], canonical: str, tag: str) -> Any:
    """The pointer to the web edition, where formulas are MathML; None while no address is set."""
    if not canonical:
        return None
    linked = Scribe(scribe.locale, catalog(tag), {}, {}, {"web": f"{canonical}{tag}/"})
    return linked.html(blocks["print.web"])


def _figures(
    drawings: Mapping[str, Sequence[Drawing]], texts: Texts, blocks: Mapping[str, Block]
) -> dict[str, list[dict[str, Any]]]:
    """Each figure's panels as images; the first says the whole figure in words, the others their title."""
    shown: dict[str, list[dict[str, Any]]] = {}
    for name, panels in drawings.items():
        shown[name] = []
        for place, panel in enumerate(panels):
            asset = f"{panel.id}.svg"
            texts.drawer.assets[asset] = (panel.print_svg.encode("utf-8"), SVG)
            block = blocks[f"figure.{name}.alt" if place == 0 else f"figure.{name}.{panel.comparison}.title"]
            words = texts.alternatives[name] if place == 0 else panel.title
            english = texts.scribe.state(block) != "done"
            shown[name].append({"source": f"asset:{asset}", "alternative": words, "english": english})
    return shown
