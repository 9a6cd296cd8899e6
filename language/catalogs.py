"""Catalogs: a PO file a part of a language, keyed by block id (msgctxt); read, made and brought up to date.

A translation counts only while it is neither empty nor fuzzy and its msgid is the English of today.
"""

from __future__ import annotations

import codecs
import datetime
import io
import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog as Messages
from babel.messages.catalog import Message
from babel.messages.pofile import PoFileError, read_po, unescape, write_po

from . import files, reviewed
from .credit import Credit, together
from .credit import read as credited
from .message import same_parts
from .quiet import quiet_flags
from .refused import Refused

_LINE = re.compile(r'(?:(?:msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)\s+)?"(?:[^"\\]|\\.)*"')
_PREVIOUS = re.compile(r'\|\s*(?P<keyword>msg\w+)?\s*(?P<text>".*")')
_OBSOLETE_PREVIOUS = re.compile(rb"^#~\|.*$", re.MULTILINE)  # gettext writes it, and Babel cannot read it
_NPLURALS = re.compile(rb"^\"Plural-Forms:[^\n]*?nplurals *=([^;\n\\]*)", re.MULTILINE | re.IGNORECASE)
_CONFLICT = re.compile(r"<{7}|={7}|>{7}|\|{7}")
_WHERE = "msgfmt -c shows the place"
FOLDER = "LC_MESSAGES"  # in the folder of its language
WHOLE = f"{FOLDER}/discordant.po"  # of all parts, as catalogs were before
LIMIT = 4 * 1024 * 1024  # bytes; a catalog of this project has some 100 KB
_UNWRAPPED = 8 * LIMIT  # columns: a line a comment and a line a text, so that a change shows as one line


class CatalogError(Refused):
    """A catalog that cannot be read; the message names the file, the line where known, and what to do."""


class Source(NamedTuple):
    """What the catalogs need of an English block."""

    id: str
    text: str
    comments: tuple[str, ...]
    file: str  # "article.md"
    line: int
    placeholders: bool


class Entry(NamedTuple):
    """One translated block."""

    english: str  # what was translated
    text: str
    fuzzy: bool
    line: int = 0  # in the .po file
    previous: str = ""  # the English that a fuzzy text translates, where the file says so
    path: str = ""  # of the .po file
    review: str = ""  # what `reviewed.state` says of it
    reviewer: str = ""  # who reviewed, where a mark says so


class Catalog(NamedTuple):
    """All entries of one language, by block id."""

    path: str  # of the file, or of the folder in which the files lie
    entries: Mapping[str, Entry]
    credit: Credit = Credit()

    def state(self, block_id: str, english: str) -> str:
        """Where a translation stands: "done", "stale" (fuzzy, or of an older English text) or "missing"."""
        entry = self.entries.get(block_id)
        if entry is None or not entry.text.strip():
            return "missing"
        return "stale" if entry.fuzzy or entry.english != english else "done"

    def translation(self, block_id: str, english: str) -> str | None:
        """The translation of a block, or None while it is missing, fuzzy or of an older English text."""
        return self.entries[block_id].text if self.state(block_id, english) == "done" else None


def file(part: str) -> str:
    """Where the catalog of a part lies in the folder of its language."""
    return f"{FOLDER}/{part}.po"


def read_all(paths: Iterable[Path]) -> Catalog:
    """The catalogs of a language as one; CatalogError where one cannot be read."""
    found = [read(path) for path in paths]
    entries = {name: entry for catalog in found for name, entry in catalog.entries.items()}
    credit = together(catalog.credit for catalog in found)
    return Catalog(str(Path(found[0].path).parent) if found else "", entries, credit)


def read(path: Path) -> Catalog:
    """The catalog in a PO file; CatalogError where it cannot be read."""
    messages = _messages(path)
    entries = {}
    for message in messages:
        if message.id and message.context and isinstance(message.string, str):
            before, notes = _comments(message)
            review = reviewed.state(notes, str(message.id), message.string)
            entries[message.context] = Entry(
                str(message.id),
                message.string,
                message.fuzzy,
                message.lineno or 0,
                "".join(before),
                str(path),
                review,
                reviewed.who(notes),
            )
    return Catalog(str(path), entries, credited(content(path).decode("utf-8"), str(path)))


def template(sources: Iterable[Source], version: str, day: datetime.date) -> bytes:
    """The POT file: every block with an empty translation."""
    messages = _empty(version, day)
    for source in sources:
        _add(messages, source, "")
    return _bytes(messages)


def update(
    path: Path,
    sources: Iterable[Source],
    tag: str,
    version: str,
    day: datetime.date,
    given: Mapping[str, Entry] | None = None,
    wording_only: Collection[str] = (),
    elsewhere: Sequence[Path] = (),
) -> bytes:
    """A PO file brought up to date with the English blocks of its part, by block id alone.

    A block whose English has changed keeps its translation, marked fuzzy, with the old English as
    previous msgid, and is current again once the English returns to that; a block that is gone is
    dropped; a new one comes with an empty translation.  `given` are translations, by block id, that
    take the place of those in the file.  In the blocks `wording_only` the new English says the same as
    the old: translations stay current; CatalogError where more than the wording has changed.
    A block that the file does not have is looked for in those `elsewhere`: it may come from another part.
    """
    messages = _empty(version, day, tag)
    old: dict[str | None, Message] = {}
    for place in (*elsewhere, path):
        if not place.exists():
            continue
        known = _messages(place)
        old |= {message.context: message for message in known if message.id}
        messages.last_translator, messages.language_team = known.last_translator, known.language_team
    for block_id, entry in (given or {}).items():
        old[block_id] = _given(block_id, entry, old.get(block_id))
    for source in sources:
        before = old.get(source.id)
        text = before.string if before and isinstance(before.string, str) else ""
        message = _add(messages, source, text)
        if before is None:
            continue
        previous, message.user_comments = _comments(before)
        previous = previous if before.fuzzy else []
        if source.id in wording_only:
            previous = _of_the_same_meaning(path, source, before, previous)
        if text and (before.fuzzy or before.id != source.text) and previous != [source.text]:
            message.flags.add("fuzzy")
            # fuzzy without a previous text is a translator's own doubt, which no change of English ends
            message.previous_id = previous or ([] if before.fuzzy else [str(before.id)])
    return _bytes(messages)


def _of_the_same_meaning(path: Path, source: Source, before: Message, previous: list[str]) -> list[str]:
    """The English that an old text is of, once the last change of it counts as wording alone.

    That change is still to come into the catalog, or has come already and made the text fuzzy.
    """
    pending = before.id != source.text
    reworded = [str(before.id)] if pending else previous
    for reason in filter(None, (same_parts(english, source.text) for english in reworded)):
        raise CatalogError(
            f"block {source.id}: not a change of wording alone: {reason}",
            path=path,
            advice="update without --wording-only",
        )
    before.id = source.text
    return previous if pending else [source.text] if previous else []


def _given(block_id: str, entry: Entry, before: Message | None) -> Message:
    """A message with another translation; the notes of translators stay with it."""
    if before and (str(before.id), before.string, before.fuzzy) == (entry.english, entry.text, entry.fuzzy):
        return before
    comments = before.user_comments if before else []  # the previous English is among them
    notes = comments if entry.fuzzy or not before else _comments(before)[1]
    flags = ["fuzzy"] if entry.fuzzy else []
    text = unicodedata.normalize("NFC", entry.text)
    return Message(entry.english, text, context=block_id, flags=flags, user_comments=notes)


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


def content(path: Path) -> bytes:
    """The bytes of a PO file without a byte order mark; CatalogError where it cannot be read.

    >>> content(Path("nowhere.po"))
    Traceback (most recent call last):
    discordant.language.catalogs.CatalogError: nowhere.po: no such file
    """
    try:
        return files.read(path, LIMIT).removeprefix(codecs.BOM_UTF8)  # some editors for Windows write one
    except files.Unreadable as error:
        raise CatalogError(error.what, path=path, advice=error.advice) from None


def _messages(path: Path) -> Messages:
    found = content(path)
    _refuse_misquoted(path, found)
    _refuse_header(path, found)
    try:
        messages = read_po(
            io.BytesIO(_OBSOLETE_PREVIOUS.sub(b"", found)), abort_invalid=True, charset="utf-8"
        )
    except PoFileError as error:
        raise CatalogError(str(error), path=path, line=error.lineno, advice=_WHERE) from None
    except (ValueError, LookupError, AttributeError, TypeError) as error:
        raise CatalogError(f"cannot be read: {error}", path=path, advice=_WHERE) from None
    if messages.charset.lower() not in ("utf-8", "utf8"):  # Babel has read the texts as that
        what = f"its header says charset={messages.charset[:40]}"
        raise CatalogError(what, path=path, advice="write utf-8 there")
    for message in messages:
        if isinstance(message.string, str):  # letters and their accents are one character each, as W3C asks
            message.string = unicodedata.normalize("NFC", message.string)
    return messages


def _refuse_misquoted(path: Path, found: bytes) -> None:
    """Babel reads a string with a missing or a stray quote without a word, and drops characters."""
    try:
        text = found.decode("utf-8")
    except UnicodeDecodeError as error:
        where = found.count(b"\n", 0, error.start) + 1
        what = f"not UTF-8 (byte {error.start})"
        raise CatalogError(what, path=path, line=where, advice="save it as UTF-8") from None
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() and not line.lstrip().startswith("#") and not _LINE.fullmatch(line.strip()):
            what, advice = _misquoted(line)
            raise CatalogError(what, path=path, line=number, advice=advice)


def _misquoted(line: str) -> tuple[str, str]:
    """What is wrong with a line that is none of a PO file, and what to do."""
    if _CONFLICT.match(line):
        return (
            "the mark of an unfinished merge",
            "keep one of the two versions, and delete the lines of marks",
        )
    if line.count('"') > 2:
        return (
            'a quotation mark (") within a text',
            "write the language's own marks there, or a backslash before it",
        )
    if line.count('"') == 1:
        return "a text without its second quotation mark", 'each line of a text begins and ends with "'
    return "no keyword with a text in quotes", _WHERE


def _refuse_header(path: Path, found: bytes) -> None:
    """What Babel would take for a fault of its own: a number of plural forms that is none."""
    forms = _NPLURALS.search(found)
    if forms and not forms[1].strip().isdigit():
        raise CatalogError("nplurals in its header is no number", path=path, advice=_WHERE)


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
    flags = ["python-brace-format"] if source.placeholders else []
    flags += quiet_flags(source.text, text)
    return messages.add(
        source.text,
        text,
        context=source.id,
        locations=[(f"templates/{source.file}", source.line)],
        auto_comments=list(source.comments),
        flags=flags,
    )


def _bytes(messages: Messages) -> bytes:
    buffer = io.BytesIO()
    write_po(buffer, messages, width=_UNWRAPPED, include_lineno=False, include_previous=True)
    return buffer.getvalue()
