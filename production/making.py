"""The files of each language, made in processes and here side by side."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from ..article import figures, print_edition
from ..article import page as article
from ..press import pdf
from ..press.drawings import Drawing
from ..teaching.handouts import imprint
from ..teaching.handouts import pages as handouts
from .failures import of_language
from .jobs import Files, Jobs, Task, print_one
from .products import DATA, PACKAGE, cover_path, page_path
from .texts import Progress, Texts

Drawings = dict[str, list[Drawing]]  # of the article: figure -> panels


class Order(NamedTuple):
    """What is to be made."""

    tags: Sequence[str]  # languages to be made
    languages: Sequence[str]  # that the output offers, those among them
    formats: Sequence[str]
    kept: Callable[[str], bool]  # whether a file is there without being made
    # which files to make and to offer, whether or not that succeeds; None for all, and to offer what was made
    only: Callable[[str], bool] | None = None
    held: Sequence[str] = ()  # languages of which all has to be made, or nothing is


class Offer(NamedTuple):
    """What the pages of a language lead to."""

    article: list[str]  # names of downloads
    handouts: list[str]  # paths from where the handouts lie


def _figure_files(plan: figures.Plan) -> Files:
    """A language's figures, and the cover once more beside its page."""
    drawn, tag = figures.as_files(plan), plan.locale.tag
    files = {f"figures/{tag}/{name}": content for name, content in drawn.items()}
    return {**files, cover_path(tag): drawn["cover.png"]}


class LanguageFiles:
    """The files of each language of an order.

    Nothing waits that need not: a language's drawings are set going once it is written, then the PDFs, the
    longest first, and pages are set while these are made, as they are to be if nothing fails.
    """

    def __init__(self, jobs: Jobs, order: Order, texts: Texts, progress: Progress) -> None:
        self._jobs, self._order, self._texts, self._progress = jobs, order, texts, progress
        self._drawings: dict[str, Callable[[], Drawings]] = {}
        self._sheets: dict[str, Callable[[], dict[str, Drawing]]] = {}
        self._figure_files: dict[str, tuple[Task, Callable[[], Files]]] = {}

    def draw(self, tag: str) -> None:
        """Write a language, and set its drawings and figures going."""
        first, plan = not self._drawings and not self._sheets, self._texts.page(tag).plan
        if self._asks("html", "pdf"):
            self._drawings[tag] = self._jobs.draw(f"{tag}: figures", figures.for_page, plan)
        if self._asks("handouts"):
            sheets = handouts.plan(self._texts.editions[tag])
            self._sheets[tag] = self._jobs.draw(f"{tag}: handouts", handouts.draw, sheets)
        if first and self._asks("pdf", "handouts"):
            self._jobs.prepare(pdf.warm_up)
        if self._asks("figures"):
            paths = (*(f"figures/{tag}/{name}" for name in figures.FILES), cover_path(tag))
            task = Task(tag, paths, _figure_files, (plan,))
            self._figure_files[tag] = task, self._jobs.start(task)

    def make(self, data: bytes, shared: Mapping[str, bytes]) -> Files:
        """Every file of the languages, beside those that all share; `data` is what discordant.json holds."""
        tags = self._order.tags
        prints = [(task, self._jobs.start(task)) for task in self._prints(data)]
        hoped = {path for task, _finish in (*prints, *self._figure_files.values()) for path in task.paths}
        offers = {tag: self._offered(tag, {*shared, *hoped}) for tag in tags}
        pages = {tag: self._pages(tag, offers[tag]) for tag in tags}
        files: Files = {}
        for task, finish in prints:
            self._progress(f"making {task.paths[0]}")
            files |= finish()
        for tag in tags:
            self._progress(f"making {tag}")
            if tag in self._figure_files:
                files |= self._figure_files[tag][1]()
            there = self._offered(tag, {*shared, *files})
            files |= pages[tag] if there == offers[tag] else self._pages(tag, there)
        return files

    def _pages(self, tag: str, offer: Offer) -> Files:
        """The pages of a language, where this is beside them."""
        files: Files = {}
        with of_language(tag):
            if self._asks("handouts"):
                edition, sheets = self._texts.editions[tag], self._sheets[tag]()
                made = handouts.web(edition, self._texts.languages, sheets, offer.handouts)
                files |= {handouts.path(tag, name): content for name, content in made.items()}
            if self._asks("html"):
                text, drawn = self._texts.page(tag), self._drawings[tag]()
                page = article.page(text, self._texts.languages, drawn, offer.article)
                files[page_path(tag)] = page.encode("utf-8")
        return files

    def _asks(self, *formats: str) -> bool:
        """Whether the order asks for any of these formats."""
        return any(name in self._order.formats for name in formats)

    def _prints(self, data: bytes) -> Iterator[Task]:
        """Every PDF to be made; the longest first."""
        for tag in self._order.tags if self._asks("pdf") else ():
            path = print_edition.path(tag)
            if not self._wanted(path):
                continue
            self._progress(f"laying out {tag}")
            with of_language(tag):
                drawn = self._drawings[tag]()
            with self._jobs.noted(tag, (path,)):
                job = print_edition.job(self._texts.print(tag), drawn, data)
                yield Task(tag, (path,), print_one, (path, job))
        for tag, name in product(self._order.tags if self._asks("handouts") else (), handouts.NAMES):
            sizes = {handouts.pdf_path(tag, name, paper): size for paper, size in handouts.PAPERS.items()}
            if not any(map(self._wanted, sizes)):
                continue
            with of_language(tag):
                drawing = self._sheets[tag]()[name]
            with self._jobs.noted(tag, tuple(sizes)):
                job = handouts.job(self._texts.editions[tag], name, drawing)
                yield Task(tag, tuple(sizes), pdf.render_on, (job, sizes))

    def _offered(self, tag: str, files: Collection[str]) -> Offer:
        """What a language's pages can lead to, where these files are made and all its pages are."""
        papers = [handouts.pdf_path(tag, *kind) for kind in product(handouts.NAMES, handouts.PAPERS)]
        folder = handouts.path(tag, "")
        sheets = [path.removeprefix(folder) for path in papers if self._is_offered(path, files)]
        page, only = page_path(tag), self._order.only
        if only(page) if only else self._asks("html") or self._order.kept(page):
            sheets.append(imprint.ARTICLE)
        index = handouts.path(tag, handouts.INDEX)
        paths = {
            "pdf": print_edition.path(tag),
            "package": PACKAGE,
            "data": f"{DATA}/discordant.json",
            "csv": f"{DATA}/null-distribution-I.csv",
            "cover": cover_path(tag),
            "handouts": index,
        }
        there = {*files, index} if self._asks("handouts") else files
        return Offer([name for name, path in paths.items() if self._is_offered(path, there)], sheets)

    def _wanted(self, path: str) -> bool:
        return self._order.only is None or self._order.only(path)

    def _is_offered(self, path: str, files: Collection[str]) -> bool:
        if self._order.only:
            return self._order.only(path)
        return (path in files or self._order.kept(path)) and path not in self._jobs.failures.paths
