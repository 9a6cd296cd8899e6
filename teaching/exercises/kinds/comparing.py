"""Exercises that compare: two dashboards, two standard errors, an exact p-value and its approximations."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from math import ceil, sqrt
from typing import Any

from ....experiment import ALPHA, case
from ....facts.table import Facts
from ....inference import chi_square, chi_square_corrected, chi_square_p, correlation
from ....inference import exact_fraction as exact
from ....language import Fact
from ....language.fact import DECIMALS, Number
from ....language.locale import round_half_up
from .. import mistakes
from ..draws import Draws
from ..exercise import Counts, Exercise, Question, Rows, Values, facts
from .shared import HUNDREDTH, MOST, choice, given_counts, number, square, turned
from .testing import clear_of_alpha, half_of_last

PLACES = 2  # decimals of what is worked out with a calculator


# === Two dashboards ===


def two_dashboards(draws: Draws) -> Exercise:
    """The same accuracies twice, behind them few disagreements and many; which lead is significant?"""
    right = draws.one_of(("fewer", "fewer", "fewer", "both", "neither"))
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
    N, result = counts.N, case(a, b, c, d)
    A, B, difference = result["A_accuracy"], result["B_accuracy"], result["difference"]
    paired, unpaired = _paired_and_unpaired(result)
    return facts(
        ("m", counts.m, "count"),
        ("rate", Fraction(counts.m, N), "ratio"),
        ("difference", abs(difference), "ratio"),
        ("difference_squared", difference**2, "standard error"),
        ("N_minus_one", N - 1, "count"),
        ("paired_variance", paired**2, "standard error"),
        ("paired_standard_error", paired, "standard error"),
        ("paired_standard_error_points", 100 * paired, "points"),
        ("A_accuracy", A, "ratio"),
        ("B_accuracy", B, "ratio"),
        ("A_product", A * (1 - A), "ratio"),
        ("B_product", B * (1 - B), "ratio"),
        ("unpaired_variance", unpaired**2, "standard error"),
        ("unpaired_standard_error", unpaired, "standard error"),
        ("unpaired_standard_error_points", 100 * unpaired, "points"),
        ("agreeing", a * d, "count"),
        ("disagreeing", b * c, "count"),
    )


def _paired_and_unpaired(result: Mapping[str, Any]) -> tuple[float, float]:
    """Both standard errors of a table of more than one case."""
    paired = result["paired_standard_error"]
    assert paired is not None
    return paired, result["unpaired_standard_error"]


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
    sign = draws.one_of((1, 1, -1))
    return draws.until(
        lambda: _outcomes(draws),
        lambda four: takes_paired_se(four) and abs(four.b - four.c) >= 3 and _sign(four) == sign,
    )


def takes_paired_se(counts: Counts) -> bool:
    """Both standard errors there, not too small for two decimals, apart, and as the correlation says."""
    r = correlation(*counts) if counts.N > 1 else None
    if not r or not 0 < counts.m <= MOST:
        return False
    paired, unpaired = _paired_and_unpaired(case(*counts))
    apart = abs(100 * (paired - unpaired)) >= Fraction(5, 100)
    return bool(apart and min(paired, unpaired) * 100 >= Fraction(1, 10) and (paired < unpaired) == (r > 0))


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
    return ceil((half_of_last(PLACES) + Fraction(other)) / HUNDREDTH) * HUNDREDTH


# === The chi-square forms ===


def chi_square_forms(draws: Draws, counts: Counts) -> Exercise:
    """Both chi-square statistics, and how their p-values lie beside the exact one."""
    b, c = counts.b, counts.c
    plain_p, corrected_p = _approximations(counts)
    given = facts(
        ("b", b, "count"),
        ("c", c, "count"),
        ("places", PLACES, "count"),
        ("exact_p", exact(b, c), "probability"),
        ("chi_square_p", plain_p, "probability"),
        ("chi_square_corrected_p", corrected_p, "probability"),
    )
    rows = (("exact", "exact_p"), ("plain", "chi_square_p"), ("corrected", "chi_square_corrected_p"))
    results = _statistics(counts)
    options = ("exact-plain", "exact-corrected", "plain", "corrected")
    return Exercise(
        "chi-square",
        given,
        results,
        (Values(tuple((row, given[name]) for row, name in draws.shuffled(rows))),),
        (
            *_forms(b, c, results),
            choice(draws, "definition", 3, f"exact-{_nearer(counts)}", options, steps=2),
        ),
    )


def with_one_nearer(draws: Draws) -> Counts:
    """Counts for the exercise above, more often such that the corrected form is the nearer one."""
    nearer = draws.one_of(("corrected", "corrected", "plain"))
    return draws.until(
        lambda: _discordant(draws, 10, 40),
        lambda four: takes_chi_square(four) and _nearer(four) == nearer and _adds_up(four),
    )


def _adds_up(counts: Counts) -> bool:
    """Whether the printed distances are those of the printed p-values, however both are rounded."""
    p = exact(counts.b, counts.c)
    others = map(Fraction, _approximations(counts))
    return all(
        _as_printed(abs(other - Fraction(float(p)))) == abs(_as_printed(other) - _as_printed(p))
        for other in others
    )


def _as_printed(probability: Fraction) -> Decimal:
    return round_half_up(probability, DECIMALS["probability"][0])


def _statistics(counts: Counts) -> Facts:
    """Both statistics with what they are worked out from, and how far off their p-values are."""
    b, c = counts.b, counts.c
    p, apart, (plain_p, corrected_p) = float(exact(b, c)), abs(b - c), _approximations(counts)
    return facts(
        ("m", b + c, "count"),
        ("apart", apart, "count"),
        ("apart_squared", apart**2, "count"),
        ("apart_less_one", apart - 1, "count"),
        ("less_one_squared", (apart - 1) ** 2, "count"),
        ("chi_square", chi_square(b, c), "statistic"),
        ("chi_square_corrected", chi_square_corrected(b, c), "statistic"),
        ("plain_away", abs(plain_p - p), "probability"),
        ("corrected_away", abs(corrected_p - p), "probability"),
    )


def _forms(b: int, c: int, results: Facts) -> tuple[Question, Question]:
    """The questions for the statistic, without correction and with it."""
    plain, corrected = chi_square(b, c), chi_square_corrected(b, c)
    wrong_plain: dict[str, Number] = {
        "chi-square-corrected": corrected,
        "not-squared": mistakes.not_squared(b, c),
        "square-root": sqrt(plain),
        "squares-subtracted": mistakes.squares_subtracted(b, c),
    }
    wrong_corrected: dict[str, Number] = {
        "chi-square": plain,
        "no-absolute-value": mistakes.no_absolute_value(b, c),
        "one-after-squaring": mistakes.one_after_squaring(b, c),
        "square-root": sqrt(corrected),
    }
    half = half_of_last(PLACES)
    return (
        number("plain", 2, results["chi_square"], half, 2, wrong_plain),
        number("corrected", 2, results["chi_square_corrected"], half, 2, wrong_corrected),
    )


def takes_chi_square(counts: Counts) -> bool:
    """Few enough to work with, a correction that leaves something, and one p-value clearly nearer."""
    if not 6 <= counts.m <= 1000 or abs(counts.b - counts.c) < 2:
        return False
    p, (plain, corrected) = float(exact(counts.b, counts.c)), _approximations(counts)
    near, far = sorted((abs(plain - p), abs(corrected - p)))
    return far >= 1.5 * near and far - near >= 5e-4


def _approximations(counts: Counts) -> tuple[float, float]:
    """The p-values of both chi-square forms, the corrected one last."""
    b, c = counts.b, counts.c
    return chi_square_p(chi_square(b, c)), chi_square_p(chi_square_corrected(b, c))


def _nearer(counts: Counts) -> str:
    """Which chi-square form has the p-value nearer to the exact one."""
    p, (plain, corrected) = float(exact(counts.b, counts.c)), _approximations(counts)
    return "plain" if abs(plain - p) < abs(corrected - p) else "corrected"


def _discordant(draws: Draws, fewest: int, most: int) -> Counts:
    """Disagreements alone, none of the cells empty."""
    m = draws.whole(fewest, most)
    b = draws.whole(1, m - 1)
    return Counts(0, b, m - b, 0)
