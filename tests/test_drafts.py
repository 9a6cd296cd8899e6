"""A language that is being made turns no test red; what is wrong with it is said under its own name."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from drafts import LEFT, being_made

pytestmark = pytest.mark.built  # of processes
ROOT = Path(__file__).resolve().parents[1]
MADE_FROM = "it"
LAW = "tests/test_language_lists.py"


@pytest.fixture
def checkout(tmp_path):
    """A checkout with two languages more; one test of it asks for the languages that there are."""
    copy = tmp_path / "checkout" / "discordant"
    shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(*LEFT))
    for tag in ("fr", "eo"):
        shutil.copytree(copy / "locales" / MADE_FROM, copy / "locales" / tag)
        for catalog in (copy / "locales" / tag).rglob("*.po"):
            text = catalog.read_text(encoding="utf-8")
            catalog.write_text(text.replace(f"Language: {MADE_FROM}", f"Language: {tag}"), encoding="utf-8")
    (copy / LAW).write_text(
        "from discordant.language.folders import available\n\n\n"
        "def test_shipped_languages_alone(tags):\n"
        "    assert available() == [*tags]\n",
        encoding="utf-8",
    )
    return copy


def tried(checkout):
    """What pytest says of one test of the checkout."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", LAW],
        cwd=checkout,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
    )


def test_tests_see_the_shipped_languages_alone(checkout):
    run = tried(checkout)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "1 passed" in run.stdout
    assert being_made(checkout, ("en", "it", "zh-Hans")) == ["eo", "fr"]
    assert all(f"{tag}, which is being made: {tag}: " in run.stdout for tag in ("eo", "fr"))


def test_a_broken_language_is_named_alone(checkout):
    catalog = checkout / "locales" / "fr" / "LC_MESSAGES" / "page.po"
    catalog.write_text("<<<<<<< HEAD\n" + catalog.read_text(encoding="utf-8"), encoding="utf-8")
    run = tried(checkout)
    assert run.returncode == 1
    assert "1 passed" in run.stdout
    (told,) = (line for line in run.stdout.splitlines() if "unfinished merge" in line)
    assert told.startswith("fr, which is being made: locales/fr/LC_MESSAGES/page.po:1: ")
