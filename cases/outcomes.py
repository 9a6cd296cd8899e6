"""Outcomes: what is asked of files of results, and what was found in them, as plain values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Wanted(NamedTuple):
    """What is asked for beside the files; "" and () mean: find it, or name the choices.

    `results` are the columns of the models' results, one for all or one a model; `metric` does the same for
    logs, where it names a scorer or a metric.  `right` are the results that count as right, or one such as
    ">=0.5"; `truth` is the column of right answers where results are answers.  `epochs` says how several
    epochs of a case become one result: "first", "any", "all" or "majority" (more than half of them right).
    `scores` says that results are numbers of which more is better, not right or wrong; their epochs become
    one by "first" or "mean".
    """

    id: str = ""
    results: tuple[str, ...] = ()
    truth: str = ""
    metric: str = ""
    filter: str = ""
    right: tuple[str, ...] = ()
    epochs: str = ""
    category: str = ""
    cluster: str = ""
    names: tuple[str, ...] = ()
    drop_unpaired: bool = False
    by_order: bool = False
    scores: bool = False


class Counts(NamedTuple):
    """How many cases both models got right (a), only B (b), only A (c), neither (d)."""

    a: int
    b: int
    c: int
    d: int


class Pattern(NamedTuple):
    """Which models were right, in their order, and on how many cases it was just these."""

    right: tuple[bool, ...]
    cases: int


class Category(NamedTuple):
    """The patterns within one category; `name` is None for cases without one."""

    name: str | None
    patterns: tuple[Pattern, ...]

    @property
    def counts(self) -> Counts:
        """The four counts, of the first two models."""
        return pair_of(self.patterns, 0, 1)


class ClusterShape(NamedTuple):
    """How many clusters hold exactly these patterns: all that clustered tests need of them."""

    patterns: tuple[Pattern, ...]
    clusters: int

    @property
    def counts(self) -> Counts:
        """The four counts within one such cluster, of the first two models."""
        return pair_of(self.patterns, 0, 1)


class Source(NamedTuple):
    """What was read for one model: files with their SHA-256, and how they were understood.

    `id`, `result` and `truth` are columns, "" where there is none (cases paired by their order, results
    that say right or wrong themselves).  `right` and `wrong` are the results that counted so, the most
    frequent first, at most 20 of each.
    """

    model: str
    kind: str
    files: tuple[tuple[str, str], ...]
    rows: int
    id: str
    result: str
    truth: str = ""
    filter: str = ""
    right: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()


class Dropped(NamedTuple):
    """Cases left out as asked: how many, and per model how many it lacks or has without a result.

    `ids` are the first 20 of them.
    """

    cases: int
    missing: tuple[int, ...]
    blank: tuple[int, ...]
    ids: tuple[str, ...]


class Note(NamedTuple):
    """Something that a reader has to know; `kind` is one of NOTES, `model` "" where it concerns all."""

    kind: str
    model: str = ""
    value: str = ""
    number: int = 0


NOTES = (
    "by_order",  # cases were paired by their order in the files, as asked
    "epochs",  # several epochs of a case became one result: `value` says how, `number` how many epochs
    "filter",  # only rows of one filter were read: `value` names it
    "status",  # the log says that the run did not end well: `value`
    "tasks",  # a folder with the logs of several tasks: `number`
    "encoding",  # the file was not UTF-8: `value` names its encoding
)


class Case(NamedTuple):
    """One case on which the models differ: its id, who was right, each model's result, further columns."""

    id: str
    right: tuple[bool, ...]
    results: tuple[str, ...]
    columns: tuple[tuple[str, str], ...] = ()


class ScoredCase(NamedTuple):
    """One case with the scores of both models."""

    id: str
    A: float
    B: float


class Scored(NamedTuple):
    """Scores of two models: how many cases have each difference, B's less A's; the means of A and of B.

    `largest` are the cases with the largest differences, whichever way, the largest first.
    """

    differences: dict[float, int]
    means: tuple[float, float]
    largest: tuple[ScoredCase, ...] = ()


class Outcomes(NamedTuple):
    """What the files say: the models' names, A first, and how many cases have which pattern.

    `categories`, `clusters` and `dropped` are there where asked for.  `differing` holds the first cases of
    each pattern on which the models differ, as many as were asked for.

    >>> found = Outcomes(("A", "B"), (Pattern((True, True), 900), Pattern((False, True), 12)))
    >>> found.counts, found.cases
    (Counts(a=900, b=12, c=0, d=0), 912)
    """

    models: tuple[str, ...]
    patterns: tuple[Pattern, ...]
    categories: tuple[Category, ...] = ()
    clusters: tuple[ClusterShape, ...] = ()
    dropped: Dropped | None = None
    sources: tuple[Source, ...] = ()
    notes: tuple[Note, ...] = ()
    differing: tuple[Case, ...] = ()
    scored: Scored | None = None  # where results are scores; every pattern is then that of a case compared

    @property
    def counts(self) -> Counts:
        """The four counts, of the first two models."""
        return self.pair(0, 1)

    @property
    def cases(self) -> int:
        """How many cases were compared."""
        return sum(pattern.cases for pattern in self.patterns)

    def pair(self, a: int, b: int) -> Counts:
        """The four counts of any two of the models, given by their places."""
        return pair_of(self.patterns, a, b)


def pair_of(patterns: Iterable[Pattern], a: int, b: int) -> Counts:
    """The four counts of the models at two places."""
    counts = {(True, True): 0, (False, True): 0, (True, False): 0, (False, False): 0}
    for pattern in patterns:
        counts[pattern.right[a], pattern.right[b]] += pattern.cases
    return Counts(*counts.values())
