"""The printed null distributions of exercise sheets: plain for students, with red tails for the teacher."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

from markupsafe import Markup

from ...experiment import arrangements
from ...language import Fact
from ...press.drawings import Drawing, Lettering, drawing, lettering, look_of
from ..exercises.exercise import Exercise, Law
from .texts import Writer, law_name

WIDTH = 420  # CSS pixels
_NO_TAIL = -1
_OWN_ID = re.compile(r'( id="(?:drawing-)?|url\(#)sheet-')


class Plan(NamedTuple):
    """The drawings of a language's sheets."""

    lettering: Lettering
    panels: tuple[tuple[str, dict[str, Any]], ...]  # name and fields of render.Panel


def plan(writer: Writer, items: Iterable[Exercise]) -> Plan:
    """Each law among the items, twice: `law-12-9` for students, `law-12-9-tails` for the teacher."""
    laws = {exhibit for item in items for exhibit in item.exhibits if isinstance(exhibit, Law)}
    panels = []
    for law in sorted(laws):
        panels.append((law_name(law), _panel(writer, law, with_tails=False)))
        panels.append((f"{law_name(law)}-tails", _panel(writer, law, with_tails=True)))
    return Plan(lettering(writer.hand.locale), tuple(panels))


def draw(plan: Plan) -> dict[str, Drawing]:
    """The drawings by name."""
    if not plan.panels:
        return {}
    from ... import render

    look = look_of(plan.lettering)._replace(width=WIDTH)
    return {
        name: drawing(
            "sheet",
            name,
            panel["title"],
            partial(render.null_distribution, [render.Panel(**panel)]),
            look,
            plan.lettering,
        )
        for name, panel in plan.panels
    }


class Shown(dict[str, Markup]):
    """The drawings of one page by name; where one is shown again, it has ids of its own.

    >>> shown = Shown({"law": Markup('<svg id="drawing-sheet-law"><path id="sheet-law-bars"/></svg>')})
    >>> print(shown["law"] + shown["law"])  # doctest: +NORMALIZE_WHITESPACE
    <svg id="drawing-sheet-law"><path id="sheet-law-bars"/></svg><svg
    id="drawing-sheet-2-law"><path id="sheet-2-law-bars"/></svg>
    """

    def __init__(self, drawings: Mapping[str, Markup]) -> None:
        super().__init__(drawings)
        self._times: Counter[str] = Counter()

    def __getitem__(self, name: str) -> Markup:
        self._times[name] += 1
        svg, times = super().__getitem__(name), self._times[name]
        return svg if times == 1 else Markup(_OWN_ID.sub(rf"\1sheet-{times}-", str(svg)))


def _panel(writer: Writer, law: Law, with_tails: bool) -> dict[str, Any]:
    facts = {"m": Fact("m", law.m, "count"), "observed": Fact("observed", law.observed, "count")}
    lower = min(law.observed, law.m - law.observed)
    return {
        "weights": arrangements(law.m),
        "observed": law.observed,
        "tail": lower if with_tails else _NO_TAIL,
        "window": (0, law.m),
        "title": writer.plain("law.title", facts),
        "observed_label": writer.plain("law.observed", facts),
        "tails_label": writer.plain("law.tails") if with_tails else "",
        "centre_label": writer.plain("law.centre") if with_tails else "",
        "x_label": writer.plain("law.x"),
        "y_label": writer.plain("law.y"),
        "note": "",
    }
