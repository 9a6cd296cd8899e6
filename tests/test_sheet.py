"""Sheets: drawn by the seed alone, no item telling another's answer, and texts that cannot name a result."""

import re
from fractions import Fraction
from itertools import pairwise, product
from random import Random
from types import SimpleNamespace

import pytest
import sheet_pages as pages
from markupsafe import Markup
from sheet_answers import p_exact
from sheet_seeds import coded

from discordant.facts.table import NullDistribution
from discordant.press.fill import FillError
from discordant.press.scribe import Scribe
from discordant.publication.disk import catalog, load, locale
from discordant.teaching.exercises import draws as drawing
from discordant.teaching.exercises.draws import Draws
from discordant.teaching.exercises.exercise import (
    Counts,
    Rows,
    Square,
    StudentExercise,
    Values,
    for_students,
)
from discordant.teaching.exercises.kinds import KINDS
from discordant.teaching.exercises.sheet import Order, OrderError, make
from discordant.teaching.sheets.texts import Writer

SEEDS = range(30)
SHEETS = {seed: make(Order(8, 4, seed=coded(seed))) for seed in SEEDS}
NEAR_ALPHA = (Fraction(45, 1000), Fraction(55, 1000))
COUNTED = 30  # up to here whole numbers stand on every sheet: they number items, listed cases and points


# === Chance ===


def test_draws_are_those_of_every_python():
    """Python promises to keep what random() gives for a seed, and nothing else; Draws makes do with it.

    Should this fail in a new version of Python, sheets that teachers have printed could not be made again.
    """
    draws = Draws(2026, "A", 0, "which-cancel")
    assert [draws.whole(0, 99) for _ in range(12)] == PINNED_WHOLES
    assert "".join(draws.shuffled("abcdefgh")) == PINNED_SHUFFLE
    assert [draws.one_of("xyz") for _ in range(6)] == list(PINNED_CHOICES)


def test_only_random_is_asked_for(monkeypatch):
    asked = []

    def make_random(seed):
        real = Random(seed)
        return SimpleNamespace(random=lambda: asked.append(1) or real.random())

    monkeypatch.setattr(drawing, "Random", make_random)
    assert make(Order(16, 2, seed=coded(5))) == make(Order(16, 2, seed=coded(5)))
    assert len(asked) > 500


def test_a_sheet_is_that_of_every_python():
    sheet = make(Order(8, 4, seed=coded(2026)))
    assert sheet.id == PINNED_ID
    assert [item.kind for item in sheet.variants["A"]] == PINNED_KINDS
    assert next(tables(sheet.variants["D"][-1])) == PINNED_TABLE


def test_a_sheet_of_every_kind_keeps_its_id():
    """With a null distribution among the items, under which name its type ever goes."""
    sheet = make(Order(16, 2, seed=coded(7)))
    assert any(isinstance(shown, NullDistribution) for item in sheet.variants["A"] for shown in item.exhibits)
    assert sheet.id == PINNED_ID_OF_ALL


PINNED_WHOLES = [50, 10, 87, 54, 25, 11, 51, 50, 27, 62, 82, 43]
PINNED_SHUFFLE = "bgdfcahe"
PINNED_CHOICES = "xxxzzz"
PINNED_ID = "113c17cf68"  # to be changed with a kind whose numbers are drawn anew, and for nothing else
PINNED_ID_OF_ALL = "2e0b7933a6"
PINNED_KINDS = [
    *("fill-table", "orientation", "smallest-m", "past-one", "paired-se", "possible-lead", "independence"),
    "manager",
]
PINNED_TABLE = (320, 24, 47, 9)


def test_each_seed_has_its_own_sheet():
    assert len({sheet.id for sheet in SHEETS.values()}) == len(SEEDS)
    assert all(re.fullmatch("[0-9a-f]{10}", sheet.id) for sheet in SHEETS.values())


def test_without_a_seed_one_is_drawn():
    sheets = [make(Order(1)) for _ in range(20)]
    assert len({sheet.seed for sheet in sheets}) == 20
    assert all(re.fullmatch("([0-9a-z]{5}-){3}[0-9a-z]{5}", sheet.seed) for sheet in sheets)
    assert all(make(Order(1, seed=sheet.seed)) == sheet for sheet in sheets)


# === Which items, in which order ===


def test_items_go_from_counting_to_judgement():
    order = list(KINDS)
    for seed, items in product(SEEDS, (1, 3, 8, 15, 16)):
        kinds = [item.kind for item in make(Order(items, seed=coded(seed))).variants["A"]]
        assert kinds == sorted(set(kinds), key=order.index)
        assert len(kinds) == items
    for sheet in SHEETS.values():
        for kinds in ([item.kind for item in items] for items in sheet.variants.values()):
            assert [order.index(kind) // 2 for kind in kinds] == list(range(8))  # one out of each stretch


def test_kinds_that_are_asked_for():
    sheet = make(Order(3, 2, kinds=("manager", "fill-table", "chi-square", "manager"), seed=coded(1)))
    for items in sheet.variants.values():
        assert [item.kind for item in items] == ["fill-table", "chi-square", "manager"]


def test_there_is_a_letter_for_each_of_26():
    sheet = make(Order(2, 26, seed=coded(1)))
    assert "".join(sheet.variants) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert len({tuple(item.kind for item in items) for items in sheet.variants.values()}) == 1


def test_variants_have_numbers_of_their_own():
    for sheet in SHEETS.values():
        for items in zip(*sheet.variants.values(), strict=True):
            numbers = {str((values(item.given), item.exhibits)) for item in items}
            assert len(numbers) == len(items), items[0].kind
        rights = [
            [[option.right for option in question.options] for item in items for question in item.questions]
            for items in sheet.variants.values()
        ]
        assert all(one != other for one, other in pairwise(rights))  # no letter fits all


def values(facts):
    return [(name, fact.value) for name, fact in facts.items()]


# === Numbers that make sense ===


def tables(item):
    for shown in item.exhibits:
        if isinstance(shown, Square) and shown.a is not None:
            yield Counts(*(cell.value for cell in shown))
        if isinstance(shown, Rows):
            yield from (Counts(*(cell.value for cell in row)) for row in shown.comparisons)


def p_values(item):
    """Every p-value that a student prints, reads or works out."""
    if item.kind not in ("paired-se", "which-cancel"):  # which do not ask for one
        yield from (p_exact(table.b, table.c) for table in tables(item))
    if item.kind == "exact-by-hand":
        yield p_exact(item.given["b"].value, item.given["c"].value)
    for shown in item.exhibits:
        if isinstance(shown, NullDistribution):
            yield p_exact(shown.observed, shown.m - shown.observed)
        if isinstance(shown, Values) and item.kind != "chi-square":  # there no level is asked about
            yield from (fact.value for _name, fact in shown.rows if fact.kind == "probability")
    if item.kind == "possible-lead":
        yield Fraction(2, 2 ** item.given["lead"].value)


def test_no_p_value_is_near_the_level_and_no_table_degenerate():
    seen = set()
    for items in (items for sheet in SHEETS.values() for items in sheet.variants.values()):
        for item in items:
            for p in p_values(item):
                seen.add(item.kind)
                assert not NEAR_ALPHA[0] <= p <= NEAR_ALPHA[1], item
                assert 0 < p <= 1
            for table in tables(item):
                assert min(table) >= 1
                assert table.b != table.c
                assert table.N >= 100
    assert len(seen) == 7


# === Items beside each other ===


@pytest.fixture(scope="module")
def publication():
    return load()


@pytest.fixture(scope="module")
def writer(publication):
    scribe = Scribe(locale("en"), catalog("en"), {}, publication.formulas, {})
    return Writer(scribe, publication.blocks)


def markup(written):
    """All the markup in what the writer gives."""
    if isinstance(written, Markup | str):
        return str(written)
    if isinstance(written, dict):
        written = list(written.values())
    return "".join(map(markup, written)) if isinstance(written, list | tuple) else ""


def printed(html):
    """The numbers of a text that could be an answer, their signs aside."""
    shown = re.findall(r'<span class="fact"[^>]*data-fact="(\w+)"[^>]*>(.*?)</span>', html)
    texts = (re.sub("<[^>]*>", "", text) for name, text in shown if name not in pages.WORDS)
    return {value for value in (abs(pages.number(text, "en").value) for text in texts) if not_counted(value)}


def not_counted(value):
    return value.denominator > 1 or value > COUNTED


def asked_for(item, writer):
    """The answers as the key prints them, and to the decimals that are asked for."""
    for question in item.questions:
        key = str(writer.key(item.kind, question))
        yield from printed(key.partition('<span class="range">')[0])
        places = item.given["places"].value if "places" in item.given else 4
        for fact in question.answer:
            size = abs(Fraction(fact.value))
            rounded = Fraction(int(size * 10**places + Fraction(1, 2)), 10**places)
            if not_counted(rounded):
                yield rounded


def test_no_item_prints_an_answer(writer):
    """Neither its own nor that of another: read from the texts as a student gets them."""
    seen = 0
    for sheet in SHEETS.values():
        for items in sheet.variants.values():
            read = set().union(*(printed(markup(writer.item(for_students(item), 1))) for item in items))
            wanted = {value for item in items for value in asked_for(item, writer)}
            assert not read & wanted
            seen += len(wanted)
    assert seen > 800


def test_an_answer_that_stands_on_the_sheet_is_seen(writer):
    """By what the check above looks with."""
    item = KINDS["sample-size"].draw(Draws("own"), None)
    (size,) = set(asked_for(item, writer))
    given = item.given | {"rate": item.given["rate"]._replace(value=size, kind="count")}
    assert size in printed(markup(writer.item(for_students(item._replace(given=given)), 1)))


# === What a student's text may say ===


def student_blocks(item, blocks):
    base = f"exercise.{item.kind}"
    yield f"{base}.title"
    yield from (name for name in blocks if name.startswith(f"{base}.stem"))
    for shown in item.exhibits:
        if isinstance(shown, Values):
            yield from (f"{base}.row.{name}" for name, _fact in shown.rows)
    for question in item.questions:
        yield f"{base}.{question.name}.{question.asks}"
        yield from (f"{base}.{question.name}.option.{option.name}" for option in question.options)


@pytest.mark.parametrize("kind", KINDS)
def test_a_text_for_students_that_names_a_result_cannot_be_filled(kind, publication):
    item = KINDS[kind].draw(Draws("fill", kind), None)
    scribe = Scribe(locale("en"), catalog("en"), {}, publication.formulas, {})
    Writer(scribe, publication.blocks).item(for_students(item), 1)  # as they are, they can
    for name in student_blocks(item, publication.blocks):
        for result in item.results:
            if result in item.given:
                continue
            block = publication.blocks[name]
            spoilt = {**publication.blocks, name: block._replace(text=f"{block.text} {{{result}}}")}
            with pytest.raises(FillError, match=rf"{re.escape(name)}.*{result}"):
                Writer(scribe, spoilt).item(for_students(item), 1)


@pytest.mark.parametrize("kind", KINDS)
def test_what_students_get_has_no_place_for_an_answer(kind):
    item = KINDS[kind].draw(Draws("fill", kind), None)
    student = for_students(item)
    assert StudentExercise._fields == ("kind", "given", "exhibits", "questions")
    assert not item.results.keys() & student.given.keys()
    for question in student.questions:
        assert question._fields == ("name", "form", "points", "lines", "options", "asks")
        assert all(isinstance(option, str) for option in question.options)


# === A teacher's own table ===

OWN = [Counts(115, 27, 38, 20), Counts(434, 28, 35, 3), Counts(252, 30, 6, 12), Counts(167, 6, 5, 22)]


@pytest.mark.parametrize("counts", OWN)
def test_an_own_table_stands_in_the_same_items_of_every_variant(counts):
    for items, seed in product((4, 8, 16), range(4)):
        sheet = make(Order(items, 4, counts=counts, seed=coded(seed)))
        own = {tuple(item.kind for item in variant if item.own) for variant in sheet.variants.values()}
        assert len(own) == 1
        for variant in sheet.variants.values():
            for item in variant:
                assert not item.own or all(table == counts for table in tables(item))
    assert len(own.pop()) >= 3


def test_an_own_table_tells_nothing(writer):
    for counts, seed in product(OWN, range(3)):
        for items in make(Order(16, 2, counts=counts, seed=coded(seed))).variants.values():
            read = set().union(*(printed(markup(writer.item(for_students(item), 1))) for item in items))
            assert not read & {value for item in items for value in asked_for(item, writer)}


def test_tables_that_make_no_item():
    for counts in (Counts(0, 0, 0, 0), Counts(5, 0, 0, 5), Counts(-1, 5, 2, 3), Counts(10**6, 1, 0, 0)):
        with pytest.raises(OrderError, match=r"^--counts: "):
            make(Order(counts=counts))
    with pytest.raises(OrderError, match=r"^--counts: .*only --kind which-cancel, orientation"):
        make(Order(1, kinds=("independence", "smallest-m"), counts=Counts(900, 20, 5, 75)))
