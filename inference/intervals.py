"""Intervals for the difference of two accuracies, B minus A, from the same cases."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

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
    # What is the low end for B is the high end for A, with the other sign.
    return Interval(_lowest(b, c, N, z), -_lowest(c, b, N, z))


def _checked(b: int, c: int, N: int, level: Number) -> tuple[int, int, int, float]:
    b, c = counts(b=b, c=c)
    N = all_cases(N, b + c)
    inside(0, 1, level=level)
    return b, c, N, normal_cutoff(1 - level)


def _lowest(b: int, c: int, N: int, z: float) -> float:
    """The difference below (b - c) / N from which the counts are z standard errors away."""

    def too_low(difference: float) -> bool:
        return b - c - N * difference > z * sqrt(N * variance(b, c, N, difference))

    return _boundary(too_low, -1.0, (b - c) / N)


def variance(b: int, c: int, N: int, difference: float) -> float:
    """The variance of one case's D_i, +1, -1 or 0, at the likeliest chances that have this difference.

    The chance that only A is right solves 2N q^2 + linear q + constant = 0.
    """
    linear = (2 * N - b + c) * difference - b - c
    constant = -c * difference * (1 - difference)
    # A positive `linear` is below 2N times the difference, so that what the subtraction loses does not count.
    q = (sqrt(max(0.0, linear**2 - 8 * N * constant)) - linear) / (4 * N)
    return max(0.0, 2 * q + difference * (1 - difference))


def _boundary(holds: Callable[[float], bool], low: float, high: float) -> float:
    """Where a condition that holds at the low end of an interval within -1 to 1 ceases to, by halving it."""
    for _ in range(60):  # 2 / 2^60 is below the spacing of doubles near 1
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
