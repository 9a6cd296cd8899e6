"""Five hundred sheets, over kinds, own tables and languages: no key stands in what a student reads."""

from fractions import Fraction
from itertools import cycle
from random import Random

import pytest
import sheet_keys as search
from markupsafe import Markup
from sheet_seeds import coded

from discordant.press.scribe import Scribe
from discordant.publication.disk import catalog, load, locale
from discordant.teaching.exercises.draws import Draws
from discordant.teaching.exercises.exercise import Counts, for_students
from discordant.teaching.exercises.kinds import KINDS
from discordant.teaching.exercises.sheet import Order, make, takers
from discordant.teaching.sheets.texts import Writer

TAGS = ("en", "it", "zh-Hans")
SHEETS = 500
OWN = (
    "which-cancel",
    "orientation",
    "exact-by-hand",
    "read-distribution",
    "past-one",
    "smallest-lead",
    "paired-se",
)
OWN += ("chi-square", "what-it-supports", "manager")
TOLD = [  # tables of which one item told another's answer
    (Counts(880, 40, 20, 60), ("which-cancel", "orientation", "manager")),
    (Counts(9000, 500, 400, 100), ()),
    (Counts(430, 42, 18, 10), ()),
]


def tables(chance):
    """Tables as classes bring them: small and large, close and lopsided, with round leads and without."""
    while True:
        N = chance.choice((40, 50, 80, 100, 200, 500, 1000, 2000, 10_000, 200_000))
        c = chance.randint(0, min(N // 8, chance.choice((3, 8, 30, 10_000))))
        b = c + chance.choice((0, N // 100, N // 50, N // 20, chance.randint(1, max(1, N // 10))))
        d = chance.randint(0, N // 6)
        table = Counts(N - b - c - d, *((b, c) if chance.random() < 0.5 else (c, b)), d)
        if min(table) >= 0 and takers(table):
            yield table


def orders():
    """Half of them with tables of a class's own, and every other of these with kinds that take it alone."""
    chance = Random(9)
    own, sizes = tables(chance), cycle((16, 8, 16, 4, 12))
    for seed in range(SHEETS):
        if seed < 4 * len(TOLD):
            counts, kinds = TOLD[seed // 4]
        elif seed % 2:
            counts = next(own)
            fitting = takers(counts)
            kinds = (
                tuple(chance.sample(fitting, min(len(fitting), chance.randint(2, 4))))
                if seed % 4 == 1
                else ()
            )
        else:
            counts, kinds = None, ()
        yield Order(len(kinds) or next(sizes), 1, kinds, counts, coded(seed))


@pytest.fixture(scope="module")
def sheets():
    return [(order, make(order).variants["A"]) for order in orders()]


@pytest.fixture(scope="module")
def writers():
    publication = load()
    return {
        tag: Writer(Scribe(locale(tag), catalog(tag), {}, publication.formulas, {}), publication.blocks)
        for tag in TAGS
    }


def markup(written):
    """All the markup in what the writer gives; a number of it is a list's, an item's or a point's."""
    if isinstance(written, dict):
        written = [part for name, part in written.items() if name not in ("number", "points")]
    if isinstance(written, list | tuple):
        return " ".join(map(markup, written))
    return str(written) if isinstance(written, Markup | str) else ""


def read(writer, items):
    return [markup(writer.item(for_students(item), 1)) for item in items]


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
    assert sum(len(kinds) >= 2 for kinds in owning) > 150
    keys = [search.keys(items) for _order, items in sheets]
    assert sum(map(len, keys)) > 100_000
    small = [v for _o, items in sheets for item in items for v, _p in search.asked(item) if v in range(31)]
    assert len(small) > 1000


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
