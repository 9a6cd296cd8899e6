"""The chi-square forms of McNemar's test, on one degree of freedom."""

from __future__ import annotations

from fractions import Fraction
from math import erfc, sqrt


def chi_square(b: int, c: int) -> Fraction:
    """McNemar's statistic (b - c)^2 / (b + c), exactly; 0 when there is no discordant case.

    Formula: McNemar (1947), Psychometrika 12:153.

    >>> chi_square(42, 18)
    Fraction(48, 5)
    """
    return Fraction((b - c) ** 2, b + c) if b + c else Fraction(0)


def chi_square_corrected(b: int, c: int) -> Fraction:
    """The continuity-corrected statistic (|b - c| - 1)^2 / (b + c), exactly; 0 when b = c.

    At b = c the correction would turn a difference of 0 into 1, so it is left out there.
    Formula: Edwards (1948), Psychometrika 13:185.

    >>> chi_square_corrected(42, 18)
    Fraction(529, 60)
    >>> chi_square_corrected(3, 3)
    Fraction(0, 1)
    """
    return Fraction((abs(b - c) - 1) ** 2, b + c) if b != c else Fraction(0)


def chi_square_p(statistic: Fraction | float) -> float:
    """P(chi-square on one degree of freedom >= statistic): the two tails of a standard normal.

    >>> round(chi_square_p(Fraction(48, 5)), 6)
    0.001946
    """
    return erfc(sqrt(statistic / 2))
