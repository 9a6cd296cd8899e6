"""Reviews: a mark in a catalog counts for one English and one text, and is sealed by a command."""

import json
import re
import shutil
from pathlib import Path

import pytest

from discordant.language import catalogs, reviewed
from discordant.language.refused import Refused
from discordant.publication import edition, progress
from discordant.publication.disk import load
from discordant.recipes.preview_blocks import about
from discordant.translating import review, reviewing

ROOT = Path(__file__).resolve().parents[1]
PO = Path("locales/it/LC_MESSAGES/article.po")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    shutil.copytree(ROOT / "locales" / "it", tmp_path / "locales" / "it")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def change(old, new):
    text = PO.read_text(encoding="utf-8")
    assert text.count(old) == 1
    PO.write_text(text.replace(old, new), encoding="utf-8")


def entry(name="question"):
    return catalogs.read(PO).entries[name]


def tally():
    return progress.tally(edition.read(load(), "it"), "article").reviewed


@pytest.mark.parametrize(
    ("comment", "state", "by"),
    [
        ("reviewed", "unsealed", ""),
        ("Reviewed.", "unsealed", ""),
        ("reviewed: Li Wei", "unsealed", "Li Wei"),
        ("reviewed by Li Wei", "unsealed", "Li Wei"),
        (reviewed.line("One", "Uno", "Li Wei")[2:], "reviewed", "Li Wei"),
        (reviewed.line("One", "Uno")[2:], "reviewed", ""),
        (reviewed.line("One", "Una")[2:], "changed", ""),
        (reviewed.line("Two", "Uno", "Bo")[2:], "changed", "Bo"),
        ("reviewed the word twice", "", ""),
        ("to be reviewed", "", ""),
        ("", "", ""),
    ],
)
def test_what_a_comment_says(comment, state, by):
    assert (reviewed.state([comment], "One", "Uno"), reviewed.who([comment])) == (state, by)


def test_a_mark_typed_by_hand_counts_once_it_is_sealed(folder):
    change('msgctxt "question"', '# reviewed: Li Wei\n#: templates/article.md\nmsgctxt "question"')
    assert (entry().review, tally()) == ("unsealed", 0)
    done = reviewing.seal("it", [])
    assert (done.paths, done.blocks) == ([PO], ["question"])
    assert (entry().review, entry().reviewer, tally()) == ("reviewed", "Li Wei", 1)
    assert reviewing.seal("it", []).blocks == []


def test_it_ends_with_the_text_and_with_the_english(folder):
    before = PO.read_text(encoding="utf-8")
    reviewing.seal("it", ["question", "standfirst"], "Bo")
    assert tally() == 2
    text = entry().text
    change(json.dumps(text, ensure_ascii=False), '"Altra domanda?"')
    assert (entry().review, tally()) == ("changed", 1)
    said = [fault for fault in review.check(["it"])[0].faults if "was reviewed" in fault.finding.what]
    assert [(fault.block, fault.finding.warning) for fault in said] == [("question", True)]
    change('"Altra domanda?"', json.dumps(text, ensure_ascii=False))
    assert (entry().review, tally()) == ("reviewed", 2)
    change(json.dumps(entry().english), '"On which cases?"')
    assert tally() == 1
    without = "".join(
        line for line in PO.read_text("utf-8").splitlines(True) if not line.startswith("# reviewed")
    )
    assert without == before.replace(
        json.dumps(catalogs.read(ROOT / PO).entries["question"].english), '"On which cases?"'
    )


def test_an_update_keeps_marks(folder, discordant):
    reviewing.seal("it", ["question"], "Bo")
    sealed = PO.read_bytes()
    assert discordant("locale", "update", "it", cwd=folder).returncode == 0
    assert PO.read_bytes() == sealed


def test_a_whole_part(folder, discordant):
    run = discordant("locale", "review", "it", "handouts", "--by", "Anna", cwd=folder)
    blocks = [block for block in load().blocks.values() if progress.part(block) == "handouts"]
    assert run.stdout.splitlines()[-1] == f"it: marked as reviewed: {len(blocks)}"
    table = discordant("locale", "status", "it", cwd=folder).stdout
    assert "reviewed" in table.splitlines()[0]
    standing = json.loads(discordant("locale", "status", "it", "--json", cwd=folder).stdout)["locales"][0]
    assert standing["parts"]["handouts"]["reviewed"] == len(blocks)
    assert standing["all"]["reviewed"] == len(blocks)
    assert discordant("locale", "review", "it", "handouts", "--by", "Anna", cwd=folder).returncode == 0
    po = (folder / "locales/it/LC_MESSAGES/handouts.po").read_text(encoding="utf-8")
    assert len(re.findall(r"^# reviewed: [0-9a-f]{8} \(Anna\)$", po, re.MULTILINE)) == len(blocks)


@pytest.mark.parametrize(
    ("names", "by", "said"),
    [
        (["nothing.here"], "", "no block or part 'nothing.here'"),
        (["question"], "<b>@x", "--by"),
        (["question"], "A\u202eB", "U+202E"),
    ],
)
def test_what_cannot_be_marked(folder, names, by, said):
    before = PO.read_bytes()
    with pytest.raises(Refused, match=re.escape(said)):
        reviewing.seal("it", names, by)
    assert PO.read_bytes() == before


def test_what_is_not_translated_cannot_be_reviewed(folder):
    change(json.dumps(entry().text, ensure_ascii=False), '""')
    with pytest.raises(Refused, match="no translation of today's English"):
        reviewing.seal("it", ["question"])
    assert "question" not in reviewing.seal("it", ["article"]).blocks


def test_the_preview_knows(folder):
    reviewing.seal("it", ["question"])
    known = {one["id"]: one["reviewed"] for one in about(edition.read(load(), "it"))}
    assert known["question"]
    assert sum(known.values()) == 1
