"""Credit: who translated a catalog and who reviewed it, as the comments at its head name them.

    # Translators:
    # Anna Rossi <anna@example.org>, 2026.
    # Reviewers:
    # Li Wei, 2026, 2027.

Such a line names a person or a team; a mail address or a year tells it from other remarks, and neither is
printed.  Lines before any heading name translators, as gettext's do.  A name is a stranger's text: what a
page cannot show as a name is refused.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from .printable import unprintable

LONGEST = 80  # characters of a name
MOST = 60  # names of translators, and of reviewers
_LINE = 400  # characters of a line that is looked at
_PERSON = re.compile(
    r"(?P<name>[^<>]*?)\s*(?P<mail><[^<>]*>)?\s*,?\s*(?P<years>\d{4}(?:\s*[-–,]\s*\d{4})*)?\.?"
)
_HEADINGS = {"translators:": "translators", "reviewers:": "reviewers"}
_NOBODY = re.compile(
    r"(?:FULL NAME|FIRST AUTHOR|SOME DESCRIPTIVE TITLE|Copyright\b.*|\(C\).*|©.*)\Z", re.IGNORECASE
)
_NO_PART = re.compile(r"[\[\]{}*`|\\#\"]|://|@")
_JOINERS = "\u200c\u200d"  # with which some scripts are written


class Refusal(NamedTuple):
    """A name that cannot be printed: the line of the file, the name cut short, and why."""

    line: int
    name: str
    what: str
    path: str = ""


class Credit(NamedTuple):
    """The names, each once, in the order of the files."""

    translators: tuple[str, ...] = ()
    reviewers: tuple[str, ...] = ()
    refused: tuple[Refusal, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All of them, each once."""
        return tuple(dict.fromkeys((*self.translators, *self.reviewers)))


def read(text: str, path: str = "") -> Credit:
    r"""The names at the head of a PO file.

    >>> read("# Anna <a@example.org>, 2026.\n# Reviewers:\n# Li Wei, 2026.\nmsgid \"\"\n")
    Credit(translators=('Anna',), reviewers=('Li Wei',), refused=())
    """
    found: dict[str, list[str]] = {"translators": [], "reviewers": []}
    refused: list[Refusal] = []
    role = "translators"
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("msg"):
            break
        if not line.startswith("#") or line[1:2] not in (" ", "\t"):
            continue
        said = " ".join(line[1:_LINE].split())
        if said.lower() in _HEADINGS:
            role = _HEADINGS[said.lower()]
            continue
        name = _name(said)
        if not name:
            continue
        unfit = wrong(name) or (f"is one of more than {MOST}" if len(found[role]) >= MOST else "")
        if unfit:
            refused.append(Refusal(number, name[:LONGEST], unfit, path))
        elif name not in found[role]:
            found[role].append(name)
    return Credit(tuple(found["translators"]), tuple(found["reviewers"]), tuple(refused))


def together(parts: Iterable[Credit]) -> Credit:
    """Those of several files as one."""
    every = list(parts)
    return Credit(
        tuple(dict.fromkeys(name for one in every for name in one.translators))[:MOST],
        tuple(dict.fromkeys(name for one in every for name in one.reviewers))[:MOST],
        tuple(refusal for one in every for refusal in one.refused),
    )


def _name(said: str) -> str:
    """The name in a line; "" where it names nobody."""
    person = _PERSON.fullmatch(said)
    if person is None or not (person["mail"] or person["years"]):
        return ""
    name = unicodedata.normalize("NFC", person["name"].strip(" ,"))
    return "" if _NOBODY.match(name) else name


def wrong(name: str) -> str:
    """Why a name cannot be printed; "" where it can."""
    if len(name) > LONGEST:
        return f"is longer than {LONGEST} characters"
    if sign := unprintable(name):
        return f"holds {sign}, which no page can print"
    if found := _NO_PART.search(name):
        return f"holds {found[0]}, which is no part of a name"
    kinds = [unicodedata.category(sign) for sign in name]
    hidden = [sign for sign, kind in zip(name, kinds, strict=True) if kind == "Cf" and sign not in _JOINERS]
    if hidden:
        return f"holds the invisible character U+{ord(hidden[0]):04X}"
    if any(sign.isnumeric() and unicodedata.category(sign)[0] == "N" for sign in name):
        return "holds a digit"
    if "MMMM" in "".join(kind[0] for kind in kinds):
        return "has more marks on a letter than any script"
    return "" if any(kind[0] == "L" for kind in kinds) else "has no letter"
