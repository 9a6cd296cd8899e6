"""Other checkers agree with ours on the shipped catalogs: Weblate's rules, and pofilter's."""

from pathlib import Path

import pytest
from translate.filters import checks as toolkit
from translate.storage.pypo import pofile
from weblate_rules import RULES

import discordant
from discordant.translating.weblate import quiet_flags

ROOT = Path(discordant.__file__).parent
TAGS = ("it", "zh-Hans")
# what pofilter is meant to find; its other checks know nothing of {names}, Markdown or full width
MEANT = [
    "blank",
    "doublespacing",
    "doublewords",
    "endwhitespace",
    "escapes",
    "newlines",
    "startwhitespace",
    "tabs",
]
MEANT += [
    "emails",
    "functions",
    "urls",
    "musttranslatewords",
    "notranslatewords",
    "printf",
    "pythonbraceformat",
]


def units(tag):
    """Every translated entry of a language, in all its files."""
    found = [
        unit
        for path in sorted((ROOT / "locales" / tag / "LC_MESSAGES").glob("*.po"))
        for unit in pofile.parsefile(str(path)).units
        if unit.istranslated()
    ]
    assert len(found) > 500
    return found


def flags(unit):
    return {flag.strip() for line in unit.typecomments for flag in line.removeprefix("#,").split(",")}


@pytest.mark.parametrize("tag", TAGS)
def test_weblate_is_quiet_on_the_shipped_catalogs(tag):
    """But where the entry bears the flag that tells it to be."""
    said = [
        (unit.getcontext(), name)
        for unit in units(tag)
        for name, complains in RULES.items()
        if complains(unit.source, unit.target) and f"ignore-{name}" not in flags(unit)
    ]
    assert said == []


@pytest.mark.parametrize("tag", TAGS)
def test_no_flag_is_there_for_nothing(tag):
    for unit in units(tag):
        for flag in flags(unit):
            if flag.startswith("ignore-"):
                assert RULES[flag.removeprefix("ignore-")](unit.source, unit.target), unit.getcontext()


@pytest.mark.parametrize("tag", TAGS)
def test_pofilter_is_quiet_on_the_shipped_catalogs(tag):
    config = toolkit.CheckerConfig(targetlanguage=tag.replace("-", "_"))
    said = toolkit.TeeChecker(config, limitfilters=MEANT)
    found = {unit.getcontext(): sorted(said.run_filters(unit)) for unit in units(tag)}
    assert {block: names for block, names in found.items() if names} == {}


@pytest.mark.parametrize(
    ("english", "text", "wanted"),
    [
        ("{a} and {b}", "{b} e {a}", []),
        ("{a} and {b}", "{a}, {a} e {b}", ["ignore-python-brace-format"]),
        ("{a} and {b}", "{a}", []),  # an error, which Weblate is to tell as well
        ("{a} and {b}", "", []),
        ("Then we expect", "期望值：", ["ignore-end-colon"]),
        ("What is {a}?", "{a}是多少？写一个。", ["ignore-end-question", "ignore-end-stop"]),
        ("What is {a}?", "{a}是多少。", []),
        ("all wins;", "全胜；", ["ignore-end-semicolon"]),
    ],
)
def test_flags(english, text, wanted):
    assert quiet_flags(english, text) == wanted
