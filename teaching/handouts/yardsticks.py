"""The table of yardsticks: how small a gap a test set shows, by the interval and by the exact test."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from ...facts import handouts as numbers
from ...language import Fact
from ...press.document import Item, Numbered, Section
from ...press.scribe import Scribe

NAME = "yardsticks"
# the rows by the last part of the id of their heads; {} stands for a rate
_ROWS = {
    "rate": "H2_rate_{}",
    "reach": "H2_resolution_{}",
    "needs": "H2_lead_{}",
    "error": "H2_paired_standard_error_points_{}",
}


def rows(scribe: Scribe, facts: Mapping[str, Fact]) -> dict[str, list[Markup]]:
    """The numbers of each row by its name, the lowest rate of disagreement first."""
    return {
        row: [scribe.number(f"table.{NAME}", facts[name.format(rate)]) for rate in numbers.YARDSTICKS]
        for row, name in _ROWS.items()
    }


def beside(section: Section) -> Section:
    """The section with its table taken into the figure that follows, since the two stand side by side."""
    items: list[Item] = []
    for item in section.items:
        table = items[-1] if items and items[-1].kind == "table" else None
        if table and item.kind == "figure":
            items[-1] = item._replace(
                content=Numbered(item.content.number, table.content.parts | item.content.parts)
            )
        else:
            items.append(item)
    return section._replace(items=items)
