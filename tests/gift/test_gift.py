"""GIFT, read back by the strict public parser, in Chromium, since nothing else here speaks JavaScript.

The parser is gift-parser-globals.js, unchanged from the npm package gift-pegjs 1.0.2.  Its licence: LICENSE.
"""

import hashlib
import re
import runpy
import shutil
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Error, sync_playwright

from discordant.teaching.sheets import gift
from discordant.teaching.sheets.quiz import Accepted, Choice, Quiz, reachable

HERE = Path(__file__).parent
PARSER = HERE / "gift-parser-globals.js"
PARSER_SHA256 = "5c83b4390585de500f82a79962bf004d1066779ed5a5ccc10f802dba8c2fb4a6"
MACOS = "/Applications/Chromium.app/Contents/MacOS/Chromium"
SAMPLE = runpy.run_path(str(HERE / "sample.py"))
NUMBER, FRACTION, CHOICE, ESSAY, QUIZZES = map(
    SAMPLE.get, ("NUMBER", "FRACTION", "CHOICE", "ESSAY", "QUIZZES")
)


@pytest.fixture(scope="module")
def parse():
    """The questions of a GIFT file as gift-pegjs reads them; playwright's Error where it does not."""
    assert hashlib.sha256(PARSER.read_bytes()).hexdigest() == PARSER_SHA256
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), MACOS if sys.platform == "darwin" else None)
    assert found, "no Chromium here; ./do setup test brings it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        page = browser.new_page()
        page.add_script_tag(content=PARSER.read_text(encoding="utf-8"))
        yield lambda data: page.evaluate("text => giftParser.parse(text)", data.decode("utf-8"))
        browser.close()


TYPES = {"numerical": "Numerical", "shortanswer": "Short", "multichoice": "MC", "essay": "Essay"}


def shown(of):
    """An HTML text as the parser gives it."""
    return {"format": "html", "text": of.replace("->", "-&gt;").strip()} if of else None


def test_gift_reads_back_as_it_was(parse):
    found = parse(gift.document(QUIZZES))
    for quiz in QUIZZES:
        assert found.pop(0) == {"type": "Category", "title": quiz.category}
        for entry in quiz.entries:
            question = found.pop(0)
            assert (question["id"], question["title"]) == (entry.id, entry.name)
            assert (question["type"], question["stem"]) == (TYPES[entry.form], shown(entry.text))
            assert question["globalFeedback"] == shown(entry.feedback if entry.form != "essay" else "")
            if entry.form != "essay":
                assert question["choices"] == [*map(choice, entry.choices), *accepted(entry)]
    assert found == []


def choice(of):
    return {"isCorrect": of.right, "weight": None, "text": shown(of.text), "feedback": shown(of.feedback)}


def accepted(entry):
    for of in reachable(entry):
        known = {"format": "html", "text": of.value}
        if entry.form == "numerical":
            known = {"type": "range", "number": float(of.value), "range": float(of.tolerance)}
        feedback = shown(of.feedback)
        yield {"isCorrect": True, "weight": float(of.percent), "text": known, "feedback": feedback}


def test_gift_is_safe_for_moodles_own_reader():
    """It goes by lines: blank ones part questions, and what starts with // is lost."""
    data = gift.document(QUIZZES)
    assert not data.startswith(b"\xef\xbb\xbf")
    assert data.endswith(b"}\n")
    blocks = data.decode("utf-8").rstrip("\n").split("\n\n")
    assert len(blocks) == len(QUIZZES) + sum(len(quiz.entries) for quiz in QUIZZES)
    assert "->" not in data.decode("utf-8")
    assert "\r" not in data.decode("utf-8")
    for block in blocks:
        first, *lines = block.split("\n")
        assert re.fullmatch(r"\$CATEGORY: \S.*|// \[id:\S+\] points: \d+", first)
        assert all(re.match(r"::|\t(=|~|####)|\}$", line) for line in lines)


def test_gift_never_tells_students_how_an_essay_is_graded():
    data = gift.document(QUIZZES)
    assert b"MARKING-GUIDE" not in data
    assert b"THE-FEEDBACK" not in data
    assert b"{}\n" in data


@given(some=st.text("abc \n\t\\~=#{}:[]%/->\"'&;<*|", max_size=30))
def test_any_text_goes_through_gift(parse, some):
    some = f"x{some}x"
    essay = ESSAY._replace(text=some)
    pick = CHOICE._replace(choices=(Choice(some, True, some), Choice("y", False)), feedback=some)
    number = NUMBER._replace(text=some, accepted=(Accepted("1", "0.5", some),))
    short = FRACTION._replace(accepted=(Accepted("1/2", "0", some),))
    found = parse(gift.document([Quiz("c", "", (essay, pick, number, short))]))
    assert [question["type"] for question in found] == ["Category", "Essay", "MC", "Numerical", "Short"]
    assert [found[1]["stem"], found[2]["globalFeedback"], found[3]["stem"]] == [shown(some)] * 3
    assert [found[2]["choices"][0][part] for part in ("text", "feedback")] == [shown(some)] * 2
    assert [question["choices"][0]["feedback"] for question in found[3:]] == [shown(some)] * 2


@pytest.mark.parametrize(("sign", "broken"), [("\\}", "}"), ("\n}\n", "\n"), (":0.0005", ":a")])
def test_the_parser_is_strict(parse, sign, broken):
    data = gift.document(QUIZZES)
    assert sign.encode() in data
    with pytest.raises(Error, match=r"peg\$SyntaxError"):
        parse(data.replace(sign.encode(), broken.encode(), 1))
