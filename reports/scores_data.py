"""A report on scores as JSON; `templates/report-scores.schema.json` says what each field is."""

from __future__ import annotations

from typing import Any

from .data import FORMAT, capped, dumped, numbers, p_value, read_from
from .scores_contents import ScoreReport


def as_json(report: ScoreReport) -> bytes:
    """The report as JSON."""
    return dumped(document(report))


def document(report: ScoreReport) -> dict[str, Any]:
    """The same in types of JSON."""
    comparison, found = report.subject, report.found
    names = comparison.outcomes.models
    known = numbers(found.facts, counts=True)
    fields = ("A_mean", "B_mean", "mean_difference", "mean_low", "mean_high", "mean_error", "mean_gap")
    return {
        "format": FORMAT,
        "program": str(report.facts["program"].value),
        "models": {"A": capped(names[0]), "B": capped(names[1])},
        "cases_compared": known["N"],
        "higher": {"A": known["higher_a"], "B": known["higher_b"], "same": known["same"]},
        "alpha": float(comparison.alpha),
        "level": known["level"],
        "power": known["power"],
        "verdict": found.verdict.value,
        "p": p_value(found.test.p),
        "draws": found.test.draws,
        "results": {name: known.get(name) for name in fields},
        **read_from(comparison.outcomes),
        "cases": [{"id": capped(case.id), "A": case.A, "B": case.B} for case in comparison.scored.largest],
    }
