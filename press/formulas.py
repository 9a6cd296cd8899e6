"""Formulas: TeX in, MathML out, with computed numbers in the language's own form.

latex2mathml does the conversion.  What it leaves to be mended is mended on the tree: a hat that
stretches, limits beside a displayed sum, words split into letters, punctuation taken for symbols.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree import ElementTree

from latex2mathml.converter import convert

Element = ElementTree.Element
_FACT = re.compile(r"\\fact\{(\w+)\}")
_FIRST_TOKEN = 900001  # a number no formula of ours holds: one token each, replaced after conversion
_SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_SCIENTIFIC = re.compile(r"(?P<mantissa>\S+) × 10(?P<exponent>[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)\Z")
_OPERATORS = {":": ":", "~": "\N{TILDE OPERATOR}"}


class FormulaError(ValueError):
    """TeX that cannot be converted; the message names the formula."""


def mathml(name: str, tex: str, write: Callable[[str], tuple[str, str]], display: bool) -> str:
    """A formula as a `math` element.

    `write(placeholder)` gives the name and the characters of each fact that the TeX asks for.
    Raises FormulaError where the TeX cannot be converted.

    >>> mathml("half", "1/2", lambda placeholder: ("", ""), display=False)
    '<math><mn>1</mn><mo>/</mo><mn>2</mn></math>'
    """
    numbers: list[str] = []

    def token(match: re.Match[str]) -> str:
        numbers.append(match[1])
        return f"{{{_FIRST_TOKEN + len(numbers) - 1}}}"

    try:
        root = ElementTree.fromstring(
            convert(_FACT.sub(token, tex), display="block" if display else "inline")
        )
    except Exception as error:  # the converter raises exceptions of many kinds
        raise FormulaError(
            f"formulas.toml: formula {name!r} cannot be converted: {type(error).__name__} {error}"
        ) from None
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    _mend(root, display)
    for index, placeholder in enumerate(numbers):
        _put_number(root, str(_FIRST_TOKEN + index), *write(placeholder))
    attributes = {"display": "block"} if display else {}
    root.attrib.clear()
    root.attrib.update(attributes)
    return ElementTree.tostring(root, encoding="unicode", short_empty_elements=False)


def _mend(root: Element, display: bool) -> None:
    for parent in root.iter():
        _join_words(parent)
    for element in root.iter():
        element.attrib.pop("minsize", None)
        element.attrib.pop("maxsize", None)
        if element.tag == "mover" and element[1].text == "^":
            element[1].text = "\N{MODIFIER LETTER CIRCUMFLEX ACCENT}"
            element[1].set("stretchy", "false")
        if element.tag == "mi" and element.text in _OPERATORS:
            element.tag, element.text = "mo", _OPERATORS[element.text]
        if display and element.tag == "msubsup" and element[0].text == "∑":
            element.tag = "munderover"
    _unwrap_rows(root)


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


def _put_number(root: Element, token: str, fact: str, text: str) -> None:
    for element in root.iter("mn"):
        if element.text == token:
            _set_number(element, text)
            element.set("data-fact", fact)
            return


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
