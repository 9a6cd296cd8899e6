"""Refused: the base of every error that is meant for whoever runs the command, told apart from a bug."""

from __future__ import annotations

from os import PathLike
from typing import ClassVar


class Refused(ValueError):
    """What is wrong with an input or a folder, and what to do: one line for a person, fields for a program.

    `path` names the file, `line` its line from 1 on, `what` says what is wrong there, `advice` what to do.
    Where no field but `what` is given, it is the whole message.  `code` is the command's exit code.
    Any other exception that leaves a recipe is a bug of this program and is told as one.

    >>> error = Refused("not a date", path="templates/article.toml", line=3, advice="write 2026-11-30")
    >>> print(error)
    templates/article.toml:3: not a date; write 2026-11-30
    >>> error.line, error.code
    (3, 2)
    """

    code: ClassVar[int] = 2

    def __init__(
        self, what: str, *, path: str | PathLike[str] | None = None, line: int | None = None, advice: str = ""
    ) -> None:
        self.what, self.line, self.advice = what, line, advice
        self.path = None if path is None else str(path)
        place = "" if path is None else f"{path}: " if line is None else f"{path}:{line}: "
        super().__init__(f"{place}{what}{f'; {advice}' if advice else ''}")
