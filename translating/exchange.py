"""Translations out to programs that read XLIFF, and back into the catalogs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from ..language import catalogs as po
from ..language.choosing import translations
from ..language.refused import Refused
from ..publication.disk import catalog, load
from ..workshop import emit
from . import catalogs, xliff


class TakenIn(NamedTuple):
    """What an import did."""

    paths: list[Path]  # of the catalogs that have changed
    translations: int  # that the file holds
    stale: int  # of them: marked as not finished, or of an English text that has changed
    unknown: list[str]  # units that are no blocks


def export_file(tag: str, path: Path | None) -> Path:
    """Write a language's catalog as XLIFF 2.0 and return where; discordant-TAG.xlf where no path is given.

    Raises Refused for English, for a language that is not there and for a file that is: it may hold
    somebody's work.
    """
    (tag,) = translations([tag])
    path = path or Path(f"discordant-{tag}.xlf")
    emit.recover(path.parent)
    if os.path.lexists(path):  # a link to nowhere as well
        raise Refused(
            "is there already", path=path, advice="import or move it first, or choose another with -o"
        )
    emit.write_file(path.absolute(), xliff.write(tag, catalogs.sources(load()), catalog(tag)))
    return path


def import_file(path: Path) -> TakenIn:
    """Put the translations of an XLIFF 2 file into the catalog of its language, in ./locales.

    What the file leaves untranslated stays as it is in the catalog.  Raises XliffError, or Refused
    for a language that is not there.
    """
    returned = xliff.read(path)
    emit.recover(Path("locales"))
    (tag,) = translations([returned.tag])
    publication = load()
    sources = catalogs.sources(publication)
    english = {source.id: source.text for source in sources}
    known = {name: entry for name, entry in returned.entries.items() if name in english}
    written = {
        Path("locales") / tag / po.file(part): content
        for part, content in catalogs.update(publication, tag, given=known).items()
    }
    changed = [
        path for path, content in written.items() if not path.is_file() or path.read_bytes() != content
    ]
    emit.write_together({path: written[path] for path in changed})
    stale = sum(entry.fuzzy or entry.english != english[name] for name, entry in known.items())
    return TakenIn(changed, len(known), stale, sorted(set(returned.entries) - set(known)))
