"""The pages of a preview: every page of a language, made as the build makes it, its passages marked.

A `Reading` is the sources as they were at one moment, a `Studio` what outlives them: drawings, the output of
the listing, the exercises.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Mapping
from functools import cached_property
from html import unescape
from typing import Any, NamedTuple, TypeVar, cast

from ..article import figures, listing, package
from ..article import page as article
from ..language import LocaleError
from ..language.folders import available
from ..press import claims, pages
from ..production import shared, texts
from ..publication import edition, progress
from ..publication.disk import load, locale
from ..publication.edition import Edition, Languages
from ..teaching.exercises import sheet as exercises
from ..teaching.handouts import imprint
from ..teaching.handouts import pages as handouts
from ..teaching.sheets import drawings as sheet_drawings
from ..teaching.sheets import pages as sheets
from ..workshop.processes import Workshop
from .annotating import Annotator
from .preview_blocks import AboutBlock, about

CHOICE = "/index.html"  # the page on which a reader chooses a language
ARTICLE = "index.html"
_README = "README.html"
_STUDENTS, _TEACHER = "exercises/student.html", "exercises/teacher.html"
# below the folder of a language: what each page is called, and the parts that it shows
_PAGES = {
    ARTICLE: ("article", article.PARTS),
    f"handouts/{handouts.INDEX}": ("handouts", handouts.PARTS),
    **{f"handouts/{name}.html": (f"handout: {name}", handouts.PARTS) for name in handouts.NAMES},
    _STUDENTS: ("exercise sheet", sheets.PARTS),
    _TEACHER: ("exercise sheet with answers", sheets.PARTS),
    _README: ("README of the package", ("package",)),
}
_TEXT = re.compile(r"<text[^>]*>([^<]*)</text>")  # a line of a label
_ITEMS = 16  # every kind of exercise
_SEED = "sh0wn-00000-00000-0008n"  # the same exercises at every look
_COMMAND = f"discordant handout sheet --locale {{}} --items {_ITEMS} --seed {_SEED}"
Plan = TypeVar("Plan", bound=tuple[Any, ...])
Drawn = TypeVar("Drawn")


class Place(NamedTuple):
    """A page of a preview."""

    tag: str
    path: str  # below the folder of its language, or CHOICE
    name: str
    parts: tuple[str, ...]  # what it shows all of


class Page(NamedTuple):
    """A page that could be made, and the words of its labels, which bear no mark, with their blocks."""

    html: str
    labels: dict[str, list[str]]


def places(tag: str) -> dict[str, Place]:
    """Every page that a preview of a language shows, its own and those of the other languages, by address."""
    found = {
        f"/{each}/{path}": Place(each, path, name, parts)
        for each in dict.fromkeys((tag, *available()))
        for path, (name, parts) in _PAGES.items()
    }
    return {**found, CHOICE: Place(tag, CHOICE, "languages", ())}


class Studio:
    """What is made once and again only where it changes: drawings and what the listing prints."""

    def __init__(self, processes: Workshop) -> None:
        self._processes = processes
        self._shown: tuple[str, listing.Listing] | None = None
        self._drawn: dict[str, tuple[object, object]] = {}

    def listing(self) -> listing.Listing:
        """The article's listing and what it prints."""
        source = listing.code()
        if self._shown is None or self._shown[0] != source:
            self._shown = (source, listing.run(source))
        return self._shown[1]

    def draw(self, task: str, draw: Callable[[Plan], Drawn], plan: Plan) -> Drawn:
        """The drawings of a plan, which a process of its own makes; `task` is what they are called."""
        if task not in self._drawn or self._drawn[task][0] != plan:
            future = self._processes.start(draw, plan)
            self._drawn[task] = (plan, self._processes.finish(task, future, draw, plan))
        return cast(Drawn, self._drawn[task][1])

    @cached_property
    def sheet(self) -> exercises.Sheet:
        """One variant with every kind of exercise."""
        return exercises.make(exercises.Order(_ITEMS, seed=_SEED))


class Reading:
    """The sources as they are now; raises what a build raises where they cannot be used."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._publication = load()
        claims.check(self._publication.blocks.values(), self._publication.facts)
        self._editions: dict[str, Edition] = {}
        self._about: dict[str, list[AboutBlock]] = {}

    def edition(self, tag: str) -> Edition:
        """A language, read when it is asked for."""
        if tag not in self._editions:
            self._editions[tag] = edition.read(self._publication, tag)
        return self._editions[tag]

    def about(self, tag: str) -> list[AboutBlock]:
        """What is to be told of each block in a language."""
        if tag not in self._about:
            self._about[tag] = about(self.edition(tag))
        return self._about[tag]

    def open(self, place: Place) -> int | None:
        """How many blocks of a page's parts stand in English; None where nobody has counted."""
        if not place.parts or place.tag not in self._editions:
            return None
        tally = progress.together(self.edition(place.tag), place.parts)
        return tally.blocks - tally.done

    def page(self, place: Place) -> Page:
        """A page."""
        own = self.edition(place.tag)
        if place.path == CHOICE:
            return self._choice(own)
        if place.path == ARTICLE:
            return self._article(own)
        if place.path == _README:
            return self._readme(own)
        if place.path in (_STUDENTS, _TEACHER):
            return self._exercises(own, None if place.path == _TEACHER else "A")
        return self._handout(own, place.path.partition("/")[2].removesuffix(".html"))

    @cached_property
    def _languages(self) -> Languages:
        """Every language; one that cannot be read is left out."""
        locales = []
        for tag in available():
            with contextlib.suppress(LocaleError):
                locales.append(locale(tag))
        return Languages(tuple(locales), self._publication.english)

    def _article(self, own: Edition) -> Page:
        scribe = own.scribe_of(Annotator, own.links)
        written = article.write(own, self._studio.listing(), self._languages, scribe)
        drawings = self._studio.draw(f"{own.tag}: figures", figures.for_page, written.plan)
        html = article.page(written, self._languages, drawings, list(article.DOWNLOADS))
        return Page(html, _with_lines(html, scribe.labels))

    def _handout(self, own: Edition, name: str) -> Page:
        scribe = own.scribe_of(Annotator, imprint.links(own))
        papers = [handouts.pdf_name(each, paper) for each in handouts.NAMES for paper in handouts.PAPERS]
        offered = [*papers, imprint.ARTICLE]
        if name not in handouts.NAMES:
            html = handouts.index(own, scribe, self._languages, offered)
        else:
            plan = handouts.plan(own, scribe)
            drawing = self._studio.draw(f"{own.tag}: handouts", handouts.draw, plan)[name]
            html = handouts.sheet(own, scribe, self._languages, name, drawing, offered)
        shown = html.decode("utf-8")
        return Page(shown, _with_lines(shown, scribe.labels))

    def _exercises(self, own: Edition, letter: str | None) -> Page:
        scribe = own.bare_scribe_of(Annotator)
        form, command = sheets.Form("a4", large=False), _COMMAND.format(own.tag)
        made = sheets.Pages(own, self._studio.sheet, form, command, scribe)
        drawn = self._studio.draw(f"{own.tag}: exercises", sheet_drawings.draw, made.plan())
        return Page(made.html(drawn, letter).decode("utf-8"), scribe.labels)

    def _readme(self, own: Edition) -> Page:
        scribe = own.scribe_of(Annotator, own.links)
        title = scribe.plain(self._publication.blocks["title"])
        context = {
            "tag": own.tag,
            "direction": own.locale.direction,
            "title": title,
            "passages": package.passages(own, scribe, title),
            "english": set(own.untranslated),
        }
        others = self._languages.on_a_page
        return Page(
            pages.render("preview-readme.html", context, own.locale, others, pages.SHEET_ON_SCREEN),
            scribe.labels,
        )

    def _choice(self, own: Edition) -> Page:
        scribe = own.scribe_of(Annotator, {})
        entries = {own.tag: texts.entry(self._publication, scribe)}
        for each in self._languages.locales:
            if each.tag not in entries:
                entries[each.tag] = texts.entry(self._publication, self.edition(each.tag).scribe({}))
        return Page(shared.index(self._publication, entries, self._languages), scribe.labels)


def _with_lines(html: str, labels: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The labels, and by itself each line of one that a drawing has broken.

    >>> _with_lines("<text>one</text><text>two &amp; three</text>", {"one two & three": ["figure.x.title"]})
    {'one two & three': ['figure.x.title'], 'one': ['figure.x.title'], 'two & three': ['figure.x.title']}
    """
    found, texts = dict(labels), [unescape(text) for text in _TEXT.findall(html)]
    for start in range(len(texts)):
        for end in range(start + 2, start + 5):
            lines = texts[start:end]
            for blocks in (labels.get(glue.join(lines)) for glue in (" ", "")):
                found |= (
                    dict.fromkeys((line for line in lines if line not in labels), blocks) if blocks else {}
                )
    return found
