"""The chi-square forms of McNemar's test, on one degree of freedom."""

from __future__ import annotations

from fractions import Fraction
from math import erfc, inf, sqrt
from statistics import NormalDist

from .checks import Number, counts, inside, within

_NEVER = 10**4  # a statistic with a p-value below the smallest double; larger ones may have no double


def chi_square(b: int, c: int) -> Fraction:
    """McNemar's statistic (b - c)^2 / (b + c), exactly; 0 when there is no discordant case.

    Formula: McNemar (1947), Psychometrika 12:153.  Raises ValueError, naming the cell, for what is no count.

    >>> chi_square(42, 18)
    Fraction(48, 5)
    """
    b, c = counts(b=b, c=c)
    return Fraction((b - c) ** 2, b + c) if b + c else Fraction(0)


def chi_square_corrected(b: int, c: int) -> Fraction:
    """The continuity-corrected statistic (|b - c| - 1)^2 / (b + c), exactly; 0 when b = c.

    At b = c the correction would turn a difference of 0 into 1, so it is left out there.
    Formula: Edwards (1948), Psychometrika 13:185.  Raises ValueError, naming the cell, for what is no count.

    >>> chi_square_corrected(42, 18)
    Fraction(529, 60)
    >>> chi_square_corrected(3, 3)
    Fraction(0, 1)
    """
    b, c = counts(b=b, c=c)
    return Fraction((abs(b - c) - 1) ** 2, b + c) if b != c else Fraction(0)


def chi_square_p(statistic: Number) -> float:
    """P(chi-square on one degree of freedom >= statistic): the two tails of a standard normal.

    Raises ValueError for a statistic below 0.

    >>> round(chi_square_p(Fraction(48, 5)), 6)
    0.001946
    """
    within(0, inf, statistic=statistic)
    return erfc(sqrt(min(statistic, _NEVER) / 2))


def quantile(alpha: Number) -> float:
    """The cut-off of chi-square on one degree of freedom: it is exceeded by chance with probability alpha.

    It is the square of what a standard normal exceeds, on either side, so often: 1.96^2 at 0.05.
    Raises ValueError for an alpha that is not above 0 and below 1.

    >>> round(quantile(0.05), 4), round(quantile(0.01), 4)
    (3.8415, 6.6349)
    """
    inside(0, 1, alpha=alpha)
    return normal_cutoff(alpha) ** 2


def normal_cutoff(tails: Number) -> float:
    """The z beyond which, on either side, a standard normal falls with a probability above 0, at most 1.

    >>> round(normal_cutoff(0.05), 4)
    1.96
    """
    # From the lower tail: 1 - tails / 2 would lose the digits of small tails.
    return abs(NormalDist().inv_cdf(max(float(tails) / 2, 5e-324)))
