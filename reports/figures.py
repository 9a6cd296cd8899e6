"""The figures of a report: its cases, a mark each; the null distribution; the leads of several models."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import ceil, sqrt
from typing import NamedTuple

from .. import render
from ..cases.outcomes import Counts
from ..facts.table import Facts, NullDistribution, Window
from ..language import Fact
from ..press.drawings import Draw, Drawing, Lettering, drawing, look_of
from ..publication.panels import null_distribution
from .comparison import Comparison
from .several import Findings, PairRow

MOST_DISAGREEMENTS = 10_000  # up to which the probability of each split is worked out
MOST_BARS = 1200  # that can be drawn: each has room of its own
MOST_MARKS = 10_000  # cases up to which a mark each can be drawn
MOST_PAIRS = 15  # of models up to which a bar each can be drawn
NAMES = ("cases", "bars", "pairs")
_WIDTH = {"cases": 410, "bars": 560, "pairs": 560}  # CSS pixels
_LONGEST = 24  # characters of a name in a figure
_GROUPS = {"both": "a", "only_b": "b", "only_a": "c", "neither": "d"}
Label = Callable[[str, Facts], str]  # the rest of a block's id, and facts of its own -> words


class Figure(NamedTuple):
    """A figure to be drawn."""

    name: str
    title: str
    draw: Draw


def figures(comparison: Comparison, label: Label) -> list[Figure]:
    """The figures that numbers of this size allow."""
    counts, found = comparison.counts, list[Figure]()
    if sum(counts) <= MOST_MARKS:
        field = _field(counts, label)
        found.append(Figure("cases", field.title, partial(render.cases, [field])))
    if 0 < (m := counts.b + counts.c) <= MOST_DISAGREEMENTS and _bars(m, counts.b) <= MOST_BARS:
        panel = _panel(counts, label)
        found.append(Figure("bars", panel.title, partial(render.null_distribution, [panel])))
    return found


def of_several(found: Findings, label: Label) -> list[Figure]:
    """The leads of all pairs with their intervals, where these are few enough to be drawn."""
    if len(found.pairs) > MOST_PAIRS:
        return []
    rows = tuple(_lead(row, label) for row in found.pairs)
    title, zero, across = (label(f"pairs.{part}", {}) for part in ("title", "zero", "x"))
    chart = render.Leads(rows, None, title, zero, across, "")
    return [Figure("pairs", chart.title, partial(render.leads, chart))]


def _lead(row: PairRow, label: Label) -> render.Lead:
    lead, low, high = (float(row.facts[f"{name}_points"].number) for name in ("difference", "low", "high"))
    name, interval = (label(f"pairs.{part}", row.facts) for part in ("pair", "interval"))
    return render.Lead(lead, low, high, 0, name, interval, "")


def draw(figure: Figure, lettering: Lettering) -> Drawing:
    """A figure in a language's faces."""
    look = look_of(lettering)._replace(width=_WIDTH[figure.name])
    return drawing("report", figure.name, figure.title, figure.draw, look, lettering)


def short(name: Fact) -> Fact:
    """A model's name as a figure has room for it."""
    text = str(name.value)
    return name._replace(value=text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…")


def _bars(m: int, observed: int) -> int:
    first, last = window(m, observed)
    return last - first + 1


def window(m: int, observed: int) -> Window:
    """The first and the last number of wins that are drawn: all that chance makes likely, and what was seen.

    >>> window(20, 20), window(1000, 520)
    ((0, 20), (436, 564))
    """
    half = max(4 * sqrt(m) / 2, 1.1 * abs(observed - m / 2) + 1)
    return max(0, int(m / 2 - half)), min(m, ceil(m / 2 + half))


def _field(counts: Counts, label: Label) -> render.Field:
    numbers = dict(zip("abcd", counts, strict=True))
    groups = tuple(
        render.Group(group, numbers[cell], label(f"cases.{group.replace('_', '-')}", {}))
        for group, cell in _GROUPS.items()
    )
    return render.Field(label("cases.title", {}), groups, label("cases.subtitle", {}))


def _panel(counts: Counts, label: Label) -> render.Panel:
    m, b = counts.b + counts.c, counts.b
    first, last = window(m, b)
    drawn = {name: Fact(name, at, "count") for name, at in (("first_drawn", first), ("last_drawn", last))}

    def of_part(part: str) -> str:
        if part == "chance" or (part == "note" and (first, last) == (0, m)):
            return ""
        return label(f"bars.{part}", drawn)

    return null_distribution(NullDistribution(m, b), (first, last), of_part)
