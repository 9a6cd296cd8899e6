"""Resolution: the smallest lead that can be shown, over the size of a test set, as one curve a rate."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, cos, inf, log, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from .axes import axes, ladder
from .look import Look
from .sheet import DOT, Sheet, Stroke, blank, own_settings

if TYPE_CHECKING:  # matplotlib costs a second, so it is imported where it draws
    from matplotlib.figure import Figure


class Curve(NamedTuple):
    """The smallest lead that can be shown, by the size of the test set, at one rate of disagreement."""

    points: Sequence[tuple[float, float]]  # (size, lead in percentage points), sizes growing
    label: str


class Resolution(NamedTuple):
    """What test sets can show, and one lead that is held against it."""

    curves: Sequence[Curve]
    mark: tuple[float, float, str]  # size, lead, label
    title: str
    x_label: str
    y_label: str
    note: str
    rings: Sequence[tuple[float, float, str]] = ()  # points of the curves: size, lead, label if there is one


_LINES = ("-", 1.5), ("--", 1.8), (":", 2.4), ("-.", 2), ("-", 3.2), ("--", 3)  # told apart without colour
_RING = 4.5  # radius in pixels


class _Chart:
    """Where sizes and leads stand on a sheet, both on logarithmic scales, and the curves in pixels."""

    def __init__(self, sheet: Sheet, figure: Resolution, top: float) -> None:
        sizes, leads = zip(figure.mark[:2], *(p for c in figure.curves for p in c.points), strict=True)
        self.sizes, self.leads = ladder(min(sizes), max(sizes), 6), ladder(min(leads), max(leads), 12)
        self.left = max(sheet.wrap(sheet.look.number(n), inf, 12, "normal")[1] for n in self.leads) + 10
        self.top, self.base, self.room = top, top + 178 + sheet.look.width / 7, sheet.look.width / 3.6
        wide = (sheet.wrap(curve.label, self.room, 12.5, "normal")[1] + 12 for curve in figure.curves)
        self.right = self.end = sheet.look.width - max((32, *wide))
        self.corner = ((self.left, top), (self.left, self.base), (self.right, self.base))
        lines = ([(self.x(size), self.y(lead)) for size, lead in curve.points] for curve in figure.curves)
        self.curves = [_thinned(line) for line in lines]

    def x(self, n: float) -> float:
        return self.left + log(n / self.sizes[0], self.sizes[-1] / self.sizes[0]) * (self.right - self.left)

    def y(self, lead: float) -> float:
        return self.base - log(lead / self.leads[0], self.leads[-1] / self.leads[0]) * (self.base - self.top)

    def is_free(self, left: float, top: float, wide: float, high: float) -> bool:
        """Whether a box lies between the axes and on no curve."""
        from matplotlib.path import Path as Outline
        from matplotlib.transforms import Bbox

        box = Bbox([[left, top], [left + wide, top + high]])
        if any(Outline(curve).intersects_bbox(box, filled=False) for curve in self.curves):
            return False
        return self.left < left < self.right - wide and self.top < top < self.base - high


def _thinned(line: Stroke) -> list[tuple[float, float]]:
    """The first point of a line that runs to the right, and of the others the last in each four pixels.

    >>> _thinned([(0, 9), (1, 8), (3, 7), (4, 6), (6, 5), (13, 4)])
    [(0, 9), (3, 7), (6, 5), (13, 4)]
    """
    kept, column = [line[0]], -1.0
    for point in line[1:]:
        if point[0] // 4 == column:
            kept[-1] = point
        else:
            kept.append(point)
        column = point[0] // 4
    return kept


def _curves(sheet: Sheet, chart: _Chart, labels: Sequence[str]) -> None:
    """Each curve in its own kind of line, its label beside its end; the lowest first."""
    ink, start, below = sheet.colour.ink, chart.right + 12, chart.base + 8
    curves = zip(range(1, 7), chart.curves, labels, _LINES, strict=False)
    for n, curve, label, (style, width) in sorted(curves, key=lambda row: -row[1][-1][1]):
        sheet.outline([curve], f"curve-{n}", edgecolor=ink, linewidth=width, linestyle=style)
        (x, y), half = curve[-1], len(sheet.wrap(label, chart.room, 12.5, "normal")[0]) * 8
        middle = min(y, below - half)
        below = middle - half
        if y - middle > 6 or start - x > 20:
            sheet.outline([((x + 2, y), (start - 2, middle))], edgecolor=ink, linewidth=0.6)
        sheet.text(start, below + 12.5, label, ink, chart.room)


def _rings(sheet: Sheet, chart: _Chart, rings: Sequence[tuple[float, float, str]]) -> None:
    """A ring round each of these points; the highest has its label above it, others below, off the curve."""
    ink, places = sheet.colour.ink, [(chart.x(size), chart.y(lead)) for size, lead, _ in rings]
    sheet.outline([_circle(*place) for place in places], "rings", edgecolor=ink, linewidth=1)
    for (x, y), (*_, label) in zip(places, rings, strict=True):
        if y == min(top for _, top in places):
            sheet.text(x + 6, y - 8, label, ink)
        else:
            sheet.text(x - 6, y + 17, label, ink, align="right")


def _circle(x: float, y: float) -> Stroke:
    turns = (pi * step / 8 for step in range(17))
    return [(x + _RING * cos(turn), y + _RING * sin(turn)) for turn in turns]


def _mark(sheet: Sheet, chart: _Chart, size: float, lead: float, label: str) -> None:
    """The black mark, dashed guides to its numbers on both axes, its label where there is room."""
    x, y, ink, muted = chart.x(size), chart.y(lead), sheet.colour.ink, sheet.colour.muted
    guide = ((chart.left, y), (x, y), (x, chart.base))
    sheet.outline([guide], "guide", edgecolor=muted, linewidth=0.8, linestyle=(0, (4, 3)))
    sheet.outline([((x, y), (x + DOT, y))], "mark", edgecolor=ink, linewidth=10, capstyle="round")
    left, top, wide = _place(sheet, chart, x, y, label)
    sheet.text(left, top + 14, label, ink, wide, size=14, weight="bold", align="start")


def _place(sheet: Sheet, chart: _Chart, x: float, y: float, label: str) -> tuple[float, float, float]:
    """Left, top and width of the nearest free place for a label beside a point, if need be in more lines."""
    for off in range(5, 200, 15):
        for room in (inf, 160, 120, 80):
            lines, wide = sheet.wrap(label, room, 14, "bold")
            high = len(lines) * 18.2
            for top in (y + off, y - off - high):
                for left in (x + 9, x - 9 - wide):
                    if chart.is_free(left, top, wide, high):
                        return left, top, wide
    return min(x + 9, chart.right - wide), y + 5, wide


@own_settings()
def resolution(figure: Resolution, look: Look) -> Figure:
    """The curves over the size of a test set, and one lead held against them."""
    if len(figure.curves) > len(_LINES) or not all(curve.points for curve in figure.curves):
        raise ValueError(f"at most {len(_LINES)} curves can be told apart, and each has to have points")
    sheet, width, colour = Sheet(blank(look), look), look.width, look.palette
    y = sheet.text(0, 15, figure.title, colour.ink, width, size=16, weight="bold", align="start")
    y = sheet.text(0, y + 22, figure.y_label, colour.muted, width, align="start")
    chart = _Chart(sheet, figure, y + 20)
    axes(sheet, chart, chart.sizes, chart.leads)
    sheet.outline([chart.corner], "axes", edgecolor=colour.ink, linewidth=1)
    _curves(sheet, chart, [curve.label for curve in figure.curves])
    _rings(sheet, chart, figure.rings)
    _mark(sheet, chart, *figure.mark)
    middle, room = (chart.left + chart.right) / 2, chart.right - chart.left
    y = sheet.text(middle, chart.base + 38, figure.x_label, colour.muted, room, align="center")
    y = sheet.text(0, y + 20, figure.note, colour.muted, width, size=12, align="start")
    sheet.figure.set_figheight(ceil(y + 6) / 72)
    return sheet.figure
