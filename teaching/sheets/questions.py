"""The exercises of a sheet for a learning platform: Moodle XML, and GIFT as a readable extra."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from ...language import Fact
from ...language.locale import round_half_up
from ...press.scribe import Text
from ..exercises.exercise import Exercise, Question, for_students
from ..exercises.points import shared
from ..exercises.sheet import Sheet
from . import gift, moodle
from .quiz import Accepted, Choice, Entry, Quiz, QuizError, unfit_name
from .texts import Asked, Cell, Row, Shown, Solution, Writer

ENDINGS = ("xml", "gift")
_SPAN = re.compile(r"</?span[^>]*>|<wbr>")  # what only a page of ours needs
_DECIMALS = 6  # of a number in the file
_WIDEST = 2**14  # the largest denominator of a fraction that was not reduced


def files(writer: Writer, sheet: Sheet) -> dict[str, bytes]:
    """The two files of one language, by ending, one of ENDINGS; the writer sets formulas as TeX.

    Raises QuizError where a text of the language cannot be in a quiz, or questions would be mixed up.
    """
    quizzes = list(_quizzes(writer, sheet))
    return dict(zip(ENDINGS, (moodle.document(quizzes), gift.document(quizzes)), strict=True))


def _quizzes(writer: Writer, sheet: Sheet) -> Iterator[Quiz]:
    """One for each kind: all variants of an item together."""
    kinds: dict[str, str] = {}  # by category
    for place, first in enumerate(next(iter(sheet.variants.values()))):
        title = {"title": Fact("title", _plain(writer.title(first.kind)), "name")}
        entries = [
            entry
            for letter, items in sheet.variants.items()
            for entry in _entries(writer, items[place], sheet.id, letter)
        ]
        category = writer.plain("quiz.category", title)
        _refuse_category(writer, first.kind, category, kinds.setdefault(category, first.kind))
        sheet_name = writer.plain("id", {"id": Fact("id", sheet.id, "name")}).replace("/", "//")
        yield Quiz(f"{sheet_name}/{category.replace('/', '//')}", "", tuple(entries))


def _refuse_category(writer: Writer, kind: str, category: str, namesake: str) -> None:
    """QuizError for a category that cannot be; `namesake` is the first kind of that name."""
    title = f"exercise.{kind}.title"
    if what := unfit_name(category):
        block = title if unfit_name(_plain(writer.title(kind))) else "sheet.quiz.category"
        raise _wrong(writer, block, what)
    if kind != namesake:
        raise _wrong(writer, title, f"is that of exercise.{namesake}.title, whose questions it would join")


def _refuse_options(writer: Writer, kind: str, question: Question, texts: Sequence[str]) -> None:
    """QuizError for two options that read alike."""
    seen: dict[str, str] = {}
    for option, text in zip(question.options, texts, strict=True):
        if seen.setdefault(text, option.name) != option.name:
            prefix = f"exercise.{kind}.{question.name}.option"
            raise _wrong(writer, f"{prefix}.{option.name}", f"is that of {prefix}.{seen[text]}")


def _wrong(writer: Writer, block: str, what: str) -> QuizError:
    return QuizError(f"{writer.scribe.locale.tag}: block {block}: the text {what}; reword it")


def _entries(writer: Writer, item: Exercise, sheet: str, letter: str) -> Iterator[Entry]:
    """The questions of an item, each with all that stands before it, since on a platform it stands alone."""
    shown, solutions = writer.item(for_students(item), 1), writer.solution(item)
    told = "".join(f"<p>{_html(text)}</p>" for text in shown["stem"])
    told += "".join(map(_exhibit, shown["exhibits"]))
    for question, ask, solution in zip(item.questions, shown["questions"], solutions, strict=True):
        _refuse_options(writer, item.kind, question, [_html(text) for _roman, text in ask["options"]])
        part = f"{_html(ask['part'])} " if ask["part"] else ""
        told += f"<p>{part}{_html(ask['ask'])}</p>"
        label = _plain(ask["part"]) if ask["part"] else ""
        here = Fact("part", label, "name")
        last = f"<p>{_html(writer.label('quiz.part', {'part': here}))}</p>" if part else ""
        entry = Entry(
            f"{sheet}-{letter}-{item.kind}-{question.name}",
            "essay",
            f"{_plain(shown['title'])} · {letter}" + (f" · {label}" if label else ""),
            told + last,
            question.points,
            feedback=_solution(solution, _elsewhere(item, question)),
        )
        if what := unfit_name(entry.name):
            raise _wrong(writer, f"exercise.{item.kind}.title", what)
        yield from _FORMS[question.form](writer, entry, _Told(question, ask, solution, _places(item)))


class _Told(NamedTuple):
    """A question and all that is written about it."""

    question: Question
    ask: Asked
    solution: Solution
    places: int  # decimals asked for


def _number(writer: Writer, entry: Entry, told: _Told) -> Iterator[Entry]:
    question, places = told.question, told.places
    causes = [_html(cause) for _value, cause in told.solution["wrong"]]
    wrong = [(wrong.answer[0], cause) for wrong, cause in zip(question.wrong, causes, strict=True)]
    exact = question.written == "exact"
    hint, form = ("quiz.fraction", "shortanswer") if exact else ("quiz.decimal", "numerical")
    spelled = partial(_fractions, places=places) if exact else _decimals
    accepted = [Accepted(value, _tolerance(question)) for value in spelled(question.answer[0])]
    for fact, cause in wrong:
        accepted += [Accepted(value, _near(question, fact), cause, "0") for value in spelled(fact)]
    text = f"{entry.text}<p>{_html(writer.label(hint))}</p>"
    yield entry._replace(form=form, text=text, accepted=tuple(accepted))


def _cells(writer: Writer, entry: Entry, told: _Told) -> Iterator[Entry]:
    question = told.question
    each = [1] * len(question.answer)
    points = shared(max(question.points, len(each)), each, each)
    for place, (name, fact) in enumerate(zip("abcd", question.answer, strict=True)):
        causes = zip(question.wrong, told.solution["wrong"], strict=True)
        wrong = [(mistake.answer[place], _html(cause)) for mistake, (_value, cause) in causes]
        accepted = [Accepted(value) for value in _decimals(fact)]
        accepted += [Accepted(value, "0", cause, "0") for other, cause in wrong for value in _decimals(other)]
        yield entry._replace(
            id=f"{entry.id}-{name}",
            name=f"{entry.name} · {name}",
            form="numerical",
            text=f"{entry.text}<p>{_html(writer.label('quiz.cell'))} <i>{name}</i></p>",
            points=points[place],
            accepted=tuple(accepted),
        )


def _choice(writer: Writer, entry: Entry, told: _Told) -> Iterator[Entry]:
    options = zip(told.ask["options"], told.solution["options"], strict=True)
    choices = tuple(
        Choice(_html(text), right, _html(why)) for (_roman, text), (_again, why, right) in options
    )
    yield entry._replace(form="multichoice", choices=choices)


def _text(writer: Writer, entry: Entry, told: _Told) -> Iterator[Entry]:
    parts = [text for text in (told.solution["answer"], told.solution["note"]) if text]
    grader = "".join(f"<p>{_html(text)}</p>" for text in parts)
    yield entry._replace(feedback="", grader=grader, lines=told.question.lines)


_FORMS = {"number": _number, "cells": _cells, "choice": _choice, "text": _text}


def _elsewhere(item: Exercise, question: Question) -> set[str]:
    """The names of the numbers that other questions of an item ask for, or, for a cell, the other cells."""
    others = {fact.name for other in item.questions if other != question for fact in other.answer}
    return others | ({fact.name for fact in question.answer} if question.form == "cells" else set())


def _solution(solution: Solution, elsewhere: set[str]) -> str:
    """The answer and how one comes to it; nothing where that would tell the answer of another question."""
    texts = [solution["answer"], *solution["steps"]]
    if any(f'data-fact="{name}"' in str(text.html) for text in texts if text for name in elsewhere):
        return ""
    return "".join(f"<p>{_html(text)}</p>" for text in texts if text)


def _exhibit(shown: Shown) -> str:
    """What stands with a text, as one table; a drawing's numbers are in its table."""
    heads = "".join(f'<th scope="col">{_html(head)}</th>' for head in shown.heads)
    body = "".join(f"<tr>{_cells_of(row)}</tr>" for table in shown.tables for row in table)
    return f'<table border="1"><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>'


def _cells_of(row: Row) -> str:
    name, cells = row
    return "".join(f"<td>{_html(cell)}</td>" for cell in (name, *cells))


def _html(text: Cell) -> str:
    """A text without what only our own pages understand; English that stands in says so."""
    if isinstance(text, Text) and not text.translated:
        return f'<span lang="en" dir="ltr">{_SPAN.sub("", str(text.html))}</span>'
    return _SPAN.sub("", str(text.html if isinstance(text, Text) else text))


def _plain(text: Text) -> str:
    return str(text.html.striptags())


def _places(item: Exercise) -> int:
    """How many decimals the sheet asks for."""
    return int(item.given["places"].number) if "places" in item.given else _DECIMALS


def _plain_decimal(value: Fraction, decimals: int) -> str:
    """A number in C form, rounded as on the sheets, without zeros at its end."""
    text = f"{round_half_up(value, decimals):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _decimals(fact: Fact) -> list[str]:
    return [_plain_decimal(fact.in_printed_unit, _DECIMALS)]


def _tolerance(question: Question) -> str:
    return _plain_decimal(Fraction(question.tolerance), _DECIMALS)


def _near(question: Question, wrong: Fact) -> str:
    """How far a typed answer may be from a wrong one to be taken for it: less, where that is small."""
    return _plain_decimal(min(Fraction(question.tolerance), abs(wrong.in_printed_unit) / 20), _DECIMALS)


def _fractions(fact: Fact, places: int) -> list[str]:
    """The spellings of a number: as a fraction, and as a decimal with as many digits as asked for and more.

    People, R, Python and calculators round ties up or to even, leave out zeros at the end or before the
    point, put blanks round a slash and write small numbers with a power of ten.
    """
    value = fact.in_printed_unit
    spelled = []
    most = places + 2
    if isinstance(fact.value, (int, Fraction)):
        times = 1
        while value.denominator * times <= _WIDEST:
            top, bottom = value.numerator * times, value.denominator * times
            spelled += [f"{top}/{bottom}", f"{top} / {bottom}"]
            spelled += [f"{top:,}/{bottom:,}", f"{top:,}/{bottom:,}".replace(",", ".")]
            times *= 2
        if value.denominator == 1:
            spelled.insert(0, str(value.numerator))
        most = max(places, value.denominator.bit_length() - 1)  # all its digits
    for decimals in range(places, most + 1):
        to_even = Fraction(round(value * 10**decimals), 10**decimals)
        for rounded in (f"{round_half_up(one, decimals):f}" for one in (value, to_even)):
            short = rounded.rstrip("0").rstrip(".") if "." in rounded else rounded
            spelled += [rounded, short, *(text[1:] for text in (rounded, short) if text.startswith("0."))]
            spelled += _powers(short)
    spelled += [text.replace(".", ",") for text in spelled if "." in text and "/" not in text]
    return list(dict.fromkeys(spelled))


def _powers(decimal: str) -> list[str]:
    """A small number as calculators and languages write it with a power of ten; none of others.

    >>> _powers("0.00390625"), _powers("0.25")
    (['3.90625e-3', '3.90625e-03'], [])
    """
    value = Decimal(decimal)
    if not value or value >= Decimal("0.01"):
        return []
    digits, power = f"{value:e}".split("e")
    return [f"{digits}e{power}", f"{digits}e-{abs(int(power)):02d}"]
