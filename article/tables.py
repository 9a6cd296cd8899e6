"""Tables: the numbers behind each figure of a page, as its facts have them."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from ..experiment import SCENARIOS
from ..facts import article as facts
from ..facts.examples import RECORDS
from ..press.scribe import Scribe, Text
from ..publication.edition import Edition

_LAW = "figure.null-distribution.table"


class Row(NamedTuple):
    """A row, the first of its cells the head of it."""

    cells: list[Text | Markup]
    in_tails: bool = False


class Table(NamedTuple):
    """A table under a figure."""

    kind: str  # "bars", "values" or "words"
    caption: Text
    heads: list[Text]
    rows: list[Row]


def of(figure: str, scribe: Scribe, edition: Edition) -> list[Table] | None:
    """The tables of a figure; None where the table of outcomes has its numbers."""
    writer = _Writer(scribe, edition)
    if figure == "null-distribution":
        return [writer.bars(name) for name in SCENARIOS]
    if figure == "attainable":
        return [writer.attainable(name) for name in SCENARIOS]
    alone = {"records": writer.records, "coins": writer.coins, "leads": writer.leads}
    return [alone[figure]()] if figure in alone else None


class _Writer:
    """Writes the tables of one language."""

    def __init__(self, scribe: Scribe, edition: Edition) -> None:
        self.scribe, self.blocks, self.facts = scribe, edition.publication.blocks, edition.publication.facts

    def text(self, block: str) -> Text:
        return self.scribe.html(self.blocks[block])

    def number(self, place: str, name: str, form: str = "short") -> Markup:
        return self.scribe.number(place, self.facts[name], form)

    def bars(self, name: str) -> Table:
        """The bars of a null distribution that are drawn."""
        heads = [self.text(f"{_LAW}.{part}") for part in ("k", "probability", "tail")]
        yes, no = self.text(f"{_LAW}.yes"), self.text(f"{_LAW}.no")
        rows = [
            Row(
                [
                    self.scribe.number(_LAW, row.k),
                    self.scribe.number(_LAW, row.chance),
                    yes if row.in_tails else no,
                ],
                row.in_tails,
            )
            for row in facts.distribution(name)
        ]
        return Table("bars", self.text(f"{_LAW}.{name}.caption"), heads, rows)

    def records(self) -> Table:
        """The records, each with the cell to which it belongs."""
        prefix = "figure.records"
        heads = [self.text(f"{prefix}.{part}") for part in ("id", "label", "A", "B", "cell")]
        rows = []
        for n, record in enumerate(RECORDS, 1):
            words = record.label, record.A_said, record.B_said, record.cell.replace("_", "-")
            cells = [self.text(f"{prefix}.{word}") for word in words]
            rows.append(Row([self.number(f"{prefix}.table", f"record_{n}"), *cells]))
        return Table("words", self.text(f"{prefix}.table.caption"), heads, rows)

    def coins(self) -> Table:
        """How many sequences have so many wins, and how probable that is."""
        place = "figure.coins.table"
        heads = [
            self.text(block) for block in ("figure.coins.x", f"{place}.sequences", f"{_LAW}.probability")
        ]
        rows = [
            Row(
                [
                    self.number(place, f"coins_k_{k}"),
                    self.number(place, f"coins_ways_{k}"),
                    self.number(place, f"coins_chance_{k}", "exact"),
                ]
            )
            for k in range(int(self.facts["coins_m"].number) + 1)
        ]
        return Table("values", self.text(f"{place}.caption"), heads, rows)

    def leads(self) -> Table:
        """The leads with their intervals and standard errors."""
        place = "figure.leads.table"
        heads = [
            self.text(f"{place}.{part}") for part in ("comparison", "lead", "low", "high", "error", "steps")
        ]
        names = ("net", "low_images", "high_images", "standard_error_images", "lead_in_errors")
        rows = [
            Row([self.text(f"comparison.{name}"), *(self.number(place, f"{name}_{part}") for part in names)])
            for name in SCENARIOS
        ]
        return Table("values", self.text(f"{place}.caption"), heads, rows)

    def attainable(self, name: str) -> Table:
        """The p-values of the splits that are drawn."""
        place = "figure.attainable.table"
        heads = [self.text(f"{place}.{part}") for part in ("split", "p", "below")]
        yes, no = self.text(f"{_LAW}.yes"), self.text(f"{_LAW}.no")
        rows = []
        for step in facts.stairs(name):
            split = self.scribe.html(self.blocks[f"{place}.row"], {"upper": step.upper, "lower": step.lower})
            rows.append(Row([split, self.scribe.number(place, step.p), yes if step.below else no]))
        return Table("values", self.text(f"{place}.{name}.caption"), heads, rows)
