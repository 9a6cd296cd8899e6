"""The mid-p form of the exact test: less cautious, and no longer bound to keep to alpha."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from .binomial import exact_fraction
from .checks import counts


def mid_p(b: int, c: int) -> Fraction:
    """The two-sided mid-p value 2 [P(K < k) + P(K = k) / 2], k = min(b, c), K ~ Binomial(b + c, 1/2).

    What was observed counts half, so this is the exact p-value less P(K = k); exactly 1 when b = c, and
    so when there is no discordant case.  Raises ValueError as `exact` does.
    Formula: Lancaster (1961), JASA 56:223, doubled as in R's exact2x2.  Fagerland, Lydersen and Laake (2013),
    BMC Medical Research Methodology 13:91, differ only at b = c, where they give 1 - P(K = b) / 2.

    >>> mid_p(1, 7)
    Fraction(5, 128)
    >>> mid_p(5, 5)
    Fraction(1, 1)
    """
    b, c = counts(b=b, c=c)
    if b == c:
        return Fraction(1)  # the two halves overlap there: `exact` has been cut to 1 already
    return exact_fraction(b, c) - Fraction(comb(b + c, b), 2 ** (b + c))
