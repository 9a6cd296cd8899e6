"""Pages: a document and what goes with it, through a Jinja template, to one self-contained HTML file."""

from __future__ import annotations

import html
import re
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FunctionLoader, StrictUndefined, TemplateError, TemplateSyntaxError
from jinja2.exceptions import SecurityError, TemplateRuntimeError
from jinja2.runtime import Context as JinjaContext
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from ..language import Locale, scripts
from ..language.files import Outside, inside, read_text
from ..language.folders import find, folders
from ..language.refused import Refused
from ..workshop.limits import OverLimit, bounded
from . import fonts
from .formula_images import SVG
from .formulas import in_columns
from .pdf import FORMULA

Operand = Any  # of an operation in a template
Context = Mapping[str, Any]  # what a template is given
PAGE = ("type.css", "page.css")
PRINT = ("type.css", "print.css")
SHEET = ("type.css", "sheet.css", "running.css")  # what teachers print
SHEET_ON_SCREEN = ("type.css", "sheet.css", "screen.css")
_ADDRESS = re.compile(r'href="(https?:[^"]*)"')
_LINK, _SPAN = re.compile(r"(<a [^>]*>)(.*?)</a>", re.DOTALL), re.compile("</?span[^>]*>")
_FAMILY = re.compile(r'font-family:"([^"]+)"')
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_NOT_IN_CSS = re.compile(r'["\\<\n]')
_ENGLISH = ' lang="en"'
_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">'
    '<path d="M3 3h0M8 3h0M13 3h0M3 8h0M8 8h0M3 13h0M8 13h0M13 13h0"'
    ' stroke="#959186" stroke-width="4" stroke-linecap="round"/>'
    '<path d="M13 8h0" stroke="#d07a00" stroke-width="4.6" stroke-linecap="square"/></svg>'
)


# what an expression in a template can raise
_FAULTS = (
    *(TemplateError, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError),
    OverLimit,
)
_LONGEST = 10_000_000  # characters or bits that one operation of a template may make


class _Sandbox(ImmutableSandboxedEnvironment):
    """Templates reach what they are given, and nothing behind it; no single step of theirs can be huge."""

    intercepted_binops = frozenset(["*", "**", "%"])

    def call_binop(self, context: JinjaContext, operator: str, left: Operand, right: Operand) -> Operand:
        """One of these operations, where its outcome cannot be too large."""
        if operator == "**" and _bits(left) * abs(right) > _LONGEST:
            raise OverflowError("a power that is too large")
        numbers = isinstance(left, (int, float)) and isinstance(right, (int, float))
        if operator == "*" and not numbers and _size(left) * _size(right) > _LONGEST:
            raise OverflowError("a product that is too large")
        if operator == "%" and isinstance(left, str):
            raise SecurityError("% does not fill in a text here")
        return super().call_binop(context, operator, left, right)


def _bits(number: object) -> int:
    return number.bit_length() if isinstance(number, int) else 64


def _size(factor: object) -> int:
    """How often a factor repeats the other, or how long it is itself."""
    if isinstance(factor, int):
        return max(factor, 1)
    return max(len(factor), 1) if hasattr(factor, "__len__") else 1


class PageError(Refused):
    """A page template that cannot be used; the message names file and line."""


def _load(name: str) -> tuple[str, str, Callable[[], bool]] | None:
    """The text of a template and the path for a message; None where no folder has one of this name."""
    try:
        for folder in folders("templates"):
            path = inside(folder, name)
            if path.is_file():
                return read_text(path), str(path), lambda: True
    except Outside as error:
        raise SecurityError(error.what) from None
    return None


@cache
def _environment() -> Environment:
    """Own templates only, everything escaped; a name that a template misspells is an error."""
    environment = _Sandbox(
        loader=FunctionLoader(_load),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    environment.filters["css_string"] = css_string
    environment.filters["spoken"] = spoken
    environment.filters["spoken_image"] = spoken_image
    environment.filters["unknown"] = unknown
    environment.filters["whole_end"] = whole_end
    return environment


def forget() -> None:
    """Read the templates anew, and look for them anew: for a preview, during which they change."""
    _environment.cache_clear()


def render(
    template: str,
    context: Context,
    locale: Locale,
    others: Sequence[Locale],
    styles: Sequence[str] = PAGE,
) -> str:
    """A page with its style sheets and just the fonts it needs inside.

    `others` are the languages of which words stand on the page, as in its list of languages.  Raises
    FontError where the page shows a character that no font of ours has, PageError for a broken template.
    """
    page = {**context, "icon": quote(_ICON), "css": Markup(_css(locale, others, styles)), "fonts": ""}
    bold_emphasis = {other.tag for other in (locale, *others) if other.emphasis == "bold"}
    draw = _drawer(template)
    characters = fonts.characters(draw(page), locale.tag, bold_emphasis)
    page["fonts"] = Markup(fonts.rules(characters, locale, {other.tag: other for other in others}))
    return draw(page)


def _drawer(template: str) -> Callable[[Context], str]:
    """What fills a template; PageError, with template and line, for whatever is wrong in it."""

    def draw(page: Context) -> str:
        try:
            with bounded():
                return _environment().get_template(template).render(page=page)
        except Refused:  # by what the template has called
            raise
        except _FAULTS as error:
            file, line = _place(error, template)
            raise PageError(_said(error), path=file, line=line) from None

    return draw


def _said(error: Exception) -> str:
    kind = "" if isinstance(error, (TemplateError, OverLimit)) else f"{type(error).__name__}: "
    return f"{kind}{error}"[:300]


def _place(error: Exception, template: str) -> tuple[str, int | None]:
    """Template and line of an error; for a name that is not there, Jinja has them in the traceback alone."""
    if isinstance(error, TemplateSyntaxError):
        return error.name or template, error.lineno
    steps = traceback.extract_tb(error.__traceback__)
    places = [(Path(step.filename).name, step.lineno) for step in steps if ".jinja2" in step.filename]
    return places[-1] if places else (template, None)


def render_for_print(
    template: str,
    context: Context,
    locale: Locale,
    others: Sequence[Locale] = (),
    styles: Sequence[str] = PRINT,
) -> tuple[str, dict[str, tuple[bytes, str]], set[str]]:
    """A page for the PDF, its fonts as assets (name -> content and media type) and their families.

    `others` are the languages of which words may stand on the page.  Raises FontError where the page
    shows a character that no font of ours has.
    """
    (page,), assets, families = render_together([(template, context)], locale, others, styles)
    return page, assets, families


def render_together(
    parts: Sequence[tuple[str, Context]],
    locale: Locale,
    others: Sequence[Locale] = (),
    styles: Sequence[str] = PRINT,
) -> tuple[list[str], dict[str, tuple[bytes, str]], set[str]]:
    """The same of several pages, each a template and what it gets, that have the same fonts."""
    css = Markup(_css(locale, others, styles))
    bold_emphasis = {other.tag for other in (locale, *others) if other.emphasis == "bold"}
    filled = [(_printer(template), {**context, "css": css, "fonts": ""}) for template, context in parts]
    characters: dict[fonts.Setting, set[str]] = {}
    for draw, page in filled:
        html_alone = draw(page)
        by_css = _written_by_css(html_alone, page.get("foot", page["title"]), others)
        by_css += f'<b class="sans">{html.escape(page.get("bold_foot", ""))}</b>'
        if scripts.of(locale.tag).full_width and not fonts.without_font(locale):
            by_css += "<p>（）</p>"  # round addresses
        _add(characters, fonts.characters(html_alone + by_css, locale.tag, bold_emphasis))
    texts = {asset for _template, context in parts for asset in context["assets"].values()}
    for content in sorted(content for content, media_type in texts if media_type == SVG):
        _add(characters, fonts.characters(content.decode("utf-8"), locale.tag))
    rules, assets = fonts.assets(characters, locale, {other.tag: other for other in others})
    printed = [draw({**page, "fonts": Markup(rules)}) for draw, page in filled]
    return printed, assets, set(_FAMILY.findall(rules))


def _printer(template: str) -> Callable[[Context], str]:
    """What fills a template for print."""
    fill = _drawer(template)
    return lambda page: _LINK.sub(_of_words, fill(page))


def _add(characters: dict[fonts.Setting, set[str]], more: Mapping[fonts.Setting, set[str]]) -> None:
    for setting, found in more.items():
        characters.setdefault(setting, set()).update(found)


def _of_words(link: re.Match[str]) -> str:
    """A link without elements inside: each would be a link of the PDF by itself, and none of its tags."""
    return link[1] + _SPAN.sub("", link[2]) + "</a>"


def _written_by_css(page: str, title: str, others: Sequence[Locale]) -> str:
    """What print.css itself writes: hyphens, list marks and addresses in text, title and folio in sans."""
    elsewhere = "".join(
        f'<{mark} lang="{other.tag}">-\u2013()</{mark}>' for other in others for mark in ("p", "em", "b")
    )
    addresses = "".join(_ADDRESS.findall(page))
    folio = f"0123456789 / . · {html.escape(title)}"
    return f'<p>-\u2013() {addresses}</p><p class="sans">() {addresses} {folio}</p>{elsewhere}'


def css_string(text: str) -> Markup:
    """A text as a string of CSS, fit to stand inside a style element."""
    return Markup('"' + _NOT_IN_CSS.sub(lambda sign: f"\\{ord(sign[0]):x} ", text) + '"')


_LAST_WORD = re.compile(
    r"(?<![\w-])([A-Za-z\u00c0-\u052f’-]{7,})([^\w<>]*(?:</(?:em|strong|a|span)>[^\w<>]*)*)$"
)


def whole_end(text: str) -> Markup:
    """A paragraph whose last word is not hyphenated, so that its last line is never a piece of a word.

    >>> whole_end(Markup("It is <em>significant</em>.")), whole_end(Markup("It is so."))
    (Markup('It is <em><span class="whole">significant</span></em>.'), Markup('It is so.'))
    """
    return Markup(_LAST_WORD.sub(r'<span class="whole">\1</span>\2', str(text)))


def unknown(kind: str) -> str:
    """For what a template would else leave out without a word: raises the error that names it."""
    raise TemplateRuntimeError(f"nothing here sets what is called {kind!r}")


def spoken_image(image: Markup, label: str, english: bool) -> Markup:
    """A drawn formula with its words as text alternative, marked so that the PDF tags it as a formula."""
    words = f'alt="{html.escape(FORMULA + label)}"{_ENGLISH if english else ""}'
    return Markup(str(image).replace('alt=""', words, 1))


def spoken(math: Markup, label: str, english: bool) -> Markup:
    """A formula with the words that a screen reader says for it, in English where they are not translated."""
    words = f'aria-label="{html.escape(label)}"{_ENGLISH if english else ""}'
    return Markup(in_columns(str(math)).replace("<math", f"<math {words}", 1))


def _css(locale: Locale, others: Sequence[Locale], styles: Sequence[str]) -> str:
    families = [f":lang({other.tag}){{{_variables(other)}}}" for other in others if other.tag != locale.tag]
    own = (
        f":root,:lang({locale.tag})" if families else ":root"
    )  # a date in an English passage is its own again
    families.insert(0, f"{own}{{{_variables(locale)}}}")
    bold = [other.tag for other in (locale, *others) if other.emphasis == "bold"]
    emphasis = [f"em:lang({tag}){{font-style:normal;font-weight:700}}" for tag in dict.fromkeys(bold)]
    sheets = [_sheet(find("templates", name)) for name in styles]
    written = _of_its_script(_COMMENT.sub("", "\n".join(sheets)).strip(), locale)
    return "\n".join([*families, written, *emphasis])


def _of_its_script(css: str, locale: Locale) -> str:
    """The style sheets: what they say of Chinese holds for all languages of that width, what of `tall` for
    all whose letters need room above and below, among them those from right to left.
    """
    language, script = locale.tag.partition("-")[0], scripts.of(locale.tag)
    tall = f":lang({language})" if script.tall and locale.direction == "ltr" else '[dir="rtl"]'
    css = css.replace(":lang(tall)", tall)
    return css.replace(":lang(zh)", f":lang({language})") if script.full_width else css


def _sheet(path: Path) -> str:
    return read_text(path)


def _variables(locale: Locale) -> str:
    """The font families of a language, as CSS variables; numbers stand in the Latin one."""
    stacks = (("text", "serif"), ("sans", "sans-serif"), ("mono", "monospace"))
    variables = []
    for role, generic in stacks:
        listed = fonts.css_families(locale, role)
        variables += [
            f"--{role}:{listed}, {generic}",
            f"--latin-{role}:{fonts.latin_family(locale, role)}, var(--{role})",
        ]
    return ";".join(variables)
