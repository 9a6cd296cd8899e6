"""Figures: numbers and ready labels in, SVG and PNG bytes out.  Knows no language and computes no result.

    what comes in    Panel, Group, Field, Record, Records, Coins, Lead, Leads, Attainable, Curve, Resolution,
                     Look, Palette (LIGHT, DARK)
    figures          null_distribution(panels, look), cases(fields, look), cover(title, kicker, fields, look),
                     records(figure, look), coins(figure, look), leads(figure, look),
                     attainable(panels, look), resolution(figure, look)
    bytes            svg(figure, name), png(figure, scale, margin), darken(svg), css_colours(svg),
                     renamed(svg, name, other)

A figure is laid out in CSS pixels, y downwards, `Look.width` of them wide (720 for a page, 360 for a phone).
Run as a file it draws the figures of the article in English.  How each is drawn is in `drawing/`.

>>> ends = range(1), range(2, 3)
>>> coins = Panel([1, 2, 1], 2, ends, (0, 2), "finding", "b = 2", "both ends", "centre", "k", "chance", "")
>>> svg(null_distribution([coins], Look(LIGHT, ("DejaVu Sans",), str)), "demo")[:4]
b'<svg'
"""

from __future__ import annotations

if __name__ == "__main__":  # run as a file, it is in no package, and nothing below can be imported
    from discordant.cli import main

    raise SystemExit(main(["build", "--locale", "en", "--format", "figures"]))

from .drawing.attainable import Attainable, attainable
from .drawing.cases import Field, Group, cases, cover
from .drawing.coins import Coins, coins
from .drawing.files import css_colours, darken, png, renamed, svg
from .drawing.leads import Lead, Leads, leads
from .drawing.letters import NoGlyph, rows, use_fonts, warm_up
from .drawing.look import DARK, LIGHT, Look, Palette
from .drawing.null_distribution import Panel, null_distribution
from .drawing.records import Record, Records, records
from .drawing.resolution import Curve, Resolution, resolution

__all__ = [
    "Attainable",
    "Coins",
    "Curve",
    "DARK",
    "Field",
    "Group",
    "LIGHT",
    "Lead",
    "Leads",
    "Look",
    "NoGlyph",
    "Palette",
    "Panel",
    "Record",
    "Records",
    "Resolution",
    "attainable",
    "cases",
    "coins",
    "cover",
    "css_colours",
    "darken",
    "leads",
    "null_distribution",
    "png",
    "records",
    "renamed",
    "resolution",
    "rows",
    "svg",
    "use_fonts",
    "warm_up",
]
