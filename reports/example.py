"""An example of each message of a report, for those who translate it."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from ..cases.outcomes import ClusterShape, Outcomes, Pattern, Scored
from ..facts.table import Facts
from ..language import Fact
from .comparison import Comparison, of_counts, of_outcomes
from .results import results
from .scores import of_scores, score_findings
from .several import findings, of_several

A, B = "tiny-7b", "tiny-7b-v2"
_USUAL = (612, 74, 41, 273)
# of what is said of other comparisons alone
_OTHERS = {
    "verdict.evidence-for-a": (612, 41, 74, 273),
    "verdict.undecided": (621, 60, 47, 272),
    "verdict.too-small": (70, 4, 1, 25),
    "resolution.nearest.none": (70, 4, 1, 25),
    "evidence.exact.fraction": (300, 18, 5, 77),
    "plain.rare": (612, 90, 25, 273),
    "plain.often": (621, 55, 52, 272),
    "plain.even": (621, 54, 54, 271),
    "size.odds.open": (612, 14, 0, 374),
    "limits.equal": (621, 60, 47, 272),
}
_TEXTS = {
    "program": "1.0.0",
    "source_model": A,
    "source_file": "tiny-7b.csv",
    "source_hash": "9f86d0818841",
    "note_model": A,
    "note_value": "majority",
}


def of(block: str) -> Facts:
    """The numbers of a comparison of which a report says this block, with names as models have them."""
    name = block.removeprefix("report.")
    if name.startswith(("clusters", "evidence.clusters", "size.interval.clusters")):
        return _with_clusters()
    if name.startswith("scores."):
        return _of_scores("draws" in name)
    if name.startswith(("models.", "figure.report-pairs.")):
        return _of_several()
    return _facts(_OTHERS.get(name, _USUAL))


@cache
def _facts(counts: tuple[int, int, int, int]) -> Facts:
    return _of(of_counts(counts, A, B, margin=Fraction(1, 100)))


@cache
def _with_clusters() -> Facts:
    shapes = (
        ClusterShape((Pattern((True, True), 3), Pattern((False, True), 2)), 20),
        ClusterShape((Pattern((True, True), 4), Pattern((True, False), 1)), 12),
    )
    patterns = Pattern((True, True), 108), Pattern((False, True), 40), Pattern((True, False), 12)
    return _of(of_outcomes(Outcomes((A, B), patterns, clusters=shapes)))


@cache
def _of_scores(by_draws: bool) -> Facts:
    """Of scores, with a test by random draws or by all ways."""
    steps = {0.1237 * k + 0.3: 9 + k for k in range(-8, 30)} if by_draws else {0.5: 40, -0.25: 30, 0.0: 30}
    patterns = (Pattern((True, True), sum(steps.values())),)
    scored = Scored(steps, (6.1, 6.4))
    found = score_findings(of_scores(Outcomes((A, B), patterns, scored=scored)))
    return {
        **found.facts,
        "program": Fact("program", "1.0.0", "version"),
        "dropped": Fact("dropped", 4, "count"),
    }


@cache
def _of_several() -> Facts:
    """Of four models: those of all, and of one pair."""
    often = {
        (True,) * 4: 600,
        (True, True, True, False): 74,
        (False, True, True, True): 41,
        (False,) * 4: 285,
    }
    patterns = tuple(Pattern(right, number) for right, number in often.items())
    found = findings(of_several(Outcomes((A, B, "small-1b", "small-1b-v2"), patterns)))
    texts = {"right_names": f"{A}, {B}", "wrong_names": "small-1b, small-1b-v2", "program": "1.0.0"}
    numbers = {"more": 24, "alike": 74, "dropped": 4}
    return {
        **found.facts,
        **found.pairs[0].facts,
        **{
            name: Fact(name, text, "version" if name == "program" else "name") for name, text in texts.items()
        },
        **{name: Fact(name, number, "count") for name, number in numbers.items()},
    }


def _of(comparison: Comparison) -> Facts:
    kinds = {"program": "version"}
    texts = {name: Fact(name, text, kinds.get(name, "name")) for name, text in _TEXTS.items()}
    numbers = {
        "more": 24,
        "source_rows": 1000,
        "note_number": 3,
        "dropped": 4,
        "first_drawn": 36,
        "last_drawn": 79,
    }
    return {
        **results(comparison).facts,
        **texts,
        **{name: Fact(name, number, "count") for name, number in numbers.items()},
    }
