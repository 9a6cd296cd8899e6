"""Forms: what a language writes around a number, or in its place, where its grammar asks for it.

A message names a form before a placeholder: `@del{x}`.  A form is either a table of words for small numbers
or a list of patterns for the number as it is printed; both come from the language's locale.toml.  `word` is a
form of every language: digits, where it has no table of that name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import partial
from typing import Any, NamedTuple

from . import settings
from .fact import Fact
from .message import PLACEHOLDER, Unfit, forms_of
from .settings import Field

WORD = "word"
PLACE = "{}"  # of the number in a text of locale.toml
_NAME = re.compile(r"[^\W\d_]\w*")
_LONGEST = 40  # characters of a pattern or of what stands around a number
_MOST = 60  # patterns of a text, words of a table
_CATEGORIES = frozenset(f":{name}" for name in ("zero", "one", "two", "few", "many", "other"))  # of CLDR
_WITHOUT_WORDS = {"accuracy", "percent"}  # kinds that are printed with a sign
_DOTTED = {"tr", "az"}  # languages whose capital of i has its dot


class Written(NamedTuple):
    """A number as a sentence has it: itself, and what its form puts around it."""

    before: str
    number: str
    behind: str
    is_word: bool = False
    category: str = "other"  # of CLDR's plurals, by the number as it is printed

    @property
    def text(self) -> str:
        """All of it."""
        return self.before + self.number + self.behind

    def capital(self, tag: str) -> Written:
        """The same at the beginning of a sentence."""
        if self.before:
            return self._replace(before=_capital(self.before, tag))
        return self._replace(number=_capital(self.number, tag))


class Forms(NamedTuple):
    """The forms of a language by name.

    `words` are tables of words from zero on.  What one lacks at its end the table `word` has, and above that
    stand digits.  `patterns` are texts with {} for the number, each with the patterns of the printed numbers
    that take it; the first that fits is taken.  A pattern such as :one takes the numbers of a category of
    CLDR's plurals.

    >>> words = {"word": ("zero", "uno", "due"), "una": ("zero", "una")}
    >>> patterns = {"del": (("dello {}", ("0,*",)), ("dell’{}", ("8*",)), ("del {}", ("*",)))}
    >>> forms = Forms(words, patterns)
    >>> [forms.around("del", Written("", text, "")).text for text in ("5%", "8%", "0,5%")]
    ['del 5%', 'dell’8%', 'dello 0,5%']
    >>> [forms.write("una", Fact("x", x, "count"), Written("", str(x), "")).text for x in (1, 2, 3)]
    ['una', 'due', '3']
    """

    words: Mapping[str, tuple[str, ...]] = {}
    patterns: Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]] = {}

    @property
    def names(self) -> list[str]:
        """The forms there are; each can begin with a capital as well."""
        return list(dict.fromkeys([WORD, *self.words, *self.patterns]))

    def of(self, name: str) -> str:
        """The form that a name in a message means, which may begin with a capital; "" for none."""
        small = name[:1].lower() + name[1:]
        return next((known for known in (name, small) if known in self.names), "")

    def write(self, name: str, fact: Fact, written: Written, tag: str = "") -> Written:
        """A number in the form of this name, which there has to be."""
        form = self.of(name)
        found = self.around(form, written) if form in self.patterns else self._word(form, fact, written)
        return found if form == name else found.capital(tag)

    def around(self, form: str, written: Written) -> Written:
        """A number with what a form of patterns puts around it."""
        fits = partial(_fits, written.text, f":{written.category}")
        frame = next(frame for frame, globs in self.patterns[form] if any(map(fits, globs)))
        before, _, behind = frame.partition(PLACE)
        return written._replace(before=before + written.before, behind=written.behind + behind)

    def _word(self, form: str, fact: Fact, written: Written) -> Written:
        """A count, or what happens to be whole, as a word, where the table goes so far."""
        if not fact.is_number or fact.kind in _WITHOUT_WORDS or fact.number.denominator != 1:
            return written
        place = fact.number.numerator
        for table in (self.words.get(form, ()), self.words.get(WORD, ())):
            if 0 <= place < len(table):
                return written._replace(number=table[place], is_word=True)
        return written

    def unfit(self, text: str) -> Unfit | None:
        """Why the forms that a message asks for cannot be written, or None.

        >>> Forms().unfit("sotto @dal{x}").what
        'asks for the form @dal, which this language does not have'
        """
        for match in PLACEHOLDER.finditer(text):
            for name in forms_of(match[0]):
                if match[1].startswith("f_"):
                    return Unfit(f"asks for the form @{name} of a formula", "only numbers have forms")
                if not self.of(name):
                    there = ", ".join(f"@{known}" for known in self.names)
                    advice = f"there are {there}; locale.toml defines them"
                    return Unfit(f"asks for the form @{name}, which this language does not have", advice)
        return None


NO_FORMS = Forms()
FIELDS = (
    Field("words.*", lambda value: _wrong_words(value), {}),
    Field("forms.*", lambda value: _wrong_form(value), {}),
)


def read(tables: Mapping[str, Any]) -> Forms:
    """The forms in a locale.toml whose FIELDS have been checked; ValueError for a wrong name."""
    words, patterns = tables["words"], tables["forms"]
    for table, names in (("words", words), ("forms", patterns)):
        for name in names:
            if not _NAME.fullmatch(name) or name[0].isupper():
                what = "is no name of a form: letters, the first a small one"
                raise ValueError(f"{name[:_LONGEST]!r} in [{table}] {what}")
            if table == "forms" and (name in words or name == WORD):
                raise ValueError(f"{name} in [forms] is the name of a table of words")
    return Forms(
        {name: tuple(listed) for name, listed in words.items()},
        {
            name: tuple((text, tuple(globs)) for text, globs in table.items())
            for name, table in patterns.items()
        },
    )


def _wrong_words(value: object) -> str:
    if wrong := settings.texts("", least=1).wrong(value):
        return wrong
    assert isinstance(value, list)
    return f"must have at most {_MOST} words" if len(value) > _MOST else ""


def _wrong_form(value: object) -> str:
    if not isinstance(value, dict) or not value:
        return 'must be a table such as { "an {}" = ["8*"], "a {}" = ["*"] }'
    for text, globs in value.items():
        if text.count(PLACE) != 1 or len(text) > _LONGEST or settings.text("").wrong(text):
            return f"has {text[:_LONGEST]!r}, which must be a short text with one {PLACE} for the number"
        if not isinstance(globs, list) or not 0 < len(globs) <= _MOST or not all(map(_is_pattern, globs)):
            return f'must have a list of patterns for {text!r}, such as ["8*", "11"]'
    return "" if globs == ["*"] else 'must end with a text for ["*"], any other number'


def _is_pattern(glob: object) -> bool:
    if not isinstance(glob, str) or not 0 < len(glob) <= _LONGEST:
        return False
    return glob in _CATEGORIES or not glob.startswith(":")


def _fits(text: str, category: str, glob: str) -> bool:
    return glob == category or fnmatchcase(text, glob)


def _capital(text: str, tag: str) -> str:
    dotted = text[:1] == "i" and tag.partition("-")[0] in _DOTTED
    return ("İ" if dotted else text[:1].title()) + text[1:]
