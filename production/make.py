"""Make: sources in, the content of every file of a publication out; nothing is published."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..language.refused import Refused
from ..press import claims, pdf
from ..publication.disk import load
from ..publication.edition import Edition
from ..publication.progress import claimed, part
from ..translating import review
from ..workshop.cache import Cache
from ..workshop.processes import workshop
from . import shared
from .failures import Failures
from .jobs import Jobs
from .making import LanguageFiles, Order
from .texts import Progress, Texts

_PROCESSES = 2  # for a language: its PDFs are several


class Unfinished(Refused):
    """A translation that claims to be complete and is not; the message names blocks and what to do."""

    code = 1


class Production(NamedTuple):
    """What was made."""

    files: dict[str, bytes]  # path -> content
    failed: frozenset[str]  # paths that should have been made
    missing: str  # what a part of the system that is missing kept from being made; "" where all was made
    warnings: list[str]  # what is wrong with translations of the languages made, a line each
    failures: list[str]  # why files could not be made, a line each


def make(order: Order, release: bool, progress: Progress, cache: Cache | None = None) -> Production:
    """Make the files of an order from the sources here, anew, but for what a cache has of the same.

    What cannot be made of a language leaves the rest whole; a release has to have all of English and of each
    language that claims to be complete in any part.  Raises the errors of the parts, each one line that names
    its place; LanguageFault for a language of which nothing can be made; Unfinished where a release is not to
    be had.
    """
    publication = load()
    claims.check(publication.blocks.values(), publication.facts)
    # whatever has changed, the data have, and with them each PDF that holds them
    sure = pdf.warm_up if "pdf" in order.formats else None
    with workshop(_PROCESSES * len(order.tags), cache, sure) as processes:
        texts = Texts(publication, order.languages, order.tags, cache, progress)
        if release:
            order = order._replace(held=[tag for tag in order.tags if _is_held(texts.editions[tag])])
        jobs = Jobs(processes, Failures(texts.editions, order.held))
        made = LanguageFiles(jobs, order, texts, progress)
        for tag in order.tags:
            made.draw(tag)
        if release:
            _refuse_unfinished(order.tags, texts)
        data = dict[str, bytes]()
        if shared.HOLD_DATA & set(order.formats):
            data = shared.data_files(publication, texts)
        warnings = [
            line
            for tag in order.tags
            for line in (texts.record(tag).warnings if data else texts.warnings(tag))
        ]
        files = shared.files(publication, texts, data, order.formats)
        files |= made.make(data.get("discordant.json", b""), files)
    if order.only:
        files = {path: content for path, content in files.items() if order.only(path)}
    failures = jobs.failures
    return Production(files, frozenset(failures.paths), jobs.missing, warnings, failures.lines)


def _is_held(edition: Edition) -> bool:
    """Whether a release has to have all of a language."""
    return edition.tag == "en" or bool(edition.locale.complete)


def _refuse_unfinished(tags: Sequence[str], texts: Texts) -> None:
    """Unfinished where a release is not to be had."""
    for tag in tags:
        if unfinished := texts.page(tag).unfinished:
            raise Unfinished(
                f"{texts.warnings(tag)[-1]}; {unfinished[0]} is of a part that locales/{tag}/locale.toml "
                "calls complete: translate it, or take the part out of `complete`"
            )
    for tag in tags:
        _refuse_errors(texts.editions[tag])


def _refuse_errors(edition: Edition) -> None:
    """Unfinished where `locale check` finds errors in a part that the language claims to be complete."""
    if edition.tag == "en" or not edition.locale.complete:
        return
    blocks, complete = edition.publication.blocks, claimed(edition.locale)
    errors = [
        fault
        for fault in review.blocks(edition)
        if not fault.finding.warning and part(blocks[fault.block]) in complete
    ]
    if errors:
        tag, rest = edition.tag, len(errors) - 1
        raise Unfinished(
            f"{errors[0]}{f' (and {rest} more; `discordant locale check {tag}`)' if rest else ''}"
        )
