"""The data appendix: every table, result and distribution, and every number as each language prints it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from .. import experiment
from ..facts.article import Facts
from ..language import Locale
from ..press.fill import Printed

# 1: first edition; 2: what is printed by product, where it was that of the page alone
FORMAT = 2
PRODUCTS = ("page", "pdf", "handouts/compared", "handouts/points", "handouts/index", "figures", "package")

Record = Mapping[str, Iterable[Printed]]  # by product


def document(facts: Facts, printed: Mapping[str, tuple[Locale, Record]], source: str) -> dict[str, Any]:
    """The content of discordant.json: what experiment.py computes, the facts, and what is printed where.

    The record of each language has all PRODUCTS, whatever of them is made.
    """
    return {
        "$schema": "discordant.schema.json",
        "format": FORMAT,
        "provenance": {
            "edition": facts["publication_version"].value,
            "date": facts["publication_date"].data()["value"],
            "publisher": facts["publisher"].value,
            "python": facts["python_version"].value,
            "matplotlib": facts["matplotlib_version"].value,
            "source": source,
        },
        **experiment.data(),
        "facts": {name: fact.data() for name, fact in facts.items()},
        "locales": {tag: _locale(locale, record) for tag, (locale, record) in printed.items()},
    }


def as_json(content: Mapping[str, Any]) -> bytes:
    """A document as JSON, UTF-8, one space deep."""
    return (json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode("utf-8")


def distribution_csv(comparison: Mapping[str, Any]) -> bytes:
    """A null distribution as CSV (RFC 4180): k, weight, probability as a double, in the tails or not."""
    counts, law = comparison["counts"], comparison["null_distribution"]
    lower, m = min(counts["b"], counts["c"]), law["m"]
    lines = ["k,weight,probability,in_tails"]
    for k, weight in enumerate(law["weights"]):
        in_tails = k <= lower or k >= m - lower
        lines.append(f"{k},{weight},{int(weight) / int(law['denominator'])!r},{int(in_tails)}")
    return ("\r\n".join(lines) + "\r\n").encode("ascii")


def _locale(locale: Locale, record: Record) -> dict[str, Any]:
    return {
        "name": locale.name,
        "direction": locale.direction,
        "printed": {product: [entry._asdict() for entry in record[product]] for product in PRODUCTS},
    }
