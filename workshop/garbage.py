"""Garbage: how often Python looks for objects that only refer to each other."""

from __future__ import annotations

import gc

_NEW = 20_000  # objects made and not ended, between two looks; Python's own 700 cost a sixth of each PDF
_ROUNDS = 20  # looks at the young for one at the older ones


def collect_rarely() -> None:
    """Let this process look for garbage seldom, and never among what it has already.

    A page or a PDF is hundreds of thousands of objects that all live until it is done: to look through them
    over and over finds nothing.  The peak of memory grows by some tens of MB.

    >>> collect_rarely()
    >>> gc.get_threshold()
    (20000, 20, 20)
    """
    gc.freeze()
    gc.set_threshold(_NEW, _ROUNDS, _ROUNDS)
