"""What a class could find out over many sheets: how often each thing of a kind of exercise comes out how."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction

from ...experiment import ALPHA
from .draws import Draws
from .exercise import Exercise, Question, Values
from .kinds import KINDS
from .sheet import OrderError

DRAWS = 2000
_ITEMS = "different items"  # another order of the options makes no other item
_SHOWN = 8  # values of one thing, the most frequent first

Tallies = Mapping[str, Counter[Hashable]]


def tallies(kind: str, length: Callable[[str], int], draws: int = DRAWS) -> Tallies:
    """How often what came out, by what it is; `length` is that of a block's text.

    Raises OrderError for a kind that there is not.

    >>> found = tallies("past-one", len, 50)
    >>> list(found), found["different items"].total()
    (['different items', 'doubled: answer', 'p: right option', 'p: its place', 'p: is the longest'], 50)
    """
    if kind not in KINDS:
        raise OrderError(f"--stress: there is no kind {kind[:40]!r}", advice=f"there are {', '.join(KINDS)}")
    found: dict[str, Counter[Hashable]] = {}
    for number in range(draws):
        item = KINDS[kind].draw(Draws("stress", kind, number), None)
        for what, value in _seen(item, length):
            found.setdefault(what, Counter())[value] += 1
    return found


def _seen(item: Exercise, length: Callable[[str], int]) -> Iterator[tuple[str, Hashable]]:
    asked = [(question.asks, sorted(question.options)) for question in item.questions]
    yield _ITEMS, str((item.given, item.exhibits, asked))
    for question in item.questions:
        if question.form == "number":
            yield f"{question.name}: answer", str(question.answer[0].number)
        elif question.options:
            yield from _choice(item.kind, question, length)
    for exhibit in item.exhibits:
        if isinstance(exhibit, Values) and len(exhibit.rows) > 3:
            ps = [fact.number for _name, fact in exhibit.rows if fact.kind == "probability"]
            yield "rows below the level", _below(ps)


def _choice(kind: str, question: Question, length: Callable[[str], int]) -> Iterator[tuple[str, Hashable]]:
    right = next(place for place, option in enumerate(question.options) if option.right)
    lengths = [length(f"exercise.{kind}.{question.name}.option.{option.name}") for option in question.options]
    yield f"{question.name}: right option", question.options[right].name
    yield f"{question.name}: its place", right + 1
    yield f"{question.name}: is the longest", lengths[right] == max(lengths)


def _below(ps: Sequence[Fraction]) -> int:
    return sum(p < ALPHA for p in ps)


def table(found: Tallies) -> list[str]:
    """The tallies as lines: how many values there are, and the share of the most frequent.

    >>> table({"p: its place": Counter({1: 30, 2: 70})})
    ['p: its place        2   2 70%, 1 30%']
    """
    widest = max(map(len, found)) + 4
    return [f"{what:<{widest}}{len(counts):5}   {_shares(what, counts)}" for what, counts in found.items()]


def _shares(what: str, counts: Counter[Hashable]) -> str:
    total = counts.total()
    if len(counts) > _SHOWN or what == _ITEMS:
        return f"the most frequent {100 * counts.most_common(1)[0][1] / total:.1f}%"
    return ", ".join(f"{value} {100 * count / total:.0f}%" for value, count in counts.most_common())
