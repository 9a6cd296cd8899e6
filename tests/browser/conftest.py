"""What the tests in a browser share: opening a page, and what can be asked of it."""

from importlib.resources import files

import pytest


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
        tab.address = (made / "output" / page).as_uri()  # a page elsewhere is given with its whole path
        tab.goto(tab.address)
        return tab

    yield opened
    for context in contexts:
        context.close()


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


@pytest.fixture
def cut():
    """The texts of a tab that reach out of its window."""
    return lambda tab: tab.evaluate(CUT)


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


@pytest.fixture
def lost():
    """The boxes and texts of a tab that would be lost in print."""
    return lambda tab: tab.evaluate(LOST)


@pytest.fixture
def fonts_of():
    """(Number of text nodes, number of those that are rendered, [(text, font that is not the page's)])."""

    def ask(tab):
        session = tab.context.new_cdp_session(tab)
        session.send("DOM.enable")
        session.send("CSS.enable")
        nodes = session.send("DOM.getFlattenedDocument", {"depth": -1, "pierce": True})["nodes"]
        texts = [node for node in nodes if node["nodeType"] == 3 and node["nodeValue"].strip()]
        foreign, rendered = [], 0
        for node in texts:
            fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": node["nodeId"]})["fonts"]
            rendered += bool(fonts)
            foreign += [
                (node["nodeValue"].strip()[:40], font["familyName"])
                for font in fonts
                if not (font["isCustomFont"] and font["familyName"].startswith("Discordant "))
            ]
        return len(texts), rendered, foreign

    return ask


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


@pytest.fixture
def colours():
    """(Text, place, colour, background) of every text of a tab that is rendered."""
    return lambda tab: tab.evaluate(COLOURS)


def luminance(colour):
    channels = [c / 255 for c in colour]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    light, dark = sorted([luminance(one), luminance(other)], reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.fixture(name="luminance")
def luminance_of():
    return luminance


@pytest.fixture(name="contrast")
def contrast_of():
    return contrast


# --- accessibility ------------------------------------------------------------------------------------------


@pytest.fixture
def violations():
    """What axe finds wrong with a tab: (rule, the first elements), and the number of rules that passed."""
    axe = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")

    def ask(tab):
        tab.evaluate(axe)  # not by a script element: the page's own policy would refuse it
        result = tab.evaluate("axe.run(document, {resultTypes: ['violations']})")
        found = [(v["id"], [node["html"][:90] for node in v["nodes"][:3]]) for v in result["violations"]]
        return found, len(result["passes"])

    return ask
