"""Points: what a sheet is worth, scaled to a sum that a teacher names."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor

from .exercise import Exercise, Question
from .sheet import OrderError, Sheet

MOST = 10_000  # points of a sheet


def shared(total: int, weights: Sequence[int], least: Sequence[int]) -> list[int]:
    """Whole numbers with this sum, as near in proportion to the weights as can be, each at least so large.

    By largest remainders: each gets its quota without the fraction, and those with the largest fractions one
    more, the earlier of two alike.  Whoever would get too little is given the least first, and the rest is
    shared among the others.  The sum must be at least that of the least.

    >>> shared(100, [3, 2, 1], [1, 1, 1]), shared(5, [30, 1, 1], [1, 1, 1])
    ([50, 33, 17], [3, 1, 1])
    """
    fixed: dict[int, int] = {}
    while True:
        free = [place for place in range(len(weights)) if place not in fixed]
        rest, among = total - sum(fixed.values()), sum(weights[place] for place in free)
        quotas = {place: Fraction(rest * weights[place], among) for place in free}
        low = {place: least[place] for place, quota in quotas.items() if quota < least[place]}
        if not low:
            break
        fixed |= low
    shares = fixed | {place: floor(quota) for place, quota in quotas.items()}
    by_remainder = sorted(free, key=lambda place: (floor(quotas[place]) - quotas[place], place))
    for place in by_remainder[: total - sum(shares.values())]:
        shares[place] += 1
    return [shares[place] for place in range(len(weights))]


def scaled(sheet: Sheet, total: int) -> Sheet:
    """The same exercises, each variant worth so many points in all.

    Raises OrderError where there are fewer than there are things to mark: each question is worth a point at
    least, and one that asks for the cells of a table a point for each.
    """
    needed = max(sum(_least(question) for question in _questions(items)) for items in sheet.variants.values())
    if not needed <= total <= MOST:
        raise OrderError(f"--points: from {needed} to {MOST} for these exercises, not {total}")
    return sheet._replace(
        variants={letter: _scaled(items, total) for letter, items in sheet.variants.items()}
    )


def _scaled(items: Sequence[Exercise], total: int) -> tuple[Exercise, ...]:
    questions = _questions(items)
    weights, least = [q.points for q in questions], [_least(q) for q in questions]
    points = iter(shared(total, weights, least))
    return tuple(
        item._replace(questions=tuple(q._replace(points=next(points)) for q in item.questions))
        for item in items
    )


def _questions(items: Sequence[Exercise]) -> list[Question]:
    return [question for item in items for question in item.questions]


def _least(question: Question) -> int:
    return len(question.answer) if question.form == "cells" else 1
