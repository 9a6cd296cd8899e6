"""Joining: one PDF of many copies of few sheets, each with a head of its own, to be printed on both sides.

Each sheet and all heads are laid out once; a copy is the sheet's pages with its own head where the sheet
has an empty one of the same size.  What a class takes is so hardly more than what its variants take.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from typing import NamedTuple

from . import pdf
from .weasyprint_patches import Foreign

HEAD = "own-head"  # the class of what is exchanged


class Job(NamedTuple):
    """Copies of sheets: `order` says, for each head in turn, of which sheet it heads a copy."""

    printed: pdf.Job  # its page is not set; fonts, assets and all else are of every page
    sheets: tuple[str, ...]  # HTML, with one empty head on the first page
    heads: str  # HTML, with each copy's head in turn, and an empty page at its end
    order: tuple[int, ...]


def render(job: Job) -> bytes:
    """The PDF of a job: each copy begins on the front of a leaf, behind an empty page where it must.

    Raises what `pdf.render` raises, and PdfError where heads and sheets do not fit each other.
    """

    def arrange(lay_out: pdf.LayOut) -> Foreign:
        sheets = [lay_out(sheet) for sheet in job.sheets]
        laid_out = lay_out(job.heads)
        heads = [head for page in laid_out.pages for head in _found(page._page_box, HEAD)]
        if len(heads) != len(job.order):
            raise pdf.PdfError(f"{len(heads)} heads for {len(job.order)} copies")
        pages = []
        for place, head in zip(job.order, heads, strict=True):
            first, *others = sheets[place].pages
            copied = [_headed(first, head), *others]
            pages += copied + [laid_out.pages[-1]] * (len(copied) % 2)
        return sheets[job.order[0]].copy(pages)

    return pdf.render_joined(job.printed, arrange)


def _found(box: Foreign, name: str) -> Iterator[Foreign]:
    """The boxes of elements of a class, in order."""
    for child in getattr(box, "children", ()):
        if _is(child, name):
            yield child
        else:
            yield from _found(child, name)


def _is(box: Foreign, name: str) -> bool:
    return box.element is not None and name in (box.element.get("class") or "").split()


def _headed(page: Foreign, head: Foreign) -> Foreign:
    """A page with another head in the place of its own."""
    own = list(_found(page._page_box, HEAD))
    if len(own) != 1 or (own[0].width, own[0].height) != (head.width, head.height):
        raise pdf.PdfError("a head is not of the size of its place")
    placed = head.deepcopy()
    placed.translate(own[0].position_x - head.position_x, own[0].position_y - head.position_y)
    return type(page)(_exchanged(page._page_box, own[0], placed))


def _exchanged(box: Foreign, old: Foreign, new: Foreign) -> Foreign:
    """The boxes of a page, with one of them exchanged; those that do not hold it are the same as before."""
    children: Sequence[Foreign] = getattr(box, "children", ())
    for place, child in enumerate(children):
        found = new if child is old else _exchanged(child, old, new)
        if found is not child:
            changed = copy(box)
            changed.children = [*children[:place], found, *children[place + 1 :]]
            return changed
    return box
