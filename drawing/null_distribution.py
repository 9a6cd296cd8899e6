"""Null distributions: bars, those of the tails in red, and a dashed line at what was observed."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, inf
from typing import TYPE_CHECKING, NamedTuple

from .axes import axes, heights, wholes
from .look import Look
from .sheet import BETWEEN, Box, Sheet, blank, own_settings
from .tails import rails

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
    centre_label: str  # of the bars in the centre alone
    x_label: str
    y_label: str
    note: str
    chance_label: str = ""  # of all bars together, over a bracket


class _Plot:
    """Where the numbers of one panel stand on its sheet, bars between two edges, grid lines up to `end`."""

    def __init__(self, panel: Panel, left: float, right: float, top: float, base: float) -> None:
        self.panel, self.left, self.right, self.top, self.base = panel, left, right, top, base
        self.size, self.end, (self.first, self.last) = len(panel.weights) - 1, right, panel.window
        self.peak: float = max(panel.weights) / 2**self.size
        self.step = (right - left) / (self.last - self.first + 1)
        drawn, (low, high) = range(self.first, self.last + 1), panel.tails
        self.low, self.high = [k for k in drawn if k in low], [k for k in drawn if k in high]
        self.lift = top - (34 if panel.chance_label else 26)  # where the label of the dashed line stands
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
    low = [plot.x(k) for k in (*plot.low[-1:], *plot.high[:1]) if base - plot.box(k)[1] < 3]
    foot = base - 13 if observed in low else plot.box(plot.panel.observed)[1]
    floor, line = ((plot.left, base), (plot.right, base)), ((observed, plot.lift - 10), (observed, foot))
    sheet.outline([floor], f"{name}-base", edgecolor=colour.ink, linewidth=1)
    dashed = {"linewidth": 1.5, "linestyle": (0, (4, 2.5))}
    sheet.outline([line], f"{name}-observed", edgecolor=colour.ink, **dashed)
    pointers = [((x, base - 3), (x - 5, base - 12), (x + 5, base - 12), (x, base - 3)) for x in low]
    sheet.outline(pointers, f"{name}-pointers", fill=True, facecolor=colour.red)


def _labels(sheet: Sheet, plot: _Plot, name: str) -> None:
    """The label at the dashed line, on its outer side if there is room; inside, that of the bars."""
    panel, x, peak = plot.panel, plot.x(plot.panel.observed), plot.x(plot.size / 2)
    right = panel.observed * 2 >= plot.size
    _, wide = sheet.wrap(panel.observed_label, inf, 12.5, "bold")
    outside = x + 7 + wide <= plot.right + 12 if right else x - 7 - wide >= 0
    place, side = (x + 7, "left") if right == outside else (x - 7, "right")
    sheet.text(place, plot.lift, panel.observed_label, sheet.colour.ink, align=side, weight="bold")
    room, ink = x - 7 if right else plot.right + 5 - x, sheet.colour.ink
    words, tone = (panel.chance_label, ink) if panel.chance_label else (panel.centre_label, sheet.colour.blue)
    lines, wide = sheet.wrap(words, room, 12.5, "bold")
    middle = min(peak, x - 7 - wide / 2) if right else max(peak, x + 7 + wide / 2)
    y = plot.lift + 18 - (len(lines) - 1) * 16.25
    sheet.text(middle, y, words, tone, room, align="center", weight="bold")
    if panel.chance_label:
        left, right_end, high = plot.box(plot.first)[0], plot.box(plot.last)[2], plot.top - 8
        bracket = [(left, high + 4), (left, high), (right_end, high), (right_end, high + 4)]
        sheet.outline([bracket], f"{name}-bracket", edgecolor=ink, linewidth=0.8)


def _rails(sheet: Sheet, plot: _Plot, y: float, name: str) -> float:
    """Both tails marked under the axis, over their common label, whose last baseline comes back."""
    half = plot.step / 2
    spans = [(plot.x(tail[0]) - half, plot.x(tail[-1]) + half) for tail in (plot.low, plot.high) if tail]
    return rails(sheet, spans, y, plot.panel.tails_label, (plot.left, plot.right), f"{name}-")


def _panel(sheet: Sheet, panel: Panel, beside: Sequence[Panel], name: str) -> float:
    """Draws a panel, its head as high as those of the panels beside it, and gives back its height."""
    colour, width = sheet.colour, sheet.look.width
    sheet.text(0, 15, panel.title, colour.ink, width, size=16, weight="bold", align="start")
    rows = max(len(sheet.wrap(each.title, width, 16, "bold")[0]) for each in (panel, *beside))
    y = sheet.text(0, 35 + (rows - 1) * 20.8, panel.y_label, colour.muted, width)
    y += 54 if any(each.chance_label for each in (panel, *beside)) else 46
    plot = _Plot(panel, 40, width - 12, y, y + (150 if width > 500 else 140))
    axes(sheet, plot, wholes(*panel.window, 8 if width > 500 else 6), (0, *heights(plot.peak)))
    _bars(sheet, plot, name)
    _labels(sheet, plot, name)
    middle, room = (plot.left + plot.right) / 2, plot.right - plot.left
    y = sheet.text(middle, plot.base + 35, panel.x_label, colour.muted, room, align="center")
    y = _rails(sheet, plot, y + 14, name)
    return sheet.text(middle, y + 18, panel.note, colour.muted, room, size=12, align="center") + 6


@own_settings()
def null_distribution(panels: Sequence[Panel], look: Look, beside: Sequence[Panel] = ()) -> Figure:
    """The panels one under the other, each on its own scale; those `beside` stand level in other figures."""
    figure, y = blank(look), 0.0
    for number, panel in enumerate(panels, 1):
        y += _panel(Sheet(figure, look, 0, y), panel, beside, f"panel-{number}") + BETWEEN
    figure.set_figheight(ceil(y - BETWEEN) / 72)
    return figure
