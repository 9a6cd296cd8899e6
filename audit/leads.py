"""Leads: what the article says of its two leads beside their tables, and of its small examples, recomputed.

As in results.py each is worked out from the counts in a plainer way than where the article takes it from:
sequences of coins are gone through, splits enumerated.  What experiment.py itself defines comes from there.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import product
from math import erfc, sqrt

from .. import experiment
from .numbers import Value, Values
from .results import Counts, two_sided

RECORDS = 5
COINS, SPLIT = 4, (3, 1)
_DRAWN = Fraction(3, 10), Fraction(1, 200)  # p-values between which the figure's stairs lie
_Found = dict[str, tuple[Value, str]]


def article(counts: Counts) -> Values:
    """Every such number, by name: its value and the kind of its print.

    >>> article(experiment.SCENARIOS)["II_one_in"]
    (6, 'count')
    """
    (first, second), level = counts.values(), experiment.LEVEL
    errors = [_error(*cells) for cells in (first, second)]
    found: _Found = {
        "one_time": (1, "count"),
        "difference_percent": (Fraction(first[1] - first[2], sum(first)), "percent"),
        "level": (level, "percent"),
        "z": (experiment.Z, "statistic"),
        "drawn_p": (_DRAWN[0], "probability"),
        "farthest_p": (_DRAWN[1], "probability"),
        "error_ratio": (errors[1] / errors[0], "statistic"),
        "error_ratio_about": (_whole(errors[1] / errors[0]), "count"),
        **_coins(),
        "records": (RECORDS, "count"),
    }
    for name, cells in counts.items():
        found |= {f"{name}_{key}": value for key, value in (_lead(*cells) | _stairs(*cells[1:3])).items()}
    return found | _of_one(first, second)


def _error(a: int, b: int, c: int, d: int) -> float:
    """The paired standard error, from each case's +1, -1 or 0."""
    N = a + b + c + d
    mean = (b - c) / N
    squares = b * (1 - mean) ** 2 + c * (1 + mean) ** 2 + (a + d) * mean**2
    return sqrt(squares / (N - 1) / N)


def _approximate(b: int, c: int, less: int = 0) -> float:
    """The p-value of chi-square on one degree of freedom, from a difference made smaller by `less`."""
    return erfc(max(abs(b - c) - less, 0) / sqrt(2 * (b + c)))


def _lead(a: int, b: int, c: int, d: int) -> _Found:
    N, m, error, p = a + b + c + d, b + c, _error(a, b, c, d), two_sided(b, c)
    lead, (low, high) = (b - c) / N, experiment.interval(b, c, N)
    half = experiment.Z * error
    upper = min(k for k in range((m + 1) // 2, m + 1) if two_sided(k, m - k) < experiment.ALPHA) - 1
    return {
        **{f"{end}_points": (_tenths(100 * at), "points") for end, at in (("low", low), ("high", high))},
        **{f"{end}_images": (_whole(N * at), "count") for end, at in (("low", low), ("high", high))},
        "simple_low_points": (_tenths(100 * (lead - half)), "points"),
        "simple_high_points": (_tenths(100 * (lead + half)), "points"),
        "standard_error_images": (N * error, "statistic"),
        "lead_in_errors": (lead / error, "statistic"),
        "lead_in_errors_about": (_digits(lead / error, 2), "statistic"),
        "chi_square_factor": (_approximate(b, c) / float(p), "statistic"),
        "chi_square_corrected_factor": (_approximate(b, c, 1) / float(p), "statistic"),
        "above_upper": (upper, "count"),
        "above_lower": (m - upper, "count"),
        "above_p": (two_sided(upper, m - upper), "probability"),
    }


def _stairs(b: int, c: int) -> _Found:
    """The splits that the figure draws: from the largest p-value drawn to the first far below the level."""
    m, (most, least) = b + c, _DRAWN
    found: _Found = {}
    for upper in range((m + 1) // 2, m + 1):
        p, before = two_sided(upper, m - upper), two_sided(upper - 1, m - upper + 1)
        if (p <= most or upper >= max(b, c)) and (before >= least or upper <= max(b, c)):
            found[f"split_{upper}_upper"] = (upper, "count")
            found[f"split_{upper}_lower"] = (m - upper, "count")
            found[f"split_{upper}_p"] = (p, "probability")
    return found


def _of_one(first: tuple[int, int, int, int], second: tuple[int, int, int, int]) -> _Found:
    """What is said of one comparison alone."""
    (_, b, c, _), (_, second_b, second_c, _) = first, second
    p, second_p = two_sided(b, c), two_sided(second_b, second_c)
    plain, second_plain = _approximate(b, c), _approximate(second_b, second_c)
    _low, high = experiment.interval(second_b, second_c, sum(second))
    sequences = 1 << (b + c)
    return {
        "I_sequences": (sequences, "count"),
        "I_tail_sequences": (int(p * sequences), "count"),
        "I_per_million": (_whole(float(p) * 1e6), "count"),
        "I_chi_square_factor_about": (_whole(plain / float(p)), "count"),
        "II_sequences_digits": (len(f"{1 << (second_b + second_c)}"), "count"),
        "II_one_in": (_whole(1 / float(second_p)), "count"),
        "II_high_floor": (int(100 * high), "count"),
        "II_chi_square_short": (_digits(1 - second_plain / float(second_p), 2), "percent"),
    }


def _coins() -> _Found:
    """The small example, by going through every sequence of winners; B's wins are the ones."""
    upper, lower = SPLIT
    wins = [sum(sequence) for sequence in product((0, 1), repeat=COINS)]
    alike = sum(won in (0, COINS) for won in wins)
    tails = sum(abs(2 * won - COINS) >= upper - lower for won in wins)
    share = Fraction(1, len(wins))
    return {
        "coins_m": (COINS, "count"),
        "coins_sequences": (len(wins), "count"),
        "coins_alike": (alike, "count"),
        "coins_alike_p": (alike * share, "probability"),
        **{"coins_upper": (upper, "count"), "coins_lower": (lower, "count")},
        "coins_tails": (tails, "count"),
        "coins_tails_p": (tails * share, "probability"),
        **{f"coins_k_{k}": (k, "count") for k in range(COINS + 1)},
        **{f"coins_ways_{k}": (wins.count(k), "count") for k in range(COINS + 1)},
        **{f"coins_chance_{k}": (wins.count(k) * share, "probability") for k in range(COINS + 1)},
    }


def _tenths(value: float) -> Fraction:
    return Fraction(Decimal(value).quantize(Decimal("0.1"), ROUND_HALF_UP))


def _whole(value: float) -> int:
    return int(Decimal(value).quantize(Decimal(1), ROUND_HALF_UP))


def _digits(value: float, digits: int) -> Fraction:
    """A number rounded to so many significant digits."""
    last = Decimal(1).scaleb(Decimal(value).adjusted() - digits + 1)
    return Fraction(Decimal(value).quantize(last, ROUND_HALF_UP))
