"""Printing: a page's texts and drawings in, the job that a PDF is made from out."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence

from ..language import Locale
from . import pages, pdf
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
) -> pdf.Job:
    """The job of a page in one language, with English for what is not translated.

    `drawer` has set the formulas of `context` and holds all its drawings; `contributors` are named in the
    metadata.  Raises what
    `pages.render_for_print` raises.
    """
    html, faces, families = pages.render_for_print(
        template, {**context, "assets": drawer.assets}, locale, [english], styles
    )
    assets = {**drawer.assets, **faces}
    return pdf.Job(
        html, assets, frozenset(families), tuple(attachments), date, locale.direction, tuple(contributors)
    )
