"""Sheets: parts of a figure on which text, strokes and boxes are set in CSS pixels, y downwards.

A figure has no Axes, so that each bar and dot can be read back from the SVG.  A user's matplotlibrc has no
effect.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any

from .letters import is_right_to_left, measured, wrapped
from .look import Look

if TYPE_CHECKING:  # matplotlib costs a second, so it is imported where it draws
    from matplotlib.figure import Figure
    from matplotlib.patches import PathPatch
    from matplotlib.text import Text


Stroke = Sequence[tuple[float, float]]
Box = tuple[float, float, float, float]

BETWEEN = 30  # pixels between two panels or fields
DOT = 0.01  # a stroke so short that its caps are the dot


class Sheet:
    """A part of a figure with its own origin and scale, where text and outlines are set in pixels."""

    def __init__(self, figure: Figure, look: Look, x: float = 0, y: float = 0, scale: float = 1) -> None:
        from matplotlib.transforms import Affine2D, ScaledTranslation

        self.figure, self.look, self.colour, self.scale = figure, look, look.palette, scale
        pixels = Affine2D().scale(scale, -scale).translate(x, -y).scale(1 / 72) + figure.dpi_scale_trans
        self.transform = pixels + ScaledTranslation(0, 1, figure.transFigure)  # type: ignore[arg-type]

    def wrap(
        self, text: str, width: float = inf, size: float = 12.5, weight: str = "normal"
    ) -> tuple[list[str], float]:
        """The text in the fewest lines that fit, two broken evenly or at a stop; the width of the longest."""
        return wrapped(text, width, partial(measured, families=self.look.families, size=size, weight=weight))

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
            if is_right_to_left(text):
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

    def outline(self, strokes: Iterable[Stroke], name: str | None = None, **style: object) -> None:
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

    def bars(self, boxes: Iterable[Box], name: str, colour: str, hatch: str | None = None) -> None:
        """Filled boxes (left, top, right, bottom), hatched in the colour of the paper if wished."""
        polygons = [((x, bottom), (x, y), (right, y), (right, bottom)) for x, y, right, bottom in boxes]
        style = {"hatch": hatch, "hatchcolor": self.colour.paper, "hatch_linewidth": 1}
        self.outline(polygons, name, fill=True, facecolor=colour, **style)


@contextmanager
def own_settings() -> Iterator[None]:
    """The defaults of matplotlib and ours, whatever a matplotlibrc says."""
    import matplotlib

    settings: dict[Any, Any] = {k: v for k, v in matplotlib.rcParamsDefault.items() if k != "backend"}
    settings |= {"svg.fonttype": "none", "svg.hashsalt": "discordant", "path.simplify": False}
    with matplotlib.rc_context(settings):
        yield


def blank(look: Look) -> Figure:
    """An empty figure; its height is set once it is known."""
    from matplotlib.figure import Figure

    return Figure(figsize=(look.width / 72, 1), dpi=72, facecolor=look.palette.paper)
