"""PDFs in the audit: no part, no entry, no drawing but those of a build, and no more than can be read."""

import io
import re
import zlib

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Stream, String

from discordant.audit import pdf, pdf_size
from discordant.audit.findings import Findings

SAID = "p = 0.01"


@pytest.fixture(scope="module")
def article(made):
    return (made / "output" / "en" / "discordant-en.pdf").read_bytes()


def faults(content):
    findings = Findings()
    pdf.read(content, "a.pdf", lambda address: not address.startswith("https://evil"), findings)
    return [str(fault) for fault in findings.faults]


def saved(content, change, **options):
    """The PDF after a change, as another program saves it."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(content)) as document:
        change(document)
        document.save(out, fix_metadata_version=False, **options)
    return out.getvalue()


def some(document, **wanted):
    """The first part with these entries."""
    return next(
        part
        for part in document.objects
        if isinstance(part, (Dictionary, Stream)) and all(part.get(f"/{k}") == v for k, v in wanted.items())
    )


def link(document):
    return some(document, Subtype=Name.Link)


def drawn(code):
    return lambda document: document.pages[0].contents_add(document.make_stream(code), prepend=False)


def test_what_a_build_makes_has_no_fault_though_another_program_saved_it(made, article):
    assert faults(article) == []
    assert faults(saved(article, lambda document: None)) == []
    for path in (made / "output").glob("*/handouts/*.pdf"):
        assert faults(path.read_bytes()) == []


FORGERIES = {
    "keywords": lambda d: d.docinfo.update({"/Keywords": String(SAID)}),
    "another producer": lambda d: d.docinfo.update({"/Producer": String(SAID)}),
    "page labels": lambda d: d.Root.update(
        {"/PageLabels": Dictionary(Nums=Array([0, Dictionary(P=String(SAID))]))}
    ),
    "a program's own data": lambda d: d.pages[0].obj.update(
        {"/PieceInfo": Dictionary(X=Dictionary(Private=String(SAID)))}
    ),
    "a thumbnail": lambda d: d.pages[0].obj.update({"/Thumb": Stream(d, b"\0")}),
    "a page that turns itself": lambda d: d.pages[0].obj.update({"/Dur": 1}),
    "a page that fades": lambda d: d.pages[0].obj.update({"/Trans": Dictionary(S=Name.Dissolve)}),
    "a page cut down": lambda d: d.pages[0].obj.update({"/CropBox": Array([0, 0, 50, 50])}),
    "a page upside down": lambda d: d.pages[0].obj.update({"/Rotate": 180}),
    "all pages upside down": lambda d: d.Root.Pages.update({"/Rotate": 180}),
    "a name of a link": lambda d: link(d).update({"/T": String(SAID)}),
    "a link with a look": lambda d: link(d).update({"/AP": Dictionary(N=Stream(d, b""))}),
    "a second address": lambda d: link(d).update(
        {"/PA": Dictionary(S=Name.URI, URI=String("https://evil.example"))}
    ),
    "a link without its kind": lambda d: link(d).__delitem__("/Type"),
    "words for a text": lambda d: some(d, Type=Name.StructElem, S=Name.P).update(
        {"/ActualText": String(SAID)}
    ),
    "words for a text without its kind": lambda d: (
        (part := some(d, Type=Name.StructElem, S=Name.P)).update({"/Alt": String(SAID)}),
        part.__delitem__("/Type"),
    ),
    "words in what is drawn": drawn(b"/Span <</ActualText (p = 0.01)>> BDC EMC"),
    "invisible text": drawn(b"BT 3 Tr ET"),
    "a picture in what is drawn": drawn(b"BI /W 1 /H 1 /BPC 8 /CS /G ID \0 EI"),
    "a layer": drawn(b"/OC /x BDC EMC"),
    "a text as letters": drawn(b"BT (p = 0.01) Tj ET"),
    "a picture": lambda d: d.pages[0].Resources.update(
        {"/XObject": Dictionary(X=Stream(d, b"\0", Type=Name.XObject, Subtype=Name.Image))}
    ),
    "a bookmark that acts": lambda d: (
        (first := d.Root.Outlines.First).update({"/A": Dictionary(S=Name.GoTo, D=first.Dest)}),
        first.__delitem__("/Dest"),
    ),
    "a mark without its kind": lambda d: d.pages[0].obj.update(
        {"/Annots": Array([d.make_indirect(Dictionary(Subtype=Name.FreeText, Contents=String(SAID)))])}
    ),
    "another name of what travels inside": lambda d: some(d, Type=Name.Filespec).update(
        {"/UF": String("setup.exe")}
    ),
    "a picture of what travels inside": lambda d: some(d, Type=Name.Filespec).update(
        {"/Thumb": Stream(d, b"\0")}
    ),
    "a part that nothing uses": lambda d: d.pages[0].Contents.update(
        {"/Filter": d.make_indirect(Dictionary(Private=String(SAID)))}
    ),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_whatever_no_build_writes_is_named(article, name):
    assert faults(saved(article, FORGERIES[name]))


def test_an_action_is_found_however_deep_it_lies(article):
    def nest(document):
        action = Dictionary(S=Name.Launch, F=String("x"))
        for _ in range(30):
            action = Dictionary(S=Name.GoTo, D=String("a"), Next=action)
        link(document).A = action

    said = faults(saved(article, nest))
    assert "a.pdf: has /Next in action, which no build writes" in said
    assert "a.pdf: has parts nested more deeply than any build writes" in said


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            b"</rdf:RDF>",
            b"<rdf:Description rdf:about=''><dc:subject>p</dc:subject></rdf:Description></rdf:RDF>",
        ),
        (b'rdf:about=""', b'rdf:about="p = 0.01"'),
        (b"<xmp:CreateDate>", b"<xmp:CreateDate>1"),
        (b"<dc:description>", b"p = 0.01<dc:description>"),
        (b"</rdf:RDF>", b"<!-- p = 0.01 --></rdf:RDF>"),
        (b"</rdf:RDF>", b"<?p 0.01?></rdf:RDF>"),
    ],
)
def test_metadata_say_what_the_document_says(article, old, new):
    def change(document):
        content = document.Root.Metadata.read_bytes()
        assert old in content
        document.Root.Metadata.write(content.replace(old, new, 1))

    assert any("metadata" in fault for fault in faults(saved(article, change)))


def large(times):
    """Many megabytes in few bytes."""
    packing = zlib.compressobj(9)
    return b"".join(packing.compress(bytes(2**20)) for _ in range(times)) + packing.flush()


@pytest.fixture(scope="module")
def bomb():
    return large(20)


@pytest.mark.parametrize("where", ["attachment", "content"])
def test_what_unpacks_to_too_much_is_not_unpacked(article, bomb, where, monkeypatch):
    def change(document):
        if where == "content":
            document.pages[0].Contents = document.make_stream(b"")
        attached = some(document, Type=Name.EmbeddedFile)
        part = document.pages[0].Contents if where == "content" else attached
        part.write(bomb, filter=Name.FlateDecode)

    content = saved(article, change, stream_decode_level=pikepdf.StreamDecodeLevel.none)
    assert len(content) < 500_000
    monkeypatch.delattr(pikepdf, "open")  # no reader of PDF is asked
    assert faults(content) == ["a.pdf: unpacks to more than any PDF that a build makes; not read"]


@pytest.mark.parametrize(
    "way",
    [
        b"/Filter [/FlateDecode /FlateDecode]",
        b"/Filter /LZWDecode",
        b"/F#69lter /FlateDecode",
        b"/Filter /FlateDecode2",
        b"/Filter 5 0 R",
        b"/DecodeParms 5 0 R",
        b"/DecodeParms <</Columns 99999999>>",
        b"/Encrypt 5 0 R",
    ],
)
def test_ways_of_packing_that_cannot_be_measured_are_refused(way):
    assert "in a way that no build uses" in pdf_size.unfit(b"%PDF-1.7\n1 0 obj\n<<" + way + b">>")


def test_many_streams_are_measured_together(bomb):
    stream = b"1 0 obj\n<</Filter /FlateDecode>>\nstream\n" + large(15) + b"\nendstream\n"
    assert pdf_size.unfit(stream) == ""
    assert "more than any PDF" in pdf_size.unfit(stream * 5)
    assert re.search("more streams", pdf_size.unfit(b"stream\nendstream\n" * 6000))


def test_what_is_drawn_again_and_again_is_not_read(article):
    findings = Findings()
    again = saved(article, drawn(b"/x0 Do " * 2000))
    assert pdf.read(again, "a.pdf", lambda address: True, findings) is None
    assert any("forms in forms, or more than any" in str(fault) for fault in findings.faults)
