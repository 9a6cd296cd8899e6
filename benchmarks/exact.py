"""The exact p-value beside scipy's and statsmodels': how long a call takes, and how many digits are right.

    python benchmarks/exact.py [RUNS]

In one process, after a call of each, in turn: A B C A B C ...  Imports are not counted.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from decimal import Decimal
from math import log10

from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar

from discordant import experiment
from discordant.inference.pvalue import exact_p

RUNS = 5
DIGITS = 16  # as many as tell doubles apart
MOST_BY_FRACTION = 10_000  # discordant cases; beyond it the fraction takes seconds
SPLITS = [  # only B right, only A right
    (110, 70),  # the article's m
    (541, 459),  # p near 0.01, at every size
    (5_130, 4_870),
    (50_411, 49_589),
    (501_300, 498_700),
    (5_500, 4_500),  # and far from it
    (90_000, 10_000),
    (900_000, 100_000),
    (20_000, 20),
]


def ours(b: int, c: int) -> float:
    return exact_p(b, c).value


def fraction(b: int, c: int) -> float:
    return float(experiment.exact(b, c))


def binomtest(b: int, c: int) -> float:
    return float(stats.binomtest(min(b, c), b + c).pvalue)


def cdf(b: int, c: int) -> float:
    return float(2 * stats.binom.cdf(min(b, c), b + c, 0.5))


def from_statsmodels(b: int, c: int) -> float:
    return float(mcnemar([[0, b], [c, 0]], exact=True).pvalue)


METHODS: dict[str, Callable[[int, int], float]] = {
    "discordant": ours,
    "its fraction": fraction,
    "scipy binomtest": binomtest,
    "scipy 2 * binom.cdf": cdf,
    "statsmodels mcnemar": from_statsmodels,
}


def main(runs: int) -> int:
    """Measure and print a table."""
    print(f"{'b':>7} {'c':>7}  {'p':>14}  {'method':<20} {'ms':>9} {'ratio':>8}  digits")
    for b, c in SPLITS:
        true = exact_p(b, c).decimal
        took = {name: [] for name in METHODS if name != "its fraction" or b + c <= MOST_BY_FRACTION}
        found = {name: METHODS[name](b, c) for name in took}
        for _ in range(runs):
            for name, times in took.items():
                start = time.perf_counter()
                METHODS[name](b, c)
                times.append(time.perf_counter() - start)
        medians = {name: statistics.median(times) for name, times in took.items()}
        for name, median in medians.items():
            ratio = median / medians["discordant"]
            line = f"{name:<20} {1000 * median:>9.3f} {ratio:>8.2f}  {agreeing(found[name], true)}"
            print(f"{b:>7} {c:>7}  {true:>14.6E}  {line}")
    return 0


def agreeing(found: float, true: Decimal) -> str:
    """How many digits are right: all that a double has, so many, or none."""
    if found == float(true):
        return "no double is so small" if found == 0 else f"all of a double's {DIGITS}"
    wrong = abs(Decimal(found) / true - 1)
    return f"{max(0.0, -log10(wrong)):.1f}"


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else RUNS))
