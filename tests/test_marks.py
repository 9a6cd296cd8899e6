"""What a native reader sees first: blanks, ends, pairs, percent signs, foreign letters, words said twice."""

import unicodedata
from dataclasses import replace

import pytest

from discordant.language import Locale, catalogs, punctuation
from discordant.publication import disk, edition
from discordant.translating import checks, headers, review, wording

HEAD = 'msgid ""\nmsgstr ""\n"Language: it\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'


def warned(english, text, tag):
    found = checks.findings(english, text, Locale(tag, "", (), 4, "latn", {}))
    assert all(finding.warning for finding in found), found
    return [finding.what for finding in found]


ODD = [
    ("wins", " vince", "it", "begins with a blank"),
    ("{x} wins", "vince {x}\u00a0", "it", "ends with a blank"),
    ("B wins", "B  vince", "it", "two blanks in a row"),
    ("B wins all.", "B vince tutto", "it", "has no full stop at its end"),
    ("B wins all.", "B gana todo", "es", "has no full stop at its end"),
    ("{x} wins.", "{x}胜", "zh-Hans", "has no full stop at its end"),
    ("B wins all", "B vince tutto.", "it", "ends with a full stop"),
    ("It wins:", "Vince", "it", "has no colon at its end"),
    ("Does it win?", "Vince.", "it", "ends with a full stop, the English with a question mark"),
    ("Does it win?", "هل يفوز", "ar", "has no question mark at its end"),
    ("Does it win?", "Κερδίζει.", "el", "ends with a full stop, the English with a question mark"),
    ("Does it win?", "Gana?", "es", "lacks ¿"),
    ("It wins!", "Gana!", "es", "lacks ¡"),
    ("wins (all)", "vince (tutto", "it", "a ( or ) without its partner"),
    ("wins (all)", "胜（全部", "zh-Hans", "a ( or ) without its partner"),
    ("“wins” it", "«vince lo", "it", "« without its partner"),
    ("wins, all", "vince , tutto", "it", "a blank before ,"),
    ("Wins: all", "Vince : tutto", "it", "a blank before :"),
    ("wins (all)", "vince ( tutto)", "it", "a blank behind an opening bracket"),
    ("wins, all", "vince,tutto", "it", "no blank in “ce,tu”"),
    ("Does it win?", "Gagne-t-il ?", "fr", "no no-break space beside ?"),
    ("Does it win?", "Gagne-t-il?", "fr", "no no-break space beside ?"),
    ("“all” of it", "« tout »", "fr", "no no-break space beside » «"),
    ("all models", "los moделos", "es", "mixes Latin and Cyrillic letters in “moделos”"),
    ("all models", "los модели", "es", "м (U+043C), о (U+043E)"),
    ("all models", "мoдель", "ru", "mixes Latin and Cyrillic letters"),
    ("all models", "i モデル", "it", "of a script of another language"),
    ("the models", "i modelli modelli", "it", "“modelli modelli”, a word twice"),
    ("the models", "Los los modelos", "es", "a word twice"),
]


@pytest.mark.parametrize(("english", "text", "tag", "says"), ODD)
def test_what_a_reader_complains_of(english, text, tag, says):
    assert any(says in what for what in warned(english, text, tag)), warned(english, text, tag)


FINE = [
    ("Does it win?", "¿Gana?", "es"),
    ("Does it win?", "Κερδίζει;", "el"),
    ("Does it win?", "هل يفوز؟", "ar"),
    ("Does it win?", "Gagne-t-il\u202f?", "fr"),
    ("Wins: all", "Gagne\u00a0: tout", "fr"),
    ("Does it win?", "Gagne-t-il?", "fr-CA"),
    ("It wins.", "जीतता है।", "hi"),
    ("It wins.", "ชนะ", "th"),
    ("It wins:", "勝つ。", "ja"),
    ("It (*wins*.)", "Vince (*tutto*.)", "it"),
    ("It is so", "它是：", "zh-Hans"),  # a formula follows
    ("What is {x}, to {n} decimals?", "{x} quanto vale? Con {n} decimali.", "it"),
    ("a plus b", "a a más", "es"),  # names of one letter
    ("all of us", "nous nous trompons", "fr"),
    ("far, far", "xa xa", "vi"),
    ("“all”", "„alle“", "de"),
    ("χ² and Δ of p-values", "χ² и Δ p-значений, IP-адрес", "ru"),
    ("{n} percentage points", "{n} punti percentuali", "it"),
    ("{x} of {n}", "su {n}, {x}", "it"),
    ("{part})", "{part}）", "zh-Hans"),
]


@pytest.mark.parametrize(("english", "text", "tag"), FINE)
def test_what_a_reader_does_not_complain_of(english, text, tag):
    assert warned(english, text, tag) == []


def test_every_mark_is_of_one_kind():
    marks = "".join(punctuation.ENDS.values())
    assert len(marks) == len(set(marks))


# --- names and numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("english", "text", "tag"),
    [
        ("A {A_x}, B {B_x}", "B {A_x}, A {B_x}", "it"),
        ("B wins {b} times, A {c}", "A vince {b} volte, B {c}", "it"),
        ("comparison I: {I_m}, comparison II: {II_m}", "对比II有{I_m}个，对比I有{II_m}个", "zh-Hans"),
    ],
)
def test_names_that_changed_places_are_warned_of(english, text, tag):
    (finding,) = wording.wording(english, text, tag, "x", ())
    assert "the English beside" in finding.what


@pytest.mark.parametrize(
    ("english", "text", "tag"),
    [
        ("A {A_x}, B {B_x}", "B {B_x}, A {A_x}", "it"),
        ("In I, {I_m}; in II, {II_m}", "I casi sono {I_m} nel confronto I; nel confronto II {II_m}", "it"),
        ("In I {I_m}, in II {II_m}.", "I numeri: nel II {II_m}, nel I {I_m}.", "it"),
        ("A model is odd. In II {II_m}, in I {I_m}.", "Un modello. Nel II {II_m}, nel I {I_m}.", "it"),
    ],
)
def test_an_article_is_no_name(english, text, tag):
    assert list(wording.wording(english, text, tag, "x", ())) == []


# --- letters taken apart ------------------------------------------------------------------------------------


def test_accents_are_joined_on_reading_and_that_is_said(tmp_path):
    """U+0065 U+0300 is read as U+00E8: https://www.unicode.org/reports/tr15/ has the example of é."""
    path = tmp_path / "x.po"
    apart = unicodedata.normalize("NFD", "è così")
    path.write_text(f'{HEAD}\nmsgctxt "a"\nmsgid "so"\nmsgstr "{apart}"\n', encoding="utf-8")
    assert catalogs.read(path).entries["a"].text == "\u00e8 cos\u00ec"
    said = [(block, what) for _, block, (what, _, _) in headers.findings(path.read_text("utf-8"), "it")]
    assert ("a", "has accents that are characters of their own (NFD)") in said


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("<<<<<<< HEAD", "the mark of an unfinished merge"),
        ("=======", "the mark of an unfinished merge"),
        ('msgstr "il "caso" è"', 'a quotation mark (") within a text'),
        ('msgstr "il caso', "a text without its second quotation mark"),
        ("msgstr il caso", "no keyword with a text in quotes"),
    ],
)
def test_a_line_that_is_none_is_called_by_its_name(tmp_path, line, says):
    path = tmp_path / "x.po"
    path.write_text(f'{HEAD}\nmsgctxt "a"\nmsgid "so"\n{line}\n', encoding="utf-8")
    with pytest.raises(catalogs.CatalogError) as caught:
        catalogs.read(path)
    assert says in caught.value.what
    assert caught.value.advice


# --- labels -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("block", "text", "says"),
    [
        ("figure.cases.only-b", "imágenes en las que solo acierta el modelo B: {b}", ""),
        ("figure.cases.only-b", "imágenes " * 9 + "{b}", "lines in the figure on a phone"),
        ("figure.cases.both", "*los dos*: {a}", "has an asterisk, which is printed here"),
        ("figure.cases.both", "los dos: {a}", ""),
    ],
)
def test_a_label_is_short_and_plain(block, text, says):
    own = edition.read(disk.load(), "it")
    entries = dict(own.catalog.entries)
    entries[block] = entries[block]._replace(text=text)
    changed = replace(own, catalog=own.catalog._replace(entries=entries))
    found = [fault.finding.what for fault in review.blocks(changed) if fault.block == block]
    about = [what for what in found if "figure" in what or "asterisk" in what]
    assert [says in what for what in about] == ([True] if says else [])
