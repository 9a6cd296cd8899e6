"""PO files as they are written: a header that keeps what people put there, entries, obsolete ones.

Babel, which reads them, writes only the fields of a header that it knows, and of obsolete entries neither
flags nor previous texts.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import babel
from babel.messages.catalog import Catalog as Messages
from babel.messages.catalog import Message
from babel.messages.pofile import escape, normalize

from ..language import catalogs as po
from . import headers

_COMMENT = "# Texts of discordant. Licence: CC BY 4.0."
_UNFILLED = re.compile(r"(?:FULL NAME )?<?EMAIL@ADDRESS>?|.*<LL@li\.org>|YEAR-MO-DA.*")
_ORDER = (
    "Project-Id-Version",
    "Report-Msgid-Bugs-To",
    "POT-Creation-Date",
    "PO-Revision-Date",
    "Last-Translator",
    "Language",
    "Language-Team",
    "Plural-Forms",
    "MIME-Version",
    "Content-Type",
    "Content-Transfer-Encoding",
)


class Head(NamedTuple):
    """The head of a PO file: its comments, a line each with their #, and its fields."""

    comments: tuple[str, ...]
    fields: Mapping[str, str]


NO_HEAD = Head((), {})


def head(path: Path) -> Head:
    """What stands at the head of a PO file; nothing where it has no header."""
    text = po.content(path).decode("utf-8").replace("\r\n", "\n")
    first = next(headers.entries(text), None)
    if first is None or first.msgid or first.context:
        return NO_HEAD
    comments = [line.strip() for line in text.split("\n")[: first.line - 1]]
    parted = (line.partition(":") for line in first.msgstr.split("\n"))
    fields = {name.strip(): value.strip() for name, _, value in parted if name.strip()}
    return Head(tuple(line for line in comments if line.startswith("#")), fields)


def brought_up_to_date(old: Head, tag: str | None, version: str, day: datetime.date) -> Head:
    """A head with the fields that follow from sources and language; all others stay as they are.

    What an earlier version or gettext left to be filled in, such as EMAIL@ADDRESS, becomes empty.  A
    template has no tag.
    """
    moment = f"{day:%Y-%m-%d} 00:00+0000"
    ours = {
        "Project-Id-Version": f"discordant {version}",
        "POT-Creation-Date": moment,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
    }
    unless_there = {
        "Report-Msgid-Bugs-To": "",
        "PO-Revision-Date": moment,
        "Last-Translator": "",
        "Language-Team": "",
    }
    if tag:
        ours["Language"] = tag.replace("-", "_")
        unless_there["Language-Team"] = babel.Locale.parse(tag, sep="-").english_name or tag
        unless_there["Plural-Forms"] = Messages(locale=ours["Language"]).plural_forms
    fields = {}
    for name, value in old.fields.items():
        broken = name == "Plural-Forms" and not headers.is_plural_rule(value)
        if not (name == "Generated-By" and value.startswith("Babel ")):
            fields[name] = unless_there.get(name, "") if broken or _UNFILLED.fullmatch(value) else value
    missing = {name: unless_there[name] for name in _ORDER if name in unless_there and name not in fields}
    fields |= missing | ours
    if not old.fields:
        fields = {name: fields[name] for name in _ORDER if name in fields}
    return Head(old.comments or (_COMMENT,), fields)


def write(head: Head, messages: Iterable[Message], obsolete: Iterable[Message] = ()) -> bytes:
    """The bytes of a PO file: a line a comment and a line a text, so that a change shows as one line."""
    fields = [f'"{escape(f"{name}: {value}")[1:-1]}\\n"' for name, value in head.fields.items()]
    parts = ["\n".join([*head.comments, 'msgid ""', 'msgstr ""', *fields])]
    parts += ["\n".join(_entry(message)) for message in messages]
    parts += ["\n".join(_entry(message, "#~ ")) for message in obsolete]
    return ("\n\n".join(parts) + "\n\n").encode("utf-8")


def _entry(message: Message, prefix: str = "") -> Iterator[str]:
    previous, notes = po.comments(message)
    yield from (f"# {note}".rstrip() for note in notes)
    if not prefix:
        yield from ("#. " + comment.replace("\n", " ") for comment in message.auto_comments)
        if message.locations:
            yield "#: " + " ".join(dict.fromkeys(file for file, _line in message.locations))
    if message.flags:
        yield "#, " + ", ".join(sorted(message.flags))
    for english in message.previous_id or previous:
        yield f"#{prefix[1:2]}| msgid {escape(english)}"
    if message.context:
        yield f"{prefix}msgctxt {_quoted(message.context, prefix)}"
    if isinstance(message.id, str):
        yield f"{prefix}msgid {_quoted(message.id, prefix)}"
        yield f"{prefix}msgstr {_quoted(str(message.string or ''), prefix)}"
        return
    yield f"{prefix}msgid {_quoted(message.id[0], prefix)}"
    yield f"{prefix}msgid_plural {_quoted(message.id[1], prefix)}"
    for number, text in enumerate(message.string or ()):
        yield f"{prefix}msgstr[{number}] {_quoted(text, prefix)}"


def _quoted(text: str, prefix: str) -> str:
    return normalize(text, prefix=prefix, width=0)
