"""Forms: whatever a report is on, what it says, its figures, its JSON, and the cases behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from ..cases.outcomes import Case, Outcomes
from . import data, figures, scores_data, several_data
from .comparison import Comparison
from .contents import LISTED, report
from .parts import AnyTold
from .scores import ScoreComparison
from .scores_contents import report_on_scores
from .several import Several
from .several_contents import report_on_several

Subject = Comparison | Several | ScoreComparison
IN_JSON = 1000  # cases that the JSON lists for each pattern on which two models differ
IN_CSV = 100_000


class Forms(NamedTuple):
    """What the files of a report are made of."""

    told: AnyTold
    plan: Callable[[figures.Label], list[figures.Figure]]
    json: Callable[[Iterable[Case]], bytes]
    outcomes: Outcomes | None


def forms(subject: Subject, program: str) -> Forms:
    """The forms of a report; `program` is the version that makes it."""
    if isinstance(subject, Several):
        told = report_on_several(subject, program)
        plan = partial(figures.of_several, told.found)
        return Forms(told, plan, partial(several_data.as_json, told), subject.outcomes)
    if isinstance(subject, ScoreComparison):
        scores = report_on_scores(subject, program)
        return Forms(scores, lambda label: [], lambda cases: scores_data.as_json(scores), subject.outcomes)
    of_two = report(subject, program)
    plan = partial(figures.figures, subject)
    return Forms(of_two, plan, partial(data.as_json, of_two), subject.outcomes)


def listed(most: int, models: int) -> int:
    """How many cases a list of so many has of each pattern on which so many models differ.

    >>> listed(1000, 2), listed(1000, 5), listed(1000, 12)
    (1000, 125, 10)
    """
    return max(LISTED, (most * 4) >> models)


def first_of_each(cases: Iterable[Case], most: int) -> list[Case]:
    """The first cases of each pattern, those that the first model gets right before others."""
    seen: Counter[tuple[bool, ...]] = Counter()
    found = []
    for case in cases:
        seen[case.right] += 1
        if seen[case.right] <= most:
            found.append(case)
    return sorted(found, key=lambda case: [not right for right in case.right])
