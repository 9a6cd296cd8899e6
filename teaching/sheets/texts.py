"""Exercises in words: what a student reads of an item, and what the teacher's sheet adds.

A student's texts are written from a StudentExercise, by a scribe that knows no other facts: a block
that named an answer could not be filled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypedDict

from markupsafe import Markup

from ...facts.table import Facts, NullDistribution
from ...language import Fact
from ...language.locale import round_half_up
from ...press.blocks import Block
from ...press.scribe import Scribe, Text
from ..exercises.exercise import (
    BAR_PLACES,
    Cases,
    Exercise,
    Exhibit,
    Question,
    Rows,
    Square,
    StudentExercise,
    StudentQuestion,
    Values,
    accepted,
)

PARTS = "abcdefgh"
ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii")
_TABLES = 2  # side by side, of listed cases
Cell = Text | Markup
Row = tuple[Cell, list[Cell]]  # the row's name, and what stands beside it


class Shown(NamedTuple):
    """What stands with a text, as one table or as several of the same columns side by side."""

    kind: str  # square, rows, cases, law or values
    heads: tuple[Cell, ...]  # of the columns, that of the names first
    tables: list[list[Row]]
    law: NullDistribution | None = None  # what is drawn beside its table


class Asked(TypedDict):
    """A question as a student reads it."""

    part: Text | None  # None where an item asks one thing alone, as with the points
    points: Text | None
    ask: Text
    lines: int  # to write on
    options: list[tuple[str, Text]]  # with their numbers


class Item(TypedDict):
    """What a student reads of an item."""

    number: Markup
    title: Text
    points: Text
    stem: list[Text]
    exhibits: list[Shown]
    questions: list[Asked]


class Solution(TypedDict):
    """What the teacher's sheet adds to a question."""

    answer: Text | None  # None where one chooses
    key: Markup  # the answer as short as can be
    steps: list[Text]
    wrong: list[tuple[Markup, Text]]  # a common answer and its cause
    options: list[tuple[str, Text, bool]]  # what to say of each, and whether it is right
    note: Text | None  # for whoever grades words


class Writer:
    """Writes the items of one language by one scribe, which should know no facts of its own."""

    def __init__(self, scribe: Scribe, blocks: Mapping[str, Block]) -> None:
        self.scribe = scribe
        self._blocks = blocks
        self._labels: dict[str, Text] = {}

    def label(self, name: str, facts: Mapping[str, Fact] | None = None) -> Text:
        """A piece of the sheet's furniture: sheet.<name>."""
        if facts is not None:
            return self.scribe.html(self._blocks[f"sheet.{name}"], facts)
        if name not in self._labels:
            self._labels[name] = self.scribe.html(self._blocks[f"sheet.{name}"])
        return self._labels[name]

    def plain(self, name: str, facts: Mapping[str, Fact] | None = None) -> str:
        """The same as plain text."""
        return self.scribe.plain(self._blocks[f"sheet.{name}"], facts)

    def number(self, value: int) -> Markup:
        """A running number."""
        return self.scribe.number("sheet", Fact("number", value, "label"))

    def title(self, kind: str) -> Text:
        """The title of a kind of exercise."""
        return self.scribe.html(self._blocks[f"exercise.{kind}.title"])

    def item(self, item: StudentExercise, number: int) -> Item:
        """What a student reads of an item."""
        prefix = f"exercise.{item.kind}"
        stems = [block for name, block in self._blocks.items() if name.startswith(f"{prefix}.stem")]
        several = len(item.questions) > 1
        return {
            "number": self.number(number),
            "title": self.title(item.kind),
            "points": self.points(sum(question.points for question in item.questions)),
            "stem": [self.scribe.html(block, item.given) for block in stems],
            "exhibits": [self._exhibit(exhibit, item) for exhibit in item.exhibits],
            "questions": [
                self._question(question, place, item, several)
                for place, question in enumerate(item.questions)
            ],
        }

    def points(self, points: int) -> Text:
        """What something is worth."""
        return self.label("points", {"points": Fact("points", points, "label")})

    def part(self, place: int) -> Text:
        """The label of a question inside an item."""
        return self.label("part", {"part": Fact("part", PARTS[place], "name")})

    def _question(self, question: StudentQuestion, place: int, item: StudentExercise, several: bool) -> Asked:
        prefix = f"exercise.{item.kind}.{question.name}"
        return {
            "part": self.part(place) if several else None,
            "points": self.points(question.points) if several else None,
            "ask": self.scribe.html(self._blocks[f"{prefix}.{question.asks}"], item.given),
            "lines": question.lines,
            "options": [
                (ROMAN[i], self.scribe.html(self._blocks[f"{prefix}.option.{name}"], item.given))
                for i, name in enumerate(question.options)
            ],
        }

    def _exhibit(self, exhibit: Exhibit, item: StudentExercise) -> Shown:
        place = f"exercise.{item.kind}"
        if isinstance(exhibit, Square):
            return self._square(exhibit, place)
        if isinstance(exhibit, Rows):
            rows: list[Row] = [
                (self.label(f"rows.{name}"), [self.scribe.number(place, fact) for fact in row])
                for name, row in zip(("first", "second"), exhibit.comparisons, strict=True)
            ]
            return Shown("rows", self._labels_of("rows", "comparison", *"abcd"), [rows])
        if isinstance(exhibit, Cases):
            return Shown("cases", self._labels_of("cases", "case", "A", "B"), list(self._tables(exhibit)))
        if isinstance(exhibit, NullDistribution):
            heads = self._labels_of("law", "k", "chance")
            return Shown("law", heads, [self._law(exhibit, place)], exhibit)
        assert isinstance(exhibit, Values)
        values: list[Row] = [
            (
                self.scribe.html(self._blocks[f"{place}.row.{name}"], item.given),
                [self.scribe.number(place, fact)],
            )
            for name, fact in exhibit.rows
        ]
        return Shown("values", self._labels_of("values", "name", "value"), [values])

    def _labels_of(self, table: str, *names: str) -> tuple[Text, ...]:
        return tuple(self.label(f"{table}.{name}") for name in names)

    def _square(self, square: Square, place: str) -> Shown:
        """The one place that says which cell stands where."""
        cells = {
            name: Markup(f"<i>{name}</i>") if fact is None else self.scribe.number(place, fact)
            for name, fact in square._asdict().items()
        }
        rows: list[Row] = [
            (self.label("square.A-right"), [cells["a"], cells["c"]]),
            (self.label("square.A-wrong"), [cells["b"], cells["d"]]),
        ]
        return Shown("square", (Markup(), *self._labels_of("square", "B-right", "B-wrong")), [rows])

    def _tables(self, cases: Cases) -> Iterator[list[Row]]:
        words = {True: self.label("cases.right"), False: self.label("cases.wrong")}
        each = -(-len(cases.outcomes) // _TABLES)
        for start in range(0, len(cases.outcomes), each):
            yield [
                (self.number(start + i + 1), [words[A], words[B]])
                for i, (A, B) in enumerate(cases.outcomes[start : start + each])
            ]

    def _law(self, law: NullDistribution, place: str) -> list[Row]:
        return [
            (
                self.scribe.number(place, Fact(f"k_{k}", k, "count")),
                [self.scribe.number(place, Fact(f"chance_{k}", chance, "probability", BAR_PLACES))],
            )
            for k, chance in enumerate(law.chances)
        ]

    def solution(self, item: Exercise) -> list[Solution]:
        """What the teacher's sheet adds to each question of an item."""
        known = {**item.given, **item.results}
        return [self._solution(item.kind, question, known) for question in item.questions]

    def _solution(self, kind: str, question: Question, known: Facts) -> Solution:
        prefix = f"exercise.{kind}.{question.name}"

        def written(name: str) -> Text:
            return self.scribe.html(self._blocks[f"{prefix}.{name}"], known)

        return {
            "answer": None if question.form == "choice" else written(question.says),
            "key": self.key(kind, question),
            "steps": [written(step) for step in question.steps],
            "wrong": [
                (self._values(kind, wrong.answer, question), self.cause(wrong.cause))
                for wrong in question.wrong
            ],
            "options": [
                (ROMAN[i], written(f"why.{option.name}"), option.right)
                for i, option in enumerate(question.options)
            ],
            "note": written("note") if question.form == "text" else None,
        }

    def cause(self, name: str) -> Text:
        """What went wrong where a known mistake was made."""
        return self.scribe.html(self._blocks[f"wrong.{name}"])

    def key(self, kind: str, question: Question) -> Markup:
        """The answer as the key gives it, as short as can be."""
        if question.form == "choice":
            right = next(i for i, option in enumerate(question.options) if option.right)
            return Markup(ROMAN[right])
        if question.form == "text":
            return self.label("key.text").html
        value = self._values(kind, question.answer, question)
        return value if question.form == "cells" else value + self._range(question)

    def _range(self, question: Question) -> Markup:
        """What else counts as right, where that is more than one number with the decimals asked for."""
        (right,) = question.answer
        if not question.tolerance or (question.places is None and right.kind != "count"):
            return Markup("")
        numbers = accepted(question)
        if len(numbers) < 2:
            return Markup("")
        ends = {"least": numbers[0], "most": numbers[-1]}
        told = {name: Fact(name, value, right.kind, right.places) for name, value in ends.items()}
        return Markup(' <span class="range">{}</span>').format(self.label("key.range", told).html)

    def _values(self, kind: str, answer: Sequence[Fact], question: Question) -> Markup:
        numbers = [self._number(kind, fact, question.written) for fact in answer]
        if question.form != "cells":
            return numbers[0]
        pairs = (Markup("<i>{}</i> = {}").format(name, n) for name, n in zip("abcd", numbers, strict=True))
        return Markup(self._between).join(pairs)

    @property
    def _between(self) -> str:
        """What stands between values: no comma, which is a decimal mark in many languages."""
        return "; " if not self.scribe.locale.gaps else "；"

    def _number(self, kind: str, fact: Fact, form: str) -> Markup:
        """A number; a fraction also as the decimal that is asked for."""
        decimal = self.scribe.number(f"exercise.{kind}", fact, "short")
        if form != "exact" or isinstance(fact.value, float) or fact.number.denominator == 1:
            return decimal
        lost_nothing = Fraction(round_half_up(fact.number, fact.places or 0)) == fact.number
        exact = self.scribe.number(f"exercise.{kind}", fact, "exact")
        return Markup("{} {} {}").format(exact, "=" if lost_nothing else "≈", decimal)
