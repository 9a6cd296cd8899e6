"""How many cases, and what a number of cases resolves: by the normal approximation."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

from .asymptotic import normal_cutoff, quantile
from .checks import Number, all_cases, edge, inside, planned, within


def connor(p_b: Number, p_c: Number, power: Number, alpha: Number) -> float:
    """The number of cases for the power wanted by Connor's formula, not rounded; to be rounded up.

    With rate r = p_b + p_c and difference D = p_b - p_c: (z_alpha/2 sqrt(r) + z_power sqrt(r - D^2))^2 / D^2.
    0 where the power wanted is so low that the sum in brackets is negative.  It is for the uncorrected
    chi-square: the exact test needs more, see `sample_size`.
    Formula: Connor (1987), Biometrics 43:207.

    Raises ValueError unless 0 <= p_c < p_b, p_b + p_c <= 1, and power and alpha are above 0 and below 1.

    >>> round(connor(0.15, 0.05, 0.8, 0.05), 2)
    154.6
    """
    planned(p_b, p_c, power, alpha)
    rate, difference = float(p_b + p_c), float(p_b - p_c)
    under_chance = normal_cutoff(alpha) * sqrt(rate)
    under_difference = _normal(power) * sqrt(max(0.0, rate - difference**2))
    root = max(0.0, under_chance + under_difference) / difference
    return root * root  # infinite for a difference next to nothing, where ** raises OverflowError


def size_by_normal(rate: Number, difference: Number, power: Number, alpha: Number) -> float:
    """The number of cases for the power wanted, at a rate of disagreement and a difference, not rounded.

    It is (z_alpha/2 + z_power)^2 rate / difference^2, Connor's formula less the square of the difference,
    which hardly counts beside the rate; rate and difference are shares of all cases: 0.003 is 0.3 points.
    0 where the power wanted is so low that the sum in brackets is negative.

    Raises ValueError unless 0 < difference <= rate <= 1, and power and alpha are above 0 and below 1.

    >>> round(size_by_normal(0.05, 0.003, 0.8, 0.05))
    43605
    """
    edge(rate, difference)
    inside(0, 1, power=power, alpha=alpha)
    z = max(0.0, normal_cutoff(alpha) + _normal(power))
    return float(z**2 * rate) / float(difference) / float(difference)


def size_at_cutoff(rate: Number, difference: Number, alpha: Number) -> float:
    """The number of cases at which the expected counts put the uncorrected chi-square on its cut-off.

    Not rounded; from (difference N)^2 / (rate N) = quantile.  The power there is about one half.
    Rate and difference are shares of all cases: 0.003 is 0.3 points.

    Raises ValueError unless 0 < difference <= rate <= 1 and alpha is above 0 and below 1.

    >>> round(size_at_cutoff(0.05, 0.003, 0.05))
    21341
    """
    edge(rate, difference)
    return float(quantile(alpha) * rate) / float(difference) / float(difference)


def resolution(rate: Number, N: int, level: Number) -> float:
    """Half the width of the paired interval of N cases where no difference is seen: z sqrt(rate / N).

    Smaller differences are hidden in that interval.  A share of all cases: 0.01 is one point.  It is what
    `wald` gives at b = c, m = rate N.

    Raises ValueError for a rate outside 0 to 1, an N that is not a whole number of one or more, and a level
    that is not above 0 and below 1.

    >>> round(resolution(0.05, 1000, 0.95), 4)
    0.0139
    """
    within(0, 1, rate=rate)
    inside(0, 1, level=level)
    return normal_cutoff(1 - level) * sqrt(rate / all_cases(N, 0))


def _normal(probability: Number) -> float:
    return NormalDist().inv_cdf(float(probability))
