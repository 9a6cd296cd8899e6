"""Pages: a document and what goes with it, through a Jinja template, to one self-contained HTML file."""

from __future__ import annotations

import html
import re
import traceback
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError, TemplateSyntaxError
from markupsafe import Markup

from ..language import Locale
from ..language.folders import find, folders
from . import fonts
from .pdf import FORMULA

_STYLES = ("type.css", "page.css")
_PRINT_STYLES = ("type.css", "print.css")
_ADDRESS = re.compile(r'href="(https?:[^"]*)"')
_FAMILY = re.compile(r'font-family:"([^"]+)"')
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">'
    '<path d="M3 3h0M8 3h0M13 3h0M3 8h0M8 8h0M3 13h0M8 13h0M13 13h0"'
    ' stroke="#85827a" stroke-width="4" stroke-linecap="round"/>'
    '<path d="M13 8h0" stroke="#d07a00" stroke-width="4.6" stroke-linecap="square"/></svg>'
)


class PageError(ValueError):
    """A page template that cannot be used; the message names file and line."""


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
    environment.filters["spoken_image"] = spoken_image
    return environment


def render(template: str, context: Mapping[str, Any], locale: Locale, others: Sequence[Locale]) -> str:
    """A page with its styles and just the fonts it needs inside.

    `others` are the languages of which words stand on the page, as in its list of languages.  Raises
    FontError where the page shows a character that no font of ours has, PageError for a broken template.
    """
    page = {**context, "icon": quote(_ICON), "css": Markup(_css(locale, others)), "fonts": ""}
    bold_emphasis = {other.tag for other in (locale, *others) if other.emphasis == "bold"}
    try:
        view = _environment().get_template(template)
        characters = fonts.characters(view.render(page=page), locale.tag, bold_emphasis)
        page["fonts"] = Markup(fonts.rules(characters, locale, {other.tag: other for other in others}))
        return view.render(page=page)
    except TemplateError as error:
        raise PageError(f"{_place(error, template)}: {error}") from None


def _place(error: TemplateError, template: str) -> str:
    """Template and line of an error; for a name that is not there, Jinja has them in the traceback alone."""
    if isinstance(error, TemplateSyntaxError):
        return f"{error.name or template}:{error.lineno}"
    steps = traceback.extract_tb(error.__traceback__)
    places = [f"{Path(step.filename).name}:{step.lineno}" for step in steps if ".jinja2" in step.filename]
    return places[-1] if places else template


def render_for_print(
    template: str, context: Mapping[str, Any], locale: Locale
) -> tuple[str, dict[str, tuple[bytes, str]], set[str]]:
    """A page for the PDF, its fonts as assets (name -> content and media type) and their families.

    Raises FontError where the page shows a character that no font of ours has.
    """
    page = {**context, "css": Markup(_css(locale, [], _PRINT_STYLES)), "fonts": ""}
    view = _environment().get_template(template)
    bold_emphasis = {locale.tag} if locale.emphasis == "bold" else set()
    html_alone = view.render(page=page)
    characters = fonts.characters(
        html_alone + _written_by_css(html_alone, page["title"]), locale.tag, bold_emphasis
    )
    drawn = [content.decode("utf-8") for name, (content, _type) in context["assets"].items()]
    for drawing in drawn:
        for setting, found in fonts.characters(drawing, locale.tag).items():
            characters.setdefault(setting, set()).update(found)
    rules, assets = fonts.assets(characters, locale)
    page["fonts"] = Markup(rules)
    return view.render(page=page), assets, set(_FAMILY.findall(rules))


def _written_by_css(page: str, title: str) -> str:
    """What print.css itself writes: hyphens, list marks and addresses in text, title and folio in sans."""
    addresses = "".join(_ADDRESS.findall(page))
    return f'<p>\u2010\u2013() {addresses}</p><p class="sans">0123456789 / . {html.escape(title)}</p>'


def spoken_image(image: Markup, label: str) -> Markup:
    """A drawn formula with its words as text alternative, marked so that the PDF tags it as a formula."""
    return Markup(str(image).replace('alt=""', f'alt="{html.escape(FORMULA + label)}"', 1))


def spoken(math: Markup, label: str) -> Markup:
    """A formula with the words that a screen reader says for it."""
    return Markup(str(math).replace("<math", f'<math aria-label="{html.escape(label)}"', 1))


def _css(locale: Locale, others: Sequence[Locale], styles: Sequence[str] = _STYLES) -> str:
    families = [f":root{{{_variables(locale)}}}"]
    families += [f":lang({other.tag}){{{_variables(other)}}}" for other in others if other.tag != locale.tag]
    bold = [other.tag for other in (locale, *others) if other.emphasis == "bold"]
    emphasis = [f":lang({tag}) em{{font-style:normal;font-weight:700}}" for tag in dict.fromkeys(bold)]
    sheets = [find("templates", name).read_text(encoding="utf-8") for name in styles]
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
