"""Scores of two models: the mean difference, its interval, a sign-flip test; every number by name."""

from __future__ import annotations

from fractions import Fraction
from math import floor, log10
from typing import NamedTuple

from ..cases.outcomes import Outcomes, Scored
from ..experiment import ALPHA
from ..facts.table import Facts, named
from ..inference.difference import mean_difference
from ..inference.signflip import SEED, SignFlip, sign_flip
from ..inference.student import student
from ..inference.verdict import Verdict, score_verdict
from ..language.fact import Value
from .comparison import ReportError, shown
from .results import LEVEL, POWER, number_of

_MOST_PLACES = 6


class ScoreComparison(NamedTuple):
    """Two models, named, with a score each on the same cases, and the level fixed in advance."""

    A: str
    B: str
    outcomes: Outcomes
    scored: Scored
    alpha: Fraction = ALPHA


class ScoreFindings(NamedTuple):
    """The numbers of a report on scores by name, its verdict, its test, and the decimals of its scores."""

    facts: Facts
    verdict: Verdict
    test: SignFlip
    places: int


def of_scores(outcomes: Outcomes, alpha: Fraction = ALPHA) -> ScoreComparison:
    """The comparison of scores that files hold.

    Raises ReportError for a level that is not above 0 and below 1, and for two models of one name.
    """
    A, B = map(shown, outcomes.models)
    if not 0 < alpha < 1:
        raise ReportError(f"a level is above 0 and below 1, not {float(alpha):g}")
    if A == B:
        raise ReportError(f"both models are called {A!r}", advice="give each a name of its own")
    assert outcomes.scored is not None
    return ScoreComparison(A, B, outcomes, outcomes.scored, alpha)


def score_findings(comparison: ScoreComparison) -> ScoreFindings:
    """Every number of a report on scores; one that is undefined is absent.

    >>> from ..cases.outcomes import Pattern
    >>> scored, patterns = Scored({0.5: 9, 0.0: 1}, (0.2, 0.65)), (Pattern((True, True), 10),)
    >>> found = score_findings(of_scores(Outcomes(("old", "new"), patterns, scored=scored)))
    >>> found.verdict.value, found.facts["decisive_p"].value, found.facts["mean_difference"].value
    ('evidence_for_b', Fraction(1, 256), 0.45)
    """
    differences, alpha = comparison.scored.differences, comparison.alpha
    N, value, error = mean_difference(differences)
    test = sign_flip(differences)
    higher = {way: sum(n for d, n in differences.items() if d * way > 0) for way in (1, -1)}
    differing = higher[1] + higher[-1]
    found = score_verdict(value, error, number_of(test.p), differing, alpha, POWER)
    low, high = student(value, error, N, LEVEL) if error else (None, None)  # without an error it says nothing
    dropped = comparison.outcomes.dropped
    values: dict[str, tuple[Value | None, str]] = {
        "A_name": (comparison.A, "name"),
        "B_name": (comparison.B, "name"),
        "N": (N, "count"),
        "dropped": (dropped.cases if dropped else None, "count"),
        "higher_b": (higher[1], "count"),
        "higher_a": (higher[-1], "count"),
        "same": (N - differing, "count"),
        "A_mean": (comparison.scored.means[0], "statistic"),
        "B_mean": (comparison.scored.means[1], "statistic"),
        "mean_difference": (value, "statistic"),
        "mean_lead": (abs(value), "statistic"),
        "mean_low": (low, "statistic"),
        "mean_high": (high, "statistic"),
        "mean_error": (error, "statistic"),
        "mean_gap": (found.gap or None, "statistic"),
        "decisive_p": (number_of(test.p), "probability"),
        "draws": (test.draws, "count"),
        "flip_seed": (str(SEED) if test.draws else None, "version"),
        "alpha": (alpha, "probability"),
        "level": (LEVEL, "percent"),
        "power": (POWER, "percent"),
    }
    places = _places(error, max(map(abs, differences)))
    facts = named(values)
    facts |= {name: fact._replace(places=places) for name, fact in facts.items() if "mean" in name}
    return ScoreFindings(facts, found.verdict, test, places)


def _places(error: float | None, largest: float) -> int:
    """Decimals that show two digits of the standard error, or of the largest difference where it is 0."""
    size = error or largest
    return max(0, min(_MOST_PLACES, 1 - floor(log10(size)))) if size else 2
