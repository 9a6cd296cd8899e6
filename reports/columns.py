"""Columns: text on a terminal, where a Chinese character takes the room of two letters."""

from __future__ import annotations

import re
import unicodedata

WIDTH = 80  # of every report in text, whatever the terminal: the same bytes everywhere
# what a line may be broken before: a word, or a character of a script that has no spaces with its marks
_WIDE = "\u2e80-\u2fff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_OPEN, _CLOSE = "“‘（《", "，。；：！？、）》”’"
_PIECE = re.compile(rf" *[{_OPEN}]*(?:[{_WIDE}]|[^ {_WIDE}{_OPEN}{_CLOSE}]+)[{_CLOSE}]*| *[^ ]")
_TOGETHER = re.compile(r"(?<=[≈×=]) | (?=[≈×=])")
_NO_BREAK = "\N{NO-BREAK SPACE}"


def columns(text: str) -> int:
    """How many columns a text takes.

    >>> columns("p值"), columns("e\u0301")
    (3, 1)
    """
    return sum(map(_columns_of, text))


def _columns_of(sign: str) -> int:
    if unicodedata.combining(sign) or unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def wrapped(text: str, width: int = WIDTH, first: str = "", other: str = "") -> list[str]:
    """A paragraph in lines of at most so many columns, if its words allow it.

    >>> wrapped("one two three", 9, "- ", "  ")
    ['- one two', '  three']
    >>> wrapped("about p ≈ 0.1", 9)
    ['about', 'p ≈ 0.1']
    """
    lines, line, empty = list[str](), first, True
    for piece in _PIECE.findall(_TOGETHER.sub(_NO_BREAK, text)):
        if not empty and columns(line) + columns(piece) > width:
            lines.append(line)
            line, empty = other, True
        line += piece.lstrip() if empty else piece
        empty = False
    return [line.replace(_NO_BREAK, " ") for line in (*lines, line)]


def padded(text: str, width: int, right: bool = False) -> str:
    """A text with spaces behind it, or before it, up to so many columns."""
    room = " " * max(0, width - columns(text))
    return room + text if right else text + room
