"""The handouts in a real browser, from the disk: nothing loaded, nothing cut off, all of it readable."""

import pytest
from handout_pages import ALL, PAGES, SHEETS, TAGS

SCHEMES = ("light", "dark")
PAPERS = {"A4": 210, "Letter": 215.9}  # widths in millimetres
MARGIN = 20  # of the paper, on either side
every_page = pytest.mark.parametrize("page", PAGES)
every_sheet = pytest.mark.parametrize(("sheet", "tag"), ALL)


@pytest.fixture
def open_sheet(open_page):
    return lambda sheet, tag, *size, **options: open_page(f"{tag}/handouts/{sheet}.html", *size, **options)


def unfold(tab):
    tab.evaluate("document.querySelectorAll('details').forEach(details => details.open = true)")


@every_page
def test_asks_for_nothing_and_complains_of_nothing(open_page, page):
    tab = open_page(page)
    unfold(tab)
    tab.evaluate("document.fonts.ready.then(() => true)")
    assert [seen for seen in tab.seen if not seen.startswith("data:")] == [tab.address]


@every_page
def test_no_sideways_scroll_on_a_phone(open_page, cut, page):
    tab = open_page(page, 360, 740, java_script_enabled=False)
    unfold(tab)
    for width in (1000, 720, 360, 320):
        tab.set_viewport_size({"width": width, "height": 740})
        for scheme in SCHEMES:
            tab.emulate_media(color_scheme=scheme)
            assert tab.evaluate("document.scrollingElement.scrollWidth") <= width
            assert cut(tab) == []


@every_page
def test_every_text_is_set_in_a_font_of_the_page(open_page, fonts_of, page):
    tab = open_page(page, java_script_enabled=False)
    unfold(tab)
    texts, rendered, foreign = fonts_of(tab)
    assert texts > (15 if page.endswith("index.html") else 100)
    assert foreign == []
    assert rendered > texts * 0.8


@every_page
def test_contrast(open_page, colours, contrast, luminance, page):
    tab = open_page(page)
    unfold(tab)
    for scheme in SCHEMES:
        tab.emulate_media(color_scheme=scheme)
        found = colours(tab)
        assert len(found) > (15 if page.endswith("index.html") else 100)
        weak = {(t, place, round(contrast(c, u), 2)) for t, place, c, u in found if contrast(c, u) < 4.5}
        assert weak == set()
        papers = {tuple(under) for *_, under in found}
        assert all((luminance(paper) < 0.1) == (scheme == "dark") for paper in papers)
        assert "svg" in {place for _, place, _, _ in found} or page.endswith("index.html")


# (what a path is drawn in, paper) as the browser computes it, for paths whose name ends so.
DRAWN = """ending => {
    const path = document.querySelector(`path[id$="${ending}"]`), style = getComputedStyle(path);
    const numbers = text => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
    const colour = style.stroke === 'none' ? style.fill : style.stroke;
    return [numbers(colour), numbers(getComputedStyle(document.documentElement).backgroundColor)];
}"""


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_what_is_drawn_stands_out_from_the_paper(open_sheet, contrast, scheme, tag):
    drawn = {
        "compared": ["centre", "observed", "pointers", "base"],
        "points": [*(f"curve-{number}" for number in range(1, 5)), "mark", "axes"],
    }
    for sheet, endings in drawn.items():
        tab = open_sheet(sheet, tag, color_scheme=scheme)
        for ending in endings:
            assert contrast(*tab.evaluate(DRAWN, ending)) > 3, ending


@every_page
def test_axe_finds_no_violation(open_page, violations, page):
    tab = open_page(page)
    for scheme in SCHEMES:
        tab.emulate_media(color_scheme=scheme)
        found, passed = violations(tab)
        assert found == []
        assert passed > 10
        unfold(tab)  # from the second scheme on


@pytest.mark.parametrize("page", [f"{tag}/handouts/{name}.html" for tag in ("ar", "pt") for name in SHEETS])
def test_a_language_in_english_as_yet(browser, beginning, cut, fonts_of, violations, page):
    tab = browser.new_page(viewport={"width": 360, "height": 740})
    tab.goto((beginning / "output" / page).as_uri())
    unfold(tab)
    for width in (360, 1000):
        tab.set_viewport_size({"width": width, "height": 740})
        assert tab.evaluate("document.scrollingElement.scrollWidth") <= width
        assert cut(tab) == []
        heading, answer = (tab.locator(name).first.bounding_box() for name in ("section h2", "section p"))
        if width == 1000:  # the question hangs where lines begin
            assert (heading["x"] > answer["x"]) == page.startswith("ar")
    assert fonts_of(tab)[2] == []
    assert violations(tab)[0] == []
    tab.close()


# --- keyboard and links -------------------------------------------------------------------------------------


@every_sheet
def test_formulas_fit_a_phone_and_scroll_by_keyboard_when_it_is_zoomed(open_sheet, sheet, tag):
    """At 360 px nothing is hidden; at 160, a phone at more than twice the zoom, the rest is a key away."""
    for width in (360, 160):
        tab = open_sheet(sheet, tag, width, 740, java_script_enabled=False)
        boxes = tab.locator(".formula")
        assert boxes.count() == {"compared": 3, "points": 2}[sheet]
        seen = 0
        for box in boxes.all():
            box.focus()
            assert box.evaluate("box => box === document.activeElement")
            hidden = box.evaluate("box => box.scrollWidth - box.clientWidth")
            tab.keyboard.press("ArrowRight")
            tab.wait_for_timeout(200)
            assert (box.evaluate("box => box.scrollLeft") > 0) == (hidden > 0)
            seen += hidden > 0
            assert len(box.get_attribute("aria-label")) > 10
        assert bool(seen) == (width == 160)


@every_sheet
def test_the_figure_in_words_opens_by_keyboard(open_sheet, sheet, tag):
    tab = open_sheet(sheet, tag, java_script_enabled=False)
    words = tab.locator("figure details p")
    assert tab.locator("figure svg").is_visible()
    assert not words.is_visible()
    tab.locator("figure summary").press("Enter")
    assert words.is_visible()
    assert len(words.inner_text()) > 60


def test_from_the_article_to_a_handout_round_all_languages_and_back(open_page):
    tab = open_page("en/index.html", java_script_enabled=False)
    tab.locator('aside.downloads a[href="handouts/index.html"]').click()
    tab.locator('h2 a[href="points.html"]').click()
    for tag in (*TAGS[1:], TAGS[0]):
        tab.locator(f"a[hreflang={tag}]").click()
        assert tab.locator("html").get_attribute("lang") == tag
        tab.wait_for_url(f"**/{tag}/handouts/points.html")
        assert tab.locator("nav [aria-current=page]").get_attribute("lang") == tag
    tab.locator('.downloads a[href="index.html"]').click()
    tab.locator('a[href="../index.html"]').click()
    tab.wait_for_url("**/en/index.html")


# --- print --------------------------------------------------------------------------------------------------


@every_sheet
def test_prints_on_two_or_three_pages(open_sheet, sheet, tag):
    """A browser sets a little wider than the renderer of the PDFs, which are there to be printed."""
    tab = open_sheet(sheet, tag, java_script_enabled=False)
    assert tab.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") in (2, 3)


@every_sheet
@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_is_cut_off_on_paper(open_sheet, lost, colours, luminance, paper, sheet, tag):
    width = round((PAPERS[paper] - 2 * MARGIN) / 25.4 * 96)
    tab = open_sheet(sheet, tag, width, 1000, color_scheme="dark")
    tab.emulate_media(media="print", color_scheme="dark")
    assert lost(tab) == []
    for hidden in ("nav", "header .downloads", "figure details"):
        assert not tab.locator(hidden).is_visible()
    for shown in ("h1", ".orientation table", "figure svg", ".formula math", "footer"):
        assert tab.locator(shown).first.is_visible()
    assert {round(luminance(under), 1) for *_, under in colours(tab)} <= {1, 0.8}  # paper, shaded cells
