"""Objects: JSON files as offers, logs of evaluation programs among them: one object is one row.

A column is a key, `doc.topic` a key within an object; what is an object or a list itself is no column.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from .engine import Engine
from .faults import CasesError, quoted
from .gathering import File
from .offer import Offer
from .tables import unreadable

_SAMPLE = 1000  # rows in which the columns are looked for
_DEEP = 3  # `scores.match.value` has three keys
_LARGEST = 64 << 20  # bytes of one object of many
_WHOLE = 1 << 30  # bytes of a file that is one object
_HARNESS = {"doc_id", "doc"}  # keys that every row of lm-evaluation-harness has
_NO_METRIC = {"doc_id", "target"}


def json_offer(engine: Engine, file: File) -> Offer:
    """A JSON or JSONL file; raises CasesError where it holds no objects."""
    relation = _relation(engine, file)
    rows = _sample(engine, relation, file)
    if _is_log_object(rows):
        return log_offer(engine, file, _samples_in(relation), rows[0])
    places = _places(engine, rows)
    if rows[0].keys() >= _HARNESS:
        return _harness(engine, file, relation, rows, places)
    return Offer(file.shown, file.path, file.kind, relation, places, file.sha256, encoding=file.encoding)


def log_offer(engine: Engine, file: File, relation: str, head: Mapping[str, Any]) -> Offer:
    """A log of Inspect, whose samples are the rows of `relation`, and whose other keys are in `head`."""
    rows = _sample(engine, relation, file)
    places = _places(engine, rows)
    scorers = list(dict.fromkeys(name for row in rows for name in _keys(row.get("scores"))))
    if not scorers:
        raise CasesError("a log without scores", path=file.shown, advice="score it: inspect score")
    results = {name: _text(engine, ("scores", name, "value")) for name in scorers}
    told = head.get("eval")
    about = told if isinstance(told, dict) else {}
    task = str(about.get("task", ""))
    return Offer(
        file.shown,
        file.path,
        "inspect",
        relation,
        _with_task(engine, {name: at for name, at in places.items() if not name.startswith("scores.")}, task),
        file.sha256,
        id="id",
        results=results,
        epoch="epoch" if "epoch" in places else "",
        task=task,
        model=str(about.get("model", "")),
        status="" if head.get("status", "success") == "success" else str(head["status"]),
    )


def _relation(engine: Engine, file: File) -> str:
    """The rows of a JSON file, as `json`."""
    form, largest = _form(file), _LARGEST
    if form == "unstructured":
        largest = max(file.path.stat().st_size + 1, 1 << 20)
        if largest > _WHOLE:
            advice = "write a line for each case (JSONL), or convert the log: inspect log convert --to eval"
            raise CasesError(f"one object of more than {_WHOLE >> 20} MB", path=file.shown, advice=advice)
    return f"read_json_objects({engine.file(file.path)}, format = '{form}', maximum_object_size = {largest})"


def _form(file: File) -> str:
    """How objects follow one another in a file: in a list, a line each, or as they like."""
    with open(file.path, encoding="utf-8-sig", errors="replace") as opened:
        first, second = "", ""
        for line in iter(lambda: opened.readline(_LARGEST), ""):
            if line.strip() and first:
                second = line
                break
            first = first or line.strip()
    whole = bool(second) and _is_json(first)  # a line that is whole, and not the last one
    if first.startswith("[") and not (whole and file.kind == "jsonl"):
        return "array"
    return "newline_delimited" if whole or file.kind == "jsonl" else "unstructured"


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _sample(engine: Engine, relation: str, file: File) -> list[dict[str, Any]]:
    try:
        found = engine.rows(f"SELECT json FROM {relation} LIMIT {_SAMPLE}")
    except engine.fails() as error:
        refuse_malformed(file)
        raise unreadable(file.shown, error) from None
    rows = list[dict[str, Any]]()
    for place, (text,) in enumerate(found, 1):
        try:
            row = json.loads(text, object_pairs_hook=_once)
        except (ValueError, RecursionError) as error:
            raise CasesError(f"row {place}: {error}", path=file.shown) from None
        if not isinstance(row, dict):
            what = f"row {place} is no object"
            raise CasesError(what, path=file.shown, advice='write each case as {"id": ..., "correct": ...}')
        rows.append(row)
    if not rows:
        raise CasesError("holds no cases", path=file.shown)
    return rows


def refuse_malformed(file: File | Offer) -> None:
    """Raises CasesError with the first line of a JSONL file that is no JSON; nothing where there is none."""
    if file.kind not in ("jsonl", "lm-evaluation-harness"):
        return
    with open(file.path, "rb") as opened:
        for number, line in enumerate(iter(lambda: opened.readline(_LARGEST), b""), 1):
            try:
                json.loads(line.strip() or "{}")
            except (ValueError, RecursionError) as error:
                raise CasesError(f"no JSON: {str(error)[:200]}", path=file.shown, line=number) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys are there once each."""
    twice = [key for key, count in Counter(key for key, _value in pairs).items() if count > 1]
    if twice:
        raise ValueError(f"the key {quoted(twice[0])} is there twice in one object")
    return dict(pairs)


def _places(engine: Engine, rows: list[dict[str, Any]]) -> dict[str, str]:
    """Each column of some rows -> its text in SQL."""
    paths = {".".join(path): path for row in rows for path in _scalars(row)}
    return {name: _text(engine, path) for name, path in paths.items()}


def _scalars(row: Mapping[str, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for key, value in row.items():
        path = (*above, key)
        if isinstance(value, dict) and len(path) < _DEEP:
            yield from _scalars(value, path)
        elif not isinstance(value, dict | list):
            yield path


def _text(engine: Engine, path: tuple[str, ...]) -> str:
    """What stands at a place in each row, as text, by a JSON pointer (RFC 6901)."""
    pointer = "".join("/" + key.replace("~", "~0").replace("/", "~1") for key in path)
    return f"json_extract_string(json, {engine.bind(pointer)})"


def _keys(value: object) -> list[str]:
    return list(value) if isinstance(value, dict) else []


def _is_log_object(rows: list[dict[str, Any]]) -> bool:
    return len(rows) == 1 and {"eval", "samples"} <= rows[0].keys() and isinstance(rows[0]["samples"], list)


def _samples_in(relation: str) -> str:
    return f"(SELECT unnest(json_extract(json, '$.samples[*]')) AS json FROM {relation})"


def _harness(
    engine: Engine, file: File, relation: str, rows: list[dict[str, Any]], places: dict[str, str]
) -> Offer:
    """A file of samples of lm-evaluation-harness: its metrics are keys, its rows come from filters."""
    listed = [name for row in rows for name in _listed(row.get("metrics"))]
    numbers = [key for row in rows for key, value in row.items() if isinstance(value, int | float)]
    metrics = dict.fromkeys(name for name in listed or numbers if name in places and name not in _NO_METRIC)
    if not metrics:
        raise CasesError("a log without metrics", path=file.shown)
    task = _task(file.path.name)
    filters: tuple[str, ...] = ()
    if "filter" in places:
        asked = f"SELECT DISTINCT {places['filter']} AS f FROM {relation} ORDER BY f LIMIT 100"
        filters = tuple(str(name) for (name,) in engine.rows(asked) if name is not None)
    return Offer(
        file.shown,
        file.path,
        "lm-evaluation-harness",
        relation,
        _with_task(engine, {name: at for name, at in places.items() if name not in metrics}, task),
        file.sha256,
        id="doc_id",
        results={name: places[name] for name in metrics},
        filter="filter" if filters else "",
        filters=filters,
        task=task,
    )


def _with_task(engine: Engine, places: dict[str, str], task: str) -> dict[str, str]:
    """The columns, and one that says the task, which is the same in every row of a log."""
    return {**places, "task": engine.bind(task)} if task and "task" not in places else places


def _listed(value: object) -> list[str]:
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else []


def _task(name: str) -> str:
    """The task in the name of a file of samples, `samples_<task>_<time>.jsonl`; "" where there is none.

    >>> _task("samples_sums_mc_2026-11-30T16-10-24.049841.jsonl")
    'sums_mc'
    """
    stem = name.removesuffix(".jsonl")
    return stem.removeprefix("samples_").rpartition("_")[0] if stem.startswith("samples_") else ""
