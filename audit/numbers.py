"""Numbers: printed texts read back as values, by a parser that shares nothing with what wrote them.

For three languages the marks are known here; for any other they are learnt from what the language prints
for values that are known, and must then be the same everywhere.
"""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple


class Unread(ValueError):
    """A text that states no number in the way of its language; the message says why."""


Value = int | float | Fraction | str  # of a fact: a number, or a name, version or day
Values = Mapping[str, tuple[Value, str]]  # name of a fact -> value and kind


class Marks(NamedTuple):
    """How a language writes numbers."""

    decimal: str
    grouping: str
    grouped_from: int  # the fewest digits that are grouped
    percent_follows: bool = False  # its sign, at once; where that is not known it may stand anywhere
    by_two: bool = False  # above a thousand, as in India: 5,24,288


class Stated(NamedTuple):
    """What a text states, and half a unit of its last digit: how far the truth may be from it."""

    value: Fraction
    slack: Fraction


KNOWN = {
    "en": Marks(".", ",", 4, percent_follows=True),
    "it": Marks(",", ".", 4, percent_follows=True),
    "zh-Hans": Marks(".", ",", 5, percent_follows=True),
}
MONTHS = {
    "en": "January February March April May June July August September October November December",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
}
POWERS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
SUPERSCRIPTS = str.maketrans("−-0123456789", "⁻⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
# any number in running text: a power of ten, a fraction, or digits with marks, a sign and a percent sign
NUMBER = re.compile(
    r"\d[\d.,]*\s?×\s?10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|\d+/\d+(?:[.,]\d+)*|(?:(?<!\w)[+−])?\d+(?:[.,]\d+)*%?", re.ASCII
)
# the same for any language: marks of other scripts, blanks that group, a percent sign before or apart
_ANY_MARK = ".,'’٫٬\u00a0\u202f"
ANY_NUMBER = re.compile(
    rf"\d[\d{_ANY_MARK}]*\s?×\s?10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+"
    rf"|\d+/\d+(?:[{_ANY_MARK}]\d+)*"
    rf"|(?:(?<!\w)[+−])?(?:%\s?)?\d+(?:[{_ANY_MARK}]\d+)*(?:\s?%)?"
)
_BIDI = dict.fromkeys(map(ord, "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))
_LONGEST = 400  # characters of one number


def plain(text: str) -> str:
    r"""A text with the digits 0 to 9 for those of other scripts, and without marks of direction.

    >>> plain("\u2066٠٫٥٪\u2069")
    '0٫5%'
    """
    text = text.translate(_BIDI).replace("٪", "%").replace("\u066a", "%")
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text)


def numbers_in(text: str, tag: str) -> list[str]:
    """The numbers of a running text, as they are written there."""
    return (NUMBER if tag in KNOWN else ANY_NUMBER).findall(text if tag in KNOWN else plain(text))


def number(text: str, marks: Marks) -> Stated:
    """What a text states; Unread where it is not written as the language writes.

    >>> number("1,91 × 10⁻⁶", KNOWN["it"]).value
    Fraction(191, 100000000)
    """
    if len(text) > _LONGEST:
        raise Unread("longer than any number")
    if power := re.fullmatch(r"(\S+) × 10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]{1,5})", text):
        value, decimals = _decimal(power[1], marks)
        if not 1 <= value < 10:
            raise Unread("the factor before a power of ten is at least 1 and below 10")
        exponent = power[2].translate(POWERS)
        if not re.fullmatch("-?[0-9]+", exponent):
            raise Unread("no power of ten")
        scale = Fraction(10) ** int(exponent)
        return Stated(value * scale, scale / 10**decimals / 2)
    if "/" in text:
        above, _, below = text.partition("/")
        denominator = int(_whole(below, marks))
        if not denominator:
            raise Unread("a fraction over zero")
        return Stated(Fraction(int(_whole(above, marks)), denominator), Fraction(0))
    if "%" in text:
        value, decimals = _decimal(_without_percent(text, marks), marks)
        return Stated(value / 100, Fraction(1, 200 * 10**decimals))
    value, decimals = _decimal(text, marks)
    return Stated(value, Fraction(1, 2 * 10**decimals))


def _without_percent(text: str, marks: Marks) -> str:
    """The number beside a percent sign, which some languages set apart or before it."""
    if text.count("%") != 1:
        raise Unread("more than one percent sign")
    if marks.percent_follows:
        if not text.endswith("%"):
            raise Unread("the percent sign stands behind")
        return text[:-1]
    sign = "−" if "−" in text else "+" if "+" in text else ""
    return sign + text.replace("%", "").strip("+− \u00a0\u202f")


def _decimal(text: str, marks: Marks) -> tuple[Fraction, int]:
    """Value and number of decimals of a sign, digits and a decimal mark."""
    sign = -1 if text.startswith("−") else 1
    head, mark, tail = text[text[:1] in ("+", "−") :].partition(marks.decimal)
    if not re.fullmatch("[0-9]+" if mark else "", tail):
        raise Unread(f"no digits behind {marks.decimal!r}, or others than digits")
    return sign * Fraction(int(_whole(head, marks) + tail), 10 ** len(tail)), len(tail)


def _whole(text: str, marks: Marks) -> str:
    """The digits of a whole number, its grouping checked."""
    digits = text.replace(marks.grouping, "") if marks.grouping else text
    if not re.fullmatch("0|[1-9][0-9]*", digits):
        raise Unread("no whole number")
    grouped = _grouped(digits, marks)
    if text != (grouped if len(digits) >= marks.grouped_from else digits):
        raise Unread(f"not grouped as in this language: {grouped}")
    return digits


def _grouped(digits: str, marks: Marks) -> str:
    """A whole number with its groups marked.

    >>> _grouped("524288", Marks(".", ",", 4)), _grouped("524288", Marks(".", ",", 4, by_two=True))
    ('524,288', '5,24,288')
    """
    digits = str(int(digits))
    head, last = digits[:-3], digits[-3:]
    size = 2 if marks.by_two else 3
    first = len(head) % size or size
    groups = [head[:first], *(head[start : start + size] for start in range(first, len(head), size)), last]
    return marks.grouping.join(filter(None, groups))


def date(text: str, tag: str) -> datetime.date | None:
    """The day that a text states, or None in a language whose months are not known here."""
    try:
        if tag == "zh-Hans":
            if found := re.fullmatch(r"(\d{4})年(\d\d?)月(\d\d?)日", text, re.ASCII):
                return datetime.date(*map(int, found.groups()))
        elif tag in MONTHS:
            if found := re.fullmatch(r"(\d\d?)º? (\w+) (\d{4})", text):
                return datetime.date(int(found[3]), MONTHS[tag].split().index(found[2]) + 1, int(found[1]))
        else:
            return None
    except ValueError:
        pass
    raise Unread("no date as this language writes it")


def states(text: str, value: Value, kind: str, tag: str, marks: Marks) -> str | None:
    """None where a printed text states a value, else why it does not.

    A count is printed in full; anything else is within half a unit of the last digit, a tie rounded away
    from zero.  A date in a language whose months are not known here is held to its day and year.
    """
    if kind in ("name", "version"):
        return None if text == value else "another name"
    text = text if tag in KNOWN else plain(text)
    try:
        if kind == "date":
            return _states_date(text, str(value), tag)
        stated, slack = number(text, marks)
    except (Unread, ValueError) as error:
        return str(error)
    exact = Fraction(value)
    if ("%" in text) != (kind in ("percent", "accuracy")):
        return "a percent sign too few or too many"
    if kind in ("count", "label") and stated != exact:
        return "another count"
    if abs(stated - exact) > slack:
        return "another value"
    if abs(stated - exact) == slack > 0 and abs(stated) <= abs(exact):
        return "a tie is rounded away from zero"
    return None


def _states_date(text: str, iso: str, tag: str) -> str | None:
    day = date(text, tag)
    if day is not None:
        return None if day.isoformat() == iso else "another day"
    year, _month, number_of_day = iso.split("-")
    found = {int(digits) for digits in re.findall("[0-9]+", text)}
    return None if {int(year), int(number_of_day)} <= found else "another day"


def learnt(printed: Iterable[tuple[str, Fraction, str]]) -> Marks:
    """The marks of a language, from (text, value, kind) of what it prints: what most of it agrees on.

    >>> learnt([("0,5", Fraction(1, 2), "ratio"), ("1 000", Fraction(1000), "count")])
    Marks(decimal=',', grouping=' ', grouped_from=4, percent_follows=False, by_two=False)
    """
    decimals, groups = Counter[str](), Counter[str]()
    ungrouped, grouped, by_two = (
        0,
        99,
        False,
    )  # digits of the longest number without groups, the shortest with
    for text, value, kind in printed:
        text = plain(text)
        wholes = text.split("/") if "/" in text else [text] if kind in ("count", "label") else []
        for part in wholes:
            marks = re.findall(r"(?<=\d)\D(?=\d)", part, re.ASCII)
            digits = len(re.findall("[0-9]", part))
            groups.update(marks)
            by_two = by_two or re.search(r"(?<!\d)\d{1,2}\D\d\d\D\d{3}(?!\d)", part, re.ASCII) is not None
            ungrouped, grouped = (
                (ungrouped, min(grouped, digits)) if marks else (max(ungrouped, digits), grouped)
            )
        marks = re.findall(r"(?<=\d)\D(?=\d)", re.split("[×%]", text)[0].rstrip(), re.ASCII)
        if not wholes and len(marks) == 1 and abs(value) < 1000:
            decimals.update(marks)
    decimal, grouping = _most(decimals, "."), _most(groups, "")
    return Marks(decimal, grouping, grouped if grouped < 99 else max(ungrouped + 1, 99), by_two=by_two)


def _most(found: Counter[str], otherwise: str) -> str:
    return found.most_common(1)[0][0] if found else otherwise


def marks_of(tag: str, printed: Iterable[tuple[str, Fraction, str]]) -> Marks:
    """The marks of a language: those known here, or those that it is seen to use."""
    return KNOWN[tag] if tag in KNOWN else learnt(printed)


def raised(text: str) -> str:
    """Digits as an exponent: what a browser sets high, in the characters of the appendix."""
    return text.translate(SUPERSCRIPTS)
