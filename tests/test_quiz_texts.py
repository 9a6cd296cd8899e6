"""Texts of a language that no quiz can have: the quiz alone is not made, and block and language are named."""

import re

import pytest
from sheet_seeds import coded

from discordant.language.catalogs import Catalog, Entry
from discordant.publication.disk import load, locale
from discordant.publication.edition import Edition
from discordant.recipes import sheets as recipe
from discordant.teaching.exercises.sheet import Order, make
from discordant.teaching.sheets import questions
from discordant.teaching.sheets.quiz import LONGEST_NAME, QuizError
from discordant.teaching.sheets.texts import Writer

KINDS = ("fill-table", "past-one", "independence")
TITLE, CATEGORY = "exercise.past-one.title", "sheet.quiz.category"
OPTION = "exercise.independence.breaks.option"
WRONG = {
    "a tag": ({TITLE: "p < alfa"}, f'it: block {TITLE}: the text has a "<"'),
    "a tag in a category": ({CATEGORY: "Esercizi <i {title}"}, f'it: block {CATEGORY}: the text has a "<"'),
    "a backslash": ({CATEGORY: "Esercizi\\\\x {title}"}, f"it: block {CATEGORY}: the text has a tab"),
    "two alike": (
        {TITLE: "Lo stesso", "exercise.fill-table.title": "Lo stesso"},
        f"it: block {TITLE}: the text is that of exercise.fill-table.title",
    ),
    "a name too long": (
        {TITLE: "Oltre " * (LONGEST_NAME // 6)},
        f"it: block {TITLE}: the text makes a name of 2",
    ),
}


@pytest.fixture(scope="module")
def publication():
    return load()


@pytest.fixture(scope="module")
def sheet():
    return make(Order(3, 1, KINDS, seed=coded(5)))


def written(publication, sheet, texts):
    entries = {name: Entry(publication.blocks[name].text, text, False, 1) for name, text in texts.items()}
    edition = Edition(publication, locale("it"), Catalog("it.po", entries))
    return questions.files(Writer(edition.bare_scribe(), publication.blocks), sheet)


@pytest.mark.parametrize("name", WRONG)
def test_what_no_quiz_can_have_names_block_and_language(publication, sheet, name):
    texts, says = WRONG[name]
    with pytest.raises(QuizError, match=re.escape(says)):
        written(publication, sheet, texts)


def test_two_options_that_read_alike(publication, sheet):
    (item,) = (item for item in sheet.variants["A"] if item.kind == "independence")
    first, second, *_ = [option.name for option in item.questions[0].options]
    texts = {f"{OPTION}.{name}": "Le immagini vengono da un video." for name in (first, second)}
    with pytest.raises(QuizError, match=f"it: block {OPTION}.{second}: .* that of {OPTION}.{first};"):
        written(publication, sheet, texts)


def test_names_up_to_the_longest_are_taken(publication, sheet):
    longest = "x" * (LONGEST_NAME - len("Exercises: ") - len(" · A"))
    assert set(written(publication, sheet, {TITLE: longest})) == set(questions.ENDINGS)


@pytest.mark.built
def test_the_quiz_alone_is_not_made(tmp_path, monkeypatch):
    """All other files of the sheet are there, and what one of this sheet left from before goes."""

    def unfit(pages):
        raise QuizError("it: block x: the text is unfit")

    order = recipe.order(None, 1, ("past-one",), None, coded(7))
    first = recipe.make(order, ["it"], "a4", False, tmp_path, lambda text: None)
    monkeypatch.setattr("discordant.teaching.sheets.pages.Pages.quiz", unfit)
    again = recipe.make(order, ["it"], "a4", False, tmp_path, lambda text: None)
    quizzes = {f"teacher/quiz-it.{ending}" for ending in questions.ENDINGS}
    assert set(first.files) - set(again.files) == quizzes
    assert not any((again.folder / path).exists() for path in quizzes)
    assert again.failures == ["teacher/quiz-it.xml, quiz-it.gift: not made: it: block x: the text is unfit"]
