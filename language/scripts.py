"""Scripts: what follows from the script that a language is written in, and what CLDR says beyond Babel.

What a translator knows better than any table is in the language's locale.toml; a new one begins with this.
"""

from __future__ import annotations

from typing import NamedTuple

from babel.core import get_global, parse_locale

# Letters that fill a square: Han and kana, without the punctuation of the same width.
SQUARE = (
    "\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
FULL_WIDTH = rf"{SQUARE}\u3000-\u303f\uff00-\uffef“”‘’…—"  # with that punctuation
_QUOTES_AND_DASHES = frozenset(range(0x2010, 0x2028))
_BRACKETS = frozenset(map(ord, "!()[]{}«»"))


class Script(NamedTuple):
    """What follows from a script."""

    slanted: bool = False  # letters have an italic; elsewhere emphasis is bold
    full_width: bool = False  # letters fill a square, and no space parts words
    compact: bool = False  # a text has far fewer characters than its English
    joined: bool = False  # letters take their shape from their neighbours
    tall: bool = False  # marks above and below letters, or dense ones: lines stand further apart, and ragged
    spaced: bool = True  # words stand apart
    # Code points that are taken from a face of this script, though Latin faces have them as well.
    own_marks: frozenset[int] = frozenset()


_LATIN = Script(slanted=True)
_EAST_ASIAN = Script(full_width=True, compact=True, spaced=False, own_marks=_QUOTES_AND_DASHES)
_FROM_THE_RIGHT = Script(tall=True, own_marks=_QUOTES_AND_DASHES | _BRACKETS)
# By CLDR's name of the script in small letters, which is the `script` of its faces in fonts.toml too.
_SCRIPTS = {
    **dict.fromkeys(("latn", "latin", "cyrl", "grek"), _LATIN),
    **dict.fromkeys(("hans", "hant", "jpan"), _EAST_ASIAN),
    "kore": Script(compact=True, tall=True, own_marks=_QUOTES_AND_DASHES),
    **dict.fromkeys(("hebr", "thaa"), _FROM_THE_RIGHT),
    **dict.fromkeys(("adlm", "arab", "nkoo", "rohg", "syrc"), _FROM_THE_RIGHT._replace(joined=True)),
    **dict.fromkeys(
        ("beng", "deva", "gujr", "guru", "knda", "mlym", "mong", "orya", "sinh", "taml", "telu"),
        Script(joined=True, tall=True),
    ),
    **dict.fromkeys(("khmr", "laoo", "mymr", "thai", "tibt"), Script(joined=True, tall=True, spaced=False)),
}
_LENT = {"hant": "hans"}  # whose faces set a script that has none of its own

# CLDR numbering system -> its ten digits; Babel itself writes 0 to 9 in all of them
DIGITS = {
    name: str.maketrans("0123456789", "".join(chr(zero + i) for i in range(10)))
    for name, zero in {
        **{"latn": 0x30, "arab": 0x660, "arabext": 0x6F0, "beng": 0x9E6, "deva": 0x966, "gujr": 0xAE6},
        **{"guru": 0xA66, "khmr": 0x17E0, "knda": 0xCE6, "laoo": 0xED0, "mlym": 0xD66, "mymr": 0x1040},
        **{"orya": 0xB66, "tamldec": 0xBE6, "telu": 0xC66, "thai": 0xE50, "tibt": 0xF20},
    }.items()
}

# CLDR groups four digits in other languages, and begins at five in these; Babel does not carry the field
GROUPED_FROM_FIVE = {"bg", "es", "et", "hu", "it", "lv", "pl", "pt-PT", "sl"}

# Quotation marks by CLDR, where one pair is the custom of print: what a new language begins with
QUOTES = {
    **dict.fromkeys(("ja", "yue", "zh-Hant"), ("「」", "『』")),
    **dict.fromkeys(("bn", "eo", "hi", "ko", "mr", "ne", "ta", "te", "th"), ("“”", "‘’")),
    "fa": ("«»",),
}

# languages in which the region changes the written text enough to deserve a catalog of its own
DISTINCT = {("pt", "PT"), ("en", "GB"), ("es", "MX"), ("fr", "CA"), ("de", "CH")}


def of(tag: str) -> Script:
    """What follows from the script of a language.

    >>> of("ja").full_width, of("fa").joined, of("vi").slanted, of("zh-Latn").compact
    (True, True, True, False)
    """
    return of_face(name(tag))


def of_face(script: str) -> Script:
    """What follows from a script by its name; of one that is not known, nothing does."""
    return _SCRIPTS.get(script, Script())


def name(tag: str) -> str:
    """CLDR's name of the script that a language is written in, in small letters.

    >>> name("zh-Hant"), name("fa"), name("sr-Latn")
    ('hant', 'arab', 'latn')
    """
    language, territory, script = parse_locale(tag, sep="-")[:3]
    return (script or likely(language, territory) or "Latn").lower()


def faces(tag: str) -> tuple[str, ...]:
    """The scripts of fonts.toml whose faces can set a language, the fittest first.

    >>> faces("zh-Hant"), faces("ja")
    (('hant', 'hans'), ('jpan',))
    """
    script = name(tag)
    return (script, _LENT[script]) if script in _LENT else (script,)


def likely(language: str, territory: str | None = None) -> str | None:
    """The script that CLDR expects for a language, or for a language in a territory."""
    subtags = get_global("likely_subtags")
    full = subtags.get(f"{language}_{territory}") or subtags.get(language)
    return parse_locale(full)[2] if full else None
