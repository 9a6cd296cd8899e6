"""Texts of the exercises in testing: all there, filled and used, without a digit."""

import re
import tomllib
from pathlib import Path

from each import each
from testing_items import ITEMS, KINDS_HERE, SEEDS

import discordant
from discordant.press import blocks
from discordant.teaching.exercises.draws import Draws
from discordant.teaching.exercises.exercise import Values
from discordant.teaching.exercises.kinds import KINDS

TEMPLATES = Path(discordant.__file__).parent / "templates"
TEXTS = {block.id: block for block in blocks.flat(blocks.read(TEMPLATES / "exercises" / "testing.md"))}
CAUSES = {block.id for block in blocks.flat(blocks.read(TEMPLATES / "exercises" / "mistakes.md"))}
FORMULAS = tomllib.loads((TEMPLATES / "formulas.toml").read_text("utf-8"))["inline"]


# === Texts ===


def blocks_of(item):
    """The names of the blocks of an item: those that students read, and those of the teacher's sheet."""
    prefix = f"exercise.{item.kind}"
    students = {f"{prefix}.title"} | {name for name in TEXTS if name.startswith(f"{prefix}.stem")}
    students |= {
        f"{prefix}.row.{name}"
        for exhibit in item.exhibits
        if isinstance(exhibit, Values)
        for name, _p in exhibit.rows
    }
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


@each("item", [item for kind in KINDS_HERE for item in ITEMS[kind]])
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
    for block in TEXTS.values():
        assert not re.search(r"\d", re.sub(r"\{\w+\}", "", block.text)), block.id


def test_every_cause_is_some_kinds():
    causes = {
        f"wrong.{wrong.cause}"
        for kind in KINDS.values()
        for seed in SEEDS
        for q in kind.draw(Draws("test", seed, kind.name), None).questions
        for wrong in q.wrong
    }
    assert causes == CAUSES
