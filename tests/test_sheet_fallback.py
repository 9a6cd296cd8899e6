"""Exercise sheets of a language that is translated in part: English stands in, marked, with its numbers."""

import re
import shutil
from pathlib import Path

import html5lib
import pytest
from sheet_seeds import coded

from discordant.audit.page import shown
from discordant.publication import edition
from discordant.publication.disk import load
from discordant.recipes.sheets import order
from discordant.teaching.exercises.sheet import make
from discordant.teaching.sheets import drawings
from discordant.teaching.sheets.pages import Form, Pages

LOCALES = Path(__file__).resolve().parent / "locales"
KINDS = ("read-distribution", "exact-by-hand", "smallest-lead", "chi-square", "paired-se")
MARK, DRAWN = "Ainda sem tradução", "Alguns rótulos desta figura estão em inglês"


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The pages of a sheet in Portuguese, of which no text of exercises is translated."""
    folder = tmp_path_factory.mktemp("partly")
    shutil.copytree(LOCALES, folder / "locales")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        own = edition.read(load(), "pt")
    sheet = make(order(len(KINDS), 1, KINDS, (950, 27, 12, 1011), coded(2026)))
    return Pages(own, sheet, Form("a4", False), "discordant handout sheet")


@pytest.fixture(scope="module")
def trees(pages):
    drawn = drawings.draw(pages.plan())
    parse = html5lib.HTMLParser(html5lib.getTreeBuilder("lxml"), namespaceHTMLElements=False).parse
    return {letter: parse(pages.html(drawn, letter).decode("utf-8")).getroot() for letter in ("A", None)}


def facts(tree, language):
    """What elements print, by the language of where they stand."""
    found = tree.xpath(f'//*[@data-fact][ancestor-or-self::*[@lang][1][@lang="{language}"]]')
    return [(element.get("data-fact"), shown(element)) for element in found]


@pytest.mark.parametrize("letter", ["A", None])
def test_numbers_are_written_as_what_they_stand_in(trees, letter):
    """Decimals with a point amid English, with a comma in tables and the key, which are the page's own."""
    english, own = (" ".join(text for _, text in facts(trees[letter], tag)) for tag in ("en", "pt"))
    assert re.search(r"\b\d\.\d|\b\d,\d{3}\b", english)
    assert not re.search(r"\b\d,\d{1,2}\b|\b\d,\d{4}", english)
    assert re.search(r"\b\d,\d", own)
    assert not re.search(r"\b0\.\d", own)


def test_lists_are_those_of_the_passage(trees):
    items = dict(facts(trees[None], "en"))["items"]
    assert re.fullmatch(r"\d(?:(?:, \d)*,? and \d)?", items), items


def test_the_teacher_is_told_how_much_is_english(trees):
    [sentence] = trees[None].xpath('//div[@class="about"]//p[@class="status"]')
    counts = {fact.get("data-fact"): fact.text for fact in sentence.xpath(".//*[@data-fact]")}
    assert counts["missing"] == counts["blocks"]
    assert int(counts["blocks"]) > 300
    assert not trees["A"].xpath(
        '//p[@class="status"]'
    )  # students' sheets hold the numbers of exercises alone


@pytest.mark.parametrize("letter", ["A", None])
def test_a_drawing_with_english_labels_says_so(trees, letter):
    assert set(trees[letter].xpath('//div[@class="drawing"]/p/text()')) == {DRAWN}
    assert MARK in trees[letter].xpath('//span[@class="mark sans"]/text()')


def test_a_quiz_says_what_is_english(pages):
    xml = pages.quiz()["xml"].decode("utf-8")
    questions = re.findall(r"<questiontext[^>]*>\s*<text>(.*?)</text>", xml, re.DOTALL)
    assert len(questions) > 4
    assert all('<p><span lang="en" dir="ltr">' in question for question in questions)
    assert not re.search("<name>[^/]*span", xml)
