"""The print edition: the same article as a PDF, with drawn formulas and the data attached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..press import document, pages, pdf
from ..press.blocks import Block
from ..press.scribe import Scribe
from . import article, figures
from .formula_images import SVG, Drawer, spoken
from .publication import Publication, catalog, locale


def path(tag: str) -> str:
    """Where a language's PDF lies in the output."""
    return f"output/{tag}/discordant-{tag}.pdf"


def job(
    publication: Publication,
    written: article.Written,
    drawings: Mapping[str, Sequence[figures.Drawing]],
    data: bytes,
) -> pdf.Job:
    """Everything that a language's PDF is made from; `data` is the content of discordant.json."""
    drawer = Drawer(spoken(publication, written.tag))
    scribe = article.scribe(publication, written.tag, {}, drawer)
    blocks = publication.blocks
    context = {
        **written.context,
        **article.furniture(scribe, publication),
        "document": document.write(publication.nodes["article.md"], scribe),
        "publisher": publication.settings["publisher"]["name"],
        "date": publication.settings["edition"]["date"].isoformat(),
        "web": _web(scribe, blocks, written.context["canonical"], written.tag),
        "figures": _figures(drawings, drawer, scribe, blocks),
        "assets": drawer.assets,
    }
    html, faces, families = pages.render_for_print(
        "print.html.jinja2", context, scribe.locale, [locale("en")]
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
    drawings: Mapping[str, Sequence[figures.Drawing]],
    drawer: Drawer,
    scribe: Scribe,
    blocks: Mapping[str, Block],
) -> dict[str, list[dict[str, Any]]]:
    """Each figure's panels as images; the first says the whole figure in words, the others their title."""
    shown: dict[str, list[dict[str, Any]]] = {}
    for name, panels in drawings.items():
        shown[name] = []
        for place, panel in enumerate(panels):
            asset = f"{panel.id}.svg"
            drawer.assets[asset] = (panel.print_svg.encode("utf-8"), SVG)
            block = blocks[f"figure.{name}.alt" if place == 0 else f"figure.{name}.{panel.comparison}.title"]
            words = scribe.plain(block) if place == 0 else panel.title
            english = scribe.state(block) != "done"
            shown[name].append({"source": f"asset:{asset}", "alternative": words, "english": english})
    return shown
