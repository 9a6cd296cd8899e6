"""The interval of the difference of two accuracies that agrees with the exact test."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Any

import numpy as np
from scipy import special

from .checks import Number, all_cases, counts, inside
from .intervals import Interval
from .pvalue import below
from .roots import crossing

_WIDTH = 1e-11  # within which an end is found; where the interval is narrow, a share of its width
_FAR = 1e-18  # a tail that no answer here depends on
_PANELS, _NODES = 8, 24  # of an integral over sixteen standard deviations

Array = np.ndarray[Any, np.dtype[np.float64]]


def fay_lumbard(b: int, c: int, N: int, level: Number) -> Interval:
    """The melded interval of the difference of accuracies, a share, to within 1e-9, and 1e-6 of its width.

    It holds 0 just when the exact p-value is not below 1 - level, which is decided by that p-value itself.
    It is wider than Tango's, and covers the difference at least so often as it says in all cases tried.
    The difference is T (2 B - 1), T the share of discordant cases and B that of them which B wins; the upper
    end is where the probability that it is reached falls to half of 1 - level, B taken from its upper
    confidence distribution, Beta(b + 1, c), and T from its upper one, Beta(m + 1, N - m), for a difference
    above 0, and its lower one, Beta(m, N - m + 1), for one below.  The lower end is the upper one of A.
    Formula: Fay and Lumbard (2021), Statistics in Medicine 40:1147, as in Fay's R package exact2x2, whose
    search for the ends stops earlier, so that it is up to 2e-5 off.

    Raises ValueError for what is no count, an N below b + c or below 1, a level not above 0 and below 1, and
    more than ten million discordant cases.

    >>> low, high = fay_lumbard(15, 6, 46, 0.95)
    >>> round(low, 9), round(high, 9)
    (-0.019963486, 0.39406138)
    """
    b, c = counts(b=b, c=c)
    N = all_cases(N, b + c)
    inside(0, 1, level=level)
    return Interval(-_highest(c, b, N, level), _highest(b, c, N, level))


def _highest(b: int, c: int, N: int, level: Number) -> float:
    if c == 0 and b == N:
        return 1.0
    alpha, difference = 1 - Fraction(level), (b - c) / N

    def excess(end: float) -> float:
        return _reaches(end, b, c, N) - float(alpha / 2)

    low, high = (-1.0, 0.0) if c > b and below(b, c, alpha) else (0.0, 1.0)
    step = 2 * sqrt(b + c + 1) / N
    return crossing(excess, *_nearer(excess, low, high, difference, step), min(_WIDTH, _WIDTH * 1000 * step))


def _nearer(
    excess: Callable[[float], float], low: float, high: float, start: float, step: float
) -> tuple[float, float]:
    """Closer ends, found from a start by steps that double, so that few integrals are needed."""
    if low < start < high and excess(start) > 0:
        low = start
    while low + step < high:
        if excess(low + step) <= 0:
            return low, low + step
        low, step = low + step, 2 * step
    return low, high


def _reaches(end: float, b: int, c: int, N: int) -> float:
    """P(T (2 B - 1) >= end), T and B from their confidence distributions."""
    m = b + c
    if c == 0:  # B is 1
        return _above(end, m + 1, N - m) if end > 0 else 1.0
    if m == N and end > 0:  # T is 1
        return float(special.betaincc(b + 1, c, (1 + end) / 2))
    if end > 0:
        return _mean(end, b, c, m + 1, N - m)
    return _mean(end, b, c, m, N - m + 1)


def _above(end: float, first: int, second: int) -> float:
    return float(special.betaincc(first, second, end))


def _mean(end: float, b: int, c: int, first: int, second: int) -> float:
    """The mean of P(B >= (1 + end / T) / 2) over T from Beta(first, second).

    Split where T is the size of the end, since the probability has a kink there: 0 or 1 below.
    """
    from_, to = special.betaincinv(first, second, _FAR), special.betainccinv(first, second, _FAR)
    kink = min(max(abs(end), from_), to)
    t, weight = _nodes(float(from_), float(kink))
    t_above, weight_above = _nodes(float(kink), float(to))
    density, density_above = _density(t, t_above, first, second)
    reached = special.betaincc(b + 1, c, np.clip((1 + end / t_above) / 2, 0, 1))
    before, after = float(weight @ density), float(weight_above @ density_above)
    return ((end < 0) * before + float(weight_above @ (density_above * reached))) / (before + after)


def _density(t: Array, t_above: Array, first: int, second: int) -> tuple[Array, Array]:
    """The density of Beta(first, second), beside its largest value here: the quotient needs no constant."""
    logs = [(first - 1) * np.log(at) + (second - 1) * np.log1p(-at) for at in (t, t_above)]
    top = max(float(log.max()) for log in logs)
    return np.exp(logs[0] - top), np.exp(logs[1] - top)


def _nodes(low: float, high: float) -> tuple[Array, Array]:
    """Where to look between two points, and the weight of each look: Gauss and Legendre, panel by panel."""
    node, weight = _legendre()
    edges = np.linspace(low, high, _PANELS + 1)
    half = (edges[1:] - edges[:-1])[:, None] / 2
    at = edges[:-1, None] + half * (1 + node)
    return np.clip(at.ravel(), 1e-300, 1 - 1e-16), (half * weight).ravel()


@lru_cache(maxsize=1)
def _legendre() -> tuple[Array, Array]:
    return np.polynomial.legendre.leggauss(_NODES)
