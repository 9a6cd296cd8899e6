"""Exercises in judgement: what breaks the test, what a result supports, what to tell a manager."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ....experiment import ALPHA
from ....inference import exact_fraction as exact
from ....inference import tango
from ....language.locale import round_half_up
from ..draws import Draws
from ..exercise import Counts, Exercise, Question, Values, facts
from .shared import HUNDREDTH, MOST, choice, given_counts, square, turned
from .testing import clear_of_alpha

LEVEL = 1 - ALPHA  # of the interval
_PLACES = 2  # of points

# Situations, by the names of their blocks.
BREAKING = ("frames", "duplicates", "passages", "users", "crops")
HARMLESS = ("together", "training", "hardness", "unequal", "agreements", "successor")


def independence(draws: Draws) -> Exercise:
    """Of a few situations, the one that breaks the independence of cases, or the one that does not."""
    N = draws.one_of((200, 300, 400, 500, 600, 800, 1000, 1200))
    breaks = bool(draws.whole(0, 1))
    fitting, others = (BREAKING, HARMLESS) if breaks else (HARMLESS, BREAKING)
    right = draws.one_of(fitting)
    question = choice(draws, "breaks", 3, right, (right, *draws.shuffled(others)[:4]))
    question = question if breaks else question._replace(asks="ask-harmless")
    return Exercise("independence", facts(("N", N, "count")), {}, (), (question,))


def what_it_supports(draws: Draws, counts: Counts) -> Exercise:
    """A table with its p-value, and the one statement that follows."""
    p = exact(counts.b, counts.c)
    right, wrong = (
        ("rejected", ("not-rejected", "matters", "retrained"))
        if p < ALPHA
        else ("not-rejected", ("rejected", "equal", "unimportant"))
    )
    given = facts(
        *given_counts(counts),
        ("exact_p", p, "probability"),
        ("alpha_percent", ALPHA, "percent"),
    )
    results = facts(("m", counts.m, "count"))
    options = (right, *wrong, draws.one_of(("null-probability", "agreements")))
    return Exercise(
        "what-it-supports",
        given,
        results,
        (square(counts),),
        (choice(draws, "supports", 3, right, options),),
    )


def takes_what_it_supports(counts: Counts) -> bool:
    """One model ahead, on enough disagreements, and a p-value below one that does not print as the level."""
    if not 6 <= counts.m <= MOST or abs(counts.b - counts.c) < 2:
        return False
    return abs(exact(counts.b, counts.c) - ALPHA) > Fraction(1, 1000)


def manager(draws: Draws, counts: Counts) -> Exercise:
    """A report in words on a table with its p-value and an interval."""
    del draws
    p, (lead, low, high) = exact(counts.b, counts.c), _lead(counts)
    given = facts(
        *given_counts(counts),
        ("lead_points", lead, "points", _PLACES),
        ("exact_p", p, "probability"),
        ("low", low, "points", _PLACES),
        ("high", high, "points", _PLACES),
        ("level", LEVEL, "percent"),
        ("alpha_percent", ALPHA, "percent"),
    )
    rows = (("lead", "lead_points"), ("p", "exact_p"), ("low", "low"), ("high", "high"))
    report = Question(
        "report",
        "text",
        points=6,
        lines=9,
        says=f"{'significant' if p < ALPHA else 'open'}-{'B' if counts.b > counts.c else 'A'}",
    )
    return Exercise(
        "manager",
        given,
        facts(("m", counts.m, "count")),
        (square(counts), Values(tuple((row, given[name]) for row, name in rows))),
        (report,),
    )


def takes_manager(counts: Counts) -> bool:
    """As above, with a lead and an interval that two decimals can show and that agrees with the p-value."""
    if not takes_what_it_supports(counts):
        return False
    significant = exact(counts.b, counts.c) < ALPHA
    lead, low, high = _lead(counts)
    return min(lead, abs(low), high - lead) >= 5 * HUNDREDTH and (low > 0) == significant


def _lead(counts: Counts) -> tuple[Fraction, Fraction, Fraction]:
    """The leading model's lead in points and Tango's interval for it, to two decimals."""
    b, c = max(counts.b, counts.c), min(counts.b, counts.c)
    ends = tango(b, c, counts.N, LEVEL)
    lead, low, high = (
        Fraction(round_half_up(100 * Fraction(x), _PLACES)) for x in (Fraction(b - c, counts.N), *ends)
    )
    return lead, low, high


def drawn_for(takes: Callable[[Counts], bool]) -> Callable[[Draws], Counts]:
    """What draws a table of a usual test set that is taken, as often with a significant lead as without."""

    def counts_for(draws: Draws) -> Counts:
        significant = bool(draws.whole(0, 1))
        return draws.until(lambda: _table(draws), lambda four: takes(four) and _clear(four, significant))

    return counts_for


def _clear(counts: Counts, significant: bool) -> bool:
    """Whether the p-value lies well on that side of the level, and prints without powers of ten."""
    p = exact(counts.b, counts.c)
    return clear_of_alpha(p) and (p < ALPHA) == significant and Fraction(1, 1000) < p < Fraction(9, 10)


def _table(draws: Draws) -> Counts:
    """Few to many disagreements among right answers for the most part; B leads, or A."""
    N = draws.one_of((200, 250, 400, 500, 1000))
    c, lead, d = draws.whole(1, N // 12), draws.whole(2, 24), draws.whole(4, N // 10)
    b = c + lead
    return turned(draws, Counts(N - b - c - d, b, c, d))
