"""A report as JSON, for programs; `templates/report.schema.json` says what each field is."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from ..cases.outcomes import Case, Outcomes
from ..facts.table import Facts
from ..inference.pvalue import PValue
from ..language import Fact
from .contents import Report
from .margins import is_shown
from .results import by_category

FORMAT = 1
_LONGEST = 500  # characters of a stranger's text
_NOT_RESULTS = {"A_name", "B_name", "a", "b", "c", "d", "alpha", "level", "power", "program", "dropped"}
_NOT_RESULTS |= {"margin_points", "margin_p", "margin_alpha"}


def as_json(report: Report, cases: Iterable[Case] = ()) -> bytes:
    """The report as JSON; `cases` are those on which the models differ, as many as are to be in it."""
    return dumped(document(report, cases))


def dumped(document: Mapping[str, Any]) -> bytes:
    """A document as JSON in UTF-8."""
    text = json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False)
    return f"{text}\n".encode("utf-8", "replace")


def document(report: Report, cases: Iterable[Case] = ()) -> dict[str, Any]:
    """The same in types of JSON."""
    comparison, facts = report.subject, report.facts
    outcomes = comparison.outcomes
    names = list(outcomes.models) if outcomes else [comparison.A, comparison.B]
    return {
        "format": FORMAT,
        "program": str(facts["program"].value),
        "models": {"A": capped(names[0]), "B": capped(names[1])},
        "counts": comparison.counts._asdict(),
        "alpha": float(comparison.alpha),
        "level": float(facts["level"].number),
        "power": float(facts["power"].number),
        "verdict": report.verdict,
        "margin": _margin(facts),
        "p": p_value(report.found.p),
        "exact_p": p_value(report.found.exact),
        "results": numbers(facts),
        "categories": [
            {"name": None if row.name is None else capped(row.name), **numbers(row.facts, counts=True)}
            for row in by_category(comparison)
        ],
        **read_from(outcomes),
        "cases": [_case(case) for case in cases],
    }


def _margin(facts: Facts) -> dict[str, float | bool | None] | None:
    if "margin_points" not in facts:
        return None
    answered = "margin_p" in facts
    return {
        "points": float(facts["margin_points"].number),
        "p": float(facts["margin_p"].number) if answered else None,
        "alpha": float(facts["margin_alpha"].number),
        "shown": answered and is_shown(facts),
    }


def numbers(facts: Facts, counts: bool = False) -> dict[str, float | int]:
    """Each number by its name; what no double holds is left out, since `p` and `exact_p` tell it."""
    hidden = set() if counts else _NOT_RESULTS
    return {name: _number(fact) for name, fact in facts.items() if name not in hidden and fact.is_number}


def _number(fact: Fact) -> float | int:
    if isinstance(fact.value, int):
        return fact.value
    assert isinstance(fact.value, (float, Fraction, Decimal))
    return float(fact.value)


def p_value(p: PValue) -> dict[str, Any]:
    """A p-value in all its forms."""
    short = p.fraction is not None and p.fraction.denominator < 10**18
    return {
        "value": p.value,
        "decimal": str(p.decimal),
        "log10": p.log10,
        "underflow": not p.value,
        "fraction": str(p.fraction) if short else None,
    }


def read_from(outcomes: Outcomes | None) -> dict[str, Any]:
    """Where results came from, what was left out and what has to be known of it."""
    if outcomes is None:
        return {"sources": [], "dropped": None, "notes": []}
    dropped = outcomes.dropped
    return {
        "sources": [
            {
                "model": capped(source.model),
                "kind": source.kind,
                "files": [{"path": capped(path), "sha256": sha256} for path, sha256 in source.files],
                "rows": source.rows,
                "id": capped(source.id),
                "result": capped(source.result),
                "truth": capped(source.truth),
                "filter": capped(source.filter),
                "right": [capped(value) for value in source.right],
                "wrong": [capped(value) for value in source.wrong],
            }
            for source in outcomes.sources
        ],
        "dropped": None
        if dropped is None
        else {
            "cases": dropped.cases,
            "missing": list(dropped.missing),
            "blank": list(dropped.blank),
            "ids": [capped(name) for name in dropped.ids],
        },
        "notes": [
            {
                "kind": note.kind,
                "model": capped(note.model),
                "value": capped(note.value),
                "number": note.number,
            }
            for note in outcomes.notes
        ],
    }


def _case(case: Case) -> dict[str, Any]:
    return {
        "id": capped(case.id),
        "right": "A" if case.right[0] else "B",
        "results": [capped(result) for result in case.results],
        "columns": {capped(name): capped(value) for name, value in case.columns},
    }


def capped(text: str) -> str:
    """A stranger's text, cut where it is long."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
