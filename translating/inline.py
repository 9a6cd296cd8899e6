"""What translation programs must not damage, as inline elements of XLIFF: placeholders, code, names of links.

A placeholder or code is a <ph>, a link a <pc> around its text; what they stand for is in <originalData>.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from xml.etree import ElementTree

NAMESPACE = "urn:oasis:names:tc:xliff:document:2.0"  # of XLIFF 2.1 as well
_PIECE = re.compile(r"`[^`]+`|\{[A-Za-z]\w*\}|\[(?P<text>(?:`[^`]+`|[^\[\]`])*)\]\[(?P<link>[^\[\]]*)\]")
_UNREADABLE = "\ufffd"
MARK = "\ufdd0"  # stands for the edge of an inline element; Unicode has it for no character


def name(tag: str) -> str:
    """The name of an element as ElementTree writes it."""
    return f"{{{NAMESPACE}}}{tag}"


def bare(text: str) -> str:
    """A text as a program shows it that knows no inline elements: without them, and without blanks.

    >>> bare("{b} of the [{N} cases][data], by `exact`")
    'ofthecases,by'
    """
    return "".join(_without_pieces(text).split())


def _without_pieces(text: str) -> str:
    """Of a link its words stay, without the pieces in them."""
    return _PIECE.sub(lambda piece: _without_pieces(piece["text"] or ""), text)


class Pieces:
    """The protected pieces of one unit, numbered in the order of its English."""

    def __init__(self, english: str) -> None:
        """The English text says what is protected."""
        self.data = {piece: f"d{n}" for n, piece in enumerate(dict.fromkeys(_parts(english)), 1)}
        self._english = english
        self._count = 0
        self._left: dict[str, list[str]] = {}  # of the pieces of the source, to be met again in the target
        self._kept: set[str] = set()  # the first of each, which a translation must have

    def source(self, element: ElementTree.Element) -> None:
        """Write the English into a <source>."""
        self._fill(element, self._english, self._first)

    def target(self, element: ElementTree.Element, text: str) -> None:
        """Write a translation into a <target>; what the English has not is plain text."""
        self._fill(element, text, self._again)

    def _first(self, piece: str) -> str:
        number = self._new(piece)
        if piece not in self._left:
            self._kept.add(number)
        self._left.setdefault(piece, []).append(number)
        return number

    def _again(self, piece: str) -> str:
        return self._left[piece].pop(0) if self._left[piece] else self._new(piece)

    def _new(self, _piece: str) -> str:
        self._count += 1
        return str(self._count)

    def _fill(self, element: ElementTree.Element, text: str, number: Callable[[str], str]) -> None:
        last, place = None, 0
        for piece in _PIECE.finditer(text):
            link = piece["link"]
            key = piece[0] if link is None else f"][{link}]"
            if key not in self.data:
                continue
            _append(element, last, text[place : piece.start()])
            place = piece.end()
            attributes = self._attributes(number(key), key)
            last = ElementTree.SubElement(element, name("ph" if link is None else "pc"), attributes)
            if link is not None:
                self._fill(last, piece["text"], number)
        _append(element, last, text[place:])

    def _attributes(self, number: str, key: str) -> dict[str, str]:
        kept = {"canDelete": "no"} if number in self._kept else {}
        if not key.startswith("]["):
            return {"id": number, "dataRef": self.data[key], "equiv": key, "disp": key, **kept}
        ends = {"dataRefStart": self.data["["], "dataRefEnd": self.data[key]}
        return {"id": number, **ends, "equivStart": "[", "equivEnd": key, "type": "link", **kept}


def _parts(text: str) -> Iterator[str]:
    for piece in _PIECE.finditer(text):
        if piece["link"] is None:
            yield piece[0]
        else:
            yield "["
            yield from _parts(piece["text"])
            yield f"][{piece['link']}]"


def _append(element: ElementTree.Element, last: ElementTree.Element | None, text: str) -> None:
    if last is None:
        element.text = text
    else:
        last.tail = text


def flat(element: ElementTree.Element, data: Mapping[str, str]) -> str:
    """The text of a <source> or <target>: what its elements stand for, between marks of their edges."""
    found: list[str] = []
    waiting: list[ElementTree.Element | str] = [element]  # a stack: nobody says how deep strangers nest
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            found.append(part)
            continue
        begin, end = (f"{MARK}{code}{MARK}" if code else "" for code in _codes(part, data))
        waiting.append(end)
        for child in list(part)[::-1]:
            waiting += [child.tail or "", child]
        waiting += [part.text or "", begin]
    return "".join(found)


def _codes(element: ElementTree.Element, data: Mapping[str, str]) -> tuple[str, str]:
    """What stands before and after the content of an inline element."""

    def code(reference: str, otherwise: str) -> str:
        return data.get(element.get(reference, ""), element.get(otherwise, ""))

    kind = element.tag.rpartition("}")[2]
    if kind in ("ph", "sc", "ec"):
        return code("dataRef", "equiv"), ""
    if kind == "pc":
        return code("dataRefStart", "equivStart"), code("dataRefEnd", "equivEnd")
    return (_character(element.get("hex", "")), "") if kind == "cp" else ("", "")


def _character(number: str) -> str:
    """A character that XML cannot hold, which no text of ours has either: its check names it."""
    try:
        found = chr(int(number, 16))
    except (ValueError, OverflowError):
        return _UNREADABLE
    return _UNREADABLE if "\ud800" <= found <= "\udfff" else found
