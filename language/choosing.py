"""Choosing: the tags that somebody has typed in, the languages that are there out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .folders import available
from .refused import Refused
from .tags import resolve

SOURCE = "en"  # the language of the blocks, into which nothing is translated


def chosen(tags: Iterable[str], known: Sequence[str] | None = None) -> list[str]:
    """These languages in our spelling, each once; Refused, with those that there are, for another.

    `known` are the languages that there are; all of the publication, where none are given.  A folder whose
    name is in another spelling is taken at its name, since reading it says what is wrong.

    >>> chosen(["zh_CN", "it", "zh"], ["en", "it", "zh-Hans"])
    ['zh-Hans', 'it']
    """
    there = available() if known is None else known
    found = [tag if tag in there else resolve(tag) for tag in tags]
    for tag in found:
        if tag not in there:
            advice = f"there are {', '.join(there)}; `discordant locale new {tag}` begins one"
            raise Refused(f"there is no locale {tag}", advice=advice)
    return list(dict.fromkeys(found))


def translations(tags: Iterable[str]) -> list[str]:
    """The same of languages that are translated into: all, where none is named; Refused for English."""
    found = chosen(tags) or [tag for tag in available() if tag != SOURCE]
    if SOURCE in found:
        raise Refused("English is the source language: its texts are the blocks in templates/")
    return found
