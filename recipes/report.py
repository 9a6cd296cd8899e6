"""A report on somebody's own models: counts or files in, texts and files out."""

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
from ..reports import conditions, markdown, spreadsheet, terminal
from ..reports.comparison import Comparison, ReportError, of_counts, of_outcomes
from ..reports.contents import LISTED
from ..reports.forms import IN_CSV, IN_JSON, Forms, first_of_each, forms, listed
from ..reports.forms import Subject as Subject
from ..reports.scores import of_scores
from ..reports.several import of_several
from ..workshop import emit

OUT = Path("-")  # standard output


class Wish(NamedTuple):
    """Where a report is to go, beside the terminal; None where it is not."""

    json: Path | None = None
    markdown: Path | None = None
    cases: Path | None = None
    html: Path | None = None
    pdf: Path | None = None

    def listed(self, models: int) -> int:
        """How many cases of each pattern on which so many models differ have to be read with their ids."""
        most = IN_CSV if self.cases else IN_JSON if self.json else 0
        return listed(most, models) if most else LISTED


class Made(NamedTuple):
    """What was made: for the terminal, or what was asked for in its place; which conditions hold."""

    text: bytes
    written: list[Path]
    held: list[str]
    warnings: list[str]


def of(counts: tuple[int, int, int, int], names: tuple[str, str], alpha: str, margin: str) -> Comparison:
    """The comparison that options describe; ReportError for what is none."""
    return of_counts(counts, *names, number(alpha, "--alpha"), points(margin, "--margin"))


def read(
    paths: Sequence[Path], wanted: Wanted, alpha: str, margin: str, baseline: str, wish: Wish
) -> Subject:
    """The models in files of results.  Raises what `cases.read` raises, and ReportError."""
    level, worse = number(alpha, "--alpha"), points(margin, "--margin")
    models = max(2, len(paths), len(wanted.results))
    found = cases.read(paths, wanted, listed=wish.listed(models))
    if found.scored is not None:
        if worse is not None:
            raise ReportError(
                "a margin is for right and wrong answers", advice="leave out --margin, or --scores"
            )
        return of_scores(found, level)
    if len(found.models) > 2:
        if worse is not None:
            raise ReportError("a margin is for two models", advice="leave out --margin")
        return of_several(found, level, baseline)
    if baseline:
        raise ReportError("a baseline is for more than two models", advice="leave out --baseline")
    return of_outcomes(found, level, worse)


def make(subject: Subject, tag: str, wish: Wish, failing: Sequence[str]) -> Made:
    """The report in one language, where it was wished for.

    Files are written all or none.  Raises Refused for a language that is not there and a condition that
    cannot be read, EmitError where files cannot be written.
    """
    read_conditions = [(text, conditions.read(text)) for text in failing]
    (tag,) = chosen([tag])
    own = edition.read(load(), tag)
    made = forms(subject, version())
    files, warnings = _files(own, made, wish)
    held = [text for text, condition in read_conditions if conditions.holds(condition, made.told.facts)]
    printed = [content for path, content in files if path == OUT]
    if len(printed) > 1:
        raise ReportError("standard output can take one form only", advice="name files for the others")
    kept = {path: content for path, content in files if path != OUT}
    if len(kept) < len(files) - len(printed):
        raise ReportError("two forms of the report would go to one file")
    emit.write_together(kept)
    text = printed[0] if printed else terminal.text(own, made.told).encode("utf-8", "backslashreplace")
    return Made(text, list(kept), held, warnings)


def _files(own: edition.Edition, made: Forms, wish: Wish) -> tuple[list[tuple[Path, bytes]], list[str]]:
    files, warnings = list[tuple[Path, bytes]](), list[str]()
    outcomes = made.outcomes
    differing = outcomes.differing if outcomes else ()
    models = len(outcomes.models) if outcomes else 2
    if wish.json:
        files.append((wish.json, made.json(first_of_each(differing, listed(IN_JSON, models)))))
    if wish.markdown:
        files.append((wish.markdown, markdown.text(own, made.told).encode("utf-8")))
    if wish.html or wish.pdf:
        from ..press import pdf  # a second to import
        from ..reports import page

        if wish.html:
            files.append((wish.html, page.web(own, made.told, made.plan)))
        if wish.pdf:
            files.append((wish.pdf, pdf.render(page.job(own, made.told, made.plan))))
    if wish.cases:
        if outcomes is None:
            raise ReportError("counts name no cases", advice="--cases is for files of results")
        if outcomes.scored is not None:
            raise ReportError("--cases is for right and wrong answers", advice="--json lists scores")
        most = listed(IN_CSV, models)
        files.append((wish.cases, spreadsheet.as_csv(differing, outcomes.models)))
        if any(len(set(p.right)) > 1 and p.cases > most for p in outcomes.patterns):
            warnings.append(f"{wish.cases}: the first {most} cases of each kind alone")
    return files, warnings


def number(text: str, what: str) -> Fraction:
    """A number that somebody has typed, exactly; ReportError where it is none."""
    try:
        if len(text) > 40 or "e" in text.lower():
            raise ValueError
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise ReportError(f"{what}: {text[:40]!r} is no number", advice="write it like 0.05") from None


def points(text: str, what: str) -> Fraction | None:
    """Percentage points that somebody has typed, as a share; None where nothing was."""
    return number(text, what) / 100 if text else None


def version() -> str:
    """The version of the program."""
    from importlib import metadata

    return metadata.version("discordant")
