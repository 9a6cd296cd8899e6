"""Make: sources in, the content of every file of a publication out; nothing is published."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ..article import appendix, listing, package, print_edition
from ..article import page as article
from ..experiment import SCENARIOS
from ..facts import article as facts
from ..facts.table import NullDistribution
from ..language.files import read
from ..language.folders import find
from ..language.refused import Refused
from ..press import claims, fonts, pages
from ..publication import edition
from ..publication import progress as translation
from ..publication.disk import Publication, load
from ..publication.edition import Edition, Languages
from ..teaching.handouts import pages as handouts
from ..translating import review
from ..workshop import sources
from ..workshop.cache import Cache
from ..workshop.processes import workshop
from .failures import Failures
from .jobs import Jobs
from .making import LanguageFiles, Order, Progress, Texts
from .products import DATA, INDEX, PACKAGE


class Unfinished(Refused):
    """A translation that claims to be complete and is not; the message names blocks and what to do."""

    code = 1


class Production(NamedTuple):
    """What was made."""

    files: dict[str, bytes]  # path -> content
    failed: frozenset[str]  # paths that should have been made
    missing: str  # what a part of the system that is missing kept from being made; "" where all was made
    warnings: list[str]  # what is wrong with translations, a line each
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
    with workshop(len(order.tags), cache) as processes:
        editions = {tag: edition.read(publication, tag) for tag in order.languages}
        if release:
            order = order._replace(held=[tag for tag in order.tags if _is_held(editions[tag])])
        languages = Languages(tuple(one.locale for one in editions.values()), publication.english)
        written = _write(editions, languages, progress)
        warnings = _faults(written, release)
        if release:
            _refuse_errors(editions)
        texts = {tag: Texts(text, print_edition.write(text)) for tag, text in written.items()}
        data_files = _data_files(publication, texts)
        jobs = Jobs(processes, Failures(editions, order.held))
        made = LanguageFiles(jobs, order, languages, texts, data_files["discordant.json"], progress)
        files = _shared_files(publication, texts, data_files, order.formats)
        files |= made.make(files)
    if order.only:
        files = {path: content for path, content in files.items() if order.only(path)}
    failures = jobs.failures
    return Production(files, frozenset(failures.paths), jobs.missing, warnings, failures.lines)


def _is_held(edition: Edition) -> bool:
    """Whether a release has to have all of a language."""
    return edition.tag == "en" or bool(edition.locale.complete)


def _write(
    editions: Mapping[str, Edition], languages: Languages, progress: Progress
) -> dict[str, article.Written]:
    """The texts of every language that the output offers; the appendix lists them all."""
    shown = listing.run(listing.code())
    written = {}
    for tag, one in editions.items():
        progress(f"writing {tag}")
        written[tag] = article.write(one, shown, languages)
    return written


def _refuse_errors(editions: Mapping[str, Edition]) -> None:
    """Unfinished where `locale check` finds errors in what a release would publish."""
    for tag, one in editions.items():
        if tag == "en" or not one.locale.complete:
            continue
        errors = [fault for fault in review.blocks(one) if not fault.finding.warning]
        if errors:
            more = f" (and {len(errors) - 1} more; `discordant locale check {tag}`)" if errors[1:] else ""
            raise Unfinished(f"{errors[0]}{more}")


def _faults(written: Mapping[str, article.Written], release: bool) -> list[str]:
    """What is wrong with the translations, a line each; Unfinished where a release is not to be had."""
    lines = []
    for tag, text in written.items():
        own = text.edition
        if lacking := fonts.without_font(own.locale):
            lines.append(
                f"{tag}: no font that it is set in has {fonts.listed(lacking)}; pages show them in readers' "
                f"own, PDFs cannot: name a family that has them in [fonts] of locales/{tag}/locale.toml"
            )
        lines += [translation.fault_line(tag, fault) for fault in own.faults]
        if tag == "en" or not own.untranslated:
            continue
        missing, blocks = own.untranslated, len(own.states)
        line = f"{tag}: {len(missing)} of {blocks} blocks stand in English: {translation.some(missing)}"
        if release and text.unfinished:
            raise Unfinished(
                f"{line}; {text.unfinished[0]} is of a part that locales/{tag}/locale.toml calls "
                "complete: translate it, or take the part out of `complete`"
            )
        lines.append(line)
    return lines


def _shared_files(
    publication: Publication,
    texts: Mapping[str, Texts],
    data_files: Mapping[str, bytes],
    formats: Sequence[str],
) -> dict[str, bytes]:
    """The files that all languages have in common."""
    files: dict[str, bytes] = {}
    if "json" in formats:
        files |= {f"{DATA}/{name}": content for name, content in data_files.items()}
    if "zip" in formats:
        files[PACKAGE] = _package(texts, data_files)
    if "html" in formats:
        files[INDEX] = _index(publication, texts).encode("utf-8")
    return files


def _data_files(publication: Publication, texts: Mapping[str, Texts]) -> dict[str, bytes]:
    source = sources.shared_hash(list(texts))
    printed = {}
    for tag, text in texts.items():
        own = text.page.edition
        printed[tag] = (
            own.locale,
            {**text.page.printed, "pdf": text.print.printed, **handouts.printed(own)},
        )
    known = {**publication.facts, **publication.numbers, **facts.bars()}
    content = appendix.document(known, printed, source)
    files = {
        "discordant.json": appendix.as_json(content),
        "discordant.schema.json": read(find("templates", "discordant.schema.json")),
    }
    for name in SCENARIOS:
        law = NullDistribution.of(publication.facts, f"{name}_")
        files[f"null-distribution-{name}.csv"] = appendix.distribution_csv(law)
    return files


def _package(texts: Mapping[str, Texts], data_files: Mapping[str, bytes]) -> bytes:
    root = Path(__file__).parent.parent
    readmes = {
        ("README.md" if tag == "en" else f"README.{tag}.md"): text.page.readme for tag, text in texts.items()
    }
    return package.archive(
        {
            "experiment.py": (root / "experiment.py").read_bytes(),
            **{name: (root / name).read_bytes() for name in ("LICENSE", "LICENSE-TEXTS")},
            **{f"data/{name}": content for name, content in data_files.items()},
            **readmes,
        }
    )


def _index(publication: Publication, texts: Mapping[str, Texts]) -> str:
    """The page on which a reader chooses a language."""
    locales = [text.page.edition.locale for text in texts.values()]
    languages = [
        {
            "tag": locale.tag,
            "name": locale.name,
            "direction": locale.direction,
            "title": text.page.context["title"],
            "description": text.page.context["description"],
            "choose": text.page.context["plain"]["choose"],
        }
        for locale, text in zip(locales, texts.values(), strict=True)
    ]
    return pages.render(
        "index.html.jinja2",
        {"languages": languages, "canonical": publication.settings.canonical},
        locales[0],
        locales,
    )
