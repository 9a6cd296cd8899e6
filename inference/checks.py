"""What the functions of this folder accept; everything else is a ValueError that names the argument."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from ..experiment import _counts

Number = float | Fraction

# Up to here a double holds every whole number.
MOST_CASES = 10**15


def counts(**cells: Any) -> tuple[int, ...]:
    """The counts as plain ints; refused as `experiment.case` refuses them, in the same words.

    >>> counts(b=12, c=3)
    (12, 3)
    """
    return _counts(**cells)


def all_cases(N: Any, m: int) -> int:
    """The number of cases as a plain int: at least one, not fewer than the m discordant, at most 10^15."""
    (size,) = _counts(N=N)
    if size < 1:
        raise ValueError(f"N must be at least 1: a comparison needs at least one case, not {N!r}")
    if size < m:
        raise ValueError(f"N must be at least b + c, the {m} discordant cases, not {N!r}")
    if size > MOST_CASES:
        raise ValueError(f"N must be at most {MOST_CASES}, not {N!r}")
    return size


def inside(low: float, high: float, **values: Any) -> None:
    """Refuses what is no number strictly between low and high, as a double."""
    for name, value in _numbers(values):
        if not low < float(value) < high:
            raise ValueError(f"{name} must be above {low} and below {high}, not {value!r}")


def within(low: float, high: float, **values: Any) -> None:
    """Refuses what is no number from low to high, both included."""
    for name, value in _numbers(values):
        if not low <= value <= high:
            raise ValueError(f"{name} must be at least {low} and at most {high}, not {value!r}")


def probabilities(p_b: Any, p_c: Any) -> None:
    """Refuses what cannot be the probabilities that only B and that only A is right."""
    within(0, 1, p_b=p_b, p_c=p_c)
    if p_b + p_c > 1:
        raise ValueError(f"p_b + p_c must be at most 1, not {p_b!r} + {p_c!r}")


def planned(p_b: Any, p_c: Any, power: Any, alpha: Any) -> None:
    """Refuses what no sample size answers: B must be the better model, and power is never certain."""
    probabilities(p_b, p_c)
    if float(p_b - p_c) <= 0:
        raise ValueError(
            f"p_b must be above p_c, since B is to be the better model, not {p_b!r} beside {p_c!r}"
        )
    inside(0, 1, power=power, alpha=alpha)


def edge(rate: Any, difference: Any) -> None:
    """Refuses a rate of disagreement that is no share, and a difference that it cannot hold."""
    within(0, 1, rate=rate)
    within(0, 1, difference=difference)
    if float(difference) <= 0 or difference > rate:
        raise ValueError(f"difference must be above 0 and at most the rate, {rate!r}, not {difference!r}")


def _numbers(values: dict[str, Any]) -> Iterable[tuple[str, Any]]:
    for name, value in values.items():
        if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
            raise ValueError(f"{name} must be a number, not {value!r}")
        yield name, value
