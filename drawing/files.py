"""Files: a figure as bytes, SVG or PNG, and its colours exchanged."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from io import BytesIO, StringIO
from typing import TYPE_CHECKING

from .look import DARK, LIGHT
from .sheet import own_settings

if TYPE_CHECKING:  # matplotlib costs a second, so it is imported where it draws
    from matplotlib.figure import Figure


@own_settings()
def png(figure: Figure, scale: float, margin: float = 0) -> bytes:
    """The figure as PNG on its paper, `scale` pixels for each CSS pixel; a margin is for standing alone."""
    from matplotlib.transforms import Bbox

    file, edge, (width, height) = BytesIO(), margin / 72, figure.get_size_inches()
    box = Bbox([[-edge, -edge], [width + edge, height + edge]]) if margin else None
    figure.savefig(file, format="png", dpi=72 * scale, metadata={"Software": None}, bbox_inches=box)
    return file.getvalue()


def _tag(name: str, match: re.Match[str]) -> str:
    """An SVG tag with its own ids, two decimals at most, its path on one line, colours only in `style`."""
    tag = re.sub(r' id="[a-z]+_\d+"| transform="rotate[^"]*"| xmlns:xlink="[^"]*"', "", match[0])
    tag = re.sub(r'( id="|url\(#)', rf"\1{name}-", re.sub(r'(?<=\d)pt"', '"', tag))
    tag = re.sub(r"\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}".rstrip("0").rstrip("."), tag)
    if re.search("linecap: (round|square)", tag):  # dots; a square cap of no length is not drawn in a PDF
        tag = re.sub(r" *\nL[^\n]*", "h0" if "round" in tag else "h.01", tag)
    tag = re.sub(r" *\n", "", tag).replace("M ", "M").replace("L ", "L")
    tag = re.sub(r' fill="([^"]*)"', r' style="fill: \1"', tag)
    return re.sub("(font-family: [^;]*)", r"\1, sans-serif", tag)


@own_settings()
def svg(figure: Figure, name: str) -> bytes:
    """The figure as an SVG element, its ids beginning with `name`: valid as a file, fit to be inlined."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9-]*", name):
        raise ValueError(f"an SVG's name is a letter, then letters, digits and hyphens, not {name!r}")
    file, no_metadata = StringIO(), dict.fromkeys(("Creator", "Date", "Format", "Type"))
    figure.savefig(file, format="svg", facecolor="none", metadata=no_metadata)
    text = re.sub(r"(?s)^.*?(?=<svg)", "", file.getvalue())  # a file needs neither prolog nor doctype
    text = re.sub(r"<defs>\s*<style[^>]*>[^<]*</style>\s*</defs>", "", text)  # would style the whole page
    text = re.sub(r'<g id="patch_1">\s*<path[^>]*>\s*</g>', "", text)  # the background
    text = re.sub(r'<g( id="\S+")>\s*<(path|text)([^>]*>(?:[^<]*</text>)?)\s*</g>', r"<\2\1\3", text)
    return re.sub(r"\s*\n\s*(?=<)", "\n", re.sub("<[^>]+>", partial(_tag, name), text)).encode()


def _recolour(svg: bytes, colours: Mapping[bytes, bytes]) -> bytes:
    """The SVG with colours exchanged inside its tags; what its texts say stays."""

    def tag(match: re.Match[bytes]) -> bytes:
        return re.sub(rb"#[0-9a-f]{6}\b", lambda colour: colours.get(colour[0], colour[0]), match[0])

    return re.sub(rb"<[^>]+>", tag, svg)


def darken(svg: bytes) -> bytes:
    """The light SVG in the dark palette."""
    return _recolour(svg, {light.encode(): dark.encode() for light, dark in zip(LIGHT, DARK, strict=True)})


def renamed(svg: bytes, name: str, other: str) -> bytes:
    """The SVG with ids that begin with another name, so that it and the first go into one page.

    >>> renamed(b'<g id="demo-line" clip-path="url(#demo-box)"/>', "demo", "dark")
    b'<g id="dark-line" clip-path="url(#dark-box)"/>'
    """
    begins = re.compile(rb'(?:(?<= id=")|(?<=url\(#))' + re.escape(name.encode()) + b"-")
    return re.sub(rb"<[^>]+>", lambda tag: begins.sub(other.encode() + b"-", tag[0]), svg)


def css_colours(svg: bytes) -> bytes:
    """The light SVG with `var(--ink)`, `var(--only-b)` ... for colours: for a page whose CSS sets these."""
    names = {colour: f"var(--{field.replace('_', '-')})" for field, colour in LIGHT._asdict().items()}
    return _recolour(svg, {colour.encode(): name.encode() for colour, name in names.items()})
