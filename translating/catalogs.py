"""Catalogs from the source blocks: the POT template, and each language's PO brought up to date."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ..language import catalogs as po
from ..language.choosing import translations
from ..language.folders import folders
from ..language.message import has_words
from ..language.refused import Refused
from ..press.blocks import Block
from ..publication.disk import PART_OF, PARTS, Publication, load, locale
from ..workshop import emit
from . import glossary, merging, notes, placeholders
from .merging import Change, Merged


def sources(publication: Publication, tag: str = "") -> list[po.Source]:
    """What a translator into a language sees of each block with something to translate: English and notes."""
    known, terms = placeholders.read(), glossary.read().all(tag)
    return [
        po.Source(
            block.id,
            block.text,
            notes.of(block, publication, known, terms),
            block.file,
            block.line,
            bool(block.placeholders),
        )
        for block in publication.blocks.values()
        if has_words(block.text)
    ]


def update(
    publication: Publication,
    tag: str,
    wording_only: Collection[str] = (),
    given: Mapping[str, po.Entry] | None = None,
) -> dict[str, bytes]:
    """A language's PO files by part, brought up to date.

    In the blocks `wording_only` the English says the same; `given` are translations, by block id, that take
    the place of those in the files.
    """
    return merged(publication, tag, wording_only, given).files


def merged(
    publication: Publication,
    tag: str,
    wording_only: Collection[str] = (),
    given: Mapping[str, po.Entry] | None = None,
) -> Merged:
    """The same, with what has changed."""
    settings = publication.settings
    paths = {part: file(tag, part) for part in PARTS}
    blocks = _by_part(publication, tag)
    return merging.merge(
        paths, blocks, tag, settings.version, settings.date, given, wording_only, _whole(tag)
    )


def templates(publication: Publication) -> dict[str, bytes]:
    """The POT files by part."""
    settings = publication.settings
    return {
        part: merging.template(blocks, settings.version, settings.date)
        for part, blocks in _by_part(publication).items()
    }


def _by_part(publication: Publication, tag: str = "") -> dict[str, list[po.Source]]:
    """What a translator sees of each part."""
    found: dict[str, list[po.Source]] = {part: [] for part in PARTS}
    for source in sources(publication, tag):
        found[PART_OF[source.file]].append(source)
    return found


class Updated(NamedTuple):
    """What an update changed, and for each block reworded the languages that it was carried over in."""

    paths: list[Path]  # the files that are others now
    gone: list[Path]  # catalogs of all parts, which have been divided
    carried: dict[str, list[str]]
    changes: dict[str, dict[str, list[Change]]]  # by language and part


def update_files(tags: Sequence[str], wording_only: Sequence[str] = ()) -> Updated:
    """Bring the templates and these catalogs (all, when none is named) up to date, and their terms as TBX.

    They go into ./locales and nowhere else: an installed package is not to be changed.  Translations of
    the blocks `wording_only` stay current; Refused where there is nothing to carry over, or where
    more than the wording has changed.  All are written or none.
    """
    emit.recover(Path("locales"))
    publication, terms = load(), glossary.read()
    chosen = translations(tags)
    for name in wording_only:
        _refuse_unknown_block(publication, name)
    folder = Path("locales")
    written = {folder / f"{part}.pot": content for part, content in templates(publication).items()}
    gone = [path for path in [folder / "discordant.pot"] if path.is_file()]
    carried: dict[str, list[str]] = {name: [] for name in wording_only}
    changes: dict[str, dict[str, list[Change]]] = {}
    for tag in chosen:
        locale(tag)  # a locale that cannot be read has no catalog that could be brought up to date
        known = po.read_all([*_whole(tag), *files(tag)])
        for name in wording_only:
            if _is_behind(known, publication.blocks[name]):
                carried[name].append(tag)
        outcome = merged(publication, tag, wording_only)
        changes[tag] = outcome.changes
        written |= {folder / tag / po.file(part): content for part, content in outcome.files.items()}
        if terms.terms(tag):
            written[folder / tag / glossary.FILE] = glossary.tbx(terms, tag)
        gone += [path for path in _whole(tag) if path.is_relative_to(folder)]
    for name, languages in carried.items():
        if not languages:
            raise Refused(
                f"block {name}: no catalog has a translation of an older English text",
                advice="nothing to carry over",
            )
    new = {path: text for path, text in written.items() if not path.is_file() or path.read_bytes() != text}
    if new or gone:
        emit.write_together(new, gone)
    return Updated(list(new), gone, carried, changes)


def files(tag: str) -> list[Path]:
    """The catalogs of a translation that are there."""
    return [path for part in PARTS if (path := file(tag, part)).is_file()]


def file(tag: str, part: str) -> Path:
    """The catalog of a part: the publication's own, else the package's, else where it is to be."""
    own = Path("locales") / tag / po.file(part)
    if own.exists() and not own.is_file():
        raise Refused("no file", path=own, advice="move it away")
    there = (place / tag / po.file(part) for place in folders("locales"))
    return next((path for path in there if path.is_file()), own)


def _whole(tag: str) -> list[Path]:
    """The publication's own catalog of all parts, as there was before."""
    path = Path("locales") / tag / po.WHOLE
    return [path] if path.is_file() else []


def _is_behind(known: po.Catalog, block: Block) -> bool:
    """Whether a translation of an older English text of a block is known."""
    entry = known.entries.get(block.id)
    return bool(entry and entry.text and (entry.english != block.text or (entry.fuzzy and entry.previous)))


def _refuse_unknown_block(publication: Publication, name: str) -> None:
    if name not in publication.blocks:
        near = difflib.get_close_matches(name, publication.blocks, n=3)
        raise Refused(
            f"there is no block {name[:60]}", advice=f"near matches: {', '.join(near)}" if near else ""
        )


_LISTED = 20  # blocks of a kind


def told(tag: str, changes: Mapping[str, Sequence[Change]]) -> list[str]:
    """What an update changed in a language, a line a part and a line a block, many blocks cut short.

    >>> told("it", {"article": [Change("moved", "b", "a")], "page": []})
    ['it article: 1 moved', '  moved: b (was a)']
    >>> told("it", {"article": []})
    ['it: nothing has changed']
    """
    lines = []
    for part, found in changes.items():
        kinds = {kind: [one for one in found if one.kind == kind] for kind in merging.KINDS}
        if found:
            counts = ", ".join(f"{len(ones)} {kind}" for kind, ones in kinds.items() if ones)
            lines.append(f"{tag} {part}: {counts}")
        for kind, ones in kinds.items():
            word = "was" if kind == "moved" else "from"
            lines += [
                f"  {kind}: {one.block}" + (f" ({word} {one.origin})" if one.origin else "")
                for one in ones[:_LISTED]
            ]
            if len(ones) > _LISTED:
                lines.append(f"  {kind}: {len(ones) - _LISTED} more")
    return lines or [f"{tag}: nothing has changed"]
