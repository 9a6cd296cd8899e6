"""The exercise on an exact p-value and its approximations by chi-square."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import sqrt

from ....facts.table import Facts
from ....inference import chi_square, chi_square_corrected, chi_square_p
from ....inference import exact_fraction as exact
from ....language.fact import Number
from ....language.locale import round_half_up
from .. import mistakes
from ..draws import Draws
from ..exercise import Counts, Exercise, Question, Values, facts
from .shared import MOST, choice, number
from .testing import half_of_last

PLACES = 2  # decimals of a statistic
P_PLACES = 6  # decimals of the p-values: of every split as many, so that they tell nothing
_UNIT = Fraction(1, 10**P_PLACES)


def chi_square_forms(draws: Draws, counts: Counts) -> Exercise:
    """Both chi-square statistics, and how their p-values lie beside the exact one, where that can be read."""
    b, c = counts.b, counts.c
    given = facts(("b", b, "count"), ("c", c, "count"), ("places", PLACES, "count"))
    results = _statistics(counts)
    if not _one_is_nearer(counts):
        return Exercise("chi-square", given, results, (), _forms(b, c, results))
    plain_p, corrected_p = _approximations(counts)
    listed = facts(
        ("exact_p", exact(b, c), "probability", P_PLACES),
        ("chi_square_p", plain_p, "probability", P_PLACES),
        ("chi_square_corrected_p", corrected_p, "probability", P_PLACES),
    )
    rows = (("exact", "exact_p"), ("plain", "chi_square_p"), ("corrected", "chi_square_corrected_p"))
    options = ("exact-plain", "exact-corrected", "plain", "corrected")
    return Exercise(
        "chi-square",
        given | listed,
        results | _distances(counts),
        (Values(tuple((row, listed[name]) for row, name in draws.shuffled(rows))),),
        (
            *_forms(b, c, results),
            choice(draws, "definition", 3, f"exact-{_nearer(counts)}", options, steps=2),
        ),
    )


def with_one_nearer(draws: Draws) -> Counts:
    """Counts for the exercise above, as often with the one form nearer as with the other."""
    nearer = draws.one_of(("corrected", "plain"))
    return draws.until(
        lambda: _discordant(draws, 10, 60),
        lambda four: takes_chi_square(four) and _one_is_nearer(four) and _nearer(four) == nearer,
    )


def _statistics(counts: Counts) -> Facts:
    """Both statistics with what they are worked out from."""
    b, c = counts.b, counts.c
    apart = abs(b - c)
    return facts(
        ("m", b + c, "count"),
        ("apart", apart, "count"),
        ("apart_squared", apart**2, "count"),
        ("apart_less_one", apart - 1, "count"),
        ("less_one_squared", (apart - 1) ** 2, "count"),
        ("chi_square", chi_square(b, c), "statistic", PLACES),
        ("chi_square_corrected", chi_square_corrected(b, c), "statistic", PLACES),
    )


def _distances(counts: Counts) -> Facts:
    """How far off both approximations are, as they are printed."""
    plain, corrected = _away(counts)
    return facts(
        ("plain_away", plain, "probability", P_PLACES),
        ("corrected_away", corrected, "probability", P_PLACES),
    )


def _away(counts: Counts) -> list[Fraction]:
    """The distances of the printed p-values of both forms from the printed exact one."""
    p = _as_printed(exact(counts.b, counts.c))
    return [abs(Fraction(_as_printed(Fraction(other)) - p)) for other in _approximations(counts)]


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
    """Whether the correction leaves something that shows in the decimals asked for."""
    if not 6 <= counts.m <= MOST or abs(counts.b - counts.c) < 2:
        return False
    return chi_square_corrected(counts.b, counts.c) >= 10 * half_of_last(PLACES)


def _one_is_nearer(counts: Counts) -> bool:
    """Whether the printed p-values tell which approximation is nearer, and by how much, without a doubt."""
    p = exact(counts.b, counts.c)
    others = [Fraction(other) for other in _approximations(counts)]
    if min(p, *others) < 10 * _UNIT:
        return False
    near, far = sorted(_away(counts))
    return 2 * far >= 3 * near and far - near >= 5 * _UNIT


def _as_printed(probability: Fraction) -> Decimal:
    return round_half_up(probability, P_PLACES)


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
