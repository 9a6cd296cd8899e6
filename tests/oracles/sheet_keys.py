"""A search of what students read for every key of a sheet, in whatever spelling.

A key is looked for by its digits: to the decimals asked for and to more, rounded or cut off, with either
decimal mark, grouped or not, as a fraction, as a percentage, and with a power of ten.  Choices are exempt:
they are words.

Whole numbers up to 30 cannot be looked for by their digits.  They tell an answer by what they are said to be:
as a lead or a share in points where points are asked for, or under the letter of a cell that is asked for.
"""

import html
import re
from fractions import Fraction

COUNTED = 30
SPELLED = 6  # decimals
IN_POINTS = {"lead_points", "low", "high", "edge_points", "rate", "accuracy"}  # facts that a student may read
NUMBER = re.compile(
    r"(?<![\w.,/])(\d(?:[\d.,/]*\d)?)"
    r"(?: ?× ?10(?:<sup>)?\^?([⁻−-]?[\d⁰¹²³⁴⁵⁶⁷⁸⁹]+)|[eE]([−-]?\d+)|[ \u00a0\u202f]?(%))?"
)
FACT = re.compile(r'<span class="fact"[^>]*data-fact="(\w+)"[^>]*>(.*?)</span>')


def keys(items):
    """Every spelling of every key that can be told by its digits, with the kind that asks for it."""
    return {
        spelling: item.kind
        for item in items
        for value, places in asked(item)
        for spelling in spell(value, places)
    }


def asked(item):
    """(value in its printed unit, without its sign; decimals asked for) of every number that is a key."""
    places = item.given["places"].value if "places" in item.given else 4
    for question in item.questions:
        for fact in question.answer:
            yield printed_value(fact), places


def printed_value(fact):
    return abs(Fraction(fact.value)) * (100 if fact.kind in ("percent", "accuracy") else 1)


def spell(value, places):
    """The spellings of a number; none for a small whole one.

    >>> sorted(spell(Fraction(7, 32), 4))[:6]
    ['0,2187', '0,21875', '0,2188', '0.2187', '0.21875', '0.2188']
    >>> spell(Fraction(1000), 2) == {"1000", "1,000", "1.000"}, spell(Fraction(30), 2)
    (True, set())
    """
    if value.denominator == 1:
        return set() if value <= COUNTED else grouped(int(value))
    found = decimals(value, places)
    found |= {f"{number}%" for number in decimals(100 * value, max(places - 2, 1))}
    for times in range(20):  # 7/32, and 14/64 that nobody reduced
        top, bottom = value.numerator << times, value.denominator << times
        if bottom <= 10**6:
            found |= {f"{one}/{other}" for one in grouped(top) for other in grouped(bottom)}
    power = -next(shift for shift in range(40) if value * 10**shift >= 1)
    if power:
        found |= {
            f"{number}e{power}"
            for number in decimals(value / Fraction(10) ** power, max(1, places + power - 1))
        }
    return found


def decimals(value, fewest):
    found = set()
    for places in range(fewest, max(SPELLED, fewest) + 1):
        scaled = value * 10**places
        for digits in {int(scaled), int(scaled + Fraction(1, 2)), round(scaled)}:
            whole, cut = divmod(digits, 10**places)
            text = f"{cut:0{places}d}"
            # no zeros beyond what is asked for: 1.200 would be a thousand and two hundred
            for shown in {text if places == fewest else text.rstrip("0"), text.rstrip("0")} - {""}:
                if text.strip("0") or whole > COUNTED:
                    found |= {f"{top}{mark}{shown}" for top in grouped(whole) for mark in ".,"}
    return found


PLAIN = str.maketrans("⁻−⁰¹²³⁴⁵⁶⁷⁸⁹", "--0123456789")


def grouped(whole):
    with_commas = f"{whole:,}"
    return {str(whole), with_commas, with_commas.replace(",", ".")}


def found_in(markup, secret):
    """(spelling, kind that asks for it) of every key in a text, in its markup, and in it without its tags."""
    shown = set()
    for text in (html.unescape(markup), html.unescape(re.sub("<(?!sup)[^>]*>", "", markup))):
        for digits, power, exponent, percent in NUMBER.findall(text):
            power = (power or exponent).translate(PLAIN)
            shown.add(digits + (f"e{int(power)}" if power else "%" if percent else ""))
    return {(spelling, secret[spelling]) for spelling in shown & secret.keys()}


def small_ones(items, markups):
    """(fact, kind that asks for it) of every small whole key that a text says to be what is asked for."""
    said = {(name, re.sub("<[^>]*>", "", text)) for markup in markups for name, text in FACT.findall(markup)}
    found = set()
    for item in items:
        for question in item.questions:
            for fact in question.answer:
                value = printed_value(fact)
                if value.denominator == 1 and value <= COUNTED:
                    names = IN_POINTS if fact.kind in ("points", "percent") else {fact.name}
                    found |= {
                        (name, item.kind) for name, text in said if name in names and is_it(text, value)
                    }
    return found


def is_it(text, value):
    """Whether a printed number is this whole one; a percent sign and decimals that are zero do not matter."""
    return re.fullmatch(rf"[−+]?{value}(?:[.,]0{{1,2}})?%?", text.strip()) is not None
