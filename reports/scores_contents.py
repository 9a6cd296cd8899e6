"""What a report on scores says, in order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..cases.outcomes import ScoredCase
from ..facts.table import Facts
from ..inference.verdict import Verdict
from ..language import Fact
from .comparison import shown
from .contents import LISTED, about
from .parts import Grid, Items, Row, Rows, Said, Section
from .scores import ScoreComparison, ScoreFindings, score_findings

_LONGEST_ID = 100  # characters


class ScoreReport(NamedTuple):
    """Everything that a report on scores says, and the numbers that it is filled with."""

    title: Said
    headline: Said
    plain: tuple[Said, ...]
    sections: tuple[Section, ...]
    facts: Facts
    findings: ScoreFindings
    comparison: ScoreComparison

    @property
    def verdict(self) -> str:
        """evidence_for_b, evidence_for_a, undecided, too_small or no_disagreement."""
        return self.findings.verdict.value


def report_on_scores(comparison: ScoreComparison, program: str) -> ScoreReport:
    """What is to be said of scores; `program` is the version that says it."""
    found = score_findings(comparison)
    known = {**found.facts, "program": Fact("program", program, "version")}
    headline = Said(f"scores.verdict.{found.verdict.value.replace('_', '-')}")
    plain = (Said("scores.plain"),) if found.verdict != Verdict.NO_DISAGREEMENT else ()
    sections = tuple(_sections(comparison, found))
    return ScoreReport(Said("title"), headline, plain, sections, known, found, comparison)


def _sections(comparison: ScoreComparison, found: ScoreFindings) -> Iterator[Section]:
    known = found.facts
    yield Section("scores.counts", (_counts(known),))
    names = ("difference", "interval", "error") if "mean_low" in known else ("difference",)
    yield Section("scores.size", (_rows("size", names),))
    yield Section("scores.evidence", (_evidence(known), Said("scores.evidence.which")))
    if "mean_gap" in known:
        yield Section("scores.resolution", (_rows("resolution", ("detect",)),))
    if comparison.scored.largest:
        yield Section("scores.cases", (_largest(comparison, found.places),))
    yield Section("scores.limits", (Items(tuple(_limits(found))),))
    yield Section("scores.assumptions", tuple(_assumptions(comparison)))
    yield Section("scores.about", tuple(about(comparison.outcomes, "scores.about.files")))


def _counts(known: Facts) -> Rows:
    cells = {"higher-b": "higher_b", "higher-a": "higher_a", "same": "same", "all": "N"}
    if "dropped" in known:
        cells["dropped"] = "dropped"
    cells |= {"mean-a": "A_mean", "mean-b": "B_mean"}
    return Rows(tuple(Row(Said(f"scores.counts.{name}"), fact) for name, fact in cells.items()), counted=True)


def _evidence(known: Facts) -> Rows:
    ways = "draws" if "draws" in known else "all"
    p = Row(Said("scores.evidence.flip"), Said("scores.evidence.flip.value"))
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
    return shown(case.id or "?", _LONGEST_ID), A, B, apart


def _limits(found: ScoreFindings) -> Iterator[Said]:
    decided = found.verdict in (Verdict.EVIDENCE_FOR_A, Verdict.EVIDENCE_FOR_B)
    yield Said("limits.large" if decided else "scores.limits.equal")
    if found.verdict != Verdict.NO_DISAGREEMENT:
        yield Said("scores.limits.probability")
    yield Said("limits.population")
    yield Said("limits.parts")


def _assumptions(comparison: ScoreComparison) -> Iterator[Items | Said]:
    names = (
        "assumptions.paired",
        "assumptions.independent",
        "scores.assumptions.rule",
        "assumptions.chosen",
        "assumptions.planned",
    )
    joined = all(note.kind != "by_order" for note in comparison.outcomes.notes)
    yield Items(tuple(map(Said, names)), frozenset(["assumptions.paired"] if joined else []))
    yield Said("assumptions.open")


def _rows(section: str, names: tuple[str, ...]) -> Rows:
    said = ((Said(f"scores.{section}.{name}"), Said(f"scores.{section}.{name}.value")) for name in names)
    return Rows(tuple(Row(label, value) for label, value in said))
