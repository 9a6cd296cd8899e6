"""Translations out to programs that read XLIFF, and back into the catalogs."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from ..language import catalogs as po
from ..language.choosing import translations
from ..language.message import Unfit
from ..language.refused import Refused
from ..publication.disk import PART_OF, PARTS, Publication, catalog, load
from ..publication.progress import some
from ..workshop import emit
from . import catalogs, xliff
from .taking import Verdict, judge


class TakenIn(NamedTuple):
    """What an import did."""

    paths: list[Path]  # of the catalogs that have changed
    counts: Counter[str]  # units by what became of them, as `taking.Verdict` has it
    stale: int  # blocks of the file whose translation in the catalog is fuzzy or of older English now
    unfinished: list[str]  # changed, but in no state that says done: fuzzy
    emptied: list[str]  # without a translation, which the catalog has and keeps
    refused: dict[str, Unfit]  # not taken in, and why
    unknown: list[str]  # units that are no blocks

    @property
    def said(self) -> list[str]:
        """What a translator has to know, a line each."""
        lines = [
            f"block {name} {unfit.what}; not taken in; {unfit.advice}" for name, unfit in self.refused.items()
        ]
        if self.unfinished:
            lines.append(f"changed but in no state that says done, marked fuzzy: {some(self.unfinished)}")
        if self.emptied:
            lines.append(f"without a translation in the file, kept as they were: {some(self.emptied)}")
        return lines + [f"unit {name} is no block of this publication; left out" for name in self.unknown]


def export_file(tag: str, path: Path | None, part: str | None = None) -> Path:
    """Write a language, or one part of it, as XLIFF 2.1 and return where.

    That is discordant-TAG.xlf or discordant-TAG-PART.xlf where no path is given.  Raises Refused for English,
    for a language or part that is not there and for a file that is: it may hold somebody's work.
    """
    (tag,) = translations([tag])
    if part is not None and part not in PARTS:
        raise Refused(f"there is no part {part[:60]!r}", advice=f"there are {', '.join(PARTS)}")
    path = path or Path(f"discordant-{tag}-{part}.xlf" if part else f"discordant-{tag}.xlf")
    emit.recover(path.parent)
    if os.path.lexists(path):  # a link to nowhere as well
        raise Refused(
            "is there already", path=path, advice="import or move it first, or choose another with -o"
        )
    chosen = [section for section in sections(load(), tag) if part in (None, section.part)]
    emit.write_file(path.absolute(), xliff.write(tag, chosen, catalog(tag)))
    return path


def sections(publication: Publication, tag: str) -> list[xliff.Section]:
    """The blocks in the order of the parts, a section a heading; before the first it is named by its file."""
    found: list[xliff.Section] = []
    for source in sorted(catalogs.sources(publication), key=lambda s: list(PARTS).index(PART_OF[s.file])):
        block, part = publication.blocks[source.id], PART_OF[source.file]
        original = f"locales/{tag}/{po.file(part)}"
        if block.kind == "heading":
            found.append(xliff.Section(part, original, source.id, source.text, []))
        elif not found or found[-1].sources[-1].file != source.file:
            name = source.file.replace("/", ".")
            found.append(xliff.Section(part, original, name, source.file, []))
        found[-1].sources.append(source)
    return found


def import_file(path: Path) -> TakenIn:
    """Put the translations of an XLIFF 2 file into the catalogs of its language, in ./locales.

    `taking` says which are taken.  Raises XliffError, or Refused for a language that is not there.
    """
    returned = xliff.read(path)
    emit.recover(Path("locales"))
    (tag,) = translations([returned.tag])
    publication, there = load(), catalog(tag)
    verdicts = {
        name: judge(unit, publication.blocks[name].text, there.entries.get(name))
        for name, unit in returned.units.items()
        if name in publication.blocks
    }
    given = {name: verdict.entry for name, verdict in verdicts.items() if verdict.entry}
    return TakenIn(
        _write(publication, tag, given) if given else [],
        Counter(verdict.kind for verdict in verdicts.values()),
        _stale(publication, verdicts, there),
        [name for name, entry in given.items() if entry.fuzzy],
        [name for name, verdict in verdicts.items() if verdict.kind == "emptied"],
        {name: verdict.unfit for name, verdict in verdicts.items() if verdict.unfit},
        sorted(set(returned.units) - set(verdicts)),
    )


def _write(publication: Publication, tag: str, given: dict[str, po.Entry]) -> list[Path]:
    written = {
        Path("locales") / tag / po.file(part): content
        for part, content in catalogs.update(publication, tag, given=given).items()
    }
    changed = [
        path for path, content in written.items() if not path.is_file() or path.read_bytes() != content
    ]
    emit.write_together({path: written[path] for path in changed})
    return changed


def _stale(publication: Publication, verdicts: dict[str, Verdict], there: po.Catalog) -> int:
    """How many of these blocks have a translation that is stale or fuzzy once all is taken in."""
    after = po.Catalog("", {**there.entries, **{n: v.entry for n, v in verdicts.items() if v.entry}})
    return sum(after.state(name, publication.blocks[name].text) in ("stale", "fuzzy") for name in verdicts)
