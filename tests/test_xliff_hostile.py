"""Files that are no XLIFF of ours, or were made to do harm: refused in one line, or left out by name."""

import re
import shutil
from pathlib import Path

import pytest

from discordant.cli import main
from discordant.language import catalogs
from discordant.translating.xliff import read

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def there(tmp_path, monkeypatch):
    """The Italian catalogs in a folder of their own, which is the current one."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "locales" / "it", tmp_path / "locales" / "it")
    return tmp_path / "locales" / "it" / "LC_MESSAGES" / "article.po"


def exported():
    assert main(["locale", "export", "it"]) == 0
    return Path("discordant-it.xlf")


def test_units_that_are_no_blocks_are_named_and_left_out(there, capsys):
    before, file = there.read_bytes(), exported()
    text = file.read_text(encoding="utf-8").replace('<unit id="question">', '<unit id="nowhere">')
    file.write_text(text, encoding="utf-8")
    capsys.readouterr()
    assert main(["locale", "import", str(file)]) == 0
    what = "unit nowhere is no block of this publication; left out"
    assert capsys.readouterr().err == f"discordant: {file}: {what}\n"
    assert there.read_bytes() == before


def test_segments_and_marks_of_translation_programs_are_joined(tmp_path):
    first = (
        "<segment><source>One. </source><target>Uno. </target></segment>"
        "<ignorable><source> </source></ignorable>"
        '<segment state="final"><source>Two.</source><target>D<mrk id="m1">ue</mrk>.</target></segment>'
    )
    second = (  # half done
        "<segment><source>One.</source><target>Uno.</target></segment>"
        "<segment><source>Two.</source></segment>"
    )
    third = (  # a pair of codes on its own, as after a cut in the middle of it
        '<originalData><data id="d1">[</data><data id="d2">][web]</data></originalData>'
        '<segment state="final">'
        '<source><sc id="1" dataRef="d1"/>One<ec startRef="1" dataRef="d2"/></source>'
        '<target><sc id="1" dataRef="d1"/>Uno<ec startRef="1" dataRef="d2"/><cp hex="D800"/></target>'
        "</segment>"
    )
    units = f'<unit id="a">{first}</unit><unit id="b">{second}</unit><unit id="c">{third}</unit>'
    (tmp_path / "split.xlf").write_text(
        f'{XLIFF}<file id="f"><group id="g">{units}</group></file></xliff>', encoding="utf-8"
    )
    tag, found = read(tmp_path / "split.xlf")
    assert tag == "it"
    assert {name: (unit.english, unit.text, unit.done) for name, unit in found.items()} == {
        "a": ("One.  Two.", "Uno.  Due.", False),
        "b": ("One.Two.", "", False),
        "c": ("[One][web]", "[Uno][web]\ufffd", True),
    }


def test_a_text_that_xml_cannot_hold_is_left_out(there):
    text = there.read_text(encoding="utf-8")
    there.write_text(re.sub(r'(msgctxt "question"\n.*\nmsgstr ")', "\\1\x0b", text), encoding="utf-8")
    assert "\x0b" in there.read_text(encoding="utf-8")
    assert read(exported()).units["question"].text == ""


HEAD = '<?xml version="1.0"?>'
LAUGHS = "".join(f'<!ENTITY l{i + 1} "{f"&l{i};" * 10}">' for i in range(9))
XLIFF = '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="it">'
UNIT = '<unit id="question"><segment><source>a</source><target>b</target></segment></unit>'


def into(tag):
    """A file without units in a language."""
    return XLIFF.replace('"it"', f'"{tag}"') + "</xliff>"


REFUSED = {
    "no XML": ("plain text", "well-formed"),
    "nothing": ("", "well-formed"),
    "cut": (f'{XLIFF}<file id="f">{UNIT}', "well-formed"),
    "XLIFF 1.2": ('<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2"/>', "XLIFF 2.0 or 2.1"),
    "HTML": ("<html/>", "XLIFF 2.0 or 2.1"),
    "no language": (f"{XLIFF.replace(' trgLang=', ' lang=')}</xliff>", "trgLang"),
    "a language that is none": (into("xx-nonsense"), "xx-nonsense"),
    "a language that is not there": (into("sw"), "locale new sw"),
    "English": (into("en"), "source language"),
    "a unit twice": (f'{XLIFF}<file id="f">{UNIT}{UNIT}</file></xliff>', "twice"),
    "entities without end": (
        f'{HEAD}<!DOCTYPE x [<!ENTITY l0 "ha">{LAUGHS}]>{XLIFF}&l9;</xliff>',
        "document type",
    ),
    "a file of this machine": (
        f'{HEAD}<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>{XLIFF}&f;</xliff>',
        "document type",
    ),
    "an encoding that nobody knows": ('<?xml version="1.0" encoding="klingon"?><x/>', "encoding"),
    "larger than any of ours": (" " * (catalogs.LIMIT + 1), "larger"),
    "ten thousand levels": ("<a>" * 10_000, "well-formed"),
}


@pytest.mark.parametrize(("content", "named"), REFUSED.values(), ids=REFUSED)
def test_a_file_that_is_none_of_ours_is_refused_in_one_line(content, named, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.xlf").write_text(content, encoding="utf-8")
    assert main(["locale", "import", "in.xlf"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert named in err
    assert [path.name for path in tmp_path.iterdir()] == ["in.xlf"]


def test_entities_in_utf_16_are_refused_as_well(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    text = f'<?xml version="1.0" encoding="utf-16"?><!DOCTYPE x [<!ENTITY f "ha">]>{XLIFF}&f;</xliff>'
    (tmp_path / "in.xlf").write_bytes(text.encode("utf-16"))
    assert main(["locale", "import", "in.xlf"]) == 2
    assert "document type" in capsys.readouterr().err


def test_a_hundred_thousand_marks_in_one_another_are_read(tmp_path):
    deep = '<mrk id="m">' * 100_000 + "b" + "</mrk>" * 100_000
    unit = f'<unit id="question"><segment><source>a</source><target>{deep}</target></segment></unit>'
    (tmp_path / "in.xlf").write_text(f'{XLIFF}<file id="f">{unit}</file></xliff>', encoding="utf-8")
    assert read(tmp_path / "in.xlf").units["question"].text == "b"


@pytest.mark.parametrize("name", ["none.xlf", "."])
def test_a_file_that_is_not_there(tmp_path, monkeypatch, capsys, name):
    monkeypatch.chdir(tmp_path)
    assert main(["locale", "import", name]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_an_export_never_writes_over_what_somebody_may_have_done(there, capsys):
    file = exported()
    file.write_text("a day's work", encoding="utf-8")
    assert main(["locale", "export", "it"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert file.name in err
    assert file.read_text(encoding="utf-8") == "a day's work"
    assert main(["locale", "export", "it", "-o", "none/such/out.xlf"]) == 0
    assert main(["locale", "export", "it", "-o", f"{file}/below.xlf"]) == 4


@pytest.mark.parametrize(
    ("wanted", "named"), [("en", "source language"), ("sw", "new sw"), ("zh-TW", "zh-Hant")]
)
def test_only_a_translation_that_is_there_goes_out(tmp_path, monkeypatch, capsys, wanted, named):
    monkeypatch.chdir(tmp_path)
    assert main(["locale", "export", wanted]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert named in err
    assert list(tmp_path.iterdir()) == []
