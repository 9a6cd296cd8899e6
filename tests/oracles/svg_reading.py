"""What is in a drawing, read back from its SVG: paths by name, and where each label stands."""

import re
from pathlib import Path
from xml.etree import ElementTree

from PIL import ImageFont

import discordant

FONTS = Path(discordant.__file__).parent / "templates" / "fonts"
SVG = "{http://www.w3.org/2000/svg}"


def paths(svg):
    """Name -> the strokes of a path, each a list of points."""
    found = {}
    for path in ElementTree.fromstring(svg).iter(f"{SVG}path"):
        strokes = [
            re.findall(r"[\d.-]+", stroke) for stroke in re.sub(r"h[0-9.]+", "", path.get("d")).split("M")[1:]
        ]
        found[path.get("id")] = [
            list(zip(map(float, s[::2]), map(float, s[1::2]), strict=True)) for s in strokes
        ]
    return found


def style(element):
    return dict(re.findall(r"([\w-]+): ([^;]+)", element.get("style", "")))


def named(svg):
    return {path.get("id"): path for path in ElementTree.fromstring(svg).iter(f"{SVG}path")}


def boxes(svg):
    """(text, left, top, right, bottom) of each label; how wide it is by another reader of the font."""
    for label in ElementTree.fromstring(svg).iter(f"{SVG}text"):
        said = style(label)
        size, weight = float(said["font-size"].removesuffix("px")), said.get("font-weight", "400")
        file = FONTS / f"sans-{'bold' if weight == '700' else 'regular'}.ttf"
        wide = ImageFont.truetype(file, 100).getlength(label.text) * size / 100
        x, y = float(label.get("x")), float(label.get("y"))
        left = x - wide * {"start": 0, "middle": 0.5, "end": 1}[said.get("text-anchor", "start")]
        yield label.text, left, y - 0.7 * size, left + wide, y + 0.2 * size
