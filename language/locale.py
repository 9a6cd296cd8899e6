"""A locale: how one language writes numbers, dates and lists, and which fonts and direction it wants.

Nothing else in the project turns a value into characters.  Values are rounded half up, on the exact
fraction, before Babel sees them: Babel rounds half to even and browsers half up, and p-values, being
fractions over powers of two, do hit ties.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from math import floor, log10
from pathlib import Path
from typing import Any

import babel
from babel.dates import format_date
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent, get_decimal_symbol

from . import forms, settings
from .fact import DECIMALS, Fact
from .forms import NO_FORMS, Forms, Written
from .refused import Refused
from .scripts import DIGITS
from .tags import UnknownTag, resolve

MINUS = "\N{MINUS SIGN}"
# below it a probability is written with a power of ten
SMALLEST_PLAIN = Fraction(1, 10 ** DECIMALS["probability"][0])
ROLES = ("text", "sans", "mono")  # what fonts are for: running text, labels and tables, code
FORMS = ("short", "long", "exact", "signed")
TOGETHER = ("* A", "* B", "* I", "* II")  # names of models and comparisons, with the word before
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_INTEGER = re.compile("[#,0]*0")  # the part of a CLDR pattern before the decimals
_NUMERAL = re.compile(r"[0-9]+(?:[.,/][0-9]+)*%?")
NUMBERING = tuple(DIGITS)  # the numbering systems that a locale can choose
_SYMBOL = re.compile("[A-Za-zÀ-ÖØ-öø-ž]{2,12}")  # letters that the font of drawn formulas has
_MONTHS = 12


def _wrong_symbol(value: object) -> str:
    fits = isinstance(value, str) and _SYMBOL.fullmatch(value)
    return "" if fits else "must be a word of 2 to 12 Latin letters, in quotes"


def _wrong_months(value: object) -> str:
    if wrong := settings.texts("").wrong(value):
        return wrong
    return "" if isinstance(value, list) and len(value) in (0, _MONTHS) else "must name twelve months"


_FIELDS = (
    settings.text("name"),  # the language's name in itself, as its link shows it
    settings.texts("complete"),
    settings.whole("numbers.group_from", 4),
    settings.choice("numbers.digits", NUMBERING, NUMBERING[0]),
    *(settings.texts(f"fonts.{role}", least=1) for role in ROLES),
    settings.text("dates.long", "long"),
    settings.Field("dates.months", _wrong_months, []),
    settings.choice("emphasis", ("italic", "bold"), "italic"),
    settings.yes_or_no("gaps", False),
    settings.texts("quotes", default=[]),
    settings.texts("together", default=list(TOGETHER)),
    settings.Field("numerals.*", settings.texts("", least=1).wrong, {}),
    settings.Field("symbols.*", _wrong_symbol, {}),
    *forms.FIELDS,
)


class LocaleError(Refused):
    """A locale.toml that cannot be used; the message names file and field."""


class FormError(Refused):
    """A fact asked for in a form that its kind does not have."""


@dataclass(frozen=True)
class Locale:
    """One language's ways of writing.

    >>> english = Locale("en", "English", ("article",), 4, "latn", {})
    >>> english.format(Fact("p", Fraction(1, 524288), "probability"))
    '1.91 × 10⁻⁶'
    >>> english.format(Fact("p", Fraction(1, 524288), "probability"), "exact")
    '1/524,288'
    """

    tag: str
    name: str
    complete: tuple[str, ...]  # the parts that this locale claims to have translated in full
    group_from: int  # the smallest count of digits that is grouped: 4 writes 1,000, 5 writes 1000
    digits: str  # CLDR numbering system
    fonts: dict[str, list[str]]  # role (text, sans, mono) -> families, in order
    long_date: str = "long"  # CLDR width or pattern
    emphasis: str = "italic"  # or "bold", where letters have no slanted form
    gaps: bool = False  # a thin space between Han or kana and Latin letters or numbers
    quotes: tuple[str, ...] = ()  # the marks that are written instead of those of a typewriter
    together: tuple[str, ...] = TOGETHER  # phrases that no line's end parts; * is a word, {} a number
    # digits that are typed where the English has one of these words
    numerals: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    forms: Forms = NO_FORMS  # what is written around a number, or in its place
    months: tuple[str, ...] = ()  # as a date has them, in place of CLDR's own
    symbols: Mapping[str, str] = field(default_factory=dict)  # words in formulas, by those of the TeX

    @property
    def babel(self) -> babel.Locale:
        """Babel's locale of the same tag."""
        return babel.Locale.parse(self.tag, sep="-")

    @property
    def direction(self) -> str:
        """'ltr' or 'rtl', from CLDR."""
        return "rtl" if self.babel.text_direction == "rtl" else "ltr"

    def format(self, fact: Fact, form: str = "short") -> str:
        """The characters that this language writes for a fact, in a named form.

        Raises FormError for a form that the kind does not have.
        """
        if form not in FORMS:
            raise FormError(f"{fact.name}: no form {form!r}; there are {', '.join(FORMS)}")
        if form == "exact":
            return self._exact(fact)
        if form == "signed":
            return self._signed(fact)
        return self._plain(fact, long=form == "long")

    def write(self, fact: Fact, form: str = "short", asked: Sequence[str] = ()) -> Written:
        """A fact in a named form, in the forms of the language that a message asks for, the outermost first.

        Raises FormError for a form that the kind does not have, or the language.
        """
        text = self.format(fact, form)
        written = Written("", text, "", category=self.plural(fact, text) if asked else "other")
        for name in reversed(asked):
            if not self.forms.of(name):
                raise FormError(f"{fact.name}: {self.name} has no form @{name}")
            written = self.forms.write(name, fact, written, self.tag)
        return written

    def plural(self, fact: Fact, printed: str) -> str:
        """CLDR's plural category of a number as it is printed: one, few, other ...

        >>> Locale("en", "English", (), 4, "latn", {}).plural(Fact("x", 1.0001, "points"), "1.000")
        'other'
        """
        if not fact.is_number or "/" in printed or "×" in printed:
            return "other"
        decimals = printed.partition(get_decimal_symbol(self.babel, numbering_system=self.digits))[2]
        places = sum(character.isdecimal() for character in decimals)
        return self.babel.plural_form(abs(round_half_up(fact.in_printed_unit, places)))

    def decimal(self, value: Fraction | int | float, decimals: int) -> str:
        """A number with at most that many decimals, zeros cut only where rounding lost nothing.

        >>> Locale("it", "Italiano", (), 4, "latn", {}).decimal(Fraction(9, 4), 3)
        '2,25'
        """
        exact = Fraction(value)
        rounded = round_half_up(exact, decimals)
        if Fraction(rounded) == exact:
            decimals = -int(rounded.normalize().as_tuple().exponent)
            rounded = round_half_up(exact, max(decimals, 0))
        return self._grouped(rounded)

    def fixed(self, value: Fraction | int | float, decimals: int) -> str:
        """A number with exactly that many decimals, rounded once, zeros kept.

        >>> Locale("it", "Italiano", (), 4, "latn", {}).fixed(Fraction(4, 5), 2)
        '0,80'
        """
        return self._grouped(round_half_up(Fraction(value), decimals))

    def _grouped(self, rounded: Decimal) -> str:
        grouped = self.babel.decimal_formats[None].pattern.partition(".")[0]
        pattern = grouped if len(str(abs(int(rounded)))) >= self.group_from else "0"
        return self._written(format_decimal(rounded, _with_decimals(pattern, rounded), **self._system))

    def percent(self, value: Fraction | int | float, decimals: int) -> str:
        """A share as a percentage, with the language's own place for the sign."""
        exact = Fraction(value) * 100
        rounded = round_half_up(exact, decimals)
        if Fraction(rounded) == exact:
            rounded = round_half_up(exact, max(-int(rounded.normalize().as_tuple().exponent), 0))
        pattern = _INTEGER.sub(_with_decimals("0", rounded), self.babel.percent_formats[None].pattern)
        return self._written(
            format_percent(rounded / 100, pattern, decimal_quantization=False, **self._system)
        )

    def scientific(self, value: Fraction | Decimal | float, digits: int) -> str:
        """A positive number as a mantissa with that many digits, times a power of ten.

        >>> Locale("en", "English", (), 4, "latn", {}).scientific(Fraction(99999, 10**9), 3)
        '1.00 × 10⁻⁴'
        >>> Locale("en", "English", (), 4, "latn", {}).scientific(Decimal("1.6666E-159851"), 3)
        '1.67 × 10⁻¹⁵⁹⁸⁵¹'
        """
        if value <= 0:
            raise ValueError(f"only a positive number has a power of ten, not {value}")
        moved = 0
        if isinstance(value, Decimal):  # however small: its digits alone are made a fraction
            moved = value.adjusted()
            value = Fraction(Decimal((0, value.as_tuple().digits, 1 - len(value.as_tuple().digits))))
        exact = Fraction(value)
        exponent = _exponent(exact)
        mantissa = round_half_up(exact / Fraction(10) ** exponent, digits - 1)
        if mantissa >= 10:
            exponent += 1
            mantissa = round_half_up(exact / Fraction(10) ** exponent, digits - 1)
        exponent += moved
        # there are no superscripts but Latin ones, and a number is in digits of one system
        number = format_decimal(
            mantissa, _with_decimals("0", mantissa), locale=self.babel, numbering_system="latn"
        )
        return f"{number} × 10{str(exponent).translate(_SUPERSCRIPTS)}"

    def date(self, day: datetime.date) -> str:
        """A day in the language's long form."""
        text = format_date(day, self.long_date, self.babel)
        if not self.months:
            return text
        cldr: str = self.babel.months["format"]["wide"][day.month]
        return text.replace(cldr, self.months[day.month - 1], 1)

    def list(self, items: list[str]) -> str:
        """Items joined as the language joins them."""
        return format_list(items, locale=self.babel)

    def _plain(self, fact: Fact, long: bool) -> str:
        if fact.places is not None and not long:
            return self.fixed(fact.number, fact.places)
        return _WRITERS[fact.kind](self, fact.value, long)

    def _exact(self, fact: Fact) -> str:
        if not isinstance(fact.value, (int, Fraction)):
            raise FormError(f"{fact.name}: only a whole number or a fraction has an exact form")
        exact = Fraction(fact.value)
        numerator = self.decimal(exact.numerator, 0)
        return numerator if exact.denominator == 1 else f"{numerator}/{self.decimal(exact.denominator, 0)}"

    def _signed(self, fact: Fact) -> str:
        text = self._plain(fact, long=False)
        return text if text.startswith(MINUS) or not fact.value else f"+{text}"

    @property
    def _system(self) -> dict[str, Any]:
        """What tells Babel how this language writes numbers."""
        return {"locale": self.babel, "numbering_system": self.digits}

    def _written(self, number: str) -> str:
        """A number of Babel's, with a real minus sign and the digits of the numbering system."""
        return number.replace("-", MINUS).translate(DIGITS[self.digits])

    @classmethod
    def read(cls, path: Path, tag: str) -> Locale:
        """The locale that a locale.toml describes; LocaleError where it cannot be used."""
        _refuse_folder(path, tag)
        found = settings.read(path, _FIELDS, LocaleError)
        _refuse_date(path, found["dates"]["long"])
        _refuse_numerals(path, found["numerals"])
        return cls(
            tag=tag,
            name=found["name"],
            complete=tuple(found["complete"]),
            group_from=found["numbers"]["group_from"],
            digits=found["numbers"]["digits"],
            fonts={role: found["fonts"][role] for role in ROLES},
            long_date=found["dates"]["long"],
            emphasis=found["emphasis"],
            gaps=found["gaps"],
            quotes=tuple(found["quotes"]),
            together=tuple(found["together"]),
            numerals={typed: tuple(words) for typed, words in found["numerals"].items()},
            forms=_forms(path, found),
            months=tuple(found["dates"]["months"]),
            symbols=found["symbols"],
        )


def _refuse_folder(path: Path, tag: str) -> None:
    """LocaleError for a folder whose name is no tag in our spelling, such as the copy of one."""
    try:
        right = resolve(tag)
    except UnknownTag:
        right = ""
    if right != tag:
        raise LocaleError(
            f"its folder {tag!r} is no language tag",
            path=path,
            advice=_right_place(path, right),
        )


def _right_place(path: Path, right: str) -> str:
    if right and (path.parent.parent / right).exists():
        return f"{right} is there already, so move it away, or what is in it into {right}"
    return f"rename it {right}, or move it away" if right else "rename it, or move it away"


def _forms(path: Path, found: Mapping[str, Any]) -> Forms:
    try:
        return forms.read(found)
    except ValueError as error:
        raise LocaleError(str(error), path=path) from None


def _refuse_numerals(path: Path, numerals: Mapping[str, object]) -> None:
    for typed in numerals:
        if not _NUMERAL.fullmatch(typed):
            advice = 'write such as "1/2" = ["half"]'
            raise LocaleError(
                f"{typed[:40]!r} in [numerals] is no number in digits", path=path, advice=advice
            )


def _refuse_date(path: Path, pattern: str) -> None:
    try:
        format_date(datetime.date(2026, 11, 30), pattern, babel.Locale("en"))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise LocaleError(
            f"long in [dates] is no pattern for a day: {pattern[:40]!r} ({str(error)[:80]})", path=path
        ) from None


def round_half_up(value: Fraction, decimals: int) -> Decimal:
    """The value rounded to that many decimals, ties away from zero, computed on integers.

    >>> round_half_up(Fraction(1, 16), 3)
    Decimal('0.063')
    """
    scaled = abs(value) * 10**decimals
    nearest = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    return Decimal(nearest if value >= 0 else -nearest).scaleb(-decimals)


def _exponent(value: Fraction) -> int:
    """The power of ten of the first digit of a positive value."""
    exponent = floor((value.numerator.bit_length() - value.denominator.bit_length()) * log10(2))
    while Fraction(10) ** exponent > value:
        exponent -= 1
    while Fraction(10) ** (exponent + 1) <= value:
        exponent += 1
    return exponent


def _with_decimals(pattern: str, rounded: Decimal) -> str:
    places = max(-int(rounded.as_tuple().exponent), 0)
    return f"{pattern}.{'0' * places}" if places else pattern


def _probability(locale: Locale, value: Any, long: bool) -> str:
    if 0 < value < SMALLEST_PLAIN:
        return locale.scientific(value, 6 if long else 3)
    return locale.decimal(value, DECIMALS["probability"][long])


_WRITERS: dict[str, Callable[[Locale, Any, bool], str]] = {
    "count": lambda locale, value, long: locale.decimal(value, 0),
    "label": lambda locale, value, long: locale.decimal(value, 0),
    "accuracy": lambda locale, value, long: locale.percent(value, DECIMALS["accuracy"][long]),
    "percent": lambda locale, value, long: locale.percent(value, DECIMALS["percent"][long]),
    "points": lambda locale, value, long: locale.decimal(value, DECIMALS["points"][long]),
    "tenths": lambda locale, value, long: locale.fixed(value, 1),
    "hundredths": lambda locale, value, long: locale.fixed(value, 2),
    "probability": _probability,
    "statistic": lambda locale, value, long: locale.decimal(value, DECIMALS["statistic"][long]),
    "standard error": lambda locale, value, long: locale.decimal(value, DECIMALS["standard error"][long]),
    "ratio": lambda locale, value, long: locale.decimal(value, DECIMALS["ratio"][long]),
    "date": lambda locale, value, long: locale.date(value),
    "version": lambda locale, value, long: str(value),
    "name": lambda locale, value, long: str(value),
}
