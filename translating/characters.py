"""The characters that a language and its script are written with, as far as CLDR and Unicode tell."""

from __future__ import annotations

from collections.abc import Iterable

from ..language import Locale, scripts

# Han is so large that a character set of the country says which of it is in use.
_CHARACTER_SETS = {"hans": "gb2312", "hant": "big5", "jpan": "shift_jis", "kore": "euc_kr"}
_MIXED = {
    "hans": {"Hani", "Bopo"},
    "hant": {"Hani", "Bopo"},
    "jpan": {"Hani", "Hira", "Kana"},
    "kore": {"Hang", "Hani"},
}
_NARROW = [
    *range(0x2000, 0x2070),
    0x20,
    0xA0,
    0x25CC,
]  # spaces, dashes and quotes, joiners, the dotted circle
_WIDE = [*range(0x3000, 0x3040), *range(0xFF00, 0xFFF0)]  # full-width marks and forms
_MARKS = [
    *b" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
    0xAB,
    0xBB,
]  # for letters from the right, which mirror them


def of_language(locale: Locale) -> str:
    """What the language surely uses: digits, and the letters of CLDR's words for days, countries, languages.

    Babel has no exemplar sets; these words hold nearly all letters, and of Han some hundreds.
    """
    known = locale.babel
    tables = [table for names in (known.days, known.months) for table in names["format"].values()]
    sure = [
        locale.name,
        locale.decimal(1234567890, 0),
        *(word for table in tables for word in table.values()),
    ]
    words = "".join([*known.territories.values(), *known.languages.values()])
    own = belonging(map(ord, words), locale.tag)
    return "".join([*sure, *(sign for sign in words if ord(sign) in own)])


def belonging(codes: Iterable[int], tag: str) -> set[int]:
    """Which of these code points are letters, signs or digits of the script of a language.

    >>> belonging(map(ord, "aбいロ日م"), "ja") == set(map(ord, "いロ日"))
    True
    """
    from fontTools import unicodedata

    script = scripts.name(tag)
    names = _MIXED.get(script, {script.title()})
    return {
        code
        for code in codes
        if names & unicodedata.script_extension(chr(code)) and _in_use(chr(code), script, unicodedata)
    }


def beside(tag: str) -> set[int]:
    """The code points of punctuation that a face of the language's script brings along."""
    script = scripts.of(tag)
    return {
        *_NARROW,
        *script.own_marks,
        *(_WIDE if script.full_width or script.compact else ()),
        *(_MARKS if 0x28 in script.own_marks else ()),
    }


def _in_use(character: str, script: str, unicodedata: object) -> bool:
    if script not in _CHARACTER_SETS or unicodedata.script(character) != "Hani":  # type: ignore[attr-defined]
        return True
    try:
        return bool(character.encode(_CHARACTER_SETS[script]))
    except UnicodeEncodeError:
        return False
