"""Formulas: TeX in, MathML out, with computed numbers in the language's own form.

latex2mathml does the conversion.  What it leaves to be mended is mended on the tree: a hat that
stretches, limits beside a displayed sum, words split into letters, punctuation taken for symbols.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Callable, Mapping
from html import escape
from itertools import pairwise
from typing import NamedTuple
from xml.etree import ElementTree

from latex2mathml.converter import convert

from ..language.refused import Refused
from ..workshop.limits import has_room

Element = ElementTree.Element
_FACT = re.compile(r"\\fact\{(\w+)\}")
_WORDS = re.compile(r"\\mathrm\{([A-Za-z]{2,})\}")
_FIRST_TOKEN = 900001  # a number no formula of ours holds: one token each, replaced after conversion
_SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_RAISED = str.maketrans("−0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_SCIENTIFIC = re.compile(r"(?P<mantissa>\S+) × 10(?P<exponent>[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)\Z")
_UPRIGHT = set("ΓΔΘΛΞΠΣΦΨΩ")  # as TeX sets Greek capitals
_TIGHT = set("/()[]|")
_OPERATORS = {":": ":", "~": "\N{TILDE OPERATOR}"}


class FormulaError(Refused):
    """TeX that cannot be converted; the message names the formula."""


def _wrong(name: str, what: str) -> FormulaError:
    return FormulaError(f"formula {name!r} {what}", path="formulas.toml")


def mathml(name: str, tex: str, write: Callable[[str], tuple[str, str]], display: bool) -> str:
    """A formula as a `math` element.

    `write(placeholder)` gives the name and the characters of each fact that the TeX asks for.
    Raises FormulaError where the TeX cannot be converted.

    >>> mathml("half", "1/2", lambda placeholder: ("", ""), display=False)
    '<math><mn>1</mn><mo lspace="0" rspace="0">/</mo><mn>2</mn></math>'
    """
    if tex.count("{") != tex.count("}"):  # the converter would guess
        raise _wrong(name, "has braces that do not match")
    numbers: list[str] = []

    def token(match: re.Match[str]) -> str:
        numbers.append(match[1])
        return f"{{{_FIRST_TOKEN + len(numbers) - 1}}}"

    try:
        root = ElementTree.fromstring(
            convert(_FACT.sub(token, tex), display="block" if display else "inline")
        )
    except Exception as error:  # the converter raises exceptions of many kinds
        raise _wrong(name, f"cannot be converted: {type(error).__name__} {str(error)[:200]}") from None
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    _mend(root, display)
    _refuse_leftovers(root, name)
    for index, placeholder in enumerate(numbers):
        if not _put_number(root, str(_FIRST_TOKEN + index), *write(placeholder)):
            raise _wrong(name, f"has \\fact{{{placeholder}}} inside a text")
    attributes = {"display": "block"} if display else {}
    root.attrib.clear()
    root.attrib.update(attributes)
    return ElementTree.tostring(root, encoding="unicode", short_empty_elements=False)


def with_symbols(math: str, symbols: Mapping[str, str]) -> str:
    """A formula with a language's own words in place of those of the TeX, which each keeps as `data-symbol`.

    >>> with_symbols("<math><mi>Acc</mi></math>", {"Acc": "TA"})
    '<math><mi data-symbol="Acc">TA</mi></math>'
    """
    for name, own in symbols.items():
        math = math.replace(f"<mi>{name}</mi>", f'<mi data-symbol="{name}">{own}</mi>')
    return math


def words(tex: str) -> set[str]:
    r"""The words of a formula that a language may have its own for.

    >>> sorted(words(r"\mathrm{SE}_{\mathrm{ind}}"))
    ['SE', 'ind']
    """
    return set(_WORDS.findall(tex))


def as_text(math: str) -> str | None:
    """A formula on one line as HTML with italics, sub- and superscripts; None where it needs two lines.

    >>> as_text("<math><msub><mi>H</mi><mn>0</mn></msub></math>")
    '<span class="line"><i>H</i><sub>0</sub></span>'
    >>> as_text("<math><msup><mn>0.5</mn><mn>3</mn></msup></math>")
    '<span class="line">0.5³</span>'
    """
    root = ElementTree.fromstring(math)
    if any(element.tag not in _ON_A_LINE for element in root.iter()):
        return None
    line = "".join(_line(child, first=place == 0) for place, child in enumerate(root))
    return f'<span class="line">{line}</span>'


_ON_A_LINE = {"math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "msub", "msup", "msubsup", "mover"}
_POWER = re.compile("[−0-9]+")
_BINARY = set("=+−×≤≥≈∼∣<>")
_THIN = 0.3  # ems: narrower gaps are left out on a line
_IN_LETTERS = {"∼": "~", "∣": "|"}  # which fonts of letters do not have


def _line(element: Element, first: bool) -> str:
    """One element of a formula on a line; `first` is true where a sign cannot be binary."""
    text = escape(element.text or "")
    parts = [_line(child, first=place == 0) for place, child in enumerate(element)]
    if element.tag == "mi":
        return f"<i>{text}</i>" if len(text) == 1 and element.get("mathvariant") != "normal" else text
    if element.tag == "mo" and text in _BINARY and not first:
        return f'<span class="operator">{_IN_LETTERS.get(text, text)}</span>'
    if element.tag == "mspace":
        return "\u2003" if float(element.get("width", "1em").removesuffix("em")) > _THIN else ""
    if element.tag == "msup" and _POWER.fullmatch(parts[1]):
        return parts[0] + parts[1].translate(_RAISED)  # copied or read aloud, "0.53" would be another number
    if element.tag in ("msub", "msup"):
        return f"{parts[0]}<{element.tag[1:]}>{parts[1]}</{element.tag[1:]}>"
    if element.tag == "msubsup":
        return f"{parts[0]}<sub>{parts[1]}</sub><sup>{parts[2]}</sup>"
    if element.tag == "mover":  # a hat: the base and the combining accent
        return f'<span class="math">{element[0].text}\u0302</span>'
    return text or "".join(parts)


def in_columns(math: str) -> str:
    """A display of several formulas as a table of one row, whose cells can stand one below the other.

    >>> in_columns('<math><mi>a</mi><mspace width="2em"></mspace><mi>b</mi></math>')
    '<math><mtable><mtr><mtd><mrow><mi>a</mi></mrow></mtd><mtd><mrow><mi>b</mi></mrow></mtd></mtr></mtable></math>'
    """
    root = ElementTree.fromstring(math)
    parts: list[list[Element]] = [[]]
    for child in root:
        if child.tag == "mspace" and child.get("width") == "2em":
            parts.append([])
        else:
            parts[-1].append(child)
    if not parts[1:]:
        return math
    root[:] = [ElementTree.Element("mtable")]
    row = ElementTree.SubElement(root[0], "mtr")
    for part in parts:
        ElementTree.SubElement(ElementTree.SubElement(row, "mtd"), "mrow").extend(part)
    return ElementTree.tostring(root, encoding="unicode", short_empty_elements=False)


class Drawing(NamedTuple):
    """A drawn formula; sizes in ems of the text round it."""

    svg: bytes
    width: float
    height: float
    depth: float  # how far it reaches below the baseline


def as_svg(name: str, math: str) -> Drawing:
    """A formula as SVG drawing, for print, where MathML is not to be had.

    Raises FormulaError, naming the formula, where it cannot be drawn or a character has no glyph.
    """
    if "ziamath" not in sys.modules and not has_room(_LOADING):
        raise MemoryError  # where it gives out within an import, the interpreter may never come to an end
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of an attribute that only importing touches
        from ziamath.config import config
        from ziamath.zmath import Math

    config.svg2 = False
    namespaced = math.replace("<math", '<math xmlns="http://www.w3.org/1998/Math/MathML"', 1)
    try:
        formula = Math(namespaced, size=_SVG_SIZE)
        svg = formula.svg()
    except Exception as error:  # of many kinds, like the converter's
        raise _wrong(
            name, f"cannot be drawn for the PDF: {type(error).__name__} {str(error)[:200]}"
        ) from None
    for character in "".join(ElementTree.fromstring(math).itertext()):
        if not character.isspace() and formula.font.glyphindex(character) == 0:
            raise _wrong(name, f"holds {character!r} (U+{ord(character):04X}), which the formula font lacks")
    _left, top, width, height = map(float, view_box(svg).split())
    return Drawing(svg.encode("utf-8"), width / _SVG_SIZE, height / _SVG_SIZE, (top + height) / _SVG_SIZE)


def view_box(svg: str) -> str:
    """The view box of a drawing: left, top, width and height.

    >>> view_box('<svg viewBox="0 0 20 10"></svg>')
    '0 0 20 10'
    """
    found = _VIEW_BOX.search(svg)
    assert found is not None
    return found[1]


_VIEW_BOX = re.compile(r'viewBox="([^"]+)"')
_LOADING = 64 * 1024**2  # bytes of addresses, more than the program that draws takes to load
_SVG_SIZE = 24  # CSS pixels of the letters; the page scales


def _mend(root: Element, display: bool) -> None:
    for parent in root.iter():
        _join_words(parent)
    for element in root.iter():
        element.attrib.pop("minsize", None)
        element.attrib.pop("maxsize", None)
        if element.tag == "mover" and element[1].text == "^":
            element[1].text = "\N{MODIFIER LETTER CIRCUMFLEX ACCENT}"
            element[1].set("stretchy", "false")
        if element.tag == "mo" and element.text in _TIGHT:
            element.attrib.update(lspace="0", rspace="0")
        _close_up_names(element)
        if element.tag == "mi" and element.text in _UPRIGHT:
            element.set("mathvariant", "normal")
        if element.tag == "mi" and element.text in _OPERATORS:
            element.tag, element.text = "mo", _OPERATORS[element.text]
        if display and element.tag == "msubsup" and element[0].text == "∑":
            element.tag = "munderover"
    _unwrap_rows(root)


def _close_up_names(parent: Element) -> None:
    """No gap between the name of a function and its brackets."""
    for name, bracket in pairwise(parent):
        if name.tag == "mo" and (name.text or "").isalpha() and bracket.text == "(":
            name.set("rspace", "0")


def _join_words(parent: Element) -> None:
    """Upright letters that stand side by side become one word."""
    letters = [child for child in parent if child.tag == "mi" and child.get("mathvariant") == "normal"]
    if len(letters) > 1 and len(letters) == len(parent):
        letters[0].text = "".join(letter.text or "" for letter in letters)
        del letters[0].attrib["mathvariant"]
        for letter in letters[1:]:
            parent.remove(letter)


def _unwrap_rows(parent: Element) -> None:
    """Replace each row of one element by that element."""
    for index, child in enumerate(list(parent)):
        _unwrap_rows(child)
        if child.tag == "mrow" and len(child) == 1:
            parent[index] = child[0]
    if parent.tag == "math" and len(parent) == 1 and parent[0].tag == "mrow":
        parent[:] = list(parent[0])


_ARGUMENTS = {"mfrac": 2, "msub": 2, "msup": 2, "mover": 2, "munder": 2, "msubsup": 3, "munderover": 3}


def _refuse_leftovers(root: Element, name: str) -> None:
    """The converter shows a command that it does not know, and does without an argument that is missing."""
    for element in root.iter():
        if "\\" in (element.text or ""):
            raise _wrong(name, f"has the unknown command {element.text}")
        if len(element) != _ARGUMENTS.get(element.tag, len(element)):
            raise _wrong(name, "lacks an argument of a command")


def _put_number(root: Element, token: str, fact: str, text: str) -> bool:
    """Whether the number's token was there."""
    for element in root.iter("mn"):
        if element.text == token:
            _set_number(element, text)
            element.set("data-fact", fact)
            return True
    return False


def _set_number(element: Element, text: str) -> None:
    """Turn a number element into the number's own structure: a power of ten, a fraction, or digits."""
    scientific = _SCIENTIFIC.match(text)
    if scientific is not None:
        element.tag, element.text = "mrow", None
        ElementTree.SubElement(element, "mn").text = scientific["mantissa"]
        ElementTree.SubElement(element, "mo").text = "×"
        power = ElementTree.SubElement(element, "msup")
        ElementTree.SubElement(power, "mn").text = "10"
        exponent = scientific["exponent"].translate(_SUPERSCRIPTS)
        row = ElementTree.SubElement(power, "mrow")
        if exponent.startswith("-"):
            ElementTree.SubElement(row, "mo").text = "−"
        ElementTree.SubElement(row, "mn").text = exponent.lstrip("-")
    elif "/" in text:
        element.tag, element.text = "mfrac", None
        for part in text.split("/"):
            ElementTree.SubElement(element, "mn").text = part
    else:
        element.text = text
