"""Texts that a style sheet writes: whatever a translation holds, the style element stays whole."""

import re
from pathlib import Path

import html5lib
import pytest
import tinycss2
from hypothesis import given
from hypothesis import strategies as st

import discordant
from discordant.press.pages import css_string

TEMPLATES = Path(discordant.__file__).parent / "templates"
HOSTILE = [
    '"',
    "\\",
    "</style>",
    "<!--",
    "\n",
    '"; } body { display: none',
    "\\22 ",
    "a\\",
    "</STYLE\t>",
    "*/",
    "'",
]


def read(written):
    """The text of the one string that a reader of CSS finds."""
    (token,) = tinycss2.parse_component_value_list(written)
    assert token.type == "string"
    return token.value


@pytest.mark.parametrize("text", HOSTILE)
def test_a_reader_of_css_finds_the_text(text):
    assert read(css_string(f"a{text}b")) == f"a{text}b"


@given(st.text(st.sampled_from("ab\"'\\<>/;{}()*-! \n\t1f中é\u2028"), max_size=30))
def test_any_text(text):
    assert read(css_string(text)) == text


@pytest.mark.parametrize("text", HOSTILE)
def test_the_style_element_stays_whole(text):
    """A page with that text in a rule: one style, all in it, and the rule behind it still there."""
    style = f"@page {{ @bottom-left {{ content: {css_string(text)}; }} }}\np {{ color: red; }}"
    root = html5lib.parse(f"<!doctype html><style>{style}</style><p>x</p>", namespaceHTMLElements=False)
    (found,) = root.iter("style")
    assert "".join(found.itertext()) == style
    assert [rule.type for rule in tinycss2.parse_stylesheet(style, skip_whitespace=True)] == [
        "at-rule",
        "qualified-rule",
    ]
    assert (root.find("body/p").text, len(root.find("body"))) == ("x", 1)


def test_no_template_writes_into_a_style_without_it():
    """What stands in quotes there is a text, and goes through the filter; fonts and sheets are our own."""
    own = {"page.fonts", "page.css", "page.paper", "page.margin", "start", "end"}
    seen = 0
    for path in TEMPLATES.glob("*.jinja2"):
        for style in re.findall(r"(?s)<style>(.*?)</style>", path.read_text("utf-8")):
            for said in re.findall(r"\{\{-?\s*(.*?)\s*-?\}\}", style):
                seen += 1
                assert said.partition(" |")[0] in own or said.endswith("| css_string"), f"{path.name}: {said}"
    assert seen > 5
