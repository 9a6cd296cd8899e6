"""A sheet: kinds of exercise, and numbers drawn for each variant so that no item gives another away."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from string import ascii_uppercase
from typing import NamedTuple

from ..experiment import null_distribution
from ..facts import Facts
from ..language import Fact
from ..language.locale import round_half_up
from ..language.refused import Refused
from .draws import Draws, Exhausted
from .exercise import Cases, Counts, Exercise, Law, Rows, Square, Values
from .kinds import KINDS

MOST_VARIANTS = len(ascii_uppercase)
MOST_CASES = 10**6  # of a table that a teacher brings
_ATTEMPTS = 100
_SCALE = {"percent": 100, "accuracy": 100}  # kinds of which a share is printed as a percentage
_PLACES = 4  # decimals to which numbers on a sheet are told apart
_COUNTED = 30  # whole numbers up to here stand on every sheet: they number its items, cases and points


class OrderError(Refused):
    """A sheet that cannot be made; the message names the option and what to do."""


class Order(NamedTuple):
    """What a teacher asks for."""

    items: int = 8
    variants: int = 1
    kinds: tuple[str, ...] = ()  # to choose from; all, when none is named
    counts: Counts | None = None  # a table of the class's own, for the items that can be made of it
    seed: int | None = None  # any whole number from 0 on; None draws one


class Sheet(NamedTuple):
    """The exercises of every variant, by letter; `id` names them all, and does not tell the seed."""

    id: str
    seed: int
    variants: dict[str, tuple[Exercise, ...]]


def make(order: Order) -> Sheet:
    """The sheet that an order asks for; the same for the same order with a seed.

    Raises OrderError for an order that cannot be met.

    >>> sheet = make(Order(items=2, variants=2, seed=1))
    >>> list(sheet.variants), sheet == make(Order(items=2, variants=2, seed=1))
    (['A', 'B'], True)
    """
    _refuse(order)
    seed = secrets.randbits(64) if order.seed is None else order.seed
    kinds = _choose(order, seed)
    variants: dict[str, tuple[Exercise, ...]] = {}
    for letter in ascii_uppercase[: order.variants]:
        variants[letter] = _variant(letter, kinds, order.counts, seed, list(variants.values()))
    return Sheet(_id(seed, variants), seed, variants)


def _refuse(order: Order) -> None:
    known = order.kinds or tuple(KINDS)
    for kind in order.kinds:
        if kind not in KINDS:
            raise OrderError(
                f"--kind: there is no kind {kind[:40]!r}", advice=f"there are {', '.join(KINDS)}"
            )
    if not 1 <= order.items <= len(set(known)):
        raise OrderError(
            f"--items: from 1 to {len(set(known))}, since each kind stands once, not {order.items}"
        )
    if not 1 <= order.variants <= MOST_VARIANTS:
        raise OrderError(f"--variants: from 1 to {MOST_VARIANTS}, a letter each, not {order.variants}")
    if order.seed is not None and not 0 <= order.seed < 2**64:
        raise OrderError("--seed: a whole number from 0 to 18446744073709551615")
    if order.counts is not None:
        _refuse_counts(order.counts, known)


def _refuse_counts(counts: Counts, known: Sequence[str]) -> None:
    if min(counts) < 0 or counts.N > MOST_CASES:
        raise OrderError(f"--counts: whole numbers from 0 on, at most {MOST_CASES:,} in all")
    taking = takers(counts)
    if not taking:
        raise OrderError(
            "--counts: no exercise can be made of this table",
            advice="one model should win more cases than the other",
        )
    if not set(taking) & set(known):
        raise OrderError(f"--counts: of this table one can make only --kind {', '.join(taking)}")


def takers(counts: Counts) -> list[str]:
    """The kinds of exercise that can be made of a table.

    >>> takers(Counts(90, 3, 3, 4))
    ['past-one', 'paired-se']
    """
    return [name for name, kind in KINDS.items() if kind.takes(counts)]


def _choose(order: Order, seed: int) -> list[str]:
    """So many kinds, one out of each stretch of the list: every sheet goes from counting to judgement."""
    known = [name for name in KINDS if not order.kinds or name in order.kinds]
    draws = Draws(seed, "kinds")
    edges = [place * len(known) // order.items for place in range(order.items + 1)]
    stretches = [known[start:end] for start, end in pairwise(edges)]
    fitting = takers(order.counts) if order.counts else []
    return [draws.one_of([kind for kind in stretch if kind in fitting] or stretch) for stretch in stretches]


def _variant(
    letter: str,
    kinds: Sequence[str],
    counts: Counts | None,
    seed: int,
    before: Sequence[tuple[Exercise, ...]],
) -> tuple[Exercise, ...]:
    """The items of a variant.  Where one finds no numbers beside those before it, all are drawn anew."""
    for attempt in range(_ATTEMPTS):
        draws = {kind: Draws(seed, letter, attempt, kind) for kind in kinds}
        items = _own(kinds, draws, counts) if counts is not None else {}
        try:
            for place, kind in enumerate(kinds):
                if kind not in items:
                    others = [variant[place] for variant in before]
                    items[kind] = _item(kind, draws[kind], list(items.values()), others)
        except Exhausted:
            continue
        return tuple(items[kind] for kind in kinds)
    raise Exhausted("no numbers fit these exercises beside each other; ask for fewer items")


def _own(kinds: Sequence[str], draws: Mapping[str, Draws], counts: Counts) -> dict[str, Exercise]:
    """The items made of the teacher's table; chosen before any numbers are drawn, so alike in all variants.

    One that tells an answer of those before it is left to chance.
    """
    items: dict[str, Exercise] = {}
    for kind in kinds:
        if KINDS[kind].takes(counts):
            own = KINDS[kind].draw(draws[kind], counts)
            if not tells(own, list(items.values())):
                items[kind] = own
    return items


def _item(kind: str, draws: Draws, beside: Sequence[Exercise], others: Sequence[Exercise]) -> Exercise:
    """An item that tells no answer of those beside it, and has other numbers than in the other variants.

    Where the possibilities of a kind are used up, one may come again in another variant.
    """
    spare = None
    for _ in range(_ATTEMPTS):
        drawn = KINDS[kind].draw(draws, None)
        if tells(drawn, beside):
            continue
        if not any(is_the_same(drawn, other) for other in others):
            return drawn
        spare = spare or drawn
    if spare is None:
        raise Exhausted(f"no numbers fit exercise {kind} beside the others; ask for fewer items")
    return spare


def is_the_same(one: Exercise, other: Exercise) -> bool:
    """Whether two items of a kind have the same numbers."""
    return one.given == other.given and one.exhibits == other.exhibits


def tells(drawn: Exercise, beside: Sequence[Exercise]) -> bool:
    """Whether an item prints an answer of another, or of its own, or another prints one of its.

    Small whole numbers are left out of account: they number items, cases and points on every sheet.
    """
    sheet = [*beside, drawn]
    ours, theirs = set(answers(drawn)), {value for item in beside for value in answers(item)}
    return bool(ours & {v for item in sheet for v in printed(item)} or theirs & set(printed(drawn)))


def answers(item: Exercise) -> Iterator[Fraction]:
    """The numbers that are asked for, but for small whole ones: as printed, and to the decimals asked for."""
    asked = item.given.get("places")
    for question in item.questions:
        yield from _told_apart(question.answer)
        if asked is not None and isinstance(asked.value, int):
            yield from _told_apart(question.answer, asked.value)


def printed(item: Exercise) -> Iterator[Fraction]:
    """The numbers that a student reads in an item, as far as they are printed."""
    yield from _told_apart(item.given.values())
    for exhibit in item.exhibits:
        if isinstance(exhibit, Square):
            yield from _told_apart(cell for cell in exhibit if cell is not None)
        elif isinstance(exhibit, Rows):
            yield from _told_apart(cell for row in exhibit.comparisons for cell in row)
        elif isinstance(exhibit, Values):
            yield from _told_apart(fact for _name, fact in exhibit.rows)
        elif isinstance(exhibit, Law):
            yield from (_rounded(chance) for chance in null_distribution(exhibit.m))
        else:
            assert isinstance(exhibit, Cases)  # which prints words


def _told_apart(facts: Iterable[Fact], places: int = _PLACES) -> Iterator[Fraction]:
    for fact in facts:
        if isinstance(fact.value, (int, float, Fraction)):
            value = _rounded(abs(Fraction(fact.value)) * _SCALE.get(fact.kind, 1), min(places, _PLACES))
            if value.denominator > 1 or value > _COUNTED:
                yield value


def _rounded(value: Fraction, places: int = _PLACES) -> Fraction:
    return Fraction(round_half_up(value, places))


def _id(seed: int, variants: dict[str, tuple[Exercise, ...]]) -> str:
    """Ten hex digits of a hash over seed and numbers: the same in every language and version of Python."""
    parts = [str(seed)]
    for letter, items in variants.items():
        parts += [f"{letter} {item.kind} {_numbers(item.given)} {item.exhibits}" for item in items]
    return hashlib.sha256("\n".join(parts).encode("utf-8")).hexdigest()[:10]


def _numbers(given: Facts) -> list[str]:
    return [f"{name} {fact.value}" for name, fact in given.items()]
