"""Binding: what no line's end may part, and digits in the place of words, marked in the HTML of a message.

It is given what Markdown has made of a message, with a token of one character for each number and formula.
Blanks and hyphens stay what they are, so that a search finds them and a copy is clean.
"""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Iterable
from functools import lru_cache

_APART = r"<code>.*?</code>|<[^>]*>|&\w{1,8};|&\#\w{1,8};"  # in which nothing is marked
_TAG = re.compile(r"<(/?)(\w+)[^>]*>")
_OPENING, _CLOSING = r"(?:<(?:em|strong)>){0,2}", r"(?:</(?:em|strong)>){0,2}"
_BETWEEN = rf"{_CLOSING}(?: |\u00a0|&nbsp;){_OPENING}"
_TOKENS = re.compile("[\ue000-\uf8ff]")
_WILD = {"*": r"\w+", "{}": "[\ue000-\uf8ff]"}


def bound(rendered: str, phrases: tuple[str, ...], numbers: Collection[str]) -> str:
    """The HTML with each phrase in a span that no line's end parts.

    In a phrase * is any word and {} a number; `numbers` are the tokens that stand for one.  A small letter
    at its beginning may be a capital in the text.

    >>> bound("A <em>p-value</em> of model A.", ("p-*", "* A"), "")
    'A <span class="nowrap"><em>p-value</em></span> of <span class="nowrap">model A</span>.'
    """
    if not phrases:
        return rendered

    def mark(match: re.Match[str]) -> str:
        if match["apart"] or not set(_TOKENS.findall(match[0])) <= set(numbers):
            return match[0]
        opening, phrase, closing = match["opening"], match["phrase"], match["closing"]
        for before, behind in ((opening, closing), (opening, ""), ("", closing), ("", "")):
            if _is_balanced(f"{before}{phrase}{behind}"):
                inside = f'<span class="nowrap">{before}{phrase}{behind}</span>'
                return f"{opening[: len(opening) - len(before)]}{inside}{closing[len(behind) :]}"
        return match[0]

    return _pattern(phrases).sub(mark, rendered)


def with_numerals(rendered: str, numerals: Iterable[str]) -> str:
    """The HTML with these numbers, where they were typed and belong to no fact, in a span that says so.

    >>> with_numerals("从0到N", ["0", "1/2"])
    '从<span class="numeral">0</span>到N'
    """
    listed = "|".join(map(re.escape, sorted(numerals, key=len, reverse=True)))
    if not listed:
        return rendered
    typed = re.compile(rf"({_APART})|(?<![0-9A-Za-z.,/+−])(?:{listed})(?![0-9A-Za-z%/]|[.,][0-9])")
    return typed.sub(lambda m: m[0] if m[1] else f'<span class="numeral">{m[0]}</span>', rendered)


@lru_cache(maxsize=64)
def _pattern(phrases: tuple[str, ...]) -> re.Pattern[str]:
    """Any of the phrases, longer ones first, with the marks of emphasis around it."""
    listed = "|".join(map(_phrase, sorted(phrases, key=len, reverse=True)))
    return re.compile(
        rf"(?P<opening>{_OPENING})(?<!\w)(?P<phrase>{listed})(?!\w)(?P<closing>{_CLOSING})|(?P<apart>{_APART})"
    )


def _phrase(phrase: str) -> str:
    words = [_word(word) for word in html.escape(phrase, quote=False).split(" ")]
    first = phrase[:1]
    if first.lower() != first.upper() and first == first.lower():
        words[0] = f"[{first}{first.upper()}]{words[0][1:]}"
    return _BETWEEN.join(words)


def _word(word: str) -> str:
    return "".join(_WILD.get(part) or re.escape(part) for part in re.split(r"(\*|\{\})", word))


def _is_balanced(markup: str) -> bool:
    """Whether each element that is opened is closed, and none else."""
    opened: list[str] = []
    for closing, name in _TAG.findall(markup):
        if not closing:
            opened.append(name)
        elif not opened or opened.pop() != name:
            return False
    return not opened
