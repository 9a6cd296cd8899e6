"""Nothing that a translator wrote is lost when the English changes, and nothing is current unseen."""

import datetime
import io
import random
import shutil
import subprocess

import pytest
from babel.messages.pofile import read_po
from translate.storage.pypo import pofile

from discordant.article import page as article
from discordant.language import catalogs
from discordant.language.catalogs import Source
from discordant.publication import progress
from discordant.translating import merging, review
from discordant.translating.catalogs import told as told_of
from discordant.translating.merging import Change

DAY = datetime.date(2026, 11, 30)
HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Language: it\\n"\n'


def source(block, text):
    return Source(block, text, (), "article.md", 12, "{" in text)


def entry(block, english, text, before=""):
    return f'\n{before}msgctxt "{block}"\nmsgid "{english}"\nmsgstr "{text}"\n'


@pytest.fixture
def merge(tmp_path):
    """Updates a catalog of one part, from content or as it was left: its changes, the entries, its text."""
    path = tmp_path / "article.po"

    def update(sources, content=None):
        if content is not None:
            path.write_text(content, "utf-8")
        merged = merging.merge({"article": path}, {"article": sources}, "it", "1", DAY)
        path.write_bytes(merged.files["article"])
        again = merging.merge({"article": path}, {"article": sources}, "it", "1", DAY)
        assert again.files == merged.files  # a second update has nothing to do
        assert again.changes == {"article": []}
        return merged.changes["article"], catalogs.read(path), path.read_text("utf-8")

    return update


def test_a_renamed_block_keeps_its_translation(merge):
    content = HEAD + entry("old", "It was a draw.", "Era un pareggio.", "# seen by Ada\n")
    changes, catalog, text = merge([source("new", "It was a draw.")], content)
    assert changes == [Change("moved", "new", "old")]
    assert catalog.translation("new", "It was a draw.") == "Era un pareggio."
    assert "# seen by Ada" in text
    assert "#~" not in text


def test_a_renamed_block_with_a_doubt_keeps_the_doubt(merge):
    before = '#, fuzzy\n#| msgid "It is a draw."\n'
    content = HEAD + entry("old", "It was a draw.", "È un pareggio.", before)
    _changes, catalog, text = merge([source("new", "It was a draw.")], content)
    assert catalog.state("new", "It was a draw.") == "stale"
    assert '#| msgid "It is a draw."' in text


@pytest.mark.parametrize(
    ("gone", "come"),
    [
        ([("a", "Yes", "Sì"), ("b", "Yes", "Certo")], ["c"]),  # which of the two is meant?
        ([("a", "Yes", "Sì")], ["c", "d"]),  # one of them is another
    ],
)
def test_what_is_not_certain_is_fuzzy(merge, gone, come):
    _changes, catalog, _text = merge(
        [source(name, "Yes") for name in come], HEAD + "".join(entry(*one) for one in gone)
    )
    assert [catalog.state(name, "Yes") for name in come] == ["fuzzy"] * len(come)


def test_the_same_english_elsewhere_is_offered_as_fuzzy_for_good(merge):
    """Another place may need another word: only a person ends the doubt."""
    content = HEAD + entry("a", "Yes", "Sì")
    changes, catalog, _text = merge([source("a", "Yes"), source("b", "Yes")], content)
    assert changes == [Change("filled", "b", "a")]
    assert catalog.state("b", "Yes") == "fuzzy"
    assert catalog.entries["b"].previous == ""


def test_a_deleted_block_survives_and_comes_back(merge):
    content = HEAD + entry("a", "one", "uno", "# ask Ada\n#, max-length:9\n") + entry("b", "two", "due")
    first, _catalog, text = merge([source("b", "two")], content)
    assert first == [Change("obsolete", "a")]
    kept = '# ask Ada\n#, max-length:9\n#~ msgctxt "a"\n#~ msgid "one"\n#~ msgstr "uno"\n'
    assert text.endswith(f"\n\n{kept}\n")
    later, _catalog, text = merge([source("b", "two"), source("c", "three")])
    assert later == [Change("new", "c")]
    assert kept in text
    back, catalog, text = merge([source("a", "one"), source("b", "two")])
    assert back == [Change("revived", "a")]
    assert catalog.translation("a", "one") == "uno"
    assert "# ask Ada\n#: templates/article.md\n#, max-length:9\n" in text
    assert "#~" not in text


def test_an_obsolete_text_is_revived_by_id_as_stale_and_by_english_as_current(merge):
    obsolete = '\n#~ msgctxt "a"\n#~ msgid "one"\n#~ msgstr "uno"\n'
    changes, catalog, text = merge([source("a", "one more")], HEAD + obsolete)
    assert changes == [Change("revived", "a")]
    assert catalog.state("a", "one more") == "stale"
    assert '#| msgid "one"' in text
    changes, catalog, _text = merge([source("z", "one")], HEAD + obsolete)
    assert changes == [Change("moved", "z", "a")]
    assert catalog.translation("z", "one") == "uno"


def test_gettexts_own_obsolete_entries_are_kept_with_their_previous_english(merge):
    content = HEAD + (
        '\n#, fuzzy\n#~| msgid "one"\n#~ msgctxt "a"\n#~ msgid ""\n#~ "one "\n#~ "more"\n#~ msgstr "uno"\n'
    )
    _changes, _catalog, text = merge([], content)
    assert text.endswith(
        '\n#, fuzzy\n#~| msgid "one"\n#~ msgctxt "a"\n#~ msgid "one more"\n#~ msgstr "uno"\n\n'
    )


def test_the_rest_of_a_split_block_is_offered_the_whole(merge):
    whole = "Both models saw the same cases. None of them was left out."
    content = HEAD + entry("a", whole, "Gli stessi casi. Nessuno escluso.")
    halves = whole.partition(". ")
    changes, catalog, text = merge([source("a", halves[0] + "."), source("b", halves[2])], content)
    assert changes == [Change("stale", "a"), Change("filled", "b", "a")]
    assert catalog.entries["b"].previous == whole
    assert text.count("#, fuzzy") == 2


@pytest.mark.parametrize(
    "english", ["Of {m} cases model A wins {b} now.", "Of cases model A wins now.", "Quite another text."]
)
def test_nothing_is_offered_that_would_not_fit(merge, english):
    content = HEAD + entry("a", "Of {m} cases model A wins {c} now.", "Su {m} casi A ne vince {c}.")
    _changes, catalog, _text = merge(
        [source("a", "Of {m} cases model A wins {c} now."), source("b", english)], content
    )
    assert catalog.entries["b"].text == ""


def test_the_head_stays_as_people_left_it(merge):
    head = (
        "# Copyright 2026 Ada Rossi\n#\n#  Translators:\n# Bo Li, 2026\n"
        'msgid ""\nmsgstr ""\n"Project-Id-Version: old\\n"\n'
        '"PO-Revision-Date: 2027-01-02 03:04+0100\\n"\n"Last-Translator: Ada <ada@example.org>\\n"\n'
        '"Report-Msgid-Bugs-To: EMAIL@ADDRESS\\n"\n"Language-Team: it <LL@li.org>\\n"\n"Language: de\\n"\n'
        '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n"X-Generator: Poedit 3.2.2\\n"\n'
        '"Content-Type: text/plain; charset=UTF-8\\n"\n'
    )
    _changes, _catalog, text = merge([], head)
    lines = text.strip().splitlines()
    assert lines[:4] == ["# Copyright 2026 Ada Rossi", "#", "#  Translators:", "# Bo Li, 2026"]
    assert lines[6:] == [
        '"Project-Id-Version: discordant 1\\n"',
        '"PO-Revision-Date: 2027-01-02 03:04+0100\\n"',
        '"Last-Translator: Ada <ada@example.org>\\n"',
        '"Report-Msgid-Bugs-To: \\n"',
        '"Language-Team: Italian\\n"',
        '"Language: it\\n"',
        '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"',
        '"X-Generator: Poedit 3.2.2\\n"',
        '"Content-Type: text/plain; charset=utf-8\\n"',
        '"POT-Creation-Date: 2026-11-30 00:00+0000\\n"',
        '"MIME-Version: 1.0\\n"',
        '"Content-Transfer-Encoding: 8bit\\n"',
    ]


def test_a_block_takes_its_text_and_its_past_from_one_part_to_another(tmp_path):
    paths = {part: tmp_path / f"{part}.po" for part in ("article", "page")}
    gone = '\n#~ msgctxt "z"\n#~ msgid "gone"\n#~ msgstr "via"\n'
    paths["article"].write_text(HEAD + entry("a", "one", "uno") + gone, "utf-8")
    blocks = {"article": [source("b", "two")], "page": [source("a", "one")]}
    merged = merging.merge(paths, blocks, "it", "1", DAY)
    assert 'msgstr "uno"' in merged.files["page"].decode()
    assert "#~" not in merged.files["page"].decode()
    assert "uno" not in merged.files["article"].decode()
    assert gone in merged.files["article"].decode()
    assert merged.changes == {"article": [Change("new", "b")], "page": []}


def test_no_text_is_lost_by_any_row_of_updates(merge):
    """Blocks renamed, reworded, deleted, put back at random: every text ever typed is in the file still."""
    chance = random.Random(11)
    ids, words = "abcdefgh", ["one", "two", "three", "four", "one two three four five six"]
    typed = {f"testo {name}" for name in ids}
    content = HEAD + "".join(entry(name, chance.choice(words), f"testo {name}") for name in ids)
    for _round in range(60):
        there = chance.sample(ids + "XYZ", chance.randrange(1, 9))
        _changes, _catalog, text = merge([source(name, chance.choice(words)) for name in there], content)
        content = None
        assert [one for one in sorted(typed) if one not in text] == []


def test_other_programs_read_and_rewrite_what_is_written(merge, tmp_path):
    path = tmp_path / "article.po"
    content = HEAD + entry("a", "one {m}", "uno {m}", "# note\n") + entry("b", "two", "due" + " lungo" * 30)
    sources = [source("a", "one more {m}"), source("c", "three")]
    _changes, _catalog, text = merge(sources, content)
    assert len(read_po(io.BytesIO(text.encode()), abort_invalid=True).obsolete) == 1
    units = pofile.parsestring(text.encode()).units
    assert [(unit.getid(), unit.isfuzzy(), unit.isobsolete()) for unit in units[1:]] == [
        ("a\04one more {m}", True, False),
        ("c\04three", False, False),
        ("b\04two", False, True),
    ]
    if shutil.which("msgcat"):
        checked = subprocess.run(["msgfmt", "-c", "-o", "/dev/null", path], capture_output=True, text=True)
        assert (checked.returncode, checked.stderr) == (0, "")
        wrapped = subprocess.run(["msgcat", "--width=60", path], capture_output=True, text=True, check=True)
        assert wrapped.stdout != text
        assert merge(sources, wrapped.stdout)[2] == text


# --- what the commands say ----------------------------------------------------------------------------------


def test_an_update_says_what_has_changed_and_where():
    changes = [Change("new", f"n{number}") for number in range(25)] + [Change("filled", "b", "a")]
    told = told_of("it", {"article": changes, "page": []})
    assert told[0] == "it article: 25 new, 1 filled"
    assert told[1:21] == [f"  new: n{number}" for number in range(20)]
    assert told[21:] == ["  new: 5 more", "  filled: b (from a)"]


def test_an_unfinished_language_does_not_look_finished():
    counts = {
        "blocks": 30,
        "done": 29,
        "stale": 1,
        "fuzzy": 0,
        "missing": 0,
        "faulty": 0,
        "reviewed": 0,
        "claimed": False,
    }
    parts = dict.fromkeys(progress.PARTS, counts)
    standing = {"locale": "pt", "name": "Português", "parts": parts, "all": counts}
    assert article.PARTS == progress.FIRST
    assert review.first([standing]) == [
        "pt: a first publication needs article and page: 58 of 60 done, 2 left"
    ]
    assert "  96%" in review.table([standing]).splitlines()[1]  # 29 of 30, never rounded up to all
    assert review.Review("pt", 30, [], 0).counted == "0 of 30 blocks translated"
    assert review.Review("pt", 30, [], 30).counted == "30 blocks"
    assert review.Review("pt", 30, []).counted == "30 blocks"  # nothing is known of a broken one
