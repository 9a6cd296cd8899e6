"""The PDF edition: valid by both profiles, complete, only with fonts and resources of its own."""

import re
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

import discordant

TAGS = ("en", "it", "zh-Hans")
A4 = (595.28, 841.89)  # points


@pytest.fixture(scope="session")
def pdfs(made):
    return {tag: made / "output" / tag / f"discordant-{tag}.pdf" for tag in TAGS}


@pytest.fixture(params=TAGS)
def opened(request, pdfs):
    with pikepdf.open(pdfs[request.param]) as pdf:
        yield request.param, pdf


def elements(pdf, kind):
    """Every structure element of a kind, in the order of the tree."""
    found, waiting = [], [pdf.Root.StructTreeRoot]
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, pikepdf.Dictionary):
            if node.get("/S") == kind:
                found.append(node)
            kids = node.get("/K", [])
            waiting = [*(kids if isinstance(kids, pikepdf.Array) else [kids]), *waiting]
    return found


def text_of(path):
    with pypdfium2.PdfDocument(path) as document:
        return [page.get_textpage().get_text_bounded() for page in document]


def test_verapdf_passes_both_profiles(pdfs, verapdf):
    verapdf(list(pdfs.values()))


def test_the_language_and_title_are_said(opened, trees):
    tag, pdf = opened
    assert str(pdf.Root.Lang) == tag
    assert bool(pdf.Root.ViewerPreferences.DisplayDocTitle)
    assert str(pdf.docinfo.Title) == trees[tag].findtext(".//title")


def test_every_page_is_a4_and_has_its_number(opened, pdfs):
    tag, pdf = opened
    pages = text_of(pdfs[tag])
    assert len(pages) == len(pdf.pages)
    for number, (page, text) in enumerate(zip(pdf.pages, pages, strict=True), 1):
        width, height = (float(x) for x in page.MediaBox[2:])
        assert (round(width, 1), round(height, 1)) == tuple(round(side, 1) for side in A4)
        assert f"{number} / {len(pages)}" in text


def test_nothing_stands_in_the_outer_margin(pdfs):
    for path in pdfs.values():
        with pypdfium2.PdfDocument(path) as document:
            for page in document:
                content = page.get_textpage()
                boxes = [content.get_rect(i) for i in range(content.count_rects())]
                assert min(box[0] for box in boxes) > 60  # points: 25 mm is 70.9
                assert max(box[2] for box in boxes) < A4[0] - 60
                assert min(box[1] for box in boxes) > 30


def test_there_is_a_bookmark_for_the_title_and_each_section(opened, trees):
    tag, pdf = opened
    heads = trees[tag].xpath("//main//section/div/h2")
    with pdf.open_outline() as outline:
        assert len(outline.root) == 1
        assert len(outline.root[0].children) == len(heads)
        titles = [str(child.title) for child in outline.root[0].children]
    for title, head in zip(titles, heads, strict=True):
        assert title == re.sub("[ \n]+", " ", "".join(head.itertext()))  # "1 What the dashboard leaves out"


def test_the_contents_name_every_section_with_its_page(opened, pdfs, trees):
    tag, pdf = opened
    links = [
        annotation
        for page in pdf.pages
        for annotation in page.get("/Annots", [])
        if annotation.get("/Dest") is not None
    ]
    ids = [head.get("id") for head in trees[tag].xpath("//main//section/div/h2")]
    assert set(ids) <= {str(link.Dest) for link in links}


def test_formulas_are_tagged_and_say_the_words_of_the_web_page(opened, trees):
    tag, pdf = opened
    spoken = [math.get("aria-label") for math in trees[tag].xpath("//div[contains(@class,'formula')]//math")]
    said = [str(formula.Alt) for formula in elements(pdf, "/Formula")]
    assert [words for words in said if words in spoken] == spoken
    assert not [words for words in said if "\\" in words or "\ue000" in words]


def test_heads_of_tables_say_what_they_head(opened):
    _tag, pdf = opened
    heads = [str(head.A.Scope) for head in elements(pdf, "/TH")]
    assert len(heads) > 5
    assert set(heads) == {"/Row", "/Column"}


def test_every_figure_has_a_text_alternative(opened):
    _tag, pdf = opened
    figures = elements(pdf, "/Figure")
    assert len(figures) == 10  # two panels of four figures, one of two
    assert all(len(str(figure.Alt)) > 4 for figure in figures)


def test_data_and_listing_travel_inside_once(opened, made):
    _tag, pdf = opened
    assert [str(file.AFRelationship) for file in pdf.Root.AF] == ["/Data", "/Supplement"]
    assert sorted(pdf.attachments) == ["compare.py", "discordant.json"]
    listing = pdf.attachments["compare.py"].get_file().read_bytes()
    assert listing == (Path(discordant.__file__).parent / "templates" / "compare.py").read_bytes()
    assert b"\n    result = case(*counts)\n" in listing  # copied out of the text it lacks the indentation
    shipped = (made / "output" / "data" / "discordant.json").read_bytes()
    assert pdf.attachments["discordant.json"].get_file().read_bytes() == shipped


def test_only_fonts_of_ours_are_inside_and_all_are_embedded(opened):
    _tag, pdf = opened
    names = set()
    for entry in pdf.objects:
        if isinstance(entry, pikepdf.Dictionary) and entry.get("/Type") == "/FontDescriptor":
            assert "/FontFile2" in entry
            names.add(str(entry.FontName).partition("+")[2])
    assert names
    assert all(name.startswith("Discordant-") for name in names)


def test_chinese_is_set_in_song_with_a_real_bold(pdfs):
    with pikepdf.open(pdfs["zh-Hans"]) as pdf:
        names = {
            str(entry.FontName).partition("+")[2]
            for entry in pdf.objects
            if isinstance(entry, pikepdf.Dictionary) and entry.get("/Type") == "/FontDescriptor"
        }
    assert {"Discordant-Song", "Discordant-Song-Bold"} <= names
    assert not [name for name in names if "Song" in name and ("Italic" in name or "Oblique" in name)]


def test_no_tex_and_no_placeholder_is_left_in_the_text(pdfs):
    for path in pdfs.values():
        text = "\n".join(text_of(path))
        assert not re.findall(r"\\[a-z]+|\{\w+\}|\$", text)
