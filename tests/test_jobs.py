"""Jobs: what one piece of work comes to is noted, and all else goes on."""

import pytest

from discordant.press.faces import FontError
from discordant.press.pdf import PangoMissing, PdfError
from discordant.production.failures import Failures
from discordant.production.jobs import Jobs, Task
from discordant.publication import edition
from discordant.publication.disk import load
from discordant.workshop.processes import NoRoom, OutOfMemory, SystemFault

PATHS = ("output/it/handouts/a.pdf", "output/it/handouts/b.pdf")


class Processes:
    """Does its work at once when asked for what it gives, in this process."""

    def start(self, work, *given):
        return None

    def finish(self, name, future, work, *given, seconds=0):
        return work(*given)


@pytest.fixture(scope="module")
def editions():
    return {"it": edition.read(load(), "it")}


def raising(error):
    def work():
        raise error

    return Task("it", PATHS, work, ())


def done(jobs, *tasks):
    """The files of all tasks, each set going before the first is waited for."""
    files = {}
    for finish in [jobs.start(task) for task in tasks]:
        files |= finish()
    return files


FINE = Task("it", ("output/it/fine",), lambda: {"output/it/fine": b"fine"}, ())


@pytest.mark.parametrize(
    "error", [PdfError("a sound"), SystemFault("killed", path="x"), FontError("no face")]
)
def test_a_failure_is_a_line_and_leaves_the_rest(error, editions):
    jobs = Jobs(Processes(), Failures(editions))
    assert done(jobs, raising(error), FINE) == {"output/it/fine": b"fine"}
    assert jobs.failures.paths == set(PATHS)
    assert jobs.failures.lines == [f"output/it/handouts/a.pdf, b.pdf: not made: {error.what}"]
    assert jobs.missing == ""


def test_missing_libraries_are_told_once_and_are_no_failure(editions):
    jobs = Jobs(Processes(), Failures(editions))
    lacking = [raising(PangoMissing("no Pango", advice="install it")) for _ in range(2)]
    assert done(jobs, *lacking, FINE) == {"output/it/fine": b"fine"}
    assert (jobs.missing, jobs.failures.lines) == ("no Pango; install it", [])
    assert jobs.failures.paths == set(PATHS)


def test_a_want_of_memory_is_told_as_something_missing(editions):
    jobs = Jobs(Processes(), Failures(editions))
    assert done(jobs, raising(NoRoom("memory was short")), FINE) == {"output/it/fine": b"fine"}
    assert "memory was short" in jobs.missing
    assert jobs.failures.lines == []


def test_nothing_of_a_held_language_may_fail(editions):
    jobs = Jobs(Processes(), Failures(editions, held=["it"]))
    with pytest.raises(PdfError) as caught:
        done(jobs, raising(PdfError("a sound")))
    assert (caught.value.path, caught.value.what) == (PATHS[0], "a sound")


def test_without_memory_all_ends(editions):
    with pytest.raises(OutOfMemory):
        done(Jobs(Processes(), Failures(editions)), raising(OutOfMemory("no memory")))


def test_a_fault_of_the_program_is_none_of_a_language(editions):
    with pytest.raises(ZeroDivisionError):
        done(Jobs(Processes(), Failures(editions)), raising(ZeroDivisionError()))


def test_drawings_are_waited_for_once(editions):
    asked = []
    drawn = Jobs(Processes(), Failures(editions)).draw(
        "it: figures", lambda plan: asked.append(plan) or plan, 7
    )
    assert (drawn(), drawn(), asked) == (7, 7, [7])
