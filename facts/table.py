"""The facts of any four counts, and the bars of their null distribution: what every text and figure shares.

The letters are those of experiment.py.  A fact that the counts leave undefined is absent:

    relative_gain                                      where A is never right
    correlation                                        where a model is always right, or always wrong
    nearest_upper, nearest_lower, nearest_net, nearest_p
                                                       where m is too small for any result to reach the level
    paired_standard_error, paired_standard_error_points, unpaired_standard_error_points_sample
                                                       of a single case
    first_drawn, last_drawn, undrawn                   where nothing is to be drawn

Without discordant cases both chi-square statistics are 0, and their p-values 1.  A p-value of theirs that no
double holds is a Decimal of 17 digits.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from typing import NamedTuple, Self

from ..experiment import ALPHA, arrangements, null_distribution, standard_errors
from ..inference import (
    chi_square,
    chi_square_corrected,
    chi_square_far_p,
    chi_square_p,
    correlation,
    exact_fraction,
    nearest_below,
)
from ..inference.asymptotic import FAR
from ..inference.checks import all_cases, counts
from ..language import Fact
from ..language.fact import Number, Value

Facts = dict[str, Fact]
Values = Mapping[str, tuple[Value | None, str]]  # name -> value and kind; None for what is undefined
Window = tuple[int, int]  # the first and the last number of wins that a figure draws


def named(values: Values, prefix: str = "") -> Facts:
    """Facts by name, each name with that prefix; none of what is undefined.

    >>> list(named({"m": (20, "count"), "correlation": (None, "statistic")}, "I_"))
    ['I_m']
    """
    return {
        f"{prefix}{name}": Fact(f"{prefix}{name}", value, kind)
        for name, (value, kind) in values.items()
        if value is not None
    }


# === The null distribution ================================================================


class NullDistribution(NamedTuple):
    """What chance expects of m discordant cases, each a fair coin, and what was observed: wins of B.

    >>> coins = NullDistribution(4, 3)
    >>> coins.weights, coins.tails
    ((1, 4, 6, 4, 1), (range(0, 2), range(3, 5)))
    """

    m: int
    observed: int

    @classmethod
    def of(cls, facts: Mapping[str, Fact], prefix: str = "") -> Self:
        """That of a comparison whose facts have names with this prefix.

        >>> NullDistribution.of(of_counts(900, 20, 0, 80))
        NullDistribution(m=20, observed=20)
        """
        return cls(int(facts[f"{prefix}m"].number), int(facts[f"{prefix}b"].number))

    @property
    def weights(self) -> tuple[int, ...]:
        """In how many orders k wins can fall, for k = 0, ..., m; ValueError for an m above ten thousand."""
        return arrangements(self.m)

    @property
    def chances(self) -> tuple[Fraction, ...]:
        """The probability of k wins, for k = 0, ..., m; ValueError as above."""
        return null_distribution(self.m)

    @property
    def tails(self) -> tuple[range, range]:
        """The numbers of wins as far from the middle as the observed one, or farther: below it, and above.

        They are what the p-value adds up and what figures draw in red.  Where both models win equally
        often all are in the tails, the middle one in the lower.
        """
        lower = min(self.observed, self.m - self.observed)
        return range(lower + 1), range(max(self.m - lower, lower + 1), self.m + 1)

    def in_tails(self, k: int) -> bool:
        """Whether k wins count for the p-value."""
        return any(k in tail for tail in self.tails)


def window_of(facts: Mapping[str, Fact], prefix: str = "") -> Window:
    """What a figure draws of the comparison whose facts have names with this prefix."""
    return int(facts[f"{prefix}first_drawn"].number), int(facts[f"{prefix}last_drawn"].number)


# === The facts ============================================================================


def of_counts(a: int, b: int, c: int, d: int, alpha: Fraction = ALPHA, window: Window | None = None) -> Facts:
    """Every fact of a table, by name, at a level fixed in advance; `window` is what a figure is to draw.

    Standard errors are in the unit of the difference (0.01 is one point), and in points.  Raises ValueError
    for what is no count, for no case at all and more than 10^15; for more discordant cases than
    `inference.nearest_below` takes, and with a window for more than `experiment.arrangements` takes; and
    for an alpha outside 0 to 1.

    >>> facts = of_counts(1, 2, 2, 0)
    >>> facts["exact_p"].value, facts["chi_square"].value, "nearest_p" in facts
    (Fraction(1, 1), Fraction(0, 1), False)
    """
    a, b, c, d = counts(a=a, b=b, c=c, d=d)
    N = all_cases(a + b + c + d, 0)
    paired, unpaired = standard_errors(a, b, c, d)
    A, B = Fraction(a + c, N), Fraction(a + b, N)
    known = _of_split(b, c, N, exact_fraction(b, c), alpha, window)

    def same(*names: str) -> Values:
        return {name: known[name] for name in names}

    return named(
        {
            "a": (a, "count"),
            **same("b", "c"),
            "d": (d, "count"),
            **same("N", "m"),
            "A_right": (a + c, "count"),
            "B_right": (a + b, "count"),
            **same("net", "lower", "upper", "centre", "excess"),
            "A_accuracy": (A, "accuracy"),
            "B_accuracy": (B, "accuracy"),
            **same("difference", "difference_points"),
            "relative_gain": ((B - A) / A if A else None, "percent"),
            **same("exact_p", "chi_square", "chi_square_p", "chi_square_corrected", "chi_square_corrected_p"),
            "correlation": (correlation(a, b, c, d), "statistic"),
            **same("nearest_upper", "nearest_lower", "nearest_net", "nearest_p"),
            **same("first_drawn", "last_drawn", "undrawn"),
            "paired_standard_error": (paired, "standard error"),
            "paired_standard_error_points": (None if paired is None else paired * 100, "points"),
            "unpaired_standard_error": (unpaired, "standard error"),
            "unpaired_standard_error_points": (unpaired * 100, "points"),
            "unpaired_standard_error_points_sample": (
                unpaired * sqrt(N / (N - 1)) * 100 if N > 1 else None,  # dividing by N - 1
                "points",
            ),
        }
    )


def of_split(b: int, c: int, N: int, alpha: Fraction = ALPHA, window: Window | None = None) -> Facts:
    """The facts for which it takes the discordant cases and the number of all cases alone.

    They are the same as those of `of_counts`, whose errors it raises, and ValueError for an N below b + c.

    >>> of_split(42, 18, 10_000)["difference_points"].value
    Fraction(6, 25)
    """
    b, c = counts(b=b, c=c)
    p = exact_fraction(b, c)
    return named(_of_split(b, c, all_cases(N, b + c), p, alpha, window))


def _of_split(b: int, c: int, N: int, p: Fraction, alpha: Fraction, window: Window | None) -> Values:
    m, net, plain, corrected = b + c, b - c, chi_square(b, c), chi_square_corrected(b, c)
    nearest = nearest_below(m, alpha)
    first, last = window or (None, None)
    return {
        "b": (b, "count"),
        "c": (c, "count"),
        "N": (N, "count"),
        "m": (m, "count"),
        "net": (net, "count"),
        "lower": (min(b, c), "count"),
        "upper": (max(b, c), "count"),
        "centre": (Fraction(m, 2), "statistic"),
        "excess": (b - Fraction(m, 2), "statistic"),
        "difference": (Fraction(net, N), "ratio"),
        "difference_points": (Fraction(100 * net, N), "points"),
        "exact_p": (p, "probability"),
        "chi_square": (plain, "statistic"),
        "chi_square_p": (_chi_square_p(plain), "probability"),
        "chi_square_corrected": (corrected, "statistic"),
        "chi_square_corrected_p": (_chi_square_p(corrected), "probability"),
        "nearest_upper": (nearest and nearest.upper, "count"),
        "nearest_lower": (nearest and nearest.lower, "count"),
        "nearest_net": (nearest and nearest.upper - nearest.lower, "count"),
        "nearest_p": (nearest and nearest.p, "probability"),
        "first_drawn": (first, "count"),
        "last_drawn": (last, "count"),
        "undrawn": (_undrawn(m, window), "probability"),
    }


def _chi_square_p(statistic: Fraction) -> Number:
    return chi_square_p(statistic) if statistic < FAR else chi_square_far_p(statistic)


def _undrawn(m: int, window: Window | None) -> Fraction | None:
    """The probability of the bars outside the window."""
    if window is None:
        return None
    first, last = window
    return 1 - Fraction(sum(arrangements(m)[first : last + 1]), 2**m)
