"""Catalogs: a PO file a part of a language, keyed by block id (msgctxt); read.

A translation counts only while it is neither empty nor fuzzy and its msgid is the English of today.
"""

from __future__ import annotations

import codecs
import io
import re
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog as Messages
from babel.messages.catalog import Message
from babel.messages.pofile import PoFileError, read_po, unescape

from . import files, reviewed
from .credit import Credit, together
from .credit import read as credited
from .message import has_words
from .refused import Refused

_LINE = re.compile(r'(?:(?:msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)\s+)?"(?:[^"\\]|\\.)*"')
_PREVIOUS = re.compile(r'\|\s*(?P<keyword>msg\w+)?\s*(?P<text>".*")')
_OBSOLETE_PREVIOUS = re.compile(rb"^#~\|", re.MULTILINE)  # gettext writes it, and Babel cannot read it
_NPLURALS = re.compile(rb"^\"Plural-Forms:[^\n]*?nplurals *=([^;\n\\]*)", re.MULTILINE | re.IGNORECASE)
_CONFLICT = re.compile(r"<{7}|={7}|>{7}|\|{7}")
_WHERE = "msgfmt -c shows the place"
FOLDER = "LC_MESSAGES"  # in the folder of its language
WHOLE = f"{FOLDER}/discordant.po"  # of all parts, as catalogs were before
LIMIT = 4 * 1024 * 1024  # bytes; a catalog of this project has some 100 KB


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
        """Where a translation stands.

        "done", also where the English has nothing to translate; "stale", of an older English text; "fuzzy",
        of this one, but in doubt or only offered; or "missing".
        """
        entry = self.entries.get(block_id)
        if entry is None or not entry.text.strip():
            return "missing" if has_words(english) else "done"
        if entry.english != english or (entry.fuzzy and entry.previous):
            return "stale"
        return "fuzzy" if entry.fuzzy else "done"

    def translation(self, block_id: str, english: str) -> str | None:
        """The translation of a block, or None while it is missing, fuzzy or of an older English text.

        The English itself, where it has nothing to translate.
        """
        if self.state(block_id, english) != "done":
            return None
        entry = self.entries.get(block_id)
        return entry.text if entry and entry.text.strip() else english


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
    found = content(path)
    known = _messages(path, found)
    entries = {}
    for message in known:
        if message.id and message.context and isinstance(message.string, str):
            before, notes = comments(message)
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
    return Catalog(str(path), entries, credited(found.decode("utf-8"), str(path)))


def comments(message: Message) -> tuple[list[str], list[str]]:
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


def messages(path: Path) -> Messages:
    """All of a PO file as Babel reads it; a previous msgid is among the comments of its entry.

    Raises CatalogError where it cannot be read.
    """
    return _messages(path, content(path))


def _messages(path: Path, found: bytes) -> Messages:
    """The same of its content."""
    _refuse_misquoted(path, found)
    _refuse_header(path, found)
    try:
        read = read_po(io.BytesIO(_OBSOLETE_PREVIOUS.sub(b"#|", found)), abort_invalid=True, charset="utf-8")
    except PoFileError as error:
        raise CatalogError(str(error), path=path, line=error.lineno, advice=_WHERE) from None
    except (ValueError, LookupError, AttributeError, TypeError) as error:
        raise CatalogError(f"cannot be read: {error}", path=path, advice=_WHERE) from None
    if read.charset.lower() not in ("utf-8", "utf8"):  # Babel has read the texts as that
        what = f"its header says charset={read.charset[:40]}"
        raise CatalogError(what, path=path, advice="write utf-8 there")
    for message in [*read, *read.obsolete.values()]:
        if isinstance(message.string, str):  # letters and their accents are one character each, as W3C asks
            message.string = unicodedata.normalize("NFC", message.string)
    return read


def _refuse_misquoted(path: Path, found: bytes) -> None:
    """Babel reads a string with a missing or a stray quote without a word, and drops characters."""
    try:
        text = found.decode("utf-8")
    except UnicodeDecodeError as error:
        where = found.count(b"\n", 0, error.start) + 1
        what = f"not UTF-8 (byte {error.start})"
        raise CatalogError(what, path=path, line=where, advice="save it as UTF-8") from None
    for number, line in enumerate(text.split("\n"), 1):
        line = line.removeprefix("#~ ")  # Babel would cut the texts of obsolete entries as well
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
