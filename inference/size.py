"""The number of cases that the exact test needs for the power wanted."""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from itertools import pairwise
from math import ceil, fsum
from operator import mul

from . import enumeration
from .binomial import likely
from .checks import MOST_CASES, Number, planned
from .discreteness import smallest_m
from .planning import connor
from .rejection import beyond, boundaries, chances

# Ten seconds of work; hardly any test set has more of them.
MOST_DISCORDANT = 100_000

# Far more than rounding does to a power here, so that no size is passed over for its sake.
SLACK = 1e-9


def sample_size(p_b: Number, p_c: Number, power: Number, alpha: Number) -> int:
    """The smallest N with `power(p_b, p_c, N, alpha)` at or above the power wanted.

    No smaller number of cases reaches it.  A larger one may fall short again by a little: the power of the
    exact test rises in a zigzag, since its boundary moves in whole cases.

    Connor's formula (`connor`) is but the first guess.  Sizes too small are ruled out by the power of a
    test that uses alpha / 2 up to the last, by a lottery just beyond the boundary: for each m it is the most
    powerful of its size (Neyman and Pearson), so its power exceeds that of the exact test, and does not fall
    as cases are added.  From the first size that this leaves open, the exact power decides.

    Raises ValueError unless 0 <= p_c < p_b, p_b + p_c <= 1, and power and alpha are above 0 and below 1;
    and where more than about a hundred thousand discordant cases, or 10^15 in all, would be needed.

    >>> sample_size(0.45, 0.25, 0.8, 0.05)
    144
    """
    planned(p_b, p_c, power, alpha)
    enough = _enough(p_b, p_c, power, alpha)
    reached, ceiling = _by_discordant_cases(p_b, p_c, enough, alpha)
    rate, wanted = float(p_b + p_c), float(power) - SLACK
    N = 1 + bisect_left(range(1, enough), wanted, key=lambda size: _mean(ceiling, size, rate))
    # One case more is discordant with probability `rate`, and then raises the power by `rise` at most.
    rises = (after - before for before, after in pairwise(reached[likely(N, rate, 1 - rate)[0] :]))
    rise = max(SLACK, max(rises, default=0.0))
    while True:
        missing = wanted - _mean(reached, N, rate)
        if missing <= 0:
            missing = float(power - enumeration.power(p_b, p_c, N, alpha))
            if missing <= 0:
                return N
        N += max(1, int(missing / (rate * rise)))


def _enough(p_b: Number, p_c: Number, power: Number, alpha: Number) -> int:
    """A number of cases that reaches the power, not much larger than need be."""
    most = float(min(MOST_CASES, MOST_DISCORDANT / (p_b + p_c)))
    size = connor(p_b, p_c, power, alpha)
    while size <= most:
        cases = max(1, ceil(size))
        if enumeration.power(p_b, p_c, cases, alpha) >= power:
            return cases
        size = cases + cases // 32 + 1
    raise ValueError(
        f"p_b and p_c, {p_b!r} and {p_c!r}, are too close, or too small, for the power {power!r}: "
        f"about {most:.0f} cases would be too few"
    )


def _by_discordant_cases(p_b: Number, p_c: Number, N: int, alpha: Number) -> tuple[list[float], list[float]]:
    """The power given m = 0, 1, ..., as far as N cases make likely, and that with the lottery."""
    rate = p_b + p_c
    p, not_p = float(p_b / rate), float(p_c / rate)
    half, possible = Fraction(alpha) / 2, smallest_m(alpha)
    first, weights = likely(N, float(rate), float(1 - rate))
    # Where no outcome is significant, the lottery rejects C = 0, so often as to make alpha / 2 by chance.
    reached, ceiling = [0.0] * possible, [float(half * 2**m) * p**m for m in range(possible)]
    path = boundaries(possible, max(possible, first + len(weights)), alpha)
    for boundary, chance in chances(path, p, not_p):
        # Counted in arrangements: what the exact test leaves of alpha / 2, beside what the next outcome has.
        left = (half.numerator << boundary.m) - boundary.below * half.denominator
        share = left / (boundary.next_ways * half.denominator)
        reached.append(chance)
        ceiling.append(chance + share * beyond(boundary, p, not_p))
    return reached, ceiling


def _mean(values: list[float], N: int, rate: float) -> float:
    """The mean of values[m] over the m discordant cases among N."""
    first, weights = likely(N, rate, 1 - rate)
    return fsum(map(mul, weights, values[first:]))
