"""What stands of an earlier build: files as their manifest says, of today's sources, and no others."""

import json

import pytest

from discordant.language.folders import available
from discordant.production import kept
from discordant.workshop import emit

TAGS = available()
FILES = {
    path: path.encode()
    for path in (
        "output/index.html",
        "output/data/discordant.json",
        "output/discordant-package.zip",
        *(f"output/{tag}/index.html" for tag in TAGS),
        *(f"output/{tag}/handouts/points-a4.pdf" for tag in TAGS),
        *(f"figures/{tag}/cases.svg" for tag in TAGS),
    )
}
ONE = "output/it/handouts/points-a4.pdf"


@pytest.fixture
def folder(tmp_path):
    """A published folder of all languages, made from today's sources."""
    emit.publish({**FILES, emit.MANIFEST: kept.manifest(FILES, TAGS)}, tmp_path)
    return tmp_path


def listed(folder):
    return emit.read_manifest(folder)["files"]


def of_other_sources(folder, *paths):
    """As if these files had been made from other sources."""
    manifest = json.loads((folder / emit.MANIFEST).read_bytes())
    for path in paths:
        manifest["files"][path]["source"] = "0" * 64
    (folder / emit.MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")


# --- files --------------------------------------------------------------------------------------------------


def test_what_today_s_sources_would_make_stays(folder):
    assert kept.files(folder, listed(folder), TAGS) == FILES


@pytest.mark.parametrize("content", [None, b"", b"another"])
def test_a_file_that_is_another_or_gone_does_not(folder, content):
    (folder / ONE).unlink() if content is None else (folder / ONE).write_bytes(content)
    assert FILES.keys() - kept.files(folder, listed(folder), TAGS).keys() == {ONE}


@pytest.mark.parametrize("path", [ONE, "output/index.html", "output/discordant-package.zip"])
def test_a_file_of_other_sources_does_not(folder, path):
    of_other_sources(folder, path)
    assert FILES.keys() - kept.files(folder, listed(folder), TAGS).keys() == {path}


def test_where_other_languages_are_offered_nothing_stays(folder):
    """Every page has a list of them."""
    assert kept.files(folder, listed(folder), TAGS[:-1]) == {}


# --- languages ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", [["it"], ["zh-Hans", "en"], TAGS])
def test_a_language_that_is_still_true_is_offered_though_nobody_asks_for_it(folder, asked):
    assert kept.languages(asked, listed(folder), folder) == TAGS


@pytest.mark.parametrize("path", [ONE, "figures/it/cases.svg"])
def test_one_that_lacks_a_file_is_not(folder, path):
    (folder / path).unlink()
    assert kept.languages(["en"], listed(folder), folder) == ["en"]
    assert kept.languages(["en", "it"], listed(folder), folder) == TAGS  # of those asked for all is made anew


@pytest.mark.parametrize("path", [ONE, "output/zh-Hans/index.html"])
def test_one_with_a_file_of_other_sources_is_not(folder, path):
    of_other_sources(folder, path)
    assert kept.languages(["en"], listed(folder), folder) == ["en"]


def test_a_language_that_there_is_no_more_is_not(tmp_path):
    files = {**FILES, "output/xx/index.html": b"xx"}
    emit.publish({**files, emit.MANIFEST: kept.manifest(files, TAGS)}, tmp_path)
    assert "xx" not in kept.languages(["en"], listed(tmp_path), tmp_path)
    assert "output/xx/index.html" not in kept.files(tmp_path, listed(tmp_path), TAGS)


# --- the folder as a whole ----------------------------------------------------------------------------------


def test_a_folder_is_whole_as_long_as_each_file_is_as_listed(folder, tmp_path_factory):
    old = listed(folder)
    assert kept.whole(folder, old)
    (folder / ONE).write_bytes(FILES[ONE] + b" ")
    assert not kept.whole(folder, old)
    (folder / ONE).write_bytes(FILES[ONE])
    assert kept.whole(folder, old)
    (folder / ONE).unlink()
    assert not kept.whole(folder, old)
    copy = tmp_path_factory.mktemp("elsewhere") / "copy"
    copy.write_bytes(FILES[ONE])
    (folder / ONE).symlink_to(copy)  # which may change when this has been looked at
    assert not kept.whole(folder, old)
