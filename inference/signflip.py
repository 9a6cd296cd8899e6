"""Tests that flip signs: with no better model, a unit's difference might as well be the other way round.

A unit is a cluster of cases, with its wins of B less those of A, or a case with a difference of two scores.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb, gcd, log10
from typing import Any, NamedTuple, TypeVar

import numpy as np

from ..experiment import shown
from .checks import counts
from .pvalue import PValue, exact_p, rounded

T = TypeVar("T")

SEED = 20_250_101
MOST_DRAWS, FEWEST_DRAWS = 99_999, 999

_MOST_BITS = 5 * 10**7  # of the number that holds a whole distribution
_MOST_SHIFTED = 2 * 10**9  # bits moved to make it: some tenths of a second
_MOST_ENUMERATED = 20  # units whose signs are gone through one by one
_MOST_SIGNS = 10**9  # drawn, unless that leaves too few draws: some seconds
_AT_ONCE = 2**17
_GROUPS = 512  # whose tables, of a megabyte, stay near the processor
_DIGITS = 12  # of the largest difference: 0.3 - 0.2 is 0.1 then


Differences = Iterable[float | Fraction] | Mapping[float | Fraction, int] | Mapping[int, int]
Array = np.ndarray[Any, np.dtype[np.float64]]


class SignFlip(NamedTuple):
    """The two-sided p-value, and from how many random draws it is; None where every way of flipping counts.

    By draws it is (hits + 1) / (draws + 1): what was observed is one of the ways, and p is never 0 (Davison
    and Hinkley 1997, Bootstrap Methods and their Application, section 4.2.5).
    """

    p: PValue
    draws: int | None


class _Units(NamedTuple):
    """How often each size occurs, in whole steps, the sum, and how far rounding may have moved a sum."""

    sizes: Mapping[int, int]
    total: int
    blur: int

    @property
    def number(self) -> int:
        return sum(self.sizes.values())

    @property
    def reach(self) -> int:
        """The largest sum."""
        return sum(size * often for size, often in self.sizes.items())


def sign_flip(differences: Differences, seed: int = SEED) -> SignFlip:
    """How often random signs make the sum of the differences as large, either way, as the one observed.

    The differences come one by one, or each different one with how often it occurs.

    Exact where the distribution of the sum can be written down, as for whole numbers and for scores that are
    multiples of one step, such as 0.25, and where there are at most twenty differences.  Else from draws by a
    seeded generator (PCG64), the same ones each time: 99,999, fewer above ten thousand different sizes, and
    at least 999.  Differences are taken to twelve digits of the largest, so that sums which tie are seen to.
    On differences of 1 and -1, one for each discordant case, it is the exact McNemar test.
    Formula: Fisher (1935), The Design of Experiments, section 21.

    Raises ValueError for what is no finite number, and for what is no count of how often.

    >>> found = sign_flip([1] * 7 + [-1])
    >>> found.p.fraction, found.draws
    (Fraction(9, 128), None)
    >>> sign_flip({0.5: 1, 0.25: 1, 1.0: 1, -0.25: 1}).p.fraction
    Fraction(3, 8)
    """
    units = _in_steps(differences)
    if not units.total:
        return SignFlip(rounded(Fraction(1)), None)
    if len(units.sizes) == 1 and not units.blur:
        return SignFlip(exact_p((units.number + units.total) // 2, (units.number - units.total) // 2), None)
    if _can_be_written_down(units):
        return SignFlip(rounded(_of_all_sums(units)), None)
    if units.number <= _MOST_ENUMERATED:
        return SignFlip(rounded(_one_by_one(units)), None)
    draws = min(MOST_DRAWS, max(FEWEST_DRAWS, _MOST_SIGNS // len(units.sizes)))
    return SignFlip(rounded(Fraction(_hits(units, draws, seed) + 1, draws + 1)), draws)


def _in_steps(differences: Differences) -> _Units:
    """The differences as whole numbers; 0 cannot be flipped, and is left out."""
    often: Counter[float | Fraction] = Counter()
    for difference, number in numbered(differences):
        often[_checked(difference)] += number
    often = +often
    del often[0]
    if all(isinstance(size, int) for size in often):
        scale, blur = Fraction(1), 0
    else:
        scale = Fraction(10) ** (_DIGITS - _magnitude(max(abs(float(size)) for size in often)))
        blur = sum(often.values())  # each is off by half a step at most, on either side of the comparison
    whole: Counter[int] = Counter()
    total = 0
    for difference, number in often.items():
        size = round(Fraction(difference) * scale)
        whole[abs(size)] += number
        total += size * number
    common = gcd(*whole) or 1
    # A step so large is the data's own, and no rounding: every sum is a multiple of it.
    blur = 0 if common > 2 * blur else blur
    return _Units({size // common: number for size, number in whole.items() if size}, total // common, blur)


def numbered(things: Iterable[T] | Mapping[T, int]) -> Iterable[tuple[T, int]]:
    """Each different thing with how often it occurs, which comes with it or is counted."""
    for thing, often in things.items() if isinstance(things, Mapping) else Counter(things).items():
        (number,) = counts(often=often)
        yield thing, number


def _checked(difference: float | Fraction) -> float | Fraction:
    if isinstance(difference, bool | str) or not isinstance(difference, int | Fraction | float):
        raise ValueError(f"a difference must be a number, not {shown(difference)}")
    if not -sys.float_info.max <= difference <= sys.float_info.max:
        raise ValueError(f"a difference must be a finite number, not {shown(difference)}")
    return difference


def _magnitude(largest: float) -> int:
    """The power of ten that the largest difference is about."""
    return round(log10(largest)) if largest else 0


def _can_be_written_down(units: _Units) -> bool:
    width = _width(units)
    bits = (units.reach + 1) * width
    shifted = units.number - max(units.sizes.values())
    return not units.blur and bits <= _MOST_BITS and bits * shifted <= _MOST_SHIFTED


def _width(units: _Units) -> int:
    """Bits for a number of ways, whole bytes."""
    return 8 * (units.number // 8 + 1)


def _of_all_sums(units: _Units) -> Fraction:
    """The share of all 2^units ways whose sum is at least as far from 0 as the one observed.

    One whole number holds the ways to each sum side by side, in places of one width.  To flip a unit of some
    size adds the number to itself, shifted by so many places; the commonest size begins, with its binomial
    coefficients.  All places are added up as digits are in casting out nines.
    """
    width, reach = _width(units), units.reach
    (first, often), *others = sorted(units.sizes.items(), key=lambda item: -item[1])
    places = (comb(often, j).to_bytes(first * width // 8, "little") for j in range(often + 1))
    ways = int.from_bytes(b"".join(places), "little")
    for size, number in others:
        for _ in range(number):
            ways += ways << (size * width)
    # Flipped sizes of s make the sum reach - 2 s; the distribution is the same either way.
    far = (reach - abs(units.total)) // 2
    tail = ways & ((1 << ((far + 1) * width)) - 1)
    return Fraction(2 * (tail % ((1 << width) - 1)), 2**units.number)


def _one_by_one(units: _Units) -> Fraction:
    sums: np.ndarray[Any, np.dtype[np.int64]] = np.zeros(1, dtype=np.int64)
    for size, often in units.sizes.items():
        for _ in range(often):
            sums = np.concatenate([sums + size, sums - size])
    hits = int(np.count_nonzero(np.abs(sums) >= abs(units.total) - units.blur))
    return Fraction(hits, len(sums))


def _hits(units: _Units, draws: int, seed: int) -> int:
    """In how many draws the sum is at least as far from 0.

    Of a size that many units have, how many keep their sign is binomial.
    """
    generator = np.random.Generator(np.random.PCG64(seed))
    once = np.array([size for size, often in units.sizes.items() if often == 1], dtype=float)
    size = np.array([size for size, often in units.sizes.items() if often > 1], dtype=float)
    often = np.array([often for often in units.sizes.values() if often > 1], dtype=np.int64)
    stay = _sums_of_some(once, draws, generator)
    rows = max(1, _AT_ONCE // max(1, len(size)))
    for first in range(0, draws, rows):
        part = stay[first : first + rows]
        part += generator.binomial(often, 0.5, (len(part), len(size))).astype(float) @ size
    enough = abs(units.total) - max(units.blur, 1e-12 * units.reach)
    return int(np.count_nonzero(np.abs(2 * stay - float(units.reach)) >= enough))


def _sums_of_some(sizes: Array, draws: int, generator: np.random.Generator) -> Array:
    """Sums of sizes, each in or out as a coin falls.  A byte is eight coins, whose sum a table holds."""
    sums = np.zeros(draws)
    coins = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).astype(float).T
    for start in range(0, len(sizes), 8 * _GROUPS):
        block = sizes[start : start + 8 * _GROUPS]
        eights = np.pad(block, (0, -len(block) % 8)).reshape(-1, 8)
        table, place = (eights @ coins).ravel(), 256 * np.arange(len(eights))
        rows = max(1, _AT_ONCE // len(eights))
        for first in range(0, draws, rows):
            part = sums[first : first + rows]
            drawn = np.frombuffer(generator.bytes(len(part) * len(eights)), dtype=np.uint8)
            part += table[drawn.reshape(len(part), -1) + place].sum(axis=1)
    return sums
