"""PDF: what lies inside a file beside its text: attachments, actions, links, language, what was added."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from . import pdf_metadata, pdf_parts, pdf_size
from .findings import Findings

if TYPE_CHECKING:
    import pikepdf

LARGEST = 128 * 1024 * 1024
# keys that make a reader do something, and the kinds of action that are one
_ACTIVE = frozenset(
    re.findall(r"\w+", "AA OpenAction JS JavaScript AcroForm XFA Launch RichMedia Collection URLS SubmitForm")
)
_SAFE = ("/URI", "/GoTo")
_ACTIONS = frozenset(
    f"/{name}"
    for name in re.findall(
        r"\w+",
        "GoToR GoToE Launch Thread URI Sound Movie Hide Named SubmitForm ResetForm ImportData JavaScript "
        "SetOCGState Rendition Trans GoTo3DView RichMediaExecute GoToDp",
    )
)
_COLOURS = "IEC 61966-2-1 Default RGB Colour Space - sRGB"
_PAPERS = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}  # points
_OBJECTS = 100_000  # of a file; ours have some two thousand


class Inside(NamedTuple):
    """What a PDF says about itself and for what it draws."""

    language: str
    title: str
    author: str
    date: str
    attachments: dict[str, bytes]  # by name: data and listing
    spoken: list[tuple[str, str]]  # (what for, words): formulas and figures, bookmarks, the description
    pages: int
    contributors: tuple[str, ...]  # whom the metadata name beside the author


def read(content: bytes, file: str, named: Callable[[str], bool], findings: Findings) -> Inside | None:
    """Check one file but for its text; what it says about itself, or None where it cannot be read."""
    import pikepdf

    if len(content) > LARGEST:
        findings.say(file, "larger than any PDF that a build makes")
        return None
    _added(content, file, findings)
    if what := pdf_size.unfit(content):
        findings.say(file, f"{what}; not read")
        return None
    try:
        with pikepdf.open(io.BytesIO(content), attempt_recovery=False, suppress_warnings=True) as document:
            if len(document.objects) > _OBJECTS:
                findings.say(file, "has more parts than any PDF that a build makes")
                return None
            if not pdf_parts.check(document, file, findings):
                return None
            return _inside(document, file, named, findings)
    except (pikepdf.PdfError, pikepdf.PasswordError) as error:
        findings.say(file, f"no sound PDF: {error}")
    except (
        ValueError,
        TypeError,
        KeyError,
        AttributeError,
        IndexError,
        RuntimeError,
        RecursionError,
    ) as error:
        findings.say(file, f"a PDF of another make, which cannot be read: {error}")
    return None


def _added(content: bytes, file: str, findings: Findings) -> None:
    """Bytes behind the end, and changes that were added to a finished file."""
    end = content.rfind(b"%%EOF")
    if end < 0 or content[end + 5 :].strip(b"\r\n"):
        findings.say(file, f"{len(content) - end - 5} bytes behind its end")
    if content.count(b"startxref") > 1 or content.count(b"%%EOF") > 1:
        findings.say(file, "was changed after it was made: it holds more than one end")
    if not content.startswith(b"%PDF-"):
        findings.say(file, "does not begin as a PDF")


def _inside(document: pikepdf.Pdf, file: str, named: Callable[[str], bool], findings: Findings) -> Inside:
    root = document.Root
    if "/Prev" in document.trailer or document.is_encrypted:
        findings.say(file, "was changed after it was made, or encrypted")
    for entry in document.objects:
        for what in _active(entry, named):
            findings.say(file, what)
    findings.checked["objects of PDFs"] += len(document.objects)
    info = document.docinfo
    title, author = str(info.get("/Title", "")), str(info.get("/Author", ""))
    dates = {str(info.get(key, ""))[2:10] for key in ("/CreationDate", "/ModDate")}
    if len(dates) != 1:
        findings.fault(file, "dates", ", ".join(sorted(dates)), "one day")
    if not re.fullmatch(r"WeasyPrint [\d.]+", str(info.get("/Producer", ""))):
        findings.fault(file, "producer", str(info.get("/Producer", "")), "a version of WeasyPrint")
    contributors = pdf_metadata.check(root, {key: str(info[key]) for key in info.keys()}, file, findings)  # noqa: SIM118
    return Inside(
        str(root.get("/Lang", "")),
        title,
        author,
        min(dates),
        _attachments(document, file, findings),
        [*_spoken(document), ("description", str(info.get("/Subject", ""))), ("title", title)],
        len(document.pages),
        contributors,
    )


def _active(entry: object, named: Callable[[str], bool], depth: int = 0) -> Iterator[str]:
    """What an object would make a reader do, and where it would lead him; direct objects inside it too."""
    import pikepdf

    if not isinstance(entry, (pikepdf.Dictionary, pikepdf.Stream, pikepdf.Array)):
        return
    if depth > 8:
        yield "has parts nested more deeply than any build writes"
        return
    if isinstance(entry, pikepdf.Array):
        for part in entry:
            if not getattr(part, "is_indirect", False):
                yield from _active(part, named, depth + 1)
        return
    for key in sorted(entry.keys()):
        if key.lstrip("/") in _ACTIVE:
            yield f"has {key}, which no build writes"
    kind, subtype = entry.get("/S"), entry.get("/Subtype")
    if isinstance(kind, pikepdf.Name) and str(kind) in _ACTIONS and str(kind) not in _SAFE:
        yield f"an action {kind}, which no build writes"
    if "/URI" in entry and not named(str(entry["/URI"])):
        yield f"a link to {str(entry['/URI'])[:100]}, which this program does not name"
    if entry.get("/Type") == pikepdf.Name.Annot and subtype != pikepdf.Name.Link:
        yield f"a mark of the kind {subtype}, which no build makes"
    for name in list(entry.keys()):
        part = entry[name]
        if name not in ("/P", "/Parent") and not getattr(part, "is_indirect", False):
            yield from _active(part, named, depth + 1)


def _attachments(document: pikepdf.Pdf, file: str, findings: Findings) -> dict[str, bytes]:
    """The files that travel inside, by name; any that no build attaches is noted."""
    import pikepdf

    found: dict[str, bytes] = {}
    for name in document.attachments:
        if name not in ("discordant.json", "compare.py") or name in found:
            findings.say(file, f"a file {name!r} travels inside, which no build attaches")
        else:
            found[name] = document.attachments[name].get_file().read_bytes()
    streams = [
        entry
        for entry in document.objects
        if isinstance(entry, pikepdf.Stream) and entry.get("/Type") == pikepdf.Name.EmbeddedFile
    ]
    if len(streams) > len(found):
        findings.say(file, "files travel inside that no list names")
    return found


def _spoken(document: pikepdf.Pdf) -> Iterator[tuple[str, str]]:
    """What is said for formulas and figures, for links, and in the bookmarks."""
    import pikepdf

    for entry in document.objects:
        if not isinstance(entry, pikepdf.Dictionary):
            continue
        for key in ("/Alt", "/ActualText", "/E"):
            if key in entry and entry.get("/Type") == pikepdf.Name.StructElem:
                yield str(entry.get("/S", "")).lstrip("/").lower(), str(entry[key])
        if entry.get("/Type") == pikepdf.Name.Annot and "/Contents" in entry:
            target = entry["/A"].get("/URI", "") if "/A" in entry else ""
            if str(entry["/Contents"]) != str(target):
                yield "link", str(entry["/Contents"])
        if entry.get("/Type") == pikepdf.Name.Filespec:
            yield "attachment", str(entry.get("/Desc", ""))
        if entry.get("/Type") == pikepdf.Name.OutputIntent:
            yield "colours", str(entry.get("/Info", "")).removeprefix(_COLOURS)
        if "/Title" in entry and "/Dest" in entry:
            yield "bookmark", str(entry["/Title"])


def paper(content: bytes, file: str, findings: Findings) -> None:
    """A handout's pages have the size that its name says."""
    import pikepdf

    found = re.search(r"-(a4|letter)\.pdf$", file)
    if not found:
        return
    right = _PAPERS[found[1]]
    with pikepdf.open(io.BytesIO(content)) as document:
        for number, page in enumerate(document.pages, 1):
            left, bottom, far, top = (float(side) for side in page.mediabox)
            if abs(far - left - right[0]) > 0.5 or abs(top - bottom - right[1]) > 0.5:
                findings.fault(file, f"page {number}", f"{far - left:.0f} x {top - bottom:.0f}", found[1])
                return
