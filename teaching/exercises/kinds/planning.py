"""Exercises on what a test set can show: the least that a lead must be, and the size that it takes."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from ....experiment import ALPHA, exact
from ....inference import quantile, size_at_cutoff, size_by_normal
from ....language.fact import Number
from .. import mistakes
from ..draws import Draws
from ..exercise import Exercise, Question, facts
from .shared import HUNDREDTH, choice, number
from .testing import PLACES, half_of_last

POWER = Fraction(4, 5)  # what studies are customarily planned for


# === What a lead can show at all ===


def possible_lead(draws: Draws) -> Exercise:
    """The smallest p-value that a lead of so many cases can have, and what follows."""
    N, lead = draws.one_of((200, 250, 400, 500, 800, 1000, 2000)), draws.whole(2, 9)
    best = exact(lead, 0)
    results = facts(
        ("best_p", best, "probability", PLACES),
        ("orders", 2**lead, "count"),
        ("more", lead + 2, "count"),
        ("other", 1, "count"),
        ("leader", lead + 1, "count"),
        ("next_p", exact(lead + 1, 1), "probability"),
    )
    wrong: dict[str, Number] = {
        "not-doubled": mistakes.one_tail(lead, 0),
        "chi-square": mistakes.by_chi_square(lead, 0),
        "chi-square-corrected": mistakes.by_corrected_chi_square(lead, 0),
    }
    return Exercise(
        "possible-lead",
        facts(
            ("N", N, "count"),
            ("lead", lead, "count"),
            ("places", PLACES, "count"),
            ("alpha_percent", ALPHA, "percent"),
        ),
        results,
        (),
        (
            number("p", 3, results["best_p"], half_of_last(PLACES), 3, wrong)._replace(written="exact"),
            choice(
                draws,
                "conclusion",
                2,
                "possible" if best < ALPHA else "never",
                ("never", "possible", "always", "share"),
            ),
        ),
    )


# === How many cases it takes ===


def sample_size(draws: Draws) -> Exercise:
    """The size of test set at which the expected counts reach the cut-off, and the power that it gives."""
    rate, edge, accuracy = draws.until(lambda: _plan(draws), lambda plan: _sensible(*plan))
    cutoff = Fraction(round(100 * quantile(ALPHA)), 100)  # as it is printed
    size = ceil(cutoff * rate / edge**2)
    given = facts(
        ("rate", rate, "percent"),
        ("edge_points", 100 * edge, "points"),
        ("accuracy", accuracy, "accuracy"),
        ("cutoff", cutoff, "statistic"),
        ("alpha_percent", ALPHA, "percent"),
        ("confidence", 1 - ALPHA, "percent"),
        ("target", POWER, "percent"),
        ("half", Fraction(1, 2), "percent"),
    )
    results = facts(
        ("rate_share", rate, "ratio"),
        ("edge_share", edge, "ratio"),
        ("size", size, "count"),
        ("size_unrounded", ceil(size_at_cutoff(rate, edge, ALPHA)), "count"),
        ("size_for_target", ceil(size_by_normal(rate, edge, POWER, ALPHA)), "count"),
    )
    slips = mistakes.planning_slips(rate, edge, accuracy, cutoff)
    wrong = {cause: Fraction(ceil(value)) for cause, value in slips.items()}
    tolerance = Fraction(ceil(size * HUNDREDTH))
    return Exercise(
        "sample-size",
        given,
        results,
        (),
        (
            number("size", 4, results["size"], tolerance, 3, wrong),
            _power(draws),
        ),
    )


# How the size just computed is used, by the block that asks, and how often the test is then significant.
_USES = {"ask": "half", "ask-twice": "target", "ask-level": "alpha"}


def _power(draws: Draws) -> Question:
    """How probable a significant result is: at that size, at twice of it, or without any true difference."""
    asks = draws.one_of(tuple(_USES))
    question = choice(draws, "power", 2, _USES[asks], ("half", "confidence", "alpha", "target"), steps=2)
    return question._replace(asks=asks)


def _plan(draws: Draws) -> tuple[Fraction, Fraction, Fraction]:
    """Rate of disagreement, edge and accuracy of the weaker model, as shares."""
    return (
        Fraction(draws.one_of((2, 3, 4, 5, 6, 8, 10, 12, 15)), 100),
        Fraction(draws.one_of((2, 3, 4, 5, 6, 8, 12, 15, 20)), 1000),
        Fraction(draws.one_of((80, 85, 90, 92, 95)), 100),
    )


def _sensible(rate: Fraction, edge: Fraction, accuracy: Fraction) -> bool:
    """Disagreements well beyond the edge, fewer of them than there are errors, and a size that can be had."""
    errors = (1 - accuracy) + (1 - accuracy - edge)
    return edge * 4 <= rate <= errors * Fraction(4, 5) and 500 <= 4 * rate / edge**2 <= 100_000
