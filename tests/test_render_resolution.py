"""The figure of the smallest leads, read back: curves, mark and labels against the numbers that went in."""

import math
import os
import re
import subprocess
import sys
from itertools import pairwise
from xml.etree import ElementTree

import pytest
import resolutions
from resolutions import CURVES, DENSE, FONTS, GIVEN, SANS, SVG, TEXTS, draw, paths

from discordant import render
from discordant.drawing.letters import measured

HANS = ("Discordant Sans", "Discordant Hei")
WIDTHS = (360, 540, 720)


@pytest.fixture(autouse=True)
def fonts():
    render.use_fonts(
        FONTS / f"{name}.ttf" for name in ("sans-regular", "sans-bold", "hei-regular", "hei-bold")
    )


CROWDED = GIVEN._replace(
    curves=[
        render.Curve([(100, 8), (100_000, 0.2)], "first of those that end together"),
        render.Curve([(100, 5), (100_000, 0.2)], "second"),
        render.Curve([(100, 4), (20_000, 0.2)], "ends early"),
        render.Curve([(120, 3), (100_000, 3)], "flat"),
    ]
)
CHINESE = render.Resolution(
    [c._replace(label=f"{p}% 的题两模型对错不同") for c, p in zip(CURVES, (2, 5, 10, 20), strict=True)],
    (1000, 0.3, "1,000 题多对 3 题：0.3 个百分点"),
    "1,000 题的测试集显不出 0.3 个百分点的领先，再怎么数也显不出来。",
    *("测试集的题数", "检验能显出的最小领先，百分点", "两轴均为对数刻度。"),
)


def named(svg):
    return {name: strokes for name, strokes, _ in paths(svg) if name}


def labels(svg):
    """(Text, style, x, y of the baseline) of each line of text."""
    for text in ElementTree.fromstring(svg).iter(f"{SVG}text"):
        style = dict(part.split(": ") for part in text.get("style").split("; "))
        yield text.text, style, float(text.get("x")), float(text.get("y"))


def boxes(svg, families=SANS):
    """(Text, left, top, right, bottom) of each line of text."""
    for text, style, x, y in labels(svg):
        size = float(style["font-size"].removesuffix("px"))
        weight = "bold" if style.get("font-weight") == "700" else "normal"
        wide = measured(text, families, size, weight)
        left = x - wide * {"start": 0, "middle": 0.5, "end": 1}[style["text-anchor"]]
        yield text, left, y - size * 0.75, left + wide, y + size * 0.22


def scales(svg):
    """What turns an x into a size and a y into a lead, from two ticks and the numbers at these."""
    ticks = [stroke for name, strokes, _ in paths(svg) if not name for stroke in strokes]
    texts = [(text, x, y) for text, style, x, y in labels(svg) if style["font-size"] == "12px"]
    below = {a[0] for a, b in ticks if a[0] == b[0]}
    beside = {a[1] for a, b in ticks if a[1] == b[1]}
    sizes = {x: float(text.replace(",", "")) for text, x, _ in texts if x in below}
    leads = {
        tick: float(text)
        for tick in beside
        for text, _, y in texts
        if abs(y - tick - 4) < 0.02 and re.fullmatch(r"[\d.]+", text)
    }
    assert len(sizes) == len(below)
    assert len(leads) == len(beside)
    return logarithmic(sizes), logarithmic(leads)


def logarithmic(ticks):
    """The inverse of a logarithmic scale on which all the ticks lie."""
    (a, low), (b, high) = min(ticks.items()), max(ticks.items())

    def value(place):
        return low * (high / low) ** ((place - a) / (b - a))

    for place, tick in ticks.items():
        assert value(place) == pytest.approx(tick, rel=2e-3)
    return value


def read(svg, stroke):
    size, lead = scales(svg)
    return [(size(x), lead(y)) for x, y in stroke]


# === Numbers ===


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("n", range(len(CURVES)))
def test_the_curves_hold_the_leads(width, n):
    svg = draw(width=width)
    (stroke,) = named(svg)[f"r-curve-{n + 1}"]
    drawn, given = read(svg, stroke), list(CURVES[n].points)
    assert len(drawn) >= len(given) - 3  # next to 1,000 a grid of sizes lies too close for a phone
    for size, lead in drawn:
        assert min(abs(math.log(size / s)) + abs(math.log(lead / v)) for s, v in given) < 3e-3
    for end in (0, -1):
        assert read(svg, stroke)[end] == pytest.approx(given[end], rel=2e-3)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_mark_stands_at_its_numbers_and_its_guides_reach_the_axes(width):
    svg = draw(width=width)
    found = named(svg)
    (((x, y),),) = found["r-mark"]
    assert read(svg, [(x, y)])[0] == pytest.approx((1000, 0.3), rel=2e-3)
    ((_, (left, base), _),) = found["r-axes"]
    assert found["r-guide"] == [[(left, y), (x, y), (x, base)]]


@pytest.mark.parametrize("width", WIDTHS)
def test_at_its_size_the_mark_lies_far_below_every_curve(width):
    found = named(draw(width=width))
    (((x, y),),) = found["r-mark"]
    for n in range(1, 5):
        (stroke,) = found[f"r-curve-{n}"]
        above = min(stroke, key=lambda point: abs(point[0] - x))
        assert y - above[1] > 45


def test_ticks_are_round():
    svg = draw()
    shown = [text for text, style, *_ in labels(svg) if style["font-size"] == "12px" and "1" not in text]
    assert shown[:5] == ["0.05", "0.2", "0.5", "2", "5"]
    shown = [text for text, *_ in labels(svg)]
    assert {"0.1", "1", "10", "20", "100", "1,000", "10,000", "100,000"} <= set(shown)
    assert not {"200", "500", "2,000", "5,000"} & set(shown)
    short = [render.Curve([(200, 4), (900, 2)], "short")]
    shown = [text for text, *_ in labels(draw(GIVEN._replace(curves=short)))]
    assert {"200", "500", "1,000"} <= set(shown)


@pytest.mark.parametrize("width", WIDTHS)
def test_curves_of_many_points_are_thinned(width):
    svg = draw(GIVEN._replace(curves=DENSE), width)
    assert len(svg) < 20_000
    for n, given in enumerate(DENSE, 1):
        (stroke,) = named(svg)[f"r-curve-{n}"]
        assert 50 < len(stroke) < 180
        drawn = read(svg, stroke)
        assert drawn[0] == pytest.approx(given.points[0], rel=2e-3)
        assert drawn[-1] == pytest.approx(given.points[-1], rel=2e-3)
        for size, lead in drawn:
            assert lead == pytest.approx(math.sqrt((1, 2, 3, 4, 5, 7)[n - 1] * 100 / size), rel=4e-3)


def test_more_curves_than_kinds_of_line_are_refused():
    with pytest.raises(ValueError, match="at most 6"):
        draw(GIVEN._replace(curves=[*DENSE, CURVES[0]]))
    with pytest.raises(ValueError, match="points"):
        draw(GIVEN._replace(curves=[render.Curve([], "never")]))


def test_a_curve_of_one_point_and_no_curve_at_all():
    one = render.Curve([(100_000, 0.3)], "once")
    assert "once" in [text for text, *_ in labels(draw(GIVEN._replace(curves=[one])))]
    assert "r-mark" in named(draw(GIVEN._replace(curves=[])))


# === Text ===


def overlap(one, two):
    return one[1] < two[3] and two[1] < one[3] and one[2] < two[4] and two[2] < one[4]


def crosses(a, b, box):
    """Whether the stroke from a to b enters the box (Liang and Barsky)."""
    _, left, top, right, bottom = box
    start, end = 0.0, 1.0
    for place, way, low, high in (
        (a[0], b[0] - a[0], left, right),
        (a[1], b[1] - a[1], top, bottom),
    ):
        if way == 0:
            if not low < place < high:
                return False
            continue
        near, far = sorted(((low - place) / way, (high - place) / way))
        start, end = max(start, near), min(end, far)
    return start < end


CASES = {
    "given": (GIVEN, SANS),
    "Chinese": (CHINESE, HANS),
    "dense": (GIVEN._replace(curves=DENSE), SANS),
    "crowded": (CROWDED, SANS),
    "among the curves": (GIVEN._replace(mark=(1000, 2, "20 of 1,000: 2 points")), SANS),
    "left": (GIVEN._replace(mark=(100, 0.3, "less than one case of 100")), SANS),
    "right": (GIVEN._replace(mark=(100_000, 0.06, "60 of 100,000: 0.06 points")), SANS),
}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("case", CASES)
def test_labels_touch_neither_each_other_nor_a_line(width, case):
    figure, families = CASES[case]
    svg = draw(figure, width, families=families)
    found = list(boxes(svg, families))
    for n, one in enumerate(found):
        for two in found[n + 1 :]:
            assert not overlap(one, two), (one, two)
    for name, strokes, style in paths(svg):
        if name != "r-mark" and style.get("stroke") != render.LIGHT.rule:  # a grid runs behind labels
            for stroke in strokes:
                for a, b in pairwise(stroke):
                    assert not [box for box in found if crosses(a, b, box)], (name, a, b, style)


@pytest.mark.parametrize("rtl", [False, True])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("case", CASES)
def test_no_text_is_outside_the_sheet(width, case, rtl):
    figure, families = CASES[case]
    svg = draw(figure, width, families=families, rtl=rtl)
    height = float(re.search(rb'viewBox="0 0 \S+ (\S+)"', svg)[1])
    for text, left, top, right, bottom in boxes(svg, families):
        assert left >= -0.01, text
        assert right <= width + 0.01, text
        assert 0 <= top < bottom <= height, text


@pytest.mark.parametrize("width", WIDTHS)
def test_each_label_stands_at_the_end_of_its_curve(width):
    svg = draw(width=width)
    found, places = named(svg), {text: (x, y) for text, _, x, y in labels(svg)}
    for n, given in enumerate(CURVES, 1):
        x, y = places[given.label]
        end = found[f"r-curve-{n}"][0][-1]
        assert 0 < x - end[0] < 20
        assert abs(y - 4.5 - end[1]) <= 6


def test_a_label_that_had_to_move_has_a_stroke_to_its_curve():
    svg = draw(CROWDED, 360)
    found = named(svg)
    ends = {found[f"r-curve-{n}"][0][-1] for n in range(1, 5)}
    thin = [strokes[0] for name, strokes, style in paths(svg) if style.get("stroke-width") == "0.6"]
    assert {(round(a[0] - 2, 2), a[1]) for a, _ in thin} <= ends
    assert len(thin) >= 2


def test_the_label_of_the_mark_is_bold_and_black_like_the_mark():
    svg = draw()
    (style,) = [style for text, style, *_ in labels(svg) if text == GIVEN.mark[2]]
    assert style["font-weight"] == "700"
    (mark,) = [style for name, _, style in paths(svg) if name == "r-mark"]
    assert style["fill"] == mark["stroke"] == render.LIGHT.ink


def test_all_texts_are_there():
    for width in WIDTHS:
        shown = " ".join(text for text, *_ in labels(draw(width=width)))
        wanted = [*TEXTS.values(), GIVEN.mark[2], *(c.label for c in CURVES)]
        assert [text for text in wanted if text not in shown] == []


def test_chinese_is_wrapped_whole_and_a_missing_glyph_is_named():
    shown = "".join(text for text, *_ in labels(draw(CHINESE, 360, families=HANS))).replace(" ", "")
    for text in (CHINESE.title, CHINESE.mark[2], *(c.label for c in CHINESE.curves)):
        assert text.replace(" ", "") in shown
    with pytest.raises(ValueError, match="no glyph for"):
        draw(CHINESE)


def test_from_right_to_left_headings_change_sides_and_scales_stay():
    ltr, rtl = draw(), draw(rtl=True)
    assert named(ltr) == named(rtl)
    sides = {text: (style["text-anchor"], x) for text, style, x, _ in labels(rtl)}
    assert sides[TEXTS["title"]] == sides[TEXTS["y_label"]] == sides[TEXTS["note"]] == ("end", 720)


# === Bytes ===


def test_ids_begin_with_the_name_and_a_page_can_hold_it():
    svg = draw()
    assert [name for name in re.findall(rb' id="([^"]+)"', svg) if not name.startswith(b"r-")] == []
    assert set(named(svg)) == {"r-axes", "r-guide", "r-mark", *(f"r-curve-{n}" for n in range(1, 5))}
    assert len(svg) < 10_000


def test_letters_can_be_outlines():
    svg = draw(outlined=True)
    assert b"<text" not in svg
    assert b"r-mark" in svg


SCRIPT = """
import hashlib, importlib.util
spec = importlib.util.spec_from_file_location("t", {path!r})
t = importlib.util.module_from_spec(spec)
spec.loader.exec_module(t)
t.render.use_fonts(sorted(t.FONTS.glob("*.ttf")))
figure = t.render.resolution(t.GIVEN, t.look())
for _ in range(2):
    print(hashlib.sha256(t.render.svg(figure, "r") + t.render.png(figure, 2, 24)).hexdigest())
"""


def hashes(folder, **environment):
    variables = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))} | environment
    command = [sys.executable, "-c", SCRIPT.format(path=resolutions.__file__)]
    run = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=True)
    return run.stdout.split()


def test_same_bytes_whatever_seed_zone_folder_and_matplotlibrc(tmp_path):
    settings = "font.size: 30\nlines.linewidth: 9\nlines.dashed_pattern: 9, 9\nsvg.fonttype: path\n"
    (tmp_path / "matplotlibrc").write_text(settings)
    one = hashes("/", PYTHONHASHSEED="1", TZ="UTC")
    two = hashes(tmp_path, PYTHONHASHSEED="2", TZ="Asia/Tokyo")
    assert len(set(one)) == 1
    assert one == two
