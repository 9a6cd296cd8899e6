"""Logos: a picture that a stranger brings, made into one that can do nothing but be looked at.

A PNG or JPEG is read and written anew, which leaves behind whatever else lies in it.  An SVG keeps its
paths and plain shapes, their colours and nothing that loads, runs, repeats or needs a font.
"""

from __future__ import annotations

import contextlib
import io
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from lxml import etree
from PIL import Image, ImageFile, ImageOps

from ..language.files import MB, read
from ..language.refused import Refused
from .formula_images import SVG

LARGEST = 1 * MB  # bytes of the file
WIDEST = 4000  # pixels
_KEPT_WIDTH = 1200  # pixels to which a wider picture is reduced; 300 an inch in the widest place for it
_MOST_ELEMENTS = 5000
_NAMESPACE = "{http://www.w3.org/2000/svg}"
_ELEMENTS = frozenset(
    f"{_NAMESPACE}{name}"
    for name in [
        "svg",
        "g",
        "defs",
        "path",
        "rect",
        "circle",
        "ellipse",
        "line",
        "polyline",
        "polygon",
        "linearGradient",
        "radialGradient",
        "stop",
        "clipPath",
        "title",
        "desc",
    ]
)
_ATTRIBUTES = frozenset(
    [
        "id",
        "d",
        "x",
        "y",
        "x1",
        "y1",
        "x2",
        "y2",
        "cx",
        "cy",
        "r",
        "rx",
        "ry",
        "fx",
        "fy",
        "width",
        "height",
        "viewBox",
        "points",
        "transform",
        "fill",
        "fill-opacity",
        "fill-rule",
        "stroke",
        "stroke-width",
        "stroke-opacity",
        "stroke-linecap",
        "stroke-linejoin",
        "stroke-miterlimit",
        "stroke-dasharray",
        "opacity",
        "offset",
        "stop-color",
        "stop-opacity",
        "gradientUnits",
        "gradientTransform",
        "spreadMethod",
        "clip-path",
        "clip-rule",
        "clipPathUnits",
        "color",
        "preserveAspectRatio",
    ]
)
_OUTWARD = re.compile(r"url\(\s*['\"]?(?!\s*#)", re.IGNORECASE)
_GRADIENTS = (f"{_NAMESPACE}linearGradient", f"{_NAMESPACE}radialGradient")
_LINKS = ("href", "{http://www.w3.org/1999/xlink}href")
_FIRST_BYTES = {b"\x89PNG\r\n\x1a\n": "PNG", b"\xff\xd8\xff": "JPEG"}


class LogoError(Refused):
    """A picture that cannot be used; the message names the file."""


class Logo(NamedTuple):
    """A picture for pages and print."""

    name: str  # of the asset
    content: bytes
    media_type: str


def load(path: Path) -> Logo:
    """The picture in a file of at most a megabyte.

    Raises LogoError for what is no SVG, PNG or JPEG, is damaged, too wide, or does more than show shapes; and
    what `read` raises.
    """
    content = read(path, LARGEST)
    for beginning, kind in _FIRST_BYTES.items():
        if content.startswith(beginning):
            return _raster(path, content, kind)
    if content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return Logo("logo.svg", _vector(path, content), SVG)
    raise LogoError("no SVG, PNG or JPEG", path=path, advice="save the picture as one of them")


def _raster(path: Path, content: bytes, kind: str) -> Logo:
    """The pixels alone, in colours of a screen."""
    try:
        with warnings.catch_warnings(), _whole():
            warnings.simplefilter("error")
            with Image.open(io.BytesIO(content), formats=[kind]) as picture:
                if max(picture.size) > WIDEST:
                    raise LogoError(
                        f"{picture.size[0]} by {picture.size[1]} pixels; {WIDEST} are the most", path=path
                    )
                seen = ImageOps.exif_transpose(picture).convert("RGB" if kind == "JPEG" else "RGBA")
    except LogoError:
        raise
    except Exception as error:  # the decoder raises what it likes, warnings among it
        what = f"a damaged {kind}: {' '.join(str(error).split())[:100]}"
        raise LogoError(what, path=path, advice="save it anew") from None
    seen.thumbnail((_KEPT_WIDTH, _KEPT_WIDTH))
    out = io.BytesIO()
    if kind == "JPEG":
        seen.save(out, "JPEG", quality=90)
        return Logo("logo.jpg", out.getvalue(), "image/jpeg")
    seen.save(out, "PNG")
    return Logo("logo.png", out.getvalue(), "image/png")


@contextlib.contextmanager
def _whole() -> Iterator[None]:
    """No picture passes of which the end is missing; WeasyPrint, once imported, lets them all."""
    before = ImageFile.LOAD_TRUNCATED_IMAGES
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    try:
        yield
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = before


def _vector(path: Path, content: bytes) -> bytes:
    """The shapes alone."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise LogoError(f"no XML: {str(error)[:100]}", path=path, advice="save it anew") from None
    if b"<!ENTITY" in content:
        raise LogoError("an SVG with entities", path=path, advice="save it as plain SVG")
    if root.tag != f"{_NAMESPACE}svg":
        raise LogoError("no SVG", path=path, advice="its root must be svg")
    if not (root.get("viewBox") or (root.get("width") and root.get("height"))):
        raise LogoError("an SVG without a size", path=path, advice="give it a viewBox")
    for number, element in enumerate(list(root.iter())):
        if number == _MOST_ELEMENTS:
            raise LogoError(f"an SVG of more than {_MOST_ELEMENTS} elements", path=path, advice="simplify it")
        _keep_harmless(path, element)
    etree.cleanup_namespaces(root)
    return bytes(etree.tostring(root, encoding="utf-8"))


def _keep_harmless(path: Path, element: etree._Element) -> None:
    """What an element may say; LogoError where it is none that a logo needs."""
    tag = str(element.tag)
    if not tag.startswith(_NAMESPACE):  # of a drawing program
        parent = element.getparent()
        if parent is not None:
            parent.remove(element)
        return
    if tag not in _ELEMENTS:
        what = f"an SVG with <{tag.removeprefix(_NAMESPACE)[:20]}>"
        advice = "save it as plain SVG, text and all else turned into paths"
        raise LogoError(what, path=path, line=element.sourceline, advice=advice)
    for name, value in _styled(element).items():
        if name not in element.attrib:
            element.set(name, value)
    for name, value in list(element.attrib.items()):
        inward = str(name) in _LINKS and tag in _GRADIENTS and str(value).startswith("#")
        if not inward and (str(name) not in _ATTRIBUTES or _OUTWARD.search(str(value))):
            del element.attrib[name]


def _styled(element: etree._Element) -> dict[str, str]:
    """What an element's style says, as attributes."""
    declared = (part.partition(":") for part in (element.get("style") or "").split(";"))
    return {name.strip(): value.strip() for name, _, value in declared if name.strip() in _ATTRIBUTES}
