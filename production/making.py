"""The files of each language, made in the workshop and here side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from functools import cache
from itertools import product
from typing import Any, NamedTuple, cast

from ..article import figures, print_edition
from ..article import page as article
from ..article.page import Written
from ..press import pdf
from ..press.drawings import Drawing
from ..publication.disk import Publication
from ..teaching.handouts import pages as handouts
from ..workshop.processes import Workshop
from .failures import CAUSES, Failures, of_language
from .products import DATA, PACKAGE, cover_path, page_path

Progress = Callable[[str], None]


class Order(NamedTuple):
    """What is to be made."""

    tags: Sequence[str]  # languages to be made
    languages: Sequence[str]  # that the output offers, those among them
    formats: Sequence[str]
    kept: Callable[[str], bool]  # whether a file is there without being made
    # which files to make and to offer, whether or not that succeeds; None for all, and to offer what was made
    only: Callable[[str], bool] | None = None
    held: Sequence[str] = ()  # languages of which all has to be made, or nothing is


class _Print(NamedTuple):
    """A piece of work that gives PDFs by path."""

    work: Callable[..., dict[str, bytes]]
    given: tuple[Any, ...]
    tag: str
    paths: tuple[str, ...]


def _pdf(path: str, job: pdf.Job) -> dict[str, bytes]:
    return {path: pdf.render(job)}


class Made:
    """The files of each language, made in the workshop and here side by side."""

    def __init__(
        self,
        shop: Workshop,
        publication: Publication,
        written: Mapping[str, Written],
        prints: Mapping[str, print_edition.Texts],
        data: bytes,
        order: Order,
        progress: Progress,
    ) -> None:
        self._shop, self._publication, self._written = shop, publication, written
        self._texts, self._data, self._order, self._progress = prints, data, order, progress
        self._formats = order.formats
        self.missing = ""
        self.failures = Failures(publication, order.held)

    def files(self, shared: Mapping[str, bytes]) -> dict[str, bytes]:
        """Every file of the languages, beside those that all share.

        Drawings come first, since PDFs and pages wait for them.
        """
        tags = self._order.tags
        texts = [self._written[tag] for tag in tags]
        drawings, sheets = self._drawings(texts), self._sheet_drawings(tags)
        prints = [
            (task, self._shop.start(task.work, *task.given)) for task in self._prints(tags, drawings, sheets)
        ]
        figure_files = {
            text.tag: self._shop.start(figures.as_files, text.plan)
            for text in texts
            if "figures" in self._formats
        }
        files: dict[str, bytes] = {}
        for task, future in prints:
            self._progress(f"making {task.paths[0]}")
            files |= self._printed(task, future)
        for text in texts:
            self._progress(f"making {text.tag}")
            if text.tag in figure_files:
                files |= self._figure_files(text, figure_files[text.tag])
            with of_language(text.tag):
                if "handouts" in self._formats:
                    files |= self._handouts(text, sheets(text.tag), files)
                if "html" in self._formats:
                    there = self._offered(text.tag, {**shared, **files})
                    page = article.page(text, drawings(text.tag), there)
                    files[page_path(text.tag)] = page.encode("utf-8")
        return files

    def _prints(
        self, tags: Sequence[str], drawings: Callable[[str], Any], sheets: Callable[[str], Any]
    ) -> Iterator[_Print]:
        """Every PDF to be made; the longest first."""
        for tag in tags if "pdf" in self._formats else ():
            path = print_edition.path(tag)
            if not self._wanted(path):
                continue
            self._progress(f"laying out {tag}")
            with of_language(tag):
                drawn = drawings(tag)
            try:
                job = print_edition.job(self._publication, self._texts[tag], drawn, self._data)
                yield _Print(_pdf, (path, job), tag, (path,))
            except CAUSES as error:
                self.failures.note(tag, (path,), error)
        for tag, name in product(tags if "handouts" in self._formats else (), handouts.NAMES):
            sizes = {handouts.pdf_path(tag, name, paper): size for paper, size in handouts.PAPERS.items()}
            if not any(map(self._wanted, sizes)):
                continue
            with of_language(tag):
                drawing = sheets(tag)[name]
            try:
                job = handouts.job(self._publication, tag, name, drawing)
                yield _Print(pdf.render_on, (job, sizes), tag, tuple(sizes))
            except CAUSES as error:
                self.failures.note(tag, tuple(sizes), error)

    def _handouts(
        self, text: Written, drawings: Mapping[str, Drawing], files: Mapping[str, bytes]
    ) -> dict[str, bytes]:
        folder = handouts.path(text.tag, "")
        papers = [handouts.pdf_path(text.tag, *kind) for kind in product(handouts.NAMES, handouts.PAPERS)]
        there = [path.removeprefix(folder) for path in papers if self._is_offered(path, files)]
        page = page_path(text.tag)
        if self._order.only(page) if self._order.only else "html" in self._formats or self._order.kept(page):
            there.append(handouts.ARTICLE)
        made = handouts.web(self._publication, text.tag, text.context["languages"], drawings, there)
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
        return (path in files or self._order.kept(path)) and path not in self.failures.paths

    def _drawings(self, texts: Sequence[Written]) -> Callable[[str], dict[str, list[Drawing]]]:
        """Set the drawings for pages going, in every language; what comes back waits for those of one."""
        started: dict[str, Future[Any]] = {}
        if {"html", "pdf"} & set(self._formats):
            started = {text.tag: self._shop.start(figures.for_page, text.plan) for text in texts}
        if {"pdf", "handouts"} & set(self._formats):
            self._shop.start_everywhere(pdf.warm_up)

        @cache
        def drawings(tag: str) -> dict[str, list[Drawing]]:
            plan = self._written[tag].plan
            drawn = self._shop.finish(f"{tag}: figures", started[tag], figures.for_page, plan)
            return cast(dict[str, list[Drawing]], drawn)

        return drawings

    def _sheet_drawings(self, tags: Sequence[str]) -> Callable[[str], dict[str, Drawing]]:
        """The same for the figures of the handouts."""
        plans = {tag: handouts.plan(self._publication, tag) for tag in tags if "handouts" in self._formats}
        started = {tag: self._shop.start(handouts.draw, plan) for tag, plan in plans.items()}

        @cache
        def drawings(tag: str) -> dict[str, Drawing]:
            drawn = self._shop.finish(f"{tag}: handouts", started[tag], handouts.draw, plans[tag])
            return cast(dict[str, Drawing], drawn)

        return drawings

    def _printed(self, task: _Print, future: Future[Any]) -> dict[str, bytes]:
        try:
            made = self._shop.finish(task.paths[0], future, task.work, *task.given)
            return cast(dict[str, bytes], made)
        except pdf.PangoMissing as error:
            self.missing = str(error)
            self.failures.paths.update(task.paths)
        except CAUSES as error:
            self.failures.note(task.tag, task.paths, error)
        return {}

    def _figure_files(self, text: Written, future: Future[Any]) -> dict[str, bytes]:
        paths = (*(f"figures/{text.tag}/{name}" for name in figures.FILES), cover_path(text.tag))
        try:
            drawn = self._shop.finish(f"{text.tag}: figures", future, figures.as_files, text.plan)
        except CAUSES as error:
            self.failures.note(text.tag, paths, error)
            return {}
        files = {f"figures/{text.tag}/{name}": content for name, content in drawn.items()}
        return {**files, cover_path(text.tag): drawn["cover.png"]}
