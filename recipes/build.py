"""The build: every language's page, the figures, the data and the package, published together."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Container, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from ..language.choosing import chosen
from ..language.folders import available
from ..language.refused import Refused
from ..production import kept as standing
from ..production import products
from ..production.products import page_path
from ..workshop import emit, sources
from ..workshop.cache import NOTHING, Cache, opened
from ..workshop.emit import Listed

if TYPE_CHECKING:  # they cost half a second, which a build that has nothing to do must not
    from ..production.texts import Progress


class Report(NamedTuple):
    """What a build did."""

    written: dict[str, int]  # path -> bytes
    kept: list[str]  # files of an earlier build that are still true
    dropped: list[str]  # folders that lost files of an earlier build, made from other sources
    warnings: list[str]
    missing: str  # what a part of the system that is missing kept from being made; "" where all was made
    left_out: list[str]  # why a language that nobody named could not be read or made, a line each
    failures: list[str]  # why files of a language could not be made, a line each
    unchanged: bool = False  # whether nothing was to be done: the same build has made all that is there
    manifest: emit.Manifest | None = None  # what was published, where anything was


def build(
    tags: Sequence[str],
    formats: Sequence[str],
    parent: Path,
    release: bool,
    progress: Progress,
    cached: bool = True,
) -> Report:
    """Build these languages (all, when none is named) in these formats into `parent`.

    `cached` lets it take from the cache beside the output what was made there before of the same; a release
    never does.  Raises the errors of the parts, each one line that names its place; then nothing has been
    written.
    """
    emit.recover(parent)
    emit.check(parent)
    if release:
        return _whole(tags, formats, parent, release, progress, None)
    with opened(parent, sources.makers_hash()) as cache:
        if not cached:
            cache.remove()  # what was made with something that its keys do not know would come back
            return _whole(tags, formats, parent, release, progress, None)
        before, there = _state(), emit.read_manifest(parent)
        warnings = cache.find(_mark(cache, tags, formats, there))
        if warnings is not NOTHING and standing.whole(parent, there["files"]):
            kept = sorted(there["files"])
            return Report({}, kept, [], cast(list[str], warnings), "", [], [], unchanged=True)
        report = _whole(tags, formats, parent, release, progress, cache)
        with contextlib.suppress(Refused, OSError, MemoryError):  # all that was asked for has been made
            _keep(cache, tags, formats, report, before)
        return report


def _state() -> str | None:
    """What all sources are known by; None where one cannot be read, of which its own reader tells."""
    try:
        return sources.state()
    except (Refused, OSError, MemoryError):
        return None


def _keep(
    cache: Cache, tags: Sequence[str], formats: Sequence[str], report: Report, before: str | None
) -> None:
    """Write what was made into the cache, unless a source was saved meanwhile: then who knows of which."""
    if before is None or sources.state() != before:
        return
    if report.manifest and not (report.missing or report.left_out or report.failures):
        cache.keep(_mark(cache, tags, formats, report.manifest), report.warnings)
    cache.write()


def _mark(cache: Cache, tags: Sequence[str], formats: Sequence[str], manifest: emit.Manifest) -> str | None:
    """What a build that has made all of this order, from these sources, is known by.

    Its manifest is part of it, and so are the languages that this offers, made now or before.
    """
    there, offered = available(), manifest["languages"]
    if not isinstance(offered, list) or not set(map(str, offered)) <= set(there):
        return None
    asked = chosen(tags, there) or there
    made_from = [(tag, sources.locale_hash(tag, offered)) for tag in offered]
    return cache.key("build", asked, sorted(set(formats)), made_from, json.dumps(manifest, sort_keys=True))


def _whole(
    tags: Sequence[str],
    formats: Sequence[str],
    parent: Path,
    release: bool,
    progress: Progress,
    cache: Cache | None,
) -> Report:
    """Build, leaving out languages of which nothing can be made and that nobody has named."""
    from ..production.failures import LanguageFault
    from ..publication.disk import readable

    requested, left_out = chosen(tags), list[str]()
    if not requested:
        requested, left_out = readable(release)
    old = emit.read_manifest(parent)["files"]
    while True:
        try:
            report = _build(requested, formats, parent, old, release, progress, cache)
            return report._replace(left_out=left_out)
        except LanguageFault as fault:
            rest = [tag for tag in requested if tag != fault.tag]
            if not rest or fault.tag in tags or _is_held(fault.tag, release):
                raise fault.cause from None
            requested = rest
            left_out.append(f"{fault.cause} ({fault.tag} was left out)")


def _is_held(tag: str, release: bool) -> bool:
    """Whether nothing may be published without a language."""
    from ..publication.disk import locale

    return tag == "en" or (release and bool(locale(tag).complete))


def _build(
    requested: Sequence[str],
    formats: Sequence[str],
    parent: Path,
    old: Mapping[str, Listed],
    release: bool,
    progress: Progress,
    cache: Cache | None,
) -> Report:
    """Build these languages; LanguageFault for one of which nothing can be made."""
    from ..production.make import make
    from ..production.making import Order

    languages = standing.languages(requested, old, parent)
    progress("reading sources")
    still_true = standing.files(parent, old, languages)
    if any(page_path(tag) in still_true for tag in requested):
        formats = [*formats, "html"]  # a page links to what lies beside it, which is about to change
    if any(page_path(tag) in still_true for tag in languages if tag not in requested):
        formats = [*formats, *_led_to(old, still_true)]
    if release:  # takes no word of a manifest for what an earlier build has made
        there = {product.format for path in still_true if (product := products.of(path))}
        requested, formats, still_true = languages, [*formats, *there], {}
    order = Order(requested, languages, formats, still_true.__contains__)
    files, failed, missing, warnings, failures = make(order, release, progress, cache)
    kept = {path: content for path, content in still_true.items() if path not in files and path not in failed}
    if not files and not kept:
        return Report({}, [], [], warnings, missing, [], failures)
    progress("writing files")
    everything = {**kept, **files}
    everything[emit.MANIFEST] = standing.manifest(everything, languages)
    emit.publish(everything, parent, old)
    dropped = sorted({path.rpartition("/")[0] for path in old if path not in everything})
    sizes = {path: len(content) for path, content in files.items()}
    manifest: emit.Manifest = json.loads(everything[emit.MANIFEST])
    return Report(sizes, sorted(kept), dropped, warnings, missing, [], failures, manifest=manifest)


def _led_to(old: Iterable[str], still_true: Container[str]) -> set[str]:
    """The formats of what is no longer true and would go, though pages that stay lead to it."""
    gone = {product.format for path in old if path not in still_true and (product := products.of(path))}
    return gone & {"html", "handouts", "json", "zip"}
