"""Every number in the text of the PDFs, read back by another program, is one that the appendix lists."""

import re
from fractions import Fraction

import pikepdf
import pypdfium2
import pytest
from lxml import html

TAGS = ("en", "it", "zh-Hans")
CONSTANTS = {Fraction(0), Fraction(1), Fraction(2)}  # of formulas inside sentences: H0, +1, 2 to the minus m
DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def numbers(text, tag):
    """The values of all numbers in a text, in order, with the marks of the language."""
    group, mark = (r"\.", ",") if tag == "it" else (",", r"\.")
    shape = rf"\d{{1,3}}(?:{group}\d{{3}})+(?:{mark}\d+)?|\d+(?:{mark}\d+)?"
    found = []
    for token in re.findall(shape, text):
        plain = re.sub(group, "", token) if re.search(rf"{group}\d{{3}}", token) else token
        found.append(Fraction(plain.replace(",", ".")))
    return found


def pages(path):
    with pypdfium2.PdfDocument(path) as document:
        return [page.get_textpage().get_text_bounded().replace("\r\n", "\n") for page in document]


def prose(path, listing):
    """The text without page numbers, addresses and the listing."""
    text = ""
    for page in pages(path):
        kept = [line for line in page.split("\n") if line.strip() not in listing]
        text += "\n".join(kept) + "\n"
    text = re.sub(r"\d+ / \d+", " ", text)
    text = re.sub(r"https?:\S+\s?\S*htm\)?", " ", text)
    return re.sub(r"(?:\. ?){4,}\s*\d+", " ", text)  # the leaders of the contents, and the page they lead to


@pytest.fixture
def listing(trees):
    lines = "\n".join("".join(code.itertext()) for code in trees["en"].xpath("//pre")).split("\n")
    return {line.strip() for line in lines}


@pytest.mark.parametrize("tag", TAGS)
def test_every_number_of_the_text_is_a_printed_fact(tag, made, appendix, listing, trees):
    path = made / "output" / tag / f"discordant-{tag}.pdf"
    printed = {
        value
        for entry in appendix["locales"][tag]["printed"]["pdf"]
        for value in numbers(entry["text"].translate(DIGITS), tag)
    }
    labels = ["".join(label.itertext()) for label in trees[tag].xpath("//svg//text")]
    ticks = {value for label in labels if re.fullmatch(r"[\d.,]+", label) for value in numbers(label, tag)}
    found = numbers(prose(path, listing), tag)
    assert len(found) > 150
    assert not [str(float(value)) for value in found if value not in printed | ticks | CONSTANTS]


@pytest.mark.parametrize("tag", TAGS)
def test_every_fact_of_the_article_is_in_the_text(tag, made, appendix, listing):
    text = prose(made / "output" / tag / f"discordant-{tag}.pdf", listing)
    flat = re.sub(r"\s+", "", text)
    for entry in appendix["locales"][tag]["printed"]["pdf"]:
        part = entry["block"].split(".")[0]
        if part in {
            "dashboard",
            "pairing",
            "coin",
            "pvalue",
            "regressions",
            "exactness",
            "closing",
            "abstract",
        }:
            mantissa = re.sub(r"\s+", "", entry["text"]).partition("×")[0]
            assert mantissa in flat, entry


@pytest.mark.parametrize("tag", TAGS)
def test_spoken_formulas_say_the_numbers_of_the_language(tag, made, appendix):
    said = ""
    with pikepdf.open(made / "output" / tag / f"discordant-{tag}.pdf") as pdf:
        for entry in pdf.objects:
            if isinstance(entry, pikepdf.Dictionary) and entry.get("/S") == "/Formula":
                said += f"{entry.Alt}\n"
    spoken = [e for e in appendix["locales"][tag]["printed"]["pdf"] if e["block"].endswith(".spoken")]
    assert spoken
    assert all(entry["text"] in said for entry in spoken)


@pytest.mark.parametrize("tag", TAGS)
def test_powers_can_be_copied(tag, made, appendix):
    """Raised by style alone, ten to the minus six would be copied as ten minus six."""
    printed = appendix["locales"][tag]["printed"]["pdf"]
    powers = {
        e["text"] for e in printed if "⁻" in e["text"] and e["block"].startswith(("abstract", "pvalue"))
    }
    text = "".join(pages(made / "output" / tag / f"discordant-{tag}.pdf"))
    page = html.parse(made / "output" / tag / "index.html").getroot().text_content()
    assert powers
    for power in powers:
        assert power in page
        assert "".join(power.split()) in "".join(text.split())
