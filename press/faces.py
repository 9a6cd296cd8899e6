"""Faces: the fonts that fonts.toml names, one [[face]] a file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from ..language import files, settings
from ..language.folders import find, folders
from ..language.refused import Refused
from ..language.scripts import Script, of_face

# The layout features that a cut font keeps: of figures and marks, of letters that join, of syllables.
FEATURES = (
    *("kern", "liga", "mark", "mkmk", "ccmp", "locl", "onum", "lnum", "pnum", "tnum", "halt", "chws"),
    *("isol", "init", "medi", "fina", "rlig", "calt", "curs", "rtlm", "akhn", "blwf", "half", "nukt", "pref"),
    *("pstf", "rkrf", "rphf", "vatu", "cjct", "cfar", "abvf", "abvs", "blws", "haln", "pres", "psts", "abvm"),
    *("blwm", "dist", "mset", "ljmo", "vjmo", "tjmo"),
)


class FontError(Refused):
    """Characters that no face of ours has; the message lists them."""


class Face(NamedTuple):
    """One font file."""

    path: Path
    family: str
    weight: int
    style: str
    script: str

    @property
    def of_script(self) -> Script:
        """What follows from its script."""
        return of_face(self.script)


def table() -> list[Face]:
    """Every face of fonts.toml, in order; FontError, naming table and field, for what is wrong in it."""
    path = find("templates", "fonts/fonts.toml")
    return [
        Face(_file(path, face["file"]), face["family"], face["weight"], face["style"], face["script"])
        for face in settings.read(path, _FIELDS, FontError)["face"]
    ]


def _word(name: str, pattern: str, example: str) -> settings.Field:
    """A field whose value stands in style sheets, so that nothing in it may end a string or an element."""
    fits = re.compile(pattern)
    return settings.Field(
        name, lambda value: "" if isinstance(value, str) and fits.fullmatch(value) else f"must be {example}"
    )


_FIELDS = (
    settings.tables("face"),
    settings.text("face[].file"),
    _word(
        "face[].family",
        r"[^\W_](?:[\w.+ -]{0,60}\w)?",
        "a font's name in quotes, of letters, digits and - . +",
    ),
    settings.choice("face[].weight", (400, 700)),
    settings.choice("face[].style", ("normal", "italic")),
    _word("face[].script", "[a-z]{2,12}", 'a script in quotes, such as "latin" or "hans"'),
)


def _file(table: Path, name: str) -> Path:
    """A font file beside the publication's own fonts.toml, else beside the package's, and nowhere else."""
    try:
        for folder in folders("templates"):
            path = files.inside(folder / "fonts", name)
            if path.is_file():
                return path
    except files.Outside as error:
        raise FontError(f"file in [[face]]: {error.what}", path=table) from None
    raise FontError(f"file in [[face]]: there is no {name!r} beside it", path=table)
