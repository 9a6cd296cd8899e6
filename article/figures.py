"""Figures: the article's numbers, labelled in one language, drawn for the page and as files.

Labels are written where the texts are; drawing needs matplotlib, a second to import, and so runs in
another process, which is given a plan.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from .. import render
from ..experiment import SCENARIOS
from ..facts.table import Facts, NullDistribution, window_of
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
from ..publication.panels import null_distribution

GROUPS = {"both": "a", "only_b": "b", "only_a": "c", "neither": "d"}
FILES = (
    *(f"{name}{ending}" for name in ("null-distribution", "cases") for ending in (".svg", "-dark.svg")),
    *(f"{name}{ending}" for name in ("null-distribution", "cases") for ending in (".png", "-dark.png")),
    "cover.png",
)
PHONE = 360  # CSS pixels: a panel drawn this wide reads on a phone, and larger beside another
PNG_SCALE = 2
MARGIN = 24  # CSS pixels of paper round a figure that is shown by itself


class Plan(NamedTuple):
    """Everything that a language's figures show."""

    lettering: Lettering
    panels: tuple[render.Panel, ...]
    fields: tuple[render.Field, ...]
    cover: tuple[str, str]  # title and kicker

    @property
    def locale(self) -> Locale:
        """The language."""
        return self.lettering.locale


def plan(scribe: Scribe, blocks: Mapping[str, Block], facts: Facts) -> Plan:
    """The figures in the scribe's language."""
    return Plan(
        lettering(scribe.locale),
        tuple(_panel(name, scribe, blocks, facts) for name in SCENARIOS),
        tuple(_field(name, scribe, blocks, facts) for name in SCENARIOS),
        (scribe.plain(blocks["cover.title"]), scribe.plain(blocks["cover.kicker"])),
    )


def for_page(plan: Plan) -> dict[str, list[Drawing]]:
    """Each panel of each figure by itself, with colours as CSS variables, for a row or a stack."""
    look = look_of(plan.lettering)._replace(width=PHONE)
    drawings: dict[str, list[Drawing]] = {"null-distribution": [], "cases": []}
    for name, panel, field in zip(SCENARIOS, plan.panels, plan.fields, strict=True):
        bars = partial(render.null_distribution, [panel], beside=plan.panels)
        drawings["null-distribution"].append(
            drawing("null-distribution", name, panel.title, bars, look, plan.lettering)
        )
        dots = partial(render.cases, [field], beside=plan.fields)
        drawings["cases"].append(drawing("cases", name, field.title, dots, look, plan.lettering))
    return drawings


def as_files(plan: Plan) -> dict[str, bytes]:
    """The figures as files for others to use: SVG and PNG, light and dark, and the cover."""
    look = look_of(plan.lettering)
    files: dict[str, bytes] = {}
    dark = look._replace(palette=render.DARK)
    bars, dots = partial(render.null_distribution, plan.panels), partial(render.cases, plan.fields)
    files |= _four_kinds("null-distribution", bars, look, dark, plan)
    files |= _four_kinds("cases", dots, look, dark, plan)
    with glyphs_told(plan.lettering):
        files["cover.png"] = render.png(render.cover(*plan.cover, plan.fields, look), 1)
    return files


def _four_kinds(name: str, draw: Draw, look: render.Look, dark: render.Look, plan: Plan) -> dict[str, bytes]:
    """A figure as SVG and PNG, light and dark; each has ids of its own, so that all go into one page."""
    tag = plan.locale.tag
    with glyphs_told(plan.lettering):
        figure = draw(look)
    return {
        f"{name}.svg": _standalone(render.svg(figure, f"{name}-{tag}"), plan),
        f"{name}-dark.svg": _standalone(render.darken(render.svg(figure, f"{name}-{tag}-dark")), plan),
        f"{name}.png": render.png(figure, PNG_SCALE, MARGIN),
        f"{name}-dark.png": render.png(draw(dark), PNG_SCALE, MARGIN),
    }


def _panel(name: str, scribe: Scribe, blocks: Mapping[str, Block], facts: Facts) -> render.Panel:
    """The null distribution of a comparison, as its facts have it, with its labels."""
    law, prefix = NullDistribution.of(facts, f"{name}_"), "figure.null-distribution"

    def label(part: str) -> str:
        own = blocks.get(f"{prefix}.{name}.{part}")
        if part == "note" and own is None:  # only what the figure cuts off needs one
            return ""
        local = {"b": facts[f"{name}_b"], "m": facts[f"{name}_m"]}
        return scribe.plain(own or blocks[f"{prefix}.{part}"], local)

    return null_distribution(law, window_of(facts, f"{name}_"), label)


def _field(name: str, scribe: Scribe, blocks: Mapping[str, Block], facts: Facts) -> render.Field:
    """The cases of a comparison, as its facts count them, with their labels."""
    groups = []
    for group, cell in GROUPS.items():
        fact = facts[f"{name}_{cell}"]
        label = scribe.plain(blocks[f"figure.cases.{group.replace('_', '-')}"], {cell: fact})
        groups.append(render.Group(group, int(fact.number), label))
    title = scribe.plain(blocks[f"figure.cases.{name}.title"])
    return render.Field(title, tuple(groups), scribe.plain(blocks["figure.cases.subtitle"]))


def _standalone(svg: bytes, plan: Plan) -> bytes:
    """The SVG with its font inside, so that it looks the same on any machine."""
    text = with_page_families(svg.decode("utf-8"), plan.lettering)
    start = text.index(">") + 1
    rules = fonts.rules(fonts.characters(text), plan.locale)
    return (text[:start] + f"<style>{rules}</style>" + text[start:]).encode("utf-8")
