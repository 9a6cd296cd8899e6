"""What stays of an earlier build: files made from the same sources, and those of other languages."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from ..language.files import PUBLISHED, read
from ..language.folders import available
from ..workshop import emit, sources
from ..workshop.emit import Listed
from . import products


def languages(requested: Sequence[str], old: Mapping[str, Listed], parent: Path) -> list[str]:
    """The languages that the output will offer: those asked for, and others whose files are all as listed.

    Such another one may have files of older sources.
    """
    known = available()
    others = {tag for tag in map(tag_of, old) if tag in known and tag not in requested}
    changed = {
        tag_of(path)
        for path, entry in old.items()
        if tag_of(path) in others and _as_listed(parent / path, entry) is None
    }
    return sorted({*requested, *(others - changed)}, key=known.index)


def files(
    parent: Path, old: Mapping[str, Listed], languages: Sequence[str], requested: Sequence[str]
) -> dict[str, bytes]:
    """The files of the build before that stay, where they are as its manifest says.

    They are those that these sources would make, and every one of a language that is there and was not asked
    for.  `languages` are those that the output will offer.
    """
    others, outdated = set(available()) - set(requested), older(old, languages)
    return {
        path: content
        for path, entry in old.items()
        if (tag_of(path) in others or path not in outdated)
        and (content := _as_listed(parent / path, entry)) is not None
    }


def older(old: Mapping[str, Listed], languages: Sequence[str]) -> set[str]:
    """The files that were made from other sources than those here, with these languages in the output."""
    expected = _sources(old, languages)
    return {
        path
        for path, entry in old.items()
        if entry.source != expected[path] or tag_of(path) not in (None, *languages)
    }


def whole(parent: Path, old: Mapping[str, Listed]) -> bool:
    """Whether every file is there as its manifest says."""
    return all(_as_listed(parent / path, entry) is not None for path, entry in old.items())


def manifest(
    everything: Mapping[str, bytes], languages: Sequence[str], before: Mapping[str, str] | None = None
) -> bytes:
    """The manifest of these files in an output that offers these languages.

    They are made from today's sources, but for those of which `before` has the hash of others.
    """
    made_from = _sources(everything, languages) | dict(before or {})
    return emit.manifest(everything, made_from, sources.versions(), languages)


def tag_of(path: str) -> str | None:
    """The language a file belongs to: `it` for output/it/index.html, None for what all share."""
    product = products.of(path)
    return product.tag if product else None


def source_of(path: str, languages: Sequence[str]) -> str:
    """The hash of the sources of a file."""
    tag = tag_of(path)
    return sources.locale_hash(tag, languages) if tag else sources.shared_hash(languages)


def _sources(paths: Collection[str], languages: Sequence[str]) -> dict[str, str]:
    """The hash of the sources of each file."""
    first = {tag_of(path): path for path in paths}
    by_tag = {tag: source_of(path, languages) for tag, path in first.items()}
    return {path: by_tag[tag_of(path)] for path in paths}


def _as_listed(path: Path, entry: Listed) -> bytes | None:
    """The content of a file that is as its manifest says, else None."""
    content = read(path, PUBLISHED) if path.is_file() and not path.is_symlink() else None
    return content if content is not None and emit.sha256(content) == entry.sha256 else None
