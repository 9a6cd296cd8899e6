"""What the functions of this folder accept; everything else is a ValueError that names the argument."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import inf

from ..experiment import checked_counts as checked_counts
from ..experiment import shown as shown

Number = float | Fraction

# Up to here a double holds every whole number.
MOST_CASES = 10**15

# Discordant cases: ten seconds of work, and hardly any test set has so many.
MOST_DISCORDANT = 200_000
MOST_EXPECTED = 150_000


def counts(**cells: object) -> tuple[int, ...]:
    """The counts as plain ints; refused as `experiment.case` refuses them, in the same words.

    >>> counts(b=12, c=3)
    (12, 3)
    """
    return checked_counts(**cells)


def all_cases(N: object, m: int) -> int:
    """The number of cases as a plain int: at least one, not fewer than the m discordant, at most 10^15."""
    (size,) = checked_counts(N=N)
    if size < 1:
        raise ValueError(f"N must be at least 1: a comparison needs at least one case, not {shown(N)}")
    if size > MOST_CASES:
        raise ValueError(f"N must be at most {MOST_CASES}, not {shown(N)}")
    if size < m:
        raise ValueError(f"N must be at least b + c, the {shown(m)} discordant cases, not {shown(N)}")
    return size


def discordant(m: object) -> int:
    """The number of discordant cases as a plain int, where many p-values of so many are looked at.

    >>> discordant(7)
    7
    """
    (number,) = checked_counts(m=m)
    if number > MOST_DISCORDANT:
        raise ValueError(f"m must be at most {MOST_DISCORDANT} discordant cases, not {shown(m)}")
    return number


def expected(N: int, rate: Number) -> None:
    """Refuses more cases than outcomes can be gone through for: their discordant cases are what counts."""
    if N * rate > MOST_EXPECTED:
        raise ValueError(
            f"N times p_b + p_c, the discordant cases expected, must be at most {MOST_EXPECTED}, "
            f"not {float(N * rate):.0f}"
        )


def inside(low: float, high: float, **values: object) -> None:
    """Refuses what is no number strictly between low and high, as a double."""
    for name, value in _numbers(values):
        if not low < _as_double(value) < high:
            raise ValueError(f"{name} must be above {low} and below {high}, not {shown(value)}")


def within(low: float, high: float, **values: object) -> None:
    """Refuses what is no number from low to high, both included."""
    for name, value in _numbers(values):
        if not low <= value <= high:
            raise ValueError(f"{name} must be at least {low} and at most {high}, not {shown(value)}")


def probabilities(p_b: Number, p_c: Number) -> None:
    """Refuses what cannot be the probabilities that only B and that only A is right."""
    within(0, 1, p_b=p_b, p_c=p_c)
    if p_b + p_c > 1:
        raise ValueError(f"p_b + p_c must be at most 1, not {shown(p_b)} + {shown(p_c)}")


def planned(p_b: Number, p_c: Number, power: object, alpha: object) -> None:
    """Refuses what no sample size answers: B must be the better model, and power is never certain."""
    probabilities(p_b, p_c)
    if float(p_b - p_c) <= 0:
        raise ValueError(
            f"p_b must be above p_c, since B is to be the better model, not {shown(p_b)} beside {shown(p_c)}"
        )
    inside(0, 1, power=power, alpha=alpha)


def edge(rate: Number, difference: Number) -> None:
    """Refuses a rate of disagreement that is no share, and a difference that it cannot hold."""
    within(0, 1, rate=rate)
    within(0, 1, difference=difference)
    if float(difference) <= 0 or difference > rate:
        raise ValueError(
            f"difference must be above 0 and at most the rate, {shown(rate)}, not {shown(difference)}"
        )


def _as_double(value: Number) -> float:
    """The nearest double; infinity for what lies beyond the largest."""
    try:
        return float(value)
    except OverflowError:
        return inf if value > 0 else -inf


def _numbers(values: Mapping[str, object]) -> Iterable[tuple[str, Number]]:
    for name, value in values.items():
        if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
            raise ValueError(f"{name} must be a number, not {shown(value)}")
        yield name, value
