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
from ..production import kept, products
from ..production.products import page_path
from ..workshop import emit, scraps, sources
from ..workshop.cache import NOTHING, Cache, opened
from ..workshop.emit import Listed

if TYPE_CHECKING:  # they cost half a second, which a build that has nothing to do must not
    from ..production.texts import Progress


class Report(NamedTuple):
    """What a build did."""

    written: dict[str, int]  # path -> bytes
    kept: list[str]  # files of an earlier build that stay
    older: list[str]  # folders of those among them that are made from other sources
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
        known = cache.find(_mark(cache, tags, formats, there))
        if known is not NOTHING and kept.whole(parent, there["files"]):
            scraps.sweep()  # as the processes of a build would
            older, warnings = cast(tuple[list[str], list[str]], known)
            return Report({}, sorted(there["files"]), older, [], warnings, "", [], [], unchanged=True)
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
        cache.keep(_mark(cache, tags, formats, report.manifest), (report.older, report.warnings))
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

    requested, left_out, faulty = chosen(tags), list[str](), list[str]()
    if not requested:
        requested, left_out = readable(release)
    old = emit.read_manifest(parent)["files"]
    while True:
        try:
            offered = kept.languages(requested, old, parent)
            if not release:
                offered = _readable(offered, requested, old, faulty)
            report = _build(requested, offered, formats, parent, old, release, progress, cache)
            return report._replace(left_out=left_out)
        except LanguageFault as fault:
            rest = [tag for tag in requested if tag != fault.tag]
            if not rest or rest == requested or fault.tag in tags or _is_held(fault.tag, release):
                raise fault.cause from None
            requested = rest
            faulty.append(fault.tag)
            left_out.append(f"{fault.cause} ({fault.tag} was left out)")


def _is_held(tag: str, release: bool) -> bool:
    """Whether nothing may be published without a language."""
    from ..publication.disk import locale

    return tag == "en" or (release and bool(locale(tag).complete))


def _readable(
    languages: Sequence[str], requested: Sequence[str], old: Mapping[str, Listed], faulty: Container[str]
) -> list[str]:
    """These languages, but for those not asked for that can no longer be read or made."""
    from ..publication.disk import is_readable

    older = {kept.tag_of(path) for path in kept.older(old, languages)}
    return [
        tag
        for tag in languages
        if tag in requested or (tag not in faulty and (tag not in older or is_readable(tag)))
    ]


def _build(
    requested: Sequence[str],
    languages: Sequence[str],
    formats: Sequence[str],
    parent: Path,
    old: Mapping[str, Listed],
    release: bool,
    progress: Progress,
    cache: Cache | None,
) -> Report:
    """Build languages into an output that offers these; LanguageFault for one of which nothing can be made.

    A release makes all anew that the output offers.
    """
    from ..production.make import make
    from ..production.making import Order

    progress("reading sources")
    stays = kept.files(parent, old, languages, requested)
    if any(page_path(tag) in stays for tag in requested):
        formats = [*formats, "html"]  # a page links to what lies beside it, which is about to change
    if any(path == page_path(tag) for path in stays if (tag := kept.tag_of(path)) and tag not in requested):
        formats = [*formats, *_led_to(old, stays)]
    if release:  # takes no word of a manifest for what an earlier build has made
        there = {product.format for path in stays if (product := products.of(path))}
        requested, formats, stays = languages, [*formats, *there], {}
    order = Order(requested, languages, formats, stays.__contains__)
    files, failed, missing, warnings, failures = make(order, release, progress, cache)
    stays = {path: content for path, content in stays.items() if path not in files and path not in failed}
    older = kept.older({path: old[path] for path in stays}, languages)
    if not files and not stays:
        return Report({}, [], [], [], warnings, missing, [], failures)
    progress("writing files")
    everything, before = {**stays, **files}, {path: old[path].source for path in stays}
    everything[emit.MANIFEST] = kept.manifest(everything, languages, before)
    emit.publish(everything, parent, old)
    sizes = {path: len(content) for path, content in files.items()}
    manifest, dropped = emit.parsed(everything[emit.MANIFEST]), _folders(set(old) - set(everything))
    return Report(
        sizes, sorted(stays), _folders(older), dropped, warnings, missing, [], failures, manifest=manifest
    )


def _folders(paths: Iterable[str]) -> list[str]:
    return sorted({path.rpartition("/")[0] for path in paths})


def _led_to(old: Iterable[str], stays: Container[str]) -> set[str]:
    """The formats of what would go, being no longer true, though pages that stay lead to it."""
    gone = {product.format for path in old if path not in stays and (product := products.of(path))}
    return gone & {"html", "handouts", "json", "zip"}
