"""Faults: how files of results are refused: what is unclear, with the choices; what is wrong, by line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from os import PathLike
from typing import NamedTuple

from ..language.refused import Refused

LISTED = 20  # faults that are listed; the rest is counted
_LONGEST = 80  # characters of a stranger's text in a message
_CHOICES = 40  # choices that are named


class CasesError(Refused):
    """A file of results that cannot be read as asked."""


class Missing(CasesError):
    """DuckDB or ibis is not installed."""

    code = 3


class Unclear(CasesError):
    """What the files leave open: `option` is what to say, `choices` what the files offer for it."""

    def __init__(
        self, what: str, option: str, choices: Sequence[str], *, path: str | PathLike[str] | None = None
    ) -> None:
        self.option, self.choices = option, tuple(choices)
        named = ", ".join(quoted(choice) for choice in self.choices[:_CHOICES])
        more = f" and {len(self.choices) - _CHOICES} more" if len(self.choices) > _CHOICES else ""
        offer = f"; it offers {named}{more}" if self.choices else ""
        super().__init__(what, path=path, advice=f"say {option}{offer}")


class Fault(NamedTuple):
    """One thing that is wrong: `what` says it; file, line (from 1 on), id and result where they are known."""

    what: str
    path: str
    line: int | None = None
    id: str | None = None
    value: str | None = None

    def __str__(self) -> str:
        place = self.path if self.line is None else f"{self.path}:{self.line}"
        fields = [f"id {quoted(self.id)}"] if self.id is not None else []
        fields += [f"result {quoted(self.value)}"] if self.value is not None else []
        return f"{place}: {', '.join([*fields, self.what])}"


class Faulty(CasesError):
    """What is wrong in the files: the first LISTED `faults`, and the `count` of all."""

    def __init__(self, faults: Iterable[Fault], count: int, advice: str = "") -> None:
        self.faults, self.count = tuple(faults)[:LISTED], count
        more = count - len(self.faults)
        listed = " | ".join(
            [str(fault) for fault in self.faults] + ([f"and {more} more"] if more > 0 else [])
        )
        super().__init__(f"{count} {'fault' if count == 1 else 'faults'}: {listed}", advice=advice)


def quoted(text: str) -> str:
    r"""A stranger's text as a message shows it: on one line, escaped, and short.

    >>> print(quoted("two\nlines"), quoted("x" * 100)[-6:])
    'two\nlines' xxx...
    """
    return repr(text) if len(text) <= _LONGEST else repr(text[:_LONGEST])[:-1] + "..."
