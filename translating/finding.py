"""A finding: something that a check says of a translation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Finding(NamedTuple):
    """Something wrong with a translation, and what to do about it."""

    what: str
    advice: str
    warning: bool = False  # True where a person may well decide that it is right


Found = Iterator[Finding]
