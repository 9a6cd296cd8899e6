"""What several kinds make use of: questions of a form, and tables."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ....language import Fact
from ....language.fact import Number
from ..draws import Draws
from ..exercise import Counts, Option, Question, Square, Wrong, distinct

HUNDREDTH = Fraction(1, 100)
MOST = 50_000  # disagreements for which the exact p-value is there at once


def number(
    name: str, points: int, answer: Fact, tolerance: Fraction, steps: int, wrong: Mapping[str, Number]
) -> Question:
    """A question for a number, with that many steps of working; the values of `wrong` answers by cause."""
    question = Question(
        name, "number", points, steps + 2, (answer,), tolerance=tolerance, steps=_steps(steps)
    )
    causes = tuple(
        Wrong(cause, (Fact(f"wrong_{place}", value, _kind_of(value, answer.kind), answer.places),))
        for place, (cause, value) in enumerate(wrong.items(), 1)
    )
    return distinct(question._replace(wrong=causes))


def _kind_of(value: Number, kind: str) -> str:
    """The kind of a wrong answer: that of the right one, unless it is no whole number of things."""
    return "statistic" if kind == "count" and value != int(value) else kind


def choice(
    draws: Draws, name: str, points: int, right: str, names: tuple[str, ...], steps: int = 0
) -> Question:
    """A question with these options in an order by chance."""
    options = tuple(Option(option, option == right) for option in draws.shuffled(names))
    return Question(name, "choice", points, options=options, steps=_steps(steps))


def _steps(count: int) -> tuple[str, ...]:
    return tuple(f"step{i}" for i in range(1, count + 1))


def given_counts(counts: Counts) -> tuple[Fact, ...]:
    """The four counts and their sum, as a text may print them."""
    return (
        *(Fact(name, value, "count") for name, value in counts._asdict().items()),
        Fact("N", counts.N, "count"),
    )


def square(counts: Counts) -> Square:
    """The table of these counts."""
    return Square(*given_counts(counts)[:4])


def turned(draws: Draws, counts: Counts) -> Counts:
    """These counts, or with the models in each other's place, by chance."""
    return counts if draws.whole(0, 1) else counts._replace(b=counts.c, c=counts.b)
