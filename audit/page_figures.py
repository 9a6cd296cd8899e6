"""Figures of a page: the drawings inside it, and the tables of the numbers behind them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from .. import experiment
from . import figures
from .drawing import Drawing
from .findings import Findings
from .numbers import Marks
from .page import Page, shown

_COMPARISON = re.compile(r"drawing-(null-distribution|cases)-(\w+)")
_ROW = re.compile(r"(\w+)_chance_(\d+)")

Labels = dict[str, set[str]]  # figure -> its labels, ticks aside


def check(page: Page, file: str, marks: Marks, findings: Findings) -> Labels:
    """Measure every drawing of a page and look at its tables; what the drawings say is given back."""
    said: Labels = defaultdict(set)
    for full, svg in _drawings(page):
        name = full.removesuffix(f"-{page.language}")
        drawing = Drawing(svg)
        figures.odd(drawing, file, name, findings)
        found = _COMPARISON.fullmatch(name)
        if found and found[2] in experiment.SCENARIOS:
            said[found[1]].update(figures.labels(drawing, marks))
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
