"""A report as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..facts.table import Facts
from ..publication.edition import Edition
from .columns import WIDTH, columns, padded, wrapped
from .parts import AnyTold, Drawn, Grid, Items, Listed, Part, Row, Rows, Said
from .speaking import Speaker

_INDENT = "  "
_LABELS = 46  # columns of labels, so that their values stand in one line
_NAMES = 14  # columns of names in a table, at least
_HEADS = 14  # columns of a head over numbers, at most, if its words allow it


def text(edition: Edition, report: AnyTold) -> str:
    """The whole report, in lines of at most 80 columns where words allow it."""
    speaker = Speaker(edition, report.facts)
    lines = [*wrapped(speaker.say(report.title)), ""]
    for said in (report.headline, *report.plain):
        lines += wrapped(speaker.say(said))
    for section in report.sections:
        title = speaker.say(section.title)
        lines += ["", title, "─" * min(columns(title), WIDTH)]
        for place, part in enumerate(section.parts):
            behind = place and not isinstance(section.parts[place - 1], Drawn)
            lines += [""] if behind and isinstance(part, Grid) else []
            lines += _part(speaker, part)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def parts(edition: Edition, title: Said, contents: Sequence[Part], facts: Facts) -> str:
    """A title and what stands under it."""
    speaker = Speaker(edition, facts)
    lines = [*wrapped(speaker.say(title)), ""]
    for part in contents:
        lines += _part(speaker, part)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _part(speaker: Speaker, part: Part) -> Iterator[str]:
    if isinstance(part, Said):
        yield from wrapped(speaker.say(part), WIDTH, _INDENT, _INDENT)
    elif isinstance(part, Rows):
        yield from _rows(speaker, part.rows, part.counted)
    elif isinstance(part, Items):
        yield from _items(speaker, part)
    elif isinstance(part, Listed):
        more = [speaker.say(part.more)] if part.more else []
        texts = ", ".join([*map(speaker.cell, part.texts), *more])
        yield from wrapped(speaker.say(part.head), WIDTH, _INDENT, _INDENT)
        yield from wrapped(texts, WIDTH, _INDENT * 2, _INDENT * 2)
    elif isinstance(part, Grid):
        yield from _grid(speaker, part)
    else:
        assert isinstance(part, Drawn)  # there are no figures in a text


def _items(speaker: Speaker, items: Items) -> Iterator[str]:
    for item in items.items:
        mark = "- " if items.ticked is None else "[x] " if item.block in items.ticked else "[ ] "
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


def _grid(speaker: Speaker, grid: Grid) -> Iterator[str]:
    """A table; heads that are too wide are broken into lines, a name that is stands in a line of its own."""
    rows = [[speaker.cell(cell) for cell in row] for row in grid.rows]
    widths = [max(map(columns, column)) for column in list(zip(*rows, strict=True))[1:]]
    names = max(min(_HEADS, columns(speaker.say(grid.heads[0]))), *(columns(row[0]) for row in rows))
    first = min(names, max(_NAMES, WIDTH - len(_INDENT) - sum(width + 2 for width in widths)))
    spare = (WIDTH - len(_INDENT) - first - sum(width + 2 for width in widths)) // len(widths)
    heads = [
        wrapped(speaker.say(head), width if place == 0 else max(width, min(width + spare, _HEADS)))
        for place, (head, width) in enumerate(zip(grid.heads, [first, *widths], strict=True))
    ]
    widths = [max(width, *map(columns, lines)) for width, lines in zip([first, *widths], heads, strict=True)]
    for place in range(max(map(len, heads))):
        yield _line([lines[place] if place < len(lines) else "" for lines in heads], widths)
    for name, *numbers in rows:
        if columns(name) > widths[0]:
            yield from wrapped(name, WIDTH, _INDENT, _INDENT * 2)
            name = ""
        yield _line([name, *numbers], widths)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = cells
    numbers = (f"  {padded(cell, width, right=True)}" for cell, width in zip(others, widths[1:], strict=True))
    return _INDENT + padded(first, widths[0]) + "".join(numbers)
