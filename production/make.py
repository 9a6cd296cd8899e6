"""Make: sources in, the content of every file of a publication out; nothing is published."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ..article import appendix, listing, package, print_edition
from ..article import page as article
from ..article.page import Written
from ..experiment import SCENARIOS
from ..facts import article as facts
from ..facts.table import NullDistribution
from ..language.files import read
from ..language.folders import find
from ..language.refused import Refused
from ..press import claims, document, fonts, pages
from ..publication.disk import Publication, catalog, load, locale
from ..publication.edition import Language
from ..teaching.handouts import pages as handouts
from ..translating import review
from ..workshop import sources
from ..workshop.cache import Cache
from ..workshop.processes import workshop
from .making import Made, Order, Progress
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
    if release:
        order = order._replace(held=[tag for tag in order.tags if tag == "en" or locale(tag).complete])
    publication = load()
    claims.check(publication.blocks.values(), publication.facts)
    with workshop(len(order.tags), cache) as shop:
        written = _write(publication, order.languages, progress)
        warnings = _faults(written, release)
        if release:
            _refuse_errors(publication, order.languages)
        prints = {tag: print_edition.write(publication, text) for tag, text in written.items()}
        data_files = _data_files(publication, written, prints)
        made = Made(shop, publication, written, prints, data_files["discordant.json"], order, progress)
        files = _shared_files(publication, written, data_files, order.formats)
        files |= made.files(files)
    if order.only:
        files = {path: content for path, content in files.items() if order.only(path)}
    failures = made.failures
    missing = made.missing or failures.no_room
    return Production(files, frozenset(failures.paths), missing, warnings, failures.lines)


def _write(publication: Publication, languages: Sequence[str], progress: Progress) -> dict[str, Written]:
    """The texts of every language that the output offers; the appendix lists them all."""
    source = listing.code()
    shown = {"code": listing.highlighted(source), "output": listing.output(source)}
    offered = [Language(tag, locale(tag).name) for tag in languages]
    written = {}
    for tag in languages:
        progress(f"writing {tag}")
        written[tag] = article.write(publication, tag, shown, offered)
    return written


def _refuse_errors(publication: Publication, tags: Sequence[str]) -> None:
    """Unfinished where `locale check` finds errors in what a release would publish."""
    for tag in tags:
        own = locale(tag)
        if tag == "en" or not own.complete:
            continue
        found = review.blocks(publication, own, catalog(tag))
        errors = [fault for fault in found if not fault.finding.warning]
        if errors:
            more = f" (and {len(errors) - 1} more; `discordant locale check {tag}`)" if errors[1:] else ""
            raise Unfinished(f"{errors[0]}{more}")


def _faults(written: Mapping[str, Written], release: bool) -> list[str]:
    """What is wrong with the translations, a line each; Unfinished where a release is not to be had."""
    lines = []
    for tag, text in written.items():
        if lacking := fonts.without_font(text.plan.locale):
            lines.append(
                f"{tag}: no font that it is set in has {fonts.listed(lacking)}; pages show them in readers' "
                f"own, PDFs cannot: name a family that has them in [fonts] of locales/{tag}/locale.toml"
            )
        lines += [f"{tag}: block {fault.block}: the translation {fault.what}" for fault in text.faults]
        if tag == "en" or not text.untranslated:
            continue
        shown = ", ".join(text.untranslated[:5]) + (" ..." if len(text.untranslated) > 5 else "")
        line = f"{tag}: {len(text.untranslated)} of {text.blocks} blocks stand in English: {shown}"
        if release and text.unfinished:
            raise Unfinished(
                f"{line}; {text.unfinished[0]} is of a part that locales/{tag}/locale.toml calls complete: "
                "translate it, or take the part out of `complete`"
            )
        lines.append(line)
    return lines


def _shared_files(
    publication: Publication,
    written: Mapping[str, Written],
    data_files: Mapping[str, bytes],
    formats: Sequence[str],
) -> dict[str, bytes]:
    """The files that all languages have in common."""
    files: dict[str, bytes] = {}
    if "json" in formats:
        files |= {f"{DATA}/{name}": content for name, content in data_files.items()}
    if "zip" in formats:
        files[PACKAGE] = _package(written, data_files)
    if "html" in formats:
        files[INDEX] = _index(publication, written).encode("utf-8")
    return files


def _data_files(
    publication: Publication, written: Mapping[str, Written], prints: Mapping[str, print_edition.Texts]
) -> dict[str, bytes]:
    source = sources.shared_hash(list(written))
    printed = {}
    for tag, text in written.items():
        record = {**text.printed, "pdf": prints[tag].printed, **handouts.printed(publication, tag)}
        printed[tag] = (text.plan.locale, record)
    known = {
        **publication.facts,
        **document.numbers(publication.nodes["article.md"]),
        **facts.bars(),
    }
    content = appendix.document(known, printed, source)
    files = {
        "discordant.json": appendix.as_json(content),
        "discordant.schema.json": read(find("templates", "discordant.schema.json")),
    }
    for name in SCENARIOS:
        law = NullDistribution.of(publication.facts, f"{name}_")
        files[f"null-distribution-{name}.csv"] = appendix.distribution_csv(law)
    return files


def _package(written: Mapping[str, Written], data_files: Mapping[str, bytes]) -> bytes:
    root = Path(__file__).parent.parent
    readmes = {
        ("README.md" if tag == "en" else f"README.{tag}.md"): text.readme for tag, text in written.items()
    }
    return package.archive(
        {
            "experiment.py": (root / "experiment.py").read_bytes(),
            **{name: (root / name).read_bytes() for name in ("LICENSE", "LICENSE-TEXTS")},
            **{f"data/{name}": content for name, content in data_files.items()},
            **readmes,
        }
    )


def _index(publication: Publication, written: Mapping[str, Written]) -> str:
    """The page on which a reader chooses a language."""
    first = next(iter(written.values()))
    languages = [
        {
            "tag": tag,
            "name": text.plan.locale.name,
            "direction": text.plan.locale.direction,
            "title": text.title,
            "description": text.context["description"],
            "choose": text.context["plain"]["choose"],
        }
        for tag, text in written.items()
    ]
    canonical = publication.settings["edition"].get("canonical", "")
    return pages.render(
        "index.html.jinja2",
        {"languages": languages, "canonical": canonical},
        first.plan.locale,
        [text.plan.locale for text in written.values()],
    )
