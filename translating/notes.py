"""What a translator is told beside each English block: what it is, its placeholders, its terms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from ..facts.table import Facts
from ..language import Fact
from ..press.blocks import Block
from ..press.fill import split_form
from ..press.formulas import mathml
from ..publication.disk import Publication
from ..teaching.exercises.draws import Draws
from ..teaching.exercises.exercise import Exercise
from ..teaching.exercises.kinds import KINDS
from .glossary import Term
from .placeholders import Placeholders
from .plain_formula import plain
from .wording import uses

_FORMS = {"long": "with more decimals", "exact": "as an exact fraction", "signed": "with its sign"}
_DRAWS = 60  # of a kind of exercise, to see which numbers it can have
# what a block of an exercise is, by the end of its id
_ROLES = (
    (re.compile(r"title"), "title of an exercise"),
    (re.compile(r"stem\d*"), "what students are told before the questions"),
    (re.compile(r"row\..+"), "name of a row in a table"),
    (re.compile(r"[^.]+\.ask(-\w+)?"), "a question to students"),
    (re.compile(r"[^.]+\.option\..+"), "one of the answers to choose from"),
    (
        re.compile(r"[^.]+\.why\..+"),
        "said of that option: to the teacher, and to students who chose it in a quiz",
    ),
    (re.compile(r"[^.]+\.step\d+"), "a step of the working, for the teacher"),
    (re.compile(r"[^.]+\.answer"), "the answer, for the teacher"),
)
_SPOKEN = re.compile(r"formula\.(?P<name>.+)\.spoken")


def of(block: Block, publication: Publication, known: Placeholders, terms: Sequence[Term]) -> tuple[str, ...]:
    """The notes of a block, a line each; `terms` have the words of the language, or "" for none yet."""
    role = "; ".join(filter(None, (_role(block, publication), block.note)))
    return tuple(
        filter(
            None,
            (
                role,
                _formulas(block, publication, known),
                *_numbers(block, publication, known),
                _chance(block),
                _terms(block, terms),
            ),
        )
    )


def _role(block: Block, publication: Publication) -> str:
    """What a block is, as far as its id tells."""
    kind = _kind(block)
    if kind:
        rest = block.id.removeprefix(f"exercise.{kind}.")
        return next((role for pattern, role in _ROLES if pattern.fullmatch(rest)), "")
    if block.id.startswith("wrong."):
        return "cause of a wrong answer: in the teacher’s table, and told to students in a quiz"
    spoken = _SPOKEN.fullmatch(block.id)
    if spoken and spoken["name"] in publication.formulas["display"]:
        return f"read aloud in place of {_written('display', spoken['name'], publication)}"
    return "" if block.note or block.kind == "paragraph" else _KINDS[block.kind]


_KINDS = {"heading": "a heading", "item": "an item of a list"}


def _kind(block: Block) -> str:
    """The kind of exercise that a block belongs to, or ""."""
    first, _, rest = block.id.partition(".")
    kind = rest.partition(".")[0]
    return kind if first == "exercise" and kind in KINDS else ""


def _written(table: str, name: str, publication: Publication) -> str:
    """A formula on a line, its numbers as English writes them."""

    def write(placeholder: str) -> tuple[str, str]:
        fact, form = split_form(placeholder, publication.facts)
        return placeholder, publication.english.format(fact, form)

    return plain(mathml(name, publication.formulas[table][name], write, table == "display"))


def _formulas(block: Block, publication: Publication, known: Placeholders) -> str:
    """The formulas that a block names, in one line."""
    names = [name for name in dict.fromkeys(block.placeholders) if name.startswith("f_")]
    said = []
    for name in names:
        meaning = known.of_formula(name[2:])
        meant = f" ({meaning})" if meaning else ""
        said.append(f"{{{name}}} = {_written('inline', name[2:], publication)}{meant}")
    return f"formulas: {'; '.join(said)}" if said else ""


# === Numbers ===


def _numbers(block: Block, publication: Publication, known: Placeholders) -> Iterator[str]:
    """A line for each number: how it is written, and what it stands for.

    “=” has what is printed wherever the name stands; “e.g.” one of many that may be printed there.
    """
    names = [name for name in dict.fromkeys(block.placeholders) if not name.startswith("f_")]
    for name in names:
        twin = f"II_{name[2:]}"
        if name.startswith("I_") and twin in names:
            _, meaning = _number(name, block, publication, known)
            values = [f"{{{each}}} {_number(each, block, publication, known)[0]}" for each in (name, twin)]
            yield f"{', '.join(values)}: {meaning.replace('comparison I', 'comparisons I and II', 1)}"
        elif not (name.startswith("II_") and f"I_{name[3:]}" in names):
            value, meaning = _number(name, block, publication, known)
            yield f"{{{name}}} {value}: {meaning}"


def _number(name: str, block: Block, publication: Publication, known: Placeholders) -> tuple[str, str]:
    """How English writes a number, and what it stands for."""
    kind = _kind(block)
    is_report = block.file == "report.md"
    drawn = _example(block) if kind else _of_report(block) if is_report else {}
    if name in publication.numbers:  # "note_cap" is the number of a note
        number = publication.english.format(publication.numbers[name])
        return f'= "{number}"', known.running[name.partition("_")[0]]
    facts: Mapping[str, Fact] = {**publication.facts, **known.examples, **drawn}
    pair = [f"{side}_{name}" for side in ("I", "II")]
    of_a_split = block.id.startswith("figure.attainable.") and name in known.examples
    in_both = name not in publication.facts and pair[0] in publication.facts and not of_a_split
    if block.file == "figures.md" and in_both:
        shown = '" or "'.join(publication.english.format(publication.facts[each]) for each in pair)
        return f'= "{shown}"', known.meaning(name)
    fact, form = split_form(name, facts)
    varies = _varies(kind, fact.name) if kind else is_report or fact.name in known.examples
    value = f'{"e.g." if varies else "="} "{publication.english.format(fact, form)}"'
    said = known.meaning(fact.name, kind or block.id.partition(".")[0])
    return value, "; ".join(filter(None, (said or fact.kind, _FORMS.get(form))))


# === Exercises, whose numbers are drawn ===


@cache
def _drawn(kind: str) -> tuple[Exercise, ...]:
    """Exercises of a kind; the same at every update, so that catalogs stay as they are."""
    return tuple(KINDS[kind].draw(Draws("example", kind, number), None) for number in range(_DRAWS))


def _facts(exercise: Exercise) -> Facts:
    return {**exercise.given, **exercise.results}


def _of_report(block: Block) -> Facts:
    # not at the top: it takes scipy, and builds, which have catalogs judged, need none
    from ..reports import example

    return example.of(block.id)


def _example(block: Block) -> Facts:
    """Numbers of an exercise in which the block would be printed, and an option that it is about is right."""
    drawn = _drawn(_kind(block))
    question, _, rest = block.id.removeprefix(f"exercise.{_kind(block)}.").partition(".")
    name = rest.rpartition(".")[2]

    def fits(exercise: Exercise) -> bool:
        return any(
            asked.name == question
            and (asked.says == rest or any(o.right and o.name == name for o in asked.options))
            for asked in exercise.questions
        )

    return _facts(next(filter(fits, drawn), drawn[0]))


@cache
def _values(kind: str) -> Mapping[str, frozenset[object]]:
    """The values that each number of a kind of exercise was seen to have."""
    found: dict[str, set[object]] = {}
    for exercise in _drawn(kind):
        for name, fact in _facts(exercise).items():
            found.setdefault(name, set()).add(fact.value)
    return {name: frozenset(values) for name, values in found.items()}


def _varies(kind: str, name: str) -> bool:
    """Whether a number of a kind of exercise is drawn; else it is the same in all."""
    return len(_values(kind).get(name, ())) > 1


def _chance(block: Block) -> str:
    """That numbers are drawn, and which may be none or one, which decides about singular and plural."""
    kind = _kind(block)
    if not kind:
        return ""
    example, few, varied = _example(block), [], False
    for name in dict.fromkeys(block.placeholders):
        if name in example and _varies(kind, name):
            varied = True
            counted = example[name].kind in ("count", "points")
            small = [str(n) for n in (0, 1) if counted and n in _values(kind)[name]]
            few += [f"{{{name}}} may be {' or '.join(small)}"] if small else []
        varied = varied or (name not in example and not name.startswith("f_"))
    return "; ".join(["drawn anew for each sheet", *few]) if varied else ""


# === Terms ===


def _terms(block: Block, terms: Sequence[Term]) -> str:
    """The terms of the glossary that the English uses, with those of the language."""
    used = [
        f"{term.english} → {term.partner}" if term.partner else term.english
        for term in terms
        if block.id not in term.free and uses(term.english, block.text)
    ]
    return f"terms: {'; '.join(used)}" if used else ""
