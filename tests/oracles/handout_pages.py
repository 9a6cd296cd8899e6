"""The handouts' numbers: what they must be, and how they are found in what was made.

The values are those of the audit, which works each out once more; the parser is the audit's, as
page_numbers.py uses it.  Neither shares anything with what writes or computes the handouts.
"""

import re
import tomllib
from fractions import Fraction
from functools import cache
from pathlib import Path

import page_numbers as reader

from discordant.audit import sheets
from discordant.experiment import SCENARIOS

TESTS = Path(__file__).resolve().parents[1]
TEMPLATES = TESTS.parent / "templates"
TAGS = ("en", "it", "zh-Hans")
SHEETS = {"compared": "split", "points": "resolution"}  # each with its figure
YARDSTICKS = {  # the rows of the table beside the second figure, its head the first
    "rate": [f"H2_rate_{rate}" for rate in ("2", "2_6", "5", "10")],
    "reach": [f"H2_resolution_{rate}" for rate in ("2", "2_6", "5", "10")],
    "needs": [f"H2_lead_{rate}" for rate in ("2", "2_6", "5", "10")],
    "error": [f"H2_paired_standard_error_points_{rate}" for rate in ("2", "2_6", "5", "10")],
}
PAPERS = ("a4", "letter")
_WORDS = {"three": "3", "tre": "3"}
PDFS = {f"{sheet}-{paper}.pdf" for sheet in SHEETS for paper in PAPERS}
FILES = {"index.html", *(f"{sheet}.html" for sheet in SHEETS), *PDFS}
PAGES = [f"{tag}/handouts/{page}.html" for tag in TAGS for page in ("index", *SHEETS)]
ALL = [(sheet, tag) for sheet in SHEETS for tag in TAGS]


@cache
def values():
    """Fact -> its value, worked out without the program; names as the settings have them."""
    found = dict(sheets.handouts())
    settings = tomllib.loads((TEMPLATES / "article.toml").read_text("utf-8"))
    edition = {"publisher": settings["publisher"]["name"], "licence_texts": settings["licence"]["texts"]}
    second = dict(zip(("II_a", "II_b", "II_c", "II_d"), SCENARIOS["II"], strict=True))
    return found | edition | second | cited() | {"publication_version": settings["edition"]["version"]}


def cited():
    """What the sheets print of their sources: fact -> text."""
    settings = tomllib.loads((TEMPLATES / "article.toml").read_text("utf-8"))
    parts = ("author", "year", "journal", "place")
    known = {f"{one['key']}_{part}": str(one[part]) for one in settings["references"] for part in parts}
    return {name: known[name] for name in facts_of("handout.imprint.sources")}


def source():
    """Block -> (English text, claims) of the handouts' sources, read without the program's parser."""
    shape = re.compile(r"^(?:#+ |- )?(.*?) ?\{#([\w.-]+)([^{}]*)\}$", re.MULTILINE)
    found = {}
    for path in (TEMPLATES / "handouts").glob("*.md"):
        for text, name, more in shape.findall(path.read_text("utf-8")):
            claims = re.search(r'claims="([^"]*)"', more)
            found[name] = text, claims[1].split("; ") if claims else []
    return found


def facts_of(*names):
    """The facts that blocks print, in order, without their forms; `{f_...}` is a formula."""
    texts = source()
    placeholders = [name for block in names for name in re.findall(r"\{(\w+)\}", texts[block][0])]
    return [re.sub("_(?:long|exact|signed|short)$", "", name) for name in placeholders if name[:2] != "f_"]


def facts_in(root):
    """(Fact, text) of everything that a page marks as a fact, small numbers in digits."""
    return [(name, _WORDS.get(text, text)) for name, text in reader.facts_in(root)]


def numbers(text):
    """The numbers of a text, as they are written."""
    return reader.NUMBER.findall(text)


def agree(texts, expected, tag):
    """Hold some numbers to as many values, whatever the order in which a language says them."""
    stated = sorted(reader.number(text, tag) for text in texts)
    assert len(stated) == len(expected), (texts, [float(value) for value in expected])
    for (value, slack), exact in zip(stated, sorted(expected), strict=True):
        assert abs(value - Fraction(exact)) <= slack, f"{float(value)} for {float(exact)} in {texts}"


def text_of(element):
    return " ".join("".join(element.itertext()).split())
