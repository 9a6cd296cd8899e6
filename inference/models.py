"""More than two models on the same cases: each pair, and all of them at once."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from scipy import special

from ..experiment import shown
from .checks import counts
from .multiple import holm
from .pvalue import PValue, exact_p

Patterns = Mapping[tuple[bool, ...], int]


class Pair(NamedTuple):
    """Two models by their places: counts, the first as A, the second as B; the exact p-value and Holm's."""

    first: int
    second: int
    a: int
    b: int
    c: int
    d: int
    p: PValue
    adjusted: Decimal


class Cochran(NamedTuple):
    """Cochran's Q, exactly, its degrees of freedom, its p-value; Q is None where the models always agree."""

    Q: Fraction | None
    freedom: int
    p: float


def pairs(patterns: Patterns, baseline: int | None = None) -> list[Pair]:
    """Each pair of models, or the baseline with each other: exact p-values, with Holm's adjustment for all.

    A pattern says which models are right on a case, in their order; it comes with the number of such cases.
    Raises ValueError for patterns of different lengths or of fewer than two models, what is no count, no case
    at all, and a baseline that is no place.

    >>> found = pairs({(True, True, True): 5, (False, True, True): 9, (False, False, True): 1})
    >>> [(pair.first, pair.second, pair.b, pair.c, str(pair.adjusted)) for pair in found]
    [(0, 1, 9, 0, '0.00781250'), (0, 2, 10, 0, '0.005859375'), (1, 2, 1, 0, '1')]
    """
    k, checked = _checked(patterns)
    if baseline is not None and baseline not in range(k):
        raise ValueError(f"baseline must be the place of a model, 0 to {k - 1}, not {shown(baseline)}")
    chosen = list(combinations(range(k), 2))
    if baseline is not None:
        chosen = [(baseline, other) for other in range(k) if other != baseline]
    tables = [_table(checked, first, second) for first, second in chosen]
    p_values = [exact_p(table[1], table[2]) for table in tables]
    adjusted = holm(p.decimal for p in p_values)
    rows = zip(chosen, tables, p_values, adjusted, strict=True)
    return [Pair(*places, *table, p, by_holm) for places, table, p, by_holm in rows]


def cochran(patterns: Patterns) -> Cochran:
    """Cochran's Q: whether the models' accuracies differ by more than chance, all at once.

    Q = (k - 1) (k sum G^2 - T^2) / (k T - sum L^2), with G how many cases a model gets right, L how many
    models a case, and T the sum of either; by the chi-square law with k - 1 degrees of freedom.  With two
    models it is the uncorrected McNemar statistic.  Formula: Cochran (1950), Biometrika 37:256.
    Raises ValueError as `pairs` does.

    >>> found = cochran({(True, True, False): 4, (True, False, False): 3, (False, True, True): 1})
    >>> found.Q, found.freedom, round(found.p, 6)
    (Fraction(7, 1), 2, 0.030197)
    """
    k, checked = _checked(patterns)
    right = [sum(often for pattern, often in checked.items() if pattern[i]) for i in range(k)]
    total = sum(right)
    spread = k * total - sum(sum(pattern) ** 2 * often for pattern, often in checked.items())
    if not spread:
        return Cochran(None, k - 1, 1.0)
    Q = Fraction((k - 1) * (k * sum(number**2 for number in right) - total**2), spread)
    return Cochran(Q, k - 1, float(special.chdtrc(k - 1, float(Q))))


def _table(patterns: Mapping[tuple[bool, ...], int], first: int, second: int) -> tuple[int, int, int, int]:
    """a, b, c, d of two models: both right, only the second, only the first, neither."""
    cells = [(True, True), (False, True), (True, False), (False, False)]
    found = dict.fromkeys(cells, 0)
    for pattern, often in patterns.items():
        found[pattern[first], pattern[second]] += often
    a, b, c, d = (found[cell] for cell in cells)
    return a, b, c, d


def _checked(patterns: Patterns) -> tuple[int, dict[tuple[bool, ...], int]]:
    found: dict[tuple[bool, ...], int] = {}
    for pattern, often in patterns.items():
        (number,) = counts(cases=often)
        key = tuple(bool(right) for right in pattern)
        found[key] = found.get(key, 0) + number
    lengths = {len(pattern) for pattern in found}
    if len(lengths) != 1 or min(lengths) < 2:
        raise ValueError("patterns must each say of the same models, two or more, whether they are right")
    if not sum(found.values()):
        raise ValueError("patterns must have at least one case")
    return lengths.pop(), found
