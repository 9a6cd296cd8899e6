"""What a look at a figure would see: labels apart, hatching, dots of the right size, plain text."""

import math
import re
from itertools import combinations
from xml.etree import ElementTree

import pytest
from svg_reading import FONTS, SVG, boxes, named, style

from discordant import render

WIDTHS = (360, 720)


@pytest.fixture(autouse=True)
def fonts():
    render.use_fonts(FONTS / f"sans-{weight}.ttf" for weight in ("regular", "bold"))


def look(width=720):
    return render.Look(render.LIGHT, ("Discordant Sans",), str, width)


def panel(m, b, window, title="What was seen and what chance expects"):
    labels = ("observed: b = 100", "red: both tails together", "what chance expects", "number k of wins of B")
    weights, lower = [math.comb(m, k) for k in range(m + 1)], min(b, m - b)
    tails = range(lower + 1), range(m - lower, m + 1)
    return render.Panel(weights, b, tails, window, title, *labels, "probability", "drawn in part")


def field(both, only_b, only_a, neither, title="I"):
    counts = {"both": both, "only_b": only_b, "only_a": only_a, "neither": neither}
    groups = [render.Group(name, count, f"{count}") for name, count in counts.items()]
    return render.Field(title, groups, "A 90% · B 92%")


PANELS = (panel(20, 20, (0, 20)), panel(180, 100, (55, 125)), panel(20, 0, (0, 20)), panel(40, 21, (0, 40)))
FIELDS = (field(900, 20, 0, 80), field(820, 100, 80, 0))


def bars(width=720, panels=PANELS):
    return render.svg(render.null_distribution(panels, look(width)), "f")


def dots(width=720, fields=FIELDS):
    return render.svg(render.cases(fields, look(width)), "f")


# --- labels -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("draw", [bars, dots])
def test_no_label_stands_on_another(draw, width):
    found = list(boxes(draw(width)))
    assert len(found) > 10
    for (one, left, top, right, bottom), (other, left_2, top_2, right_2, bottom_2) in combinations(found, 2):
        apart = right <= left_2 or right_2 <= left or bottom <= top_2 or bottom_2 <= top
        assert apart, f"{one!r} and {other!r}"


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("place", range(4))
def test_long_labels_of_cases_take_two_lines(width, place):
    """The Spanish of only-b that ran over its neighbour; the fields stay level."""
    groups = list(FIELDS[0].groups)
    long = "imágenes en las que solo acierta el modelo B: 20"
    groups[place] = groups[place]._replace(label=long)
    drawn = dots(width, [FIELDS[0]._replace(groups=groups), FIELDS[1]])
    found = list(boxes(drawn))
    assert long not in [text for text, *_ in found] or place in (0, 3)
    for (one, left, top, right, bottom), (other, left_2, top_2, right_2, bottom_2) in combinations(found, 2):
        apart = right <= left_2 or right_2 <= left or bottom <= top_2 or bottom_2 <= top
        assert apart, f"{one!r} and {other!r}"


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("draw", [bars, dots])
def test_every_label_is_inside_the_figure(draw, width):
    svg = draw(width)
    _x, _y, wide, high = map(float, ElementTree.fromstring(svg).get("viewBox").split())
    for text, left, top, right, bottom in boxes(svg):
        assert (left >= -0.5, top >= 0, right <= wide + 0.5, bottom <= high) == (True,) * 4, text


@pytest.mark.parametrize("label", ["costs $5, not $6", "$x^2$", r"$\alpha$ and $\beta$"])
def test_no_label_is_mathematics(label):
    """Neither as text nor in pixels: what stands between two dollars is set as it is typed."""
    drawings = [bars(panels=[panel(20, 20, (0, 20), title)]) for title in (label, label.replace("$", "§"))]
    texts = [[text.text for text in ElementTree.fromstring(svg).iter(f"{SVG}text")] for svg in drawings]
    assert label in texts[0]
    assert [text.replace("$", "§") for text in texts[0]] == texts[1]


# --- bars and dots ------------------------------------------------------------------------------------------


def test_what_is_red_is_hatched_under_the_axis_as_well():
    """The caption speaks of hatched red; grey print shows nothing else of it."""
    svg = bars()
    found = named(svg)
    patterns = {pattern.get("id") for pattern in ElementTree.fromstring(svg).iter(f"{SVG}pattern")}
    red = [name for name in found if name and re.search("-(?:tails|rails)$", name)]
    assert len(red) == 2 * len(PANELS)
    for name in red:
        hatch = re.fullmatch(r"url\(#(.+)\)", style(found[name])["fill"])
        assert hatch, name
        assert hatch[1] in patterns, name
    for name in found:
        if name and name.endswith("-centre"):
            assert style(found[name])["fill"] == render.LIGHT.blue


@pytest.mark.parametrize("width", WIDTHS)
def test_the_cases_that_tell_something_are_the_largest_marks(width):
    """And no mark reaches into the next: dots of a field stand one beside the other."""
    found = named(dots(width, FIELDS[1:]))
    wide = {
        name: float(style(found[f"f-field-1-{name}"])["stroke-width"])
        for name in ("only-b", "only-a", "both")
    }
    assert min(wide["only-b"], wide["only-a"]) >= 1.2 * wide["both"]
    places = [float(x) for x in re.findall(r"M([\d.]+) ", found["f-field-1-both"].get("d"))]
    step = min(
        after - before for before, after in zip(sorted(set(places)), sorted(set(places))[1:], strict=False)
    )
    assert max(wide.values()) < step
