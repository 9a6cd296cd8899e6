"""One palette: pages, sheets, print edition, icon and figures have the same colours, light and dark."""

import colorsys
import re
from pathlib import Path

import pytest
import tinycss2

import discordant
from discordant import render
from discordant.press import pages
from discordant.publication.disk import locale

TEMPLATES = Path(discordant.__file__).parent / "templates"
OF_CASES = ("blue", "red", "only_b", "only_b_text", "only_a", "both", "neither")  # on any ground
HEX = re.compile(r"#[0-9a-f]{6}\b|#[0-9a-f]{3}\b")


def variables(name):
    """(condition, variables) of every :root of a style sheet, "" for one that always holds."""
    found, rules = [], [("", tinycss2.parse_stylesheet((TEMPLATES / name).read_text("utf-8")))]
    while rules:
        condition, inner = rules.pop(0)
        for rule in inner:
            if rule.type == "at-rule" and rule.lower_at_keyword == "media":
                content = tinycss2.parse_blocks_contents(rule.content)
                rules.append((tinycss2.serialize(rule.prelude).strip(), content))
            elif rule.type == "qualified-rule" and tinycss2.serialize(rule.prelude).strip() == ":root":
                declared = tinycss2.parse_blocks_contents(rule.content, True, True)
                values = {
                    d.name: tinycss2.serialize(d.value).strip() for d in declared if d.type == "declaration"
                }
                found.append((condition, values))
    return found


def values(palette, fields):
    return {f"--{field.replace('_', '-')}": getattr(palette, field) for field in fields}


def test_the_page_has_the_colours_of_the_figures():
    """README says that figures on a page take theirs from its variables; those as files have render's."""
    found = dict(variables("page.css"))
    light, dark = found[""], found["(prefers-color-scheme: dark)"]
    assert values(render.LIGHT, render.Palette._fields).items() <= light.items()
    assert values(render.DARK, render.Palette._fields).items() <= dark.items()
    assert light.keys() - {"color-scheme", "--measure"} == dark.keys()


@pytest.mark.parametrize("names", [("page.css",), ("sheet.css", "screen.css")])
def test_bars_and_dots_are_the_same_everywhere(names):
    """On screen and in print; paper, ink and lines may differ, since a sheet is written on."""
    found = [each for name in names for each in variables(name)]
    assert {condition.rpartition(" ")[2] for condition, _declared in found} == {"", "print", "dark)"}
    for condition, declared in found:
        palette = render.DARK if "dark" in condition else render.LIGHT
        own = {key: value for key, value in declared.items() if key in values(palette, OF_CASES)}
        assert own.items() <= values(palette, OF_CASES).items(), condition
        if condition != "print":
            assert own == values(palette, OF_CASES)


def is_coloured(code):
    digits = code[1:] if len(code) == 7 else "".join(2 * digit for digit in code[1:])
    red, green, blue = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return colorsys.rgb_to_hsv(red, green, blue)[1] > 0.3


@pytest.mark.parametrize("name", ["page.css", "print.css", "sheet.css", "screen.css", "type.css"])
def test_no_style_sheet_has_a_colour_of_its_own(name):
    """But for greys: grounds, lines and lesser text."""
    codes = set(HEX.findall((TEMPLATES / name).read_text("utf-8").lower()))
    assert {code for code in codes if is_coloured(code)} <= {*render.LIGHT, *render.DARK}


def test_browsers_are_told_the_colour_of_the_paper():
    told = {
        (code, scheme)
        for path in TEMPLATES.glob("*.jinja2")
        for code, scheme in re.findall(
            r'name="theme-color" content="(#\w+)" media="\(prefers-color-scheme: (\w+)\)"',
            path.read_text("utf-8"),
        )
    }
    assert told == {(render.LIGHT.paper, "light"), (render.DARK.paper, "dark")}


def test_the_icon_is_a_field_of_dots():
    """Grey ones, and one that only B gets right; readers tell them by these colours and by their shape."""
    english = locale("en")
    words = dict.fromkeys(("name", "title", "description", "choose"), "x")
    languages = [{"tag": "en", "direction": "ltr", "english": (), **words}]
    context = {"languages": languages, "canonical": ""}
    icon = pages.render("index.html.jinja2", context, english, [english])
    codes = re.findall(r"stroke%3D%22(%23\w+)%22", icon)
    assert [code.replace("%23", "#") for code in codes] == [render.LIGHT.neither, render.LIGHT.only_b]
