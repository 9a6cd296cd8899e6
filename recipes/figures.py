"""Figures: the article's numbers, labelled in one language, drawn for the page and as files.

Labels are written where the texts are; drawing needs matplotlib, a second to import, and so runs in
another process: a plan holds plain data alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from ..experiment import SCENARIOS, arrangements
from ..facts import WINDOWS, Facts
from ..language import Fact, Locale
from ..press import fonts, formulas
from ..press.blocks import Block, SourceError
from ..press.scribe import Scribe

GROUPS = {"both": "a", "only_b": "b", "only_a": "c", "neither": "d"}
FILES = (
    *(f"{name}{ending}" for name in ("null-distribution", "cases") for ending in (".svg", "-dark.svg")),
    *(f"{name}{ending}" for name in ("null-distribution", "cases") for ending in (".png", "-dark.png")),
    "cover.png",
)
PHONE = 360  # CSS pixels: a panel drawn this wide reads on a phone, and larger beside another
PNG_SCALE = 2
MARGIN = 24  # CSS pixels of paper round a figure that is shown by itself


class Lettering(NamedTuple):
    """How a language's labels are set."""

    locale: Locale
    families: tuple[str, ...]
    files: tuple[Path, ...]


class Plan(NamedTuple):
    """Everything that a language's figures show."""

    lettering: Lettering
    panels: tuple[dict[str, Any], ...]  # fields of render.Panel
    fields: tuple[dict[str, Any], ...]  # fields of render.Field, its groups as (name, count, label)
    cover: tuple[str, str]  # title and kicker

    @property
    def locale(self) -> Locale:
        """The language."""
        return self.lettering.locale


class Drawing(NamedTuple):
    """A panel as the page holds it."""

    id: str
    comparison: str
    title: str
    svg: str  # with colours as CSS variables
    view_box: str
    print_svg: str  # with the light palette's colours


def plan(scribe: Scribe, blocks: Mapping[str, Block], facts: Facts) -> Plan:
    """The figures in the scribe's language."""
    return Plan(
        lettering(scribe.locale),
        tuple(_panel(name, scribe, blocks, facts) for name in SCENARIOS),
        tuple(_field(name, scribe, blocks) for name in SCENARIOS),
        (scribe.plain(blocks["cover.title"]), scribe.plain(blocks["cover.kicker"])),
    )


def lettering(locale: Locale) -> Lettering:
    """The faces of a language's labels."""
    return Lettering(locale, fonts.families(locale, "sans"), tuple(fonts.files(locale, "sans")))


def for_page(plan: Plan) -> dict[str, list[Drawing]]:
    """Each panel of each figure by itself, with colours as CSS variables, for a row or a stack."""
    from .. import render

    look = look_of(plan.lettering)._replace(width=PHONE)
    drawings: dict[str, list[Drawing]] = {"null-distribution": [], "cases": []}
    panels = [render.Panel(**panel) for panel in plan.panels]
    fields = [_as_field(field, render) for field in plan.fields]
    for name, panel, field in zip(SCENARIOS, panels, fields, strict=True):
        bars = partial(render.null_distribution, [panel], beside=panels)
        drawings["null-distribution"].append(
            drawing("null-distribution", name, panel.title, bars, look, plan.lettering)
        )
        dots = partial(render.cases, [field], beside=fields)
        drawings["cases"].append(drawing("cases", name, field.title, dots, look, plan.lettering))
    return drawings


def as_files(plan: Plan) -> dict[str, bytes]:
    """The figures as files for others to use: SVG and PNG, light and dark, and the cover."""
    from .. import render

    look = look_of(plan.lettering)
    panels = [render.Panel(**panel) for panel in plan.panels]
    fields = [_as_field(field, render) for field in plan.fields]
    files: dict[str, bytes] = {}
    dark = look._replace(palette=render.DARK)
    files |= _four_kinds("null-distribution", partial(render.null_distribution, panels), look, dark, plan)
    files |= _four_kinds("cases", partial(render.cases, fields), look, dark, plan)
    with _glyphs_told(plan.lettering):
        files["cover.png"] = render.png(render.cover(*plan.cover, fields, look), 1)
    return files


@contextmanager
def _glyphs_told(lettering: Lettering) -> Iterator[None]:
    """A label that cannot be drawn is the text's fault, and told as that."""
    from .. import render

    try:
        yield
    except render.NoGlyph as error:
        advice = "reword, or add a face to templates/fonts/fonts.toml"
        raise SourceError(f"{lettering.locale.tag}: a label of a figure: {error}", advice=advice) from None


def _four_kinds(name: str, draw: Callable[[Any], Any], look: Any, dark: Any, plan: Plan) -> dict[str, bytes]:
    """A figure as SVG and PNG, light and dark; each has ids of its own, so that all go into one page."""
    from .. import render

    tag = plan.locale.tag
    with _glyphs_told(plan.lettering):
        figure = draw(look)
    return {
        f"{name}.svg": _standalone(render.svg(figure, f"{name}-{tag}"), plan),
        f"{name}-dark.svg": _standalone(render.darken(render.svg(figure, f"{name}-{tag}-dark")), plan),
        f"{name}.png": render.png(figure, PNG_SCALE, MARGIN),
        f"{name}-dark.png": render.png(draw(dark), PNG_SCALE, MARGIN),
    }


def _panel(name: str, scribe: Scribe, blocks: Mapping[str, Block], facts: Facts) -> dict[str, Any]:
    _a, b, c, _d = SCENARIOS[name]
    prefix = "figure.null-distribution"

    def label(part: str) -> str:
        own = blocks.get(f"{prefix}.{name}.{part}")
        local = {"b": facts[f"{name}_b"], "m": facts[f"{name}_m"]}
        return scribe.plain(own or blocks[f"{prefix}.{part}"], local)

    return {
        "weights": arrangements(b + c),
        "observed": b,
        "tail": min(b, c),
        "window": WINDOWS[name],
        "title": label("title"),
        "observed_label": label("observed"),
        "tails_label": label("tails"),
        "centre_label": label("centre"),
        "x_label": label("x"),
        "y_label": label("y"),
        "note": label("note") if f"{prefix}.{name}.note" in blocks else "",
    }


def _field(name: str, scribe: Scribe, blocks: Mapping[str, Block]) -> dict[str, Any]:
    counts = dict(zip("abcd", SCENARIOS[name], strict=True))
    groups = []
    for group, cell in GROUPS.items():
        fact = Fact(f"{name}_{cell}", counts[cell], "count")
        label = scribe.plain(blocks[f"figure.cases.{group.replace('_', '-')}"], {cell: fact})
        groups.append((group, counts[cell], label))
    return {
        "title": scribe.plain(blocks[f"figure.cases.{name}.title"]),
        "groups": tuple(groups),
        "subtitle": scribe.plain(blocks["figure.cases.subtitle"]),
    }


def look_of(lettering: Lettering) -> Any:
    """The light look of a language's figures; ticks are in Latin digits where no face has its own."""
    from .. import render

    render.use_fonts(lettering.files)
    locale, rtl = lettering.locale, lettering.locale.direction == "rtl"
    if fonts.lacking(locale.decimal(1234567890, 0), locale, "sans"):
        locale = replace(locale, digits="latn")
    return render.Look(render.LIGHT, lettering.families, partial(_tick, locale), rtl=rtl)


def _as_field(field: Mapping[str, Any], render: Any) -> Any:
    groups = [render.Group(*group) for group in field["groups"]]
    return render.Field(field["title"], groups, field["subtitle"])


def drawing(
    figure: str, comparison: str, title: str, draw: Callable[..., Any], look: Any, lettering: Lettering
) -> Drawing:
    """What `draw(look=...)` draws, as a page holds it."""
    from .. import render

    name = f"{figure}-{comparison}-{lettering.locale.tag}"  # for pages of all languages side by side
    with _glyphs_told(lettering):
        light = printed = render.svg(draw(look=look), name)
    if look.rtl:  # the program that makes the PDF sets the text of a drawing letter by letter
        printed = render.svg(draw(look=look._replace(outlined=True)), name)
    svg = _with_page_families(render.css_colours(light).decode("utf-8"), lettering)
    view_box = formulas.view_box(svg)
    body = svg[svg.index(">") :]
    head = f'<svg id="drawing-{name}" viewBox="{view_box}" role="img" aria-label="{escape(title)}"'
    return Drawing(
        f"drawing-{name}",
        comparison,
        title,
        head + body,
        view_box,
        _with_page_families(printed.decode("utf-8"), lettering),
    )


def _standalone(svg: bytes, plan: Plan) -> bytes:
    """The SVG with its font inside, so that it looks the same on any machine."""
    text = _with_page_families(svg.decode("utf-8"), plan.lettering)
    start = text.index(">") + 1
    rules = fonts.rules(fonts.characters(text), plan.locale)
    return (text[:start] + f"<style>{rules}</style>" + text[start:]).encode("utf-8")


def _with_page_families(svg: str, lettering: Lettering) -> str:
    """The drawing's font families under the names that the embedded fonts have."""
    drawn = ", ".join(f"'{family}'" for family in lettering.families)
    return svg.replace(drawn, fonts.css_families(lettering.locale, "sans").replace('"', "'"))


def _tick(locale: Locale, value: float) -> str:
    """The number at a tick: the short decimal that the drawing meant, not the double nearest to it."""
    return locale.decimal(Fraction(value).limit_denominator(10**6), 6)
