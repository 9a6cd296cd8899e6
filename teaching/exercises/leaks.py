"""What items beside each other tell: whether a number that one prints is the answer of another, or its own.

A number tells an answer, whatever tables the two are about, where it would be taken for it: within the
tolerance, or one in the last decimal asked for; signs aside.  A small whole number is on every sheet for many
reasons, so it tells an answer of its own unit alone: a lead of 2 points tells one of 2 points, not two cases.
Counts up to 30 and the level go with an exercise as its given numbers and tell nothing, unless that count is
asked for, under the same letter.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

from ...facts.table import NullDistribution
from ...language import Fact
from ...language.fact import DECIMALS
from .exercise import Cases, Exercise, Rows, Square, Values

_COUNTED = 30  # whole numbers up to here stand on every sheet: they number its items, cases and points
# decimals to which numbers on a sheet are told apart, where no fewer are asked for
_MOST_PLACES, _ = DECIMALS["probability"]
_UNITS = {"percent": "points", "accuracy": "points", "ratio": "probability", "count": "cases"}
_LEVEL = "alpha_percent"
_ANY = ("any", "")

Numbers = Mapping[tuple[str, str], Sequence[Fraction]]


class Answer(NamedTuple):
    """A number that is asked for, with its name and unit; from `low` to `high` one would be taken for it."""

    name: str
    unit: str
    low: Fraction
    high: Fraction


class Look(NamedTuple):
    """An item as it lies beside others: what it asks for, and what a reader has of it.

    The numbers stand in order, in their printed units and without signs, by what an answer must share with
    them to be told: ("any", "") nothing, ("unit", ...) the unit, ("name", ...) the name.
    """

    answers: tuple[Answer, ...]
    printed: Numbers
    read_off: Numbers


def look(item: Exercise) -> Look:
    """What an item asks for and what it shows."""
    read_off = ((("unit", _unit(fact)), value) for fact, value in _numbers(_read_off(item)))
    return Look(tuple(_answers(item)), _sorted(_by_share(_printed(item))), _sorted(read_off))


def tells(drawn: Look, beside: Sequence[Look]) -> bool:
    """Whether an item prints an answer of another, or of its own, or another prints one of its.

    >>> from .draws import Draws
    >>> from .exercise import Counts
    >>> from .kinds import KINDS
    >>> table = Counts(880, 40, 20, 60)  # B leads by 2 points
    >>> kinds = ("which-cancel", "orientation", "manager")
    >>> lead, net, report = (look(KINDS[kind].draw(Draws("doctest"), table)) for kind in kinds)
    >>> tells(lead, []), tells(net, [lead]), tells(report, [lead]), tells(lead, [report])
    (False, False, True, True)
    """
    return _finds(drawn, drawn.printed) or any(
        _finds(drawn, other.printed)
        or _finds(drawn, other.read_off)
        or _finds(other, drawn.printed)
        or _finds(other, drawn.read_off)
        for other in beside
    )


def _finds(asking: Look, numbers: Numbers) -> bool:
    """Whether one of these numbers would be taken for an answer."""
    return any(
        _between(numbers.get(share, ()), answer)
        for answer in asking.answers
        for share in (_ANY, ("unit", answer.unit), ("name", answer.name))
    )


def _between(numbers: Sequence[Fraction], answer: Answer) -> bool:
    place = bisect_left(numbers, answer.low)
    return place < len(numbers) and numbers[place] <= answer.high


def _by_share(facts: Iterable[Fact]) -> Iterator[tuple[tuple[str, str], Fraction]]:
    """Printed numbers, each with what an answer must share with it."""
    for fact, value in _numbers(facts):
        if value.denominator > 1 or value > _COUNTED:
            yield _ANY, value
        elif fact.kind == "count":
            yield ("name", fact.name), value
        elif fact.name != _LEVEL:
            yield ("unit", _unit(fact)), value


def _sorted(numbers: Iterable[tuple[tuple[str, str], Fraction]]) -> Numbers:
    found: dict[tuple[str, str], list[Fraction]] = {}
    for share, value in numbers:
        found.setdefault(share, []).append(value)
    return {share: sorted(values) for share, values in found.items()}


# === The numbers of an item ===


def _answers(item: Exercise) -> Iterator[Answer]:
    asked = item.given.get("places")
    places = int(asked.number) if asked is not None else _MOST_PLACES
    last = Fraction(1, 10 ** min(places, _MOST_PLACES))
    for question in item.questions:
        for fact, value in _numbers(question.answer):
            near = max(last, question.tolerance)
            yield Answer(fact.name, _unit(fact), value - near, value + near)


def _printed(item: Exercise) -> Iterator[Fact]:
    """The numbers that a student reads in an item."""
    yield from item.given.values()
    for exhibit in item.exhibits:
        if isinstance(exhibit, Square):
            yield from (cell for cell in exhibit if cell is not None)
        elif isinstance(exhibit, Rows):
            yield from (cell for row in exhibit.comparisons for cell in row)
        elif isinstance(exhibit, Values):
            yield from (fact for _name, fact in exhibit.rows)
        elif isinstance(exhibit, NullDistribution):
            yield from _chances(exhibit.chances)
        else:
            assert isinstance(exhibit, Cases)  # which prints words


def _read_off(item: Exercise) -> Iterator[Fact]:
    """What takes no more than adding up an item's bars, or giving a lead in cases."""
    for exhibit in item.exhibits:
        if isinstance(exhibit, NullDistribution):
            tails = list(accumulate(exhibit.chances))
            yield from _chances(tails)
            yield from _chances(2 * tail for tail in tails)
    N = item.given.get("N")
    for fact, value in _numbers(item.given.values()):
        if fact.kind == "points" and N is not None:
            yield Fact(fact.name, value * N.number / 100, "count")


def _numbers(facts: Iterable[Fact]) -> Iterator[tuple[Fact, Fraction]]:
    """The facts that are numbers, each with its value as it is printed, but not rounded."""
    for fact in facts:
        if fact.is_number:
            yield fact, abs(fact.in_printed_unit)


def _unit(fact: Fact) -> str:
    return _UNITS.get(fact.kind, fact.kind)


def _chances(chances: Iterable[Fraction]) -> Iterator[Fact]:
    return (Fact(f"chance_{k}", chance, "probability") for k, chance in enumerate(chances))
