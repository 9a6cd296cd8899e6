"""Records, coins, leads and attainable p-values, read back from the SVG: every mark where its number says."""

import re
from itertools import combinations
from math import comb
from xml.etree import ElementTree

import pytest
from svg_reading import FONTS, SVG, boxes, named, paths, style

from discordant import render
from discordant.experiment import attainable, interval

RECORDS = render.Records(
    [
        render.Record("both", "0417", "scratch", "scratch", "scratch"),
        render.Record("only_b", "0512", "crack", "sound", "crack"),
        render.Record("both", "0733", "sound", "sound", "sound"),
        render.Record("only_a", "0806", "scratch", "scratch", "sound"),
        render.Record("neither", "0994", "crack", "scratch", "sound"),
    ],
    "Five records",
    ("image", "label", "A said", "B said"),
    "Where they belong",
    {
        "both": ("both right", "a"),
        "only_b": ("only B right", "b"),
        "only_a": ("only A right", "c"),
        "neither": ("both wrong", "d"),
    },
)
COINS = render.Coins(
    4,
    (range(2), range(3, 5)),
    "All 16 sequences of four winners",
    "all alike: 2 of 16",
    "at least as lopsided as 3 to 1: 10 of 16",
    "wins of B",
    "B wins",
    "A wins",
)


def lead(b, c, error, name):
    low, high = interval(b, c, 1000)
    words = (name, "13 to 31 images (1.3 to 3.1 points)", "4.5 standard errors from zero")
    return render.Lead(b - c, 1000 * low, 1000 * high, error, *words)


LEADS = render.Leads(
    [lead(20, 0, 4.4294, "Comparison I"), lead(100, 80, 13.4082, "Comparison II")],
    10,
    "The same lead, 20 images, with its 95% interval",
    "no difference",
    "lead of B over A, in images out of 1,000",
    "in percentage points",
)


def stairs(m, first, last, observed, upper):
    splits = {high - low: float(p) for high, low, p in attainable(m) if first <= high - low <= last}
    near = [
        (2 * u - m, splits[2 * u - m], f"{u} to {m - u}: p = {splits[2 * u - m]:.4f}")
        for u in (upper, upper + 1)
    ]
    labels = ("observed: 100 to 80", "level 0.05", "net lead, in images", "exact p-value")
    seen = (observed, splits[observed])
    return render.Attainable(list(splits.items()), 0.05, 0.3, seen, near, f"{m} disagreements", *labels)


STAIRS = [stairs(20, 6, 20, 20, 14), stairs(180, 16, 40, 20, 103)]
DRAWN = {
    "records": lambda look: render.records(RECORDS, look),
    "table": lambda look: render.records(RECORDS, look, "table"),
    "cells": lambda look: render.records(RECORDS, look, "cells"),
    "coins": lambda look: render.coins(COINS, look),
    "leads": lambda look: render.leads(LEADS, look),
    "attainable": lambda look: render.attainable(STAIRS, look),
}


def look(width=360, palette=render.LIGHT, rtl=False):
    return render.Look(palette, ("Discordant Sans",), lambda number: f"{number:g}", width, rtl)


@pytest.fixture(autouse=True)
def fonts():
    render.use_fonts(FONTS / f"sans-{weight}.ttf" for weight in ("regular", "bold"))


def draw(name, width=360, **options):
    return render.svg(DRAWN[name](look(width=width, **options)), "f")


def middles(strokes):
    """The middle of each stroke: of a dot, a closed shape or a line."""
    sides = [list(zip(*stroke, strict=True)) for stroke in strokes]
    return [tuple((min(side) + max(side)) / 2 for side in both) for both in sides]


def number_scale(svg, row, left=0, right=720):
    """Of two numbers in a row of ticks, how a place becomes a number."""
    ticks = [
        (float(t.get("x")), float(t.text.replace("−", "-")))
        for t in ElementTree.fromstring(svg).iter(f"{SVG}text")
        if re.fullmatch(r"[−-]?\d+(\.\d+)?", t.text)
        and abs(float(t.get("y")) - row) < 1
        and left <= float(t.get("x")) <= right
    ]
    (x0, v0), (x1, v1) = ticks[0], ticks[-1]
    return lambda x: v0 + (x - x0) * (v1 - v0) / (x1 - x0)


# --- what every figure has in common ------------------------------------------------------------------------


@pytest.mark.parametrize("width", [360, 480, 720])
@pytest.mark.parametrize("name", DRAWN)
def test_labels_stand_apart_and_inside(name, width):
    svg = draw(name, width)
    found = list(boxes(svg))
    _x, _y, wide, high = map(float, ElementTree.fromstring(svg).get("viewBox").split())
    for text, left, top, right, bottom in found:
        assert (left >= -0.5, top >= 0, right <= wide + 0.5, bottom <= high) == (True,) * 4, text
    for (one, left, top, right, bottom), (other, left_2, top_2, right_2, bottom_2) in combinations(found, 2):
        apart = right <= left_2 or right_2 <= left or bottom <= top_2 or bottom_2 <= top
        assert apart, f"{one!r} and {other!r}"


@pytest.mark.parametrize("name", DRAWN)
def test_dark_is_what_a_dark_drawing_would_be(name):
    plain = re.compile(rb"h[0-9a-f]{10}")  # a hatch's id is made from its colours
    dark = draw(name, palette=render.DARK)
    assert plain.sub(b"", render.darken(draw(name))) == plain.sub(b"", dark)
    assert set(re.findall(rb"#[0-9a-f]{6}\b", render.css_colours(draw(name)))) == set()


@pytest.mark.parametrize("name", ["table", "cells", "coins"])
def test_marks_are_mirrored_and_numbers_are_not(name):
    mirrored = {
        key: [x for stroke in strokes for x, _y in stroke] for key, strokes in paths(rtl(name)).items()
    }
    for key, strokes in paths(draw(name)).items():
        if key and re.search("record|cell|sequence|ring", key):
            xs = [x for stroke in strokes for x, _y in stroke]
            turned = [360 - x for x in mirrored[key]]
            assert (min(turned), max(turned)) == pytest.approx((min(xs), max(xs)), abs=0.06), key


def rtl(name):
    return render.svg(DRAWN[name](look(rtl=True)), "f")


@pytest.mark.parametrize("name", ["leads", "attainable"])
def test_scales_run_to_the_right_in_every_language(name):
    found, other = paths(draw(name)), paths(rtl(name))
    for key in found:
        if key and re.search("interval|lead-|splits|level", key):
            assert [x for x, _y in middles(found[key])] == [x for x, _y in middles(other[key])]


def test_long_words_take_two_lines_before_they_overlap():
    heads = ("identificativo dell’immagine", "etichetta di riferimento", "risposta di A", "risposta di B")
    rows = [row._replace(label="graffiatura profonda", B_said="graffiatura lieve") for row in RECORDS.rows]
    long = RECORDS._replace(heads=heads, rows=rows)
    svg = render.svg(render.records(long, look(width=360), "table"), "f")
    found = list(boxes(svg))
    assert "graffiatura" in [text for text, *_ in found]
    for (one, left, top, right, bottom), (other, left_2, top_2, right_2, bottom_2) in combinations(found, 2):
        assert right <= left_2 or right_2 <= left or bottom <= top_2 or bottom_2 <= top, (one, other)
    wide = [each._replace(interval_label="da " + "13 a 31 immagini " * 3) for each in LEADS.rows]
    found = list(boxes(render.svg(render.leads(LEADS._replace(rows=wide), look(width=360)), "f")))
    for (one, left, top, right, bottom), (other, left_2, top_2, right_2, bottom_2) in combinations(found, 2):
        assert right <= left_2 or right_2 <= left or bottom <= top_2 or bottom_2 <= top, (one, other)


# --- records ------------------------------------------------------------------------------------------------


def test_each_record_has_the_mark_of_its_cell_and_its_wrong_answers_are_struck_through():
    svg = draw("table")
    found, said = paths(svg), {}
    for text, left, top, right, bottom in boxes(svg):
        said.setdefault(round(bottom), []).append((text, left, top, right))
    rows = [row for row in said.values() if re.fullmatch(r"\d{4}", row[0][0])]
    assert [[text for text, *_ in row] for row in rows] == [list(record[1:]) for record in RECORDS.rows]
    struck = found["f-struck"]
    for n, (record, row) in enumerate(zip(RECORDS.rows, rows, strict=True), 1):
        assert style(named(svg)[f"f-record-{n}"])["stroke"] == getattr(render.LIGHT, record.cell)
        for text, left, top, right in row[2:]:
            across = [s for s in struck if abs(s[0][1] - top - 4) < 6 and s[0][0] < left < right < s[1][0]]
            assert len(across) == (text != record.label), (record.identifier, text)


def test_cells_hold_their_records():
    svg = draw("cells")
    found, labels = paths(svg), {text: (left, top) for text, left, top, *_ in boxes(svg)}
    for cell, (words, _letter) in RECORDS.cells.items():
        marks = middles(found[f"f-cell-{cell.replace('_', '-')}"])
        own = [record.identifier for record in RECORDS.rows if record.cell == cell]
        assert len(marks) == len(own) * (1 + (cell == "neither"))
        for (x, y), identifier in zip(marks, own, strict=False):
            assert labels[identifier][0] - x == pytest.approx(14, abs=1)
            assert abs(labels[identifier][1] + 4.5 - y) < 2
            assert labels[words][0] < x
            assert labels[words][1] < y


# --- coins --------------------------------------------------------------------------------------------------


def test_every_sequence_of_winners_is_there_once_in_its_column():
    found = paths(draw("coins"))
    columns, seen = {}, set()
    for n in range(16):
        won = f"{n:04b}"
        places = [
            (x, y, sign)
            for side, sign in (("b", "1"), ("a", "0"))
            for ((x, y),) in found.get(f"f-sequence-{n}-{side}", [])
        ]
        assert "".join(sign for *_, sign in sorted(places)) == won
        assert len({y for _x, y, _sign in places}) == 1
        seen.add((won.count("1"), places[0][1]))
        columns.setdefault(won.count("1"), set()).add(round(sum(x for x, *_ in places) / 4, 1))
    assert len(seen) == 16
    assert {wins: len(xs) for wins, xs in columns.items()} == dict.fromkeys(range(5), 1)
    heights = {wins: sorted(y for w, y in seen if w == wins) for wins in range(5)}
    assert [len(ys) for ys in heights.values()] == [comb(4, k) for k in range(5)]
    assert len({ys[-1] for ys in heights.values()}) == 1  # all stand on the axis
    middle = {wins: next(iter(xs)) for wins, xs in columns.items()}
    for n, wins in ((0, 0), (15, 4)):
        assert middles(found[f"f-ring-{n}"])[0] == pytest.approx((middle[wins], heights[wins][0]), abs=0.1)
    rails = [(min(x for x, _ in s), max(x for x, _ in s)) for s in found["f-rails"]]
    covered = {wins for wins, x in middle.items() if any(left < x < right for left, right in rails)}
    assert covered == {0, 1, 3, 4}


# --- leads --------------------------------------------------------------------------------------------------


def test_bars_lie_from_end_to_end_and_steps_lead_back_to_zero():
    svg = draw("leads")
    found, labels = paths(svg), {text: (left, top) for text, left, top, *_ in boxes(svg)}
    at = number_scale(svg, max(top + 0.7 * 12 for text, (_left, top) in labels.items() if text == "50"))
    assert [at(x) for x, _y in found["f-zero"][0]] == pytest.approx([0, 0], abs=0.02)
    for n, row in enumerate(LEADS.rows, 1):
        ends = [at(x) for x, _y in found[f"f-interval-{n}"][0]]
        assert (min(ends), max(ends)) == pytest.approx((row.low, row.high), abs=0.02)
        assert at(middles(found[f"f-lead-{n}"])[0][0]) == pytest.approx(20, abs=0.02)
        blocks = [*found[f"f-steps-{n}-full"], *found[f"f-steps-{n}-empty"]]
        spans = sorted(((at(min(s)[0]), at(max(s)[0])) for s in blocks), reverse=True)
        assert len(spans) == {1: 5, 2: 2}[n]
        right = [20 - k * row.error for k in range(len(spans))]
        assert [high for _low, high in spans] == pytest.approx(right, abs=0.02)
        assert spans[-1][0] == pytest.approx(0, abs=0.02)


def test_a_lead_of_the_other_model_counts_its_steps_to_the_right():
    row = LEADS.rows[0]._replace(lead=-20, low=-30.7, high=-13)
    found = paths(render.svg(render.leads(LEADS._replace(rows=[row]), look(width=360)), "f"))
    zero = found["f-zero"][0][0][0]
    assert max(x for s in found["f-steps-1-full"] for x, _y in s) == pytest.approx(zero, abs=0.02)
    assert middles(found["f-lead-1"])[0][0] < zero


def test_a_lead_of_nothing_has_no_steps():
    row = LEADS.rows[0]._replace(lead=0, low=-5.0, high=5.0)
    found = paths(render.svg(render.leads(LEADS._replace(rows=[row]), look(width=360)), "f"))
    assert not [name for name in found if name and "steps" in name]


# --- attainable p-values ------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2])
def test_marks_stand_at_their_p_values_by_their_side_of_the_level(n):
    svg, panel = draw("attainable", 720), STAIRS[n - 1]
    found, prefix = paths(svg), f"f-panel-{n}"
    (left, top), (_, base), (right, _) = found[f"{prefix}-base"][0]
    at = number_scale(svg, base + 18, left, right)
    level = base - (base - top) * 0.05 / 0.3
    assert [y for _x, y in found[f"{prefix}-level"][0]] == pytest.approx([level, level], abs=0.02)
    drawn = {}
    for part in ("splits-above", "splits-below", "split-observed"):
        for x, y in middles(found.get(f"{prefix}-{part}", [])):
            drawn[round(at(x))] = (part, (base - y) / (base - top) * 0.3)
    for net, p in panel.splits:
        part, stated = drawn.pop(net)
        assert stated == pytest.approx(p, abs=2e-4)
        assert part == ("split-observed" if net == 20 else "splits-above" if p >= 0.05 else "splits-below")
    assert drawn == {}


def test_above_the_level_marks_are_hollow():
    found = named(draw("attainable", 720))
    assert style(found["f-panel-2-splits-above"])["fill"] == render.LIGHT.paper
    assert style(found["f-panel-2-splits-below"])["fill"] == render.LIGHT.ink
    assert style(found["f-panel-2-split-observed"])["fill"] == render.LIGHT.paper
    assert style(found["f-panel-1-split-observed"])["fill"] == render.LIGHT.ink


def test_what_is_not_drawn_has_no_label():
    panel = STAIRS[0]._replace(observed=None)
    svg = render.svg(render.attainable([panel], look(width=360)), "f")
    assert panel.observed_label not in [t.text for t in ElementTree.fromstring(svg).iter(f"{SVG}text")]


# --- the better labels of cases and null distributions ------------------------------------------------------


def test_a_group_of_none_is_named_in_grey_where_its_marks_would_be():
    groups = [
        render.Group(*each)
        for each in (("both", 900, "both"), ("only_b", 20, "B: 20"), ("only_a", 0, "A: 0"))
    ]
    field = render.Field("Finding", [*groups, render.Group("neither", 80, "none")], "B 92%", "Comparison I")
    svg = render.svg(render.cases([field], look(width=360)), "f")
    labels = {t.text: t for t in ElementTree.fromstring(svg).iter(f"{SVG}text")}
    assert style(labels["A: 0"])["fill"] == style(labels["Comparison I"])["fill"] == render.LIGHT.muted
    ((_x, y),) = paths(svg)["f-field-1-only-b"][0]
    assert float(labels["A: 0"].get("y")) == pytest.approx(y + 4, abs=4)
    order = sorted(labels, key=lambda text: float(labels[text].get("y")))
    assert order[:3] == ["Comparison I", "Finding", "B 92%"]


def test_what_chance_gives_is_said_of_all_bars():
    ends = range(1), range(2, 3)
    panel = render.Panel(
        [1, 2, 1], 2, ends, (0, 2), "t", "b = 2", "both ends", "", "k", "p", "", "if only chance"
    )
    svg = render.svg(render.null_distribution([panel], look()), "f")
    found, (label,) = (
        paths(svg),
        [t for t in ElementTree.fromstring(svg).iter(f"{SVG}text") if t.text == "if only chance"],
    )
    assert style(label)["fill"] == render.LIGHT.ink
    bars = [x for part in ("tails", "centre") for s in found[f"f-panel-1-{part}"] for x, _y in s]
    bracket = found["f-panel-1-bracket"][0]
    assert (bracket[0][0], bracket[-1][0]) == pytest.approx((min(bars), max(bars)), abs=0.02)
    assert float(label.get("y")) < min(y for _x, y in bracket)
    (top, bottom), (bar, *_) = found["f-panel-1-observed"][0], found["f-panel-1-tails"][-1:]
    assert top[1] < bottom[1] == pytest.approx(min(y for _x, y in bar), abs=0.02)
