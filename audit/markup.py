"""Markup: the elements, attributes, links and styles of a page that no build makes."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import unquote, urlsplit
from xml.etree.ElementTree import Element

from . import styles
from .findings import Findings
from .page import MATH, SVG, Page

_HTML = re.compile(
    "html|head|meta|title|link|style|body|a|nav|ul|ol|li|span|main|article|header|footer|figure|"
    "figcaption|div|p|b|i|em|strong|code|pre|sup|sub|small|details|summary|table|caption|thead|tbody|"
    "tfoot|tr|th|td|button|aside|section|h1|h2|h3|h4|h5|h6|dl|dt|dd|hr|br|wbr|blockquote|cite|q|abbr|time|"
    "bdi|bdo|ruby|rt|rp|dfn|mark|s|u|kbd|samp|var|colgroup|col|address"
)
_SVG = re.compile("svg|g|path|text|tspan|use|defs|pattern|rect|clipPath|line|circle|title|desc|style")
_MATH = re.compile(
    "math|mi|mo|mn|mtext|mspace|mrow|mfrac|msqrt|mroot|msub|msup|msubsup|munder|mover|munderover|mtable|"
    "mtr|mtd|mstyle|mpadded|mphantom|semantics"
)
_ELEMENTS = {"": _HTML, SVG: _SVG, MATH: _MATH}
_ATTRIBUTES = re.compile(
    "lang|dir|class|id|role|tabindex|href|hreflang|charset|name|content|media|property|rel|http-equiv|"
    "scope|popover|popovertarget|popovertargetaction|type|data-fact|style|title|alt|start|value|colspan|"
    "rowspan|datetime|cite|viewBox|d|x|y|x1|y1|x2|y2|r|cx|cy|width|height|patternUnits|patternTransform|"
    "clip-path|transform|xmlns|version|preserveAspectRatio|accent|mathvariant|stretchy|fence|form|lspace|"
    "rspace|linethickness|display|minsize|maxsize|scriptlevel|displaystyle|columnalign|separator|largeop|"
    "movablelimits|accentunder|data-target|open"
)
_ARIA = re.compile("aria-(?:label|labelledby|describedby|hidden|current|level|expanded|controls)")
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; "
    "form-action 'none'"
)
_META = re.compile(
    "viewport|description|color-scheme|theme-color|author|generator|dcterms.created|dcterms.modified"
)
_ICON = "data:image/svg+xml,"
_SCHEMES = ("http", "https", "mailto")

Exists = Callable[[str], bool | None]  # path beside the page -> is it there? None where that is not known
Named = Callable[[str], bool]  # address -> may it be linked to?


def check(page: Page, shown: str, findings: Findings, exists: Exists, named: Named) -> None:
    """Note every element, attribute and link of a page that no build makes."""
    if any(not isinstance(node.tag, str) for node in page.root.iter()):
        findings.say(shown, "a comment, which no build leaves on a page")
    ids = {element.get("id") for element in page.elements()}
    for element in page.elements():
        name, space = element.tag, page.namespaces.get(element, "")
        if space not in _ELEMENTS or not _ELEMENTS[space].fullmatch(name):
            findings.say(shown, f"an element <{name}>, which no build makes{_inside(element)}")
            continue
        for attribute, value in element.attrib.items():
            if what := _attribute(attribute, value, space):
                findings.fault(shown, f"<{name}> {attribute}", value, what)
        if name == "meta":
            _meta(element, shown, findings)
        elif name == "link":
            _link(element, shown, findings, named)
        elif name == "use":
            _own(element.get("href", ""), ids, shown, findings, "<use> href")
        elif (address := element.get("href")) is not None:
            _address(address, ids, shown, findings, exists, named)
    findings.checked["elements of pages"] += len(page.parents)


def _inside(element: Element) -> str:
    text = " ".join("".join(element.itertext()).split())[:60]
    address = element.get("src") or element.get("data") or element.get("action") or ""
    return f": {address or text}" if address or text else ""


def _attribute(name: str, value: str, space: str) -> str:
    """What is wrong with an attribute; "" where nothing is."""
    plain = name.rpartition("}")[2]
    if plain.lower().startswith("on"):
        return "no attribute that runs a script"
    if not _ATTRIBUTES.fullmatch(plain) and not _ARIA.fullmatch(plain):
        return "no such attribute"
    if plain == "style":
        return styles.unfit(value) if space == SVG else "no style but in a drawing"
    return ""


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
