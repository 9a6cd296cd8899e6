"""What the discreteness of the exact test leaves attainable at a fixed number of discordant cases."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ..experiment import exact


class Split(NamedTuple):
    """How m discordant cases divide between the two models, and the exact p-value of that."""

    upper: int
    lower: int
    p: Fraction


def nearest_below(m: int, alpha: Fraction) -> Split | None:
    """The least lopsided split of m discordant cases whose exact p-value is below alpha, or None.

    The p-value falls as the split grows more lopsided, so the boundary is found by bisection.

    >>> nearest_below(20, Fraction(1, 20))
    Split(upper=15, lower=5, p=Fraction(5425, 131072))
    >>> nearest_below(5, Fraction(1, 20)) is None
    True
    """
    low, high = -1, m // 2  # exact(m - low, low) < alpha <= exact(m - high, high), at -1 by convention
    while high - low > 1:
        middle = (low + high) // 2
        if exact(m - middle, middle) < alpha:
            low = middle
        else:
            high = middle
    return Split(m - low, low, exact(m - low, low)) if low >= 0 else None
