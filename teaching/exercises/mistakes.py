"""Mistakes: the answers to which known mistakes lead, computed from the same counts as the right ones."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import count
from math import comb, sqrt

from ...experiment import standard_errors
from ...inference import chi_square, chi_square_corrected, chi_square_p


def one_tail(b: int, c: int) -> Fraction:
    """P(K <= min(b, c)): the tail not doubled, as in a one-sided test.

    >>> one_tail(5, 1)
    Fraction(7, 64)
    """
    return sum((one_bar(k, b + c) for k in range(min(b, c) + 1)), Fraction(0))


def doubled_past_one(b: int, c: int) -> Fraction:
    """Twice the tail without the cap; more than 1 when b = c.

    >>> doubled_past_one(3, 3)
    Fraction(21, 16)
    """
    return 2 * one_tail(b, c)


def one_bar(k: int, m: int) -> Fraction:
    """P(K = k): the height of a single bar, taken for the p-value.

    >>> one_bar(1, 6)
    Fraction(3, 32)
    """
    return Fraction(comb(m, k), 2**m)


def two_bars(b: int, c: int) -> Fraction:
    """Twice the height of the observed bar, without the bars beyond it.

    >>> two_bars(5, 1)
    Fraction(3, 16)
    """
    return 2 * one_bar(min(b, c), b + c)


def without_observed(b: int, c: int) -> Fraction:
    """Both tails without the observed bar and its mirror image: strictly more uneven splits alone.

    >>> without_observed(5, 1)
    Fraction(1, 32)
    """
    return doubled_past_one(b, c) - two_bars(b, c)


def by_chi_square(b: int, c: int) -> float:
    """The p-value of the chi-square approximation, without correction.

    >>> round(by_chi_square(5, 1), 4)
    0.1025
    """
    return chi_square_p(chi_square(b, c))


def by_corrected_chi_square(b: int, c: int) -> float:
    """The p-value of the chi-square approximation, with continuity correction.

    >>> round(by_corrected_chi_square(5, 1), 4)
    0.2207
    """
    return chi_square_p(chi_square_corrected(b, c))


def fewest(alpha: Fraction, p: Callable[[int, int], Fraction | float]) -> int:
    """The fewest discordant cases, all won by one model, that some other p-value puts below alpha.

    >>> fewest(Fraction(1, 20), one_tail), fewest(Fraction(1, 20), by_chi_square)
    (5, 4)
    """
    return next(m for m in count(1) if p(m, 0) < alpha)


def half_lead(net: int) -> Fraction:
    """The leader's wins beyond half of the discordant cases, taken for its lead.

    >>> half_lead(11)
    Fraction(11, 2)
    """
    return Fraction(net, 2)


def added(b: int, c: int) -> int:
    """The discordant cells added where their difference is asked for.

    >>> added(7, 2)
    9
    """
    return b + c


def with_shared(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """Every right answer of a model in its discordant cell, the shared ones too.

    >>> with_shared(8, 5, 3, 4)
    (8, 13, 11, 4)
    """
    return a, a + b, a + c, d


def errors_counted(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """Each outcome in the place of its opposite: wrong answers counted where right ones are asked for.

    >>> errors_counted(8, 5, 3, 4)
    (4, 3, 5, 8)
    """
    return d, c, b, a


def swapped(b: int, c: int) -> tuple[int, int]:
    """The discordant cells in each other's place, as in software that has the table the other way round."""
    return c, b


def as_relative(a: int, b: int, c: int, d: int) -> Fraction:
    """The gain relative to A's accuracy, a percentage taken for percentage points.

    >>> as_relative(900, 20, 0, 80)
    Fraction(1, 45)
    """
    return Fraction(b - c, a + c)


def of_discordant(b: int, c: int) -> Fraction:
    """(b - c) / (b + c): the net gain divided by the discordant cases instead of all."""
    return Fraction(b - c, b + c)


def unpaired(a: int, b: int, c: int, d: int) -> float:
    """The standard error of the difference as if each model had been given cases of its own."""
    return standard_errors(a, b, c, d)[1]


# === Standard errors ===


def one_accuracy(a: int, b: int, c: int, d: int) -> float:
    """The standard error of A's accuracy alone, taken for that of the difference.

    >>> round(one_accuracy(900, 20, 0, 80), 5)
    0.00949
    """
    N = a + b + c + d
    return sqrt(Fraction((a + c) * (b + d), N**3))


def single_case(a: int, b: int, c: int, d: int) -> float:
    """The standard deviation of a single case's difference: not divided by the root of the number of cases.

    Of more than one case.

    >>> round(single_case(900, 20, 0, 80), 4)
    0.1401
    """
    paired, _unpaired = standard_errors(a, b, c, d)
    assert paired is not None
    return paired * sqrt(a + b + c + d)


def added_errors(a: int, b: int, c: int, d: int) -> float:
    """The standard errors of both accuracies added up, instead of their squares under one root.

    >>> round(added_errors(900, 20, 0, 80), 4)
    0.0181
    """
    return one_accuracy(a, b, c, d) + one_accuracy(a, c, b, d)


# === Chi-square ===


def not_squared(b: int, c: int) -> Fraction:
    """|b - c| / (b + c): the square forgotten.

    >>> not_squared(14, 6)
    Fraction(2, 5)
    """
    return Fraction(abs(b - c), b + c)


def squares_subtracted(b: int, c: int) -> Fraction:
    """|b^2 - c^2| / (b + c): each count squared before the subtraction.

    >>> squares_subtracted(14, 6)
    Fraction(8, 1)
    """
    return Fraction(abs(b * b - c * c), b + c)


def no_absolute_value(b: int, c: int) -> Fraction:
    """(b - c - 1)^2 / (b + c): wrong only where A wins more, since one is then added.

    >>> no_absolute_value(6, 14)
    Fraction(81, 20)
    """
    return Fraction((b - c - 1) ** 2, b + c)


def one_after_squaring(b: int, c: int) -> Fraction:
    """((b - c)^2 - 1) / (b + c): the correction taken off after the squaring.

    >>> one_after_squaring(14, 6)
    Fraction(63, 20)
    """
    return Fraction((b - c) ** 2 - 1, b + c)


# === Sizes of test sets ===


def planning_slips(
    rate: Fraction, edge: Fraction, accuracy: Fraction, cutoff: Fraction
) -> dict[str, Fraction]:
    """By cause, the sizes that come of slips with cutoff * rate / edge^2; rate, edge and accuracy are shares.

    >>> slips = planning_slips(Fraction(5, 100), Fraction(3, 1000), Fraction(9, 10), Fraction(384, 100))
    >>> {cause: round(size, 2) for cause, size in slips.items()}["edge-not-squared"]
    Fraction(64, 1)
    """
    better = accuracy + edge
    return {
        "points-for-share": cutoff * rate / (100 * edge) ** 2,
        "percent-throughout": cutoff * rate / (100 * edge**2),
        "edge-not-squared": cutoff * rate / edge,
        "unpaired": cutoff * (accuracy * (1 - accuracy) + better * (1 - better)) / edge**2,
        "no-rate": cutoff / edge**2,
    }
