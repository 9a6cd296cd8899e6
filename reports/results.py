"""Results: every number that a report prints, by name, and its verdict."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from ..experiment import chi_square, chi_square_corrected
from ..facts.table import Facts, Values, named
from ..inference.asymptotic import FAR, chi_square_far_p, chi_square_p
from ..inference.clusters import Clustered, clustered
from ..inference.detection import cases_needed
from ..inference.difference import difference
from ..inference.discreteness import smallest_m
from ..inference.fay_lumbard import fay_lumbard
from ..inference.intervals import tango
from ..inference.lead import smallest_lead
from ..inference.multiple import holm
from ..inference.odds import odds
from ..inference.pvalue import PValue, exact_p, mid_p_offered, mid_p_value
from ..inference.student import student
from ..inference.verdict import Verdict, verdict
from ..language import Fact
from ..language.fact import Number
from .comparison import Comparison
from .margins import of_margin

LEVEL = Fraction(19, 20)  # of intervals
POWER = Fraction(4, 5)  # with which a set is to show a gap
RAREST = 1_000_000  # below one of so many a report says no more than that
_SHORT = 10**12  # a denominator up to which the p-value is also shown as a fraction


class Results(NamedTuple):
    """The numbers of a report by name, its verdict, and the p-value that it rests on."""

    facts: Facts
    verdict: Verdict
    p: PValue
    exact: PValue
    one_in: int | None  # how many sets show such a split once; None where that is nothing unusual


def results(comparison: Comparison) -> Results:
    """Every number of a report; one that the counts leave undefined is absent.

    >>> from .comparison import of_counts
    >>> found = results(of_counts((900, 20, 0, 80), "old", "new"))
    >>> found.verdict.value, found.facts["exact_p"].value, found.facts["lead_points"].value
    ('evidence_for_b', Fraction(1, 524288), Fraction(2, 1))
    """
    counts, alpha = comparison.counts, comparison.alpha
    b, c, N = counts.b, counts.c, sum(counts)
    exact = p = exact_p(b, c)
    clusters = clustered(comparison.clusters) if sum(comparison.clusters.values()) > 1 else None
    if clusters:
        p, effect = clusters.flipped.p, clusters.design_effect or Fraction(1)
        found = verdict(b, c, N, alpha, POWER, p.decimal, effect, clusters.differing)
        apart = _of_clusters(clusters)
    else:
        found = verdict(b, c, N, alpha, POWER)
        apart = _of_independent(b, c, N, alpha)
    facts = {
        **named(_counted(comparison)),
        **named(_difference(b, c, N, found.gap)),
        **named(_tests(b, c, exact)),
        **named(apart),
        **of_margin(comparison, clusters),
        "decisive_p": Fact("decisive_p", number_of(p), "probability"),
    }
    if mid_p_offered(b + c, N):
        facts["mid_p"] = Fact("mid_p", number_of(mid_p_value(b, c)), "probability")
    one_in = None if exact.one_in is None else min(int(exact.one_in), RAREST)
    if one_in:
        facts["one_in"] = Fact("one_in", one_in, "count")
    return Results(facts, found.verdict, p, exact, one_in)


def is_short(p: Fact) -> bool:
    """Whether a p-value can be read as a fraction."""
    return isinstance(p.value, Fraction) and 1 < p.value.denominator <= _SHORT


def number_of(p: PValue) -> Number:
    """A p-value as a fact has it: the fraction where there is one, else twenty digits."""
    return p.decimal if p.fraction is None else p.fraction


def _counted(comparison: Comparison) -> Values:
    a, b, c, d = comparison.counts
    N = a + b + c + d
    dropped = comparison.outcomes.dropped if comparison.outcomes else None
    return {
        "A_name": (comparison.A, "name"),
        "B_name": (comparison.B, "name"),
        "a": (a, "count"),
        "b": (b, "count"),
        "c": (c, "count"),
        "d": (d, "count"),
        "m": (b + c, "count"),
        "N": (N, "count"),
        "dropped": (dropped.cases if dropped else None, "count"),
        "A_accuracy": (Fraction(a + c, N), "accuracy"),
        "B_accuracy": (Fraction(a + b, N), "accuracy"),
        "alpha": (comparison.alpha, "probability"),
        "level": (LEVEL, "percent"),
        "power": (POWER, "percent"),
    }


def _difference(b: int, c: int, N: int, gap: float | None) -> Values:
    """The difference, and the gap that such a set shows."""
    value = Fraction(b - c, N)
    return {
        "net": (b - c, "count"),
        "lead": (abs(b - c), "count"),
        "lead_points": (100 * abs(value), "points"),
        "difference": (value, "ratio"),
        "difference_points": (100 * value, "points"),
        "gap_points": (None if gap is None else 100 * gap, "points"),
        "rate": (Fraction(b + c, N), "percent"),
    }


def _of_independent(b: int, c: int, N: int, alpha: Fraction) -> Values:
    """What holds of independent cases alone: intervals, the error, the odds, and what such a set can show."""
    error = difference(b, c, N).standard_error
    low, high = fay_lumbard(b, c, N, LEVEL)
    tango_low, tango_high = tango(b, c, N, LEVEL)
    ratio, there = odds(b, c, LEVEL), b + c > 0
    nearest = smallest_lead(b + c, alpha)
    return {
        "low_points": (100 * low, "points"),
        "high_points": (100 * high, "points"),
        "tango_low_points": (100 * tango_low, "points"),
        "tango_high_points": (100 * tango_high, "points"),
        "error_points": (None if error is None else 100 * error, "points"),
        "odds": (ratio.ratio if there else None, "statistic"),
        "odds_low": (ratio.low if there else None, "statistic"),
        "odds_high": (ratio.high if there else None, "statistic"),
        "smallest_m": (smallest_m(alpha), "count"),
        "nearest_net": (nearest, "count"),
        "nearest_points": (None if nearest is None else Fraction(100 * nearest, N), "points"),
        "needed": (_needed(b, c, N, alpha), "count"),
    }


def _tests(b: int, c: int, exact: PValue) -> Values:
    plain, corrected = chi_square(b, c), chi_square_corrected(b, c)
    return {
        "exact_p": (number_of(exact), "probability"),
        "chi_square": (plain, "statistic"),
        "chi_square_p": (_chi_square_p(plain), "probability"),
        "chi_square_corrected": (corrected, "statistic"),
        "chi_square_corrected_p": (_chi_square_p(corrected), "probability"),
    }


def _chi_square_p(statistic: Fraction) -> Number:
    return chi_square_p(statistic) if statistic < FAR else chi_square_far_p(statistic)


def _needed(b: int, c: int, N: int, alpha: Fraction) -> int | None:
    """How many cases show the gap seen; None where there is none, or it takes too many to say."""
    if b == c:
        return None
    try:
        return cases_needed(Fraction(b + c, N), Fraction(abs(b - c), N), POWER, alpha)
    except ValueError:
        return None


def _of_clusters(found: Clustered) -> Values:
    """What clusters say, their interval in the place of that of independent cases."""
    values: dict[str, tuple[Number | None, str]] = {
        "clusters": (found.clusters, "count"),
        "design_effect": (found.design_effect, "statistic"),
        "cluster_p": (number_of(found.flipped.p), "probability"),
    }
    if found.standard_error:  # without one, an interval would be of no width, which nobody believes
        low, high = student(float(found.difference), found.standard_error, found.clusters, LEVEL)
        values["low_points"], values["high_points"] = (100 * low, "points"), (100 * high, "points")
        values["error_points"] = 100 * found.standard_error, "points"
    for name in ("obuchowski", "yang", "durkalski"):
        statistic = getattr(found, name)
        values[name] = statistic.value, "statistic"
        values[f"{name}_p"] = statistic.p, "probability"
    return values


class CategoryRow(NamedTuple):
    """What a table says of one category; p-values are of its own cases, `holm` adjusted for all."""

    name: str | None
    facts: Facts


def by_category(comparison: Comparison) -> list[CategoryRow]:
    """A row a category, as they were read."""
    rows = [category.counts for category in comparison.categories]
    p_values = [exact_p(counts.b, counts.c) for counts in rows]
    adjusted = holm([p.decimal for p in p_values])
    return [
        CategoryRow(category.name, named(_category(tuple(counts), number_of(p), by_holm)))
        for category, counts, p, by_holm in zip(comparison.categories, rows, p_values, adjusted, strict=True)
    ]


def _category(counts: tuple[int, ...], p: Number, by_holm: Decimal) -> Values:
    _a, b, c, _d = counts
    N = sum(counts)
    return {
        "N": (N, "count"),
        "b": (b, "count"),
        "c": (c, "count"),
        "difference_points": (Fraction(100 * (b - c), N), "points"),
        "exact_p": (p, "probability"),
        "holm_p": (by_holm, "probability"),
    }
