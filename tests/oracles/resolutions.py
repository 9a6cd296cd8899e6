"""The figure of resolution: what is given to it, and what its drawing says."""

import math
import re
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

from discordant import render
from discordant.inference import nearest_below

FONTS = Path(render.__file__).parent / "templates" / "fonts"
SANS = ("Discordant Sans",)
SVG = "{http://www.w3.org/2000/svg}"
SIZES = sorted({round(10 ** (2 + 3 * n / 59)) for n in range(60)} | {1000})


def curve(percent):
    """The smallest significant lead in points where so many in a hundred cases are discordant."""
    points = []
    for size in SIZES:
        split = nearest_below(round(Fraction(percent, 100) * size), Fraction(1, 20))
        if split:
            points.append((size, (split.upper - split.lower) * 100 / size))
    return render.Curve(points, f"{percent}% disagree")


CURVES = [curve(percent) for percent in (2, 5, 10, 20)]
TEXTS = {
    "title": "A test set of 1,000 cases cannot show a lead of 0.3 points",
    "x_label": "cases in the test set",
    "y_label": "smallest lead that the test can show, in percentage points",
    "note": "Both scales are logarithmic: each step to the next power of ten is as long.",
}
GIVEN = render.Resolution(CURVES, (1000, 0.3, "3 of 1,000: 0.3 points"), **TEXTS)
DENSE = [
    render.Curve([(n, math.sqrt(k * 100 / n)) for n in range(100, 100_001, 7)], f"{k} in a hundred")
    for k in (1, 2, 3, 4, 5, 7)
]


def number(value):
    assert value == int(value) or value < 1
    return f"{value:,}"


def look(width=720, families=SANS, palette=render.LIGHT, **options):
    return render.Look(palette, families, number, width, **options)


def draw(figure=GIVEN, width=720, **options):
    return render.svg(render.resolution(figure, look(width, **options)), "r")


def paths(svg):
    """(Name, strokes, style) of each path; a stroke is a list of points."""
    found = []
    for path in ElementTree.fromstring(svg).iter(f"{SVG}path"):
        drawn = path.get("d").replace("h0", "").split("M")[1:]
        numbers = [[float(n) for n in re.findall(r"[\d.-]+", stroke)] for stroke in drawn]
        strokes = [list(zip(n[::2], n[1::2], strict=True)) for n in numbers]
        style = dict(part.split(": ") for part in path.get("style").split("; "))
        found.append((path.get("id"), strokes, style))
    return found
