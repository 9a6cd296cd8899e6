"""PDFs: a PDF of a publication, its parts and its text, against the data and against what it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from . import data, package_files, pdf, pdf_text
from .data import Data, Edition, Entry
from .findings import Findings
from .numbers import KNOWN
from .record import Record

_SAID = re.compile(r".*\.spoken$|figure\.[\w-]+\.alt$")


def product(file: str) -> str:
    """What a PDF is, by its name: "pdf" for the article, else the handout.

    >>> product("output/it/handouts/points-a4.pdf")
    'handouts/points'
    """
    found = re.search(r"(?:^|/)(compared|points)-(?:a4|letter)\.pdf$", file)
    return f"handouts/{found[1]}" if found else "pdf"


def check(
    content: bytes,
    file: str,
    tag: str,
    known: Data | None,
    published: bytes | None,
    named: Callable[[str], bool],
    findings: Findings,
    ours: bool,
) -> None:
    """Check one PDF of a language; `published` is the discordant.json beside it, where there is one.

    By itself, an article is held to the data that travel inside it.
    """
    inside = pdf.read(content, file, named, findings)
    if inside is None:
        return
    pdf.paper(content, file, findings)
    is_article = product(file) == "pdf"
    attached = inside.attachments.get("discordant.json")
    if is_article and attached is None:
        findings.say(file, "discordant.json does not travel inside")
    elif not is_article and inside.attachments:
        findings.say(file, "a file travels inside a handout, which no build attaches")
    elif attached is not None and published is not None and attached != published:
        findings.say(file, "the data inside are not those that lie beside it")
    if is_article:
        package_files.check_listing(inside.attachments.get("compare.py"), file, findings, ours)
    if known is None and attached is not None:
        known = data.read(attached, findings, f"{file}: discordant.json")
    if tag and inside.language != tag:
        findings.fault(file, "language", inside.language, tag)
    findings.languages.add(tag or inside.language)
    if known is None or (tag or inside.language) not in known.editions:
        findings.note(f"{file}: whether its numbers stand in their place, for want of data that list them")
        edition = Edition(inside.language, KNOWN.get(inside.language, KNOWN["en"]), {})
        pdf_text.check_alone(content, file, edition, data.own().facts, findings)
        return
    edition = known.editions[tag or inside.language]
    _stated(inside, is_article, file, edition, known, findings)
    entries = edition.printed.get(product(file), ())
    _spoken(inside, file, edition, entries, findings)
    pdf_text.check(content, file, edition, entries, findings)
    findings.note("formulas and drawings in PDFs, but for their labels and what is said for them")
    findings.files.add(file)


def _stated(
    inside: pdf.Inside, is_article: bool, file: str, edition: Edition, known: Data, findings: Findings
) -> None:
    """Author, day and title are those of the data."""
    provenance = known.provenance
    for place, found, right in (
        ("author", inside.author, str(provenance.get("publisher"))),
        ("date", inside.date, str(provenance.get("date")).replace("-", "")),
    ):
        if found != right:
            findings.fault(file, place, found, right)
    named = dict.fromkeys(name for names in edition.credit.values() for name in names) if is_article else {}
    if inside.contributors != tuple(named):
        findings.fault(file, "contributors", ", ".join(inside.contributors), ", ".join(named) or "nobody")
    titles = {entry.text for entry in edition.printed.get("package", ()) if entry.fact == "title"}
    if is_article and titles and inside.title not in titles:
        findings.fault(file, "title", inside.title, ", ".join(titles))


def _spoken(
    inside: pdf.Inside, file: str, edition: Edition, entries: Sequence[Entry], findings: Findings
) -> None:
    """What is said for formulas and figures, in bookmarks and in the description."""
    record = Record(entries, edition.tag)
    for what, text in inside.spoken:
        findings.checked["labels and descriptions"] += 1
        if not record.spoken(text, "title" if what == "bookmark" else what):
            findings.fault(file, what, text, "numbers that discordant.json lists one after the other")
    for entry in record.unseen():
        if _SAID.match(entry.block):
            findings.say(file, f"{entry.fact}, {entry.text}, is not said", entry.block)
