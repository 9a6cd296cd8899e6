"""Spacing: what print sets between Han characters or kana and their neighbours, and where their lines break.

A thin gap parts them from Latin letters and numbers.  Translators do not type it, browsers differ in making
it, and neither PDF nor figures have it by themselves; so it is put into each message when it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .message import PLACEHOLDER
from .scripts import SQUARE

GAP = "\N{NARROW NO-BREAK SPACE}"
_SQUARE = re.compile(f"[{SQUARE}]")
_LATIN = re.compile(r"[A-Za-z0-9\u00c0-\u024f\u0370-\u03ff%+\u2212`]")
_STAND_IN = re.compile(r"[0年]\x00([^\x00]+)\x00[0年]")
# what Markdown makes of a stretch: emphasis, or the beginning and the end of a link [words][name]
_MARKUP = re.compile(r"(\*{1,2}|\[(?=[^\[\]]*\]\[)|\]\[[^\[\]]*\])")
# Words that count what a number stands before: no line ends between the two.
COUNTERS = "个格级張张处處次倍位种種枚条條分根幅组組道行页頁個点點件回"
_MARKS = "、。，．：；！？）》」』】〉…—"
# Pango and WeasyPrint take “ ” for the marks of an alphabet, at which no line breaks.
_AT_QUOTES = re.compile(rf"(?<=[{SQUARE}{_MARKS}”’])(?=[“‘])|(?<=[”’])(?=[{SQUARE}（《「])")
_LAST = re.compile(rf"[{SQUARE}]{{2}}[{_MARKS}”’]*\Z")


def with_gaps(message: str, shown: Callable[[str], str]) -> str:
    """The message with a thin space wherever a Han character meets a Latin letter, a digit or code.

    `shown(placeholder)` is what stands in the place of `{name}`: its first and last character decide there.
    A gap beside emphasis or a link stands outside its marks, or Markdown would not take them for marks.

    >>> with_gaps("模型A在{N}张图像上", lambda placeholder: "1000").split(GAP)
    ['模型', 'A', '在', '{N}', '张图像上']
    >>> with_gaps("叫作*p值*", str).split(GAP)
    ['叫作', '*p', '值*']
    >>> with_gaps("[图1][figure]画出", str).split(GAP)
    ['[图', '1][figure]', '画出']
    """

    def stand_in(match: re.Match[str]) -> str:
        text = shown(match[0])
        return f"{_like(text[:1])}\x00{match[0]}\x00{_like(text[-1:])}"

    parts = _MARKUP.split(PLACEHOLDER.sub(stand_in, message))
    written, before, opened = _within(parts[0]), parts[0][-1:], set[str]()
    outside = len(written)  # where a gap stands before all marks that open here
    for mark, text in zip(parts[1::2], parts[2::2], strict=True):
        gap = GAP if _meet(before, text[:1]) else ""
        if _opens(mark, opened):
            written = f"{written[:outside]}{gap}{written[outside:]}{mark}{_within(text)}"
            outside = len(written) if text else outside
        else:
            written += f"{mark}{gap}{_within(text)}"
            outside = len(written)
        before = text[-1:] or before
    return _STAND_IN.sub(r"\1", written)


def _opens(mark: str, opened: set[str]) -> bool:
    """Whether a mark begins a stretch; of emphasis it is remembered as open until it comes again."""
    if "*" not in mark:
        return mark == "["
    opened ^= {mark}
    return mark in opened


def _within(text: str) -> str:
    """A stretch without marks, with its gaps."""
    return "".join(
        GAP + character if place and _meet(text[place - 1], character) else character
        for place, character in enumerate(text)
    )


def _meet(left: str, right: str) -> bool:
    """Whether a gap belongs between two characters."""
    return bool(
        (_SQUARE.match(left) and _LATIN.match(right)) or (_LATIN.match(left) and _SQUARE.match(right))
    )


def _like(character: str) -> str:
    """A character that meets its neighbours as this one would."""
    return "年" if _SQUARE.match(character) else "0"


def breaks_at_quotes(text: str, mark: str) -> str:
    """A text with a mark wherever a line may break at a Chinese quotation mark.

    >>> breaks_at_quotes("所谓“精确”指", "|")
    '所谓|“精确”|指'
    """
    return _AT_QUOTES.sub(mark, text)


def last_characters(text: str) -> str:
    """The end of a paragraph that no line may part: one character does not stand by itself. "" where it may.

    >>> last_characters("模型的两个结果。")
    '结果。'
    """
    found = _LAST.search(text)
    return found[0] if found else ""
