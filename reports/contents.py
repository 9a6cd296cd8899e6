"""Contents: what a report says, in order, as messages and numbers; the writers give it a form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..cases.outcomes import Case, Note, Outcomes, ScoredCase, Source
from ..facts.table import Facts
from ..inference.verdict import Verdict
from ..language import Fact
from .comparison import Comparison, shown
from .margins import is_shown
from .parts import Cell, Drawn, Grid, Items, Listed, Row, Rows, Said, Section, Told, rows
from .results import RAREST, CategoryRow, Results, by_category, is_short, results

LISTED = 10  # cases of either kind that a report shows
_LONGEST_ID = 100  # characters of a case's id, and of the name of a file


Report = Told[Results, Comparison]


def report(comparison: Comparison, program: str) -> Report:
    """What is to be said of a comparison; `program` is the version that says it."""
    found = results(comparison)
    known = {**found.facts, "program": Fact("program", program, "version")}
    sections = tuple(_sections(comparison, found))
    plain = tuple(_plain(found))
    headline = Said(f"verdict.{found.verdict.value.replace('_', '-')}")
    return Told(Said("title"), headline, plain, sections, known, found.verdict.value, found, comparison)


def _sections(comparison: Comparison, found: Results) -> Iterator[Section]:
    known, outcomes = found.facts, comparison.outcomes
    clusters = "cluster_p" in known
    yield Section("counts", (_counts(known), Drawn("cases")))
    yield Section("size", (_size(known, clusters),))
    which = Said("evidence.clusters" if clusters else "evidence.which")
    bars = (Drawn("bars"),) if known["m"].number else ()
    yield Section("evidence", (_evidence(known), which, *bars))
    if clusters:
        yield Section("clusters", (_clusters(known),))
    if "margin_points" in known:
        yield Section("margin", tuple(_margin(known, clusters)))
    yield Section("resolution", (_resolution(known, clusters),))
    if categories := by_category(comparison):
        yield Section("categories", (_categories(categories), Said("categories.warning")))
    if outcomes and outcomes.differing:
        yield Section("cases", tuple(_cases(outcomes)))
    yield Section("limits", (Items(tuple(_limits(found.verdict))),))
    yield Section("assumptions", tuple(checklist(_assumptions(clusters), outcomes)))
    yield Section("about", tuple(about(outcomes)))


def _plain(found: Results) -> Iterator[Said]:
    known = found.facts
    if not known["m"].number:
        return
    if "cluster_p" in known:
        yield Said("plain.clusters")
    elif abs(known["net"].number) <= 1:
        yield Said("plain.even")
    elif found.one_in is None:
        yield Said("plain.often")
    else:
        yield Said("plain.rare" if found.one_in == RAREST else "plain.once")


def _counts(known: Facts) -> Rows:
    cells = {"both": "a", "only-b": "b", "only-a": "c", "neither": "d", "all": "N"}
    if "dropped" in known:
        cells["dropped"] = "dropped"
    cells |= {"accuracy-a": "A_accuracy", "accuracy-b": "B_accuracy"}
    return Rows(tuple(Row(Said(f"counts.{name}"), fact) for name, fact in cells.items()), counted=True)


def _size(known: Facts, clusters: bool) -> Rows:
    """Of clusters the interval and the error are their own; those of independent cases would be too small."""
    if clusters:
        there = "low_points" in known
        interval = Row(Said("size.interval.clusters"), Said(f"size.interval.{'value' if there else 'none'}"))
        rest = rows("size", ["error", "rate"] if there else ["rate"]).rows
        return Rows((*rows("size", ["difference"]).rows, interval, *rest))
    names = ["difference", "interval", "tango", *(["error"] if "error_points" in known else [])]
    listed = list(rows("size", names).rows)
    if "odds_low" in known:
        listed.append(
            Row(Said("size.odds"), Said(f"size.odds.{'value' if 'odds_high' in known else 'open'}"))
        )
    return Rows((*listed, *rows("size", ["rate"]).rows))


def _margin(known: Facts, clusters: bool) -> Iterator[Rows | Said]:
    if "margin_p" not in known:
        yield Said("margin.none")
        return
    yield Said(f"margin.{'shown' if is_shown(known) else 'open'}")
    test = "clusters" if clusters else "score"
    yield Rows((Row(Said(f"margin.{test}"), Said("margin.p")), *rows("margin", ["level"]).rows))
    yield Said("margin.stated")


def _evidence(known: Facts) -> Rows:
    exact = Said(f"evidence.exact.{'fraction' if is_short(known['exact_p']) else 'value'}")
    mid = Said(f"evidence.mid.{'value' if 'mid_p' in known else 'none'}")
    first = Row(Said("evidence.exact"), exact), Row(Said("evidence.mid"), mid)
    return Rows((*first, *rows("evidence", ("plain", "corrected")).rows))


def _clusters(known: Facts) -> Rows:
    effect = ["effect"] if "design_effect" in known else []
    return rows("clusters", ["number", *effect, "flip", "obuchowski", "yang", "durkalski"])


def _resolution(known: Facts, clusters: bool) -> Rows:
    def one(name: str, fact: str) -> Row:
        value = "value" if fact in known else "none"
        return Row(Said(f"resolution.{name}"), Said(f"resolution.{name}.{value}"))

    if clusters:  # the others are about independent cases
        return Rows((one("detect", "gap_points"),))
    first = one("nearest", "nearest_net"), one("detect", "gap_points")
    return Rows((*first, *(rows("resolution", ["needed"]).rows if "needed" in known else ())))


def _categories(found: Iterable[CategoryRow]) -> Grid:
    heads = ("name", "cases", "only-b", "only-a", "gap", "p", "holm")
    numbers = ("N", "b", "c", "difference_points", "exact_p", "holm_p")

    def name(row: CategoryRow) -> Cell:
        return Said("categories.none") if row.name is None else shown(row.name or " ")

    return Grid(
        tuple(Said(f"categories.{head}") for head in heads),
        tuple((name(row), *(row.facts[number] for number in numbers)) for row in found),
    )


def _cases(outcomes: Outcomes) -> Iterator[Listed]:
    for name, right, count in (
        ("regressions", (True, False), outcomes.counts.c),
        ("repairs", (False, True), outcomes.counts.b),
    ):
        mine = [case for case in outcomes.differing if case.right == right][:LISTED]
        left = Fact("more", count - len(mine), "count")
        more = Said("cases.more", (left,)) if left.value else None
        if mine:
            yield Listed(Said(f"cases.{name}"), tuple(map(case_shown, mine)), more)


def case_shown(case: Case | ScoredCase) -> str:
    """A case as a list names it."""
    return shown(case.id or "?", _LONGEST_ID)


def _limits(found: Verdict) -> Iterator[Said]:
    decided = found in (Verdict.EVIDENCE_FOR_A, Verdict.EVIDENCE_FOR_B)
    yield Said("limits.large" if decided else "limits.equal")
    if found != Verdict.NO_DISAGREEMENT:
        yield Said("limits.probability")
    yield Said("limits.population")
    yield Said("limits.parts")


def _assumptions(clusters: bool) -> list[str]:
    independent = "clusters" if clusters else "independent"
    return [f"assumptions.{name}" for name in ("paired", independent, "labels", "chosen", "planned")]


def checklist(names: Sequence[str], outcomes: Outcomes | None) -> Iterator[Items | Said]:
    """Assumptions to be ticked off; the first, that cases are paired, is where ids have joined them."""
    joined = outcomes is not None and all(note.kind != "by_order" for note in outcomes.notes)
    yield Items(tuple(map(Said, names)), frozenset(names[:1] if joined else ()))
    yield Said("assumptions.open")


def about(outcomes: Outcomes | None, made: str = "about.files") -> Iterator[Said]:
    """Where the results came from, and what a reader has to know of how they were read."""
    if outcomes is None:
        yield Said("about.counts")
        return
    yield Said(made)
    for source in outcomes.sources:
        yield from _source(source)
    for note in outcomes.notes:
        yield _note(note)


def _source(source: Source) -> Iterator[Said]:
    for file, sha256 in source.files:
        own = (
            Fact("source_model", shown(source.model), "name"),
            Fact("source_file", shown(file, _LONGEST_ID), "name"),
            Fact("source_rows", source.rows, "count"),
            Fact("source_hash", sha256, "name"),
        )
        yield Said("about.source", own)


def _note(note: Note) -> Said:
    own = (
        Fact("note_model", shown(note.model) if note.model else "", "name"),
        Fact("note_value", shown(note.value) if note.value else "", "name"),
        Fact("note_number", note.number, "count"),
    )
    return Said(f"about.{note.kind.replace('_', '-')}", own)
