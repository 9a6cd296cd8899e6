"""The GIFT files of a sheet, read by the strict public parser: the same questions as in Moodle XML."""

import re
from fractions import Fraction
from pathlib import Path

import pytest
from lxml import etree

PARSER = Path(__file__).parent / "gift-parser-globals.js"
TAGS = ("en", "it", "zh-Hans")
TYPES = {"numerical": "Numerical", "shortanswer": "Short", "multichoice": "MC", "essay": "Essay"}


@pytest.fixture(scope="module")
def parse(browser):
    page = browser.new_page()
    page.add_script_tag(content=PARSER.read_text(encoding="utf-8"))
    yield lambda data: page.evaluate("text => giftParser.parse(text)", data.decode("utf-8"))
    page.close()


@pytest.fixture(scope="module", params=TAGS)
def both(request, every_kind, parse):
    """The questions of one language, from GIFT and from Moodle XML."""
    folder = every_kind / "teacher"
    questions = parse((folder / f"quiz-{request.param}.gift").read_bytes())
    return questions, list(etree.parse(folder / f"quiz-{request.param}.xml").getroot())


def test_the_same_questions(both):
    for ours, theirs in zip(*both, strict=True):
        form = theirs.get("type")
        if form == "category":
            assert (ours["type"], ours["title"]) == ("Category", theirs.findtext("category/text"))
        else:
            assert (ours["type"], ours["id"]) == (TYPES[form], theirs.findtext("idnumber"))
            assert ours["title"] == theirs.findtext("name/text")
            assert ours["stem"]["format"] == "html"
            assert plain(ours["stem"]["text"]) == plain(theirs.findtext("questiontext/text"))


def plain(text):
    return re.sub(r"\s+", "", text).replace("-&gt;", "->")


def test_the_same_answers(both):
    seen = 0
    for ours, theirs in zip(*both, strict=True):
        if theirs.get("type") in ("category", "essay"):
            continue
        answers = theirs.findall("answer")
        for choice, answer in zip(ours["choices"], answers, strict=True):
            seen += 1
            if theirs.get("type") == "multichoice":
                assert choice["isCorrect"] == (answer.get("fraction") == "100")
                assert plain(choice["text"]["text"]) == plain(answer.findtext("text"))
                continue
            assert choice["weight"] == float(answer.get("fraction"))
            if theirs.get("type") == "numerical":
                value, tolerance = choice["text"]["number"], choice["text"]["range"]
                assert Fraction(str(value)) == Fraction(answer.findtext("text"))
                assert Fraction(str(tolerance)) == Fraction(answer.findtext("tolerance"))
            else:
                assert choice["text"]["text"] == answer.findtext("text")
    assert seen > 150


def test_no_essay_tells_how_it_is_graded(both):
    for ours, theirs in zip(*both, strict=True):
        if theirs.get("type") == "essay":
            assert not ours["globalFeedback"]
            assert theirs.findtext("graderinfo/text")
