"""How the outcomes of two models on the same cases relate."""

from __future__ import annotations

from math import sqrt


def correlation(a: int, b: int, c: int, d: int) -> float | None:
    """Pearson's correlation of the two right/wrong outcomes (phi), between -1 and 1.

    None where a model is always right or always wrong, so that its outcomes do not vary.
    Formula: Yule (1912), (ad - bc) over the root of the product of the margins.

    >>> round(correlation(900, 20, 0, 80), 3)
    0.885
    """
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    return (a * d - b * c) / sqrt(margins) if margins else None
