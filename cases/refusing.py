"""Refusing: what is wrong with the cases themselves, as faults with file, line and id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from . import lines, queries
from .choosing import Load
from .engine import Engine
from .faults import LISTED, Fault, Faulty
from .outcomes import Dropped, Wanted

_WHAT = {
    "twice": "this id is there {rows} times",
    "missing": "no such case",
    "blank": "no result",
    "truth": "the right answers differ",
    "category": "the categories differ",
    "cluster": "the clusters differ",
    "no_truth": "no right answer",
    "no_cluster": "no cluster",
}
_DROPPABLE = ("missing", "blank")


def refuse(engine: Engine, loads: Sequence[Load], wanted: Wanted, about: Sequence[str]) -> Dropped | None:
    """What was dropped as asked, None where that was not asked.

    Raises Faulty with the first faults, and how many there are, for ids that are there twice, cases that a
    model lacks or has no result of, and what the files say differently.
    """
    models = 1 + max(load.model for load in loads)
    table = queries.cases(models, about)
    faults = queries.unfit(table, models, about)
    columns = list(faults)
    numbers = dict(zip(columns, engine.asked(queries.how_many(table, faults))[0], strict=True))
    found = {name: int(number or 0) for name, number in numbers.items() if number}
    nameless = int(engine.rows("SELECT count(*) FROM results WHERE id IS NULL")[0][0])
    fatal = {n: k for n, k in found.items() if not (wanted.drop_unpaired and n.startswith(_DROPPABLE))}
    if fatal or nameless:
        count = sum(fatal.values()) + nameless
        listed = [
            *(_without_id(engine, loads) if nameless else ()),
            *_listed(engine, loads, table, {name: faults[name] for name in fatal}),
        ]
        raise Faulty(listed, count, _advice(fatal))
    return _dropped(engine, table, models, found) if wanted.drop_unpaired else None


def _advice(fatal: Mapping[str, int]) -> str:
    kinds = {name.rstrip("0123456789") for name in fatal}
    if kinds and kinds <= set(_DROPPABLE):
        return "leave such cases out with --drop-unpaired, which the report then says"
    return "put it right in the files" if kinds or not fatal else ""


def _without_id(engine: Engine, loads: Sequence[Load]) -> list[Fault]:
    return [
        Fault("no id", load.offer.shown, row.number if row.is_line else None, value=row.value)
        for load in loads
        for row in lines.rows(engine, load)
    ]


def _listed(engine: Engine, loads: Sequence[Load], table: Any, faults: Mapping[str, Any]) -> Iterator[Fault]:
    """The first cases with each fault, with the lines that they are on."""
    for name, fault in faults.items():
        kind, model = name.rstrip("0123456789"), name[len(name.rstrip("0123456789")) :]
        kept = table.filter(fault)
        found = engine.asked(kept.order_by(queries.ordered(kept)).limit(LISTED))
        rows = [dict(zip(table.columns, row, strict=True)) for row in found]
        yield from _of_kind(engine, loads, kind, int(model) if model else None, rows)


def _of_kind(
    engine: Engine, loads: Sequence[Load], kind: str, model: int | None, rows: Sequence[Mapping[str, Any]]
) -> Iterator[Fault]:
    """A fault a row; where a model lacks the case, the line is that of the model that has it."""
    ids = [row["id"] for row in rows]
    where: dict[str | None, list[tuple[Load, lines.Row]]] = {}
    for load in loads:
        if (load.model == model) != (kind == "missing") or model is None:
            for found in lines.rows(engine, load, ids=ids):
                where.setdefault(found.id, []).append((load, found))
    lacking = next((load.offer.shown for load in loads if load.model == model), "")
    for row in rows:
        places = where.get(row["id"]) or [(loads[0], lines.Row(0, False, row["id"], None))]
        load, first = places[0]
        what = _WHAT[kind].format(rows=row.get(f"rows{model}"))
        if kind == "missing":
            what = f"{what} in {lacking}"
        elif kind == "twice" and first.is_line:
            what += f", also in line {places[-1][1].number}" if len(places) > 1 else ""
        elif kind in queries.ABOUT:
            what += f": {row[kind + '_low']!r:.80} and {row[kind + '_high']!r:.80}"
        yield Fault(what, load.offer.shown, first.number if first.is_line else None, row["id"])


def _dropped(engine: Engine, table: Any, models: int, found: Mapping[str, int]) -> Dropped:
    left = queries.incomplete(table, models)
    ids = engine.asked(left.order_by(queries.ordered(left)).select("id").limit(LISTED))
    number = int(engine.asked(left.agg(number=left.count()))[0][0])
    missing, blank = (tuple(found.get(f"{kind}{place}", 0) for place in range(models)) for kind in _DROPPABLE)
    return Dropped(number, missing, blank, tuple(str(row[0]) for row in ids))
