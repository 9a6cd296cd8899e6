"""Markup: the elements, attributes, links and styles of a page that no build makes."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import unquote, urlsplit
from xml.etree.ElementTree import Element

from . import styles, vocabulary
from .findings import Findings
from .numbers import KNOWN
from .page import MATH, SVG, Page

_HTML = re.compile(
    "html|head|meta|title|link|style|body|a|nav|ul|ol|li|span|main|article|header|footer|figure|"
    "figcaption|div|p|b|i|em|strong|code|pre|sup|details|summary|table|caption|thead|tbody|tr|th|td|"
    "button|aside|section|h1|h2|h3|wbr"
)
_SVG = re.compile("svg|g|path|text|use|defs|pattern|rect")
_MATH = re.compile(
    "math|mi|mo|mn|mtext|mspace|mrow|mfrac|msqrt|mtable|mtr|mtd|msub|msup|msubsup|mover|munderover"
)
_ELEMENTS = {"": _HTML, SVG: _SVG, MATH: _MATH}
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; "
    "form-action 'none'"
)
_META = re.compile(
    "viewport|description|color-scheme|theme-color|author|generator|dcterms.created|dcterms.modified"
)
_IN_A_FACT, _IN_A_FORMULA = frozenset({"sup"}), frozenset({"mn", "mo", "mrow", "msup"})
_ICON = "data:image/svg+xml,"
_SCHEMES = ("http", "https", "mailto")

Exists = Callable[[str], bool | None]  # path beside the page -> is it there? None where that is not known
Named = Callable[[str], bool]  # address -> may it be linked to?


def check(page: Page, shown: str, findings: Findings, exists: Exists, named: Named) -> None:
    """Note every element, attribute and link of a page that no build makes."""
    if any(not isinstance(node.tag, str) for node in page.root.iter()):
        findings.say(shown, "a comment, which no build leaves on a page")
    known = page.language in KNOWN
    if what := vocabulary.turned(page, known):
        findings.say(shown, what)
    ids = {element.get("id") for element in page.elements()}
    for element in page.elements():
        name, space = element.tag, page.namespaces.get(element, "")
        if space not in _ELEMENTS or not _ELEMENTS[space].fullmatch(name):
            findings.say(shown, f"an element <{name}>, which no build makes{_inside(element)}")
            continue
        for attribute, value in element.attrib.items():
            if what := _attribute(element, attribute, value, space):
                findings.fault(shown, f"<{name}> {attribute}", value, what)
        if element.get("data-fact") is not None and (what := _inside_a_fact(page, element, space)):
            findings.fault(shown, f"fact {element.get('data-fact')}", what, "a number and nothing else")
        if name == "meta":
            _meta(element, shown, findings)
        elif name == "link":
            _link(element, shown, findings, named)
        elif name == "use":
            _own(element.get("href", ""), ids, shown, findings, "<use> href")
        elif (address := element.get("href")) is not None:
            _address(address, ids, shown, findings, exists, named)
    findings.checked["elements of pages"] += len(page.parents)


def _inside_a_fact(page: Page, element: Element, space: str) -> str:
    """What stands in a fact that no build sets there: another fact, or an element that it does not need."""
    if any(one.get("data-fact") is not None for one in list(page.above(element))[1:]):
        return f"{element.get('data-fact')} inside another fact"
    allowed = _IN_A_FORMULA if space == MATH else _IN_A_FACT
    odd = [one.tag for one in element.iter() if one is not element and one.tag not in allowed]
    deep = [one for one in element.iter("sup") if len(one)]
    return f"<{odd[0] if odd else 'sup'}>" if odd or deep else ""


def _inside(element: Element) -> str:
    text = " ".join("".join(element.itertext()).split())[:60]
    address = element.get("src") or element.get("data") or element.get("action") or ""
    return f": {address or text}" if address or text else ""


def _attribute(element: Element, name: str, value: str, space: str) -> str:
    """What is wrong with an attribute; "" where nothing is."""
    plain = name.rpartition("}")[2]
    if plain.lower().startswith("on"):
        return "no attribute that runs a script"
    if plain == "style":
        return styles.unfit(value) if space == SVG else "no style but in a drawing"
    return vocabulary.unfit(element, name, value, space)


def _meta(element: Element, shown: str, findings: Findings) -> None:
    kind = element.get("http-equiv")
    if kind is not None and (kind.lower() != "content-security-policy" or element.get("content") != _POLICY):
        findings.fault(shown, f"<meta> {kind}", element.get("content", ""), _POLICY)
    name = element.get("name")
    if name is not None and not _META.fullmatch(name):
        findings.say(shown, f"a <meta> of the name {name!r}, which no build makes")


def _link(element: Element, shown: str, findings: Findings, named: Named) -> None:
    relation, address = element.get("rel", ""), element.get("href", "")
    if relation == "icon" and address.startswith(_ICON):
        drawing = unquote(address.removeprefix(_ICON))
        if re.search(r"<(?!/?(?:svg|path)\b)|\bon\w+\s*=|href|<!|url\(", drawing, re.IGNORECASE):
            findings.fault(shown, "<link> icon", drawing, "a drawing of paths")
    elif relation in ("canonical", "alternate"):
        if not address.startswith(("http://", "https://")) or not named(address):
            findings.fault(shown, f"<link> {relation}", address, "an address that this program names")
    else:
        findings.fault(shown, f"<link> {relation}", address, "no such link")


def _own(address: str, ids: set[str | None], shown: str, findings: Findings, place: str) -> None:
    if not address.startswith("#") or address[1:] not in ids:
        findings.fault(shown, place, address, "a place on this page")


def _address(
    address: str, ids: set[str | None], shown: str, findings: Findings, exists: Exists, named: Named
) -> None:
    findings.checked["links"] += 1
    try:
        parts = urlsplit(address)
    except ValueError:
        findings.fault(shown, "a link", address, "an address")
        return
    if not parts.scheme and not parts.netloc:
        if not parts.path:
            _own(address, ids, shown, findings, "a link")
        elif "?" in address or "\\" in address or exists(unquote(parts.path)) is False:
            findings.fault(shown, "a link", address, "a file that was published with it")
    elif parts.scheme not in _SCHEMES or not named(address):
        findings.fault(shown, "a link", address, "an address that this program names")
