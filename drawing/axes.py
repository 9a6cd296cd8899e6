"""Axes: which numbers stand along them, and where."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import Protocol

from .sheet import Sheet


class Scaled(Protocol):
    """Where numbers stand on a sheet, between edges; grid lines run from `left` to `end`."""

    left: float
    base: float
    end: float

    def x(self, value: float, /) -> float:
        """The place of a number across."""

    def y(self, value: float, /) -> float:
        """The place of a number upwards."""


def axes(sheet: Sheet, plot: Scaled, xs: Sequence[float], ys: Sequence[float]) -> None:
    """Numbers along both axes, ticks below, and grid lines, or ticks to the left, but for the lowest."""
    colour, number = sheet.colour, sheet.look.number
    grid = [((plot.left, plot.y(y)), (plot.end, plot.y(y))) for y in ys[1:]]
    sheet.outline(grid, edgecolor=colour.rule if plot.end > plot.left else colour.muted, linewidth=0.8)
    ticks = [((plot.x(x), plot.base), (plot.x(x), plot.base + 4)) for x in xs]
    sheet.outline(ticks, edgecolor=colour.muted, linewidth=0.8)
    for y in ys:
        sheet.text(plot.left - 8, plot.y(y) + 4, number(y), colour.muted, size=12, align="right")
    for x in xs:
        sheet.text(plot.x(x), plot.base + 18, number(x), colour.muted, size=12, align="center")


def heights(top: float) -> tuple[float, float]:
    """Two round probabilities up to `top`, one twice the other, with as many decimals.

    >>> heights(0.176), heights(0.06), heights(1)
    ((0.08, 0.16), (0.03, 0.06), (0.4, 0.8))
    """
    places = -floor(log10(top / 2))
    digit = (1, 2, 3, 4, 4, 6, 6, 8, 8)[int(top / 2 * 10**places + 1e-9) - 1]  # twice it never ends in 0
    return digit / 10**places, 2 * digit / 10**places


def wholes(first: int, last: int, most: int) -> range:
    """At most `most` round numbers from `first` to `last`.

    >>> wholes(0, 20, 6), wholes(55, 125, 8)
    (range(0, 21, 5), range(60, 126, 10))
    """
    steps = (digit * 10**zeros for zeros in range(20) for digit in (1, 2, 5))
    step = next(step for step in steps if last // step - (first - 1) // step <= most)
    return range(-(-first // step) * step, last + 1, step)


def ladder(low: float, high: float, most: int, digits: Sequence[int] = (1, 2, 5)) -> list[float]:
    """Round numbers between which `low` and `high` lie: powers of ten alone if the others would be too many.

    >>> ladder(0.09, 10, 12), ladder(150, 90000, 6)
    ([0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10], [100, 1000, 10000, 100000])
    """
    zeros, high = range(floor(log10(low)) - 1, ceil(log10(high)) + 2), max(high, low * 1.01)
    steps = [digit * 10**n if n >= 0 else digit / 10**-n for n in zeros for digit in digits]
    rungs = steps[sum(step <= low for step in steps) - 1 : sum(step < high for step in steps) + 1]
    return rungs if len(rungs) <= most or len(digits) == 1 else ladder(low, high, most, digits[:1])
