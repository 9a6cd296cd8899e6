"""Questions for a learning platform, as plain data in one language; moodle.py and gift.py write the files.

What a file could not say, or what Moodle would silently take for something else, has no place in them: where
texts of the language are at fault that is a QuizError, and all else is held to it by tests.  Numbers to be
matched are in C form in every language; a student types them with the decimal mark of the site's language,
since Moodle takes the other one for what separates thousands.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from ...language.refused import Refused

LONGEST_NAME = 255  # characters; the rest would be cut off in Moodle
_NO_NAME = re.compile(r"[\t\n\\]")
FORMS = ("numerical", "shortanswer", "multichoice", "essay")


class QuizError(Refused):
    """A language's texts that no quiz can have; the message names language and block."""


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
    percent: str = "100"  # of the points; Moodle knows some shares and no others


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


def unfit_name(name: str) -> str:
    """Why a text cannot be the name of a question or of a category, or "".

    >>> unfit_name("The p-value"), unfit_name("p < alpha")
    ('', 'has a "<", from which on Moodle would cut it off')
    """
    if "<" in name:
        return 'has a "<", from which on Moodle would cut it off'
    if _NO_NAME.search(name):
        return "has a tab, a line break or a backslash"
    if len(name) > LONGEST_NAME:
        return f"makes a name of {len(name)} characters, and Moodle takes {LONGEST_NAME}"
    return ""


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
