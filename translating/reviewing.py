"""Reviewing: marks of reviewers in catalogs, sealed so that they end with the text that was reviewed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ..language import catalogs as po
from ..language import credit, reviewed
from ..language.choosing import translations
from ..language.refused import Refused
from ..publication.disk import PARTS, Publication, catalog, load
from ..publication.progress import part
from ..workshop import emit
from .finding import Finding


class Reviewed(NamedTuple):
    """The files that were changed, and the blocks that are marked as reviewed in them."""

    paths: list[Path]
    blocks: list[str]


def seal(tag: str, names: Sequence[str], by: str = "") -> Reviewed:
    """Mark blocks of a language as reviewed, or whole parts; with no names, seal the marks typed by hand.

    Raises Refused for a name that is neither block nor part, a block whose translation is missing or behind
    the English, and a reviewer whom no page could name.
    """
    if by and (wrong := credit.wrong(by)):
        raise Refused(f"--by {by[: credit.LONGEST]!r}: it {wrong}", advice="write a name alone")
    translations([tag])
    emit.recover(Path("locales"))
    publication, entries = load(), catalog(tag).entries
    chosen = _named(publication, names) if names else _typed(publication, entries)
    lines: dict[Path, dict[str, str]] = {}
    for name in chosen:
        entry, block = entries.get(name), publication.blocks[name]
        if entry is None or not entry.text or entry.fuzzy or entry.english != block.text:
            if name not in names:  # of a part, or typed where nothing can be reviewed
                continue
            raise Refused(f"block {name}: no translation of today's English", advice="translate it first")
        who = by or entry.reviewer
        lines.setdefault(Path(entry.path), {})[name] = reviewed.line(entry.english, entry.text, who)
    # what is read may be the package's, which is not to be changed
    folder = Path("locales") / tag / po.FOLDER
    files = {folder / path.name: _marked(path, marks) for path, marks in lines.items()}
    emit.write_together(files)
    return Reviewed(list(files), [name for marks in lines.values() for name in marks])


def findings(entries: Mapping[str, po.Entry]) -> Iterator[tuple[str, Finding]]:
    """Marks that do not count: block, finding."""
    for name, entry in entries.items():
        if entry.review == reviewed.CHANGED:
            what, advice = "was reviewed, and has changed since", "review it again, or delete the comment"
            yield name, Finding(what, advice, True)
        elif entry.review == reviewed.UNSEALED:
            what = "is marked as reviewed by hand, which does not count yet"
            yield name, Finding(what, "`discordant locale review TAG` seals such marks", True)


def _named(publication: Publication, names: Sequence[str]) -> list[str]:
    """The blocks of these names, those of a part for its name."""
    found: list[str] = []
    for name in names:
        if name in PARTS:
            found += [block.id for block in publication.blocks.values() if part(block) == name]
        elif name in publication.blocks:
            found.append(name)
        else:
            raise Refused(f"there is no block or part {name[:60]!r}", advice=f"parts are {', '.join(PARTS)}")
    return list(dict.fromkeys(found))


def _typed(publication: Publication, entries: Mapping[str, po.Entry]) -> list[str]:
    return [
        name for name in publication.blocks if name in entries and entries[name].review == reviewed.UNSEALED
    ]


def _marked(path: Path, marks: Mapping[str, str]) -> bytes:
    """A PO file in which these entries bear these marks and no others; all else stays as it is."""
    lines = po.content(path).decode("utf-8").replace("\r\n", "\n").split("\n")
    for name, mark in marks.items():
        place = next((i for i, line in enumerate(lines) if line.strip() == f'msgctxt "{name}"'), None)
        if place is None:
            what, advice = (
                f"block {name}: its context is not on one line",
                "`discordant locale update` writes it so",
            )
            raise Refused(what, path=path, advice=advice)
        start = place
        while start and lines[start - 1].startswith("#"):
            start -= 1
        kept = [one for one in lines[start:place] if not _is_mark(one)]
        lines[start:place] = [mark, *kept]
    return "\n".join(lines).encode("utf-8")


def _is_mark(line: str) -> bool:
    return re.match(r"#\s", line) is not None and reviewed.is_mark(line[1:])
