"""A report on somebody's own two models: counts in, texts and files out."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ..language import Fact
from ..language.choosing import chosen
from ..publication import edition
from ..publication.disk import load
from ..reports import terminal
from ..reports.comparison import Comparison, ReportError, of_counts
from ..reports.contents import report


class Made(NamedTuple):
    """What was made of a comparison."""

    text: str


def of(counts: tuple[int, int, int, int], names: tuple[str, str], alpha: str) -> Comparison:
    """The comparison that options describe; ReportError for what is none."""
    return of_counts(counts, *names, _level(alpha))


def make(comparison: Comparison, tag: str) -> Made:
    """The report in one language; Refused for a language that is not there."""
    (tag,) = chosen([tag])
    written = edition.read(load(), tag)
    contents = report(comparison)
    contents.facts["program"] = Fact("program", _version(), "version")
    return Made(terminal.text(written, contents))


def _level(text: str) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise ReportError(f"{text[:40]!r} is no level", advice="write it like 0.05") from None


def _version() -> str:
    from importlib.metadata import version

    return version("discordant")
