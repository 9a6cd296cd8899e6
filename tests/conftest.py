"""One build for all tests that read what a build makes, and the ways to run the command."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import html5lib
import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parents[1]
TAGS = ("en", "it", "zh-Hans")
SECONDS = 300  # for a command that hangs; nothing here is timed

# The same examples at every run, however slow the machine, and nothing written beside the tests.
settings.register_profile(
    "discordant", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("discordant")


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
