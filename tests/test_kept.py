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
    assert kept.files(folder, listed(folder), TAGS, TAGS) == FILES


@pytest.mark.parametrize("content", [None, b"", b"another"])
def test_a_file_that_is_another_or_gone_does_not(folder, content):
    (folder / ONE).unlink() if content is None else (folder / ONE).write_bytes(content)
    assert FILES.keys() - kept.files(folder, listed(folder), TAGS, TAGS).keys() == {ONE}


@pytest.mark.parametrize("path", [ONE, "output/index.html", "output/discordant-package.zip"])
def test_a_file_of_other_sources_does_not(folder, path):
    of_other_sources(folder, path)
    assert FILES.keys() - kept.files(folder, listed(folder), TAGS, TAGS).keys() == {path}


def test_where_other_languages_are_offered_nothing_stays(folder):
    """Every page has a list of them."""
    assert kept.files(folder, listed(folder), TAGS[:-1], TAGS) == {}


# --- languages ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", [["it"], ["zh-Hans", "en"], TAGS])
def test_a_language_that_is_still_true_is_offered_though_nobody_asks_for_it(folder, asked):
    assert kept.languages(asked, listed(folder), folder) == TAGS


@pytest.mark.parametrize("path", [ONE, "figures/it/cases.svg"])
def test_one_that_lacks_a_file_is_not(folder, path):
    (folder / path).unlink()
    assert kept.languages(["en"], listed(folder), folder) == [tag for tag in TAGS if tag != "it"]
    assert kept.languages(["en", "it"], listed(folder), folder) == TAGS  # of those asked for all is made anew


@pytest.mark.parametrize("path", [ONE, "output/it/index.html"])
def test_one_with_a_file_of_older_sources_is_and_keeps_its_files(folder, path):
    of_other_sources(folder, path)
    old = listed(folder)
    assert kept.languages(["en"], old, folder) == TAGS
    assert kept.older(old, TAGS) == {path}
    assert kept.files(folder, old, TAGS, ["en"]) == FILES
    assert FILES.keys() - kept.files(folder, old, TAGS, ["en", "it"]).keys() == {path}


def test_files_of_a_language_that_is_no_longer_offered_stay_as_older_ones(folder):
    """As where its catalog can no longer be read; what all languages share is to be made anew."""
    of_it = {path for path in FILES if kept.tag_of(path) == "it"}
    old, offered = listed(folder), ["en", "zh-Hans"]
    stays = kept.files(folder, old, offered, offered)
    assert stays.keys() == kept.older(old, offered) & of_it == of_it
    document = json.loads(kept.manifest(stays, offered, {path: old[path].source for path in stays}))
    assert {entry["source"] for entry in document["files"].values()} == {old[ONE].source}
    assert document["languages"] == offered


def test_a_language_that_there_is_no_more_is_not(tmp_path):
    files = {**FILES, "output/xx/index.html": b"xx"}
    emit.publish({**files, emit.MANIFEST: kept.manifest(files, TAGS)}, tmp_path)
    assert "xx" not in kept.languages(["en"], listed(tmp_path), tmp_path)
    assert "output/xx/index.html" not in kept.files(tmp_path, listed(tmp_path), TAGS, ["en"])


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
