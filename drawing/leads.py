"""Leads: the same lead twice on one axis, each with its interval and its standard errors."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, inf
from typing import TYPE_CHECKING, NamedTuple

from .look import Look
from .marks import circle, points
from .sheet import Sheet, Stroke, blank, own_settings

if TYPE_CHECKING:  # matplotlib costs a second, so it is imported where it draws
    from matplotlib.figure import Figure

_LINE = 16.25


class Lead(NamedTuple):
    """One lead with its interval and its standard error, all in the unit of the axis below."""

    lead: float
    low: float
    high: float
    error: float
    name: str
    interval_label: str
    steps_label: str


class Leads(NamedTuple):
    """Leads on a common axis, and how many of its units are a percentage point, where it has both."""

    rows: Sequence[Lead]
    per_point: float | None
    title: str
    zero_label: str
    x_label: str
    points_label: str


class _Axis:
    """Where cases stand across, from a round number below everything, zero included, to one above."""

    def __init__(self, figure: Leads, look: Look) -> None:
        ends = [0.0, *(end for row in figure.rows for end in (row.low, row.high, row.lead))]
        low, high = floor(min(ends)), ceil(max(ends))
        step = next(
            step
            for step in (digit * 10**zeros for zeros in range(20) for digit in (1, 2, 5))
            if -(-high // step) - low // step <= 6
        )
        self.first: int = low // step * step
        self.last: int = max(-(-high // step) * step, self.first + step)
        self.ticks = range(self.first, self.last + 1, step)
        self.left, self.right = 14.0, look.width - 14

    def x(self, cases: float) -> float:
        return self.left + (cases - self.first) / (self.last - self.first) * (self.right - self.left)


def _steps(row: Lead) -> list[tuple[float, float]]:
    """From the lead to zero by standard errors, the last cut off; none for a lead or an error of nothing."""
    way, place, found = -1 if row.lead > 0 else 1, row.lead, list[tuple[float, float]]()
    while row.error > 0 and place * way < 0 and len(found) < 100:
        after = place + way * row.error
        found.append((place, after if after * way < 0 else 0.0))
        place = after
    return found


def _bar(sheet: Sheet, axis: _Axis, row: Lead, y: float, n: int) -> None:
    """The interval with its ends, the lead, and under it the steps, filled and empty by turns."""
    colour, low, high = sheet.colour, axis.x(row.low), axis.x(row.high)
    box = ((low, y - 5), (high, y - 5), (high, y + 5), (low, y + 5), (low, y - 5))
    sheet.outline(
        [box], f"interval-{n}", fill=True, facecolor=colour.rule, edgecolor=colour.both, linewidth=1
    )
    ends = [((x, y - 7), (x, y + 7)) for x in (low, high)]
    sheet.outline(ends, f"ends-{n}", edgecolor=colour.ink, linewidth=1.5)
    points(sheet, [circle(axis.x(row.lead), y, 4.5)], f"lead-{n}", True)
    blocks: list[Stroke] = []
    for start, end in _steps(row):
        left, right = sorted((axis.x(start), axis.x(end)))
        blocks.append([(left, y + 14), (right, y + 14), (right, y + 19), (left, y + 19), (left, y + 14)])
    style = {"fill": True, "edgecolor": colour.ink, "linewidth": 1, "joinstyle": "miter"}
    sheet.outline(blocks[1::2], f"steps-{n}-empty", facecolor=colour.paper, **style)
    sheet.outline(blocks[::2], f"steps-{n}-full", facecolor=colour.ink, **style)


def _row(sheet: Sheet, axis: _Axis, row: Lead, y: float, n: int, on_one_line: bool) -> float:
    """A row from the baseline y of its name on; the height at which it ends comes back."""
    colour, (left, right) = sheet.colour, _beside(sheet, axis)
    room = right - left
    name = sheet.wrap(row.name, inf, 12.5, "bold")[1]
    if on_one_line:
        at = (left, left + name + 9) if not sheet.look.rtl else (left, left)
        sheet.text(at[0], y, row.name, colour.ink, room, weight="bold", align="start")
        sheet.text(at[1], y, row.interval_label, colour.ink, room - name - 9, align="start")
    else:
        y = sheet.text(left, y, row.name, colour.ink, room, weight="bold", align="start")
        y = sheet.text(left, y + _LINE, row.interval_label, colour.ink, room, align="start")
    y += 17
    _bar(sheet, axis, row, y, n)
    x = axis.x(row.lead) + 9
    lines = len(sheet.wrap(row.steps_label, sheet.look.width - x)[0])
    if lines < 3:
        return sheet.text(x, y + 21, row.steps_label, colour.ink, sheet.look.width - x)
    return sheet.text(left, y + 36, row.steps_label, colour.ink, room, align="start")


def _beside(sheet: Sheet, axis: _Axis) -> tuple[float, float]:
    """The edges between which labels stand: on the wider side of the line at zero."""
    zero = axis.x(0)
    return (zero + 8, sheet.look.width) if zero < sheet.look.width / 2 else (0, zero - 8)


@own_settings()
def leads(figure: Leads, look: Look) -> Figure:
    """The leads one under the other, cases on the axis below, percentage points on that above."""
    sheet, colour, width = Sheet(blank(look), look), look.palette, look.width
    axis = _Axis(figure, look)
    y = sheet.text(0, 15, figure.title, colour.ink, width, size=16, weight="bold", align="start")
    if figure.per_point is not None:
        y = sheet.text(width / 2, y + 26, figure.points_label, colour.muted, width, align="center") + 20
        for cases in axis.ticks:
            number = look.number(cases / figure.per_point)
            sheet.text(axis.x(cases), y, number, colour.muted, size=12, align="center")
    top = y + 9
    left, right = _beside(sheet, axis)
    zero = axis.x(0)
    align, at = ("left", zero + 8) if zero < width / 2 else ("right", zero - 8)
    y = sheet.text(at, top + 17, figure.zero_label, colour.ink, right - left, align=align)
    wide = [
        sheet.wrap(row.name, inf, 12.5, "bold")[1] + 9 + sheet.wrap(row.interval_label)[1]
        for row in figure.rows
    ]
    for n, row in enumerate(figure.rows, 1):
        y = _row(sheet, axis, row, y + 30, n, max(wide) <= right - left)
    base = y + 16
    edges = [((axis.left, top), (axis.right, top)), ((axis.left, base), (axis.right, base))]
    ticks = [
        ((axis.x(cases), end), (axis.x(cases), end + way))
        for cases in axis.ticks
        for end, way in ((top, -4), (base, 4))
    ]
    sheet.outline([*edges, *ticks], "axes", edgecolor=colour.muted, linewidth=0.8)
    sheet.outline([((zero, top), (zero, base))], "zero", edgecolor=colour.ink, linewidth=1)
    for cases in axis.ticks:
        sheet.text(axis.x(cases), base + 18, look.number(cases), colour.muted, size=12, align="center")
    y = sheet.text(width / 2, base + 37, figure.x_label, colour.muted, width, align="center")
    sheet.figure.set_figheight(ceil(y + 7) / 72)
    return sheet.figure
