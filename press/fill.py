"""Filling: placeholders of a message looked up in the facts.  A message never meets a template engine."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from ..language import Fact, Locale
from ..language.locale import FORMS

PATTERN = re.compile(r"\{([A-Za-z]\w*)\}")


class FillError(ValueError):
    """A placeholder that names nothing; the message says which."""


class Printed(NamedTuple):
    """One fact as a reader of one block sees it."""

    block: str
    fact: str
    form: str
    text: str


def split_form(name: str, facts: Mapping[str, Fact]) -> tuple[Fact, str]:
    """The fact that a placeholder names, and the form: `p_long` is the fact p in its long form.

    Raises FillError where there is no such fact.
    """
    if name in facts:
        return facts[name], "short"
    stem, _, form = name.rpartition("_")
    if form in FORMS and stem in facts:
        return facts[stem], form
    raise FillError(f"{{{name}}} names no fact")


def plain(text: str, block_id: str, facts: Mapping[str, Fact], locale: Locale) -> tuple[str, list[Printed]]:
    """A message as plain text, for labels, titles and text alternatives, and what it prints."""
    printed: list[Printed] = []

    def write(name: str) -> str:
        fact, form = split_form(name, facts)
        printed.append(Printed(block_id, fact.name, form, locale.format(fact, form)))
        return printed[-1].text

    return replace(text, write), printed


def replace(text: str, write: Callable[[str], str]) -> str:
    """The text with `write(name)` in place of each `{name}`; other braces stay as they are.

    >>> replace("{b} of {m}", str.upper)
    'B of M'
    """
    return PATTERN.sub(lambda match: write(match[1]), text)
