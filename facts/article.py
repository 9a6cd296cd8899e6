"""Results as named facts: the one table that texts, figures and the data appendix share.

Names: `I_...` and `II_...` belong to a comparison; a name without either holds for both, which is
asserted here.  A name that ends in _p is a probability, one in _points is in percentage points.
"""

from __future__ import annotations

import datetime
import platform
from collections.abc import Iterable, Mapping
from fractions import Fraction
from importlib.metadata import version
from math import sqrt
from typing import Any, NamedTuple

from ..experiment import ALPHA, SCENARIOS, arrangements, case
from ..inference import chi_square, chi_square_corrected, chi_square_p, correlation, nearest_below
from ..language import Fact, Refused

Facts = dict[str, Fact]

# What the second panel draws; the calculation runs over all of 0..m.
WINDOWS = {"I": (0, 20), "II": (55, 125)}


class Row(NamedTuple):
    """One bar of a null distribution."""

    k: Fact
    chance: Fact
    in_tails: bool


def results() -> Facts:
    """Every result that the article prints, by name.

    >>> results()["I_exact_p"].value
    Fraction(1, 524288)
    """
    cases = {name: case(*counts) for name, counts in SCENARIOS.items()}
    facts = [
        Fact("zero", 0, "count"),
        Fact("alpha", ALPHA, "ratio"),
        Fact("alpha_percent", ALPHA, "percent"),
    ]
    for name, result in cases.items():
        facts += _comparison(name, result)
    return _by_name([*facts, *_shared(_by_name(facts))])


def edition(settings: Mapping[str, Any]) -> Facts:
    """What the text prints about the publication itself; `settings` is the content of article.toml."""
    licence, sources = settings["licence"], settings["sources"]
    return _by_name(
        [
            Fact("publisher", settings["publisher"]["name"], "name"),
            Fact("products", settings["publisher"]["products"], "name"),
            Fact("publication_version", settings["edition"]["version"], "version"),
            Fact("publication_date", _day(settings["edition"]["date"]), "date"),
            Fact("licence_texts", licence["texts"], "name"),
            Fact("licence_code", licence["code"], "name"),
            Fact("licence_fonts", licence["fonts"], "name"),
            Fact("nist_updated", _day(sources["nist_updated"]), "date"),
            Fact("nist_accessed", _day(sources["accessed"]), "date"),
            Fact("python_version", platform.python_version(), "version"),
            Fact("matplotlib_version", version("matplotlib"), "version"),
        ]
    )


def distribution(name: str) -> list[Row]:
    """The bars of a comparison's null distribution that its panel draws, in order of k.

    >>> distribution("I")[20].in_tails
    True
    """
    _a, b, c, _d = SCENARIOS[name]
    m, lower = b + c, min(b, c)
    first, last = WINDOWS[name]
    return [
        Row(
            Fact(f"{name}_k_{k}", k, "count"),
            Fact(f"{name}_chance_{k}", Fraction(ways, 2**m), "probability"),
            k <= lower or k >= m - lower,
        )
        for k, ways in enumerate(arrangements(m))
        if first <= k <= last
    ]


def bars() -> Facts:
    """The bars of both distributions as facts: `I_chance_5` is the probability of five wins."""
    rows = [row for name in SCENARIOS for row in distribution(name)]
    return _by_name(fact for row in rows for fact in (row.k, row.chance))


def _comparison(name: str, result: Mapping[str, Any]) -> Iterable[Fact]:
    a, b, c, d, N, m = (result[key] for key in ("a", "b", "c", "d", "N", "discordant"))
    lower, upper = min(b, c), max(b, c)
    first, last = WINDOWS[name]
    nearest = nearest_below(m, ALPHA)
    if nearest is None:
        raise Refused(
            f"experiment.py: comparison {name} has {m} discordant cases, too few for any to reach the level"
        )
    values: dict[str, tuple[Any, str]] = {
        "a": (a, "count"),
        "b": (b, "count"),
        "c": (c, "count"),
        "d": (d, "count"),
        "N": (N, "count"),
        "m": (m, "count"),
        "A_right": (a + c, "count"),
        "B_right": (a + b, "count"),
        "net": (b - c, "count"),
        "lower": (lower, "count"),
        "upper": (upper, "count"),
        "centre": (Fraction(m, 2), "statistic"),
        "excess": (b - Fraction(m, 2), "statistic"),
        "A_accuracy": (result["A_accuracy"], "accuracy"),
        "B_accuracy": (result["B_accuracy"], "accuracy"),
        "difference": (result["difference"], "ratio"),
        "difference_points": (result["difference"] * 100, "points"),
        "relative_gain": (result["relative_gain"], "percent"),
        "exact_p": (result["exact_p"], "probability"),
        "chi_square": (chi_square(b, c), "statistic"),
        "chi_square_p": (chi_square_p(chi_square(b, c)), "probability"),
        "chi_square_corrected": (chi_square_corrected(b, c), "statistic"),
        "chi_square_corrected_p": (chi_square_p(chi_square_corrected(b, c)), "probability"),
        "correlation": (correlation(a, b, c, d), "statistic"),
        "nearest_upper": (nearest.upper, "count"),
        "nearest_lower": (nearest.lower, "count"),
        "nearest_net": (nearest.upper - nearest.lower, "count"),
        "nearest_p": (nearest.p, "probability"),
        "first_drawn": (first, "count"),
        "last_drawn": (last, "count"),
        "undrawn": (_undrawn(m, first, last), "probability"),
        **_standard_errors(result),
    }
    return [Fact(f"{name}_{key}", value, kind) for key, (value, kind) in values.items()]


def _standard_errors(result: Mapping[str, Any]) -> dict[str, tuple[float, str]]:
    """Each standard error in the unit of the difference and in points; the unpaired one with N - 1, too."""
    paired, unpaired, N = result["paired_standard_error"], result["unpaired_standard_error"], result["N"]
    return {
        "paired_standard_error": (paired, "standard error"),
        "paired_standard_error_points": (paired * 100, "points"),
        "unpaired_standard_error": (unpaired, "standard error"),
        "unpaired_standard_error_points": (unpaired * 100, "points"),
        "unpaired_standard_error_points_sample": (unpaired * sqrt(N / (N - 1)) * 100, "points"),
    }


def _undrawn(m: int, first: int, last: int) -> Fraction:
    """The probability of the bars outside the window first..last."""
    return 1 - Fraction(sum(arrangements(m)[first : last + 1]), 2**m)


_SHARED = (
    "N",
    "A_right",
    "B_right",
    "net",
    "A_accuracy",
    "B_accuracy",
    "difference",
    "difference_points",
    "relative_gain",
    "unpaired_standard_error",
    "unpaired_standard_error_points",
    "unpaired_standard_error_points_sample",
)


def _shared(facts: Facts) -> Iterable[Fact]:
    """The facts that hold for both comparisons, under a name without either."""
    for name in _SHARED:
        first, second = facts[f"I_{name}"], facts[f"II_{name}"]
        if first.value != second.value:
            raise Refused(
                f"experiment.py: {name} differs between the comparisons ({first.value} and {second.value}); "
                "the article tells of two with the same dashboard"
            )
        yield first._replace(name=name)


def _by_name(facts: Iterable[Fact]) -> Facts:
    return {fact.name: fact for fact in facts}


def _day(value: Any) -> datetime.date:
    return value if isinstance(value, datetime.date) else datetime.date.fromisoformat(str(value))
