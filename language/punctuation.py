"""Punctuation: the marks that languages end, open and part their sentences with, and their letters.

What is here holds for every text of a language; what a translator decides is in locale.toml.
"""

from __future__ import annotations

import re
import unicodedata

from babel.core import Locale as Cldr

from . import scripts

# What a sentence ends with, by what it is, in all scripts.
ENDS = {
    "full stop": ".。．।۔։።᙮",
    "colon": ":：៖",
    "question mark": "?？؟⸮፧",
    "exclamation mark": "!！՜",
    "semicolon": ";；؛",
    "ellipsis": "…",
}
_CLOSERS = re.compile(r"[\s*_\"'”’»›“‘」』)\]）】》〉\u200c-\u200f]+\Z")
BLANKS = " \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"  # for a class of a regular expression
_WITHOUT_STOPS = {"th", "lo", "jbo"}  # a space ends a sentence
_OPENING = {"es": {"?": "¿", "!": "¡"}, "ast": {"?": "¿", "!": "¡"}}
# marks behind a no-break space, and those before one
_SPACED = {"fr": (";:!?»", "«"), "br": (";:!?", ""), "fr-CA": (":»", "«")}
# the capital letters that are words too, as an article is, or that begin one
_LETTER_WORDS = {
    "en": "AI",
    "it": "AEIO",
    "es": "AEOUY",
    "pt": "AEO",
    "gl": "AEO",
    "ca": "AIO",
    "fr": "AY",
    "ro": "AO",
    "hu": "A",
    "pl": "AIOUWZ",
    "cs": "AIKOSUVZ",
    "sk": "AIKOSUVZ",
    "sl": "AIKOSVZ",
    "hr": "AIKOSU",
}
_PERCENT_BEFORE = {"zh": "百分之", "yue": "百分之"}
# words that stand twice by right
_TWICE = {
    "en": {"had", "that"},
    "fr": {"nous", "vous"},
    "de": {"das", "dem", "den", "der", "die"},
    "nl": {"dat", "die"},
    "sv": {"det", "som"},
    "da": {"det", "der"},
    "nb": {"det", "som"},
    "it": {"mano", "piano", "via"},
    "sq": {"të"},
}
# languages that say much by a word said twice, or that part no words
_DOUBLING = {
    *(
        "az",
        "bn",
        "fil",
        "gu",
        "ha",
        "hi",
        "id",
        "ka",
        "km",
        "kn",
        "lo",
        "ml",
        "mr",
        "ms",
        "my",
        "ne",
        "or",
        "pa",
    ),
    *("rw", "si", "sw", "ta", "te", "th", "tr", "ur", "vi", "yo", "zu"),
}
# script of CLDR -> how Unicode names its letters
_LETTERS = {
    **{
        "latn": {"LATIN"},
        "cyrl": {"CYRILLIC"},
        "grek": {"GREEK"},
        "armn": {"ARMENIAN"},
        "geor": {"GEORGIAN"},
    },
    **{"hans": {"CJK"}, "hant": {"CJK"}, "jpan": {"CJK", "HIRAGANA", "KATAKANA"}, "kore": {"HANGUL", "CJK"}},
    **{
        "arab": {"ARABIC"},
        "hebr": {"HEBREW"},
        "thaa": {"THAANA"},
        "deva": {"DEVANAGARI"},
        "beng": {"BENGALI"},
    },
    **{"guru": {"GURMUKHI"}, "gujr": {"GUJARATI"}, "orya": {"ORIYA"}, "taml": {"TAMIL"}, "telu": {"TELUGU"}},
    **{"knda": {"KANNADA"}, "mlym": {"MALAYALAM"}, "sinh": {"SINHALA"}, "thai": {"THAI"}, "laoo": {"LAO"}},
    **{
        "tibt": {"TIBETAN"},
        "mymr": {"MYANMAR"},
        "khmr": {"KHMER"},
        "ethi": {"ETHIOPIC"},
        "mong": {"MONGOLIAN"},
    },
}
_ALL_LETTERS = frozenset().union(*_LETTERS.values())
_ANYWHERE = frozenset({"LATIN", "GREEK"})  # names, and the letters of formulas


def end(text: str, tag: str = "en") -> str:
    """What a text ends with, quotation marks and brackets aside: a key of ENDS, or "" for no mark.

    >>> end("Why?"), end("为什么？”"), end("Γιατί;", "el"), end("(All.)"), end("all")
    ('question mark', 'question mark', 'question mark', 'full stop', '')
    """
    text = _CLOSERS.sub("", text)
    if text.endswith(("...", "⋯")):
        return "ellipsis"
    if text.endswith(";"):
        return "question mark" if _base(tag) == "el" else "semicolon"
    return next((name for name, marks in ENDS.items() if text[-1:] and text[-1] in marks), "")


def has_stops(tag: str) -> bool:
    """Whether a mark ends a sentence.

    >>> has_stops("th"), has_stops("ja")
    (False, True)
    """
    return _base(tag) not in _WITHOUT_STOPS


def opening(tag: str) -> dict[str, str]:
    """The marks that open what others close: {"?": "¿", "!": "¡"} in Spanish."""
    return _OPENING.get(_base(tag), {})


def spaced(tag: str) -> tuple[str, str]:
    """The marks before which a language has a no-break space, and those behind which it has.

    >>> spaced("fr"), spaced("fr-CA"), spaced("it")
    ((';:!?»', '«'), (':»', '«'), ('', ''))
    """
    return _SPACED.get(tag) or _SPACED.get(_base(tag), ("", ""))


def letter_words(tag: str) -> str:
    """The capital letters that can be words where a sentence begins, as the Italian article "I"."""
    return _LETTER_WORDS.get(_base(tag), "")


def percent_words(tag: str) -> tuple[list[str], list[str]]:
    """How "percent" is said, without blanks and in small letters: before a number, and behind it.

    >>> percent_words("es"), percent_words("zh-Hans")[0]
    (([], ['porciento']), ['百分之'])
    """
    patterns = Cldr.parse(tag, sep="-")._data["unit_patterns"].get("concentr-percent", {}).get("long", {})
    said = [str(text).partition("{0}") for text in dict(patterns).values() if "{0}" in str(text)]
    before = {_letters(first) for first, _, _ in said} | {_PERCENT_BEFORE.get(_base(tag), "")}
    behind = {_letters(last) for _, _, last in said}
    return sorted(before - {""}), sorted(behind - {""})


def may_double(word: str, tag: str) -> bool:
    """Whether a word may stand twice in a row.

    >>> may_double("nous", "fr"), may_double("le", "fr"), may_double("xa", "vi")
    (True, False, True)
    """
    return _base(tag) in _DOUBLING or word.lower() in _TWICE.get(_base(tag), ())


def foreign(text: str, tag: str) -> list[str]:
    """The letters that are neither of the language's script nor Latin nor Greek, each once.

    >>> foreign("pаdre Д", "es"), foreign("модель", "ru")
    (['а', 'Д'], [])
    """
    own = _LETTERS.get(scripts.name(tag), _ALL_LETTERS) | _ANYWHERE
    known = _ALL_LETTERS - own
    return [c for c in dict.fromkeys(text) if c > "\u02ff" and c.isalpha() and _script(c) in known]


def look_alikes(text: str) -> list[str]:
    """The words in which Latin letters and Cyrillic ones stand side by side, each once.

    >>> look_alikes("Mодель IP-адрес p-значение")
    ['Mодель']
    """
    words = re.findall(r"[^\W\d_]{2,}", text) if re.search("[\u0400-\u04ff]", text) else []
    return [w for w in dict.fromkeys(words) if {_script(c) for c in w} >= {"LATIN", "CYRILLIC"}]


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def _letters(text: str) -> str:
    return "".join(c for c in text.lower() if c.isalpha())


def _base(tag: str) -> str:
    return tag.partition("-")[0]
