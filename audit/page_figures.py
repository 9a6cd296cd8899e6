"""Figures of a page: the drawings inside it, and the tables of the numbers behind them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from .. import experiment
from . import figures, folder, labels, shapes
from .data import Edition
from .drawing import Drawing
from .findings import Findings
from .numbers import plain
from .page import Page, shown
from .results import two_sided

_PANEL = re.compile(
    "|".join(rf"drawing-({figure})-({'|'.join(panels)})" for figure, panels in folder.PANELS.items())
)
_SPLIT = re.compile(r"(I|II)_split_(\d+)_p")
_ROW = re.compile(r"(\w+)_chance_(\d+)")

Labels = dict[str, set[str]]  # figure -> its labels, ticks aside


def check(page: Page, file: str, edition: Edition, findings: Findings) -> Labels:
    """Measure every drawing of a page and look at its tables; what the drawings say is given back."""
    said: Labels = defaultdict(set)
    marks = edition.marks
    _enlarged(page, file, findings)
    for full, svg in _drawings(page):
        name = full.removesuffix(f"-{page.language}")
        drawing = Drawing(svg)
        figure, panel = _panel(name)
        kind = "curves" if name.endswith("resolution") else figure
        figures.odd(drawing, "bars" if kind in ("", "null-distribution") else kind, file, name, findings)
        if figure:
            said[figure].update(figures.labels(drawing, marks))
            if edition.printed:
                labels.check(drawing, figure, [panel], edition, file, findings)
            title = plain(svg.get("aria-label", ""))
            if not _stands(title, [plain(label.text) for label in drawing.labels]):
                findings.fault(file, name, svg.get("aria-label"), "the title that stands in the drawing")
            if figure == "cases":
                figures.dots(drawing, 1, panel, file, findings)
            elif figure == "null-distribution":
                figures.bars(drawing, 1, figures.law(panel), marks, file, findings)
            else:
                shapes.check(drawing, figure, panel, marks, file, findings)
        elif name == "drawing-handout-split":
            figures.bars(drawing, 1, figures.SPLIT, marks, file, findings)
        elif name == "drawing-handout-resolution":
            figures.curves(drawing, marks, file, findings)
        else:
            findings.say(file, f"a drawing named {name!r}, which no build makes")
    _tables(page, file, findings)
    return said


def _panel(name: str) -> tuple[str, str]:
    """The figure of the article and the panel that a drawing's name says; "" for another drawing."""
    found = _PANEL.fullmatch(name)
    figure, panel = filter(None, found.groups()) if found else ("", "")
    return figure, panel


def _stands(title: str, shown: Sequence[str]) -> bool:
    """Whether a title is a label, or some that follow each other: lines of one.

    >>> _stands("The same lead", ["2", "The same", "lead", "x"]), _stands("lead", ["leads"])
    (True, False)
    """
    whole = title.replace(" ", "")
    starts = [text.replace(" ", "") for text in shown]
    return any("".join(starts[n : n + lines]) == whole for n in range(len(starts)) for lines in (1, 2, 3))


def _enlarged(page: Page, file: str, findings: Findings) -> None:
    """A drawing stands in its own figure, and is shown again, larger, in its place and by its name."""
    drawings = dict(_drawings(page))
    again: list[str] = []
    for element in page.elements():
        if element.tag == "svg" and [child.tag for child in element] == ["use"]:
            name = element[0].get("href", "").removeprefix("#")
            shown_again, again = drawings.get(name), [*again, name]
            for attribute in ("aria-label", "viewBox"):
                right = "" if shown_again is None else shown_again.get(attribute, "")
                if element.get(attribute) != right:
                    findings.fault(file, f"{name} enlarged", element.get(attribute), right)
            _stands_in(page, element, name, "full", file, findings)
    twice = [name for name in drawings if _PANEL.match(name)]
    pairs = [_panel(name.removesuffix(f"-{page.language}")) for name in twice]
    figures_there = dict.fromkeys(figure for figure, _ in pairs)
    wanted = [(figure, panel) for figure in figures_there for panel in folder.PANELS.get(figure, ())]
    if again != twice or pairs != wanted:
        right = ", ".join(f"{figure} {panel}" for figure, panel in wanted)
        findings.fault(file, "drawings enlarged", ", ".join(again), f"{right}, once each")
    for name in twice:
        _stands_in(page, drawings[name], name, "figure", file, findings)


def _stands_in(page: Page, element: Element, name: str, what: str, file: str, findings: Findings) -> None:
    found = _PANEL.match(name)
    wanted = f"{what}-{next(filter(None, found.groups()))}" if found else name
    if wanted not in (one.get("id") for one in page.above(element)):
        findings.say(file, f"does not stand in {wanted}", name)


def _drawings(page: Page) -> Iterator[tuple[str, Element]]:
    """The drawings by name; one that shows another again, larger, holds nothing else."""
    for element in page.elements():
        if element.tag == "svg" and [child.tag for child in element] != ["use"]:
            yield element.get("id", ""), element


def _tables(page: Page, file: str, findings: Findings) -> None:
    """In the tables of the bars, the rows of the tails are marked, and no other."""
    words: dict[bool, set[str]] = {True: set(), False: set()}
    below: dict[bool, set[str]] = {True: set(), False: set()}
    for row in page.elements():
        if row.tag != "tr" or len(row) < 3:
            continue
        names = [element.get("data-fact") or "" for element in row.iter()]
        if split := next(filter(None, map(_SPLIT.fullmatch, names)), None):
            below[_is_below(split[1], int(split[2]))].add(" ".join(shown(row[-1]).split()))
        found = next(filter(None, map(_ROW.fullmatch, names)), None)
        if found is None or found[1] not in experiment.SCENARIOS:
            continue
        _a, b, c, _d = experiment.SCENARIOS[found[1]]
        in_tails = abs(2 * int(found[2]) - b - c) >= abs(b - c)
        if (row.get("class") == "tail") != in_tails:
            findings.say(
                file, "is marked as one of a tail, or is not, against its number", f"row of {found[0]}"
            )
        words[in_tails].add(" ".join(shown(row[-1]).split()))
        findings.checked["rows of tables looked at"] += 1
    for said, what in ((words, "rows of bars"), (below, "rows of splits")):
        if said[True] & said[False] or len(said[True]) > 1 or len(said[False]) > 1:
            found_words = ", ".join(sorted(said[True] | said[False]))
            findings.fault(file, what, found_words, "one word for those that count, another for the rest")


def _is_below(name: str, upper: int) -> bool:
    """Whether the p-value of a split of a comparison is below the level."""
    _a, b, c, _d = experiment.SCENARIOS[name]
    return two_sided(upper, b + c - upper) < experiment.ALPHA
