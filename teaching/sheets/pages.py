"""Exercise sheets as pages and for print: each variant for students, everything for the teacher."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import cycle
from typing import NamedTuple

from markupsafe import Markup

from ...facts.table import NullDistribution
from ...language import Fact, Locale
from ...press import joining, pages, pdf, printing
from ...press.drawings import Drawing
from ...press.formula_images import Drawer
from ...press.scribe import Fault, Scribe
from ...publication.edition import Edition
from ...publication.status import unfinished
from ..exercises.exercise import Exercise, for_students
from ..exercises.sheet import Sheet
from . import drawings, key, personal, questions
from .contexts import Common, Head, Heads, ItemWithSolutions, Solutions, Students, Teachers, Variant
from .drawings import Shows
from .heading import Heading
from .personal import NO_ROOM, NOBODY, Names
from .pupils import Pupil
from .texts import Writer

# size and margins; US Letter is the lower one, and each item is to stand on one page of it as well
PAPERS = {"a4": ("A4", "18mm 20mm 20mm"), "letter": ("letter", "15mm 20mm 17mm")}
_NARROW = {"a4": "14mm 20mm 16mm", "letter": "12mm 20mm 15mm"}  # margins of sheets on few pages
_WIDTHS = {"a4": 481.0, "letter": 498.0}  # points, of a line between these margins
_SIZES = {False: 12, True: 18}  # points, of the type of a sheet at the most, and of large print
PARTS = ("exercises",)  # those of which the sheets consist
_STUDENTS_TEMPLATE, _TEACHERS_TEMPLATE = "exercises.html.jinja2", "answers.html.jinja2"
_SOLUTIONS_TEMPLATE, _HEADS_TEMPLATE = "solutions.html.jinja2", "class.html.jinja2"
_ACROSS = 4  # variants beside each other in the key


class Form(NamedTuple):
    """How a sheet is printed."""

    paper: str  # one of PAPERS
    large: bool
    roomy: bool = False  # more lines to write on, and no item on two pages; large print is roomy
    heading: Heading = Heading()
    others: tuple[Locale, ...] = ()  # languages in whose faces names are set for which a sheet has none
    pupils: tuple[Pupil, ...] = ()  # who get a sheet of their own, the variants dealt round


class _Sheet(NamedTuple):
    """What a page is written with, on a screen or for print."""

    writer: Writer
    shown: Mapping[Shows, Markup]
    logo: str | None  # the address of the picture


class Pages:
    """The pages of one sheet in one language; `command`, for the teacher, makes them again.

    `scribe` writes what is shown on a screen; it is to know no facts.

    Below, a `letter` is that of a variant, or None for the teacher's sheet, and `solved` a letter of which
    the solutions are wanted.
    """

    def __init__(
        self, edition: Edition, sheet: Sheet, form: Form, command: str, scribe: Scribe | None = None
    ) -> None:
        self._edition, self._sheet = edition, sheet
        self._form, self._command = form, command
        self._blocks = edition.publication.blocks
        self._web = Writer(scribe or edition.bare_scribe(), self._blocks)
        self._names = Names(edition.locale, form.others)

    @property
    def tag(self) -> str:
        """The language's tag."""
        return self._edition.tag

    @property
    def faults(self) -> list[Fault]:
        """The translations that could not be used for what has been written so far."""
        return self._web.scribe.faults

    @property
    def untranslated(self) -> list[str]:
        """The blocks for which English stands in what has been written so far."""
        return self._web.scribe.untranslated

    def state(self, name: str) -> str:
        """Where the translation of a block stands: as in `Catalog.state`, or "faulty"."""
        return self._web.scribe.state(self._blocks[name])

    def plan(self) -> drawings.Plan:
        """The drawings of all variants."""
        items = [item for variant in self._sheet.variants.values() for item in variant]
        return drawings.plan(self._web, items)

    def html(self, drawn: Mapping[Shows, Drawing], letter: str | None, solved: bool = False) -> bytes:
        """A page."""
        shown = drawings.Shown({shows: Markup(drawing.svg) for shows, drawing in drawn.items()})
        logo = self._form.heading.logo
        sheet = _Sheet(self._web, shown, personal.address(logo) if logo else None)
        template, context = self._page(sheet, letter, solved)
        page = pages.render(
            template, {**context, "print": False}, self._edition.locale, self._others, pages.SHEET_ON_SCREEN
        )
        return page.encode("utf-8")

    def job(self, drawn: Mapping[Shows, Drawing], letter: str | None, solved: bool = False) -> pdf.Job:
        """What the same page is printed from."""
        drawer, publication = self._edition.drawer(), self._edition.publication
        sheet = self._printed(drawer, drawn, tails=letter is None or solved)
        template, context = self._page(sheet, letter, solved)
        return printing.job(
            template,
            {**context, "print": True},
            drawer,
            self._edition.locale,
            publication.english,
            publication.settings.date,
            pages.SHEET,
            strange=self._names.locales[1:],
        )

    def class_job(self, drawn: Mapping[Shows, Drawing]) -> joining.Job:
        """What the sheets of all pupils are printed from, in the order of the list."""
        drawer = self._edition.drawer()
        sheet = self._printed(drawer, drawn, tails=False)
        letters = list(self._sheet.variants)
        owners = [self._names.owner(pupil) for pupil in self._form.pupils]
        labels = (sheet.writer.plain("name"), sheet.writer.plain("class.id"))
        room = personal.room(owners, labels, _WIDTHS[self._form.paper] / _SIZES[self._form.large])
        sheets = [{**self._students(sheet, letter), **room, "print": True} for letter in letters]
        heads: Heads = {
            **self._head(sheet, letters[0]),
            **room,
            "owners": owners,
        }
        copies = printing.Copies(
            [(_STUDENTS_TEMPLATE, context) for context in sheets],
            (_HEADS_TEMPLATE, {**heads, "print": True}),
            tuple(letters.index(letter) for letter, _pupil in self.dealt()),
        )
        date = self._edition.publication.settings.date
        return printing.copies_job(copies, drawer, self._edition.locale, self._others, date, pages.SHEET)

    def dealt(self) -> list[tuple[str, Pupil]]:
        """Each pupil, with the letter of a variant: these are dealt round in the order of the list."""
        return list(zip(cycle(self._sheet.variants), self._form.pupils, strict=False))

    def class_key(self) -> bytes:
        """Who has which variant, as CSV."""
        return key.of_class(self.dealt())

    def key(self) -> bytes:
        """The key as CSV."""
        return key.table(self._web, self._sheet)

    def quiz(self) -> dict[str, bytes]:
        """The questions for learning platforms, by ending; these set TeX between marks."""
        inline = self._edition.publication.formulas["inline"]
        scribe = self._edition.bare_scribe(lambda name, math, english: f"\\({inline[name]}\\)")
        return questions.files(Writer(scribe, self._blocks), self._sheet)

    @property
    def _others(self) -> list[Locale]:
        """The languages of which words may stand on a page."""
        return [self._edition.publication.english, *self._names.locales[1:]]

    @property
    def _is_roomy(self) -> bool:
        return self._form.roomy or self._form.large

    def _printed(self, drawer: Drawer, drawn: Mapping[Shows, Drawing], tails: bool) -> _Sheet:
        """What is written for print; `drawer` keeps its pictures."""
        writer = Writer(self._edition.bare_scribe(drawer), self._blocks)
        done = writer.scribe.state(self._blocks["sheet.law.alt"]) == "done"
        language = "" if done else Markup(' lang="en"')
        shown = {
            shows: Markup('<img src="{}" alt="{}"{}>').format(
                printing.keep(drawer, shows.name, drawing), _words(writer, shows.law), language
            )
            for shows, drawing in drawn.items()
            if shows.tails == tails
        }
        logo = self._form.heading.logo
        if logo:
            drawer.assets[logo.name] = (logo.content, logo.media_type)
        return _Sheet(writer, shown, f"asset:{logo.name}" if logo else None)

    def _page(self, sheet: _Sheet, letter: str | None, solved: bool) -> tuple[str, Mapping[str, object]]:
        """A page's template, and what it gets."""
        if letter is None:
            return _TEACHERS_TEMPLATE, self._teachers(sheet)
        if solved:
            return _SOLUTIONS_TEMPLATE, self._solutions(sheet, letter)
        return _STUDENTS_TEMPLATE, self._students(sheet, letter)

    def _common(self, sheet: _Sheet) -> Common:
        settings, writer = self._edition.publication.settings, sheet.writer
        paper, margin = PAPERS[self._form.paper]
        return {
            "tag": self._edition.tag,
            "direction": self._edition.locale.direction,
            "paper": paper,
            "margin": margin,
            "large": self._form.large,
            "publisher": settings.publisher,
            "date": settings.date.isoformat(),
            "drawings": sheet.shown,
            "label": writer.label,
            "drawn_in_english": any(self.state(f"sheet.law.{part}") != "done" for part in drawings.LABELS),
            "labels": {
                label: writer.scribe.html(self._blocks[f"page.{label}"])
                for label in ("fallback", "outdated", "drawing")
            },
        }

    def _head(self, sheet: _Sheet, letter: str) -> Head:
        """The head of a variant that is nobody's yet."""
        writer, variant, heading = sheet.writer, _named(letter), self._form.heading
        title = writer.plain("title")
        return {
            **self._common(sheet),
            **self._names.masthead(heading, title, sheet.logo),
            **NO_ROOM,
            "title": heading.title or title,
            "description": writer.plain("description"),
            "foot": f"{writer.plain('variant', variant)} · {self._foot(writer)}",
            "variant": writer.label("variant", variant),
            "total": writer.points(sum(item.points for item in self._sheet.variants[letter])),
            "margin": PAPERS[self._form.paper][1] if self._is_roomy else _NARROW[self._form.paper],
            "roomy": self._is_roomy,
            "owner": NOBODY,
        }

    def _students(self, sheet: _Sheet, letter: str) -> Students:
        items = enumerate(self._sheet.variants[letter], 1)
        return {
            **self._head(sheet, letter),
            "items": [sheet.writer.item(for_students(item), number) for number, item in items],
        }

    def _solutions(self, sheet: _Sheet, letter: str) -> Solutions:
        writer, head = sheet.writer, self._head(sheet, letter)
        return {
            **head,
            "title": writer.plain("solutions.title"),
            "own_title": head["heading"] if self._form.heading.title else None,
            "description": writer.plain("solutions.description"),
            "items": _solved(writer, self._sheet.variants[letter]),
        }

    def _teachers(self, sheet: _Sheet) -> Teachers:
        writer = sheet.writer
        variants = [_variant(writer, letter, items) for letter, items in self._sheet.variants.items()]
        own, seed = own_items(self._sheet), Fact("seed", self._sheet.seed, "version")
        pupils = self._form.pupils
        return {
            **self._common(sheet),
            "title": writer.plain("teacher.title"),
            "description": writer.plain("teacher.description"),
            "foot": f"{writer.plain('teacher.title')} · {self._foot(writer)}",
            "bold_foot": "".join(writer.plain("variant", _named(letter)) for letter in self._sheet.variants),
            "seed": writer.label("seed", {"seed": seed}),
            "command": self._command,
            "status": unfinished(self._edition, PARTS, writer.scribe.html),
            "own": writer.label("own", {"items": self._listed(writer, own)}) if own else None,
            "variants": variants,
            "keys": [variants[start : start + _ACROSS] for start in range(0, len(variants), _ACROSS)],
            "dealt": [
                {"owner": self._names.owner(pupil), "variant": letter} for letter, pupil in self.dealt()
            ],
            "numbered": any(pupil.id for pupil in pupils),
            "glyphs": writer.label("class.glyphs") if self._names.lacks(pupils) else None,
        }

    def _listed(self, writer: Writer, numbers: Iterable[int]) -> Fact:
        """Numbers of items, listed as the passage that names them is written."""
        locale = writer.scribe.writes(self._blocks["sheet.own"])
        return Fact("items", locale.list([locale.decimal(number, 0) for number in numbers]), "name")

    def _foot(self, writer: Writer) -> str:
        return writer.plain("id", {"id": Fact("id", self._sheet.id, "name")})


def own_items(sheet: Sheet) -> list[int]:
    """The numbers of the items that are made of the teacher's own table."""
    return [number for number, item in enumerate(next(iter(sheet.variants.values())), 1) if item.own]


def _variant(writer: Writer, letter: str, items: Iterable[Exercise]) -> Variant:
    return {
        "name": writer.label("variant", _named(letter)),
        "total": writer.points(sum(item.points for item in items)),
        "items": _solved(writer, items),
    }


def _solved(writer: Writer, items: Iterable[Exercise]) -> list[ItemWithSolutions]:
    return [
        {**writer.item(for_students(item), number), "solutions": writer.solution(item)}
        for number, item in enumerate(items, 1)
    ]


def _words(writer: Writer, law: NullDistribution) -> str:
    """What a drawing shows, in words."""
    facts = {"m": Fact("m", law.m, "count"), "observed": Fact("observed", law.observed, "count")}
    return writer.plain("law.alt", facts)


def _named(letter: str) -> dict[str, Fact]:
    return {"variant": Fact("variant", letter, "name")}
