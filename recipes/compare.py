"""Comparing from Python: two sequences of results in, a report out that a notebook shows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..cases.outcomes import Counts
from ..inference.pvalue import PValue
from ..language.choosing import chosen
from ..publication import edition
from ..publication.disk import load
from ..reports import data, markdown, page, terminal
from ..reports.comparison import ReportError, of_counts
from ..reports.contents import Report, report
from .report import number, version


@dataclass(frozen=True)
class Compared:
    """Two models' results, compared.  As text it is the report; a notebook shows it as Markdown."""

    report: Report
    locale: str = "en"

    @property
    def counts(self) -> Counts:
        """Cases that both get right (a), only B (b), only A (c), neither (d)."""
        return self.report.comparison.counts

    @property
    def verdict(self) -> str:
        """evidence_for_b, evidence_for_a, undecided, too_small or no_disagreement."""
        return self.report.results.verdict.value

    @property
    def p(self) -> PValue:
        """The exact p-value: a double as `value`, twenty digits as `decimal`, and a `fraction`."""
        return self.report.results.p

    def text(self) -> str:
        """The report as text of 80 columns."""
        return terminal.text(self._edition, self.report)

    def markdown(self) -> str:
        """The report in Markdown."""
        return markdown.text(self._edition, self.report)

    def html(self) -> str:
        """The report as a page of its own."""
        return page.web(self._edition, self.report).decode("utf-8")

    def data(self) -> dict[str, Any]:
        """The report in types of JSON, as `templates/report.schema.json` says."""
        return data.document(self.report)

    def __str__(self) -> str:
        return self.text()

    def _repr_markdown_(self) -> str:
        return self.markdown()

    @property
    def _edition(self) -> edition.Edition:
        return edition.read(load(), self.locale)


def compare(
    A: Iterable[object],
    B: Iterable[object],
    *,
    names: tuple[str, str] = ("A", "B"),
    alpha: float | str | Fraction = Fraction(1, 20),
    locale: str = "en",
) -> Compared:
    """Compare two models by their results on the same cases, in the same order: True or 1 where right.

    `A` and `B` are lists, or columns of numpy, pandas or polars.  Where both have an index, as columns of
    pandas do, the two must be the same: nothing is paired by its place against it.
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
    return Compared(report(of_counts((a, b, c, d), *names, level), version()), tag)


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
