"""Marks: what stands for a case or a win, told apart by shape as well as by colour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, sin

from .sheet import DOT, Sheet, Stroke

Places = Sequence[tuple[float, float]]

_SHARES = {"only_b": 0.82, "only_a": 0.72, "both": 0.56}  # of a mark's cell that it fills


def marks(sheet: Sheet, kind: str, places: Places, cell: float, name: str) -> None:
    """Marks of one kind as one path: large discs, squares, small discs or crosses, each in its cell."""
    style: dict[str, object] = {"edgecolor": getattr(sheet.colour, kind), "linewidth": cell * 0.17}
    strokes = [((x, y), (x + DOT, y)) for x, y in places]
    if kind == "neither":
        arms = [(x, y, cell * 0.26 * slope, cell * 0.26) for x, y in places for slope in (1, -1)]
        strokes = [((x - dx, y - dy), (x + dx, y + dy)) for x, y, dx, dy in arms]
    else:
        style["linewidth"] = _SHARES[kind] * cell
        style["capstyle"] = "projecting" if kind == "only_a" else "round"
    sheet.outline(strokes, name, **style)


def points(sheet: Sheet, shapes: Iterable[Stroke], name: str, filled: bool) -> None:
    """Closed shapes in ink as one path, full or hollow."""
    ink, paper = sheet.colour.ink, sheet.colour.paper
    sheet.outline(shapes, name, fill=True, facecolor=ink if filled else paper, edgecolor=ink, linewidth=1.4)


def circle(x: float, y: float, radius: float) -> Stroke:
    """A circle of straight strokes."""
    turns = [2 * pi * step / 20 for step in range(21)]
    return [(x + radius * cos(turn), y + radius * sin(turn)) for turn in turns]


def diamond(x: float, y: float, radius: float) -> Stroke:
    """A square on its corner."""
    return [(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y), (x, y - radius)]


def ring(x: float, y: float, wide: float, high: float) -> Stroke:
    """A box whose ends are round: so far from its middle to each side, and up and down."""
    found = [
        (x + side * (wide - high) + high * cos(turn), y + high * sin(turn))
        for side, first in ((1, -pi / 2), (-1, pi / 2))
        for turn in (first + pi * step / 10 for step in range(11))
    ]
    return [*found, found[0]]
