"""Findings: what an audit has found, what it has looked at, and what it could not look at."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

_LONGEST = 120  # characters of what stands somewhere, which a stranger wrote
_MOST = 2000  # faults that are kept; a folder of another kind has more than anybody reads
_OBJECT = re.compile(r"<[^<>]* at 0x[0-9a-f]+>")  # how Python names what has no name


class Fault(NamedTuple):
    """One thing that is not as it must be: where, what stands there, what is right.

    >>> print(Fault("output/en/index.html", "fact II_exact_p", "0.0565", "0.1565"))
    output/en/index.html: fact II_exact_p: '0.0565' stands there; right is 0.1565
    """

    file: str
    place: str  # block, fact or element; "" for the file as a whole
    found: str  # the characters that stand there; "" where `right` says it all
    right: str

    def __str__(self) -> str:
        """The fault on one line, without anything that a terminal would act on."""
        where = ": ".join(visible(part) for part in (self.file, self.place) if part)
        if not self.found:
            return f"{where}: {visible(self.right)}"
        return f"{where}: {quoted(self.found)} stands there; right is {visible(self.right)}"


class Findings:
    """What an audit gathers while it reads."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.left_out = 0  # faults beyond those that are kept
        self.checked: Counter[str] = Counter()  # what was looked at -> how many
        self.files: set[str] = set()  # that were read to the end
        self.languages: set[str] = set()
        self.unchecked: dict[str, None] = {}  # what could not be looked at, in order

    def fault(self, file: str, place: str, found: object, right: str) -> None:
        """Note a fault."""
        if len(self.faults) < _MOST:
            self.faults.append(Fault(file, place, str(found), _OBJECT.sub("the file", right)))
        else:
            self.left_out += 1

    def say(self, file: str, what: str, place: str = "") -> None:
        """Note a fault that needs no more than a sentence."""
        self.fault(file, place, "", what)

    @contextmanager
    def about(self, file: str) -> Iterator[None]:
        """Around the check of one file: whatever it makes fail is one fault of that file, and no more.

        A stranger wrote the file, so none of its content may end the audit of the others.
        """
        try:
            yield
        except MemoryError:
            raise
        except Exception as error:
            self.say(file, f"cannot be checked: {type(error).__name__}: {error}")

    def note(self, what: str) -> None:
        """Note, once, what could not be looked at."""
        self.unchecked.setdefault(what)


def visible(text: str) -> str:
    r"""A text on one line, its invisible characters spelt out, and not too long.

    >>> visible("a\x1b[2J\nb")
    'a\\x1b[2J\\nb'
    """
    kept = "".join(c if c.isprintable() or c == "\N{NO-BREAK SPACE}" else ascii(c)[1:-1] for c in text[:1000])
    return kept if len(text) <= 1000 else f"{kept} ..."


def quoted(text: str) -> str:
    """What stands somewhere, in quotes and cut to a length that can be read."""
    short = " ".join(text.split())
    return f"'{visible(short[:_LONGEST])}{' ...' if len(short) > _LONGEST else ''}'"
