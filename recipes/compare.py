"""Comparing from Python: sequences of results in, a report out that a notebook shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

from ..cases.choosing import MOST
from ..cases.outcomes import Counts, Outcomes, Pattern
from ..inference.pvalue import PValue
from ..language.choosing import chosen
from ..publication import edition
from ..publication.disk import load
from ..reports import data, markdown, page, several_data, terminal
from ..reports.comparison import ReportError, of_counts
from ..reports.contents import Report, report
from ..reports.figures import figures
from ..reports.figures import of_several as of_several_models
from ..reports.parts import AnyTold
from ..reports.several import of_several
from ..reports.several_contents import SeveralReport, report_on_several
from .report import number, points, version


class _Shown:
    """A report that Python holds: as text it is the report, a notebook shows it as Markdown."""

    report: AnyTold
    locale: str

    def text(self) -> str:
        """The report as text of 80 columns."""
        return terminal.text(self._edition, self.report)

    def markdown(self) -> str:
        """The report in Markdown."""
        return markdown.text(self._edition, self.report)

    def __str__(self) -> str:
        return self.text()

    def _repr_markdown_(self) -> str:
        return self.markdown()

    @property
    def verdict(self) -> str:
        """The verdict by its name, as the report's JSON has it."""
        return self.report.verdict

    @property
    def _edition(self) -> edition.Edition:
        return edition.read(load(), self.locale)


@dataclass(frozen=True)
class Compared(_Shown):
    """Two models' results, compared.

    Its verdict is evidence_for_b, evidence_for_a, undecided, too_small or no_disagreement.
    """

    report: Report
    locale: str = "en"

    @property
    def counts(self) -> Counts:
        """Cases that both get right (a), only B (b), only A (c), neither (d)."""
        return self.report.subject.counts

    @property
    def p(self) -> PValue:
        """The exact p-value: a double as `value`, twenty digits as `decimal`, and a `fraction`."""
        return self.report.found.p

    def html(self) -> str:
        """The report as a page of its own."""
        return page.web(self._edition, self.report, partial(figures, self.report.subject)).decode("utf-8")

    def data(self) -> dict[str, Any]:
        """The report in types of JSON, as `templates/report.schema.json` says."""
        return data.document(self.report)


@dataclass(frozen=True)
class ComparedModels(_Shown):
    """Several models' results, compared.  Its verdict is evidence, undecided or no_disagreement."""

    report: SeveralReport
    locale: str = "en"

    @property
    def pairs(self) -> list[tuple[str, str, Counts, Decimal]]:
        """Each pair: A, B, their counts, and the exact p-value by Holm's rule, as digits."""
        names = self.report.subject.models
        return [
            (names[pair.first], names[pair.second], Counts(pair.a, pair.b, pair.c, pair.d), pair.adjusted)
            for pair in (row.pair for row in self.report.found.pairs)
        ]

    def html(self) -> str:
        """The report as a page of its own."""
        plan = partial(of_several_models, self.report.found)
        return page.web(self._edition, self.report, plan).decode("utf-8")

    def data(self) -> dict[str, Any]:
        """The report in types of JSON, as `templates/report-models.schema.json` says."""
        return several_data.document(self.report)


def compare(
    A: Iterable[object],
    B: Iterable[object],
    *,
    names: tuple[str, str] = ("A", "B"),
    alpha: float | str | Fraction = Fraction(1, 20),
    margin: float | str | Fraction | None = None,
    locale: str = "en",
) -> Compared:
    """Compare two models by their results on the same cases, in the same order: True or 1 where right.

    `A` and `B` are lists, or columns of numpy, pandas or polars.  Where both have an index, as columns of
    pandas do, the two must be the same: nothing is paired by its place against it.  `margin` is by how many
    percentage points B may be worse, stated in advance.
    Raises ReportError, a ValueError, for results of other values or numbers, naming the first.

    >>> found = compare([True, False, True, False], [1, 1, 1, 0])
    >>> found.counts, found.verdict, found.p.value
    (Counts(a=2, b=1, c=0, d=1), 'too_small', 1.0)
    """
    _same_index(A, B)
    ours, theirs = _results(A, names[0]), _results(B, names[1])
    if len(ours) != len(theirs):
        what = f"{len(ours)} results of {names[0]!r:.80}, {len(theirs)} of {names[1]!r:.80}"
        raise ReportError(what, advice="give one of each for every case")
    pairs = list(zip(ours, theirs, strict=True))
    cells = ((True, True), (False, True), (True, False), (False, False))
    a, b, c, d = (pairs.count(cell) for cell in cells)
    level = alpha if isinstance(alpha, Fraction) else number(str(alpha), "alpha")
    (tag,) = chosen([locale])
    worse = None if margin is None else points(str(margin), "margin")
    return Compared(report(of_counts((a, b, c, d), *names, level, worse), version()), tag)


def compare_models(
    results: Mapping[str, Iterable[object]],
    *,
    baseline: str = "",
    alpha: float | str | Fraction = Fraction(1, 20),
    locale: str = "en",
) -> ComparedModels:
    """Compare three to twelve models, by name, by their results on the same cases, in the same order.

    Results are as `compare` takes them.  Each model is compared with each, or with the `baseline` alone.
    Raises ReportError, a ValueError, for another number of models, results of other values or numbers, and a
    baseline that is none of the models.

    >>> found = compare_models({"old": [1, 0, 0, 0], "new": [1, 1, 0, 1], "newer": [1, 1, 1, 1]})
    >>> found.verdict, [(A, B, counts.b, counts.c, str(p)) for A, B, counts, p in found.pairs][:2]
    ('undecided', [('old', 'new', 2, 0, '1.0'), ('old', 'newer', 3, 0, '0.75')])
    """
    if not 3 <= len(results) <= MOST:
        what = f"{len(results)} models: from 3 to {MOST} are compared at once"
        raise ReportError(what, advice="two are for compare")
    columns = [_results(column, name) for name, column in results.items()]
    for column in [*results.values()][1:]:
        _same_index(next(iter(results.values())), column)
    if len({len(column) for column in columns}) > 1:
        numbers = ", ".join(
            f"{name!r:.80} {len(column)}" for name, column in zip(results, columns, strict=True)
        )
        raise ReportError(
            f"different numbers of results: {numbers}", advice="give one of each for every case"
        )
    often = Counter(zip(*columns, strict=True))
    patterns = tuple(Pattern(right, number) for right, number in often.items())
    level = alpha if isinstance(alpha, Fraction) else number(str(alpha), "alpha")
    (tag,) = chosen([locale])
    several = of_several(Outcomes(tuple(results), patterns), level, baseline)
    return ComparedModels(report_on_several(several, version()), tag)


def _same_index(A: object, B: object) -> None:
    indexes = [getattr(side, "index", None) for side in (A, B)]
    if all(hasattr(index, "equals") for index in indexes) and not indexes[0].equals(indexes[1]):  # type: ignore[union-attr]
        raise ReportError("the two have other indexes", advice="join them on the case first")


def _results(results: Iterable[object], name: str) -> list[bool]:
    if isinstance(results, str | bytes):
        raise ReportError(f"the results of {name!r:.80} are a text, not a list")
    return [_result(value, place, name) for place, value in enumerate(results)]


def _result(value: object, place: int, name: str) -> bool:
    try:
        if not isinstance(value, str | bytes) and value in (0, 1):
            return bool(value)
    except (TypeError, ValueError):
        pass
    what = f"result {place} of {name!r:.80} is {value!r:.80}, neither right (True, 1) nor wrong (False, 0)"
    raise ReportError(what, advice="leave out cases without a result in both")
