"""Rules of single languages: tags that stay, groups of digits, gaps in Chinese, lengths that are odd."""

import datetime
import tomllib
import unicodedata

import pytest

from discordant.language import Locale, resolve, scripts
from discordant.language.locale import NUMBERING
from discordant.language.spacing import GAP, with_gaps
from discordant.press import fonts, pages
from discordant.translating import new_locale
from discordant.translating.checks import findings
from discordant.translating.wording import wording

# --- tags ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", ["pt-PT", "en-GB", "es-MX", "fr-CA", "de-CH"])
def test_regions_that_are_written_differently_keep_their_tag(tag):
    """Other words, other marks of thousands, another ß: a catalog of the region is none of the language."""
    language, region = tag.split("-")
    assert resolve(tag) == resolve(f"{language}_{region.lower()}") == tag
    assert resolve(language) == language


# --- numbers ------------------------------------------------------------------------------------------------

# CLDR's minimumGroupingDigits is 2 in these: 1000, but 10.000; everywhere else 1
FROM_FIVE = ["bg", "es", "et", "hu", "it", "lv", "pl", "pt-PT", "sl"]
FROM_FOUR = ["de", "fr", "ja", "nl", "pt", "ru", "sv", "tr"]


@pytest.mark.parametrize(("tag", "group_from"), [*((t, 5) for t in FROM_FIVE), *((t, 4) for t in FROM_FOUR)])
def test_where_a_new_language_begins_to_group(tag, group_from, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(new_locale, "load", lambda: None)
    monkeypatch.setattr(new_locale.catalogs, "update", lambda *_given: {})
    monkeypatch.setattr(new_locale, "available", lambda: ["en"])  # whichever there are already
    new_locale.create(tag)
    text = (tmp_path / "locales" / tag / "locale.toml").read_text("utf-8")
    assert tomllib.loads(text)["numbers"]["group_from"] == group_from
    assert ("now a thousand is 1000\n" in text) == (group_from == 5)


# --- Chinese ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", "Az09éα%+−`")
def test_a_gap_on_either_side_of_what_is_not_chinese(sign):
    assert with_gaps(f"占{sign}的", str) == f"占{GAP}{sign}{GAP}的"


@pytest.mark.parametrize("sign", "，。：；（）“”、《》…—中〇")
def test_no_gap_beside_chinese_punctuation(sign):
    assert with_gaps(f"占{sign}的", str) == f"占{sign}的"


def test_a_percentage_in_the_place_of_a_name_has_gaps():
    assert with_gaps("占{share}的", lambda _name: "90%") == f"占{GAP}{{share}}{GAP}的"


@pytest.mark.parametrize(
    ("message", "gaps"),
    [
        ("见[图{n}][figure]画出", "见[图_{n}][figure]_画出"),
        ("由[Dietterich][r]提出", "由_[Dietterich][r]_提出"),
        ("看**[A图][x]**的", "看_**[A_图][x]**的"),
        ("**[图1][x]**画", "**[图_1][x]**_画"),
        ("*A*[图][x]", "*A*_[图][x]"),
        ("看[图{n}][f]，", "看[图_{n}][f]，"),
    ],
)
def test_a_gap_at_a_link_stands_outside_its_marks(message, gaps):
    """Inside, it would be underlined; and between the marks Markdown would see no link."""
    assert with_gaps(message, lambda _name: "1").replace(GAP, "_") == gaps


ENGLISH = "A sentence of some eighty characters, as the article has them, and not one more. "


def odd(times, tag, sign):
    """What is said of a translation that has so many times as many characters as the English."""
    text = sign * round(times * len(ENGLISH))
    return [
        finding.what for finding in wording(ENGLISH, text, tag, "x", []) if finding.what.startswith("is very")
    ]


@pytest.mark.parametrize("tag", ["zh-Hans", "zh-Hant", "ja", "ko", "yue"])
@pytest.mark.parametrize(
    ("times", "size"), [(0.1, "short"), (0.25, ""), (0.5, ""), (0.95, ""), (1.1, "long"), (1.6, "long")]
)
def test_what_is_written_with_few_characters_is_long_sooner(tag, times, size):
    """As long as the English it says twice as much, or holds the English itself."""
    found = odd(times, tag, "字")
    assert [what.startswith(f"is very {size}: ") for what in found] == [True] * bool(size)


@pytest.mark.parametrize(("times", "size"), [(0.4, "short"), (0.7, ""), (1, ""), (1.9, ""), (2.3, "long")])
def test_elsewhere_a_text_may_be_twice_as_long(times, size):
    found = odd(times, "it", "x")
    assert [what.startswith(f"is very {size}: ") for what in found] == [True] * bool(size)


# --- a new language knows itself ----------------------------------------------------------------------------


def begun(tag, tmp_path, monkeypatch):
    """The locale.toml that a new language begins with, as it is written and as it is read."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(new_locale, "load", lambda: None)
    monkeypatch.setattr(new_locale.catalogs, "update", lambda *_given: {})
    monkeypatch.setattr(new_locale, "available", lambda: ["en"])
    new_locale.create(tag)
    path = tmp_path / "locales" / tag / "locale.toml"
    return path.read_text("utf-8"), Locale.read(path, tag)


@pytest.mark.parametrize(
    ("tag", "emphasis", "gaps", "digits", "text"),
    [  # by hand, from the Unicode chapters on these scripts and CLDR's default numbering systems
        ("ja", "bold", True, "latn", ["Discordant Text"]),
        ("fa", "bold", False, "arabext", ["Discordant Text", "Discordant Naskh"]),
        ("vi", "italic", False, "latn", ["Discordant Text"]),
        ("ne", "bold", False, "deva", ["Discordant Text"]),
        ("my", "bold", False, "mymr", ["Discordant Text"]),
        ("ko", "bold", False, "latn", ["Discordant Text"]),
        ("zh-Hant", "bold", True, "latn", ["Discordant Text", "Discordant Song"]),
    ],
)
def test_what_a_new_language_begins_with(tag, emphasis, gaps, digits, text, tmp_path, monkeypatch):
    written, locale = begun(tag, tmp_path, monkeypatch)
    assert (locale.emphasis, locale.gaps, locale.digits) == (emphasis, gaps, digits)
    assert locale.fonts["text"] == text
    assert ("\n# quotes = [" in written) == (locale.quotes == ())


@pytest.mark.parametrize(
    ("tag", "quotes", "date"),
    [  # by CLDR's delimiters; the long date of Serbian ends with the stop of an ordinal number
        ("ja", ("「」", "『』"), "2026年11月30日"),
        ("zh-Hant", ("「」", "『』"), "2026年11月30日"),
        ("hi", ("“”", "‘’"), "30 नवंबर 2026"),
        ("sr-Latn", (), "30. novembar 2026"),
    ],
)
def test_quotes_and_dates_of_a_new_language(tag, quotes, date, tmp_path, monkeypatch):
    _written, locale = begun(tag, tmp_path, monkeypatch)
    assert locale.quotes == quotes
    assert locale.date(datetime.date(2026, 11, 30)) == date


def test_a_thousand_is_shown_in_one_system_of_digits(tmp_path, monkeypatch):
    assert "now a thousand is ۱٬۰۰۰\n" in begun("fa", tmp_path, monkeypatch)[0]


def test_a_script_takes_the_faces_that_fonts_toml_has_for_it(tmp_path, monkeypatch):
    """A newcomer adds a face for Japanese and names its script: `locale new` finds it."""
    faces = [
        *fonts.faces(),
        *(fonts.faces()[0]._replace(family=f"My {x}", script="jpan") for x in ("Ming", "Go")),
    ]
    monkeypatch.setattr(fonts, "faces", lambda: tuple(faces))
    monkeypatch.setattr(new_locale, "_notes", lambda _locale: [])
    _written, locale = begun("ja", tmp_path, monkeypatch)
    assert locale.fonts["text"] == ["Discordant Text", "My Ming"]
    assert locale.fonts["sans"] == ["Discordant Sans", "My Go"]
    assert locale.fonts["mono"] == ["Discordant Mono", "My Go"]


@pytest.mark.parametrize(
    ("script", "own", "latin"),
    [
        ("hans", "“”‘’–—…", "()!«»"),
        ("jpan", "“”‘’–—…", "()!«»"),
        ("arab", "“”–…()!«»[]", ".,:"),
        ("hebr", "“”–…()!«»[]", ".,:"),
        ("deva", "", "“”–…()!"),
        ("latin", "", "“”–…()!"),
    ],
)
def test_which_marks_a_script_takes_from_its_own_faces(script, own, latin):
    marks = scripts.of_face(script).own_marks
    assert set(map(ord, own)) <= marks
    assert not set(map(ord, latin)) & marks


@pytest.mark.parametrize("tag", ["zh-Hans", "zh-Hant", "ja"])
def test_what_style_sheets_say_of_chinese_holds_for_japanese(tag):
    css = pages._of_its_script("h1:lang(zh) { } :lang(zh) p { }", Locale(tag, "", (), 4, "latn", {}))
    language = tag.partition("-")[0]
    assert css == f"h1:lang({language}) {{ }} :lang({language}) p {{ }}"
    assert ":lang(zh)" in pages._of_its_script(":lang(zh)", Locale("ko", "", (), 4, "latn", {}))


def said(text, tag, **known):
    locale = Locale(tag, "", (), 4, "latn", {}, **known)
    return [(finding.what, finding.advice, finding.warning) for finding in findings("wins", text, locale)]


def test_quotes_come_from_the_language_itself():
    (one,) = said('"gewinnt"', "de", quotes=("„“", "‚‘", "’"))
    assert one == ('has the typewriter mark "', "write „“, ‚‘, ’", False)
    ((_what, advice, warning),) = said('"gewinnt"', "de")
    assert (advice, warning) == ("write the language's own quotation marks and apostrophe", True)


def test_punctuation_of_full_width_is_a_matter_of_the_script_and_gaps_of_the_language():
    assert said("勝ち,負け", "ja")[0][0] == "has , among characters of full width"
    assert said("かち。", "ja") == []
    assert said("이기다, 지다.", "ko") == []
    assert said("モデル Aが勝つ", "ja", gaps=True)[0][0] == "has a space beside a character of full width"
    assert said("モデル Aが勝つ", "ja") == []
    assert with_gaps("カA", str) == f"カ{GAP}A"


@pytest.mark.parametrize("name", NUMBERING)
def test_digits_are_those_of_unicode(name):
    locale = Locale("en", "", (), 4, name, {})
    written = [sign for sign in locale.decimal(1234567890, 0) if sign.isdigit()]
    assert [unicodedata.digit(sign) for sign in written] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]
    assert len(set(written)) == 10
