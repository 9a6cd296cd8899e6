"""The head of students' sheets: what a teacher or a list of pupils says there, set to be read."""

from __future__ import annotations

import base64
import unicodedata
from collections.abc import Sequence
from math import ceil
from typing import NamedTuple, TypedDict

from markupsafe import Markup

from ...language import Locale
from ...press.logos import Logo
from ...press.strangers import named, printable
from .heading import Heading
from .pupils import Pupil

_LINE = 1.5  # em, the height of a line
_BETWEEN = 2.0  # em, what stands between labels, name and id at the least
_WIDEST_ID = 0.45  # of a line; a wider id stands below the name
_NARROW, _WIDE, _OTHERS = 0.65, 1.0, 0.85  # em, more than letters of the sans take in bold


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
    """How much room the heads of a class take, the same on every sheet."""

    height: float  # em; 0 where a sheet is nobody's, and has a line to write a name on
    numbered: bool  # whether there are ids
    below: bool  # whether they stand under the names


NO_ROOM = Room(height=0, numbered=False, below=False)


class Names:
    """Sets strangers' texts in one language, those that it has no letters for as another language does."""

    def __init__(self, own: Locale, others: Sequence[Locale]) -> None:
        self.locales: Sequence[Locale] = (own, *(other for other in others if other.tag != own.tag))

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


def room(owners: Sequence[Owner], labels: tuple[str, str], width: float) -> Room:
    """Enough for the longest name and id, behind their labels, in lines of so many em.

    >>> room([Owner(Markup("Anna"), Markup("17"))], ("Name", "Number"), 40)
    {'height': 1.6, 'numbered': True, 'below': False}
    >>> room([Owner(Markup("Anna"), Markup("1" * 24))], ("Name", "Number"), 40)["height"]
    3.1
    """
    name = max(_ems(owner.name.striptags()) for owner in owners)
    own = max(_ems(owner.id.striptags()) for owner in owners)
    numbered = own > 0
    beside = _ems(labels[1]) + own + _BETWEEN if numbered else 0
    below = beside > _WIDEST_ID * width
    lines = ceil(name / (width - _ems(labels[0]) - _BETWEEN - (0 if below else beside)))
    if below:
        lines += ceil(beside / width)
    return {"height": round(lines * _LINE + 0.1, 2), "numbered": numbered, "below": below}


def _ems(text: str) -> float:
    """How wide a text is at the most."""
    return sum(map(_em, text))


def _em(sign: str) -> float:
    if sign in "mwMW@%—…" or unicodedata.east_asian_width(sign) in "WF":
        return _WIDE
    return _NARROW if sign.islower() or sign.isdigit() or not sign.isalpha() else _OTHERS


def address(logo: Logo) -> str:
    """The picture itself, as the address of a page's image."""
    return f"data:{logo.media_type};base64,{base64.b64encode(logo.content).decode('ascii')}"
