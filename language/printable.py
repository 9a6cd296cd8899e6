"""Printable: which characters a name or a setting must not have, since no page can show them as meant."""

from __future__ import annotations

import unicodedata

_UNPRINTABLE = ("Cc", "Cs", "Co", "Cn")  # control, lone surrogate, private use, unassigned
_TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # would turn the text round them
_BREAKS = "\u2028\u2029"


def unprintable(text: str) -> str:
    r"""The first character of a text that no page can print, as its number; "" where there is none.

    >>> unprintable("Éditions 出版社"), unprintable("a\u202eb"), unprintable("a\0b")
    ('', 'U+202E', 'U+0000')
    """
    for sign in text:
        if unicodedata.category(sign) in _UNPRINTABLE or sign in _TURNS or sign in _BREAKS:
            return f"U+{ord(sign):04X}"
    return ""
