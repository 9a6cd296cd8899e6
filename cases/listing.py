"""Listing: the cases on which the models differ, with what each answered and further columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from . import queries
from .choosing import Load
from .engine import Engine, libraries
from .lines import id_place
from .outcomes import Case

_COLUMNS = 20  # further columns that are shown
_LONGEST = 500  # characters of a text


def differing(
    engine: Engine, loads: Sequence[Load], about: Sequence[str], most: int | None
) -> Iterator[Case]:
    """The cases on which the models differ, ids in order; at most so many of each pattern."""
    models = 1 + max(load.model for load in loads)
    _keep_listed(engine, models, about, most)
    names = _keep_columns(engine, loads)
    results = ", ".join(
        f"left(string_agg(value, ', ' ORDER BY epoch) FILTER (WHERE model = {m}), {_LONGEST})"
        for m in range(models)
    )
    rights = ", ".join(queries.rights_of(models))
    columns = "".join(f", any_value(x{place}) AS x{place}" for place in range(len(names)))
    shown = "".join(f", x{place}" for place in range(len(names)))
    sql = (
        f"SELECT id, {rights}, said{shown} FROM listed "
        f"JOIN (SELECT id, [{results}] AS said FROM results WHERE id IN (SELECT id FROM listed) GROUP BY id) "
        f"AS answers USING (id) "
        f"JOIN (SELECT id{columns} FROM columns_of GROUP BY id) further USING (id) "
        "ORDER BY try_cast(id AS BIGINT) IS NULL, try_cast(id AS BIGINT), id"
    )
    for row in engine.stream(sql):
        right = tuple(bool(value) for value in row[1 : 1 + models])
        answers = tuple(str(value or "") for value in row[1 + models])
        further = tuple(
            (name, str(text)) for name, text in zip(names, row[2 + models :], strict=True) if text
        )
        yield Case(str(row[0]), right, answers, further)


def _keep_listed(engine: Engine, models: int, about: Sequence[str], most: int | None) -> None:
    found = queries.differing(queries.cases(models, about), models)
    names = queries.rights_of(models)
    if most is not None:
        ibis = libraries()[1]
        window = ibis.window(group_by=names, order_by=queries.ordered(found))
        found = found.mutate(place=ibis.row_number().over(window)).filter(lambda table: table.place < most)
    engine.keep("listed", found.select("id", *names))


def _keep_columns(engine: Engine, loads: Sequence[Load]) -> list[str]:
    """The further columns of the first model's files, for the cases listed, as a table; their names."""
    mine = [load for load in loads if load.model == loads[0].model]
    used = {name for load in loads for name in (load.id, load.result)}
    names = [name for name in mine[0].offer.further if name not in used][:_COLUMNS]
    for place, load in enumerate(mine):
        texts = [
            f", left({load.offer.places[name]}, {_LONGEST}) AS x{number}"
            if name in load.offer.places
            else f", NULL AS x{number}"
            for number, name in enumerate(names)
        ]
        made = "INSERT INTO columns_of" if place else "CREATE OR REPLACE TEMP TABLE columns_of AS"
        kept = (
            f" WHERE {load.offer.places[load.offer.filter]} = {engine.bind(load.filter)}"
            if load.filter
            else ""
        )
        engine.run(
            f"{made} SELECT * FROM (SELECT {id_place(engine, load)} AS id{''.join(texts)} "
            f"FROM {load.offer.relation}{kept}) WHERE id IN (SELECT id FROM listed)"
        )
    return names
