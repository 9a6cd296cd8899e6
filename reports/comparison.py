"""A comparison: what a report is about, however it was read."""

from __future__ import annotations

import unicodedata
from fractions import Fraction
from typing import NamedTuple

from ..experiment import ALPHA, checked_counts
from ..language import Refused
from ..language.printable import unprintable

LONGEST = 60  # characters of a name that a report shows
MOST_CASES = 10**15  # up to here a double holds every whole number


class ReportError(Refused):
    """A comparison of which no report can be made."""


class Counts(NamedTuple):
    """The four counts, by the letters of the article."""

    a: int  # both right
    b: int  # only B right
    c: int  # only A right
    d: int  # both wrong


class Comparison(NamedTuple):
    """Two models, named, on the same cases, and the level fixed in advance."""

    A: str
    B: str
    counts: Counts
    alpha: Fraction = ALPHA


def of_counts(counts: tuple[int, int, int, int], A: str, B: str, alpha: Fraction = ALPHA) -> Comparison:
    """The comparison that four counts describe; ReportError where they describe none.

    >>> of_counts((900, 20, 0, 80), "old", "new").counts.b
    20
    """
    try:
        checked = checked_counts(**dict(zip("abcd", counts, strict=True)))
    except ValueError as error:
        raise ReportError(str(error)) from None
    if not sum(checked):
        raise ReportError("all four counts are zero", advice="a comparison needs at least one case")
    if sum(checked) > MOST_CASES:
        raise ReportError(f"there are more than {MOST_CASES} cases")
    if not 0 < alpha < 1:
        raise ReportError(f"a level is above 0 and below 1, not {float(alpha):g}")
    names = shown(A), shown(B)
    if names[0] == names[1]:
        raise ReportError(f"both models are called {names[0]!r}", advice="give each a name of its own")
    return Comparison(*names, Counts(*checked), alpha)


def shown(name: str) -> str:
    r"""A stranger's name as a report shows it: on one line, at most 60 characters, nothing that hides.

    >>> shown("a\tb\x1b[2J"), shown("x" * 61)[-2:]
    ('a bU+001B[2J', 'x…')
    """
    text = " ".join(unicodedata.normalize("NFC", name).split())
    visible = "".join(unprintable(sign) or sign for sign in text)
    if len(visible) > LONGEST:
        visible = f"{visible[: LONGEST - 1]}…"
    if not visible:
        raise ReportError("a model has an empty name", advice="give it one")
    return visible
