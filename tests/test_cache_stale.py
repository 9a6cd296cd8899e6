"""What has changed is made again, whenever it was saved; what keys do not know goes with `--no-cache`."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import discordant as package
from discordant.workshop import sources
from discordant.workshop.cache import PREFIX

ROOT = Path(package.__file__).parent
CATALOG = "locales/it/LC_MESSAGES/article.po"
DATA = "output/data/discordant.json"
COMMAND = ("build", "--locale", "it", "--format", "json")
# a build of COMMAND during which an author saves a catalog: before or behind the reading of texts
SAVES = """
import sys
from pathlib import Path
from discordant.cli import main
from discordant.production import make as production
make = production.make

def meanwhile(*given):
    made = make(*given)
    path = Path(sys.argv[1])
    text = path.read_text("utf-8")
    path.write_text(text.replace('msgstr "Stesso vantaggio', 'msgstr "Lo stesso vantaggio'), "utf-8")
    return made

production.make = meanwhile
raise SystemExit(main(sys.argv[2:]))
"""


@pytest.mark.built
def test_what_is_saved_during_a_build_is_made_by_the_next(discordant, publication, tmp_path):
    folder = publication(CATALOG)
    before = (folder / CATALOG).read_text("utf-8")
    command = [sys.executable, "-c", SAVES, CATALOG, *COMMAND]
    assert subprocess.run(command, cwd=folder, capture_output=True, timeout=300).returncode == 0
    assert (folder / CATALOG).read_text("utf-8") != before
    run = discordant(*COMMAND, cwd=folder)
    assert (run.returncode, run.stderr) == (0, "")
    assert "nothing has changed" not in run.stdout
    assert discordant(*COMMAND, "--no-cache", "-o", tmp_path / "anew", cwd=folder).returncode == 0
    assert (folder / DATA).read_bytes() == (tmp_path / "anew" / DATA).read_bytes()
    assert "nothing has changed" in discordant(*COMMAND, cwd=folder).stdout


@pytest.mark.built
def test_what_is_made_anew_leaves_nothing_to_come_back(discordant, tmp_path):
    """Of another Pango, say, which no key knows."""
    assert discordant(*COMMAND, cwd=tmp_path).returncode == 0
    assert list(tmp_path.glob(f"{PREFIX}*"))
    assert discordant(*COMMAND, "--no-cache", cwd=tmp_path).returncode == 0
    assert not list(tmp_path.glob(f"{PREFIX}*"))


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A publication of one's own that has settings and catalogs."""
    for tag in ("en", "it"):
        shutil.copytree(ROOT / "locales" / tag, tmp_path / "locales" / tag)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("tag", "other"), [("it", "en"), ("en", "it")])
def test_settings_of_a_language_that_stands_on_a_page_are_among_its_sources(own, tag, other):
    """English may stand on any page; every page names the others, in their own fonts."""
    before = sources.locale_hash(tag, ["en", "it"])
    with (own / "locales" / other / "locale.toml").open("a", encoding="utf-8") as file:
        file.write("# another\n")
    assert sources.locale_hash(tag, ["en", "it"]) != before


def test_a_folder_that_is_a_link_is_among_the_sources(own):
    shutil.move(own / "locales" / "it" / "LC_MESSAGES", own / "locales" / "po")
    (own / "locales" / "it" / "LC_MESSAGES").symlink_to("../po")
    before, state = sources.locale_hash("it", ["it"]), sources.state()
    (own / "locales" / "po" / "discordant.po").write_text("", "utf-8")
    assert sources.locale_hash("it", ["it"]) != before
    assert sources.state() != state


def test_a_link_out_of_a_publication_or_round_in_it_has_an_end(own):
    (own / "locales" / "it" / "out").symlink_to("/")
    (own / "locales" / "it" / "round").symlink_to("..")
    assert sources.locale_hash("it", ["it"]) == sources.locale_hash("it", ["it"])
