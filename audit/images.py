"""Images: PNG files of sound structure, their bars and dots where the drawing of the same name has them."""

from __future__ import annotations

import io
import re
import struct
import warnings
import zlib
from collections.abc import Sequence
from typing import Any

from .drawing import Drawing, hue
from .findings import Findings

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHUNKS = (b"IHDR", b"pHYs", b"IDAT", b"IEND")  # what the drawing library writes
_COVER = (1200, 630)
_SCALE, _MARGIN = 2, 24  # pixels of the image for one of the drawing, and the paper round it
_LARGEST = 16 * 1024 * 1024
_AREA = 4_000_000  # pixels; ours have two million
Pixels = Any  # of an RGB image, as the library has them: [column, row] -> red, green, blue
_GROUPS = {"only-b": "amber", "only-a": "violet", "both": "grey"}


def check(content: bytes, file: str, drawing: Drawing | None, findings: Findings) -> None:
    """Check one image against the drawing of the same name, where there is one."""
    size = _structure(content, file, findings)
    if size is None:
        return
    findings.files.add(file)
    if file.endswith("cover.png"):
        if size != _COVER:
            findings.fault(file, "size", f"{size[0]} x {size[1]}", f"{_COVER[0]} x {_COVER[1]}")
        findings.note("what the cover picture shows")
        return
    findings.note("labels in PNG files")
    if drawing is not None:
        _against(content, size, file, drawing, findings)


def _structure(content: bytes, file: str, findings: Findings) -> tuple[int, int] | None:
    """Width and height; None, with the fault noted, where the file is not one image and nothing else."""
    if not content.startswith(_SIGNATURE) or len(content) > _LARGEST:
        findings.say(file, "no PNG, or larger than any figure")
        return None
    place, size, ended = len(_SIGNATURE), None, False
    while place + 12 <= len(content) and not ended:
        length, kind = struct.unpack_from(">I4s", content, place)
        body = content[place + 8 : place + 8 + length]
        stated = content[place + 8 + length : place + 12 + length]
        if kind not in _CHUNKS:
            findings.fault(file, "a part", kind.decode("latin-1"), "none but those of an image")
        if stated != struct.pack(">I", zlib.crc32(kind + body)):
            findings.say(file, "damaged: a checksum is wrong")
            return None
        if kind == b"IHDR" and length == 13:
            size = struct.unpack_from(">II", body)
        ended = kind == b"IEND"
        place += 12 + length
    if place != len(content) or not ended:
        findings.say(file, f"{len(content) - place} bytes behind the end of the image")
    if size is None or size[0] * size[1] > _AREA:
        findings.say(file, "of no size, or larger than any figure")
        return None
    return size[0], size[1]


def _against(content: bytes, size: tuple[int, int], file: str, drawing: Drawing, findings: Findings) -> None:
    pixels = _pixels(content, file, findings)
    if pixels is None:
        return
    for name in sorted(drawing.paths):
        try:
            if re.fullmatch(r"panel-\d+-(?:centre|tails)", name):
                _bars(pixels, name, drawing, file, findings)
            elif found := re.fullmatch(r"field-\d+-(only-b|only-a|both)", name):
                _dots(pixels, name, _GROUPS[found[1]], drawing, file, findings)
        except (IndexError, ValueError, OverflowError):
            findings.say(file, "is not the image of the drawing of the same name", name)
            return


def _pixels(content: bytes, file: str, findings: Findings) -> Pixels:
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(content), formats=["PNG"]) as image:
                return image.convert("RGB").load()
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, zlib.error, struct.error) as error:
        findings.say(file, f"cannot be read as an image: {error}")
        return None


def _at(pixels: Pixels, x: float, y: float) -> str:
    """The colour at a place of the drawing; a place outside the image raises IndexError."""
    column, row = int((x + _MARGIN) * _SCALE), int((y + _MARGIN) * _SCALE)
    if column < 0 or row < 0:
        raise IndexError
    return hue(*pixels[column, row])


def _bars(pixels: Pixels, name: str, drawing: Drawing, file: str, findings: Findings) -> None:
    """Each bar is coloured from its foot to its top, and not above."""
    right = drawing.colour(name)
    for (left, base), (_, top), (far, _), _ in drawing.strokes(name):
        if base - top < 4:
            continue  # too low to be told from the axis
        findings.checked["bars of images looked at"] += 1
        inside = [(x, y) for x in _across(left, far) for y in _across(top, base - 1)]
        above = [(x, top - 2.5) for x in _across(left, far)]
        share = sum(_at(pixels, x, y) == right for x, y in inside) / len(inside)
        if share < 0.3 or sum(_at(pixels, x, y) == right for x, y in above) > len(above) / 2:
            findings.say(file, f"a bar is not as high, or not {right}, as in the drawing", name)
            return


def _across(start: float, end: float) -> Sequence[float]:
    """Some places between two, none at the very edge."""
    steps = 6
    return [start + (end - start) * (step + 0.5) / steps for step in range(steps)]


def _dots(pixels: Pixels, name: str, right: str, drawing: Drawing, file: str, findings: Findings) -> None:
    """Each dot has its group's colour; a light grey dot on paper and a dark one on black are both grey."""
    paper = pixels[2, 2]
    for stroke in drawing.strokes(name):
        findings.checked["dots of images looked at"] += 1
        (x, y) = stroke[0]
        found = pixels[int((x + _MARGIN) * _SCALE), int((y + _MARGIN) * _SCALE)]
        if hue(*found) != right or max(abs(a - b) for a, b in zip(found, paper, strict=True)) < 16:
            findings.say(file, f"a dot at {x:.0f}, {y:.0f} is missing or not {right}", name)
            return
