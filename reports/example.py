"""An example of each message of a report, for those who translate it."""

from __future__ import annotations

from functools import cache

from ..facts.table import Facts
from ..language import Fact
from .comparison import of_counts
from .results import facts

_USUAL = (612, 74, 41, 273)
# of what is said of other comparisons alone
_OTHERS = {
    "verdict.undecided": (621, 60, 47, 272),
    "verdict.too-small": (70, 4, 1, 25),
    "resolution.nearest.none": (70, 4, 1, 25),
    "evidence.exact.fraction": (300, 18, 5, 77),
    "plain.rare": (612, 90, 25, 273),
    "plain.half": (621, 55, 52, 272),
    "plain.even": (621, 54, 54, 271),
    "verdict.for-a": (612, 41, 74, 273),
    "limits.equal": (621, 60, 47, 272),
}


def of(block: str) -> Facts:
    """The numbers of a comparison of which a report says this block, with names as models have them."""
    return _facts(_OTHERS.get(block.removeprefix("report."), _USUAL))


@cache
def _facts(counts: tuple[int, int, int, int]) -> Facts:
    known = facts(of_counts(counts, "tiny-7b", "tiny-7b-v2"))
    return {**known, "program": Fact("program", "1.0.0", "version")}
