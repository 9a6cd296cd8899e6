"""The audit measures figures: a bar too high, a dot too few, an image that is another, faults too many."""

import math
import re
from io import BytesIO
from pathlib import Path

import pytest
from lxml import etree
from PIL import Image, ImageDraw

from discordant import render
from discordant.audit import figures, images
from discordant.audit.drawing import Drawing
from discordant.audit.findings import Fault, Findings
from discordant.audit.numbers import KNOWN
from discordant.audit.report import Report

FONTS = Path(render.__file__).parent / "templates" / "fonts"
COUNTS = {"I": (900, 20, 0, 80), "II": (820, 100, 80, 0)}
MARGIN = 24  # pixels of paper round an image


@pytest.fixture(scope="module", autouse=True)
def fonts():
    render.use_fonts(FONTS / f"sans-{weight}.ttf" for weight in ("regular", "bold"))


def look():
    return render.Look(render.LIGHT, ("Discordant Sans",), lambda number: f"{number:g}")


@pytest.fixture(scope="module")
def bars():
    """The figure of both null distributions."""
    labels = ("seen", "both tails", "chance", "wins", "probability", "")
    panels = []
    for (_a, b, c, _d), window in zip(COUNTS.values(), ((0, 20), (55, 125)), strict=True):
        weights = [math.comb(b + c, k) for k in range(b + c + 1)]
        tails = range(c + 1), range(b, b + c + 1)  # B leads in both
        panels.append(render.Panel(weights, b, tails, window, "title", *labels))
    return render.null_distribution(panels, look())


@pytest.fixture(scope="module")
def dots():
    """The figure of all cases."""
    order = ("both", "only_b", "only_a", "neither")
    fields = [
        render.Field("title", [render.Group(*group, "") for group in zip(order, counts, strict=True)], "")
        for counts in COUNTS.values()
    ]
    return render.cases(fields, look())


def drawing(svg):
    return Drawing(etree.fromstring(svg))


def measured(svg):
    """What the audit says of a figure's bars."""
    findings = Findings()
    for number, name in enumerate(COUNTS, 1):
        figures.bars(drawing(svg), number, figures.law(name), KNOWN["en"], "f.svg", findings)
    return [fault.right for fault in findings.faults]


def raised(svg, by):
    """The figure with the highest bar of the second panel higher by so many pixels."""

    def change(match):
        strokes = match[0].split(b"M")
        tops = [float(re.findall(rb"[\d.]+", stroke)[3]) for stroke in strokes[1:]]
        place = 1 + tops.index(min(tops))
        old = re.findall(rb"[\d.]+", strokes[place])[3]
        strokes[place] = strokes[place].replace(b" " + old, b" %.2f" % (float(old) - by))
        return b"M".join(strokes)

    return re.sub(rb'(?<=panel-2-centre" )d="[^"]*"', change, svg)


def test_a_figure_as_it_is_drawn_has_no_fault(bars):
    svg = render.svg(bars, "null-distribution-en")
    assert measured(svg) == []
    assert measured(raised(svg, 0.01)) == []  # less than the drawing is rounded by


@pytest.mark.parametrize("by", [0.5, 1, -0.5, 20])
def test_half_a_pixel_of_a_bar_is_seen(bars, by):
    said = measured(raised(render.svg(bars, "null-distribution-en"), by))
    assert [re.sub(r"[\d.]{5,}", "x", what) for what in said] == ["the bar at 90 is x high; right is x"]


# --- images, beside the drawing of the same name ------------------------------------------------------------


def found(figure, name, paint=lambda pen, at: None):
    """What the audit says of an image that was painted on; `at` makes pixels of a drawing's places."""
    svg = render.svg(figure, f"{name}-en")
    with Image.open(BytesIO(render.png(figure, 2, MARGIN))) as image:
        image = image.convert("RGB")
    paint(ImageDraw.Draw(image), lambda *places: [2 * (place + MARGIN) for place in places])
    file, findings = BytesIO(), Findings()
    image.save(file, "PNG")
    images.check(file.getvalue(), f"figures/en/{name}.png", drawing(svg), findings)
    return [fault.right for fault in findings.faults], drawing(svg)


def box(shown, name):
    """The highest bar of a path: left, top, right, bottom."""
    (left, base), (_, top), (far, _), _ = min(shown.strokes(name), key=lambda stroke: stroke[1][1])
    return left, top, far, base


def test_an_image_as_it_is_drawn_has_no_fault(bars, dots):
    assert found(bars, "null-distribution")[0] == []
    assert found(dots, "cases")[0] == []


@pytest.mark.parametrize("panel", [1, 2])
def test_a_bar_that_was_lowered_or_raised_in_an_image(bars, panel):
    _said, shown = found(bars, "null-distribution")
    left, top, right, base = box(shown, f"panel-{panel}-centre")

    def lowered(pen, at):
        pen.rectangle(at(left - 1, top - 1, right + 1, base - 3), fill=render.LIGHT.paper)

    def raised(pen, at):
        pen.rectangle(at(left, top - 10, right, top), fill=render.LIGHT.blue)

    def recoloured(pen, at):
        pen.rectangle(at(left, top, right, base), fill=render.LIGHT.red)

    for paint in (lowered, raised, recoloured):
        said, _shown = found(bars, "null-distribution", paint)
        assert said == ["a bar is not as high, or not blue, as in the drawing"], paint.__name__


@pytest.mark.parametrize(("group", "colour"), [("only-b", "amber"), ("only-a", "violet"), ("both", "grey")])
def test_a_dot_that_was_rubbed_out_or_recoloured_in_an_image(dots, group, colour):
    _said, shown = found(dots, "cases")
    ((x, y),) = {stroke[0] for stroke in shown.strokes(f"field-2-{group}")[-1:]}
    for fill in (render.LIGHT.paper, render.LIGHT.red):
        said, _shown = found(
            dots, "cases", lambda pen, at, fill=fill: pen.rectangle(at(x - 5, y - 5, x + 5, y + 5), fill)
        )
        assert said == [f"a dot at {x:.0f}, {y:.0f} is missing or not {colour}"]


# --- how many faults are told -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kept", "more", "last"),
    [(10, 0, "x: 9"), (200, 0, "x: 199"), (200, 3, "and 3 more"), (250, 7, "and 57 more")],
)
def test_whatever_is_not_shown_is_counted(kept, more, last):
    faults = [Fault("x", "", "", str(number)) for number in range(kept)]
    lines = list(Report(faults, more, {}, 0, (), ()).faults_in_lines())
    assert lines[-1] == last
    assert len(lines) == min(kept, 200) + (last.startswith("and"))


def test_beyond_two_thousand_faults_are_counted_alone():
    findings = Findings()
    for number in range(2500):
        findings.say("x", str(number))
    assert (len(findings.faults), findings.left_out) == (2000, 500)
