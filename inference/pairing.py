"""How the outcomes of two models on the same cases relate."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from .checks import counts


def correlation(a: int, b: int, c: int, d: int) -> float | None:
    """Pearson's correlation of the two right/wrong outcomes (phi), between -1 and 1.

    None where a model is always right or always wrong, so that its outcomes do not vary.
    Formula: Yule (1912), (ad - bc) over the root of the product of the margins.
    Raises ValueError, naming the cell, for what is no count.

    >>> round(correlation(900, 20, 0, 80), 3)
    0.885
    """
    a, b, c, d = counts(a=a, b=b, c=c, d=d)
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    if not margins:
        return None
    # As a fraction, since products of large counts leave the range of a double.
    size = sqrt(Fraction((a * d - b * c) ** 2, margins))
    return size if a * d >= b * c else -size
