"""Patches: what WeasyPrint 70 leaves undone or does wrong, put right from outside, on functions of its own.

They are private to it: pyproject.toml pins its version, and tests/test_right_to_left.py sees each in force.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Foreign = Any  # an object of WeasyPrint, pydyf or Pango, which have no types
Function = Callable[..., Foreign]


def say_languages() -> None:
    """Write into the structure of the PDF the language of a part that names its own, and what a head heads.

    WeasyPrint leaves `lang` and `scope` out, and afterwards no one could tell which tag came from which
    element: so each element of the structure gets them when it is built.
    """
    from weasyprint.pdf import tags

    def mended(build: Function) -> Function:
        def with_language(box: Foreign, *others: Foreign) -> Iterator[Foreign]:
            box = getattr(box, "_box", box)  # of an element that is placed absolutely
            language, scope = _own_language(box), _scope(box)
            for element in build(box, *others):
                if language:
                    element["Lang"] = _pdf_string(language)
                if scope and element["S"] == "/TH":
                    element["A"]["Scope"] = scope
                yield element

        return with_language

    once(tags, "_build_box_tree", mended)


def let_spaces_hang() -> None:
    """Keep a line whole that is too wide by no more than the space at its end.

    WeasyPrint counts that space where another element follows, and breaks the line behind its first word.
    """
    from weasyprint.layout import inline

    def mended(split: Function) -> Function:
        def with_hanging_space(
            text: str, style: Foreign, context: Foreign, width: Foreign, *others: Foreign, **named: Foreign
        ) -> Foreign:
            line = split(text, style, context, width, *others, **named)
            rest = line[2]
            if rest is None or width is None or not text.endswith(" ") or style["white_space"] != "normal":
                return line
            whole = split(text, style, context, width + style["font_size"], *others, **named)
            if whole[2] is not None:
                return line
            letters = split(text.rstrip(" "), style, context, None, *others, **named)
            return whole if letters[3] <= width else line

        return with_hanging_space

    once(inline, "split_first_line", mended)


def read_families() -> None:
    """Read the list of font families in an SVG as CSS does: blanks after its commas are none of the names'.

    WeasyPrint takes them along, and the quotes behind them, and so finds no family but the first.
    """
    from weasyprint import svg as drawn

    def mended(draw: Function) -> Function:
        def with_families(svg: Foreign, node: Foreign, *others: Foreign) -> Foreign:
            if "font-family" in node.attrib:
                names = node.attrib["font-family"].split(",")
                node.attrib["font-family"] = ",".join(name.strip().strip("\"'") for name in names)
            return draw(svg, node, *others)

        return with_families

    before = drawn.text
    once(drawn, "text", mended)  # which a drawing compares with, to know what is text
    drawn.TAGS.update({tag: drawn.text for tag, draw in drawn.TAGS.items() if draw is before})


def tell_strays() -> None:
    """Warn of text that is set in a face of a family that it does not ask for, or that no face can set.

    WeasyPrint draws what the page's faces have, whichever they are, and names no text; where there is none
    at all, it crashes.
    """
    from weasyprint.draw import text as drawing
    from weasyprint.logger import LOGGER

    def mended(draw: Function) -> Function:
        def with_warning(stream: Foreign, textbox: Foreign, *others: Foreign) -> Foreign:
            strays, drawable = _strays(textbox)
            if strays:
                shown = " ".join(f"{sign} (U+{ord(sign):04X})" for sign in strays)
                asked = ", ".join(textbox.style["font_family"])
                LOGGER.warning("%s is in no face of %s that the page brings: %r", shown, asked, textbox.text)
            return draw(stream, textbox, *others) if drawable else []

        return with_warning

    once(drawing, "draw_first_line", mended)


def _strays(textbox: Foreign) -> tuple[list[str], bool]:
    """The characters of a line that no face has of the families it asks for; whether any has all others."""
    from weasyprint.text.ffi import ffi, pango

    if not textbox.text.strip():
        return [], True
    layout, strays, drawable = textbox.pango_layout, dict[str, None](), True
    asked = {name.casefold() for name in textbox.style["font_family"]}
    pango.pango_layout_set_single_paragraph_mode(layout.layout, True)
    line, _index = layout.get_first_line()
    text, run = layout.text.encode(), line.runs[0]
    while run != ffi.NULL:
        item, glyphs = run.data.item, run.data.glyphs
        without = item.analysis.font == ffi.NULL
        if without or _family(item.analysis.font).casefold() not in asked:
            piece = text[item.offset : item.offset + item.length].decode()
            strays |= dict.fromkeys(sign for sign in piece if sign.isprintable() and not sign.isspace())
            drawable = drawable and not without
        else:
            unknown = (glyph.glyph for glyph in glyphs.glyphs[0 : glyphs.num_glyphs])
            strays |= dict.fromkeys(
                chr(glyph - pango.PANGO_GLYPH_UNKNOWN_FLAG)
                for glyph in unknown
                if glyph != pango.PANGO_GLYPH_EMPTY and glyph & pango.PANGO_GLYPH_UNKNOWN_FLAG
            )
        run = run.next
    return list(strays), drawable


def _family(font: Foreign) -> str:
    """The family of a font, under the name by which the page brings it."""
    from weasyprint.text.ffi import ffi, pango
    from weasyprint.text.fonts import get_pango_font_key

    _key, description, _size = get_pango_font_key(font)
    return str(ffi.string(pango.pango_font_description_get_family(description)).decode())


def once(module: Foreign, name: str, patch: Callable[[Function], Function]) -> None:
    """Exchange a function of a module or class, unless that has been done."""
    function = getattr(module, name)
    if function.__module__.startswith("weasyprint"):
        setattr(module, name, patch(function))


def _own_language(box: Foreign) -> str | None:
    """The language that an element names for itself."""
    element = box.element
    if element is None or element.tag in ("html", "body"):
        return None
    return element.get("lang") or None


def _scope(box: Foreign) -> str | None:
    """What a head of a table says that it heads."""
    element = box.element
    if element is None or element.tag != "th":
        return None
    return {"row": "/Row", "col": "/Column", "colgroup": "/Column"}.get(element.get("scope"))


def _pdf_string(text: str) -> Foreign:
    import pydyf

    return pydyf.String(text)
