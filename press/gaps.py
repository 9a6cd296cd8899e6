"""Gaps: what the thin gap between two scripts becomes on a page, and where lines of Han and kana may break.

A space that the style sheets make narrow: it goes at a line's end and stretches with the line.  Browsers that
part the scripts by themselves leave out those marked `auto`, so that a search for a word finds it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..language.spacing import COUNTERS, GAP, breaks_at_quotes, last_characters

_TOKENS = "\ue000-\uf8ff"
_COUNTED = re.compile(rf"([{_TOKENS}]){GAP}([{COUNTERS}])")
_GAP = re.compile(rf"([{_TOKENS}]?){GAP}(?=([{_TOKENS}]?))")
_AUTO, _OWN = '<span class="gap auto"> </span>', '<span class="gap"> </span>'
_BREAK = "<wbr>"
_SIGNED = re.compile("<span[^>]*>[+\N{MINUS SIGN}]")


def set_gaps(rendered: str, written: Mapping[str, str]) -> str:
    """A paragraph as HTML, its gaps made narrow spaces, its numbers bound to what they count.

    `written` is what will stand for each token.

    >>> set_gaps("占\N{NARROW NO-BREAK SPACE}A\N{NARROW NO-BREAK SPACE}的", {})
    '占<span class="gap auto"> </span>A<span class="gap auto"> </span>的'
    """

    def gap(match: re.Match[str]) -> str:
        left, right = written.get(match[1], ""), written.get(match[2], "")
        own = _is_drawn(left) or _is_drawn(right) or _SIGNED.match(right)
        return f"{match[1]}{_OWN if own else _AUTO}"

    kept = _last_kept(breaks_at_quotes(rendered, _BREAK))
    bound = _COUNTED.sub(rf'<span class="nowrap">\1{GAP}\2</span>', kept)
    return _GAP.sub(gap, bound)


def _is_drawn(html: str) -> bool:
    """Whether a token is a formula, beside which no browser leaves a gap."""
    return html.startswith(("<math", "<img", '<span class="line"'))


def _last_kept(rendered: str) -> str:
    last = last_characters(rendered)
    return f'{rendered.removesuffix(last)}<span class="nowrap">{last}</span>' if last else rendered
