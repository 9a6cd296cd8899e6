"""The handouts on paper: two pages each, valid, tagged, with the page's numbers, readable without colours."""

import re
from collections import Counter
from ctypes import c_uint, create_string_buffer

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest
import tinycss2
from handout_pages import (
    ALL,
    PAPERS,
    SHEETS,
    TEMPLATES,
    agree,
    cited,
    facts_of,
    numbers,
    reader,
    values,
)

SIZES = {"a4": (595.28, 841.89), "letter": (612, 792)}  # points
PDFS = [(sheet, paper, tag) for sheet, tag in ALL for paper in PAPERS]
every_pdf = pytest.mark.parametrize(("sheet", "paper", "tag"), PDFS)
RAISED = str.maketrans({sign: f" {number}" for number, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")})


@pytest.fixture(scope="session")
def where(made):
    return lambda sheet, paper, tag: made / "output" / tag / "handouts" / f"{sheet}-{paper}.pdf"


@pytest.fixture(scope="session")
def pages(made, read_page):
    return {key: read_page(made / "output" / key[1] / "handouts" / f"{key[0]}.html") for key in ALL}


@pytest.fixture
def pdf(where, sheet, paper, tag):
    with pikepdf.open(where(sheet, paper, tag)) as opened:
        yield opened


def elements(pdf, *kinds):
    """Every structure element of some kinds, in the order of the tree."""
    found, waiting = [], [pdf.Root.StructTreeRoot]
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, pikepdf.Dictionary):
            if str(node.get("/S", "")) in kinds:
                found.append(node)
            kids = node.get("/K", [])
            waiting = [*(kids if isinstance(kids, pikepdf.Array) else [kids]), *waiting]
    return found


def texts_of(path):
    with pypdfium2.PdfDocument(path) as document:
        return [page.get_textpage().get_text_bounded().replace("\r\n", "\n") for page in document]


# --- the file -----------------------------------------------------------------------------------------------


def test_verapdf_passes_both_profiles(where, verapdf):
    verapdf([where(*key) for key in PDFS])


@every_pdf
def test_two_pages_of_the_paper_numbered(where, pdf, sheet, paper, tag):
    texts = texts_of(where(sheet, paper, tag))
    assert len(pdf.pages) == len(texts) == 2
    for number, (page, text) in enumerate(zip(pdf.pages, texts, strict=True), 1):
        for box in (page.MediaBox, page.TrimBox):
            left, bottom, right, top = map(float, box)
            assert (right - left, top - bottom) == pytest.approx(SIZES[paper], abs=0.1)
        assert f"{number} / 2" in text
        assert len(text) > 300


@every_pdf
def test_nothing_stands_in_the_outer_margin(where, sheet, paper, tag):
    with pypdfium2.PdfDocument(where(sheet, paper, tag)) as document:
        for page in document:
            left, bottom, right, top = page.get_mediabox()
            content = page.get_textpage()
            boxes = [content.get_rect(i) for i in range(content.count_rects())]
            assert min(box[0] for box in boxes) > left + 45
            assert max(box[2] for box in boxes) < right - 45
            assert min(box[1] for box in boxes) > bottom + 20
            assert max(box[3] for box in boxes) < top - 30


@every_pdf
def test_no_text_lies_over_another(where, sheet, paper, tag):
    """A question in the margin may be no wider than its column, nor longer than its answer."""
    with pypdfium2.PdfDocument(where(sheet, paper, tag)) as document:
        for page in document:
            content = page.get_textpage()
            boxes = [content.get_rect(i) for i in range(content.count_rects())]
            for n, (left, bottom, right, top) in enumerate(boxes):
                for others in boxes[n + 1 :]:
                    wide = min(right, others[2]) - max(left, others[0])
                    high = min(top, others[3]) - max(bottom, others[1])
                    assert wide < 1 or high < 2.5, content.get_text_bounded(left, bottom, right, top)


@every_pdf
def test_title_language_publisher_and_date(pdf, pages, appendix, sheet, paper, tag):
    assert (str(pdf.Root.Lang), bool(pdf.Root.ViewerPreferences.DisplayDocTitle)) == (tag, True)
    assert str(pdf.docinfo.Title) == pages[sheet, tag].findtext(".//title")
    assert str(pdf.docinfo.Author) == appendix["provenance"]["publisher"]
    assert appendix["provenance"]["date"].replace("-", "") in str(pdf.docinfo.CreationDate)
    assert list(pdf.attachments) == []


@every_pdf
def test_only_fonts_of_ours_are_inside_and_all_are_embedded(pdf, sheet, paper, tag):
    found = [entry for entry in pdf.objects if isinstance(entry, pikepdf.Dictionary)]
    found = [entry for entry in found if entry.get("/Type") == "/FontDescriptor"]
    assert all("/FontFile2" in entry for entry in found)
    names = {str(entry.FontName).partition("+")[2] for entry in found}
    assert all(name.startswith("Discordant-") for name in names)
    assert {"Discordant-Song", "Discordant-Hei"} <= names or tag != "zh-Hans"


def test_both_papers_show_the_same(where):
    for sheet, tag in ALL:
        first, second = (texts_of(where(sheet, paper, tag)) for paper in PAPERS)
        assert first == second


# --- tags ---------------------------------------------------------------------------------------------------


@every_pdf
def test_headings_and_lists_are_tagged(pdf, pages, sheet, paper, tag):
    page = pages[sheet, tag]
    headings = [str(element.S) for element in elements(pdf, "/H1", "/H2", "/H3")]
    assert headings == ["/H1", *["/H2"] * len(page.xpath("//section/h2"))]
    assert len(elements(pdf, "/LI")) >= len(page.xpath("//section//li")) > 3
    order = [str(element.S) for element in elements(pdf, "/H2", "/P", "/L", "/Formula", "/Figure", "/Table")]
    assert order.index("/Table") < order.index("/H2") < order.index("/Formula")


@every_pdf
def test_formulas_and_figure_are_said_as_on_the_page(pdf, pages, sheet, paper, tag):
    said = [str(formula.Alt) for formula in elements(pdf, "/Formula")]
    spoken = [math.get("aria-label") for math in pages[sheet, tag].xpath("//math[@aria-label]")]
    assert said == spoken
    [figure] = elements(pdf, "/Figure")
    [words] = pages[sheet, tag].xpath("//figure//details/p")
    seen = plainly("".join(words.itertext()))
    seen = seen.replace(" ", "") if tag == "zh-Hans" else seen  # where gaps are only seen
    assert plainly(str(figure.Alt)) == seen
    block = f"figure.{SHEETS[sheet]}.alt"
    expected = [values()[fact] for fact in facts_of(block)]
    agree(numbers(str(figure.Alt)), expected, tag)
    assert "/Lang" not in figure


def plainly(text):
    """Without what keeps words together on a line."""
    return re.sub(r"\s+", " ", text.replace("\u2011", "-")).strip()


@every_pdf
def test_the_table_says_what_its_heads_head(pdf, sheet, paper, tag):
    table, *others = elements(pdf, "/Table")
    heads = elements_below(table, "/TH")
    assert [str(head.A.Scope) for head in heads] == ["/Column", "/Column", "/Row", "/Row"]
    names = [str(head.ID) for head in heads]
    cells = [[str(name) for name in cell.A.Headers] for cell in elements_below(table, "/TD")]
    across, down = names[:2], names[2:]
    assert cells == [[], *([row, column] for row in down for column in across)]
    assert len(others) == (sheet == "points")
    for other in others:  # the rates head columns, the yardsticks rows
        heads = [str(head.A.Scope) for head in elements_below(other, "/TH")]
        assert heads == ["/Column"] * 5 + ["/Row"] * 3
        assert [len(cell.A.Headers) for cell in elements_below(other, "/TD")] == [2] * 12


def elements_below(node, kind):
    found = []
    for kid in node.K if isinstance(node.get("/K"), pikepdf.Array) else []:
        if isinstance(kid, pikepdf.Dictionary):
            found += [kid] if kid.get("/S") == kind else elements_below(kid, kind)
    return found


# --- numbers ------------------------------------------------------------------------------------------------


def on_the_page(root):
    """Every number that the page shows, as it is written there, but for those that the paper leaves out."""
    skipped = 'ancestor-or-self::*[self::nav or self::details or @class="downloads sans" or @display="block"]'
    return [
        number
        for text, element in reader.visible_texts(root)
        if not element.xpath(skipped)
        for number in numbers(text)
    ]


@every_pdf
def test_the_text_has_the_numbers_of_the_page(where, pages, sheet, paper, tag):
    """All of them and no other, formulas that are drawn aside; and the folios."""
    printed = numbers("\n".join(texts_of(where(sheet, paper, tag))).translate(RAISED))
    texts = dict(reader.facts_in(pages[sheet, tag]))
    foot = [texts[fact] for fact in facts_of(f"handout.{sheet}.short")]
    expected = Counter([*on_the_page(pages[sheet, tag]), *foot * 2, "1", "2", "2", "2"])
    assert Counter(printed) == expected
    assert len(printed) > (80 if sheet == "compared" else 130) - 30


@every_pdf
def test_every_number_of_the_text_is_worked_out(where, sheet, paper, tag):
    """Read from the paper alone: each is a value of the oracles, a tick, or a constant of a formula."""
    known = [value for value in values().values() if not isinstance(value, str)]
    ticks = {"compared": [0.04, 0.08, *range(10, 60, 10)], "points": [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20]}
    known += [*ticks[sheet], *(10**n for n in range(6)), 0, 1, 2]
    text = " ".join("\n".join(texts_of(where(sheet, paper, tag))).split()).translate(RAISED)
    for name in ("licence_texts", "publication_version"):
        assert text.count(values()[name]) == 1
        text = text.replace(values()[name], " ")
    for part in sorted(set(cited().values()), key=len, reverse=True):
        assert part in text
        text = text.replace(part, " ")
    for number in numbers(text):
        stated, slack = reader.number(number, tag)
        assert any(abs(stated - value) <= slack for value in known), number


def test_no_tex_and_no_placeholder_is_left_in_the_text(where):
    for key in PDFS:
        assert not re.findall(r"\\[a-z]+|\{\w+\}|\$|\ue000", "\n".join(texts_of(where(*key))))


# --- to be read, in black and white -------------------------------------------------------------------------


def letters(page):
    """(Character, family, size in points, colour) of every letter on a page."""
    content = page.get_textpage()
    for index in range(content.count_chars()):
        character = chr(pdfium.FPDFText_GetUnicode(content, index))
        if not character.isspace() and character not in "\ufffe\x02":
            buffer, matrix = create_string_buffer(100), pdfium.FS_MATRIX()
            pdfium.FPDFText_GetFontInfo(content, index, buffer, 100, None)
            pdfium.FPDFText_GetMatrix(content, index, matrix)
            size = pdfium.FPDFText_GetFontSize(content, index) * abs(matrix.d)
            colour = [c_uint() for _ in "rgba"]
            pdfium.FPDFText_GetFillColor(content, index, *colour)
            yield character, buffer.value.decode().partition("+")[2], size, [c.value for c in colour[:3]]


@pytest.mark.parametrize(("sheet", "tag"), ALL)
def test_the_running_text_has_ten_points_and_no_letter_is_tiny_or_pale(where, sheet, tag):
    with pypdfium2.PdfDocument(where(sheet, "a4", tag)) as document:
        found = [letter for page in document for letter in letters(page)]
    running = [size for _, family, size, _ in found if re.match("Discordant-(Text|Song)", family)]
    assert len(running) > len(found) / 2
    assert len([size for size in running if size < 9.99]) < 0.01 * len(running)  # exponents
    assert min(size for _, _, size, _ in found) > 6.5
    assert len([size for _, _, size, _ in found if size < 8]) < 0.1 * len(found)  # labels of the figure
    colours = {tuple(colour) for *_, colour in found}
    assert len(colours) > 3
    assert not [colour for colour in colours if contrast(colour, (255, 255, 255)) < 4.5]


def luminance(colour):
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (c / 255 for c in colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    """As it is without colours, too: of the two luminances."""
    light, dark = sorted([luminance(one), luminance(other)], reverse=True)
    return (light + 0.05) / (dark + 0.05)


def declarations(name):
    """(Conditions, selector, property, value) of every declaration of a style sheet."""

    def read(rules, conditions):
        for rule in rules:
            if rule.type == "at-rule" and rule.lower_at_keyword == "media":
                inner = tinycss2.parse_rule_list(rule.content, True, True)
                yield from read(inner, conditions + tinycss2.serialize(rule.prelude))
            elif rule.type == "qualified-rule":
                selector = tinycss2.serialize(rule.prelude).strip()
                for one in tinycss2.parse_blocks_contents(rule.content, True, True):
                    yield conditions, selector, one.name, tinycss2.serialize(one.value).strip()

    text = (TEMPLATES / name).read_text("utf-8")
    yield from read(tinycss2.parse_stylesheet(text, True, True), "")


def palettes():
    """The colours by name: on a light screen, on paper, on a dark screen."""
    named = [d for name in ("sheet.css", "screen.css") for d in declarations(name) if d[2].startswith("--")]
    light = {name: value for conditions, _, name, value in named if not conditions}
    paper = {name: value for conditions, _, name, value in named if "print" in conditions}
    dark = {name: value for conditions, _, name, value in named if "dark" in conditions}
    return {"light": light, "print": light | paper, "dark": light | dark}


def colour_of(value, palette):
    """The colour that a value has in it, as three numbers; None for that of the text."""
    value = re.sub(r"var\((--[\w-]+)\)", lambda match: palette.get(match[1], ""), value)
    found = re.search(r"#([0-9a-f]{3}(?:[0-9a-f]{3})?)\b", value)
    if not found:
        return None
    digits = found[1] if len(found[1]) == 6 else "".join(2 * digit for digit in found[1])
    return [int(digits[place : place + 2], 16) for place in (0, 2, 4)]


@pytest.mark.parametrize("medium", ["light", "print", "dark"])
def test_the_greys_of_the_style_are_dark_enough(medium):
    """Words at 4.5 to 1, lines that mean something at 3, the thin rules between parts at 2 on paper."""
    palette = palettes()[medium]
    paper, ink, muted = (colour_of(f"var(--{name})", palette) for name in ("paper", "ink", "muted"))
    skipped, seen = {"print": "screen", "light": "dark"}.get(medium, "print"), Counter()
    for conditions, selector, what, value in [*declarations("sheet.css"), *declarations("screen.css")]:
        colour = None if what.startswith("--") or skipped in conditions else colour_of(value, palette)
        if colour is None:
            continue
        if what == "color":
            assert contrast(colour, paper) >= 4.5, (selector, value)
        elif what == "background" and (medium != "dark" or "dark" in conditions):
            assert min(contrast(ink, colour), contrast(muted, colour)) >= 4.5 or colour == paper, selector
        elif what.startswith("border"):
            least = 3 if "--rule" not in value else 2 if medium == "print" else 1
            assert contrast(colour, paper) >= least, (selector, value)
        seen[what] += 1
    assert seen["color"] > 5
    assert seen["background"] > 1
    assert sum(seen.values()) > 12
