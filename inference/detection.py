"""What a number of cases can detect, and how many it takes: the exact test's power, at any size.

`power` and `sample_size` go through the outcomes in whole numbers; here the same sums are taken by scipy's
incomplete beta function, many at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, inf, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from scipy import special

from ..experiment import shown
from .asymptotic import normal_cutoff
from .binomial import likely
from .checks import Number, all_cases, edge, inside, within
from .planning import connor, size_by_normal
from .roots import crossing
from .size import sample_size

MOST_EXPECTED = 10_000_000  # discordant cases: a second
_LOOKS = 4000  # numbers of discordant cases that are looked at; of more of them, every second or third or ...
_BY_OUTCOMES = 2000  # discordant cases up to which the smallest N is found by `sample_size`

Array = np.ndarray[Any, np.dtype[np.float64]]


class _Set(NamedTuple):
    """The numbers of discordant cases that are likely, their chances, and the exact test's boundaries."""

    rate: float
    m: Array
    chance: Array
    lower: Array

    def power(self, gap: float) -> float:
        """The probability that the exact test finds for B, B being better by the gap."""
        # P(C <= lower), C the wins of A: 0 where no outcome of m cases is significant.
        wins = (1 + gap / self.rate) / 2
        found = special.betainc(self.m - self.lower, self.lower + 1, wins)
        return float(self.chance @ np.where(self.lower < 0, 0, found))


def power_at(rate: Number, gap: Number, N: int, alpha: Number) -> float:
    """The probability that the exact two-sided test of N cases finds for the better model, p < alpha.

    It is `power` with p_b - p_c = gap and p_b + p_c = rate, shares of all cases, to within 1e-9 up to some
    200,000 discordant cases, and 1e-4 above.  A p-value within 1e-12 of alpha counts as not below it.
    Raises ValueError unless 0 < gap <= rate <= 1, for an N that is not a whole number of one or more, one
    that makes more than ten million discordant cases likely, and an alpha that is not above 0 and below 1.

    >>> round(power_at(0.8, 0.2, 100, 0.05), 5)
    0.56931
    """
    edge(rate, gap)
    return _set(rate, N, alpha).power(float(gap))


def detectable(rate: Number, N: int, power: Number, alpha: Number) -> float | None:
    """The smallest gap between two models, a share, that N cases show with this power; None if there is none.

    There is none where even a model that wins every discordant case would be found out too seldom: the set is
    too small, or the models disagree too seldom.  By the exact test; to within 1e-6 of the rate.
    Raises ValueError for a rate outside 0 to 1, a power or an alpha that is not above 0 and below 1, and an N
    as `power_at` does.

    >>> round(detectable(0.18, 1000, 0.8, 0.05), 4)
    0.0384
    >>> detectable(0.005, 1000, 0.8, 0.05) is None
    True
    """
    inside(0, 1, power=power)
    within(0, 1, rate=rate)
    if rate == 0:
        return None
    cases, wanted = _set(rate, N, alpha), float(power)
    most = float(rate)
    if cases.power(most) < wanted:
        return None
    return crossing(lambda gap: wanted - cases.power(gap), 0.0, most, most * 1e-6)


def cases_needed(rate: Number, gap: Number, power: Number, alpha: Number) -> int:
    """How many cases give the exact test this power, at a rate of disagreement and a gap, both shares.

    Up to some two thousand discordant cases it is `sample_size`, the smallest number; above that a number
    with this power that may exceed the smallest one by less than one in a hundred.
    Raises ValueError unless 0 < gap <= rate <= 1, power and alpha are above 0 and below 1, and where more
    than ten million discordant cases would be needed.

    >>> cases_needed(0.7, 0.2, 0.8, 0.05)
    144
    """
    edge(rate, gap)
    inside(0, 1, power=power, alpha=alpha)
    p_b, p_c = (rate + gap) / 2, (rate - gap) / 2
    if size_by_normal(rate, gap, power, alpha) * float(rate) > MOST_EXPECTED:
        raise ValueError(
            f"gap must be larger at the rate {shown(rate)}: {shown(gap)} takes "
            f"more than {MOST_EXPECTED} discordant cases"
        )
    first = max(1, ceil(connor(p_b, p_c, power, alpha)))
    if first * rate <= _BY_OUTCOMES:
        return sample_size(p_b, p_c, power, alpha)
    step = max(1, first // 1000)
    size = first
    while power_at(rate, gap, size, alpha) < power:
        size += step
    return size


def detectable_mean(standard_error: float, power: Number, alpha: Number) -> float:
    """The smallest mean of differences of scores that is shown with this power, in the scores' own unit.

    By the normal approximation: (z_alpha/2 + z_power) standard errors.
    Raises ValueError for an error below 0, and a power or an alpha that is not above 0 and below 1.

    >>> round(detectable_mean(0.01, 0.8, 0.05), 4)
    0.028
    """
    inside(0, 1, power=power, alpha=alpha)
    within(0, inf, standard_error=standard_error)
    return max(0.0, normal_cutoff(alpha) + NormalDist().inv_cdf(float(power))) * standard_error


def expected_error(rate: Number, gap: Number, N: int) -> float:
    """The standard error that the difference of accuracies will have, a share: sqrt((rate - gap^2) / N).

    Raises ValueError unless 0 <= gap <= rate <= 1, and for an N that is not a whole number of one or more.

    >>> round(expected_error(0.05, 0.003, 1000), 5)
    0.00707
    """
    within(0, 1, rate=rate)
    within(0, float(rate), gap=gap)
    return sqrt(float(rate - gap * gap) / all_cases(N, 0))


def power_curve(rate: Number, gap: Number, sizes: Iterable[int], alpha: Number) -> list[tuple[int, float]]:
    """Each number of cases with the power of the exact test there: see `power_at`.

    >>> [(N, round(power, 3)) for N, power in power_curve(0.8, 0.2, [50, 100, 200], 0.05)]
    [(50, 0.299), (100, 0.569), (200, 0.876)]
    """
    return [(N, power_at(rate, gap, N, alpha)) for N in sizes]


def _set(rate: Number, N: int, alpha: Number) -> _Set:
    N = all_cases(N, 0)
    inside(0, 1, alpha=alpha)
    if N * rate > MOST_EXPECTED:
        raise ValueError(
            f"N times the rate, the discordant cases expected, must be at most {MOST_EXPECTED}, "
            f"not {float(N * rate):.0f}"
        )
    first, chances = likely(N, float(rate), float(1 - rate))
    stride = 1 + len(chances) // _LOOKS
    m = np.arange(first, first + len(chances), stride, dtype=float)
    chance = np.array(chances[::stride])
    return _Set(float(rate), m, chance / chance.sum(), _boundaries(m, float(alpha)))


def _boundaries(m: Array, alpha: float) -> Array:
    """For each m the most wins of the losing model at which the exact p-value is below alpha; -1 for none."""
    lower = np.clip((m - 1 - normal_cutoff(alpha) * np.sqrt(m)) // 2, -1, m // 2)
    while np.any(over := (lower >= 0) & ~_below(m, lower, alpha)):
        lower = lower - over
    while np.any(under := (2 * lower + 2 < m) & _below(m, lower + 1, alpha)):
        lower = lower + under
    return lower


def _below(m: Array, lower: Array, alpha: float) -> np.ndarray[Any, np.dtype[np.bool_]]:
    k = np.maximum(lower, 0)
    p: Array = 2 * special.betainc(m - k, k + 1, 0.5)
    return p < alpha * (1 - 1e-12)
