"""The files of each language, made in processes and here side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from ..article import figures, print_edition
from ..article import page as article
from ..press import pdf
from ..press.drawings import Drawing
from ..publication.edition import Languages
from ..teaching.handouts import pages as handouts
from .failures import of_language
from .jobs import Files, Jobs, Task, print_one
from .products import DATA, PACKAGE, cover_path, page_path

Progress = Callable[[str], None]
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


class Texts(NamedTuple):
    """Everything that is written in one language."""

    page: article.Written
    print: print_edition.Texts


def _figure_files(plan: figures.Plan) -> Files:
    """A language's figures, and the cover once more beside its page."""
    drawn, tag = figures.as_files(plan), plan.locale.tag
    files = {f"figures/{tag}/{name}": content for name, content in drawn.items()}
    return {**files, cover_path(tag): drawn["cover.png"]}


class LanguageFiles:
    """The files of each language of an order; `data` is the content of discordant.json."""

    def __init__(
        self,
        jobs: Jobs,
        order: Order,
        languages: Languages,
        texts: Mapping[str, Texts],
        data: bytes,
        progress: Progress,
    ) -> None:
        self._jobs, self._order, self._languages = jobs, order, languages
        self._texts, self._data, self._progress = texts, data, progress
        self._drawings: dict[str, Callable[[], Drawings]] = {}
        self._sheets: dict[str, Callable[[], dict[str, Drawing]]] = {}

    def make(self, shared: Mapping[str, bytes]) -> Files:
        """Every file of the languages, beside those that all share.

        Drawings come first, since PDFs and pages wait for them.
        """
        tags = self._order.tags
        self._start_drawings()
        prints = [(task.paths[0], self._jobs.start(task)) for task in self._prints()]
        figure_files = {tag: self._figure_files(tag) for tag in tags if self._asks("figures")}
        files: Files = {}
        for path, finish in prints:
            self._progress(f"making {path}")
            files |= finish()
        for tag in tags:
            self._progress(f"making {tag}")
            if tag in figure_files:
                files |= figure_files[tag]()
            with of_language(tag):
                if self._asks("handouts"):
                    files |= self._handouts(tag, files)
                if self._asks("html"):
                    there = self._offered(tag, {**shared, **files})
                    page = article.page(self._texts[tag].page, self._languages, self._drawings[tag](), there)
                    files[page_path(tag)] = page.encode("utf-8")
        return files

    def _asks(self, *formats: str) -> bool:
        """Whether the order asks for any of these formats."""
        return any(name in self._order.formats for name in formats)

    def _start_drawings(self) -> None:
        """Set the drawings of pages and handouts going, in every language."""
        pages = {tag: self._texts[tag].page for tag in self._order.tags}
        if self._asks("html", "pdf"):
            self._drawings = {
                tag: self._jobs.draw(f"{tag}: figures", figures.for_page, text.plan)
                for tag, text in pages.items()
            }
        if self._asks("pdf", "handouts"):
            self._jobs.prepare(pdf.warm_up)
        if self._asks("handouts"):
            plans = {tag: handouts.plan(text.edition) for tag, text in pages.items()}
            self._sheets = {
                tag: self._jobs.draw(f"{tag}: handouts", handouts.draw, plan) for tag, plan in plans.items()
            }

    def _prints(self) -> Iterator[Task]:
        """Every PDF to be made; the longest first."""
        for tag in self._order.tags if self._asks("pdf") else ():
            path = print_edition.path(tag)
            if not self._wanted(path):
                continue
            self._progress(f"laying out {tag}")
            with of_language(tag):
                drawn = self._drawings[tag]()
            with self._jobs.noted(tag, (path,)):
                job = print_edition.job(self._texts[tag].print, drawn, self._data)
                yield Task(tag, (path,), print_one, (path, job))
        for tag, name in product(self._order.tags if self._asks("handouts") else (), handouts.NAMES):
            sizes = {handouts.pdf_path(tag, name, paper): size for paper, size in handouts.PAPERS.items()}
            if not any(map(self._wanted, sizes)):
                continue
            with of_language(tag):
                drawing = self._sheets[tag]()[name]
            with self._jobs.noted(tag, tuple(sizes)):
                job = handouts.job(self._texts[tag].page.edition, name, drawing)
                yield Task(tag, tuple(sizes), pdf.render_on, (job, sizes))

    def _figure_files(self, tag: str) -> Callable[[], Files]:
        paths = (*(f"figures/{tag}/{name}" for name in figures.FILES), cover_path(tag))
        return self._jobs.start(Task(tag, paths, _figure_files, (self._texts[tag].page.plan,)))

    def _handouts(self, tag: str, files: Mapping[str, bytes]) -> Files:
        folder = handouts.path(tag, "")
        papers = [handouts.pdf_path(tag, *kind) for kind in product(handouts.NAMES, handouts.PAPERS)]
        there = [path.removeprefix(folder) for path in papers if self._is_offered(path, files)]
        page, only = page_path(tag), self._order.only
        if only(page) if only else self._asks("html") or self._order.kept(page):
            there.append(handouts.ARTICLE)
        edition = self._texts[tag].page.edition
        made = handouts.web(edition, self._languages, self._sheets[tag](), there)
        return {folder + name: content for name, content in made.items()}

    def _offered(self, tag: str, files: Mapping[str, bytes]) -> list[str]:
        """What can be downloaded from a language's page."""
        paths = {
            "pdf": print_edition.path(tag),
            "package": PACKAGE,
            "data": f"{DATA}/discordant.json",
            "csv": f"{DATA}/null-distribution-I.csv",
            "cover": cover_path(tag),
            "handouts": handouts.path(tag, handouts.INDEX),
        }
        return [name for name, path in paths.items() if self._is_offered(path, files)]

    def _wanted(self, path: str) -> bool:
        return self._order.only is None or self._order.only(path)

    def _is_offered(self, path: str, files: Mapping[str, bytes]) -> bool:
        if self._order.only:
            return self._order.only(path)
        return (path in files or self._order.kept(path)) and path not in self._jobs.failures.paths
