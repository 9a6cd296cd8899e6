"""Tables: CSV, TSV and Parquet as offers: columns by their place, all of them text."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter

from .engine import Engine
from .faults import CasesError, Fault, Faulty, quoted
from .gathering import File
from .offer import Offer

_FIRST_RECORD = 1 << 20  # bytes in which the names of the columns must end
_LINE = 4 << 20  # bytes of the longest line
_SEPARATORS = (",", "\t", ";", "|")
_WITHIN = ("STRUCT", "MAP", "UNION", "BLOB", "VARIANT")  # types that are no text
_OUR_NAME = re.compile(r"""^[\w ]+ Error: | (?:in file )?["'][^"']*\.link["']""")  # nobody knows it
REJECTED = {
    "MISSING COLUMNS": "too few columns",
    "TOO MANY COLUMNS": "too many columns",
    "INVALID ENCODING": "not UTF-8; save the file as UTF-8",
    "UNQUOTED VALUE": "a quotation mark that is not closed, or text behind it",
    "LINE SIZE OVER MAXIMUM": f"a line of more than {_LINE >> 20} MB",
}


def csv_offer(engine: Engine, file: File) -> Offer:
    """A CSV or TSV file; raises CasesError where its first line names no columns, or two alike."""
    record, separator = _first_record(file)
    columns = ", ".join(f"'c{place}': 'VARCHAR'" for place in range(len(record)))
    relation = (
        f"read_csv({engine.file(file.path)}, auto_detect = false, header = true, "
        f"delim = {engine.bind(separator)}, quote = '\"', escape = '\"', columns = {{{columns}}}, "
        f"max_line_size = {_LINE}, store_rejects = true)"
    )
    places = {name: f"c{place}" for place, name in enumerate(record)}
    about = (file.shown, file.path, file.kind, relation, places, file.sha256)
    return Offer(*about, encoding=file.encoding, separator=separator)


def parquet_offer(engine: Engine, file: File) -> Offer:
    """A Parquet file; raises CasesError where it is damaged or names two columns alike."""
    named = f"read_parquet({engine.file(file.path)})"
    try:
        described = engine.rows(f"DESCRIBE SELECT * FROM {named}")
    except engine.fails() as error:
        raise unreadable(file.shown, error) from None
    names = [str(row[0]) for row in described]
    _refuse_twice(names, file.shown)
    columns = ", ".join(f"c{place}" for place in range(len(names)))
    places = {
        name: _text(f"c{place}", str(row[1]))
        for place, (name, row) in enumerate(zip(names, described, strict=True))
        if not str(row[1]).startswith(_WITHIN) and not str(row[1]).endswith("]")
    }
    return Offer(file.shown, file.path, "parquet", f"{named} AS t({columns})", places, file.sha256)


def _text(column: str, kind: str) -> str:
    """A column of Parquet as text; a float that is no number is no result."""
    text = f"CAST({column} AS VARCHAR)"
    return f"CASE WHEN isnan({column}) THEN NULL ELSE {text} END" if kind in ("DOUBLE", "FLOAT") else text


def _first_record(file: File) -> tuple[list[str], str]:
    """The names of the columns, and what stands between them."""
    with open(file.path, "rb") as opened:
        head = opened.read(_FIRST_RECORD)
    try:
        text = head.decode("utf-8-sig", "strict" if len(head) < _FIRST_RECORD else "ignore")
    except UnicodeDecodeError as error:
        line = head.count(b"\n", 0, error.start) + 1
        raise CasesError("not UTF-8", path=file.shown, line=line, advice="save it as UTF-8") from None
    separator = "\t" if file.kind == "tsv" else _separator(text)
    try:
        record = next(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True), [])
    except csv.Error as error:
        raise CasesError(f"no line of column names: {error}", path=file.shown, line=1) from None
    if not any(record):
        raise CasesError("no column names", path=file.shown, line=1, advice="begin it with them")
    _refuse_twice(record, file.shown)
    return record, separator


def _separator(text: str) -> str:
    """What stands between the columns: the sign that is most frequent outside quotes in the first line."""
    line = text.splitlines()[0] if text.splitlines() else ""
    outside = "".join(line.split('"')[::2])
    return max(_SEPARATORS, key=outside.count)


def _refuse_twice(names: list[str], shown: str) -> None:
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        what = f"{len(twice)} columns' names are there twice: {', '.join(map(quoted, twice[:20]))}"
        raise CasesError(what, path=shown, line=1, advice="give each column a name of its own")


def refuse_rejected(engine: Engine, shown: str) -> None:
    """Raises Faulty with the lines that DuckDB could not read in the scan of a CSV file just done."""
    found = engine.rows(
        "SELECT line, any_value(error_type), count(*) OVER () "
        "FROM reject_errors GROUP BY line ORDER BY line LIMIT 20"
    )
    engine.run("DROP TABLE reject_errors")
    engine.run("DROP TABLE reject_scans")
    if not found:
        return
    listed = [Fault(REJECTED.get(kind, str(kind).lower()), shown, int(line)) for line, kind, _all in found]
    raise Faulty(listed, int(found[0][2]))


def unreadable(shown: str, error: Exception) -> CasesError:
    """What is told of a file that DuckDB cannot read: the first line of what it says."""
    said = (str(error).splitlines() or [type(error).__name__])[0]
    said = _OUR_NAME.sub("", said)
    return CasesError(f"cannot be read: {quoted(said)[1:-1]}", path=shown)
