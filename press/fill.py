"""Filling: placeholders of a message looked up in the facts.  A message never meets a template engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from ..language import Fact, Locale
from ..language.direction import direction, in_order, with_relations
from ..language.forms import WORD, Written
from ..language.locale import FORMS
from ..language.message import PLACEHOLDER, forms_of
from ..language.refused import Refused


class FillError(Refused):
    """A placeholder that names nothing; the message says which."""


class Printed(NamedTuple):
    """One fact as a reader of one block sees it."""

    block: str
    fact: str
    form: str  # one of FORMS, or "word"
    text: str  # the number alone, without what a form of the language puts around it
    language: str = ""  # of the passage, where it is not the page's own: English that stands in


def split_form(name: str, facts: Mapping[str, Fact]) -> tuple[Fact, str]:
    """The fact that a placeholder names, and the form: `p_long` is the fact p in its long form.

    Raises FillError where there is no such fact, or it has no such form.
    """
    if name in facts:
        return facts[name], "short"
    stem, _, form = name.rpartition("_")
    if form in FORMS and stem in facts:
        bearing = {"exact": (int, Fraction), "signed": (int, float, Fraction)}.get(form, object)
        if not isinstance(facts[stem].value, bearing):
            raise FillError(f"{{{name}}}: {stem} is of a kind ({facts[stem].kind}) that has no form {form}")
        return facts[stem], form
    raise FillError(f"{{{name}}} names no fact")


def plain(text: str, block_id: str, facts: Mapping[str, Fact], locale: Locale) -> tuple[str, list[Printed]]:
    """A message as plain text, for labels, titles and text alternatives, and what it prints.

    In a text that runs from right to left, numbers and relations are marked to keep their order.
    """
    printed: list[Printed] = []
    runs_left = direction(text) == "rtl"

    def write(name: str, asked: tuple[str, ...]) -> str:
        fact, form = split_form(name, facts)
        written = locale.write(fact, form, asked)
        printed.append(record(block_id, fact, form, written))
        number = in_order(written.number) if runs_left else written.number
        return written._replace(number=number).text

    filled = replace(text, write)
    return with_relations(filled) if runs_left else filled, printed


def record(place: str, fact: Fact, form: str, written: Written) -> Printed:
    """What a reader of a block sees of a fact, for the list of what is printed."""
    return Printed(place, fact.name, WORD if written.is_word else form, written.number)


def replace(text: str, write: Callable[[str, tuple[str, ...]], str]) -> str:
    """The text with `write(name, forms)` in place of each `{name}`; other braces stay as they are.

    >>> replace("{b} of @word{m}", lambda name, forms: name.upper() + "!" * len(forms))
    'B of M!'
    """
    return PLACEHOLDER.sub(lambda match: write(match[1], forms_of(match[0])), text)
