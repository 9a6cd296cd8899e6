"""PDF metadata: what a file says about itself in XML is what it says in its document information."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from .drawing import Node
from .findings import Findings

if TYPE_CHECKING:
    import pikepdf

_CORE = "{http://purl.org/dc/elements/1.1/}"
_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_XMP = "{http://ns.adobe.com/xap/1.0/}"
_AID = "{http://www.aiim.org/pdfa/ns/id/}"
_EXTENSION = "{http://www.aiim.org/pdfa/ns/extension/}"
_SCHEMA = "{http://www.aiim.org/pdfa/ns/schema#}"
_PROPERTY = "{http://www.aiim.org/pdfa/ns/property#}"
_UA = "http://www.aiim.org/pdfua/ns/id/"
_TAGS = frozenset(
    (
        "{adobe:ns:meta/}xmpmeta",
        *(_RDF + name for name in ("RDF", "Description", "Alt", "Seq", "Bag", "li")),
        *(_CORE + name for name in ("title", "creator", "description", "contributor")),
        *(_XMP + name for name in ("CreateDate", "ModifyDate")),
        f"{{{_UA}}}part",
        _EXTENSION + "schemas",
        *(_SCHEMA + name for name in ("schema", "namespaceURI", "prefix", "property")),
        *(_PROPERTY + name for name in ("name", "valueType", "category", "description")),
    )
)
_ATTRIBUTES = {  # name -> its values
    _RDF + "about": ("",),
    _RDF + "parseType": ("Resource",),
    "{http://www.w3.org/XML/1998/namespace}lang": ("x-default",),
    _AID + "part": ("3",),
    _AID + "conformance": ("A",),
}
_TEXTS = (  # that name the standards the file keeps to
    *("1", "PDF/UA identification schema", _UA, "pdfuaid", "part", "Integer", "internal"),
    "Part of ISO 14289 that the document conforms to",
)
_PACKET = re.compile(rb'<\?xpacket (?:begin="(?:\xef\xbb\xbf)?" id="W5M0MpCehiHzreSzNTczkc9d"|end="[rw]")\?>')


def check(root: pikepdf.Object, info: Mapping[str, str], file: str, findings: Findings) -> tuple[str, ...]:
    """Note what the metadata in XML say beside title, author, description and day of the information.

    Whom they name as contributors, which the information has no place for, is handed back.
    """
    from lxml import etree

    content = root.Metadata.read_bytes() if "/Metadata" in root else b""
    if b"<!" in content or b"<?" in _PACKET.sub(b"", content):
        findings.say(file, "declarations or remarks, which no build writes", "metadata")
        return ()
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        tree = etree.fromstring(content, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        findings.say(file, f"no sound XML: {error}", "metadata")
        return ()
    for name, key in (("title", "/Title"), ("creator", "/Author"), ("description", "/Subject")):
        stated = ["".join(element.itertext()).strip() for element in tree.iter(_CORE + name)]
        if stated != [info.get(key, "")] and (stated or key in info):
            findings.fault(file, f"metadata: {name}", ", ".join(stated), info.get(key, ""))
    contributors = tuple(name.text or "" for name in tree.iterfind(f".//{_CORE}contributor//{_RDF}li"))
    for what, found in _strange(tree, info, contributors):
        findings.fault(file, f"metadata: {what}", found, "only what every build writes")
    return contributors


def _strange(tree: Node, info: Mapping[str, str], contributors: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """What no build writes: its kind, and what it is."""
    day = re.sub(r"D:(\d{4})(\d\d)(\d\d).*", r"\1-\2-\3", info.get("/CreationDate", ""))
    known = {*_TEXTS, *contributors, day, *(info.get(key, "") for key in ("/Title", "/Author", "/Subject"))}
    producer = ("{http://ns.adobe.com/pdf/1.3/}Producer", info.get("/Producer", ""))
    for element in tree.iter():
        if element.tag not in _TAGS:
            yield "an element", str(element.tag)
        for name, value in element.attrib.items():
            if value not in _ATTRIBUTES.get(name, ()) and (name, value) != producer:
                yield "an attribute", f"{name} {value}"
        if (element.text or "").strip() not in {*known, ""} or (element.tail or "").strip():
            yield "a text", f"{element.text or ''}{element.tail or ''}"
