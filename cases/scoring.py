"""Scoring: results that are numbers -> the differences of two models' scores, counted; no statistics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import queries
from .choosing import Load
from .engine import Engine
from .faults import CasesError
from .judging import Judged, refuse_others
from .outcomes import Scored, ScoredCase, Wanted

MOST = 200_000  # different differences that are held at once
LISTED = 1000  # cases with the largest differences


def scored(engine: Engine, loads: Sequence[Load], wanted: Wanted) -> Judged:
    """Every result as a number; raises Faulty, with the first, for those that are none.

    Raises CasesError for more than two models, and where right and wrong are asked about as well.
    """
    models = 1 + max(load.model for load in loads)
    if models != 2:
        raise CasesError(f"{models} models: scores are compared of two")
    for said, option in ((wanted.right, "--right"), (wanted.truth, "--truth")):
        if said:
            raise CasesError(f"both --scores and {option}: scores are no right or wrong answers")
    for said, option in ((wanted.category, "--category"), (wanted.cluster, "--cluster")):
        if said:
            raise CasesError(f"{option} is for right and wrong answers", advice="leave it out, or --scores")
    refuse_others(engine, loads, "every score has to be a finite number, written like 0.5")
    return Judged(queries.by_number(), ((),) * models, ((),) * models)


def counted(engine: Engine, table: Any) -> Scored:
    """The differences of scores, B's less A's, with how many cases have each; means; the largest of them.

    Raises CasesError for more different ones than are held at once.
    """
    engine.keep("scores", queries.by_score(table))
    found = engine.asked(queries.differences(MOST + 1))
    if len(found) > MOST:
        what = f"more than {MOST} different differences of scores"
        raise CasesError(what, advice="round the scores to fewer decimals")
    ((A, B),) = engine.asked(queries.means())
    largest = engine.asked(queries.largest(LISTED))
    return Scored(
        {float(difference): int(cases) for difference, cases in found},
        (float(A), float(B)),
        tuple(ScoredCase(str(name), float(one), float(other)) for name, one, other in largest),
    )
