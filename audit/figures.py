"""Figures: bars against the null law, dots against the counts, curves against what is significant."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from math import log10
from typing import NamedTuple

from .. import experiment
from .drawing import Drawing, Label, axis
from .findings import Findings
from .numbers import Marks
from .results import WINDOWS

_PIXEL = 0.025  # how far a place may be off: two decimals of a pixel, and their rounding
_GROUPS = {
    "only-b": ("b", "amber"),
    "only-a": ("c", "violet"),
    "both": ("a", "grey"),
    "neither": ("d", "grey"),
}
_RATES = (0.02, 0.05, 0.1, 0.2)


class Law(NamedTuple):
    """What a panel of bars draws: the wins and losses, and the window of the bars."""

    b: int
    c: int
    first: int
    last: int


SPLIT = Law(42, 18, 10, 50)  # of the first handout


def law(name: str) -> Law:
    """The panel of a comparison."""
    _a, b, c, _d = experiment.SCENARIOS[name]
    return Law(b, c, *WINDOWS[name])


_NAMES = {
    "cases": re.compile("field-[12]-(?:only-b|only-a|both|neither)"),
    "bars": re.compile("panel-[12]-(?:centre|tails|base|observed|pointers|rails|join|bracket)"),
    "records": re.compile("record-[1-9]|struck|cell-(?:only-b|only-a|both|neither)"),
    "coins": re.compile(r"sequence-\d+-[ab]|ring-\d+|key-[ab]|axes|rails|join"),
    "leads": re.compile("(?:interval|ends|lead)-[12]|steps-[12]-(?:full|empty)|axes|zero"),
    "attainable": re.compile(
        "panel-[12]-(?:base|stairs|splits-above|splits-below|split-observed|level|leaders)"
    ),
    "curves": re.compile("curve-[1-4]|axes|guide|mark|rings"),
}


def odd(drawing: Drawing, kind: str, file: str, place: str, findings: Findings) -> None:
    """Note what no build draws into a figure of its kind, one of those in _NAMES."""
    for name in drawing.paths:
        if not _NAMES[kind].fullmatch(name):
            findings.say(file, f"a path named {name!r}, which this figure has not", place)
    for what in dict.fromkeys(drawing.odd):
        findings.say(file, f"{what}, which no build draws", place)


def bars(drawing: Drawing, number: int, panel: Law, marks: Marks, file: str, findings: Findings) -> None:
    """Hold the bars of a panel to its law: heights, places, colours, and the line at what was observed."""
    place = f"panel {number}"
    try:
        for what in _bars(drawing, f"panel-{number}", panel, marks, findings):
            findings.say(file, what, place)
    except (ValueError, IndexError, ZeroDivisionError) as error:
        findings.say(file, f"cannot be read: {error}", place)


def _bars(drawing: Drawing, name: str, panel: Law, marks: Marks, findings: Findings) -> list[str]:
    b, c, first, last = panel
    m, found = b + c, list[str]()
    chances = experiment.null_distribution(m)
    base = drawing.strokes(f"{name}-base")[0][0][1]
    wins, chance = _axes(drawing, name, base, marks)
    drawn: dict[int, str] = {}
    for group, right in (("centre", "blue"), ("tails", "red")):
        boxes = drawing.strokes(f"{name}-{group}")
        if boxes and drawing.colour(f"{name}-{group}") != right:
            found.append(f"the bars of the {group} are {drawing.colour(f'{name}-{group}')}, not {right}")
        for box in boxes:
            (x0, y0), (x1, y1), (x2, y2), (x3, y3) = box
            k = wins[0] * (x0 + x3) / 2 + wins[1]
            height = chance * (base - y1)
            if (
                (x0, x2, y0, y1) != (x1, x3, y3, y2)
                or y0 != base
                or abs(k - round(k)) > _PIXEL * abs(wins[0]) * 4
            ):
                found.append(f"a bar that does not stand on the axis at a whole number: {k:.2f}")
                continue
            k = round(k)
            findings.checked["bars of figures measured"] += 1
            if k in drawn or not 0 <= k <= m:
                found.append(f"a second bar at {k}")
            elif abs(height - float(chances[k])) > chance * _PIXEL * 2:
                found.append(f"the bar at {k} is {height:.5f} high; right is {float(chances[k]):.5f}")
            drawn[k] = group
    for k in range(first, last + 1):
        right = "tails" if abs(2 * k - m) >= abs(b - c) else "centre"
        if drawn.pop(k, "") != right:
            found.append(f"the bar at {k} is missing or in another colour; it belongs to the {right}")
    found += [f"a bar at {k}, outside {first} to {last}" for k in drawn]
    return found + _lines(drawing, name, panel, wins)


def _axes(drawing: Drawing, name: str, base: float, marks: Marks) -> tuple[tuple[float, float], float]:
    """How places become wins, and pixels of height become probability, from the numbers at the ticks."""
    (x0, _), (x1, _) = drawing.strokes(f"{name}-base")[0]
    top = min(y for stroke in drawing.strokes(f"{name}-observed") for _x, y in stroke)
    ticks = drawing.ticks(marks)
    below = [
        (t.x, float(v)) for t, v in ticks if min(x0, x1) <= t.x <= max(x0, x1) and base < t.y < base + 30
    ]
    beside = [(t.y, float(v)) for t, v in ticks if t.x < min(x0, x1) and top - 10 < t.y < base + 10]
    wins, (scale, _zero) = axis(below), axis(beside)
    at_base = [y for y, value in beside if value == 0]
    if not at_base or abs(at_base[0] - base - 4) > 1:
        raise ValueError("the zero of the axis does not stand at its foot")
    return wins, -scale


def _lines(drawing: Drawing, name: str, panel: Law, wins: tuple[float, float]) -> list[str]:
    """The line at the observed wins, what points to the outermost bars, and the rails below both tails."""
    b, c, first, last = panel
    low, high, near = min(b, c), max(b, c), _PIXEL * abs(wins[0]) * 4
    found = []

    def at(x: float) -> float:
        return wins[0] * x + wins[1]

    lines = drawing.strokes(f"{name}-observed")
    if len(lines) != 1 or any(abs(at(x) - b) > near for x, _y in lines[0]):
        found.append(f"the line of what was observed does not stand at {b}")
    pointers = [at(stroke[0][0]) for stroke in drawing.strokes(f"{name}-pointers")]
    if pointers and not _close(sorted(pointers), [low, high], near):
        found.append(f"the pointers do not stand at {low} and {high}")
    rails = sorted(
        at(x) for stroke in drawing.strokes(f"{name}-rails") for x in (stroke[0][0], stroke[-1][0])
    )
    if rails and not _close(rails, [first - 0.5, low + 0.5, high - 0.5, last + 0.5], max(near, 0.02)):
        found.append(f"the rails of the tails do not end at {low} and {high}")
    if rails and drawing.colour(f"{name}-rails") != "red":
        found.append("the rails of the tails are not red")
    return found


def _close(found: Sequence[float], right: Sequence[float], near: float) -> bool:
    return len(found) == len(right) and all(abs(f - r) <= near for f, r in zip(found, right, strict=True))


def dots(drawing: Drawing, number: int, name: str, file: str, findings: Findings) -> None:
    """Hold the dots of a field to the counts of its comparison: how many in each group, in what colour."""
    counts = dict(zip("abcd", experiment.SCENARIOS[name], strict=True))
    for group, (cell, right) in _GROUPS.items():
        path = f"field-{number}-{group}"
        try:
            places = drawing.strokes(path)
        except ValueError as error:
            findings.say(file, f"cannot be read: {error}", f"field {number}: {group}")
            continue
        centres = {_centre(stroke) for stroke in places}
        findings.checked["dots of figures counted"] += len(centres)
        # a cross has two strokes
        if len(centres) != counts[cell] or len(places) != counts[cell] * (2 if group == "neither" else 1):
            findings.fault(file, f"field {number}: dots of {group}", len(centres), str(counts[cell]))
        if places and drawing.colour(path) != right:
            findings.fault(file, f"field {number}: colour of {group}", drawing.colour(path), right)


def _centre(stroke: Sequence[tuple[float, float]]) -> tuple[float, float]:
    (x0, y0), (x1, y1) = stroke[0], stroke[-1]
    return round((x0 + x1) / 2, 1), round((y0 + y1) / 2, 1)


def curves(drawing: Drawing, marks: Marks, file: str, findings: Findings) -> None:
    """Hold the curves of the second handout to the smallest leads that are significant."""
    try:
        for what in _curves(drawing, marks, findings):
            findings.say(file, what, "figure")
    except (ValueError, IndexError, ZeroDivisionError) as error:
        findings.say(file, f"cannot be read: {error}", "figure")


def _curves(drawing: Drawing, marks: Marks, findings: Findings) -> list[str]:
    ticks = [(label, float(value)) for label, value in drawing.ticks(marks) if value > 0]
    rows, columns = [t.y for t, _ in ticks], [t.x for t, _ in ticks]
    size = axis([(t.x, log10(v)) for t, v in ticks if rows.count(t.y) > 1])
    lead = axis([(t.y, log10(v)) for t, v in ticks if columns.count(t.x) > 1])
    offset = 4  # a number's foot stands so far below its tick
    found = []
    sizes = [round(10 ** (2 + step / 20)) for step in range(61)]
    for number, rate in enumerate(_RATES, 1):
        right = {N: 100 * net / N for N in sizes if (net := smallest_net(round(rate * N)))}
        strokes = drawing.strokes(f"curve-{number}")
        seen = set()
        for x, y in strokes[0] if len(strokes) == 1 else ():
            N = min(right, key=lambda N: abs(log10(N) - size[0] * x - size[1]))
            stated = 10 ** (lead[0] * (y + offset) + lead[1])
            seen.add(N)
            findings.checked["points of curves measured"] += 1
            if abs(stated / right[N] - 1) > 2e-3:
                found.append(
                    f"curve {number} is at {stated:.4g} points for {N} cases; right is {right[N]:.4g}"
                )
        if len(seen) < len(right) - 3 or not {min(right), max(right)} <= seen:
            found.append(f"curve {number} has not all of its points")
    mark = drawing.strokes("mark")
    if len(mark) != 1 or len(drawing.paths) != len(_RATES) + 4:
        return [*found, "not four curves, their rings, the axes, the guide and one mark"]
    found += _rings(
        drawing, lambda x, y: (10 ** (size[0] * x + size[1]), 10 ** (lead[0] * (y + offset) + lead[1]))
    )
    (x, y) = mark[0][0]
    at = 10 ** (size[0] * x + size[1]), 10 ** (lead[0] * (y + offset) + lead[1])
    if abs(at[0] / 1000 - 1) > 5e-3 or abs(at[1] / 0.3 - 1) > 5e-3:
        found.append(f"the mark is at {at[0]:.4g} cases and {at[1]:.3g} points; right is 1000 and 0.3")
    return found


def _rings(drawing: Drawing, read: Callable[[float, float], tuple[float, float]]) -> list[str]:
    """What is wrong with the rings, one on each curve at a thousand cases."""
    at = []
    for ring in drawing.strokes("rings"):
        across, upwards = zip(*ring, strict=True)
        at.append(read((min(across) + max(across)) / 2, (min(upwards) + max(upwards)) / 2))
    right = [(1000, (smallest_net(round(rate * 1000)) or 0) / 10) for rate in _RATES]
    near = len(at) == len(right) and all(
        abs(x / N - 1) < 5e-3 and abs(y / net - 1) < 5e-3
        for (x, y), (N, net) in zip(sorted(at, key=lambda place: place[1]), right, strict=True)
    )
    return [] if near else ["the rings are not where the curves have a thousand cases"]


@cache
def smallest_net(m: int) -> int | None:
    """The smallest lead in m disagreements that is significant at 5%, by counting arrangements.

    >>> smallest_net(6), smallest_net(5)
    (6, None)
    """
    ways, below, k, limit = 1, 0, 0, 2**m
    while 40 * (below + ways) < limit:
        below, ways, k = below + ways, ways * (m - k) // (k + 1), k + 1
    return m - 2 * (k - 1) if k else None


def labels(drawing: Drawing, marks: Marks) -> list[str]:
    """The labels that are words, ticks aside."""
    return [text for text, _label in ticks_aside(drawing, marks)]


def ticks_aside(drawing: Drawing, marks: Marks) -> list[tuple[str, Label]]:
    """The labels that are words, with their texts."""
    ticks = {label for label, _value in drawing.ticks(marks)}
    return [(label.text, label) for label in drawing.labels if label not in ticks]
