"""Several models on the same cases: each pair, or a baseline with each other one; every number by name."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ..cases.outcomes import Outcomes
from ..experiment import ALPHA
from ..facts.table import Facts, Values, named
from ..inference.fay_lumbard import fay_lumbard
from ..inference.models import Pair, cochran, pairs
from ..language.fact import Value
from .comparison import Comparison, ReportError, checked, shown
from .results import LEVEL, number_of

PLACES = 2  # decimals of percentage points, which stand in columns
TWO = "two models at a time: name two files, or two columns with --a and --b"


class Several(NamedTuple):
    """More than two models, named, on the same cases; the level fixed in advance.

    `baseline` is the place of the model that the others are compared with, None where each is with each.
    """

    models: tuple[str, ...]
    outcomes: Outcomes
    alpha: Fraction = ALPHA
    baseline: int | None = None

    @property
    def patterns(self) -> dict[tuple[bool, ...], int]:
        """Which models are right, in their order -> on how many cases."""
        return {pattern.right: pattern.cases for pattern in self.outcomes.patterns}


class ModelRow(NamedTuple):
    """One model by itself."""

    name: str
    facts: Facts  # right, accuracy


class PairRow(NamedTuple):
    """Two models, the first as A; `decided` where Holm's p-value is below the level."""

    pair: Pair
    facts: Facts
    decided: bool


class Findings(NamedTuple):
    """What is found of several models: facts by name, rows in their order, and a verdict.

    The verdict is evidence, undecided or no_disagreement.
    """

    facts: Facts
    models: tuple[ModelRow, ...]
    pairs: tuple[PairRow, ...]
    verdict: str


def of_several(outcomes: Outcomes, alpha: Fraction = ALPHA, baseline: str = "") -> Several:
    """What files hold of more than two models.

    Raises ReportError for a baseline that is none of them, two models of one name, what `checked` refuses of
    two, and categories and clusters, which are for two.
    """
    if outcomes.categories or outcomes.clusters:
        what = "clusters" if outcomes.clusters else "categories"
        raise ReportError(f"{what} are for {TWO}")
    names = tuple(map(shown, outcomes.models))
    twice = next((name for place, name in enumerate(names) if name in names[:place]), None)
    if twice is not None:
        raise ReportError(f"two models are called {twice!r}", advice="name each with --name")
    for place, name in enumerate(names[1:], 1):
        checked(Comparison(names[0], name, outcomes.pair(0, place), alpha))
    return Several(names, outcomes, alpha, _place(baseline, outcomes.models, names) if baseline else None)


def _place(baseline: str, known: tuple[str, ...], names: tuple[str, ...]) -> int:
    for place, name in enumerate(zip(known, names, strict=True)):
        if baseline in name:
            return place
    raise ReportError(f"no model is called {baseline[:80]!r}", advice=f"there are {', '.join(names)}")


def findings(several: Several) -> Findings:
    """Every number of a report on several models.

    >>> from ..cases.outcomes import Pattern
    >>> patterns = [((True, True, True), 70), ((False, True, True), 20), ((False, False, False), 10)]
    >>> outcomes = Outcomes(("old", "new", "newer"), tuple(Pattern(*each) for each in patterns))
    >>> found = findings(of_several(outcomes))
    >>> found.verdict, [row.decided for row in found.pairs], found.facts["Q"].value
    ('evidence', [True, True, False], Fraction(40, 1))
    """
    rows = tuple(_row(several, pair) for pair in pairs(several.patterns, several.baseline))
    decided = [row for row in rows if row.decided]
    facts = _together(several, rows)
    disagree = any(len(set(right)) > 1 for right, often in several.patterns.items() if often)
    verdict = "evidence" if decided else "undecided" if disagree else "no_disagreement"
    return Findings(facts, tuple(_models(several)), rows, verdict)


def _together(several: Several, rows: tuple[PairRow, ...]) -> Facts:
    found = cochran(several.patterns)
    dropped = several.outcomes.dropped
    baseline = several.baseline
    wins = [row.facts["ahead_name"].value for row in rows if row.decided]
    values: dict[str, tuple[Value | None, str]] = {
        "models": (len(several.models), "count"),
        "pairs": (len(rows), "count"),
        "decided": (len(wins), "count"),
        "N": (several.outcomes.cases, "count"),
        "dropped": (dropped.cases if dropped else None, "count"),
        "alpha": (several.alpha, "probability"),
        "level": (LEVEL, "percent"),
        "decisive_p": (min(row.pair.adjusted for row in rows), "probability"),
        "Q": (found.Q, "statistic"),
        "freedom": (found.freedom, "count"),
        "Q_p": (found.p if found.Q is not None else None, "probability"),
    }
    if baseline is not None:
        behind = wins.count(several.models[baseline])
        values |= {"above_baseline": (len(wins) - behind, "count"), "below_baseline": (behind, "count")}
        values |= {"baseline_name": (several.models[baseline], "name")}
    return named(values)


def _models(several: Several) -> list[ModelRow]:
    N, found = several.outcomes.cases, []
    for place, name in enumerate(several.models):
        right = sum(often for pattern, often in several.patterns.items() if pattern[place])
        values: Values = {"right": (right, "count"), "accuracy": (Fraction(right, N), "accuracy")}
        found.append(ModelRow(name, named(values)))
    return found


def _row(several: Several, pair: Pair) -> PairRow:
    """A pair: the second model, which is taken as B, less the first."""
    b, c, N = pair.b, pair.c, several.outcomes.cases
    low, high = fay_lumbard(b, c, N, LEVEL)
    first, second = several.models[pair.first], several.models[pair.second]
    ahead, behind = (second, first) if b >= c else (first, second)
    values: Values = {
        "first_name": (first, "name"),
        "second_name": (second, "name"),
        "ahead_name": (ahead, "name"),
        "behind_name": (behind, "name"),
        "b": (b, "count"),
        "c": (c, "count"),
        "difference_points": (Fraction(100 * (b - c), N), "points"),
        "lead_points": (Fraction(100 * abs(b - c), N), "points"),
        "low_points": (100 * low, "points"),
        "high_points": (100 * high, "points"),
        "exact_p": (number_of(pair.p), "probability"),
        "holm_p": (pair.adjusted, "probability"),
    }
    facts = named(values)
    facts |= {name: fact._replace(places=PLACES) for name, fact in facts.items() if fact.kind == "points"}
    return PairRow(pair, facts, pair.adjusted < several.alpha)
