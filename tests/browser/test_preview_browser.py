"""The preview in a real browser: it follows saves by itself, and a passage tells where its text lies."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tied import put_down, tied

from discordant.language import catalogs, reviewed

ROOT = Path(__file__).resolve().parents[2]
PO = "locales/it/LC_MESSAGES/article.po"
ITALIAN = catalogs.read(ROOT / PO).entries
QUESTION, LABEL, Y_LABEL = (
    ITALIAN[block].text
    for block in ("question", "figure.null-distribution.chance", "figure.null-distribution.y")
)
ENGLISH_LABEL = ITALIAN["figure.null-distribution.chance"].english
expect.set_options(timeout=60_000)  # until a test gives up; nothing here is timed


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """(folder, address) of a preview of the Italian page."""
    folder = tmp_path_factory.mktemp("preview")
    shutil.copytree(ROOT / "locales", folder / "locales")
    (folder / "templates").mkdir()
    shutil.copy(ROOT / "templates" / "article.md", folder / "templates")
    process = subprocess.Popen(
        [sys.executable, "-m", "discordant", "preview", "it"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
        preexec_fn=tied,
        env={**os.environ, "TMPDIR": str(tmp_path_factory.mktemp("scraps"))},
    )
    try:
        said = process.stdout.readline()
        yield folder, re.search(r"http://\S+", said)[0]
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
    finally:
        put_down(process)


@pytest.fixture
def tab(browser, running):
    """The preview, opened; `tab.seen` has what it asked for and complained of.  Edits are put back."""
    folder, address = running
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    tab = context.new_page()
    tab.seen, tab.complaints = [], []
    tab.on("request", lambda request: tab.seen.append(request.url))
    tab.on("console", lambda message: tab.complaints.append(message.text))
    tab.on("pageerror", lambda error: tab.complaints.append(str(error)))
    tab.goto(address)
    expect(tab.locator("#status")).to_contain_text("Italiano")
    tab.words = tab.frame_locator("iframe:not(.coming)")
    expect(tab.words.locator("h1")).to_be_visible()
    yield tab
    for path, content in before.items():
        if path.read_bytes() != content:
            path.write_bytes(content)
    if tab.locator("#status").inner_text().startswith("it"):
        expect(tab.words.locator(".question")).to_have_text(QUESTION)
        expect(tab.locator("#error")).to_be_hidden()
    context.close()


@pytest.fixture
def edit(running):
    """Saves a file of the publication with a change to its text."""

    def save(path, change):
        text = (running[0] / path).read_text(encoding="utf-8")
        assert change(text) != text
        (running[0] / path).write_text(change(text), encoding="utf-8")

    return save


def translated(block, text):
    entry = re.compile(rf'(msgctxt "{re.escape(block)}"\nmsgid "[^\n]*"\nmsgstr )"[^\n]*"')
    return lambda catalog: entry.sub(lambda match: match[1] + json.dumps(text, ensure_ascii=False), catalog)


def card(tab):
    return tab.locator("#cards article")


def test_asks_only_this_machine_and_complains_of_nothing(tab, running):
    assert {
        address.partition("?")[0].removeprefix(running[1]) for address in tab.seen if "data:" not in address
    } == {
        "",
        "preview.js",
        "preview.css",
        "state.json",
        "events",
        "it/index.html",
    }
    assert tab.complaints == []


def test_the_page_changes_without_being_touched(tab, edit):
    expect(tab.words.locator(".question")).to_have_text(QUESTION)
    for text in ("Prima versione?", "Seconda versione?"):
        edit(PO, translated("question", text))
        expect(tab.words.locator(".question")).to_have_text(text)
    assert tab.locator("iframe").count() == 1
    assert tab.complaints == []


def test_two_saves_in_a_row_show_the_second(tab, edit):
    edit(PO, translated("question", "Prima versione?"))
    edit(PO, translated("question", "Seconda versione?"))
    expect(tab.words.locator(".question")).to_have_text("Seconda versione?")


def test_the_reader_stays_where_she_is(tab, edit):
    words = tab.words.locator("details:has(#words-cases)")
    words.locator("summary").click()
    place = tab.words.locator('section p [data-block="pairing.record"]')
    place.evaluate("mark => mark.ownerDocument.defaultView.scrollTo({top: 0, behavior: 'instant'})")
    place.evaluate("mark => mark.scrollIntoView({block: 'start', behavior: 'instant'})")
    before = place.bounding_box()["y"]
    edit(PO, translated("question", "Una domanda molto più lunga, " * 30))
    expect(tab.words.locator(".question")).to_have_text(re.compile("molto"))
    assert abs(place.bounding_box()["y"] - before) <= 2
    assert words.evaluate("details => details.open")


def test_a_click_tells_what_a_passage_is(tab):
    tab.words.locator(".question").get_by_text(QUESTION).click()
    expect(card(tab)).to_have_count(1)
    expect(card(tab).locator("h2")).to_have_text("question")
    expect(card(tab)).to_contain_text("on which images do they disagree?")
    expect(card(tab)).to_contain_text(QUESTION)
    expect(card(tab)).to_contain_text(re.compile(rf"{re.escape(PO)}:\d+"))
    expect(card(tab)).to_contain_text(re.compile(r"article\.md:\d+"))
    expect(card(tab).locator("dd[lang]").nth(0)).to_have_attribute("lang", "en")
    expect(card(tab).locator("dd[lang]").nth(1)).to_have_attribute("lang", "it")
    expect(tab.words.locator("[data-preview-chosen]")).to_have_text(QUESTION)


def test_the_panel_follows_an_edit(tab, edit):
    tab.words.locator(".question").get_by_text(QUESTION).click()
    edit(PO, translated("question", "Nuova?"))
    expect(card(tab)).to_contain_text("Nuova?")
    expect(tab.words.locator("[data-preview-chosen]")).to_have_text("Nuova?")


def test_a_click_on_a_label_a_formula_and_a_number(tab):
    tab.words.locator("svg text", has_text=LABEL).first.click()
    expect(card(tab).locator("h2")).to_have_text("figure.null-distribution.chance")
    tab.words.locator("#formula-difference math").click()
    expect(card(tab).locator("h2")).to_have_text("formula.difference.spoken")
    tab.words.locator('[data-block="dashboard.case"] .fact').first.click()
    expect(card(tab).locator("h2")).to_have_text("dashboard.case")
    tab.words.locator("svg text", has_text=Y_LABEL).first.click()
    expect(card(tab).locator("h2").first).to_have_text("figure.null-distribution.y")


def test_links_lead_to_other_pages_and_languages(tab, running):
    tab.words.locator('.languages a[lang="zh-Hans"]').click()
    expect(tab.locator("#status")).to_contain_text("zh-Hans")
    tab.words.locator('aside.downloads a[href="handouts/index.html"]').click()
    expect(tab.words.locator('a[href="points.html"]').first).to_be_visible()
    assert tab.frames[1].url.partition("?")[0] == f"{running[1]}zh-Hans/handouts/index.html"
    assert tab.locator("#pages").input_value() == "/zh-Hans/handouts/index.html"
    tab.reload()
    expect(tab.words.locator('a[href="points.html"]').first).to_be_visible()
    tab.go_back()
    expect(tab.words.locator(".head .question")).to_be_visible()
    tab.locator("#pages").select_option("/it/exercises/teacher.html")
    expect(tab.words.locator(".solution").first).to_be_visible()
    tab.locator("#pages").select_option("/it/index.html")
    expect(tab.words.locator(".head .question")).to_have_text(QUESTION)
    assert tab.locator("iframe").count() == 1
    assert tab.complaints == []


def test_a_save_shows_on_a_page_that_was_gone_to(tab, edit):
    tab.locator("#pages").select_option("/it/handouts/index.html")
    expect(tab.words.locator('a[href="points.html"]').first).to_be_visible()
    edit(PO.replace("article", "handouts"), translated("handout.index.title", "Altro titolo"))
    expect(tab.words.locator("h1")).to_have_text("Altro titolo")
    tab.locator("#pages").select_option("/it/index.html")
    expect(tab.words.locator(".head .question")).to_have_text(QUESTION)


def test_links_lead_nowhere_else(tab, running):
    tab.words.locator('aside.downloads a[href*="package"]').click()
    expect(card(tab).locator("h2")).to_have_text("page.download.package")
    expect(tab.locator("#status")).to_contain_text("not part of a preview")
    assert [frame.url.partition("?")[0] for frame in tab.frames] == [running[1], f"{running[1]}it/index.html"]
    tab.words.locator("nav.contents.beside a, details.contents a").first.evaluate("link => link.click()")
    assert tab.frames[1].url.endswith("#dashboard")


def test_an_error_lies_over_the_last_good_page(tab, edit):
    edit("templates/article.md", lambda text: text + "\nNo id here.\n")
    expect(tab.locator("#error")).to_have_text(
        re.compile(r"^discordant: article\.md:\d+: this block has no id")
    )
    expect(tab.locator("#error")).to_have_attribute("role", "alert")
    expect(tab.words.locator(".question")).to_be_visible()
    assert tab.title() == "Error: it"
    edit("templates/article.md", lambda text: text.replace("\nNo id here.\n", ""))
    expect(tab.locator("#error")).to_be_hidden()


def test_a_fault_is_shown_at_its_block(tab, edit):
    edit(PO, translated("standfirst", "Da {A_accuracy} a {nessuno}"))
    mark = tab.words.locator('.standfirst [data-block="standfirst"]')
    expect(mark).to_have_attribute("data-preview-fault", re.compile("standfirst: .*lacks {B_accuracy}"))
    shown = mark.evaluate("mark => getComputedStyle(mark, '::after').content")
    assert "invents {nessuno}" in shown
    expect(tab.locator("#status")).to_contain_text("1 with faults")
    tab.locator("#toggle").click()
    tab.locator("#filter").select_option("faults")
    expect(tab.locator("#list button")).to_have_text(["standfirst – fault"])


def test_a_fault_of_a_label_is_shown_in_its_figure(tab, edit):
    edit(PO, translated("figure.null-distribution.chance", "caso {b}"))
    label = tab.words.locator("svg text[data-preview-fault]")
    expect(label).to_have_count(2)
    expect(label.first).to_have_text(ENGLISH_LABEL)
    label.first.click()
    expect(card(tab)).to_contain_text("invents {b}")
    expect(card(tab)).to_contain_text("caso {b}")


def test_what_stands_in_english_can_be_listed(tab, edit):
    edit(PO, translated("question", ""))
    expect(tab.locator("#status")).to_contain_text("1 not translated")
    tab.locator("#toggle").click()
    tab.locator("#filter").select_option("open")
    expect(tab.locator("#list button")).to_have_text(["question – missing"])
    expect(tab.locator("#list .group")).to_have_text(["open on this page"])
    mark = tab.words.locator('[data-block="question"]')
    expect(mark).to_have_attribute("data-preview-state", "missing")
    tab.locator("#pages").select_option("/it/README.html")
    expect(tab.locator("#list .group")).to_have_text(["open elsewhere"])
    tab.locator("#pages").select_option("/it/index.html")


def test_what_nobody_reviewed_is_marked_where_somebody_reviews(tab, edit):
    mark = tab.words.locator('[data-block="standfirst"]')
    expect(mark).not_to_have_attribute("data-preview-state", "unreviewed")
    entry = ITALIAN["question"]
    sealed = reviewed.line(entry.english, entry.text, "Bo")
    edit(PO, lambda text: text.replace('msgctxt "question"', f'{sealed}\nmsgctxt "question"'))
    expect(mark).to_have_attribute("data-preview-state", "unreviewed")
    expect(tab.words.locator('[data-block="question"]')).not_to_have_attribute(
        "data-preview-state", "unreviewed"
    )
    tab.locator("#toggle").click()
    tab.locator("#filter").select_option("unreviewed")
    expect(tab.locator('#list [data-id="standfirst"]')).to_have_count(1)
    expect(tab.locator('#list [data-id="question"]')).to_have_count(0)


def test_by_keyboard_alone(tab):
    tab.locator("#toggle").focus()
    tab.keyboard.press("Enter")
    expect(tab.locator("#toggle")).to_have_attribute("aria-expanded", "true")
    tab.keyboard.press("Tab")
    expect(tab.locator("#pages")).to_be_focused()
    tab.keyboard.press("Tab")
    tab.keyboard.press("Tab")
    expect(tab.locator("#next")).to_be_focused()
    tab.keyboard.press("Enter")
    expect(card(tab).locator("h2")).to_have_text("title")
    tab.keyboard.press("Enter")
    expect(card(tab).locator("h2")).to_have_text("question")
    tab.keyboard.press("Shift+Tab")
    tab.keyboard.press("Enter")
    expect(card(tab).locator("h2")).to_have_text("title")
    tab.locator('#list [data-id="pairing.record"]').focus()
    tab.keyboard.press("Enter")
    expect(card(tab).locator("h2")).to_have_text("pairing.record")
    expect(tab.words.locator('[data-block="pairing.record"]')).to_be_in_viewport()
    expect(tab.locator('#list [aria-current="true"]')).to_have_text("pairing.record")
    tab.keyboard.press("Escape")
    expect(tab.locator("#panel")).to_be_hidden()
    expect(tab.locator("#toggle")).to_be_focused()


def test_a_hostile_translation_runs_nothing(tab, edit):
    hostile = "<img src=x onerror=\"document.title='x'\"><script>parent.document.title='x'</script>"
    edit(PO, translated("question", hostile))
    expect(tab.words.locator(".question")).to_contain_text("onerror")
    tab.words.locator(".question [data-block]").click(position={"x": 3, "y": 3})
    expect(card(tab)).to_contain_text("<script>")
    assert tab.locator("#cards img, #cards script").count() == 0
    assert tab.title() == "Preview: it"
    assert tab.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_frame_is_accessible(tab, scheme):
    axe = next(Path(sys.prefix).rglob("axe.min.js"))
    tab.emulate_media(color_scheme=scheme)
    tab.words.locator(".question").get_by_text(QUESTION).click()
    session = tab.context.new_cdp_session(tab)
    session.send("Page.setBypassCSP", {"enabled": True})
    tab.evaluate(axe.read_text(encoding="utf-8"))
    result = tab.evaluate("axe.run(document, {iframes: false})")
    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in result["violations"]] == []


def test_at_the_size_of_a_phone(tab):
    tab.set_viewport_size({"width": 360, "height": 700})
    tab.words.locator(".question").get_by_text(QUESTION).click()
    expect(card(tab)).to_be_visible()
    assert tab.evaluate("document.scrollingElement.scrollWidth") <= 360
    box = tab.locator("#panel").bounding_box()
    assert box["x"] >= 0
    assert box["y"] > 200
    assert box["width"] <= 360
