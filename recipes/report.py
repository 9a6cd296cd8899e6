"""A report on somebody's own two models: counts or files in, texts and files out."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from .. import cases
from ..cases import Wanted as Wanted
from ..language.choosing import chosen
from ..publication import edition
from ..publication.disk import load
from ..reports import conditions, data, markdown, spreadsheet, terminal
from ..reports.comparison import Comparison as Comparison
from ..reports.comparison import ReportError, of_counts, of_outcomes
from ..reports.contents import LISTED, Report, report
from ..workshop import emit

IN_JSON = 1000  # cases of either kind that the JSON lists
IN_CSV = 100_000
OUT = Path("-")  # standard output


class Wish(NamedTuple):
    """Where a report is to go, beside the terminal; None where it is not."""

    json: Path | None = None
    markdown: Path | None = None
    cases: Path | None = None
    html: Path | None = None
    pdf: Path | None = None

    @property
    def listed(self) -> int:
        """How many cases of either kind have to be read with their ids."""
        return IN_CSV if self.cases else IN_JSON if self.json else LISTED


class Made(NamedTuple):
    """What was made: for the terminal, or what was asked for in its place; which conditions hold."""

    text: bytes
    written: list[Path]
    held: list[str]
    warnings: list[str]


def of(counts: tuple[int, int, int, int], names: tuple[str, str], alpha: str) -> Comparison:
    """The comparison that options describe; ReportError for what is none."""
    return of_counts(counts, *names, number(alpha, "--alpha"))


def read(paths: Sequence[Path], wanted: Wanted, alpha: str, listed: int) -> Comparison:
    """The comparison in files of results.  Raises what `cases.read` raises, and ReportError."""
    level = number(alpha, "--alpha")
    return of_outcomes(cases.read(paths, wanted, listed=listed), level)


def make(comparison: Comparison, tag: str, wish: Wish, failing: Sequence[str]) -> Made:
    """The report in one language, where it was wished for.

    Files are written all or none.  Raises Refused for a language that is not there and a condition that
    cannot be read, EmitError where files cannot be written.
    """
    read_conditions = [(text, conditions.read(text)) for text in failing]
    (tag,) = chosen([tag])
    own = edition.read(load(), tag)
    contents = report(comparison, version())
    files, warnings = _files(own, contents, wish)
    held = [text for text, condition in read_conditions if conditions.holds(condition, contents.facts)]
    printed = [content for path, content in files if path == OUT]
    if len(printed) > 1:
        raise ReportError("standard output can take one form only", advice="name files for the others")
    kept = {path: content for path, content in files if path != OUT}
    if len(kept) < len(files) - len(printed):
        raise ReportError("two forms of the report would go to one file")
    emit.write_together(kept)
    text = printed[0] if printed else terminal.text(own, contents).encode("utf-8", "backslashreplace")
    return Made(text, list(kept), held, warnings)


def _files(own: edition.Edition, contents: Report, wish: Wish) -> tuple[list[tuple[Path, bytes]], list[str]]:
    files, warnings = list[tuple[Path, bytes]](), list[str]()
    comparison = contents.comparison
    differing = comparison.outcomes.differing if comparison.outcomes else ()
    if wish.json:
        some = [case for right in ((True, False), (False, True)) for case in differing if case.right == right]
        kinds = [[case for case in some if case.right[0] is first][:IN_JSON] for first in (True, False)]
        files.append((wish.json, data.as_json(contents, [case for kind in kinds for case in kind])))
    if wish.markdown:
        files.append((wish.markdown, markdown.text(own, contents).encode("utf-8")))
    if wish.html or wish.pdf:
        from ..press import pdf  # a second to import
        from ..reports import page

        if wish.html:
            files.append((wish.html, page.web(own, contents)))
        if wish.pdf:
            files.append((wish.pdf, pdf.render(page.job(own, contents))))
    if wish.cases:
        if comparison.outcomes is None:
            raise ReportError("counts name no cases", advice="--cases is for files of results")
        models = comparison.outcomes.models
        files.append((wish.cases, spreadsheet.as_csv(differing, (models[0], models[1]))))
        if max(comparison.counts.b, comparison.counts.c) > IN_CSV:
            warnings.append(f"{wish.cases}: the first {IN_CSV} cases of either kind alone")
    return files, warnings


def number(text: str, what: str) -> Fraction:
    """A number that somebody has typed, exactly; ReportError where it is none."""
    try:
        if len(text) > 40 or "e" in text.lower():
            raise ValueError
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise ReportError(f"{what}: {text[:40]!r} is no number", advice="write it like 0.05") from None


def version() -> str:
    """The version of the program."""
    from importlib import metadata

    return metadata.version("discordant")
