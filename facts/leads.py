"""The two leads, beyond their tables: chance in plain words, intervals, standard errors, approximations.

A name without a twin in the other comparison is that of a sentence about one of them.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor

from ..experiment import LEVEL, SCENARIOS, Z, exact, interval
from ..language import Refused
from .rounding import about, tenths, whole
from .table import Facts, Values, named

DRAWN_P = Fraction(3, 10)  # the largest p-value that the figure of attainable ones draws
FARTHEST_P = Fraction(1, 200)  # below it that figure ends, unless at the observed split


def results(known: Facts) -> Facts:
    """What follows from the facts of both comparisons, by name; Refused for one without a standard error.

    Whether a sentence in the plural holds of the counts is for its claims to say.
    """
    errors = [known[f"{name}_paired_standard_error"].number for name in SCENARIOS]
    if 0 in errors:
        raise Refused(
            "a comparison in which each case has the same outcome has no standard error",
            path="experiment.py",
        )
    first, second = errors
    values: Values = {
        "one_time": (1, "count"),
        "difference_percent": (known["difference"].value, "percent"),
        "level": (LEVEL, "percent"),
        "z": (Z, "statistic"),
        "drawn_p": (DRAWN_P, "probability"),
        "farthest_p": (FARTHEST_P, "probability"),
        "error_ratio": (float(second / first), "statistic"),
        "error_ratio_about": (whole(second / first), "count"),
    }
    of_each = {f"{name}_{key}": value for name in SCENARIOS for key, value in _of(name, known).items()}
    return named({**values, **of_each, **_in_plain_words(known)})


def _of(name: str, known: Facts) -> Values:
    """What both comparisons have."""
    b, c, N = (int(known[f"{name}_{letter}"].number) for letter in "bcN")
    lead, error = Fraction(b - c, N), known[f"{name}_paired_standard_error"].number
    low, high = (Fraction(end) for end in interval(b, c, N))
    half = Fraction(Z) * error
    upper, lower = (int(known[f"{name}_nearest_{side}"].number) for side in ("upper", "lower"))
    p = known[f"{name}_exact_p"].number
    plain, corrected = (known[f"{name}_{way}_p"].number / p for way in ("chi_square", "chi_square_corrected"))
    return {
        "low_points": (tenths(100 * low), "points"),
        "high_points": (tenths(100 * high), "points"),
        "low_images": (whole(N * low), "count"),
        "high_images": (whole(N * high), "count"),
        "simple_low_points": (tenths(100 * (lead - half)), "points"),
        "simple_high_points": (tenths(100 * (lead + half)), "points"),
        "standard_error_images": (float(N * error), "statistic"),
        "lead_in_errors": (float(lead / error), "statistic"),
        "lead_in_errors_about": (about(lead / error, 2), "statistic"),
        "chi_square_factor": (float(plain), "statistic"),
        "chi_square_corrected_factor": (float(corrected), "statistic"),
        "above_upper": (upper - 1, "count"),
        "above_lower": (lower + 1, "count"),
        "above_p": (exact(upper - 1, lower + 1), "probability"),
    }


def _in_plain_words(known: Facts) -> Values:
    """What sentences about one comparison say."""
    (first_m, first), (second_m, second) = (
        (int(known[f"{name}_m"].number), known[f"{name}_exact_p"].number) for name in SCENARIOS
    )
    b, c, N = (int(known[f"II_{letter}"].number) for letter in "bcN")
    _low, high = interval(b, c, N)
    return {
        "I_sequences": (2**first_m, "count"),
        "I_tail_sequences": (int(first * 2**first_m), "count"),
        "I_per_million": (whole(first * 10**6), "count"),
        "II_sequences_digits": (len(str(2**second_m)), "count"),
        "II_one_in": (whole(1 / second), "count"),
        "II_high_floor": (floor(100 * high), "count"),
        "I_chi_square_factor_about": (whole(known["I_chi_square_p"].number / first), "count"),
        "II_chi_square_short": (about(1 - known["II_chi_square_p"].number / second, 2), "percent"),
    }
