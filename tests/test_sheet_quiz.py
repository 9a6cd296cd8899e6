"""Quiz files of a sheet: read by strangers' parsers, with the answers that the students' pages lead to."""

import html
import re
from fractions import Fraction
from functools import partial
from itertools import product

import moodle_xml_parser.parser as public
import pytest
import sheet_pages as pages
from lxml import etree
from quiz_rules import read, wrong
from sheet_answers import Words, answers

from discordant.teaching.exercises.kinds import KINDS

TAGS = ("en", "it", "zh-Hans")
LETTERS = "AB"
FORMS = {"numerical", "shortanswer", "multichoice", "essay"}
PLAIN = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?")

every_language = pytest.mark.parametrize("tag", TAGS)


@pytest.fixture(scope="module")
def quizzes(every_kind):
    """Language -> the elements of its questions, by their ids."""
    found = {}
    for tag in TAGS:
        root = etree.parse(every_kind / "teacher" / f"quiz-{tag}.xml").getroot()
        questions = [question for question in root if question.get("type") != "category"]
        found[tag] = {question.findtext("idnumber"): question for question in questions}
        assert len(found[tag]) == len(questions)
    return found


@pytest.fixture(scope="module")
def worked_out(every_kind, read_page):
    """(language, place of a question) -> the question and its answer, from the students' pages."""
    found = {}
    for tag, letter in product(TAGS, LETTERS):
        said = Words(tag).said("sheet.cases.right")
        page = pages.page(read_page(every_kind / "student" / f"exercises-{tag}-{letter}.html"), tag)
        for kind, item in zip(KINDS, page.items, strict=True):
            worked = answers(kind, item, {re.sub(r"\\(.)", r"\1", wording) for wording in said})
            for name, question, answer in zip(names_of(kind), item.questions, worked, strict=True):
                found[tag, f"{letter}-{kind}-{name}"] = (question, answer)
    return found


def names_of(kind):
    """The names of a kind's questions, from those of its texts."""
    found = [re.fullmatch(rf"exercise\.{kind}\.(\w+)\.ask", name) for name in Words("en").ids("exercise.")]
    return [match[1] for match in found if match]


def without_sheet(name):
    return name.partition("-")[2]


def accepted(question, percent="100"):
    return [answer for answer in question.iterfind("answer") if answer.get("fraction") == percent]


# === What is asked ===


@every_language
def test_there_is_a_question_for_each_of_every_variant(tag, quizzes, worked_out):
    asked = {place for language, place in worked_out if language == tag}
    cells = {f"{x}-fill-table-table" for x in LETTERS}
    wanted = (asked - cells) | {f"{place}-{cell}" for place in cells for cell in "abcd"}
    assert {without_sheet(place) for place in quizzes[tag]} == wanted


def test_ids_are_those_of_every_language(quizzes, every_kind):
    assert list(quizzes["en"]) == list(quizzes["it"]) == list(quizzes["zh-Hans"])
    sheet = every_kind.name.removeprefix("sheet-")
    assert all(place.startswith(f"{sheet}-") for place in quizzes["en"])


def test_ids_are_pinned(sheets):
    """Moodle knows a question by its place: the same seed must give the same one in every version."""
    root = etree.parse(sheets / "teacher" / "quiz-it.xml").getroot()
    ids = [question.findtext("idnumber") for question in root if question.get("type") != "category"]
    assert ids[0] == f"{sheets.name.removeprefix('sheet-')}-A-fill-table-table-a"
    assert ids[-1] == f"{sheets.name.removeprefix('sheet-')}-D-manager-report"
    assert len(ids) == len(set(ids))


@every_language
def test_each_kind_is_a_category_with_all_variants(tag, every_kind, quizzes):
    root = etree.parse(every_kind / "teacher" / f"quiz-{tag}.xml").getroot()
    forms = [question.get("type") for question in root]
    assert forms[0] == "category"
    assert forms.count("category") == len(KINDS)
    assert set(forms) == FORMS | {"category"}
    categories = [
        question.findtext("category/text") for question in root.iterfind("question[@type='category']")
    ]
    assert len(set(categories)) == len(KINDS)


@every_language
def test_points_are_those_of_the_sheet(tag, quizzes, every_kind, read_page):
    for letter in LETTERS:
        page = pages.page(read_page(every_kind / "student" / f"exercises-{tag}-{letter}.html"), tag)
        for kind, item in zip(KINDS, page.items, strict=True):
            grades = [
                int(question.findtext("defaultgrade"))
                for place, question in quizzes[tag].items()
                if without_sheet(place).startswith(f"{letter}-{kind}-")
            ]
            assert sum(grades) == item.points, kind


@every_language
def test_no_file_holds_what_moodle_would_take_for_something_else(tag, every_kind):
    quizzes = read((every_kind / "teacher" / f"quiz-{tag}.xml").read_bytes())
    assert list(wrong(*quizzes)) == []
    assert sum(len(quiz.entries) for quiz in quizzes) > 60


# === Right answers ===


@every_language
def test_right_answers_are_those_that_the_page_leads_to(tag, quizzes, worked_out):
    words, seen = Words(tag), set()
    for name, question in quizzes[tag].items():
        place = without_sheet(name)
        if "-fill-table-" in place:
            place, cell = place[:-2], "abcd".index(place[-1])
            _asked, answer = worked_out[tag, place]
            answer = answer[cell]
        else:
            _asked, answer = worked_out[tag, place]
        asked, _answer = worked_out[tag, place]
        seen.add(question.get("type"))
        kind = place.partition("-")[2].rpartition("-")[0]
        CHECKS[question.get("type")](question, answer, asked, partial(words.option, kind))
    assert seen == FORMS


def check_numerical(question, answer, asked, name_of):
    (right,) = accepted(question)
    tolerance = Fraction(right.findtext("tolerance"))
    assert abs(Fraction(right.findtext("text")) - Fraction(answer)) <= tolerance + Fraction(1, 10**6)
    assert tolerance <= max(Fraction(3, 100), abs(Fraction(answer)) / 50)
    for other in question.iterfind("answer"):
        assert PLAIN.fullmatch(other.findtext("text"))
        assert PLAIN.fullmatch(other.findtext("tolerance"))
        if other is not right:
            assert other.get("fraction") == "0"
            assert abs(Fraction(other.findtext("text")) - Fraction(answer)) > tolerance


def without_marks(text):
    """A spelling as Python reads it: in a fraction no blanks and no marks of thousands, else a point."""
    return re.sub("[ ,.]", "", text) if "/" in text else text.replace(",", ".")


def check_shortanswer(question, answer, asked, name_of):
    spelled = [right.findtext("text") for right in accepted(question)]
    assert f"{answer.numerator}/{answer.denominator}" == spelled[0]  # in lowest terms
    decimals = [text for text in spelled if "." in text and "/" not in text]
    assert decimals
    with_commas = {text for text in spelled if "," in text and "/" not in text}
    assert {text.replace(".", ",") for text in decimals} == with_commas
    for text in spelled:
        value = Fraction(without_marks(text))
        assert value == answer or abs(value - answer) <= Fraction(1, 20000)
    wrong = {without_marks(text.findtext("text")) for text in accepted(question, "0")}
    assert not [text for text in wrong if abs(Fraction(text) - answer) <= Fraction(1, 20000)]
    for text in (spelled[0], decimals[0]):
        assert not re.search(r"\d[.,]\d{3}[.,/]", text)  # no marks of thousands


def check_multichoice(question, answer, asked, name_of):
    found = [answer.get("fraction") == "100" for answer in question.iterfind("answer")]
    wanted = answer if isinstance(answer, set) else {answer}
    assert found == [name_of(option[-1]) in wanted for option in asked.options]
    assert found.count(True) == 1
    for option, choice in zip(asked.options, question.iterfind("answer"), strict=True):
        text = html.unescape(re.sub("<[^>]*>", "", choice.findtext("text")))
        if option.find(".//math") is None:  # which is TeX here
            assert pages.squeezed(text) == pages.squeezed(pages.text_of(option[-1]))
    assert question.findtext("single") == "true"


def check_essay(question, answer, asked, name_of):
    assert answer is None
    assert len(question.findtext("graderinfo/text")) > 100
    assert not question.findtext("generalfeedback/text")


CHECKS = {
    "numerical": check_numerical,
    "shortanswer": check_shortanswer,
    "multichoice": check_multichoice,
    "essay": check_essay,
}


@every_language
def test_what_is_said_to_a_wrong_answer_is_said_to_those_who_mean_it(tag, quizzes):
    """A number is taken for a mistake within a twentieth of it, and no farther than for the right one."""
    seen = 0
    for question in quizzes[tag].values():
        if question.get("type") == "numerical":
            (right,) = accepted(question)
            for wrong in accepted(question, "0"):
                value, near = (Fraction(wrong.findtext(part)) for part in ("text", "tolerance"))
                assert near <= min(abs(value) / 20, Fraction(right.findtext("tolerance"))) + Fraction(
                    1, 10**6
                )
                seen += near > 0
    assert seen > 10


# === Exhibits ===


def table_of(question):
    """The words at the heads of a table of two by two, and its cells by row and column; None without one."""
    text = question.findtext("questiontext/text").replace("&nbsp;", " ")
    for table in etree.fromstring(f"<x>{text}</x>").iter("table"):
        rows = [[pages.squeezed("".join(cell.itertext())) for cell in row] for row in table.iter("tr")]
        if [len(row) for row in rows] == [3, 3, 3]:
            return rows
    return None


@every_language
def test_a_table_of_two_by_two_says_what_the_page_says(tag, quizzes, every_kind, read_page):
    """By its heads; in the row of A wrong and the column of B right stand the cases of B alone."""
    heads = {
        name: {*Words(tag).said(f"sheet.square.{name}")}
        for name in ("A-right", "A-wrong", "B-right", "B-wrong")
    }
    cells = {"a": ("A-right", "B-right"), "b": ("A-wrong", "B-right"), "c": ("A-right", "B-wrong")}
    cells["d"] = ("A-wrong", "B-wrong")
    seen = 0
    for letter in LETTERS:
        page = pages.page(read_page(every_kind / "student" / f"exercises-{tag}-{letter}.html"), tag)
        for kind, item in zip(KINDS, page.items, strict=True):
            mine = [
                q for name, q in quizzes[tag].items() if without_sheet(name).startswith(f"{letter}-{kind}-")
            ]
            tables = [table for table in map(table_of, mine) if table]
            assert bool(tables) == ("square" in item.exhibits)
            for head, *rows in tables:
                for (cell, (A, B)), value in zip(cells.items(), item.exhibits["square"], strict=True):
                    (row,) = [row for row in rows if any(re.fullmatch(said, row[0]) for said in heads[A])]
                    (column,) = [
                        i for i, text in enumerate(head) if any(re.fullmatch(s, text) for s in heads[B])
                    ]
                    seen += value is not None
                    shown = cell if value is None else pages.number(row[column], tag).value
                    assert shown == (row[column] if value is None else value), (kind, cell)
    assert seen > 20


# === Strangers ===


@every_language
def test_a_public_parser_reads_the_choices(tag, every_kind, quizzes):
    found = public.parse_bytes((every_kind / "teacher" / f"quiz-{tag}.xml").read_bytes())
    wanted = [question for question in quizzes[tag].values() if question.get("type") == "multichoice"]
    assert [question.name for question in found["multichoice"]] == [q.findtext("name/text") for q in wanted]
    for theirs, ours in zip(found["multichoice"], wanted, strict=True):
        scores = [float(answer.get("fraction")) for answer in ours.iterfind("answer")]
        assert [option.score_fraction for option in theirs.options] == scores


@every_language
def test_texts_are_sound_html_with_a_language_of_their_own(tag, quizzes):
    """No spans of ours, no style, nothing loaded; tables with heads; formulas as TeX, which Moodle sets."""
    for question in quizzes[tag].values():
        for element in question.iter("text"):
            text = element.text or ""
            assert not re.search(r"<(span|script|style|img|svg|math)|class=|data-", text)
            assert not re.search(r"\{\w+\}", re.sub(r"\\\(.*?\\\)", "", text))
            etree.fromstring(f"<x>{text.replace('&nbsp;', ' ')}</x>")


@every_language
def test_no_question_gives_its_answer_away(tag, quizzes, worked_out):
    """Its own text holds no number that would be taken for right; those to 30 number cases and points."""
    for place, question in quizzes[tag].items():
        text = re.sub("<[^>]*>", " ", question.findtext("questiontext/text"))
        for right in accepted(question) if question.get("type") in ("numerical", "shortanswer") else ():
            value = right.findtext("text")
            if not value.lstrip("-").isdigit() or abs(int(value)) > 30:
                assert not re.search(rf"(?<![\d.,/]){re.escape(value)}(?![\d/]|[.,]\d)", text), place


@every_language
def test_files_are_in_utf_8_without_a_mark(tag, sheets):
    for ending in ("xml", "gift"):
        data = (sheets / "teacher" / f"quiz-{tag}.{ending}").read_bytes()
        assert data.decode("utf-8")
        assert not data.startswith(b"\xef\xbb\xbf")
        assert b"\r" not in data
