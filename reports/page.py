"""A report as a page of its own, and as a PDF."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from ..language import Fact
from ..press import pages, pdf, printing
from ..press.drawings import Drawing, lettering
from ..press.scribe import Scribe, Text
from ..press.strangers import printable
from ..publication.edition import Edition
from ..publication.status import unfinished
from .figures import Figure, Label, draw, short
from .parts import AnyTold, Cell, Drawn, Grid, Items, Listed, Part, Rows, Said

TEMPLATE = "report.html.jinja2"
_WEB = ("type.css", "sheet.css", "report.css", "screen.css")
_PRINT = ("type.css", "sheet.css", "report.css")
_PARTS = ("report",)
Plan = Callable[[Label], Sequence[Figure]]  # what writes the labels of figures -> the figures
_LABELS = ("fallback", "outdated", "help", "drawing", "alternative")


def web(edition: Edition, report: AnyTold, plan: Plan) -> bytes:
    """The report as one HTML file that needs nothing beside it, with the figures that are planned."""
    writer = _Writer(edition, report, edition.bare_scribe())
    drawings = _drawings(writer, plan)
    context = {**writer.context(drawings), "print": False, "figures": _on_page(drawings)}
    return pages.render(TEMPLATE, context, edition.locale, [edition.publication.english], _WEB).encode(
        "utf-8"
    )


def job(edition: Edition, report: AnyTold, plan: Plan) -> pdf.Job:
    """What the report's PDF is made from."""
    drawer = edition.drawer()
    writer = _Writer(edition, report, edition.bare_scribe(drawer))
    drawings = _drawings(writer, plan)
    shown = {
        name: Markup('<img src="{}" alt="{}">').format(
            printing.keep(drawer, f"report-{name}", drawing), writer.plain(f"figure.report-{name}.alt")
        )
        for name, drawing in drawings.items()
    }
    context = {**writer.context(drawings), "print": True, "figures": shown}
    publication = edition.publication
    return printing.job(
        TEMPLATE, context, drawer, edition.locale, publication.english, publication.settings.date, _PRINT
    )


def _drawings(writer: _Writer, plan: Plan) -> dict[str, Drawing]:
    own = lettering(writer.edition.locale)
    return {figure.name: draw(figure, own) for figure in plan(writer.figure_label)}


def _on_page(drawings: Mapping[str, Drawing]) -> dict[str, Markup]:
    return {name: Markup(drawing.svg) for name, drawing in drawings.items()}


def _or_why_not(part: Part, drawn: Collection[str]) -> Part:
    """A part; in place of a figure that numbers are too large for, that it is not drawn."""
    return Said("undrawn") if isinstance(part, Drawn) and part.name not in drawn else part


class _Writer:
    """Writes a report's messages for a page, and remembers whether a stranger's character had no font."""

    def __init__(self, edition: Edition, report: AnyTold, scribe: Scribe) -> None:
        self.edition, self.report, self._scribe = edition, report, scribe
        self._blocks = edition.publication.blocks
        self.replaced = False
        self._facts = {name: self._fact(fact) for name, fact in report.facts.items()}

    def context(self, drawn: Collection[str]) -> dict[str, Any]:
        """All that the template is given, but for the figures; `drawn` are their names."""
        edition, report = self.edition, self.report
        sections: list[dict[str, Any]] = [
            {
                "id": section.name,
                "title": self.say(section.title),
                "parts": [self._part(_or_why_not(part, drawn)) for part in section.parts],
            }
            for section in report.sections
        ]
        if self.replaced:
            sections[-1]["parts"].append(self._part(Said("about.glyphs")))
        return {
            "tag": edition.tag,
            "direction": edition.locale.direction,
            "title": self.plain(report.title.id),
            "description": self.plain(report.headline.id),
            "heading": self.say(report.title),
            "headline": self.say(report.headline),
            "verdict": report.verdict,
            "plainly": [self.say(said) for said in report.plain],
            "sections": sections,
            "captions": {name: self._html(f"figure.report-{name}.caption") for name in drawn},
            "alternatives": {name: self._html(f"figure.report-{name}.alt") for name in drawn},
            "tables": {
                f"report-{name}": {"english": edition.is_drawn_in_english(f"report-{name}")} for name in drawn
            },
            "status": unfinished(edition, _PARTS, self._scribe.html),
            "labels": {label: self._html(f"page.{label}") for label in _LABELS},
            "foot": self.plain(report.title.id),
            "date": edition.publication.settings.date.isoformat(),
        }

    def say(self, said: Said) -> Text:
        """A message as the page shows it."""
        own = {fact.name: self._fact(fact) for fact in said.own}
        return self._scribe.html(self._blocks[said.id], {**self._facts, **own})

    def plain(self, block: str) -> str:
        """The message of a block as plain text."""
        return self._scribe.plain(self._blocks[block], self._facts)

    def figure_label(self, part: str, own: Mapping[str, Fact]) -> str:
        """A label of a figure, with names cut to what has room."""
        known = {**self._facts, **own}
        known |= {name: short(self._fact(fact)) for name, fact in known.items() if fact.kind == "name"}
        return self._scribe.plain(self._blocks[f"figure.report-{part}"], known)

    def _html(self, block: str) -> Text:
        return self._scribe.html(self._blocks[block], self._facts)

    def _fact(self, fact: Fact) -> Fact:
        return fact._replace(value=self._text(str(fact.value))) if fact.kind == "name" else fact

    def _text(self, text: str) -> str:
        shown = printable(text, self.edition.locale)
        self.replaced |= shown != text
        return shown

    def _cell(self, cell: Cell) -> Text | str | Markup:
        if isinstance(cell, Said):
            return self.say(cell)
        return self._text(cell) if isinstance(cell, str) else self._scribe.number("report", cell)

    def _value(self, value: Said | str) -> Text | Markup:
        if isinstance(value, Said):
            return self.say(value)
        return self._scribe.number("report", self._facts[value])

    def _part(self, part: Part) -> dict[str, Any]:
        write: dict[type[Any], Callable[[Any], dict[str, Any]]] = {
            Said: lambda said: {"kind": "said", "text": self.say(said)},
            Rows: lambda rows: {
                "kind": "rows",
                "counted": rows.counted,
                "rows": [(self.say(row.label), self._value(row.value)) for row in rows.rows],
            },
            Items: lambda items: {
                "kind": "items",
                "ticks": items.ticked is not None,
                "items": [(self.say(item), item.block in (items.ticked or ())) for item in items.items],
            },
            Listed: lambda listed: {
                "kind": "listed",
                "head": self.say(listed.head),
                "texts": [self._text(text) for text in listed.texts],
                "more": self.say(listed.more) if listed.more else None,
            },
            Grid: lambda grid: {
                "kind": "grid",
                "heads": [self.say(head) for head in grid.heads],
                "rows": [[self._cell(cell) for cell in row] for row in grid.rows],
            },
            Drawn: lambda drawn: {"kind": "drawn", "name": drawn.name},
        }
        return write[type(part)](part)
