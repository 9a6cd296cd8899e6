"""An exercise: what the student is told, what is asked, and what only the teacher's sheet knows.

The two sides are kept apart from the start.  `given` holds every fact that a student's text may print and
`results` all others, so that a text for students that names an answer cannot be written at all; and
`for_students` leaves out whatever else would tell.

Texts are blocks of templates/exercises/, found by name: exercise.<kind>.stem (and .stem2, ...), and for a
question called p exercise.<kind>.p.ask, .p.answer, its working .p.step1, .p.step2, ..., its notes for graders
.p.note, and for each option .p.option.<name> and .p.why.<name>.  Mistakes are called the same in all kinds:
wrong.<cause>.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from ...facts.table import Facts, NullDistribution
from ...language import Fact
from ...language.fact import Value

FORMS = ("number", "cells", "choice", "text")


class Counts(NamedTuple):
    """A table of paired outcomes."""

    a: int
    b: int
    c: int
    d: int

    @property
    def N(self) -> int:
        """All cases."""
        return sum(self)

    @property
    def m(self) -> int:
        """The discordant cases."""
        return self.b + self.c


# === What is shown with the text ===


class Square(NamedTuple):
    """The two-by-two table, with names over rows and columns; None is a cell to be filled in."""

    a: Fact | None
    b: Fact | None
    c: Fact | None
    d: Fact | None


class Rows(NamedTuple):
    """Comparisons, a row each: the four counts of each."""

    comparisons: tuple[tuple[Fact, Fact, Fact, Fact], ...]


class Cases(NamedTuple):
    """Listed cases: whether A and whether B is right on each."""

    outcomes: tuple[tuple[bool, bool], ...]


class Values(NamedTuple):
    """A short table of results: the names of its rows are blocks exercise.<kind>.row.<name>."""

    rows: tuple[tuple[str, Fact], ...]


Exhibit = Square | Rows | Cases | NullDistribution | Values  # the null distribution as bars and as numbers


# === What is asked ===


class Wrong(NamedTuple):
    """The answer to which a known mistake leads; the block wrong.<cause> says what went wrong."""

    cause: str
    answer: tuple[Fact, ...]


class Option(NamedTuple):
    """One of the answers to choose from."""

    name: str
    right: bool


class Question(NamedTuple):
    """One thing that is asked."""

    name: str
    form: str  # one of FORMS
    points: int
    lines: int = 0  # lines to write on
    answer: tuple[Fact, ...] = ()  # one for a number; a, b, c and d for cells; none where words are asked for
    written: str = "short"  # the form of the answer that is asked for, such as "exact" for a fraction
    tolerance: Fraction = Fraction(0)  # how far from the answer still counts as right, in its printed unit
    wrong: tuple[Wrong, ...] = ()
    options: tuple[Option, ...] = ()  # in the order of the sheet
    steps: tuple[str, ...] = ()  # the steps of the working, by the last part of their block's name
    says: str = "answer"  # which block says the answer, where that depends on the numbers


class Exercise(NamedTuple):
    """One item of a sheet, with its numbers."""

    kind: str
    given: Facts  # the student reads these
    results: Facts  # these are the teacher's alone
    exhibits: tuple[Exhibit, ...]
    questions: tuple[Question, ...]
    own: bool = False  # made of counts that the teacher brought

    @property
    def points(self) -> int:
        """What the item is worth."""
        return sum(question.points for question in self.questions)


class StudentQuestion(NamedTuple):
    """A question as the student gets it."""

    name: str
    form: str
    points: int
    lines: int
    options: tuple[str, ...]


class StudentExercise(NamedTuple):
    """An item without anything that tells an answer."""

    kind: str
    given: Facts
    exhibits: tuple[Exhibit, ...]
    questions: tuple[StudentQuestion, ...]


def for_students(exercise: Exercise) -> StudentExercise:
    """The item without its answers.

    >>> from .kinds import KINDS
    >>> from .draws import Draws
    >>> item = KINDS["exact-by-hand"].draw(Draws("doctest"), None)
    >>> sorted(for_students(item)._fields)
    ['exhibits', 'given', 'kind', 'questions']
    """
    return StudentExercise(
        exercise.kind,
        exercise.given,
        exercise.exhibits,
        tuple(
            StudentQuestion(q.name, q.form, q.points, q.lines, tuple(option.name for option in q.options))
            for q in exercise.questions
        ),
    )


def facts(*named: tuple[str, Value, str]) -> Facts:
    """Facts by name, from (name, value, kind).

    >>> facts(("b", 7, "count"))["b"].value
    7
    """
    return {name: Fact(name, value, kind) for name, value, kind in named}


def distinct(question: Question) -> Question:
    """The question with each wrong answer once, and none that counts as right.

    A mistake that leads to the right answer, or within its tolerance, is no common wrong answer here, and of
    two that lead to the same number the first stands for both.
    """
    seen = [_printed(question.answer)]
    kept = []
    for wrong in question.wrong:
        if (printed := _printed(wrong.answer)) not in seen and not _taken(question, wrong):
            seen.append(printed)
            kept.append(wrong)
    return question._replace(wrong=tuple(kept))


def _taken(question: Question, wrong: Wrong) -> bool:
    """Whether a wrong answer lies within the tolerance of the right one."""
    if not question.tolerance:
        return False
    return all(
        abs(ours.in_printed_unit - theirs.in_printed_unit) <= question.tolerance
        for ours, theirs in zip(question.answer, wrong.answer, strict=True)
    )


def _printed(answer: Iterable[Fact]) -> tuple[object, ...]:
    """Values as far as a sheet prints them, to tell apart what a reader could."""
    return tuple(round(fact.number, 6) if fact.is_number else fact.value for fact in answer)
