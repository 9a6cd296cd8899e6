"""What no quiz file may hold: what Moodle or GIFT could not say, or would silently take for something else.

And how a file in Moodle XML is read back as the questions that it was written from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lxml import etree

from discordant.teaching.sheets.quiz import FORMS, Accepted, Choice, Entry, Quiz

# Moodle knows these shares of the points and no others; an import with another one fails.
PERCENTS = (
    *("100", "90", "83.33333", "80", "75", "70", "66.66667", "60", "50", "40", "33.33333"),
    *("30", "25", "20", "16.66667", "14.28571", "12.5", "11.11111", "10", "5", "0"),
)

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/:+-]{0,99}", re.ASCII)  # 100 characters fit into Moodle's column
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?", re.ASCII)
_NO_XML = re.compile("[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # \r would be read back as \n
_NAME = 255


def wrong(*quizzes: Quiz) -> Iterator[str]:
    """What a quiz file must not hold, a line each with the id of the question.

    Of several quizzes that go into one file no two may have a category or an id in common.
    """
    categories: set[str] = set()
    ids: set[str] = set()
    for quiz in quizzes:
        twice = ["there are two of this name"] if quiz.category in categories else []
        yield from (f"category {quiz.category!r}: {fault}" for fault in (*_wrong_category(quiz), *twice))
        categories.add(quiz.category)
        for entry in quiz.entries:
            twice = ["there are two of this id"] if entry.id in ids else []
            yield from (f"question {entry.id}: {fault}" for fault in (*_wrong(entry), *twice))
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
        yield from (answer.value, answer.tolerance or "", answer.feedback)
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
    """Whether an HTML fragment shows nothing."""
    return "<img" not in html and not re.sub(r"<[^>]*>|&nbsp;|\s", "", html)


# === Moodle XML, read by lxml ===


def text(question, path):
    return question.findtext(f"{path}/text") or ""


def read(document):
    """The quizzes of a file, as far as it holds them."""
    quizzes = []
    for question in etree.fromstring(document):
        if question.get("type") == "category":
            quizzes.append(Quiz(text(question, "category"), text(question, "info"), ()))
        else:
            entries = (*quizzes[-1].entries, read_entry(question))
            quizzes[-1] = quizzes[-1]._replace(entries=entries)
    return tuple(quizzes)


def read_entry(question):
    form = question.get("type")
    answers = [
        (
            answer.findtext("text"),
            answer.findtext("tolerance"),
            text(answer, "feedback"),
            answer.get("fraction"),
        )
        for answer in question.iterfind("answer")
    ]
    return Entry(
        question.findtext("idnumber"),
        form,
        text(question, "name"),
        text(question, "questiontext"),
        int(question.findtext("defaultgrade")),
        tuple(Accepted(*answer) for answer in answers if form != "multichoice"),
        tuple(Choice(t, percent == "100", f) for t, _, f, percent in answers if form == "multichoice"),
        text(question, "generalfeedback"),
        text(question, "graderinfo"),
        int(question.findtext("responsefieldlines") or 0),
    )
