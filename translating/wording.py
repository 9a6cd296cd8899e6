"""Checks of wording: length, passages left in English, numbers turned round, terms of the glossary.

All are guesses: warnings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from ..language import punctuation, scripts
from ..language.message import LENGTH, PLACEHOLDER
from .finding import Finding
from .glossary import Term

_WORD = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")
_SQUARE = re.compile(f"[{scripts.SQUARE}]")
_SHORT = 60  # characters of English below which its length says nothing
_LONG = 20  # words from which on a block is searched for English
_LOOSE = 6  # words of a term, up to which others may stand between them: the search tries every way
_CODE = re.compile("`[^`]*`")
_RUN = 6  # words in a row that are the English ones
_ENGLISH = frozenset(
    [
        "the",
        "of",
        "and",
        "is",
        "are",
        "was",
        "were",
        "that",
        "this",
        "these",
        "those",
        "with",
        "which",
        "when",
        "what",
        "how",
        "from",
        "by",
        "have",
        "has",
        "been",
        "not",
        "but",
        "they",
        "their",
        "would",
        "should",
        "could",
        "than",
        "only",
        "both",
        "each",
        "there",
        "where",
    ]
)
# of which comparison, which model or whose wins: I_m and II_m, A_accuracy and B_accuracy, f_b and f_c
_SIDE = re.compile(r"(?<![A-Za-z0-9])(?:II?|A|B|b|c)(?![A-Za-z0-9])")
_NO_WORDS = re.compile(r"(?<=\])\[[\w-]+\]|`[^`]*`")  # where a link leads, and code
_WORDS = {"b": "B", "c": "A"}  # who wins those cases
_NAMES = re.compile(rf"\{{(?P<name>[A-Za-z]\w*)[^{{}}]*\}}|{_SIDE.pattern}")
_CLAUSE = re.compile("[.;,()。；，、（）،؛]")


def wording(english: str, text: str, tag: str, block: str, terms: Sequence[Term]) -> Iterator[Finding]:
    """What is odd about the wording of a translation; a guess each.

    >>> [finding.what for finding in wording("a null distribution", "una legge", "it", "x",
    ...     [Term("null distribution", "distribuzione nulla", frozenset())])]
    ['lacks the term “distribuzione nulla” for “null distribution”']
    """
    if len(text) > LENGTH or tag.partition("-")[0] == "en":
        return
    yield from _length(english, text, tag)
    yield from _left_in_english(english, text)
    yield from _turned_round(english, text, tag)
    for term in terms:
        if block not in term.free and uses(term.english, english) and not _renders(term.partner, text):
            yield Finding(
                f"lacks the term “{term.partner}” for “{term.english}”",
                f"use it, or write {tag}:{block} in the column `except` of the glossary",
                True,
            )


def _length(english: str, text: str, tag: str) -> Iterator[Finding]:
    if len(english) < _SHORT:
        return
    ratio = len(PLACEHOLDER.sub("0", text)) / len(PLACEHOLDER.sub("0", english))
    lowest, highest = (0.17, 1.0) if scripts.of(tag).compact else (0.55, 2.1)
    if not lowest <= ratio <= highest:
        size = "short" if ratio < lowest else "long"
        yield Finding(
            f"is very {size}: {ratio:.2f} times the English",
            "see whether something is left out or added",
            True,
        )


def _left_in_english(english: str, text: str) -> Iterator[Finding]:
    ours, theirs = _words(_CODE.sub("", english)), _words(_CODE.sub("", text))
    if len(ours) > 3 and ours == theirs:
        yield Finding("is the English text", "translate it, or leave it empty: then English stands in", True)
        return
    if max(len(ours), len(theirs)) <= _LONG:
        return
    runs = {tuple(ours[i : i + _RUN]) for i in range(len(ours) - _RUN + 1)}
    kept = next((i for i in range(len(theirs) - _RUN + 1) if tuple(theirs[i : i + _RUN]) in runs), None)
    common = sum(word in _ENGLISH for word in theirs)
    if kept is not None:
        yield Finding(f"keeps the English “{' '.join(theirs[kept : kept + _RUN])}”", "translate it", True)
    elif common >= 4 and common >= 0.1 * len(theirs):
        yield Finding("seems to be in English in part", "translate it all", True)


def _turned_round(english: str, text: str, tag: str) -> Iterator[Finding]:
    """Numbers of two comparisons or models turned round without their words, or the words without them.

    A set of names has no order, so that nothing else sees two that were exchanged.
    """
    theirs = list(dict.fromkeys(PLACEHOLDER.findall(text)))
    for names in _alike(english):
        found = [name for name in theirs if name in names]
        words = {_WORDS.get(side, side) for side in names.values()}
        ours_said, theirs_said = (
            [side for side in _sides(message, language) if side in words]
            for message, language in ((english, "en"), (text, tag))
        )
        follows = sorted(ours_said) == sorted(theirs_said) and ours_said != theirs_said
        if sorted(found) == sorted(names) and found != [*names] and not follows:
            yield Finding(
                f"has {_braced(found)}, the English {_braced(names)}",
                "see that each number stands beside its own comparison or model",
                True,
            )
        elif turned := _words_turned(english, text, names, tag):
            yield Finding(turned, "see that each number stands beside its own comparison or model", True)


def _words_turned(english: str, text: str, names: Mapping[str, str], tag: str) -> str:
    """What is said where two names have changed places and their numbers have not; else ""."""
    ours, theirs = _owners(english, names, "en"), _owners(text, names, tag)
    for one, other in combinations(names, 2):
        said, wanted = (theirs.get(one), theirs.get(other)), (ours.get(other), ours.get(one))
        if None not in said and said == wanted and said[0] != said[1]:
            return f"has {{{one}}} beside {said[0]}, the English beside {wanted[1]}"
    return ""


def _owners(text: str, names: Mapping[str, str], tag: str) -> dict[str, str]:
    """The comparison or model named last before each of these placeholders, in the same clause."""
    words = {_WORDS.get(side, side) for side in names.values()}
    found: dict[str, str] = {}
    for clause in _CLAUSE.split(text):
        owner = ""
        for part in _NAMES.finditer(clause):
            name = part["name"]
            if name is None:
                owner = part[0] if part[0] in words else owner
            elif name in names:
                if owner:
                    found.setdefault(name, owner)
                owner = ""
    return found


def _alike(text: str) -> list[dict[str, str]]:
    """The placeholders that differ in nothing but their side: name -> side, in order."""
    found: dict[str, dict[str, str]] = {}
    for name in PLACEHOLDER.findall(text):
        parts = name.split("_")
        for place, part in enumerate(parts):
            if _SIDE.fullmatch(part):
                stem = "_".join([*parts[:place], "*", *parts[place + 1 :]])
                found.setdefault(stem, {})[name] = part
    return [names for names in found.values() if len(names) > 1]


def _sides(text: str, tag: str) -> list[str]:
    """The comparisons and models that a text names in words, each once, in order.

    A capital that may be a word where a sentence begins, as the Italian article "I", counts as a name
    only where no other does.

    >>> _sides("I modelli: {A_x} per A nel confronto II, poi nel confronto I", "it")
    ['A', 'II', 'I']
    """
    words = punctuation.letter_words(tag)
    found = list(_SIDE.finditer(PLACEHOLDER.sub(" ", text)))
    doubtful = {m for m in found if m[0] in words and _begins(m)}
    sure = {m[0] for m in found if m not in doubtful}
    return list(dict.fromkeys(m[0] for m in found if m not in doubtful or m[0] not in sure))


def _begins(match: re.Match[str]) -> bool:
    """Whether a letter begins a sentence that goes on with a small one."""
    before, after = match.string[: match.start()].rstrip(" *“«("), match.string[match.end() :]
    return (not before or before[-1] in ".:!?") and bool(re.match(r" [^\W\d_]", after)) and after[1].islower()


def _braced(names: Iterable[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in names)


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(PLACEHOLDER.sub(" ", text))]


def uses(term: str, english: str) -> bool:
    """Whether a text uses an English term; one with a remark in brackets has that sense alone, so no."""
    english = _NO_WORDS.sub("", english)
    if "(" in term or term.lower() not in english.lower():
        return False
    return bool(re.search(rf"\b{re.escape(term)}(?:s|es)?\b", english, re.IGNORECASE))


def _renders(partner: str, text: str) -> bool:
    """Whether a text has a term, inflected or with a word or two between its parts; “……” is a gap."""
    if _SQUARE.search(partner):
        return all(part in text for part in re.split("…+", partner) if part)
    words = partner.split()
    if len(words) > _LOOSE:
        return partner.lower() in text.lower()
    stems = [re.escape(word[: max(3, len(word) - 2)]) + r"\w*" for word in words]
    return bool(re.search(r"\W+(?:\w+\W+){0,2}?".join(stems), text, re.IGNORECASE))
