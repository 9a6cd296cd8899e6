"""Results: every number that a report prints, by name, and its verdict."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from ..facts.table import Facts, Values, named, of_counts
from ..inference import mid_p, smallest_m, tango
from ..language import Fact
from .comparison import Comparison

LEVEL = Fraction(19, 20)  # of intervals
RAREST = 1_000_000  # below one of so many a report says no more than that
_SHORT = 10**12  # a denominator up to which the p-value is also shown as a fraction


def facts(comparison: Comparison) -> Facts:
    """Every number of a report, by name; one that the counts leave undefined is absent.

    >>> from .comparison import of_counts
    >>> found = facts(of_counts((900, 20, 0, 80), "old", "new"))
    >>> found["one_in"].value, found["lead_points"].value, found["B_name"].value
    (524288, Fraction(2, 1), 'new')
    """
    counts, alpha = comparison.counts, comparison.alpha
    known = of_counts(*counts, alpha=alpha)
    N = int(known["N"].number)
    low, high = tango(counts.b, counts.c, N, LEVEL)
    error = _error(counts.b, counts.c, N)
    lead = abs(counts.b - counts.c)
    p, m = known["exact_p"].number, counts.b + counts.c
    own: Values = {
        "alpha": (alpha, "probability"),
        "level": (LEVEL, "percent"),
        "lead": (lead, "count"),
        "lead_points": (Fraction(100 * lead, N), "points"),
        "one_in": (min(int(1 / p + Fraction(1, 2)), RAREST), "count"),
        "best_p": (min(Fraction(1), Fraction(2, 2**m)), "probability"),
        "mid_p": (mid_p(counts.b, counts.c), "probability"),
        "smallest_m": (smallest_m(alpha), "count"),
        "nearest_points": (_in_points(known.get("nearest_net"), N), "points"),
        "rate": (Fraction(m, N), "percent"),
        "error_points": (None if error is None else 100 * error, "points"),
        "tango_low_points": (100 * low, "points"),
        "tango_high_points": (100 * high, "points"),
        "A_name": (comparison.A, "name"),
        "B_name": (comparison.B, "name"),
    }
    return known | named(own)


def verdict(known: Facts) -> str:
    """What a report may say, by the end of a block's id: for-b, for-a, undecided, too-small, no-disagreement.

    >>> from .comparison import of_counts
    >>> tables = (9, 20, 0, 1), (9, 3, 1, 1), (9, 0, 0, 1)
    >>> [verdict(facts(of_counts(counts, "A", "B"))) for counts in tables]
    ['for-b', 'too-small', 'no-disagreement']
    """
    if not known["m"].number:
        return "no-disagreement"
    if known["exact_p"].number < known["alpha"].number:
        return "for-b" if known["net"].number > 0 else "for-a"
    return "undecided" if "nearest_net" in known else "too-small"


def is_short(p: Fact) -> bool:
    """Whether a p-value can be read as a fraction."""
    return 1 < p.number.denominator <= _SHORT


def _error(b: int, c: int, N: int) -> float | None:
    """The paired standard error, as `experiment.case` has it."""
    return None if N == 1 else sqrt((Fraction(b + c, N) - Fraction(b - c, N) ** 2) / (N - 1))


def _in_points(cases: Fact | None, N: int) -> Fraction | None:
    return None if cases is None else 100 * cases.number / N
