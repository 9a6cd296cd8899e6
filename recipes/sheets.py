"""Exercise sheets as files, in each language: without answers for students, with all for the teacher."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from ..language import Locale
from ..language.choosing import chosen
from ..language.folders import available
from ..press import fonts
from ..press.drawings import Drawing
from ..production.failures import Failures, LanguageFault, of_language
from ..production.jobs import Files, Jobs, Task, print_copies, print_one
from ..publication import edition, progress
from ..publication.disk import is_readable, load, locale, readable
from ..publication.edition import Edition
from ..teaching.exercises import seeds
from ..teaching.exercises import sheet as exercise_sheet
from ..teaching.exercises import stress as stressing
from ..teaching.exercises.exercise import Counts
from ..teaching.exercises.kinds import KINDS
from ..teaching.exercises.points import scaled
from ..teaching.sheets import drawings as sheet_drawings
from ..teaching.sheets import pupils as roster
from ..teaching.sheets.drawings import Shows
from ..teaching.sheets.heading import Heading, heading
from ..teaching.sheets.pages import Form, Pages, own_items
from ..teaching.sheets.pupils import Pupil
from ..teaching.sheets.questions import ENDINGS as QUIZ_ENDINGS
from ..workshop import emit
from ..workshop.processes import SECONDS, workshop

_PROCESSES = 2  # for a language: its PDFs are several
_AN_ITEM = 4  # seconds, as against the half of one that it takes
_A_COPY = 4  # seconds, as against a quarter of one
_HEAD = ("--title", "--course", "--date", "--logo")
Progress = Callable[[str], None]


class Extras(NamedTuple):
    """What a teacher asks for beside the exercises: points of a sheet, room on it, its head, who gets one."""

    points: int | None = None  # of a whole sheet
    roomy: bool = False
    heading: Heading = Heading()
    pupils: tuple[Pupil, ...] = ()
    options: tuple[tuple[str, str], ...] = ()  # as they were typed, for the command that makes it again


NOTHING_MORE = Extras()


class Report(NamedTuple):
    """What was made and written."""

    folder: Path
    sheet: exercise_sheet.Sheet
    files: dict[str, int]  # path -> bytes
    notes: list[str]  # what the teacher should know
    warnings: list[str]  # what stands in English for want of a translation
    missing: str  # what a part of the system that is missing kept from being made
    left_out: list[str]  # why a language that nobody named could not be read or made, a line each
    failures: list[str]  # why files could not be made, a line each


def make(
    order: exercise_sheet.Order,
    tags: Sequence[str],
    paper: str,
    large: bool,
    parent: Path,
    say: Progress,
    given: Extras = NOTHING_MORE,
) -> Report:
    """Make the sheets of an order in these languages (all, when none is named), in a folder of their own.

    The folder is called after the sheet's id and is written whole or not at all; what lies there
    under other names stays.  No cache is used: what is kept would hold the answers.  Raises OrderError for
    an order that cannot be met, and the errors of the parts.
    """
    languages, left_out = chosen(tags), list[str]()
    if not languages:
        languages, left_out = readable(release=False)
    drawn_sheet = exercise_sheet.make(order)
    sheet = drawn_sheet if given.points is None else scaled(drawn_sheet, given.points)
    folder = parent / f"sheet-{sheet.id}"
    emit.recover(folder.parent)
    emit.check_folder(folder)
    say("reading sources")
    publication, form = load(), Form(paper, large, given.roomy, given.heading, _others(), given.pupils)
    files: Files = {}
    warnings: list[str] = []
    with workshop(_PROCESSES * len(languages)) as processes:
        editions = {tag: edition.read(publication, tag) for tag in languages}
        jobs = Jobs(processes, Failures(editions))
        started = []
        for tag, one in editions.items():
            command = _command(order, sheet, tag, paper, large) + _typed(given, one)
            pages = Pages(one, sheet, form, command)
            started.append((pages, jobs.draw(f"{tag}: figures", sheet_drawings.draw, pages.plan())))
        for pages, drawn in started:
            say(f"making the sheets of {pages.tag}")
            try:
                with of_language(pages.tag):
                    files |= _files(jobs, pages, drawn(), form, sheet)
                warnings += _english(pages)
            except LanguageFault as fault:
                if tags or pages.tag == "en":
                    raise fault.cause from None
                left_out.append(f"{fault.cause} ({pages.tag} was left out)")
        say("writing files")
        emit.write_files(
            folder.parent,
            {f"{folder.name}/{path}": content for path, content in files.items()},
            [f"{folder.name}/{path}" for path in jobs.failures.paths if path not in files],
        )
    sizes = {path: len(content) for path, content in files.items()}
    notes, failures = _notes(order, sheet), jobs.failures.lines
    return Report(folder, sheet, sizes, notes, warnings, jobs.missing, left_out, failures)


def _others() -> tuple[Locale, ...]:
    """Every language that can be read, for names."""
    return tuple(locale(tag) for tag in available() if is_readable(tag))


def order(
    items: int | None,
    variants: int,
    kinds: Sequence[str],
    counts: tuple[int, int, int, int] | None,
    seed: str | None,
) -> exercise_sheet.Order:
    """What a teacher asks for; without a number of items all kinds that are named, or eight.

    A seed that is a number alone is given a secret.  Raises SeedError for what is no seed.
    """
    number = items if items is not None else len(set(kinds)) or exercise_sheet.Order().items
    whole = seeds.fresh() if seed is None else seeds.read(seed)
    return exercise_sheet.Order(number, variants, tuple(kinds), Counts(*counts) if counts else None, whole)


def given(
    names: Path | None,
    points: int | None,
    roomy: bool,
    head: tuple[str | None, str | None, str | None, Path | None],
) -> Extras:
    """What a teacher asks for beside the exercises; `head` are title, course, date and logo.

    Raises ListError, HeadingError and LogoError for what cannot be used, and what reading files raises.
    """
    typed = {"--class": names, "--points": points, **dict(zip(_HEAD, head, strict=True))}
    options = tuple((name, str(value)) for name, value in typed.items() if value is not None)
    pupils = roster.read(names) if names else ()
    return Extras(points, roomy, heading(*head), pupils, options)


def _command(
    order: exercise_sheet.Order, made: exercise_sheet.Sheet, tag: str, paper: str, large: bool
) -> str:
    """What makes the same sheet again, in its language and on its paper.

    It names every kind of its items, so that a version with more kinds makes the same.
    """
    kinds = "".join(f" --kind {item.kind}" for item in next(iter(made.variants.values())))
    counts = f" --counts {' '.join(map(str, order.counts))}" if order.counts else ""
    look = (f" --paper {paper}" if paper != "a4" else "") + (" --large" if large else "")
    return (
        f"discordant handout sheet --locale {tag}{look} --items {order.items} --variants {order.variants}"
        f" --seed {made.seed}{kinds}{counts}"
    )


def _typed(given: Extras, edition: Edition) -> str:
    """Options as a shell takes them, letters that the face of a command lacks by their numbers."""

    def written(text: str) -> str:
        if not fonts.lacking(text, edition.locale, "mono"):
            return shlex.quote(text)
        signs = (sign if sign.isalnum() and sign.isascii() else f"\\U{ord(sign):08x}" for sign in text)
        return f"$'{''.join(signs)}'"

    options = "".join(f" {name} {written(text)}" for name, text in given.options)
    return f" --roomy{options}" if given.roomy else options


def _notes(order: exercise_sheet.Order, made: exercise_sheet.Sheet) -> list[str]:
    notes = [f"seed: {made.seed} (also on the teacher's sheet; whoever has it can print the answers)"]
    if order.counts is not None:
        own, left = own_items(made), _left_out(made, order.counts)
        where = f"{_items(own)}" if own else "none of these items"
        notes.append(
            f"your own table is in {where}; it can be in {', '.join(exercise_sheet.takers(order.counts))}"
        )
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


def _repeated(made: exercise_sheet.Sheet) -> list[int]:
    """The numbers of the items that have drawn numbers, and the same in more than one variant."""
    return [
        number
        for number, items in enumerate(zip(*made.variants.values(), strict=True), 1)
        if not items[0].own and any(exercise_sheet.is_the_same(*pair) for pair in combinations(items, 2))
    ]


def _left_out(made: exercise_sheet.Sheet, counts: Counts) -> list[int]:
    """The numbers of the items that could be made of that table, had it not told an answer."""
    fitting = exercise_sheet.takers(counts)
    items = enumerate(next(iter(made.variants.values())), 1)
    return [number for number, item in items if not item.own and item.kind in fitting]


def _files(
    jobs: Jobs, pages: Pages, drawn: Mapping[Shows, Drawing], form: Form, sheet: exercise_sheet.Sheet
) -> Files:
    """Every file of a language."""
    files: Files = {}
    prints: list[Callable[[], Files]] = []
    seconds = SECONDS + _AN_ITEM * sum(map(len, sheet.variants.values()))  # all are in one PDF
    large = "-large" if form.large else ""
    names = {letter: f"student/exercises-{pages.tag}-{letter}" for letter in sheet.variants}
    wanted = [(letter, False, name) for letter, name in names.items()]
    wanted += [(letter, True, f"teacher/solutions-{pages.tag}-{letter}") for letter in sheet.variants]
    for letter, solved, name in (*wanted, (None, False, f"teacher/answers-{pages.tag}")):
        files[f"{name}{large}.html"] = pages.html(drawn, letter, solved)
        path = f"{name}-{form.paper}{large}.pdf"
        with jobs.noted(pages.tag, (path,)):
            job = pages.job(drawn, letter, solved)
            prints.append(jobs.start(Task(pages.tag, (path,), print_one, (path, job), seconds)))
    files[f"teacher/key-{pages.tag}.csv"] = pages.key()
    if form.pupils:
        files[f"teacher/class-{pages.tag}.csv"] = pages.class_key()
        path = f"student/class-{pages.tag}-{form.paper}{large}.pdf"
        with jobs.noted(pages.tag, (path,)):
            copies = pages.class_job(drawn)
            seconds += _A_COPY * len(form.pupils)
            prints.append(jobs.start(Task(pages.tag, (path,), print_copies, (path, copies), seconds)))
    quizzes = {ending: f"teacher/quiz-{pages.tag}.{ending}" for ending in QUIZ_ENDINGS}
    with jobs.noted(pages.tag, tuple(quizzes.values())):
        files |= {quizzes[ending]: content for ending, content in pages.quiz().items()}
    for finish in prints:
        files |= finish()
    return files


def _english(pages: Pages) -> list[str]:
    """What could not be written in a language, a line each."""
    lines = [progress.fault_line(pages.tag, fault) for fault in pages.faults]
    if english := pages.untranslated:
        outdated = sum(pages.state(name) == "stale" for name in english)
        count = f"{len(english)} ({outdated} outdated)" if outdated else f"{len(english)}"
        lines.append(f"{pages.tag}: texts of the sheet in English: {count}: {progress.some(english)}")
    return lines


def stress(kind: str) -> list[str]:
    """What comes out how often when a kind is drawn many times, a line each; OrderError for no kind."""
    blocks = load().blocks
    return stressing.table(stressing.tallies(kind, lambda name: len(blocks[name].text)))


def kinds() -> list[str]:
    """The kinds of exercise in the order of a sheet, a line each: name, and title in English."""
    blocks = load().blocks
    widest = max(map(len, KINDS))
    return [f"{name:<{widest}}  {blocks[f'exercise.{name}.title'].text}" for name in KINDS]
