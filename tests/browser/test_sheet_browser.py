"""Exercise sheets in a real browser, from the disk: nothing loaded, nothing cut off, readable for all."""

import pytest

TAGS = ("en", "it", "zh-Hans")
SCHEMES = ("light", "dark")
# of every kind of exercise; the other variants differ in their numbers alone
PAGES = [f"{name}-{tag}{end}.html" for tag in TAGS for name, end in (("exercises", "-A"), ("answers", ""))]
# where a long page takes long: all students' and one of the teacher's, with characters of both scripts
SHORT = [page for page in PAGES if page.startswith("exercises") or "zh" in page]
LEAST_CONTRAST = 4.5


@pytest.fixture
def open_sheet(open_page, every_kind, large):
    def opened(page, *size, **options):
        folder = large if "large" in page else every_kind
        folder /= "teacher" if page.startswith("answers") else "student"
        return open_page(folder / page, *size, **options)

    return opened


every_page = pytest.mark.parametrize("page", [*PAGES, "exercises-en-A-large.html", "answers-en-large.html"])


@every_page
def test_asks_for_nothing_and_complains_of_nothing(open_sheet, page):
    tab = open_sheet(page)
    tab.evaluate("document.fonts.ready.then(() => true)")
    assert [seen for seen in tab.seen if not seen.startswith("data:")] == [tab.address]


@every_page
def test_no_sideways_scroll_on_a_phone(open_sheet, page, cut):
    tab = open_sheet(page, 360, 740, java_script_enabled=False)
    for width in (360,) if "large" in page else (360, 320):
        tab.set_viewport_size({"width": width, "height": 740})
        for scheme in SCHEMES:
            tab.emulate_media(color_scheme=scheme)
            assert tab.evaluate("document.scrollingElement.scrollWidth") <= width
            assert cut(tab) == []


@pytest.mark.parametrize("page", [*SHORT, "exercises-en-A-large.html"])
def test_axe_finds_no_violation(open_sheet, page, violations):
    tab = open_sheet(page, 360, 740)  # narrow, so that tables scroll
    found, passed = violations(tab)
    assert found == []
    assert passed > 8


@pytest.mark.parametrize("page", SHORT)
def test_every_text_is_set_in_a_font_of_the_page(open_sheet, page, fonts_of):
    texts, rendered, foreign = fonts_of(open_sheet(page, java_script_enabled=False))
    assert foreign == []
    assert rendered > texts * 0.8 > 200


@pytest.mark.parametrize("page", SHORT)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_texts_stand_out(open_sheet, page, scheme, colours, contrast):
    tab = open_sheet(page, color_scheme=scheme)
    found = {(place, round(contrast(one, other), 2)) for _text, place, one, other in colours(tab)}
    assert len(found) > 3
    assert [(place, ratio) for place, ratio in found if ratio < LEAST_CONTRAST] == []


@pytest.mark.parametrize("page", SHORT)
def test_nothing_is_lost_where_a_browser_prints(open_sheet, page, lost):
    tab = open_sheet(page, 794, 1123, java_script_enabled=False)
    tab.emulate_media(media="print")
    assert lost(tab) == []
    assert tab.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") > 5


def test_a_students_answers_have_room(open_sheet):
    """Lines and boxes are there on screen as well."""
    tab = open_sheet("exercises-en-A.html")
    heights = tab.evaluate("[...document.querySelectorAll('.lines .rule')].map(e => e.offsetHeight)")
    assert len(heights) > 40
    assert min(heights) >= 24
    boxes = tab.evaluate("[...document.querySelectorAll('.options .box')].map(e => e.offsetWidth)")
    assert len(boxes) > 30
    assert min(boxes) >= 10
