"""The power of the exact test, by going through its outcomes."""

from __future__ import annotations

from math import fsum

from .binomial import likely
from .checks import Number, all_cases, expected, inside, probabilities
from .discreteness import smallest_m
from .rejection import boundaries, chances


def power(p_b: Number, p_c: Number, N: int, alpha: Number) -> float:
    """The probability that the exact two-sided test of N cases finds for B: p < alpha and b > c.

    On each case, independently, only B is right with probability p_b and only A with probability p_c.
    Rejections in favour of A do not count, so a test of one side at alpha / 2 has the same power.

    The sum goes over m, the number of discordant cases, and for each m over the outcomes that the test
    rejects; the boundary between them is that of the exact p-value.  Values of m that are left out have
    a probability below 1e-12, and rounding adds less than 1e-11 up to a hundred thousand of m.
    Formula: Duffy (1984), Biometrics 40:1005; enumerated as in Fay's R package exact2x2.

    Raises ValueError for p_b, p_c that are no probabilities of two exclusive events, for an N that is not a
    whole number of one or more, for one that makes more than 150,000 discordant cases likely, and for an
    alpha that is not above 0 and below 1.

    >>> round(power(0.5, 0.3, 100, 0.05), 5)
    0.56931
    >>> power(0.3, 0.1, 5, 0.05)  # five cases are never enough: see `smallest_m`
    0.0
    """
    probabilities(p_b, p_c)
    N = all_cases(N, 0)
    inside(0, 1, alpha=alpha)
    if p_b == 0:
        return 0.0
    rate = p_b + p_c
    expected(N, rate)
    first, weights = likely(N, float(rate), float(1 - rate))
    start, last = max(first, smallest_m(alpha)), first + len(weights) - 1
    if start > last:
        return 0.0
    path = chances(boundaries(start, last, alpha), float(p_b / rate), float(p_c / rate))
    total = fsum(weight * chance for weight, (_, chance) in zip(weights[start - first :], path, strict=True))
    return min(1.0, max(0.0, total))
