"""Intervals for the difference of two accuracies, B minus A, from the same cases."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from ..experiment import interval
from ..experiment import variance as variance
from .asymptotic import normal_cutoff
from .checks import Number, all_cases, counts, inside


class Interval(NamedTuple):
    """The two ends of an interval; of a difference they are shares of all cases: 0.01 is one point."""

    low: float
    high: float


def wald(b: int, c: int, N: int, level: Number) -> Interval:
    """The Wald interval (b - c) / N +- z sqrt(m - (b - c)^2 / N) / N of the difference of accuracies.

    A share of all cases: 0.01 is one point.
    As published by Fagerland, Lydersen and Laake (2014), Statistics in Medicine 33:2850, and in CAMIS: its
    variance divides by N, whereas the article's paired standard error (`experiment.case`) divides by N - 1.
    Too narrow where m is small: of width 0 at m = 0 and where one model wins all N cases.  Its ends may lie
    outside -1 to 1.

    Raises ValueError for what is no count, an N below b + c or below 1, and a level not above 0 and below 1.

    >>> low, high = wald(15, 6, 46, 0.95)
    >>> round(low, 6), round(high, 6)
    (0.008764, 0.382541)
    """
    b, c, N, z = _checked(b, c, N, level)
    middle = (b - c) / N
    half = z * sqrt(b + c - (b - c) ** 2 / N) / N
    return Interval(middle - half, middle + half)


def tango(b: int, c: int, N: int, level: Number) -> Interval:
    """Tango's score interval of the difference of accuracies, a share, to within 1e-9.

    It holds the differences that the score test does not reject; the score test of no difference is
    McNemar's uncorrected chi-square, so 0 lies outside just when that exceeds its cut-off.  The ends lie
    within -1 to 1, and the interval has some width at m = 0 and where one model wins all N cases too.
    Formula: Tango (1998), Statistics in Medicine 17:891.

    Raises ValueError for what is no count, an N below b + c or below 1, and a level not above 0 and below 1.

    >>> low, high = tango(15, 6, 46, 0.95)
    >>> round(low, 6), round(high, 6)
    (0.000419, 0.377185)
    """
    b, c, N, z = _checked(b, c, N, level)
    return Interval(*interval(b, c, N, z))


def _checked(b: int, c: int, N: int, level: Number) -> tuple[int, int, int, float]:
    b, c = counts(b=b, c=c)
    N = all_cases(N, b + c)
    inside(0, 1, level=level)
    return b, c, N, normal_cutoff(1 - level)
