"""What a teacher puts at the head of students' sheets: a title, a course, a date, a logo."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ...language.printable import visible
from ...language.refused import Refused
from ...press import logos
from ...press.logos import Logo

LONGEST = {"title": 120, "course": 120, "date": 40}  # characters that are shown


class HeadingError(Refused):
    """A text that cannot stand at the head of a sheet; the message names the option."""


class Heading(NamedTuple):
    """Texts as the teacher gave them, "" for none, and a picture."""

    title: str = ""
    course: str = ""
    date: str = ""
    logo: Logo | None = None


def heading(title: str | None, course: str | None, date: str | None, logo: Path | None) -> Heading:
    """The head of a sheet; long texts are cut off, signs that hide are shown by their numbers.

    Raises HeadingError for a text that shows nothing, and LogoError for a picture that cannot be used.

    >>> heading("Test  1", None, None, None)
    Heading(title='Test 1', course='', date='', logo=None)
    """
    given = {"title": title, "course": course, "date": date}
    texts = {name: _shown(name, text) for name, text in given.items()}
    return Heading(**texts, logo=logos.load(logo) if logo else None)


def _shown(name: str, text: str | None) -> str:
    shown = visible(text or "", LONGEST[name])
    if text is not None and not shown:
        raise HeadingError(f"--{name}: an empty text", advice="write one, or leave the option out")
    return shown
