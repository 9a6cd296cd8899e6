"""Exercises that compare: two dashboards, two standard errors."""

from __future__ import annotations

from fractions import Fraction

from ....experiment import ALPHA, standard_errors
from ....facts.table import Facts
from ....inference import correlation
from ....inference import exact_fraction as exact
from ....language import Fact
from ....language.fact import Number
from ....language.locale import round_half_up
from .. import mistakes
from ..draws import Draws
from ..exercise import Counts, Exercise, Question, Rows, Values, facts
from .shared import MOST, choice, given_counts, number, square, turned
from .testing import clear_of_alpha, half_of_last

PLACES = 2  # decimals of what is worked out with a calculator


# === Two dashboards ===


def two_dashboards(draws: Draws) -> Exercise:
    """The same accuracies twice, behind them few disagreements and many; which lead is significant?"""
    right = draws.one_of(("fewer", "both", "neither"))
    fewer, more = draws.until(lambda: _dashboards(draws), lambda pair: _rejecting(*pair) == right)
    rows = [_row(f"{name}_", four) for name, four in _placed(draws, fewer, more)]
    given = facts(
        *rows[0],
        *rows[1],
        ("N", fewer.N, "count"),
        ("alpha_percent", ALPHA, "percent"),
        ("smaller_p", exact(fewer.b, fewer.c), "probability"),
        ("larger_p", exact(more.b, more.c), "probability"),
    )
    lead = abs(fewer.b - fewer.c)
    results = facts(
        ("lead", lead, "count"),
        ("lead_points", Fraction(100 * lead, fewer.N), "points"),
        ("fewer_m", fewer.m, "count"),
        ("more_m", more.m, "count"),
    )
    return Exercise(
        "two-dashboards",
        given,
        results,
        (
            Rows((rows[0], rows[1])),
            Values((("smaller", given["smaller_p"]), ("larger", given["larger_p"]))),
        ),
        (
            number("lead", 2, results["lead_points"], half_of_last(PLACES), 2, _wrong_leads(fewer)),
            choice(draws, "verdict", 3, right, ("fewer", "more", "both", "neither"), steps=2),
        ),
    )


def _placed(draws: Draws, fewer: Counts, more: Counts) -> tuple[tuple[str, Counts], tuple[str, Counts]]:
    """Both tables as the first and the second, by chance."""
    first, second = draws.shuffled((fewer, more))
    return ("first", first), ("second", second)


def _wrong_leads(counts: Counts) -> dict[str, Fraction]:
    """What is given for the lead in points, by cause."""
    weaker, stronger = sorted((counts.b, counts.c))
    return {
        "percent": 100 * mistakes.as_relative(counts.a, stronger, weaker, counts.d),
        "cases-for-points": Fraction(stronger - weaker),
        "share-for-points": Fraction(stronger - weaker, counts.N),
        "of-discordant": 100 * mistakes.of_discordant(stronger, weaker),
    }


def _row(prefix: str, counts: Counts) -> tuple[Fact, Fact, Fact, Fact]:
    """The four counts as facts."""
    a, b, c, d = (Fact(prefix + cell, value, "count") for cell, value in counts._asdict().items())
    return a, b, c, d


def _dashboards(draws: Draws) -> tuple[Counts, Counts]:
    """Two tables with the same accuracies; the second has more disagreements."""
    N = draws.one_of((200, 250, 400, 500, 1000))
    c, lead = draws.whole(1, 12), draws.whole(5, 24)
    both_wrong, shift = draws.whole(3, N // 10), draws.whole(8, 60)
    b, d = c + lead, both_wrong + shift
    fewer = turned(draws, Counts(N - b - c - d, b, c, d))
    return fewer, Counts(fewer.a - shift, fewer.b + shift, fewer.c + shift, fewer.d - shift)


def _rejecting(fewer: Counts, more: Counts) -> str:
    """In which of the two the exact test rejects; "" for a pair that is not clear or has too many errors."""
    p, q = exact(fewer.b, fewer.c), exact(more.b, more.c)
    if more.a < more.N // 2 or p < Fraction(1, 2000) or not (clear_of_alpha(p) and clear_of_alpha(q)):
        return ""
    return {(True, False): "fewer", (True, True): "both", (False, False): "neither"}[p < ALPHA, q < ALPHA]


# === Paired and unpaired standard error ===


def paired_se(draws: Draws, counts: Counts) -> Exercise:
    """The standard error of the difference with pairing and without, and which is the smaller one."""
    results = _standard_errors(counts)
    options = ("positive", "negative", "always", "twice", "same")
    return Exercise(
        "paired-se",
        facts(*given_counts(counts), ("places", PLACES, "count")),
        results,
        (square(counts),),
        (
            _standard_error("paired", 4, counts, results, "single-case", mistakes.single_case(*counts)),
            _standard_error("unpaired", 3, counts, results, "added-errors", mistakes.added_errors(*counts)),
            choice(draws, "smaller", 2, "positive" if _sign(counts) > 0 else "negative", options, steps=1),
        ),
    )


def _standard_errors(counts: Counts) -> Facts:
    """Both standard errors, and what they are worked out from."""
    a, b, c, d = counts
    N = counts.N
    A, B, difference = Fraction(a + c, N), Fraction(a + b, N), Fraction(b - c, N)
    paired, unpaired = _paired_and_unpaired(counts)
    return facts(
        ("m", counts.m, "count"),
        ("rate", Fraction(counts.m, N), "ratio"),
        ("difference", abs(difference), "ratio"),
        ("difference_squared", difference**2, "standard error"),
        ("N_minus_one", N - 1, "count"),
        ("paired_variance", paired**2, "standard error"),
        ("paired_standard_error", paired, "standard error"),
        ("paired_standard_error_points", 100 * paired, "points", PLACES),
        ("A_accuracy", A, "ratio"),
        ("B_accuracy", B, "ratio"),
        ("A_product", A * (1 - A), "ratio"),
        ("B_product", B * (1 - B), "ratio"),
        ("unpaired_variance", unpaired**2, "standard error"),
        ("unpaired_standard_error", unpaired, "standard error"),
        ("unpaired_standard_error_points", 100 * unpaired, "points", PLACES),
        ("agreeing", a * d, "count"),
        ("disagreeing", b * c, "count"),
    )


def _paired_and_unpaired(counts: Counts) -> tuple[float, float]:
    """Both standard errors of a table of more than one case."""
    paired, unpaired = standard_errors(*counts)
    assert paired is not None
    return paired, unpaired


def _standard_error(
    name: str, points: int, counts: Counts, results: Facts, cause: str, mistaken: float
) -> Question:
    """The question for one of them; `mistaken` for its own cause, a share as all the others."""
    value = float(results[f"{name}_standard_error"].number)
    other = {"paired": "unpaired", "unpaired": "paired"}[name]
    wrong: dict[str, Number] = {
        other: results[f"{other}_standard_error_points"].number,
        "one-accuracy": 100 * mistakes.one_accuracy(*counts),
        "no-root": 100 * value**2,
        "share-for-points": value,
        cause: 100 * mistaken,
    }
    answer = results[f"{name}_standard_error_points"]
    return number(name, points, answer, _rounding(value, counts.N), 3, wrong)._replace(lines=4)


def correlated(draws: Draws) -> Counts:
    """A table for the exercise above, more often with outcomes that go together."""
    sign = draws.one_of((1, -1))
    return draws.until(
        lambda: _outcomes(draws),
        lambda four: (
            takes_paired_se(four)
            and abs(four.b - four.c) >= 3
            and _sign(four) == sign
            and _rounds_alike(four)
        ),
    )


def takes_paired_se(counts: Counts) -> bool:
    """Both standard errors there, not too small for two decimals, apart, and as the correlation says."""
    r = correlation(*counts) if counts.N > 1 else None
    if not r or not 0 < counts.m <= MOST:
        return False
    paired, unpaired = _paired_and_unpaired(counts)
    apart = abs(100 * (paired - unpaired)) >= Fraction(5, 100)
    return bool(apart and min(paired, unpaired) * 100 >= Fraction(1, 10) and (paired < unpaired) == (r > 0))


def _rounds_alike(counts: Counts) -> bool:
    """Whether a decimal more, as one would write it down on the way, rounds to the same in the end."""
    points = [Fraction(100 * error) for error in _paired_and_unpaired(counts)]
    return all(
        round_half_up(Fraction(round_half_up(one, PLACES + 1)), PLACES) == round_half_up(one, PLACES)
        for one in points
    )


def _sign(counts: Counts) -> int:
    """The sign of the correlation of the two outcomes."""
    return 1 if counts.a * counts.d > counts.b * counts.c else -1


def _outcomes(draws: Draws) -> Counts:
    """A table in which the models differ; few or many cases on which both are wrong."""
    N = draws.one_of((200, 250, 400, 500, 1000))
    b, c = draws.whole(5, N // 6), draws.whole(5, N // 6)
    d = draws.whole(1, draws.one_of((3, N // 8)))
    return Counts(N - b - c - d, b, c, d)


def _rounding(standard_error: float, N: int) -> Fraction:
    """In points: half of the last decimal asked for, and what dividing by N or by N - 1 makes of it."""
    other = 100 * standard_error * (1 - (1 - 1 / N) ** 0.5)
    return half_of_last(PLACES) + Fraction(other)
