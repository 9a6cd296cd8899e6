"""PDF: a page and its assets in, a PDF/A-3a and PDF/UA-1 document out, the same bytes each time.

WeasyPrint lays out and draws.  Around it: nothing is read but our own table of assets, whatever it
warns of stops the build, fonts are cut by uharfbuzz whether or not the system has a subsetter, and
a finisher adds what PDF/UA asks for beyond PDF/A.
"""

from __future__ import annotations

import contextlib
import datetime
import html
import io
import logging
import os
import re
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from ..language.refused import Refused
from ..workshop import isolation, limits
from . import justify_han
from . import weasyprint_patches as patches
from .weasyprint_patches import Foreign

FORMULA = "\ue000"  # begins the alternative text of a formula; the finisher takes it off and tags by it
INSTALL = "apt-get install libpangoft2-1.0-0 libharfbuzz-subset0 (macOS: brew install pango)"
_POINTS = 72 / 25.4  # of a millimetre
_VERSION = "1.7"
_VARIANT = "pdf/a-3a"
_LONGEST = 300  # characters of a message; WeasyPrint prints data addresses whole

# What WeasyPrint may say without stopping the build, each with its reason.
HARMLESS: tuple[tuple[re.Pattern[str], str], ...] = ()


class PdfError(Refused):
    """A page that cannot be made into a sound PDF; the message says what WeasyPrint found."""


class PangoMissing(Refused):
    """WeasyPrint's system libraries are missing; the message says what to install."""

    code = 3


class Attachment(NamedTuple):
    """A file that travels inside the PDF."""

    name: str
    content: bytes
    description: str
    relationship: str = "Data"  # to the text, as ISO 32000-2, 7.11.3 calls it


class Job(NamedTuple):
    """Everything that a PDF is made from."""

    html: str
    assets: dict[str, tuple[bytes, str]]  # name -> content and media type; the page says asset:name
    families: frozenset[str]  # the only font families that may be in the PDF
    attachments: tuple[Attachment, ...]
    date: datetime.date
    direction: str = "ltr"  # or "rtl": which way its pages turn
    contributors: tuple[str, ...] = ()  # whom its metadata name beside the author


def render(job: Job) -> bytes:
    """The PDF of a job.

    Raises PdfError for whatever WeasyPrint warns of, PangoMissing where its libraries are not there.
    """
    return _render(job, partial(_finish, job))


def render_on(job: Job, papers: Mapping[str, tuple[float, float]]) -> dict[str, bytes]:
    """The PDF of a job on each of some papers, by name; a paper is width and height in millimetres.

    It is laid out once, as its style says, and each page centred on the paper: its margins must leave room
    for the smallest.  Raises what `render` raises.
    """
    printed: dict[str, bytes] = {}

    def finish(document: Foreign, pdf: Foreign) -> None:
        _finish(job, document, pdf)
        for name, (width, height) in papers.items():
            _centre(pdf, width * _POINTS, height * _POINTS)
            printed[name] = _written(pdf)

    _render(job, finish)
    return printed


def _written(pdf: Foreign) -> bytes:
    """A PDF/A-3 as WeasyPrint writes it; what writing has added is taken off again."""
    out, before = io.BytesIO(), len(pdf.objects)
    pdf.write(out, _VERSION, identifier=True, compress=True)
    del pdf.objects[before:]
    pdf.current_position = 0
    return out.getvalue()


LayOut = Callable[[str], Foreign]  # the HTML of a page -> it, laid out, as WeasyPrint's document


def render_joined(job: Job, arrange: Callable[[LayOut], Foreign]) -> bytes:
    """The PDF of a document that `arrange` joins of pages laid out by what it is given.

    They have their fonts and assets from the job, whose own page is not laid out.  Raises what `render`
    raises.
    """
    return _render(job, partial(_finish, job), arrange)


def _render(
    job: Job,
    finisher: Callable[[Foreign, Foreign], None],
    arrange: Callable[[LayOut], Foreign] | None = None,
) -> bytes:
    os.environ["SOURCE_DATE_EPOCH"] = str(int(_midnight(job.date).timestamp()))
    weasyprint = _weasyprint()
    with _no_word_unheard() as heard, isolation.no_fonts_but_ours():
        try:
            lay_out = _lays_out(weasyprint, job.assets)
            document = arrange(lay_out) if arrange else lay_out(job.html)
            pdf = document.write_pdf(
                finisher=finisher,
                pdf_variant=_VARIANT,
                attachments=[_attachment(weasyprint, each, job.date) for each in job.attachments],
            )
        except _refused() as error:
            raise PdfError(str(error)[:_LONGEST]) from None
        except RecursionError:
            raise PdfError("the page is nested too deeply") from None
    if heard:
        more = f" (and {len(heard) - 1} more)" if len(heard) > 1 else ""
        raise PdfError(heard[0][:_LONGEST] + more)
    return bytes(pdf)


def _lays_out(weasyprint: Foreign, assets: Mapping[str, tuple[bytes, str]]) -> LayOut:
    """What lays pages out, with one set of fonts for all."""
    from weasyprint.text.fonts import FontConfiguration

    fetcher, faces = _fetcher(assets), FontConfiguration()

    def lay_out(page: str) -> Foreign:
        html = weasyprint.HTML(string=page, base_url="asset:", url_fetcher=fetcher)
        return html.render(font_config=faces, pdf_variant=_VARIANT)

    return lay_out


def warm_up() -> None:
    """Import WeasyPrint ahead of the first job."""
    _weasyprint()


def _weasyprint() -> Foreign:
    """WeasyPrint, imported when first needed, with our subsetter in force."""
    with (
        warnings.catch_warnings(),
        contextlib.redirect_stdout(io.StringIO()),
        isolation.no_fonts_but_ours(),
    ):
        warnings.simplefilter("ignore", DeprecationWarning)  # of a missing subsetter, which we do not use
        warnings.simplefilter("ignore", UserWarning)  # of a system without fonts, which is what we want
        try:
            try:
                with isolation.no_programs():
                    import weasyprint
            except OSError:  # a loader that knows the libraries by no name of WeasyPrint's
                _forget_weasyprint()
                import weasyprint
            from weasyprint.pdf import fonts
        except OSError as error:
            if error.errno is not None:  # of a file; a library that cannot be loaded has no number
                raise PdfError(f"the renderer cannot start: {error}") from None
            if not limits.has_room():
                raise MemoryError from None
            what = f"PDF needs libraries of the system: {str(error)[:_LONGEST]}"
            raise PangoMissing(what, advice=f"install them: {INSTALL}") from None
    fonts.Font.subset = _subset
    patches.say_languages()
    patches.let_spaces_hang()
    patches.read_families()
    patches.tell_strays()
    justify_han.install()
    return weasyprint


def _forget_weasyprint() -> None:
    """What is left of an import that failed."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "weasyprint"]:
        del sys.modules[name]


def _subset(font: Foreign, to_unicode: Mapping[int, str], hinting: bool) -> None:
    """In place of WeasyPrint's own subsetting: the same bytes with and without the system's library."""
    import uharfbuzz

    del hinting
    if not to_unicode:
        return
    plan = uharfbuzz.SubsetInput()
    plan.glyph_set.update(to_unicode)
    flags = uharfbuzz.SubsetFlags
    plan.flags = flags.RETAIN_GIDS | flags.DESUBROUTINIZE | flags.NOTDEF_OUTLINE | flags.NO_HINTING
    plan.drop_table_tag_set.update(
        int.from_bytes(tag.encode("ascii"), "big") for tag in ("GSUB", "GPOS", "BASE", "GDEF")
    )
    face = uharfbuzz.Face(uharfbuzz.Blob(font.file_content), font.index)
    font.file_content = bytes(uharfbuzz.subset(face, plan).blob.data)


def _fetcher(assets: Mapping[str, tuple[bytes, str]]) -> Foreign:
    """The only door to resources: names of our own table."""
    from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

    class Fetcher(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Foreign = None) -> Foreign:
            del headers
            name = url.removeprefix("asset:")
            if not url.startswith("asset:") or name not in assets:
                raise FatalURLFetchingError(
                    f"the page asks for {url[:80]!r}, which is none of its own assets"
                )
            content, media_type = assets[name]
            return URLFetcherResponse(url, content, {"Content-Type": media_type})

    return Fetcher()


def _refused() -> type[BaseException]:
    from weasyprint.urls import FatalURLFetchingError

    return FatalURLFetchingError  # type: ignore[no-any-return]


@contextlib.contextmanager
def _no_word_unheard() -> Iterator[list[str]]:
    """Every warning and error that WeasyPrint logs, but the harmless ones."""
    heard: list[str] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            message = record.getMessage()
            if not any(pattern.search(message) for pattern, _reason in HARMLESS):
                heard.append(" ".join(message.split()))

    logger = logging.getLogger("weasyprint")
    listener = Listener(logging.WARNING)
    logger.addHandler(listener)
    try:
        yield heard
    finally:
        logger.removeHandler(listener)


def _attachment(weasyprint: Foreign, attachment: Attachment, day: datetime.date) -> Foreign:
    moment = _midnight(day)
    return weasyprint.Attachment(
        string=attachment.content.decode("utf-8"),
        name=attachment.name,
        description=attachment.description,
        created=moment,
        modified=moment,
        relationship=attachment.relationship,
    )


def _midnight(day: datetime.date) -> datetime.datetime:
    return datetime.datetime.combine(day, datetime.time(), datetime.UTC)


def _finish(job: Job, document: Foreign, pdf: Foreign) -> None:
    """What WeasyPrint leaves out: the PDF/UA identification, formula tags, one entry for each attachment."""
    import pydyf

    del document
    _refuse_stray_fonts(pdf, job.families)
    _draw_labels_directly(pdf)
    if job.direction == "rtl":
        pdf.catalog["ViewerPreferences"]["Direction"] = "/R2L"
    _describe(pdf, _UA_IDENTIFICATION + _contributors(job.contributors))
    if "AF" in pdf.catalog:
        pdf.catalog["AF"][:] = list(dict.fromkeys(pdf.catalog["AF"]))
    for entry in pdf.objects:
        alternative = entry.get("Alt") if isinstance(entry, dict) else None
        text = getattr(alternative, "string", None)
        if isinstance(text, str) and text.startswith(FORMULA):
            entry["S"] = "/Formula"
            entry["Alt"] = pydyf.String(text.removeprefix(FORMULA))


def _draw_labels_directly(pdf: Foreign) -> None:
    """Take labels of drawings that end or are centred at a point out of the groups of their own.

    PDFium, and so Chrome, cuts the edge of a group's first letter.  Opaque text needs no group.
    """
    for entry in pdf.objects:
        if "Group" not in getattr(entry, "extra", ()):
            continue
        drawn = b"\n".join(part if isinstance(part, bytes) else str(part).encode() for part in entry.stream)
        if b"/a1.0 gs" in drawn and b"BT" in drawn and b" Do" not in drawn:
            del entry.extra["Group"]


def _centre(pdf: Foreign, width: float, height: float) -> None:
    """Every page on a paper of this size, in points, its middle where it was."""
    import pydyf

    for page in pdf.objects:
        if isinstance(page, dict) and page.get("Type") == "/Page":
            left, bottom, right, top = page["MediaBox"]
            across, up = (width - (right - left)) / 2, (height - (top - bottom)) / 2
            box = [round(side, 3) for side in (left - across, bottom - up, right + across, top + up)]
            for name in ("MediaBox", "TrimBox", "BleedBox"):
                if name in page:
                    page[name] = pydyf.Array(box)


def _refuse_stray_fonts(pdf: Foreign, families: frozenset[str]) -> None:
    """No font by accident: one that the system lends looks different on the next machine."""
    for entry in pdf.objects:
        name = entry.get("FontName", "") if isinstance(entry, dict) else ""
        name = name.decode("ascii") if isinstance(name, bytes) else str(name)
        family = re.sub(r"(-(Bold|Italic|Oblique|Medium|Semi-Bold))*$", "", name.partition("+")[2])
        if name and family.replace("-", " ") not in families:
            raise PdfError(f"a character is set in {family}, a font of the system; add a face that has it")


def _contributors(names: Sequence[str]) -> bytes:
    """What Dublin Core says of who has contributed; nothing for nobody."""
    if not names:
        return b""
    listed = "".join(f"<rdf:li>{html.escape(name)}</rdf:li>" for name in names)
    bag = f"<dc:contributor><rdf:Bag>{listed}</rdf:Bag></dc:contributor>"
    space = 'xmlns:dc="http://purl.org/dc/elements/1.1/"'
    return f'<rdf:Description rdf:about="" {space}>{bag}</rdf:Description>'.encode()


def _describe(pdf: Foreign, description: bytes) -> None:
    """Add to the metadata what WeasyPrint does not write."""
    reference = int(pdf.catalog["Metadata"].split()[0])
    stream = pdf.objects[reference]
    stream.stream = [
        part.replace(b"</rdf:RDF>", description + b"</rdf:RDF>") if isinstance(part, bytes) else part
        for part in stream.stream
    ]


# PDF/UA-1 section 5, and the extension schema that PDF/A wants for a property it does not know.
_UA_IDENTIFICATION = b"""<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"
 xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
 xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfuaid:part>1</pdfuaid:part>
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>Part of ISO 14289 that the document conforms to</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>"""
