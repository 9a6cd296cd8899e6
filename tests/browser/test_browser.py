"""The pages in a real browser, from the disk: nothing loaded, nothing cut off, all of it readable."""

import unicodedata

import pypdfium2
import pytest

TAGS = ("en", "it", "zh-Hans")
PAGES = ("index.html", *(f"{tag}/index.html" for tag in TAGS))
SCHEMES = ("light", "dark")
OPEN_EVERYTHING = "document.querySelectorAll('details').forEach(details => details.open = true)"


@pytest.mark.parametrize("page", PAGES)
def test_asks_for_nothing_and_complains_of_nothing(open_page, page):
    tab = open_page(page)
    tab.evaluate(OPEN_EVERYTHING)
    tab.evaluate("document.fonts.ready.then(() => true)")
    assert [seen for seen in tab.seen if not seen.startswith("data:")] == [tab.address]


# --- width --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
def test_no_sideways_scroll_on_a_phone(open_page, cut, page):
    tab = open_page(page, 360, 740, java_script_enabled=False)
    for unfold in ("true", OPEN_EVERYTHING):
        tab.evaluate(unfold)
        for width in (360, 320):
            tab.set_viewport_size({"width": width, "height": 740})
            for scheme in SCHEMES:
                tab.emulate_media(color_scheme=scheme)
                assert tab.evaluate("document.scrollingElement.scrollWidth") <= width
                assert cut(tab) == []


# --- fonts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
def test_every_text_is_set_in_a_font_of_the_page(open_page, fonts_of, page):
    """In every text node, hidden ones too: asked of the layout, glyph by glyph."""
    tab = open_page(page, java_script_enabled=False)
    tab.evaluate(OPEN_EVERYTHING)
    texts, rendered, foreign = fonts_of(tab)
    assert texts > (8 if page == "index.html" else 1000)
    assert foreign == []
    assert rendered > texts * 0.8


# --- contrast -----------------------------------------------------------------------------------------------


def test_contrast_is_computed_as_the_guidelines_say(contrast):
    assert contrast([255, 255, 255], [0, 0, 0]) == pytest.approx(21)
    assert contrast([119, 119, 119], [255, 255, 255]) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("page", PAGES)
def test_contrast(open_page, colours, contrast, luminance, page):
    tab = open_page(page)
    tab.evaluate(OPEN_EVERYTHING)
    for scheme in SCHEMES:
        tab.emulate_media(color_scheme=scheme)
        found = colours(tab)
        assert len(found) > (8 if page == "index.html" else 1000)
        weak = {(t, place, round(contrast(c, u), 2)) for t, place, c, u in found if contrast(c, u) < 4.5}
        assert weak == set()
        papers = {tuple(under) for _, _, _, under in found}
        assert all((luminance(paper) < 0.1) == (scheme == "dark") for paper in papers)
        if page != "index.html":
            assert {place for _, place, _, _ in found} >= {"svg", "caption"}


# --- keyboard -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", TAGS)
def test_full_size_opens_and_closes_by_keyboard_without_javascript(open_page, tag):
    tab = open_page(f"{tag}/index.html", 1000, 700, java_script_enabled=False)
    buttons = tab.locator("button[popovertarget]:not([popovertargetaction])")
    assert buttons.count() == 6
    for place in range(6):
        button = buttons.nth(place)
        full = tab.locator(f"#{button.get_attribute('popovertarget')}")
        assert not full.is_visible()
        tab.locator("figure details > summary").nth(place).press("Enter")
        button.focus()
        tab.keyboard.press("Enter")
        assert full.is_visible()
        drawing = full.locator("svg").first.bounding_box()
        panel = tab.locator(f"figure:has(#{full.get_attribute('id')}) .panel svg").first.bounding_box()
        assert drawing["width"] > 1.1 * panel["width"]
        tab.keyboard.press("Tab")
        inside = "document.activeElement.closest('[popover]') !== null"
        assert tab.evaluate(inside)
        tab.keyboard.press("Escape")
        assert not full.is_visible()
        assert button.evaluate("button => button === document.activeElement")
        tab.keyboard.press("Space")
        full.locator("button").press("Enter")
        assert not full.is_visible()


@pytest.mark.parametrize("tag", TAGS)
def test_first_tab_stop_leads_to_the_text(open_page, tag):
    tab = open_page(f"{tag}/index.html", java_script_enabled=False)
    tab.keyboard.press("Tab")
    link = tab.locator(".skip")
    assert link.evaluate("link => link === document.activeElement")
    assert link.bounding_box()["y"] >= 0
    tab.keyboard.press("Enter")
    tab.wait_for_url("**#text")


@pytest.mark.parametrize("tag", TAGS)
def test_reads_without_javascript(open_page, tag):
    tab = open_page(f"{tag}/index.html", java_script_enabled=False)
    assert tab.locator("h1").is_visible()
    for figure in tab.locator("figure .panel svg").all():
        assert figure.is_visible()
    summary = tab.locator("figure summary").first
    words = tab.locator("figure details p").first
    assert not words.is_visible()
    summary.press("Enter")
    assert words.is_visible()


def test_languages_lead_to_each_other(open_page):
    """From the first page round all languages, by their links alone."""
    tab = open_page("index.html", java_script_enabled=False)
    for tag in (*TAGS, TAGS[0]):
        tab.locator(f"a[hreflang={tag}]").click()
        assert tab.locator("html").get_attribute("lang") == tag


LINES = """heading => {
  const words = document.createRange();
  words.setStartAfter(heading.querySelector('.number'));
  words.setEndAfter(heading.lastChild);
  const first = {};
  for (const box of words.getClientRects()) {
    const line = Math.round(box.bottom / 8);
    if (box.width > 4) first[line] = Math.min(box.left, first[line] ?? 1e9);
  }
  return Object.values(first);
}"""


@pytest.mark.parametrize("tag", TAGS)
def test_the_lines_of_a_heading_begin_below_each_other(open_page, tag):
    tab = open_page(f"{tag}/index.html", 280)
    begins = [heading.evaluate(LINES) for heading in tab.locator("h2:has(.number)").all()]
    assert max(map(len, begins)) > 1
    for lines in begins:
        assert max(lines) - min(lines) < 1


# --- accessibility ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
def test_axe_finds_no_violation(open_page, violations, page):
    tab = open_page(page)
    tab.evaluate(OPEN_EVERYTHING)
    found, passed = violations(tab)
    assert found == []
    assert passed > 10


# --- print --------------------------------------------------------------------------------------------------


def _letters(text):
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text)))


@pytest.mark.parametrize("tag", TAGS)
def test_prints(open_page, tag):
    tab = open_page(f"{tag}/index.html", java_script_enabled=False)
    made = tab.pdf(prefer_css_page_size=True)
    assert made.count(b"/Type /Page\n") > 3
    with pypdfium2.PdfDocument(made) as document:
        texts = [page.get_textpage().get_text_range() for page in document]
    foot = [line for line in tab.locator("footer").inner_text().splitlines() if line.strip()]
    (whole,) = [text for text in texts if _letters(foot[0]) in _letters(text)]  # no heading ends a page
    assert all(_letters(line) in _letters(whole) for line in foot)


@pytest.mark.parametrize("tag", TAGS)
def test_nothing_is_cut_off_on_paper(open_page, lost, tag):
    tab = open_page(f"{tag}/index.html", round(160 / 25.4 * 96), 1000)  # the width of the type area on A4
    tab.emulate_media(media="print")
    assert lost(tab) == []
    for hidden in ("nav", "button", ".skip"):
        assert not tab.locator(hidden).first.is_visible()
    for shown in ("h1", "figure svg", ".formula math", "table.outcomes", "pre", "footer"):
        assert tab.locator(f"main {shown}, {shown}").locator("visible=true").count() > 0


@pytest.mark.parametrize("words", ["p值", "20个", "“精确”", "对比II"])
def test_a_search_finds_chinese_words(open_page, words):
    """Gaps that the browser makes are no characters; there are passages with each of these words."""
    tab = open_page("zh-Hans/index.html")
    tab.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert words in tab.evaluate("document.body.textContent.replace(/ /g, '')")
    assert tab.evaluate(f"window.find('{words}')")
