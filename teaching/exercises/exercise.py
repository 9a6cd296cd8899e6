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
from math import ceil, floor
from typing import NamedTuple

from ...facts.table import Facts, NullDistribution
from ...language import Fact
from ...language.fact import Value
from ...language.locale import round_half_up

FORMS = ("number", "cells", "choice", "text")
BAR_PLACES = 5  # decimals of the bars of a null distribution
MOST_BARS = 18  # with more, the outermost would be all zeros in these decimals


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
    asks: str = "ask"  # which block asks, where the same is asked of different situations

    @property
    def places(self) -> int | None:
        """How many decimals are asked for; None where it is no number, or one that needs no rounding."""
        return self.answer[0].places if self.form == "number" else None


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
    asks: str


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
            StudentQuestion(
                q.name, q.form, q.points, q.lines, tuple(option.name for option in q.options), q.asks
            )
            for q in exercise.questions
        ),
    )


def facts(*named: tuple[str, Value, str] | tuple[str, Value, str, int | None]) -> Facts:
    """Facts by name, from (name, value, kind) and, where exactly so many are printed, decimals.

    >>> facts(("b", 7, "count"))["b"].value
    7
    """
    return {one[0]: Fact(*one) for one in named}


def distinct(question: Question) -> Question:
    """The question with each wrong answer once, as a student would round it, and none that is the right one.

    A mistake that makes no difference to these numbers is none here, and of two that lead to the same
    number the first stands for both.
    """
    right = tuple(fact.number for fact in question.answer)
    seen = list[object]()
    kept = list[Wrong]()
    for wrong in question.wrong:
        same = all(abs(fact.number - one) < _SAME for fact, one in zip(wrong.answer, right, strict=True))
        if not same and (given := _as_given(wrong.answer)) not in seen:
            seen.append(given)
            kept.append(wrong)
    return question._replace(wrong=tuple(kept))


_SAME = Fraction(1, 10**9)  # of a difference between two ways to compute the same


def misleading(item: Exercise) -> bool:
    """Whether a wrong method, its answer rounded as asked, would be taken for right in a question.

    >>> asked = Fact("p", Fraction(11, 32), "probability", 3)  # 0.34375, and by chi-square 0.3428
    >>> slip = Wrong("chi-square", (Fact("wrong", 0.3428, "probability", 3),))
    >>> question = Question("p", "number", 1, 0, (asked,), tolerance=Fraction(1, 1000), wrong=(slip,))
    >>> misleading(Exercise("read", {}, {}, (), (question,)))
    True
    """
    return any(_taken(question, wrong) for question in item.questions for wrong in question.wrong)


def _taken(question: Question, wrong: Wrong) -> bool:
    """Whether a wrong answer, as it is or as it would be given, is as near as the right one may be missed."""
    right = [fact.in_printed_unit for fact in question.answer]
    as_it_is = [fact.in_printed_unit for fact in wrong.answer]
    return any(
        all(abs(one - other) <= question.tolerance for one, other in zip(right, answer, strict=True))
        for answer in (as_it_is, _as_given(wrong.answer))
    )


def _as_given(answer: Iterable[Fact]) -> tuple[Fraction, ...]:
    """Numbers as a student would give them, in the decimals asked for."""
    return tuple(
        Fraction(round_half_up(fact.in_printed_unit, _TOLD_APART if fact.places is None else fact.places))
        for fact in answer
    )


_TOLD_APART = 6  # decimals to which numbers are told apart where none are asked for


def accepted(question: Question) -> list[Fraction]:
    """Every number with the decimals asked for that counts as right, the least one first.

    >>> asked = Fact("p", Fraction(1, 32), "probability", 4)  # 0.03125
    >>> question = Question("p", "number", 1, 0, (asked,), tolerance=Fraction(1, 20000))
    >>> [float(number) for number in accepted(question)]
    [0.0312, 0.0313]
    """
    (right,) = question.answer
    unit = Fraction(1, 10 ** (right.places or 0))
    low, high = right.number - question.tolerance, right.number + question.tolerance
    return [number * unit for number in range(ceil(low / unit), floor(high / unit) + 1)]
