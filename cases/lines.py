"""Lines: where in its file a case stands. Looked for only where something is wrong with it."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .choosing import Load
from .engine import Engine, given
from .faults import LISTED

_FIELD = 1 << 24  # characters of a field


class Row(NamedTuple):
    """A row with a case: the number of its line, or of the row where the file has no lines, id and result."""

    number: int
    is_line: bool
    id: str | None
    value: str | None


def id_place(engine: Engine, load: Load) -> str:
    """The id of a case in SQL: its column, or its place in the file where there is none."""
    place = load.offer.places[load.id] if load.id else "CAST(row_number() OVER () AS VARCHAR)"
    return f"{engine.bind(load.prefix)} || {place}" if load.prefix else place


def rows(engine: Engine, load: Load, *, ids: Sequence[str] = (), values: Sequence[str] = ()) -> list[Row]:
    """The first rows of a file with some ids, with some results or, with none named, without an id."""
    place = load.offer.places[load.id] if load.id else "CAST(row_number() OVER () AS VARCHAR)"
    key = "value" if values else "id"
    listed = ", ".join(engine.bind(item) for item in ids or values)
    test = f"{key} IN ({listed})" if listed else f"{given('id', 'id')} IS NULL"
    kept = f"({load.offer.places[load.offer.filter]} = {engine.bind(load.filter)})" if load.filter else "TRUE"
    prefix = f"{engine.bind(load.prefix)} || " if load.prefix else ""  # null stays null
    found = engine.rows(
        f"SELECT number, id, value FROM (SELECT row_number() OVER () AS number, {prefix}{place} AS id, "
        f"{load.result_place} AS value, {kept} AS kept FROM {load.offer.relation}) "
        f"WHERE kept AND ({test}) ORDER BY number LIMIT {3 * LISTED}"
    )
    lines = _lines(load, [row[0] for row in found])
    return [Row(lines.get(row[0], row[0]), row[0] in lines, row[1], row[2]) for row in found]


def _lines(load: Load, numbers: Sequence[int]) -> dict[int, int]:
    """Row numbers -> lines, for files that have lines."""
    if not numbers or load.offer.kind not in ("csv", "tsv", "jsonl", "lm-evaluation-harness"):
        return {}
    starts = _records(load) if load.offer.kind in ("csv", "tsv") else _objects(load)
    wanted, last, found = set(numbers), max(numbers), dict[int, int]()
    for number, line in enumerate(starts, 1):
        if number in wanted:
            found[number] = line
        if number >= last:
            break
    return found


def _records(load: Load) -> Iterator[int]:
    """The line on which each record of a CSV file begins, the first one, which names the columns, left out.

    A record may run over several lines, and a blank line is none.
    """
    before = csv.field_size_limit(_FIELD)
    try:
        with open(load.offer.path, encoding="utf-8-sig", errors="replace", newline="") as file:
            reader = csv.reader(file, delimiter=load.offer.separator)
            begun = 1
            for place, record in enumerate(reader):
                if record and place:
                    yield begun
                begun = reader.line_num + 1
    except csv.Error:
        return
    finally:
        csv.field_size_limit(before)


def _objects(load: Load) -> Iterator[int]:
    """The line of each object of a file with one a line."""
    with open(load.offer.path, "rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield number
