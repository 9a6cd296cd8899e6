"""Verify: is a published folder what the sources here make?  Answered by making it again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ..language.files import MB, PUBLISHED
from ..language.folders import available
from ..production import kept, products
from ..production.make import make
from ..production.making import Order
from ..production.texts import Progress
from ..workshop import emit, sources
from . import verify_words
from .published import Found, Manifest, content, look, manifest
from .verdict import Verdict, said

_DATA = f"{products.DATA}/discordant.json"  # whose provenance depends on every source and version


class Expected(NamedTuple):
    """What the sources here make of the publication that a manifest describes."""

    tags: list[str]  # languages of the manifest that these sources have
    files: dict[str, bytes]
    unmakeable: frozenset[str]  # paths that could not be made here
    missing: str  # why


class Judged(NamedTuple):
    """One file."""

    path: str
    fault: str = ""  # what is wrong, whatever the versions
    differs: bool = False  # from what is made here
    content: bytes | None = None  # of one that could not be made here


def quick(parent: Path) -> Verdict:
    """Hashes, sizes and names against the manifest, whoever wrote that.

    Raises NoPublication where there is no manifest that can be read.
    """
    emit.recover(parent)
    listed = manifest(parent)
    found = look(parent, {*listed.files, emit.MANIFEST})
    faults = list(found.faults)
    for path in listed.files:
        _there, fault = _as_listed(parent, path, found, listed, PUBLISHED)
        faults += [f"{said(path)}: {fault}"] if fault else []
    notes = [*verify_words.repositories(found), verify_words.quick(parent, listed, faults)]
    return Verdict(faults, [], notes, "")


def check(parent: Path, progress: Progress) -> Verdict:
    """Every file against what the sources here make anew, byte by byte.

    Raises NoPublication where there is no manifest that can be read, and what a build raises.
    """
    emit.recover(parent)
    listed = manifest(parent)
    made = expected(listed, progress)
    progress("comparing")
    return compare(parent, listed, made)


def expected(listed: Manifest, progress: Progress) -> Expected:
    """Make anew, in the languages and formats that a manifest shows."""
    tags = [tag for tag in available() if tag in listed.languages]
    shown = {product for path in listed.files if (product := products.of(path))}
    formats = [name for name in products.FORMATS if any(product.format == name for product in shown)]
    if not tags or not formats:
        return Expected(tags, {}, frozenset(), "")

    def belongs(path: str) -> bool:
        """A PDF may be lacking, since making it can fail; of other products there is every file or none."""
        return path in listed.files or (products.of(path) in shown and not path.endswith(".pdf"))

    made = make(Order(tags, tags, formats, belongs, belongs), release=False, progress=progress)
    why = made.missing or "; ".join(made.failures)
    return Expected(tags, made.files, made.failed & listed.files.keys(), why)


def compare(parent: Path, listed: Manifest, made: Expected) -> Verdict:
    """A published folder against what a build of the same languages and formats makes."""
    known = {*listed.files, *made.files}
    found = look(parent, {*known, emit.MANIFEST})
    judged = [_judge(parent, path, found, listed, made) for path in sorted(known)]
    faults = [*verify_words.languages(listed, made.tags), *found.faults]
    faults += [f"{said(one.path)}: {one.fault}" for one in judged if one.fault]
    differ = [one.path for one in judged if one.differs]
    others = {} if _contradicted(listed, made, differ) else verify_words.other_versions(listed.versions)
    unsure = [verify_words.unmakeable(made.unmakeable, made.missing)] if made.unmakeable else []
    if others:
        unsure.append(verify_words.unsure(differ, len(judged), others))
    else:
        faults += [f"{said(path)}: is not what the sources here make" for path in differ]
        if emit.MANIFEST in found.files:
            faults += _manifest_faults(listed, made, judged)
    notes = [*verify_words.repositories(found), *verify_words.left_out(listed, made.tags, available())]
    notes.append(verify_words.compared_with(parent))
    return Verdict(faults, unsure, notes, verify_words.conclusion(parent, len(judged), made.tags, listed))


def _judge(parent: Path, path: str, found: Found, listed: Manifest, made: Expected) -> Judged:
    wanted = made.files.get(path)
    if path not in listed.files:
        return Judged(path, "belongs to such a publication, and the manifest does not name it")
    if wanted is None and path not in made.unmakeable:
        return Judged(path, "is listed, and no build of the sources here makes it")
    limit = PUBLISHED if wanted is None else len(wanted) + MB
    there, fault = _as_listed(parent, path, found, listed, limit)
    if wanted is None:
        return Judged(path, fault, content=there)
    return Judged(path, fault, differs=not fault and there is not None and there != wanted)


def _as_listed(
    parent: Path, path: str, found: Found, listed: Manifest, limit: int
) -> tuple[bytes | None, str]:
    """The content of a listed file and what is wrong with it: "" also where that is told already."""
    entry, there = listed.files[path], content(parent, path, found, limit)
    if isinstance(there, str):
        return None, there
    if emit.sha256(there) != entry.sha256 or len(there) != entry.bytes:
        return there, "has changed since its manifest was written"
    return there, ""


def _contradicted(listed: Manifest, made: Expected, differ: Sequence[str]) -> bool:
    """Whether the files were made with the versions here, whatever the manifest says of versions."""
    if any(entry.source == kept.source_of(path, made.tags) for path, entry in listed.files.items()):
        return True
    return _DATA in made.files and _DATA in listed.files and _DATA not in differ


def _manifest_faults(listed: Manifest, made: Expected, judged: Sequence[Judged]) -> Iterator[str]:
    """Where the manifest is not what a build writes, byte for byte."""
    unmade = {one.path: one.content for one in judged if one.content is not None}
    wanted = kept.manifest({**made.files, **unmade}, made.tags)
    if listed.content == wanted:
        return
    what = "is not what a build of the sources here writes"
    if listed.versions != sources.versions():
        what += ": it names versions with which its files were not made"
    elif any(entry.source != kept.source_of(path, made.tags) for path, entry in listed.files.items()):
        what += ": it names other sources; if these are a publisher's, run this where they lie"
    yield f"{emit.MANIFEST}: {what}"
