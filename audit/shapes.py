"""Shapes: records, sequences of winners, intervals and stairs of figures, held to what the counts give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import sqrt

from .. import experiment
from .drawing import Drawing, Place, axis
from .findings import Findings
from .numbers import Marks
from .results import two_sided

COINS, SPLIT = 4, (3, 1)  # the small example, and the split whose tails it marks
# identifier -> the cell to which the record belongs
RECORDS = {"0417": "both", "0512": "only-b", "0733": "both", "0806": "only-a", "0994": "neither"}
COLOURS = {"only-b": "amber", "only-a": "violet", "both": "grey", "neither": "grey"}
HIGHEST, FARTHEST = Fraction(3, 10), Fraction(1, 200)  # p-values that the stairs draw
_NEAR = 0.06  # pixels that a place may be off; the middle of a circle is one of twenty places


def check(drawing: Drawing, figure: str, panel: str, marks: Marks, file: str, findings: Findings) -> None:
    """Measure one drawing; `panel` is what it has of the figure, "" for all of it."""
    try:
        for what in _found(drawing, figure, panel, marks, findings):
            findings.say(file, what, f"{figure} {panel}".strip())
    except (ValueError, IndexError, ZeroDivisionError) as error:
        findings.say(file, f"cannot be read: {error}", f"{figure} {panel}".strip())


def _found(drawing: Drawing, figure: str, panel: str, marks: Marks, findings: Findings) -> list[str]:
    if figure == "records":
        return _records(drawing, panel, findings)
    if figure == "coins":
        return _coins(drawing, findings)
    if figure == "leads":
        return _leads(drawing, marks, findings)
    names = [panel] if panel else list(experiment.SCENARIOS)
    return [what for n, name in enumerate(names, 1) for what in _stairs(drawing, n, name, marks, findings)]


def middle(stroke: Sequence[Place]) -> Place:
    """The middle of a mark: of a dot where it begins, of a closed shape between its outermost places."""
    (left, right), (top, foot) = ((min(side), max(side)) for side in zip(*stroke, strict=True))
    return (left + right) / 2, (top + foot) / 2


def _records(drawing: Drawing, panel: str, findings: Findings) -> list[str]:
    found: list[str] = []
    if panel != "cells":
        for n, (identifier, cell) in enumerate(RECORDS.items(), 1):
            findings.checked["marks of records looked at"] += 1
            strokes = drawing.strokes(f"record-{n}")
            y = middle(strokes[0])[1] if strokes else -1
            beside = [label for label in drawing.labels if abs(label.y - 4.5 - y) < 2]
            if identifier not in (label.text for label in beside):
                found.append(f"record {n} is not {identifier}")
            if len(strokes) != 1 + (cell == "neither") or drawing.colour(f"record-{n}") != COLOURS[cell]:
                found.append(f"the mark of {identifier} is not that of {cell}")
    for cell in COLOURS if panel != "table" else ():
        wanted = {identifier for identifier, own in RECORDS.items() if own == cell}
        strokes = drawing.strokes(f"cell-{cell}")
        heights = {round(middle(stroke)[1], 1) for stroke in strokes}
        across = middle(strokes[0])[0] if strokes else 0
        standing = {
            label.text
            for label in drawing.labels
            if any(abs(label.y - 4.5 - y) < 2 for y in heights) and abs(label.x - across) < 30
        }
        findings.checked["marks of records looked at"] += len(strokes)
        if standing != wanted or len(strokes) != len(wanted) * (1 + (cell == "neither")):
            found.append(f"in the cell {cell} stand {', '.join(sorted(standing)) or 'none'}")
        if strokes and drawing.colour(f"cell-{cell}") != COLOURS[cell]:
            found.append(f"the marks in the cell {cell} are {drawing.colour(f'cell-{cell}')}")
    return found


def _coins(drawing: Drawing, findings: Findings) -> list[str]:
    found, columns, heights = list[str](), dict[int, set[float]](), Counter[tuple[int, float]]()
    half = 6 * (COINS - 1)
    for n in range(2**COINS):
        won = f"{n:0{COINS}b}"
        places = [(x, y, "1") for ((x, y), *_) in drawing.strokes(f"sequence-{n}-b")]
        places += [(x, y, "0") for ((x, y), *_) in drawing.strokes(f"sequence-{n}-a")]
        seen = "".join(who for _x, _y, who in sorted(places))
        findings.checked["sequences of winners read"] += 1
        if won not in (seen, seen[::-1]) or len({y for _x, y, _who in places}) != 1:
            found.append(f"sequence {n} is drawn as {seen}; right is {won}")
            continue
        columns.setdefault(won.count("1"), set()).add(round(sum(x for x, _y, _w in places) / COINS, 1))
        heights[won.count("1"), places[0][1]] += 1
        colours = {drawing.colour(f"sequence-{n}-{side}") for side in "ab"} - {"", "none"}
        if colours - {"amber", "violet"}:
            found.append(f"sequence {n} is {', '.join(sorted(colours))}")
    if any(len(xs) != 1 for xs in columns.values()) or max(heights.values(), default=2) > 1:
        return [*found, "the sequences do not stand in columns by the number of wins"]
    at = {wins: x for wins, xs in columns.items() for x in xs}
    for n, wins in ((0, 0), (2**COINS - 1, COINS)):
        rings = drawing.strokes(f"ring-{n}")
        if (
            len(rings) != 1
            or abs(middle(rings[0])[0] - at[wins]) > 0.2
            or drawing.colour(f"ring-{n}") != "red"
        ):
            found.append(f"there is no red ring round sequence {n}")
    apart = abs(at[1] - at[0])
    rails = [
        (middle(stroke)[0], max(x for x, _ in stroke) - min(x for x, _ in stroke))
        for stroke in drawing.strokes("rails")
    ]
    low = {wins for wins in at if abs(2 * wins - COINS) >= SPLIT[0] - SPLIT[1]}
    covered = {wins for wins, x in at.items() if any(abs(x - mid) < wide / 2 for mid, wide in rails)}
    if covered != low or any(wide > apart * len(low) / 2 or wide < half for _mid, wide in rails):
        found.append("the rails of the tails do not lie under their columns")
    return found


def _leads(drawing: Drawing, marks: Marks, findings: Findings) -> list[str]:
    ticks = [(label, float(value)) for label, value in drawing.ticks(marks)]
    rows = sorted({label.y for label, _value in ticks})
    if len(rows) != 2:
        raise ValueError("there are not two axes")
    points, cases = (axis([(t.x, v) for t, v in ticks if t.y == row]) for row in rows)
    found = list[str]()
    N = sum(next(iter(experiment.SCENARIOS.values())))
    if (
        abs(points[0] * N - 100 * cases[0]) > 1e-3 * N * points[0]
        or abs(points[1] * N - 100 * cases[1]) > 0.05 * N
    ):
        found.append("the two axes do not say the same")

    def at(x: float) -> float:
        return cases[0] * x + cases[1]

    near = _NEAR * abs(cases[0]) * 2
    if [abs(at(x)) > near for stroke in drawing.strokes("zero") for x, _y in stroke] != [False, False]:
        found.append("the line of no difference does not stand at zero")
    for n, (name, (_a, b, c, _d)) in enumerate(experiment.SCENARIOS.items(), 1):
        (bar,), (lead,) = drawing.strokes(f"interval-{n}"), drawing.strokes(f"lead-{n}")
        findings.checked["leads and intervals measured"] += 1
        ends = sorted({round(at(x), 3) for x, _y in bar})
        right = [N * end for end in experiment.interval(b, c, N)]
        if not _close(ends, right, near):
            found.append(f"the interval of {name} is drawn from {ends[0]:.2f} to {ends[-1]:.2f}")
        if abs(at(middle(lead)[0]) - (b - c)) > near:
            found.append(f"the lead of {name} is drawn at {at(middle(lead)[0]):.2f}; right is {b - c}")
        found += _steps(drawing, n, name, (b, c, N), at, near)
    return found


def _steps(
    drawing: Drawing,
    n: int,
    name: str,
    counts: tuple[int, int, int],
    at: Callable[[float], float],
    near: float,
) -> list[str]:
    """The steps of a row: from the lead to zero, each as long as a standard error."""
    b, c, N = counts
    error = N * sqrt((Fraction(b + c, N) - Fraction(b - c, N) ** 2) / (N - 1))
    strokes = [*drawing.strokes(f"steps-{n}-full"), *drawing.strokes(f"steps-{n}-empty")]
    edges = sorted({round(at(x), 3) for stroke in strokes for x, _y in stroke}, key=abs, reverse=True)
    way = 1 if b > c else -1
    right = [b - c - way * step * error for step in range(int(abs(b - c) / error) + 1)]
    merged = [edge for k, edge in enumerate(edges) if not k or abs(edge - edges[k - 1]) > near]
    return [] if _close(merged, [*right, 0], near) else [f"the steps of {name} are not each a standard error"]


def _stairs(drawing: Drawing, n: int, name: str, marks: Marks, findings: Findings) -> list[str]:
    """The marks of a panel at the p-values of its splits, by their side of the level."""
    _a, b, c, _d = experiment.SCENARIOS[name]
    m, level, prefix = b + c, float(experiment.ALPHA), f"panel-{n}"
    (corner,) = drawing.strokes(f"{prefix}-base")
    (left, top), (_, base), (right, _) = corner
    ticks = [(label, float(value)) for label, value in drawing.ticks(marks)]
    nets = axis([(t.x, v) for t, v in ticks if left <= t.x <= right and base < t.y < base + 30])
    ps = axis([(t.y - 4, v) for t, v in ticks if left - 40 < t.x < left and top - 10 < t.y < base + 10])
    found, seen = list[str](), dict[int, str]()
    for part in ("splits-above", "splits-below", "split-observed"):
        for stroke in drawing.strokes(f"{prefix}-{part}"):
            x, y = middle(stroke)
            net, p = round(nets[0] * x + nets[1]), ps[0] * y + ps[1]
            findings.checked["attainable p-values measured"] += 1
            if (net - m) % 2 or not 0 <= net <= m or net in seen:
                found.append(f"a mark at a lead of {net}")
                continue
            exact = two_sided((m + net) // 2, (m - net) // 2)
            seen[net] = part
            if (
                abs(p - float(exact)) > _NEAR * abs(ps[0])
                or abs(nets[0] * x + nets[1] - net) > _NEAR * nets[0]
            ):
                found.append(f"the mark at a lead of {net} is at {p:.4f}; right is {float(exact):.4f}")
            if part != "split-observed" and (part == "splits-below") != (exact < experiment.ALPHA):
                found.append(f"the mark at a lead of {net} is on the wrong side of the level")
    drawn = _drawn(m, abs(b - c))
    if set(seen) != drawn:
        found.append(f"marks are missing or too many: {sorted(set(seen) ^ drawn)}")
    if [net for net, part in seen.items() if part == "split-observed"] != [abs(b - c)]:
        found.append(f"what was observed is not marked at {abs(b - c)}")
    heights = [ps[0] * y + ps[1] for stroke in drawing.strokes(f"{prefix}-level") for _x, y in stroke]
    if len(heights) != 2 or any(abs(p - level) > _NEAR * abs(ps[0]) for p in heights):
        found.append(f"the line of the level does not stand at {level}")
    return found


def _drawn(m: int, observed: int) -> set[int]:
    """The net leads whose p-values are drawn: up to the highest, on to where they lie on the axis."""
    found: set[int] = set()
    for net in range(m % 2, m + 1, 2):
        p = two_sided((m + net) // 2, (m - net) // 2)
        if p <= HIGHEST:
            found.add(net)
        if p < FARTHEST and net >= observed:
            break
    return found


def _close(found: Sequence[float], right: Sequence[float], near: float) -> bool:
    return len(found) == len(right) and all(abs(f - r) <= near for f, r in zip(found, right, strict=True))
