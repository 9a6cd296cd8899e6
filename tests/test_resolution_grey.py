"""The figure of resolution in colour, in grey and in the dark: what a copier keeps."""

import re

import pytest
from resolutions import DENSE, FONTS, GIVEN, draw, paths

from discordant import render


@pytest.fixture(autouse=True)
def fonts():
    render.use_fonts(
        FONTS / f"{name}.ttf" for name in ("sans-regular", "sans-bold", "hei-regular", "hei-bold")
    )


# === Colour and grey ===


def test_lines_are_told_apart_without_colour():
    kinds = []
    for name, _, style in paths(draw(GIVEN._replace(curves=DENSE))):
        if name and "curve" in name:
            width = float(style.get("stroke-width", 1))
            dashes = style.get("stroke-dasharray", "").split(",")
            kinds.append((name, tuple(round(float(d) / width, 1) for d in dashes if d), width))
    kinds.sort()
    assert len({dashes for _, dashes, _ in kinds[:4]}) == 4
    for n, (one, dashes, width) in enumerate(kinds):
        for two, other, broad in kinds[n + 1 :]:
            assert dashes != other or max(width, broad) >= 1.5 * min(width, broad), (one, two)


def grey(colour):
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_nothing_is_lighter_than_a_copier_keeps():
    colours = {c.decode() for c in re.findall(rb"#[0-9a-f]{6}", draw())}
    grid = {render.LIGHT.rule}  # may fade: the numbers beside it do not
    assert colours == {render.LIGHT.ink, render.LIGHT.muted} | grid
    assert max(map(grey, colours - grid)) <= 0.6


def test_dark_is_what_a_dark_drawing_would_be_and_css_has_no_hexes():
    assert render.darken(draw()) == draw(palette=render.DARK)
    css = render.css_colours(draw())
    assert set(re.findall(rb"var\(--([a-z-]+)\)", css)) == {b"ink", b"muted", b"rule"}
    assert not re.search(rb"#[0-9a-f]{6}", css)
