"""Catalogs as other programs write them: read right, and in our one form again after `locale update`.

Weblate reads and writes PO files with the Translate Toolkit, Poedit with GNU gettext: both are used here.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from translate.storage.pypo import pofile
from translate.storage.xliff2 import Xliff2File

from discordant.cli import main
from discordant.language import catalogs
from discordant.translating.xliff import read as read_xliff

ROOT = Path(__file__).resolve().parents[1]
TAGS = ("it", "zh-Hans")
CATALOG = "locales/{}/LC_MESSAGES/article.po"


@pytest.fixture(params=TAGS)
def tag(request):
    return request.param


@pytest.fixture(scope="module")
def updated(tmp_path_factory):
    """A folder with the catalogs in the form of today."""
    folder = tmp_path_factory.mktemp("updated")
    for tag in TAGS:
        (folder / CATALOG.format(tag)).parent.mkdir(parents=True)
        shutil.copy(ROOT / CATALOG.format(tag), folder / CATALOG.format(tag))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert main(["locale", "update", *TAGS]) == 0
    return folder


@pytest.fixture
def there(tmp_path, monkeypatch, tag, updated):
    """The catalog of a language in a folder of its own, which is the current one."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(updated / "locales", tmp_path / "locales")
    for other in TAGS:
        if other != tag:
            shutil.rmtree(tmp_path / "locales" / other)
    return tmp_path / CATALOG.format(tag)


def gettext(*arguments, **options):
    return subprocess.run(arguments, check=True, capture_output=True, timeout=60, **options)


def texts(path):
    """What a build takes from a catalog, by block."""
    return {
        name: (entry.english, entry.text, entry.fuzzy) for name, entry in catalogs.read(path).entries.items()
    }


# --- how other programs write -------------------------------------------------------------------------------


def wrapped(text):
    return gettext("msgcat", "--width=79", "-", input=text.encode()).stdout


def unwrapped(text):
    return gettext("msgcat", "--no-wrap", "-", input=text.encode()).stdout


def by_poedit(text):
    """Poedit 3: wrapped, headers in its own order with its own among them, CRLF where the file had it."""
    head, _, body = wrapped(text).decode().partition("\n\n")
    comment, _, fields = head.partition('msgstr ""\n')
    lines = sorted(fields.splitlines(), reverse=True)
    lines += [
        '"X-Generator: Poedit 3.4.2\\n"',
        '"X-Poedit-SourceCharset: UTF-8\\n"',
        '"X-Poedit-Basepath: ../..\\n"',
        '"X-Poedit-SearchPath-0: .\\n"',
    ]
    return (comment + 'msgstr ""\n' + "\n".join(lines) + "\n\n" + body).encode()


def by_weblate(text):
    """Weblate 5: the Translate Toolkit's writer, with Weblate's headers."""
    store = pofile.parsestring(text.encode())
    store.updateheader(add=True, X_Generator="Weblate 5.17", Language_Team="Team <team@example.org>")
    store.updateheader(Last_Translator="Ada <ada@example.org>")
    store.wrapper.width = 77
    return bytes(store)


def sorted_by_text(text):
    return gettext("msgcat", "--sort-output", "-", input=text.encode()).stdout


def with_locations_on_one_line_each(text):
    return text.replace(
        "#: templates/article.md\n", "#: templates/article.md:12 templates/article.md:40\n"
    ).encode()


WRITERS = {
    "wrapped": wrapped,
    "unwrapped": unwrapped,
    "Poedit": by_poedit,
    "Weblate": by_weblate,
    "sorted": sorted_by_text,
    "line numbers": with_locations_on_one_line_each,
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "a byte order mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "Notepad": lambda text: b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode(),
    "no line end at the end": lambda text: text.rstrip("\n").encode(),
    "blank lines at the end": lambda text: (text + "\n\n\n").encode(),
}


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_it_is_read_right_and_an_update_brings_our_form_back(there, tag, write):
    ours = there.read_text(encoding="utf-8")
    before = texts(there)
    there.write_bytes(write(ours))
    assert there.read_bytes() != ours.encode()
    there_before = there.read_text(encoding="utf-8-sig")
    assert texts(there) == before
    assert main(["locale", "update", tag]) == 0
    again = there.read_text(encoding="utf-8")
    assert body(again) == body(ours)
    assert headers(again).keys() >= headers(ours).keys()
    # what another program has put into the header stays
    assert {name for name in headers(there_before) if name.startswith("X-")} <= headers(again).keys()
    assert headers(again)["Plural-Forms"] == headers(ours)["Plural-Forms"]
    assert "\r" not in again
    assert "\ufeff" not in again


def body(text):
    return text.partition("\n\n")[2]


def headers(text):
    return dict(re.findall(r'^"([\w-]+): (.*)\\n"$', text.partition("\n\n")[0], re.MULTILINE))


def test_who_translated_stays(there, tag):
    there.write_bytes(by_weblate(there.read_text(encoding="utf-8")))
    assert main(["locale", "update", tag]) == 0
    found = headers(there.read_text(encoding="utf-8"))
    assert found["Last-Translator"] == "Ada <ada@example.org>"
    assert found["Language-Team"] == "Team <team@example.org>"


def test_a_line_wrapped_in_a_placeholder_or_mark_is_one_text(there, tag):
    text = there.read_text(encoding="utf-8")
    split = re.sub(
        r'^msgstr "(.*?\{\w+)(\w\}.*)"$', lambda m: f'msgstr ""\n"{m[1]}"\n"{m[2]}"', text, flags=re.MULTILINE
    )
    assert split != text
    before = texts(there)
    there.write_text(split, encoding="utf-8")
    assert texts(there) == before


# --- what translators leave in a file -----------------------------------------------------------------------

EXTRAS = '\n#~ msgctxt "gone"\n#~ msgid "An old passage."\n#~ msgstr "Vecchio."\n'
OBSOLETE = (
    EXTRAS
    + '\n#, fuzzy\n#~| msgid "Older still."\n#~ msgctxt "gone.too"\n'
    + '#~ msgid ""\n#~ "One."\n#~ msgstr ""\n#~ "Uno."\n'
)
OBSOLETE_TOO = (
    '\n#, fuzzy\n#~| msgid "Older still."\n#~ msgctxt "gone.too"\n#~ msgid "One."\n#~ msgstr "Uno."\n\n'
)


def test_obsolete_entries_are_no_texts(there, tag):
    before = texts(there)
    with there.open("a", encoding="utf-8") as file:
        file.write(OBSOLETE)
    assert texts(there) == before
    assert main(["locale", "update", tag]) == 0
    assert texts(there) == before
    text = there.read_text(encoding="utf-8")
    assert text.endswith(EXTRAS[1:] + OBSOLETE_TOO)
    assert text.count("#~ msgctxt") == 2


def test_notes_of_translators_stay_where_they_are(there, tag):
    note = "# TODO: ask a statistician, “really”\n# second line\n"
    text = there.read_text(encoding="utf-8")
    block = text.index('msgctxt "question"')
    start = text.rindex("\n\n", 0, block) + 2
    there.write_text(text[:start] + note + text[start:], encoding="utf-8")
    for write in (wrapped, by_weblate):
        there.write_bytes(write(there.read_text(encoding="utf-8")))
        assert main(["locale", "update", tag]) == 0
        assert note in there.read_text(encoding="utf-8")


def fuzzy(there, write):
    """The catalog with one entry whose English has changed, written by another program after an update."""
    text = there.read_text(encoding="utf-8")
    changed = text.replace(
        'msgid "On which cases do the two models part ways?"', 'msgid "Where do they differ?"'
    )
    assert changed != text
    there.write_text(changed, encoding="utf-8")
    assert main(["locale", "update", there.parts[-3]]) == 0
    there.write_bytes(write(there.read_text(encoding="utf-8")))


@pytest.mark.parametrize("write", [wrapped, by_poedit, by_weblate], ids=["msgcat", "Poedit", "Weblate"])
def test_a_stale_text_stays_stale_with_the_english_it_was_made_from(there, tag, write):
    fuzzy(there, write)
    entry = catalogs.read(there).entries["question"]
    assert (entry.fuzzy, entry.previous) == (True, "Where do they differ?")
    assert main(["locale", "update", tag]) == 0
    assert '#| msgid "Where do they differ?"' in there.read_text(encoding="utf-8")


def test_a_stale_text_that_weblate_confirms_is_current(there, tag):
    fuzzy(there, wrapped)
    store = pofile.parsestring(there.read_bytes())
    unit = next(unit for unit in store.units if unit.getcontext() == "question")
    assert unit.isfuzzy()
    unit.target = "Due modelli: dove?"
    unit.markfuzzy(False)
    unit.prev_source = ""  # as Weblate does
    there.write_bytes(bytes(store))
    assert main(["locale", "update", tag]) == 0
    entry = catalogs.read(there).entries["question"]
    assert (entry.text, entry.fuzzy, entry.previous) == ("Due modelli: dove?", False, "")


def test_a_stale_text_that_poedit_confirms_is_current(there, tag):
    fuzzy(there, wrapped)
    done = gettext("msgattrib", "--clear-fuzzy", "--clear-previous", str(there)).stdout
    there.write_bytes(done)
    assert main(["locale", "update", tag]) == 0
    assert not [name for name, entry in catalogs.read(there).entries.items() if entry.fuzzy]


def test_a_translation_made_in_weblate_arrives_character_for_character(there, tag):
    text = "“Quali” casi…\u00a0– {x} 100\u202f% \\n “重点”。"
    store = pofile.parsestring(there.read_bytes())
    next(unit for unit in store.units if unit.getcontext() == "question").target = text
    there.write_bytes(bytes(store))
    assert catalogs.read(there).entries["question"].text == text
    assert main(["locale", "update", tag]) == 0
    assert catalogs.read(there).entries["question"].text == text


def test_our_files_satisfy_msgfmt(there, tag):
    for path in (there, ROOT / CATALOG.format(tag)):
        run = gettext("msgfmt", "-c", "--statistics", "-o", "/dev/null", str(path))
        assert b"error" not in run.stderr
        assert re.search(rb"^\d{3} translated messages", run.stderr, re.MULTILINE)
    gettext("msgfmt", "-o", "/dev/null", "locales/article.pot")  # a template's headers are to be filled in


def test_our_files_are_the_same_to_the_translate_toolkit(there, tag):
    store = pofile.parsestring(there.read_bytes())
    theirs = {
        unit.getcontext(): (str(unit.source), str(unit.target), unit.isfuzzy())
        for unit in store.units
        if not unit.isheader()
    }
    assert theirs == texts(there)


# --- XLIFF 2 ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def exported(updated):
    """The folder with these catalogs exported as well."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(updated)
        for tag in TAGS:
            assert main(["locale", "export", tag]) == 0
    return updated


@pytest.fixture
def xliff(there, tag, tmp_path, exported):
    return Path(shutil.copy(exported / f"discordant-{tag}.xlf", tmp_path))


def test_xliff_says_the_same_to_the_translate_toolkit(xliff, there, tag):
    store = Xliff2File.parsestring(xliff.read_bytes())
    assert (store.sourcelanguage, store.targetlanguage) == ("en", tag)
    theirs = {unit.getid(): (unit.source, unit.target, unit.isfuzzy()) for unit in store.units}
    assert theirs == texts(there)
    notes = notes_of(next(unit for unit in store.units if unit.getid() == "description"))
    assert "search engines" in notes
    assert "{difference_points}" in notes


def notes_of(unit):
    """The notes of a unit, where XLIFF 2.0 has them: the toolkit itself looks for them in the segment."""
    return "\n".join(unit.getunitelement().itertext("{*}note"))


def test_xliff_out_and_in_changes_nothing(xliff, there, tag, capsys):
    before = there.read_bytes()
    capsys.readouterr()
    assert main(["locale", "import", str(xliff)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out == f"{CATALOG.format(tag)}: {len(texts(there))} translations taken in, 0 of them stale\n"
    assert there.read_bytes() == before


def test_xliff_written_again_by_the_translate_toolkit_changes_nothing(xliff, there):
    before = there.read_bytes()
    store = Xliff2File.parsestring(xliff.read_bytes())
    for unit in store.units:
        unit.target = str(unit.target)
        unit.marktranslated()
    xliff.write_bytes(bytes(store))
    assert main(["locale", "import", str(xliff)]) == 0
    assert there.read_bytes() == before


def test_a_translation_made_in_xliff_arrives(xliff, there):
    text = 'Quali "casi" <b>&amp;</b> {x}\u00a0… 重点'
    store = Xliff2File.parsestring(xliff.read_bytes())
    unit = next(unit for unit in store.units if unit.getid() == "question")
    unit.target = text
    unit.marktranslated()
    xliff.write_bytes(bytes(store))
    before = texts(there)
    assert main(["locale", "import", str(xliff)]) == 0
    after = texts(there)
    assert after.pop("question") == (before.pop("question")[0], text, False)
    assert after == before


def edited(xliff, old, new):
    text = xliff.read_text(encoding="utf-8")
    assert old in text
    xliff.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_stale_goes_out_as_initial_with_the_old_english_and_comes_back_so(there, tag, tmp_path):
    fuzzy(there, wrapped)
    assert main(["locale", "export", tag, "-o", "out.xlf"]) == 0
    store = Xliff2File.parsestring((tmp_path / "out.xlf").read_bytes())
    unit = next(unit for unit in store.units if unit.getid() == "question")
    assert unit.isfuzzy()
    assert "Where do they differ?" in notes_of(unit)
    before = texts(there)
    assert main(["locale", "import", "out.xlf"]) == 0
    assert texts(there) == before
    assert catalogs.read(there).entries["question"].previous == "Where do they differ?"
    unit.marktranslated()
    (tmp_path / "out.xlf").write_bytes(bytes(store))
    assert main(["locale", "import", "out.xlf"]) == 0
    assert not catalogs.read(there).entries["question"].fuzzy


def test_english_that_changed_meanwhile_makes_what_comes_back_stale(xliff, there, capsys):
    edited(xliff, "<source>On which cases do", "<source>On how many cases do")
    capsys.readouterr()
    assert main(["locale", "import", str(xliff)]) == 0
    assert "1 of them stale" in capsys.readouterr().out
    entry = catalogs.read(there).entries["question"]
    assert entry.fuzzy
    assert entry.previous == "On how many cases do the two models part ways?"
    assert entry.english == "On which cases do the two models part ways?"


def test_what_is_left_empty_stays_as_it_was(xliff, there):
    before = texts(there)
    text = re.sub(r"<target>.*?</target>", "<target/>", xliff.read_text(encoding="utf-8"))
    xliff.write_text(re.sub(r"<target/>", "", text, count=5), encoding="utf-8")
    assert main(["locale", "import", str(xliff)]) == 0
    assert texts(there) == before


def test_units_that_are_no_blocks_are_named_and_left_out(xliff, there, capsys):
    before = texts(there)
    edited(xliff, '<unit id="question">', '<unit id="nowhere">')
    capsys.readouterr()
    assert main(["locale", "import", str(xliff)]) == 0
    assert (
        capsys.readouterr().err
        == f"discordant: {xliff}: unit nowhere is no block of this publication; left out\n"
    )
    assert texts(there) == before


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
    (tmp_path / "split.xlf").write_text(
        f'{XLIFF}<file id="f"><group id="g"><unit id="a">{first}</unit><unit id="b">{second}</unit></group>'
        "</file></xliff>",
        encoding="utf-8",
    )
    tag, entries = read_xliff(tmp_path / "split.xlf")
    assert tag == "it"
    assert {name: (entry.english, entry.text) for name, entry in entries.items()} == {
        "a": ("One.  Two.", "Uno.  Due.")
    }


def test_a_text_that_xml_cannot_hold_is_left_out(there, tag, tmp_path):
    path = CATALOG.format(tag)
    text = there.read_text(encoding="utf-8")
    there.write_text(re.sub(r'(msgctxt "question"\n.*\nmsgstr ")', "\\1\x0b", text), encoding="utf-8")
    assert "\x0b" in Path(path).read_text(encoding="utf-8")
    assert main(["locale", "export", tag]) == 0
    store = Xliff2File.parsestring((tmp_path / f"discordant-{tag}.xlf").read_bytes())
    assert not next(unit for unit in store.units if unit.getid() == "question").target


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
    "XLIFF 1.2": ('<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2"/>', "XLIFF 2.0"),
    "HTML": ("<html/>", "XLIFF 2.0"),
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


@pytest.mark.parametrize("name", ["none.xlf", "."])
def test_a_file_that_is_not_there(tmp_path, monkeypatch, capsys, name):
    monkeypatch.chdir(tmp_path)
    assert main(["locale", "import", name]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_an_export_never_writes_over_what_somebody_may_have_done(xliff, tag, capsys):
    xliff.write_text("a day's work", encoding="utf-8")
    assert main(["locale", "export", tag]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert xliff.name in err
    assert xliff.read_text(encoding="utf-8") == "a day's work"
    assert main(["locale", "export", tag, "-o", "none/such/out.xlf"]) == 0
    assert main(["locale", "export", tag, "-o", f"{xliff}/below.xlf"]) == 4


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
