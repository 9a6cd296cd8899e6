"""Checks of one translated message against its English, without a dictionary and without rendering it.

`unusable` is what the build itself refuses; `findings` adds what a reader would stumble over.  A message
is data: it is compared and counted, never run, and a very long one is refused before anything else.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from ..language import Locale, scripts
from ..language.message import (
    CONTROL,
    LENGTH,
    STAND_IN,
    Message,
    listed,
    other_references,
    taken_apart,
    unusable,
)
from . import marks
from .finding import Finding, Found

_TAG = re.compile(r"<[A-Za-z/!?][^<>]{0,40}")
_ENTITY = re.compile(r"&(?:#\w{1,8}|[A-Za-z]\w{1,30});")
_STARS = re.compile(r"\*+")

_FULL = scripts.FULL_WIDTH
_HALF_WIDTH = re.compile(
    rf"(?<=[{_FULL}])[,;:?!().]|[,;:?!()](?=[{_FULL}])|{STAND_IN}(?P<stop>[.])(?=[{_FULL}]|\Z)|[.]{{3}}|--"
)
_BESIDE = rf"[{scripts.SQUARE}A-Za-z\d{STAND_IN}]"
_TYPED_GAP = re.compile(
    rf"[{scripts.SQUARE}]\**[^\S\n]+\**(?={_BESIDE})|{_BESIDE}\**[^\S\n]+\**(?=[{scripts.SQUARE}])|\u3000"
)
# invisible, yet part of how some scripts are written
_JOINERS = frozenset("\u200c\u200d\u200e\u200f\u061c\u2060")
_INVISIBLE = {"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"}


def findings(english: str, text: str, locale: Locale) -> list[Finding]:
    """All that these checks find in the translation of a message, errors first.

    >>> italian = Locale("it", "Italiano", (), 4, "latn", {})
    >>> findings("{b} wins", "{b} vittorie su 20", italian)[0].what
    'has the digits 20, which the English has not'
    """
    unfit = unusable(english, text) or locale.forms.unfit(text) or other_references(english, text)
    found = [Finding(*unfit)] if unfit else []
    if len(text) <= LENGTH:
        ours, theirs = taken_apart(english), taken_apart(text)
        for rule in _RULES:
            found += rule(ours, theirs, locale)
    return sorted(found, key=lambda finding: finding.warning)


def is_invisible(character: str) -> bool:
    """Whether a character shows nothing by itself."""
    return unicodedata.category(character) in _INVISIBLE


# --- the rules: (English, translation, locale) -> findings --------------------------------------------------


def _tags(english: Message, text: Message, locale: Locale) -> Found:
    for pattern, name in ((_TAG, "the tag"), (_ENTITY, "the character code")):
        strange = [found for found in pattern.findall(text.prose) if found not in english.prose]
        if strange:
            yield Finding(f"has {name} {strange[0]}", "write plain text; * and ` are the only marks")


def _braces(english: Message, text: Message, locale: Locale) -> Found:
    strange = [brace for brace in "{}@" if brace in text.prose and brace not in english.prose]
    if strange:
        yield Finding(f"has {' '.join(strange)} outside a placeholder", "copy placeholders from the English")


def _addresses(english: Message, text: Message, locale: Locale) -> Found:
    if "](" in text.prose and "](" not in english.prose:
        yield Finding("has a link with an address of its own", "links are [words][name], as in the English")


def _code(english: Message, text: Message, locale: Locale) -> Found:
    if sorted(english.code) != sorted(text.code):
        yield Finding(
            f"has the code {listed(text.code)}, the English {listed(english.code)}",
            "keep what stands between backticks as it is",
        )
    elif "`" in text.prose and "`" not in english.prose:
        yield Finding("has a single backtick", "code stands between two of them")


def _emphasis(english: Message, text: Message, locale: Locale) -> Found:
    theirs = _spans(text.prose)
    if theirs is None:
        yield Finding(
            "has an asterisk without a partner, or a space inside a pair of them",
            "emphasis is *one word or more* or **stronger**",
        )
    elif theirs != _spans(english.prose):
        yield Finding(
            f"emphasises another number of words or phrases: {theirs}, the English {_spans(english.prose)}",
            "emphasise the same terms",
            True,
        )


def _digits(english: Message, text: Message, locale: Locale) -> Found:
    ours, theirs = _numerals(english.prose), _numerals(_without_words(english.prose, text.prose, locale))
    strange = [run for run in theirs if run not in ours]
    if strange:
        yield Finding(
            f"has the digits {', '.join(strange)}, which the English has not",
            "numbers come from placeholders alone",
        )


def _invisible(english: Message, text: Message, locale: Locale) -> Found:
    for character in dict.fromkeys(text.prose):
        strange = is_invisible(character) and not CONTROL.match(character)
        allowed = _JOINERS if scripts.of(locale.tag).spaced else _JOINERS | {"\u200b"}  # which ends a line
        if strange and character not in allowed and character not in english.prose:
            yield Finding(f"holds the invisible character U+{ord(character):04X}", "delete it")


def _quotes(english: Message, text: Message, locale: Locale) -> Found:
    strange = [mark for mark in "\"'" if mark in text.prose and mark not in english.prose]
    if strange:
        right = ", ".join(locale.quotes) or "the language's own quotation marks and apostrophe"
        yield Finding(f"has the typewriter mark {' '.join(strange)}", f"write {right}", not locale.quotes)


def _full_width(english: Message, text: Message, locale: Locale) -> Found:
    half = _HALF_WIDTH.search(text.prose) if scripts.of(locale.tag).full_width else None
    if half:
        mark = half["stop"] or half[0]
        yield Finding(f"has {mark} among characters of full width", "write full-width punctuation, …… and ——")


def _gaps(english: Message, text: Message, locale: Locale) -> Found:
    if locale.gaps and _TYPED_GAP.search(text.prose):
        yield Finding(
            "has a space beside a character of full width", "delete it; the build sets the gaps itself"
        )


_RULES: tuple[Callable[[Message, Message, Locale], Found], ...] = (
    _tags,
    _braces,
    _addresses,
    _code,
    _emphasis,
    _digits,
    _invisible,
    _quotes,
    _full_width,
    _gaps,
    *marks.RULES,
)


def _spans(prose: str) -> int | None:
    """The number of emphasised spans; None where asterisks do not pair up."""
    opened: list[int] = []
    spans = 0
    for run in _STARS.finditer(prose):
        before, after = prose[: run.start()][-1:], prose[run.end() :][:1]
        if opened and opened[-1] == len(run[0]):
            if not before.strip():
                return None
            opened.pop()
            spans += 1
        else:
            if not after.strip() or len(opened) > 2:
                return None
            opened.append(len(run[0]))
    return None if opened else spans


def _without_words(english: str, prose: str, locale: Locale) -> str:
    """A text without the digits that its language writes for words of the English.

    >>> numerals = {"1/2": ("half",), "0": ("zero",)}
    >>> chinese = Locale("zh-Hans", "简体中文", (), 5, "latn", {}, numerals=numerals)
    >>> _without_words("It is one half.", "等于1/2，不是0。", chinese)
    '等于 ，不是0。'
    """
    words = set(re.findall(r"[a-z]+", english.lower()))
    for typed in sorted(locale.numerals, key=len, reverse=True):
        if words & set(locale.numerals[typed]):
            prose = re.sub(rf"(?<![0-9.,/]){re.escape(typed)}(?![0-9%/]|[.,][0-9])", " ", prose)
    return prose


def _numerals(prose: str) -> list[str]:
    """Runs of characters that are digits of any script, superscripts and fractions among them."""
    kinds = "".join("0" if unicodedata.category(c) in ("Nd", "No", "Nl") else " " for c in prose)
    return list(dict.fromkeys(prose[run.start() : run.end()] for run in re.finditer("0+", kinds)))
