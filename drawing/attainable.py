"""Attainable p-values: stairs over the net lead, and the level between two of their marks."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from .axes import axes, wholes
from .look import Look
from .marks import circle, diamond, points
from .sheet import BETWEEN, Sheet, Stroke, blank, own_settings

if TYPE_CHECKING:  # matplotlib costs a second, so it is imported where it draws
    from matplotlib.figure import Figure

_HIGH = 180  # pixels from the foot of the axis to its top
Point = tuple[int, float]  # net lead and p-value


class Attainable(NamedTuple):
    """The p-values that some number of disagreements can have, up to the highest that is drawn."""

    splits: Sequence[Point]  # net leads growing
    level: float
    highest: float
    observed: Point | None  # None where it is not drawn
    near: Sequence[tuple[int, float, str]]  # on either side of the level, the one above it first, with labels
    title: str
    observed_label: str
    level_label: str
    x_label: str
    y_label: str


class _Plot:
    """Where net leads and p-values stand on a sheet."""

    def __init__(self, panel: Attainable, left: float, right: float, base: float) -> None:
        self.panel, self.left, self.right, self.base, self.end = panel, left, right, base, left - 4
        self.first, self.last = panel.splits[0][0], max(panel.splits[-1][0], panel.splits[0][0] + 2)

    def x(self, net: float) -> float:
        return self.left + 8 + (net - self.first) / (self.last - self.first) * (self.right - self.left - 16)

    def y(self, p: float) -> float:
        return self.base - p / self.panel.highest * _HIGH


def _stairs(sheet: Sheet, plot: _Plot, name: str) -> None:
    """The stairs through all marks, the marks by their side of the level, and what was observed."""
    splits, level = plot.panel.splits, plot.panel.level
    stairs = [(plot.x(splits[0][0]), plot.y(splits[0][1]))]
    for net, p in splits[1:]:
        stairs += [(plot.x(net), stairs[-1][1]), (plot.x(net), plot.y(p))]
    sheet.outline([stairs], f"{name}-stairs", edgecolor=sheet.colour.muted, linewidth=1)
    others = [split for split in splits if split != plot.panel.observed]
    for part, filled in (("above", False), ("below", True)):
        shapes = [circle(plot.x(net), plot.y(p), 4) for net, p in others if (p < level) == filled]
        points(sheet, shapes, f"{name}-splits-{part}", filled)
    if plot.panel.observed:
        net, p = plot.panel.observed
        points(sheet, [diamond(plot.x(net), plot.y(p), 6.5)], f"{name}-split-observed", p < level)


def _level(sheet: Sheet, plot: _Plot, name: str) -> None:
    """The dashed line at the level, with its label over its end."""
    y, ink = plot.y(plot.panel.level), sheet.colour.ink
    dashed = {"linewidth": 1.2, "linestyle": (0, (4, 2.5))}
    sheet.outline([((plot.left, y), (plot.right, y))], f"{name}-level", edgecolor=ink, **dashed)
    sheet.text(plot.right, y - 6, plot.panel.level_label, ink, align="right")


def _labels(sheet: Sheet, plot: _Plot, name: str) -> None:
    """The labels of the marks next to the level, each over the next, with a line where a mark is far off."""
    leaders: list[Stroke] = []
    y = plot.y(plot.panel.level) - 24
    for net, p, label in reversed(plot.panel.near):
        at, high, wide = plot.x(net), plot.y(p), sheet.wrap(label)[1]
        y = min(y, high - 7)
        far = high - y > 14
        x = min(at + (26 if far else 9), sheet.look.width - wide)
        if far:
            leaders.append([(at + 3.5, high - 4), (x - 3, y - 3)])
        sheet.text(x, y, label, sheet.colour.ink)
        y -= 19
    sheet.outline(leaders, f"{name}-leaders", edgecolor=sheet.colour.muted, linewidth=0.8)
    if plot.panel.observed:
        net, p = plot.panel.observed
        x, wide = plot.x(net), sheet.wrap(plot.panel.observed_label, weight="bold")[1]
        left = min(x + 10, sheet.look.width - wide)
        up = 8 if left == x + 10 else 11
        sheet.text(left, plot.y(p) - up, plot.panel.observed_label, sheet.colour.ink, weight="bold")


def _panel(sheet: Sheet, panel: Attainable, beside: Sequence[Attainable], name: str) -> float:
    """Draws a panel, its head as high as those of the panels beside it, and gives back its height."""
    colour, width = sheet.colour, sheet.look.width
    sheet.text(0, 15, panel.title, colour.ink, width, size=16, weight="bold", align="start")
    rows = max(len(sheet.wrap(each.title, width, 16, "bold")[0]) for each in (panel, *beside))
    y = sheet.text(0, 37 + (rows - 1) * 20.8, panel.y_label, colour.muted, width)
    plot = _Plot(panel, 40, width - 8, y + 18 + _HIGH)
    odd = plot.first % 2
    xs = [2 * half + odd for half in wholes(plot.first // 2, plot.last // 2, 8)]
    axes(sheet, plot, xs, [panel.highest * step / 3 for step in range(4)])
    corner = ((plot.left, plot.y(panel.highest)), (plot.left, plot.base), (plot.right, plot.base))
    sheet.outline([corner], f"{name}-base", edgecolor=colour.ink, linewidth=1)
    _level(sheet, plot, name)
    _stairs(sheet, plot, name)
    _labels(sheet, plot, name)
    middle, room = (plot.left + plot.right) / 2, plot.right - plot.left
    return sheet.text(middle, plot.base + 37, panel.x_label, colour.muted, room, align="center") + 7


@own_settings()
def attainable(panels: Sequence[Attainable], look: Look, beside: Sequence[Attainable] = ()) -> Figure:
    """The panels in a row, on a phone in a column; those `beside` stand level in other figures."""
    figure, across = blank(look), len(panels) if look.width > 500 else 1
    width, y, bottom = (look.width + BETWEEN) / across - BETWEEN, 0.0, 0.0
    for n, panel in enumerate(panels):
        place = across - 1 - n % across if look.rtl else n % across
        sheet = Sheet(figure, look._replace(width=width), place * (width + BETWEEN), y)
        bottom = max(bottom, y + _panel(sheet, panel, [*panels, *beside], f"panel-{n + 1}"))
        y = bottom + BETWEEN if across == 1 else 0
    figure.set_figheight(ceil(bottom) / 72)
    return figure
