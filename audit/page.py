"""A page: HTML read as a browser reads it, and what of it shows numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element

from .numbers import raised
from .stated import keeps_its_language

_FONTS = re.compile(r"url\(data:font/woff;base64,[A-Za-z0-9+/=]*\)")
_TAG = re.compile(r"<(/?)([A-Za-z][^\s/<>]*)[^<>]*>")
_VOID = frozenset(re.findall(r"\w+", "area base br col embed hr img input link meta source track wbr"))
_NAMESPACE = re.compile(r"^\{([^}]*)\}")
MATH, SVG = "http://www.w3.org/1998/Math/MathML", "http://www.w3.org/2000/svg"
DEEPEST = 200  # elements inside one another; ours have about 20
LARGEST = 4 * 1024 * 1024  # characters of a page without its fonts; ours have 130,000
# elements that begin a line of their own: what stands in one belongs to one passage
_APART = re.compile(
    "address|article|aside|blockquote|body|caption|dd|details|div|dl|dt|figcaption|figure|footer|h1|h2|h3|"
    "h4|h5|h6|header|html|li|main|nav|ol|p|pre|section|summary|svg|table|tbody|td|tfoot|th|thead|tr|ul"
)
SPOKEN = ("aria-label", "alt", "title", "content", "summary", "placeholder", "label", "data-label")


class Unparsed(ValueError):
    """A page that is not read to its end; the message says why."""


class Said(NamedTuple):
    """A fact as it stands on a page."""

    fact: str
    text: str
    language: str = ""  # of where it stands, if that is not the page's own


class Passage(NamedTuple):
    """Facts that stand in one paragraph, cell, heading or formula, in order."""

    element: Element
    facts: list[Said]


class Page:
    """A page as a tree, with the way up from each element."""

    def __init__(self, content: bytes) -> None:
        """Parse a page; Unparsed for what is no UTF-8, too large or nested without end."""
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError:
            raise Unparsed("not UTF-8") from None
        if "\0" in text:
            raise Unparsed("holds NUL characters")
        self.source = _FONTS.sub("url()", text)
        if len(self.source) > LARGEST:
            raise Unparsed("larger than any page")
        _refuse_depth(self.source)
        self.root = _parsed(self.source)
        self.parents: dict[Element, Element] = {}
        self.namespaces: dict[Element, str] = {}
        self._strip()

    def _strip(self) -> None:
        """Plain names for elements, their name space apart; Unparsed where they go too deep."""
        level = [self.root]
        for _depth in range(DEEPEST):
            following: list[Element] = []
            for element in level:
                found = _NAMESPACE.match(element.tag)
                self.namespaces[element] = found[1] if found else ""
                element.tag = _NAMESPACE.sub("", element.tag)
                for child in element:
                    self.parents[child] = element
                    if _is_element(child):
                        following.append(child)
            if not following:
                return
            level = following
        raise Unparsed("nested too deeply")

    @property
    def language(self) -> str:
        """What the page says its language is."""
        return self.root.get("lang", "")

    def above(self, element: Element) -> Iterator[Element]:
        """The element and all that it stands in, from the inside."""
        while True:
            yield element
            if element not in self.parents:
                return
            element = self.parents[element]

    def within(self, element: Element, *tags: str) -> bool:
        """Whether it is, or stands in, an element of these names."""
        return any(one.tag in tags for one in self.above(element))

    def fact_of(self, element: Element) -> str | None:
        """The outermost fact that the element belongs to."""
        names = [one.get("data-fact") for one in self.above(element)]
        return next((name for name in reversed(names) if name is not None), None)

    def elements(self) -> Iterator[Element]:
        """Every element, in order; comments are none."""
        return (element for element in self.root.iter() if _is_element(element))

    def passages(self) -> list[Passage]:
        """The facts of the page by the paragraph, row, heading or formula that they stand in, in order."""
        found: dict[int, Passage] = {}
        for element in self.elements():
            name = element.get("data-fact")
            if name is None or any(one.get("data-fact") is not None for one in self._outside(element)):
                continue
            home = self._home(element)
            said = Said(name, shown(element), self._foreign(element, keeps_its_language(name)))
            found.setdefault(id(home), Passage(home, [])).facts.append(said)
        return list(found.values())

    def _foreign(self, element: Element, its_own: bool = False) -> str:
        """The language of where an element stands, "" for the page's own.

        `its_own`: what stands there is named in a language of its own, which <em> may say of it.
        """
        marked = (one for one in self.above(element) if "lang" in one.attrib)
        found = next((one.get("lang", "") for one in marked if not (its_own and one.tag == "em")), "")
        return "" if found == self.language else found

    def _outside(self, element: Element) -> Iterator[Element]:
        above = self.above(element)
        next(above)
        return above

    def _home(self, element: Element) -> Element:
        """What is one line or row: the nearest element that stands apart, the row of a cell."""
        for one in self.above(element):
            if one.tag in ("td", "th") and one in self.parents:
                return self.parents[one]
            if one.tag == "span" and "number" in one.get("class", "").split():
                return self._numbered(one)
            if one.tag == "b" and one in self.parents and self.parents[one].tag in ("p", "figcaption"):
                return one  # the number of a figure or a table, before its caption
            if _APART.fullmatch(one.tag):
                return one
        return self.root

    def _numbered(self, element: Element) -> Element:
        """The heading or entry whose number this is; the number of a formula stands by itself."""
        home = next(one for one in self.above(element) if _APART.fullmatch(one.tag))
        return element if "formula" in home.get("class", "").split() else home

    def texts(self) -> Iterator[tuple[str, Element]]:
        """(text, element it stands in) of every text of the body, those around child elements too."""
        for body in self.root.findall("body"):
            for element in body.iter():
                if element.text and _is_element(element):
                    yield element.text, element
                if element.tail and element is not body:
                    yield element.tail, self.parents.get(element, body)

    def spoken(self) -> Iterator[tuple[str, str, Element]]:
        """(what it is, text, element) of every text beside the flow that a person may meet."""
        for element in self.elements():
            for name in SPOKEN:
                text = element.get(name)
                if text and not (element.tag == "meta" and _is_technical(element)):
                    yield _of_what(element, self), text, element
            if element.tag == "title" or element.get("data-fact") == "title":
                yield "title", "".join(element.itertext()), element


def _is_element(node: Element) -> bool:
    return isinstance(node.tag, str)  # a comment has a function there


def _of_what(element: Element, page: Page) -> str:
    """What a text beside the flow belongs to: a description, title, formula, figure, or its element."""
    if element.tag == "meta":
        name = element.get("name") or element.get("property") or ""
        return name.removeprefix("og:")
    if element.tag == "math" or any("formula" in one.get("class", "").split() for one in page.above(element)):
        return "formula"
    return "figure" if element.tag == "svg" else element.tag


def _is_technical(meta: Element) -> bool:
    name = meta.get("name", meta.get("property", ""))
    technical = ("viewport", "theme-color", "color-scheme", "og:image:width", "og:image:height", "og:url")
    return "http-equiv" in meta.attrib or name in technical or name in ("og:image", "og:locale", "og:type")


def _refuse_depth(text: str) -> None:
    """Unparsed for more open tags than any page has: with their number grows the time of the parser."""
    depth = 0
    for found in _TAG.finditer(text):
        closing, name = found.groups()
        if name.lower() not in _VOID and not found[0].endswith("/>"):
            depth = max(depth - 1, 0) if closing else depth + 1
            if depth > 2 * DEEPEST:
                raise Unparsed("nested too deeply")


def _parsed(text: str) -> Element:
    import tinyhtml5

    try:
        root: Element = tinyhtml5.parse(text, namespace_html_elements=False)
    except RecursionError:
        raise Unparsed("nested too deeply") from None
    return root


def shown(element: Element) -> str:
    """What an element prints, in the characters of the appendix: powers raised, fractions on a line."""
    own, beside = element.text or "", [child.tail or "" for child in element]
    parts = [shown(child) if _is_element(child) else "" for child in element]
    if element.tag == "mfrac" and not own + "".join(beside):
        return "/".join(parts)
    if element.tag == "msup" and len(parts) == 2 and not own + "".join(beside):
        return parts[0] + raised(parts[1])
    text = own + "".join(part + tail for part, tail in zip(parts, beside, strict=True))
    if element.tag == "sup":
        return raised(text)
    return f" {text} " if element.tag == "mo" and text == "×" else text
