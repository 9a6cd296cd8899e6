"""Right to left: a mirrored page, numbers and formulas in their own order, joined letters, a valid PDF."""

import base64
import io
import re
import shutil
from pathlib import Path

import pikepdf
import pytest
import uharfbuzz
from fontTools.ttLib import TTFont

from discordant import render
from discordant.language import Locale
from discordant.language.direction import direction, in_order, isolated, with_relations
from discordant.press import fonts
from discordant.press import weasyprint_patches as mends
from discordant.press.fonts import characters, rules

ROOT = Path(__file__).resolve().parents[1]
ARABIC = Locale.read(ROOT / "tests" / "locales" / "ar" / "locale.toml", "ar")
LRI, RLI, PDI = "\u2066", "\u2067", "\u2069"


@pytest.fixture(scope="module")
def page(beginning, read_page):
    return read_page(beginning / "output" / "ar" / "index.html")


@pytest.fixture(scope="module")
def raw(beginning):
    return (beginning / "output" / "ar" / "index.html").read_text("utf-8")


# --- text ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("", "ltr"),
        ("+20", "ltr"),
        ("١٢", "ltr"),
        ("30 نوفمبر 2026", "rtl"),
        ("k و b", "rtl"),
        ("שלום", "rtl"),
    ],
)
def test_direction_is_that_of_the_letters(text, way):
    assert direction(text) == way


@pytest.mark.parametrize("number", ["0", "20", "1,000", "0.1565", "92%", "٠٫١٥٦٥", "٩٢٪"])
def test_a_plain_number_needs_no_marks(number):
    assert in_order(number) == number


@pytest.mark.parametrize("number", ["+20", "−0.10", "1.91 × 10⁻⁶", "1/524288", "1.0.0", "S.r.l.", ""])
def test_a_number_whose_parts_could_change_places_is_isolated(number):
    assert in_order(number) in (f"{LRI}{number}{PDI}", number)
    assert number == "1.0.0" or in_order(number) == f"{LRI}{number}{PDI}"


def test_a_date_in_arabic_is_isolated_from_right_to_left():
    assert in_order("30 نوفمبر 2026") == f"{RLI}30 نوفمبر 2026{PDI}"


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("المشاهَد: b = 20", ["b = 20"]),
        ("المشاهَد: b = 20.", ["b = 20"]),
        ("k ≤ 80 و k ≥ 100: p ≈ 0.1565", ["k ≤ 80", "k ≥ 100", "p ≈ 0.1565"]),
        ("لا شيء هنا، 20 و 30", []),
        ("b = ", []),
    ],
)
def test_each_relation_is_one_piece(text, pieces):
    assert re.findall(f"{LRI}([^{PDI}]*){PDI}", with_relations(text)) == pieces
    assert with_relations(text).replace(LRI, "").replace(PDI, "") == text


def test_a_relation_takes_an_isolated_number_along():
    written = with_relations("p ≈ " + isolated("1.91 × 10⁻⁶"))
    assert written == f"{LRI}p ≈ {LRI}1.91 × 10⁻⁶{PDI}{PDI}"


# --- page ---------------------------------------------------------------------------------------------------


def test_the_page_runs_from_right_to_left(page):
    assert (page.get("lang"), page.get("dir")) == ("ar", "rtl")


def test_every_number_says_which_way_it_runs(page):
    ways = {"".join(fact.itertext()): fact.get("dir") for fact in page.xpath('//span[@class="fact"]')}
    assert ways["+20"] == ways["−0.10"] == ways["1,000"] == ways["1.91 × 10⁻⁶"] == "ltr"
    assert ways["30 نوفمبر 2026"] == "rtl"
    assert None not in ways.values()


def test_no_page_that_runs_from_left_to_right_has_such_marks(trees):
    for tree in trees.values():
        assert not tree.xpath('//span[@class="fact"][@dir]')
        assert not re.search(f"[{LRI}{RLI}{PDI}]", "".join(tree.itertext()))


def test_styles_name_sides_by_where_lines_begin():
    """A left or right in a style sheet would stay where it is on a mirrored page."""
    for name in ("page.css", "print.css", "screen.css", "sheet.css", "type.css"):
        text = re.sub(r"/\*.*?\*/", "", (ROOT / "templates" / name).read_text("utf-8"), flags=re.DOTALL)
        text = re.sub(r"(?:pre \{|direction: ltr;) text-align: left;", "", text)  # code is never mirrored
        sides = r"(?:margin|padding|border)-(?:left|right)|text-align: *(?:left|right)|[;{] *(?:left|right):"
        assert not re.findall(sides, text), name


def test_formulas_code_and_drawings_keep_their_direction(raw):
    assert re.search(r"math, code, pre, svg \{ direction: ltr; unicode-bidi: isolate; \}", raw)


def test_letters_that_join_are_not_moved_apart(raw):
    assert '[dir="rtl"] h1 { line-height: 1.4; letter-spacing: 0; }' in raw


def test_the_browser_sets_it_mirrored(beginning, browser):
    for width in (320, 390, 1000, 1500):
        tab = browser.new_page(viewport={"width": width, "height": 900})
        tab.goto((beginning / "output" / "ar" / "index.html").as_uri())
        tab.evaluate("document.fonts.ready.then(() => true)")
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        middle, side = width / 2, {name: tab.locator(name).first.bounding_box() for name in _MIRRORED}
        assert side[".languages li:last-child"]["x"] < middle
        formula, number = side[".formula .scroll"], side[".formula .number"]
        assert number["x"] + number["width"] <= formula["x"]
        text = side["section > p.fallback"]
        assert text["x"] >= 0
        if width == 1500:
            assert side[".contents.beside"]["x"] > side["article h1"]["x"] + side["article h1"]["width"]
            panels = [panel.bounding_box()["x"] for panel in tab.locator(".figure.cases .panel").all()]
            assert panels[0] > panels[1]
        tab.close()


_MIRRORED = (
    ".languages li:last-child",
    ".formula .scroll",
    ".formula .number",
    "section > p.fallback",
    ".contents.beside",
    "article h1",
)


# --- fonts --------------------------------------------------------------------------------------------------


def glyphs(font, text):
    """The names of the glyphs that a text is set with, from left to right."""
    names = TTFont(io.BytesIO(font)).getGlyphOrder()
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(uharfbuzz.Font(uharfbuzz.Face(font)), buffer)
    return [names[info.codepoint] for info in buffer.glyph_infos]


@pytest.mark.parametrize("face", [f for f in fonts.faces() if f.script == "arab"], ids=lambda f: f.path.stem)
def test_letters_still_join_in_a_face_cut_to_a_few(face):
    cut = fonts.cut(face.path, set(map(ord, "سلا ُّ")))
    alone = TTFont(io.BytesIO(cut)).getBestCmap()
    three = glyphs(cut, "سسس")
    assert len(set(three)) == 3
    assert alone[ord("س")] not in three
    assert alone[ord("ا")] not in glyphs(cut, "لا")
    data = TTFont(io.BytesIO(cut))
    assert {record.FeatureTag for record in data["GSUB"].table.FeatureList.FeatureRecord} >= {
        "init",
        "medi",
        "fina",
    }
    assert "mark" in {record.FeatureTag for record in data["GPOS"].table.FeatureList.FeatureRecord}


def test_letters_join_in_the_fonts_inside_the_page(raw):
    pattern = r'font-family:"Discordant (?:Naskh|Kufi)"[^}]*base64,([A-Za-z0-9+/=]+)'
    found = re.findall(pattern, raw)
    assert len(found) == 4  # two faces, each regular and bold
    for packed in found:
        font = TTFont(io.BytesIO(base64.b64decode(packed)))
        font.flavor = None
        out = io.BytesIO()
        font.save(out)
        letter = next(sign for sign in "سعلمكهطح" if ord(sign) in font.getBestCmap())
        written = glyphs(out.getvalue(), letter * 3)
        assert len(set(written)) == 3
        assert not set(written) & set(font.getBestCmap().values())


def faces_of(html):
    found = {}
    for rule in re.findall(r"@font-face\{[^}]*\}", rules(characters(html, "ar", {"ar"}), ARABIC)):
        family = re.search(r'font-family:"([^"]+)"', rule)[1]
        data = base64.b64decode(re.search(r"base64,([A-Za-z0-9+/=]+)", rule)[1])
        found[family] = {chr(code) for code in TTFont(io.BytesIO(data)).getBestCmap()}
    return found


def test_arabic_text_has_arabic_quotes_and_latin_digits():
    held = faces_of("<p>«نصّ» (قوس) “اقتباس” – 0.1565% B، ؟</p>")
    assert set(held) == {"Discordant Text Beside", "Discordant Naskh"}
    assert set("0156.%B") <= held["Discordant Text Beside"]
    assert set("«»()“”–،؟") <= held["Discordant Naskh"]
    assert not held["Discordant Text Beside"] & set("«»()“”–")


def test_arabic_emphasis_is_a_real_bold():
    css = rules(characters("<p><em>نصّ</em></p>", "ar", {"ar"}), ARABIC)
    assert re.findall(r'"Discordant Naskh";font-weight:(\d+);font-style:(\w+)', css) == [("700", "normal")]


def test_marks_of_direction_need_no_glyph():
    assert faces_of(f"<p>{LRI}{RLI}{PDI}\u200e\u200f\u061c\u200c\u200dن</p>").keys() == {"Discordant Naskh"}


def test_arabic_indic_digits_have_a_face(discordant, tmp_path, read_page):
    shutil.copytree(ROOT / "tests" / "locales", tmp_path / "locales")
    settings = tmp_path / "locales" / "ar" / "locale.toml"
    settings.write_text(settings.read_text("utf-8").replace('"latn"', '"arab"'), "utf-8")
    run = discordant("build", "--locale", "ar", "--format", "html", "--format", "pdf", cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    tree = read_page(tmp_path / "output" / "ar" / "index.html")
    amid = "ancestor::*[@lang][1][@lang='{}']"
    assert set(tree.xpath(f'//span[@data-fact="N"][{amid.format("ar")}]/text()')) == {"١٬٠٠٠"}
    assert set(tree.xpath(f'//span[@data-fact="N"][{amid.format("en")}]/text()')) == {"1,000"}
    assert set(tree.xpath('//mn[@data-fact="N"]/text()')) == {"1,000"}  # beside Latin letters


# --- figures ------------------------------------------------------------------------------------------------


def test_labels_run_from_right_to_left_and_their_relations_do_not(page):
    labels = page.xpath('//*[@class="panels"]//text')
    texts = [label.text for label in labels]
    for text in texts:
        assert bool(re.search("[\u0600-\u06ff]", text)) == text.startswith(RLI) == text.endswith(PDI)
    assert f"{RLI}المشاهَد: {LRI}b = 20{PDI}{PDI}" in texts
    assert "0.16" in texts


def look(**given):
    render.use_fonts(fonts.files(ARABIC, "sans"))
    return render.Look(render.LIGHT, fonts.families(ARABIC, "sans"), str, **given)


def field():
    counts = {"both": 900, "only_b": 20, "only_a": 5, "neither": 75}
    groups = [render.Group(name, count, f"نصّ {name}") for name, count in counts.items()]
    return render.Field("حالات الافتراق", groups, "A 90% · B 92%")


def dots(svg, name):
    path = re.search(rf'<path[^>]*id="x-field-1-{name}"[^>]*>', svg) or re.search(
        rf"<path[^>]*x-field-1-{name}[^>]*>", svg
    )
    return [float(x) for x in re.findall(r"M([\d.]+)", path[0])]


def test_fields_of_dots_are_mirrored():
    plain, mirrored = (
        render.svg(render.cases([field()], look(rtl=rtl)), "x").decode() for rtl in (False, True)
    )
    for name in ("only-b", "only-a", "both", "neither"):
        assert sorted(round(720 - x) for x in dots(mirrored, name)) == sorted(map(round, dots(plain, name)))
    assert min(dots(mirrored, "only-b")) > max(dots(mirrored, "only-a"))


def test_outlined_letters_are_no_text():
    drawn = render.svg(render.cases([field()], look(rtl=True, outlined=True)), "x").decode()
    assert "<text" not in drawn
    assert "<path" in drawn


def test_the_first_field_stands_on_the_right():
    figure = render.svg(render.cases([field(), field()], look(rtl=True)), "x").decode()
    first, second = (re.search(rf"<path[^>]*x-field-{n}-only-b[^>]*>", figure)[0] for n in (1, 2))
    assert min(map(float, re.findall(r"M([\d.]+)", first))) > max(
        map(float, re.findall(r"M([\d.]+)", second))
    )


# --- PDF ----------------------------------------------------------------------------------------------------


def test_the_pdfs_pass_both_profiles(beginning, verapdf):
    verapdf([beginning / "output" / tag / f"discordant-{tag}.pdf" for tag in ("ar", "pt")])


def test_the_pdf_turns_its_pages_from_left_to_right(beginning):
    ways = {}
    for tag in ("ar", "pt"):
        with pikepdf.open(beginning / "output" / tag / f"discordant-{tag}.pdf") as pdf:
            ways[tag] = str(pdf.Root.ViewerPreferences.get("/Direction", "/L2R"))
    assert ways == {"ar": "/R2L", "pt": "/L2R"}


def test_arabic_headings_are_set_in_a_real_bold(beginning):
    with pikepdf.open(beginning / "output" / "ar" / "discordant-ar.pdf") as pdf:
        names = {
            str(entry.FontName).partition("+")[2]
            for entry in pdf.objects
            if isinstance(entry, pikepdf.Dictionary) and entry.get("/Type") == "/FontDescriptor"
        }
    assert names >= {"Discordant-Naskh", "Discordant-Naskh-Bold", "Discordant-Kufi", "Discordant-Kufi-Bold"}
    assert all(name.startswith("Discordant-") for name in names)


def test_the_mends_are_in_force_and_only_once():
    from weasyprint.layout import inline
    from weasyprint.pdf import tags

    mends.say_languages()
    mends.let_spaces_hang()
    functions = tags._build_box_tree, inline.split_first_line
    assert [function.__module__ for function in functions] == ["discordant.press.weasyprint_patches"] * 2
    mends.say_languages()
    mends.let_spaces_hang()
    assert functions == (tags._build_box_tree, inline.split_first_line)


@pytest.mark.parametrize("way", ["ltr", "rtl"])
def test_a_line_is_not_broken_behind_its_first_word(way):
    """Whatever the width: the first line takes as many words as fit."""
    import weasyprint
    from weasyprint.formatting_structure import boxes

    mends.let_spaces_hang()
    words = {"ltr": "Two made tables agree in size and ", "rtl": "جدولان مصنوعان يتّفقان في الحجم وفي "}[way]
    for width in range(150, 260):
        html = f'<html dir="{way}"><style>@page{{size:{width}px 400px;margin:0}}p{{margin:0;font:12px serif}}'
        document = weasyprint.HTML(string=f"{html}</style><p>{words}<em>x</em></p>").render()
        lines = [box for box in document.pages[0]._page_box.descendants() if isinstance(box, boxes.LineBox)]
        widths = [line.width for line in lines]
        assert len(lines) == 1 or widths[0] > width / 3, (width, widths)
