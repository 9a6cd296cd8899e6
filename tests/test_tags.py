"""Language tags: many spellings in, one out, and refusals that say why."""

import babel
import pytest
from babel.localedata import locale_identifiers

from discordant.language import UnknownTag, resolve

SAME = {
    "en": ["en", "EN", "en-US", "en_us", "en-Latn", " en "],
    "it": ["it", "IT", "it-IT", "it_IT", "it-CH", "it-Latn-IT", "it_IT.UTF-8"],
    "zh-Hans": ["zh", "zh-CN", "zh_CN", "zh_Hans", "zh-Hans", "ZH-hans-cn", "zh-SG", "zh-Hans-HK"],
    "zh-Hant": ["zh-Hant", "zh_Hant", "zh-Hant-TW", "zh-hant-hk"],
    # CLDR's likely subtags: a territory that writes the language in another script keeps that script
    "pa": ["pa", "pa-IN", "pa-Guru"],
    "pa-Arab": ["pa-Arab", "pa-PK"],
    "sr": ["sr", "sr-RS", "sr-Cyrl"],
    "sr-Latn": ["sr-Latn", "sr-ME"],
    "uz-Arab": ["uz-AF"],
    # regions that write differently enough for a catalog of their own
    "pt": ["pt", "pt-BR"],
    "pt-PT": ["pt-PT", "pt_pt"],
    "de-CH": ["de-CH"],
    "de": ["de", "de-AT"],
}


@pytest.mark.parametrize(("tag", "spelling"), [(tag, s) for tag, names in SAME.items() for s in names])
def test_one_tag_for_every_spelling(tag, spelling):
    assert resolve(spelling) == tag


@pytest.mark.parametrize("tag", ["zh-TW", "zh_TW", "zh-HK", "zh-MO"])
def test_traditional_chinese_is_refused_with_the_reason(tag):
    with pytest.raises(UnknownTag, match=r"Traditional characters.*zh-Hant"):
        resolve(tag)


@pytest.mark.parametrize(
    "tag", ["", " ", "xx", "english", "C", "i-klingon", "../../etc", "it\0", "é", "zh-XX", "it-", "x" * 5000]
)
def test_no_language(tag):
    with pytest.raises(UnknownTag, match="no language tag that CLDR knows") as caught:
        resolve(tag)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(("typed", "meant"), [("zh-Hnas", "zh-Hans"), ("itt", "it"), ("pt-BRR", "pt-BR")])
def test_near_matches_are_named(typed, meant):
    with pytest.raises(UnknownTag, match=meant):
        resolve(typed)


def test_what_comes_out_stays_the_same_and_keeps_language_script_and_direction():
    for name in locale_identifiers():
        tag = name.replace("_", "-")
        try:
            found = resolve(tag)
        except UnknownTag:
            assert tag.startswith("zh-Hant") or tag.startswith("zh-"), tag
            continue
        assert resolve(found) == found
        before, after = babel.Locale.parse(tag, sep="-"), babel.Locale.parse(found, sep="-")
        assert before.language == after.language
        assert before.text_direction == after.text_direction, tag
