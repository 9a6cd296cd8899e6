"""Pages: a document and what goes with it, through a Jinja template, to one self-contained HTML file."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ..language import Locale
from ..language.folders import find, folders
from . import fonts

_STYLES = ("type.css", "page.css")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">'
    '<path d="M3 3h0M8 3h0M13 3h0M3 8h0M8 8h0M3 13h0M8 13h0M13 13h0"'
    ' stroke="#85827a" stroke-width="4" stroke-linecap="round"/>'
    '<path d="M13 8h0" stroke="#d07a00" stroke-width="4.6" stroke-linecap="square"/></svg>'
)


@cache
def _environment() -> Environment:
    """Own templates only, everything escaped; a name that a template misspells is an error."""
    environment = Environment(
        loader=FileSystemLoader([str(folder) for folder in folders("templates")]),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    environment.filters["spoken"] = spoken
    return environment


def render(template: str, context: Mapping[str, Any], locale: Locale, others: Sequence[Locale]) -> str:
    """A page with its styles and just the fonts it needs inside.

    `others` are the languages of which words stand on the page, as in its list of languages.  Raises
    FontError where the page shows a character that no font of ours has.
    """
    page = {**context, "icon": quote(_ICON), "css": Markup(_css(locale, others)), "fonts": ""}
    view = _environment().get_template(template)
    bold_emphasis = {other.tag for other in (locale, *others) if other.emphasis == "bold"}
    characters = fonts.characters(view.render(page=page), locale.tag, bold_emphasis)
    page["fonts"] = Markup(fonts.rules(characters, locale, {other.tag: other for other in others}))
    return view.render(page=page)


def spoken(math: Markup, label: str) -> Markup:
    """A formula with the words that a screen reader says for it."""
    return Markup(str(math).replace("<math", f'<math aria-label="{html.escape(label)}"', 1))


def _css(locale: Locale, others: Sequence[Locale]) -> str:
    families = [f":root{{{_variables(locale)}}}"]
    families += [f":lang({other.tag}){{{_variables(other)}}}" for other in others if other.tag != locale.tag]
    bold = [other.tag for other in (locale, *others) if other.emphasis == "bold"]
    emphasis = [f":lang({tag}) em{{font-style:normal;font-weight:700}}" for tag in dict.fromkeys(bold)]
    sheets = [find("templates", name).read_text(encoding="utf-8") for name in _STYLES]
    return "\n".join([*families, _COMMENT.sub("", "\n".join(sheets)).strip(), *emphasis])


def _variables(locale: Locale) -> str:
    """The font families of a language, as CSS variables; numbers stand in the first, the Latin one."""
    stacks = (("text", "serif"), ("sans", "sans-serif"), ("mono", "monospace"))
    variables = []
    for role, generic in stacks:
        listed = fonts.css_families(locale, role)
        variables += [
            f"--{role}:{listed}, {generic}",
            f"--latin-{role}:{listed.partition(',')[0]}, var(--{role})",
        ]
    return ";".join(variables)
