"""Which of a few things two models' results on one test set say: names alone, no words."""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from .checks import Number, all_cases, counts, inside, within
from .detection import detectable, detectable_mean
from .pvalue import below


class Verdict(StrEnum):
    """What the comparison says; none of them says that a model is better, or that two are equal."""

    EVIDENCE_FOR_B = "evidence_for_b"
    EVIDENCE_FOR_A = "evidence_for_a"
    UNDECIDED = "undecided"  # although this set would have shown a gap of some size
    TOO_SMALL = "too_small"  # undecided, and no gap at this rate of disagreement would have been shown
    NO_DISAGREEMENT = "no_disagreement"


class Finding(NamedTuple):
    """A verdict, and the smallest gap, a share, that such a set would show; None where there is none."""

    verdict: Verdict
    gap: float | None


def verdict(
    b: int,
    c: int,
    N: int,
    alpha: Number,
    power: Number,
    adjusted_p: Number | Decimal | None = None,
    design_effect: Number = 1,
    units: int | None = None,
) -> Finding:
    """What the counts say at the threshold alpha, and the gap that a set like it shows with this power.

    Evidence is a p-value below alpha: the exact one, or in its place the adjusted one if there is any, such
    as that of clusters or Holm's.  The gap is `detectable` at the observed share of discordant cases.  Where
    cases are clustered, N cases tell no more than N / design_effect independent ones; an effect below 1 is
    not relied on.  `units` are those whose signs such a test flips, clusters that differ: with too few of
    them no p-value could be below alpha, as with too few discordant cases.

    Raises ValueError for what is no count, an N below b + c or below 1, an alpha or a power that is not above
    0 and below 1, an adjusted p-value outside 0 to 1, and a design effect that is not above 0.

    >>> verdict(20, 0, 1000, 0.05, 0.8).verdict
    <Verdict.EVIDENCE_FOR_B: 'evidence_for_b'>
    >>> found = verdict(100, 80, 1000, 0.05, 0.8)
    >>> found.verdict.value, round(found.gap, 4)
    ('undecided', 0.0384)
    >>> verdict(3, 1, 1000, 0.05, 0.8)
    Finding(verdict=<Verdict.TOO_SMALL: 'too_small'>, gap=None)
    """
    b, c = counts(b=b, c=c)
    N = all_cases(N, b + c)
    inside(0, 1, alpha=alpha, power=power)
    if adjusted_p is not None:
        adjusted_p = Fraction(adjusted_p)
        within(0, 1, adjusted_p=adjusted_p)
    if not float(design_effect) > 0:
        raise ValueError(f"design_effect must be above 0, not {design_effect!r}")
    if b + c == 0:
        return Finding(Verdict.NO_DISAGREEMENT, None)
    if units is not None and not _enough(units, alpha):
        return Finding(Verdict.TOO_SMALL, None)
    gap = detectable(Fraction(b + c, N), max(1, int(N / max(1, design_effect))), power, alpha)
    significant = below(b, c, alpha) if adjusted_p is None else adjusted_p < alpha
    if significant and b != c:
        return Finding(Verdict.EVIDENCE_FOR_B if b > c else Verdict.EVIDENCE_FOR_A, gap)
    return Finding(Verdict.TOO_SMALL if gap is None else Verdict.UNDECIDED, gap)


def score_verdict(
    value: float,
    standard_error: float | None,
    p: Number | Decimal,
    differing: int,
    alpha: Number,
    power: Number,
) -> Finding:
    """The same of scores: their mean difference, B's less A's, its error, the sign-flip p-value.

    `differing` are the cases, or clusters, whose difference is not 0.  The gap is `detectable_mean`, in the
    scores' own unit.  Raises ValueError as `verdict` does.

    >>> score_verdict(0.03, 0.01, 0.004, 200, 0.05, 0.8).verdict.value
    'evidence_for_b'
    >>> score_verdict(0.4, 0.2, 0.0625, 5, 0.05, 0.8)
    Finding(verdict=<Verdict.TOO_SMALL: 'too_small'>, gap=None)
    """
    inside(0, 1, alpha=alpha, power=power)
    within(0, 1, p=Fraction(p))
    if not differing:
        return Finding(Verdict.NO_DISAGREEMENT, None)
    if standard_error is None or not _enough(differing, alpha):
        return Finding(Verdict.TOO_SMALL, None)
    gap = detectable_mean(standard_error, power, alpha)
    if Fraction(p) < alpha and value:
        return Finding(Verdict.EVIDENCE_FOR_B if value > 0 else Verdict.EVIDENCE_FOR_A, gap)
    return Finding(Verdict.UNDECIDED, gap)


def _enough(units: int, alpha: Number) -> bool:
    """Whether signs flipped at random can give a p-value below alpha: all alike, either way."""
    (units,) = counts(units=units)
    return Fraction(2, 2**units) < alpha if units < 5000 else True
