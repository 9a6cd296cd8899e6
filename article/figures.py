"""Figures: the article's numbers, labelled in one language, drawn for the page and as files.

Labels are written where the texts are; drawing needs matplotlib, a second to import, and so runs in
another process, which is given a plan.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from .. import render
from ..experiment import SCENARIOS
from ..facts.table import Facts
from ..language import Locale
from ..press import fonts
from ..press.blocks import Block
from ..press.drawings import (
    Draw,
    Drawing,
    Lettering,
    drawing,
    glyphs_told,
    lettering,
    look_of,
    with_page_families,
)
from ..press.scribe import Scribe
from . import panels

# each figure and its panels, of which a page shows each as a drawing of its own
PANELS: dict[str, tuple[str, ...]] = {
    "cases": tuple(SCENARIOS),
    "records": ("table", "cells"),
    "coins": ("sequences",),
    "null-distribution": tuple(SCENARIOS),
    "leads": ("intervals",),
    "attainable": tuple(SCENARIOS),
}
NARROW = tuple(name for name, panels in PANELS.items() if not panels[1:])  # no wider than the text
_TITLES = {  # of the panels that are no comparison
    ("records", "table"): "figure.records.title",
    ("records", "cells"): "figure.records.cells",
    ("coins", "sequences"): "figure.coins.title",
    ("leads", "intervals"): "figure.leads.title",
}
FILES = (
    *(f"{name}{ending}" for name in PANELS for ending in (".svg", "-dark.svg", ".png", "-dark.png")),
    "cover.png",
)
PHONE = 360  # CSS pixels: a panel drawn this wide reads on a phone, and larger beside another
ALONE = 480  # CSS pixels of a file that shows one panel
PNG_SCALE = 2
MARGIN = 24  # CSS pixels of paper round a figure that is shown by itself


class Plan(NamedTuple):
    """Everything that a language's figures show."""

    lettering: Lettering
    shown: tuple[str, ...]  # the figures that the article has
    panels: tuple[render.Panel, ...]
    fields: tuple[render.Field, ...]
    records: render.Records
    coins: render.Coins
    leads: render.Leads
    attainable: tuple[render.Attainable, ...]
    cover: tuple[str, str]  # title and kicker

    @property
    def locale(self) -> Locale:
        """The language."""
        return self.lettering.locale

    def title(self, figure: str, panel: str) -> str:
        """What stands over a panel."""
        place = PANELS[figure].index(panel)
        if figure == "records":
            return (self.records.title, self.records.cells_title)[place]
        alone = {"coins": self.coins.title, "leads": self.leads.title}
        rows: Mapping[str, Sequence[render.Panel | render.Field | render.Attainable]] = {
            "cases": self.fields,
            "null-distribution": self.panels,
            "attainable": self.attainable,
        }
        return alone[figure] if figure in alone else rows[figure][place].title


def title_block(figure: str, panel: str) -> str:
    """The id of the block that is the title of a panel."""
    return _TITLES.get((figure, panel), f"figure.{figure}.{panel}.title")


def plan(
    scribe: Scribe, blocks: Mapping[str, Block], facts: Facts, shown: Sequence[str] = tuple(PANELS)
) -> Plan:
    """The figures in the scribe's language; `shown` are those of the article, the others are files alone."""
    labels = panels.Labels(scribe, blocks, facts)
    return Plan(
        lettering(scribe.locale),
        tuple(name for name in PANELS if name in shown),
        tuple(panels.null_distribution(name, labels) for name in SCENARIOS),
        tuple(panels.field(name, labels) for name in SCENARIOS),
        panels.records(labels),
        panels.coins(labels),
        panels.leads(labels),
        tuple(panels.attainable(name, labels) for name in SCENARIOS),
        (labels("cover.title"), labels("cover.kicker")),
    )


def for_page(plan: Plan) -> dict[str, list[Drawing]]:
    """Each panel of each figure by itself, with colours as CSS variables, for a row or a stack."""
    look = look_of(plan.lettering)._replace(width=PHONE)
    return {
        figure: [
            drawing(figure, panel, plan.title(figure, panel), draw, look, plan.lettering)
            for panel, draw in zip(PANELS[figure], _draw_each(plan, figure), strict=True)
        ]
        for figure in plan.shown
    }


def as_files(plan: Plan) -> dict[str, bytes]:
    """The figures as files for others to use: SVG and PNG, light and dark, and the cover."""
    look = look_of(plan.lettering)
    files: dict[str, bytes] = {}
    for figure, names in PANELS.items():
        wide = look if len(names) > 1 else look._replace(width=ALONE)
        files |= _four_kinds(figure, _draw_whole(plan, figure), wide, plan)
    with glyphs_told(plan.lettering):
        files["cover.png"] = render.png(render.cover(*plan.cover, plan.fields, look), 1)
    return files


def _draw_each(plan: Plan, figure: str) -> list[Draw]:
    """What draws each panel of a figure."""
    draw: Mapping[str, list[Draw]] = {
        "cases": [partial(render.cases, [each], beside=plan.fields) for each in plan.fields],
        "records": [partial(render.records, plan.records, part=part) for part in PANELS["records"]],
        "coins": [partial(render.coins, plan.coins)],
        "null-distribution": [
            partial(render.null_distribution, [each], beside=plan.panels) for each in plan.panels
        ],
        "leads": [partial(render.leads, plan.leads)],
        "attainable": [
            partial(render.attainable, [each], beside=plan.attainable) for each in plan.attainable
        ],
    }
    return draw[figure]


def _draw_whole(plan: Plan, figure: str) -> Draw:
    """What draws a figure with all of its panels."""
    draw: Mapping[str, Draw] = {
        "cases": partial(render.cases, plan.fields),
        "records": partial(render.records, plan.records),
        "coins": partial(render.coins, plan.coins),
        "null-distribution": partial(render.null_distribution, plan.panels),
        "leads": partial(render.leads, plan.leads),
        "attainable": partial(render.attainable, plan.attainable),
    }
    return draw[figure]


def _four_kinds(name: str, draw: Draw, look: render.Look, plan: Plan) -> dict[str, bytes]:
    """A figure as SVG and PNG, light and dark; each has ids of its own, so that all go into one page."""
    tag, dark = plan.locale.tag, look._replace(palette=render.DARK)
    with glyphs_told(plan.lettering):
        figure = draw(look)
    light = render.svg(figure, f"{name}-{tag}")
    return {
        f"{name}.svg": _standalone(light, plan),
        f"{name}-dark.svg": _standalone(
            render.renamed(render.darken(light), f"{name}-{tag}", f"{name}-{tag}-dark"), plan
        ),
        f"{name}.png": render.png(figure, PNG_SCALE, MARGIN),
        f"{name}-dark.png": render.png(draw(dark), PNG_SCALE, MARGIN),
    }


def _standalone(svg: bytes, plan: Plan) -> bytes:
    """The SVG with its font inside, so that it looks the same on any machine."""
    text = with_page_families(svg.decode("utf-8"), plan.lettering)
    start = text.index(">") + 1
    rules = fonts.rules(fonts.characters(text), plan.locale)
    return (text[:start] + f"<style>{rules}</style>" + text[start:]).encode("utf-8")
