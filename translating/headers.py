"""Checks of a PO file as a file: its header, and blocks that stand in it twice."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from babel.messages.pofile import unescape

from ..language import credit
from ..language.tags import UnknownTag, resolve
from .finding import Finding

_KEYWORD = re.compile(r"(?P<keyword>msg\w+)(?:\[\d+\])?\s+")
_PLURAL = re.compile(r"nplurals *= *(?P<count>\d) *; *plural *= *(?P<rule>[n\d ?:%=!<>&|()+*/-]+);?")


class Entry(NamedTuple):
    """An entry of a PO file: where it begins, its msgctxt, msgid and msgstr."""

    line: int
    context: str
    msgid: str
    msgstr: str


def entries(text: str) -> Iterator[Entry]:
    r"""The entries of a well-formed PO file, in order, those marked as obsolete left out.

    >>> [entry.line for entry in entries('msgid "a"\nmsgstr "b"\n')]
    [1]
    """
    fields: dict[str, str] = {}
    start, keyword = 0, ""
    for number, line in enumerate(text.split("\n"), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        found = _KEYWORD.match(line)
        if found:
            keyword = found["keyword"]
            if keyword == "msgctxt" or (keyword == "msgid" and "msgid" in fields) or not fields:
                if fields:
                    yield _entry(start, fields)
                fields, start = {}, number
            line = line[found.end() :]
        fields[keyword] = fields.get(keyword, "") + unescape(line)
    if fields:
        yield _entry(start, fields)


def _entry(line: int, fields: dict[str, str]) -> Entry:
    return Entry(line, fields.get("msgctxt", ""), fields.get("msgid", ""), fields.get("msgstr", ""))


def findings(text: str, tag: str) -> Iterator[tuple[int, str, Finding]]:
    """What is wrong with the header and the list of blocks: line, block id (or "header"), finding."""
    for refused in credit.read(text).refused:
        advice = "write a name alone, as it is to be printed; a mail address stands in <> behind it"
        yield refused.line, "header", Finding(f"names {refused.name!r}, which {refused.what}", advice)
    first: dict[str, int] = {}
    header: Entry | None = None
    apart = [entry for entry in entries(text) if not unicodedata.is_normalized("NFC", entry.msgstr)]
    if apart:
        more = f", as have {len(apart) - 1} more" if len(apart) > 1 else ""
        what = f"has accents that are characters of their own (NFD){more}"
        advice = f"a build joins them; `discordant locale update {tag}` writes them so"
        yield apart[0].line, apart[0].context or "header", Finding(what, advice, True)
    for entry in entries(text):
        if not entry.msgid:
            header = header or entry
        elif entry.context in first:
            yield (
                entry.line,
                entry.context,
                Finding(f"stands already in line {first[entry.context]}", "delete one of the two"),
            )
        else:
            first[entry.context] = entry.line
    line = header.line if header else 1
    for finding in _header(header.msgstr if header else "", tag):
        yield line, "header", finding


def _header(content: str, tag: str) -> Iterator[Finding]:
    fields = {
        name.strip().lower(): value.strip()
        for name, _, value in (line.partition(":") for line in content.split("\n"))
    }
    language = fields.get("language", "")
    try:
        known = resolve(language.partition("@")[0])
    except UnknownTag:
        known = ""
    if known != tag:
        yield Finding(
            f"Language is {language[:40] or 'missing'}, the folder is {tag}",
            f"write Language: {tag.replace('-', '_')}",
        )
    plural = fields.get("plural-forms", "")
    if not is_plural_rule(plural):
        yield Finding(
            f"Plural-Forms is {plural[:60] or 'missing'}",
            f"`discordant locale update {tag}` writes what the language needs",
        )


def is_plural_rule(field: str) -> bool:
    """Whether a field Plural-Forms is one, as far as that can be told without running it."""
    rule = _PLURAL.fullmatch(field) if len(field) < 1000 else None
    return rule is not None and _balanced(rule["rule"]) and rule["count"] != "0"


def _balanced(rule: str) -> bool:
    depth = 0
    for character in rule:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return False
    return depth == 0 and rule.count("?") == rule.count(":")
