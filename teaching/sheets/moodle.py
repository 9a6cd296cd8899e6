"""Moodle XML: the question file that Moodle imports, with the elements and the order of its own exports.

Moodle finds elements by name and leaves out in silence what it does not know, so none is made up here.  Texts
are in CDATA wherever they hold more than plain words, again as Moodle does it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.dom.minidom import Document, Element

from .quiz import Accepted, Choice, Entry, Quiz, reachable

_PENALTY = "0.3333333"  # for each further try, where a teacher allows several; Moodle's own default
_LINES = range(5, 41, 5)  # the heights that Moodle offers for an essay


def document(quizzes: Sequence[Quiz]) -> bytes:
    """The file, in UTF-8 and with the same bytes each time.

    >>> from .quiz import Accepted
    >>> right = Accepted("0.2188", "0.0005")
    >>> entry = Entry("exact.p", "numerical", "p", "b = 5, c = 1. <em>p</em>?", 2, (right,))
    >>> lines = document([Quiz("Exercises/By hand", "", (entry,))]).decode().splitlines()
    >>> lines[0], lines[-1]
    ('<?xml version="1.0" encoding="UTF-8"?>', '</quiz>')
    >>> [line.strip() for line in lines if "<em>" in line or "tolerance" in line]
    ['<text><![CDATA[b = 5, c = 1. <em>p</em>?]]></text>', '<tolerance>0.0005</tolerance>']
    """
    page = Document()
    root = page.createElement("quiz")
    for quiz in quizzes:
        _category(root, quiz)
        for entry in quiz.entries:
            _question(root, entry)
    _indent(root, 0)
    # The declaration must be the first line; minidom would put it on one line with the root.
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{root.toxml()}\n'.encode()


def _category(root: Element, quiz: Quiz) -> None:
    question = _element(root, "question", type="category")
    _text(question, "category", quiz.category)
    _html(question, "info", quiz.info)
    _element(question, "idnumber")


def _question(root: Element, entry: Entry) -> None:
    question = _element(root, "question", type=entry.form)
    _text(question, "name", entry.name)
    _html(question, "questiontext", entry.text)
    _html(question, "generalfeedback", entry.feedback)
    _element(question, "defaultgrade", str(entry.points))
    _element(question, "penalty", "0" if entry.form == "essay" else _PENALTY)
    _element(question, "hidden", "0")
    _element(question, "idnumber", entry.id)
    _OF_FORM[entry.form](question, entry)


def _numerical(question: Element, entry: Entry) -> None:
    for answer in reachable(entry):
        _element(_accepted(question, answer), "tolerance", answer.tolerance)
    _element(question, "unitgradingtype", "0")
    _element(question, "unitpenalty", "0.1")
    _element(question, "showunits", "3")  # no units
    _element(question, "unitsleft", "0")


def _shortanswer(question: Element, entry: Entry) -> None:
    _element(question, "usecase", "0")  # capital or small letters: all the same
    for answer in reachable(entry):
        _accepted(question, answer)


def _accepted(question: Element, accepted: Accepted) -> Element:
    answer = _text(question, "answer", accepted.value, fraction=accepted.percent, format="moodle_auto_format")
    _html(answer, "feedback", accepted.feedback)
    return answer


def _multichoice(question: Element, entry: Entry) -> None:
    _element(question, "single", "true")
    _element(question, "shuffleanswers", "true")
    _element(question, "answernumbering", "abc")
    _element(question, "showstandardinstruction", "0")
    for part in ("correctfeedback", "partiallycorrectfeedback", "incorrectfeedback"):
        _html(question, part, "")  # each choice has its own
    for choice in entry.choices:
        _choice(question, choice)


def _choice(question: Element, choice: Choice) -> None:
    answer = _text(question, "answer", choice.text, fraction="100" if choice.right else "0", format="html")
    _html(answer, "feedback", choice.feedback)


def _essay(question: Element, entry: Entry) -> None:
    _element(question, "responseformat", "editor")
    _element(question, "responserequired", "1")
    lines = next((height for height in _LINES if height >= entry.lines), _LINES[-1])
    _element(question, "responsefieldlines", str(lines))
    _element(question, "attachments", "0")
    _element(question, "attachmentsrequired", "0")
    _html(question, "graderinfo", entry.grader)
    _html(question, "responsetemplate", "")


_OF_FORM = {
    "numerical": _numerical,
    "shortanswer": _shortanswer,
    "multichoice": _multichoice,
    "essay": _essay,
}


# === Elements ===


def _element(parent: Element, name: str, content: str = "", **attributes: str) -> Element:
    """A new element at the end of another."""
    page = parent.ownerDocument
    assert page
    element = page.createElement(name)
    for attribute, value in attributes.items():
        element.setAttribute(attribute, value)
    if re.search("[&<>\"']", content):
        for part in _cdata(content):
            element.appendChild(page.createCDATASection(part))
    elif content:
        element.appendChild(page.createTextNode(content))
    parent.appendChild(element)
    return element


def _text(parent: Element, name: str, content: str, **attributes: str) -> Element:
    """A new element whose content is in a `text` of its own."""
    element = _element(parent, name, **attributes)
    _element(element, "text", content)
    return element


def _html(parent: Element, name: str, content: str) -> Element:
    return _text(parent, name, content, format="html")


def _cdata(content: str) -> list[str]:
    """The content in parts none of which holds the end of a CDATA section.

    >>> _cdata("a ]]> b")
    ['a ]]', '> b']
    """
    return re.split("(?<=]])(?=>)", content)


def _indent(element: Element, depth: int) -> None:
    """Puts each element that stands among elements on a line of its own; no text gets a blank more."""
    children = [child for child in element.childNodes if isinstance(child, Element)]
    page = element.ownerDocument
    assert page
    for child in children:
        element.insertBefore(page.createTextNode("\n" + "  " * (depth + 1)), child)
        _indent(child, depth + 1)
    if children:
        element.appendChild(page.createTextNode("\n" + "  " * depth))
