"""Mends: what WeasyPrint 70 leaves undone or does wrong, put right from outside, on functions of its own.

They are private to it: pyproject.toml pins its version, and tests/test_right_to_left.py sees each in force.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any


def say_languages() -> None:
    """Write into the structure of the PDF the language of a part that names its own, and what a head heads.

    WeasyPrint leaves `lang` and `scope` out, and afterwards no one could tell which tag came from which
    element: so each element of the structure gets them when it is built.
    """
    from weasyprint.pdf import tags

    def mended(build: Callable[..., Any]) -> Callable[..., Any]:
        def with_language(box: Any, *others: Any) -> Iterator[Any]:
            box = getattr(box, "_box", box)  # of an element that is placed absolutely
            language, scope = _own_language(box), _scope(box)
            for element in build(box, *others):
                if language:
                    element["Lang"] = _pdf_string(language)
                if scope and element["S"] == "/TH":
                    element["A"]["Scope"] = scope
                yield element

        return with_language

    _once(tags, "_build_box_tree", mended)


def let_spaces_hang() -> None:
    """Keep a line whole that is too wide by no more than the space at its end.

    WeasyPrint counts that space where another element follows, and breaks the line behind its first word.
    """
    from weasyprint.layout import inline

    def mended(split: Callable[..., Any]) -> Callable[..., Any]:
        def with_hanging_space(
            text: str, style: Any, context: Any, width: Any, *others: Any, **named: Any
        ) -> Any:
            line = split(text, style, context, width, *others, **named)
            rest = line[2]
            if rest is None or width is None or not text.endswith(" ") or style["white_space"] != "normal":
                return line
            whole = split(text, style, context, width + style["font_size"], *others, **named)
            letters = split(text.rstrip(" "), style, context, None, *others, **named)
            return whole if whole[2] is None and letters[3] <= width else line

        return with_hanging_space

    _once(inline, "split_first_line", mended)


def _once(module: Any, name: str, mend: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
    """Exchange a function of a module, unless that has been done."""
    function = getattr(module, name)
    if function.__module__ != __name__:
        setattr(module, name, mend(function))


def _own_language(box: Any) -> str | None:
    """The language that an element names for itself."""
    element = box.element
    if element is None or element.tag in ("html", "body"):
        return None
    return element.get("lang") or None


def _scope(box: Any) -> str | None:
    """What a head of a table says that it heads."""
    element = box.element
    if element is None or element.tag != "th":
        return None
    return {"row": "/Row", "col": "/Column"}.get(element.get("scope"))


def _pdf_string(text: str) -> Any:
    import pydyf

    return pydyf.String(text)
