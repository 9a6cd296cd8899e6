"""XLIFF 2.0: a catalog as a file for translation programs, and what comes back from them.

One unit a block: its id is the block's id, its notes are the catalog's comments.  A stale translation
goes out in state "initial", with the English that it translates as a note; what comes back in that
state, or for an English that has changed meanwhile, is stale again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, NoReturn
from xml.etree import ElementTree

from ..language import files
from ..language.catalogs import LIMIT, Catalog, Entry, Source
from ..language.refused import Refused

_NAMESPACE = "urn:oasis:names:tc:xliff:document:2.0"
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class XliffError(Refused):
    """A file that cannot be taken in; the message names it, and says what is wrong and what to do."""


class Returned(NamedTuple):
    """What a file holds."""

    tag: str  # of the language, as the file spells it
    entries: dict[str, Entry]  # by block id; those without a translation are left out


def write(tag: str, sources: Iterable[Source], catalog: Catalog) -> bytes:
    """All blocks with their translations into a language, as XLIFF 2.0."""
    ElementTree.register_namespace("", _NAMESPACE)
    root = ElementTree.Element(
        _name("xliff"), {"version": "2.0", "srcLang": "en", "trgLang": tag, "xml:space": "preserve"}
    )
    file = ElementTree.SubElement(root, _name("file"), {"id": "discordant"})
    for source in sources:
        _add_unit(file, source, catalog.entries.get(source.id))
    ElementTree.indent(root)
    content: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return content + b"\n"


def read(path: Path) -> Returned:
    """The translations in an XLIFF 2 file; XliffError where it cannot be read."""
    root = _root(path)
    tag = root.get("trgLang")
    if not tag:
        raise XliffError("no trgLang, which says the language", path=path, advice="export the file anew")
    entries: dict[str, Entry] = {}
    for unit in root.iter(_name("unit")):
        block_id = unit.get("id", "")
        if block_id in entries:
            raise XliffError(f"unit {block_id[:60]} stands twice", path=path, advice="take one of them out")
        entry = _entry(unit)
        if entry is not None:
            entries[block_id] = entry
    return Returned(tag, entries)


def _name(tag: str) -> str:
    return f"{{{_NAMESPACE}}}{tag}"


def _add_unit(file: ElementTree.Element, source: Source, entry: Entry | None) -> None:
    unit = ElementTree.SubElement(file, _name("unit"), {"id": source.id})
    notes = list(source.comments)
    stale = entry is not None and (entry.fuzzy or entry.english != source.text)
    if entry is not None and stale and entry.text:
        before = entry.previous or entry.english
        notes.append(f"The translation is of an older English text: {before}")
    if notes:
        parent = ElementTree.SubElement(unit, _name("notes"))
        for note in notes:
            ElementTree.SubElement(parent, _name("note")).text = note
    text = entry.text if entry is not None and not _NOT_IN_XML.search(entry.text) else ""
    state = "translated" if text and not stale else "initial"
    segment = ElementTree.SubElement(unit, _name("segment"), {"state": state})
    ElementTree.SubElement(segment, _name("source")).text = source.text
    if text:
        ElementTree.SubElement(segment, _name("target")).text = text


def _entry(unit: ElementTree.Element) -> Entry | None:
    """A unit's translation, its segments joined; None while one of them has none."""
    english, text, stale = "", "", False
    for part in unit:
        if part.tag not in (_name("segment"), _name("ignorable")):
            continue
        source, target = _text(part, "source"), _text(part, "target")
        if part.tag == _name("segment"):
            if not target:
                return None
            stale = stale or part.get("state") == "initial"
        english, text = english + source, text + (target or source)
    return Entry(english, text, stale) if text else None


def _text(part: ElementTree.Element, name: str) -> str:
    """All text of a source or a target, that inside marks of the program too."""
    child = part.find(_name(name))
    return "" if child is None else "".join(child.itertext())


class _DoctypeError(Exception):
    """A document type, which could declare entities."""


class _Builder(ElementTree.TreeBuilder):
    def doctype(self, name: str, pubid: str | None, system: str | None) -> NoReturn:
        """Entities, which a document type could declare, have no business here."""
        raise _DoctypeError


def _root(path: Path) -> ElementTree.Element:
    try:
        root: ElementTree.Element = ElementTree.fromstring(
            files.read(path, LIMIT), ElementTree.XMLParser(target=_Builder())
        )
    except files.Unreadable as error:
        raise XliffError(error.what, path=path, advice=error.advice) from None
    except _DoctypeError:
        what = "it declares a document type, which XLIFF does not need"
        raise XliffError(what, path=path, advice="take that line out") from None
    except ElementTree.ParseError as error:
        raise XliffError(f"not well-formed XML: {error.msg}", path=path, line=error.position[0]) from None
    except (LookupError, ValueError) as error:  # an encoding that nobody knows
        raise XliffError(f"cannot be read: {error}", path=path, advice="save it as UTF-8") from None
    if root.tag != _name("xliff"):
        advice = "let the translation program write that version"
        raise XliffError("not XLIFF 2.0", path=path, advice=advice)
    return root
