"""A font for a language: taken in, cut, named in fonts.toml and locale.toml, its licence beside it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..language import Locale, resolve, scripts
from ..language.files import inside, read_text
from ..language.folders import find
from ..language.locale import ROLES
from ..language.refused import Refused
from ..press.fonts import listed
from ..workshop import emit
from . import font_cutting, font_sources
from .characters import belonging, of_language

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

_FONTS = Path("templates") / "fonts"
_ENTRY = """
[[face]]
file = "{file}"
family = "{family}"
weight = {weight}
style = "normal"
script = "{script}"
"""
_RULED = re.compile(r"^-{20,}$", re.MULTILINE)  # above the licence itself in OFL.txt


class Order(NamedTuple):
    """What is asked for."""

    path: Path
    bold: bool = False
    role: str | None = None  # one of ROLES; None for all
    face: str | None = None  # of a collection
    licence: str | None = None  # by SPDX's name
    notice: Path | None = None  # the text of the licence


class Taken(NamedTuple):
    """What was written, and what to know about it, a line each."""

    paths: list[Path]
    notes: list[str]


def take(tag: str, order: Order) -> Taken:
    """Take a font in for a language of ./locales: all files or none; the same order again replaces them.

    Raises Refused for a language that is not there, and for a font that cannot be taken, with the reason.
    """
    tag = resolve(tag)
    emit.recover(Path())
    settings = inside(Path("locales"), f"{tag}/locale.toml")
    if not settings.is_file():
        advice = f"`discordant locale new {tag}` begins a language, in the folder where its texts are to lie"
        raise Refused("is not there", path=settings, advice=advice)
    if order.role not in (None, *ROLES):
        raise Refused(f"--role {order.role!r} is none", advice=f"there are {', '.join(ROLES)}")
    names = _names(tag, order.role)
    table = _table()
    if order.bold and names.file(False) not in _files(table):
        raise Refused(
            f"{tag} has no regular face of that family yet", advice="take the regular first, then the bold"
        )
    font = font_sources.opened(order.path, order.face)
    licence = font_sources.licence(font, order.path, order.licence)
    notice = _notice(font, licence, order)
    content, codes = font_cutting.cut(font, order.path, tag, names.family, order.bold)
    locale = Locale.read(settings, tag)
    files = {
        _FONTS / names.file(order.bold): content,
        _FONTS / names.notice(order.bold): notice.encode(),
        _FONTS / "fonts.toml": _with_entry(table, names, order.bold).encode(),
        settings: _with_family(settings, names.family, order.role).encode(),
    }
    emit.write_together(files)
    return Taken(list(files), list(_notes(locale, names, order, licence, content, codes)))


class _Names(NamedTuple):
    """What a face goes by."""

    script: str
    family: str
    stem: str

    def file(self, bold: bool) -> str:
        return f"{self.stem}-{'bold' if bold else 'regular'}.ttf"

    def notice(self, bold: bool) -> str:
        return f"{self.stem}-{'bold' if bold else 'regular'}-licence.txt"


def _names(tag: str, role: str | None) -> _Names:
    script = scripts.name(tag)
    ending = [role] if role else []
    words = ["Discordant", script.title(), *(part.title() for part in ending)]
    return _Names(script, " ".join(words), "-".join([script, *ending]))


def _table() -> str:
    """The fonts.toml of this folder, or the package's, which one of this folder takes the place of."""
    return read_text(find("templates", "fonts/fonts.toml"))


def _files(table: str) -> set[str]:
    try:
        return {face["file"] for face in tomllib.loads(table)["face"]}
    except (ValueError, LookupError, TypeError):
        raise Refused("cannot be read", path=_FONTS / "fonts.toml", advice="mend it first") from None


def _with_entry(table: str, names: _Names, bold: bool) -> str:
    file = names.file(bold)
    if file in _files(table):
        return table
    weight = 700 if bold else 400
    return (
        table.rstrip()
        + "\n"
        + _ENTRY.format(file=file, family=names.family, weight=weight, script=names.script)
    )


def _with_family(path: Path, family: str, role: str | None) -> str:
    """A locale.toml with the family in its [fonts], behind the first one, which is the Latin."""
    text = read_text(path)
    before = tomllib.loads(text)["fonts"]
    wanted = {
        name: _with(list(before[name]), family) if role in (None, name) else before[name] for name in ROLES
    }
    head, table, rest = text.partition("[fonts]")
    for name in ROLES:
        line = f"{name} = [{_quoted(wanted[name])}]"
        pattern = rf"^{name}[ \t]*=[ \t]*\[[^\]]*\]"
        rest = re.sub(pattern, line.replace("\\", r"\\"), rest, count=1, flags=re.MULTILINE)
    written = head + table + rest
    if {name: tomllib.loads(written)["fonts"][name] for name in ROLES} != wanted:
        advice = f'write "{family}" into its [fonts] by hand, and run the command again'
        raise Refused("has its [fonts] in a form that is not changed here", path=path, advice=advice)
    return written


def _quoted(families: list[str]) -> str:
    return ", ".join(f'"{family}"' for family in families)


def _with(families: list[str], family: str) -> list[str]:
    """The families with this one behind the first, and behind those for this role alone."""
    if family in families:
        return families
    special = [one for one in families[1:] if one.startswith(f"{family} ")]
    return [*families[:1], *special, family, *(one for one in families[1:] if one not in special)]


def _notice(font: TTFont, licence: str, order: Order) -> str:
    """The licence's text, under the copyright that the font tells."""
    owner = str(font["name"].getDebugName(0) or "The font does not name who has its copyright.")
    if order.notice:
        text = read_text(order.notice)
    elif licence == "OFL-1.1":
        whole = read_text(find("templates", "fonts/OFL.txt"))
        ruled = _RULED.search(whole)
        text = whole[ruled.start() :] if ruled else whole
    else:
        advice = "give the file with the text of the licence, which is to lie beside the font, with --notice"
        raise Refused(f"its licence is {licence}", path=order.path, advice=advice)
    name = font["name"].getDebugName(4)
    return f"{owner}\n\nModified: cut and renamed from {name}. Licence: {licence}.\n\n{text.strip()}\n"


def _notes(
    locale: Locale, names: _Names, order: Order, licence: str, content: bytes, codes: frozenset[int]
) -> Iterator[str]:
    size = f"{len(codes)} characters, {len(content) / 1024:.0f} KB"
    yield f"{names.family}, {'bold' if order.bold else 'regular'}: {size}, licence {licence}"
    own = belonging(map(ord, of_language(locale)), locale.tag)
    lacking = "".join(sorted(map(chr, own - codes)))
    yield (
        f"lacks of the language's characters {listed(lacking)}"
        if lacking
        else "has the language's characters"
    )
    if not order.bold and names.file(True) not in _files(read_text(_FONTS / "fonts.toml")):
        yield (
            "without a bold: headings are set in the regular; "
            f"next: discordant locale font {locale.tag} FILE --weight bold"
        )
    yield f"next: discordant preview {locale.tag}"
