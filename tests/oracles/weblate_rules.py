"""What Weblate asks of a translation, said anew from the descriptions in its documentation.

https://docs.weblate.org/en/latest/user/checks.html: each function is true where Weblate would complain.
"""

import re
from collections import Counter

STOPS, COLONS, QUESTIONS, EXCLAMATIONS = ".。।۔։·෴။", ":：៖", "?՞؟⸮？፧꘏⳺", "!！՜᥄႟߹"
NAMES = re.compile(r"\{([A-Za-z]\w*)\}")
REFERENCE = re.compile(r"\[(?:[^\[\]]*)\]\s*\[([^\[\]]*)\]")
EMPHASIS = re.compile(r"(\*\*|\*|`)(?=\S)(?:.+?)(?<=\S)\1")
TWICE = re.compile(r"(?:^|\W)([^\W\d]{2,})[^\S\n]+\1(?=\W|$)")


def _one_alone(marks, ours, theirs):
    return (ours[-1] in marks) != (theirs[-1] in marks)


def _spaces(text, end):
    return len(text) - len(text.rstrip(" ") if end else text.lstrip(" "))


RULES = {
    "begin-space": lambda ours, theirs: _spaces(ours, False) != _spaces(theirs, False),
    "end-space": lambda ours, theirs: _spaces(ours, True) != _spaces(theirs, True),
    "double-space": lambda ours, theirs: "  " in theirs and "  " not in ours,
    "newline-count": lambda ours, theirs: ours.count("\n") != theirs.count("\n"),
    "end-stop": lambda ours, theirs: len(ours) > 4 and _one_alone(STOPS, ours, theirs),
    "end-colon": lambda ours, theirs: _one_alone(COLONS, ours, theirs),
    "end-question": lambda ours, theirs: _one_alone(QUESTIONS, ours, theirs),
    "end-exclamation": lambda ours, theirs: _one_alone(EXCLAMATIONS, ours, theirs),
    "end-ellipsis": lambda ours, theirs: _one_alone("…", ours, theirs),
    "end-semicolon": lambda ours, theirs: _one_alone(";", ours, theirs),
    "zero-width-space": lambda ours, theirs: "\u200b" in theirs and "\u200b" not in ours,
    "kashida": lambda ours, theirs: "\u0640" in theirs,
    "duplicate": lambda ours, theirs: bool(set(TWICE.findall(theirs)) - set(TWICE.findall(ours))),
    "python-brace-format": lambda ours, theirs: (
        Counter(NAMES.findall(ours)) != Counter(NAMES.findall(theirs))
        or bool(set("{}") & set(NAMES.sub("", theirs)))
    ),
    "md-reflink": lambda ours, theirs: set(REFERENCE.findall(ours)) != set(REFERENCE.findall(theirs)),
    "md-syntax": lambda ours, theirs: (
        {m[0] for m in EMPHASIS.findall(ours)} != {m[0] for m in EMPHASIS.findall(theirs)}
    ),
}
