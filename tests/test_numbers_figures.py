"""Every number in the figures, and the listing, states its fact, read back by a parser of its own."""

import itertools
import re
from collections import Counter
from fractions import Fraction

import pytest
from lxml import etree
from page_numbers import is_tick, number, numbers_of

TAGS = ("en", "it", "zh-Hans")
SCENARIOS = ("I", "II")


# --- figures ------------------------------------------------------------------------------------------------


PANELS = {
    "cases": SCENARIOS,
    "records": ("table", "cells"),
    "coins": ("sequences",),
    "null-distribution": SCENARIOS,
    "leads": ("intervals",),
    "attainable": SCENARIOS,
}


def panel_records(appendix, tag):
    """(figure, panel) -> the numbers in digits that the record lists for that panel."""
    found = {(figure, name): [] for figure, names in PANELS.items() for name in names}
    per_figure = {figure: [] for figure in PANELS}
    for entry in appendix["locales"][tag]["printed"]["figures"]:
        if not entry["block"].startswith("cover.") and entry["form"] != "word":
            per_figure[entry["block"].split(".")[1]].append(entry)
    for figure, entries in per_figure.items():
        names = PANELS[figure]
        # a label shared by both panels is written first for I, then for II
        for block, group in itertools.groupby(
            sorted(entries, key=lambda e: e["block"]), lambda e: e["block"]
        ):
            group = [entry["text"] for entry in group]
            own = [name for name in names if re.search(rf"\.{name}(\.|$)", block)]
            if own or len(names) == 1 or figure == "records":
                found[figure, own[0] if own else names[0]] += group
            else:
                half = len(group) // 2
                found[figure, "I"] += group[:half]
                found[figure, "II"] += group[half:]
    return found


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("figure", PANELS)
def test_labels_in_the_figures_of_the_page(trees, appendix, tag, figure):
    expected = panel_records(appendix, tag)
    for name in PANELS[figure]:
        drawing = trees[tag].xpath(f'//svg[@id="drawing-{figure}-{name}-{tag}"]')[0]
        texts = ["".join(text.itertext()) for text in drawing.iter("text")]
        names = re.compile(r"0\d{3}")  # identifiers of records
        labels = [text for text in texts if names.fullmatch(text) or not is_tick(text)]
        found = [n for label in labels for n in ([label] if names.fullmatch(label) else numbers_of(label))]
        assert Counter(found) == Counter(expected[figure, name])
        assert drawing.get("aria-label").replace(" ", "") in "".join(labels).replace(" ", "")
        for copy in trees[tag].xpath(f'//svg[use[@href="#drawing-{figure}-{name}-{tag}"]]'):
            assert copy.get("aria-label") == drawing.get("aria-label")


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("name", SCENARIOS)
def test_ticks_stand_where_they_say(trees, appendix, tag, name):
    """Along each axis the numbers grow in step with their places."""
    drawing = trees[tag].xpath(f'//svg[@id="drawing-null-distribution-{name}-{tag}"]')[0]
    ticks = [(text.get("x"), text.get("y"), text.text) for text in drawing.iter("text") if is_tick(text.text)]
    upright = [(float(y), number(text, tag)[0]) for x, y, text in ticks if [t[0] for t in ticks].count(x) > 1]
    across = [(float(x), number(text, tag)[0]) for x, y, text in ticks if [t[1] for t in ticks].count(y) > 1]
    assert len(upright) + len(across) == len(ticks) >= 6
    for axis in (upright, across):
        (p0, v0), (p1, v1) = axis[0], axis[-1]
        for place, value in axis:
            assert float(v0 + (v1 - v0) * Fraction((place - p0) / (p1 - p0))) == pytest.approx(
                value, abs=0.02 * v1
            )


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("figure", PANELS)
@pytest.mark.parametrize("suffix", ["", "-dark"])
def test_figure_files_have_the_labels_of_the_page(made, trees, tag, figure, suffix):
    """Word for word; in a wider drawing lines are broken elsewhere."""
    drawn = etree.parse(made / "figures" / tag / f"{figure}{suffix}.svg").getroot()
    texts = ["".join(text.itertext()) for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    page = [
        "".join(text.itertext())
        for name in PANELS[figure]
        for text in trees[tag].xpath(f'//svg[@id="drawing-{figure}-{name}-{tag}"]//text')
    ]
    assert words_of(texts) == words_of(page)


def words_of(texts):
    pieces = " ".join(text for text in texts if not is_tick(text))
    return Counter(re.findall(r"[\u2e80-\uffef]|[^\s\u2e80-\uffef]+", pieces))


@pytest.mark.parametrize("tag", TAGS)
def test_listing_prints_the_results(trees, appendix, tag):
    """What the snippet printed at the build stands under it, with the p-values of the appendix."""
    code, output = trees[tag].xpath('//figure[@class="listing"]//pre')
    assert "import" in "".join(code.itertext())
    text = "".join(output.itertext())
    for name in SCENARIOS:
        p = appendix["comparisons"][name]["results"]["exact_p"]
        floats = [float(n) for n in re.findall(r"\d+\.\d+(?:e-?\d+)?", text)]
        assert any(n == pytest.approx(p["value"], rel=1e-3) for n in floats)
