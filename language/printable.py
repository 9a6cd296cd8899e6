"""Printable: which characters a name or a setting must not have, since no page can show them as meant."""

from __future__ import annotations

import unicodedata

_UNPRINTABLE = ("Cc", "Cs", "Co", "Cn")  # control, lone surrogate, private use, unassigned
_TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # would turn the text round them
_BREAKS = "\u2028\u2029"
_WITHOUT_ROOM = "\u00ad\u200b\u200e\u200f\u2060\u061c\ufeff"


def unprintable(text: str) -> str:
    r"""The first character of a text that no page can print, as its number; "" where there is none.

    >>> unprintable("Éditions 出版社"), unprintable("a\u202eb"), unprintable("a\0b")
    ('', 'U+202E', 'U+0000')
    """
    for sign in text:
        if unicodedata.category(sign) in _UNPRINTABLE or sign in _TURNS or sign in _BREAKS:
            return f"U+{ord(sign):04X}"
    return ""


def visible(text: str, longest: int) -> str:
    r"""A stranger's text on one line, of at most so many characters, its hidden signs by their numbers.

    >>> visible("a\tb\x1b[2J", 60), visible("x" * 61, 60)[-2:]
    ('a bU+001B[2J', 'x…')
    """
    line = " ".join(unicodedata.normalize("NFC", text[: 4 * longest]).split())
    shown = "".join(_visible(sign) for sign in line)
    return shown if len(shown) <= longest else f"{shown[: longest - 1]}…"


def _visible(sign: str) -> str:
    return f"U+{ord(sign):04X}" if sign in _WITHOUT_ROOM else unprintable(sign) or sign
