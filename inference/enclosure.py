"""Tails of a fair coin between two bounds that are proven, at any size: whole numbers, rounded down and up.

Every step is one multiplication and one division of whole numbers, of which the lower bound is rounded down
and the upper one up.  So the true value lies between them whatever happens, and more bits bring them closer.
"""

from __future__ import annotations

from math import prod
from typing import NamedTuple

_STEP = 24  # factors that are multiplied before they are divided and cut: one large step for many small ones


class Enclosure(NamedTuple):
    """A number from low 2^exponent to high 2^exponent."""

    low: int
    high: int
    exponent: int


def coefficient(m: int, k: int, bits: int) -> Enclosure:
    """C(m, k), from m / 1 * (m - 1) / 2 * ..., of about so many bits.

    >>> low, high, exponent = coefficient(4, 2, 64)
    >>> low == high == 6 << -exponent
    True
    """
    low, high, exponent = 1, 1, 0
    for start in range(0, k, _STEP):
        stop = min(k, start + _STEP)
        above, below = prod(range(m - stop + 1, m - start + 1)), prod(range(start + 1, stop + 1))
        low, high = low * above, high * above
        shift = bits + below.bit_length() - low.bit_length()
        low, high = low << max(0, shift), high << max(0, shift)
        below <<= max(0, -shift)
        low, high, exponent = low // below, -(-high // below), exponent - shift
    return Enclosure(low, high, exponent)


def ratio(m: int, k: int, bits: int) -> Enclosure:
    """(C(m, 0) + ... + C(m, k)) / C(m, k), for k below m / 2, with so many bits after the point.

    The terms fall from 1, each from the one before; the rest, once they are next to nothing, is bounded by
    its largest term times their number.

    >>> ratio(4, 1, 8) == (1 << 8 | 1 << 6, 1 << 8 | 1 << 6, -8)  # (1 + 4) / 4
    True
    """
    low = high = sum_low = sum_high = 1 << bits
    left = k
    while left and low:
        over = m - left + 1
        low, high = low * left // over, -(-high * left // over)
        sum_low, sum_high = sum_low + low, sum_high + high
        left -= 1
    return Enclosure(sum_low, sum_high + left * high, -bits)


def exact_tails(m: int, k: int, bits: int) -> Enclosure:
    """Twice P(K <= k), K ~ Binomial(m, 1/2), for k below m / 2: the two-sided exact p-value.

    >>> low, high, exponent = exact_tails(180, 70, 64)
    >>> low < high, low * 2.0**exponent
    (True, 0.0035332037055875857)
    """
    return _tails(m, coefficient(m, k, bits), ratio(m, k, bits))


def mid_tails(m: int, k: int, bits: int) -> Enclosure:
    """Twice P(K < k) + P(K = k) / 2: the two-sided mid-p value.

    >>> low, high, exponent = mid_tails(8, 1, 64)
    >>> low * 2.0**exponent
    0.0390625
    """
    low, high, exponent = ratio(m, k, bits)
    half = 1 << (bits - 1)
    return _tails(m, coefficient(m, k, bits), Enclosure(low - half, high - half, exponent))


def _tails(m: int, ways: Enclosure, share: Enclosure) -> Enclosure:
    return Enclosure(ways.low * share.low, ways.high * share.high, ways.exponent + share.exponent + 1 - m)
