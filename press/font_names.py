"""Font names: how a face that was cut says what it is, under a private family name."""

from __future__ import annotations

from fontTools.misc.timeTools import timestampFromString
from fontTools.ttLib import TTFont

DATE = timestampFromString(
    "Sat Jan  1 00:00:00 2000"
)  # in every face, so that the same source gives the same bytes


def rename(font: TTFont, family: str, weight: int, italic: bool) -> None:
    """Give the face its own name and its place in the family; keep copyright and licence."""
    style = {(400, False): "Regular", (400, True): "Italic", (700, False): "Bold"}.get(
        (weight, italic), "Bold Italic"
    )
    table = font["name"]
    old = {number: table.getDebugName(number) or "" for number in (0, 4, 5, 13, 14)}
    version = old[5].split(";")[0]
    postscript = f"{family.replace(' ', '')}-{style.replace(' ', '')}"
    table.names = []
    for number, text in {
        0: old[0],
        1: family,
        2: style,
        3: f"discordant;{postscript};{version}",
        4: f"{family} {style}",
        5: f"{version}; cut for discordant",
        6: postscript,
        10: f"Modified version: cut and renamed from {old[4]}.",
        13: old[13],
        14: old[14],
    }.items():
        table.setName(text, number, 3, 1, 0x409)
    bold = weight == 700
    os2 = font["OS/2"]
    os2.usWeightClass = weight
    os2.achVendID = "    "
    os2.fsSelection &= ~0b110_0001  # italic, bold, regular
    os2.fsSelection |= italic << 0 | bold << 5 | (not bold and not italic) << 6
    font["head"].macStyle = bold << 0 | italic << 1
