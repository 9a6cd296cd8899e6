"""Answers: every one of the teacher's key again, from what the student's sheet prints, in every language.

Kinds and the order of a sheet's items are taken from the program; all numbers from the pages.
"""

import csv
import re
from fractions import Fraction

import pytest
import sheet_pages as pages
from sheet_answers import Words, answers

from discordant.teaching.exercises.kinds import KINDS

TAGS = ("en", "it", "zh-Hans")
LETTERS = "AB"
ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii")


@pytest.fixture(scope="module")
def words():
    return {tag: Words(tag) for tag in TAGS}


@pytest.fixture(scope="module")
def students(every_kind, read_page):
    """(language, letter) -> what is on a student's sheet."""
    files = {(tag, x): every_kind / "student" / f"exercises-{tag}-{x}.html" for tag in TAGS for x in LETTERS}
    return {place: pages.page(read_page(path), place[0]) for place, path in files.items()}


@pytest.fixture(scope="module")
def teachers(every_kind, read_page):
    return {tag: read_page(every_kind / "teacher" / f"answers-{tag}.html") for tag in TAGS}


@pytest.fixture(scope="module")
def keys(teachers):
    return {tag: pages.key(root, tag) for tag, root in teachers.items()}


def right_words(words):
    return {wording for said in words.said("sheet.cases.right") for wording in [said.replace("\\", "")]}


@pytest.fixture(scope="module")
def worked_out(students, words):
    """(language, letter, kind) -> the item and its answers, by another route."""
    return {
        (tag, letter, kind): (item, answers(kind, item, right_words(words[tag])))
        for (tag, letter), page in students.items()
        for kind, item in zip(KINDS, page.items, strict=True)
    }


every_item = pytest.mark.parametrize("kind", KINDS)
every_language = pytest.mark.parametrize("tag", TAGS)


@every_item
@every_language
def test_the_key_is_what_the_students_sheet_leads_to(tag, kind, worked_out, keys, words):
    for letter in LETTERS:
        item, worked = worked_out[tag, letter, kind]
        cells = keys[tag][letter][list(KINDS).index(kind)]
        for question, answer, cell in zip(item.questions, worked, cells, strict=True):
            if answer is None:
                assert pages.squeezed(cell) in words[tag].said("sheet.key.text")
            elif question.options:
                option = question.options[ROMAN.index(cell)]
                assert words[tag].option(kind, option_text(option)) in wanted(answer)
            else:
                numbers = answer if isinstance(answer, tuple) else (answer,)
                assert all(number.is_(x) for number, x in zip(cell, numbers, strict=True)), (cell, numbers)


def wanted(answer):
    return answer if isinstance(answer, set) else {answer}


def option_text(option):
    """What follows the box and the numeral."""
    return option[-1]


@every_item
def test_every_option_is_one_of_the_kinds(kind, worked_out, words):
    """In every language the same option at the same place, once each."""
    found = {
        tag: [
            [words[tag].option(kind, option_text(option)) for option in question.options]
            for letter in LETTERS
            for question in worked_out[tag, letter, kind][0].questions
        ]
        for tag in TAGS
    }
    assert found["en"] == found["it"] == found["zh-Hans"]
    assert all(len(set(names)) == len(names) for names in found["en"])


@every_language
def test_the_teacher_reads_what_the_student_reads(tag, teachers, students):
    sections = pages.variants(teachers[tag])
    assert list(sections) == list(LETTERS)
    for letter in LETTERS:
        theirs = [pages.item(section, tag) for section in sections[letter]]
        for ours, student in zip(theirs, students[tag, letter].items, strict=True):
            assert ours[:3] == student[:3]
            assert ours.exhibits == student.exhibits
            assert student.given.items() <= ours.given.items()
            assert [q.points for q in ours.questions] == [q.points for q in student.questions]
            asked = [
                [[pages.message(question.asked) for question in item.questions] for item in (ours, student)]
            ]
            assert all(one == other for one, other in asked)


@every_item
@every_language
def test_the_worked_answer_is_the_key(tag, kind, teachers, worked_out, words):
    """The answer in words holds the number of the key, and the right option alone is marked."""
    sections = pages.variants(teachers[tag])
    for letter in LETTERS:
        item, worked = worked_out[tag, letter, kind]
        for question, answer, solution in zip(
            item.questions,
            worked,
            pages.solutions(sections[letter][list(KINDS).index(kind)]),
            strict=True,
        ):
            printed = [number for name, number in pages.facts(solution.answer, tag)]
            if question.options:
                marked = [i for i, option in enumerate(solution.options) if option.xpath(".//b")]
                assert len(marked) == 1
                name = words[tag].option(kind, option_text(question.options[marked[0]]))
                assert name in wanted(answer)
            elif answer is not None:
                numbers = answer if isinstance(answer, tuple) else (answer,)
                assert all(any(number.is_(x) for number in printed) for x in numbers)
            for value, _cause in solution.wrong:
                mistaken = pages.numbers_of(value, tag)
                numbers = answer if isinstance(answer, tuple) else (answer,)
                assert len(mistaken) == len(numbers)
                assert not all(n.is_(x) for n, x in zip(mistaken, numbers, strict=True))


@every_language
def test_the_key_for_spreadsheets_is_that_of_the_page(tag, every_kind, teachers, students):
    """Read by the standard library's reader: cell for cell what the page's key says, and the same points."""
    path = every_kind / "teacher" / f"key-{tag}.csv"
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    shown = [
        (letter, str(place), re.sub("^（?([a-c])[)）]", r"\1)", pages.squeezed(pages.text_of(span))))
        for table in pages.inside(teachers[tag], "key")
        for place, row in enumerate(table.iterfind("tbody/tr"), 1)
        for letter, cell in zip(LETTERS, row.findall("td")[1:], strict=True)
        for span in pages.inside(cell, "cell")
    ]
    told = [
        (row["variant"], row["item"], pages.squeezed((row["part"] and row["part"] + ")") + row["key"]))
        for row in rows
    ]
    assert sorted(told) == sorted(shown)
    for letter in LETTERS:
        assert (
            sum(int(row["points"]) for row in rows if row["variant"] == letter) == students[tag, letter].total
        )


@every_language
def test_points_add_up(tag, students):
    for letter in LETTERS:
        page = students[tag, letter]
        assert [item.number for item in page.items] == list(range(1, 17))
        for item in page.items:
            parts = [question.points for question in item.questions]
            assert parts == [None] or sum(parts) == item.points
            assert all(part is None or part >= 1 for part in parts)
        assert sum(item.points for item in page.items) == page.total


def test_points_are_the_same_in_all_variants(students):
    for tag in TAGS:
        assert len({tuple(item.points for item in students[tag, x].items) for x in LETTERS}) == 1


def test_the_seed_and_the_other_letters_change_numbers_alone(students):
    for kind, *items in zip(KINDS, *(students["en", x].items for x in LETTERS), strict=True):
        assert len({item.title for item in items}) == 1, kind
        assert len({str((item.given, item.exhibits, texts(item))) for item in items}) > 1, kind


def texts(item):
    return [[pages.text_of(option) for option in question.options] for question in item.questions]


# === The reader of numbers ===


@pytest.mark.parametrize(
    ("text", "tag", "value"),
    [
        *(("1,000.5", "en", "2001/2"), ("1.000,5", "it", "2001/2"), ("1000.5", "zh-Hans", "2001/2")),
        *(("524,288", "zh-Hans", "524288"), ("7/64", "it", "7/64"), ("−1,5", "it", "-3/2")),
        *(("0.5%", "en", "1/2"), ("1,91 × 10⁻⁶", "it", "191/100000000"), ("+8", "en", "8")),
    ],
)
def test_numbers_are_read(text, tag, value):
    assert pages.number(text, tag).value == Fraction(value)


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        *(("1,000.5", "it"), ("1.000,5", "en"), ("1,000", "zh-Hans"), ("10000", "zh-Hans"), ("1000", "en")),
        *(("-1", "en"), ("1.5", "it"), ("0,0265", "en"), (".5", "en"), ("1 000", "it"), ("", "en")),
    ],
)
def test_numbers_of_another_language_are_not(text, tag):
    with pytest.raises(ValueError, match="no number"):
        pages.number(text, tag)
