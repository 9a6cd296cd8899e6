"""A font that somebody brings: opened as one static face, or refused with what could be brought instead."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from ..language.files import FONT, read
from ..language.refused import Refused

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

# SPDX's name of a licence under which a face may be cut and passed on -> words by which a font tells it
LICENCES = {
    "OFL-1.1": ("open font license", "openfontlicense.org", "scripts.sil.org/ofl"),
    "Apache-2.0": ("apache license", "apache.org/licenses/license-2.0"),
    "Bitstream-Vera": ("bitstream vera",),
    "CC0-1.0": ("creativecommons.org/publicdomain/zero", "cc0"),
    "MIT": ("mit license", "opensource.org/licenses/mit"),
}
_RESTRICTED, _PERMISSIONS, _NOT_CUT_OR_DRAWN = 0x2, 0xF, 0x300  # bits of fsType
_ANOTHER = "take another font"
BOLD_FROM = 600  # the class of weight at which a face is a bold


def opened(path: Path, face: str | None) -> TTFont:
    """The font of a file, or of a collection the face of this name.

    Raises Refused for what is no font, for a collection of several without a name, and for a font that its
    maker does not let be embedded or cut.
    """
    content = read(path, FONT)
    try:
        fonts = _fonts(content)
        names = [str(font["name"].getDebugName(4) or font["name"].getDebugName(1)) for font in fonts]
        permissions = [font["OS/2"].fsType for font in fonts]
    except Exception as error:  # the reader of fonts raises what it likes
        raise Refused(f"no font that can be read: {str(error)[:200]}", path=path) from None
    place = _chosen(path, names, face)
    if permissions[place] & _PERMISSIONS == _RESTRICTED or permissions[place] & _NOT_CUT_OR_DRAWN:
        what = f"its maker does not let it be embedded and cut (fsType {permissions[place]})"
        raise Refused(what, path=path, advice=_ANOTHER)
    return fonts[place]


def _fonts(content: bytes) -> list[TTFont]:
    from fontTools.ttLib import TTCollection, TTFont

    if content[:4] == b"ttcf":
        return list(TTCollection(io.BytesIO(content), lazy=True).fonts)
    return [TTFont(io.BytesIO(content), lazy=True)]


def _chosen(path: Path, names: list[str], face: str | None) -> int:
    if face is None and len(names) == 1:
        return 0
    known = [name.casefold() for name in names]
    if face is not None and face.casefold() in known:
        return known.index(face.casefold())
    what = "holds several faces" if face is None else f"has no face {face[:100]!r}"
    raise Refused(f"{what}: {', '.join(names)[:500]}", path=path, advice="name one with --face")


def licence(font: TTFont, path: Path, given: str | None) -> str:
    """The licence that a font tells of itself, or else the one that is given for it.

    Raises Refused where neither is known, where both differ, and for one that does not allow a cut copy.
    """
    if given is not None and given not in LICENCES:
        advice = f"one of {', '.join(LICENCES)} lets a face be cut and passed on"
        raise Refused(f"--licence {given[:60]!r} is none that is known here", advice=advice)
    words = " ".join(str(font["name"].getDebugName(number) or "") for number in (13, 14)).casefold()
    told = next((name for name, signs in LICENCES.items() if any(sign in words for sign in signs)), None)
    if told and given and told != given:
        raise Refused(f"says itself that its licence is {told}", path=path, advice="leave out --licence")
    if not (told or given):
        advice = f"where you know it, say it with --licence: {', '.join(LICENCES)}"
        raise Refused("does not tell a licence that is known here", path=path, advice=advice)
    return str(told or given)


def static(font: TTFont, path: Path, bold: bool) -> TTFont:
    """The font at the weight that is wanted; of a variable one, the instance.

    Raises Refused for a font of another weight, and for a variable one in compact outlines.
    """
    if "CFF2" in font:
        raise Refused(
            "variable, with outlines that cannot be fixed here", path=path, advice="take its TrueType version"
        )
    if "fvar" in font:
        return _instance(font, path, bold)
    weight = font["OS/2"].usWeightClass
    if (weight >= BOLD_FROM) != bold:
        advice = "add --weight bold" if weight >= BOLD_FROM else "take the font's bold"
        raise Refused(f"of weight {weight}, not {'bold' if bold else 'regular'}", path=path, advice=advice)
    return font


def _instance(font: TTFont, path: Path, bold: bool) -> TTFont:
    from fontTools.varLib import instancer

    places = {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes}
    ends = {axis.axisTag: (axis.minValue, axis.maxValue) for axis in font["fvar"].axes}
    wanted = 700 if bold else 400
    lowest, highest = ends.get("wght", (400, 400))
    if not lowest <= wanted <= highest:
        raise Refused(f"variable, without the weight {wanted}", path=path, advice=_ANOTHER)
    if "wght" in places:
        places["wght"] = wanted
    return instancer.instantiateVariableFont(font, places, updateFontNames=False)
