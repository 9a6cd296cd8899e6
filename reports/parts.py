"""Parts: what any report is made of, messages and numbers in order; the writers give them a form."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

from ..facts.table import Facts
from ..language import Fact


class Said(NamedTuple):
    """A message of the report, by the rest of its block's id, with numbers that are its own."""

    block: str
    own: tuple[Fact, ...] = ()

    @property
    def id(self) -> str:
        """Of its block."""
        return f"report.{self.block}"

    def facts(self, known: Facts) -> Facts:
        """All that it can be filled with."""
        return {**known, **{fact.name: fact for fact in self.own}}


class Row(NamedTuple):
    """A label with its value: a message, or one fact by its name."""

    label: Said
    value: Said | str


class Rows(NamedTuple):
    """Labels with their values, one under the other."""

    rows: tuple[Row, ...]
    counted: bool = False  # whether all of them are counts, to be set in a column


class Items(NamedTuple):
    """A list of sentences; `ticked` are those that hold, where they are to be ticked off."""

    items: tuple[Said, ...]
    ticked: frozenset[str] | None = None


class Listed(NamedTuple):
    """Strangers' texts, such as ids of cases, under a head; `more` says how many are left out."""

    head: Said
    texts: tuple[str, ...]
    more: Said | None


Cell = Said | str | Fact  # a message, a stranger's text, a number


class Grid(NamedTuple):
    """A table; the first column has texts, the others numbers."""

    heads: tuple[Said, ...]
    rows: tuple[tuple[Cell, ...], ...]


class Drawn(NamedTuple):
    """The place of a figure, by its name."""

    name: str


Part = Said | Rows | Items | Listed | Grid | Drawn


class Section(NamedTuple):
    """A part of the report with a head."""

    name: str
    parts: tuple[Part, ...]

    @property
    def title(self) -> Said:
        """Its head."""
        return Said(f"{self.name}.title")


Found = TypeVar("Found", covariant=True)
Subject = TypeVar("Subject", covariant=True)


class Told(NamedTuple, Generic[Found, Subject]):
    """A whole report: all that it says, the numbers it is filled with, what was found, and of what."""

    title: Said
    headline: Said  # the verdict, as a message
    plain: tuple[Said, ...]  # plain sentences under it
    sections: tuple[Section, ...]
    facts: Facts
    verdict: str  # by its name
    found: Found
    subject: Subject


AnyTold = Told[object, object]


def rows(section: str, names: Iterable[str]) -> Rows:
    """Labels with their values, whose blocks are called after them.

    >>> rows("size", ["error"]).rows
    (Row(label=Said(block='size.error', own=()), value=Said(block='size.error.value', own=())),)
    """
    return Rows(tuple(Row(Said(f"{section}.{name}"), Said(f"{section}.{name}.value")) for name in names))
