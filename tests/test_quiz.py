"""Quiz files in Moodle XML, read back by lxml and by a public parser; what no quiz file may hold.

GIFT has its tests in tests/gift.
"""

import html
import os
import re
import runpy
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import moodle_xml_parser.parser as public
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from quiz_rules import PERCENTS, read, text, wrong

from discordant.teaching.sheets import gift, moodle
from discordant.teaching.sheets.quiz import FORMS, Accepted, Choice, Quiz, reachable

PLACE = Path(__file__).parent / "gift" / "sample.py"
SAMPLE = runpy.run_path(str(PLACE))
NUMBER, FRACTION, CHOICE, ESSAY, QUIZZES = map(
    SAMPLE.get, ("NUMBER", "FRACTION", "CHOICE", "ESSAY", "QUIZZES")
)
ENTRIES = {entry.id: entry for quiz in QUIZZES for entry in quiz.entries}


# === Moodle XML, read by lxml ===


def root():
    return etree.fromstring(moodle.document(QUIZZES))


def as_read(entry):
    """An entry as a file holds it: short answers have no tolerance, and a box is as high as Moodle offers."""
    short = entry.form == "shortanswer"
    accepted = tuple(a._replace(tolerance=None) if short else a for a in reachable(entry))
    return entry._replace(accepted=accepted, lines=10 if entry.lines else 0)


def test_moodle_xml_reads_back_as_it_was():
    wanted = tuple(quiz._replace(entries=tuple(map(as_read, quiz.entries))) for quiz in QUIZZES)
    assert read(moodle.document(QUIZZES)) == wanted
    assert {entry.form for entry in ENTRIES.values()} == set(FORMS)


def test_moodle_shuffles_choices_and_shows_one_to_be_chosen():
    """The order on the sheet is by chance, but each student who sits beside another has the same one."""
    found = [q for q in root() if q.get("type") == "multichoice"]
    assert found
    for question in found:
        settings = {name: question.findtext(name) for name in ("shuffleanswers", "single", "answernumbering")}
        assert settings == {"shuffleanswers": "true", "single": "true", "answernumbering": "abc"}


def test_an_answer_that_an_earlier_one_takes_is_left_out():
    """Without `reachable`, by which the other tests compare."""
    for data in (moodle.document(QUIZZES), gift.document(QUIZZES)):
        assert b"never seen" not in data
    assert b"never seen" in moodle.document([Quiz("c", "", (ESSAY._replace(text="never seen"),))])


COMMON = ["name", "questiontext", "generalfeedback", "defaultgrade", "penalty", "hidden", "idnumber"]
OWN = {
    "category": "category info idnumber",
    "numerical": "answer unitgradingtype unitpenalty showunits unitsleft",
    "shortanswer": "usecase answer",
    "multichoice": "single shuffleanswers answernumbering showstandardinstruction correctfeedback"
    " partiallycorrectfeedback incorrectfeedback answer",
    "essay": "responseformat responserequired responsefieldlines attachments attachmentsrequired graderinfo"
    " responsetemplate",
}
FIXED = {
    "numerical": {"unitgradingtype": "0", "unitpenalty": "0.1", "showunits": "3", "unitsleft": "0"},
    "shortanswer": {"usecase": "0"},
    "multichoice": {
        "single": "true",
        "shuffleanswers": "true",
        "answernumbering": "abc",
        "showstandardinstruction": "0",
    },
    "essay": {"responseformat": "editor", "responserequired": "1", "attachments": "0"},
}


def test_moodle_xml_has_the_elements_of_moodles_export_in_their_order():
    for question in root():
        form = question.get("type")
        wanted = (COMMON if form in FORMS else []) + OWN[form].split()
        assert list(dict.fromkeys(child.tag for child in question)) == wanted
        for name, value in FIXED.get(form, {}).items():
            assert question.findtext(name) == value
        for answer in question.iterfind("answer"):
            tolerance = ["tolerance"] if form == "numerical" else []
            assert [child.tag for child in answer] == ["text", "feedback", *tolerance]
            assert answer.get("format") == ("html" if form == "multichoice" else "moodle_auto_format")
        for name in ("questiontext", "generalfeedback", "graderinfo", "answer/feedback", "info"):
            assert all(element.get("format") == "html" for element in question.iterfind(name))


def test_moodle_xml_is_strictly_what_moodle_takes():
    ids = [question.findtext("idnumber") for question in root() if question.get("type") in FORMS]
    assert ids == list(ENTRIES)
    for question in root().iterfind("question"):
        form = question.get("type")
        fractions = [answer.get("fraction") for answer in question.iterfind("answer")]
        assert set(fractions) <= set(PERCENTS)
        assert 0 <= float(question.findtext("penalty") or 0) <= 1
        if form in ("numerical", "multichoice"):
            assert fractions.count("100") == 1
        if form in ("numerical", "shortanswer"):
            assert fractions[0] == "100"
        if form == "numerical":
            for number in (*question.iterfind("answer/text"), *question.iterfind("answer/tolerance")):
                assert re.fullmatch(r"-?\d+(\.\d+)?", number.text)
        assert (form == "essay") == bool(text(question, "graderinfo"))


def test_moodle_xml_starts_with_the_declaration_and_is_readable():
    data = moodle.document(QUIZZES)
    assert data.startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n  <question type="category">\n')
    assert data.endswith(b"</question>\n</quiz>\n")
    assert b"<![CDATA[a &lt; b" not in data
    assert "中文".encode() in data


def points(question, typed):
    """(percent, feedback) for what a student types, by Moodle's rules: the first that matches."""
    for answer in question.iterfind("answer"):
        known, found = answer.findtext("text"), (answer.get("fraction"), text(answer, "feedback"))
        if question.get("type") == "shortanswer":
            if known.casefold() == typed.strip().casefold():
                return found
        elif abs(Fraction(typed.replace(",", ".")) - Fraction(known)) <= Fraction(
            answer.findtext("tolerance")
        ):
            return found
    return ("0", "")


@pytest.mark.parametrize(
    ("name", "typed", "percent", "says"),
    [
        ("exact-by-hand.2026.A.p", "0.21875", "100", "Yes"),
        ("exact-by-hand.2026.A.p", "0,219", "100", "Yes"),
        ("exact-by-hand.2026.A.p", "0.2185", "100", "Yes"),
        ("exact-by-hand.2026.A.p", "0.11", "0", ""),
        ("exact-by-hand.2026.A.p", "0,109375", "0", "Forgot to double"),
        ("exact-by-hand.2026.A.p", "0.22", "50", "Rounded"),
        ("exact-by-hand.2026.B.p", "0,0265", "100", "p = 0,0265 – richtig"),
        ("exact-by-hand.2026.B.p", "0.02653", "100", "richtig"),
        ("exact-by-hand.2026.B.p", "0,0133", "0", "nur ein Ende"),
        ("exact-by-hand.2026.B.p", "-3,5", "0", "vertauscht"),
        ("exact-by-hand.2026.A.q", "7/64", "100", ""),
        ("exact-by-hand.2026.A.q", "14/128", "100", "lowest terms"),
        ("exact-by-hand.2026.A.q", "0,109375", "100", ""),
        ("exact-by-hand.2026.A.q", "7/32", "0", "doubled"),
        ("exact-by-hand.2026.A.q", "7", "0", ""),
    ],
)
def test_what_a_student_types_gets_its_points_and_its_diagnosis(name, typed, percent, says):
    question = next(q for q in root() if q.findtext("idnumber") == name)
    got, feedback = points(question, typed)
    assert got == percent
    assert says in feedback
    assert bool(says) == bool(feedback)


@pytest.mark.parametrize(("wanted", "height"), [(0, "5"), (5, "5"), (6, "10"), (39, "40"), (200, "40")])
def test_an_essays_box_has_a_height_that_moodle_offers(wanted, height):
    data = moodle.document([Quiz("c", "", (ESSAY._replace(lines=wanted),))])
    assert etree.fromstring(data).findtext("question/responsefieldlines") == height


def test_public_parser_of_moodle_xml_reads_the_choices():
    found = public.parse_bytes(moodle.document(QUIZZES))
    assert (len(found["multichoice"]), found["cloze"]) == (1, [])
    question = found["multichoice"][0]
    assert (question.name, question.text_pre_parse) == (CHOICE.name, CHOICE.text)
    assert (question.default_grade, question.single, question.general_feedback) == (3, True, CHOICE.feedback)
    options = [(option.answer, option.score_fraction, option.feedback) for option in question.options]
    assert options == [(c.text, 100 * c.right, html.unescape(c.feedback)) for c in CHOICE.choices]


XML_TEXT = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff")
    | st.sampled_from("]>\n\t&<")
)


@given(XML_TEXT)
def test_any_text_goes_through_moodle_xml(some):
    entry = ESSAY._replace(text=f"x{some}", grader=f"x{some}", feedback=some)
    (quiz,) = read(moodle.document([Quiz("c", some, (entry,))]))
    assert quiz == Quiz("c", some, (as_read(entry),))


# === What no file may hold, and the same bytes ===


REFUSED = [
    (NUMBER, {"accepted": (Accepted("7/64"),)}, "'7/64' is no plain decimal"),
    *(
        (NUMBER, {"accepted": (Accepted(v),)}, "is no plain decimal")
        for v in ("", "0,5", "1e-3", "*", "1 000", "٣", "+1", "01", "1.", ".5", "1\n")
    ),
    (NUMBER, {"accepted": (Accepted("0.5", "0,1"),)}, "'0,1' is no plain decimal"),
    (NUMBER, {"accepted": (Accepted("0.5", "-0.1"),)}, "tolerance -0.1 is negative"),
    (NUMBER, {"accepted": (Accepted("0.5", percent="42"),)}, "'42' is no share"),
    (NUMBER, {"accepted": ()}, "the first answer is not the right one"),
    (
        NUMBER,
        {"accepted": (Accepted("1", percent="0"), Accepted("2"))},
        "the first answer is not the right one",
    ),
    (NUMBER, {"accepted": (Accepted("1"), Accepted("2"))}, "2 answers are right, not one"),
    (NUMBER, {"choices": CHOICE.choices}, "form numerical has no choices"),
    (NUMBER, {"grader": "x"}, "form numerical has no notes for graders"),
    *((FRACTION, {"accepted": (Accepted(v),)}, "holds a tab") for v in ("2*3", "a->b", "a\nb", "a\\b")),
    *((FRACTION, {"accepted": (Accepted(v),)}, "an answer is empty") for v in ("", " 7/64")),
    (
        CHOICE,
        {"choices": tuple(c._replace(right=False) for c in CHOICE.choices)},
        "0 choices are right, not one",
    ),
    (
        CHOICE,
        {"choices": tuple(c._replace(right=True) for c in CHOICE.choices)},
        "4 choices are right, not one",
    ),
    (CHOICE, {"choices": (Choice("a", True),)}, "there are not two choices"),
    (CHOICE, {"choices": (Choice("a", True), Choice("a", False))}, "two are the same"),
    (CHOICE, {"choices": (Choice("a", True), Choice("<p> </p>", False))}, "the text of a choice is empty"),
    (ESSAY, {"grader": "<p></p>"}, "the notes for graders are empty"),
    (ESSAY, {"accepted": NUMBER.accepted}, "form essay has no accepted answers"),
    (ESSAY, {"lines": -1}, "fewer than no lines"),
    (ESSAY, {"text": " "}, "the text is empty"),
    (ESSAY, {"name": ""}, "a name is one line"),
    (ESSAY, {"name": "a<b"}, "a name is one line"),
    (ESSAY, {"name": "x" * 256}, "a name is one line"),
    (ESSAY, {"points": 0}, "it is worth no points"),
    (ESSAY, {"form": "cloze"}, "'cloze' is no form"),
    *((ESSAY, {"id": name}, "an id is") for name in ("", "a b", "a]b", "é", "x" * 101)),
    *((ESSAY, {"grader": f"x{c}"}, f"character U\\+{ord(c):04X} is not") for c in "\0\x0b\x1f\r\ud800\ufffe"),
    (CHOICE, {"choices": (Choice("a", True, "\x08"), Choice("b", False))}, r"character U\+0008"),
]


@pytest.mark.parametrize(("entry", "change", "says"), REFUSED)
def test_the_rules_see_what_is_wrong(entry, change, says):
    changed = entry._replace(**change)
    first = next(wrong(Quiz("c", "", (changed,))))
    assert re.search(says, first)
    assert first.startswith(f"question {changed.id}: ")


@pytest.mark.parametrize("category", ["", " c", "a\nb", "a\\b", "a\0", "<b>"])
def test_a_category_is_one_plain_line(category):
    assert next(wrong(Quiz(category, "", (ESSAY,)))).startswith("category")


def test_no_id_and_no_category_twice():
    """Moodle would leave the second of an id out without a word."""
    again = [f"question {ESSAY.id}: there are two of this id"]
    assert list(wrong(Quiz("c", "", (ESSAY, ESSAY)))) == again
    assert list(wrong(Quiz("c", "", (ESSAY,)), Quiz("d", "", (ESSAY,)))) == again
    assert list(wrong(Quiz("c", "", (ESSAY,)), Quiz("c", "", (CHOICE,)))) == [
        "category 'c': there are two of this name"
    ]


def test_the_samples_are_sound():
    assert list(wrong(*QUIZZES)) == []


def test_same_bytes_in_every_run():
    code = (
        "import runpy, sys; from discordant.teaching.sheets import gift, moodle;"
        "quizzes = runpy.run_path(sys.argv[1])['QUIZZES'];"
        "sys.stdout.buffer.write(moodle.document(quizzes) + gift.document(quizzes))"
    )
    for seed in ("0", "1", "4711"):
        run = subprocess.run(
            [sys.executable, "-c", code, PLACE],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        )
        assert run.stdout == moodle.document(QUIZZES) + gift.document(QUIZZES)
