"""Styles: whether a page's style sheet is the program's, and whether it loads, hides or writes anything."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from . import package_files
from .findings import Findings
from .page import Page

# the style sheets of an article's page, and of a handout's on screen
_LARGEST = 1_000_000  # characters; ours have 20,000, their fonts aside
_SHEETS = (("type.css", "page.css"), ("type.css", "sheet.css", "screen.css"))
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_LOADS = re.compile(
    r"@import|expression\s*\(|-moz-binding|(?<![-\w])behavior\s*:|javascript:|@namespace", re.IGNORECASE
)
_ADDRESS = re.compile(r"url\(\s*([\"']?)(?!\1?\s*(?:\)|#))[^)]{0,500}\)?", re.IGNORECASE)
_CONTENT = re.compile(r"content\s*:\s*([^;}]*)", re.IGNORECASE)
_STRING = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)'", re.DOTALL)
_ESCAPE = re.compile(r"\\([0-9A-Fa-f]{1,6})\s?")
# what stands beside the sheets: fonts, the families of each language, and bold in place of slanted letters
_LANGUAGE = re.compile(r":lang\(([a-z]{2,3})\)")
_FACE = (
    r'@font-face\{font-family:"[\w -]+";font-weight:[47]00;font-style:(?:normal|italic);font-display:block;'
    r"src:url\((?:data:font/woff;base64,[A-Za-z0-9+/=]*)?\) format\('woff'\)\}"
)
_FAMILY = r'(?:"[\w -]+"|var\(--[a-z-]+\)|serif|sans-serif|monospace)'
_FAMILIES = rf"--(?:latin-)?(?:text|sans|mono):{_FAMILY}(?:, {_FAMILY})*"
FACE = re.compile(_FACE)
_BESIDE = re.compile(
    rf"{_FACE}|(?::root,)?(?::root|:lang\([\w-]+\))\{{{_FAMILIES}(?:;{_FAMILIES})*\}}"
    r"|em:lang\([\w-]+\)\{font-style:normal;font-weight:700\}"
    r"|\s+"
)
# what writes onto a page or turns its letters, what lets a text vanish, and what may hide or move it
_WRITES = re.compile(
    "content|counter-(?:reset|increment|set)|direction|unicode-bidi|writing-mode|quotes|list-style.*|symbols"
)
_NOTHING = re.compile(
    r"font-size:[-.0]*0(?:\.0+)?\D*|opacity:[-.0]*0(?:\.0+)?%?|visibility:(?:hidden|collapse)|color:transparent|"
    r"font:.*\b0(?:px|pt|em|rem|%)?[ /].*|"
    r"text-indent:-?\d{3,}.*|transform:.*|scale:.*|clip.*:.*|mask.*:.*|filter:.*"
)
_MOVES = re.compile(
    "display|opacity|position|inset.*|top|left|right|bottom|margin.*|overflow.*|z-index|font-size|text-indent|"
    "translate|rotate|zoom|color|background.*|width|height|max-.*|line-height|letter-spacing|all|float|order|"
    "content-visibility|-webkit-.*|grid.*|text-overflow"
)
# what a handout says about its paper: size, margins, and at the foot its name and the number of the page
_MARK = r'\s*font: 8\.5pt var\(--sans\); font-feature-settings: ("lnum"|"lnum", "tnum"); [\w#:; -]*\}\s*'
_PAPER = re.compile(
    r"@page \{\s*size: [\w ]+; margin: [\w. ]+;\s*"
    rf'@bottom-(?:left|right) \{{ content: ("(?:[^"\\]|\\.)*");{_MARK}'
    rf'@bottom-(?:left|right) \{{ content: counter\(page\) " / " counter\(pages\);{_MARK}\}}'
)


def check(page: Page, shown: str, findings: Findings, ours: bool) -> None:
    """Note what a page's style sheet does that no build's does.

    `ours`: whether it must be this program's own, letter by letter; another publisher may have another, whose
    effect cannot be told from its text.
    """
    texts = ["".join(element.itertext()) for element in page.elements() if element.tag == "style"]
    if sum(map(len, texts)) > _LARGEST:
        findings.say(shown, "larger than any style sheet of a page", "<style>")
        return
    for text in texts:
        if what := unfit(text):
            findings.say(shown, what, "<style>")
        for written in words_of(_PAPER.sub("", text)):
            findings.fault(shown, "<style> content", written, "no words or digits that a style sheet writes")
    if len(texts) != 1:
        findings.say(shown, f"{len(texts)} style sheets; a page has one")
        return
    rest = beside(texts[0])
    if rest != "" and not ours:
        findings.note(f"{shown}: what its own style sheet shows, hides or moves")
        _of_another(texts[0], shown, findings)
    elif rest is None:
        findings.say(shown, "is not the style sheet of this program", "<style>")
    elif rest:
        findings.fault(shown, "<style>", rest, "no such rule beside the program's own style sheet")
    findings.checked["style sheets"] += 1


def _of_another(text: str, shown: str, findings: Findings) -> None:
    """What another publisher's style sheet says that could change what is read: a fault, or not checked."""
    stated = Counter(declared(_PAPER.sub("", text)))
    own = [Counter(p for name in names for p in declared(package_files.template(name))) for names in _SHEETS]
    for name, value in min((stated - one for one in own), key=Counter.total):
        if _WRITES.fullmatch(name) and value not in ("none", "normal", '""'):
            findings.fault(shown, f"<style> {name}", value, "no words, counters or turned letters")
        elif _NOTHING.fullmatch(f"{name}:{value}"):
            findings.fault(shown, f"<style> {name}", value, "nothing that hides a text")
        elif _MOVES.fullmatch(name):
            findings.note(f"{shown}: its own style, which can hide or move a text: {name}: {value[:60]}")


def declared(text: str) -> Iterator[tuple[str, str]]:
    r"""The declarations of a style sheet, inside other rules as well, escapes read: (name, value).

    >>> list(declared("@media print{p::after{\\63 ontent:'x'}}"))
    [('content', '"x"')]
    """
    import tinycss2  # type: ignore[import-untyped]

    waiting = [tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)]
    while waiting:
        for node in waiting.pop():
            if node.type == "declaration":
                yield node.lower_name, tinycss2.serialize(node.value).strip().lower()
            elif node.type in ("qualified-rule", "at-rule") and node.content is not None:
                waiting.append(tinycss2.parse_blocks_contents(node.content, True, True))


def beside(style: str) -> str | None:
    """What a style sheet holds beside the program's own and a language's fonts; None where it is another."""
    for own in _own_sheets(style):
        if own in style:
            before, _, after = style.partition(own)
            return (_BESIDE.sub("", before) + _BESIDE.sub("", _PAPER.sub("", after, count=1))).strip()
    return None


def _own_sheets(style: str) -> Iterator[str]:
    """The program's own style sheets, the rules of a script written for the languages of this one."""
    languages = {f":lang({tag})" for tag in _LANGUAGE.findall(style)}
    for names in _SHEETS:
        own = _COMMENT.sub("", "\n".join(package_files.template(name) for name in names)).strip()
        for tall in ('[dir="rtl"]', *sorted(languages)):
            raised = own.replace(":lang(tall)", tall)
            yield raised
            yield from (raised.replace(":lang(zh)", wide) for wide in sorted(languages))


def foot(page: Page) -> str:
    """What a handout prints at the foot of each page; "" where it says nothing."""
    for element in page.elements():
        if element.tag == "style" and (found := _PAPER.search("".join(element.itertext()))):
            return _unescaped(found[1][1:-1])
    return ""


def unfit(text: str) -> str:
    """What a style does that no build's does: load, run, point elsewhere; "" where it does not."""
    text = _unescaped(text)
    if found := _LOADS.search(text):
        return f"{found[0]}, which no build writes into a style"
    if found := _ADDRESS.search(text):
        return f"{found[0][:80]} in a style, which no build writes"
    return ""


def words_of(style: str) -> Iterator[str]:
    """The letters and digits that a style sheet itself would write onto the page.

    >>> list(words_of('b::after{content:"p = 0.01"}'))
    ['p = 0.01']
    """
    for value in _CONTENT.findall(style):
        for double, single in _STRING.findall(value):
            text = _unescaped(double or single)
            if any(character.isalnum() for character in text):
                yield text


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda found: chr(min(int(found[1], 16), 0x10FFFF)), text)
