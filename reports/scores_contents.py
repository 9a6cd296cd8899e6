"""What a report on scores says, in order."""

from __future__ import annotations

from collections.abc import Iterator

from ..cases.outcomes import ScoredCase
from ..facts.table import Facts
from ..inference.verdict import Verdict
from ..language import Fact
from .contents import LISTED, about, case_shown, checklist
from .parts import Grid, Items, Row, Rows, Said, Section, Told, rows
from .scores import ScoreComparison, ScoreFindings, score_findings

ASSUMPTIONS = (
    "assumptions.paired",
    "assumptions.independent",
    "scores.assumptions.rule",
    "assumptions.chosen",
    "assumptions.planned",
)


ScoreReport = Told[ScoreFindings, ScoreComparison]


def report_on_scores(comparison: ScoreComparison, program: str) -> ScoreReport:
    """What is to be said of scores; `program` is the version that says it."""
    found = score_findings(comparison)
    known = {**found.facts, "program": Fact("program", program, "version")}
    headline = Said(f"scores.verdict.{found.verdict.value.replace('_', '-')}")
    plain = (Said("scores.plain"),) if found.verdict != Verdict.NO_DISAGREEMENT else ()
    sections = tuple(_sections(comparison, found))
    return Told(Said("title"), headline, plain, sections, known, found.verdict.value, found, comparison)


def _sections(comparison: ScoreComparison, found: ScoreFindings) -> Iterator[Section]:
    known = found.facts
    yield Section("scores.counts", (_counts(known),))
    names = ("difference", "interval", "error") if "mean_low" in known else ("difference",)
    yield Section("scores.size", (rows("scores.size", names),))
    yield Section("scores.evidence", (_evidence(known), Said("scores.evidence.which")))
    if "mean_gap" in known:
        yield Section("scores.resolution", (rows("scores.resolution", ["detect"]),))
    if comparison.scored.largest:
        yield Section("scores.cases", (_largest(comparison, found.places),))
    yield Section("scores.limits", (Items(tuple(_limits(found))),))
    yield Section("scores.assumptions", tuple(checklist(ASSUMPTIONS, comparison.outcomes)))
    yield Section("scores.about", tuple(about(comparison.outcomes, "scores.about.files")))


def _counts(known: Facts) -> Rows:
    cells = {"higher-b": "higher_b", "higher-a": "higher_a", "same": "same", "all": "N"}
    if "dropped" in known:
        cells["dropped"] = "dropped"
    cells |= {"mean-a": "A_mean", "mean-b": "B_mean"}
    return Rows(tuple(Row(Said(f"scores.counts.{name}"), fact) for name, fact in cells.items()), counted=True)


def _evidence(known: Facts) -> Rows:
    ways = "draws" if "draws" in known else "all"
    (p,) = rows("scores.evidence", ["flip"]).rows
    return Rows((p, Row(Said("scores.evidence.ways"), Said(f"scores.evidence.ways.{ways}"))))


def _largest(comparison: ScoreComparison, places: int) -> Grid:
    heads = ("case", "a", "b", "difference")
    return Grid(
        tuple(Said(f"scores.cases.{head}") for head in heads),
        tuple(_case(case, places) for case in comparison.scored.largest[:LISTED]),
    )


def _case(case: ScoredCase, places: int) -> tuple[str, Fact, Fact, Fact]:
    numbers = {"A_score": case.A, "B_score": case.B, "apart": case.B - case.A}
    A, B, apart = (Fact(name, value, "statistic", places=places) for name, value in numbers.items())
    return case_shown(case), A, B, apart


def _limits(found: ScoreFindings) -> Iterator[Said]:
    decided = found.verdict in (Verdict.EVIDENCE_FOR_A, Verdict.EVIDENCE_FOR_B)
    yield Said("limits.large" if decided else "scores.limits.equal")
    if found.verdict != Verdict.NO_DISAGREEMENT:
        yield Said("scores.limits.probability")
    yield Said("limits.population")
    yield Said("limits.parts")
