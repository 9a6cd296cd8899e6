"""What a report on several models says, in order."""

from __future__ import annotations

from collections.abc import Iterator

from ..cases.outcomes import Pattern
from ..language import Fact
from .contents import LISTED, about, case_shown, checklist
from .parts import Drawn, Grid, Items, Listed, Said, Section, Told, rows
from .several import Findings, PairRow, Several, findings

PATTERNS = 6  # of right and wrong models, of which a report shows cases
ASSUMPTIONS = (
    "models.assumptions.paired",
    "assumptions.independent",
    "models.assumptions.labels",
    "models.assumptions.chosen",
    "models.assumptions.planned",
)
NAMED = 12  # pairs with evidence that are named in sentences


SeveralReport = Told[Findings, Several]


def report_on_several(several: Several, program: str) -> SeveralReport:
    """What is to be said of several models; `program` is the version that says it."""
    found = findings(several)
    known = {**found.facts, "program": Fact("program", program, "version")}
    plain = (Said("models.plain"),) if found.verdict == "evidence" else ()
    sections = tuple(_sections(several, found))
    return Told(Said("models.title"), _headline(found), plain, sections, known, found.verdict, found, several)


def _headline(found: Findings) -> Said:
    if found.verdict == "no_disagreement":
        return Said("models.verdict.no-disagreement")
    decided = [row for row in found.pairs if row.decided]
    if len(decided) == 1:
        return Said("models.verdict.one", tuple(decided[0].facts.values()))
    every = len(decided) == len(found.pairs)
    return Said(f"models.verdict.{'none' if not decided else 'all' if every else 'some'}")


def _sections(several: Several, found: Findings) -> Iterator[Section]:
    yield Section("models.right", (_right(found), *_dropped(found)))
    yield Section("models.evidence", tuple(_evidence(found)))
    yield Section("models.size", (Drawn("pairs"), _size(found), Said("models.size.each")))
    if "Q" in found.facts:
        yield Section("models.together", (rows("models.together", ["cochran"]), Said("models.together.asks")))
    if several.outcomes.differing:
        yield Section("models.cases", tuple(_cases(several)))
    yield Section("models.limits", (Items(tuple(_limits(found))),))
    yield Section("models.assumptions", tuple(checklist(ASSUMPTIONS, several.outcomes)))
    yield Section("models.about", (*about(several.outcomes), Said("models.about.holm")))


def _right(found: Findings) -> Grid:
    heads = tuple(Said(f"models.right.{head}") for head in ("model", "cases", "accuracy"))
    return Grid(heads, tuple((row.name, row.facts["right"], row.facts["accuracy"]) for row in found.models))


def _dropped(found: Findings) -> Iterator[Said]:
    if "dropped" in found.facts:
        yield Said("models.right.dropped")


def _evidence(found: Findings) -> Iterator[Items | Grid | Said]:
    decided = [row for row in found.pairs if row.decided]
    if decided[1:]:
        yield Items(tuple(Said("models.evidence.pair", _own(row)) for row in decided[:NAMED]))
        if decided[NAMED:]:
            yield Said("models.evidence.more", (Fact("more", len(decided) - NAMED, "count"),))
    heads = ("pair-head", "former", "latter", "points", "p", "holm")
    numbers = ("b", "c", "difference_points", "exact_p", "holm_p")
    yield _grid("evidence", heads, numbers, found)


def _size(found: Findings) -> Grid:
    return _grid(
        "size",
        ("pair-head", "points", "low", "high"),
        ("difference_points", "low_points", "high_points"),
        found,
    )


def _grid(section: str, heads: tuple[str, ...], numbers: tuple[str, ...], found: Findings) -> Grid:
    return Grid(
        tuple(Said(f"models.{section}.{head}") for head in heads),
        tuple(
            (Said("models.pair", _own(row)), *(row.facts[number] for number in numbers))
            for row in found.pairs
        ),
    )


def _own(row: PairRow) -> tuple[Fact, ...]:
    return tuple(row.facts.values())


def _cases(several: Several) -> Iterator[Listed | Said]:
    """The most frequent patterns with their first cases; then how many cases have others."""
    differing = [pattern for pattern in several.outcomes.patterns if len(set(pattern.right)) > 1]
    often = sorted(differing, key=lambda pattern: -pattern.cases)
    for pattern in often[:PATTERNS]:
        mine = [case for case in several.outcomes.differing if case.right == pattern.right][:LISTED]
        left = pattern.cases - len(mine)
        more = Said("cases.more", (Fact("more", left, "count"),)) if left else None
        yield Listed(
            Said("models.cases.pattern", _pattern(several, pattern)),
            tuple(map(case_shown, mine)),
            more,
        )
    if rest := sum(pattern.cases for pattern in often[PATTERNS:]):
        yield Said("models.cases.others", (Fact("more", rest, "count"),))


def _pattern(several: Several, pattern: Pattern) -> tuple[Fact, ...]:
    names = {
        kind: ", ".join(
            name for name, right in zip(several.models, pattern.right, strict=True) if right is what
        )
        for kind, what in (("right_names", True), ("wrong_names", False))
    }
    return (
        *(Fact(kind, text, "name") for kind, text in names.items()),
        Fact("alike", pattern.cases, "count"),
    )


def _limits(found: Findings) -> Iterator[Said]:
    yield Said("models.limits.best")
    yield Said("limits.equal")
    if found.verdict == "evidence":
        yield Said("limits.large")
    yield Said("limits.population")
    yield Said("limits.parts")
