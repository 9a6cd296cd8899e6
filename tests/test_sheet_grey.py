"""Sheets copied in grey: tails told from the other bars by their hatching, and no text or line too pale."""

import colorsys
import re
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
import tinycss2
from tinycss2 import color3

import discordant

TEMPLATES = Path(discordant.__file__).parent / "templates"
SCALE = 4
LETTERING = 7 * SCALE  # a column of blue words over the bars has less blue than this
PALEST = 0.6  # lightness


# === Bars ===


def chart_page(path):
    """The page with the bar chart, in colour and in grey: that with the most blue."""
    with pypdfium2.PdfDocument(path) as document:
        coloured = [page.render(scale=1).to_numpy()[:, :, :3] for page in document]
        number = max(range(len(coloured)), key=lambda i: (kinds_of_pixels(coloured[i])[0]).sum())
        page = document[number]
        return (
            page.render(scale=SCALE).to_numpy()[:, :, :3],
            page.render(scale=SCALE, grayscale=True).to_numpy().squeeze(),
        )


def kinds_of_pixels(picture):
    """Where it is blue, and where red."""
    b, g, r = (picture[:, :, i].astype(int) for i in range(3))  # as pdfium has them
    return (b > r + 50) & (b > g + 25), (r > b + 60) & (r > g + 60)


def runs(row):
    """Where a row of yes and no says yes: (first, behind the last)."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], row, [0]))))
    return list(zip(edges[::2], edges[1::2], strict=True))


def boxes(mask, least):
    """The boxes around coloured areas, of columns with more than so many pixels: left, top, right, bottom."""
    for left, right in runs(mask.sum(axis=0) > least):
        heights = runs(mask[:, left:right].mean(axis=1) > 0.25)
        if right - left > 4 * SCALE and heights:
            top, bottom = max(heights, key=lambda run: run[1] - run[0])
            yield left, top, right, bottom


def inner(grey, box):
    """The grey values inside a box, without its edges."""
    left, top, right, bottom = box
    return grey[top + 4 : bottom - 4, left + 4 : right - 4]


def of_one_grey(shade):
    """Whether an area is plain, but for the dashed line at the result, which may cross it."""
    return (abs(shade - np.median(shade)) < 10).mean() > 0.85


@pytest.fixture(scope="module")
def student(large):
    (path,) = (large / "student").glob("*.pdf")
    return chart_page(path)


@pytest.fixture(scope="module")
def teacher(large):
    (path,) = (large / "teacher").glob("answers-*.pdf")
    return chart_page(path)


def tall(found):
    return [box for box in found if box[3] - box[1] > 8 * SCALE]


def test_a_students_bars_are_plain_and_dark(student):
    coloured, grey = student
    blue, red = kinds_of_pixels(coloured)
    assert not red.any()
    bars = tall(boxes(blue, LETTERING))
    assert len(bars) >= 5
    for bar in bars:
        shade = inner(grey, bar)
        assert np.median(shade) < 255 * PALEST
        assert of_one_grey(shade)


def test_the_teachers_tails_are_hatched(teacher):
    coloured, grey = teacher
    blue, red = kinds_of_pixels(coloured)
    bars = tall(boxes(blue, LETTERING))
    assert bars  # one alone where the result is as near to the middle as can be
    assert all(of_one_grey(inner(grey, bar)) for bar in bars)
    rows = np.flatnonzero(blue.any(axis=1))
    beside = red.copy()
    beside[rows[-1] + 1 :] = False  # without the mark under the axis
    tails = tall(boxes(beside, 0))
    assert len(tails) >= 2
    for tail in tails:
        shade = inner(grey, tail)
        assert shade.std() > 40
        assert (shade > 200).mean() > 0.15  # paper between the lines
        assert (shade < 160).mean() > 0.15


def test_grey_alone_would_not_do(teacher):
    """The colours of the two come out in nearly the same grey, which is why there is a hatching."""
    coloured, grey = teacher
    blue, red = kinds_of_pixels(coloured)
    assert abs(int(np.median(grey[blue])) - int(np.median(grey[red]))) < 40


# === Colours of texts and lines ===

OF_LINES = re.compile("color|text-decoration-color|border(-[a-z-]+)?|outline(-color)?|column-rule(-color)?")
NO_LINES = re.compile("background(-color)?|color-scheme|border-(collapse|spacing|radius)")


def rules(source, media=""):
    """(media, selector, declarations) of every rule, those of page margins too."""
    for rule in tinycss2.parse_stylesheet(source, skip_comments=True, skip_whitespace=True):
        if rule.type == "at-rule" and rule.at_keyword == "media":
            inside = tinycss2.serialize(rule.content)
            yield from rules(inside, tinycss2.serialize(rule.prelude).strip())
        elif rule.content is not None:
            selector = tinycss2.serialize(rule.prelude).strip()
            yield media, selector, declarations(rule.content)


def declarations(content):
    found = []
    for part in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if part.type == "declaration":
            found.append(part)
        elif part.type == "at-rule" and part.content is not None:  # the margins of a page
            found += declarations(part.content)
    return found


def variables(sheet):
    """The values of variables as they are in print."""
    found = {}
    for media, selector, parts in sheet:
        if selector == ":root" and media in ("", "print"):
            found |= {part.name: part.value for part in parts if part.name.startswith("--")}
    return found


def colours(value, known):
    for token in value:
        if token.type == "function" and token.lower_name == "var":
            yield from colours(known.get(token.arguments[0].value, []), known)
        elif (colour := color3.parse_color(token)) and not isinstance(colour, str):
            yield colour


def printed_colours(sheet):
    """(selector, property, colour) of every text and line in print."""
    known = variables(sheet)
    for media, selector, parts in sheet:
        if media in ("", "print"):
            for part in parts:
                if OF_LINES.fullmatch(part.name) and not NO_LINES.fullmatch(part.name):
                    yield from ((selector, part.name, colour) for colour in colours(part.value, known))


def lightness(colour):
    return colorsys.rgb_to_hls(colour.red, colour.green, colour.blue)[1]


def sheet_of(path):
    """A style sheet, or what a template has of one."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".jinja2":
        source = re.sub(r"\{\{.*?\}\}", "x", re.search("<style>(.*?)</style>", source, re.DOTALL)[1])
    return list(rules(source))


@pytest.mark.parametrize("name", ["sheet.css", "sheet-parts.html.jinja2"])
def test_texts_and_lines_are_dark_enough_in_print(name):
    found = list(printed_colours(sheet_of(TEMPLATES / name)))
    assert len(found) >= (12 if name == "sheet.css" else 2)
    pale = [(selector, what) for selector, what, colour in found if round(lightness(colour), 3) > PALEST]
    assert pale == []


def test_a_pale_line_is_seen():
    source = ":root{--x:#777} @media print{:root{--x:#bbb}} @media screen{p{color:#ddd}} li{color:var(--x)}"
    ((selector, _what, colour),) = printed_colours(list(rules(source)))
    assert (selector, lightness(colour) > PALEST) == ("li", True)
