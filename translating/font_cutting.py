"""A face of our own from a font: its script alone, TrueType outlines, a private family name."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from ..language.refused import Refused
from ..press.faces import FEATURES
from ..press.font_names import DATE, rename
from . import font_sources
from .characters import belonging, beside

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

# of vertical setting, hints, signatures and colours, of which no page here makes use
_DROPPED = ("BASE", "DSIG", "VORG", "prep", "vhea", "vmtx", "COLR", "CPAL", "CBDT", "CBLC", "sbix", "SVG ")
_OF_VARIABLE_FONTS = ("STAT",)


def cut(font: TTFont, path: Path, tag: str, family: str, bold: bool) -> tuple[bytes, frozenset[int]]:
    """The face as TrueType, and the code points that it has.

    Raises Refused where the font has no letter of the language's script, and as `font_sources.static` does.
    """
    there = frozenset(font.getBestCmap() or ())
    letters = belonging(there, tag)
    if not letters:
        raise Refused(f"has no letter of the script of {tag}", path=path, advice="take a font of that script")
    codes = frozenset(letters | (beside(tag) & there))
    try:
        face = _subset(font, codes)
        face = font_sources.static(face, path, bold)
        if "glyf" not in face:
            _to_quadratic(face)
        face["name"] = font["name"]
        rename(face, family, 700 if bold else 400, False)
        return _saved(face), codes
    except Refused:
        raise
    except Exception as error:  # what is damaged in a font is found in any place
        raise Refused(f"a damaged font: {str(error)[:200]}", path=path, advice="take another copy") from None


def _subset(font: TTFont, codes: frozenset[int]) -> TTFont:
    import uharfbuzz
    from fontTools.ttLib import TTFont

    unpacked = io.BytesIO()
    font.flavor = None
    font.save(unpacked, reorderTables=None)
    plan = uharfbuzz.SubsetInput()
    plan.unicode_set.update(codes)
    plan.layout_feature_tag_set.clear()
    plan.layout_feature_tag_set.update(_number(feature) for feature in FEATURES)
    dropped = _DROPPED if "fvar" in font else (*_DROPPED, *_OF_VARIABLE_FONTS)
    plan.drop_table_tag_set.update(map(_number, dropped))
    plan.flags = uharfbuzz.SubsetFlags.NO_HINTING | uharfbuzz.SubsetFlags.NOTDEF_OUTLINE
    subset = uharfbuzz.subset(uharfbuzz.Face(uharfbuzz.Blob(unpacked.getvalue())), plan)
    return TTFont(io.BytesIO(bytes(subset.blob.data)), recalcTimestamp=False)


def _number(tag: str) -> int:
    return int.from_bytes(tag.encode("ascii"), "big")


def _to_quadratic(font: TTFont) -> None:
    """Cubic outlines as TrueType has them, to a thousandth of an em."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import newTable

    drawn, glyphs, order = {}, font.getGlyphSet(), font.getGlyphOrder()
    for name in order:
        pen = TTGlyphPen(None)
        glyphs[name].draw(Cu2QuPen(pen, font["head"].unitsPerEm / 1000, reverse_direction=True))
        drawn[name] = pen.glyph()
    font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
    font["glyf"].glyphOrder, font["glyf"].glyphs = order, drawn
    for name, glyph in drawn.items():
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (font["hmtx"][name][0], getattr(glyph, "xMin", 0))
    del font["CFF "]
    _limits(font)
    font["post"].formatType = 3.0
    font.sfntVersion = "\x00\x01\x00\x00"


def _limits(font: TTFont) -> None:
    """The table of TrueType's limits, which a font in cubic outlines has in a short form."""
    limits = font["maxp"]
    limits.tableVersion = 0x00010000
    limits.maxZones = 1
    for field in ("TwilightPoints", "Storage", "FunctionDefs", "InstructionDefs", "StackElements"):
        setattr(limits, f"max{field}", 0)
    limits.maxSizeOfInstructions = limits.maxComponentElements = 0


def _saved(font: TTFont) -> bytes:
    font["OS/2"].recalcUnicodeRanges(font)
    font["OS/2"].recalcCodePageRanges(font)
    font["head"].created = font["head"].modified = DATE
    out = io.BytesIO()
    font.save(out, reorderTables=True)
    return out.getvalue()
