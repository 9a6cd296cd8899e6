"""Texts: what is written in each language, once and when it is asked for, or known from before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, TypeVar, cast

from ..article import listing, print_edition
from ..article import page as article
from ..language import Locale
from ..press import fonts
from ..press.fill import Printed
from ..press.scribe import Scribe
from ..publication import credit, edition, progress
from ..publication.disk import Publication, locale
from ..publication.edition import Edition, Languages
from ..teaching.handouts import pages as handouts
from ..workshop import sources
from ..workshop.cache import NOTHING, Cache

Progress = Callable[[str], None]
Known = TypeVar("Known")


class Entry(NamedTuple):
    """A language on the page on which a reader chooses one."""

    title: str
    description: str
    choose: str
    english: list[str]  # which of these stand in English


class Record(NamedTuple):
    """What the data and the code package hold of a language."""

    printed: dict[str, list[Printed]]  # by product
    readme: bytes
    warnings: list[str]
    translation: dict[str, dict[str, int]]  # by part, as `progress.counts` gives it
    translators: list[str]
    reviewers: list[str]


def entry(publication: Publication, scribe: Scribe) -> Entry:
    """A language's own words for the page on which a reader chooses one."""
    title, description, choose = (
        publication.blocks[name] for name in ("title", "description", "page.choose")
    )
    shown = {"title": title, "description": description, "choose": choose}
    english = [name for name, block in shown.items() if scribe.state(block) != "done"]
    return Entry(scribe.plain(title), scribe.plain(description), scribe.plain(choose), english)


class Texts:
    """The texts of the languages that an output offers; `made` are those of which files are to be made."""

    def __init__(
        self,
        publication: Publication,
        offered: Sequence[str],
        made: Sequence[str],
        cache: Cache | None,
        progress: Progress,
    ) -> None:
        self._publication, self._cache, self._progress = publication, cache, progress
        self.editions = {tag: edition.read(publication, tag) for tag in made}
        own = {tag: one.locale for tag, one in self.editions.items()}
        self.locales: Mapping[str, Locale] = {tag: own.get(tag) or locale(tag) for tag in offered}
        self.languages = Languages(tuple(self.locales.values()), publication.english)
        self._pages: dict[str, article.Written] = {}
        self._prints: dict[str, print_edition.Texts] = {}
        self._entries: dict[str, Entry] = {}
        self._records: dict[str, Record] = {}

    def page(self, tag: str) -> article.Written:
        """The texts of a language's page."""
        if tag not in self._pages:
            self._progress(f"writing {tag}")
            self._pages[tag] = article.write(self._edition(tag), self._listing, self.languages)
        return self._pages[tag]

    def print(self, tag: str) -> print_edition.Texts:
        """The texts of a language's PDF."""
        if tag not in self._prints:
            self._prints[tag] = print_edition.write(self.page(tag))
        return self._prints[tag]

    def entry(self, tag: str) -> Entry:
        """A language's own words for the page on which a reader chooses one."""
        if tag not in self._entries:
            self._entries[tag] = self._known(tag, Entry, self._entry)
        return self._entries[tag]

    def record(self, tag: str) -> Record:
        """What the data and the code package hold of a language."""
        if tag not in self._records:
            self._records[tag] = self._known(tag, Record, self._record)
        return self._records[tag]

    def warnings(self, tag: str) -> list[str]:
        """What is wrong with a language's translations, a line each."""
        own, lines = self._edition(tag), list[str]()
        if lacking := fonts.without_font(own.locale):
            lines.append(
                f"{tag}: no font that it is set in has {fonts.listed(lacking)}; pages show them in readers' "
                f"own, PDFs cannot: name a family that has them in [fonts] of locales/{tag}/locale.toml"
            )
        lines += [
            f"{tag}: not named: {refusal.name}: it {refusal.what}" for refusal in credit.named(own).refused
        ]
        lines += [progress.fault_line(tag, fault) for fault in own.faults]
        if english := progress.in_english(own):
            lines.append(f"{tag}: blocks in English: {english}")
        return lines

    @cached_property
    def _listing(self) -> listing.Listing:
        return listing.run(listing.code())

    def _edition(self, tag: str) -> Edition:
        if tag not in self.editions:
            self.editions[tag] = edition.read(self._publication, tag)
        return self.editions[tag]

    def _entry(self, tag: str) -> Entry:
        return entry(self._publication, self._edition(tag).scribe({}))

    def _record(self, tag: str) -> Record:
        text = self.page(tag)
        printed = {**text.printed, "pdf": self.print(tag).printed, **handouts.printed(text.edition)}
        named, counts = credit.named(text.edition), progress.counts(text.edition)
        people = list(named.translators), list(named.reviewers)
        return Record(printed, text.readme, self.warnings(tag), counts, *people)

    def _known(self, tag: str, kind: type[Known], make: Callable[[str], Known]) -> Known:
        """What a cache has of a language whose sources are the same, else what is made now."""
        if self._cache is None:
            return make(tag)
        key = self._cache.key(kind.__name__, tag, sources.locale_hash(tag, ()))
        found = self._cache.find(key)
        if found is not NOTHING:
            return cast(Known, found)
        made = make(tag)
        self._cache.keep(key, made)
        return made
