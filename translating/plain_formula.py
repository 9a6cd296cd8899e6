"""A formula on one line of plain text, for notes that translation programs show: (b − c)²/(b + c)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree import ElementTree

Element = ElementTree.Element
_RAISED = str.maketrans("−0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_POWER = re.compile("[−0-9]+")
_SPACED = set("=+−×≤≥≈∼<>∣:")
_BLANKS = re.compile(r" {2,}")


def plain(math: str) -> str:
    """MathML as plain text.

    >>> plain("<math><msub><mi>H</mi><mn>0</mn></msub></math>")
    'H₀'
    >>> plain("<math><mn>2</mn><mo>×</mo><msup><mn>0.5</mn><mi>m</mi></msup><mo>=</mo><mn>1</mn></math>")
    '2 × 0.5^m = 1'
    """
    line = _BLANKS.sub(" ", _row(ElementTree.fromstring(math)))
    return line.replace("( ", "(").replace(" )", ")").replace(" ,", ",").strip()


def _row(elements: Iterable[Element]) -> str:
    """Elements beside each other; an operator that is first, or follows another, is a sign."""
    line = ""
    for element in elements:
        text = _text(element)
        if element.tag == "mo" and text in _SPACED:
            text = f" {text} " if line and not line.endswith((" ", "(", "[")) else text
        elif element.tag == "mo" and text == ",":
            text = ", "
        line += text
    return line


def _text(element: Element) -> str:
    own = (element.text or "").strip()
    if element.tag == "mspace":
        return " "
    if element.tag in ("mi", "mn", "mo", "mtext"):
        return own
    parts = [_text(child) for child in element] if element.tag in _PARTS else []
    if element.tag == "mfrac":
        if element.get("linethickness") == "0":
            return " over ".join(parts)
        return "/".join(map(_closed, parts))
    if element.tag == "msub":
        return parts[0] + _under(parts[1])
    if element.tag == "msup":
        return _closed(parts[0]) + _over(parts[1])
    if element.tag == "msubsup":
        return parts[0] + _under(parts[1]) + _over(parts[2])
    if element.tag == "munderover":
        return f" {parts[0]} from {parts[1]} to {parts[2]}: "
    if element.tag == "mover":
        return f"{parts[0]}\u0302"
    return f"√({_row(element)})" if element.tag == "msqrt" else _row(element)


_PARTS = ("mfrac", "msub", "msup", "msubsup", "munderover", "mover")


def _closed(text: str) -> str:
    """In brackets, where it is more than one thing and has none round it."""
    whole = text.startswith("(") and text.endswith(")") and ")" not in text[1:-1]
    return f"({text})" if " " in text and not whole else text


def _over(text: str) -> str:
    return (
        text.translate(_RAISED) if _POWER.fullmatch(text) else f"^{text if len(text) == 1 else f'({text})'}"
    )


def _under(text: str) -> str:
    return text.translate(_LOWERED) if text.isdigit() else f"_{text}"
