"""Null distributions: bars, those of the tails in red, and a dashed line at what was observed."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, inf
from typing import TYPE_CHECKING, NamedTuple

from .axes import axes, heights, wholes
from .look import Look
from .sheet import BETWEEN, Box, Sheet, blank, own_settings

if TYPE_CHECKING:  # matplotlib costs a second, so it is imported where it draws
    from matplotlib.figure import Figure


class Panel(NamedTuple):
    """One null distribution: P(K = k) = weights[k] / 2**m with m = len(weights) - 1."""

    weights: Sequence[int]
    observed: int
    tails: tuple[range, range]  # the red bars: k from 0 on, and k up to m
    window: tuple[int, int]  # first and last k that is drawn
    title: str
    observed_label: str
    tails_label: str
    centre_label: str
    x_label: str
    y_label: str
    note: str


class _Plot:
    """Where the numbers of one panel stand on its sheet, bars between two edges, grid lines up to `end`."""

    def __init__(self, panel: Panel, left: float, right: float, top: float, base: float) -> None:
        self.panel, self.left, self.right, self.top, self.base = panel, left, right, top, base
        self.size, self.end, (self.first, self.last) = len(panel.weights) - 1, right, panel.window
        self.peak: float = max(panel.weights) / 2**self.size
        self.step = (right - left) / (self.last - self.first + 1)
        drawn, (low, high) = range(self.first, self.last + 1), panel.tails
        self.low, self.high = [k for k in drawn if k in low], [k for k in drawn if k in high]
        self.centre = [k for k in drawn if k not in low and k not in high]

    def x(self, wins: float) -> float:
        return self.left + (wins - self.first + 0.5) * self.step

    def y(self, probability: float) -> float:
        return self.base - probability / self.peak * (self.base - self.top)

    def box(self, wins: int) -> Box:
        half = self.step * (0.42 if self.step > 3 else 0.5)
        top = self.y(self.panel.weights[wins] / 2**self.size)
        return self.x(wins) - half, top, self.x(wins) + half, self.base


def _bars(sheet: Sheet, plot: _Plot, name: str) -> None:
    """The blue centre, the red tails, the dashed line at b, a pointer over tails too low to be seen."""
    colour, base, observed = sheet.colour, plot.base, plot.x(plot.panel.observed)
    sheet.bars(map(plot.box, plot.centre), f"{name}-centre", colour.blue)
    sheet.bars(map(plot.box, (*plot.low, *plot.high)), f"{name}-tails", colour.red, "/////")
    floor, line = ((plot.left, base), (plot.right, base)), ((observed, plot.top - 36), (observed, base))
    sheet.outline([floor], f"{name}-base", edgecolor=colour.ink, linewidth=1)
    dashed = {"linewidth": 1.5, "linestyle": (0, (4, 2.5))}
    sheet.outline([line], f"{name}-observed", edgecolor=colour.ink, **dashed)
    low = [plot.x(k) for k in (*plot.low[-1:], *plot.high[:1]) if base - plot.box(k)[1] < 3]
    pointers = [((x, base - 3), (x - 5, base - 12), (x + 5, base - 12), (x, base - 3)) for x in low]
    sheet.outline(pointers, f"{name}-pointers", fill=True, facecolor=colour.red)


def _labels(sheet: Sheet, plot: _Plot) -> None:
    """The label at the dashed line, on its outer side if there is room; that of the centre inside."""
    panel, x, peak = plot.panel, plot.x(plot.panel.observed), plot.x(plot.size / 2)
    right = panel.observed * 2 >= plot.size
    _, wide = sheet.wrap(panel.observed_label, inf, 12.5, "bold")
    outside = x + 7 + wide <= plot.right + 12 if right else x - 7 - wide >= 0
    place, side = (x + 7, "left") if right == outside else (x - 7, "right")
    sheet.text(place, plot.top - 26, panel.observed_label, sheet.colour.ink, align=side, weight="bold")
    room = x - 7 if right else plot.right + 5 - x
    lines, wide = sheet.wrap(panel.centre_label, room, 12.5, "bold")
    middle = min(peak, x - 7 - wide / 2) if right else max(peak, x + 7 + wide / 2)
    y = plot.top - 8 - (len(lines) - 1) * 16.25
    sheet.text(middle, y, panel.centre_label, sheet.colour.blue, room, align="center", weight="bold")


def _bracket(sheet: Sheet, plot: _Plot, y: float, name: str) -> float:
    """Both tails marked and joined under the axis over their common label, whose last baseline comes back."""
    half, red = plot.step / 2, sheet.colour.red
    spans = [(plot.x(tail[0]) - half, plot.x(tail[-1]) + half) for tail in (plot.low, plot.high) if tail]
    sheet.bars([(start, y - 3, end, y + 3) for start, end in spans], f"{name}-rails", red, "/////")
    join = [((spans[0][0], y), (spans[-1][-1], y))] if spans else []
    sheet.outline(join, f"{name}-join", edgecolor=red, linewidth=1)
    middle, room = (plot.left + plot.right) / 2, plot.right - plot.left
    return sheet.text(middle, y + 19, plot.panel.tails_label, red, room, align="center", weight="bold")


def _panel(sheet: Sheet, panel: Panel, beside: Sequence[Panel], name: str) -> float:
    """Draws a panel, its head as high as those of the panels beside it, and gives back its height."""
    colour, width = sheet.colour, sheet.look.width
    sheet.text(0, 15, panel.title, colour.ink, width, size=16, weight="bold", align="start")
    rows = max(len(sheet.wrap(each.title, width, 16, "bold")[0]) for each in (panel, *beside))
    y = sheet.text(0, 35 + (rows - 1) * 20.8, panel.y_label, colour.muted, width) + 46
    plot = _Plot(panel, 40, width - 12, y, y + (150 if width > 500 else 140))
    axes(sheet, plot, wholes(*panel.window, 8 if width > 500 else 6), (0, *heights(plot.peak)))
    _bars(sheet, plot, name)
    _labels(sheet, plot)
    middle, room = (plot.left + plot.right) / 2, plot.right - plot.left
    y = sheet.text(middle, plot.base + 35, panel.x_label, colour.muted, room, align="center")
    y = _bracket(sheet, plot, y + 14, name)
    return sheet.text(middle, y + 18, panel.note, colour.muted, room, size=12, align="center") + 6


@own_settings()
def null_distribution(panels: Sequence[Panel], look: Look, beside: Sequence[Panel] = ()) -> Figure:
    """The panels one under the other, each on its own scale; those `beside` stand level in other figures."""
    figure, y = blank(look), 0.0
    for number, panel in enumerate(panels, 1):
        y += _panel(Sheet(figure, look, 0, y), panel, beside, f"panel-{number}") + BETWEEN
    figure.set_figheight(ceil(y - BETWEEN) / 72)
    return figure
