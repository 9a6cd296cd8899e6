"""Figures beside each other in one document look as they do alone."""

import pytest

FIGURE = "null-distribution"


@pytest.fixture
def page(browser):
    page = browser.new_page(viewport={"width": 800, "height": 1200})
    yield page
    page.close()


def picture(page, before, shown):
    """The figure as it is painted, after another in the same document."""
    page.set_content(f'<!doctype html><body style="margin:0">{before}<div id="shown">{shown}</div>')
    page.evaluate("document.fonts.ready")
    return page.locator("#shown svg").first.screenshot()


def test_a_figure_keeps_its_hatching_beside_any_other(page, made):
    def source(tag, scheme):
        return (made / "figures" / tag / f"{FIGURE}{scheme}.svg").read_text(encoding="utf-8")

    light, dark, italian = source("en", ""), source("en", "-dark"), source("it", "")
    for shown, other in ((dark, light), (light, dark), (light, italian)):
        alone = picture(page, "", shown)
        assert picture(page, f'<div style="display:none">{other}</div>', shown) == alone
        assert picture(page, "", shown.replace("url(#", "url(#no-")) != alone  # the hatching is seen at all
