"""Margins: whether B being worse than A by more than a margin, stated in advance, can be excluded."""

from __future__ import annotations

from ..facts.table import Facts, named
from ..inference.clusters import Clustered
from ..inference.difference import noninferiority_p
from ..inference.student import student_p
from .comparison import Comparison


def of_margin(comparison: Comparison, clusters: Clustered | None) -> Facts:
    """The margin, the p-value of one side and the level it is held to; nothing where no margin is stated.

    That level is half of the two-sided one: at the usual 0.05 the answer agrees with the 95% interval, whose
    lower end is above the margin just where B is shown to be no worse by more.  Clusters that all have the
    same difference do not tell how it varies; then there is no p-value.

    >>> from fractions import Fraction
    >>> from .comparison import of_counts
    >>> found = of_margin(of_counts((900, 20, 10, 70), "old", "new", margin=Fraction(1, 100)), None)
    >>> found["margin_points"].value, round(found["margin_p"].value, 6), is_shown(found)
    (Fraction(1, 1), 0.000385, True)
    """
    margin, (_a, b, c, _d) = comparison.margin, comparison.counts
    if margin is None:
        return {}
    p: float | None = None
    if clusters and clusters.standard_error:
        p = student_p(float(clusters.difference), clusters.standard_error, clusters.clusters, -margin)
    elif not clusters:
        p = noninferiority_p(b, c, sum(comparison.counts), margin)
    return named(
        {
            "margin_points": (100 * margin, "points"),
            "margin_p": (p, "probability"),
            "margin_alpha": (comparison.alpha / 2, "probability"),
        }
    )


def is_shown(facts: Facts) -> bool:
    """Whether it is shown that B is worse by no more than the margin."""
    return facts["margin_p"].number < facts["margin_alpha"].number
