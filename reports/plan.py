"""Planning: how many cases a comparison takes, or what a number of cases can show, before any is run."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from ..experiment import ALPHA
from ..facts.table import Facts, Values, named
from ..inference.detection import cases_needed, detectable, expected_error, power_at
from ..language import Fact
from .comparison import MOST_CASES, ReportError
from .parts import Grid, Part, Row, Rows, Said
from .results import POWER

_CURVE = (Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(2))  # of the cases needed


class Plan(NamedTuple):
    """On what share of cases the models will disagree; a gap, a share of all cases, or a number of cases."""

    rate: Fraction
    gap: Fraction | None = None
    size: int | None = None
    power: Fraction = POWER
    alpha: Fraction = ALPHA


class Planned(NamedTuple):
    """What is to be said of a plan."""

    title: Said
    parts: tuple[Part, ...]
    facts: Facts


def planned(plan: Plan) -> Planned:
    """What a plan comes to; ReportError where it cannot be.

    >>> found = planned(Plan(Fraction(7, 10), gap=Fraction(1, 5)))
    >>> found.facts["needed"].value
    144
    """
    _check(plan)
    known: Values = {
        "rate": (plan.rate, "percent"),
        "power": (plan.power, "percent"),
        "alpha": (plan.alpha, "probability"),
    }
    try:
        more, parts = _of_gap(plan, plan.gap) if plan.gap is not None else _of_size(plan, plan.size or 0)
    except ValueError as error:
        raise ReportError(str(error)) from None
    return Planned(Said("plan.title"), (*parts, Said("plan.assumed")), named({**known, **more}))


def _check(plan: Plan) -> None:
    for name, share in (("--disagreement", plan.rate), ("--power", plan.power), ("--alpha", plan.alpha)):
        top = share <= 1 if name == "--disagreement" else share < 1
        if not (share > 0 and top):
            raise ReportError(f"{name} is a share between 0 and 1, not {float(share):g}")
    if (plan.gap is None) == (plan.size is None):
        raise ReportError("a plan is for a gap or for a number of cases", advice="give --gap or --size")
    if plan.gap is not None and not 0 < plan.gap <= plan.rate:
        points, percent = float(100 * plan.gap), float(100 * plan.rate)
        what = f"a gap of {points:g} points cannot come of {percent:g} % disagreements"
        raise ReportError(what, advice="it is above 0 and at most the share of disagreements")
    if plan.size is not None and not 0 < plan.size <= MOST_CASES:
        raise ReportError(f"--size is a number of cases from 1 to {MOST_CASES}, not {plan.size}")


def _of_gap(plan: Plan, gap: Fraction) -> tuple[Values, tuple[Part, ...]]:
    needed = cases_needed(plan.rate, gap, plan.power, plan.alpha)
    sizes = sorted({max(1, round(needed * part)) for part in _CURVE})
    curve = Grid((Said("plan.cases"), Said("plan.shown")), tuple(_curve(plan, gap, sizes)))
    known: Values = {
        "gap_points": (100 * gap, "points"),
        "needed": (needed, "count"),
        "m": (round(plan.rate * needed), "count"),
        "error_points": (100 * expected_error(plan.rate, gap, needed), "points"),
    }
    names = ("needed", "disagreements", "error")
    return known, (Rows(tuple(Row(Said(f"plan.{n}"), Said(f"plan.{n}.value")) for n in names)), curve)


def _curve(plan: Plan, gap: Fraction, sizes: list[int]) -> Iterator[tuple[Fact, Fact]]:
    for size in sizes:
        shown = power_at(plan.rate, gap, size, plan.alpha)
        yield Fact("N", size, "count"), Fact("shown", round(Fraction(shown), 3), "accuracy")


def _of_size(plan: Plan, size: int) -> tuple[Values, tuple[Part, ...]]:
    gap = detectable(plan.rate, size, plan.power, plan.alpha)
    known: Values = {
        "N": (size, "count"),
        "m": (round(plan.rate * size), "count"),
        "gap_points": (None if gap is None else 100 * gap, "points"),
    }
    value = Said("resolution.detect.none" if gap is None else "resolution.detect.value")
    found = Row(Said("plan.size"), value)
    return known, (Rows((found, Row(Said("plan.disagreements"), Said("plan.disagreements.value")))),)
