"""The outcomes of a binomial count that can matter, with their probabilities."""

from __future__ import annotations

from itertools import accumulate
from math import ceil, floor, fsum, sqrt
from operator import mul


def likely(n: int, p: float, not_p: float) -> tuple[int, list[float]]:
    """The first outcome of Binomial(n, p) that can matter, and the probabilities of it and the next ones.

    What is left out has a probability below 2e-13; the rest is made to add up to 1.  Both p and 1 - p are
    asked for, since a subtraction would lose the digits of a p near 1.  Every probability is a product of
    ratios, outward from the likeliest outcome: nothing overflows, and what underflows is negligible.
    How far to go: Bernstein's inequality, P(X - np >= t) <= exp(-t^2 / (2 np(1 - p) + 2t/3)), here exp(-30).

    >>> likely(2, 0.5, 0.5)
    (0, [0.25, 0.5, 0.25])
    """
    spread = 10 + sqrt(100 + 60 * n * p * not_p)
    first, last = max(0, floor(n * p - spread)), min(n, ceil(n * p + spread))
    mode = min(n, int((n + 1) * p))
    rising = ((n - k) * p / ((k + 1) * not_p) for k in range(mode, last))
    falling = (k * not_p / ((n - k + 1) * p) for k in range(mode, first, -1))
    above = list(accumulate(rising, mul, initial=1.0))
    below = list(accumulate(falling, mul, initial=1.0))
    weights = below[:0:-1] + above
    total = fsum(weights)
    return first, [weight / total for weight in weights]
