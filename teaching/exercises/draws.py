"""Draws: numbers by chance that are the same for the same key, in every version of Python.

Of Python's generator only `random()` is promised to stay as it is; all else is made of it here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from ...language.refused import Refused

T = TypeVar("T")

_TRIES = 20_000


class Exhausted(Refused):
    """No draw fits; the message says what was asked for."""


class Draws:
    """A stream of draws; two with the same key give the same.

    >>> Draws(1, "A").whole(0, 9) == Draws(1, "A").whole(0, 9)
    True
    """

    def __init__(self, *key: object) -> None:
        text = "/".join(map(str, key))
        self._key = text
        self._random = Random(int.from_bytes(hashlib.sha256(text.encode("utf-8")).digest(), "big"))

    def whole(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + int(self._random.random() * (high - low + 1))

    def one_of(self, things: Sequence[T]) -> T:
        """One of these."""
        return things[self.whole(0, len(things) - 1)]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """All of these in an order by chance."""
        left = list(things)
        return [left.pop(self.whole(0, len(left) - 1)) for _ in things]

    def until(self, draw: Callable[[], T], fits: Callable[[T], bool]) -> T:
        """The first draw that fits; Exhausted after very many that do not."""
        for _ in range(_TRIES):
            drawn = draw()
            if fits(drawn):
                return drawn
        raise Exhausted(f"no numbers fit exercise {self._key}")
