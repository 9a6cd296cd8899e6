"""XLIFF 2.1: a language as a file for translation programs, and what comes back from them.

A file element a part, a group a section, one unit a block: its id is the block's id, its note has the
catalog's comments.  A stale translation goes out in state "initial", and its note has the English that it
is of.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, NoReturn
from xml.etree import ElementTree

from ..language import files
from ..language.catalogs import LIMIT, Catalog, Entry, Source
from ..language.refused import Refused
from ..language.reviewed import REVIEWED
from .inline import MARK, NAMESPACE, Pieces, flat, name

_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_BROKEN = re.compile(r"[ \t\r\n]*[\r\n][ \t\r\n]*")  # over lines, by a program that sets XML neatly
_BROKEN_END = re.compile(rf"{_BROKEN.pattern}\Z")
_AT_ELEMENTS = re.compile(rf"\n(?:\t+| *)(?={MARK})|(?<={MARK})\n(?:\t+| *)")
_REVIEWED = ("reviewed", "final")
_DONE = ("translated", *_REVIEWED)


class XliffError(Refused):
    """A file that cannot be taken in; the message names it, and says what is wrong and what to do."""


class Section(NamedTuple):
    """Blocks that stand together."""

    part: str
    original: str  # the path of the part's catalog
    id: str
    name: str
    sources: list[Source]


class Unit(NamedTuple):
    """What came back of a block."""

    english: str
    text: str  # "" where a segment is untranslated
    done: bool  # in a state that says so; none says that it is not
    reviewed: bool  # likewise
    broken: bool  # over lines, so that blanks between pieces may be the program's
    tight: tuple[str, str]  # both without line breaks at inline elements; "" where the English has none there


class Returned(NamedTuple):
    """What a file holds."""

    tag: str  # of the language, as the file spells it
    units: dict[str, Unit]  # by block id


def write(tag: str, sections: Iterable[Section], catalog: Catalog) -> bytes:
    """Blocks with their translations into a language, as XLIFF 2.1."""
    ElementTree.register_namespace("", NAMESPACE)
    languages = {"srcLang": "en", "trgLang": tag}
    root = ElementTree.Element(name("xliff"), {"version": "2.1", **languages, "xml:space": "preserve"})
    parts: dict[str, ElementTree.Element] = {}
    units = []
    for section in sections:
        if section.part not in parts:
            attributes = {"id": section.part, "original": section.original}
            parts[section.part] = ElementTree.SubElement(root, name("file"), attributes)
        attributes = {"id": section.id, "name": section.name}
        group = ElementTree.SubElement(parts[section.part], name("group"), attributes)
        for source in section.sources:
            unit = ElementTree.SubElement(group, name("unit"), {"id": source.id})
            units.append((unit, source))
    ElementTree.indent(root)  # before there are texts, in which each blank counts
    for unit, source in units:
        _fill_unit(unit, source, catalog.entries.get(source.id))
    content: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return content + b"\n"


def _fill_unit(unit: ElementTree.Element, source: Source, entry: Entry | None) -> None:
    notes = list(source.comments)
    stale = entry is not None and (entry.fuzzy or entry.english != source.text)
    if entry is not None and stale and entry.text:
        notes.insert(0, f"The translation is of an older English text: {entry.previous or entry.english}")
    if notes:
        # one for all: some programs show the first alone
        parent = ElementTree.SubElement(unit, name("notes"))
        ElementTree.SubElement(parent, name("note")).text = "\n".join(notes)
    pieces = Pieces(source.text)
    if pieces.data:
        parent = ElementTree.SubElement(unit, name("originalData"))
        for piece, number in pieces.data.items():
            ElementTree.SubElement(parent, name("data"), {"id": number}).text = piece
    text = entry.text if entry is not None and not _NOT_IN_XML.search(entry.text) else ""
    done = "reviewed" if entry is not None and entry.review == REVIEWED else "translated"
    state = done if text and not stale else "initial"
    segment = ElementTree.SubElement(unit, name("segment"), {"state": state})
    ElementTree.indent(unit, level=3)
    source_element = ElementTree.SubElement(segment, name("source"))
    target = ElementTree.SubElement(segment, name("target")) if text else None
    ElementTree.indent(segment, level=4)
    pieces.source(source_element)
    if target is not None:
        pieces.target(target, text)


def read(path: Path) -> Returned:
    """The translations in an XLIFF 2 file; XliffError where it cannot be read."""
    root = _root(path)
    tag = root.get("trgLang")
    if not tag:
        raise XliffError("no trgLang, which says the language", path=path, advice="export the file anew")
    units: dict[str, Unit] = {}
    for unit in root.iter(name("unit")):
        block_id = unit.get("id", "")
        if block_id in units:
            raise XliffError(f"unit {block_id[:60]} stands twice", path=path, advice="take one of them out")
        units[block_id] = _unit(unit)
    return Returned(tag, units)


def _unit(unit: ElementTree.Element) -> Unit:
    """A unit's translation, its segments joined; none while one of them has none."""
    data = {
        element.get("id", ""): "".join(element.itertext())
        for element in unit.findall(f"{name('originalData')}/{name('data')}")
    }
    english, text, whole, states = "", "", True, set()
    for part in unit:  # modules have sources and targets too, and elements of their own around them
        if part.tag not in (name("segment"), name("ignorable")):
            continue
        source, target = (_text(part, side, data) for side in ("source", "target"))
        if part.tag == name("segment"):
            whole = whole and bool(target.strip())
            states.add(part.get("state"))
        english, text = english + source, text + (target or source)
    text = text if whole else ""
    tight = ("", "")
    if _AT_ELEMENTS.search(english):
        tight = (_one_line(_AT_ELEMENTS.sub("", english)), _one_line(_AT_ELEMENTS.sub("", text)))
    done, reviewed = states <= set(_DONE), states <= set(_REVIEWED)
    broken = bool(_BROKEN.search(english + text))
    return Unit(_one_line(english), _one_line(text), done, reviewed, broken, tight)


def _text(part: ElementTree.Element, side: str, data: dict[str, str]) -> str:
    child = part.find(name(side))
    return "" if child is None else flat(child, data)


def _one_line(text: str) -> str:
    """A text as catalogs have it: blocks have no line breaks, and letters are one with their accents."""
    text = text.replace(MARK, "")
    text = _BROKEN.sub("", text, 1) if _BROKEN.match(text) else text
    text = _BROKEN_END.sub("", text)
    return unicodedata.normalize("NFC", _BROKEN.sub(" ", text))


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
    if root.tag != name("xliff"):
        advice = "let the translation program write that version"
        raise XliffError("not XLIFF 2.0 or 2.1", path=path, advice=advice)
    return root
