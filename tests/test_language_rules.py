"""Rules of single languages: tags that stay, groups of digits, gaps in Chinese, lengths that are odd."""

import tomllib

import pytest

from discordant.language import resolve
from discordant.language.spacing import GAP, with_gaps
from discordant.translating import new_locale
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
    monkeypatch.setattr(new_locale.catalogs, "update", lambda *_given: b"")
    if tag == "it":  # which is there already
        monkeypatch.setattr(new_locale, "available", lambda: ["en"])
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
