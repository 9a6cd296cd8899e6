"""Drawings: what matplotlib draws, lettered in one language's faces, as a page and a PDF hold it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from .. import render
from ..language import Locale, scripts
from . import fonts, formulas
from .blocks import SourceError

if TYPE_CHECKING:  # which costs a second to import
    from matplotlib.figure import Figure

Draw = Callable[[render.Look], "Figure"]


class Lettering(NamedTuple):
    """How a language's labels are set."""

    locale: Locale
    families: tuple[str, ...]
    files: tuple[Path, ...]


class Drawing(NamedTuple):
    """A panel as the page holds it."""

    id: str
    comparison: str
    title: str
    svg: str  # with colours as CSS variables
    view_box: str
    print_svg: str  # with the light palette's colours


def lettering(locale: Locale) -> Lettering:
    """The faces of a language's labels."""
    return Lettering(locale, fonts.families(locale, "sans"), tuple(fonts.files(locale, "sans")))


@contextmanager
def glyphs_told(lettering: Lettering) -> Iterator[None]:
    """A label that cannot be drawn is the text's fault, and told as that."""
    try:
        yield
    except render.NoGlyph as error:
        advice = "reword, or add a face to templates/fonts/fonts.toml"
        raise SourceError(f"{lettering.locale.tag}: a label of a figure: {error}", advice=advice) from None


def look_of(lettering: Lettering) -> render.Look:
    """The light look of a language's figures; ticks are in Latin digits where no face has its own."""
    render.use_fonts(lettering.files)
    locale, rtl = lettering.locale, lettering.locale.direction == "rtl"
    if fonts.lacking(locale.decimal(1234567890, 0), locale, "sans"):
        locale = replace(locale, digits="latn")
    return render.Look(render.LIGHT, lettering.families, partial(_tick, locale), rtl=rtl)


def drawing(
    figure: str, comparison: str, title: str, draw: Draw, look: render.Look, lettering: Lettering
) -> Drawing:
    """What `draw(look)` draws, as a page holds it."""
    name = f"{figure}-{comparison}-{lettering.locale.tag}"  # for pages of all languages side by side
    with glyphs_told(lettering):
        light = printed = render.svg(draw(look), name)
    if look.rtl or scripts.of(lettering.locale.tag).joined:  # whatever makes the PDF sets letter by letter
        printed = render.svg(draw(look._replace(outlined=True)), name)
    svg = with_page_families(render.css_colours(light).decode("utf-8"), lettering)
    view_box = formulas.view_box(svg)
    body = svg[svg.index(">") :]
    head = f'<svg id="drawing-{name}" viewBox="{view_box}" role="img" aria-label="{escape(title)}"'
    return Drawing(
        f"drawing-{name}",
        comparison,
        title,
        head + body,
        view_box,
        with_page_families(printed.decode("utf-8"), lettering),
    )


def with_page_families(svg: str, lettering: Lettering) -> str:
    """The drawing's font families under the names that the embedded fonts have."""
    drawn = ", ".join(f"'{family}'" for family in lettering.families)
    return svg.replace(drawn, fonts.css_families(lettering.locale, "sans").replace('"', "'"))


def _tick(locale: Locale, value: float) -> str:
    """The number at a tick: the short decimal that the drawing meant, not the double nearest to it."""
    return locale.decimal(Fraction(value).limit_denominator(10**6), 6)
