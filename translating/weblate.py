"""Weblate: flags that keep its checks quiet where a translation is right by ours."""

from __future__ import annotations

from collections import Counter

from ..language import punctuation
from ..language.message import PLACEHOLDER

FLAGS = {
    "ignore-python-brace-format",
    "ignore-end-colon",
    "ignore-end-question",
    "ignore-end-stop",
    "ignore-end-semicolon",
}


def quiet_flags(english: str, text: str) -> list[str]:
    """The flags that an entry with this translation bears for Weblate.

    It counts each placeholder where we ask for it once or more, and compares the last characters of two
    texts where a sentence may be turned.

    >>> quiet_flags("{b} wins", "{b}, e {b} vince"), quiet_flags("{b} wins", "{b} vince")
    (['ignore-python-brace-format'], [])
    """
    if not text:
        return []
    flags = []
    ours, theirs = Counter(PLACEHOLDER.findall(english)), Counter(PLACEHOLDER.findall(text))
    if ours != theirs and set(ours) == set(theirs):
        flags.append("ignore-python-brace-format")
    end, other = punctuation.end(english), punctuation.end(text)
    if not end and other == "colon":
        flags.append("ignore-end-colon")
    if end == "question mark" and other == "full stop" and any(mark in text for mark in "?？؟"):
        flags += ["ignore-end-question", "ignore-end-stop"]
    if end == other == "semicolon" and not text.endswith(";"):  # one of full width is unknown to it
        flags.append("ignore-end-semicolon")
    return flags
