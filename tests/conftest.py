"""One build for all tests that read what a build makes, and the ways to run the command."""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from copy import deepcopy
from pathlib import Path

import html5lib
import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "tests" / "oracles"))  # modules that several tests read sheets with

from building import run_all  # noqa: E402
from drafts import being_made, run_without  # noqa: E402
from java import VeraPdf, complaints  # noqa: E402
from shared import Copy, Shared  # noqa: E402
from sheet_seeds import coded  # noqa: E402

from discordant.workshop.garbage import collect_rarely  # noqa: E402

TAGS = ("en", "it", "zh-Hans")  # whose pages and sheets are read; others may lie beside them
LARGE_SEED, LARGE_SECRET = 16045690984503098046, "0k5fz2m8qay3vcd7w1"  # as one that is drawn
SECONDS = 300  # for a command that hangs; nothing here is timed
MACOS = "/Applications/Chromium.app/Contents/MacOS/Chromium"
# What a test uses that needs one of these is slow: something is built, or runs in a process or a browser.
BUILT = {"discordant", "many", "made", "beginning", "sheets", "large", "every_kind"}
BUILT |= {"browser", "complaints_of", "verapdf", "wheel"}
QUICK = 120  # seconds in which any other test has long ended

collect_rarely()  # as commands do; looking for garbage took a tenth of a run

# A start in the background has interrupts ignored, and so would every command that a test interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples at every run, however slow the machine, and nothing written beside the tests.
settings.register_profile(
    "discordant", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("discordant")


def pytest_cmdline_main(config):
    """Languages that are being made are nobody's fault but their own; pictures are renewed where they lie."""
    drafts = being_made(ROOT, TAGS)
    if not drafts or config.getoption("renew_pictures"):
        return None
    return run_without(drafts, ROOT, config.invocation_params.args, config.invocation_params.dir)


def pytest_addoption(parser):
    parser.addoption("--renew-pictures", action="store_true", help="write tests/pictures anew")


def command(*arguments, cwd, env=None, **options):
    """The finished process of `discordant ARGUMENT...`, run in a folder, with its output as text."""
    return subprocess.run(
        [sys.executable, "-m", "discordant", *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, **(env or {})},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=SECONDS,
        **options,
    )


@pytest.fixture(scope="session")
def discordant():
    return command


@pytest.fixture(scope="session")
def tags():
    return TAGS


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    """Makes a folder by its name, once for all processes of a run."""
    folders = Shared(tmp_path_factory)
    yield folders
    folders.check()


@pytest.fixture(scope="session")
def made(shared):
    """The folder in which one full build was made: it holds output/ and figures/."""

    def build(folder):
        run = command("build", "--no-cache", cwd=folder)  # which nobody else would use
        assert (run.returncode, run.stderr) == (0, "")

    return shared("made", build)


@pytest.fixture(scope="module")
def copied(made, tmp_path_factory):
    return Copy(made, tmp_path_factory.mktemp("copied") / "copy")


@pytest.fixture
def copy(copied):
    """A copy of the build, to be changed."""
    return copied.fresh()


@pytest.fixture(scope="session")
def many(tmp_path_factory):
    """Runs many commands, {name: (folder, arguments)}, and gives {name: finished process}."""
    return lambda commands: run_all(tmp_path_factory.mktemp("many"), commands)


@pytest.fixture(scope="session")
def beginning(shared):
    """A folder with two languages of its own, each translated in part, and what a build of them made."""

    def build(folder):
        shutil.copytree(ROOT / "tests" / "locales", folder / "locales")
        run = command("build", "--locale", "ar", "--locale", "pt", cwd=folder)
        assert run.returncode == 0, run.stderr

    return shared("beginning", build)


def sheet(shared, name, *options):
    """The folder of an exercise sheet."""

    def make(folder):
        run = command("handout", "sheet", *options, cwd=folder)
        assert (run.returncode, run.stderr) == (0, "")

    (folder,) = shared(name, make).iterdir()
    return folder


@pytest.fixture(scope="session")
def sheets(shared):
    """The folder of one exercise sheet in all languages, of eight items and four variants."""
    return sheet(shared, "sheets", "--items", 8, "--variants", 4, "--seed", coded(2026))


@pytest.fixture(scope="session")
def large(shared):
    """The folder of a sheet in English with every kind of exercise, in large print on US Letter."""
    seed = coded(LARGE_SEED, LARGE_SECRET)
    options = ("--locale", "en", "--items", 16, "--paper", "letter", "--large", "--seed", seed)
    return sheet(shared, "large", *options)


@pytest.fixture(scope="session")
def every_kind(shared):
    """The folder of a roomy sheet with every kind of exercise: all languages, two variants, on US Letter.

    Of the PDFs only the students' of variant A are made; the others are empty.
    """
    from discordant.production.jobs import print_one
    from discordant.recipes import sheets as recipe

    class Workshop:
        def start(self, work, *given):
            return None

        def finish(self, name, future, work, *given, **limits):
            needless = "-A-" not in name or name.startswith("teacher")
            return {name: b""} if work is print_one and needless else work(*given)

    def make(folder):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(recipe, "workshop", lambda *given: contextlib.nullcontext(Workshop()))
            order, roomy = recipe.order(16, 2, (), None, coded(2026)), recipe.Extras(roomy=True)
            recipe.make(order, (), "letter", False, folder, print, roomy)

    (folder,) = shared("kinds", make).iterdir()
    return folder


@pytest.fixture(scope="session")
def appendix(made):
    return json.loads((made / "output" / "data" / "discordant.json").read_bytes())


@pytest.fixture(scope="session")
def read_page():
    """Reads a page of HTML as a tree of lxml, by html5lib, without namespaces and without its fonts."""
    known = {}  # reading takes seconds, a copy none

    def parse(text):
        root = html5lib.parse(text, treebuilder="lxml", namespaceHTMLElements=False).getroot()
        for element in root.iter("{*}*"):
            element.tag = element.tag.rpartition("}")[2]
        return root

    def read(path):
        text = re.sub(r"url\(data:[^)]*\)", "url()", path.read_text(encoding="utf-8"))
        if text not in known:
            known[text] = parse(text)
        return deepcopy(known[text])

    return read


@pytest.fixture(scope="session")
def trees(made, read_page):
    return {tag: read_page(made / "output" / tag / "index.html") for tag in TAGS}


@pytest.fixture(scope="session")
def complaints_of():
    """What the Nu HTML checker says about pages in a folder: errors, warnings, notes."""
    return lambda folder, pages: complaints(folder, pages, SECONDS)


@pytest.fixture(scope="session")
def verapdf():
    """Holds PDFs to PDF/A-3a and PDF/UA-1 by veraPDF; what it finds is in the error."""
    checker = VeraPdf()
    yield checker.validate
    checker.end()


@pytest.fixture(scope="module")
def browser():
    """The system's Chromium."""
    from playwright.sync_api import sync_playwright

    names = map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))
    path = next(filter(None, names), MACOS if sys.platform == "darwin" else None)
    assert path, "no Chromium here; ./do setup test brings it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def publication(tmp_path):
    """A folder with a publication's own files: call it with a path and a change to the package's text."""

    def own(path, change=lambda text: text, folder=tmp_path / "publication"):
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        before = (ROOT / path).read_text(encoding="utf-8")
        after = change(before)
        target.write_text(after, encoding="utf-8")
        return folder

    return own


@pytest.fixture(scope="session")
def made_anew(made):
    """What `verify` makes of a manifest."""
    from anew import Anew

    return Anew(made)


def pytest_collection_modifyitems(config, items):
    """Mark what is slow by what it uses; the rest has less time before it counts as hanging."""
    for item in items:
        if BUILT & set(item.fixturenames):
            item.add_marker("built")
        elif item.get_closest_marker("built") is None:
            item.add_marker(pytest.mark.timeout(QUICK))
    if hasattr(config, "workerinput"):  # files with what is slow come first, so that nobody waits in the end
        slow = Counter(item.path for item in items if item.get_closest_marker("built"))
        items.sort(key=lambda item: not slow[item.path])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """A process has whole files, in the order above: what the tests of a file share is made once."""
    from xdist.scheduler import LoadFileScheduling

    config.option.loadscopereorder = False
    return LoadFileScheduling(config, log)


def pytest_terminal_summary(terminalreporter):
    """Print the tables that tests have recorded, in whatever process they ran."""
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        for name, table in report.user_properties:
            if name == "table" and report.when == "call":
                terminalreporter.write_line(f"\n{table}")
