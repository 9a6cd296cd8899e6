"""The exact and the mid-p value as correctly rounded numbers, up to ten million discordant cases.

`experiment.exact` is the number itself, a fraction of m bits.  Here it is rounded, to a double and to twenty
digits, just as the fraction would be: up to some thousand discordant cases from the fraction, beyond that
from bounds that are narrowed until both round alike.  More than about 1,075 bits below 1 no double is left,
so a p-value that small is there in digits alone.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from typing import NamedTuple

from ..experiment import MOST_DISCORDANT, shown
from .binomial import exact_fraction
from .checks import Number, all_cases, counts, within
from .enclosure import Enclosure, exact_tails, mid_tails
from .midp import mid_p

MOST_BY_FRACTION = 4096  # discordant cases: a millisecond
FIRST_BITS = 192
DIGITS = 20

# A share of discordant cases up to which the mid-p test kept to 0.05 for every N of 10 to 300 and every rate.
MID_P_RATE = Fraction(3, 4)

_TINY = 1e-300  # below it a number is told as a power of ten
_Bounds = Callable[[int, int, int], Enclosure]


class PValue(NamedTuple):
    """A p-value: the nearest double, its first twenty digits, and the fraction that it is.

    The fraction is there up to 4,096 discordant cases.  The double is 0.0 where the nearest one is.
    """

    value: float
    decimal: Decimal
    fraction: Fraction | None

    @property
    def log10(self) -> float:
        """The decimal logarithm, which has a double however small the p-value is."""
        return float(_context(25).log10(self.decimal))

    @property
    def tiny(self) -> bool:
        """Whether it is below 1e-300, so that a power of ten says all that can be said."""
        return self.value < _TINY

    @property
    def power_of_ten(self) -> int:
        """The exponent of ten in scientific notation: -6 for 0.00000191."""
        return self.decimal.adjusted()

    @property
    def one_in(self) -> Decimal | None:
        """The n of "by chance once in n times", to two digits from a hundred on; None where p is above 1/4.

        >>> exact_p(20, 0).one_in, exact_p(100, 80).one_in, exact_p(9, 7).one_in
        (Decimal('5.2E+5'), Decimal('6'), None)
        """
        if self.decimal > Decimal("0.25"):
            return None
        times = _context(DIGITS).divide(Decimal(1), self.decimal)
        if times < 100:
            return times.to_integral_value(ROUND_HALF_EVEN)
        return _context(2).plus(times)


def exact_p(b: int, c: int) -> PValue:
    """The two-sided exact p-value, rounded: the same bits as `float(experiment.exact(b, c))`.

    Some tenths of a second for a million discordant cases.  How it is known to be rounded correctly: see
    `enclosure`.  Raises ValueError, naming the cell, for what is no count, and above ten million of them.

    >>> exact_p(110, 70).value, exact_p(110, 70).decimal
    (0.0035332037055875857, Decimal('0.0035332037055875857069'))
    >>> exact_p(900_000, 100_000).decimal
    Decimal('1.6665235455204721885E-159851')
    >>> exact_p(0, 0).fraction
    Fraction(1, 1)
    """
    b, c = _counts(b, c)
    if abs(b - c) <= 1:  # the tails meet, or overlap
        return rounded(Fraction(1))
    return _rounded(b, c, exact_fraction, exact_tails)


def mid_p_value(b: int, c: int) -> PValue:
    """The two-sided mid-p value as `mid_p` defines it, rounded as `exact_p` is.

    Raises ValueError as `exact_p` does.

    >>> mid_p_value(1, 7).fraction
    Fraction(5, 128)
    >>> mid_p_value(450_000, 449_000).value
    0.29157258332365815
    """
    b, c = _counts(b, c)
    return rounded(Fraction(1)) if b == c else _rounded(b, c, mid_p, mid_tails)


def mid_p_offered(m: int, N: int) -> bool:
    """Whether the mid-p value may stand beside the exact one: not where nearly all cases are discordant.

    Its test is not bound to keep to alpha.  At 0.05 it did for every N from 10 to 300 while at most three
    cases in four were discordant; with N = m = 16 it finds what is not there with a probability of 0.077.
    Raises ValueError for what is no count, and for an N below 1 or below m.

    >>> mid_p_offered(180, 1000), mid_p_offered(16, 16)
    (True, False)
    """
    (m,) = counts(m=m)
    return Fraction(m, all_cases(N, m)) <= MID_P_RATE


def below(b: int, c: int, alpha: Number) -> bool:
    """Whether the exact p-value is below alpha: decided by the fraction, or by bounds on one side of alpha.

    Raises ValueError as `exact_p` does, and for an alpha outside 0 to 1.

    >>> below(15, 5, Fraction(1, 20)), below(5, 0, Fraction(1, 16))  # the second p-value is 1/16 itself
    (True, False)
    """
    b, c = _counts(b, c)
    within(0, 1, alpha=alpha)
    m, threshold, bits = b + c, Fraction(alpha), FIRST_BITS
    if abs(b - c) <= 1:  # p is 1
        return False
    while m > MOST_BY_FRACTION and bits < m:
        low, high, exponent = exact_tails(m, min(b, c), bits)
        wanted = threshold.numerator << -exponent
        if high * threshold.denominator < wanted or low * threshold.denominator >= wanted:
            return low * threshold.denominator < wanted
        bits *= 2
    return exact_fraction(b, c) < threshold


def rounded(p: Fraction) -> PValue:
    """A p-value that is there as a fraction, rounded as the others are.

    >>> rounded(Fraction(1, 3)).decimal
    Decimal('0.33333333333333333333')
    """
    digits = _context(DIGITS).divide(Decimal(p.numerator), Decimal(p.denominator))
    return PValue(p.numerator / p.denominator, digits, p)


def _counts(b: object, c: object) -> tuple[int, int]:
    b, c = counts(b=b, c=c)
    if b + c > MOST_DISCORDANT:
        raise ValueError(f"b + c must be at most {MOST_DISCORDANT} discordant cases, not {shown(b + c)}")
    return b, c


def _rounded(b: int, c: int, fraction: Callable[[int, int], Fraction], bounds: _Bounds) -> PValue:
    """By the fraction where that is quick; else by bounds, with twice the bits until both round alike."""
    m, bits = b + c, FIRST_BITS
    while m > MOST_BY_FRACTION and bits < m:
        found = _if_alike(bounds(m, min(b, c), bits))
        if found is not None:
            return found
        bits *= 2
    return rounded(fraction(b, c))


def _if_alike(bounds: Enclosure) -> PValue | None:
    low, high, exponent = bounds
    value, digits = _double(low, exponent), _decimal(low, exponent, ROUND_FLOOR)
    alike = value == _double(high, exponent) and digits == _decimal(high, exponent, ROUND_CEILING)
    return PValue(value, digits, None) if alike else None


def _double(mantissa: int, exponent: int) -> float:
    """The nearest double, which is what the quotient of two ints is in Python, however large they are."""
    return mantissa / (1 << -exponent)


def _decimal(mantissa: int, exponent: int, rounding: str) -> Decimal:
    """The first twenty digits of a bound: of what lies surely below, or surely above, mantissa 2^exponent."""
    inward = ROUND_CEILING if rounding == ROUND_FLOOR else ROUND_FLOOR
    scale = _power_of_two(-exponent, _context(60, inward))
    return _context(DIGITS).plus(_context(60, rounding).divide(Decimal(mantissa), scale))


def _power_of_two(exponent: int, context: Context) -> Decimal:
    """2^exponent by squaring; Decimal's own power is not rounded the way that is asked for."""
    result, square = Decimal(1), Decimal(2)
    while exponent:
        if exponent & 1:
            result = context.multiply(result, square)
        square = context.multiply(square, square)
        exponent >>= 1
    return result


def _context(digits: int, rounding: str = ROUND_HALF_EVEN) -> Context:
    return Context(prec=digits, rounding=rounding, Emin=MIN_EMIN, Emax=MAX_EMAX)
