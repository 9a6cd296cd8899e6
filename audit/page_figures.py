"""Figures of a page: the drawings inside it, and the tables of the numbers behind them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from .. import experiment
from . import figures, labels
from .data import Edition
from .drawing import Drawing
from .findings import Findings
from .numbers import plain
from .page import Page, shown

_COMPARISON = re.compile(r"drawing-(null-distribution|cases)-(\w+)")
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
        found = _COMPARISON.fullmatch(name)
        kind = (
            "cases" if found and found[1] == "cases" else "curves" if name.endswith("resolution") else "bars"
        )
        figures.odd(drawing, kind, file, name, findings)
        if found and found[2] in experiment.SCENARIOS:
            said[found[1]].update(figures.labels(drawing, marks))
            if edition.printed:
                labels.check(drawing, found[1], [(found[2], 1)], edition, file, findings)
            if plain(svg.get("aria-label", "")) not in {plain(label.text) for label in drawing.labels}:
                findings.fault(file, name, svg.get("aria-label"), "the title that stands in the drawing")
            if found[1] == "cases":
                figures.dots(drawing, 1, found[2], file, findings)
            else:
                figures.bars(drawing, 1, figures.law(found[2]), marks, file, findings)
        elif name == "drawing-handout-split":
            figures.bars(drawing, 1, figures.SPLIT, marks, file, findings)
        elif name == "drawing-handout-resolution":
            figures.curves(drawing, marks, file, findings)
        else:
            findings.say(file, f"a drawing named {name!r}, which no build makes")
    _tables(page, file, findings)
    return said


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
    twice = [name for name in drawings if _COMPARISON.match(name)]
    if again != twice or twice != sorted(twice):
        findings.fault(file, "drawings enlarged", ", ".join(again), f"{', '.join(sorted(twice))}, once each")
    for name in twice:
        _stands_in(page, drawings[name], name, "figure", file, findings)


def _stands_in(page: Page, element: Element, name: str, what: str, file: str, findings: Findings) -> None:
    found = _COMPARISON.match(name)
    wanted = f"{what}-{found[1]}" if found else name
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
    for row in page.elements():
        if row.tag != "tr" or len(row) < 3:
            continue
        names = [element.get("data-fact") or "" for element in row.iter()]
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
    if words[True] & words[False] or len(words[True]) > 1 or len(words[False]) > 1:
        said = ", ".join(sorted(words[True] | words[False]))
        findings.fault(file, "rows of bars", said, "one word for the tails, another for the rest")
