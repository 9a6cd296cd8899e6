"""Where a falling function crosses zero: to import scipy's solvers takes longer than all the solving here."""

from __future__ import annotations

from collections.abc import Callable


def crossing(f: Callable[[float], float], low: float, high: float, width: float) -> float:
    """Where f crosses 0, to within the width; it is at or above 0 at the low end, at or below at the high.

    By false position, the value of an end that stays put halved each time (the Illinois rule, Dowell and
    Jarratt 1971, BIT 11:168), and by halving wherever that gains less.

    >>> round(crossing(lambda x: 2 - x * x, 0, 2, 1e-12), 9)
    1.414213562
    """
    at_low, at_high = f(low), f(high)
    kept = 0
    while high - low > width and at_low > 0 > at_high:
        before = high - low
        middle = low + before * at_low / (at_low - at_high)
        # Not next to an end, where what is left would hardly shrink from the other side.
        middle = min(max(middle, low + width / 2), high - width / 2)
        if abs(kept) > 3:
            middle, kept = low + before / 2, 0
        value = f(middle)
        if value >= 0:
            low, at_low, at_high = middle, value, at_high / 2 if kept > 0 else at_high
            kept = max(kept, 0) + 1
        else:
            high, at_high, at_low = middle, value, at_low / 2 if kept < 0 else at_low
            kept = min(kept, 0) - 1
    if at_low <= 0:
        return low
    return high if at_high >= 0 else (low + high) / 2
