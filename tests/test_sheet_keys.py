"""Sheets over kinds, own tables and languages: no key stands in what a student reads.

tools/sheet_leaks.py draws five hundred of them.
"""

from fractions import Fraction
from itertools import cycle

import pytest
import sheet_keys as search
import sheet_orders
from sheet_orders import OWN, TAGS, TOLD, read

from discordant.teaching.exercises.draws import Draws
from discordant.teaching.exercises.exercise import Counts
from discordant.teaching.exercises.kinds import KINDS
from discordant.teaching.exercises.sheet import make

SHEETS = 60


@pytest.fixture(scope="module")
def sheets():
    return [(order, make(order).variants["A"]) for order in sheet_orders.orders(SHEETS)]


@pytest.fixture(scope="module")
def writers():
    return sheet_orders.writers()


def test_no_key_stands_in_what_students_read(sheets, writers):
    """Each sheet in one of the languages."""
    for tag, (order, items) in zip(cycle(TAGS), sheets, strict=False):
        texts, secret = read(writers[tag], items), search.keys(items)
        for text in texts:
            assert search.found_in(text, secret) == set(), order
        assert search.small_ones(items, texts) == set(), order


def test_the_sheets_are_of_all_kinds_and_many_share_a_table(sheets):
    assert len(sheets) == SHEETS
    assert {item.kind for _order, items in sheets for item in items} == set(KINDS)
    owning = [[item.kind for item in items if item.own] for _order, items in sheets]
    assert {kind for kinds in owning for kind in kinds} == set(OWN)
    assert sum(len(kinds) >= 2 for kinds in owning) > SHEETS / 4
    keys = [search.keys(items) for _order, items in sheets]
    assert sum(map(len, keys)) > 200 * SHEETS
    small = [v for _o, items in sheets for item in items for v, _p in search.asked(item) if v in range(31)]
    assert len(small) > 2 * SHEETS


# === What is planted is found ===

PLANTS = {  # of 7/32, asked for to four decimals
    "decimal": "0.2188",
    "with a comma": "0,2188",
    "cut off": "0.2187",
    "in full": "0.21875",
    "fraction": "7/32",
    "not reduced": "28/128",
    "percent": "21.88%",
    "percent apart": "21,88\u202f%",
    "power": "2.188 × 10⁻¹",
    "power in letters": "2.188e-1",
    "in an attribute": '<b title="p = 0.2188"></b>',
    "in parts": "0.<b>2188</b>",
    "as entities": "&#48;.2188",
}


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_key_is_found(name, writers):
    item = KINDS["exact-by-hand"].draw(None, Counts(0, 5, 1, 0))
    assert item.questions[0].answer[0].value == Fraction(7, 32)
    (text,) = read(writers["en"], [item])
    assert search.found_in(text, search.keys([item])) == set()
    assert search.found_in(f"{text} {PLANTS[name]}", search.keys([item]))


def test_a_table_whose_items_tell_each_other_is_found(writers):
    counts, kinds = TOLD[0]
    items = [KINDS[kind].draw(Draws("plant"), counts) for kind in kinds]
    for tag in TAGS:
        assert search.small_ones(items, read(writers[tag], items)) == {("lead_points", "which-cancel")}
