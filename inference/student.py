"""The interval of a mean whose standard error comes from few units: clusters, or cases with scores."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite

from scipy import special

from ..experiment import shown
from .checks import Number, counts, inside
from .intervals import Interval


def student_p(value: float, standard_error: float, units: int, limit: Number) -> float:
    """P-value of one side: the value would be so large were it the limit in truth, by Student's law.

    Of the same units as `student`, whose interval of level 1 - 2 p just reaches the limit.
    Raises ValueError as `student` does, and for an error of 0, which tells nothing of how the value varies.

    >>> round(student_p(0.04, 0.01, 21, 0.01914), 4)
    0.025
    """
    student(value, standard_error, units, Fraction(1, 2))
    if not standard_error:
        raise ValueError("standard_error must be above 0")
    return float(special.stdtr(units - 1, (float(limit) - value) / standard_error))


def student(value: float, standard_error: float, units: int, level: Number) -> Interval:
    """The value +- t standard errors, t of Student's law with one degree of freedom less than units.

    In the value's own unit; for clusters as Cameron and Miller (2015), Journal of Human Resources 50:317,
    advise, for scores as in any textbook.  Of few units, or very unequal ones, it is a rough guide.
    Formula: Student (1908), Biometrika 6:1.

    Raises ValueError for fewer than two units, an error below 0, what is not finite, and a level that is not
    above 0 and below 1.

    >>> low, high = student(0.04, 0.01, 21, 0.95)
    >>> round(low, 5), round(high, 5)
    (0.01914, 0.06086)
    """
    (units,) = counts(units=units)
    inside(0, 1, level=level)
    if units < 2:
        raise ValueError(f"units must be at least 2, not {units}")
    if not (isfinite(value) and isfinite(standard_error) and standard_error >= 0):
        raise ValueError(
            f"value and standard_error must be numbers, {shown(value)} and {shown(standard_error)} are not"
        )
    half = -float(special.stdtrit(units - 1, (1 - float(level)) / 2)) * standard_error
    return Interval(value - half, value + half)
