"""A verdict: what a check of published files found, and what it says of them."""

from __future__ import annotations

from typing import NamedTuple


class Verdict(NamedTuple):
    """What a check found; each entry is a line."""

    faults: list[str]  # what is wrong
    unsure: list[str]  # what could not be checked here, and why
    notes: list[str]  # what whoever asked should know
    conclusion: str  # what exactly was checked and held, apart from these


def said(text: str) -> str:
    r"""A name or text that a stranger has chosen, as part of one line: what is not printable is escaped.

    >>> said("output/a\nall is well")
    'output/a\\nall is well'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
