"""A report in Markdown, as a pull request shows it; strangers' texts stand as code, where nothing is read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..publication.edition import Edition
from .parts import AnyTold, Drawn, Grid, Items, Listed, Part, Rows, Said
from .speaking import Speaker

_SPECIAL = re.compile(r"([\\`*_\[\]<>|~#@])")


def text(edition: Edition, report: AnyTold) -> str:
    """The whole report: the verdict first, then what it rests on, folded."""
    speaker = Speaker(edition, report.facts, code, escaped)
    lines = [f"### {speaker.say(report.title)}", "", f"**{speaker.say(report.headline)}**"]
    lines += [speaker.say(said) for said in report.plain]
    for section in report.sections:
        lines += ["", f"#### {speaker.say(section.title)}", ""]
        for part in section.parts:
            lines += _part(speaker, part)
    return "\n".join(lines).rstrip("\n") + "\n"


def escaped(text: str) -> str:
    """A text of ours, without a sign that Markdown would read."""
    return _SPECIAL.sub(r"\\\1", text)


def code(text: str) -> str:
    r"""A stranger's text as code, fit for a table.

    >>> code("a|b"), code("tick `x`")
    ('`a\\|b`', '`` tick `x` ``')
    """
    ticks = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (ticks + 1)
    space = " " if ticks else ""
    return f"{fence}{space}{text}{space}{fence}".replace("|", "\\|")


def _part(speaker: Speaker, part: Part) -> Iterator[str]:
    if isinstance(part, Said):
        yield from (speaker.say(part), "")
    elif isinstance(part, Rows):
        yield from ("| | |", "|---|--:|" if part.counted else "|---|---|")
        for row in part.rows:
            yield f"| {speaker.say(row.label)} | {speaker.say(row.value)} |"
        yield ""
    elif isinstance(part, Items):
        for item in part.items:
            tick = "" if part.ticked is None else "[x] " if item.block in part.ticked else "[ ] "
            yield f"- {tick}{speaker.say(item)}"
        yield ""
    elif isinstance(part, Listed):
        more = [speaker.say(part.more)] if part.more else []
        texts = [*map(speaker.cell, part.texts), *more]
        yield from (f"{speaker.say(part.head)}", "", ", ".join(texts), "")
    elif isinstance(part, Grid):
        yield f"| {' | '.join(speaker.say(head) for head in part.heads)} |"
        yield f"|---|{'--:|' * (len(part.heads) - 1)}"
        for cells in part.rows:
            yield f"| {' | '.join(map(speaker.cell, cells))} |"
        yield ""
    else:
        assert isinstance(part, Drawn)  # there are no figures in a text
