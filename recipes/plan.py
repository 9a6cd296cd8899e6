"""A plan of a comparison as text, in one language."""

from __future__ import annotations

from ..language.choosing import chosen
from ..publication import edition
from ..publication.disk import load
from ..reports import terminal
from ..reports.plan import Plan, planned
from .report import number


def make(disagreement: str, gap: str | None, size: int | None, power: str, alpha: str, tag: str) -> str:
    """What is planned, as text; the gap is in percentage points.  ReportError for what is no plan."""
    points = None if gap is None else number(gap, "--gap") / 100
    shares = number(power, "--power"), number(alpha, "--alpha")
    found = planned(Plan(number(disagreement, "--disagreement"), points, size, *shares))
    (tag,) = chosen([tag])
    return terminal.parts(edition.read(load(), tag), found.title, found.parts, found.facts)
