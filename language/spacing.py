"""Spacing: the thin gap that Chinese print sets between Han characters and Latin letters or numbers.

Translators do not type it, browsers differ in making it, and neither PDF nor figures have it by
themselves; so it is put into each message when it is written, everywhere alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable

THIN = "\N{THIN SPACE}"
_HAN = "\u2e80-\u2fdf\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_LATIN = r"A-Za-z0-9\u00c0-\u024f\u0370-\u03ff%+\u2212`"
_MARKS = r"\*{0,2}"  # of emphasis between the two: they do not count
_GAPS = re.compile(rf"([{_HAN}]{_MARKS})(?=[{_LATIN}])|([{_LATIN}]{_MARKS})(?=[{_HAN}])")
_PLACEHOLDER = re.compile(r"\{([A-Za-z]\w*)\}")
_STAND_IN = re.compile(r"[0年]\x00(\w+)\x00[0年]")


def with_gaps(message: str, shown: Callable[[str], str]) -> str:
    """The message with a thin space wherever a Han character meets a Latin letter, a digit or code.

    `shown(name)` is what stands in the place of `{name}`: its first and last character decide there.

    >>> with_gaps("模型A在{N}张图像上", lambda name: "1000").split(THIN)
    ['模型', 'A', '在', '{N}', '张图像上']
    """

    def stand_in(match: re.Match[str]) -> str:
        text = shown(match[1])
        return f"{_like(text[:1])}\x00{match[1]}\x00{_like(text[-1:])}"

    spaced = _GAPS.sub(lambda match: (match[1] or match[2]) + THIN, _PLACEHOLDER.sub(stand_in, message))
    return _STAND_IN.sub(r"{\1}", spaced)


def _like(character: str) -> str:
    """A character that meets its neighbours as this one would."""
    return "年" if re.match(f"[{_HAN}]", character) else "0"
