"""Checks of marks: blanks, ends of sentences, pairs, percent signs, letters of another script, words twice.

They are what a native reader sees first.  All are warnings but a percent sign beside a number that brings
its own, which would be printed twice.
"""

from __future__ import annotations

import re

from ..language import Locale, punctuation, scripts
from ..language.message import STAND_IN, Message
from .finding import Finding, Found

_BLANK = f"[{punctuation.BLANKS}]"
_DOUBLED = re.compile(f"{_BLANK}{{2,}}")
_SIGN = r"[%٪％﹪]"
_PERCENT_SIGN = re.compile(rf"{STAND_IN}\**{_BLANK}?\**{_SIGN}|{_SIGN}{_BLANK}?{STAND_IN}")
_NEXT = 24  # characters in which a word for percent is looked for
_BEFORE_MARK = re.compile(rf"{_BLANK}[,;:!?.，。；：！？、،؛؟)）\]】”](?={_BLANK}|\Z)")
_AFTER_BRACKET = re.compile(rf"(?:[(\[（【]){_BLANK}")
_NO_BLANK = re.compile(r"[^\W\d_]{2}[,;!?،؛؟][^\W\d_]{2}")
_TWICE = re.compile(rf"(?<![\w’'-])([^\W\d_]{{2,}}){_BLANK}+\1(?![\w’'-])", re.IGNORECASE)
_PAIRS = ("()", "[]", "【】", "「」", "『』", "《》", "〈〉")
_NARROW = str.maketrans("（）", "()")
_QUOTES = ("«»", "„“”")  # read either way by some languages, so that all one can say is: evenly many
_SHORT = 4  # characters of English that may be an abbreviation


def blanks_at_ends(english: Message, text: Message, locale: Locale) -> Found:
    """A blank before the first character or behind the last."""
    for ours, theirs, place in (
        (english.prose[:1], text.prose[:1], "begins"),
        (english.prose[-1:], text.prose[-1:], "ends"),
    ):
        if theirs and re.fullmatch(_BLANK, theirs) and not re.fullmatch(_BLANK, ours):
            yield Finding(f"{place} with a blank", "delete it", True)


def doubled_blanks(english: Message, text: Message, locale: Locale) -> Found:
    """Two blanks in a row."""
    if _DOUBLED.search(text.prose) and not _DOUBLED.search(english.prose):
        yield Finding("has two blanks in a row", "delete one", True)


def percent(english: Message, text: Message, locale: Locale) -> Found:
    """A percent sign, or the word, beside a number that brings its own."""
    if _PERCENT_SIGN.search(text.prose) and not _PERCENT_SIGN.search(english.prose):
        advice = "delete it: a number that is a percentage brings its sign, and percentage points have none"
        yield Finding("has a percent sign beside a placeholder", advice)
        return
    if STAND_IN not in text.prose or "percent" in english.prose.lower():
        return
    said = _percent_said(text.prose, locale.tag)
    if said:
        yield Finding(f"has “{said}” beside a placeholder", "delete it: a percentage brings its sign")


def _percent_said(prose: str, tag: str) -> str:
    before, behind = punctuation.percent_words(tag)
    for place in re.finditer(STAND_IN, prose):
        rest = prose[place.end() : place.end() + _NEXT]
        for word in behind:
            letters = rf"{_BLANK}*".join(map(re.escape, word))
            if found := re.match(rf"\**{_BLANK}*({letters})(?!\w)", rest, re.IGNORECASE):
                return found[1]
        head = prose[max(0, place.start() - _NEXT) : place.start()].rstrip("* ").lower()
        for word in before:
            if head.endswith(word):
                return word
    return ""


def final_mark(english: Message, text: Message, locale: Locale) -> Found:
    """Another mark at the end than the English has, or none."""
    if len(english.prose) <= _SHORT or not text.prose.strip():
        return
    ours, theirs = punctuation.end(english.prose), punctuation.end(text.prose, locale.tag)
    japanese = locale.tag.partition("-")[0] == "ja" and {ours, theirs} <= {"colon", "full stop"}
    silent = not punctuation.has_stops(locale.tag) and (ours or "full stop") == "full stop"
    armenian = locale.tag.partition("-")[0] == "hy"  # whose marks stand in the word that is asked
    leads_on = not ours and theirs == "colon"  # to a formula or a list, which some languages mark
    asked_before = ours == "question mark" and any(c in text.prose for c in "?？؟;")
    if ours == theirs or japanese or silent or armenian or leads_on or asked_before:
        return
    if ours and not theirs:
        yield Finding(f"has no {ours} at its end", f"the English ends with a {ours}", True)
    elif theirs and not ours:
        yield Finding(f"ends with a {theirs}", "the English has no mark at its end", True)
    else:
        yield Finding(f"ends with a {theirs}, the English with a {ours}", "see which is meant", True)


def opening_marks(english: Message, text: Message, locale: Locale) -> Found:
    """Fewer opening marks than closing ones, where a language has both."""
    for mark, opened in punctuation.opening(locale.tag).items():
        if text.prose.count(mark) > text.prose.count(opened):
            yield Finding(f"lacks {opened}", f"write {opened} where what ends with {mark} begins", True)


def pairs(english: Message, text: Message, locale: Locale) -> Found:
    """A bracket or quotation mark without its partner."""
    for both in _PAIRS:
        if not _is_paired(text.prose, both) and _is_paired(english.prose, both):
            yield Finding(f"has a {both[0]} or {both[1]} without its partner", "open and close each", True)
    for marks in _QUOTES:
        if sum(map(text.prose.count, marks)) % 2 and not sum(map(english.prose.count, marks)) % 2:
            shown = " or ".join(mark for mark in marks if mark in text.prose)
            yield Finding(f"has a {shown} without its partner", "open and close each quotation", True)


def _is_paired(prose: str, both: str) -> bool:
    depth = 0
    for character in prose.translate(_NARROW):
        if character in both:
            depth += 1 if character == both[0] else -1
            if depth < 0:
                return False
    return depth == 0


def blanks_at_marks(english: Message, text: Message, locale: Locale) -> Found:
    """A blank where the language has none beside a mark, or none where it has one."""
    spaced, opened = punctuation.spaced(locale.tag)
    for found in _BEFORE_MARK.findall(text.prose):
        if found[-1] not in spaced and not _BEFORE_MARK.search(english.prose):
            yield Finding(f"has a blank before {found[-1]}", "delete it", True)
            break
    if _AFTER_BRACKET.search(text.prose) and not _AFTER_BRACKET.search(english.prose):
        yield Finding("has a blank behind an opening bracket", "delete it", True)
    if not scripts.of(locale.tag).full_width:
        found_no = _NO_BLANK.search(text.prose)
        if found_no and not _NO_BLANK.search(english.prose):
            yield Finding(f"has no blank in “{found_no[0]}”", "write one behind the mark", True)
    wrong = [mark for mark in spaced if _lacks(mark, text.prose)]
    wrong += [mark for mark in opened if re.search(rf"{mark}(?![\u00a0\u202f])", text.prose)]
    if wrong:
        yield Finding(
            f"has no no-break space beside {' '.join(wrong)}",
            "write a narrow one (U+202F), with a colon or «» a plain one (U+00A0)",
            True,
        )


def _lacks(mark: str, prose: str) -> bool:
    """Whether a mark at the end of a word or beside a blank has no no-break space before it."""
    return bool(re.search(rf"[^\u00a0\u202f]{re.escape(mark)}(?=[\s*»)]|\Z)", prose))


def letters(english: Message, text: Message, locale: Locale) -> Found:
    """Letters of a script that the language is not written in, and words of two that look alike."""
    mixed = punctuation.look_alikes(text.prose)
    if mixed:
        what = f"mixes Latin and Cyrillic letters in “{mixed[0]}”"
        yield Finding(what, "type the word anew: letters that look alike are not found by a search", True)
        return
    strange = [c for c in punctuation.foreign(text.prose, locale.tag) if c not in english.prose]
    if strange:
        shown = ", ".join(f"{c} (U+{ord(c):04X})" for c in strange[:4])
        yield Finding(f"has {shown}, of a script of another language", "type the word anew", True)


def words_twice(english: Message, text: Message, locale: Locale) -> Found:
    """A word that stands twice in a row."""
    for found in _TWICE.finditer(text.prose):
        if not punctuation.may_double(found[1], locale.tag) and not _TWICE.search(english.prose):
            yield Finding(f"has “{found[0]}”, a word twice", "delete one", True)
            return


RULES = (
    blanks_at_ends,
    doubled_blanks,
    percent,
    final_mark,
    opening_marks,
    pairs,
    blanks_at_marks,
    letters,
    words_twice,
)
