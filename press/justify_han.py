"""Justification of Han and kana in WeasyPrint 70, which stretches spaces alone: few, and each a hole then.

Here what a line lacks goes between its characters, as in print: letter spacing on every run of Han, kana and
full-width marks.  Numbers, Latin words and formulas stay as they are.  A mark at a line's end counts half.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from ..language import scripts
from .weasyprint_patches import Foreign, Function, once

_MOST = 0.15  # of an em between two characters; a line that lacks more is left ragged
_HALF = 0.5  # of an em: the white in a mark at a line's end
_SIGNS = (  # with the signs of no width at which lines may or may not break
    "\u200b\u2060\u2e80-\u2fdf\u3001-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uff60"
    "‘’“”…—"
)
_RUN = re.compile(f"[{_SIGNS}]+")
_ENDS_HALF = re.compile("[，。、；：？！）”’》」』】]$")
_TRIAL = 8  # pixels between characters, to see by how much a text grows


def install() -> None:
    """Exchange the functions of WeasyPrint that justify a line and that draw a justified text."""
    from weasyprint.layout import inline
    from weasyprint.text import line_break

    once(inline, "justify_line", _justifying)
    once(line_break.Layout, "set_text", _spacing_out)


@cache
def _is_full_width(tag: str | None) -> bool:
    return bool(tag) and scripts.of(str(tag)).full_width


def _spacing_out(set_text: Function) -> Function:
    """Text set with the surplus between its characters instead of in its spaces."""

    def spaced_out(layout: Foreign, text: str, justify: bool = False) -> None:
        spacing = layout.justification_spacing if justify else 0
        if not spacing or not _is_full_width(layout.style["lang"]):
            set_text(layout, text, justify)
            return
        layout.justification_spacing = 0
        set_text(layout, text, justify)
        layout.justification_spacing = spacing
        own = layout.style["letter_spacing"]
        _space_out(layout, spacing + (0 if own == "normal" else own))

    return spaced_out


def _space_out(layout: Foreign, spacing: float) -> None:
    """Letter spacing, in pixels, on every run of Han of a Pango layout."""
    from weasyprint.text.ffi import TO_UNITS, ffi, pango

    attributes = pango.pango_layout_get_attributes(layout.layout)
    if attributes == ffi.NULL:
        attributes = ffi.gc(pango.pango_attr_list_new(), pango.pango_attr_list_unref)
    for run in _RUN.finditer(layout.text):
        attribute = pango.pango_attr_letter_spacing_new(round(spacing * TO_UNITS))
        attribute.start_index = len(layout.text[: run.start()].encode())
        attribute.end_index = attribute.start_index + len(run[0].encode())
        pango.pango_attr_list_change(attributes, attribute)
    pango.pango_layout_set_attributes(layout.layout, attributes)


def _justifying(justify_line: Function) -> Function:
    def justified(context: Foreign, line: Foreign, extra: float) -> None:
        if not _is_full_width(line.style["lang"]):
            justify_line(context, line, extra)
            return
        pieces = list(_pieces(line))
        hung = _hung(line, pieces)
        growth = {id(piece): _growth(piece, context) for piece in pieces}
        gaps = {id(one): _gaps_between(one, other) for one, other in pairwise(pieces)}
        places = sum(growth.values()) + sum(gaps.values())
        if not places or not 0 < (spacing := (extra + hung) / places) <= _MOST * line.style["font_size"]:
            return
        _stretch(line, 0, spacing, growth, gaps, context)
        line.width -= hung  # beside a float, a line that is too wide would be moved below it

    return justified


def _pieces(box: Foreign) -> Iterator[Foreign]:
    """What stands in a line, one beside the other."""
    from weasyprint.formatting_structure import boxes

    for child in box.children:
        if isinstance(child, boxes.InlineBox):
            yield from _pieces(child)
        else:
            yield child


def _text(piece: Foreign) -> str:
    return getattr(piece, "text", "") or ""


def _hung(line: Foreign, pieces: list[Foreign]) -> float:
    """The white in the mark at the end of a line, which may stand out."""
    return _HALF * line.style["font_size"] if pieces and _ENDS_HALF.search(_text(pieces[-1])) else 0


def _growth(piece: Foreign, context: Foreign) -> float:
    """By how much a piece grows for each pixel between characters."""
    from weasyprint.text import line_break

    text = _text(piece)
    if not _RUN.search(text) or piece.style["white_space"] in ("nowrap", "pre"):  # such as a number
        return 0
    layout = line_break.create_layout(text, piece.style, context, None, _TRIAL)
    before = line_break.line_size(layout.get_first_line()[0], piece.style)[0]
    layout.set_text(text, justify=True)
    after = line_break.line_size(layout.get_first_line()[0], piece.style)[0]
    return float(after - before) / _TRIAL


def _gaps_between(one: Foreign, other: Foreign) -> float:
    """How much of a place for white there is between two pieces: half a one for each side that is Han."""
    ends = (_text(one)[-1:], _text(other)[:1])
    return sum(bool(_RUN.match(end)) for end in ends) / 2


def _stretch(
    box: Foreign,
    moved: float,
    spacing: float,
    growth: dict[int, float],
    gaps: dict[int, float],
    context: Foreign,
) -> float:
    """Move and widen what stands in a box; by how much all behind it is to be moved."""
    from weasyprint.formatting_structure import boxes
    from weasyprint.text import line_break

    if isinstance(box, (boxes.LineBox, boxes.InlineBox)):
        box.position_x += moved
        before = moved
        for child in box.children:
            if child.is_in_normal_flow():
                moved = _stretch(child, moved, spacing, growth, gaps, context)
        box.width += moved - before
        return moved
    if isinstance(box, boxes.TextBox):
        box.position_x += moved
        if growth[id(box)]:
            box.justification_spacing = spacing
            layout = line_break.create_layout(box.text, box.style, context, None, spacing)
            layout.deactivate()
            box.pango_layout = layout
            box.width += spacing * growth[id(box)]
            moved += spacing * growth[id(box)]
    else:
        box.translate(moved, 0)
    return moved + spacing * gaps.get(id(box), 0)
