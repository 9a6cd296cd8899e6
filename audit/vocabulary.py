"""Vocabulary: the attributes and classes that a build writes, by the element on which it writes them."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from .page import MATH, SVG, Page

_PLACE = r"-?\d+(?:\.\d+)?"
_EVERYWHERE = "id|lang|class"
_DIR = "div|li|p|span|html|section|h1|h2|h3|h4|td|th|ol|ul|figure|main|bdi"
_OF = {
    "html": {
        "a": "aria-label|aria-labelledby|href|hreflang|rel|role",
        "aside": "aria-labelledby",
        "button": "popovertarget|popovertargetaction|type",
        "details": "open",
        "div": "aria-label|aria-labelledby|popover|role|tabindex",
        "link": "href|rel|hreflang",
        "meta": "charset|content|http-equiv|media|name|property",
        "nav": "aria-label|aria-labelledby",
        "p": "role",
        "pre": "tabindex",
        "section": "aria-labelledby",
        "span": "aria-current|data-fact|aria-hidden|role|aria-label",
        "table": "aria-labelledby",
        "th": "scope|colspan|rowspan",
        "td": "colspan",
    },
    "svg": {
        "defs": "",
        "g": "",
        "path": "d|style",
        "pattern": "height|width|x|y|patternUnits",
        "rect": "height|width|x|y|style",
        "svg": "aria-label|role|viewBox|width|height|version|style",
        "text": "x|y|style",
        "use": "href",
        "style": "",
    },
    "math": {
        "math": "aria-label|display",
        "mfrac": "data-fact|linethickness",
        "mi": "data-symbol|mathvariant",
        "mn": "data-fact",
        "mo": "fence|form|lspace|rspace|stretchy",
        "mover": "accent",
        "mrow": "data-fact",
        "mspace": "width",
    },
}
_NAMES = {
    kind: {tag: re.compile(f"{_EVERYWHERE}|{names}") for tag, names in tags.items()}
    for kind, tags in _OF.items()
}
# what some attributes say, wherever they stand
_VALUES = {
    "popover": "|auto",
    "tabindex": "0",
    "role": "img|group|region|list|note|math|doc-noteref",
    "scope": "row|col|colgroup",
    "type": "button",
    "popovertargetaction": "hide",
    "dir": "ltr|rtl",
    "linethickness": "0",
    "fence": "true",
    "stretchy": "true|false",
    "form": "prefix|postfix",
    "lspace": "0",
    "rspace": "0",
    "accent": "true",
    "mathvariant": "normal",
    "display": "block",
    "width": r"\d+(?:\.\d+)?(?:em)?",
    "height": _PLACE,
    "x": _PLACE,
    "y": _PLACE,
}
_FITS = {name: re.compile(pattern) for name, pattern in _VALUES.items()}
_HTML = re.compile(_EVERYWHERE)
_DIRECTED = re.compile(_DIR)
# classes do something to what has them: hide it, on a screen or on paper, or set it apart
_CLASSES = {
    "a": "anchor back help sans skip",
    "aside": "box sans downloads",
    "body": "choose",
    "details": "about abstract contents folded note rows-1 rows-2 rows-3 rows-4 sans screen",
    "div": "column drawing formula full heading offer orientation panel panels sans scroll sheets "
    "table words",
    "figcaption": "sans",
    "figure": "figure listing tabled wide cases records coins null-distribution leads attainable",
    "footer": "imprint screen sans",
    "h1": "unseen",
    "header": "head",
    "html": "handout",
    "li": "unnumbered",
    "nav": "contents beside sans languages",
    "p": "bold byline caption downloads sans pdf question output standfirst status telling tools",
    "pre": "scroll",
    "span": "auto fact gap nowrap number numeral only-a only-b sans whole",
    "summary": "bold",
    "sup": "noteref",
    "table": "bars methods outcomes square sans values words yardsticks",
    "td": "count discordant",
    "th": "bold count a b c d N A-accuracy B-accuracy exact plain corrected",
    "tr": "tail",
    "ul": "references ticks",
}
_OF_A_TAG = {tag: frozenset(classes.split()) for tag, classes in _CLASSES.items()}
_ANYWHERE = frozenset(
    ("fallback", "outdated", "mark", "sans")
)  # a passage in another language, and what says so
_CODE = re.compile("[a-z]{1,2}[0-9]?")  # colours of code
_TURNS = "\u202a\u202b\u202c\u202d\u202e"
_ISOLATES = "\u2066\u2067\u2068\u2069\u061c\u200e\u200f"


def unfit(element: Element, name: str, value: str, space: str) -> str:
    """Why no build writes this attribute on this element; "" where it may."""
    kind = {SVG: "svg", MATH: "math"}.get(space, "html")
    names = _NAMES[kind].get(element.tag, _HTML)
    plain = name.rpartition("}")[2]
    directed = kind == "html" and plain == "dir" and _DIRECTED.fullmatch(element.tag)
    if not names.fullmatch(plain) and not directed:
        return f"no such attribute on <{element.tag}>"
    if plain in _FITS and not _FITS[plain].fullmatch(value):
        return f"{plain}={value!r}, which no build writes"
    if plain == "class":
        return _class(element.tag, value)
    if plain == "popover" and "full" not in element.get("class", "").split():
        return "a text that is hidden until it is asked for"
    return ""


def of_a_drawing(tag: str, name: str, value: str) -> str:
    """Why no build writes this attribute into an SVG file; "" where it may."""
    names = _NAMES["svg"].get(tag)
    if names is None or name in ("class", "lang") or not names.fullmatch(name):
        return "no such attribute in a drawing"
    return "" if name not in _FITS or _FITS[name].fullmatch(value) else "no such value in a drawing"


def _class(tag: str, value: str) -> str:
    allowed = _OF_A_TAG.get(tag, frozenset()) | _ANYWHERE
    for one in value.split():
        if one not in allowed and not (tag == "span" and _CODE.fullmatch(one)):
            return f"the class {one!r}, which no build writes on <{tag}>"
    return ""


def turned(page: Page, known: bool) -> str:
    """What turns the order of characters where the language's own direction does not; "" where nothing.

    `known`: whether the language is one whose direction is known here, from left to right.
    """
    right_to_left = page.root.get("dir") == "rtl"
    if known and right_to_left:
        return "written from right to left, which this language is not"
    odd = _TURNS if right_to_left else _TURNS + (_ISOLATES if known else "")
    found = next((c for c in odd if c in page.source), "")
    return f"the character U+{ord(found):04X}, which turns the order of what is read" if found else ""
