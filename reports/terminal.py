"""A report as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..press.scribe import Scribe
from ..publication.edition import Edition
from .columns import WIDTH, columns, padded, wrapped
from .contents import Items, Part, Report, Row, Rows, Said

_INDENT = "  "
_LABELS = 46  # columns of labels, so that their values stand in one line


class Speaker:
    """Says a report's messages in one language, as plain text."""

    def __init__(self, edition: Edition, report: Report) -> None:
        self._scribe: Scribe = edition.bare_scribe()
        self._blocks, self._facts = edition.publication.blocks, report.facts
        self._locale = edition.locale

    def say(self, said: Said | str) -> str:
        """A message, or the fact of that name."""
        if isinstance(said, str):
            return self._locale.format(self._facts[said])
        return self._scribe.plain(self._blocks[said.id], self._facts)


def text(edition: Edition, report: Report) -> str:
    """The whole report, in lines of at most 80 columns where words allow it."""
    speaker = Speaker(edition, report)
    lines = [*wrapped(speaker.say(report.title)), ""]
    lines += wrapped(speaker.say(report.headline))
    if report.plain:
        lines += wrapped(speaker.say(report.plain))
    for section in report.sections:
        title = speaker.say(section.title)
        lines += ["", title, "─" * min(columns(title), WIDTH)]
        for part in section.parts:
            lines += _part(speaker, part)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def headline(edition: Edition, report: Report) -> str:
    """The verdict alone."""
    return Speaker(edition, report).say(report.headline)


def _part(speaker: Speaker, part: Part) -> Iterator[str]:
    if isinstance(part, Said):
        yield from wrapped(speaker.say(part), WIDTH, _INDENT, _INDENT)
    elif isinstance(part, Rows):
        yield from _rows(speaker, part.rows, part.counted)
    elif isinstance(part, Items):
        mark = "[ ] " if part.state else "- "
        for item in part.items:
            lead = _INDENT + mark
            yield from wrapped(speaker.say(item), WIDTH, lead, " " * len(lead))


def _rows(speaker: Speaker, rows: Sequence[Row], counted: bool) -> Iterator[str]:
    """A line for each, its value in a column of its own, or below a label that is too long."""
    said = [(speaker.say(row.label), speaker.say(row.value)) for row in rows]
    wide = min(_LABELS, max(columns(label) for label, _ in said)) + 2
    most = max(columns(value) for _, value in said) if counted else 0
    for label, value in said:
        lines = wrapped(label, wide - 2 + len(_INDENT), _INDENT, _INDENT * 2)
        yield from lines[:-1]
        last = padded(lines[-1], wide + len(_INDENT))
        yield from wrapped(padded(value, most, right=True), WIDTH, last, " " * columns(last))
