"""Two models, the same test cases, the same two-point lead: is it evidence?

This file is the argument of the article in code.  It needs Python alone.

    python experiment.py                 check every assertion, print every result
    python experiment.py --json          print the data: tables, results, null distributions
    python experiment.py --check FILE    recompute a shipped discordant.json, compare, report

The letters mean the same everywhere:

    a, b, c, d   cases that both models get right, only B, only A, and that both get wrong
    N            all cases, a + b + c + d
    m            the discordant cases, b + c: exactly one model is right
    k            a possible number of wins of B among the m discordant cases

What is defined here, in the order of the article:

    section 2    SCENARIOS, the two constructed comparisons; case, what four counts say
    section 4    arrangements, null_distribution: what chance expects of m fair coins
    section 5    exact, the p-value
    section 6    interval for the difference, correlation of the outcomes
    section 7    chi_square, chi_square_corrected, chi_square_p: approximations; attainable p-values
    all          check_article, what the article concludes; results, every number; data, ready for JSON

Counts are whole numbers of zero or more; for any other a function raises ValueError, naming the cell.
"""

import json
import operator
import sys
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate
from math import erfc, isclose, sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any

ALPHA = Fraction(1, 20)  # fixed before any p-value is looked at
# Constructed, not measured.  Equal accuracies; only the disagreements differ.
SCENARIOS: dict[str, tuple[int, int, int, int]] = {"I": (900, 20, 0, 80), "II": (820, 100, 80, 0)}
DRAWN = {"I": (0, 20), "II": (55, 125)}  # wins that the figure draws; all of 0 to m are computed
LEVEL = Fraction(19, 20)  # of intervals
Z = NormalDist().inv_cdf(float(1 + LEVEL) / 2)  # half the width of a simple interval, in standard errors

# What fits into memory and some ten seconds; beyond it a ValueError names the limit.
MOST_DISCORDANT = 10_000_000  # m of a p-value, whose denominator is 2^m: a number of a megabyte
MOST_OF_ANY_SPLIT = 500_000  # m up to which the p-value is there for every b and c
MOST_ARRANGED = 10_000  # m of a whole distribution, m + 1 numbers of up to m bits each
TOO_MANY = (
    f"b + c must be at most {MOST_OF_ANY_SPLIT} discordant cases for an exact p-value, or at most "
    f"{MOST_DISCORDANT} where one model wins nearly all of them, not {{}}"
)


# === Sections 2 and 6: what the four counts say ===========================================


def case(a: int, b: int, c: int, d: int) -> dict[str, Any]:
    """What one table of paired outcomes says; ValueError for an empty one, and as `exact` raises it.

    None are the relative gain where A is never right, and the paired standard error of a single case.

    >>> result = case(900, 20, 0, 80)
    >>> result["A_accuracy"], result["B_accuracy"], result["difference"], result["exact_p"]
    (Fraction(9, 10), Fraction(23, 25), Fraction(1, 50), Fraction(1, 524288))
    """
    a, b, c, d = checked_counts(a=a, b=b, c=c, d=d)
    N = a + b + c + d
    if N == 0:
        raise ValueError("a, b, c and d are all zero: a comparison needs at least one case")
    A, B = Fraction(a + c, N), Fraction(a + b, N)
    difference = B - A  # a cancels: this is (b - c) / N
    paired, unpaired = standard_errors(a, b, c, d)
    return {
        **{"a": a, "b": b, "c": c, "d": d, "N": N, "A_accuracy": A, "B_accuracy": B, "discordant": b + c},
        "difference": difference,
        "relative_gain": difference / A if A else None,
        "exact_p": exact(b, c),
        "paired_standard_error": paired,
        "unpaired_standard_error": unpaired,
    }


def standard_errors(a: int, b: int, c: int, d: int) -> tuple[float | None, float]:
    """Of the difference, 0.01 being a point: from the pairs, None for a single case; and without pairing."""
    N = a + b + c + d
    A, B, difference = Fraction(a + c, N), Fraction(a + b, N), Fraction(b - c, N)
    # D_i is +1 where only B is right, -1 where only A is, else 0; so its squares add up to m.
    paired = sqrt((Fraction(b + c, N) - difference**2) / (N - 1)) if N > 1 else None
    # As if A and B had each been given its own N cases; divides by N.
    return paired, sqrt((A * (1 - A) + B * (1 - B)) / N)


# === Sections 4 and 5: from coins to a p-value ============================================


def arrangements(m: int) -> tuple[int, ...]:
    """C(m, k) for k = 0, ..., m: in how many orders k wins of B can fall among m, ten thousand at most.

    >>> arrangements(4)
    (1, 4, 6, 4, 1)
    """
    (m,) = checked_counts(m=m)
    if m > MOST_ARRANGED:
        raise ValueError(f"m must be at most {MOST_ARRANGED} for a whole distribution, not {shown(m)}")
    return tuple(_binomials(m, m))


def null_distribution(m: int) -> tuple[Fraction, ...]:
    """P(K = k | m, H0) for k = 0, ..., m, ten thousand at most: each discordant case is a fair coin."""
    return tuple(Fraction(orders, 2**m) for orders in arrangements(m))


def _binomials(m: int, last: int) -> Iterator[int]:
    """C(m, 0), ..., C(m, last), each from the one before: C(m, k + 1) = C(m, k) (m - k) / (k + 1)."""
    ways = 1
    for k in range(last + 1):
        yield ways
        ways = ways * (m - k) // (k + 1)


def exact(b: int, c: int) -> Fraction:
    """The two-sided exact McNemar p-value: min[1, 2 P(K <= min(b, c))], K ~ Binomial(b + c, 1/2).

    Exactly 1 when b = c, and so when there is no discordant case.  Formula: McNemar (1947) in its exact form,
    as in the NIST Dataplot reference manual, "McNemar Test".  ValueError, naming the limit, for a long sum.

    >>> exact(20, 0), exact(7, 7), float(exact(100, 80))
    (Fraction(1, 524288), Fraction(1, 1), 0.1565314695781511)
    """
    b, c = checked_counts(b=b, c=c)
    if b == c:
        return Fraction(1)  # the tails share the middle, which would count twice
    m, last = b + c, min(b, c)
    if m > MOST_DISCORDANT or m * (last + 1) > MOST_OF_ANY_SPLIT**2 // 2:
        raise ValueError(TOO_MANY.format(shown(m)))
    return Fraction(2 * sum(_binomials(m, last)), 2**m)


# === Sections 6 and 7: what stands beside the p-value =====================================


def interval(b: int, c: int, N: int, z: float = Z) -> tuple[float, float]:
    """Tango's score interval for the difference of the accuracies, at 95 % unless z is another.

    It holds the differences from which the observed one is less than z standard errors away, as these would
    be if that one were true (Tango 1998).  ValueError for an N below b + c or 1, or above 10^15.

    >>> [round(end, 5) for end in interval(20, 0, 1000)]
    [0.01298, 0.03069]
    """
    b, c, N = checked_counts(b=b, c=c, N=N)
    if not max(b + c, 1) <= N <= 10**15:  # up to here a double holds every whole number
        raise ValueError(f"N must be at least b + c and 1, and at most 10^15, not {shown(N)}")
    return _lowest(b, c, N, z), -_lowest(c, b, N, z)  # the low end for A, with the other sign


def _lowest(b: int, c: int, N: int, z: float) -> float:
    """The difference below (b - c) / N from which that is z standard errors away, by halving."""
    low, high = -1.0, (b - c) / N
    for _ in range(60):  # 2 / 2^60 is below the spacing of doubles near 1
        middle = (low + high) / 2
        too_low = b - c - N * middle > z * sqrt(N * variance(b, c, N, middle))
        low, high = (middle, high) if too_low else (low, middle)
    return low


def variance(b: int, c: int, N: int, difference: float) -> float:
    """The variance of one case's D_i at the likeliest chances that have this difference."""
    # The chance q that only A is right solves 2N q^2 + linear q + constant = 0; a positive `linear` is
    # below 2N times the difference, so that what the subtraction loses does not count.
    linear = (2 * N - b + c) * difference - b - c
    constant = -c * difference * (1 - difference)
    q = (sqrt(max(0.0, linear**2 - 8 * N * constant)) - linear) / (4 * N)
    return max(0.0, 2 * q + difference * (1 - difference))


def correlation(a: int, b: int, c: int, d: int) -> float | None:
    """Pearson's correlation of the two right/wrong outcomes; None where those of a model do not vary."""
    a, b, c, d = checked_counts(a=a, b=b, c=c, d=d)
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    # As a fraction, since products of large counts leave the range of a double.
    size = sqrt(Fraction((a * d - b * c) ** 2, margins)) if margins else None
    return -size if size and a * d < b * c else size


def chi_square(b: int, c: int) -> Fraction:
    """McNemar's statistic (b - c)^2 / (b + c), exactly; 0 when there is no discordant case."""
    b, c = checked_counts(b=b, c=c)
    return Fraction((b - c) ** 2, b + c) if b + c else Fraction(0)


def chi_square_corrected(b: int, c: int) -> Fraction:
    """Edwards's statistic (|b - c| - 1)^2 / (b + c), exactly; 0 when b = c, where it would make 1 of 0."""
    b, c = checked_counts(b=b, c=c)
    return Fraction((abs(b - c) - 1) ** 2, b + c) if b != c else Fraction(0)


def chi_square_p(statistic: float | Fraction) -> float:
    """P(chi-square on one degree of freedom >= statistic): the two tails of a standard normal."""
    return erfc(sqrt(min(statistic, 10_000) / 2))  # from 1,485 on no double is small enough


def attainable(m: int) -> list[tuple[int, int, Fraction]]:
    """Every split of m cases, ten thousand at most, from the most even to all one way: upper, lower, p.

    >>> [(upper, lower, str(p)) for upper, lower, p in attainable(4)]
    [(2, 2, '1'), (3, 1, '5/8'), (4, 0, '1/8')]
    """
    tails = accumulate(arrangements(m)[: m // 2 + 1])
    return [(m - k, k, min(Fraction(1), Fraction(2 * tail, 2**m))) for k, tail in enumerate(tails)][::-1]


# === What the article concludes, and its data =============================================


def check_article() -> None:
    """Assert what the text of the article relies on; AssertionError where it does not hold."""
    first, second = (results(name) for name in SCENARIOS)
    # The dashboards are the same; the evidence is not.
    for name in ("N", "A_accuracy", "B_accuracy", "difference", "unpaired_standard_error"):
        assert first[name] == second[name], name
    assert first["exact_p"] < ALPHA < second["exact_p"]
    assert first["paired_standard_error"] < first["unpaired_standard_error"]
    assert second["paired_standard_error"] > second["unpaired_standard_error"]
    assert first["correlation"] > 0 > second["correlation"]
    assert first["interval_low"] > 0  # no difference lies outside the first interval
    assert second["interval_low"] < 0 < second["interval_high"]  # and inside the second
    for result in (first, second):
        m, k = result["discordant"], min(result["b"], result["c"])
        chances = null_distribution(m)
        assert sum(chances) == 1
        assert chances == chances[::-1]  # symmetric, so doubling one tail is right
        assert result["exact_p"] == sum(chances[: k + 1]) + sum(chances[m - k :])
        assert (m - k, k, result["exact_p"]) in attainable(m)
        assert result["difference"] == Fraction(result["b"] - result["c"], result["N"])


def results(name: str) -> dict[str, Any]:
    """What `case` says of a comparison, and all that the article sets beside it; None where undefined."""
    a, b, c, d = SCENARIOS[name]
    found, m, (first, last) = case(a, b, c, d), b + c, DRAWN[name]
    N, paired, unpaired = found["N"], found["paired_standard_error"], found["unpaired_standard_error"]
    found["unpaired_standard_error_sample"] = unpaired * sqrt(N / (N - 1)) if N > 1 else None
    found["lead_in_standard_errors"] = found["difference"] / paired if paired else None
    found["interval_low"], found["interval_high"] = interval(b, c, N)
    found["correlation"] = correlation(a, b, c, d)
    found["chi_square"], found["chi_square_corrected"] = chi_square(b, c), chi_square_corrected(b, c)
    found["chi_square_p"] = chi_square_p(found["chi_square"])
    found["chi_square_corrected_p"] = chi_square_p(found["chi_square_corrected"])
    splits: list[Any] = [*attainable(m), (None, None, None)]
    nearest = sum(p >= ALPHA for _upper, _lower, p in attainable(m))  # the place of the first p below
    found["above_upper"], found["above_lower"], found["above_p"] = splits[nearest - 1]
    found["nearest_upper"], found["nearest_lower"], found["nearest_p"] = splits[nearest]
    return found | {"undrawn": 1 - Fraction(sum(arrangements(m)[first : last + 1]), 2**m)}


def data() -> dict[str, object]:
    """Both tables, all results and the full null distributions, in types of JSON, as in discordant.json."""
    comparisons = {}
    for name, (_a, b, c, _d) in SCENARIOS.items():
        found = {key: as_data(value) for key, value in results(name).items()}
        counts, weights = {cell: found.pop(cell) for cell in "abcd"}, map(_digits, arrangements(b + c))
        whole = {"m": b + c, "denominator": _digits(2 ** (b + c)), "weights": list(weights)}
        comparisons[name] = {"counts": counts, "results": found, "null_distribution": whole}
    return {"alpha": as_data(ALPHA), "comparisons": comparisons}


def as_data(value: object) -> object:
    """A Fraction as two texts, since its parts outgrow other languages' numbers, and its nearest double."""
    if not isinstance(value, Fraction):
        return value
    parts = {"numerator": _digits(value.numerator), "denominator": _digits(value.denominator)}
    return {**parts, "value": float(value)}


def _digits(number: int) -> str:
    """A whole number in decimals, however large; `str` refuses more than 4300 digits."""
    return f"{Decimal(number):f}"


def checked_counts(**cells: Any) -> tuple[int, ...]:
    """The counts as plain ints, or ValueError naming the first that is none."""
    for name, value in cells.items():
        try:
            fits = not isinstance(value, bool) and operator.index(value) >= 0
        except TypeError:
            fits = False
        if not fits:
            raise ValueError(f"{name} must be a whole number of cases, zero or more, not {shown(value)}")
    return tuple(map(operator.index, cells.values()))


def shown(value: object) -> str:
    """What was given instead of a count, short enough for a message."""
    try:
        return f"{value!r:.80}"
    except ValueError:  # Python writes no number of more than 4300 digits
        return f"{type(value).__name__} of thousands of digits"


# === The command ==========================================================================


def _table() -> str:
    """Every result, a line each, the comparisons side by side."""
    columns = [results(name) for name in SCENARIOS]
    lines = [f"{'comparison':32}" + "".join(f"{name:>16}" for name in SCENARIOS)]
    for name in columns[0]:
        texts = ("none" if column[name] is None else f"{float(column[name]):.6g}" for column in columns)
        lines.append(f"{name:32}" + "".join(f"{text:>16}" for text in texts))
    return "\n".join(lines)


def _differences(ours: object, theirs: object, path: str = "") -> Iterator[str]:
    """The places where a shipped file departs from what is computed here; only beside it may it hold more."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in ours:
            yield from _differences(ours[key], theirs.get(key), f"{path}.{key}" if path else key)
        if path:
            yield from (f"{path}.{ascii(key)[1:-1]}" for key in theirs if key not in ours)
    elif isinstance(ours, float) and isinstance(theirs, float):
        if not isclose(ours, theirs, rel_tol=1e-12):  # machines differ in the last digits of erfc
            yield path
    elif type(ours) is not type(theirs) or ours != theirs:
        yield path


def _read(path: str) -> object:
    """The JSON of a file; ValueError for what no writer of such a file would make."""
    file = Path(path)
    if file.exists() and not file.is_file():  # whoever opens a pipe may wait without end
        raise ValueError("it is no regular file")
    if file.stat().st_size > 2**26:
        raise ValueError(f"it has more than {2**26} bytes")
    content = json.loads(file.read_bytes().decode("utf-8"), object_pairs_hook=_once_each)
    if not isinstance(content, dict) or "comparisons" not in content:
        raise ValueError("it has no 'comparisons'")
    return content


def _once_each(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """A JSON object in which no name stands twice: readers would differ in which of the two they take."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return found


def _check_file(path: str) -> int:
    try:
        shipped = _read(path)
    except (OSError, ValueError, RecursionError) as error:
        why = f": {error.strerror}" if isinstance(error, OSError) else f" as JSON: {error}"
        print(f"{path}: cannot be read{why}; give the path of a discordant.json", file=sys.stderr)
        return 2
    wrong = list(_differences(data(), shipped))
    for place in wrong:
        print(f"{path}: {place} is not what experiment.py computes", file=sys.stderr)
    if not wrong:
        print(f"{path}: every table, result and distribution agrees with what experiment.py computes")
    return 1 if wrong else 0


def main(arguments: Sequence[str]) -> int:
    """Run the command; the exit code is 0 when all is well, 1 when a check fails, 2 for wrong use."""
    if not __debug__:
        print("python -O switches assertions off, the point here: run without it", file=sys.stderr)
        return 2
    check_article()
    if list(arguments) in (["--help"], ["-h"]):
        print(__doc__)
    elif not arguments:
        print(_table(), "all assertions of the article hold", sep="\n")
    elif list(arguments) == ["--json"]:
        print(json.dumps(data(), indent=2, allow_nan=False))
    elif len(arguments) == 2 and arguments[0] == "--check":
        return _check_file(arguments[1])
    else:
        print("usage: python experiment.py [--json | --check FILE]", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    # A path may hold characters that the terminal can not show.
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        raise SystemExit(main(sys.argv[1:]))
    except AssertionError as error:
        print(f"an assertion of the article does not hold: {error}", file=sys.stderr)
        raise SystemExit(1) from None
    except (TypeError, ValueError) as error:
        print(f"the comparisons cannot be computed: {error}", file=sys.stderr)
        raise SystemExit(2) from None
    except OSError as error:
        print(f"cannot print: {error.strerror}", file=sys.stderr)
        raise SystemExit(4) from None
