"""The head of students' sheets: what a teacher or a list of pupils says there, set to be read."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import NamedTuple, TypedDict

from markupsafe import Markup

from ...language import Locale
from ...language.folders import available
from ...press.logos import Logo
from ...press.strangers import named, printable
from ...publication.disk import is_readable, locale
from .heading import Heading
from .pupils import Pupil

_A_LINE = 34  # letters that surely fit beside "Name", as wide as they may be; in large print
_A_LARGE_LINE = 18


class Owner(NamedTuple):
    """Whose sheet it is; both are empty where a name is still to be put in."""

    name: Markup
    id: Markup


NOBODY = Owner(Markup(""), Markup(""))


class Masthead(TypedDict):
    """What the teacher put at the head; None for what is to be left out."""

    heading: Markup
    course: Markup | None
    day: Markup | None
    logo: str | None  # the address of the picture


class Room(TypedDict):
    """How much room the heads of a class need."""

    lines: int  # 0 where a sheet is nobody's, and has a line to write a name on
    numbered: bool  # whether there are ids


class Names:
    """Sets strangers' texts in one language, those that it has no letters for as another language does."""

    def __init__(self, own: Locale) -> None:
        self._own = own
        others = [locale(tag) for tag in available() if tag != own.tag and is_readable(tag)]
        self.locales: Sequence[Locale] = (own, *others)

    def masthead(self, heading: Heading, title: str, logo: str | None) -> Masthead:
        """The head of a sheet that is called `title` where its teacher says nothing else."""
        return {
            "heading": named(heading.title, self.locales, "text") if heading.title else Markup.escape(title),
            "course": named(heading.course, self.locales) if heading.course else None,
            "day": named(heading.date, self.locales) if heading.date else None,
            "logo": logo,
        }

    def owner(self, pupil: Pupil) -> Owner:
        """A pupil."""
        return Owner(named(pupil.name, self.locales), named(pupil.id, self.locales) if pupil.id else Markup())

    def lacks(self, pupils: Sequence[Pupil]) -> bool:
        """Whether some name has a letter that no language's face has, so that its number stands for it."""
        return any(
            all(printable(text, each) != text for each in self.locales) for pupil in pupils for text in pupil
        )


def room(pupils: Sequence[Pupil], large: bool) -> Room:
    """Enough for the longest name; the same for all, so that all sheets of a variant are alike.

    >>> room([Pupil("Anna"), Pupil("Maximilian " * 4)], large=False)
    {'lines': 2, 'numbered': False}
    """
    line = _A_LARGE_LINE if large else _A_LINE
    longest = max((len(pupil.name) for pupil in pupils), default=0)
    return {"lines": -(-longest // line), "numbered": any(pupil.id for pupil in pupils)}


def address(logo: Logo) -> str:
    """The picture itself, as the address of a page's image."""
    return f"data:{logo.media_type};base64,{base64.b64encode(logo.content).decode('ascii')}"
