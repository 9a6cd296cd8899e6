"""Judging: which results count as right, for each model: by their spelling, a limit, or a right answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from . import lines, queries
from .choosing import Load
from .engine import Engine
from .faults import LISTED, CasesError, Fault, Faulty, Unclear, quoted
from .outcomes import Wanted
from .spellings import Bound, bound, pair, strange

_MOST = 1000  # different results of a model that are looked at
_SHOWN = 20


class Judged(NamedTuple):
    """Every result with whether it is right, as an expression; per model what counted as which."""

    table: Any
    right: tuple[tuple[str, ...], ...]
    wrong: tuple[tuple[str, ...], ...]


def judged(engine: Engine, loads: Sequence[Load], wanted: Wanted) -> Judged:
    """How the results are judged; raises Unclear where that is open, Faulty where spellings are mixed."""
    models = 1 + max(load.model for load in loads)
    values = [dict(engine.asked(queries.values(model, _MOST))) for model in range(models)]
    for model, found in enumerate(values):
        if not found:
            raise CasesError("no results at all", path=_first(loads, model).offer.shown)
    if wanted.truth:
        return _by_truth(engine, loads, wanted)
    limit = bound(wanted.right)
    if limit is not None:
        return _by_bound(engine, loads, limit, wanted.right[0])
    right = _named(values, wanted.right) if wanted.right else _known(engine, loads, values)
    engine.run("CREATE OR REPLACE TABLE rights (of BIGINT, spelled VARCHAR)")
    for model, spelled in enumerate(right):
        for value in spelled:
            engine.run(f"INSERT INTO rights VALUES ({model}, {engine.bind(value)})")
    wrong = [
        tuple(value for value in found if value not in right[model]) for model, found in enumerate(values)
    ]
    return Judged(queries.by_spelling(), tuple(right), tuple(some[:_SHOWN] for some in wrong))


def _first(loads: Sequence[Load], model: int) -> Load:
    return next(load for load in loads if load.model == model)


def _named(values: Sequence[Mapping[str, int]], right: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The results that were said to be right, as far as each model has them."""
    absent = [value for value in right if not any(value in found for found in values)]
    if absent:
        offered = sorted({value for found in values for value in found})
        raise Unclear(f"no result is {quoted(absent[0])}", "--right VALUE", offered)
    having = [found for found in values if found.keys() & set(right)]
    for found in values:  # one model's 1 is the other's 1.0: all of these would be wrong
        if found not in having and not any(found.keys() <= other.keys() for other in having):
            what = f"{quoted(right[0])} counts as right, which one model has nowhere; it has others"
            raise Unclear(what, "--right VALUE for it as well", list(found))
    return [tuple(value for value in right if value in found) for found in values]


def _known(
    engine: Engine, loads: Sequence[Load], values: Sequence[Mapping[str, int]]
) -> list[tuple[str, ...]]:
    """The spelling of right that each model's results are in."""
    right, faults, count, told = list[tuple[str, ...]](), list[Fault](), 0, dict[str, None]()
    for model, found in enumerate(values):
        spelled = pair(found)
        if spelled is None:
            _refuse_unknown(_first(loads, model), found, wide=len(found) >= _MOST)
        assert spelled is not None
        right.append((spelled[0],))
        if others := strange(found, spelled):
            faults += _rows(
                engine, loads, model, others, f"neither {spelled[0]} nor {spelled[1]}, as the others are"
            )
            count += sum(found[value] for value in others)
            told |= dict.fromkeys(found)
    if faults:
        offered = ", ".join(quoted(value) for value in list(told)[:_SHOWN])
        raise Faulty(
            faults, count, f"write them alike, or say which count as right: --right VALUE, of {offered}"
        )
    return right


def _refuse_unknown(load: Load, values: Mapping[str, int], *, wide: bool) -> None:
    """Results that say neither right nor wrong: answers, or numbers."""
    numbers = all(_is_number(value) for value in values)
    many = f"{_MOST} or more" if wide else str(len(values))
    if len(values) > 2:
        what = f"the results in {quoted(load.result)} are of {many} kinds, not two: which count as right?"
        option = "--right '>=NUMBER'" if numbers else "--right VALUE, or --truth COLUMN for the right answers"
    else:
        what, option = f"which results in {quoted(load.result)} count as right?", "--right VALUE"
    raise Unclear(what, option, [] if numbers and len(values) > 2 else list(values), path=load.offer.shown)


def _is_number(value: str) -> bool:
    try:
        float(value)
    except ValueError:
        return False
    return True


def refuse_others(engine: Engine, loads: Sequence[Load], advice: str) -> None:
    """Raises Faulty, with the first of them, for results that are no finite numbers."""
    others = engine.asked(queries.no_numbers(_SHOWN))
    if not others:
        return
    faults = list[Fault]()
    for model in range(1 + max(load.model for load in loads)):
        values = [str(value) for place, value, _everyone in others if place == model]
        faults += _rows(engine, loads, model, values, "no number") if values else ()
    raise Faulty(faults, int(others[0][2]), advice)


def _by_bound(engine: Engine, loads: Sequence[Load], limit: Bound, said: str) -> Judged:
    refuse_others(engine, loads, f"with --right {said!r} every result has to be a number")
    models = 1 + max(load.model for load in loads)
    return Judged(queries.by_bound(limit), ((said,),) * models, ((),) * models)


def _by_truth(engine: Engine, loads: Sequence[Load], wanted: Wanted) -> Judged:
    if wanted.right:
        raise CasesError("both --right and --truth: say which results are right, or where right answers are")
    table = queries.by_truth(all(load.truth for load in loads))
    models = 1 + max(load.model for load in loads)
    alike = engine.asked(queries.nearly(table, _SHOWN))
    if alike:
        faults = [
            Fault(
                f"the right answer is spelled {quoted(truth)}",
                _first(loads, model).offer.shown,
                id=id_,
                value=value,
            )
            for model, id_, value, truth, _all in alike
        ]
        advice = "write answers and right answers alike"
        raise Faulty(_with_lines(engine, loads, faults, alike), int(alike[0][4]), advice)
    return Judged(table, ((),) * models, ((),) * models)


def _with_lines(
    engine: Engine, loads: Sequence[Load], faults: Sequence[Fault], rows: Sequence[tuple[Any, ...]]
) -> Iterator[Fault]:
    """The faults with the lines that they are in."""
    found: dict[tuple[int, str | None], int] = {}
    for load in loads:
        ids = [row[1] for row in rows if row[0] == load.model]
        if ids:
            found |= {
                (load.model, row.id): row.number for row in lines.rows(engine, load, ids=ids) if row.is_line
            }
    for fault, row in zip(faults, rows, strict=True):
        yield fault._replace(line=found.get((row[0], row[1])))


def _rows(
    engine: Engine, loads: Sequence[Load], model: int, values: Sequence[str], what: str
) -> Iterator[Fault]:
    """A fault for each of the first rows of a model with some results."""
    for load in loads:
        if load.model == model:
            for row in lines.rows(engine, load, values=values[:LISTED]):
                said = what if row.is_line else f"{what} (row {row.number})"
                yield Fault(said, load.offer.shown, row.number if row.is_line else None, row.id, row.value)
