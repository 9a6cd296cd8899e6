r"""GIFT: the same questions as a text that is easy to read, for Moodle and for other programs that take it.

It holds less than Moodle XML.  Points are only in a comment, since GIFT has none, and the size of an essay's
box is lost.  An essay has neither feedback nor notes for graders here: GIFT has no place for a marking guide,
and its general feedback (after ####) is shown to students.  So the worked solution goes with the other forms
alone, and what graders are told goes nowhere.

In a numerical question, an answer that is no number would mean that any answer gets full marks.  Each text is
on one line, with \n for its line breaks: a blank line would end the question, and a line that starts with //
would be lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .quiz import Accepted, Choice, Entry, Quiz, reachable


def document(quizzes: Sequence[Quiz]) -> bytes:
    r"""The file, in UTF-8 without a byte order mark.

    >>> from .quiz import Accepted
    >>> right = Accepted("0.2188", "0.0005", "Yes.")
    >>> wrong = Accepted("0.1094", "0.0005", "One tail: 7/64", "0")
    >>> entry = Entry("exact.p", "numerical", "Hand: p", "b = 5, c = 1?", 2, (right, wrong), (), "p = 7/32")
    >>> print(document([Quiz("Exercises", "", (entry,))]).decode().replace("\t", "  "), end="")
    $CATEGORY: Exercises
    <BLANKLINE>
    // [id:exact.p] points: 2
    ::Hand\: p::[html]b \= 5, c \= 1?{#
      =%100%0.2188:0.0005#[html]Yes.
      =%0%0.1094:0.0005#[html]One tail\: 7/64
      ####[html]p \= 7/32
    }
    """
    return "\n".join(_parts(quizzes)).encode("utf-8")


def _parts(quizzes: Sequence[Quiz]) -> Iterator[str]:
    """Categories and questions, each with a line break at its end."""
    for quiz in quizzes:
        yield f"$CATEGORY: {quiz.category}\n"  # Moodle undoes no escapes here
        for entry in quiz.entries:
            yield _question(entry)


def _question(entry: Entry) -> str:
    head = f"// [id:{entry.id}] points: {entry.points}\n::{_escaped(entry.name)}::{_html(entry.text)}"
    if entry.form == "essay":
        return head + "{}\n"
    lines = list(_answers(entry))
    if entry.feedback:
        lines.append(f"####{_html(entry.feedback)}")
    opening = "{#" if entry.form == "numerical" else "{"
    return "\n\t".join([head + opening, *lines]) + "\n}\n"


def _answers(entry: Entry) -> Iterator[str]:
    for choice in entry.choices:
        yield _choice(choice)
    for accepted in reachable(entry):
        yield _accepted(entry.form, accepted)


def _choice(choice: Choice) -> str:
    return ("=" if choice.right else "~") + _html(choice.text) + _feedback(choice.feedback)


def _accepted(form: str, accepted: Accepted) -> str:
    number = form == "numerical"
    value = f"{accepted.value}:{accepted.tolerance}" if number else _escaped(accepted.value)
    return f"=%{accepted.percent}%{value}{_feedback(accepted.feedback)}"


def _feedback(html: str) -> str:
    return f"#{_html(html)}" if html else ""


def _html(html: str) -> str:
    """A fragment of HTML, which says so, since a text might happen to start with [plain] or %50%.

    The arrow is written as it may be in HTML, since in GIFT it makes pairs of the answers.

    >>> _html("A->B")
    '[html]A-&gt;B'
    """
    return "[html]" + _escaped(html.replace("->", "-&gt;"))


def _escaped(text: str) -> str:
    r"""The text with a backslash before each sign that means something in GIFT.

    >>> print(_escaped("{x: a ~ b} # \\nu = 1"))
    \{x\: a \~ b\} \# \\nu \= 1
    """
    return re.sub(r"[\\~=#{}:]", r"\\\g<0>", text).replace("\n", r"\n")
