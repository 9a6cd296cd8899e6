"""Handouts: every number that the two teaching sheets print, and the data of their two figures.

Names: `H1_...` belongs to the sheet on what McNemar's test compares, `H2_...` to the one on a small gap.
A text that says "about" prints a fact that `about` has rounded.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import sqrt
from typing import NamedTuple

from ..experiment import ALPHA, SCENARIOS, exact
from ..inference import (
    chi_square,
    chi_square_p,
    connor,
    mid_p,
    power,
    quantile,
    resolution,
    size_at_cutoff,
    size_by_normal,
    smallest_m,
    smallest_net,
    wald,
)
from ..language import Fact
from ..language.fact import Value
from .rounding import about
from .table import Facts, NullDistribution, Values, Window, named, of_counts, of_split

LEVEL = Fraction(19, 20)  # of intervals

# The sheet on what is compared: B alone right, A alone right, cases in all.
SPLIT = (42, 18, 10_000)
WINDOW = (10, 50)  # what its figure draws; the calculation runs over all of 0..m
STRICT_ALPHA = Fraction(1, 100)
DISAGREEMENT = Fraction(1, 20)  # a test set on which the models mostly agree
WIDE_DISAGREEMENT = Fraction(3, 10)  # a rate that equal accuracies allow
SPSS_LIMIT = 25  # computes the exact test for fewer discordant cases
DATAPLOT_LIMIT = 20  # computes the exact test up to so many

# The sheet on a small gap.
SIZE, NET = 1_000, 3
EDGE = Fraction(NET, SIZE)
ACCURACY = Fraction(9, 10)  # of A
POWER = Fraction(4, 5)  # that a study is planned for
LOOSE_ALPHA = Fraction(1, 10)
CUTOFF = Fraction("3.84")  # as tables print it
FEW, BELOW, ABOVE = (4, 1), (151, 148), (152, 149)  # splits with that net lead
SOME = (27, 24)  # another, for an interval
RATES = {  # of disagreement
    "2": Fraction(2, 100),
    "2_6": Fraction(26, 1000),
    "5": Fraction(5, 100),
    "10": Fraction(10, 100),
    "20": Fraction(20, 100),
}
CURVES = ("2", "5", "10", "20")  # those of RATES that have one
YARDSTICKS = ("2", "2_6", "5", "10")  # those that have a row in the table of yardsticks
SIZES = tuple(dict.fromkeys(round(10 ** (2 + step / 20)) for step in range(61)))  # 100 to 100,000


def results() -> Facts:
    """Every number that the two sheets print, by name.

    >>> results()["H1_chi_square"].value
    Fraction(48, 5)
    """
    return named(_compared(), "H1_") | named(_points(), "H2_")


def split() -> tuple[NullDistribution, Window]:
    """The null distribution that the figure of the first sheet draws, and which of its bars."""
    b, c, _N = SPLIT
    return NullDistribution(b + c, b), WINDOW


class Curve(NamedTuple):
    """The smallest significant lead in points, by size of the test set, at one rate of disagreement."""

    rate: Fact
    points: tuple[tuple[int, float], ...]  # size and lead, sizes growing


@cache
def curves() -> tuple[Curve, ...]:
    """A curve for each rate of disagreement that the second sheet's figure draws; the same in every language.

    A size is left out where so few disagreements are expected that no split of them is significant.
    """
    rates = (Fact(f"H2_rate_{name}", RATES[name], "percent") for name in CURVES)
    return tuple(Curve(rate, _curve(rate.number)) for rate in rates)


def mark() -> tuple[int, float]:
    """The size and the lead in points that the second sheet is about."""
    return SIZE, float(EDGE * 100)


def reached() -> tuple[Fact, ...]:
    """The smallest significant lead at the second sheet's own size, in points, on each of its curves."""
    return tuple(Fact(f"H2_lead_{name}", _lead(RATES[name]), "tenths") for name in CURVES)


def _curve(rate: Fraction) -> tuple[tuple[int, float], ...]:
    leads = ((N, smallest_net(round(rate * N), ALPHA)) for N in SIZES)
    return tuple((N, 100 * lead / N) for N, lead in leads if lead is not None)


# === What is compared =====================================================================


def _compared() -> Values:
    b, c, N = SPLIT
    known = of_split(b, c, N, ALPHA, WINDOW)
    net, middle_p = b - c, mid_p(b, c)
    low, high = wald(b, c, N, LEVEL)

    def same(*names: str) -> Values:
        return {name: (known[name].value, known[name].kind) for name in names}

    def rounded(name: str, digits: int) -> Values:
        return {f"{name}_about": (about(known[name].number, digits), known[name].kind)}

    return {
        "zero": (0, "count"),
        "alpha": (ALPHA, "percent"),
        "strict_alpha": (STRICT_ALPHA, "percent"),
        "agreement": (1 - DISAGREEMENT, "percent"),
        "disagreement": (DISAGREEMENT, "percent"),
        "wide_disagreement": (WIDE_DISAGREEMENT, "percent"),
        "cutoff_5": (quantile(ALPHA), "statistic"),
        "cutoff_1": (quantile(STRICT_ALPHA), "statistic"),
        **same("b", "c", "m", "net"),
        "net_squared": (net**2, "count"),
        "net_less_one": (net - 1, "count"),
        **same("N", "chi_square", "chi_square_p"),
        **rounded("chi_square_p", 1),
        **same("chi_square_corrected", "chi_square_corrected_p"),
        **rounded("chi_square_corrected_p", 1),
        **same("exact_p"),
        **rounded("exact_p", 3),
        "mid_p": (middle_p, "probability"),
        "mid_p_about": (about(middle_p, 3), "probability"),
        **same("difference", "difference_points"),
        "level": (LEVEL, "percent"),
        "low_points": (about(100 * low, 1), "points"),
        "high_points": (about(100 * high, 2), "points"),
        "spss_limit": (SPSS_LIMIT, "count"),
        "dataplot_limit": (DATAPLOT_LIMIT, "count"),
        **same("centre", "excess", "first_drawn", "last_drawn", "undrawn"),
    }


# === A small gap ==========================================================================


def _points() -> Values:
    return {**_gap(), **_best(), **_sizes(), **_intervals(), **_standard_errors()}


def _gap() -> Values:
    """What the gap is, and the splits that have it."""
    splits = {"few": FEW, "below": BELOW, "above": ABOVE, "some": SOME}
    for name, (b, c) in splits.items():
        if b - c != NET:
            raise ValueError(f"handouts.py: the split {name}, {b} to {c}, has not the net lead {NET}")
    return {
        "zero": (0, "count"),
        "N": (SIZE, "count"),
        "net": (NET, "count"),
        "others": (SIZE - NET, "count"),
        "gap": (EDGE, "ratio"),
        "gap_points": (EDGE * 100, "points"),
        "gap_squared": (EDGE**2, "ratio"),
        "step": (Fraction(1, SIZE), "ratio"),
        "step_points": (Fraction(100, SIZE), "points"),
        "impossible_m": (sum(BELOW) + 1, "count"),
        **{f"{name}_b": (b, "count") for name, (b, _c) in splits.items()},
        **{f"{name}_c": (c, "count") for name, (_b, c) in splits.items()},
        **{f"{name}_m": (b + c, "count") for name, (b, c) in splits.items()},
    }


def _best() -> Values:
    """The least likely split with this net lead, and the first split of all that is significant."""
    best = chi_square(NET, 0)
    first = smallest_m(ALPHA)
    return {
        "alpha": (ALPHA, "percent"),
        "loose_alpha": (LOOSE_ALPHA, "percent"),
        "cutoff": (quantile(ALPHA), "statistic"),
        "cutoff_tabled": (CUTOFF, "statistic"),
        "half": (Fraction(1, 2), "ratio"),
        "numerator": (NET**2, "count"),
        "best_chi_square": (best, "statistic"),
        "best_chi_square_p": (chi_square_p(best), "probability"),
        "best_chi_square_p_about": (about(chi_square_p(best), 2), "probability"),
        "best_p": (exact(NET, 0), "probability"),
        "first_m": (first, "count"),
        "first_p": (exact(first, 0), "probability"),
        "first_points": (Fraction(100 * first, SIZE), "points"),
        "before_m": (first - 1, "count"),
        "before_p": (exact(first - 1, 0), "probability"),
        **{f"lead_{name}": (_lead(rate), "tenths") for name, rate in RATES.items()},
    }


def _lead(rate: Fraction) -> Fraction:
    """The smallest significant lead at the sheet's size, in points."""
    m = round(rate * SIZE)
    net = smallest_net(m, ALPHA)
    if net is None:
        raise ValueError(f"handouts.py: of {m} disagreements no split is significant")
    return Fraction(100 * net, SIZE)


def _sizes() -> Values:
    """How large a test set this edge takes."""
    edge = float(EDGE)
    values: dict[str, tuple[Value | None, str]] = {
        **{f"rate_{name}": (rate, "percent") for name, rate in RATES.items()},
        "size_per_rate": (round(size_at_cutoff(1, edge, ALPHA)), "count"),
        "size_per_rate_tabled": (round(CUTOFF / EDGE**2), "count"),
        "mean_at_cutoff": (quantile(ALPHA) + 1, "statistic"),
        "power": (POWER, "percent"),
        "normal_size_per_rate": (int(about(size_by_normal(1, edge, POWER, ALPHA), 3)), "count"),
    }
    for name in ("5", "10"):
        rate = RATES[name]
        values |= {
            f"size_at_cutoff_{name}": (int(about(size_at_cutoff(rate, edge, ALPHA), 2)), "count"),
            f"normal_size_{name}": (int(about(size_by_normal(rate, edge, POWER, ALPHA), 3)), "count"),
            f"exact_size_{name}": (int(about(_exact_size(rate), 3)), "count"),
        }
    rate = RATES["5"]
    at_cutoff = power(*_directions(rate), round(size_at_cutoff(rate, edge, ALPHA)), ALPHA)
    return {**values, "power_at_cutoff": (about(at_cutoff, 1), "percent")}


def _directions(rate: Fraction) -> tuple[float, float]:
    """The probabilities that B alone and that A alone is right, at a rate of disagreement and this edge."""
    return float(rate + EDGE) / 2, float(rate - EDGE) / 2


def _exact_size(rate: Fraction) -> float:
    """Cases with which the exact test has the planned power, within a few.

    On the line between two sizes near by: `sample_size` finds the very case, but takes half a second for
    a number that will be rounded.
    """
    p_b, p_c = _directions(rate)
    low = round(connor(p_b, p_c, POWER, ALPHA))
    high = low + round(2 / EDGE)
    short, enough = power(p_b, p_c, low, ALPHA), power(p_b, p_c, high, ALPHA)
    return low + (high - low) * (float(POWER) - short) / (enough - short)


def _intervals() -> Values:
    """How sure one can be of the gap, and how small a one the test set resolves."""
    best_low, best_high = wald(NET, 0, SIZE, LEVEL)
    some_low, some_high = wald(*SOME, SIZE, LEVEL)
    article = of_counts(*SCENARIOS["II"])
    article_rate, article_N = article["m"].number / article["N"].number, int(article["N"].number)
    rate = RATES["5"]
    ratio = size_by_normal(rate, EDGE, POWER, ALPHA) / size_at_cutoff(rate, EDGE, ALPHA)
    return {
        "level": (LEVEL, "percent"),
        "best_low_points": (about(100 * best_low, 1), "points"),
        "best_high_points": (about(100 * best_high, 2), "points"),
        "some_low_points": (about(100 * some_low, 2), "points"),
        "some_high_points": (about(100 * some_high, 2), "points"),
        "some_resolution_points": (_resolution(Fraction(sum(SOME), SIZE), SIZE), "points"),
        "z": (sqrt(quantile(1 - LEVEL)), "statistic"),
        **{f"resolution_{name}": (_resolution(RATES[name], SIZE), "tenths") for name in YARDSTICKS},
        "power_factor": (sqrt(ratio), "statistic"),
        "article_gap_points": (article["difference_points"].value, "points"),
        "article_resolution_points": (_resolution(article_rate, article_N), "points"),
    }


def _resolution(rate: Fraction, N: int) -> Fraction:
    """Half the width of an interval for the gap, in points, rounded to tenths."""
    points = 100 * resolution(rate, N, LEVEL)
    return about(points, 1 if points < 1 else 2)


def _standard_errors() -> Values:
    """The yardsticks that are taken for one another."""
    article = of_counts(*SCENARIOS["II"])
    unpaired = of_counts(*_table(*SOME))["unpaired_standard_error"].number
    values: dict[str, tuple[Value | None, str]] = {
        "accuracy": (ACCURACY, "accuracy"),
        "single_standard_error_points": (about(100 * sqrt(ACCURACY * (1 - ACCURACY) / SIZE), 2), "points"),
        "spread": (ACCURACY * (1 - ACCURACY), "percent"),
        "article_standard_error_points": (about(article["paired_standard_error_points"].number, 3), "points"),
        "article_unpaired_standard_error_points": (
            about(article["unpaired_standard_error_points"].number, 3),
            "points",
        ),
        "unpaired_standard_error_points": (about(100 * unpaired, 3), "points"),
        "gap_over_unpaired": (EDGE / unpaired, "statistic"),
    }
    for name in YARDSTICKS:
        wins = round(RATES[name] * SIZE / 2)
        paired = of_counts(*_table(wins, wins))["paired_standard_error_points"]
        values[f"paired_standard_error_points_{name}"] = (round(paired.number, 2), "hundredths")
    return values


def _table(b: int, c: int) -> tuple[int, int, int, int]:
    """All four counts at the sheet's size, with A's accuracy."""
    a = round(ACCURACY * SIZE) - c
    return a, b, c, SIZE - a - b - c
