"""The smallest lead that would have been significant, at any number of discordant cases."""

from __future__ import annotations

from math import sqrt

from ..experiment import MOST_DISCORDANT, shown
from .asymptotic import normal_cutoff
from .checks import Number, counts, inside
from .pvalue import below


def smallest_lead(m: int, alpha: Number) -> int | None:
    """The smallest |b - c| whose exact p-value is below alpha among m discordant cases; None if none is.

    The same as `smallest_net`, up to ten million of them: every p-value that is looked at is decided exactly.
    Raises ValueError for an m that is no count or above that, and for an alpha that is not above 0, below 1.

    >>> smallest_lead(180, 0.05), smallest_lead(1_000_000, 0.05), smallest_lead(5, 0.05)
    (28, 1962, None)
    """
    (m,) = counts(m=m)
    inside(0, 1, alpha=alpha)
    if m > MOST_DISCORDANT:
        raise ValueError(f"m must be at most {MOST_DISCORDANT} discordant cases, not {shown(m)}")
    # Where the corrected chi-square has the boundary: seldom more than one case off.
    lower = min(m // 2, max(-1, int((m - 1 - normal_cutoff(alpha) * sqrt(m)) // 2)))
    while lower >= 0 and not below(m - lower, lower, alpha):
        lower -= 1
    while 2 * lower + 2 <= m and below(m - lower - 1, lower + 1, alpha):
        lower += 1
    return m - 2 * lower if lower >= 0 else None
