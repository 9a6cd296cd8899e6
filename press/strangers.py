"""Strangers' texts on a page: set in a face that has their letters, else by the numbers of these."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from ..language import Locale
from . import fonts

_WEIGHTS = (400, 700)


def printable(text: str, locale: Locale) -> str:
    """A stranger's text with the number in place of each character for which the page has no font."""
    lacking = _lacking(text, locale, ("text", "sans"))
    return "".join(f"U+{ord(sign):04X}" if sign in lacking else sign for sign in text)


def named(text: str, locales: Sequence[Locale], role: str = "sans") -> Markup:
    """A stranger's text in one role, as the first of these languages sets it that has all its letters.

    The first language is that of the page; where none has them, it gives the numbers of those it lacks.
    """
    own = locales[0]
    for locale in locales:
        if not _lacking(text, locale, (role,)):
            return _passage(text, own, locale)
    return _passage(printable(text, own), own, own)


def _passage(text: str, own: Locale, locale: Locale) -> Markup:
    """The text by itself, whichever way it runs; marked where it is in another language's face."""
    if locale.tag == own.tag:
        return Markup("<bdi>{}</bdi>").format(text)
    return Markup('<bdi lang="{}" dir="{}">{}</bdi>').format(locale.tag, locale.direction, text)


def _lacking(text: str, locale: Locale, roles: Sequence[str]) -> set[str]:
    return {
        sign for role in roles for weight in _WEIGHTS for sign in fonts.lacking(text, locale, role, weight)
    }
