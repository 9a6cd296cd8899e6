"""The glossary: locales/glossary.csv, a column a language, and what translation programs read of it (TBX)."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from ..language.files import Unreadable, read_text
from ..language.folders import find
from ..language.printable import unprintable
from ..language.refused import Refused

FILE = "glossary.tbx"  # in the folder of a language
MOST_TERMS = 5000  # of a glossary; ours has some 40
_NO_LANGUAGE = ("en", "kind", "definition", "note", "except")  # every other column is a language
_ADVICE = "save it as CSV in UTF-8"


class GlossaryError(Refused):
    """A glossary that cannot be used; the message names the file and what is wrong."""


class Term(NamedTuple):
    """An English term and its partner in one language."""

    english: str
    partner: str  # "" where none has been decided
    free: frozenset[str]  # blocks in which another wording is right


class Glossary(NamedTuple):
    """The table: its columns, and a row a term."""

    path: Path
    columns: Sequence[str]
    rows: Sequence[Mapping[str, str]]

    def all(self, tag: str) -> list[Term]:
        """Every term, with its partner in a language where one has been decided."""
        column = "" if tag in _NO_LANGUAGE else tag
        return [
            Term(row["en"], row.get(column, ""), _free(row.get("except", ""), tag))
            for row in self.rows
            if row.get("en")
        ]

    def terms(self, tag: str) -> list[Term]:
        """The terms that a language has decided; none where the glossary has no column for it."""
        return [term for term in self.all(tag) if term.partner]


def read(path: Path | None = None) -> Glossary:
    """The glossary in a file, or the publication's; GlossaryError where it is no table with a column `en`."""
    path = path or find("locales", "glossary.csv")
    try:
        lines = csv.DictReader(io.StringIO(read_text(path)), strict=True)
        rows = list(islice(lines, MOST_TERMS + 1))
    except Unreadable as error:
        raise GlossaryError(error.what, path=path, line=error.line, advice=_ADVICE) from None
    except csv.Error as error:
        what = f"cannot be read: {error}"
        raise GlossaryError(what, path=path, line=lines.line_num, advice=_ADVICE) from None
    if len(rows) > MOST_TERMS:
        raise GlossaryError(f"more than {MOST_TERMS} terms", path=path, advice="keep those that need care")
    columns = list(lines.fieldnames or [])
    if rows and "en" not in columns:
        what = "there is no column en"
        raise GlossaryError(what, path=path, line=1, advice="the first line names the columns")
    return Glossary(path, columns, [{name: row[name] or "" for name in columns} for row in rows])


def _free(exceptions: str, tag: str) -> frozenset[str]:
    """The blocks free of a term in a language: `block` for all languages, `it:block` for one.

    >>> sorted(_free("a.b it:c zh-Hans:d", "it"))
    ['a.b', 'c']
    """
    named = (entry.rpartition(":") for entry in exceptions.split())
    return frozenset(block for language, _, block in named if language in ("", tag))


def with_column(known: Glossary, tag: str) -> bytes:
    """The table with an empty column for a language, behind those of the others."""
    languages = [name for name in known.columns if name not in _NO_LANGUAGE]
    if tag in known.columns:
        columns = list(known.columns)
    else:
        place = known.columns.index(languages[-1]) + 1 if languages else known.columns.index("en") + 1
        columns = [*known.columns[:place], tag, *known.columns[place:]]
    table = io.StringIO()
    lines = csv.DictWriter(table, columns, restval="", lineterminator="\n")
    lines.writeheader()
    lines.writerows(known.rows)
    return table.getvalue().encode("utf-8")


def tbx(known: Glossary, tag: str) -> bytes:
    """The terms that a language has decided as TBX-Basic: definition, note, English and its partner.

    Raises GlossaryError for a character that XML has no place for.
    """
    root = ElementTree.Element("martif", {"type": "TBX-Basic", "xml:lang": "en"})
    head = _under(root, "martifHeader")
    about = _under(head, "fileDesc")
    _under(_under(about, "titleStmt"), "title", f"Terms of discordant: English, {tag}")
    _under(_under(about, "sourceDesc"), "p", "Made from locales/glossary.csv; change them there.")
    _under(_under(head, "encodingDesc"), "p", "TBXBasicXCSV02.xcs", type="XCSURI")
    body = _under(_under(root, "text"), "body")
    for number, row in enumerate(known.rows, 1):
        if not row["en"] or not row.get(tag) or tag in _NO_LANGUAGE:
            continue
        if any(map(unprintable, row.values())):
            what = f"{row['en'][:40]!r} has a control character"
            raise GlossaryError(what, path=known.path, advice="delete it")
        entry = _under(body, "termEntry", id=f"term-{number}")
        if definition := row.get("definition"):
            _under(entry, "descrip", definition, type="definition")
        if note := row.get("note"):
            _under(entry, "note", note)
        for language in ("en", tag):
            word = _under(_under(entry, "langSet", **{"xml:lang": language}), "tig")
            _under(word, "term", row[language])
            if language == "en" and (kind := row.get("kind")):
                _under(word, "termNote", kind, type="partOfSpeech")
    ElementTree.indent(root, " ")
    content: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return content + b"\n"


def _under(parent: ElementTree.Element, name: str, text: str = "", **attributes: str) -> ElementTree.Element:
    element = ElementTree.SubElement(parent, name, attributes)
    element.text = text or None
    return element
