"""A sheet: kinds of exercise, and numbers drawn for each variant so that no item gives another away."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from string import ascii_uppercase
from typing import NamedTuple

from ...language.refused import Refused
from . import seeds
from .draws import Draws, Exhausted
from .exercise import Counts, Exercise
from .kinds import KINDS
from .leaks import Look, look, tells

MOST_VARIANTS = len(ascii_uppercase)
MOST_CASES = 10**6  # of a table that a teacher brings
_ATTEMPTS = 100
_AGAIN = 5  # attempts at numbers that no other variant has


class OrderError(Refused):
    """A sheet that cannot be made; the message names the option and what to do."""


class Order(NamedTuple):
    """What a teacher asks for."""

    items: int = 8
    variants: int = 1
    kinds: tuple[str, ...] = ()  # to choose from; all, when none is named
    counts: Counts | None = None  # a table of the class's own, for the items that can be made of it
    seed: str | None = None  # a whole one, see `seeds`; None draws one


class Sheet(NamedTuple):
    """The exercises of every variant, by letter; `id` names them all, and does not tell the seed."""

    id: str
    seed: str
    variants: dict[str, tuple[Exercise, ...]]


def make(order: Order) -> Sheet:
    """The sheet that an order asks for; the same for the same order with a seed.

    Raises OrderError for an order that cannot be met, and SeedError for a seed that is not a whole one: a
    number alone could be found by trying.

    >>> sheet = make(Order(items=2, variants=2, seed=seeds.fresh(1)))
    >>> list(sheet.variants), sheet == make(Order(items=2, variants=2, seed=sheet.seed))
    (['A', 'B'], True)
    """
    _refuse(order)
    seed = seeds.fresh() if order.seed is None else seeds.whole(order.seed)
    kinds = _choose(order, seed)
    variants = _variants(kinds, order, seed)
    return Sheet(_id(seed, variants), seed, variants)


def _variants(kinds: Sequence[str], order: Order, seed: str) -> dict[str, tuple[Exercise, ...]]:
    """All variants, with the own table in as many items as leave numbers for the others."""
    own = _own(kinds, order.counts, seed) if order.counts is not None else []
    for taking in (own, *combinations(own, len(own) - 1), ()) if own else ((),):
        variants: dict[str, tuple[Exercise, ...]] = {}
        try:
            for letter in ascii_uppercase[: order.variants]:
                table = order.counts, taking
                variants[letter] = _variant(letter, kinds, table, seed, list(variants.values()))
        except Exhausted:
            continue
        return variants
    raise Exhausted("no numbers fit these exercises beside each other; ask for fewer items")


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


def _choose(order: Order, seed: str) -> list[str]:
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
    table: tuple[Counts | None, Sequence[str]],
    seed: str,
    before: Sequence[tuple[Exercise, ...]],
) -> tuple[Exercise, ...]:
    """The items of a variant; `table` names those made of the teacher's own.

    Where one finds no numbers beside those before it, or those of another variant alone, all are drawn anew.
    """
    spare = None
    for attempt in range(_ATTEMPTS):
        draws = {kind: Draws(seed, letter, attempt, kind) for kind in kinds}
        items = {kind: KINDS[kind].draw(draws[kind], table[0]) for kind in table[1]}
        beside = [look(item) for item in items.values()]
        repeated = False
        try:
            for place, kind in enumerate(kinds):
                if kind not in items:
                    others = [variant[place] for variant in before]
                    items[kind] = _item(kind, draws[kind], beside, others)
                    beside.append(look(items[kind]))
                    repeated |= any(is_the_same(items[kind], other) for other in others)
        except Exhausted:
            continue
        spare = spare or tuple(items[kind] for kind in kinds)
        if not repeated or attempt >= _AGAIN:
            return tuple(items[kind] for kind in kinds) if not repeated else spare
    if spare is None:
        raise Exhausted("no numbers fit these exercises beside each other; ask for fewer items")
    return spare


def _own(kinds: Sequence[str], counts: Counts, seed: str) -> list[str]:
    """The kinds made of the teacher's table; chosen before any numbers are drawn, so alike in all variants.

    One that tells an answer of those before it is left to chance.
    """
    own: list[str] = []
    beside: list[Look] = []
    for kind in kinds:
        if KINDS[kind].takes(counts):
            looked = look(KINDS[kind].draw(Draws(seed, "own", kind), counts))
            if not tells(looked, beside):
                own.append(kind)
                beside.append(looked)
    return own


def _item(kind: str, draws: Draws, beside: Sequence[Look], others: Sequence[Exercise]) -> Exercise:
    """An item that tells no answer of those beside it, and has other numbers than in the other variants.

    Where the possibilities of a kind are used up, one may come again in another variant.
    """
    spare = None
    for _ in range(_ATTEMPTS):
        drawn = KINDS[kind].draw(draws, None)
        if tells(look(drawn), beside):
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


def _id(seed: str, variants: dict[str, tuple[Exercise, ...]]) -> str:
    """Ten hex digits of a hash over seed and numbers: the same in every language and version of Python.

    It tells nothing of either, since the seed has a secret in it.
    """
    parts = [seed]
    for letter, items in variants.items():
        parts += [f"{letter} {item.kind} {_spelled(item.given)} {_spelled(item.exhibits)}" for item in items]
    return hashlib.sha256("\n".join(parts).encode("utf-8")).hexdigest()[:10]


# What a type was called when the first sheets were printed: their ids stay what they are.
_CALLED = {"NullDistribution": "Law"}


def _spelled(value: object) -> str:
    """A value as text, whole numbers in hex: in decimals they are slow to write, and limited, where large."""
    if isinstance(value, int):
        return f"{value:x}"
    if isinstance(value, Fraction):
        return f"{value.numerator:x}/{value.denominator:x}"
    if isinstance(value, float):
        return value.hex()
    if isinstance(value, dict):
        return _spelled(tuple(value.values()))
    if isinstance(value, tuple):
        called = type(value).__name__
        return f"{_CALLED.get(called, called)}({', '.join(map(_spelled, value))})"
    return str(value)
