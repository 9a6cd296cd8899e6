"""The data appendix: every table, result and distribution, and every number as each language prints it."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from .. import experiment
from ..facts.table import Facts, NullDistribution
from ..language import Fact, Locale
from ..press.fill import Printed

# 1: first edition; 2: what is printed by product, where it was that of the page alone;
# 3: all results of a comparison
FORMAT = 3
PRODUCTS = ("page", "pdf", "handouts/compared", "handouts/points", "handouts/index", "figures", "package")

Record = Mapping[str, Iterable[Printed]]  # by product


class Language(NamedTuple):
    """What the data say of a language's edition."""

    locale: Locale
    printed: Record
    translation: Mapping[str, Mapping[str, int]]  # part -> its blocks by state
    translators: Sequence[str] = ()
    reviewers: Sequence[str] = ()


def document(facts: Facts, editions: Mapping[str, Language], source: str) -> dict[str, object]:
    """The content of discordant.json: what experiment.py computes, the facts, and what is printed where.

    The record of each language has all PRODUCTS, whatever of them is made.
    """
    return {
        "$schema": "discordant.schema.json",
        "format": FORMAT,
        "provenance": {
            "edition": facts["publication_version"].value,
            "date": str(facts["publication_date"].value),
            "publisher": facts["publisher"].value,
            "python": facts["python_version"].value,
            "matplotlib": facts["matplotlib_version"].value,
            "source": source,
        },
        **experiment.data(),
        "facts": {name: as_data(fact) for name, fact in facts.items()},
        "locales": {tag: _locale(language) for tag, language in editions.items()},
    }


def as_data(fact: Fact) -> dict[str, object]:
    """A fact in types that JSON has.

    >>> as_data(Fact("I_m", 20, "count"))
    {'kind': 'count', 'value': 20}
    """
    value = str(fact.value) if isinstance(fact.value, datetime.date) else experiment.as_data(fact.value)
    return {"kind": fact.kind, **(value if isinstance(value, dict) else {"value": value})}


def as_json(content: Mapping[str, object]) -> bytes:
    """A document as JSON, UTF-8, one space deep."""
    return (json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode("utf-8")


def distribution_csv(law: NullDistribution) -> bytes:
    """A null distribution as CSV (RFC 4180): k, weight, probability as a double, in the tails or not."""
    lines = ["k,weight,probability,in_tails"]
    for k, weight in enumerate(law.weights):
        lines.append(f"{k},{weight},{weight / 2**law.m!r},{int(law.in_tails(k))}")
    return ("\r\n".join(lines) + "\r\n").encode("ascii")


def _locale(language: Language) -> dict[str, object]:
    printed = language.printed
    return {
        "name": language.locale.name,
        "direction": language.locale.direction,
        "translators": list(language.translators),
        "reviewers": list(language.reviewers),
        "translation": language.translation,
        "printed": {product: [_entry(entry) for entry in printed[product]] for product in PRODUCTS},
    }


def _entry(entry: Printed) -> dict[str, str]:
    """What is printed, with the language of the passage where that is another."""
    return {name: value for name, value in entry._asdict().items() if name != "language" or value}
