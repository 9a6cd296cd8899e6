"""Blocks and questions of the exercises in comparing, planning and judging: what holds for every kind."""

import re
from pathlib import Path

import pytest
from comparing_items import FILES, draw, drawn, question

import discordant
from discordant.press.blocks import flat, read
from discordant.teaching.exercises.exercise import Rows, Square, Values, for_students

TEMPLATES = Path(discordant.__file__).parent / "templates" / "exercises"
MINE = [kind for kinds in FILES.values() for kind in kinds]
BLOCKS = {block.id: block for path in TEMPLATES.glob("*.md") for block in flat(read(path))}


# === What holds for all of them ===


def student_blocks(item):
    """The names of the blocks that a student reads."""
    base = f"exercise.{item.kind}"
    names = [f"{base}.title", f"{base}.stem"]
    names += [f"{base}.stem{i}" for i in range(2, 9) if f"{base}.stem{i}" in BLOCKS]
    for shown in item.exhibits:
        if isinstance(shown, Values):
            names += [f"{base}.row.{name}" for name, _ in shown.rows]
    for q in item.questions:
        names += [
            f"{base}.{q.name}.{q.asks}",
            *(f"{base}.{q.name}.option.{option.name}" for option in q.options),
        ]
    return names


def teacher_blocks(item):
    """The names of the blocks that only a teacher reads."""
    names = []
    for q in item.questions:
        base = f"exercise.{item.kind}.{q.name}"
        names += [f"{base}.{step}" for step in q.steps] + [
            f"{base}.why.{option.name}" for option in q.options
        ]
        names += [] if q.form == "choice" else [f"{base}.{q.says}"]
        names += [f"{base}.note"] if q.form == "text" else []
    return names


def unknown(name, facts):
    """The placeholders of a block that are no facts and no formulas."""
    return [
        placeholder
        for placeholder in BLOCKS[name].placeholders
        if not placeholder.startswith("f_")
        and placeholder not in facts
        and re.sub("_(long|exact|signed)$", "", placeholder) not in facts
    ]


@pytest.mark.parametrize("kind", MINE)
def test_blocks_are_there_and_name_only_what_their_reader_may_know(kind):
    for item in drawn(kind):
        assert not set(item.given) & set(item.results)
        for name in student_blocks(item):
            assert not unknown(name, item.given), name
        for name in teacher_blocks(item):
            assert not unknown(name, item.given | item.results), name
        for q in item.questions:
            assert all(f"wrong.{mistake.cause}" in BLOCKS for mistake in q.wrong)


@pytest.mark.parametrize("file", FILES)
def test_no_block_is_left_over(file):
    used = {
        name
        for kind in FILES[file]
        for seed in range(400)
        for item in [draw(kind, seed)]
        for name in (*student_blocks(item), *teacher_blocks(item))
    }
    assert {block.id for block in flat(read(TEMPLATES / file))} == used


@pytest.mark.parametrize("kind", MINE)
def test_every_fact_is_printed(kind):
    """A fact that no text names is a leftover; those of tables are named there."""
    items = [draw(kind, seed) for seed in range(400)]
    named = {
        p
        for item in items
        for name in (*student_blocks(item), *teacher_blocks(item))
        for p in BLOCKS[name].placeholders
    }
    named |= {re.sub("_(long|exact|signed)$", "", name) for name in named}
    for item in items[:5]:
        shown = set()
        for what in item.exhibits:
            rows = {
                Square: lambda x: [x],
                Rows: lambda x: x.comparisons,
                Values: lambda x: [[f for _, f in x.rows]],
            }
            shown |= {fact.name for row in rows[type(what)](what) for fact in row}
        shown |= {fact.name for q in item.questions for fact in q.answer}
        assert set(item.given) | set(item.results) <= named | shown


@pytest.mark.parametrize("kind", MINE)
def test_exhibits_and_answers_stand_on_their_side(kind):
    for item in drawn(kind):
        for shown in item.exhibits:
            rows = {
                Square: lambda x: [x],
                Rows: lambda x: x.comparisons,
                Values: lambda x: [[f for _, f in x.rows]],
            }
            for fact in (fact for row in rows[type(shown)](shown) for fact in row):
                assert item.given[fact.name] == fact
        for q in item.questions:
            for fact in q.answer:
                assert item.results[fact.name] == fact
        student = for_students(item)
        assert student.given == item.given
        assert not hasattr(student, "results")


@pytest.mark.parametrize("kind", MINE)
def test_questions_are_well_formed(kind):
    for item in drawn(kind):
        assert item.kind == kind
        assert 1 <= len(item.questions) <= 3
        assert len({q.name for q in item.questions}) == len(item.questions)
        for q in item.questions:
            assert q.points >= 1
            assert [option.right for option in q.options].count(True) == (q.form == "choice")
            assert len({option.name for option in q.options}) == len(q.options)
            assert len(q.answer) == (q.form == "number")
            assert (q.lines > 0) == (q.form != "choice")
            assert len(q.steps) <= 4


@pytest.mark.parametrize("kind", MINE)
def test_the_same_key_draws_the_same(kind):
    assert [draw(kind, seed) for seed in range(10)] == [draw(kind, seed) for seed in range(10)]
    given = [tuple((fact.name, fact.value) for fact in item.given.values()) for item in drawn(kind)]
    assert len(set(given)) >= (6 if kind == "independence" else 40)


@pytest.mark.parametrize("kind", MINE)
def test_the_right_option_stands_anywhere(kind):
    for name in [q.name for q in draw(kind, 0).questions if q.form == "choice"]:
        places = [[o.right for o in question(item, name).options].index(True) for item in drawn(kind)]
        assert set(places) == set(range(len(question(draw(kind, 0), name).options)))
