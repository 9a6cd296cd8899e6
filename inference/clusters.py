"""Cases that come in clusters, such as questions on one passage: what the clusters say, not the cases.

Cases of a cluster tend to go the same way, so that they count as more evidence than they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from ..experiment import shown
from .asymptotic import chi_square_p
from .checks import counts
from .signflip import SEED, SignFlip, numbered, sign_flip

Counts = tuple[int, int, int]


class Cluster(NamedTuple):
    """One cluster: how many cases it has, and on how many of them only B, and only A, is right."""

    b: int
    c: int
    n: int


class Statistic(NamedTuple):
    """A chi-square statistic on one degree of freedom, exactly, and its p-value."""

    value: Fraction
    p: float


class Clustered(NamedTuple):
    """What the clusters say.  `flipped` is the test to go by; the statistics are there for comparison.

    Of these, Yang and others advise their own for clusters of one size, or fifty of them and more, and
    Durkalski's for fewer, unequal ones.  `differing` clusters have b other than c.  `design_effect` is by how
    much the variance of b - c exceeds that of independent cases, sum d^2 / m; None with no discordant case.
    `difference` is that of the accuracies, a share of all cases, and `standard_error` that of it, from
    clusters; for its interval see `student`.
    """

    clusters: int
    differing: int
    obuchowski: Statistic
    yang: Statistic
    durkalski: Statistic
    flipped: SignFlip
    design_effect: Fraction | None
    difference: Fraction
    standard_error: float


def clustered(clusters: Iterable[Counts] | Mapping[Counts, int], seed: int = SEED) -> Clustered:
    """The tests of Obuchowski, of Yang and others, of Durkalski, and the sign-flip test, of each (b, c, n).

    The clusters come one by one, or each different one with how many there are of it.

    With d = b - c and n the cases of each of K clusters: Obuchowski's statistic is
    (K - 1) / K (sum d)^2 / sum d^2; Yang's has the mean of sum d^2 and sum (d - n D)^2, D = sum d / sum n, in
    its place; Durkalski's is (sum d / n)^2 / sum (d / n)^2.  Each is 0 where its denominator is.
    Formulas: Obuchowski (1998), Statistics in Medicine 17:1495; Yang, Sun and Hardin (2010), Biometrical
    Journal 52:638; Durkalski and others (2003), Statistics in Medicine 22:2417; as in R's clust.bin.pair.
    The standard error is sqrt(K / (K - 1) sum (d - n D)^2) / sum n, Obuchowski's of a ratio.
    The sign-flip test gives each cluster's d either sign: see `sign_flip`.

    Raises ValueError for what is no count, a cluster with fewer cases than disagreements or none, and for
    fewer than two clusters.

    >>> found = clustered([(1, 0, 2), (3, 1, 6), (2, 0, 3)])
    >>> found.obuchowski.value, found.durkalski.value, found.flipped.p.fraction
    (Fraction(50, 27), Fraction(81, 29), Fraction(1, 4))
    >>> round(found.standard_error, 6)
    0.108072
    """
    rows = [(_checked(*cluster), often) for cluster, often in numbered(clusters) if often]
    K = sum(often for _, often in rows)
    if K < 2:
        raise ValueError(f"clusters must be at least two, not {K}")
    d: Counter[int] = Counter()
    for (b, c, _), often in rows:
        d[b - c] += often
    total, squares = sum(x * often for x, often in d.items()), sum(x * x * often for x, often in d.items())
    mean = Fraction(total, sum(n * often for (_, _, n), often in rows))
    # sum (d - n D)^2, multiplied out
    around = squares - 2 * mean * sum((b - c) * n * often for (b, c, n), often in rows)
    around += mean**2 * sum(n * n * often for (_, _, n), often in rows)
    fewer, m = Fraction(K - 1, K), sum((b + c) * often for (b, c, _), often in rows)
    return Clustered(
        K,
        K - d[0],
        _statistic(fewer * total**2, squares),
        _statistic(fewer * total**2, (squares + around) / 2),
        _durkalski(rows),
        sign_flip(d, seed),
        Fraction(squares, m) if m else None,
        mean,
        sqrt(around / fewer) / sum(n * often for (_, _, n), often in rows),
    )


def _durkalski(rows: Iterable[tuple[Cluster, int]]) -> Statistic:
    by_size: dict[int, list[int]] = {}  # first by size, since fractions are added slowly
    for (b, c, n), often in rows:
        sums = by_size.setdefault(n, [0, 0])
        sums[0] += (b - c) * often
        sums[1] += (b - c) ** 2 * often
    shares = sum(Fraction(total, n) for n, (total, _) in by_size.items())
    squares = sum(Fraction(squares, n * n) for n, (_, squares) in by_size.items())
    return _statistic(shares**2, squares)


def _statistic(above: Fraction | int, below: Fraction | int) -> Statistic:
    value = Fraction(above) / below if below else Fraction(0)
    return Statistic(value, chi_square_p(value))


def _checked(b: int, c: int, n: int) -> Cluster:
    b, c, n = counts(b=b, c=c, n=n)
    if n < max(1, b + c):
        raise ValueError(f"n must be at least b + c and at least 1 in each cluster, not {shown(n)}")
    return Cluster(b, c, n)
