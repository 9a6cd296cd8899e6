"""Reports as pages and PDFs, in every language: what a reader sees, and that strangers' names do nothing."""

import re
from functools import partial

import html5lib
import pikepdf
import pypdfium2
import pytest
from each import each

from discordant.language import Fact
from discordant.press import pdf
from discordant.publication import edition
from discordant.publication.disk import load
from discordant.reports import contents, figures, page
from discordant.reports.comparison import of_counts
from discordant.reports.results import results

LANGUAGES = ("en", "it", "zh-Hans")
COUNTS = (820, 100, 80, 12)
NAMES = "old <script>alert(1)</script>", "模型乙 & ‮x"


def report(counts=COUNTS, names=NAMES):
    return contents.report(of_counts(counts, *names), "1.0.0")


def web(own, told):
    return page.web(own, told, partial(figures.figures, told.subject)).decode("utf-8")


def printed(own, told):
    return pdf.render(page.job(own, told, partial(figures.figures, told.subject)))


@pytest.fixture(scope="module")
def editions():
    publication = load()
    return {tag: edition.read(publication, tag) for tag in LANGUAGES}


@pytest.fixture(scope="module")
def pages(editions):
    return {tag: web(own, report()) for tag, own in editions.items()}


@pytest.fixture(scope="module")
def folder(editions, pages, tmp_path_factory):
    """Pages and PDFs, each under the name of its language."""
    made = tmp_path_factory.mktemp("reports")
    for tag, own in editions.items():
        (made / f"{tag}.html").write_text(pages[tag], encoding="utf-8")
        (made / f"{tag}.pdf").write_bytes(printed(own, report()))
    return made


def tree(text):
    return html5lib.parse(text, namespaceHTMLElements=False)


def shown(node):
    return re.sub(r"\s+", " ", "".join(node.itertext()))


def outlines(text, name):
    """The outlines of the path of this name in a page's drawings."""
    paths = re.findall(r"<path [^>]*>", text)
    return [re.search(r' d="([^"]*)"', path)[1] for path in paths if f'{name}"' in path]


@each("language", LANGUAGES)
def test_a_page_says_its_verdict_first_and_all_its_numbers(editions, pages, language):
    body = tree(pages[language]).find("body")
    known = results(of_counts(COUNTS, *NAMES)).facts
    numbers = {shown(node) for node in body.iter("span") if node.get("data-fact")}
    for name in ("b", "c", "N", "exact_p", "low_points_signed", "gap_points", "needed"):
        fact = known[name.removesuffix("_signed")]
        form = "signed" if name.endswith("_signed") else "long" if name == "exact_p" else "short"
        assert editions[language].locale.format(fact, form) in numbers, name
    heading = shown(body.find(".//h1"))
    assert editions[language].locale.format(known["decisive_p"]) in heading
    assert len(body.findall(".//section")) == len(report().sections)


@each("language", LANGUAGES)
def test_names_of_strangers_are_text_and_nothing_else(pages, language):
    document = tree(pages[language])
    assert not list(document.iter("script"))
    assert "<script>" in shown(document.find("body"))
    assert "U+202E" in shown(document.find("body"))
    assert "\u202e" not in pages[language]


def test_a_character_without_a_font_stands_as_its_number_with_a_note(pages):
    for language, seen in (("en", "U+6A21"), ("zh-Hans", "模型乙")):
        text = shown(tree(pages[language]).find("body"))
        assert seen in text
        assert ("U+4E2D" in text) is (language == "en")


def test_every_case_is_a_mark_and_every_probability_a_bar(pages):
    for name, count in zip(("both", "only-b", "only-a", "neither"), COUNTS, strict=True):
        strokes = sum(outline.upper().count("M") for outline in outlines(pages["en"], f"field-1-{name}"))
        assert strokes == count * (2 if name == "neither" else 1), name  # a cross has two arms
    first, last = figures.window(180, 100)
    bars = [*outlines(pages["en"], "panel-1-centre"), *outlines(pages["en"], "panel-1-tails")]
    assert sum(outline.upper().count("M") for outline in bars) == last - first + 1


def test_figures_that_would_need_too_many_marks_are_left_out(editions):
    large = web(editions["en"], report((200_000, 15_000, 14_000, 0)))
    assert "<figure" not in large
    none = web(editions["en"], report((20, 0, 0, 2)))
    assert none.count("<figure") == 1


def test_the_checker_finds_nothing_wrong_with_pages(complaints_of, folder):
    """But for what it does not know: a property in the margins of paper, and one of MathML Core."""
    said = [one["message"] for one in complaints_of(folder, [f"{tag}.html" for tag in LANGUAGES])]
    named = {re.match("CSS: “([a-z-]+)”|", message)[1] for message in said}
    assert named == {"font-feature-settings", "math-style"}


def test_pdfs_keep_to_both_profiles(verapdf, folder):
    verapdf([folder / f"{tag}.pdf" for tag in LANGUAGES])


@each("language", LANGUAGES)
def test_pdfs_are_tagged_and_say_what_the_page_says(editions, folder, language):
    path = folder / f"{language}.pdf"
    with pikepdf.open(path) as document:
        assert str(document.Root.Lang) == language
        assert "/StructTreeRoot" in document.Root
    with pypdfium2.PdfDocument(path) as document:
        text = "".join(leaf.get_textpage().get_text_bounded() for leaf in document)
        number = editions[language].locale.format(Fact("N", sum(COUNTS), "count"))
        assert number in text.replace("\u2009", "")


def test_the_same_report_has_the_same_bytes(editions):
    own = editions["it"]
    assert web(own, report()) == web(own, report())
    assert printed(own, report()) == printed(own, report())
