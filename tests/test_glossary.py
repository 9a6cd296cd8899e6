"""The glossary: a table for all languages, TBX for translation programs, and a style sheet a language."""

import csv
import io
from pathlib import Path

import pytest
from translate.storage.tbx import tbxfile

import discordant
from discordant.translating import glossary
from discordant.translating.glossary import GlossaryError

ROOT = Path(discordant.__file__).parent
LANGUAGES = sorted(path.parent.name for path in ROOT.glob("locales/*/glossary.tbx"))


@pytest.fixture
def table(tmp_path):
    """A glossary of these lines."""

    def write(*lines):
        path = tmp_path / "glossary.csv"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return glossary.read(path)

    return write


def rows(content):
    return list(csv.DictReader(io.StringIO(content.decode("utf-8"))))


def test_every_term_is_defined_and_of_a_kind():
    known = glossary.read(ROOT / "locales" / "glossary.csv")
    assert [row["en"] for row in known.rows if not row["definition"]] == []
    assert {row["kind"] for row in known.rows} == {"noun", "adjective", "verb"}
    assert len(known.rows) == len({row["en"] for row in known.rows}) > 40


def test_a_new_language_gets_a_column_and_nothing_else_changes():
    path = ROOT / "locales" / "glossary.csv"
    known = glossary.read(path)
    wider = glossary.with_column(known, "xx")
    assert rows(wider) == [{**row, "xx": ""} for row in known.rows]
    head = wider.decode("utf-8").splitlines()[0].split(",")
    assert head.index("xx") == head.index("note") - 1
    assert glossary.with_column(known, "it") == path.read_bytes()


def test_a_table_of_english_alone_gets_its_first_column(table):
    known = table("en,note", "case,a remark")
    assert glossary.with_column(known, "it").decode() == "en,it,note\ncase,,a remark\n"
    assert known.all("it") == [("case", "", frozenset())]
    assert known.terms("it") == known.terms("note") == []


def test_programs_read_the_terms(table):
    known = table(
        "en,kind,definition,it,note,except", 'tail,noun,"one end, of two <of a law>",coda,,', "seed,noun,,,,"
    )
    (unit,) = tbxfile.parsestring(glossary.tbx(known, "it")).units
    assert (unit.source, unit.target) == ("tail", "coda")
    assert "one end, of two <of a law>" in unit.getnotes("definition")


@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_shipped_terms_are_those_of_the_table(tag):
    """Read by the Translate Toolkit, on which Weblate's reading of TBX rests."""
    known = glossary.read(ROOT / "locales" / "glossary.csv")
    units = tbxfile.parsefile(str(ROOT / "locales" / tag / "glossary.tbx")).units
    assert [(u.source, u.target) for u in units] == [(t.english, t.partner) for t in known.terms(tag)]
    definitions = {row["en"]: row["definition"] for row in known.rows}
    assert [u.source for u in units if definitions[u.source] not in u.getnotes("definition")] == []


def test_a_character_that_xml_has_no_place_for_is_refused(table):
    known = table("en,it", "tail,co\x0bda")
    with pytest.raises(GlossaryError, match="control character"):
        glossary.tbx(known, "it")


def test_every_shipped_language_has_answered_the_questions_of_style():
    questions = (ROOT / "locales" / "STYLE.md").read_text("utf-8")
    heads = {line for line in questions.splitlines() if line.startswith("## ")} - {"## Decisions"}
    for tag in ("en", *LANGUAGES):
        answers = (ROOT / "locales" / tag / "STYLE.md").read_text("utf-8")
        assert heads <= set(answers.splitlines())
        assert "LANGUAGE" not in answers
        assert "?" not in answers
