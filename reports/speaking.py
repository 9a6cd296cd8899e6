"""Speaking: a report's messages and numbers in one language, as plain text."""

from __future__ import annotations

from collections.abc import Callable

from ..facts.table import Facts
from ..language import Fact
from ..publication.edition import Edition
from .parts import Cell

Show = Callable[[str], str]  # how strangers' text is written
_FIRST = 0xE000  # private use: in no text of ours, nor in a name that is shown


def _as_it_is(text: str) -> str:
    return text


class Speaker:
    """Says what a report holds; `show` writes a stranger's text, `guard` what is our own."""

    def __init__(
        self, edition: Edition, facts: Facts, show: Show = _as_it_is, guard: Show = _as_it_is
    ) -> None:
        self._scribe = edition.bare_scribe()
        self._blocks, self._facts = edition.publication.blocks, facts
        self._locale, self._show, self._guard = edition.locale, show, guard

    def say(self, said: Cell) -> str:
        """A message, the fact of that name, or a fact."""
        if isinstance(said, Fact):
            return self._guard(self._locale.format(said))
        if isinstance(said, str):
            return self._guard(self._locale.format(self._facts[said]))
        known = said.facts(self._facts)
        names = [fact for fact in known.values() if fact.kind == "name"]
        marks = {chr(_FIRST + place): str(fact.value) for place, fact in enumerate(names)}
        tokens = {fact.name: fact._replace(value=mark) for fact, mark in zip(names, marks, strict=True)}
        text = self._guard(self._scribe.plain(self._blocks[said.id], {**known, **tokens}))
        for mark, name in marks.items():
            text = text.replace(mark, self._show(name))
        return text

    def cell(self, cell: Cell) -> str:
        """A cell of a table: a stranger's text, too."""
        return self._show(cell) if isinstance(cell, str) else self.say(cell)
