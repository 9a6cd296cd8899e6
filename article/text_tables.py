"""Tables: the four counts with what follows from them, and three ways to a p-value, cell by cell."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from ..experiment import SCENARIOS
from ..press.scribe import Scribe, Text
from ..publication.disk import Publication

_LINES = ("a", "b", "c", "d", "N", "A-accuracy", "B-accuracy")
# method -> its p-value, and how many times the exact one that is
_METHODS = {
    "exact": ("exact_p", ""),
    "plain": ("chi_square_p", "chi_square_factor"),
    "corrected": ("chi_square_corrected_p", "chi_square_corrected_factor"),
}


class Line(NamedTuple):
    """A row of the table of outcomes: a cell, or what follows from the four."""

    name: str
    head: Text
    values: list[Markup]  # one a comparison


class Outcomes(NamedTuple):
    """The four counts of each comparison, its size and both accuracies."""

    cell: Text  # head of the first column
    comparisons: list[Text]
    lines: list[Line]


class Ratio(NamedTuple):
    """A p-value and its factor over the exact one; that has none."""

    p: Markup
    factor: Markup | None


class Method(NamedTuple):
    """A row of the table of methods."""

    name: str
    head: Text
    ratios: list[Ratio]  # one a comparison


class Methods(NamedTuple):
    """Exact and approximate p-values of each comparison."""

    method: Text  # head of the first column
    p: Text
    factor: Text
    comparisons: list[Text]
    lines: list[Method]


def outcomes(scribe: Scribe, publication: Publication) -> Outcomes:
    """The table of outcomes in the scribe's language."""
    facts, blocks, place = publication.facts, publication.blocks, "table.outcomes"
    lines = [
        Line(
            line,
            scribe.html(blocks[f"{place}.{line}"]),
            [scribe.number(place, facts[f"{name}_{line.replace('-', '_')}"]) for name in SCENARIOS],
        )
        for line in _LINES
    ]
    return Outcomes(scribe.html(blocks[f"{place}.cell"]), _comparisons(scribe, publication), lines)


def methods(scribe: Scribe, publication: Publication) -> Methods:
    """The table of methods in the scribe's language."""
    facts, blocks, place = publication.facts, publication.blocks, "table.methods"

    def ratio(comparison: str, p: str, factor: str) -> Ratio:
        shown = scribe.number(place, facts[f"{comparison}_{p}"])
        return Ratio(shown, scribe.number(place, facts[f"{comparison}_{factor}"]) if factor else None)

    lines = [
        Method(name, scribe.html(blocks[f"{place}.{name}"]), [ratio(one, *of) for one in SCENARIOS])
        for name, of in _METHODS.items()
    ]
    method, p, factor = (scribe.html(blocks[f"{place}.{part}"]) for part in ("method", "p", "factor"))
    return Methods(method, p, factor, _comparisons(scribe, publication), lines)


def _comparisons(scribe: Scribe, publication: Publication) -> list[Text]:
    return [scribe.html(publication.blocks[f"comparison.{name}"]) for name in SCENARIOS]
