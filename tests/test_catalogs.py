"""Catalogs: matched by block id alone, and refused with the path when they cannot be read."""

import datetime
import re
from pathlib import Path

import pytest

import discordant
from discordant.language import CatalogError, catalogs
from discordant.language.catalogs import LIMIT, Source
from discordant.translating import merging

LOCALES = Path(discordant.__file__).parent / "locales"
DAY = datetime.date(2026, 11, 30)
HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Language: it\\n"\n'


def source(block, text, note="", placeholders=False):
    return Source(block, text, (note,) if note else (), "article.md", 12, placeholders)


def entry(block, english, text, before=""):
    return f'\n{before}msgctxt "{block}"\nmsgid "{english}"\nmsgstr "{text}"\n'


@pytest.fixture
def po(tmp_path):
    """Writes a catalog and returns its path."""

    def write(content):
        path = tmp_path / "discordant.po"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def updated(path, sources):
    """The entries after an update, each as its lines, by id."""
    content = merging.update(path, sources, "it", "1.0.0", DAY)
    path.write_bytes(content)
    parts = content.decode().split("\n\n")[1:]
    return {
        re.search(r'msgctxt "(.*)"', part)[1]: part.strip().splitlines() for part in parts if part.strip()
    }


# --- reading ------------------------------------------------------------------------------------------------


def test_a_translation_counts_while_it_is_of_todays_english(po):
    path = po(
        HEAD
        + entry("a", "one", "uno")
        + entry("b", "two", "due", "#, fuzzy\n")
        + entry("c", "three", "")
        + entry("d", "four", "quattro")
    )
    catalog = catalogs.read(path)
    assert catalog.translation("a", "one") == "uno"
    assert catalog.translation("a", "one more") is None  # stale
    assert catalog.translation("b", "two") is None  # fuzzy
    assert catalog.translation("c", "three") is None  # empty
    assert catalog.translation("e", "four") is None  # of another block with the same English
    assert catalog.path == str(path)


def test_same_english_in_two_blocks_is_two_entries(po):
    catalog = catalogs.read(po(HEAD + entry("a", "Yes", "Sì") + entry("b", "Yes", "Certo")))
    assert (catalog.translation("a", "Yes"), catalog.translation("b", "Yes")) == ("Sì", "Certo")


def test_line_numbers_are_those_of_the_file(po):
    content = HEAD + entry("a", "one", "uno") + entry("b", "two", "due")
    for block in catalogs.read(po(content)).entries.values():
        assert f'msgid "{block.english}"' in content.splitlines()[block.line - 2 : block.line + 1]


@pytest.mark.parametrize("content", ["", HEAD, HEAD + '\n#~ msgctxt "a"\n#~ msgid "one"\n#~ msgstr "uno"\n'])
def test_a_catalog_without_entries(po, content):
    assert catalogs.read(po(content)).entries == {}


BODY = entry("a", "one", "perché")
BROKEN = {
    "Latin-1 bytes": (HEAD + BODY).encode("latin-1"),
    "UTF-16": (HEAD + BODY).encode("utf-16"),
    "a header that says Latin-1": HEAD.replace("utf-8", "iso-8859-1") + BODY,
    "a header that says nonsense": HEAD.replace("utf-8", "klingon") + BODY,
    "cut in a string": (HEAD + BODY)[:-4],
    "cut in a keyword": (HEAD + BODY)[: (HEAD + BODY).index("gstr", len(HEAD))],
    "cut before the translation": (HEAD + BODY)[: (HEAD + BODY).index("msgstr", len(HEAD))],
    "a stray quote": HEAD + entry("a", "one", 'un"o'),
    "no quotes": HEAD + "\nmsgid one\nmsgstr uno\n",
    "a date that is none": HEAD + '"PO-Revision-Date: yesterday\\n"\n' + BODY,
    "plural forms without a number": HEAD + '"Plural-Forms: nplurals=two; plural=(;\\n"\n' + BODY,
    "too many plural forms": HEAD + '\nmsgid "a"\nmsgid_plural "b"\nmsgstr[9] "c"\n',
    "a merge conflict": HEAD + "<<<<<<< HEAD\n" + BODY,
    "binary": bytes(range(256)),
    "huge": b"#" * (LIMIT + 1),
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
def test_a_broken_catalog_names_its_path(po, content):
    path = po(content)
    with pytest.raises(CatalogError) as caught:
        catalogs.read(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)
    with pytest.raises(CatalogError):
        merging.update(path, [], "it", "1.0.0", DAY)


@pytest.mark.parametrize("name", ["none.po", "."])
def test_a_catalog_that_is_no_file(tmp_path, name):
    with pytest.raises(CatalogError, match=re.escape(str(tmp_path))):
        catalogs.read(tmp_path / name)


def test_plural_forms_are_never_run(po):
    catalog = catalogs.read(
        po(HEAD + "\"Plural-Forms: nplurals=2; plural=__import__('os').abort();\\n\"\n" + BODY)
    )
    assert catalog.translation("a", "one") == "perché"


# --- the template and the update ----------------------------------------------------------------------------


def test_template_has_every_block_and_no_translation(po):
    sources = [source("a", "one {m}", "a note", True), source("b", "two"), source("c", "two")]
    text = merging.template(sources, "1.0.0", DAY).decode()
    assert re.findall(r'msgctxt "(.*)"', text) == ["a", "b", "c"]
    assert set(re.findall(r'^msgstr "(.*)"$', text, re.MULTILINE)) == {""}
    assert "#. a note\n#: templates/article.md\n#, python-brace-format\n" in text
    assert merging.template(sources, "1.0.0", DAY).decode() == text


def test_update_makes_a_catalog_where_there_is_none(tmp_path):
    entries = updated(tmp_path / "new.po", [source("a", "one")])
    assert entries == {"a": ["#: templates/article.md", 'msgctxt "a"', 'msgid "one"', 'msgstr ""']}
    assert '"Language: it\\n"' in (tmp_path / "new.po").read_text("utf-8")


def test_changed_english_keeps_the_translation_as_fuzzy_with_the_old_english(po):
    path = po(HEAD + entry("a", "one", "uno"))
    lines = updated(path, [source("a", "one and a half")])["a"]
    assert [line for line in lines if not line.startswith("#:")] == [
        "#, fuzzy",
        '#| msgid "one"',
        'msgctxt "a"',
        'msgid "one and a half"',
        'msgstr "uno"',
    ]
    assert catalogs.read(path).translation("a", "one and a half") is None
    again = updated(path, [source("a", "two")])["a"]
    assert '#| msgid "one"' in again  # the English that was really translated
    assert "#, fuzzy" in again


def test_a_new_block_is_offered_a_near_text_and_shows_nothing_of_it(po):
    """Babel's own matching would take the other block's text away from it."""
    path = po(HEAD + entry("a", "The same sentence here", "La stessa frase qui"))
    entries = updated(path, [source("a", "The same sentence here"), source("b", "The same sentence here.")])
    assert entries["b"][1:] == [
        "#, fuzzy",
        '#| msgid "The same sentence here"',
        'msgctxt "b"',
        'msgid "The same sentence here."',
        'msgstr "La stessa frase qui"',
    ]
    assert catalogs.read(path).translation("b", "The same sentence here.") is None
    assert entries["a"][-1] == 'msgstr "La stessa frase qui"'


def test_a_block_that_is_gone_is_kept_as_obsolete(po):
    path = po(HEAD + entry("a", "one", "uno") + entry("b", "two", "due"))
    entries = updated(path, [source("b", "two")])
    assert entries["a"] == ['#~ msgctxt "a"', '#~ msgid "one"', '#~ msgstr "uno"']
    assert list(catalogs.read(path).entries) == ["b"]


def test_reordered_and_exchanged_blocks_go_by_their_ids(po):
    path = po(HEAD + entry("a", "one", "uno") + entry("b", "two", "due"))
    entries = updated(path, [source("b", "two"), source("a", "one")])
    assert list(entries) == ["b", "a"]
    assert [lines[-1] for lines in entries.values()] == ['msgstr "due"', 'msgstr "uno"']
    entries = updated(path, [source("a", "two"), source("b", "one")])
    assert all("#, fuzzy" in lines for lines in entries.values())
    assert entries["a"][-1] == 'msgstr "uno"'


def test_fuzzy_stays_fuzzy_and_notes_of_translators_stay(po):
    content = HEAD + '"Last-Translator: Ada <ada@example.org>\\n"\n"Language-Team: us\\n"\n'
    content += entry("a", "one", "uno", "# ask a statistician\n#, fuzzy\n#| msgid 'zero'\n".replace("'", '"'))
    content += entry("b", "two", "", "# what is meant?\n")
    path = po(content)
    entries = updated(path, [source("a", "one"), source("b", "two")])
    assert {"# ask a statistician", "#, fuzzy", '#| msgid "zero"'} <= set(entries["a"])
    assert "# what is meant?" in entries["b"]
    head = path.read_text("utf-8").partition("\n\n")[0]
    assert "Ada <ada@example.org>" in head
    assert "Language-Team: us" in head


def test_previous_english_is_read_as_other_programs_wrap_it(po):
    wrapped = '#, fuzzy\n#| msgctxt "a"\n#| msgid ""\n#| "one \\"and\\" "\n#| "a half"\n'
    assert (
        '#| msgid "one \\"and\\" a half"'
        in updated(po(HEAD + entry("a", "two", "due", wrapped)), [source("a", "two")])["a"]
    )


def test_plural_entries_of_a_stranger_are_no_translation(po):
    path = po(HEAD + '\nmsgctxt "a"\nmsgid "one"\nmsgid_plural "many"\nmsgstr[0] "x"\nmsgstr[1] "y"\n')
    assert catalogs.read(path).entries == {}
    entries = updated(path, [source("a", "one")])
    assert entries["a"][-1] == 'msgstr ""'
    assert entries["a~2"][-3:-1] == ['#~ msgstr[0] "x"', '#~ msgstr[1] "y"']


def test_texts_survive_an_update_character_for_character(po):
    texts = [
        '"quoted" \\back\\slash',
        "a\ttab",
        "percent 100% {m} {{x}}",
        "“重点”，内容",
        "long " * 60,
        "\u2028",
    ]
    path = po(HEAD)
    sources = [source(f"b{i}", text) for i, text in enumerate(texts)]
    path.write_bytes(merging.update(path, sources, "zh-Hans", "1.0.0", DAY))
    assert [block.english for block in catalogs.read(path).entries.values()] == texts


def test_an_update_without_news_changes_no_byte(po):
    path = po(HEAD + entry("a", "one", "uno", "# note\n#, fuzzy\n#| msgid 'old'\n".replace("'", '"')))
    updated(path, [source("a", "one"), source("b", "two")])
    before = path.read_bytes()
    updated(path, [source("a", "one"), source("b", "two")])
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "path", sorted(LOCALES.glob("*/LC_MESSAGES/*.po")), ids=lambda path: f"{path.parts[-3]}-{path.stem}"
)
def test_shipped_catalogs_can_be_read(path):
    assert len(catalogs.read(path).entries) > 10
