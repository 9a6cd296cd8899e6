"""Catalogs: one PO file a language, keyed by block id (msgctxt); read, made and brought up to date.

A translation counts only while it is neither empty nor fuzzy and its msgid is the English of today.
"""

from __future__ import annotations

import datetime
import io
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog as Messages
from babel.messages.catalog import Message
from babel.messages.pofile import PoFileError, read_po, unescape, write_po

_LINE = re.compile(r'(?:(?:msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)\s+)?"(?:[^"\\]|\\.)*"')
_PREVIOUS = re.compile(r'\|\s*(?P<keyword>msg\w+)?\s*(?P<text>".*")')
LIMIT = 4 * 1024 * 1024  # bytes; a catalog of this project has some 100 KB


class CatalogError(ValueError):
    """A catalog that cannot be read; the message names the file, the line where known, and what to do."""


class Source(NamedTuple):
    """What the catalogs need of an English block."""

    id: str
    text: str
    comments: tuple[str, ...]
    place: str  # "article.md:12"
    placeholders: bool


class Entry(NamedTuple):
    """One translated block."""

    english: str  # what was translated
    text: str
    fuzzy: bool
    line: int  # in the .po file


class Catalog(NamedTuple):
    """All entries of one language, by block id."""

    path: str
    entries: Mapping[str, Entry]

    def translation(self, block_id: str, english: str) -> str | None:
        """The translation of a block, or None while it is missing, fuzzy or of an older English text."""
        entry = self.entries.get(block_id)
        if entry is None or not entry.text or entry.fuzzy or entry.english != english:
            return None
        return entry.text


def read(path: Path) -> Catalog:
    """The catalog in a PO file; CatalogError where it cannot be read."""
    messages = _messages(path)
    entries = {}
    for message in messages:
        if message.id and message.context and isinstance(message.string, str):
            entries[message.context] = Entry(
                str(message.id), message.string, message.fuzzy, message.lineno or 0
            )
    return Catalog(str(path), entries)


def template(sources: Iterable[Source], version: str, day: datetime.date) -> bytes:
    """The POT file: every block with an empty translation."""
    messages = _empty(version, day)
    for source in sources:
        _add(messages, source, "")
    return _bytes(messages)


def update(path: Path, sources: Iterable[Source], tag: str, version: str, day: datetime.date) -> bytes:
    """A language's PO file brought up to date with the English blocks, by block id alone.

    A block whose English has changed keeps its translation, marked fuzzy, with the old English as
    previous msgid; a block that is gone is dropped; a new one comes with an empty translation.
    """
    messages = _empty(version, day, tag)
    old: dict[Any, Message] = {}
    if path.exists():
        known = _messages(path)
        old = {message.context: message for message in known if message.id}
        messages.last_translator, messages.language_team = known.last_translator, known.language_team
    for source in sources:
        before = old.get(source.id)
        text = before.string if before and isinstance(before.string, str) else ""
        message = _add(messages, source, text)
        if before is None:
            continue
        previous, message.user_comments = _comments(before)
        if text and (before.fuzzy or before.id != source.text):
            message.flags.add("fuzzy")
            message.previous_id = previous or ([str(before.id)] if before.id != source.text else [])
    return _bytes(messages)


def _comments(message: Message) -> tuple[list[str], list[str]]:
    """A message's previous msgid, and what translators have noted; Babel reads both as comments."""
    previous, notes, keyword = "", [], ""
    for comment in message.user_comments:
        part = _PREVIOUS.fullmatch(comment)
        if part is None:
            notes.append(comment)
            continue
        keyword = part["keyword"] or keyword
        if keyword == "msgid":
            previous += unescape(part["text"])
    return [previous] if previous else [], notes


def _messages(path: Path) -> Messages:
    try:
        content = path.read_bytes()
        if len(content) > LIMIT:
            raise CatalogError(f"{path}: larger than {LIMIT} bytes; no catalog of ours is")
        _refuse_misquoted(path, content.decode("utf-8"))
        messages = read_po(io.BytesIO(content), abort_invalid=True, charset="utf-8")
        if messages.charset.lower() not in ("utf-8", "utf8"):  # Babel has read the texts as that
            raise CatalogError(f"{path}: its header says charset={messages.charset}; write utf-8 there")
        return messages
    except CatalogError:
        raise
    except PoFileError as error:
        raise CatalogError(f"{path}:{error.lineno}: {error}; msgfmt -c shows the place") from None
    except UnicodeDecodeError as error:
        raise CatalogError(f"{path}: not UTF-8 (byte {error.start}); save it as UTF-8") from None
    except (OSError, ValueError, LookupError) as error:
        raise CatalogError(f"{path}: cannot be read: {error}") from None


def _refuse_misquoted(path: Path, text: str) -> None:
    """Babel reads a string with a missing or a stray quote without a word, and drops characters."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() and not line.lstrip().startswith("#") and not _LINE.fullmatch(line.strip()):
            raise CatalogError(
                f"{path}:{number}: no keyword with a text in quotes; msgfmt -c shows the place"
            )


def _empty(version: str, day: datetime.date, tag: str | None = None) -> Messages:
    moment = datetime.datetime.combine(day, datetime.time(), datetime.UTC)
    messages = Messages(
        locale=tag.replace("-", "_") if tag else None,
        project="discordant",
        version=version,
        creation_date=moment,
        revision_date=moment,
        header_comment="# Texts of discordant. Licence: CC BY 4.0.",
        last_translator="",
        language_team="",
        fuzzy=False,
    )
    return messages


def _add(messages: Messages, source: Source, text: str) -> Message:
    file, _, line = source.place.rpartition(":")
    flags = ["python-brace-format"] if source.placeholders else []
    return messages.add(
        source.text,
        text,
        context=source.id,
        locations=[(f"templates/{file}", int(line))],
        auto_comments=list(source.comments),
        flags=flags,
    )


def _bytes(messages: Messages) -> bytes:
    buffer = io.BytesIO()
    write_po(buffer, messages, width=0, include_lineno=False, include_previous=True)
    return buffer.getvalue()
