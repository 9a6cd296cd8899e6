"""Reading: files of results -> outcomes, in passes of DuckDB over them; no row is ever held in Python."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from . import archive, listing, objects, queries, scoring, tables
from .choosing import Load, chosen
from .engine import Engine, given
from .faults import CasesError, Unclear
from .gathering import STANDARD_INPUT, File, gathered, names_of
from .judging import Judged, judged
from .lines import id_place
from .offer import Offer
from .outcomes import Case, Category, ClusterShape, Dropped, Note, Outcomes, Pattern, Source, Wanted
from .refusing import refuse


def read(
    paths: Sequence[str | os.PathLike[str]], wanted: Wanted | None = None, *, listed: int = 0
) -> Outcomes:
    """What files of results say: one file a model, or one file with a column for each model.

    `listed` is how many cases of each pattern on which the models differ are wanted with ids and further
    columns.  Raises Unclear, with the choices, for what the files leave open; Faulty, with file, line and id,
    for what is wrong in them; Missing without DuckDB; CasesError for anything else that cannot be read.
    """
    with Opened(paths, wanted) as opened:
        return opened.outcomes._replace(differing=tuple(opened.differing(listed)) if listed else ())


class Opened(contextlib.AbstractContextManager["Opened"]):
    """Files of results, read: `outcomes` says what is in them, `differing` goes through the cases.

    Raises what `read` raises.  What was read lies in a temporary folder until it is closed.
    """

    outcomes: Outcomes

    def __init__(self, paths: Sequence[str | os.PathLike[str]], wanted: Wanted | None = None) -> None:
        self._wanted = wanted or Wanted()
        self._open = contextlib.ExitStack()
        with contextlib.ExitStack() as opening:
            folder = Path(opening.enter_context(tempfile.TemporaryDirectory(prefix="discordant-"))).resolve()
            if sum(os.fspath(path) == STANDARD_INPUT for path in paths) > 1:
                raise CasesError("standard input can be one of the files only")
            files = [gathered(path, folder) for path in paths]
            every = [file.path for some in files for file in some]
            self._engine = opening.enter_context(Engine(folder, every))
            models = [tuple(_offer(self._engine, file, folder) for file in some) for some in files]
            self._loads = chosen(models, self._wanted)
            self._models = 1 + max(load.model for load in self._loads)
            self.outcomes = self._read()
            self._open = opening.pop_all()

    def __enter__(self) -> Opened:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def differing(self, most: int | None = None) -> Iterator[Case]:
        """The cases on which the models differ, ids in order; at most so many of each pattern."""
        return listing.differing(self._engine, self._loads, self._about, most)

    def _read(self) -> Outcomes:
        rows = _load(self._engine, self._loads, self._wanted)
        judge = scoring.scored if self._wanted.scores else judged
        found = judge(self._engine, self._loads, self._wanted)
        table, noted = self._one_epoch(found.table)
        asked = {
            "truth": self._wanted.truth,
            "category": self._wanted.category,
            "cluster": self._wanted.cluster,
        }
        self._about = [name for name, column in asked.items() if column]
        self._engine.keep("cases", queries.by_case(table, self._models, self._about))
        dropped = refuse(self._engine, self._loads, self._wanted, self._about)
        outcomes = self._counted(found, rows, dropped, noted)
        if self._wanted.scores:
            return outcomes._replace(scored=scoring.counted(self._engine, table))
        return outcomes

    def _one_epoch(self, table: Any) -> tuple[Any, list[Note]]:
        """The results with one epoch a case, reduced as asked; raises Unclear where that was not asked."""
        many = int(self._engine.asked(queries.epochs())[0][0])
        how = self._wanted.epochs
        known: Sequence[str] = queries.EPOCHS_OF_SCORES if self._wanted.scores else queries.EPOCHS
        if how and how not in known:
            raise Unclear(f"epochs cannot be reduced to {how!r:.40}", "--epochs HOW", known)
        if many < 2:
            return table, []
        if not how:
            what = f"{many} epochs of the same cases, which are not {many} cases"
            raise Unclear(what, "--epochs HOW", known, path=self._loads[0].offer.shown)
        one = queries.averaged(table) if how == "mean" else queries.reduced(table, how)
        return one, [Note("epochs", value=how, number=many)]

    def _counted(
        self, found: Judged, rows: Sequence[int], dropped: Dropped | None, noted: Sequence[Note]
    ) -> Outcomes:
        table = queries.cases(self._models, self._about)
        asked = self._engine.asked
        patterns = tuple(_pattern(row) for row in asked(queries.patterns(table, self._models)))
        if not patterns:
            raise CasesError("no case has a result of every model", path=self._loads[0].offer.shown)
        names = _names(self._loads, self._wanted)
        return Outcomes(
            tuple(names),
            patterns,
            self._categories(table) if self._wanted.category else (),
            self._clusters(table, patterns) if self._wanted.cluster else (),
            dropped,
            tuple(_sources(self._loads, names, rows, found)),
            (*noted, *_notes(self._loads, names, self._wanted)),
        )

    def _categories(self, table: Any) -> tuple[Category, ...]:
        found: dict[str | None, list[Pattern]] = {}
        for name, *row in self._engine.asked(queries.patterns(table, self._models, "category_low")):
            found.setdefault(name, []).append(_pattern(row))
        return tuple(Category(name, tuple(patterns)) for name, patterns in found.items())

    def _clusters(self, table: Any, patterns: Sequence[Pattern]) -> tuple[ClusterShape, ...]:
        seen = [pattern.right for pattern in patterns]
        shapes = self._engine.asked(queries.shapes(table, self._models, seen))
        return tuple(
            ClusterShape(
                tuple(Pattern(right, int(n)) for right, n in zip(seen, row, strict=False) if n), int(row[-1])
            )
            for row in shapes
        )


def _pattern(row: Sequence[Any]) -> Pattern:
    return Pattern(tuple(bool(right) for right in row[:-1]), int(row[-1]))


def _offer(engine: Engine, file: File, folder: Path) -> Offer:
    if file.kind == "parquet":
        return tables.parquet_offer(engine, file)
    if file.kind == "eval":
        return archive.eval_offer(engine, file, folder)
    if file.kind in ("json", "jsonl"):
        return objects.json_offer(engine, file)
    return tables.csv_offer(engine, file)


def _load(engine: Engine, loads: Sequence[Load], wanted: Wanted) -> list[int]:
    """Bring the columns that count into the table `results`; how many rows each file had."""
    columns = ", ".join(f"{name} {'BIGINT' if name == 'model' else 'VARCHAR'}" for name in queries.RESULTS)
    engine.run(f"CREATE TABLE results ({columns})")
    rows, before = list[int](), 0
    for load in loads:
        try:
            engine.run(_insert(engine, load))
        except engine.fails() as error:
            objects.refuse_malformed(load.offer)
            raise tables.unreadable(load.offer.shown, error) from None
        if load.offer.kind in ("csv", "tsv"):
            tables.refuse_rejected(engine, load.offer.shown)
        after = int(engine.rows("SELECT count(*) FROM results")[0][0])
        rows.append(after - before)
        before = after
    if wanted.by_order and len(set(rows)) > 1:
        listed = ", ".join(f"{load.offer.shown} {number}" for load, number in zip(loads, rows, strict=True))
        raise CasesError(f"different numbers of rows, which cannot be paired by order: {listed}")
    return rows


def _insert(engine: Engine, load: Load) -> str:
    def text(column: str) -> str:
        return given(load.offer.places[column]) if column else "NULL"

    identity = id_place(engine, load)
    if load.id:
        identity = given(load.offer.places[load.id], identity)
    value = given(load.result_place)
    kept = (
        f" WHERE {load.offer.places[load.offer.filter]} = {engine.bind(load.filter)}" if load.filter else ""
    )
    return (
        f"INSERT INTO results SELECT {load.model}, {identity}, {value}, {text(load.truth)}, "
        f"{text(load.category)}, {text(load.cluster)}, {text(load.offer.epoch)} "
        f"FROM {load.offer.relation}{kept}"
    )


def _names(loads: Sequence[Load], wanted: Wanted) -> list[str]:
    """The models' names: as asked, else as the logs or columns or files tell them apart."""
    models = 1 + max(load.model for load in loads)
    of = [[load for load in loads if load.model == place] for place in range(models)]
    if wanted.names:
        if len(wanted.names) != models:
            raise CasesError(f"{len(wanted.names)} names for {models} models")
        return list(wanted.names)
    logged = [some[0].offer.model for some in of]
    if all(logged) and len(set(logged)) == models:
        return logged
    if len({load.offer.path for load in loads}) == 1 < models:
        return [some[0].result for some in of]
    return names_of([tuple(load.offer.shown for load in some) for some in of])


def _sources(
    loads: Sequence[Load], names: Sequence[str], rows: Sequence[int], found: Judged
) -> Iterator[Source]:
    for place, name in enumerate(names):
        mine = [(load, number) for load, number in zip(loads, rows, strict=True) if load.model == place]
        first = mine[0][0]
        yield Source(
            name,
            first.offer.kind,
            tuple((load.offer.shown, load.offer.sha256) for load, _rows in mine),
            sum(number for _load, number in mine),
            first.id,
            first.result,
            first.truth,
            first.filter,
            found.right[place],
            found.wrong[place],
        )


def _notes(loads: Sequence[Load], names: Sequence[str], wanted: Wanted) -> Iterator[Note]:
    if wanted.by_order:
        yield Note("by_order")
    files = Counter(load.model for load in loads)
    for place, name in enumerate(names):
        mine = [load for load in loads if load.model == place]
        if files[place] > 1:
            yield Note("tasks", name, number=files[place])
        if mine[0].filter:
            yield Note("filter", name, mine[0].filter)
        for load in mine:
            if load.offer.status:
                yield Note("status", name, load.offer.status)
            if load.offer.encoding:
                yield Note("encoding", name, load.offer.encoding)
