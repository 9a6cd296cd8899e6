"""Look: colours by their meaning, and how a figure is lettered and laid out."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


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
    *("#fffdf9", "#1b1b1f", "#4d4f55", "#dedad1", "#2f69ad", "#b8261d"),
    *("#d07a00", "#8f5500", "#5a39a5", "#8f8b80", "#959186"),
)
DARK = Palette(
    *("#16181c", "#ece9e2", "#a6a9b0", "#34373d", "#6ca6ea", "#f47a6e"),
    *("#f3b64c", "#f3b64d", "#9378ee", "#666b75", "#616670"),
)


class Look(NamedTuple):
    """Colours, font families in order of fall-back, how the number at a tick is written, width in pixels."""

    palette: Palette
    families: tuple[str, ...]
    number: Callable[[float], str]
    width: float = 720
    rtl: bool = False  # headings begin on the right, and fields of dots too; scales of numbers stay
    outlined: bool = False  # letters as outlines, for readers of SVG that cannot join them
