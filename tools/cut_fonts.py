#!/usr/bin/env python3
"""Cut the faces of discordant from the fonts they come from.

    python tools/cut_fonts.py SOURCE_FOLDER [--math FILE] [--into FOLDER]

SOURCE_FOLDER is a folder like node_modules, in which these npm packages lie unpacked:

    @expo-google-fonts/source-serif-4   0.4.1    Discordant Text
    @expo-google-fonts/source-sans-3    0.4.1    Discordant Sans
    @expo-google-fonts/source-code-pro  0.4.1    Discordant Mono
    @expo-google-fonts/noto-serif-sc    0.4.3    Discordant Song
    @expo-google-fonts/noto-sans-sc     0.4.3    Discordant Hei
    @expo-google-fonts/noto-naskh-arabic 0.4.5   Discordant Naskh
    @expo-google-fonts/noto-sans-arabic 0.4.3    Discordant Kufi

--math is the file STIXTwoMath-Regular.ttf (STIX Two Math 2.11 b159); without it the copy in the
Python package ziamath (0.13) is taken. The faces were made with uharfbuzz 0.57.0 and fonttools 4.68.0:
with these versions the same sources give the same bytes on every machine.

For each face in templates/fonts/fonts.toml: keep the wanted characters and layout features, drop hinting,
add a few characters the source lacks (GRAFTS), and give the file its own name. OFL.txt tells the licence.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import fontTools.subset  # noqa: F401 - gives tables the method subset_glyphs
import uharfbuzz as hb
from fontTools.otlLib.optimize import compact
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, TTLibError

from discordant.press.font_names import DATE, rename

FONTS = Path(__file__).resolve().parent.parent / "templates" / "fonts"
SCOPE = "@expo-google-fonts"
VERSIONS = {
    "source-serif-4": "0.4.1",
    "source-sans-3": "0.4.1",
    "source-code-pro": "0.4.1",
    "noto-serif-sc": "0.4.3",
    "noto-sans-sc": "0.4.3",
    "noto-naskh-arabic": "0.4.5",
    "noto-sans-arabic": "0.4.3",
}
MATH = "math"  # stands for the file STIX Two Math in SOURCES and GRAFTS

SERIF = "source-serif-4/{0}/SourceSerif4_{0}.ttf"
SANS = "source-sans-3/{0}/SourceSans3_{0}.ttf"
CODE = "source-code-pro/{0}/SourceCodePro_{0}.ttf"
SONG = "noto-serif-sc/{0}/NotoSerifSC_{0}.ttf"
HEI = "noto-sans-sc/{0}/NotoSansSC_{0}.ttf"
NASKH = "noto-naskh-arabic/{0}/NotoNaskhArabic_{0}.ttf"
KUFI = "noto-sans-arabic/{0}/NotoSansArabic_{0}.ttf"
SOURCES = {
    "text-regular.ttf": SERIF.format("400Regular"),
    "text-italic.ttf": SERIF.format("400Regular_Italic"),
    "text-bold.ttf": SERIF.format("700Bold"),
    "text-bold-italic.ttf": SERIF.format("700Bold_Italic"),
    "sans-regular.ttf": SANS.format("400Regular"),
    "sans-italic.ttf": SANS.format("400Regular_Italic"),
    "sans-bold.ttf": SANS.format("600SemiBold"),
    "mono-regular.ttf": CODE.format("400Regular"),
    "mono-bold.ttf": CODE.format("600SemiBold"),
    "song-regular.ttf": SONG.format("500Medium"),  # 400 is too thin as a body on screen
    "song-bold.ttf": SONG.format("700Bold"),
    "hei-regular.ttf": HEI.format("400Regular"),
    "hei-bold.ttf": HEI.format("700Bold"),
    "naskh-regular.ttf": NASKH.format("400Regular"),
    "naskh-bold.ttf": NASKH.format("700Bold"),
    "kufi-regular.ttf": KUFI.format("400Regular"),
    "kufi-bold.ttf": KUFI.format("600SemiBold"),
    "math.ttf": MATH,
}

Ranges = tuple[tuple[int, int], ...]
LATIN: Ranges = (
    (0x0020, 0x007E),  # Basic Latin
    (0x00A0, 0x024F),  # Latin-1, Latin Extended-A and -B
    (0x02BB, 0x02BC),
    (0x02C6, 0x02DD),  # accents
    (0x0300, 0x036F),  # combining marks
    (0x0370, 0x03E1),  # Greek
    (0x0400, 0x045F),  # Cyrillic as Slavic languages write it today
    (0x0490, 0x0491),
    (0x1E00, 0x1EFF),  # Latin Extended Additional
    (0x2000, 0x209F),  # punctuation, spaces, superscripts, subscripts
    (0x20A0, 0x20CF),  # currency
    (0x2100, 0x218F),  # letterlike, number forms
    (0x2190, 0x23FF),  # arrows, operators, technical
    (0x2500, 0x27BF),  # boxes, shapes, symbols, dingbats
    (0xFB00, 0xFB04),  # f ligatures
)
HANS: Ranges = (
    (0x0020, 0x007E),
    (0x00A0, 0x017F),
    (0x01CD, 0x01DC),  # pinyin
    (0x2000, 0x209F),
    (0x20AC, 0x20AC),
    (0x2100, 0x22FF),
    (0x2460, 0x24FF),  # circled numbers
    (0x2500, 0x26FF),
    (0x3000, 0x303F),  # Chinese punctuation
    (0xFF00, 0xFFEF),  # full-width forms
)
ARAB: Ranges = (  # no Latin letter and no digit of Europe: those come from the Latin face beside it
    (0x0020, 0x002F),
    (0x003A, 0x0040),
    (0x005B, 0x0060),
    (0x007B, 0x007E),
    (0x00A0, 0x00A0),
    (0x00AB, 0x00AB),
    (0x00BB, 0x00BB),
    (0x0600, 0x06FF),  # Arabic, Persian, Urdu
    (0x2000, 0x206F),  # punctuation, spaces, marks of direction
    (0x25CC, 0x25CC),
)
FORMULA: Ranges = (
    (0x0020, 0x007E),
    (0x00A0, 0x00FF),
    (0x02C6, 0x02DC),  # accents
    (0x0300, 0x0338),
    (0x0370, 0x03FF),
    (0x2000, 0x209F),
    (0x20D0, 0x20EF),  # accents and marks for formulas
    (0x2100, 0x214F),  # letterlike
    (0x2190, 0x21D5),  # arrows
    (0x2200, 0x22FF),  # operators
    (0x2308, 0x230B),  # ceiling, floor
    (0x23B4, 0x23B5),
    (0x23DC, 0x23DF),  # braces above and below
    (0x25A0, 0x25CF),
    (0x27E6, 0x27EB),  # brackets
    (0x1D400, 0x1D467),  # bold and italic Latin
    (0x1D6A4, 0x1D71B),  # bold and italic Greek
)

LATIN_FEATURES = [
    "kern",
    "liga",
    "mark",
    "mkmk",
    "ccmp",
    "locl",
    "onum",
    "lnum",
    "pnum",
    "tnum",
    "sups",
    "frac",
    "numr",
    "dnom",
    "zero",
]
HANS_FEATURES = ["halt", "chws"]  # closing up punctuation: text-spacing-trim asks for these
ARAB_FEATURES = [  # the first six join letters: without them every letter would stand alone
    "isol",
    "init",
    "medi",
    "fina",
    "rlig",
    "calt",
    "liga",
    "ccmp",
    "locl",
    "kern",
    "mark",
    "mkmk",
    "curs",
    "rtlm",
    "pnum",
    "tnum",
]
FORMULA_FEATURES = ["kern", "ccmp", "mark", "mkmk", "ssty", "dtls", "flac"]

# Spaces as parts of an em, added where a source has none; a mono face gives each a full cell.
BLANKS = {
    0x2002: 1 / 2, 0x2003: 1, 0x2004: 1 / 3, 0x2005: 1 / 4, 0x2006: 1 / 6, 0x2009: 1 / 5,
    0x200A: 1 / 10, 0x200B: 0, 0x202F: 1 / 5, 0x205F: 2 / 9, 0x2060: 0,
}  # fmt: skip
MARKS = ("，。、：；”’）》】〕」』〉", "“‘（《【〔「『〈")  # closing and opening, each half white
CLOSING_UP = """
languagesystem DFLT dflt;
languagesystem hani dflt;
@closing = [{closing}];
@opening = [{opening}];
lookup after {{ pos @closing <0 0 -500 0>; }} after;
lookup before {{ pos @opening <-500 0 -500 0>; }} before;
feature halt {{ lookup after; lookup before; }} halt;
feature chws {{
  lookup meeting {{
    pos @closing' lookup after [@closing @opening];
    pos @opening @opening' lookup before;
  }} meeting;
}} chws;
"""
HYPHENS = (0x00AD, 0x2010, 0x2011)  # drawn like "-" where a source has none


@dataclass(frozen=True)
class Graft:
    """Characters lent by another source; `anew` replaces those the face has, for an even set."""

    characters: str
    donor: str
    scale: float = 1.0
    rise: int = 0
    anew: bool = False
    cell: int = 0  # advance to centre in, for a mono face


UPPER = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾"
LOWER = "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎"


def text_grafts(style: str) -> list[Graft]:
    """What Source Serif lacks, from the sans of the same style and from the formula face."""
    donor = SANS.format(style)
    return [
        Graft("⁺⁻⁼", donor, rise=42),
        Graft("₊₋₌", donor),
        Graft("▸◂●○□", donor),
        Graft("↩∈", MATH),
    ]


def song_grafts(style: str) -> list[Graft]:
    """All small figures anew: the source has only four, drawn unlike the others."""
    return [
        Graft(UPPER[:10] + "⁽⁾ⁿ" + LOWER[:10] + "₍₎", SERIF.format(style), 1.055, 12, anew=True),
        Graft("⁺⁻⁼", SANS.format(style), 1.055, 57),
        Graft("₊₋₌", SANS.format(style), 1.055, 12),
        Graft("▸◂", SANS.format(style), 1.118),
        Graft("↩", MATH, 1.1),
    ]


def hei_grafts(style: str) -> list[Graft]:
    """Small figures and two signs for the Hei faces."""
    return [Graft(UPPER + "ⁿ" + LOWER + "▸◂", SANS.format(style), 1.118), Graft("↩", MATH, 1.1)]


def mono_grafts(style: str) -> list[Graft]:
    """Small signs for the mono faces, each in a full cell."""
    return [
        Graft("⁺⁻⁼₊₋₌", SANS.format(style), cell=600),
        Graft("↩", MATH, 0.65, 90, cell=600),
        Graft("∈", MATH, 0.8, 50, cell=600),
    ]


GRAFTS = {
    "text-regular.ttf": text_grafts("400Regular"),
    "text-italic.ttf": text_grafts("400Regular_Italic"),
    "text-bold.ttf": text_grafts("700Bold"),
    "text-bold-italic.ttf": text_grafts("700Bold_Italic"),
    "sans-regular.ttf": [Graft("↩∈", MATH)],
    "sans-italic.ttf": [Graft("↩∈", MATH)],
    "sans-bold.ttf": [Graft("↩∈", MATH)],
    "mono-regular.ttf": mono_grafts("400Regular"),
    "mono-bold.ttf": mono_grafts("600SemiBold"),
    "song-regular.ttf": song_grafts("400Regular"),
    "song-bold.ttf": song_grafts("600SemiBold"),
    "hei-regular.ttf": hei_grafts("400Regular"),
    "hei-bold.ttf": hei_grafts("700Bold"),
}


class CutError(Exception):
    """Something the caller can put right."""


# What to keep


def points(ranges: Ranges) -> set[int]:
    """Spell out ranges of code points."""
    return {point for low, high in ranges for point in range(low, high + 1)}


def gb2312() -> set[int]:
    """Every character of GB 2312: 6763 hanzi and 682 symbols."""
    rows = range(0xA1, 0xF8)
    cells = range(0xA1, 0xFF)
    found = (bytes((row, cell)).decode("gb2312", "ignore") for row in rows for cell in cells)
    return {ord(character) for character in found if character}


def wanted(script: str) -> tuple[set[int], list[str]]:
    """Characters and layout features of a script as fonts.toml names it."""
    if script == "latin":
        return points(LATIN), LATIN_FEATURES
    if script == "hans":
        return points(HANS) | gb2312(), HANS_FEATURES
    if script == "arab":
        return points(ARAB), ARAB_FEATURES
    if script == "math":
        return points(FORMULA), FORMULA_FEATURES
    raise CutError(f"fonts.toml: no such script: {script}")


# Where it comes from


class Sources:
    """The folder of packages and the formula face."""

    def __init__(self, folder: Path, math: Path | None) -> None:
        """Find every source, or say which is missing."""
        self.folder = folder / SCOPE
        self.math = math or self.math_of_ziamath()
        if not self.math.is_file():
            raise CutError(f"no STIX Two Math there: {self.math}")
        for package, version in VERSIONS.items():
            self.check(package, version)

    def check(self, package: str, version: str) -> None:
        """Make sure a package is there in the version the faces are made from."""
        path = self.folder / package / "package.json"
        try:
            found = json.loads(path.read_text("utf-8"))["version"]
        except (OSError, ValueError, KeyError) as error:
            raise CutError(f"{SCOPE}/{package} is not in the source folder: {path}") from error
        if found != version:
            raise CutError(f"{SCOPE}/{package} is {found}; the faces are made from {version}")

    @staticmethod
    def math_of_ziamath() -> Path:
        """Find the copy that the package ziamath brings."""
        spec = importlib.util.find_spec("ziamath")
        if spec is None or spec.origin is None:
            raise CutError("no STIX Two Math: give its file with --math, or install ziamath 0.13")
        return Path(spec.origin).parent / "fonts" / "STIXTwoMath-Regular.ttf"

    def path(self, source: str) -> Path:
        """Tell where a source lies."""
        return self.math if source == MATH else self.folder / source

    @cache  # noqa: B019 - one object for one run
    def font(self, source: str) -> TTFont:
        """Open a donor once."""
        return TTFont(self.path(source), lazy=True)


# The cut itself


def tag(name: str) -> int:
    """Turn a four-letter name into the number HarfBuzz wants."""
    return int.from_bytes(name.encode("ascii"), "big")


def subset(path: Path, characters: Iterable[int], features: Iterable[str]) -> TTFont:
    """Cut a font file with HarfBuzz."""
    face = hb.Face(hb.Blob.from_file_path(str(path)))
    order = hb.SubsetInput()
    order.unicode_set.update(characters)
    order.layout_feature_tag_set.clear()
    order.layout_feature_tag_set.update(map(tag, features))
    order.flags = hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.NOTDEF_OUTLINE
    drop = ["BASE", "DSIG", "STAT", "VORG", "prep", "vhea", "vmtx"]
    order.drop_table_tag_set.update(map(tag, drop))
    return TTFont(BytesIO(hb.subset(face, order).blob.data), recalcTimestamp=False)


def lighten_kerning(font: TTFont) -> None:
    """Kern Latin only, and pack the pairs: two thirds of a Source face are kerning tables."""
    greek_cyrillic = {glyph for point, glyph in font.getBestCmap().items() if 0x370 <= point < 0x500}
    kept = SimpleNamespace(glyphs=set(font.getGlyphOrder()) - greek_cyrillic)
    for lookup in font["GPOS"].table.LookupList.Lookup:
        tables = [(sub, getattr(sub, "ExtSubTable", sub)) for sub in lookup.SubTable]
        if all(table.LookupType == 2 for _, table in tables):
            lookup.SubTable = [sub for sub, table in tables if table.subset_glyphs(kept)]
            lookup.SubTableCount = len(lookup.SubTable)
    compact(font, 9)


def map_character(font: TTFont, point: int, glyph: str) -> None:
    """Let a character show a glyph."""
    for table in font["cmap"].tables:
        if table.isUnicode() and (point <= 0xFFFF or table.format == 12):
            table.cmap[point] = glyph


def add_glyph(font: TTFont, point: int, outline: Any, advance: int) -> None:
    """Add one glyph; only `glyf`, `hmtx` and `cmap` have to know it."""
    name = f"added{point:04X}"
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    glyphs = font["glyf"]
    glyphs.setGlyphOrder(font.getGlyphOrder())
    glyphs[name] = outline
    outline.recalcBounds(glyphs)
    font["hmtx"][name] = (advance, getattr(outline, "xMin", 0))
    map_character(font, point, name)


def graft(font: TTFont, order: Graft, donor: TTFont) -> None:
    """Redraw characters of the donor in the font."""
    taken = font.getBestCmap()
    glyphs = donor.getGlyphSet()
    for character in order.characters:
        point = ord(character)
        if point in taken and not order.anew:
            continue
        name = donor.getBestCmap()[point]
        drawing = DecomposingRecordingPen(glyphs)
        glyphs[name].draw(drawing)
        advance = round(glyphs[name].width * order.scale)
        shift = (order.cell - advance) / 2 if order.cell else 0
        pen = TTGlyphPen(None)
        drawing.replay(TransformPen(pen, (order.scale, 0, 0, order.scale, shift, order.rise)))
        add_glyph(font, point, pen.glyph(), order.cell or advance)


def add_blanks(font: TTFont, cell: int) -> None:
    """Add the spaces and hyphens that are missing."""
    em = font["head"].unitsPerEm
    taken = font.getBestCmap()
    for point, part in BLANKS.items():
        if point not in taken:
            add_glyph(font, point, TTGlyphPen(None).glyph(), cell if cell and part else round(em * part))
    for point in HYPHENS:
        if point not in taken:
            map_character(font, point, taken[0x2D])


def close_up(font: TTFont) -> None:
    """Add `chws`, which closes up full-width marks that meet, where the source has `halt` alone."""
    from fontTools.feaLib.builder import addOpenTypeFeaturesFromString

    taken = font.getBestCmap()
    closing, opening = (" ".join(taken[ord(c)] for c in marks if ord(c) in taken) for marks in MARKS)
    addOpenTypeFeaturesFromString(font, CLOSING_UP.format(closing=closing, opening=opening), tables=["GPOS"])


def cut(face: dict[str, Any], sources: Sources) -> bytes:
    """Make one face as fonts.toml describes it."""
    name = face["file"]
    if name not in SOURCES:
        raise CutError(f"no source is known for {name}: it was not made by this script")
    characters, features = wanted(face["script"])
    font = subset(sources.path(SOURCES[name]), characters, features)
    if face["script"] == "latin":
        lighten_kerning(font)
    for order in GRAFTS.get(name, []):
        graft(font, order, sources.font(order.donor))
    add_blanks(font, 600 if name.startswith("mono") else 0)
    if name.startswith("hei"):
        close_up(font)
    rename(font, face["family"], face["weight"], face["style"] == "italic")
    font["OS/2"].recalcUnicodeRanges(font)
    font["OS/2"].recalcCodePageRanges(font)
    font["head"].created = font["head"].modified = DATE
    out = BytesIO()
    font.save(out, reorderTables=True)
    return out.getvalue()


def run(arguments: list[str]) -> None:
    """Cut every face, then write them all."""
    parser = argparse.ArgumentParser(description="Cut the faces that fonts.toml lists.")
    parser.add_argument("folder", metavar="SOURCE_FOLDER", type=Path)
    parser.add_argument("--math", metavar="FILE", type=Path, help="STIXTwoMath-Regular.ttf")
    parser.add_argument("--into", metavar="FOLDER", type=Path, default=FONTS)
    options = parser.parse_args(arguments)
    faces = tomllib.loads((FONTS / "fonts.toml").read_text("utf-8"))["face"]
    sources = Sources(options.folder, options.math)
    made = {face["file"]: cut(face, sources) for face in faces}
    for name, data in made.items():
        (options.into / name).write_bytes(data)
        print(f"{name:22} {len(data):>9,} bytes")


if __name__ == "__main__":
    try:
        run(sys.argv[1:])
    except (CutError, OSError, TTLibError, hb.HarfBuzzError) as problem:
        sys.exit(f"cut_fonts.py: {problem}")
