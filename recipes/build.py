"""The build: every language's page, the figures, the data and the package, published together."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..production import kept as standing
from ..production import products
from ..production.failures import LanguageFault
from ..production.make import make
from ..production.making import Order, Progress
from ..production.products import page_path
from ..publication.disk import locale, readable, resolved
from ..workshop import emit


class Report(NamedTuple):
    """What a build did."""

    written: dict[str, int]  # path -> bytes
    kept: list[str]  # files of an earlier build that are still true
    dropped: list[str]  # folders that lost files of an earlier build, made from other sources
    warnings: list[str]
    missing: str  # what a part of the system that is missing kept from being made; "" where all was made
    left_out: list[str]  # why a language that nobody named could not be read or made, a line each
    failures: list[str]  # why files of a language could not be made, a line each


def build(
    tags: Sequence[str], formats: Sequence[str], parent: Path, release: bool, progress: Progress
) -> Report:
    """Build these languages (all, when none is named) in these formats into `parent`.

    Raises the errors of the parts, each one line that names its place; then nothing has been written.
    """
    emit.recover(parent)
    emit.check(parent)
    requested, left_out = resolved(tags), list[str]()
    if not requested:
        requested, left_out = readable(release)
    old = emit.read_manifest(parent)["files"]
    while True:
        try:
            return _build(requested, formats, parent, old, release, progress)._replace(left_out=left_out)
        except LanguageFault as fault:
            rest = [tag for tag in requested if tag != fault.tag]
            if not rest or fault.tag in tags or _is_held(fault.tag, release):
                raise fault.cause from None
            requested = rest
            left_out.append(f"{fault.cause} ({fault.tag} was left out)")


def _is_held(tag: str, release: bool) -> bool:
    """Whether nothing may be published without a language."""
    return tag == "en" or (release and bool(locale(tag).complete))


def _build(
    requested: Sequence[str],
    formats: Sequence[str],
    parent: Path,
    old: Mapping[str, Any],
    release: bool,
    progress: Progress,
) -> Report:
    """Build these languages; LanguageFault for one of which nothing can be made."""
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
    files, failed, missing, warnings, failures = make(order, release, progress)
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
