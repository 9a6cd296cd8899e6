"""Reviews of the translations: how far each has come, and every fault that a program can find in it."""

from __future__ import annotations

import re
import shutil
import subprocess
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from .. import render
from ..language import CatalogError, Locale, LocaleError
from ..language import catalogs as po
from ..language.choosing import translations
from ..language.files import NotThere
from ..language.message import LENGTH, PLACEHOLDER, has_words, other_references, unusable
from ..language.refused import Refused
from ..press import drawings, fonts
from ..press.blocks import Block
from ..press.faces import FontError
from ..press.formulas import words
from ..press.scribe import Scribe, is_plain
from ..publication import credit, edition, progress
from ..publication.disk import Publication, load
from ..publication.edition import Edition
from ..publication.progress import Standing, Unread
from . import catalogs, checks, glossary, headers, reviewing, wording
from .finding import Finding

_LABEL = re.compile(r"figure\.cases\.(?:both|only-[ab]|neither)")  # two of them stand side by side
_ONE_LINE = 30  # characters that fit into two lines in any case
_HALF_A_PHONE = 174  # CSS pixels
_LONGEST = 600  # characters of a line that may quote a catalog
_SECONDS = 60  # for msgfmt, which takes a tenth of one
_EDITORS_FIELD = "still has the initial default value"  # of a header field that translation programs fill in
_SAID = re.compile(r":(?P<line>\d+)(?::\d+)?: (?P<what>.+)")
_STRONG = re.compile(r"\*\*([^*]+)\*\*")
_EMPHASISED = re.compile(r"\*+([^*]+)\*+")


class Fault(NamedTuple):
    """One fault of a catalog, as one line of a report."""

    path: str
    line: int  # 0 where the file as a whole is meant
    block: str  # "" likewise
    finding: Finding

    def __str__(self) -> str:
        path = _from_here(self.path)
        place = f"{path}:{self.line}" if self.line else path
        kind = "warning: " if self.finding.warning else ""
        block = f"block {self.block}: " if self.block else ""
        line = f"{place}: {kind}{block}{self.finding.what}; {self.finding.advice}"
        return "".join(c if c.isprintable() else " " for c in line)[:_LONGEST]


class Review(NamedTuple):
    """What a check of one language found, errors before warnings."""

    tag: str
    blocks: int
    faults: list[Fault]
    translated: int | None = None  # of the blocks, those that are current; None where that cannot be read

    @property
    def counted(self) -> str:
        """How many blocks there are, and how many are translated unless all are."""
        unfinished = self.translated is not None and self.translated < self.blocks
        return (
            f"{self.translated} of {self.blocks} blocks translated" if unfinished else f"{self.blocks} blocks"
        )

    @property
    def errors(self) -> int:
        """How many of the faults are errors."""
        return sum(not fault.finding.warning for fault in self.faults)


def status(tags: Sequence[str]) -> list[Standing | Unread]:
    """Each language's standing (all, when none is named), as `progress.data` gives it.

    A catalog that cannot be read is given as `error`, without counts; the other languages stay.
    """
    publication = load()
    standings: list[Standing | Unread] = []
    for tag in translations(tags):
        try:
            standings.append(progress.data(edition.read(publication, tag)))
        except (CatalogError, LocaleError, NotThere, FontError) as error:
            standings.append({"locale": tag, "error": str(error)})
    return standings


def table(standings: Sequence[Standing | Unread]) -> str:
    """Standings as a table: a line a part and one for the whole."""
    columns = ("blocks", *progress.STATES, "reviewed")
    rows: list[tuple[str, ...]] = [("locale", "part", *columns, "%", "")]
    for standing in standings:
        if "error" in standing:
            rows.append((standing["locale"], "cannot be read", *("-" for _ in columns), "-", ""))
            continue
        parts: dict[str, Mapping[str, object]] = {**standing["parts"], "all": standing["all"]}
        for part, counts in parts.items():
            claim = "claimed complete" if counts.get("claimed") else ""
            rows.append(
                (standing["locale"], part, *(str(counts[name]) for name in columns), _share(counts), claim)
            )
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if 2 <= place < 3 + len(columns) else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def _share(counts: Mapping[str, object]) -> str:
    """How much is done in whole percent, rounded down: 100% is all."""
    done, blocks = int(str(counts["done"])), int(str(counts["blocks"]))
    return f"{100 * done // blocks}%" if blocks else "-"


def first(standings: Sequence[Standing | Unread]) -> list[str]:
    """What each language lacks of what a first publication needs, a line each; nothing where all is there."""
    lines = []
    for standing in standings:
        if "error" in standing:
            continue
        parts = [standing["parts"][name] for name in progress.FIRST]
        blocks, done = sum(part["blocks"] for part in parts), sum(part["done"] for part in parts)
        if done < blocks:
            lines.append(
                f"{standing['locale']}: a first publication needs {' and '.join(progress.FIRST)}: "
                f"{done} of {blocks} done, {blocks - done} left"
            )
    return lines


def check(tags: Sequence[str]) -> list[Review]:
    """Every fault of each language's catalog (all, when none is named)."""
    publication = load()
    return [_review(publication, tag) for tag in translations(tags)]


def _review(publication: Publication, tag: str) -> Review:
    paths = catalogs.files(tag)
    try:
        own = edition.read(publication, tag)
        progress.claimed(own.locale)
    except (CatalogError, LocaleError, NotThere, FontError) as error:
        return Review(tag, _translatable(publication), [_unreadable(error, paths[0].parent)])
    texts = {path: po.content(path).decode("utf-8").replace("\r\n", "\n") for path in paths}
    found = [
        Fault(str(path), line, block, finding)
        for path, text in texts.items()
        for line, block, finding in headers.findings(text, tag)
    ]
    found += [*_unnamed(own), *_strange_symbols(own)]
    entries = own.catalog.entries
    found += [
        Fault(entries[name].path, entries[name].line, name, one) for name, one in reviewing.findings(entries)
    ]
    found += blocks(own)
    found += _unfinished(own)
    found += [fault for path, text in texts.items() for fault in _said_by_msgfmt(path, text, found)]
    faults = sorted(found, key=lambda fault: fault.finding.warning)
    return Review(tag, _translatable(publication), faults, progress.tally(own).done)


def _translatable(publication: Publication) -> int:
    return sum(has_words(block.text) for block in publication.blocks.values())


def _unnamed(own: Edition) -> Iterator[Fault]:
    """Names in the heads of catalogs that the language's fonts cannot set; others are found there."""
    for refused in credit.named(own).refused:
        if not refused.line:
            what, advice = (
                f"names {refused.name!r}, which {refused.what}",
                "write it in letters that they have",
            )
            yield Fault(refused.path, 0, "header", Finding(what, advice))


def _strange_symbols(own: Edition) -> Iterator[Fault]:
    """Words of `[symbols]` that no formula has."""
    formulas = own.publication.formulas.values()
    known = {word for kind in formulas for tex in kind.values() for word in words(tex)}
    if strange := sorted(set(own.locale.symbols) - known):
        path = Path(own.catalog.path).parent / "locale.toml"
        what = f"[symbols] has {', '.join(strange)[:80]}, which no formula has"
        yield Fault(str(path), 0, "", Finding(what, f"there are {', '.join(sorted(known))}"))


def _unreadable(error: Refused, path: Path) -> Fault:
    """An error of reading as a fault."""
    advice = error.advice or "no text of this language can be used until then"
    return Fault(error.path or str(path), error.line or 0, "", Finding(error.what, advice))


def _from_here(path: str) -> str:
    """A path as one would type it in the current folder."""
    return str(Path(path).relative_to(Path.cwd())) if Path(path).is_relative_to(Path.cwd()) else path


def blocks(own: Edition) -> Iterator[Fault]:
    """What is wrong with the translations of today's English, block by block."""
    terms = glossary.read().terms(own.tag)
    scribe, catalog = own.scribe(own.links), own.catalog
    for name, block in own.publication.blocks.items():
        text = catalog.translation(name, block.text)
        if text is None or name not in catalog.entries:
            continue
        entry = catalog.entries[name]
        found = [*_rendered(scribe, block, text), *checks.findings(block.text, text, own.locale)]
        if len(text) <= LENGTH:
            found += [
                *_glyphs(own.locale, block, text),
                *wording.wording(block.text, text, own.tag, name, terms),
            ]
        found = [*_asterisks(block, text), *_too_long(own, block, text), *found]
        for finding in dict.fromkeys(found):
            yield Fault(entry.path, entry.line, name, finding)


def _asterisks(block: Block, text: str) -> Iterator[Finding]:
    """Emphasis in what is set as plain text."""
    if "*" in text and "*" not in block.text and is_plain(block.id):
        yield Finding("has an asterisk, which is printed here", "delete it: labels have no emphasis")


def _too_long(own: Edition, block: Block, text: str) -> Iterator[Finding]:
    """A label that takes more than two lines on a phone; numbers have up to four digits there."""
    if not _LABEL.fullmatch(block.id) or len(text) <= _ONE_LINE:
        return
    letters = drawings.lettering(own.locale)
    shown, weight = PLACEHOLDER.sub("1000", text), "bold" if ".only-" in block.id else "normal"
    try:
        lines = render.rows(shown, _HALF_A_PHONE, drawings.look_of(letters), weight=weight)
    except render.NoGlyph:  # which is told as such
        return
    if lines > 2:
        yield Finding(f"takes {lines} lines in the figure on a phone", "shorten it to two", True)


def _rendered(scribe: Scribe, block: Block, text: str) -> Iterator[Finding]:
    """What shows only once a text is set: where its links lead."""
    fault = scribe.fault(block, text)
    if fault and not (unusable(block.text, text) or other_references(block.text, text)):
        yield Finding(*fault)


def _glyphs(own: Locale, block: Block, text: str) -> Iterator[Finding]:
    """Characters that the fonts lack, each in the weights in which the block sets it."""
    role = "sans" if block.file == "figures.md" else "text"
    bold = text if block.kind == "heading" else "".join(_STRONG.findall(text))
    if own.emphasis == "bold":
        bold += "".join(_EMPHASISED.findall(text))
    lacking = dict.fromkeys(
        [*fonts.lacking(text, own, role), *(fonts.lacking(bold, own, role, 700) if bold else [])]
    )
    shown = [f"{c} (U+{ord(c):04X})" for c in lacking if not checks.is_invisible(c)]
    if shown:
        yield Finding(
            f"has {', '.join(shown[:8])}, which the project's fonts lack",
            "reword, or add a face to templates/fonts/fonts.toml",
        )


def _unfinished(own: Edition) -> Iterator[Fault]:
    """Blocks that a claim of completeness lacks, and a word on a catalog that is behind the English."""
    claimed = progress.claimed(own.locale)
    catalog, source = own.catalog, own.publication.blocks
    for name, block in source.items():
        state = catalog.state(name, block.text)
        if state != "done" and progress.part(block) in claimed:
            entry, part = catalog.entries.get(name), progress.part(block)
            what = f"is {state}, but locale.toml calls the part {part} complete"
            advice = "translate it, or take the part out of `complete`"
            path = entry.path if entry else str(Path(catalog.path) / f"{part}.po")
            yield Fault(path, entry.line if entry else 0, name, Finding(what, advice))
    english = {name: block.text for name, block in source.items() if has_words(block.text)}
    known = {name: entry.english for name, entry in catalog.entries.items()}
    behind = len([name for name in english | known if english.get(name) != known.get(name)])
    if behind:
        yield Fault(
            catalog.path,
            0,
            "",
            Finding(
                f"is behind the English in {behind} blocks",
                f"run `discordant locale update {own.tag}`",
                True,
            ),
        )


def _said_by_msgfmt(path: Path, text: str, found: Sequence[Fault]) -> Iterator[Fault]:
    """What `msgfmt -c` says, where it is installed, of entries in which nothing else is wrong."""
    program = shutil.which("msgfmt")
    if program is None:
        return
    try:
        run = subprocess.run(
            [program, "-c", "-o", "/dev/null", "-"],
            input=text.encode("utf-8"),
            capture_output=True,
            timeout=_SECONDS,
            env={"LC_ALL": "C", "PATH": ""},
        )
    except (subprocess.TimeoutExpired, OSError) as error:
        yield Fault(str(path), 0, "", Finding(f"msgfmt has failed: {error}", "see the other faults", True))
        return
    entries = list(headers.entries(text))
    starts = [entry.line for entry in entries]
    known = {fault.block for fault in found if not fault.finding.warning}
    for said in _SAID.finditer(run.stderr.decode("utf-8", "replace")):
        place = bisect_right(starts, int(said["line"])) - 1
        block = (entries[place].context or "header") if place >= 0 else "header"
        if block not in known and _EDITORS_FIELD not in said["what"]:
            what = said["what"].strip().rstrip(".")
            warning = what.startswith("warning: ")
            what = what.removeprefix("warning: ").removeprefix("error: ")
            yield Fault(
                str(path),
                int(said["line"]),
                block,
                Finding(f"msgfmt says: {what}", "see `msgfmt -c`", warning),
            )
