"""Stated: what an edition says of itself and of its sources, which follows from no count."""

from __future__ import annotations

import re
from datetime import date

_KINDS = {
    **dict.fromkeys(("products", "licence_texts", "licence_code", "licence_fonts", "publisher"), "name"),
    **dict.fromkeys(("nist_updated", "nist_accessed", "publication_date"), "date"),
    **dict.fromkeys(("publication_version", "publication_year"), "version"),
    **dict.fromkeys(("python_version", "matplotlib_version"), "version"),
}
_OF_SOURCES = {"author": "name", "title": "name", "journal": "name", "doi": "name"}
_OF_SOURCES |= {"year": "version", "place": "version"}
_SOURCE, _RECORD = re.compile(r"[a-z]{1,40}_(?P<part>[a-z]+)"), re.compile(r"record_\d")
_WORDS = 200  # characters of a name or a version


def kind_of(name: str) -> str:
    """The kind of a fact that is stated, in files of any edition; "" for one that follows from others.

    >>> kind_of("tango_year"), kind_of("tango_weight")
    ('version', '')
    """
    if _RECORD.fullmatch(name):
        return "version"
    source = _SOURCE.fullmatch(name)
    return _KINDS.get(name) or (_OF_SOURCES.get(source["part"], "") if source else "")


def keeps_its_language(name: str) -> bool:
    """Whether a fact may be marked as English in any passage: the title or journal of a source.

    >>> keeps_its_language("tango_journal"), keeps_its_language("tango_place")
    (True, False)
    """
    return kind_of(name) == "name" and name.endswith(("_title", "_journal"))


def fits(value: str, kind: str) -> bool:
    """Whether a text can be a name, a version or a day."""
    if kind == "date":
        try:
            return date.fromisoformat(value).isoformat() == value
        except ValueError:
            return False
    return 0 < len(value) <= _WORDS
