"""P-values that stand side by side: adjusted, so that looking often is not rewarded."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from fractions import Fraction
from typing import TypeVar

P = TypeVar("P", float, Fraction, Decimal)


def holm(p_values: Iterable[P]) -> list[P]:
    """Each p-value adjusted by Holm's rule, in the order given: below alpha where the rule rejects at alpha.

    The smallest of k is multiplied by k, the next by k - 1, and so on; none is below the one before, nor
    above 1.  The probability of a single false find among all of them then stays below alpha.
    Formula: Holm (1979), Scandinavian Journal of Statistics 6:65; the adjusted values as R's p.adjust.

    Raises ValueError for what is not from 0 to 1.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    values = list(p_values)
    for p in values:
        if not 0 <= p <= 1:
            raise ValueError(f"a p-value must be at least 0 and at most 1, not {p!r}")
    adjusted = list(values)
    largest = None
    with localcontext(Context(prec=28, Emin=MIN_EMIN, Emax=MAX_EMAX)):  # decimals may be 10^-3,000,000
        for rank, i in enumerate(sorted(range(len(values)), key=values.__getitem__)):
            p = min(values[i] * (len(values) - rank), type(values[i])(1))
            largest = p if largest is None else max(largest, p)
            adjusted[i] = largest
    return adjusted
