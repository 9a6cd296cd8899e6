"""Placeholders: what each stands for, in words for translators, read from templates/placeholders.toml."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from ..language import Fact, settings
from ..language.fact import KINDS
from ..language.folders import find
from ..language.refused import Refused

_OWN = ("H1", "H2")  # beginnings that have a table of their own, for what is said there alone
_FRACTIONS = ("percent", "probability")  # kinds of which an example is a fraction
_NUMBERED = re.compile(r"(?P<stem>.+?)_(?P<number>\d+(?:_\d+)?)")


class PlaceholderError(Refused):
    """A table of meanings that cannot be used; the message names file and field."""


class Placeholders(NamedTuple):
    """The tables of placeholders.toml, each by name."""

    facts: Mapping[str, str]
    own: Mapping[str, Mapping[str, str]]  # by beginning
    kinds: Mapping[str, str]  # what is said in one kind of exercise alone, as "smallest-lead.net"
    formulas: Mapping[str, str]
    beginnings: Mapping[str, str]
    endings: Mapping[str, str]
    running: Mapping[str, str]  # what a running number counts -> what the number stands for
    examples: Mapping[str, Fact]  # of placeholders for which there is no fact

    def meaning(self, name: str, kind: str = "") -> str:
        """What a fact stands for, in a kind of exercise where one is given.

        It is "" for a name that neither is in the tables nor can be put together.

        >>> known = read()
        >>> known.meaning("II_chi_square_p")
        'p-value of the chi-square statistic, without correction; comparison II'
        >>> known.meaning("H1_cutoff_5"), known.meaning("nonsense")
        ('cut-off of chi-square at the level 5%', '')
        """
        if kind and (said := self.kinds.get(f"{kind}.{name}")):
            return said
        if said := self._within(self.facts, name):
            return said
        beginning, _, rest = name.partition("_")
        if beginning not in self.beginnings:
            return ""
        if said := self._within(self.own.get(beginning, {}), rest):
            return said
        said = self._within(self.facts, rest)
        return f"{said}; {self.beginnings[beginning]}" if said else ""

    def of_formula(self, name: str) -> str:
        """What a formula stands for; a letter, what the fact of that name does.

        >>> read().of_formula("k"), read().of_formula("ad")
        ('number of wins', '')
        """
        return self.formulas.get(name) or self.facts.get(name, "")

    def _within(self, table: Mapping[str, str], name: str) -> str:
        """The meaning of a name in one table: its own, that of all its numbers, or that of its ending."""
        if name in table:
            return table[name]
        numbered = _NUMBERED.fullmatch(name)
        if numbered and (said := table.get(f"{numbered['stem']}_#")):
            return said.replace("#", numbered["number"].replace("_", "."))
        stem, _, ending = name.rpartition("_")
        said = self._within(table, stem) if ending in self.endings else ""
        return self.endings[ending].replace("{}", said) if said else ""


def read() -> Placeholders:
    """The tables; PlaceholderError, naming the field, where one cannot be used."""
    path = find("templates", "placeholders.toml")
    tables = settings.read(path, _FIELDS, PlaceholderError)
    return Placeholders(
        tables["facts"],
        {beginning: tables[beginning] for beginning in _OWN},
        tables["kinds"],
        tables["formulas"],
        tables["beginnings"],
        tables["endings"],
        tables["running"],
        {name: _fact(name, *next(iter(given.items()))) for name, given in tables["examples"].items()},
    )


def _fact(name: str, kind: str, value: int | str) -> Fact:
    return Fact(name, Fraction(value) if kind in _FRACTIONS else value, kind)


def _wrong_example(value: object) -> str:
    """What is wrong with an example; "" where nothing is."""
    if not isinstance(value, dict) or len(value) != 1 or not set(value) <= set(KINDS):
        return "must be a kind and a value, such as { count = 20 }"
    ((kind, given),) = value.items()
    if kind in ("count", "label"):
        return "" if type(given) is int else f"must have a whole number for its {kind}"
    if kind in _FRACTIONS:
        fits = isinstance(given, str) and re.fullmatch(r"\d{1,6}/[1-9]\d{0,5}", given)
        return "" if fits else f'must have a fraction for its {kind}, such as "1/20"'
    if kind in ("name", "version"):
        return settings.text("").wrong(given)
    return f"cannot be of the kind {kind}"


_FIELDS = (
    *(
        settings.text(f"{table}.*")
        for table in ("facts", *_OWN, "kinds", "formulas", "beginnings", "endings", "running")
    ),
    settings.Field("examples.*", _wrong_example),
)
