"""The difference of two accuracies, and whether it is shown to be no worse than a margin."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import erfc, fsum, sqrt
from operator import mul
from typing import NamedTuple

from .checks import Number, all_cases, counts, inside
from .intervals import variance


class Difference(NamedTuple):
    """B's accuracy less A's, exactly, and its paired standard error; shares of all cases: 0.01 is one point.

    The error is None for a single case.
    """

    value: Fraction
    standard_error: float | None


def difference(b: int, c: int, N: int) -> Difference:
    """The difference D = (b - c) / N and its standard error sqrt((m / N - D^2) / (N - 1)).

    Both as `experiment.case` has them.
    Raises ValueError for what is no count, and for an N below b + c or below 1.

    >>> value, error = difference(110, 70, 1000)
    >>> value, round(error, 7)
    (Fraction(1, 25), 0.0133633)
    """
    b, c = counts(b=b, c=c)
    N = all_cases(N, b + c)
    value = Fraction(b - c, N)
    return Difference(value, sqrt((Fraction(b + c, N) - value**2) / (N - 1)) if N > 1 else None)


class MeanDifference(NamedTuple):
    """How many cases, the mean of their differences of scores, and its standard error, None for one case."""

    cases: int
    value: float
    standard_error: float | None


def mean_difference(differences: Mapping[float, int]) -> MeanDifference:
    """The mean of the differences of scores, B's less A's, each given with how often it occurs.

    The standard error is sqrt(sum (x - mean)^2 / (N (N - 1))): for differences of 1, 0 and -1 that of
    `difference`.  Raises ValueError for no difference at all, and for what is no count.

    >>> cases, value, error = mean_difference({1.0: 110, -1.0: 70, 0.0: 820})
    >>> cases, value, round(error, 7)
    (1000, 0.04, 0.0133633)
    """
    number = [often for x in differences.values() for often in counts(often=x)]
    N = sum(number)
    if N < 1:
        raise ValueError("differences must be at least one")
    mean = fsum(map(mul, differences, number)) / N
    squares = fsum((x - mean) ** 2 * often for x, often in zip(differences, number, strict=True))
    return MeanDifference(N, mean, sqrt(squares / N / (N - 1)) if N > 1 else None)


def noninferiority_p(b: int, c: int, N: int, margin: Number) -> float:
    """P-value of one side: B would look so good were it worse than A by the margin, a share of all cases.

    Small where B is shown to be no worse than that.  The margin has to be stated before the results are seen.
    The score test of D = -margin: (b - c + N margin) in units of its standard error at that difference, by
    the normal law.  At a margin of 0 it is half of the uncorrected chi-square's p-value, where B leads.
    Formula: Tango (1998), Statistics in Medicine 17:891.

    Raises ValueError for what is no count, an N below b + c or below 1, and a margin not above 0, below 1.

    >>> round(noninferiority_p(0, 1, 44, 0.1), 10)
    0.0437658444
    """
    b, c = counts(b=b, c=c)
    N = all_cases(N, b + c)
    inside(0, 1, margin=margin)
    limit = -float(margin)
    z = (b - c - N * limit) / sqrt(N * variance(b, c, N, limit))
    return erfc(z / sqrt(2)) / 2
