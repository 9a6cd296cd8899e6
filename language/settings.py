"""Settings: a TOML file read by a list of its fields, each with what its value has to be.

What is wrong is told with the file, the table and the field.  Fields that the list lacks are left alone.
"""

from __future__ import annotations

import datetime
import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from . import files
from .printable import unprintable
from .refused import Refused

LONGEST = 200  # characters of a text on one line
_LONGEST_ADDRESS = 1000
_ADDRESS = re.compile(r"https?://[^\s\"'<>\\]+")
_YEARS = range(1980, 2100)  # the first that a zip file can hold, and four digits that stay plausible
_REQUIRED = object()


class Field(NamedTuple):
    """A field and what its value has to be.

    `name` has the tables before it: `edition.date`; `face[].file` is a field of each table of a list, and
    `inline.*` every field of a table.  `wrong` says what is wrong with a value, "" where nothing is.
    A field with a default may be missing, and then has it.
    """

    name: str
    wrong: Callable[[object], str]
    default: object = _REQUIRED


def read(path: Path, fields: Iterable[Field], kind: type[Refused]) -> dict[str, Any]:
    """The tables of a TOML file, with every default filled in; an error of this kind for a wrong value."""
    try:
        settings = tomllib.loads(unicodedata.normalize("NFC", files.read_text(path)))
    except files.Unreadable as error:
        raise kind(error.what, path=path, line=error.line, advice=error.advice) from None
    except (ValueError, RecursionError) as error:
        said = "nested too deeply" if isinstance(error, RecursionError) else str(error)[:LONGEST]
        raise kind(f"cannot be read: {said}", path=path) from None
    for field in fields:
        try:
            _check(settings, field.name.split("."), "", field)
        except _WrongError as wrong:
            raise kind(str(wrong), path=path) from None
    return settings


def text(name: str, default: object = _REQUIRED, longest: int = LONGEST) -> Field:
    """A text on one line that a page can print, and not blank."""

    def wrong(value: object) -> str:
        if not isinstance(value, str) or not value.strip():
            return "must be a text in quotes"
        if len(value) > longest:
            return f"must be a text of at most {longest} characters"
        sign = unprintable(value)
        return f"holds {sign}, which no page can print; leave it out" if sign else ""

    return Field(name, wrong, default)


def texts(name: str, least: int = 0, default: object = _REQUIRED) -> Field:
    """A list of texts, so many at least."""
    one = text("")

    def wrong(value: object) -> str:
        if not isinstance(value, list) or any(not isinstance(entry, str) for entry in value):
            return "must be a list of texts, each in quotes"
        if len(value) < least:
            return "must not be empty"
        return next(filter(None, map(one.wrong, value)), "")

    return Field(name, wrong, default)


def tables(name: str) -> Field:
    """A list of tables, one at least."""
    return Field(
        name, lambda value: "" if isinstance(value, list) and value else f"must be [[{name}]] tables"
    )


def address(name: str, default: object = _REQUIRED) -> Field:
    """An address of the web; where there is a default, "" as well."""

    def wrong(value: object) -> str:
        fits = isinstance(value, str) and len(value) <= _LONGEST_ADDRESS and _ADDRESS.fullmatch(value)
        if not fits and not (value == "" and default is not _REQUIRED):
            return 'must be an address in quotes, such as "https://example.org/"'
        sign = unprintable(str(value))
        return f"holds {sign}, which no address can have" if sign else ""

    return Field(name, wrong, default)


def date(name: str) -> Field:
    """A day."""

    def wrong(value: object) -> str:
        fits = type(value) is datetime.date and value.year in _YEARS
        return "" if fits else "must be a date such as 2026-11-30"

    return Field(name, wrong)


def choice(name: str, values: Sequence[object], default: object = _REQUIRED) -> Field:
    """One of a few values."""
    listed = ", ".join(map(str, values))

    def wrong(value: object) -> str:
        fits = any(value == known and type(value) is type(known) for known in values)
        return "" if fits else f"must be one of {listed}, not {str(value)[:40]!r}"

    return Field(name, wrong, default)


def whole(name: str, least: int) -> Field:
    """A whole number."""

    def wrong(value: object) -> str:
        fits = type(value) is int and value >= least
        return "" if fits else f"must be a whole number, {least} or more"

    return Field(name, wrong)


def yes_or_no(name: str, default: bool) -> Field:
    """True or false."""
    return Field(name, lambda value: "" if isinstance(value, bool) else "must be true or false", default)


class _WrongError(Exception):
    """What is wrong, with the field's place."""


def _check(table: dict[str, Any], parts: Sequence[str], where: str, field: Field) -> None:
    """Check one field below a table; `where` says which table that is."""
    first, rest = parts[0], parts[1:]
    if not rest:
        for name in list(table) if first == "*" else [first]:
            value = table.get(name, field.default)
            if value is _REQUIRED:
                wrong = field.wrong(None)
                raise _WrongError(f"{name}{where} is missing; it {wrong}")
            if name not in table:
                table[name] = value
            elif wrong := field.wrong(value):
                raise _WrongError(f"{name}{where} {wrong}")
        return
    for inner, place in _tables(table, first, field):
        _check(inner, rest, place, field)


def _tables(table: dict[str, Any], name: str, field: Field) -> Iterator[tuple[dict[str, Any], str]]:
    """The table of this name, or each one of a list, with its place for a message."""
    if not name.endswith("[]"):
        inner = table.setdefault(name, {}) if field.default is not _REQUIRED else table.get(name)
        if not isinstance(inner, dict):
            raise _WrongError(f"[{name}] {'must be a table' if name in table else 'is missing'}")
        yield inner, f" in [{name}]"
        return
    name = name.removesuffix("[]")
    entries = table.get(name, [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise _WrongError(f"[[{name}]] must be a list of tables")
    for number, entry in enumerate(entries, 1):
        yield entry, f" in [[{name}]] number {number}"
