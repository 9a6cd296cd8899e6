"""The print edition: the same article as a PDF, with drawn formulas and the data attached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from ..press import document, formulas, pages, pdf
from ..press.blocks import Block, SourceError
from ..press.scribe import Scribe
from . import article, figures
from .publication import Publication, catalog, locale

_SVG = "image/svg+xml"


class _Drawer:
    """Sets formulas for print: on a line as text, else as an image that it keeps as an asset."""

    def __init__(self, spoken: Mapping[str, str]) -> None:
        self.assets: dict[str, tuple[bytes, str]] = {}
        self._spoken = spoken  # what to say for a drawn formula inside a sentence

    def __call__(self, name: str, math: str) -> str:
        inline = 'display="block"' not in math
        line = formulas.as_text(math) if inline else None
        if line is not None:
            return line
        drawing = formulas.as_svg(name, math)
        asset = f"formula-{name}{'-inline' if inline else ''}.svg"
        self.assets[asset] = (drawing.svg, _SVG)
        if inline and name not in self._spoken:
            raise SourceError(
                f"formulas.toml: formula {name!r} is drawn inside a sentence of the PDF; say it in words in "
                f"a block formula.inline.{name.replace('_', '-')}.spoken"
            )
        alternative = escape(pdf.FORMULA + self._spoken[name]) if inline else ""
        return (
            f'<img class="formula-image" src="asset:{asset}" alt="{alternative}" '
            f'style="width:{drawing.width:.3f}em;height:{drawing.height:.3f}em;'
            f'vertical-align:{-drawing.depth:.3f}em">'
        )


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
    drawer = _Drawer(_spoken(publication, written.tag))
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


def _spoken(publication: Publication, tag: str) -> dict[str, str]:
    """What to say for formulas inside a sentence that have to be drawn, by formula."""
    scribe = article.scribe(publication, tag, {})
    prefix, suffix = "formula.inline.", ".spoken"
    return {
        name.removeprefix(prefix).removesuffix(suffix).replace("-", "_"): scribe.plain(block)
        for name, block in publication.blocks.items()
        if name.startswith(prefix) and name.endswith(suffix)
    }


def _web(scribe: Scribe, blocks: Mapping[str, Block], canonical: str, tag: str) -> Any:
    """The pointer to the web edition, where formulas are MathML; None while no address is set."""
    if not canonical:
        return None
    linked = Scribe(scribe.locale, catalog(tag), {}, {}, {"web": f"{canonical}{tag}/"})
    return linked.html(blocks["print.web"])


def _figures(
    drawings: Mapping[str, Sequence[figures.Drawing]],
    drawer: _Drawer,
    scribe: Scribe,
    blocks: Mapping[str, Block],
) -> dict[str, list[dict[str, Any]]]:
    """Each figure's panels as images; the first says the whole figure in words, the others their title."""
    shown: dict[str, list[dict[str, Any]]] = {}
    for name, panels in drawings.items():
        shown[name] = []
        for place, panel in enumerate(panels):
            asset = f"{panel.id}.svg"
            drawer.assets[asset] = (panel.print_svg.encode("utf-8"), _SVG)
            block = blocks[f"figure.{name}.alt" if place == 0 else f"figure.{name}.{panel.comparison}.title"]
            words = scribe.plain(block) if place == 0 else panel.title
            english = scribe.state(block) != "done"
            shown[name].append({"source": f"asset:{asset}", "alternative": words, "english": english})
    return shown
