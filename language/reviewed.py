"""Reviewed: the mark of a reviewer in the comments of a catalog's entry, good for one English and one text.

    # reviewed                        typed by hand, and not yet sealed
    # reviewed: Li Wei                the same, with who did
    # reviewed: 3f9c2a71 (Li Wei)     sealed: what follows the colon is of the English and the text together

Only a sealed mark counts, and only while both are as they were: an editor keeps comments when a text changes.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

REVIEWED, CHANGED, UNSEALED, NONE = "reviewed", "changed", "unsealed", ""
_SEAL = 8  # hexadecimal digits, since an accident is guarded against, not a forger
_MARK = re.compile(
    rf"reviewed(?:\s+by\s+(?P<by>.*?)|:?\s*(?:(?P<seal>[0-9a-f]{{{_SEAL}}})(?:\s+\((?P<who>[^()]*)\))?)|:\s*(?P<name>.*?))?\.?",
    re.IGNORECASE,
)


def seal(english: str, text: str) -> str:
    """What a mark of this English and this translation holds.

    >>> len(seal("One", "Uno")), seal("One", "Uno") == seal("One", "Una")
    (8, False)
    """
    return hashlib.sha256(f"{english}\0{text}".encode()).hexdigest()[:_SEAL]


def line(english: str, text: str, by: str = "") -> str:
    """The sealed mark, as a line of a PO file; `by` is who reviewed, where that is said."""
    return f"# reviewed: {seal(english, text)}" + (f" ({by})" if by else "")


def is_mark(comment: str) -> bool:
    """Whether a comment is such a mark.

    >>> is_mark("reviewed by Li Wei"), is_mark("reviewed the word twice")
    (True, False)
    """
    return _MARK.fullmatch(comment.strip()) is not None


def who(comments: Iterable[str]) -> str:
    """Who reviewed, as the last mark says; "" where none does."""
    marks = [mark for comment in comments if (mark := _MARK.fullmatch(comment.strip()))]
    return (marks[-1]["by"] or marks[-1]["who"] or marks[-1]["name"] or "").strip() if marks else ""


def state(comments: Iterable[str], english: str, text: str) -> str:
    """Whether an entry is REVIEWED, was (CHANGED), is marked by hand (UNSEALED), or NONE of these."""
    seals = [mark["seal"] for comment in comments if (mark := _MARK.fullmatch(comment.strip()))]
    if not seals:
        return NONE
    if seal(english, text) in [(one or "").lower() for one in seals]:
        return REVIEWED
    return UNSEALED if None in seals else CHANGED
