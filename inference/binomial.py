"""Sums over a binomial count: the p-value by the shorter way, and the outcomes that can matter."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from math import ceil, comb, floor, fsum, sqrt
from operator import mul

from ..experiment import MOST_DISCORDANT, MOST_OF_ANY_SPLIT, TOO_MANY, exact
from .checks import counts, shown


def exact_fraction(b: int, c: int) -> Fraction:
    """The p-value of `experiment.exact`, much sooner where the split is nearly even.

    There the tails have more terms than the middle between them, so the middle is added up and taken from the
    whole.  Raises ValueError as `exact` does, for a sum of more than some ten seconds; it takes more splits.

    >>> exact_fraction(20, 0), float(exact_fraction(100, 80))
    (Fraction(1, 524288), 0.1565314695781511)
    """
    b, c = counts(b=b, c=c)
    m, k = b + c, min(b, c)
    if b == c or k < m - 2 * k:  # the tail 0, ..., k has fewer terms than the middle k + 1, ..., m - k - 1
        return exact(b, c)
    terms = m - 2 * k - 1 + m // 15  # C(m, k + 1) takes as long as so many
    if m > MOST_DISCORDANT or m * terms > MOST_OF_ANY_SPLIT**2 // 2:
        raise ValueError(TOO_MANY.format(shown(m)))
    middle, ways = 0, comb(m, k + 1)
    for wins in range(k + 1, m - k):
        middle += ways
        ways = ways * (m - wins) // (wins + 1)
    return Fraction(2**m - middle, 2**m)


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
