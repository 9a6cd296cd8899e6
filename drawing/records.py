"""Records: a few cases as they are written down, and the four cells into which they fall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, inf
from typing import TYPE_CHECKING, NamedTuple

from .look import Look
from .marks import marks
from .sheet import BETWEEN, Sheet, Stroke, blank, own_settings

if TYPE_CHECKING:  # matplotlib costs a second, so it is imported where it draws
    from matplotlib.figure import Figure

_MARK = 24  # pixels for the mark before a row, or before an identifier
_CELL = 13  # of a mark
_LINE = 16.25
_RIGHT = {"both": (True, True), "only_b": (False, True), "only_a": (True, False), "neither": (False, False)}


class Record(NamedTuple):
    """One case: the cell into which it falls ("both", "only_b", "only_a" or "neither"), and its columns."""

    cell: str
    identifier: str
    label: str
    A_said: str
    B_said: str


class Records(NamedTuple):
    """Cases as rows of a table, and where each belongs."""

    rows: Sequence[Record]
    title: str
    heads: tuple[str, str, str, str]  # of identifier, label, what A said, what B said
    cells_title: str
    cells: Mapping[str, tuple[str, str]]  # cell -> what it is called, and its letter


class _Side(NamedTuple):
    """Text and strokes that are laid out from where lines begin: from the right in a mirrored figure."""

    sheet: Sheet

    def x(self, x: float) -> float:
        return self.sheet.look.width - x if self.sheet.look.rtl else x

    def text(
        self, x: float, y: float, text: str, colour: str, width: float = inf, *,
        size: float = 12.5, weight: str = "normal", ends: bool = False,
    ) -> None:  # fmt: skip
        """A text that begins at x, or ends there."""
        align = "right" if self.sheet.look.rtl != ends else "left"
        self.sheet.text(self.x(x), y, text, colour, width, size=size, align=align, weight=weight)

    def lines(self, strokes: Sequence[Stroke], colour: str, name: str | None = None) -> None:
        turned = [[(self.x(x), y) for x, y in stroke] for stroke in strokes]
        self.sheet.outline(turned, name, edgecolor=colour, linewidth=0.9)


def _columns(sheet: Sheet, figure: Records) -> list[tuple[float, float]]:
    """Where each column begins, and how wide it is; narrower than its longest text where all have no room."""
    texts = zip(figure.heads, *(row[1:] for row in figure.rows), strict=True)
    wide = [max(sheet.wrap(text)[1] for text in column) for column in texts]
    room = sheet.look.width - _MARK
    if sum(wide) + 36 > room:
        wide = [(room - 36) * each / sum(wide) for each in wide]
    gap, starts = (room - sum(wide)) / 3, [float(_MARK)]
    for each in wide[:-1]:
        starts.append(starts[-1] + each + gap)
    return list(zip(starts, wide, strict=True))


def _table(sheet: Sheet, figure: Records, top: float) -> float:
    """The rows under their heads, wrong answers struck through; the height of the last rule comes back."""
    side, colour, columns = _Side(sheet), sheet.colour, _columns(sheet, figure)
    struck: list[Stroke] = []

    def row(texts: Sequence[str], tones: Sequence[str], y: float, size: float = 12.5) -> float:
        lines = 1
        for (x, wide), text, tone in zip(columns, texts, tones, strict=True):
            side.text(x, y, text, tone, wide + 1, size=size)
            lines = max(lines, len(sheet.wrap(text, wide + 1, size)[0]))
        return y + (lines - 1) * _LINE

    y = row(figure.heads, [colour.muted] * 4, top + 12, 12) + 9
    rules = [y]
    for number, record in enumerate(figure.rows, 1):
        A_right, B_right = _RIGHT[record.cell]
        tones = [
            colour.ink,
            colour.ink,
            *(colour.ink if right else colour.muted for right in (A_right, B_right)),
        ]
        marks(sheet, record.cell, [(side.x(9), y + 14)], _CELL, f"record-{number}")
        last = row(record[1:], tones, y + 18.5)
        for (x, wide), text, right in zip(columns[2:], record[3:], (A_right, B_right), strict=True):
            for line, words in enumerate(sheet.wrap(text, wide + 1)[0] if not right else ()):
                height = y + 14 + line * _LINE
                end = min(x + sheet.wrap(words)[1] + 2, sheet.look.width)
                struck.append(((x - 2, height), (end, height)))
        y = last + 9
    side.lines([((0, y), (sheet.look.width, y)) for y in (*rules, y)], colour.ink)
    side.lines(struck, colour.muted, "struck")
    return y


def _cells(sheet: Sheet, figure: Records, top: float, bottom: float) -> float:
    """The four cells, each with its name, its letter and the records that belong there."""
    side, colour, half = _Side(sheet), sheet.colour, sheet.look.width / 2
    tones = {
        "both": colour.muted,
        "only_b": colour.only_b_text,
        "only_a": colour.only_a,
        "neither": colour.muted,
    }
    inside = {cell: [row for row in figure.rows if row.cell == cell] for cell in tones}
    room = half - 38
    names = {cell: sheet.wrap(figure.cells[cell][0], room, 12.5, "bold")[0] for cell in tones}
    most = max(len(names[cell]) * _LINE + len(rows) * 20 for cell, rows in inside.items())
    high = max((bottom - top) / 2, most + 20)
    for n, (cell, tone) in enumerate(tones.items()):
        x, y = n % 2 * half + 10, top + n // 2 * high
        name, letter = figure.cells[cell]
        side.text(x, y + 20, name, tone, room, weight="bold")
        side.text(n % 2 * half + half - 10, y + 20, letter, colour.muted, ends=True)
        first = y + 20 + len(names[cell]) * _LINE
        places = [(side.x(x + 7), first + 20 * line) for line in range(len(inside[cell]))]
        marks(sheet, cell, places, _CELL, f"cell-{cell.replace('_', '-')}")
        for (_x, height), row in zip(places, inside[cell], strict=True):
            side.text(x + 21, height + 4.5, row.identifier, colour.ink)
    right, middle, end = sheet.look.width - 0.5, top + high, top + 2 * high
    across = [((0.5, y), (right, y)) for y in (top, middle, end)]
    side.lines([*across, *(((x, top), (x, end)) for x in (0.5, half, right))], colour.rule)
    return end


@own_settings()
def records(figure: Records, look: Look, part: str = "") -> Figure:
    """The table and beside it the cells, on a phone under it; "table" or "cells" is the one alone."""
    sheets, names = blank(look), [part] if part else ["table", "cells"]
    beside = len(names) == 2 and look.width > 500
    width = (look.width - BETWEEN) / 2 if beside else look.width
    narrow, titles = look._replace(width=width), {"table": figure.title, "cells": figure.cells_title}
    trial = Sheet(blank(look), narrow)
    rows = max(len(trial.wrap(title, width, 16, "bold")[0]) for title in titles.values())
    top = 15 + (rows - 1) * 20.8 + 14
    level, end = _table(trial, figure, top), 0.0  # the cells are as high as the table
    for n, name in enumerate(names):
        x, y = ((width + BETWEEN) * (n != look.rtl), 0.0) if beside else (0.0, end + BETWEEN * n)
        sheet = Sheet(sheets, narrow, x, y)
        sheet.text(0, 15, titles[name], look.palette.ink, width, size=16, weight="bold", align="start")
        high = _table(sheet, figure, top) if name == "table" else _cells(sheet, figure, top, level)
        end = max(end, y + high)
    sheets.set_figheight(ceil(end + 2) / 72)
    return sheets
