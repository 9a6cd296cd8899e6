"""A class: the names of those who get a sheet of their own, as a teacher's list has them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ...language.files import MB, read_text
from ...language.printable import visible
from ...language.refused import Refused

MOST = 500  # pupils of a list
LONGEST_NAME, LONGEST_ID = 80, 24  # characters that are shown
_SEPARATORS = ",;\t|"
# what the head of a column may be called, in small letters
_NAMES = ("name", "full name", "student", "pupil", "nome", "cognome e nome", "nome e cognome", "姓名", "名字")
_IDS = ("id", "student id", "number", "student number", "matricola", "numero", "学号", "编号")


class Pupil(NamedTuple):
    """Somebody who gets a sheet; `id` is "" where the list gives none."""

    name: str
    id: str = ""


class ListError(Refused):
    """A list of names that cannot be used; the message names file and line."""


def read(path: Path) -> tuple[Pupil, ...]:
    """The pupils of a CSV file with a head, in its order.

    One column is called `name`, another may be called `id`, in one of three languages and in any case; all
    others, such as one of addresses, are not looked at.  Columns are parted by a comma, a semicolon, a tab
    or a bar, whichever the head has most of.  Empty lines are skipped.  Raises ListError, with the line, for
    a row without a name, one with more columns than the head, somebody who is listed twice, and too many;
    and what `read_text` raises.
    """
    text = read_text(path, MB)
    head, *_rest = text.lstrip("\n").splitlines() or [""]
    separator = max(_SEPARATORS, key=head.count)
    rows = _rows(path, text, separator)
    first = next(rows, None)
    if first is None:
        raise ListError("an empty file", path=path, advice="begin with a line: name")
    line, columns = first
    name, own = _columns(path, line, columns)
    found: dict[Pupil, int] = {}
    for line, row in rows:
        if len(row) > len(columns):
            what = f"{len(row)} columns where the first line has {len(columns)}"
            raise ListError(what, path=path, line=line, advice="put a name with a separator in it in quotes")
        pupil = Pupil(visible(_cell(row, name), LONGEST_NAME), visible(_cell(row, own), LONGEST_ID))
        _refuse(path, line, pupil, found)
        found[pupil] = line
    if not found:
        raise ListError("names nobody", path=path, advice="write one name a line under the first")
    return tuple(found)


def _rows(path: Path, text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not empty, each with the number of its first line."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    line = 1
    try:
        for row in reader:
            if any(map(str.strip, row)):
                yield line, row
            line = reader.line_num + 1
    except csv.Error as error:
        what = f"no CSV: {error}"
        raise ListError(what, path=path, line=line, advice="close each quotation mark") from None


def _columns(path: Path, line: int, columns: Sequence[str]) -> tuple[int, int | None]:
    """Where name and id stand."""
    heads = [column.strip().casefold() for column in columns]
    names = [place for place, head in enumerate(heads) if head in _NAMES]
    own = [place for place, head in enumerate(heads) if head in _IDS]
    if len(names) != 1 or len(own) > 1:
        listed = ", ".join(repr(visible(column, 20)) for column in columns[:8])
        number = "no column" if not names else "several columns"
        called = "name" if len(names) != 1 else "id"
        what = f"{number} called {called!r} among {listed}"
        raise ListError(what, path=path, line=line, advice=f"call one of them {called!r} in the first line")
    return names[0], own[0] if own else None


def _cell(row: Sequence[str], place: int | None) -> str:
    return row[place] if place is not None and place < len(row) else ""


def _refuse(path: Path, line: int, pupil: Pupil, before: dict[Pupil, int]) -> None:
    if not pupil.name:
        raise ListError("no name in this row", path=path, line=line, advice="write it, or take the row out")
    for other, earlier in before.items():
        same_id = pupil.id and pupil.id == other.id
        if same_id or (pupil.name == other.name and not (pupil.id and other.id)):
            what = f"{'the id' if same_id else 'the name'} of line {earlier} again"
            advice = "take one out, or give each an id of their own"
            raise ListError(what, path=path, line=line, advice=advice)
    if len(before) == MOST:
        raise ListError(f"more than {MOST} names", path=path, line=line, advice="part the list")
