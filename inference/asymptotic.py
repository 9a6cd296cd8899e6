"""The chi-square forms of McNemar's test, on one degree of freedom."""

from __future__ import annotations

from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from fractions import Fraction
from math import inf
from statistics import NormalDist

from .. import experiment
from .checks import Number, counts, inside, within

FAR = 1000  # from this statistic on, whose p-value is 10^-219, doubles are about to run out
_FARTHEST = 10**18  # beyond it the exponent would be too long
_PI = Decimal("3.14159265358979323846264338327950288419717")
_DIGITS = 17  # of what is no double, as many as tell doubles apart


def chi_square_always_corrected(b: int, c: int) -> Fraction:
    """The statistic (|b - c| - 1)^2 / (b + c), exactly, at b = c too: 1 / m there; at m = 0 it is 0.

    So statsmodels and mlxtend print it; `chi_square_corrected` leaves the correction out at b = c, as R does.
    Raises ValueError, naming the cell, for what is no count.

    >>> chi_square_always_corrected(3, 3), chi_square_always_corrected(42, 18)
    (Fraction(1, 6), Fraction(529, 60))
    """
    b, c = counts(b=b, c=c)
    return Fraction((abs(b - c) - 1) ** 2, b + c) if b + c else Fraction(0)


def chi_square_p(statistic: Number) -> float:
    """P(chi-square on one degree of freedom >= statistic): the two tails of a standard normal.

    Of a statistic above some 1,400 it has fewer digits than a double, and from 1,485 on it is 0: see
    `chi_square_far_p`.  Raises ValueError for a statistic below 0.

    >>> round(chi_square_p(Fraction(48, 5)), 6)
    0.001946
    """
    within(0, inf, statistic=statistic)
    return experiment.chi_square_p(statistic)


def chi_square_far_p(statistic: Number) -> Decimal:
    """The same to 17 digits for a statistic from 1000 to 10^18, of which most have one that no double holds.

    Formula: the asymptotic series of Abramowitz and Stegun (1964), 26.2.12, here with terms to 10^-25.
    Raises ValueError for a statistic outside these bounds.

    >>> chi_square_far_p(1500)
    Decimal('3.9151098847153747E-328')
    """
    within(FAR, _FARTHEST, statistic=statistic)
    exact = Fraction(statistic)
    with localcontext(Context(prec=45, Emin=MIN_EMIN, Emax=MAX_EMAX)) as context:
        x = Decimal(exact.numerator) / exact.denominator
        series = term = Decimal(1)
        odd = 1
        while abs(term) > Decimal("1e-25"):
            term *= -odd / x
            series += term
            odd += 2
        found = (2 / (_PI * x)).sqrt() * (-x / 2).exp() * series
        context.prec = _DIGITS
        return +found


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
