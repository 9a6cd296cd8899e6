"""Letters: the faces of labels, how wide a text is in them, and where its lines break."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from .look import Look

if TYPE_CHECKING:  # matplotlib costs a second, so it is imported where it draws
    from matplotlib.font_manager import FontPath


_HAN, _OPEN, _CLOSE = "\u2e80-\u9fff\uff00-\uffef", "（《「『“", "，。、；：！？）》」』”"
_STOPS, _WORD = tuple(",.;:،؛，。；："), rf"[^ \u200b{_HAN}]+"
_RIGHT_TO_LEFT, _DIRECTIONS = re.compile("[\u0590-\u08ff]"), re.compile("[\u200e\u200f\u2066-\u2069]")
_PIECE = re.compile(rf" ?[{_OPEN}]*(?:[{_HAN}]|{_WORD}(?: [=≤≥<>×] {_WORD})*)[{_CLOSE}]*| ")


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
def measured(text: str, families: tuple[str, ...], size: float, weight: str) -> float:
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


def fill(text: str, width: float, measure: Callable[[str], float]) -> list[str]:
    """The text in lines as full as `width` allows, broken at spaces (not at "="), at U+200B and in Chinese.

    >>> fill("number k = 10 仅乙模型对。", 5, len)
    ['number', 'k = 10', '仅乙模型', '对。']
    """
    lines = [""]
    for piece in _PIECE.findall(text):
        if lines[-1] and measure((lines[-1] + piece).strip(" ")) > width:
            lines.append("")
        lines[-1] += piece
    return [line.strip(" ") for line in lines]


def rows(text: str, width: float, look: Look, size: float = 12.5, weight: str = "normal") -> int:
    """How many lines a label takes in a width of so many pixels; NoGlyph for a character without a face."""
    return len(fill(text, width, partial(measured, families=look.families, size=size, weight=weight)))


def wrapped(text: str, width: float, measure: Callable[[str], float]) -> tuple[list[str], float]:
    """The text in the fewest lines that fit, two broken evenly or at a stop; the width of the longest."""

    def cost(lines: Iterable[str]) -> tuple[bool, float]:
        first, second = lines
        longest = max(measure(first), measure(second))
        return longest > width, longest * (0.75 if first.endswith(_STOPS) else 1)

    lines = fill(text, width, measure) if text else []
    if len(lines) == 2:
        pieces = _PIECE.findall(text)
        halves = (("".join(pieces[:n]), "".join(pieces[n:]).strip(" ")) for n in range(1, len(pieces)))
        lines = list(min(halves, key=cost))
    return lines, max(map(measure, lines), default=0)


def is_right_to_left(text: str) -> bool:
    """Whether a text has letters that are written from right to left."""
    return _RIGHT_TO_LEFT.search(text) is not None
