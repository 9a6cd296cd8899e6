"""Inline: Markdown for one paragraph, cleaned; the colours of cells and the marks of side notes in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import nh3
from markdown import Markdown

from ..language import Fact

COLOURS = ("only-b", "only-a")  # what text is linked to that has the colour of a cell
NOTE = "note_"  # begins the name of the running number of a side note, which is its mark in the text
_COLOURED = re.compile(r'<a href="#(only-[ab])">(.*?)</a>')


def html(engine: Markdown, text: str, links: Mapping[str, str]) -> str:
    """A paragraph of Markdown as HTML without anything that could do harm; `links`: name -> address."""
    engine.reset()
    engine.references = {key.lower(): (address, "") for key, address in links.items()}
    rendered = engine.convert(text).removeprefix("<p>").removesuffix("</p>")
    return nh3.clean(
        rendered,
        tags={"em", "strong", "code", "a"},
        attributes={"a": {"href"}},
        url_schemes={"https", "mailto"},
        link_rel=None,
    )


def coloured(rendered: str) -> str:
    """Words that are linked to the name of a cell, in the colour of that cell.

    >>> coloured('that <a href="#only-b">only B</a> gets right')
    'that <span class="only-b">only B</span> gets right'
    """
    return _COLOURED.sub(r'<span class="\1">\2</span>', rendered)


def in_english(rendered: str, quoted: Iterable[str]) -> str:
    """Emphasis round nothing but one of these tokens, marked as English: italics, whatever the language has.

    >>> in_english("<em>Q</em> and <em>x</em>", ["Q"])
    '<em lang="en">Q</em> and <em>x</em>'
    """
    for token in quoted:
        rendered = rendered.replace(f"<em>{token}</em>", f'<em lang="en">{token}</em>')
    return rendered


def marks_note(placeholder: str, fact: Fact) -> bool:
    """Whether a placeholder is the mark of a side note: it names the running number of one.

    >>> cap = Fact("note_cap", 3, "label")
    >>> marks_note("note_cap", cap), marks_note("number", cap)
    (True, False)
    """
    return placeholder == fact.name and placeholder.startswith(NOTE) and fact.kind == "label"


def note_mark(fact: Fact, number: str) -> str:
    """The raised number of a side note, which leads to it and is found from there."""
    note = "note-" + fact.name.removeprefix(NOTE).replace("_", "-")
    link = f'<a id="to-{note}" href="#{note}" role="doc-noteref">{number}</a>'
    return f'<sup class="noteref">{link}</sup>'


def engine() -> Markdown:
    """Markdown for one paragraph: no raw HTML, and no block syntax that could split a message."""
    engine = Markdown(output_format="html")
    engine.preprocessors.deregister("html_block")
    engine.inlinePatterns.deregister("html")
    for name in (
        "indent",
        "code",
        "hashheader",
        "setextheader",
        "hr",
        "olist",
        "ulist",
        "quote",
        "reference",
    ):
        engine.parser.blockprocessors.deregister(name)
    return engine
