"""Claims that do not hold, and translations that lack something, in a build."""

import re

import pytest
from building import one_line, replacing, tree

PO = "locales/it/LC_MESSAGES/article.po"
ARTICLE = "templates/article.md"
LOCALE = "locales/it/locale.toml"


@pytest.mark.parametrize(
    ("old", "new"),
    [("I_exact_p < alpha", "I_exact_p > alpha"), ("I_net == II_net", "I_net == II_nett")],
)
def test_a_claim_that_does_not_hold_stops_the_build(copy, discordant, publication, old, new):
    folder = publication(ARTICLE, replacing(old, new), copy)
    text = (folder / ARTICLE).read_text(encoding="utf-8")
    block = re.search(rf'\{{#(\S+) claims="[^"]*{re.escape(new)}', text)[1]
    before = tree(copy)
    run = discordant("build", cwd=folder)
    one_line(run, 1, new.split()[-1], block, "article.md:")
    assert tree(copy) == before


def untranslated(text):
    """The catalog with one block outdated, one empty, and one that has a number too many."""
    entries = text.split("\n\n")
    for place, entry in enumerate(entries):
        if 'msgctxt "dashboard.case"' in entry:
            entries[place] = re.sub(r'(?s)\nmsgstr ".*', '\nmsgstr ""', entry)
        elif 'msgctxt "regressions.error"' in entry:
            entries[place] = entry.replace('\nmsgid "', '\nmsgid "Once it was otherwise. ', 1)
        elif 'msgctxt "dashboard.title"' in entry:
            entries[place] = re.sub(r'(?s)\nmsgstr "', '\nmsgstr "{N} ', entry)
    return "\n\n".join(entries)


def test_release_refuses_what_is_not_translated(discordant, publication):
    folder = publication(PO, untranslated)
    run = discordant("build", "--release", "--format", "json", "-o", "out", cwd=folder)
    one_line(run, 1, "it: blocks in English: article 3 of", "dashboard.case", "locale.toml")
    assert not (folder / "out").exists()


def test_release_accepts_a_language_that_claims_nothing(discordant, publication):
    folder = publication(PO, untranslated)
    claimed = 'complete = ["article", "page", "package", "handouts", "exercises", "report"]'
    publication(LOCALE, replacing(claimed, "complete = []"))
    run = discordant("build", "--release", "--format", "json", "--locale", "it", cwd=folder)
    assert run.returncode == 0
    assert "article 3 of" in run.stderr


def test_release_accepts_what_is_complete(discordant, tmp_path):
    run = discordant("build", "--release", "--format", "json", cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")


def test_draft_marks_what_is_not_translated(discordant, publication, read_page, trees):
    folder = publication(PO, untranslated)
    run = discordant("build", "--locale", "it", "--format", "html", cwd=folder)
    assert run.returncode == 0
    lines = run.stderr.splitlines()
    assert len(lines) == 2
    assert "it: block dashboard.title: the translation invents {N}" in lines[0]
    names = "dashboard.title, dashboard.case, regressions.error"
    assert re.search(rf"it: blocks in English: article 3 of \d+ \(1 outdated\): {names}$", lines[1])
    root = read_page(folder / "output" / "it" / "index.html")
    english = root.xpath('//*[@lang="en"][contains(@class, "fallback")]')
    outdated = [e for e in english if "outdated" in e.get("class").split()]
    assert [e[0].text for e in outdated] == ["Traduzione non aggiornata, testo in inglese"]
    assert all(element.get("dir") == "ltr" for element in english)
    [section] = trees["en"].xpath('//section[@aria-labelledby="dashboard"]')
    heading, paragraph = section.find(".//h2"), section.find("p")
    texts = ["".join(element.itertext()) for element in english]
    assert [text for text in texts if text in "".join(heading.itertext())]
    [mine] = [e for e in english if e.tag == "p" and paragraph.text in "".join(e.itertext())]
    assert set(mine.xpath('.//*[@data-fact="N"]/text()')) == {"1,000"}  # its numbers are English, too
    shown = {
        fact.get("data-fact"): int(fact.text) for fact in root.xpath('//p[@class="status"]//*[@data-fact]')
    }
    assert (shown["missing"], shown["outdated"]) == (2, 1)
    assert shown["blocks"] > 100


def test_a_character_without_a_glyph_harms_its_block_alone(discordant, publication):
    folder = publication(PO, replacing("su quali immagini sono in disaccordo?", "su quali क?"))
    run = discordant("build", "--locale", "it", "--locale", "en", "--format", "html", cwd=folder)
    assert run.returncode == 0
    assert "it: block question: the translation has 'क' (U+0915)" in run.stderr
    assert "क" not in (folder / "output" / "it" / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "{{ 7 * 7 }}{% raw %}",
        "&lt;b&gt; <b>x</b>",
    ],
)
def test_a_translation_is_text_and_nothing_else(hostile):
    from discordant.press.blocks import Block
    from discordant.press.scribe import Scribe
    from discordant.publication.disk import catalog, locale

    block = Block("x", "paragraph", 0, hostile, (), "", "x.md", 1)
    html = Scribe(locale("en"), catalog("en"), {}, {"inline": {}, "display": {}}, {}).html(block).html
    assert "<script" not in html
    assert "<img" not in html
    assert "<b" not in html
    assert "href" not in html or "javascript" not in html
    assert "49" not in html
