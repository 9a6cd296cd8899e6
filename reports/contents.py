"""Contents: what a report says, in order, as messages and numbers; the writers give it a form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..facts.table import Facts
from .comparison import Comparison
from .results import RAREST, facts, is_short, verdict


class Said(NamedTuple):
    """A message of the report, by the rest of its block's id."""

    block: str

    @property
    def id(self) -> str:
        """Of its block."""
        return f"report.{self.block}"


class Row(NamedTuple):
    """A label with its value: a message, or one fact by its name."""

    label: Said
    value: Said | str


class Rows(NamedTuple):
    """Labels with their values, one under the other."""

    rows: tuple[Row, ...]
    counted: bool = False  # whether all of them are counts, to be set in a column


class Items(NamedTuple):
    """A list of sentences; `state` says of each how it stands, where it is one to tick off."""

    items: tuple[Said, ...]
    state: Said | None = None


Part = Said | Rows | Items


class Section(NamedTuple):
    """A part of the report with a head."""

    name: str
    parts: tuple[Part, ...]

    @property
    def title(self) -> Said:
        """Its head."""
        return Said(f"{self.name}.title")


class Report(NamedTuple):
    """Everything that a report says, and the numbers that it is filled with."""

    title: Said
    headline: Said
    plain: Said | None  # the p-value in a plain sentence
    sections: tuple[Section, ...]
    facts: Facts
    verdict: str


def report(comparison: Comparison) -> Report:
    """What is to be said of a comparison."""
    known = facts(comparison)
    found = verdict(known)
    sections = (
        Section("counts", (_counts(),)),
        Section("size", (_size(known),)),
        Section("evidence", (_evidence(known), Said("evidence.which"))),
        Section("resolution", (_resolution(known),)),
        Section("limits", (Items(tuple(_limits(found))),)),
        Section("assumptions", (_assumptions(),)),
        Section("about", (Said("about.counts"),)),
    )
    return Report(Said("title"), Said(f"verdict.{found}"), _plain(known), sections, known, found)


def _plain(known: Facts) -> Said | None:
    p = known["exact_p"].number
    if not known["m"].number:
        return None
    if p == 1:
        return Said("plain.even")
    if 2 * p > 1:
        return Said("plain.half")
    return Said("plain.rare" if p * RAREST < 1 else "plain.once")


def _counts() -> Rows:
    cells = {"both": "a", "only-b": "b", "only-a": "c", "neither": "d", "all": "N"}
    rows = [Row(Said(f"counts.{name}"), fact) for name, fact in cells.items()]
    return Rows((*rows, *_accuracies()), counted=True)


def _accuracies() -> Iterator[Row]:
    for model in "AB":
        yield Row(Said(f"counts.accuracy-{model.lower()}"), f"{model}_accuracy")


def _size(known: Facts) -> Rows:
    names = ["difference", "tango", *(["error"] if "error_points" in known else []), "rate"]
    return _rows("size", names)


def _evidence(known: Facts) -> Rows:
    exact = Said(f"evidence.exact.{'fraction' if is_short(known['exact_p']) else 'value'}")
    return Rows((Row(Said("evidence.exact"), exact), *_rows("evidence", ("mid", "plain", "corrected")).rows))


def _resolution(known: Facts) -> Rows:
    value = "value" if "nearest_net" in known else "none"
    return Rows((Row(Said("resolution.nearest"), Said(f"resolution.nearest.{value}")),))


def _limits(found: str) -> Iterator[Said]:
    decided = found in ("for-a", "for-b")
    yield Said("limits.large" if decided else "limits.equal")
    if found != "no-disagreement":
        yield Said("limits.probability")
    yield Said("limits.population")
    yield Said("limits.parts")


def _assumptions() -> Items:
    names = ("paired", "independent", "labels", "chosen", "planned")
    return Items(tuple(Said(f"assumptions.{name}") for name in names), Said("state.open"))


def _rows(section: str, names: Iterable[str]) -> Rows:
    return Rows(tuple(Row(Said(f"{section}.{name}"), Said(f"{section}.{name}.value")) for name in names))
