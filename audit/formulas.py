"""Formulas: a formula of a page as a whole, held to the TeX of those that this program knows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from xml.etree.ElementTree import Element

from . import package_files

_FACT = re.compile(r"\\fact\{(\w+?)(?:_exact|_long)?\}")
_SYMBOLS = {
    **{"alpha": "α", "pi": "π", "chi": "χ", "Delta": "Δ", "leq": "≤", "geq": "≥", "approx": "≈"},
    **{"times": "×", "sim": "∼", "mid": "∣", "sum": "∑", "min": "min"},
}
_SILENT = re.compile(r"\\(?:left|right|q?quad|mathrm|text|frac|sqrt)(?![a-z])|\\[;,]|[{}^_\s]")
_OWN = re.compile(r"[^\W\d_]{2,12}")
_RAISED, _LOWERED = ("msup", "msubsup", "munderover"), ("msub", "msubsup", "munderover")

Built = tuple[str, int, int, int, int]  # characters; how many raised, lowered, fractions, roots


def is_known(math: Element, name: str) -> bool:
    """Whether a formula is the displayed one of a name, or for "" any of its kind."""
    return _built(math) in _known(name, math.get("display") == "block")


@cache
def _known(name: str, displayed: bool) -> frozenset[Built]:
    formulas = package_files.formulas()
    kind = formulas["display" if displayed else "inline"]
    sources = [formulas["display"][name]] if name else list(kind.values())
    return frozenset(map(_of_tex, sources))


def _of_tex(tex: str) -> Built:
    r"""What a formula in TeX prints, and how it is built.

    >>> _of_tex(r"\frac{\pi_b}{2^m}")
    ('πb2m', 1, 1, 1, 0)
    """
    tex = tex.replace(r"^2_{\mathrm{corr}}", r"_{\mathrm{corr}}^2")
    bare = _FACT.sub("", tex)
    shape = (
        bare.count("^"),
        bare.count("_"),
        bare.count(r"\frac") + bare.count(r"\binom"),
        bare.count(r"\sqrt"),
    )
    parts = _FACT.split(tex)  # what stands between the facts, and their names, by turns
    text = "".join(f"§{part}§" if place % 2 else _plain(part) for place, part in enumerate(parts))
    return (text, *shape)


def _plain(tex: str) -> str:
    tex = re.sub(r"\\binom\{(\w)\}\{(\w)\}", r"(\1\2)", tex.replace("-", "−")).replace(r"\hat{\Delta}", "Δˆ")
    return re.sub(r"\\([A-Za-z]+)", lambda found: _spelt(found[1]), _SILENT.sub("", tex))


def _spelt(command: str) -> str:
    """A command and the letters that follow it at once, which TeX parts by a blank."""
    name = next((one for one in sorted(_SYMBOLS, key=len, reverse=True) if command.startswith(one)), "")
    return _SYMBOLS.get(name, command) + command[len(name) :] if name else command


def _built(math: Element) -> Built:
    tags: list[str] = []
    text = "".join(_texts(math, tags))
    return (
        re.sub(r"\s", "", text),
        sum(tags.count(tag) for tag in _RAISED),
        sum(tags.count(tag) for tag in _LOWERED),
        tags.count("mfrac"),
        tags.count("msqrt"),
    )


def _symbol(element: Element) -> str:
    """The word of the TeX in whose place a language has its own, or "".

    What is printed has to be a word, and none of the TeX: that would be another quantity.
    """
    own, name = element.text or "", element.get("data-symbol", "")
    return name if _OWN.fullmatch(own) and own not in _words() else ""


@cache
def _words() -> frozenset[str]:
    sources = [tex for kind in package_files.formulas().values() for tex in kind.values()]
    return frozenset(word for tex in sources for word in re.findall(r"\\mathrm\{(\w+)\}", tex))


def _texts(element: Element, tags: list[str]) -> Iterator[str]:
    """The characters of a formula, a fact by its name; the elements outside of facts are gathered."""
    if (fact := element.get("data-fact")) is not None:
        yield f"§{fact}§"
        return
    tags.append(element.tag)
    yield _symbol(element) or element.text or ""
    for child in element:
        yield from _texts(child, tags)
        yield child.tail or ""
