"""A comparison: what a report is about, however it was read."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ..cases.outcomes import Category, Counts, Outcomes
from ..experiment import ALPHA, MOST_DISCORDANT, checked_counts
from ..language import Refused
from ..language.printable import visible

LONGEST = 60  # characters of a name that a report shows
MOST_CASES = 10**15  # up to here a double holds every whole number


class ReportError(Refused):
    """A comparison of which no report can be made."""


class Comparison(NamedTuple):
    """Two models, named, on the same cases; the level, and a margin if there is one, fixed in advance.

    `outcomes` is what was read of files, None where the counts were given.
    """

    A: str
    B: str
    counts: Counts
    alpha: Fraction = ALPHA
    outcomes: Outcomes | None = None
    margin: Fraction | None = None  # by which B may be worse, a share of all cases, stated in advance

    @property
    def clusters(self) -> dict[tuple[int, int, int], int]:
        """How often each (b, c, n) occurs among the clusters; empty where there are none."""
        found: dict[tuple[int, int, int], int] = {}
        for shape in self.outcomes.clusters if self.outcomes else ():
            counts = shape.counts
            key = counts.b, counts.c, sum(counts)
            found[key] = found.get(key, 0) + shape.clusters
        return found

    @property
    def categories(self) -> tuple[Category, ...]:
        """The categories of cases, where there are several."""
        found = self.outcomes.categories if self.outcomes else ()
        return found if len(found) > 1 else ()


def of_counts(
    counts: tuple[int, int, int, int],
    A: str,
    B: str,
    alpha: Fraction = ALPHA,
    margin: Fraction | None = None,
) -> Comparison:
    """The comparison that four counts describe; ReportError where they describe none.

    >>> of_counts((900, 20, 0, 80), "old", "new").counts.b
    20
    """
    try:
        four = checked_counts(**dict(zip("abcd", counts, strict=True)))
    except ValueError as error:
        raise ReportError(str(error)) from None
    return checked(Comparison(shown(A), shown(B), Counts(*four), alpha, margin=margin))


def of_outcomes(outcomes: Outcomes, alpha: Fraction = ALPHA, margin: Fraction | None = None) -> Comparison:
    """The comparison that files hold; ReportError for more than two models."""
    if len(outcomes.models) != 2:
        what = f"{len(outcomes.models)} models: a report is on two"
        raise ReportError(what)
    A, B = map(shown, outcomes.models)
    return checked(Comparison(A, B, outcomes.counts, alpha, outcomes, margin))


def checked(comparison: Comparison) -> Comparison:
    """A comparison of which a report can be made; ReportError for any other."""
    counts, alpha = comparison.counts, comparison.alpha
    if not sum(counts):
        raise ReportError("all four counts are zero", advice="a comparison needs at least one case")
    if sum(counts) > MOST_CASES:
        raise ReportError(f"there are more than {MOST_CASES} cases")
    if counts.b + counts.c > MOST_DISCORDANT:
        raise ReportError(f"the models differ on more than {MOST_DISCORDANT} cases")
    if not 0 < alpha < 1:
        raise ReportError(f"a level is above 0 and below 1, not {float(alpha):g}")
    if comparison.margin is not None and not 0 < comparison.margin < 1:
        shown_margin = f"{float(100 * comparison.margin):g}"
        raise ReportError(f"a margin is above 0 and below 100 points, not {shown_margin}")
    if comparison.A == comparison.B:
        raise ReportError(f"both models are called {comparison.A!r}", advice="give each a name of its own")
    return comparison


def shown(name: str, longest: int = LONGEST) -> str:
    r"""A stranger's text as a report shows it: on one line, at most 60 characters, nothing that hides.

    Raises ReportError for one that shows nothing.

    >>> shown("a\tb\x1b[2J"), shown("x" * 61)[-2:]
    ('a bU+001B[2J', 'x…')
    """
    text = visible(name, longest)
    if not text:
        raise ReportError("a name is empty", advice="give each model a name")
    return text
