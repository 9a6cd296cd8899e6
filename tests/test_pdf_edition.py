"""The PDF edition of a publication: its address, its publisher, hyphens where the language has them."""

import re

import pikepdf
import pypdfium2
import pytest

ADDRESS = "https://example.org/discordant/"


def set_address(text):
    return re.sub(r'canonical = ""', f'canonical = "{ADDRESS}"', text)


def first_page(path):
    with pypdfium2.PdfDocument(path) as document:
        return document[0].get_textpage().get_text_bounded()


def addresses(page):
    return {str(link.A.URI) for link in page.get("/Annots", []) if "/A" in link and "/URI" in link.A}


@pytest.mark.parametrize("tag", ["en", "it"])
def test_page_one_points_to_the_web_edition_where_its_address_is_set(discordant, publication, tag):
    folder = publication("templates/article.toml", set_address)
    run = discordant("build", "--locale", tag, "--format", "pdf", cwd=folder)
    assert (run.returncode, run.stderr) == (0, "")
    path = folder / "output" / tag / f"discordant-{tag}.pdf"
    with pikepdf.open(path) as pdf:
        assert addresses(pdf.pages[0]) == {f"{ADDRESS}{tag}/"}
    assert f"({ADDRESS}{tag}/)" in re.sub(r"\s", "", first_page(path))


def test_without_an_address_page_one_points_nowhere(made):
    with pikepdf.open(made / "output" / "en" / "discordant-en.pdf") as pdf:
        assert not addresses(pdf.pages[0])


def broken_words(path):
    """How many words of a PDF are broken at a line's end; Pdfium joins them again around the sign \\2."""
    with pypdfium2.PdfDocument(path) as document:
        text = "\n".join(page.get_textpage().get_text_bounded() for page in document)
    assert "‐" not in text  # which no reader of PDFs takes for a break
    return len(re.findall("[\ufffe\x02]", text))


def test_english_and_italian_are_hyphenated_and_chinese_is_not(made):
    counts = {
        tag: broken_words(made / "output" / tag / f"discordant-{tag}.pdf") for tag in ("en", "it", "zh-Hans")
    }
    assert counts["en"] > 5
    assert counts["it"] > 5
    assert counts["zh-Hans"] == 0


def test_the_publisher_and_the_edition_are_said(made, appendix):
    provenance = appendix["provenance"]
    for tag in ("en", "it", "zh-Hans"):
        path = made / "output" / tag / f"discordant-{tag}.pdf"
        with pikepdf.open(path) as pdf:
            assert str(pdf.docinfo.Author) == provenance["publisher"]
            assert provenance["date"].replace("-", "") in str(pdf.docinfo.CreationDate)
        with pypdfium2.PdfDocument(path) as document:
            last = document[len(document) - 1].get_textpage().get_text_bounded()
        assert provenance["publisher"] in last
        assert provenance["edition"] in last
