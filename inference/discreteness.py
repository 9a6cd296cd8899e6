"""What the discreteness of the exact test leaves attainable at a fixed number of discordant cases."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from .. import experiment
from .asymptotic import normal_cutoff
from .binomial import exact_fraction
from .checks import Number, discordant, inside, within


class Split(NamedTuple):
    """How m discordant cases divide between the two models, and the exact p-value of that."""

    upper: int
    lower: int
    p: Fraction


def attainable(m: int) -> tuple[Split, ...]:
    """Every split of m discordant cases with its p-value, from the most even one to all one way.

    Raises ValueError for an m that is no count or above ten thousand.

    >>> [(split.upper, split.lower, str(split.p)) for split in attainable(4)]
    [(2, 2, '1'), (3, 1, '5/8'), (4, 0, '1/8')]
    """
    return tuple(Split(*split) for split in experiment.attainable(m))


def nearest_below(m: int, alpha: Number) -> Split | None:
    """The least lopsided split of m discordant cases whose exact p-value is below alpha, or None.

    The p-value falls as the split grows more lopsided, so the boundary is found by bisection,
    around where the corrected chi-square has it; every p-value looked at is the exact one.
    Raises ValueError for an m that is no count or above 200,000, and for an alpha outside 0 to 1.

    >>> nearest_below(20, Fraction(1, 20))
    Split(upper=15, lower=5, p=Fraction(5425, 131072))
    >>> nearest_below(5, Fraction(1, 20)) is None
    True
    """
    m = discordant(m)
    within(0, 1, alpha=alpha)

    def below(lower: int) -> bool:
        # by convention below at -1; never at m // 2
        return lower < 0 or exact_fraction(m - lower, lower) < alpha

    low, high = _around(_guess(m, alpha), m // 2, below)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if below(middle) else (low, middle)
    return Split(m - low, low, exact_fraction(m - low, low)) if low >= 0 else None


def _guess(m: int, alpha: Number) -> int:
    """Where the corrected chi-square has the boundary: seldom more than one case off."""
    if not 0 < alpha < 1:
        return -1 if alpha == 0 else m // 2
    return max(-1, int((m - 1 - normal_cutoff(alpha) * sqrt(m)) // 2))


def _around(guess: int, most: int, below: Callable[[int], bool]) -> tuple[int, int]:
    """Two places, below alpha at the first and not at the second, found by doubling steps from a guess."""
    step = 1
    if below(guess):
        low, high = guess, min(most, guess + step)
        while below(high):
            step *= 2
            low, high = high, min(most, high + step)
    else:
        low, high = max(-1, guess - step), guess
        while not below(low):
            step *= 2
            low, high = max(-1, low - step), low
    return low, high


def smallest_net(m: int, alpha: Number) -> int | None:
    """The smallest |b - c| that is significant, exact p < alpha, among m discordant cases; None if none is.

    Raises ValueError as `nearest_below` does.

    >>> smallest_net(180, Fraction(1, 20))
    28
    >>> smallest_net(3, Fraction(1, 20)) is None
    True
    """
    split = nearest_below(m, alpha)
    return None if split is None else split.upper - split.lower


def smallest_m(alpha: Number) -> int:
    """The fewest discordant cases with which the exact p-value can fall below alpha at all: all one way.

    Raises ValueError for an alpha that is not above 0 and below 1.

    >>> smallest_m(Fraction(1, 20))
    6
    """
    inside(0, 1, alpha=alpha)
    m = 1
    while exact_fraction(m, 0) >= alpha:
        m += 1
    return m
