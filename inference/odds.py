"""How many times as often only B is right as only A, with an interval that agrees with the exact test."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from scipy import special

from .checks import Number, counts, inside


class Odds(NamedTuple):
    """The conditional odds ratio b / c and its interval; None for what is not there.

    The ratio has no value at c = 0, and the interval no upper end.
    """

    ratio: Fraction | None
    low: float
    high: float | None


def odds(b: int, c: int, level: Number) -> Odds:
    """The conditional odds ratio b / c with the exact interval that follows from that of a share, b of b + c.

    Each end is the odds of an end of the interval of Clopper and Pearson (1934), Biometrika 26:404; of
    paired cases in Breslow and Day (1980), Statistical Methods in Cancer Research I, section 5.2.  The
    interval holds 1 just when the exact p-value is not below 1 - level.

    Raises ValueError for what is no count, and for a level that is not above 0 and below 1.

    >>> ratio, low, high = odds(12, 2, 0.95)
    >>> ratio, round(low, 6), round(high, 6)
    (Fraction(6, 1), 1.335744, 55.197091)
    >>> odds(0, 0, 0.95)
    Odds(ratio=None, low=0.0, high=None)
    """
    b, c = counts(b=b, c=c)
    inside(0, 1, level=level)
    tail = (1 - float(level)) / 2
    return Odds(Fraction(b, c) if c else None, _lowest(b, c, tail), 1 / _lowest(c, b, tail) if c else None)


def _lowest(b: int, c: int, tail: float) -> float:
    """The odds at which b or more of b + c have the probability `tail`."""
    if b == 0:
        return 0.0
    # Both from a tail of their own: 1 less the one would lose the digits of the other.
    return float(special.betaincinv(b, c + 1, tail) / special.betainccinv(c + 1, b, tail))
