"""Whole: an audit of whatever was handed in, from the data to the last page, and what is said about it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from . import (
    data,
    figures,
    folder,
    images,
    package,
    package_files,
    page_figures,
    pages,
    pdfs,
    published,
    report,
    svg_files,
    tables,
)
from .data import Data
from .findings import Findings
from .page import Page, Unparsed
from .published import PACKAGE, Published
from .record import Record

_PRODUCTS = {  # page of a language, by its path below the language's folder -> product
    "index.html": "page",
    "handouts/index.html": "handouts/index",
    "handouts/compared.html": "handouts/compared",
    "handouts/points.html": "handouts/points",
}


def audit(path: Path) -> report.Report:
    """Recompute the results of what was published at a path, and read its numbers back.

    The path is a folder in which a build was made (or its output/ alone), a ZIP archive of it, the code
    package, one PDF or one page.  Nothing in it is trusted or run, no link is followed, and no address is
    opened.  Raises `Refused` where there is nothing to audit.
    """
    findings = Findings()
    handed = published.read(path, findings)
    files = dict(handed.files)
    known = None
    if data.PATH in files:
        with findings.about(data.PATH):
            known = data.read(files[data.PATH], findings)
    if data.SCHEMA in files:
        data.schema_beside(files[data.SCHEMA], findings)
    if handed.parts:
        with findings.about(folder.MANIFEST):
            folder.check(files, handed.parts, known, findings)
    labels: dict[tuple[str, str], set[str]] = {}  # (language, figure) -> what the page's drawings say
    for file in files:
        if handed.parts and not folder.is_made(file):
            continue  # named as such, and not read
        with findings.about(file):
            for figure, said in _file(file, handed, known, findings).items():
                labels.setdefault((folder.language_of(file), figure), set()).update(said)
    _figures(files, known, labels, findings)
    return report.of(findings)


def _file(file: str, handed: Published, known: Data | None, findings: Findings) -> page_figures.Labels:
    """One file; for a page, what its drawings say."""
    content, files = handed.files[file], handed.files
    ours = known is None or _is_ours(known)
    if file.endswith(".csv"):
        tables.check(content, file, findings)
    elif file.endswith((".html", ".htm")):
        return _page(file, handed, known, findings, ours)
    elif file.startswith("output/") and file.endswith("cover.png"):
        images.check(content, file, None, findings)
    elif file.endswith(".pdf"):
        named = pages.addresses(ours, findings)
        pdfs.check(
            content, file, folder.language_of(file), known, files.get(data.PATH), named, findings, ours
        )
    elif file == PACKAGE:
        beside = {posixpath.basename(name): files[name] for name in files if name.startswith("output/data/")}
        package.check(content, file, beside, known, findings, ours)
    return {}


def _is_ours(known: Data) -> bool:
    """Whether it says that it is this program's own edition, not that of another publisher or version."""
    settings = package_files.settings()
    stated = known.provenance
    return (stated.get("publisher"), stated.get("edition")) == (
        settings["publisher"]["name"],
        settings["edition"]["version"],
    )


def _page(
    file: str, handed: Published, known: Data | None, findings: Findings, ours: bool
) -> page_figures.Labels:
    """One HTML page, of a language or the one on which a language is chosen; what its drawings say."""
    content = handed.files[file]
    tag = folder.language_of(file)
    try:
        page = Page(content)
    except Unparsed as error:
        findings.say(file, str(error))
        return {}
    chooser = _chooses(page, file)
    edition = pages.edition_of(page, tag or page.language, known)
    entries = None
    if chooser and known:
        _chooser(page, file, known, findings)
    elif chooser:
        findings.note(f"{file}: the titles that it says, for want of discordant.json beside it")
    elif not chooser:
        entries = (
            edition.printed.get(_PRODUCTS.get(file.removeprefix(f"output/{tag}/"), "")) if known else None
        )
        if page.language != edition.tag:
            findings.fault(file, "<html> lang", page.language, edition.tag)
        findings.languages.add(edition.tag)

    def exists(name: str) -> bool | None:
        if not handed.parts:
            return None
        target = posixpath.normpath(posixpath.join(posixpath.dirname(file), name))
        return target in handed.files or f"{target}/index.html" in handed.files

    titles = None if chooser and not known else _titles(known) if chooser and known else frozenset()
    named = pages.addresses(ours, findings)
    context = pages.Context(known or data.own(), edition, entries, ours, titles, exists, named)
    pages.check(page, file, findings, context)
    return page_figures.check(page, file, edition, findings)


def _figures(
    files: Mapping[str, bytes],
    known: Data | None,
    labels: Mapping[tuple[str, str], set[str]],
    findings: Findings,
) -> None:
    """The figures as files: each drawing, its image, and its labels against those of the page."""
    for file in files:
        if not file.startswith("figures/") or not file.endswith((".svg", ".png")):
            continue
        with findings.about(file):
            _figure(file, files, known, labels, findings)


def _figure(
    file: str,
    files: Mapping[str, bytes],
    known: Data | None,
    labels: Mapping[tuple[str, str], set[str]],
    findings: Findings,
) -> None:
    content, tag = files[file], folder.language_of(file)
    edition = pages.marks_for(tag, known.editions if known else {})
    if file.endswith(".png"):
        if f"{file[:-4]}.svg" not in files:
            images.check(content, file, None, findings)
        return
    drawing = svg_files.read(content, file, edition, findings)
    image = f"{file[:-4]}.png"
    if image in files:
        with findings.about(image):
            images.check(files[image], image, drawing, findings)
    on_page = labels.get((tag, posixpath.basename(file)[:-4].removesuffix("-dark")))
    if drawing and on_page and (other := _words(figures.labels(drawing, edition.marks)) ^ _words(on_page)):
        findings.fault(file, "labels", ", ".join(sorted(other)), "the labels of the page's drawings")


def _words(labels: Iterable[str]) -> set[str]:
    """The words of labels, and each character of Chinese: lines are broken elsewhere in a wider drawing."""
    return {word for label in labels for word in re.findall(r"[\u2e80-\uffef]|[^\s\u2e80-\uffef]+", label)}


def _chooses(page: Page, file: str) -> bool:
    """Whether a page is the one on which a language is chosen; by itself, one that prints no fact."""
    if "/" in file:
        return file == "output/index.html"
    return not any("data-fact" in element.attrib for element in page.elements())


def _titles(known: Data) -> frozenset[str]:
    """The title of the article in each language, as the record of the code package has it."""
    lists = [edition.printed.get("package", ()) for edition in known.editions.values()]
    return frozenset(entry.text for entries in lists for entry in entries if entry.fact == "title")


def _chooser(page: Page, file: str, known: Data, findings: Findings) -> None:
    """The page on which a language is chosen offers every language, by titles that say the right numbers."""
    offered = {
        element.get("hreflang"): element.get("href") for element in page.elements() if element.tag == "a"
    }
    wanted = {tag: f"{tag}/index.html" for tag in known.editions}
    if offered != wanted:
        findings.fault(file, "languages", ", ".join(map(str, offered)), ", ".join(wanted))
    lists = [edition.printed.get("page", ()) for edition in known.editions.values()]
    record = Record([e for entries in lists for e in entries if e.block in ("title", "description")], "")
    for place, text, _element in page.spoken():
        if not record.spoken(text, place):
            findings.fault(file, place, text, "numbers that discordant.json lists one after the other")
