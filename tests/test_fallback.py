"""A language translated in part: the rest stands in English, marked, counted, and never by surprise."""

import json
import re
import shutil
from pathlib import Path

import pikepdf
import pytest

ROOT = Path(__file__).resolve().parents[1]
TAGS = ("ar", "pt")
HEADING = {
    "ar": "التقدّم نفسه بمقدار 2 من النقاط، والدليل مختلف",
    "pt": "A mesma vantagem de 2 pontos, evidências diferentes",
}
MARK = {"ar": "لم يُترجم بعد", "pt": "Ainda sem tradução"}


def blocks():
    """The ids of all English blocks, read from the sources without the program's parser."""
    return {
        name
        for path in (ROOT / "templates").rglob("*.md")
        for name in re.findall(r"\{#([\w.-]+)[^{}]*\}\s*$", path.read_text("utf-8"), re.MULTILINE)
    }


def translated(tag):
    """The ids that a fixture translates."""
    text = (ROOT / "tests" / "locales" / tag / "LC_MESSAGES" / "discordant.po").read_text("utf-8")
    return set(re.findall(r'^msgctxt "([^"]+)"', text, re.MULTILINE))


def words(element):
    return " ".join("".join(element.itertext()).split())


@pytest.fixture(scope="module")
def pages(beginning, read_page):
    return {tag: read_page(beginning / "output" / tag / "index.html") for tag in TAGS}


@pytest.mark.parametrize("tag", TAGS)
def test_what_is_translated_stands_in_the_language(pages, tag):
    [heading] = pages[tag].xpath("//h1")
    assert words(heading) == HEADING[tag]
    assert not heading.xpath('.//*[@lang="en"]')


@pytest.mark.parametrize("tag", TAGS)
def test_what_is_not_stands_in_english_and_says_so(pages, trees, tag):
    [passage] = pages[tag].xpath('//section[@aria-labelledby="hypothesis"]/p[1]')
    assert (passage.get("lang"), passage.get("dir"), passage.get("class")) == ("en", "ltr", "fallback")
    [english] = trees["en"].xpath('//section[@aria-labelledby="hypothesis"]/p[1]')
    mark = passage[0]
    assert (mark.get("class"), mark.get("lang"), mark.text) == ("mark sans", tag, MARK[tag])
    assert words(passage).removeprefix(MARK[tag]).strip() == words(english)


@pytest.mark.parametrize("tag", TAGS)
def test_every_english_passage_is_marked(pages, tag):
    """A paragraph or item that is not marked holds the language's own words."""
    for passage in pages[tag].xpath("//article//p | //article//li"):
        if passage.get("class") != "fallback" and not passage.xpath("ancestor::nav"):
            own = [text for text in passage.xpath('.//text()[not(ancestor::*[@lang="en"])]') if text.strip()]
            assert not re.search(r"\b(the|of the|images|which|and) ", " ".join(own)), words(passage)


@pytest.mark.parametrize("tag", TAGS)
def test_the_status_line_counts(pages, tag):
    [status] = pages[tag].xpath('//p[@class="status"]')
    counts = {
        fact: int(status.xpath(f'.//*[@data-fact="{fact}"]')[0].text) for fact in ("fallbacks", "blocks")
    }
    assert counts == {"fallbacks": len(blocks() - translated(tag)), "blocks": len(blocks())}


@pytest.mark.parametrize("tag", TAGS)
def test_a_number_in_an_english_passage_says_its_language(pages, tag):
    facts = pages[tag].xpath('//p[@class="fallback"]//*[@data-fact]')
    assert len(facts) > 20
    assert {fact.get("lang") for fact in facts if fact.tag == "span"} == {tag}


def test_labels_of_a_figure_fall_back_one_by_one(pages):
    labels = [text.text for text in pages["pt"].xpath('//*[@class="panels"]//text')]
    assert "só B certo: 20" in labels
    assert "only A right: 0" in labels


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("figure", ["cases", "null-distribution"])
def test_a_figure_with_english_labels_says_so(pages, trees, tag, figure):
    labels = {
        name
        for name in blocks()
        if name.startswith(f"figure.{figure}.")
        and ".table." not in name
        and not name.endswith((".caption", ".alt"))
    }
    marks = pages[tag].xpath(f'//figure[@id="figure-{figure}"]/figcaption/p[contains(@class, "mark")]')
    assert [words(mark) for mark in marks] == ([MARK[tag]] if labels - translated(tag) else [])
    assert not trees["it"].xpath(f'//figure[@id="figure-{figure}"]/figcaption/p[contains(@class, "mark")]')


@pytest.mark.parametrize("tag", TAGS)
def test_no_element_has_two_classes_attributes(beginning, tag):
    text = (beginning / "output" / tag / "index.html").read_text("utf-8")
    assert not re.findall(r'<\w+[^<>]*\sclass="[^"]*"[^<>]*\sclass=', text)


@pytest.mark.parametrize("tag", TAGS)
def test_the_pdf_tells_the_language_of_english_parts(beginning, pages, tag):
    with pikepdf.open(beginning / "output" / tag / f"discordant-{tag}.pdf") as pdf:
        assert str(pdf.Root.Lang) == tag
        parts = [
            (str(entry.S), str(entry.Lang))
            for entry in pdf.objects
            if isinstance(entry, pikepdf.Dictionary)
            and entry.get("/Type") == "/StructElem"
            and "/Lang" in entry
        ]
    passages = [
        p for p in pages[tag].xpath('//*[@class="fallback"][self::p]') if not p.xpath("ancestor::footer")
    ]
    assert parts.count(("/P", "en")) >= len(passages) > 30
    assert ("/Span", tag) in parts
    assert ("/Formula", "en") in parts
    assert {language for _kind, language in parts} == {"en", tag}


def test_a_finished_language_has_no_other_languages_inside(made):
    for tag in ("en", "it", "zh-Hans"):
        with pikepdf.open(made / "output" / tag / f"discordant-{tag}.pdf") as pdf:
            assert not [
                e for e in pdf.objects if isinstance(e, pikepdf.Dictionary) and "/Lang" in e and "/S" in e
            ]


def test_the_package_keeps_its_languages_beside_them(discordant, tmp_path):
    shutil.copytree(ROOT / "tests" / "locales", tmp_path / "locales")
    run = discordant("build", "--format", "json", cwd=tmp_path)
    assert run.returncode == 0
    appendix = json.loads((tmp_path / "output" / "data" / "discordant.json").read_bytes())
    directions = {tag: entry["direction"] for tag, entry in appendix["locales"].items()}
    assert directions == {"en": "ltr", "ar": "rtl", "it": "ltr", "pt": "ltr", "zh-Hans": "ltr"}


@pytest.mark.parametrize(("claimed", "code"), [("[]", 0), ('["article"]', 1), ('["page"]', 1)])
def test_a_release_is_refused_only_where_a_part_is_claimed(discordant, tmp_path, claimed, code):
    shutil.copytree(ROOT / "tests" / "locales", tmp_path / "locales")
    settings = tmp_path / "locales" / "pt" / "locale.toml"
    settings.write_text(
        settings.read_text("utf-8").replace("complete = []", f"complete = {claimed}"), "utf-8"
    )
    run = discordant("build", "--release", "--locale", "pt", "--format", "json", "-o", "out", cwd=tmp_path)
    assert run.returncode == code
    assert len(run.stderr.splitlines()) == 1
    assert run.stderr.startswith(("discordant: pt: ", "pt: "))
    assert (tmp_path / "out").exists() == (code == 0)
    assert ("locale.toml" in run.stderr) == (code == 1)
