"""Coins: every sequence of winners of a few coins, in columns by the number of wins."""

from __future__ import annotations

from math import ceil, comb
from typing import TYPE_CHECKING, NamedTuple

from .look import Look
from .marks import marks, ring
from .sheet import Sheet, blank, own_settings
from .tails import rails

if TYPE_CHECKING:  # matplotlib costs a second, so it is imported where it draws
    from matplotlib.figure import Figure

_APART, _ROW = 12, 18  # pixels from mark to mark, and from row to row
_CELL = 11.5  # of a mark


class Coins(NamedTuple):
    """The 2**m sequences of winners of m coins, two of them alike throughout, and two tails."""

    m: int
    tails: tuple[range, range]  # numbers of wins of B: from 0 on, and up to m
    title: str
    alike_label: str  # of the two sequences without a loser
    tails_label: str
    x_label: str
    b_label: str  # of a win of B
    a_label: str


class _Columns:
    """Where columns and their sequences stand; a mirrored figure counts from the right."""

    def __init__(self, figure: Coins, look: Look, base: float) -> None:
        self.m, self.width, self.rtl, self.base = figure.m, look.width, look.rtl, base
        self.step, self.half = look.width / (figure.m + 1), (figure.m - 1) * _APART / 2

    def x(self, x: float) -> float:
        return self.width - x if self.rtl else x

    def middle(self, wins: float) -> float:
        """The middle of a column."""
        return self.x((wins + 0.5) * self.step)

    def edges(self, wins: range) -> tuple[float, float]:
        """From the first of these columns to the last, with a little room to the next."""
        left, right = sorted((self.x(wins[0] * self.step + 5), self.x((wins[-1] + 1) * self.step - 5)))
        return left, right

    def y(self, row: int) -> float:
        return self.base - 12 - _ROW * row


def _sequences(sheet: Sheet, columns: _Columns) -> None:
    """Each sequence as a row of marks, in the order of a dictionary upwards; `sequence-5` is that of 0101."""
    rows = [0] * (columns.m + 1)
    for n in range(2**columns.m):
        won = [n >> (columns.m - 1 - place) & 1 for place in range(columns.m)]
        wins = sum(won)
        middle, y = (wins + 0.5) * columns.step, columns.y(rows[wins])
        rows[wins] += 1
        for kind, side, winner in (("only_b", "b", 1), ("only_a", "a", 0)):
            places = [
                (columns.x(middle - columns.half + place * _APART), y)
                for place, who in enumerate(won)
                if who == winner
            ]
            marks(sheet, kind, places, _CELL, f"sequence-{n}-{side}")


def _rings(sheet: Sheet, columns: _Columns, label: str, y: float) -> float:
    """The two rows at the ends ringed in red, lines to them from their label, whose last baseline it is."""
    red, ends = sheet.colour.red, (columns.middle(0), columns.middle(columns.m))
    room = columns.width - 2 * columns.step - 24
    _lines, wide = sheet.wrap(label, room, 12.5, "bold")
    last = sheet.text(columns.width / 2, y, label, red, room, align="center", weight="bold")
    for n, x in zip((0, 2**columns.m - 1), ends, strict=True):
        shape = ring(x, columns.y(0), columns.half + 12, 9.5)
        sheet.outline([shape], f"ring-{n}", edgecolor=red, linewidth=1.5)
        middle = (y + last) / 2 - 4.5
        near = columns.width / 2 + (wide / 2 + 7) * (1 if x > columns.width / 2 else -1)
        strokes = [((near, middle), (x, middle)), ((x, middle), (x, columns.y(0) - 9.5))]
        sheet.outline(strokes, edgecolor=red, linewidth=0.8)
    return last


def _key(sheet: Sheet, columns: _Columns, figure: Coins, y: float) -> None:
    """What disc and square mean, at the end of a line."""
    x, align = columns.width, "left" if columns.rtl else "right"
    for kind, label, name in (("only_a", figure.a_label, "key-a"), ("only_b", figure.b_label, "key-b")):
        sheet.text(columns.x(x), y, label, sheet.colour.ink, align=align)
        x -= sheet.wrap(label)[1] + 12
        marks(sheet, kind, [(columns.x(x), y - 4.5)], _CELL, name)
        x -= 22


@own_settings()
def coins(figure: Coins, look: Look) -> Figure:
    """All sequences, the two that are alike throughout ringed, both tails under the axis."""
    sheet, colour, width = Sheet(blank(look), look), look.palette, look.width
    y = sheet.text(0, 15, figure.title, colour.ink, width, size=16, weight="bold", align="start") + 27
    most = max(comb(figure.m, k) for k in range(figure.m + 1))
    columns = _Columns(figure, look, 0)
    _key(sheet, columns, figure, y)
    top = (
        y
        + 28
        + (len(sheet.wrap(figure.alike_label, width - 2 * columns.step - 24, 12.5, "bold")[0]) - 1) * 16.25
    )
    columns.base = top + 14 + most * _ROW + 6
    _rings(sheet, columns, figure.alike_label, y + 28)
    _sequences(sheet, columns)
    base = columns.base
    sheet.outline([((0, base), (width, base))], "axes", edgecolor=colour.ink, linewidth=1)
    for wins in range(figure.m + 1):
        sheet.text(columns.middle(wins), base + 18, look.number(wins), colour.muted, size=12, align="center")
    y = sheet.text(width / 2, base + 36, figure.x_label, colour.muted, width, align="center")
    spans = sorted(columns.edges(tail) for tail in figure.tails if tail)
    y = rails(sheet, spans, y + 16, figure.tails_label, (0, width))
    sheet.figure.set_figheight(ceil(y + 7) / 72)
    return sheet.figure
