"""Cells of a table for spreadsheets: a stranger's text that none of them takes for a formula."""

from __future__ import annotations

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def inert(text: str) -> str:
    """A text that a spreadsheet shows as it is: one that it would compute has an apostrophe before it.

    >>> inert("=1+1"), inert("-3.5"), inert("a=b")
    ("'=1+1", '-3.5', 'a=b')
    """
    return f"'{text}" if text.startswith(_FORMULA) and not _is_number(text) else text


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return text.isascii() and text == text.strip()
