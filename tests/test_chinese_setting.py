"""Chinese as print sets it: both edges even, no character alone on a line, and words that a search finds."""

import re

import pypdfium2
import pytest
from lxml import html
from pdf_lines import short

HAN = re.compile("[\u4e00-\u9fff]")
INVISIBLE = set("\u200b\u2060\u202f\u2009\u2010\u2011")
# of a PDF: distance of lines and size of letters in points, as print.css and sheet.css say; lines at least
PDFS = {
    "discordant-zh-Hans.pdf": (17.85, 10.5, 90),
    "handouts/points-a4.pdf": (16.2, 10, 15),
    "handouts/compared-a4.pdf": (16.2, 10, 15),
}


@pytest.mark.parametrize("name", PDFS)
def test_lines_end_at_the_edge(made, name):
    leading, size, least = PDFS[name]
    found = short(made / "output" / "zh-Hans" / name, leading, size)
    lines = [(lack, text) for lack, text in found if len(HAN.findall(text)) >= 20]
    assert len(lines) >= least
    # a stop in mid line is the end of a paragraph; at the edge it may stand out
    assert [text for lack, text in lines if lack > 0.15 and not text.endswith("。")] == []


@pytest.mark.parametrize("name", PDFS)
def test_no_paragraph_ends_in_a_character_by_itself(made, name):
    with pypdfium2.PdfDocument(made / "output" / "zh-Hans" / name) as document:
        lines = [line for page in document for line in page.get_textpage().get_text_bounded().splitlines()]
    assert [line for line in lines if re.fullmatch("[\u4e00-\u9fff][。！？；：”）]+", line.strip())] == []


@pytest.mark.parametrize("name", PDFS)
def test_the_text_of_a_pdf_has_no_spaces_of_its_own_kind(made, name):
    with pypdfium2.PdfDocument(made / "output" / "zh-Hans" / name) as document:
        assert not INVISIBLE & set("".join(page.get_textpage().get_text_bounded() for page in document))


def test_what_is_read_out_has_no_gaps(made):
    page = html.parse(made / "output" / "zh-Hans" / "index.html").getroot()
    said = [value for element in page.iter("*") for name, value in element.items() if name == "aria-label"]
    assert len(said) > 10
    drawn = {text.text for text in page.iter("{*}text", "text") if text.text}
    assert [text for text in said if "\u202f" in text and text not in drawn] == []
    assert "\u202f" not in page.findtext(".//title")
    assert "\u202f" not in "".join(text for p in page.iter("p") for text in p.itertext())
