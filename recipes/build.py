"""The build: every language's page, the figures, the data and the package, published together."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from ..language.choosing import chosen
from ..language.folders import available
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
    if release or not cached:
        return _whole(tags, formats, parent, release, progress, None)
    with opened(parent, sources.makers_hash()) as cache:
        mark = _mark(cache, tags, formats, parent)
        if (warnings := cache.find(mark)) is not NOTHING and standing.is_whole(parent):
            there = emit.read_manifest(parent)["files"]
            return Report({}, sorted(there), [], cast(list[str], warnings), "", [], [], unchanged=True)
        report = _whole(tags, formats, parent, release, progress, cache)
        if not (report.missing or report.left_out or report.failures):
            cache.keep(_mark(cache, tags, formats, parent), report.warnings)
        cache.write()
        return report


def _mark(cache: Cache, tags: Sequence[str], formats: Sequence[str], parent: Path) -> str | None:
    """What a build that has made all of this order, from these sources, is known by.

    Its manifest is part of it, and so are the languages that this offers, made now or before.
    """
    there = available()
    manifest, offered = standing.offered(parent)
    if not set(offered) <= set(there):
        return None
    asked = chosen(tags, there) or there
    made_from = [(tag, sources.locale_hash(tag, offered)) for tag in offered]
    return cache.key("build", asked, sorted(set(formats)), made_from, manifest)


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
    return Report(sizes, sorted(kept), dropped, warnings, missing, [], failures)


def _led_to(old: Iterable[str], still_true: Container[str]) -> set[str]:
    """The formats of what is no longer true and would go, though pages that stay lead to it."""
    gone = {product.format for path in old if path not in still_true and (product := products.of(path))}
    return gone & {"html", "handouts", "json", "zip"}
