"""Engine: a DuckDB of its own for one reading, which can open nothing but the files that it is given.

No stranger's text is ever part of SQL: names of files, columns and results are bound as parameters, and
columns are called by their place.  Files are opened under names of ours, since DuckDB takes `*` in a name for
a pattern.
What is counted is an expression of ibis, so that another engine could run it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from .faults import CasesError, Missing

MEMORY = "2GB"  # beyond it DuckDB moves what it holds to the folder
_PARAMETER = re.compile(r"\$(p\d+)\b")
_BLANK = "' ' || chr(9) || chr(10) || chr(13)"  # signs of which a blank text consists
_BATCH = 1000  # rows handed on at a time


def libraries() -> tuple[Any, Any]:
    """DuckDB and ibis; raises Missing where they are not installed."""
    try:
        import duckdb
        import ibis
    except ImportError as error:
        advice = "install discordant with its extra: pip install 'discordant[report]'"
        raise Missing(f"{error.name} is not installed, which reads files of results", advice=advice) from None
    return duckdb, ibis


def given(text: str, result: str = "") -> str:
    """In SQL: a text, or what belongs to it, and null where the text is blank."""
    return f"CASE WHEN trim({text}, {_BLANK}) = '' THEN NULL ELSE {result or text} END"


class Engine:
    """A connection that reads `files` and what lies in `folder`, and no other file.

    `folder` is a temporary folder of the caller's: what does not fit into memory goes there.
    """

    def __init__(self, folder: Path, files: Sequence[Path]) -> None:
        self._duckdb, self._ibis = libraries()
        self._folder = folder
        self._bound: dict[str, object] = {}
        self._links: dict[Path, str] = {}
        self._connection = self._duckdb.connect(
            ":memory:",
            config={
                "autoinstall_known_extensions": "false",
                "autoload_known_extensions": "false",
                "memory_limit": MEMORY,
                "temp_directory": str(folder / "spill"),
            },
        )
        self._connection.execute("SET allowed_paths = ?", [[str(file.resolve()) for file in files]])
        self._connection.execute("SET allowed_directories = ?", [[str(folder)]])
        self._connection.execute("SET enable_progress_bar = false")  # it would go among what is printed
        self._connection.execute("SET enable_external_access = false")
        self._connection.execute("SET lock_configuration = true")

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def bind(self, value: object) -> str:
        """The parameter that stands for a value in SQL: `$p7`."""
        name = f"p{len(self._bound)}"
        self._bound[name] = value
        return f"${name}"

    def file(self, path: Path) -> str:
        """The parameter that stands for a file, under a name without signs that mean something."""
        if path not in self._links:
            link = self._folder / f"{len(self._links)}.link"
            link.symlink_to(path.resolve())
            self._links[path] = self.bind(str(link))
        return self._links[path]

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """The rows of a query in SQL of ours; few, as they are all held."""
        return list(self.stream(sql))

    def stream(self, sql: str) -> Iterator[tuple[Any, ...]]:
        """The rows of a query one after the other; nothing else may be asked meanwhile."""
        values = {name: self._bound[name] for name in _PARAMETER.findall(sql)}
        try:
            done = self._connection.execute(sql, values or None)
            while batch := done.fetchmany(_BATCH):
                yield from batch
        except self._duckdb.InterruptException:
            raise KeyboardInterrupt from None
        except self._duckdb.OutOfMemoryException:
            advice = "make room where temporary files go (TMPDIR)"
            raise CasesError(
                f"needs more than {MEMORY} of memory and the disk is full", advice=advice
            ) from None

    def run(self, sql: str) -> None:
        """Run a statement."""
        self.rows(sql)

    def asked(self, expression: Any) -> list[tuple[Any, ...]]:
        """The rows of an expression of ibis."""
        return self.rows(self._sql(expression))

    def keep(self, name: str, expression: Any) -> None:
        """Keep the rows of an expression of ibis as a table."""
        self.run(f"CREATE OR REPLACE TABLE {name} AS {self._sql(expression)}")

    def fails(self) -> type[Exception]:
        """What DuckDB raises for a file that it cannot read."""
        error: type[Exception] = self._duckdb.Error
        return error

    def _sql(self, expression: Any) -> str:
        return str(self._ibis.to_sql(expression, dialect="duckdb"))
