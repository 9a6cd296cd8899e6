"""Points of a sheet: whole numbers with the sum that was asked for, as near in proportion as can be."""

import csv
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from sheet_seeds import coded

from discordant.teaching.exercises.points import MOST, scaled, shared
from discordant.teaching.exercises.sheet import Order, OrderError, make

weights = st.lists(st.integers(1, 40), min_size=1, max_size=12)


@given(weights, st.integers(0, 500))
def test_shares_are_whole_and_have_the_sum(weights, more):
    least = [1] * len(weights)
    shares = shared(len(weights) + more, weights, least)
    assert sum(shares) == len(weights) + more
    assert min(shares) >= 1


@given(weights, st.integers(0, 500))
def test_without_a_least_each_is_its_quota_rounded_up_or_down(weights, total):
    """The quota rule, which the method of largest remainders keeps."""
    for share, weight in zip(shared(total, weights, [0] * len(weights)), weights, strict=True):
        assert abs(share - Fraction(total * weight, sum(weights))) < 1


def test_the_largest_remainders_get_what_is_left():
    """Seven of three parts 5, 3, 2: quotas 3.5, 2.1, 1.4, so that the first gets the one that is left."""
    assert shared(7, [5, 3, 2], [0, 0, 0]) == [4, 2, 1]


@pytest.fixture(scope="module")
def sheet():
    return make(Order(8, 2, seed=coded(5)))


@pytest.mark.parametrize("total", [30, 60, 100, 1000])
def test_every_variant_has_the_sum(sheet, total):
    found = scaled(sheet, total)
    assert found.id == sheet.id
    for letter, items in found.variants.items():
        assert sum(item.points for item in items) == total
        assert [item.kind for item in items] == [item.kind for item in sheet.variants[letter]]
    one, other = found.variants.values()
    assert [item.points for item in one] == [item.points for item in other]


def test_too_few_are_refused_with_the_least_that_will_do(sheet):
    with pytest.raises(OrderError) as refused:
        scaled(sheet, 3)
    least = int(str(refused.value).split("from ")[1].split()[0])
    assert sum(item.points for item in scaled(sheet, least).variants["A"]) == least
    for wrong in (least - 1, 0, -1, MOST + 1):
        with pytest.raises(OrderError):
            scaled(sheet, wrong)


def test_a_table_to_fill_in_has_a_point_for_each_cell_at_least():
    """So that no cell is worth nothing in a quiz."""
    filled = make(Order(2, kinds=("fill-table", "manager"), seed=coded(5)))
    (cells,) = [q for item in scaled(filled, 5).variants["A"] for q in item.questions if q.form == "cells"]
    assert cells.points == 4


def test_paper_key_and_quiz_have_the_same(discordant, tmp_path, read_page):
    kinds = ("--kind", "fill-table", "--kind", "paired-se", "--kind", "manager")
    run = discordant(
        *("handout", "sheet", "--locale", "en", *kinds, "--variants", 2, "--points", 50), cwd=tmp_path
    )
    assert (run.returncode, run.stderr) == (0, "")
    (folder,) = tmp_path.iterdir()
    with (folder / "teacher" / "key-en.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    for letter in "AB":
        own = [int(row["points"]) for row in rows if row["variant"] == letter]
        assert sum(own) == 50
        root = read_page(folder / "student" / f"exercises-en-{letter}.html")
        printed = [
            int(fact.text)
            for question in root.iter("p")
            if "question" in (question.get("class") or "")
            for fact in question.iter("span")
            if fact.get("data-fact") == "points"
        ]
        alone = [  # of items that ask one thing, at their head
            int(next(f.text for f in head.iter("span") if f.get("data-fact") == "points"))
            for head in root.iter("p")
            if head.get("class") == "worth-all"
        ]
        assert len(alone) == 3
        assert sum(alone) == 50
        assert set(printed) <= set(own)
    quiz = etree.parse(folder / "teacher" / "quiz-en.xml")
    assert sum(Fraction(grade.text) for grade in quiz.iter("defaultgrade")) == 2 * 50
