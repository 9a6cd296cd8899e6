"""The PDFs of exercise sheets: valid, items whole, feet that tell what belongs together, large print."""

import re
from collections import Counter
from itertools import pairwise

import numpy as np
import pikepdf
import pypdfium2
import pytest
import sheet_pages as pages
from pypdfium2 import raw

TAGS = ("en", "it", "zh-Hans")
LETTERS = "ABCD"
A4, LETTER = (595.3, 841.9), (612, 792)  # points
FOOT = 55  # points from the lower edge


@pytest.fixture(scope="module")
def students(sheets):
    """(language, letter) -> PDF and page."""
    names = {(tag, letter): f"exercises-{tag}-{letter}" for tag in TAGS for letter in LETTERS}
    folder = sheets / "student"
    return {place: (folder / f"{name}-a4.pdf", folder / f"{name}.html") for place, name in names.items()}


@pytest.fixture(scope="module")
def every_pdf(sheets, large):
    found = [*sheets.rglob("*.pdf"), *large.rglob("*.pdf")]
    assert len(found) == 2 * 12 + 3 + 3
    return found


@pytest.fixture(scope="module")
def roots(sheets, large, read_page):
    """PDF name without its ending -> the page beside it."""
    beside = {}
    for path in (*sheets.rglob("*.html"), *large.rglob("*.html")):
        paper = "-letter" if path.stem.endswith("-large") else "-a4"
        stem = path.stem.removesuffix("-large")
        beside[f"{stem}{paper}{'-large' if paper == '-letter' else ''}"] = read_page(path)
    return beside


def text_of_pages(path):
    with pypdfium2.PdfDocument(path) as document:
        return [page.get_textpage().get_text_bounded() for page in document]


def feet(path):
    """What stands at the bottom of each page."""
    with pypdfium2.PdfDocument(path) as document:
        return [page.get_textpage().get_text_bounded(top=FOOT) for page in document]


def kids(node):
    found = node.get("/K", [])
    found = found if isinstance(found, pikepdf.Array) else [found]
    return [kid for kid in found if isinstance(kid, pikepdf.Dictionary) and "/S" in kid]


def elements(node, kind):
    """Every structure element of a kind, in order, but none inside another of its kind."""
    for kid in kids(node):
        if str(kid.S) == kind:
            yield kid
        else:
            yield from elements(kid, kind)


def open_at_tree(path):
    pdf = pikepdf.open(path)
    return pdf, pdf.Root.StructTreeRoot


# === Valid, and of the right size ===


def test_verapdf_passes_both_profiles(every_pdf, verapdf):
    """Variants B to D differ from A in their numbers alone."""
    verapdf([path for path in every_pdf if not re.search("-[BCD]-", path.name)])


def test_the_paper(every_pdf):
    for path in every_pdf:
        wanted = LETTER if "letter" in path.name else A4
        with pypdfium2.PdfDocument(path) as document:
            for page in document:
                assert [round(side, 1) for side in page.get_size()] == list(wanted)


def test_language_title_and_author(every_pdf, roots):
    for path in every_pdf:
        root = roots[path.stem]
        with pikepdf.open(path) as pdf:
            assert str(pdf.Root.Lang) == root.get("lang")
            assert str(pdf.docinfo.Title) == root.findtext(".//title") == pages.text_of(root.find(".//h1"))
            assert bool(pdf.Root.ViewerPreferences.DisplayDocTitle)
            assert str(pdf.docinfo.Author)


def test_only_fonts_of_ours_and_all_embedded(every_pdf):
    for path in every_pdf:
        with pikepdf.open(path) as pdf:
            fonts = [
                entry
                for entry in pdf.objects
                if isinstance(entry, pikepdf.Dictionary) and entry.get("/Type") == "/FontDescriptor"
            ]
            assert fonts
            assert all("/FontFile2" in font and "+Discordant-" in str(font.FontName) for font in fonts)


def test_no_placeholder_and_no_tex_is_left(every_pdf):
    for path in every_pdf:
        assert not re.findall(r"\\[a-z]+|\{\w+\}|\$", "\n".join(text_of_pages(path)))


# === Feet ===


def test_every_foot_tells_sheet_and_page(every_pdf, sheets, large):
    for path in every_pdf:
        name_of_sheet = (large if "letter" in path.name else sheets).name.removeprefix("sheet-")
        found = feet(path)
        for number, foot in enumerate(found, 1):
            assert name_of_sheet in foot, path.name
            assert f"{number} / {len(found)}" in foot


def test_every_students_foot_tells_the_variant(students, roots):
    for (_tag, letter), (path, _page) in students.items():
        head = next(p for p in pages.inside(roots[path.stem], "variant") if p.tag == "p")
        label = pages.squeezed(pages.text_of(head).partition("·")[0])
        assert letter in label
        assert all(label in pages.squeezed(foot) for foot in feet(path))


def test_every_teachers_page_tells_its_variant(sheets, roots):
    """But for those of the key, which come before the first."""
    for tag in TAGS:
        path = sheets / "teacher" / f"answers-{tag}-a4.pdf"
        heads = [h2 for h2 in roots[path.stem].iter("h2") if "variant" in pages.classes(h2)]
        labels = [pages.squeezed(pages.text_of(pages.inside(head, "letter")[0])) for head in heads]
        found = [[label for label in labels if label in pages.squeezed(foot)] for foot in feet(path)]
        order = [shown[0] if shown else "" for shown in found]
        assert all(len(shown) <= 1 for shown in found)
        assert list(dict.fromkeys(order)) == ["", *labels]
        assert order == sorted(order, key=["", *labels].index)


def test_pages_on_screen_have_the_foot_too(roots, sheets, large):
    for name, root in roots.items():
        name_of_sheet = (large if "letter" in name else sheets).name.removeprefix("sheet-")
        (foot,) = root.iter("footer")
        assert name_of_sheet in pages.text_of(foot)
        if name.startswith("exercises"):
            letter = name.split("-")[-2 if "letter" not in name else -3]
            assert letter in pages.text_of(foot).replace(name_of_sheet, "")


# === Items ===


def items_of(path):
    """The page of each item, as the tags have it, with whether it begins or goes on there."""
    pdf, tree = open_at_tree(path)
    with pdf:
        numbers = {page.objgen: number for number, page in enumerate(pdf.pages)}
        return [
            (numbers[section.Pg.objgen], any(kid.S == "/H2" for kid in kids(section)), kids(section)[0].S)
            for section in elements(tree, "/Sect")
        ]


def test_an_item_is_split_only_between_its_questions(students):
    """Most are on one page."""
    for path, _page in students.values():
        found = items_of(path)
        assert sum(begins for _page, begins, _first in found) == 8
        assert all(begins or first == "/P" for _page, begins, first in found), path.name


def test_eight_items_take_four_pages(students):
    """Two sheets of paper, printed on both sides; in Italian, whose words are longer, now and then five."""
    for (tag, _letter), (path, _page) in students.items():
        with pypdfium2.PdfDocument(path) as document:
            assert len(document) in ((4, 5) if tag == "it" else (4,)), path.name


def test_no_item_of_any_kind_is_split_in_any_language_where_it_is_roomy(every_kind):
    """On US Letter, which is the lower sheet."""
    for tag in TAGS:
        found = items_of(every_kind / "student" / f"exercises-{tag}-A-letter.pdf")
        assert len(found) == 16
        assert all(begins for _page, begins, _first in found), tag


def test_items_are_where_their_words_are(students, roots):
    """What the tags say, from the text of the pages; one that is split goes on on the next."""
    for (tag, _letter), (path, _page) in students.items():
        texts = ["".join(map(pages.squeezed, pair)) for pair in pairwise([*text_of_pages(path), ""])]
        places = [page for page, begins, _first in items_of(path) if begins]
        for section, place in zip(roots[path.stem].iter("section"), places, strict=True):
            for element in section.iter("p", "li", "td", "th"):
                if next(element.iter("math"), None) is None and element.find("p") is None:
                    for part in shown(element):
                        assert part in texts[place], (path.name, tag, part)


def shown(element):
    """The texts of an element that stand together in print: its label, its points, its words."""
    apart = [child for child in element if pages.classes(child) & {"worth", "label", "roman", "mark"}]
    words = pages.squeezed(pages.text_of(element))
    for child in apart:
        words = words.replace(pages.squeezed(pages.text_of(child)), "", 1)
    return [pages.squeezed(pages.text_of(child)) for child in apart] + [words]


def test_in_large_print_an_item_is_split_only_between_questions(large):
    """Of those that need more than a page; and each begins a page of its own then."""
    (path,) = (large / "student").glob("*.pdf")
    found = items_of(path)
    assert sum(begins for _page, begins, _first in found) == 16
    for (page, begins, first), (before, _b, _f) in zip(found[1:], found, strict=False):
        assert begins or page == before + 1
        assert begins or first in ("/P", "/Div")  # a question, or a table; no list of options
    goes_on = {page for page, begins, _first in found if not begins}
    starts = Counter(page for page, begins, _first in found if begins)
    for page in goes_on:
        if page - 1 not in goes_on:
            assert starts[page - 1] == 1


# === Type, and room to write ===


def sizes(path):
    """How many characters are set in each size."""
    found = Counter()
    with pypdfium2.PdfDocument(path) as document:
        for page in document:
            text, matrix = page.get_textpage(), raw.FS_MATRIX()
            for i in range(text.count_chars()):
                raw.FPDFText_GetMatrix(text, i, matrix)
                found[round(raw.FPDFText_GetFontSize(text, i) * matrix.d, 1)] += 1
    return found


def test_the_body_is_set_in_10_points_and_a_half_and_where_it_is_roomy_in_12(students, every_kind):
    for path, _page in students.values():
        ((size, _count),) = sizes(path).most_common(1)
        assert size == 10.5
    for path in every_kind.glob("student/*-A-*.pdf"):
        ((size, _count),) = sizes(path).most_common(1)
        assert size == 12


def test_the_body_of_large_print_is_set_in_18_points(large):
    (path,) = (large / "student").glob("*.pdf")
    found = sizes(path)
    assert found.most_common(1)[0][0] == 18
    read = {size: count for size, count in found.items() if size > 2 and size != 8.5}  # blanks, and feet
    assert sum(count for size, count in read.items() if size >= 16) > 0.95 * sum(read.values())


def lines(page):
    """Horizontal lines as they are seen: (left, height over the lower edge, right), in points."""
    scale = 3
    dark = page.render(scale=scale, grayscale=True).to_numpy().squeeze() < 215
    above = np.full(dark.shape[1], False)
    for y, row in enumerate(dark):
        edges = np.flatnonzero(np.diff(np.concatenate(([0], row, [0]))))
        for left, right in zip(edges[::2], edges[1::2], strict=True):
            if right - left >= 30 * scale and not above[left:right].mean() > 0.9:
                yield left / scale, (dark.shape[0] - y) / scale, right / scale
        above = row


def boxes_of(text, words):
    """Where some words stand."""
    searcher = text.search(words, match_case=True)
    while found := searcher.get_next():
        first, last = text.get_charbox(found[0]), text.get_charbox(found[0] + found[1] - 1)
        yield first[0], first[1], last[2], last[3]


def test_there_are_lines_for_name_date_and_points(students, roots):
    for path, _page in students.values():
        blanks = [pages.text_of(blank).strip() for blank in pages.inside(roots[path.stem], "blank")]
        assert len(blanks) == 3
        with pypdfium2.PdfDocument(path) as document:
            text, drawn = document[0].get_textpage(), list(lines(document[0]))
            for label, least in zip(blanks, (150, 60, 30), strict=True):
                assert any(
                    0 <= left - box[2] < 12 and abs(bottom - box[1]) < 8 and right - left >= least
                    for box in boxes_of(text, label)
                    for left, bottom, right in drawn
                ), (path.name, label)


def test_there_are_lines_for_the_answers(students, roots):
    for tag in TAGS:
        path, _page = students[tag, "A"]
        root = roots[path.stem]
        wanted = sum(len(pages.inside(box, "rule")) for box in pages.inside(root, "lines"))
        with pypdfium2.PdfDocument(path) as document:
            wide = [line for page in document for line in lines(page) if line[2] - line[0] > 470]
        over_items = len(list(root.iter("section")))
        assert len(wide) == wanted + over_items + 2  # and the box over the first
        assert wanted > 10


# === Drawings ===


def test_a_drawing_says_in_words_what_it_shows(large, roots):
    for path in large.rglob("*.pdf"):
        pdf, tree = open_at_tree(path)
        with pdf:
            (figure,) = elements(tree, "/Figure")
            words = str(figure.Alt)
        law = next(element for element in roots[path.stem].iter("svg"))
        assert len(words) > 40
        assert re.search(r"\d", words)
        assert law.get("aria-label")
