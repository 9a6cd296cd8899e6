"""Questions for a learning platform, as plain data in one language; moodle.py and gift.py write the files.

What a file could not say, or what Moodle would silently take for something else, is refused by `check` before
anything is written.  Numbers to be matched are in C form in every language: where a student types a number,
Moodle reads point and comma alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

FORMS = ("numerical", "shortanswer", "multichoice", "essay")

# Moodle knows these shares of the points and no others; an import with another one fails.
PERCENTS = (
    *("100", "90", "83.33333", "80", "75", "70", "66.66667", "60", "50", "40", "33.33333"),
    *("30", "25", "20", "16.66667", "14.28571", "12.5", "11.11111", "10", "5", "0"),
)

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/:+-]{0,99}", re.ASCII)  # 100 characters fit into Moodle's column
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?", re.ASCII)
_NO_XML = re.compile("[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # \r would be read back as \n
_NAME = 255


class Choice(NamedTuple):
    """One of the answers to choose from."""

    text: str  # HTML
    right: bool
    feedback: str = ""  # HTML


class Accepted(NamedTuple):
    """An answer that is known, right or wrong, and what is said to it."""

    value: str  # a plain decimal in C form; in a short answer one spelling
    tolerance: str = "0"  # absolute; of no meaning in a short answer
    feedback: str = ""  # HTML
    percent: str = "100"  # one of PERCENTS


class Entry(NamedTuple):
    """A question."""

    id: str  # stays the same from one build to the next
    form: str  # one of FORMS
    name: str  # plain text: the title in the teacher's list
    text: str  # an HTML fragment, as all texts below
    points: int
    accepted: tuple[Accepted, ...] = ()  # for numbers and short answers; the first match counts
    choices: tuple[Choice, ...] = ()
    feedback: str = ""  # to everyone after answering: the worked solution
    grader: str = ""  # for those who grade an essay; no student sees it
    lines: int = 0  # of the box for an essay


class Quiz(NamedTuple):
    """Questions that belong together, such as all variants of an exercise."""

    category: str  # a path with slashes, made where the teacher imports, or after $course$/top/ in the course
    info: str  # HTML
    entries: tuple[Entry, ...]


def reachable(entry: Entry) -> tuple[Accepted, ...]:
    """The answers that count: without each whose value an earlier one already takes.

    A wrong answer within the tolerance of the right one is right.

    >>> right, close, far = Accepted("0.2188", "0.001"), Accepted("0.2195"), Accepted("0.1094")
    >>> entry = Entry("p", "numerical", "p", "p?", 1, (right, close, far))
    >>> [answer.value for answer in reachable(entry)]
    ['0.2188', '0.1094']
    """
    found: list[Accepted] = []
    for answer in entry.accepted:
        if not any(_takes(entry.form, earlier, answer) for earlier in found):
            found.append(answer)
    return tuple(found)


def _takes(form: str, earlier: Accepted, answer: Accepted) -> bool:
    if form == "numerical":
        distance = abs(Fraction(earlier.value) - Fraction(answer.value))
        return distance <= Fraction(earlier.tolerance)
    return earlier.value.casefold() == answer.value.casefold()


def check(*quizzes: Quiz) -> None:
    """ValueError, with the id of the question, for what a quiz file must not hold.

    Of several quizzes that go into one file no two may have a category or an id in common.

    >>> fraction = Entry("p", "numerical", "p", "How large is p?", 1, (Accepted("7/64"),))
    >>> check(Quiz("Chapter", "", (fraction,)))
    Traceback (most recent call last):
    ...
    ValueError: question p: '7/64' is no plain decimal
    """
    categories: set[str] = set()
    ids: set[str] = set()
    for quiz in quizzes:
        for wrong in _wrong_category(quiz):
            raise ValueError(f"category {quiz.category!r}: {wrong}")
        if quiz.category in categories:
            raise ValueError(f"category {quiz.category!r}: there are two of this name")
        categories.add(quiz.category)
        for entry in quiz.entries:
            for wrong in _wrong(entry):
                raise ValueError(f"question {entry.id}: {wrong}")
            if entry.id in ids:
                raise ValueError(f"question {entry.id}: there are two of this id")
            ids.add(entry.id)


def _wrong_category(quiz: Quiz) -> Iterator[str]:
    """What is wrong with a category, the first thing first."""
    yield from _wrong_characters((quiz.category, quiz.info))
    if not quiz.category.strip() or quiz.category != quiz.category.strip():
        yield "the name is empty or has blanks around it"
    if re.search(r"[\t\n\\<]", quiz.category):
        yield "the name holds a tab, a line break, a backslash or a tag"


def _wrong(entry: Entry) -> Iterator[str]:
    """What is wrong with a question, the first thing first."""
    if not _ID.fullmatch(entry.id):
        yield "an id is at most 100 letters, digits and the signs . _ / : + -"
    if entry.form not in FORMS:
        yield f"{entry.form!r} is no form of a question"
    yield from _wrong_characters(_texts(entry))
    if not entry.name.strip() or len(entry.name) > _NAME or re.search(r"[\t\n<]", entry.name):
        yield f"a name is one line of at most {_NAME} characters, not empty, without <"
    if is_blank(entry.text):
        yield "the text is empty"
    if entry.points < 1:
        yield "it is worth no points"
    if entry.lines < 0:
        yield "it has fewer than no lines"
    yield from _wrong_answers(entry)


def _wrong_characters(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        if found := _NO_XML.search(text):
            yield f"character U+{ord(found[0]):04X} is not allowed in XML"


def _texts(entry: Entry) -> Iterator[str]:
    yield from (entry.name, entry.text, entry.feedback, entry.grader)
    for answer in entry.accepted:
        yield from (answer.value, answer.tolerance, answer.feedback)
    for choice in entry.choices:
        yield from (choice.text, choice.feedback)


def _wrong_answers(entry: Entry) -> Iterator[str]:
    """What is wrong with the answers; among it those that the form has no place for, which would be lost."""
    if entry.accepted and entry.form not in ("numerical", "shortanswer"):
        yield f"form {entry.form} has no accepted answers"
    if entry.choices and entry.form != "multichoice":
        yield f"form {entry.form} has no choices"
    if entry.grader and entry.form != "essay":
        yield f"form {entry.form} has no notes for graders"
    if entry.form == "essay":
        if is_blank(entry.grader):
            yield "the notes for graders are empty"
    elif entry.form == "multichoice":
        yield from _wrong_choices(entry.choices)
    else:
        yield from _wrong_accepted(entry.form, entry.accepted)


def _wrong_choices(choices: tuple[Choice, ...]) -> Iterator[str]:
    if any(is_blank(choice.text) for choice in choices):
        yield "the text of a choice is empty"
    if len({choice.text for choice in choices}) < max(2, len(choices)):
        yield "there are not two choices, or two are the same"
    if (right := sum(choice.right for choice in choices)) != 1:
        yield f"{right} choices are right, not one"


def _wrong_accepted(form: str, accepted: tuple[Accepted, ...]) -> Iterator[str]:
    for answer in accepted:
        if answer.percent not in PERCENTS:
            yield f"{answer.percent!r} is no share of the points that Moodle knows"
        if form == "numerical":
            # Moodle would store 7/64 as 7, and in GIFT give full marks to any answer.
            for number in (answer.value, answer.tolerance):
                if not _NUMBER.fullmatch(number):
                    yield f"{number!r} is no plain decimal"
            if answer.tolerance.startswith("-"):
                yield f"tolerance {answer.tolerance} is negative"
        elif not answer.value.strip() or answer.value != answer.value.strip():
            yield "an answer is empty or has blanks around it"
        elif re.search(r"[\t\n*\\]|->", answer.value):  # * stands for anything, and -> makes pairs in GIFT
            yield f"{answer.value!r} holds a tab, a line break, a backslash, * or ->"
    right = [answer.percent for answer in accepted].count("100")
    if not right or accepted[0].percent != "100":
        yield "the first answer is not the right one"
    if right > 1 and form == "numerical":
        yield f"{right} answers are right, not one"


def is_blank(html: str) -> bool:
    """Whether an HTML fragment shows nothing.

    >>> is_blank("<p>&nbsp; </p>"), is_blank("<p>p</p>"), is_blank('<img src="p.svg" alt="p">')
    (True, False, False)
    """
    return "<img" not in html and not re.sub(r"<[^>]*>|&nbsp;|\s", "", html)
