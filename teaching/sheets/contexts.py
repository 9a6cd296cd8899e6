"""What the templates of exercise sheets are given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypedDict

from markupsafe import Markup

from ...press.scribe import Text
from .drawings import Shows
from .personal import Masthead, Owner, Room
from .texts import Item, Solution


class Common(TypedDict):
    """What every sheet shows; `print` and, in print, `assets` come to it."""

    tag: str
    direction: str
    paper: str
    margin: str
    large: bool
    publisher: str
    date: str
    drawings: Mapping[Shows, Markup]
    label: Callable[[str], Text]
    drawn_in_english: bool  # whether a label inside a drawing is
    labels: dict[str, Text]


class Head(Common, Masthead, Room):
    """The head of a variant for students."""

    title: str
    description: str
    foot: str
    variant: Text
    total: Text
    roomy: bool
    owner: Owner


class Students(Head):
    """A variant for students."""

    items: list[Item]


class Heads(Head):
    """The heads of a class."""

    owners: list[Owner]


class ItemWithSolutions(Item):
    """What the teacher reads of an item, and students afterwards."""

    solutions: list[Solution]


class Solutions(Head):
    """A variant with its solutions, for students to keep."""

    own_title: Markup | None  # that of the sheet, where the teacher gave it one
    items: list[ItemWithSolutions]


class Dealt(TypedDict):
    """Who has which variant."""

    owner: Owner
    variant: str


class Variant(TypedDict):
    """A variant on the teacher's sheet."""

    name: Text
    total: Text
    items: list[ItemWithSolutions]


class Teachers(Common):
    """The teacher's sheet."""

    title: str
    description: str
    foot: str
    bold_foot: str
    seed: Text
    command: str
    status: list[Text]
    own: Text | None
    variants: list[Variant]
    keys: list[list[Variant]]  # the variants in rows of the key
    dealt: list[Dealt]
    numbered: bool
    glyphs: Text | None  # where a name has a letter that no face has
