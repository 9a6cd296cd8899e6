"""Numbers of formulas: each beside its formula, in the order of the text, on the page and in the PDF."""

import re

import pypdfium2
import pytest

TAGS = ("en", "it", "zh-Hans")


@pytest.mark.parametrize("tag", TAGS)
def test_the_pdf_numbers_the_formulas_as_the_page_does(made, trees, tag):
    """By them the text refers to formulas; they stand at the end of a line."""
    shown = trees[tag].xpath('//div[contains(@class, "formula")]/*[contains(@class, "number")]')
    numbers = ["".join(number.itertext()).strip() for number in shown]
    assert numbers == [f"({place})" for place in range(1, len(numbers) + 1)]
    assert len(numbers) == 5
    with pypdfium2.PdfDocument(made / "output" / tag / f"discordant-{tag}.pdf") as document:
        text = "\n".join(page.get_textpage().get_text_bounded() for page in document)
    assert re.findall(r"(\(\d{1,2}\))\s*$", text.replace("\r", ""), re.MULTILINE) == numbers
