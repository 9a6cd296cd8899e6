"""The audit of numbers in letters, and of digits that a language types for words."""

from fractions import Fraction

import pytest

from discordant.audit import data, pages
from discordant.audit.data import Edition, Entry
from discordant.audit.findings import Findings
from discordant.audit.numbers import KNOWN
from discordant.audit.page import Page

FACTS = {
    "I_c": (0, "count"),
    "II_c": (2, "count"),
    "lead": (Fraction(2), "points"),
    "p": (Fraction(1, 2), ""),
}


def words(*printed):
    """The words of an Italian record with these facts and texts, and what is wrong with them."""
    entries = tuple(Entry("block", fact, text, is_word=True) for fact, text in printed)
    findings = Findings()
    return data._words("it", {"page": entries}, FACTS, findings, "x.json"), [str(f) for f in findings.faults]


def test_a_word_states_the_number_that_it_is_printed_for():
    found, faults = words(("I_c", "Zero"), ("II_c", "due"), ("lead", "Due"))
    assert (found, faults) == ({"zero": 0, "due": 2}, [])
    edition = Edition("it", KNOWN["it"], {}, words=found)
    assert data.wrong("II_c", "Due", edition, FACTS) is None
    assert data.wrong("II_c", "zero", edition, FACTS) == "the word of another number"
    assert data.wrong("II_c", "tre", edition, FACTS) is not None
    assert data.wrong("II_c", "2", edition, FACTS) is None


@pytest.mark.parametrize(
    ("printed", "says"),
    [
        ([("II_c", "due"), ("I_c", "due")], "one number alone, not 2 as well"),
        ([("p", "mezzo")], "a whole number in letters"),
        ([("II_c", "3 due")], "a whole number in letters"),
    ],
)
def test_a_word_for_two_numbers_is_a_fault(printed, says):
    _found, faults = words(*printed)
    assert len(faults) == 1
    assert says in faults[0]


@pytest.mark.parametrize(
    ("markup", "right"),
    [
        ('<span class="numeral">1/2</span>', True),
        ('<span class="numeral">0</span>', True),
        ('<span class="numeral">20</span>', False),
        ('<span class="number">1/2</span>', False),
        ("1/2", False),
    ],
)
def test_only_small_numerals_that_are_marked_need_no_fact(markup, right):
    page = Page(f'<html lang="zh-Hans"><body><p>是{markup}。</p></body></html>'.encode())
    findings = Findings()
    pages._strays(page, "x.html", findings, frozenset())
    assert (not findings.faults) == right
