"""The pages in a real browser, from the disk: nothing loaded, nothing cut off, all of it readable."""

import shutil
import sys
from importlib.resources import files

import pytest
from playwright.sync_api import sync_playwright

TAGS = ("en", "it", "zh-Hans")
PAGES = ("index.html", *(f"{tag}/index.html" for tag in TAGS))
SCHEMES = ("light", "dark")
MACOS = "/Applications/Chromium.app/Contents/MacOS/Chromium"


def chromium():
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), MACOS if sys.platform == "darwin" else None)
    assert found, "no Chromium here; ./do setup test brings it"
    return found


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser, made):
    """Opens a page of the build; what it asks for and what goes wrong is kept in `page.seen`."""
    contexts = []

    def opened(page, width=1280, height=900, **options):
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        tab = context.new_page()
        tab.seen = []
        tab.on("request", lambda request: tab.seen.append(request.url))
        tab.on("console", lambda message: tab.seen.append(f"console: {message.text}"))
        tab.on("pageerror", lambda error: tab.seen.append(f"error: {error}"))
        tab.address = (made / "output" / page).as_uri()
        tab.goto(tab.address)
        return tab

    yield opened
    for context in contexts:
        context.close()


OPEN_EVERYTHING = "document.querySelectorAll('details').forEach(details => details.open = true)"


@pytest.mark.parametrize("page", PAGES)
def test_asks_for_nothing_and_complains_of_nothing(open_page, page):
    tab = open_page(page)
    tab.evaluate(OPEN_EVERYTHING)
    tab.evaluate("document.fonts.ready.then(() => true)")
    assert [seen for seen in tab.seen if not seen.startswith("data:")] == [tab.address]


# --- width --------------------------------------------------------------------------------------------------

# Texts that reach out of the window, but for those in a box of their own that scrolls.
CUT = """() => {
    const width = document.documentElement.clientWidth, found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; node = walker.nextNode();) {
        const parent = node.parentElement;
        if (!node.data.trim() || parent.closest('.scroll, .skip, style')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects())
            if (box.width > 0 && (box.right > width + 1 || box.left < -1)) found.push(node.data.trim());
    }
    return found;
}"""


@pytest.mark.parametrize("page", PAGES)
def test_no_sideways_scroll_on_a_phone(open_page, page):
    tab = open_page(page, 360, 740, java_script_enabled=False)
    for unfold in ("true", OPEN_EVERYTHING):
        tab.evaluate(unfold)
        for width in (360, 320):
            tab.set_viewport_size({"width": width, "height": 740})
            for scheme in SCHEMES:
                tab.emulate_media(color_scheme=scheme)
                assert tab.evaluate("document.scrollingElement.scrollWidth") <= width
                assert tab.evaluate(CUT) == []


# --- fonts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
def test_every_text_is_set_in_a_font_of_the_page(open_page, page):
    """In every text node, hidden ones too: asked of the layout, glyph by glyph."""
    tab = open_page(page, java_script_enabled=False)
    tab.evaluate(OPEN_EVERYTHING)
    session = tab.context.new_cdp_session(tab)
    session.send("DOM.enable")
    session.send("CSS.enable")
    nodes = session.send("DOM.getFlattenedDocument", {"depth": -1, "pierce": True})["nodes"]
    texts = [node for node in nodes if node["nodeType"] == 3 and node["nodeValue"].strip()]
    assert len(texts) > (8 if page == "index.html" else 1000)
    foreign, rendered = [], 0
    for node in texts:
        fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": node["nodeId"]})["fonts"]
        rendered += bool(fonts)
        foreign += [
            (node["nodeValue"].strip()[:40], font["familyName"])
            for font in fonts
            if not (font["isCustomFont"] and font["familyName"].startswith("Discordant "))
        ]
    assert foreign == []
    assert rendered > len(texts) * 0.8


# --- contrast -----------------------------------------------------------------------------------------------

# (text, place, colour, background) of every text that is rendered; colours as the browser computes them.
COLOURS = """() => {
    const probe = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
    const parse = text => {
        probe.clearRect(0, 0, 1, 1); probe.fillStyle = text; probe.fillRect(0, 0, 1, 1);
        return [...probe.getImageData(0, 0, 1, 1).data];
    };
    const mix = (c, under, share) => c * share + under * (1 - share);
    const over = (top, under) => top.slice(0, 3).map((c, i) => mix(c, under[i], top[3] / 255));
    const background = element => {
        if (!element) return parse(getComputedStyle(document.documentElement).backgroundColor);
        const own = parse(getComputedStyle(element).backgroundColor);
        return own[3] === 255 ? own : [...over(own, background(element.parentElement)), 255];
    };
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; node = walker.nextNode();) {
        const parent = node.parentElement;
        if (!node.data.trim() || parent.closest('style')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        if (!range.getClientRects().length) continue;
        const style = getComputedStyle(parent);
        const colour = parse(parent.closest('svg') ? style.fill : style.color), under = background(parent);
        const place = parent.closest('svg') ? 'svg' : (parent.closest('[class]') || parent).className;
        found.push([node.data.trim().slice(0, 40), place, over(colour, under), under.slice(0, 3)]);
    }
    return found;
}"""


def luminance(colour):
    channels = [c / 255 for c in colour]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    light, dark = sorted([luminance(one), luminance(other)], reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_computed_as_the_guidelines_say():
    assert contrast([255, 255, 255], [0, 0, 0]) == pytest.approx(21)
    assert contrast([119, 119, 119], [255, 255, 255]) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("page", PAGES)
def test_contrast(open_page, page):
    tab = open_page(page)
    tab.evaluate(OPEN_EVERYTHING)
    for scheme in SCHEMES:
        tab.emulate_media(color_scheme=scheme)
        found = tab.evaluate(COLOURS)
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
    assert buttons.count() == 2
    for place in range(2):
        button = buttons.nth(place)
        full = tab.locator(f"#{button.get_attribute('popovertarget')}")
        assert not full.is_visible()
        button.focus()
        tab.keyboard.press("Enter")
        assert full.is_visible()
        drawing = full.locator("svg").first.bounding_box()
        panel = tab.locator("figure .panel svg").nth(2 * place).bounding_box()
        assert drawing["width"] > 1.5 * panel["width"]
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
    assert tab.url.endswith("#text")


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


# --- accessibility ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def axe():
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_axe_finds_no_violation(open_page, axe, page):
    tab = open_page(page)
    tab.evaluate(OPEN_EVERYTHING)
    tab.evaluate(axe)  # not by a script element: the page's own policy would refuse it
    result = tab.evaluate("axe.run(document, {resultTypes: ['violations']})")
    found = [(v["id"], [node["html"][:90] for node in v["nodes"][:3]]) for v in result["violations"]]
    assert found == []
    assert len(result["passes"]) > 10


# --- print --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", TAGS)
def test_prints(open_page, tag):
    tab = open_page(f"{tag}/index.html", java_script_enabled=False)
    assert tab.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") > 3


# Boxes that hold more than they show, and texts out of the paper: both would be lost in print.
LOST = """() => {
    const found = [];
    for (const box of document.querySelectorAll('body *')) {
        const style = getComputedStyle(box);
        if (style.overflowX !== 'visible' && box.scrollWidth > box.clientWidth + 1 && box.clientWidth)
            found.push(box.className || box.tagName);
        if (style.overflowY !== 'visible' && box.scrollHeight > box.clientHeight + 1 && box.clientHeight)
            found.push(box.className || box.tagName);
    }
    const width = document.documentElement.clientWidth;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; node = walker.nextNode();) {
        if (!node.data.trim()) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects())
            if (box.width > 0 && (box.right > width + 1 || box.left < -1)) found.push(node.data.trim());
    }
    return found;
}"""


@pytest.mark.parametrize("tag", TAGS)
def test_nothing_is_cut_off_on_paper(open_page, tag):
    tab = open_page(f"{tag}/index.html", round(160 / 25.4 * 96), 1000)  # the width of the type area on A4
    tab.emulate_media(media="print")
    assert tab.evaluate(LOST) == []
    for hidden in ("nav", "button", ".skip"):
        assert not tab.locator(hidden).first.is_visible()
    for shown in ("h1", "figure svg", ".formula math", "table.outcomes", "pre", "footer"):
        assert tab.locator(f"main {shown}, {shown}").locator("visible=true").count() > 0
