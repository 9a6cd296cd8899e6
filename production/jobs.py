"""Jobs: work handed to processes, whose failures are noted and leave all other work whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import NamedTuple, TypeVar

from ..press import joining, pdf
from ..workshop.processes import SECONDS, Workshop
from .failures import CAUSES, Failures

Files = dict[str, bytes]  # path -> content
Plan = TypeVar("Plan")
Drawn = TypeVar("Drawn")


class Task(NamedTuple):
    """A piece of work that gives files of one language."""

    tag: str
    paths: tuple[str, ...]  # of all its files
    work: Callable[..., Files]
    given: tuple[object, ...]
    seconds: float = SECONDS


def print_one(path: str, job: pdf.Job) -> Files:
    """A PDF by its path."""
    return {path: pdf.render(job)}


def print_copies(path: str, job: joining.Job) -> Files:
    """A PDF of copies of sheets by its path."""
    return {path: joining.render(job)}


class Jobs:
    """Work in processes, and what of it could not be done."""

    def __init__(self, processes: Workshop, failures: Failures) -> None:
        self._processes = processes
        self.failures = failures
        self._missing = ""

    @property
    def missing(self) -> str:
        """What a part of the system that is missing, or a want of memory, kept from being made; "" else."""
        return self._missing or self.failures.no_room

    def prepare(self, work: Callable[[], None]) -> None:
        """Set a preparation going in each process."""
        self._processes.start_everywhere(work)

    def draw(self, name: str, work: Callable[[Plan], Drawn], plan: Plan) -> Callable[[], Drawn]:
        """Set drawings going; what comes back waits for them, and raises what keeps them from being made."""
        future = self._processes.start(work, plan)

        @cache
        def drawn() -> Drawn:
            made: Drawn = self._processes.finish(name, future, work, plan)
            return made

        return drawn

    def start(self, task: Task) -> Callable[[], Files]:
        """Set a task going; what comes back waits for its files, of which there are none where it failed."""
        future = self._processes.start(task.work, *task.given)

        def finish() -> Files:
            made: Files = {}
            with self.noted(task.tag, task.paths):
                made = self._processes.finish(
                    task.paths[0], future, task.work, *task.given, seconds=task.seconds
                )
            return made

        return finish

    @contextmanager
    def noted(self, tag: str, paths: Sequence[str]) -> Iterator[None]:
        """What keeps these files from being made is noted; raises it where they must be, or memory is out."""
        try:
            yield
        except pdf.PangoMissing as error:
            self._missing = str(error)
            self.failures.paths.update(paths)
        except CAUSES as error:
            self.failures.note(tag, paths, error)
