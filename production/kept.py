"""What still stands of an earlier build: files made from the same sources, and the languages they speak."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ..language.files import PUBLISHED, read
from ..language.folders import available
from ..workshop import emit, sources
from ..workshop.emit import Listed
from . import products


def languages(requested: Sequence[str], old: Mapping[str, Listed], parent: Path) -> list[str]:
    """The languages that the output will offer.

    A language that is not asked for stays where all its files are still there, made from the same
    sources, this list among them.
    """
    known = available()
    there = {tag for tag in map(tag_of, old) if tag is not None}
    together = sorted({*requested, *(tag for tag in there if tag in known)}, key=known.index)
    others = [tag for tag in together if tag not in requested]
    true = all(
        (parent / path).is_file() and old[path]["source"] == sources.locale_hash(tag, together)
        for tag in others
        for path in old
        if tag_of(path) == tag
    )
    return together if others and true else sorted(set(requested), key=known.index)


def files(parent: Path, old: Mapping[str, Listed], languages: Sequence[str]) -> dict[str, bytes]:
    """The files of the build before that are what these sources would make."""
    return {
        path: content
        for path, entry in old.items()
        if entry["source"] == _expected(path, languages)
        and (content := _content(parent / path)) is not None
        and emit.sha256(content) == entry["sha256"]
    }


def whole(parent: Path, old: Mapping[str, Listed]) -> bool:
    """Whether every file is there as its manifest says."""
    return all(
        (content := _content(parent / path)) is not None and emit.sha256(content) == entry["sha256"]
        for path, entry in old.items()
    )


def manifest(everything: Mapping[str, bytes], languages: Sequence[str]) -> bytes:
    """The manifest of these files, made from today's sources for an output that offers these languages."""
    made_from = {path: source_of(path, languages) for path in everything}
    return emit.manifest(everything, made_from, sources.versions(), languages)


def tag_of(path: str) -> str | None:
    """The language a file belongs to: `it` for output/it/index.html, None for what all share."""
    product = products.of(path)
    return product.tag if product else None


def source_of(path: str, languages: Sequence[str]) -> str:
    """The hash of the sources of a file."""
    tag = tag_of(path)
    return sources.locale_hash(tag, languages) if tag else sources.shared_hash(languages)


def _expected(path: str, languages: Sequence[str]) -> str | None:
    tag = tag_of(path)
    return source_of(path, languages) if tag is None or tag in languages else None


def _content(path: Path) -> bytes | None:
    return read(path, PUBLISHED) if path.is_file() and not path.is_symlink() else None
