"""Exercise sheets as files, in each language: without answers for students, with all for the teacher."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup

from ..facts.table import NullDistribution
from ..language import Fact
from ..language.choosing import chosen
from ..press import pages, pdf
from ..press.drawings import Drawing
from ..press.formula_images import SVG, Drawer
from ..press.scribe import Scribe
from ..production.failures import CAUSES, Failures, LanguageFault, of_language
from ..publication.disk import Publication, catalog, load, locale, readable
from ..publication.edition import spoken
from ..teaching.exercises import choice as teaching
from ..teaching.exercises import seeds
from ..teaching.exercises.exercise import Counts, for_students
from ..teaching.exercises.kinds import KINDS
from ..teaching.sheets import drawings as exercise_drawings
from ..teaching.sheets import questions as exercise_quiz
from ..teaching.sheets.texts import Writer
from ..workshop import emit
from ..workshop.processes import SECONDS, Workshop, workshop

_AN_ITEM = 4  # seconds, as against the half of one that it takes
_ACROSS = 4  # variants beside each other in the key
# size and margins; US Letter is the lower one, and each item is to stand on one page of it as well
_PAPERS = {"a4": ("A4", "18mm 20mm 20mm"), "letter": ("letter", "15mm 20mm 17mm")}
Files = dict[str, bytes]
Progress = Callable[[str], None]


class Made(NamedTuple):
    """What was made."""

    folder: Path
    sheet: teaching.Sheet
    files: dict[str, int]  # path -> bytes
    notes: list[str]  # what the teacher should know
    warnings: list[str]  # what stands in English for want of a translation
    missing: str  # what a part of the system that is missing kept from being made
    left_out: list[str]  # why a language that nobody named could not be read or made, a line each
    failures: list[str]  # why files could not be made, a line each


def make(
    order: teaching.Order, tags: Sequence[str], paper: str, large: bool, parent: Path, progress: Progress
) -> Made:
    """Make the sheets of an order in these languages (all, when none is named), in a folder of their own.

    The folder is called after the sheet's id and is written whole or not at all; what lies there
    under other names stays.  Raises OrderError for an order that cannot be met, and the errors of the parts.
    """
    languages, left_out = chosen(tags), list[str]()
    if not languages:
        languages, left_out = readable(release=False)
    made = teaching.make(order)
    folder = parent / f"sheet-{made.id}"
    emit.recover(folder.parent)
    emit.check_folder(folder)
    progress("reading sources")
    publication = load()
    files: Files = {}
    with workshop(len(languages)) as shop:
        press = _Press(publication, order, made, paper, large, shop)
        started = [press.start(tag) for tag in languages]
        for tag, finish in zip(languages, started, strict=True):
            progress(f"making the sheets of {tag}")
            try:
                files |= finish()
            except LanguageFault as fault:
                if tags or tag == "en":
                    raise fault.cause from None
                left_out.append(f"{fault.cause} ({tag} was left out)")
    progress("writing files")
    emit.write_files(
        folder.parent,
        {f"{folder.name}/{path}": content for path, content in files.items()},
        [f"{folder.name}/{path}" for path in press.unmade if path not in files],
    )
    sizes = {path: len(content) for path, content in files.items()}
    notes, failures = _notes(order, made), press.failures.lines
    missing = press.missing or press.failures.no_room
    return Made(folder, made, sizes, notes, press.warnings, missing, left_out, failures)


def order(
    items: int | None,
    variants: int,
    kinds: Sequence[str],
    counts: tuple[int, int, int, int] | None,
    seed: str | None,
) -> teaching.Order:
    """What a teacher asks for; without a number of items all kinds that are named, or eight.

    A seed that is a number alone is given a secret.  Raises SeedError for what is no seed.
    """
    number = items if items is not None else len(set(kinds)) or teaching.Order().items
    whole = seeds.fresh() if seed is None else seeds.read(seed)
    return teaching.Order(number, variants, tuple(kinds), Counts(*counts) if counts else None, whole)


def _command(order: teaching.Order, seed: str, tag: str, paper: str, large: bool) -> str:
    """What makes the same sheet again, in its language and on its paper."""
    kinds = "".join(f" --kind {kind}" for kind in order.kinds)
    counts = f" --counts {' '.join(map(str, order.counts))}" if order.counts else ""
    look = (f" --paper {paper}" if paper != "a4" else "") + (" --large" if large else "")
    return (
        f"discordant handout sheet --locale {tag}{look} --items {order.items} --variants {order.variants}"
        f" --seed {seed}{kinds}{counts}"
    )


def _notes(order: teaching.Order, made: teaching.Sheet) -> list[str]:
    notes = [f"seed: {made.seed} (also on the teacher's sheet; whoever has it can print the answers)"]
    if order.counts is not None:
        own, left = _own(made), _left_out(made, order.counts)
        where = f"{_items(own)}" if own else "none of these items"
        notes.append(f"your own table is in {where}; it can be in {', '.join(teaching.takers(order.counts))}")
        if left:
            notes.append(f"it is not in {_items(left)}, since of two items with it one would tell an answer")
    if again := _repeated(made):
        notes.append(f"few numbers are possible: some variants have the same in {_items(again)}")
    return notes


def _items(numbers: Sequence[int]) -> str:
    """The numbers of items, in words that fit.

    >>> _items([2]), _items([1, 3])
    ('item 2', 'items 1, 3')
    """
    return f"item{'s' if numbers[1:] else ''} {', '.join(map(str, numbers))}"


def _repeated(made: teaching.Sheet) -> list[int]:
    """The numbers of the items that have drawn numbers, and the same in more than one variant."""
    return [
        number
        for number, items in enumerate(zip(*made.variants.values(), strict=True), 1)
        if not items[0].own and any(teaching.is_the_same(*pair) for pair in combinations(items, 2))
    ]


def _own(made: teaching.Sheet) -> list[int]:
    """The numbers of the items that are made of the teacher's own table."""
    return [number for number, item in enumerate(next(iter(made.variants.values())), 1) if item.own]


def _left_out(made: teaching.Sheet, counts: Counts) -> list[int]:
    """The numbers of the items that could be made of that table, had it not told an answer."""
    fitting = teaching.takers(counts)
    items = enumerate(next(iter(made.variants.values())), 1)
    return [number for number, item in items if not item.own and item.kind in fitting]


class _Press:
    """Makes the files of each language of one sheet."""

    def __init__(
        self,
        publication: Publication,
        order: teaching.Order,
        sheet: teaching.Sheet,
        paper: str,
        large: bool,
        shop: Workshop,
    ) -> None:
        self._publication, self._blocks = publication, publication.blocks
        self._order, self._sheet = order, sheet
        self._paper, self._large, self._shop = paper, large, shop
        self._seconds = SECONDS + _AN_ITEM * sum(map(len, sheet.variants.values()))  # all are in one PDF
        self.warnings: list[str] = []
        self.missing = ""
        self.failures = Failures(publication)
        self._without_pango: list[str] = []

    @property
    def unmade(self) -> list[str]:
        """The paths of what should have been made and could not be."""
        return [*self.failures.paths, *self._without_pango]

    def start(self, tag: str) -> Callable[[], Files]:
        """Set one language's drawings going; what comes back makes its files."""
        web = Writer(_scribe(self._publication, tag), self._blocks)
        items = [item for variant in self._sheet.variants.values() for item in variant]
        plan = exercise_drawings.plan(web, items)
        drawn = self._shop.start(exercise_drawings.draw, plan)

        def finish() -> Files:
            with of_language(tag):
                drawings = self._shop.finish(f"{tag}: figures", drawn, exercise_drawings.draw, plan)
                return self._files(tag, web, drawings)

        return finish

    def _files(self, tag: str, web: Writer, drawings: Mapping[exercise_drawings.Shows, Drawing]) -> Files:
        files: Files = {}
        pdfs: dict[str, tuple[pdf.Job, Future[Any]]] = {}
        large = "-large" if self._large else ""
        said = spoken(self._publication, tag)
        names: dict[str | None, str] = {
            letter: f"student/exercises-{tag}-{letter}" for letter in self._sheet.variants
        }
        for letter, name in {**names, None: f"teacher/answers-{tag}"}.items():
            files[f"{name}{large}.html"] = self._page(tag, web, drawings, letter)
            path = f"{name}-{self._paper}{large}.pdf"
            try:
                job = self._job(tag, drawings, letter, said)
                pdfs[path] = (job, self._shop.start(pdf.render, job))
            except CAUSES as error:
                self.failures.note(tag, (path,), error)
        files |= {
            f"teacher/quiz-{tag}.{ending}": content
            for ending, content in exercise_quiz.files(self._tex_writer(tag), self._sheet).items()
        }
        for path, (job, future) in pdfs.items():
            try:
                files[path] = self._shop.finish(path, future, pdf.render, job, seconds=self._seconds)
            except pdf.PangoMissing as error:
                self.missing = str(error)
                self._without_pango.append(path)
            except CAUSES as error:
                self.failures.note(tag, (path,), error)
        self.warnings += _english(tag, web.hand)
        return files

    def _page(
        self,
        tag: str,
        web: Writer,
        drawings: Mapping[exercise_drawings.Shows, Drawing],
        letter: str | None,
    ) -> bytes:
        shown = exercise_drawings.Shown({shows: Markup(drawing.svg) for shows, drawing in drawings.items()})
        context = self._context(web, shown, letter)
        page = pages.render(
            _TEMPLATES[letter is None], context, web.hand.locale, [locale("en")], pages.SHEET_ON_SCREEN
        )
        return page.encode("utf-8")

    def _job(
        self,
        tag: str,
        drawings: Mapping[exercise_drawings.Shows, Drawing],
        letter: str | None,
        said: Mapping[str, str],
    ) -> pdf.Job:
        drawer = Drawer(said)
        writer = Writer(_scribe(self._publication, tag, drawer), self._blocks)
        teachers = letter is None
        shown: dict[exercise_drawings.Shows, Markup] = {}
        for shows, drawing in drawings.items():
            if shows.tails == teachers:
                drawer.assets[f"{shows.name}.svg"] = (drawing.print_svg.encode("utf-8"), SVG)
                shown[shows] = Markup('<img src="asset:{}.svg" alt="{}">').format(
                    shows.name, self._words(writer, shows.law)
                )
        context = {**self._context(writer, shown, letter), "print": True, "assets": drawer.assets}
        html, faces, families = pages.render_for_print(
            _TEMPLATES[teachers], context, writer.hand.locale, [locale("en")], pages.SHEET
        )
        return pdf.Job(
            html,
            {**drawer.assets, **faces},
            frozenset(families),
            None,
            self._publication.settings["edition"]["date"],
            writer.hand.locale.direction,
        )

    def _tex_writer(self, tag: str) -> Writer:
        """Writes for platforms that set TeX between these marks."""
        inline = self._publication.formulas["inline"]
        hand = _scribe(self._publication, tag, lambda name, math: f"\\({inline[name]}\\)")
        return Writer(hand, self._blocks)

    def _words(self, writer: Writer, law: NullDistribution) -> str:
        facts = {"m": Fact("m", law.m, "count"), "observed": Fact("observed", law.observed, "count")}
        return writer.plain("law.alt", facts)

    def _context(
        self, writer: Writer, shown: Mapping[exercise_drawings.Shows, Markup], letter: str | None
    ) -> dict[str, Any]:
        common = {
            "tag": writer.hand.locale.tag,
            "direction": writer.hand.locale.direction,
            "paper": _PAPERS[self._paper][0],
            "margin": _PAPERS[self._paper][1],
            "large": self._large,
            "print": False,
            "publisher": self._publication.settings["publisher"]["name"],
            "date": self._publication.settings["edition"]["date"].isoformat(),
            "drawings": shown,
            "label": writer.label,
            "labels": {"fallback": writer.hand.html(self._blocks["page.fallback"])},
        }
        return common | (self._teachers(writer) if letter is None else self._students(writer, letter))

    def _command(self, tag: str) -> str:
        return _command(self._order, str(self._sheet.seed), tag, self._paper, self._large)

    def _foot(self, writer: Writer) -> str:
        return writer.plain("id", {"id": Fact("id", self._sheet.id, "name")})

    def _students(self, writer: Writer, letter: str) -> dict[str, Any]:
        items, variant = self._sheet.variants[letter], _named(letter)
        return {
            "title": writer.plain("title"),
            "description": writer.plain("description"),
            "foot": f"{writer.plain('variant', variant)} · {self._foot(writer)}",
            "variant": writer.label("variant", variant),
            "total": writer.points(sum(item.points for item in items)),
            "items": [writer.item(for_students(item), n) for n, item in enumerate(items, 1)],
        }

    def _teachers(self, writer: Writer) -> dict[str, Any]:
        variants = [
            {
                "name": writer.label("variant", _named(letter)),
                "total": writer.points(sum(item.points for item in items)),
                "items": [
                    {**writer.item(for_students(item), n), "solutions": writer.solution(item)}
                    for n, item in enumerate(items, 1)
                ],
            }
            for letter, items in self._sheet.variants.items()
        ]
        own = _own(self._sheet)
        return {
            "title": writer.plain("teacher.title"),
            "description": writer.plain("teacher.description"),
            "foot": f"{writer.plain('teacher.title')} · {self._foot(writer)}",
            "bold_foot": "".join(writer.plain("variant", _named(letter)) for letter in self._sheet.variants),
            "seed": writer.label("seed", {"seed": Fact("seed", self._sheet.seed, "version")}),
            "command": self._command(writer.hand.locale.tag),
            "own": writer.label("own", {"items": _listed(writer, own)}) if own else None,
            "variants": variants,
            "keys": [variants[start : start + _ACROSS] for start in range(0, len(variants), _ACROSS)],
        }


_TEMPLATES = {False: "exercises.html.jinja2", True: "answers.html.jinja2"}


def _english(tag: str, hand: Scribe) -> list[str]:
    """What a scribe could not write in its language, a line each."""
    lines = [f"{tag}: block {fault.block}: the translation {fault.what}" for fault in hand.faults]
    if missing := hand.untranslated:
        shown = ", ".join(missing[:5]) + (" ..." if missing[5:] else "")
        lines.append(f"{tag}: {len(missing)} texts of the sheet stand in English: {shown}")
    return lines


def _named(letter: str) -> dict[str, Fact]:
    return {"variant": Fact("variant", letter, "name")}


def _listed(writer: Writer, numbers: Iterable[int]) -> Fact:
    hand = writer.hand.locale
    return Fact("items", hand.list([hand.decimal(number, 0) for number in numbers]), "name")


def _scribe(
    publication: Publication, tag: str, set_formula: Callable[[str, str], str] = lambda name, math: math
) -> Scribe:
    """A scribe without facts of its own: each item brings the ones that its readers may know."""
    return Scribe(locale(tag), catalog(tag), {}, publication.formulas, {}, set_formula)


def kinds() -> list[str]:
    """The kinds of exercise in the order of a sheet, a line each: name, and title in English."""
    blocks = load().blocks
    widest = max(map(len, KINDS))
    return [f"{name:<{widest}}  {blocks[f'exercise.{name}.title'].text}" for name in KINDS]
