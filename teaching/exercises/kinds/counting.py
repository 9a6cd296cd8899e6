"""Exercises on the table: cases sorted into it, what drops out of a difference, letters of another order."""

from __future__ import annotations

from fractions import Fraction

from .. import mistakes
from ..draws import Draws
from ..exercise import Cases, Counts, Exercise, Question, Square, Wrong, distinct, facts
from .shared import HUNDREDTH, choice, given_counts, number, square

LISTED = 20  # cases
PLACES = ("places", 2, "count")  # decimals of a difference in points
SIZES = (200, 250, 400, 500, 625, 1000, 1250, 2000)  # one case is a whole number of hundredths of a point


# === From cases to a table ===


def fill_table(draws: Draws) -> Exercise:
    """Listed cases, to be counted into an empty table."""
    table = draws.until(lambda: _few(draws), _mostly_right)
    a, b, c, d = table
    cells = given_counts(table)[:4]
    outcomes = a * [(True, True)] + b * [(False, True)] + c * [(True, False)] + d * [(False, False)]
    wrong = {
        "swapped": (a, *mistakes.swapped(b, c), d),
        "errors-counted": mistakes.errors_counted(*table),
        "shared-counted": mistakes.with_shared(*table),
    }
    question = Question(
        "table",
        "cells",
        points=4,
        answer=cells,
        wrong=tuple(Wrong(cause, given_counts(Counts(*four))[:4]) for cause, four in wrong.items()),
        steps=("step1", "step2", "step3"),
    )
    return Exercise(
        "fill-table",
        facts(("N", LISTED, "count")),
        facts(*cells, ("A_right", a + c, "count"), ("B_right", a + b, "count")),
        (Cases(tuple(draws.shuffled(outcomes))), Square(None, None, None, None)),
        (distinct(question),),
    )


def _few(draws: Draws) -> Counts:
    """Outcomes of the listed cases."""
    a, b, c = draws.whole(6, 13), draws.whole(1, 7), draws.whole(1, 7)
    return Counts(a, b, c, LISTED - a - b - c)


def _mostly_right(four: Counts) -> bool:
    """Whether no two counts are the same, none is zero, and each model is right more often than not."""
    right = four.a + min(four.b, four.c)
    return min(four) >= 1 and len(set(four)) == len(four) and 2 * right > LISTED


# === What cancels ===


def which_cancel(draws: Draws, table: Counts) -> Exercise:
    """The cells without influence on the difference of the accuracies, and that difference in points."""
    a, b, c, _d = table
    net, difference = b - c, Fraction(b - c, table.N)
    results = facts(
        ("A_right", a + c, "count"),
        ("B_right", a + b, "count"),
        ("net", net, "count"),
        ("difference", difference, "ratio"),
        ("difference_points", 100 * difference, "points", PLACES[1]),
    )
    c_first, b_first = mistakes.swapped(b, c)
    wrong = {
        "swapped": Fraction(100 * (c_first - b_first), table.N),
        "percent": 100 * mistakes.as_relative(*table),
        "of-discordant": 100 * mistakes.of_discordant(b, c),
        "share-for-points": difference,
    }
    return Exercise(
        "which-cancel",
        facts(*given_counts(table), PLACES),
        results,
        (square(table),),
        (
            choice(draws, "cells", 1, "a-and-d", ("a-and-d", "b-and-c", "only-a", "only-d", "none")),
            number("difference", 2, results["difference_points"], HUNDREDTH / 2, 3, wrong),
        ),
    )


def takes_which_cancel(counts: Counts) -> bool:
    """Whether one model is ahead, and far enough for the decimals asked for to show it."""
    return counts.a + counts.c > 0 and 0 < counts.N <= 1000 * abs(counts.b - counts.c)


def with_a_clear_gain(draws: Draws) -> Counts:
    """A table for the exercise above."""
    return draws.until(lambda: _hundreds(draws), _clear_gain)


def _hundreds(draws: Draws) -> Counts:
    """Outcomes of some hundred cases; the models agree on most, and mostly they are right."""
    N = draws.one_of(SIZES)
    b, c, d = draws.whole(4, N // 10), draws.whole(4, N // 10), draws.whole(N // 50, N // 6)
    return Counts(N - b - c - d, b, c, d)


def _clear_gain(counts: Counts) -> bool:
    """Whether a model is ahead by half a point to five, and the relative change is clearly another number."""
    points, percent = Fraction(100 * (counts.b - counts.c), counts.N), 100 * mistakes.as_relative(*counts)
    return Fraction(1, 2) <= abs(points) <= 5 and abs(percent - points) >= 2 * HUNDREDTH


# === Letters that mean something else ===


def orientation(draws: Draws, table: Counts) -> Exercise:
    """The net gain of B, from the output of a program that calls b what only A gets right."""
    a, b, c, d = table
    printed_b, printed_c = mistakes.swapped(b, c)
    results = facts(("net", b - c, "count"))
    wrong = {"swapped": printed_b - printed_c, "added": mistakes.added(b, c), "wins-alone": b}
    return Exercise(
        "orientation",
        facts(
            ("printed_a", a, "count"),
            ("printed_b", printed_b, "count"),
            ("printed_c", printed_c, "count"),
            ("printed_d", d, "count"),
        ),
        results,
        (),
        (
            number("net", 2, results["net"], Fraction(0), 2, wrong),
            choice(draws, "leader", 1, "B" if b > c else "A", ("A", "B", "level", "unknown")),
        ),
    )


def takes_orientation(counts: Counts) -> bool:
    """Whether one model is ahead, so that it matters which cell is which."""
    return counts.b != counts.c


def well_apart(draws: Draws) -> Counts:
    """A table in which one model is ahead by more than a few cases."""
    return draws.until(lambda: _hundreds(draws), lambda counts: abs(counts.b - counts.c) >= 5)
