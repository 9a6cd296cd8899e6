"""Results: what the facts of the article must be, recomputed from the four counts of each comparison.

Each is worked out in a plainer way than where the article takes it from: sums over all outcomes in place of
short cuts.  What experiment.py itself defines comes from there.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb, erfc, sqrt

from .. import experiment
from .numbers import Value, Values

Counts = Mapping[str, tuple[int, int, int, int]]  # name of a comparison -> a, b, c, d

# which bars the figure draws, as the article says in its text
WINDOWS = {"I": (0, 20), "II": (55, 125)}
_SHARED = (
    *("N", "A_right", "B_right", "net", "A_accuracy", "B_accuracy", "difference", "difference_points"),
    *("relative_gain", "unpaired_standard_error", "unpaired_standard_error_points"),
    "unpaired_standard_error_points_sample",
)


def article(counts: Counts) -> Values:
    """Every result that the article prints, by name: its value and the kind of its print.

    >>> article({"I": (900, 20, 0, 80)})["I_exact_p"]
    (Fraction(1, 524288), 'probability')
    """
    alpha = experiment.ALPHA
    found: dict[str, tuple[Value, str]] = {
        "zero": (0, "count"),
        "alpha": (alpha, "ratio"),
        "alpha_percent": (alpha, "percent"),
    }
    for name, cells in counts.items():
        own = _comparison(*cells, window=WINDOWS.get(name), alpha=alpha)
        found |= {f"{name}_{key}": value for key, value in own.items()}
    for name in _SHARED:
        values = {found.get(f"{comparison}_{name}") for comparison in counts}
        if len(values) == 1 and (value := values.pop()):
            found[name] = value
    return found


def _comparison(
    a: int, b: int, c: int, d: int, window: tuple[int, int] | None, alpha: Fraction
) -> dict[str, tuple[Value, str]]:
    case = experiment.case(a, b, c, d)
    N, m = case["N"], b + c
    law = experiment.null_distribution(m)
    first, last = window or (0, m)
    gain, paired = case["relative_gain"], case["paired_standard_error"]
    unpaired = case["unpaired_standard_error"]
    values: dict[str, tuple[Value, str]] = {
        **{cell: (count, "count") for cell, count in zip("abcd", (a, b, c, d), strict=True)},
        **{"N": (N, "count"), "m": (m, "count"), "net": (b - c, "count")},
        **{"A_right": (a + c, "count"), "B_right": (a + b, "count")},
        **{"lower": (min(b, c), "count"), "upper": (max(b, c), "count")},
        "centre": (sum((k * chance for k, chance in enumerate(law)), Fraction()), "statistic"),
        "excess": (Fraction(b - c, 2), "statistic"),
        **{name: (case[name], "accuracy") for name in ("A_accuracy", "B_accuracy")},
        "difference": (case["difference"], "ratio"),
        "difference_points": (100 * case["difference"], "points"),
        "exact_p": (two_sided(b, c), "probability"),
        **_approximations(a, b, c, d),
        **_nearest(m, alpha),
        **{"first_drawn": (first, "count"), "last_drawn": (last, "count")},
        "undrawn": (sum(law[:first], Fraction()) + sum(law[last + 1 :], Fraction()), "probability"),
        "unpaired_standard_error": (unpaired, "standard error"),
        "unpaired_standard_error_points": (100 * unpaired, "points"),
    }
    if gain is not None:
        values["relative_gain"] = (gain, "percent")
    if paired is not None:
        values["paired_standard_error"] = (paired, "standard error")
        values["paired_standard_error_points"] = (100 * paired, "points")
        values["unpaired_standard_error_points_sample"] = (100 * unpaired * sqrt(N / (N - 1)), "points")
    for k in range(first, last + 1) if window else ():
        values[f"k_{k}"] = (k, "count")
        values[f"chance_{k}"] = (law[k], "probability")
    return values


def _approximations(a: int, b: int, c: int, d: int) -> dict[str, tuple[Value, str]]:
    """Chi-square with one degree of freedom, and the correlation of the two models' outcomes.

    As far as a double holds the p-values: the article has no others.
    """
    m = max(b + c, 1)  # without a discordant case both statistics are 0
    plain, corrected = Fraction((b - c) ** 2, m), Fraction(max(abs(b - c) - 1, 0) ** 2, m)
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    return {
        "chi_square": (plain, "statistic"),
        "chi_square_p": (erfc(sqrt(plain / 2)), "probability"),
        "chi_square_corrected": (corrected, "statistic"),
        "chi_square_corrected_p": (erfc(sqrt(corrected / 2)), "probability"),
        **({"correlation": ((a * d - b * c) / sqrt(margins), "statistic")} if margins else {}),
    }


def _nearest(m: int, alpha: Fraction) -> dict[str, tuple[Value, str]]:
    """The split of m disagreements with the largest p-value below the level."""
    below = [(two_sided(k, m - k), k) for k in range((m + 1) // 2, m + 1)]
    below = [(p, k) for p, k in below if p < alpha]
    if not below:
        return {}
    p, upper = max(below)
    return {
        "nearest_upper": (upper, "count"),
        "nearest_lower": (m - upper, "count"),
        "nearest_net": (2 * upper - m, "count"),
        "nearest_p": (p, "probability"),
    }


def two_sided(b: int, c: int) -> Fraction:
    """The exact p-value by going through every outcome: those at least as far from the middle.

    >>> two_sided(20, 0)
    Fraction(1, 524288)
    """
    m = b + c
    return Fraction(sum(comb(m, k) for k in range(m + 1) if abs(2 * k - m) >= abs(b - c)), 2**m)
