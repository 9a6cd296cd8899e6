"""Exercises on the exact test: p by hand, read off a distribution, the fewest cases that can tell."""

from __future__ import annotations

from fractions import Fraction

from ....experiment import ALPHA, exact
from ....facts.table import NullDistribution
from ....inference import nearest_below, smallest_m
from ....language.fact import Number
from ....language.locale import round_half_up
from .. import mistakes
from ..draws import Draws
from ..exercise import BAR_PLACES, MOST_BARS, Counts, Exercise, Values, facts
from .shared import choice, number

FAR = Fraction(1, 10)  # of alpha: how far from it a p-value stays
PLACES = 4  # decimals of a p-value worked out by hand


def clear_of_alpha(p: Fraction) -> bool:
    """Whether a p-value lies so far from the threshold that no rounding moves it across."""
    return not ALPHA * (1 - FAR) <= p <= ALPHA * (1 + FAR)


def half_of_last(places: int) -> Fraction:
    """What rounding to so many decimals may take away.

    >>> half_of_last(2)
    Fraction(1, 200)
    """
    return Fraction(1, 2 * 10**places)


def _split(draws: Draws, fewest: int, most: int) -> Counts:
    """Discordant cases alone, with a clear leader, B or A."""
    m = draws.whole(fewest, most)
    lower = draws.whole(0, (m - 2) // 2)
    return Counts(0, m - lower, lower, 0) if draws.whole(0, 1) else Counts(0, lower, m - lower, 0)


# === The p-value by hand ===


def exact_by_hand(draws: Draws, counts: Counts) -> Exercise:
    """The exact p-value of a few discordant cases, as a fraction."""
    b, c, m = counts.b, counts.c, counts.m
    results = facts(
        ("m", m, "count"),
        ("lower", min(b, c), "count"),
        ("exact_p", exact(b, c), "probability", PLACES),
        ("orders", 2**m, "count"),
        ("orders_in_tail", mistakes.one_tail(b, c) * 2**m, "count"),
    )
    wrong: dict[str, Number] = {
        "not-doubled": mistakes.one_tail(b, c),
        "one-bar": mistakes.one_bar(min(b, c), m),
        "two-bars": mistakes.two_bars(b, c),
        "chi-square": mistakes.by_chi_square(b, c),
        "chi-square-corrected": mistakes.by_corrected_chi_square(b, c),
    }
    question = number("p", 4, results["exact_p"], half_of_last(PLACES), 3, wrong)
    return Exercise(
        "exact-by-hand",
        facts(("b", b, "count"), ("c", c, "count"), ("places", PLACES, "count")),
        results,
        (),
        (question._replace(written="exact"),),
    )


def few(draws: Draws) -> Counts:
    """Counts for the exercise above."""
    return draws.until(
        lambda: _split(draws, 6, 11),
        lambda four: min(four.b, four.c) > 0 and clear_of_alpha(exact(four.b, four.c)),
    )


def takes_exact_by_hand(counts: Counts) -> bool:
    """Whether the sequences can be counted by hand, and p is below one."""
    return 6 <= counts.m <= 12 and abs(counts.b - counts.c) >= 2


# === Read off a distribution ===

READ_PLACES = 3  # decimals of the sum of bars
SMALLEST_READ = Fraction(1, 100)  # so that the decimals asked for show something


def read_distribution(draws: Draws, counts: Counts) -> Exercise:
    """The exact p-value from the printed bars of the null distribution."""
    b, c, m = counts.b, counts.c, counts.m
    lower = min(b, c)
    results = facts(
        ("lower", lower, "count"),
        ("upper", m - lower, "count"),
        ("one_tail", mistakes.one_tail(b, c), "probability", BAR_PLACES),
        ("exact_p", exact(b, c), "probability", READ_PLACES),
    )
    wrong: dict[str, Number] = {
        "not-doubled": mistakes.one_tail(b, c),
        "one-bar": mistakes.one_bar(lower, m),
        "two-bars": mistakes.two_bars(b, c),
        "observed-left-out": mistakes.without_observed(b, c),
        "chi-square": mistakes.by_chi_square(b, c),
        "chi-square-corrected": mistakes.by_corrected_chi_square(b, c),
    }
    return Exercise(
        "read-distribution",
        facts(("m", m, "count"), ("b", b, "count"), ("places", READ_PLACES, "count")),
        results,
        (NullDistribution(m, b),),
        (number("p", 3, results["exact_p"], half_of_last(READ_PLACES), 3, wrong),),
    )


def printable(draws: Draws) -> Counts:
    """Counts for the exercise above."""
    return draws.until(
        lambda: _split(draws, 10, MOST_BARS - 1),
        lambda four: (
            all(_readable(four.b, four.c, places) for places in (BAR_PLACES, BAR_PLACES - 1))
            and clear_of_alpha(exact(four.b, four.c))
        ),
    )


def takes_read_distribution(counts: Counts) -> bool:
    """Whether the distribution can be printed, and some of its bars are not in p."""
    return 10 <= counts.m < MOST_BARS and _readable(counts.b, counts.c)


def _readable(b: int, c: int, places: int = BAR_PLACES) -> bool:
    """Whether p shows in the decimals asked for, sums up more than one bar a side and is below one.

    What the bars add up to, used with so many decimals, rounds to what p rounds to.
    """
    if min(b, c) < 1 or abs(b - c) < 2 or (p := exact(b, c)) < SMALLEST_READ:
        return False
    bars = [mistakes.one_bar(k, b + c) for k in range(min(b, c) + 1)]
    tail = sum((Fraction(round_half_up(bar, places)) for bar in bars), Fraction(0))
    return round_half_up(2 * tail, READ_PLACES) == round_half_up(p, READ_PLACES)


# === The fewest cases that can tell ===

LEVELS = tuple(Fraction(per_mille, 1000) for per_mille in (100, 80, 50, 40, 30, 25, 20, 10, 5, 4, 2, 1))
SMALL_PLACES = 6  # decimals of a p-value below the strictest of these


def fewest_cases(draws: Draws) -> Exercise:
    """The fewest discordant cases with which p can fall below a threshold, and the p-value reached."""
    alpha = draws.one_of(LEVELS)
    m = smallest_m(alpha)
    results = facts(
        ("m", m, "count"),
        ("fewer", m - 1, "count"),
        ("fewer_p", exact(m - 1, 0), "probability"),
        ("orders", 2**m, "count"),
        ("reached_p", exact(m, 0), "probability", SMALL_PLACES),
    )
    wrong_m = {
        "not-doubled": mistakes.fewest(alpha, mistakes.one_tail),
        "chi-square": mistakes.fewest(alpha, mistakes.by_chi_square),
        "chi-square-corrected": mistakes.fewest(alpha, mistakes.by_corrected_chi_square),
    }
    wrong_p: dict[str, Number] = {
        "not-doubled": mistakes.one_tail(m, 0),
        "case-too-few": exact(m - 1, 0),
        "chi-square": mistakes.by_chi_square(m, 0),
        "chi-square-corrected": mistakes.by_corrected_chi_square(m, 0),
    }
    reached = number("reached", 1, results["reached_p"], half_of_last(SMALL_PLACES), 1, wrong_p)
    return Exercise(
        "smallest-m",
        facts(("alpha_percent", alpha, "percent"), ("places", SMALL_PLACES, "count")),
        results,
        (),
        (
            number("fewest", 2, results["m"], Fraction(0), 3, wrong_m),
            reached._replace(written="exact"),
        ),
    )


# === A tail doubled past one ===


def past_one(draws: Draws, counts: Counts) -> Exercise:
    """Equally many wins: twice the tail is more than one, and what the p-value is."""
    b, m = counts.b, counts.m
    results = facts(
        ("orders", 2**m, "count"),
        ("orders_in_tail", mistakes.one_tail(b, b) * 2**m, "count"),
        ("middle", mistakes.one_bar(b, m), "probability"),
        ("doubled", mistakes.doubled_past_one(b, b), "ratio", PLACES),
    )
    wrong: dict[str, Number] = {
        "not-doubled": mistakes.one_tail(b, b),
        "capped": exact(b, b),
        "two-bars": mistakes.two_bars(b, b),
        "observed-left-out": mistakes.without_observed(b, b),
    }
    return Exercise(
        "past-one",
        facts(("b", b, "count"), ("c", b, "count"), ("places", PLACES, "count")),
        results,
        (),
        (
            number("doubled", 3, results["doubled"], half_of_last(PLACES), 2, wrong),
            choice(draws, "p", 1, "one", ("one", "doubled", "half", "zero", "undefined")),
        ),
    )


def level(draws: Draws) -> Counts:
    """Counts for the exercise above."""
    b = draws.whole(3, 7)
    return Counts(0, b, b, 0)


def takes_past_one(counts: Counts) -> bool:
    """Whether both models win equally often, and the sequences can be counted by hand."""
    return counts.b == counts.c and 6 <= counts.m <= 16


# === The smallest lead that is significant ===

CASES = (200, 250, 400, 500, 625, 1000, 1250, 2000)  # one case is a whole number of hundredths of a point
POINT_PLACES = 2
_ROWS = 5  # of the table; the boundary is one of them, and a row that is not significant follows it


def smallest_lead(draws: Draws, counts: Counts) -> Exercise:
    """The smallest lead that is significant, from a table of p-values, and its size in percentage points."""
    m, N, place_of_boundary = counts.m, counts.N, draws.whole(0, _ROWS - 2)
    boundary = nearest_below(m, ALPHA)
    assert boundary is not None  # six cases are enough
    net = boundary.upper - boundary.lower
    table = facts(
        *(
            fact
            for place, lower in enumerate(_lowers(m, place_of_boundary), 1)
            for fact in (
                (f"upper_{place}", m - lower, "count"),
                (f"lower_{place}", lower, "count"),
                (f"p_{place}", exact(m - lower, lower), "probability", PLACES),
            )
        )
    )
    results = facts(
        ("upper", boundary.upper, "count"),
        ("lower", boundary.lower, "count"),
        ("boundary_p", boundary.p, "probability"),
        ("above_upper", boundary.upper - 1, "count"),
        ("above_lower", boundary.lower + 1, "count"),
        ("above_p", exact(boundary.upper - 1, boundary.lower + 1), "probability"),
        ("net", net, "count"),
        ("net_share", Fraction(net, N), "ratio"),
        ("net_points", Fraction(100 * net, N), "points", POINT_PLACES),
    )
    wrong_lead: dict[str, Number] = {
        "still-above": net - 2,
        "too-far": net + 2,
        "half": mistakes.half_lead(net),
        "wins-alone": boundary.upper,
    }
    wrong_points: dict[str, Number] = {
        "still-above": Fraction(100 * (net - 2), N),
        "of-discordant": 100 * mistakes.of_discordant(boundary.upper, boundary.lower),
        "share-for-points": Fraction(net, N),
    }
    given = facts(
        ("N", N, "count"),
        ("m", m, "count"),
        ("alpha_percent", ALPHA, "percent"),
        ("places", POINT_PLACES, "count"),
    )
    rows = tuple((f"split{place}", table[f"p_{place}"]) for place in range(1, _ROWS + 1))
    return Exercise(
        "smallest-lead",
        given | table,
        results,
        (Values(rows),),
        (
            number("lead", 2, results["net"], Fraction(0), 3, wrong_lead)._replace(lines=3),
            number("points", 1, results["net_points"], half_of_last(POINT_PLACES), 1, wrong_points),
        ),
    )


def with_a_boundary(draws: Draws) -> Counts:
    """Counts for the exercise above, which asks how many disagree and not who wins."""
    m = draws.until(lambda: draws.whole(20, 40), _clear_boundary)
    N = draws.until(lambda: draws.one_of(CASES), lambda N: 4 * m <= N <= 50 * m)
    return Counts(N - m, m, 0, 0)


def takes_smallest_lead(counts: Counts) -> bool:
    """Whether the table is short, and the lead shows in the decimals of its size in points."""
    return 20 <= counts.m <= 40 and counts.N <= 10_000


def _lowers(m: int, place: int) -> list[int]:
    """The lower counts around the boundary, which is in that place, from lopsided splits to even ones."""
    boundary = nearest_below(m, ALPHA)
    assert boundary is not None
    return list(range(boundary.lower - place, boundary.lower - place + _ROWS))


def _clear_boundary(m: int) -> bool:
    """Whether neither p-value beside the boundary is close to the threshold."""
    return all(clear_of_alpha(exact(m - lower, lower)) for lower in _lowers(m, 0)[:2])
