"""Exercises on the table: answers counted once more from what the student reads, and every text filled."""

import re
import tomllib
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from each import each

import discordant
from discordant.press import blocks
from discordant.teaching.exercises.draws import Draws
from discordant.teaching.exercises.exercise import Cases, Counts, Square
from discordant.teaching.exercises.kinds import KINDS

TEMPLATES = Path(discordant.__file__).parent / "templates"
KINDS_HERE = ("fill-table", "which-cancel", "orientation")
TEXTS = {block.id: block for block in blocks.flat(blocks.read(TEMPLATES / "exercises" / "counting.md"))}
CAUSES = {block.id: block for block in blocks.flat(blocks.read(TEMPLATES / "exercises" / "mistakes.md"))}
FORMULAS = tomllib.loads((TEMPLATES / "formulas.toml").read_text("utf-8"))["inline"]
SEEDS = range(80)
ITEMS = {kind: [KINDS[kind].draw(Draws("test", seed, kind), None) for seed in SEEDS] for kind in KINDS_HERE}

every_item = each("item", [item for kind in KINDS_HERE for item in ITEMS[kind]])


def values(facts):
    return tuple(fact.value for fact in facts)


def question(item, name):
    (found,) = [q for q in item.questions if q.name == name]
    return found


def right_option(item, name):
    (right,) = [option.name for option in question(item, name).options if option.right]
    return right


def check(q, answer, wrong):
    """The answer, and of the mistakes all but those that count as right or lead to what another leads to."""
    assert values(q.answer) == answer
    found = {w.cause: values(w.answer) for w in q.wrong}
    assert found.items() <= wrong.items()
    for cause in wrong.keys() - found.keys():
        near = all(abs(x - y) <= q.tolerance for x, y in zip(wrong[cause], answer, strict=True))
        assert near or wrong[cause] in found.values(), cause
    for value in found.values():
        assert any(abs(x - y) > q.tolerance for x, y in zip(value, answer, strict=True))


# === From cases to a table ===


def listed(item):
    """The four counts of the listed cases."""
    (cases,) = [exhibit for exhibit in item.exhibits if isinstance(exhibit, Cases)]
    return tuple(
        sum(outcome == cell for outcome in cases.outcomes)
        for cell in ((True, True), (False, True), (True, False), (False, False))
    )


@each("item", ITEMS["fill-table"])
def test_cases_are_counted_into_the_table(item):
    a, b, c, d = listed(item)
    A = sum(A for A, _B in item.exhibits[0].outcomes)
    B = sum(B for _A, B in item.exhibits[0].outcomes)
    wrong = {"swapped": (a, c, b, d), "errors-counted": (d, c, b, a), "shared-counted": (a, B, A, d)}
    check(question(item, "table"), (a, b, c, d), wrong)
    assert {name: fact.value for name, fact in item.results.items()} == {
        **{"a": a, "b": b, "c": c, "d": d},
        **{"A_right": A, "B_right": B},
    }
    assert a + b + c + d == item.given["N"].value == 20
    assert min(a, b, c, d) >= 1
    assert len({a, b, c, d}) == 4
    assert len(item.questions[0].wrong) == 3
    assert item.exhibits[1] == Square(None, None, None, None)


def test_the_list_is_in_no_order():
    firsts = {item.exhibits[0].outcomes[0] for item in ITEMS["fill-table"]}
    assert firsts == set(product((True, False), repeat=2))


# === What cancels ===


def cells(item):
    return tuple(item.given[name].value for name in "abcd")


@each("item", ITEMS["which-cancel"])
def test_difference_in_points(item):
    a, b, c, d = cells(item)
    N = a + b + c + d
    A, B = Fraction(a + c, N), Fraction(a + b, N)
    wrong = {
        "swapped": (100 * (A - B),),
        "percent": (100 * (B / A - 1),),
        "of-discordant": (100 * (B - A) * N / (b + c),),
        "share-for-points": (B - A,),
    }
    check(question(item, "difference"), (100 * (B - A),), wrong)
    assert {name: fact.value for name, fact in item.results.items()} == {
        "A_right": a + c,
        "B_right": a + b,
        "net": (a + b) - (a + c),
        "difference": B - A,
        "difference_points": 100 * (B - A),
    }
    assert item.exhibits == (Square(*(item.given[name] for name in "abcd")),)
    assert item.given["N"].value == N
    assert 200 <= N <= 2000
    assert min(a, b, c, d) >= 1
    assert len(question(item, "difference").wrong) == 4
    assert (100 * (B - A) * 10 ** item.given["places"].value).denominator == 1  # nothing to be rounded
    assert question(item, "difference").tolerance == Fraction(1, 200)


@each("item", ITEMS["which-cancel"])
def test_what_cancels_is_what_does_not_move_the_numerator(item):
    def numerator(a, b, c, d):
        return (a + b) - (a + c)

    table = list(cells(item))
    still = [
        name
        for i, name in enumerate("abcd")
        if numerator(*table[:i], table[i] + 1, *table[i + 1 :]) == numerator(*table)
    ]
    assert right_option(item, "cells") == "-and-".join(still)


# === Letters of another order ===


@each("item", ITEMS["orientation"])
def test_net_gain_under_the_other_letters(item):
    only_A, only_B = item.given["printed_b"].value, item.given["printed_c"].value  # as the stem has it
    wrong = {"swapped": (only_A - only_B,), "added": (only_A + only_B,), "wins-alone": (only_B,)}
    check(question(item, "net"), (only_B - only_A,), wrong)
    assert item.results["net"].value == only_B - only_A
    assert right_option(item, "leader") == ("B" if only_B > only_A else "A")
    assert min(only_A, only_B) >= 1
    assert abs(only_A - only_B) >= 5
    assert len(question(item, "net").wrong) >= 2


def test_the_stem_gives_b_to_A():
    stem = TEXTS["exercise.orientation.stem"].text
    assert "`b`, only A is right; `c`, only B is right" in stem


@pytest.mark.parametrize(("kind", "name"), [("orientation", "net"), ("which-cancel", "difference")])
def test_either_model_may_lead(kind, name):
    ahead = [question(item, name).answer[0].value > 0 for item in ITEMS[kind]]
    assert 0.25 < sum(ahead) / len(ahead) < 0.75


# === All of them ===


def test_one_option_is_right_and_its_place_tells_nothing():
    for kind, name in (("which-cancel", "cells"), ("orientation", "leader")):
        places = set()
        for item in ITEMS[kind]:
            options = question(item, name).options
            assert sum(option.right for option in options) == 1
            assert len({option.name for option in options}) == len(options)
            places.add([option.right for option in options].index(True))
        assert places == set(range(len(options)))


@pytest.mark.parametrize("kind", KINDS_HERE)
def test_the_key_alone_decides(kind):
    again = [KINDS[kind].draw(Draws("test", seed, kind), None) for seed in SEEDS]
    assert again == ITEMS[kind]
    assert len({(str(item.given), str(item.exhibits)) for item in again}) > len(again) * 0.9
    assert not any(item.own for item in again)


@pytest.mark.parametrize(
    "counts", [(900, 20, 0, 80), (820, 100, 80, 0), (12, 3, 9, 1), (300_000, 99_000, 101_000, 500_000)]
)
@pytest.mark.parametrize("kind", ["which-cancel", "orientation"])
def test_own_counts_are_used_as_they_are(kind, counts):
    a, b, c, d = counts
    assert KINDS[kind].takes(Counts(*counts))
    item = KINDS[kind].draw(Draws("own"), Counts(*counts))
    assert item.own
    N = a + b + c + d
    if kind == "which-cancel":
        assert cells(item) == counts
        answer = 100 * Fraction(b - c, N)
    else:
        assert [item.given[f"printed_{name}"].value for name in "abcd"] == [a, c, b, d]
        answer = b - c
        assert right_option(item, "leader") == ("B" if b > c else "A")
    q = item.questions[1 if kind == "which-cancel" else 0]
    assert q.answer[0].value == answer
    assert all(abs(w.answer[0].value - answer) > q.tolerance for w in q.wrong)


@pytest.mark.parametrize(
    ("kind", "counts"),
    [
        *(("fill-table", four) for four in ((8, 5, 3, 4), (0, 0, 0, 0))),
        ("which-cancel", (0, 0, 0, 0)),
        ("which-cancel", (90, 5, 5, 0)),  # nobody leads
        ("which-cancel", (10, 0, 0, 10)),  # no disagreement
        ("which-cancel", (0, 7, 0, 3)),  # A is never right, so there is no relative change to tell apart
        ("which-cancel", (999_000, 500, 499, 1)),  # the decimals asked for would be zeros
        ("orientation", (0, 0, 0, 0)),
        ("orientation", (90, 5, 5, 0)),
        ("orientation", (50, 0, 0, 50)),
    ],
)
def test_degenerate_counts_are_refused(kind, counts):
    assert not KINDS[kind].takes(Counts(*counts))


@pytest.mark.parametrize("kind", KINDS_HERE)
@pytest.mark.parametrize(
    "counts", [(400_000, 300_000, 299_000, 1_000), (0, 10**6, 0, 0), (1, 5, 10**6 - 7, 1)]
)
def test_a_million_cases_are_drawn_or_refused(kind, counts):
    """Without going through them one by one, which would not end in time."""
    if KINDS[kind].takes(Counts(*counts)):
        assert KINDS[kind].draw(Draws("own"), Counts(*counts)).own


def test_whatever_is_taken_can_be_drawn():
    for four in product((0, 1, 2, 5, 7, 10**6), repeat=4):
        for kind in KINDS_HERE:
            if KINDS[kind].takes(Counts(*four)):
                item = KINDS[kind].draw(Draws("own"), Counts(*four))
                assert item.own
                assert all(q.wrong or q.options for q in item.questions)


# === Texts ===


def blocks_of(item):
    """The names of the blocks of an item: those that students read, and those of the teacher's sheet."""
    prefix = f"exercise.{item.kind}"
    students = {f"{prefix}.title"} | {name for name in TEXTS if name.startswith(f"{prefix}.stem")}
    teachers = set()
    for q in item.questions:
        students |= {
            f"{prefix}.{q.name}.{q.asks}",
            *(f"{prefix}.{q.name}.option.{o.name}" for o in q.options),
        }
        teachers |= {
            f"{prefix}.{q.name}.{part}" for part in (*q.steps, *(f"why.{o.name}" for o in q.options))
        }
        teachers |= {f"{prefix}.{q.name}.{q.says}"} if q.form != "choice" else set()
    return students, teachers


def unknown(names, facts):
    """Placeholders in these blocks that are neither facts nor formulas."""
    for name in names:
        for placeholder in TEXTS[name].placeholders:
            stem = re.sub("_(long|exact|signed)$", "", placeholder)
            if placeholder.removeprefix("f_") not in FORMULAS and not {placeholder, stem} & facts.keys():
                yield name, placeholder


@every_item
def test_texts_are_there_and_filled(item):
    students, teachers = blocks_of(item)
    assert not (students | teachers) - TEXTS.keys()
    assert not list(unknown(students, item.given))
    assert not list(unknown(teachers, item.given | item.results))
    assert not item.given.keys() & item.results.keys()
    assert all(f"wrong.{w.cause}" in CAUSES for q in item.questions for w in q.wrong)


def test_no_text_is_left_over():
    used = [blocks_of(item) for kind in KINDS_HERE for item in ITEMS[kind]]
    assert TEXTS.keys() == set().union(*(students | teachers for students, teachers in used))


def test_no_digit_is_typed():
    for block in (*TEXTS.values(), *CAUSES.values()):
        assert not re.search(r"\d", re.sub(r"\{\w+\}", "", block.text)), block.id


def test_causes_name_no_fact():
    assert not [block.id for block in CAUSES.values() if block.placeholders]
