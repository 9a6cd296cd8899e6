"""Figures: numbers and ready labels in, SVG and PNG bytes out. Knows no language and computes no result.

    what comes in    Panel, Group, Field, Resolution, Curve, Look, Palette (LIGHT, DARK)
    figures          null_distribution(panels, look), cases(fields, look), cover(title, kicker, fields, look),
                     resolution(figure, look)
    bytes            svg(figure, name), png(figure, scale, margin), darken(svg), css_colours(svg)

A figure is laid out in CSS pixels, y downwards, `Look.width` of them wide (720 for a page, 360 for a phone),
without Axes, so that each bar and dot can be read back from the SVG. A user's matplotlibrc has no effect.

>>> ends = range(1), range(2, 3)
>>> coins = Panel([1, 2, 1], 2, ends, (0, 2), "finding", "b = 2", "both ends", "centre", "k", "chance", "")
>>> svg(null_distribution([coins], Look(LIGHT, ("DejaVu Sans",), str)), "demo")[:4]
b'<svg'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from io import BytesIO, StringIO
from math import ceil, floor, inf, log, log10, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:  # matplotlib costs a second, so it is imported where it draws
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontPath
    from matplotlib.patches import PathPatch
    from matplotlib.text import Text

# === What comes in ===


class Palette(NamedTuple):
    """Colours by meaning, lower-case hexes; `only_b_text` is the CSS variable `--only-b-text`."""

    paper: str
    ink: str  # what was observed
    muted: str  # axes and notes
    rule: str  # grid lines
    blue: str  # what chance expects
    red: str  # as extreme as seen
    only_b: str  # its dots; the words beside them are a shade that reads as text
    only_b_text: str
    only_a: str
    both: str
    neither: str


LIGHT = Palette(
    *("#fffdf9", "#1b1b1f", "#5c5e64", "#dedad1", "#2f69ad", "#b8261d"),
    *("#d07a00", "#8f5500", "#5a39a5", "#c4c0b5", "#85827a"),
)
DARK = Palette(
    *("#16181c", "#ece9e2", "#a6a9b0", "#34373d", "#6ca6ea", "#f47a6e"),
    *("#f3b64c", "#f3b64d", "#9378ee", "#4c5058", "#90939b"),
)


class Look(NamedTuple):
    """Colours, font families in order of fall-back, how the number at a tick is written, width in pixels."""

    palette: Palette
    families: tuple[str, ...]
    number: Callable[[float], str]
    width: float = 720
    rtl: bool = False  # headings begin on the right, and fields of dots too; scales of numbers stay
    outlined: bool = False  # letters as outlines, for readers of SVG that cannot join them


class Panel(NamedTuple):
    """One null distribution: P(K = k) = weights[k] / 2**m with m = len(weights) - 1."""

    weights: Sequence[int]
    observed: int
    tails: tuple[range, range]  # the red bars: k from 0 on, and k up to m
    window: tuple[int, int]  # first and last k that is drawn
    title: str
    observed_label: str
    tails_label: str
    centre_label: str
    x_label: str
    y_label: str
    note: str


class Group(NamedTuple):
    """A block of dots; the name is "both", "only_b", "only_a" or "neither": colour, shape and place."""

    name: str
    count: int  # type: ignore[assignment]  # the tuple method it hides is not needed
    label: str


class Field(NamedTuple):
    """One comparison, every case a dot."""

    title: str
    groups: Sequence[Group]
    subtitle: str


class Curve(NamedTuple):
    """The smallest lead that can be shown, by the size of the test set, at one rate of disagreement."""

    points: Sequence[tuple[float, float]]  # (size, lead in percentage points), sizes growing
    label: str


class Resolution(NamedTuple):
    """What test sets can show, and one lead that is held against it."""

    curves: Sequence[Curve]
    mark: tuple[float, float, str]  # size, lead, label
    title: str
    x_label: str
    y_label: str
    note: str


# === Text ===


def warm_up() -> None:
    """Import what draws, ahead of the first figure."""
    import matplotlib.figure
    import matplotlib.font_manager

    del matplotlib


def use_fonts(paths: Iterable[Path]) -> None:
    """Make the font files known to matplotlib; a file already known is left alone."""
    from matplotlib.font_manager import fontManager

    known = {entry.fname for entry in fontManager.ttflist}
    for path in paths:
        if str(path) not in known:
            fontManager.addfont(str(path))


@lru_cache
def _faces(families: tuple[str, ...], weight: str) -> tuple[Sequence[FontPath], frozenset[int]]:
    """The font file of each family, and all characters they hold; ValueError names an unknown family."""
    from matplotlib.font_manager import FontProperties, findfont, get_font

    wanted = [FontProperties(family=[family], weight=weight) for family in families]
    files = [findfont(face, fallback_to_default=False) for face in wanted]
    return files, frozenset(sign for file in files for sign in get_font([file]).get_charmap())


class NoGlyph(ValueError):
    """A label with a character that no family holds; the message names both."""


@lru_cache(4096)
def _width(text: str, families: tuple[str, ...], size: float, weight: str) -> float:
    """How wide the line is; NoGlyph names a character that no family holds."""
    from matplotlib.font_manager import get_font

    files, known = _faces(families, weight)
    text = _DIRECTIONS.sub("", text)
    for sign in text:
        if ord(sign) not in known or sign < " ":
            raise NoGlyph(f"no glyph for {sign!r} (U+{ord(sign):04X}) in {', '.join(families)}: {text!r}")
    font = get_font(files)
    font.set_size(size, 72)
    font.set_text(text)
    return font.get_width_height()[0] / 64


_HAN, _OPEN, _CLOSE = "\u2e80-\u9fff\uff00-\uffef", "（《「『“", "，。、；：！？）》」』”"
_STOPS, _WORD = tuple(",.;:،؛，。；："), rf"[^ \u200b{_HAN}]+"
_RIGHT_TO_LEFT, _DIRECTIONS = re.compile("[\u0590-\u08ff]"), re.compile("[\u200e\u200f\u2066-\u2069]")
_PIECE = re.compile(rf" ?[{_OPEN}]*(?:[{_HAN}]|{_WORD}(?: [=≤≥<>×] {_WORD})*)[{_CLOSE}]*| ")


def _fill(text: str, width: float, measure: Callable[[str], float]) -> list[str]:
    """The text in lines as full as `width` allows, broken at spaces (not at "="), at U+200B and in Chinese.

    >>> _fill("number k = 10 仅乙模型对。", 5, len)
    ['number', 'k = 10', '仅乙模型', '对。']
    """
    lines = [""]
    for piece in _PIECE.findall(text):
        if lines[-1] and measure((lines[-1] + piece).strip(" ")) > width:
            lines.append("")
        lines[-1] += piece
    return [line.strip(" ") for line in lines]


# === The sheet ===

_Stroke = Sequence[tuple[float, float]]
_Box = tuple[float, float, float, float]

_BETWEEN = 30  # pixels between two panels or fields
_DOT = 0.01  # a stroke so short that its caps are the dot


class _Sheet:
    """A part of a figure with its own origin and scale, where text and outlines are set in pixels."""

    def __init__(self, figure: Figure, look: Look, x: float = 0, y: float = 0, scale: float = 1) -> None:
        from matplotlib.transforms import Affine2D, ScaledTranslation

        self.figure, self.look, self.colour, self.scale = figure, look, look.palette, scale
        pixels = Affine2D().scale(scale, -scale).translate(x, -y).scale(1 / 72) + figure.dpi_scale_trans
        self.transform = pixels + ScaledTranslation(0, 1, figure.transFigure)  # type: ignore[arg-type]

    def wrap(self, text: str, width: float, size: float, weight: str) -> tuple[list[str], float]:
        """The text in the fewest lines that fit, two broken evenly or at a stop; the width of the longest."""
        measure = partial(_width, families=self.look.families, size=size, weight=weight)

        def cost(lines: Iterable[str]) -> tuple[bool, float]:
            first, second = lines
            longest = max(measure(first), measure(second))
            return longest > width, longest * (0.75 if first.endswith(_STOPS) else 1)

        lines = _fill(text, width, measure) if text else []
        if len(lines) == 2:
            pieces = _PIECE.findall(text)
            halves = (("".join(pieces[:n]), "".join(pieces[n:]).strip(" ")) for n in range(1, len(pieces)))
            lines = list(min(halves, key=cost))
        return lines, max(map(measure, lines), default=0)

    def text(
        self, x: float, y: float, text: str, colour: str, width: float = inf, *,
        size: float = 12.5, align: str = "left", weight: str = "normal", leading: float = 1.3,
    ) -> float:  # fmt: skip
        """Text from the baseline y on, wrapped to `width`; the last baseline comes back.

        "start" is the left edge of that width, in a figure that begins on the right the right edge.
        """
        from matplotlib.text import Text

        lines, _ = self.wrap(text, width, size, weight)
        if align == "start":
            x, align = (x + width, "right") if self.look.rtl else (x, "left")
        for number, line in enumerate(lines):
            if _RIGHT_TO_LEFT.search(text):
                line = f"\u2067{line}\u2069"  # isolated, from right to left
            label = Text(
                x, y + number * size * leading, line, transform=self.transform, color=colour,
                fontsize=size * self.scale, fontfamily=list(self.look.families), fontweight=weight,
                ha=align, va="baseline", parse_math=False,
            )  # fmt: skip
            self.figure.add_artist(self.outlined(label, size) if self.look.outlined else label)
        return y + (len(lines) - 1) * size * leading

    def outlined(self, label: Text, size: float) -> PathPatch:
        """The letters of a line as a path."""
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path as Outline
        from matplotlib.textpath import text_to_path
        from matplotlib.transforms import Affine2D

        points, codes = text_to_path.get_text_path(label.get_fontproperties(), label.get_text())
        grow, across = size / text_to_path.FONT_SCALE, [x for x, _ in points]
        side = {"left": 0, "center": 0.5, "right": 1}[label.get_horizontalalignment()]
        x, y = label.get_position()
        x -= grow * (min(across) * (1 - side) + max(across) * side)
        place = Affine2D().scale(grow, -grow).translate(x, y) + self.transform
        return PathPatch(Outline(points, codes), transform=place, color=label.get_color(), linewidth=0)

    def outline(self, strokes: Iterable[_Stroke], name: str | None = None, **style: object) -> None:
        """Many strokes or polygons as one path, which has a name if one looks for it in the SVG."""
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path as Outline

        strokes = list(strokes)
        if strokes:
            codes = [code for stroke in strokes for code in (1, *[2] * (len(stroke) - 1))]  # move to, line to
            path = Outline([point for stroke in strokes for point in stroke], codes)
            style = {"linewidth": 0, "fill": False, "joinstyle": "round", "snap": False, "gid": name} | style
            patch = PathPatch(path, transform=self.transform, **style)
            patch.set_linewidth(patch.get_linewidth() * self.scale)
            self.figure.add_artist(patch)

    def bars(self, boxes: Iterable[_Box], name: str, colour: str, hatch: str | None = None) -> None:
        """Filled boxes (left, top, right, bottom), hatched in the colour of the paper if wished."""
        polygons = [((x, bottom), (x, y), (right, y), (right, bottom)) for x, y, right, bottom in boxes]
        style = {"hatch": hatch, "hatchcolor": self.colour.paper, "hatch_linewidth": 1}
        self.outline(polygons, name, fill=True, facecolor=colour, **style)


@contextmanager
def _settings() -> Iterator[None]:
    """The defaults of matplotlib and ours, whatever a matplotlibrc says."""
    import matplotlib

    settings: dict[Any, Any] = {k: v for k, v in matplotlib.rcParamsDefault.items() if k != "backend"}
    settings |= {"svg.fonttype": "none", "svg.hashsalt": "discordant", "path.simplify": False}
    with matplotlib.rc_context(settings):
        yield


def _figure(look: Look) -> Figure:
    """An empty figure; its height is set once it is known."""
    from matplotlib.figure import Figure

    return Figure(figsize=(look.width / 72, 1), dpi=72, facecolor=look.palette.paper)


# === Null distributions ===


def _heights(top: float) -> tuple[float, float]:
    """Two round probabilities up to `top`, one twice the other, with as many decimals.

    >>> _heights(0.176), _heights(0.06), _heights(1)
    ((0.08, 0.16), (0.03, 0.06), (0.4, 0.8))
    """
    places = -floor(log10(top / 2))
    digit = (1, 2, 3, 4, 4, 6, 6, 8, 8)[int(top / 2 * 10**places + 1e-9) - 1]  # twice it never ends in 0
    return digit / 10**places, 2 * digit / 10**places


def _wins(first: int, last: int, most: int) -> range:
    """At most `most` round numbers from `first` to `last`.

    >>> _wins(0, 20, 6), _wins(55, 125, 8)
    (range(0, 21, 5), range(60, 126, 10))
    """
    steps = (digit * 10**zeros for zeros in range(20) for digit in (1, 2, 5))
    step = next(step for step in steps if last // step - (first - 1) // step <= most)
    return range(-(-first // step) * step, last + 1, step)


class _Plot:
    """Where the numbers of one panel stand on its sheet, bars between two edges, grid lines up to `end`."""

    def __init__(self, panel: Panel, left: float, right: float, top: float, base: float) -> None:
        self.panel, self.left, self.right, self.top, self.base = panel, left, right, top, base
        self.size, self.end, (self.first, self.last) = len(panel.weights) - 1, right, panel.window
        self.peak: float = max(panel.weights) / 2**self.size
        self.step = (right - left) / (self.last - self.first + 1)
        drawn, (low, high) = range(self.first, self.last + 1), panel.tails
        self.low, self.high = [k for k in drawn if k in low], [k for k in drawn if k in high]
        self.centre = [k for k in drawn if k not in low and k not in high]

    def x(self, wins: float) -> float:
        return self.left + (wins - self.first + 0.5) * self.step

    def y(self, probability: float) -> float:
        return self.base - probability / self.peak * (self.base - self.top)

    def box(self, wins: int) -> _Box:
        half = self.step * (0.42 if self.step > 3 else 0.5)
        top = self.y(self.panel.weights[wins] / 2**self.size)
        return self.x(wins) - half, top, self.x(wins) + half, self.base


def _axes(sheet: _Sheet, plot: _Plot | _Chart, xs: Sequence[float], ys: Sequence[float]) -> None:
    """Numbers along both axes, ticks below, and grid lines, or ticks to the left, but for the lowest."""
    colour, number = sheet.colour, sheet.look.number
    grid = [((plot.left, plot.y(y)), (plot.end, plot.y(y))) for y in ys[1:]]
    sheet.outline(grid, edgecolor=colour.rule if plot.end > plot.left else colour.muted, linewidth=0.8)
    ticks = [((plot.x(x), plot.base), (plot.x(x), plot.base + 4)) for x in xs]
    sheet.outline(ticks, edgecolor=colour.muted, linewidth=0.8)
    for y in ys:
        sheet.text(plot.left - 8, plot.y(y) + 4, number(y), colour.muted, size=12, align="right")
    for x in xs:
        sheet.text(plot.x(x), plot.base + 18, number(x), colour.muted, size=12, align="center")


def _bars(sheet: _Sheet, plot: _Plot, name: str) -> None:
    """The blue centre, the red tails, the dashed line at b, a pointer over tails too low to be seen."""
    colour, base, observed = sheet.colour, plot.base, plot.x(plot.panel.observed)
    sheet.bars(map(plot.box, plot.centre), f"{name}-centre", colour.blue)
    sheet.bars(map(plot.box, (*plot.low, *plot.high)), f"{name}-tails", colour.red, "/////")
    floor, line = ((plot.left, base), (plot.right, base)), ((observed, plot.top - 36), (observed, base))
    sheet.outline([floor], f"{name}-base", edgecolor=colour.ink, linewidth=1)
    dashed = {"linewidth": 1.5, "linestyle": (0, (4, 2.5))}
    sheet.outline([line], f"{name}-observed", edgecolor=colour.ink, **dashed)
    low = [plot.x(k) for k in (*plot.low[-1:], *plot.high[:1]) if base - plot.box(k)[1] < 3]
    pointers = [((x, base - 3), (x - 5, base - 12), (x + 5, base - 12), (x, base - 3)) for x in low]
    sheet.outline(pointers, f"{name}-pointers", fill=True, facecolor=colour.red)


def _labels(sheet: _Sheet, plot: _Plot) -> None:
    """The label at the dashed line, on its outer side if there is room; that of the centre inside."""
    panel, x, peak = plot.panel, plot.x(plot.panel.observed), plot.x(plot.size / 2)
    right = panel.observed * 2 >= plot.size
    _, wide = sheet.wrap(panel.observed_label, inf, 12.5, "bold")
    outside = x + 7 + wide <= plot.right + 12 if right else x - 7 - wide >= 0
    place, side = (x + 7, "left") if right == outside else (x - 7, "right")
    sheet.text(place, plot.top - 26, panel.observed_label, sheet.colour.ink, align=side, weight="bold")
    room = x - 7 if right else plot.right + 5 - x
    lines, wide = sheet.wrap(panel.centre_label, room, 12.5, "bold")
    middle = min(peak, x - 7 - wide / 2) if right else max(peak, x + 7 + wide / 2)
    y = plot.top - 8 - (len(lines) - 1) * 16.25
    sheet.text(middle, y, panel.centre_label, sheet.colour.blue, room, align="center", weight="bold")


def _bracket(sheet: _Sheet, plot: _Plot, y: float, name: str) -> float:
    """Both tails marked and joined under the axis over their common label, whose last baseline comes back."""
    half, red = plot.step / 2, sheet.colour.red
    spans = [(plot.x(tail[0]) - half, plot.x(tail[-1]) + half) for tail in (plot.low, plot.high) if tail]
    sheet.bars([(start, y - 3, end, y + 3) for start, end in spans], f"{name}-rails", red, "/////")
    join = [((spans[0][0], y), (spans[-1][-1], y))] if spans else []
    sheet.outline(join, f"{name}-join", edgecolor=red, linewidth=1)
    middle, room = (plot.left + plot.right) / 2, plot.right - plot.left
    return sheet.text(middle, y + 19, plot.panel.tails_label, red, room, align="center", weight="bold")


def _panel(sheet: _Sheet, panel: Panel, beside: Sequence[Panel], name: str) -> float:
    """Draws a panel, its head as high as those of the panels beside it, and gives back its height."""
    colour, width = sheet.colour, sheet.look.width
    sheet.text(0, 15, panel.title, colour.ink, width, size=16, weight="bold", align="start")
    rows = max(len(sheet.wrap(each.title, width, 16, "bold")[0]) for each in (panel, *beside))
    y = sheet.text(0, 35 + (rows - 1) * 20.8, panel.y_label, colour.muted, width) + 46
    plot = _Plot(panel, 40, width - 12, y, y + (150 if width > 500 else 140))
    _axes(sheet, plot, _wins(*panel.window, 8 if width > 500 else 6), (0, *_heights(plot.peak)))
    _bars(sheet, plot, name)
    _labels(sheet, plot)
    middle, room = (plot.left + plot.right) / 2, plot.right - plot.left
    y = sheet.text(middle, plot.base + 35, panel.x_label, colour.muted, room, align="center")
    y = _bracket(sheet, plot, y + 14, name)
    return sheet.text(middle, y + 18, panel.note, colour.muted, room, size=12, align="center") + 6


@_settings()
def null_distribution(panels: Sequence[Panel], look: Look, beside: Sequence[Panel] = ()) -> Figure:
    """The panels one under the other, each on its own scale; those `beside` stand level in other figures."""
    figure, y = _figure(look), 0.0
    for number, panel in enumerate(panels, 1):
        y += _panel(_Sheet(figure, look, 0, y), panel, beside, f"panel-{number}") + _BETWEEN
    figure.set_figheight(ceil(y - _BETWEEN) / 72)
    return figure


# === Cases ===


def _grid(fields: Sequence[Field]) -> tuple[int, int, int]:
    """Dots in a row (50 for 1,000 cases), rows of the upper and of the lower part: the same in all fields."""
    counts = [{group.name: group.count for group in field.groups} for field in fields]
    columns = max(20, *(10 * ceil(5 * sqrt(sum(c.values()) / 1000)) for c in counts))
    above = max(ceil(max(c["only_b"], c["only_a"]) / (columns * 2 // 5)) for c in counts)
    below = columns * 2 // 5
    while any(ceil(c["both"] / below) + 1 + ceil(c["neither"] / below) > columns for c in counts):
        below += 1
    return columns, max(1, above), below


def _dots(sheet: _Sheet, group: Group, places: Sequence[tuple[float, float]], cell: float, name: str) -> None:
    """A group's dots as one path: large discs, squares, small discs or crosses."""
    style: dict[str, object] = {"edgecolor": getattr(sheet.colour, group.name), "linewidth": cell * 0.17}
    strokes = [((x, y), (x + _DOT, y)) for x, y in places]
    if group.name == "neither":
        arms = [(x, y, cell * 0.26 * slope, cell * 0.26) for x, y in places for slope in (1, -1)]
        strokes = [((x - dx, y - dy), (x + dx, y + dy)) for x, y, dx, dy in arms]
    else:
        style["linewidth"] = {"only_b": 0.82, "only_a": 0.72, "both": 0.56}[group.name] * cell
        style["capstyle"] = "projecting" if group.name == "only_a" else "round"
    sheet.outline(strokes, f"{name}-{group.name.replace('_', '-')}", **style)


def rows(text: str, width: float, look: Look, size: float = 12.5, weight: str = "normal") -> int:
    """How many lines a label takes in a width of so many pixels; NoGlyph for a character without a face."""
    return len(_fill(text, width, partial(_width, families=look.families, size=size, weight=weight)))


def _rows(fields: Sequence[Field], look: Look, room: float) -> tuple[int, int]:
    """The lines that labels over and under the fields take: under them one, while two fit side by side."""
    labels = [{group.name: group.label for group in field.groups} for field in fields]
    over = max(
        rows(each[name], room, look, weight="bold") for each in labels for name in ("only_b", "only_a")
    )
    under = max(rows(each[name], room, look) for each in labels for name in ("both", "neither"))
    pairs = [f"{each['both']}   {each['neither']}" for each in labels]
    return over, 1 if all(rows(pair, 2 * room, look) == 1 for pair in pairs) else under


def _field(
    sheet: _Sheet, field: Field, grid: tuple[int, int, int], width: float, name: str, beside: Sequence[Field]
) -> float:
    """Draws a field and gives back its height: cases one model alone got right above, all others below."""
    room = width / 2 - 6
    over, under = _rows([field, *beside], sheet.look, room)
    colour, (columns, above, below) = sheet.colour, grid
    cell, groups, rtl = width / columns, {group.name: group for group in field.groups}, sheet.look.rtl
    start, end = ("right", "left") if rtl else ("left", "right")

    def flip(x: float) -> float:
        return width - x if rtl else x

    y = sheet.text(0, 15, field.title, colour.ink, width, size=16, weight="bold", align="start")
    y = sheet.text(0, y + 23, field.subtitle, colour.ink, width, size=18, align="start") + 24
    y += (over - 1) * 16.25
    alone = (groups["only_b"], 0, colour.only_b_text), (groups["only_a"], width / 2, colour.only_a)
    for group, x, tone in alone:
        up = (rows(group.label, room, sheet.look, weight="bold") - 1) * 16.25
        sheet.text(flip(x), y - up, group.label, tone, room, weight="bold", align=start)
        cells = (divmod(n, columns * 2 // 5) for n in range(group.count))
        places = [(flip(x + (i + 0.5) * cell), y + 8 + (j + 0.5) * cell) for j, i in cells]
        _dots(sheet, group, places, cell, name)
    y += above * cell + 22
    for group, x, align in ((groups["both"], 0, start), (groups["neither"], width, end)):
        beneath = y + below * cell + 17
        sheet.text(flip(x), beneath, group.label, colour.muted, room if under > 1 else inf, align=align)
        x -= ceil(group.count / below) * cell * (align == end)
        cells = (divmod(n, below) for n in range(group.count))
        places = [(flip(x + (i + 0.5) * cell), y + (j + 0.5) * cell) for i, j in cells]
        _dots(sheet, group, places, cell, name)
    return y + below * cell + 23 + (under - 1) * 16.25


@_settings()
def cases(fields: Sequence[Field], look: Look, beside: Sequence[Field] = ()) -> Figure:
    """The fields in a row, on a phone in a column; those `beside` are in other figures and share the grid."""
    figure, grid = _figure(look), _grid([*fields, *beside])
    across = len(fields) if look.width > 500 else 1
    width, y, bottom = (look.width + _BETWEEN) / across - _BETWEEN, 0.0, 0.0
    for n, field in enumerate(fields):
        place = across - 1 - n % across if look.rtl else n % across
        sheet = _Sheet(figure, look, place * (width + _BETWEEN), y)
        bottom = max(bottom, y + _field(sheet, field, grid, width, f"field-{n + 1}", [*fields, *beside]))
        y = bottom + _BETWEEN if across == 1 else 0
    figure.set_figheight(ceil(bottom) / 72)
    return figure


@_settings()
def cover(title: str, kicker: str, fields: Sequence[Field], look: Look) -> Figure:
    """A picture of 1200 x 630 pixels to share the page with: the title over the fields of dots."""
    figure, grid = _figure(look._replace(width=1200)), _grid(fields)
    figure.set_figheight(630 / 72)
    width, scale, sheet = 1140 / len(fields) - 60, 1.5, _Sheet(figure, look, 60)
    draw = partial(_field, grid=grid, width=width / scale, name="field", beside=fields)
    top = 604 - scale * max(draw(_Sheet(_figure(look), look), field) for field in fields)
    for n, field in enumerate(reversed(fields) if look.rtl else fields):
        draw(_Sheet(figure, look, 60 + n * (width + 60), top, scale), field)
    sheet.text(0, 58, kicker, look.palette.muted, 1080, size=24, align="start")
    rows = ((size, len(sheet.wrap(title, 1080, size, "bold")[0])) for size in range(56, 20, -4))
    size = next((size for size, lines in rows if 84 + lines * size * 1.15 < top), 20)
    sheet.text(
        0, 68 + size, title, look.palette.ink, 1080, size=size, weight="bold", align="start", leading=1.15
    )
    return figure


# === Resolution ===

_LINES = ("-", 1.5), ("--", 1.8), (":", 2.4), ("-.", 2), ("-", 3.2), ("--", 3)  # told apart without colour


def _ladder(low: float, high: float, most: int, digits: Sequence[int] = (1, 2, 5)) -> list[float]:
    """Round numbers between which `low` and `high` lie: powers of ten alone if the others would be too many.

    >>> _ladder(0.09, 10, 12), _ladder(150, 90000, 6)
    ([0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10], [100, 1000, 10000, 100000])
    """
    zeros, high = range(floor(log10(low)) - 1, ceil(log10(high)) + 2), max(high, low * 1.01)
    steps = [digit * 10**n if n >= 0 else digit / 10**-n for n in zeros for digit in digits]
    ladder = steps[sum(step <= low for step in steps) - 1 : sum(step < high for step in steps) + 1]
    return ladder if len(ladder) <= most or len(digits) == 1 else _ladder(low, high, most, digits[:1])


class _Chart:
    """Where sizes and leads stand on a sheet, both on logarithmic scales, and the curves in pixels."""

    def __init__(self, sheet: _Sheet, figure: Resolution, top: float) -> None:
        sizes, leads = zip(figure.mark[:2], *(p for c in figure.curves for p in c.points), strict=True)
        self.sizes, self.leads = _ladder(min(sizes), max(sizes), 6), _ladder(min(leads), max(leads), 12)
        self.left = max(sheet.wrap(sheet.look.number(n), inf, 12, "normal")[1] for n in self.leads) + 10
        self.top, self.base, self.room = top, top + 200 + sheet.look.width / 7, sheet.look.width / 4
        wide = (sheet.wrap(curve.label, self.room, 12.5, "normal")[1] + 12 for curve in figure.curves)
        self.right, self.end = sheet.look.width - max((32, *wide)), self.left - 4
        self.corner = ((self.left, top), (self.left, self.base), (self.right, self.base))
        lines = ([(self.x(size), self.y(lead)) for size, lead in curve.points] for curve in figure.curves)
        self.curves = [_thinned(line) for line in lines]

    def x(self, n: float) -> float:
        return self.left + log(n / self.sizes[0], self.sizes[-1] / self.sizes[0]) * (self.right - self.left)

    def y(self, lead: float) -> float:
        return self.base - log(lead / self.leads[0], self.leads[-1] / self.leads[0]) * (self.base - self.top)

    def is_free(self, left: float, top: float, wide: float, high: float) -> bool:
        """Whether a box lies between the axes and on no curve."""
        from matplotlib.path import Path as Outline
        from matplotlib.transforms import Bbox

        box = Bbox([[left, top], [left + wide, top + high]])
        if any(Outline(curve).intersects_bbox(box, filled=False) for curve in self.curves):
            return False
        return self.left < left < self.right - wide and self.top < top < self.base - high


def _thinned(line: _Stroke) -> list[tuple[float, float]]:
    """The first point of a line that runs to the right, and of the others the last in each four pixels.

    >>> _thinned([(0, 9), (1, 8), (3, 7), (4, 6), (6, 5), (13, 4)])
    [(0, 9), (3, 7), (6, 5), (13, 4)]
    """
    kept, column = [line[0]], -1.0
    for point in line[1:]:
        if point[0] // 4 == column:
            kept[-1] = point
        else:
            kept.append(point)
        column = point[0] // 4
    return kept


def _curves(sheet: _Sheet, chart: _Chart, labels: Sequence[str]) -> None:
    """Each curve in its own kind of line, its label beside its end; the lowest first."""
    blue, start, below = sheet.colour.blue, chart.right + 12, chart.base + 8
    curves = zip(range(1, 7), chart.curves, labels, _LINES, strict=False)
    for n, curve, label, (style, width) in sorted(curves, key=lambda row: -row[1][-1][1]):
        sheet.outline([curve], f"curve-{n}", edgecolor=blue, linewidth=width, linestyle=style)
        (x, y), half = curve[-1], len(sheet.wrap(label, chart.room, 12.5, "normal")[0]) * 8
        middle = min(y, below - half)
        below = middle - half
        if y - middle > 6 or start - x > 20:
            sheet.outline([((x + 2, y), (start - 2, middle))], edgecolor=blue, linewidth=0.6)
        sheet.text(start, below + 12.5, label, blue, chart.room)


def _mark(sheet: _Sheet, chart: _Chart, size: float, lead: float, label: str) -> None:
    """The black mark, dashed guides to its numbers on both axes, its label where there is room."""
    x, y, ink = chart.x(size), chart.y(lead), sheet.colour.ink
    guide = ((chart.left, y), (x, y), (x, chart.base))
    sheet.outline([guide], "guide", edgecolor=ink, linewidth=0.8, linestyle=(0, (4, 3)))
    sheet.outline([((x, y), (x + _DOT, y))], "mark", edgecolor=ink, linewidth=10, capstyle="round")
    left, top, wide = _place(sheet, chart, x, y, label)
    sheet.text(left, top + 14, label, ink, wide, size=14, weight="bold", align="start")


def _place(sheet: _Sheet, chart: _Chart, x: float, y: float, label: str) -> tuple[float, float, float]:
    """Left, top and width of the nearest free place for a label beside a point, if need be in more lines."""
    for off in range(5, 200, 15):
        for room in (inf, 160, 120, 80):
            lines, wide = sheet.wrap(label, room, 14, "bold")
            high = len(lines) * 18.2
            for top in (y + off, y - off - high):
                for left in (x + 9, x - 9 - wide):
                    if chart.is_free(left, top, wide, high):
                        return left, top, wide
    return min(x + 9, chart.right - wide), y + 5, wide


@_settings()
def resolution(figure: Resolution, look: Look) -> Figure:
    """The curves over the size of a test set, and one lead held against them."""
    if len(figure.curves) > len(_LINES) or not all(curve.points for curve in figure.curves):
        raise ValueError(f"at most {len(_LINES)} curves can be told apart, and each has to have points")
    sheet, width, colour = _Sheet(_figure(look), look), look.width, look.palette
    y = sheet.text(0, 15, figure.title, colour.ink, width, size=16, weight="bold", align="start")
    y = sheet.text(0, y + 22, figure.y_label, colour.muted, width, align="start")
    chart = _Chart(sheet, figure, y + 20)
    _axes(sheet, chart, chart.sizes, chart.leads)
    sheet.outline([chart.corner], "axes", edgecolor=colour.ink, linewidth=1)
    _curves(sheet, chart, [curve.label for curve in figure.curves])
    _mark(sheet, chart, *figure.mark)
    middle, room = (chart.left + chart.right) / 2, chart.right - chart.left
    y = sheet.text(middle, chart.base + 38, figure.x_label, colour.muted, room, align="center")
    y = sheet.text(0, y + 20, figure.note, colour.muted, width, size=12, align="start")
    sheet.figure.set_figheight(ceil(y + 6) / 72)
    return sheet.figure


# === Bytes ===


@_settings()
def png(figure: Figure, scale: float, margin: float = 0) -> bytes:
    """The figure as PNG on its paper, `scale` pixels for each CSS pixel; a margin is for standing alone."""
    from matplotlib.transforms import Bbox

    file, edge, (width, height) = BytesIO(), margin / 72, figure.get_size_inches()
    box = Bbox([[-edge, -edge], [width + edge, height + edge]]) if margin else None
    figure.savefig(file, format="png", dpi=72 * scale, metadata={"Software": None}, bbox_inches=box)
    return file.getvalue()


def _tag(name: str, match: re.Match[str]) -> str:
    """An SVG tag with its own ids, two decimals at most, its path on one line, colours only in `style`."""
    tag = re.sub(r' id="[a-z]+_\d+"| transform="rotate[^"]*"| xmlns:xlink="[^"]*"', "", match[0])
    tag = re.sub(r'( id="|url\(#)', rf"\1{name}-", re.sub(r'(?<=\d)pt"', '"', tag))
    tag = re.sub(r"\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}".rstrip("0").rstrip("."), tag)
    if re.search("linecap: (round|square)", tag):  # dots; a square cap of no length is not drawn in a PDF
        tag = re.sub(r" *\nL[^\n]*", "h0" if "round" in tag else "h.01", tag)
    tag = re.sub(r" *\n", "", tag).replace("M ", "M").replace("L ", "L")
    tag = re.sub(r' fill="([^"]*)"', r' style="fill: \1"', tag)
    return re.sub("(font-family: [^;]*)", r"\1, sans-serif", tag)


@_settings()
def svg(figure: Figure, name: str) -> bytes:
    """The figure as an SVG element, its ids beginning with `name`: valid as a file, fit to be inlined."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9-]*", name):
        raise ValueError(f"an SVG's name is a letter, then letters, digits and hyphens, not {name!r}")
    file, no_metadata = StringIO(), dict.fromkeys(("Creator", "Date", "Format", "Type"))
    figure.savefig(file, format="svg", facecolor="none", metadata=no_metadata)
    text = re.sub(r"(?s)^.*?(?=<svg)", "", file.getvalue())  # a file needs neither prolog nor doctype
    text = re.sub(r"<defs>\s*<style[^>]*>[^<]*</style>\s*</defs>", "", text)  # would style the whole page
    text = re.sub(r'<g id="patch_1">\s*<path[^>]*>\s*</g>', "", text)  # the background
    text = re.sub(r'<g( id="\S+")>\s*<(path|text)([^>]*>(?:[^<]*</text>)?)\s*</g>', r"<\2\1\3", text)
    return re.sub(r"\s*\n\s*(?=<)", "\n", re.sub("<[^>]+>", partial(_tag, name), text)).encode()


def _recolour(svg: bytes, colours: Mapping[bytes, bytes]) -> bytes:
    """The SVG with colours exchanged inside its tags; what its texts say stays."""

    def tag(match: re.Match[bytes]) -> bytes:
        return re.sub(rb"#[0-9a-f]{6}\b", lambda colour: colours.get(colour[0], colour[0]), match[0])

    return re.sub(rb"<[^>]+>", tag, svg)


def darken(svg: bytes) -> bytes:
    """The light SVG in the dark palette."""
    return _recolour(svg, {light.encode(): dark.encode() for light, dark in zip(LIGHT, DARK, strict=True)})


def css_colours(svg: bytes) -> bytes:
    """The light SVG with `var(--ink)`, `var(--only-b)` ... for colours: for a page whose CSS sets these."""
    names = {colour: f"var(--{field.replace('_', '-')})" for field, colour in LIGHT._asdict().items()}
    return _recolour(svg, {colour.encode(): name.encode() for colour, name in names.items()})


if __name__ == "__main__":  # run as a file, it is in no package
    from discordant.cli import main

    raise SystemExit(main(["build", "--locale", "en", "--format", "figures"]))
