"""Figures: numbers and ready labels in, SVG and PNG bytes out. Nothing here knows a language or computes a result.

    colours     Palette, LIGHT, DARK, Look
    figures     null_distribution(panels), cases(fields), cover(title, kicker, fields)
    bytes       svg(figure, name), png(figure, scale), darken(svg), css_colours(svg)

A figure is drawn in CSS pixels, y downwards, `Look.width` of them wide (720 for a page, 360 for a phone), without Axes:
each bar and dot stands at a coordinate one can read back from the SVG. The reader's own matplotlibrc has no effect.

>>> half = Panel([1, 2, 1], 2, 0, (0, 2), "A title", "b = 2", "both ends", "the centre", "k", "probability", "")
>>> svg(null_distribution([half], Look(LIGHT, ("DejaVu Sans",), str)), "demo")[:4]
b'<svg'
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from math import ceil, sqrt
from pathlib import Path
from typing import NamedTuple, cast

import matplotlib
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, fontManager, get_font
from matplotlib.patches import PathPatch
from matplotlib.path import Path as Outline
from matplotlib.text import Text
from matplotlib.transforms import Affine2D, ScaledTranslation

# === Colours and labels, as they come in ===


class Palette(NamedTuple):
    """Colours by meaning, as lower-case hexes; a field `only_b_text` is the CSS variable `--only-b-text`."""

    paper: str  # the page
    ink: str  # observed, titles
    muted: str  # axes, notes
    rule: str  # grid lines
    blue: str  # what chance expects
    red: str  # as extreme as seen
    only_b: str  # dots; the text beside them is a shade that reads as text
    only_b_text: str
    only_a: str
    only_a_text: str
    both: str
    neither: str


LIGHT = Palette(
    "#fffdf9", "#1b1b1f", "#5c5e64", "#dedad1", "#2f69ad", "#b8261d",
    "#d07a00", "#8f5500", "#5a39a5", "#5a39a6", "#c4c0b5", "#85827a",
)  # fmt: skip
DARK = Palette(
    "#16181c", "#ece9e2", "#a6a9b0", "#34373d", "#6ca6ea", "#f47a6e",
    "#f3b64c", "#f3b64d", "#8f73ec", "#a992f3", "#454951", "#888b93",
)  # fmt: skip


class Look(NamedTuple):
    """Colours, font families in order of fall-back, how a tick's number is written, width in CSS pixels."""

    palette: Palette
    families: tuple[str, ...]
    number: Callable[[float], str]
    width: float = 720


class Panel(NamedTuple):
    """One null distribution: P(K = k) = weights[k] / 2**m with m = len(weights) - 1, drawn for k in `window`."""

    weights: Sequence[int]
    observed: int
    tail: int  # the bars k <= tail and k >= m - tail are the two red tails
    window: tuple[int, int]
    title: str
    observed_label: str
    tails_label: str
    centre_label: str
    x_label: str
    y_label: str
    note: str


class Group(NamedTuple):
    """A block of dots; `name` is "both", "only_b", "only_a" or "neither" and chooses colour, shape and place."""

    name: str
    count: int
    label: str


class Field(NamedTuple):
    """One comparison: every case a dot."""

    title: str
    groups: Sequence[Group]
    subtitle: str


# === Fonts and text ===


def use_fonts(paths: Iterable[Path]) -> None:
    """Make the font files known to matplotlib; a file already known is left alone."""
    known = {entry.fname for entry in fontManager.ttflist}
    for path in paths:
        if str(path) not in known:
            fontManager.addfont(str(path))


def _font_files(families: Sequence[str], weight: str) -> list[str]:
    """The file of every family, in order; ValueError where a family is not known."""
    return [
        cast(str, findfont(FontProperties(family=[name], weight=weight), fallback_to_default=False))
        for name in families
    ]


def _width(text: str, families: Sequence[str], size: float, weight: str) -> float:
    """How many pixels wide the line is; ValueError names a character that no family holds."""
    files = _font_files(families, weight)
    for character in text:
        if not any(get_font(file).get_char_index(ord(character)) for file in files):
            raise ValueError(f"no glyph for {character!r} (U+{ord(character):04X}) in {', '.join(families)}: {text!r}")
    font = get_font(files)
    font.set_size(size, 72)
    font.set_text(text)
    return font.get_width_height()[0] / 64


_WIDE = "\u2e80-\u9fff\uff00-\uffef"
_PIECE = re.compile(rf"[{_WIDE}][，。、；：！？）》」』”]*| ?[^ {_WIDE}]+[，。、；：！？）》」』”]*| ")


def _fill(text: str, width: float, measure: Callable[[str], float]) -> list[str]:
    """The text in lines, each filled as far as `width` allows; breaks at spaces and between Chinese characters."""
    lines = [""]
    for piece in _PIECE.findall(text):
        longer = lines[-1] + piece
        if lines[-1] and measure(longer.strip(" ")) > width:
            lines.append(piece)
        else:
            lines[-1] = longer
    return [line.strip(" ") for line in lines]


def _wrap(text: str, width: float, measure: Callable[[str], float]) -> list[str]:
    """The text in the fewest lines that fit, made as even as they can be."""
    lines = _fill(text, width, measure)
    if len(lines) == 1:
        return lines
    for narrower in range(int(width * 0.4), int(width), 8):
        even = _fill(text, narrower, measure)
        if len(even) == len(lines) and max(map(measure, even)) <= width:
            return even
    return lines


_BETWEEN = 30  # pixels between two panels or fields

# === The drawing sheet ===


class _Sheet:
    """A part of a figure with its own origin and scale, on which text and outlines are set in pixels, y downwards."""

    def __init__(self, figure: Figure, look: Look, x: float = 0, y: float = 0, scale: float = 1) -> None:
        self.figure, self.look, self.colour, self.scale = figure, look, look.palette, scale
        pixels = Affine2D().scale(scale, -scale).translate(x, -y).scale(1 / 72) + figure.dpi_scale_trans
        self.transform = pixels + ScaledTranslation(0, 1, figure.transFigure)

    def measure(self, size: float, weight: str = "normal") -> Callable[[str], float]:
        """The function that gives a text's width on this sheet."""
        return lambda text: _width(text, self.look.families, size, weight)

    def text(
        self, x: float, y: float, text: str, colour: str, *, size: float = 12.5, align: str = "left", weight: str = "normal"
    ) -> None:
        """One line of text, its baseline at y."""
        self.measure(size, weight)(text)
        self.figure.add_artist(
            Text(
                x, y, text, color=colour, fontsize=size * self.scale, fontfamily=list(self.look.families), fontweight=weight,
                ha=align, va="baseline", transform=self.transform, parse_math=False,
            )
        )  # fmt: skip

    def lines(
        self, x: float, y: float, text: str, colour: str, width: float, *,
        size: float = 12.5, align: str = "left", weight: str = "normal", leading: float = 1.3,
    ) -> float:  # fmt: skip
        """Text wrapped to `width`, its first baseline at y; the last baseline comes back (y itself less a line if empty)."""
        wrapped = _wrap(text, width, self.measure(size, weight)) if text else []
        for number, line in enumerate(wrapped):
            self.text(x, y + number * size * leading, line, colour, size=size, align=align, weight=weight)
        return y + (len(wrapped) - 1) * size * leading

    def outline(self, name: str, strokes: Iterable[Sequence[tuple[float, float]]], **style: object) -> None:
        """Many strokes or polygons as one path, named for whoever reads the SVG; nothing if there is none."""
        points: list[tuple[float, float]] = []
        codes: list[int] = []
        for stroke in strokes:
            points += stroke
            codes += [Outline.MOVETO] + [Outline.LINETO] * (len(stroke) - 1)
        if points:
            shape = {"fill": False, "linewidth": 0, "joinstyle": "miter", "snap": False} | style
            self.figure.add_artist(
                PathPatch(Outline(points, codes), transform=self.transform, gid=name, **shape)  # type: ignore[arg-type]
            )

    def line(self, name: str, points: Sequence[tuple[float, float]], colour: str, width: float, dashes: str | tuple[int, tuple[float, float]] = "-") -> None:
        """An open line."""
        self.outline(name, [points], edgecolor=colour, linewidth=width * self.scale, linestyle=dashes)

    def bars(self, name: str, boxes: Iterable[tuple[float, float, float, float]], colour: str, hatched: bool = False) -> None:
        """Filled boxes (left, top, right, bottom), hatched in the paper's colour if asked."""
        corners = [((x, bottom), (x, y), (right, y), (right, bottom)) for x, y, right, bottom in boxes]
        hatch = {"hatch": "/////", "hatchcolor": self.colour.paper, "hatch_linewidth": 1.0 * self.scale} if hatched else {}
        self.outline(name, corners, fill=True, facecolor=colour, **hatch)


@contextmanager
def _settings() -> Iterator[None]:
    """matplotlib's own defaults and ours, whatever the user's matplotlibrc says."""
    ours = {"svg.fonttype": "none", "svg.hashsalt": "discordant", "path.simplify": False}
    defaults = {key: value for key, value in matplotlib.rcParamsDefault.items() if key != "backend"}
    with matplotlib.rc_context({**defaults, **ours}):
        yield


def _figure(look: Look) -> Figure:
    """An empty figure; its height is set when it is known."""
    return Figure(figsize=(look.width / 72, 1), dpi=72, facecolor=look.palette.paper)


# === Null distributions ===


def _heights(top: float, most: int = 4) -> list[float]:
    """Two to `most` round numbers above 0 up to `top` <= 1, all with the same number of decimals.

    >>> _heights(0.176), _heights(0.06)
    ([0.04, 0.08, 0.12, 0.16], [0.02, 0.04])
    """
    for places in range(1, 20):
        for digit in (1, 2, 4, 5):
            ticks = range(digit, int(top * 10**places + 1e-9) + 1, digit)
            if 2 <= len(ticks) <= most and all(tick % 10 for tick in ticks):
                return [tick / 10**places for tick in ticks]
    return []


def _wins(first: int, last: int, most: int) -> list[int]:
    """At most `most` round numbers from `first` to `last`.

    >>> _wins(0, 20, 6), _wins(55, 125, 8)
    ([0, 5, 10, 15, 20], [60, 70, 80, 90, 100, 110, 120])
    """
    steps = (digit * 10**places for places in range(12) for digit in (1, 2, 5))
    step = next(step for step in steps if last // step - (first - 1) // step <= most)
    return list(range(-(-first // step) * step, last + 1, step))


class _Plot(NamedTuple):
    """Where one panel's numbers stand, in pixels of its sheet."""

    panel: Panel
    left: float
    right: float
    top: float  # of the highest bar
    base: float

    @property
    def size(self) -> int:
        return len(self.panel.weights) - 1

    @property
    def peak(self) -> float:
        return max(self.panel.weights) / 2**self.size

    @property
    def step(self) -> float:
        first, last = self.panel.window
        return (self.right - self.left) / (last - first + 1)

    def x(self, wins: float) -> float:
        return self.left + (wins - self.panel.window[0] + 0.5) * self.step

    def y(self, probability: float) -> float:
        return self.base - probability / self.peak * (self.base - self.top)

    def box(self, wins: int) -> tuple[float, float, float, float]:
        half = self.step * (0.42 if self.step > 3 else 0.5)
        return self.x(wins) - half, self.y(self.panel.weights[wins] / 2**self.size), self.x(wins) + half, self.base

    def tails(self) -> tuple[range, range]:
        """The red wins inside the window, left and right."""
        first, last = self.panel.window
        left = range(first, min(self.panel.tail, last) + 1)
        return left, range(max(self.size - self.panel.tail, first, left.stop), last + 1)


def _axes(sheet: _Sheet, plot: _Plot) -> None:
    """Few grid lines with their numbers, the base line, the ticks of k."""
    colour, number = sheet.colour, sheet.look.number
    for height in [0, *_heights(plot.peak)]:
        if height:
            sheet.line("grid_0", [(plot.left, plot.y(height)), (plot.right, plot.y(height))], colour.rule, 0.8)
        sheet.text(plot.left - 8, plot.y(height) + 4, number(height), colour.muted, size=12, align="right")
    for wins in _wins(*plot.panel.window, 8 if plot.right > 500 else 6):
        sheet.line("tick_0", [(plot.x(wins), plot.base), (plot.x(wins), plot.base + 4)], colour.muted, 0.8)
        sheet.text(plot.x(wins), plot.base + 18, number(wins), colour.muted, size=12, align="center")


def _bars(sheet: _Sheet, plot: _Plot, name: str) -> None:
    """Blue centre, red hatched tails."""
    left, right = plot.tails()
    first, last = plot.panel.window
    centre = (k for k in range(first, last + 1) if k not in left and k not in right)
    sheet.bars(f"{name}-centre", map(plot.box, centre), sheet.colour.blue)
    sheet.bars(f"{name}-tails", map(plot.box, (*left, *right)), sheet.colour.red, hatched=True)
    sheet.line(f"{name}-base", [(plot.left, plot.base), (plot.right, plot.base)], sheet.colour.ink, 1)


def _pointers(sheet: _Sheet, plot: _Plot, name: str) -> None:
    """A red triangle over each tail that is too low to be seen."""
    left, right = plot.tails()
    ends = [part[0] for part in (left[-1:], right[:1]) if part]
    tips = [(plot.x(k), plot.base - 3) for k in ends if plot.base - plot.box(k)[1] < 3]
    triangles = [((x, y), (x - 5, y - 9), (x + 5, y - 9), (x, y)) for x, y in tips]
    sheet.outline(f"{name}-pointers", triangles, fill=True, facecolor=sheet.colour.red)


def _bracket(sheet: _Sheet, plot: _Plot, y: float, name: str) -> float:
    """Both tails joined under the axis, their label in between; the last baseline comes back."""
    label, half = plot.panel.tails_label, plot.step / 2
    ends = [(plot.x(part[0]) - half, y - 3, plot.x(part[-1]) + half, y + 3) for part in plot.tails() if part]
    sheet.bars(f"{name}-rail", ends, sheet.colour.red, hatched=True)
    if ends:
        sheet.line(f"{name}-join", [(ends[0][0], y), (ends[-1][2], y)], sheet.colour.red, 1)
    middle = (plot.left + plot.right) / 2
    return sheet.lines(middle, y + 18, label, sheet.colour.red, plot.right - plot.left, align="center", weight="bold")


def _observed(sheet: _Sheet, plot: _Plot, top: float, name: str) -> None:
    """The dashed line at b with its label beside it, and the label of the centre clear of both."""
    panel, x = plot.panel, plot.x(plot.panel.observed)
    sheet.line(f"{name}-observed", [(x, top - 10), (x, plot.base)], sheet.colour.ink, 1.5, (0, (4, 2.5)))
    outward = panel.observed * 2 >= plot.size
    wide = sheet.measure(12.5, "bold")(panel.observed_label) + 7
    to_right = x + wide <= plot.right if outward else x - wide < plot.left
    sheet.text(x + (7 if to_right else -7), top, panel.observed_label, sheet.colour.ink, align="left" if to_right else "right", weight="bold")
    half = sheet.measure(12.5, "bold")(panel.centre_label) / 2
    middle = min(plot.x(plot.size / 2), x - half - 7) if outward else max(plot.x(plot.size / 2), x + half + 7)
    sheet.text(middle, plot.top - 8, panel.centre_label, sheet.colour.blue, align="center", weight="bold")


def _panel(sheet: _Sheet, panel: Panel, name: str) -> float:
    """Draws one panel and gives back its height."""
    colour, width = sheet.colour, sheet.look.width
    y = sheet.lines(0, 15, panel.title, colour.ink, width, size=16, weight="bold")
    y = sheet.lines(0, y + 20, panel.y_label, colour.muted, width)
    plot = _Plot(panel, 40, width - 12, y + 46, y + 46 + (150 if width > 500 else 140))
    _axes(sheet, plot)
    _bars(sheet, plot, name)
    _observed(sheet, plot, y + 20, name)
    _pointers(sheet, plot, name)
    middle = (plot.left + plot.right) / 2
    y = sheet.lines(middle, plot.base + 35, panel.x_label, colour.muted, plot.right - plot.left, align="center")
    y = _bracket(sheet, plot, y + 14, name)
    return sheet.lines(middle, y + 18, panel.note, colour.muted, plot.right - plot.left, size=12, align="center") + 6


def null_distribution(panels: Sequence[Panel], look: Look) -> Figure:
    """The panels one under the other, each with its own vertical scale."""
    with _settings():
        figure, y = _figure(look), 0.0
        for number, panel in enumerate(panels, 1):
            gap = _BETWEEN if y else 0
            y += _panel(_Sheet(figure, look, 0, y + gap), panel, f"panel-{number}") + gap
        figure.set_figheight(y / 72)
    return figure


# === Cases ===

_DOT = 0.01  # a stroke so short that its caps are the dot; svg() writes it as h0


class _Grid(NamedTuple):
    """The one grid of every field in a figure: dots in a row, the same of a lone model's block, rows of either part."""

    columns: int
    block: int
    block_rows: int
    rows: int


def _grid(fields: Sequence[Field]) -> _Grid:
    """50 dots in a row for up to 1,000 cases, more for more; as few rows as hold the fullest field."""
    counts = [{group.name: group.count for group in field.groups} for field in fields]
    most = max(1, *(sum(count.values()) for count in counts))
    columns = max(50, 10 * ceil(5 * sqrt(most / 1000)))
    block = columns * 2 // 5
    alone = max(count.get(name, 0) for count in counts for name in ("only_b", "only_a"))
    rows = 1
    for count in counts:
        while -(-count.get("both", 0) // rows) + 1 + -(-count.get("neither", 0) // rows) > columns:
            rows += 1
    return _Grid(columns, block, max(1, -(-alone // block)), rows)


def _dots(sheet: _Sheet, name: str, group: Group, places: Sequence[tuple[float, float]], cell: float) -> None:
    """A group's dots as one path: large discs, squares, small discs, or crosses."""
    colour = getattr(sheet.colour, group.name)
    if group.name == "neither":
        arm = cell * 0.26
        ends = (((x - arm, y - arm, x + arm, y + arm), (x - arm, y + arm, x + arm, y - arm)) for x, y in places)
        strokes = [((a, b), (c, d)) for cross in ends for a, b, c, d in cross]
        sheet.outline(name, strokes, edgecolor=colour, linewidth=cell * 0.17 * sheet.scale)
        return
    size = {"only_b": 0.82, "only_a": 0.72, "both": 0.56}[group.name] * cell * sheet.scale
    cap = "projecting" if group.name == "only_a" else "round"
    sheet.outline(name, [((x, y), (x + _DOT, y)) for x, y in places], edgecolor=colour, linewidth=size, capstyle=cap)


def _field(sheet: _Sheet, field: Field, grid: _Grid, width: float, name: str) -> float:
    """Draws one field and gives back its height: the cases that only one model got right above, all others below."""
    colour, cell = sheet.colour, width / grid.columns
    groups = {group.name: group for group in field.groups}
    y = sheet.lines(0, 15, field.title, colour.ink, width, size=16, weight="bold")
    y = sheet.lines(0, y + 23, field.subtitle, colour.ink, width, size=18) + 24
    for key, x in (("only_b", 0.0), ("only_a", width / 2)):
        sheet.text(x, y, groups[key].label, getattr(colour, f"{key}_text"), weight="bold")
        cells = (divmod(n, grid.block) for n in range(groups[key].count))
        places = [(x + (column + 0.5) * cell, y + 8 + (row + 0.5) * cell) for row, column in cells]
        _dots(sheet, f"{name}-{key}", groups[key], places, cell)
    y += 8 + grid.block_rows * cell + 14
    for key in ("both", "neither"):
        used = -(-groups[key].count // grid.rows)
        x = 0 if key == "both" else width - used * cell
        cells = (divmod(n, grid.rows) for n in range(groups[key].count))
        places = [(x + (column + 0.5) * cell, y + (row + 0.5) * cell) for column, row in cells]
        _dots(sheet, f"{name}-{key}", groups[key], places, cell)
    y += grid.rows * cell + 17
    sheet.text(0, y, groups["both"].label, colour.muted)
    sheet.text(width, y, groups["neither"].label, colour.muted, align="right")
    return y + 6


def cases(fields: Sequence[Field], look: Look) -> Figure:
    """The fields side by side on a page, one under the other on a phone."""
    with _settings():
        figure, grid = _figure(look), _grid(fields)
        beside = len(fields) if look.width >= 560 else 1
        width = (look.width - _BETWEEN * (beside - 1)) / beside
        ends = [-float(_BETWEEN)] * beside
        for n, field in enumerate(fields):
            column = n % beside
            sheet = _Sheet(figure, look, column * (width + _BETWEEN), ends[column] + _BETWEEN)
            ends[column] += _BETWEEN + _field(sheet, field, grid, width, f"field-{n + 1}")
        figure.set_figheight(max(ends) / 72)
    return figure


def cover(title: str, kicker: str, fields: Sequence[Field], look: Look) -> Figure:
    """A picture of 1200 x 630 pixels to share the page with: the title over the fields of dots."""
    with _settings():
        figure, grid = _figure(look._replace(width=1200)), _grid(fields)
        figure.set_figheight(630 / 72)
        sheet = _Sheet(figure, look, 60, 0)
        sheet.text(0, 68, kicker, look.palette.muted, size=24)
        y = sheet.lines(0, 122, title, look.palette.ink, 1080, size=44, weight="bold", leading=1.18) + 34
        width = (1080 - 60 * (len(fields) - 1)) / len(fields)
        scale = 1.5
        for _ in range(8):
            scratch = _Sheet(_figure(look), look)
            height = max(_field(scratch, field, grid, width / scale, "x") for field in fields) * scale
            if y + height <= 600:
                break
            scale *= 0.95
        for n, field in enumerate(fields):
            part = _Sheet(figure, look, 60 + n * (width + 60), y, scale)
            _field(part, field, grid, width / scale, f"field-{n + 1}")
    return figure


# === Bytes ===


def _save(figure: Figure, kind: str, **options: object) -> bytes:
    """The figure in a file format, as bytes."""
    buffer = BytesIO()
    with _settings():
        figure.savefig(buffer, format=kind, **options)  # type: ignore[arg-type]
    return buffer.getvalue()


def png(figure: Figure, scale: float) -> bytes:
    """The figure as PNG on its paper, `scale` pixels for each CSS pixel."""
    return _save(figure, "png", dpi=72 * scale, metadata={"Software": None})


def _short(match: re.Match[str]) -> str:
    """A number with two decimals at most."""
    return f"{float(match[0]):.2f}".rstrip("0").rstrip(".")


def _path_data(match: re.Match[str]) -> str:
    """A path's data on one line with two decimals, each dot as `Mx yh0`."""
    data = re.sub(r"-?\d+\.\d+", _short, match[1])
    data = re.sub(r"(M \S+ (\S+)) *\nL \S+ \2 *\n(?=M|$)", r"\1h0", data)
    return 'd="' + re.sub(r" *\n *", "", data).replace("M ", "M").replace("L ", "L") + '"'


_TIDY: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"(?s)^.*?(?=<svg)", ""),  # prolog and doctype: an SVG file needs neither
    (r' xmlns:xlink="[^"]*"| version="1.1"', ""),
    (r'(<svg width="[^"]*)pt(" height="[^"]*)pt', r"\1\2"),
    (r"(?s) *<defs>\s*<style.*?</defs>\n", ""),  # would style the whole page
    (r'(?s) *<g id="patch_1">.*?</g>\n', ""),  # the background
    (r'<g id="[a-z]+_\d+">', "<g>"),
    (r' transform="rotate\([^"]*\)"', ""),
    (r"(?s)\bd=\"([^\"]*)\"", _path_data),
    (r'\bfill="(#[^"]*)"', r'style="fill: \1"'),
    (r"\n *", "\n"),
)


def svg(figure: Figure, name: str) -> bytes:
    """The figure as an SVG element of its own size, every id in it beginning with `name`: a valid file, and fit to be inlined."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9-]*", name):
        raise ValueError(f"an SVG's name is a letter, then letters, digits and hyphens, not {name!r}")
    nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    text = _save(figure, "svg", facecolor="none", metadata=nothing).decode()
    for pattern, plain in _TIDY:
        text = re.sub(pattern, plain, text)
    families = re.search(r"font-family: ([^;\"]*)", text)
    fonts = f"font-family: {families[1]}, sans-serif; " if families else ""
    text = re.sub(r"; font-family: [^;\"]*", "", text)
    text = text.replace("<svg ", f'<svg style="{fonts}stroke-linejoin: round" ', 1)
    text = re.sub(r'(<[^>]* id=")|(url\(#)', rf"\g<0>{name}-", text)
    return text.encode()


def _recolour(svg: bytes, colours: Mapping[str, str]) -> bytes:
    """The SVG with colours exchanged inside its tags; what its texts say stays."""
    return re.sub(rb"<[^>]+>", lambda tag: re.sub(rb"#[0-9a-f]{6}\b", lambda c: colours.get(c[0].decode(), c[0].decode()).encode(), tag[0]), svg)


def darken(svg: bytes) -> bytes:
    """The light SVG in the dark palette."""
    return _recolour(svg, dict(zip(LIGHT, DARK, strict=True)))


def css_colours(svg: bytes) -> bytes:
    """The light SVG with `var(--ink)`, `var(--only-b)` ... for its colours: to inline where CSS gives them values."""
    return _recolour(svg, {colour: f"var(--{field.replace('_', '-')})" for field, colour in LIGHT._asdict().items()})


if __name__ == "__main__":
    from discordant.recipes import draw_english

    raise SystemExit(draw_english())
