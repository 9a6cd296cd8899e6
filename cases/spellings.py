"""Spellings: which results count as right and which as wrong, and whether that is clear."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

_WORDS = (
    ("1", "0"),
    ("1.0", "0.0"),
    ("true", "false"),
    ("t", "f"),
    ("yes", "no"),
    ("y", "n"),
    ("c", "i"),
    ("correct", "incorrect"),
    ("right", "wrong"),
    ("pass", "fail"),
    ("passed", "failed"),
)
# A column is written in one of these, from its first row to its last.
PAIRS = tuple(
    dict.fromkeys((way(a), way(b)) for a, b in _WORDS for way in (str.lower, str.capitalize, str.upper))
)
_AT_LEAST = re.compile(r"(>=|>)\s*([0-9]+(?:\.[0-9]+)?|\.[0-9]+)")


class Bound(NamedTuple):
    """Results are numbers, and right from here on; the limit itself counts as right where `inclusive`."""

    limit: float
    inclusive: bool


def bound(right: Sequence[str]) -> Bound | None:
    """The limit that `--right '>=0.5'` sets, None where right results are named.

    >>> bound([">=0.5"]), bound(["C"])
    (Bound(limit=0.5, inclusive=True), None)
    """
    found = _AT_LEAST.fullmatch(right[0].strip()) if len(right) == 1 else None
    return Bound(float(found[2]), found[1] == ">=") if found else None


def pair(values: Mapping[str, int]) -> tuple[str, str] | None:
    """The pair of spellings (right, wrong) that most of the results are written in; None where none is known.

    `values` are results with their counts.

    >>> pair({"True": 40, "False": 2, "1": 3})
    ('True', 'False')
    """
    weight = {spelled: sum(values.get(word, 0) for word in spelled) for spelled in PAIRS}
    best = max(PAIRS, key=lambda spelled: weight[spelled])
    return best if weight[best] else None


def strange(values: Mapping[str, int], spelled: tuple[str, str]) -> list[str]:
    """The results that are not of the pair, the most frequent first.

    >>> strange({"True": 40, "False": 2, "1": 3}, ("True", "False"))
    ['1']
    """
    return sorted(values.keys() - set(spelled), key=lambda value: (-values[value], value))


def known(value: str) -> bool:
    """Whether a result says right or wrong in some spelling.

    >>> known("TRUE"), known("B")
    (True, False)
    """
    return any(value in spelled for spelled in PAIRS)
