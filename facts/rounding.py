"""Rounding inside a fact, for a text that says "about", or whose unit allows no more digits."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction

from ..language.locale import round_half_up


def about(value: Fraction | float, digits: int) -> Fraction:
    """A number rounded to that many significant digits, for a text that says "about".

    >>> about(21341, 2)
    Fraction(21000, 1)
    >>> about(Fraction(-391, 10000), 1)
    Fraction(-1, 25)
    """
    value = Fraction(value)
    rounding = Context(prec=digits, rounding=ROUND_HALF_UP)
    return Fraction(rounding.divide(Decimal(value.numerator), Decimal(value.denominator)))


def tenths(value: Fraction | float) -> Fraction:
    """A number rounded to one decimal, half up.

    >>> tenths(-0.63481), tenths(Fraction(1, 4))
    (Fraction(-3, 5), Fraction(3, 10))
    """
    return Fraction(round_half_up(Fraction(value), 1))


def whole(value: Fraction | float) -> int:
    """A number rounded to a whole one, half up.

    >>> whole(-6.35), whole(2.5)
    (-6, 3)
    """
    return int(round_half_up(Fraction(value), 0))
