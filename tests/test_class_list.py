"""Lists of names: read as teachers' programs write them; what is wrong is named with its line."""

import pytest

from discordant.language.files import Unreadable
from discordant.teaching.sheets import pupils
from discordant.teaching.sheets.pupils import ListError, Pupil

ROSSI, MULLER = Pupil("Anna Rossi", "17"), Pupil("Müller, Jürgen", "18")


def listed(tmp_path, text, encoding="utf-8"):
    path = tmp_path / "names.csv"
    path.write_bytes(text.encode(encoding) if isinstance(text, str) else text)
    return pupils.read(path)


WRITTEN = {
    "commas": 'name,id\nAnna Rossi,17\n"Müller, Jürgen",18\n',
    "semicolons": "name;id\nAnna Rossi;17\nMüller, Jürgen;18\n",
    "tabs": "name\tid\nAnna Rossi\t17\nMüller, Jürgen\t18\n",
    "Windows": "name;id\r\nAnna Rossi;17\r\nMüller, Jürgen;18\r\n",
    "no end of the last line": "name;id\nAnna Rossi;17\nMüller, Jürgen;18",
    "empty lines": "name;id\n\nAnna Rossi;17\n;\n\nMüller, Jürgen;18\n\n",
    "other columns": "E-mail;ID;Class;Name\na@x.org;17;5b;Anna Rossi\nb@x.org;18;5b;Müller, Jürgen\n",
    "Italian": "Matricola;Nome\n17;Anna Rossi\n18;Müller, Jürgen\n",
    "Chinese": "姓名;学号\nAnna Rossi;17\nMüller, Jürgen;18\n",
    "blanks": "name;id\n  Anna   Rossi ; 17\nMüller, Jürgen;18\n",
    "a row that ends early": "name;id;mail\nAnna Rossi;17\nMüller, Jürgen;18;x\n",
}


@pytest.mark.parametrize("way", WRITTEN)
def test_the_same_pupils_however_they_are_written(way, tmp_path):
    assert listed(tmp_path, WRITTEN[way]) == (ROSSI, MULLER)


def test_a_mark_of_utf_8_is_taken_off(tmp_path):
    assert listed(tmp_path, WRITTEN["semicolons"], "utf-8-sig") == (ROSSI, MULLER)


def test_the_id_may_be_missing(tmp_path):
    assert listed(tmp_path, "name\nAnna\nBruno\n") == (Pupil("Anna"), Pupil("Bruno"))


def test_namesakes_are_told_apart_by_their_ids(tmp_path):
    assert len(listed(tmp_path, "name;id\nAnna;1\nAnna;2\n")) == 2


def test_letters_that_hide_are_shown_and_long_names_cut(tmp_path):
    (hidden, long) = listed(tmp_path, f"name\nAn\u202ena\u200b\n{'x' * 500}\n")
    assert hidden.name == "AnU+202EnaU+200B"
    assert long.name == "x" * (pupils.LONGEST_NAME - 1) + "…"


def test_a_list_may_be_as_long_as_is_said(tmp_path):
    names = "".join(f"Pupil {number}\n" for number in range(pupils.MOST))
    assert len(listed(tmp_path, f"name\n{names}")) == pupils.MOST
    with pytest.raises(ListError) as refused:
        listed(tmp_path, f"name\n{names}One more\n")
    assert refused.value.line == pupils.MOST + 2


# text -> line, what is said
WRONG = {
    "": (None, "empty"),
    "\n\n": (None, "empty"),
    "name\n": (None, "nobody"),
    "Anna Rossi\nBruno\n": (1, "no column called 'name'"),
    "name,name\nAnna,Rossi\n": (1, "several columns called 'name'"),
    "name,id,matricola\nAnna,1,2\n": (1, "several columns called 'id'"),
    "name,id\nAnna,1\n,2\n": (3, "no name"),
    "name,id\nAnna,1\nRossi, Bruno,2\n": (3, "3 columns where the first line has 2"),
    "name\nAnna\nBruno\n\nAnna\n": (5, "the name of line 2 again"),
    "name,id\nAnna,1\nAnna,\n": (3, "the name of line 2 again"),
    "name,id\nAnna,1\nBruno,1\n": (3, "the id of line 2 again"),
    'name\n"Anna\nBruno\n': (2, "no CSV"),
    'name\n"An"na\n': (2, "no CSV"),
    '"name\nAnna\n': (1, "no CSV"),
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_named_with_its_line(text, tmp_path):
    with pytest.raises(ListError) as refused:
        listed(tmp_path, text)
    line, what = WRONG[text]
    assert (refused.value.line, refused.value.path) == (line, str(tmp_path / "names.csv"))
    assert what in refused.value.what
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("content", ["name\nMüller".encode("latin-1"), "name\nAnna".encode("utf-16")])
def test_another_encoding_is_refused(content, tmp_path):
    with pytest.raises(Unreadable):
        listed(tmp_path, content)
