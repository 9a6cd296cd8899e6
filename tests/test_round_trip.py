"""Catalogs as other programs write them: read right, and in our one form again after `locale update`.

Weblate reads and writes PO files with the Translate Toolkit, Poedit with GNU gettext: both are used here.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from translate.storage.pypo import pofile

from discordant.cli import main
from discordant.language import catalogs

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
    question = catalogs.read(there).entries["question"].english
    changed = text.replace(f'msgid "{question}"', 'msgid "Where do they differ?"')
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
