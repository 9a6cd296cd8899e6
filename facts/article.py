"""The article's facts: those of its two comparisons, from the table of any four counts, and of the edition.

Names: `I_...` and `II_...` belong to a comparison; a name without either holds for both, which is
asserted here.  A name that ends in _p is a probability, one in _points is in percentage points.
"""

from __future__ import annotations

import datetime
import platform
from collections.abc import Iterable, Mapping
from decimal import Decimal
from importlib.metadata import version
from typing import Any, NamedTuple

from ..experiment import ALPHA, DRAWN, SCENARIOS, attainable
from ..language import Fact, Refused
from . import examples, leads
from .table import Facts, NullDistribution, of_counts

WINDOWS = DRAWN  # what the panels draw; the calculation runs over all of 0..m


class Row(NamedTuple):
    """One bar of a null distribution."""

    k: Fact
    chance: Fact
    in_tails: bool


class Step(NamedTuple):
    """One attainable p-value, and the split that has it."""

    upper: Fact
    lower: Fact
    p: Fact
    below: bool  # whether the p-value is below the level
    observed: bool


def results() -> Facts:
    """Every result that the article prints, by name.

    >>> results()["I_exact_p"].value
    Fraction(1, 524288)
    """
    facts = [
        Fact("zero", 0, "count"),
        Fact("alpha", ALPHA, "ratio"),
        Fact("alpha_percent", ALPHA, "percent"),
    ]
    for name in SCENARIOS:
        facts += _comparison(name)
    known = _by_name([*facts, *_shared(_by_name(facts))])
    return known | leads.results(known) | examples.results()


def edition(settings: Mapping[str, Any]) -> Facts:
    """What the text prints about the publication itself; `settings` is the content of article.toml."""
    licence, sources = settings["licence"], settings["sources"]
    return _by_name(
        [
            Fact("publisher", settings["publisher"]["name"], "name"),
            Fact("products", settings["publisher"]["products"], "name"),
            Fact("publication_version", settings["edition"]["version"], "version"),
            Fact("publication_date", _day(settings["edition"]["date"]), "date"),
            Fact("publication_year", f"{_day(settings['edition']['date']):%Y}", "version"),
            Fact("licence_texts", licence["texts"], "name"),
            Fact("licence_code", licence["code"], "name"),
            Fact("licence_fonts", licence["fonts"], "name"),
            Fact("nist_updated", _day(sources["nist_updated"]), "date"),
            Fact("nist_accessed", _day(sources["accessed"]), "date"),
            Fact("python_version", platform.python_version(), "version"),
            Fact("matplotlib_version", version("matplotlib"), "version"),
            *(fact for reference in settings.get("references", ()) for fact in _reference(reference)),
        ]
    )


def _reference(reference: Mapping[str, Any]) -> Iterable[Fact]:
    """What a text prints of a source, each fact named after its key: `tango_year`."""
    kinds = {"author": "name", "year": "version", "title": "name", "journal": "name", "place": "version"}
    kinds |= {"doi": "name"} if reference.get("doi") else {}
    return (Fact(f"{reference['key']}_{part}", str(reference[part]), kind) for part, kind in kinds.items())


def distribution(name: str) -> list[Row]:
    """The bars of a comparison's null distribution that its panel draws, in order of k.

    >>> distribution("I")[20].in_tails
    True
    """
    _a, b, c, _d = SCENARIOS[name]
    law, (first, last) = NullDistribution(b + c, b), WINDOWS[name]
    return [
        Row(
            Fact(f"{name}_k_{k}", k, "count"),
            Fact(f"{name}_chance_{k}", chance, "probability"),
            law.in_tails(k),
        )
        for k, chance in enumerate(law.chances)
        if first <= k <= last
    ]


def bars() -> Facts:
    """The bars of both distributions as facts: `I_chance_5` is the probability of five wins."""
    rows = [row for name in SCENARIOS for row in distribution(name)]
    return _by_name(fact for row in rows for fact in (row.k, row.chance))


def stairs(name: str) -> list[Step]:
    """The attainable p-values of a comparison that its figure draws, from the most even split on.

    They begin at the largest p-value that is drawn, and end with the first below `leads.FARTHEST_P`; the
    observed split is always among them.

    >>> [(int(step.upper.number), int(step.lower.number)) for step in stairs("I")][:2]
    [(13, 7), (14, 6)]
    """
    _a, b, c, _d = SCENARIOS[name]
    splits = attainable(b + c)
    observed = next(place for place, (upper, _, _) in enumerate(splits) if upper == max(b, c))
    first = next((place for place, (*_, p) in enumerate(splits) if p <= leads.DRAWN_P), observed)
    last = next((place for place, (*_, p) in enumerate(splits) if p < leads.FARTHEST_P), len(splits) - 1)
    return [
        Step(
            Fact(f"{name}_split_{upper}_upper", upper, "count"),
            Fact(f"{name}_split_{upper}_lower", lower, "count"),
            Fact(f"{name}_split_{upper}_p", p, "probability"),
            p < ALPHA,
            upper == max(b, c),
        )
        for upper, lower, p in splits[min(first, observed) : max(last, observed) + 1]
    ]


def steps() -> Facts:
    """The attainable p-values that the figure draws, as facts: `I_split_15_p` is that of 15 to 5."""
    rows = [row for name in SCENARIOS for row in stairs(name)]
    return _by_name(fact for row in rows for fact in (row.upper, row.lower, row.p))


def _comparison(name: str) -> Iterable[Fact]:
    """The facts of a comparison; Refused where its counts leave one undefined that the article prints.

    So where its figure would draw bars that there are not, and where the data would need more than doubles.
    """
    known = of_counts(*SCENARIOS[name], ALPHA, WINDOWS[name])
    if "nearest_p" not in known:
        m = known["m"].value
        raise Refused(
            f"comparison {name} has {m} discordant cases, too few for any to reach the level",
            path="experiment.py",
        )
    if isinstance(known["chi_square_p"].value, Decimal):
        raise Refused(
            f"comparison {name} has a chi-square p-value too small for the data, which hold doubles",
            path="experiment.py",
        )
    for fact in ("relative_gain", "correlation", "paired_standard_error"):
        if fact not in known:
            raise Refused(f"the counts of comparison {name} leave {fact} undefined", path="experiment.py")
    _refuse_window(name)
    return (fact._replace(name=f"{name}_{fact.name}") for fact in known.values())


def _refuse_window(name: str) -> None:
    """Refused for a figure with bars that the null distribution of its comparison does not have."""
    _a, b, c, _d = SCENARIOS[name]
    first, last = WINDOWS[name]
    if last > b + c:
        raise Refused(
            f"comparison {name} has {b + c} discordant cases; its figure draws the bars {first} to {last}",
            path="experiment.py",
            advice="change DRAWN there, and WINDOWS in audit/results.py, as well",
        )


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
                f"{name} differs between the comparisons ({first.value} and {second.value})",
                path="experiment.py",
                advice="the article tells of two with the same dashboard",
            )
        yield first._replace(name=name)


def _by_name(facts: Iterable[Fact]) -> Facts:
    return {fact.name: fact for fact in facts}


def _day(value: object) -> datetime.date:
    return value if isinstance(value, datetime.date) else datetime.date.fromisoformat(str(value))
