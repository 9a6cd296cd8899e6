"""The printed null distributions of exercise sheets: plain for students, with red tails for the teacher."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from typing import NamedTuple

from markupsafe import Markup

from ... import render
from ...facts.table import NullDistribution
from ...language import Fact
from ...press.drawings import Drawing, Lettering, drawing, lettering, look_of
from ...publication.panels import null_distribution
from ..exercises.exercise import Exercise
from .texts import Writer

WIDTH = 420  # CSS pixels
LABELS = ("title", "observed", "tails", "centre", "x", "y")  # the blocks sheet.law.<label> inside a drawing
_NO_TAILS = range(0), range(0)
_OWN_ID = re.compile(r'( id="(?:drawing-)?|url\(#)sheet-')


class Shows(NamedTuple):
    """What a drawing shows: which null distribution, and whether its tails in red, as for the teacher."""

    law: NullDistribution
    tails: bool

    @property
    def name(self) -> str:
        """What the drawing is called in ids and files."""
        return f"law-{self.law.m}-{self.law.observed}{'-tails' if self.tails else ''}"


class Plan(NamedTuple):
    """The drawings of a language's sheets."""

    lettering: Lettering
    panels: dict[Shows, render.Panel]


def plan(writer: Writer, items: Iterable[Exercise]) -> Plan:
    """Each null distribution among the items, twice: for students and for the teacher."""
    exhibits = (exhibit for item in items for exhibit in item.exhibits)
    laws = {exhibit for exhibit in exhibits if isinstance(exhibit, NullDistribution)}
    shown = [Shows(law, tails) for law in sorted(laws) for tails in (False, True)]
    return Plan(lettering(writer.scribe.locale), {shows: _panel(writer, shows) for shows in shown})


def draw(plan: Plan) -> dict[Shows, Drawing]:
    """The drawings, by what they show."""
    if not plan.panels:
        return {}
    look = look_of(plan.lettering)._replace(width=WIDTH)
    return {
        shows: drawing(
            "sheet",
            shows.name,
            panel.title,
            partial(render.null_distribution, [panel]),
            look,
            plan.lettering,
        )
        for shows, panel in plan.panels.items()
    }


class Shown(dict[Shows, Markup]):
    """The drawings of one page; where one is shown again, it has ids of its own.

    >>> law = Shows(NullDistribution(12, 9), False)
    >>> shown = Shown({law: Markup('<svg id="drawing-sheet-law"><path id="sheet-law-bars"/></svg>')})
    >>> print(shown[law] + shown[law])  # doctest: +NORMALIZE_WHITESPACE
    <svg id="drawing-sheet-law"><path id="sheet-law-bars"/></svg><svg
    id="drawing-sheet-2-law"><path id="sheet-2-law-bars"/></svg>
    """

    def __init__(self, drawings: Mapping[Shows, Markup]) -> None:
        super().__init__(drawings)
        self._times: Counter[Shows] = Counter()

    def __getitem__(self, shows: Shows) -> Markup:
        self._times[shows] += 1
        svg, times = super().__getitem__(shows), self._times[shows]
        return svg if times == 1 else Markup(_OWN_ID.sub(rf"\1sheet-{times}-", str(svg)))


def _panel(writer: Writer, shows: Shows) -> render.Panel:
    law, tails = shows
    facts = {"m": Fact("m", law.m, "count"), "observed": Fact("observed", law.observed, "count")}
    bare = ("note", "chance") if tails else ("note", "chance", "tails", "centre")

    def label(part: str) -> str:
        return "" if part in bare else writer.plain(f"law.{part}", facts)

    panel = null_distribution(law, (0, law.m), label)
    return panel if tails else panel._replace(tails=_NO_TAILS)
