"""Printing: a page's texts and drawings in, the job that a PDF is made from out."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..language import Locale
from . import joining, pages, pdf
from .drawings import Drawing
from .formula_images import SVG, Drawer


def keep(drawer: Drawer, name: str, drawing: Drawing) -> str:
    """Keep a drawing beside the drawn formulas of a PDF; the address under which its page finds it."""
    drawer.assets[f"{name}.svg"] = (drawing.print_svg.encode("utf-8"), SVG)
    return f"asset:{name}.svg"


def job(
    template: str,
    context: Mapping[str, object],
    drawer: Drawer,
    locale: Locale,
    english: Locale,
    date: datetime.date,
    styles: Sequence[str] = pages.PRINT,
    attachments: Sequence[pdf.Attachment] = (),
    contributors: Sequence[str] = (),
    strange: Sequence[Locale] = (),
) -> pdf.Job:
    """The job of a page in one language, with English for what is not translated.

    `drawer` has set the formulas of `context` and holds all its drawings; `contributors` are named in the
    metadata; `strange` are languages in whose faces strangers' names are set.  Raises what
    `pages.render_for_print` raises.
    """
    html, faces, families = pages.render_for_print(
        template, {**context, "assets": drawer.assets}, locale, [english, *strange], styles
    )
    assets = {**drawer.assets, **faces}
    return pdf.Job(
        html, assets, frozenset(families), tuple(attachments), date, locale.direction, tuple(contributors)
    )


class Copies(NamedTuple):
    """Sheets that are copied, each with a template and what it gets, as `joining.Job` has them."""

    sheets: Sequence[tuple[str, Mapping[str, object]]]
    heads: tuple[str, Mapping[str, object]]
    order: tuple[int, ...]


def copies_job(
    copies: Copies,
    drawer: Drawer,
    locale: Locale,
    others: Sequence[Locale],
    date: datetime.date,
    styles: Sequence[str],
) -> joining.Job:
    """The job of copies of sheets in one language; the arguments are as those of `job`."""
    parts = [
        (template, {**context, "assets": drawer.assets})
        for template, context in (*copies.sheets, copies.heads)
    ]
    (*sheets, heads), faces, families = pages.render_together(parts, locale, others, styles)
    assets = {**drawer.assets, **faces}
    printed = pdf.Job("", assets, frozenset(families), (), date, locale.direction)
    return joining.Job(printed, tuple(sheets), heads, copies.order)
