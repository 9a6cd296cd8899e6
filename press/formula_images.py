"""Formulas for print: set on a line as text, else drawn, with what to say for them."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import NamedTuple

from . import formulas, pdf
from .blocks import SourceError

SVG = "image/svg+xml"


class Words(NamedTuple):
    """What to say for a drawn formula inside a sentence."""

    text: str
    english: bool  # whether it stands in English for want of a translation


class Drawer:
    """Sets formulas for print: on a line as text, else as an image that it keeps as an asset.

    `spoken` is what to say for those inside a sentence, `english` the same in a passage that is English.
    """

    def __init__(self, spoken: Mapping[str, Words], english: Mapping[str, Words]) -> None:
        self.assets: dict[str, tuple[bytes, str]] = {}
        self._spoken, self._english = spoken, english

    def __call__(self, name: str, math: str, english: bool) -> str:
        """The HTML of a formula, given as MathML; `english`: it stands in a passage that is English."""
        inline = 'display="block"' not in math
        line = formulas.as_text(math) if inline else None
        if line is not None:
            return line
        drawing = formulas.as_svg(name, math)
        asset = f"formula-{name}{'-inline' if inline else ''}{'-en' if english else ''}.svg"
        self.assets[asset] = (drawing.svg, SVG)
        if inline and name not in self._spoken:
            raise SourceError(
                f"formula {name!r} is drawn inside a sentence of the PDF",
                path="formulas.toml",
                advice=f"say it in words in a block formula.inline.{name.replace('_', '-')}.spoken",
            )
        words = (self._english if english else self._spoken)[name] if inline else Words("", english=False)
        alternative = escape(pdf.FORMULA + words.text) if inline else ""
        language = 'lang="en" ' if words.english else ""
        return (
            f'<img class="formula-image" src="asset:{asset}" alt="{alternative}" {language}'
            f'style="width:{drawing.width:.3f}em;height:{drawing.height:.3f}em;'
            f'vertical-align:{-drawing.depth:.3f}em">'
        )
