"""The difference of two accuracies, and whether it is shown to be no worse than a margin."""

from __future__ import annotations

from fractions import Fraction
from math import erfc, sqrt
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
