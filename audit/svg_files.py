"""SVG files: read without following anything, then measured, their labels held to the record."""

from __future__ import annotations

import re

from .. import experiment
from . import figures, folder, labels, shapes, styles, vocabulary
from .data import Edition
from .drawing import Drawing, Node
from .findings import Findings
from .record import Record

_FILE = re.compile(r"figures/[\w-]+/([a-z-]+?)(-dark)?\.svg")
_DECLARED = re.compile(rb"<!DOCTYPE|<!ENTITY|<\?", re.IGNORECASE)
LARGEST = 8 * 1024 * 1024


def read(content: bytes, file: str, edition: Edition, findings: Findings) -> Drawing | None:
    """Check one file; its drawing, or None where it cannot be read."""
    svg = _parsed(content, file, findings)
    if svg is None:
        return None
    _markup(svg, file, findings)
    drawing = Drawing(svg)
    found = _FILE.fullmatch(file)
    kind = found[1] if found else ""
    figures.odd(drawing, "bars" if kind == "null-distribution" else kind, file, "", findings)
    for number, name in enumerate(experiment.SCENARIOS, 1):
        if kind == "cases":
            figures.dots(drawing, number, name, file, findings)
        elif kind == "null-distribution":
            figures.bars(drawing, number, figures.law(name), edition.marks, file, findings)
    if kind not in ("cases", "null-distribution"):
        shapes.check(drawing, kind, "", edition.marks, file, findings)
    if edition.printed:
        _labels(drawing, kind, file, edition, findings)
        labels.check(drawing, kind, folder.PANELS[kind], edition, file, findings)
    findings.files.add(file)
    return drawing


def _parsed(content: bytes, file: str, findings: Findings) -> Node:
    from lxml import etree

    if len(content) > LARGEST or _DECLARED.search(content):
        findings.say(file, "has declarations or instructions, or is larger than any figure; not read")
        return None
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        return etree.fromstring(content, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        findings.say(file, f"no sound XML: {error}")
        return None


def _markup(svg: Node, file: str, findings: Findings) -> None:
    for element in svg.iter():
        if not isinstance(element.tag, str):
            findings.say(file, "a comment or instruction, which no build writes")
            continue
        tag = element.tag.rpartition("}")[2]
        for name, value in element.attrib.items():
            if what := vocabulary.of_a_drawing(tag, name, value):
                findings.fault(file, f"<{tag}> {name}", value, what)
            elif name == "style" and (what := styles.unfit(value)):
                findings.say(file, what, f"<{tag}>")
        if tag == "style" and (rest := styles.FACE.sub("", "".join(element.itertext())).strip()):
            findings.fault(file, "<style>", rest, "nothing but the figure's fonts")
        if tag not in ("text", "tspan", "style") and (element.text or "").strip():
            findings.fault(file, f"<{tag}>", element.text, "no text outside of labels")


def _labels(drawing: Drawing, kind: str, file: str, edition: Edition, findings: Findings) -> None:
    """The labels say what the record lists for this figure, all of it and nothing else."""
    entries = [e for e in edition.printed.get("figures", ()) if e.block.startswith(f"figure.{kind}.")]
    record = Record(entries, edition.tag)
    for text in figures.labels(drawing, edition.marks):
        findings.checked["labels of figures"] += 1
        if not record.spoken(text):
            findings.fault(file, "a label", text, "numbers that discordant.json lists for this figure")
    for entry in record.unseen():
        findings.say(file, f"{entry.fact}, {entry.text}, is not printed", entry.block)
