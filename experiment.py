"""Two models, the same test cases, the same two-point lead: is it evidence?

This file is the argument of the article in code.  It needs Python alone.

    python experiment.py                 check every assertion, print a short table
    python experiment.py --json          print the data: tables, results, null distributions
    python experiment.py --check FILE    recompute a shipped discordant.json, compare, report

The letters mean the same everywhere:

    a   cases that both models get right
    b   cases that only B gets right
    c   cases that only A gets right
    d   cases that both get wrong
    N   all cases, a + b + c + d
    m   the discordant cases, b + c: exactly one model is right
    k   a possible number of wins of B among the m discordant cases

What is defined here, in the order of the article:

    SCENARIOS            the two constructed comparisons            section 2
    case                 what a table of four counts says           sections 2 and 6
    arrangements         in how many orders k wins can fall         section 5
    null_distribution    what chance expects among m fair coins     section 4
    exact                the two-sided exact McNemar p-value        section 5
    check_article        what the article concludes, asserted       sections 2 to 7
    data                 all of it, ready for JSON                  section 9
"""

from __future__ import annotations

import json
import operator
import sys
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from math import comb, sqrt
from pathlib import Path
from typing import SupportsIndex, TypedDict

__all__ = [
    "ALPHA",
    "SCENARIOS",
    "Result",
    "arrangements",
    "case",
    "check_article",
    "data",
    "exact",
    "null_distribution",
]

# The threshold is fixed before any p-value is looked at.
ALPHA = Fraction(1, 20)

# Constructed, not measured.  Equal accuracies; only the disagreements differ.
SCENARIOS: dict[str, tuple[int, int, int, int]] = {
    "I": (900, 20, 0, 80),
    "II": (820, 100, 80, 0),
}

# What fits into memory and some ten seconds; beyond it a ValueError names the limit.
MOST_DISCORDANT = 10_000_000  # m of a p-value, whose denominator is 2^m: a number of a megabyte
MOST_OF_ANY_SPLIT = 500_000  # m up to which the p-value is there for every b and c
MOST_ARRANGED = 10_000  # m of a whole distribution, m + 1 numbers of up to m bits each
_MOST_WORK = 12 * 10**10  # terms of a sum, times m
_LARGEST_FILE = 64 * 2**20  # bytes of a file to check


# === Sections 2 and 6: what the four counts say ===========================================


class Result(TypedDict):
    """What one table says; standard errors are in the unit of the difference: 0.01 is one point."""

    a: int
    b: int
    c: int
    d: int
    N: int
    A_accuracy: Fraction
    B_accuracy: Fraction
    discordant: int
    difference: Fraction  # B minus A
    relative_gain: Fraction | None  # None when A is never right
    exact_p: Fraction
    paired_standard_error: float | None  # None for a single case
    unpaired_standard_error: float


def case(a: int, b: int, c: int, d: int) -> Result:
    """What one table of paired outcomes says: counts, accuracies, difference, p-value, standard errors.

    Raises ValueError, naming the cell, for a count that is not a whole number of zero or more, for an
    empty table, and for more discordant cases than `exact` takes.

    >>> result = case(900, 20, 0, 80)
    >>> result["A_accuracy"], result["B_accuracy"], result["difference"]
    (Fraction(9, 10), Fraction(23, 25), Fraction(1, 50))
    >>> result["exact_p"]
    Fraction(1, 524288)
    """
    a, b, c, d = checked_counts(a=a, b=b, c=c, d=d)
    N = a + b + c + d
    if N == 0:
        raise ValueError("a, b, c and d are all zero: a comparison needs at least one case")
    A_accuracy = Fraction(a + c, N)
    B_accuracy = Fraction(a + b, N)
    difference = B_accuracy - A_accuracy  # a cancels: this is (b - c) / N
    return {
        "a": a,
        "b": b,
        "c": c,
        "d": d,
        "N": N,
        "A_accuracy": A_accuracy,
        "B_accuracy": B_accuracy,
        "discordant": b + c,
        "difference": difference,
        "relative_gain": difference / A_accuracy if A_accuracy else None,
        "exact_p": exact(b, c),
        "paired_standard_error": _paired_standard_error(b, c, N),
        "unpaired_standard_error": _unpaired_standard_error(A_accuracy, B_accuracy, N),
    }


def _paired_standard_error(b: int, c: int, N: int) -> float | None:
    """Estimated standard error of the mean of the D_i: +1 only B right, -1 only A right, else 0.

    Each D_i squared is 1 on a discordant case and 0 elsewhere, so the squares add up to m.
    """
    if N == 1:
        return None
    mean = Fraction(b - c, N)
    return sqrt((Fraction(b + c, N) - mean**2) / (N - 1))


def _unpaired_standard_error(A_accuracy: Fraction, B_accuracy: Fraction, N: int) -> float:
    """What one would get by pretending that A and B had each been given its own N cases; divides by N."""
    return sqrt((A_accuracy * (1 - A_accuracy) + B_accuracy * (1 - B_accuracy)) / N)


# === Section 4: why a coin ================================================================


def arrangements(m: int) -> tuple[int, ...]:
    """C(m, k) for k = 0, ..., m: in how many orders k wins of B can fall among m discordant cases.

    Raises ValueError for an m that is not a whole number of zero or more, and for one above ten thousand.

    >>> arrangements(4)
    (1, 4, 6, 4, 1)
    """
    (m,) = checked_counts(m=m)
    if m > MOST_ARRANGED:
        raise ValueError(f"m must be at most {MOST_ARRANGED} for a whole distribution, not {shown(m)}")
    return tuple(_binomials(m, 0, m))


def null_distribution(m: int) -> tuple[Fraction, ...]:
    """P(K = k | m, H0) for k = 0, ..., m: each discordant case is a fair coin under H0.

    Raises ValueError as `arrangements` does.

    >>> null_distribution(2)
    (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    """
    ways = arrangements(m)
    half = tuple(Fraction(orders, 2**m) for orders in ways[: m // 2 + 1])
    return half + half[: len(ways) - len(half)][::-1]  # C(m, k) = C(m, m - k)


def _binomials(m: int, first: int, last: int) -> Iterator[int]:
    """C(m, first), ..., C(m, last), each from the one before: C(m, k + 1) = C(m, k) (m - k) / (k + 1)."""
    ways = comb(m, first)
    for k in range(first, last + 1):
        yield ways
        ways = ways * (m - k) // (k + 1)


# === Section 5: the p-value ===============================================================


def exact(b: int, c: int) -> Fraction:
    """The two-sided exact McNemar p-value: min[1, 2 P(K <= min(b, c))], K ~ Binomial(b + c, 1/2).

    Exactly 1 when b = c, and so when there is no discordant case.  Formula: McNemar (1947) in its
    exact form, as in the NIST Dataplot reference manual, "McNemar Test".

    Raises ValueError, naming the cell, for a count that is not a whole number of zero or more.  Up to half a
    million discordant cases every split is there within some ten seconds; beyond that, up to ten million,
    one with few terms in its tail is, and any other raises ValueError, naming the limit.

    >>> exact(20, 0)
    Fraction(1, 524288)
    >>> float(exact(100, 80))
    0.1565314695781511
    >>> exact(7, 7)
    Fraction(1, 1)
    """
    b, c = checked_counts(b=b, c=c)
    if b == c:
        return Fraction(1)
    m, k = b + c, min(b, c)
    in_tail = k < m - 2 * k  # the tail 0..k has fewer terms than the middle k+1..m-k-1
    terms = k + 1 if in_tail else m - 2 * k - 1 + m // 15  # C(m, k+1) takes as long as so many
    if m > MOST_DISCORDANT or m * terms > _MOST_WORK:
        raise ValueError(
            f"b + c must be at most {MOST_OF_ANY_SPLIT} discordant cases for an exact p-value, or at most "
            f"{MOST_DISCORDANT} where one model wins nearly all of them, not {shown(m)}"
        )
    both_tails = 2 * sum(_binomials(m, 0, k)) if in_tail else 2**m - sum(_binomials(m, k + 1, m - k - 1))
    return Fraction(both_tails, 2**m)


# === What the article concludes ===========================================================


def check_article() -> None:
    """Assert what the text of the article relies on; AssertionError where it does not hold."""
    first, second = (case(*counts) for counts in SCENARIOS.values())
    # The dashboards are the same ...
    for name in ("N", "A_accuracy", "B_accuracy", "difference", "unpaired_standard_error"):
        assert first[name] == second[name], name
    # ... the evidence is not.
    assert first["exact_p"] < ALPHA < second["exact_p"]
    assert (first["paired_standard_error"] or 1) < first["unpaired_standard_error"]
    assert (second["paired_standard_error"] or 0) > second["unpaired_standard_error"]

    for result in (first, second):
        m, k = result["discordant"], min(result["b"], result["c"])
        chances = null_distribution(m)
        assert sum(chances) == 1
        assert chances == chances[::-1]  # the law is symmetric, so doubling one tail is right
        assert result["exact_p"] == sum(chances[: k + 1]) + sum(chances[m - k :])
        assert result["difference"] == Fraction(result["b"] - result["c"], result["N"])


# === Section 9: the data ==================================================================


def data() -> dict[str, object]:
    """Both tables, all results and the full null distributions, in types of JSON, as in discordant.json."""
    comparisons = {name: _comparison(case(*counts)) for name, counts in SCENARIOS.items()}
    return {"alpha": as_data(ALPHA), "comparisons": comparisons}


def _comparison(result: Result) -> dict[str, object]:
    m, cells = result["discordant"], ("a", "b", "c", "d")
    law = {"m": m, "denominator": _digits(2**m), "weights": [_digits(ways) for ways in arrangements(m)]}
    return {
        "counts": {name: value for name, value in result.items() if name in cells},
        "results": {name: as_data(value) for name, value in result.items() if name not in cells},
        "null_distribution": law,
    }


def as_data(value: object) -> object:
    """A Fraction as two texts, since its parts outgrow other languages' numbers, and its nearest double."""
    if not isinstance(value, Fraction):
        return value
    parts = {"numerator": _digits(value.numerator), "denominator": _digits(value.denominator)}
    return {**parts, "value": float(value)}


def _digits(number: int) -> str:
    """A whole number in decimals, however large; `str` refuses more than 4300 digits."""
    return f"{Decimal(number):f}"


# === Input ================================================================================


def checked_counts(**cells: object) -> tuple[int, ...]:
    """The counts as plain ints, or ValueError naming the first that is none."""
    return tuple(_count(name, value) for name, value in cells.items())


def _count(name: str, value: object) -> int:
    try:
        count = operator.index(value) if isinstance(value, SupportsIndex) else -1
    except TypeError:
        count = -1
    if isinstance(value, bool) or count < 0:
        raise ValueError(f"{name} must be a whole number of cases, zero or more, not {shown(value)}")
    return count


def shown(value: object) -> str:
    """What was given instead of a count, short enough for a message."""
    try:
        text = repr(value)
    except ValueError:  # Python writes no number of more than 4300 digits
        return f"{type(value).__name__} of thousands of digits"
    return text if len(text) <= 80 else f"{text[:77]}..."


# === The command ==========================================================================


def _table() -> str:
    """Both comparisons, a line each."""
    lines = [
        f"{'':>3} {'a':>5} {'b':>5} {'c':>5} {'d':>5} {'N':>6}   A right  B right   exact p       paired SE"
    ]
    for name, counts in SCENARIOS.items():
        r = case(*counts)
        cells = " ".join(f"{count:>5}" for count in counts)
        lines.append(
            f"{name:>3} {cells} {r['N']:>6}   {float(r['A_accuracy']):<7.3f}  {float(r['B_accuracy']):<7.3f}"
            f"   {float(r['exact_p']):<11.6g}   {r['paired_standard_error']:.6f}"
        )
    return "\n".join(lines)


def _differences(ours: object, theirs: object, path: str = "") -> Iterator[str]:
    """The places where a shipped file departs from what is computed here; only beside it may it hold more."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in ours:
            yield from _differences(ours[key], theirs.get(key), f"{path}.{key}" if path else key)
        if path:
            yield from (f"{path}.{ascii(key)[1:-1]}" for key in theirs if key not in ours)
    elif type(ours) is not type(theirs) or ours != theirs:
        yield path


def _read(path: str) -> object:
    """The JSON of a file; ValueError for what no writer of such a file would make."""
    if Path(path).exists() and not Path(path).is_file():  # whoever opens a pipe may wait without end
        raise ValueError("it is no regular file")
    with open(path, "rb") as file:
        content = file.read(_LARGEST_FILE + 1)
    if len(content) > _LARGEST_FILE:
        raise ValueError(f"it has more than {_LARGEST_FILE} bytes")
    return json.loads(content.decode("utf-8"), object_pairs_hook=_once_each)


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
    if not isinstance(shipped, dict) or "comparisons" not in shipped:
        print(f"{path}: has no 'comparisons'; give the path of a discordant.json", file=sys.stderr)
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
        return 0
    if not arguments:
        print(_table(), "all assertions of the article hold", sep="\n")
        return 0
    if list(arguments) == ["--json"]:
        print(json.dumps(data(), indent=2, allow_nan=False))
        return 0
    if len(arguments) == 2 and arguments[0] == "--check":
        return _check_file(arguments[1])
    print("usage: python experiment.py [--json | --check FILE]", file=sys.stderr)
    return 2


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
