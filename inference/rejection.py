"""Which outcomes the exact test rejects, and how probable they are, for m, m + 1, ... discordant cases.

The test rejects in favour of B when the wins of A, C in number, are few: C <= lower.  From m to m + 1 the
boundary stays or rises by one, and Pascal's rule carries the sum of C(m, 0), ..., C(m, lower) exactly, in
integers; the same rule with a weighted coin carries the probability of the rejection.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import comb, exp, fsum, log
from typing import NamedTuple

from .binomial import likely
from .checks import Number
from .discreteness import Split, nearest_below


class Boundary(NamedTuple):
    """The most wins of the losing model, `lower`, at which the exact p-value of m cases is below alpha.

    `below` is the number of arrangements with at most so many, `ways` of those with just so many.
    """

    m: int
    lower: int
    below: int
    ways: int

    @property
    def split(self) -> Split:
        """The same as what `nearest_below` finds."""
        return Split(self.m - self.lower, self.lower, Fraction(2 * self.below, 2**self.m))

    @property
    def next_ways(self) -> int:
        """The number of arrangements with one win more than `lower`."""
        return self.ways * (self.m - self.lower) // (self.lower + 1)


def boundaries(first: int, last: int, alpha: Number) -> Iterator[Boundary]:
    """The boundary for m = first, ..., last; at the first some outcome must be significant.

    The first comes from `nearest_below`, so from the test itself; the last is compared with it, and
    AssertionError raised should they differ.

    >>> [(boundary.m, boundary.lower) for boundary in boundaries(6, 10, Fraction(1, 20))]
    [(6, 0), (7, 0), (8, 0), (9, 1), (10, 1)]
    """
    boundary, threshold = _anchor(first, alpha), Fraction(alpha)
    while boundary.m < last:
        yield boundary
        boundary = _advance(boundary, threshold)
    if boundary.split != nearest_below(last, alpha):
        raise AssertionError(f"the boundary carried to m = {last} is not that of the exact test")
    yield boundary


def _anchor(m: int, alpha: Number) -> Boundary:
    split = nearest_below(m, alpha)
    if split is None:
        raise ValueError(f"first must be large enough for a p-value below {alpha}, not {m}")
    return Boundary(m, split.lower, int(split.p * 2**m) // 2, comb(m, split.lower))


def _advance(boundary: Boundary, alpha: Fraction) -> Boundary:
    """The boundary with one discordant case more; by Pascal's rule the sum doubles, less its last C(m, k)."""
    m, lower, below, ways = boundary
    grown = Boundary(m + 1, lower, 2 * below - ways, ways * (m + 1) // (m + 1 - lower))
    next_ways = grown.next_ways
    wider = grown.below + next_ways
    if 2 * wider * alpha.denominator >= alpha.numerator << (m + 1):  # p of one win more, against alpha
        return grown
    return Boundary(m + 1, lower + 1, wider, next_ways)


def chances(path: Iterable[Boundary], p: float, not_p: float) -> Iterator[tuple[Boundary, float]]:
    """Each boundary of a path, m rising by one, and P(C <= lower); B wins a disagreement with probability p.

    >>> [round(chance, 3) for _, chance in chances(boundaries(6, 9, Fraction(1, 20)), 0.9, 0.1)]
    [0.531, 0.478, 0.43, 0.775]
    """
    last: Boundary | None = None
    chance = 0.0
    for boundary in path:
        if last is None:
            first, masses = likely(boundary.m, not_p, p)
            chance = fsum(masses[: max(0, boundary.lower + 1 - first)])
        elif boundary.lower == last.lower:  # lost, should A win the new case with C at the boundary
            chance -= not_p * at(last, p, not_p)
        else:  # gained, should B win the new case with C one beyond it
            chance += p * beyond(last, p, not_p)
        last = boundary
        yield boundary, chance


def at(boundary: Boundary, p: float, not_p: float) -> float:
    """P(C = lower).

    >>> round(at(Boundary(9, 1, 10, 9), 0.9, 0.1), 6)  # 9 * 0.9^8 * 0.1
    0.38742
    """
    m, lower, _, ways = boundary
    return _power_product(log(ways), m - lower, p, lower, not_p)


def beyond(boundary: Boundary, p: float, not_p: float) -> float:
    """P(C = lower + 1).

    >>> round(beyond(Boundary(9, 1, 10, 9), 0.9, 0.1), 6)  # 36 * 0.9^7 * 0.1^2
    0.172187
    """
    m, lower, _, ways = boundary
    return _power_product(log(ways) + log((m - lower) / (lower + 1)), m - lower - 1, p, lower + 1, not_p)


def _power_product(log_ways: float, wins: int, p: float, losses: int, not_p: float) -> float:
    """The product ways p^wins not_p^losses, in logarithms, since its factors leave the range of a double."""
    if (wins and not p) or (losses and not not_p):
        return 0.0
    return exp(log_ways + (wins and wins * log(p)) + (losses and losses * log(not_p)))
