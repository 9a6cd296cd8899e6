"""Messages: what a text and its translation must have in common, read without rendering either.

A message is data: it is compared and counted, never run, and a very long one is refused before anything else.
"""

from __future__ import annotations

import html
import re
from typing import NamedTuple

# {name}, and before it the forms that it is asked for in: @del{name}; see `forms`
PLACEHOLDER = re.compile(r"(?:@[^\W\d_]\w*+)*+\{([A-Za-z]\w*)\}")
LENGTH = 4000  # characters of a message; Markdown's time grows with the square of some inputs
BRACKETS = 60  # opening square brackets of a message; ours have at most 4
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ue000-\uf8ff]")
CODE = re.compile("`[^`]+`")
_NUMERIC = re.compile("&#(?:[0-9]+|[xX][0-9a-fA-F]+)")
_REFERENCE = re.compile(r"\]\[([^\[\]]*)\]")
_ADDRESS = re.compile(r"(?:https?|mailto):[^\s)>]+")
STAND_IN = "\ufffc"  # for a placeholder or code in a sentence
_BARE = re.compile(r"(?<!\w)\{[A-Za-z]\w*\}")  # a placeholder that is asked for in no form
_SYMBOL = r"(?:[A-Za-z]|II)(?![A-Za-z])|[\s=<>≤≥≈+−·×/]"
_SYMBOLS = re.compile(rf"(?:{_SYMBOL}|[A-Za-z]\((?:{_SYMBOL})+\))*")  # brackets are those of a function


class Message(NamedTuple):
    """A message taken apart."""

    prose: str  # with stand-ins for placeholders and code, and without the names of links
    code: list[str]
    references: set[str]


class Unfit(NamedTuple):
    """Why a translation cannot be used, and what to do about it."""

    what: str
    advice: str


_DELETE = "delete that character; copying from a web page or a document often brings one along"
_LACKS = "put it where the number or formula belongs, exactly as in the English"
_INVENTS = "use the names of the English, untranslated"
_LINKS = "keep the names in the second square brackets as they are"


def placeholders(text: str) -> set[str]:
    """The names in braces.

    >>> sorted(placeholders("{b} of {m}, so {b}"))
    ['b', 'm']
    """
    return set(PLACEHOLDER.findall(text))


def has_words(text: str) -> bool:
    """Whether an English text has something to translate: more than names, signs and bare placeholders.

    >>> [has_words(text) for text in ("P(K = k)", "A {rate} · B", "{size}", "II")]
    [False, False, False, False]
    >>> [has_words(text) for text in ("p: {p}", "{n})", "@cases{n}")]
    [True, True, True]
    """
    return not _SYMBOLS.fullmatch(_BARE.sub("", text))


def forms_of(placeholder: str) -> tuple[str, ...]:
    """The forms that a placeholder is asked for in, the outermost first.

    >>> forms_of("@de@una{b}"), forms_of("{b}")
    (('de', 'una'), ())
    """
    return tuple(placeholder.partition("{")[0].split("@")[1:])


def unusable(english: str, text: str) -> Unfit | None:
    """Why the build cannot use a translation, or None.

    >>> unusable("{b} wins", "vince {c}").what
    'lacks {b}; invents {c}'
    """
    if len(text) > LENGTH:
        return Unfit(f"longer than {LENGTH} characters", "shorten it to what the English says")
    if text.count("[") > BRACKETS:
        what = f"opens more than {BRACKETS} square brackets"
        return Unfit(what, "write the links of the English and no other brackets")
    if control := CONTROL.search(html.unescape(text)):
        return _unprintable(control[0])
    if any(map(_names_nothing, _NUMERIC.findall(text))):
        return Unfit("holds a code (&#...;) that stands for no character", _DELETE)
    if "\ufffd" in html.unescape(text):  # what &#0; and &#xD800; are read as, too
        return Unfit("holds the sign for a character that cannot be read (U+FFFD)", _DELETE)
    ours, theirs = placeholders(english), placeholders(text)
    missing = ", ".join(f"{{{name}}}" for name in sorted(ours - theirs))
    invented = ", ".join(f"{{{name}}}" for name in sorted(theirs - ours))
    parts = (missing and f"lacks {missing}", invented and f"invents {invented}")
    what = "; ".join(part for part in parts if part)
    return Unfit(what, _LACKS if missing else _INVENTS) if what else None


def _unprintable(character: str) -> Unfit:
    """A character that no text has, by the name that whoever typed it knows."""
    code = f"U+{ord(character):04X}"
    if character in "\r\n":
        return Unfit("has a line break (Enter)", "delete it: each text is one line, however long")
    if character == "\t":
        return Unfit("has a tab", "write one blank in its place")
    if "\u202a" <= character <= "\u2069":
        return Unfit(f"holds the invisible character {code}, a bidirectional override or isolate", _DELETE)
    kind = "private-use" if character >= "\ue000" else "control"
    return Unfit(f"holds the {kind} character {code}", _DELETE)


def _names_nothing(reference: str) -> bool:
    """Whether a reference is to a control character or to none: HTML keeps what Python drops."""
    return not html.unescape(f"{reference};")


def other_references(english: str, text: str) -> Unfit | None:
    """Why the links of a translation are not those of the English, or None.

    >>> other_references("an [article][web]", "un articolo").what
    'links to nothing, the English to web'
    """
    ours, theirs = taken_apart(english).references, taken_apart(text).references
    return (
        None if ours == theirs else Unfit(f"links to {listed(theirs)}, the English to {listed(ours)}", _LINKS)
    )


def same_parts(old: str, new: str) -> str | None:
    """Why two English texts differ in more than wording: placeholders, links or code; None where they do not.

    >>> same_parts("an [article][web]", "an essay")
    'its links have changed'
    """
    if placeholders(old) != placeholders(new):
        return "its placeholders have changed"
    before, after = taken_apart(old), taken_apart(new)
    if before.references != after.references or _ADDRESS.findall(old) != _ADDRESS.findall(new):
        return "its links have changed"
    if sorted(before.code) != sorted(after.code):
        return "its code has changed"
    return None


def taken_apart(text: str) -> Message:
    """A message with its placeholders, code and names of links told from its prose."""
    prose = CODE.sub(STAND_IN, text)
    references = {name.lower() for name in _REFERENCE.findall(prose)}
    prose = PLACEHOLDER.sub(STAND_IN, _REFERENCE.sub("]", prose))
    return Message(prose, CODE.findall(text), references)


def listed(names: set[str] | list[str]) -> str:
    """Names in order, as an error shows them; "nothing" for none."""
    return ", ".join(sorted(set(names))) or "nothing"
