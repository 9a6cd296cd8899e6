"""Shared: the files that all languages have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ..article import appendix, listing, package
from ..experiment import SCENARIOS
from ..facts import article as facts
from ..facts.table import NullDistribution
from ..language.files import read
from ..language.folders import find
from ..press import pages
from ..publication.disk import Publication
from ..publication.edition import Languages
from ..workshop import sources
from .products import DATA, INDEX, PACKAGE
from .texts import Entry, Texts

HOLD_DATA = frozenset(("json", "zip", "pdf"))  # the formats of what holds the data of every language


def files(
    publication: Publication, texts: Texts, data: Mapping[str, bytes], formats: Sequence[str]
) -> dict[str, bytes]:
    """The shared files of these formats, by path; `data` are those that `data_files` gives."""
    made: dict[str, bytes] = {}
    if "json" in formats:
        made |= {f"{DATA}/{name}": content for name, content in data.items()}
    if "zip" in formats:
        made[PACKAGE] = _package(texts, data)
    if "html" in formats:
        entries = {tag: texts.entry(tag) for tag in texts.locales}
        made[INDEX] = index(publication, entries, texts.languages).encode("utf-8")
    return made


def data_files(publication: Publication, texts: Texts) -> dict[str, bytes]:
    """The data, by file name."""
    source = sources.shared_hash(list(texts.locales))
    records = {tag: texts.record(tag) for tag in texts.locales}
    editions = {
        tag: appendix.Language(
            locale, record.printed, record.translation, record.translators, record.reviewers
        )
        for tag, locale in texts.locales.items()
        for record in (records[tag],)
    }
    known = {**publication.facts, **publication.numbers, **facts.bars(), **facts.steps()}
    content = appendix.document(known, editions, source)
    made = {
        "discordant.json": appendix.as_json(content),
        "discordant.schema.json": read(find("templates", "discordant.schema.json")),
    }
    for name in SCENARIOS:
        law = NullDistribution.of(publication.facts, f"{name}_")
        made[f"null-distribution-{name}.csv"] = appendix.distribution_csv(law)
    return made


def _package(texts: Texts, data: Mapping[str, bytes]) -> bytes:
    root = Path(__file__).parent.parent
    readmes = {
        ("README.md" if tag == "en" else f"README.{tag}.md"): texts.record(tag).readme
        for tag in texts.locales
    }
    return package.archive(
        {
            "experiment.py": (root / "experiment.py").read_bytes(),
            "compare.py": listing.code().encode("utf-8"),
            **{name: (root / name).read_bytes() for name in ("LICENSE", "LICENSE-TEXTS")},
            **{f"data/{name}": content for name, content in data.items()},
            **readmes,
        }
    )


def index(publication: Publication, entries: Mapping[str, Entry], languages: Languages) -> str:
    """The page on which a reader chooses a language; `entries` has each one's own words."""
    locales = list(languages.locales)
    named = [
        {
            "tag": locale.tag,
            "name": locale.name,
            "direction": locale.direction,
            **entries[locale.tag]._asdict(),
        }
        for locale in locales
    ]
    return pages.render(
        "index.html.jinja2",
        {"languages": named, "canonical": publication.settings.canonical},
        locales[0],
        locales if "en" in entries else languages.on_a_page,
    )
