"""Tails: what is as extreme as seen, marked in red under an axis."""

from __future__ import annotations

from collections.abc import Sequence

from .sheet import Sheet


def rails(
    sheet: Sheet,
    spans: Sequence[tuple[float, float]],
    y: float,
    label: str,
    between: tuple[float, float],
    prefix: str = "",
) -> float:
    """Spans across, hatched and joined, over their common label between two edges; its last baseline."""
    red, (left, right) = sheet.colour.red, between
    sheet.bars([(start, y - 3, end, y + 3) for start, end in spans], f"{prefix}rails", red, "/////")
    join = [((spans[0][0], y), (spans[-1][-1], y))] if spans else []
    sheet.outline(join, f"{prefix}join", edgecolor=red, linewidth=1)
    return sheet.text((left + right) / 2, y + 19, label, red, right - left, align="center", weight="bold")
