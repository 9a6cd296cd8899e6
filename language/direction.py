"""Direction: which way a text runs, and marks that keep a piece of it in order among its neighbours."""

from __future__ import annotations

import re
import unicodedata

_LEFT_TO_RIGHT, _RIGHT_TO_LEFT, _END = "\u2066", "\u2067", "\u2069"  # Unicode's isolates
_SIMPLE = re.compile(
    r"\d[\d.,\u066b\u066c]*[%\u066a\u200e\u061c]*"
)  # keeps its order by itself, beside any letter
_RELATION = re.compile(rf"\b[A-Za-z]\w?(?: [=≈≠<>≤≥] (?:{_LEFT_TO_RIGHT}[^{_END}]*{_END}|\d[\d.,]*\d|\d))+")


def direction(text: str) -> str:
    """'rtl' where a text has any letter of a script that runs from right to left, else 'ltr'.

    >>> direction("+20"), direction("30 نوفمبر 2026")
    ('ltr', 'rtl')
    """
    return "rtl" if any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in text) else "ltr"


def isolated(text: str) -> str:
    r"""A text in marks that no one sees: what stands in it keeps its order, whatever stands round it.

    >>> isolated("+20")
    '\u2066+20\u2069'
    """
    return (_RIGHT_TO_LEFT if direction(text) == "rtl" else _LEFT_TO_RIGHT) + text + _END


def in_order(number: str) -> str:
    """A number that may stand in a text from right to left: isolated where its parts would change places.

    >>> in_order("0.1565"), in_order("30 نوفمبر 2026") == isolated("30 نوفمبر 2026")
    ('0.1565', True)
    """
    return number if _SIMPLE.fullmatch(number) else isolated(number)


def with_relations(text: str) -> str:
    """A text from right to left in which each relation such as k ≥ 100 is isolated, to be read as one piece.

    >>> with_relations("الذيل، k ≥ 100: p ≈ 0.16").count("\u2066")
    2
    """
    return _RELATION.sub(lambda relation: isolated(relation[0]), text)
