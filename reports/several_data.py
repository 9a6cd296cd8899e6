"""A report on several models as JSON; `templates/report-models.schema.json` says what each field is."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from ..cases.outcomes import Case
from .data import FORMAT, capped, dumped, numbers, p_value, read_from
from .several import PairRow
from .several_contents import SeveralReport


def as_json(report: SeveralReport, cases: Iterable[Case] = ()) -> bytes:
    """The report as JSON; `cases` are those on which the models differ, as many as are to be in it."""
    return dumped(document(report, cases))


def document(report: SeveralReport, cases: Iterable[Case] = ()) -> dict[str, Any]:
    """The same in types of JSON."""
    several, found, facts = report.subject, report.found, report.facts
    names = [capped(name) for name in several.outcomes.models]
    known = numbers(found.facts, counts=True)
    return {
        "format": FORMAT,
        "program": str(facts["program"].value),
        "models": [
            {"name": name, **numbers(row.facts)} for name, row in zip(names, found.models, strict=True)
        ],
        "baseline": None if several.baseline is None else names[several.baseline],
        "cases_compared": several.outcomes.cases,
        "alpha": float(several.alpha),
        "level": known["level"],
        "verdict": found.verdict,
        "smallest_p": _adjusted(min(row.pair.adjusted for row in found.pairs)),
        "cochran": {"Q": known.get("Q"), "freedom": known["freedom"], "p": known.get("Q_p")},
        "pairs": [_pair(row, names) for row in found.pairs],
        "patterns": [
            {"right": _right(pattern.right, names), "cases": pattern.cases}
            for pattern in several.outcomes.patterns
        ],
        **read_from(several.outcomes),
        "cases": [_case(case, names) for case in cases],
    }


def _pair(row: PairRow, names: list[str]) -> dict[str, Any]:
    """Two models; their counts and differences are those of B against A."""
    pair, facts = row.pair, numbers(row.facts, counts=True)
    return {
        "A": names[pair.first],
        "B": names[pair.second],
        "counts": {"a": pair.a, "b": pair.b, "c": pair.c, "d": pair.d},
        "difference_points": facts["difference_points"],
        "low_points": facts["low_points"],
        "high_points": facts["high_points"],
        "exact_p": p_value(pair.p),
        "holm_p": _adjusted(pair.adjusted),
        "evidence": row.decided,
    }


def _adjusted(p: Decimal) -> dict[str, Any]:
    """Holm's p-value; what is too small for a double stands in digits."""
    return {"value": float(p), "decimal": str(p)}


def _right(pattern: tuple[bool, ...], names: list[str]) -> list[str]:
    return [name for name, right in zip(names, pattern, strict=True) if right]


def _case(case: Case, names: list[str]) -> dict[str, Any]:
    return {
        "id": capped(case.id),
        "right": _right(case.right, names),
        "results": [capped(result) for result in case.results],
        "columns": {capped(name): capped(value) for name, value in case.columns},
    }
