"""A language translated in part: the rest stands in English, marked, counted, and never by surprise."""

import json
import re
import shutil
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pikepdf
import pytest
from each import each

from discordant.audit import numbers
from discordant.audit.numbers import KNOWN, Marks
from discordant.audit.page import shown

ROOT = Path(__file__).resolve().parents[1]
TAGS = ("ar", "pt")
PAGES = ("index.html", "handouts/index.html", "handouts/compared.html", "handouts/points.html")
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


@pytest.fixture(scope="module")
def appendix(beginning):
    return json.loads((beginning / "output" / "data" / "discordant.json").read_bytes())


# how the fixtures' languages write, by their locale.toml; and English
WAYS = {"pt": Marks(",", ".", 4), "ar": Marks(".", ",", 4), "en": KNOWN["en"]}


@each("page", [f"{tag}/{page}" for tag in TAGS for page in PAGES])
def test_numbers_and_dates_are_written_as_the_passage_is_whatever_the_page(
    beginning, read_page, appendix, page
):
    """By the audit's reader, which shares nothing with what writes."""
    tag, seen = page.split("/")[0], Counter()
    for fact in read_page(beginning / "output" / page).xpath("//*[@data-fact]"):
        language = fact.xpath("ancestor-or-self::*[@lang][1]/@lang")[0]
        known = appendix["facts"].get(fact.get("data-fact"))
        if known is None or (known["kind"] == "date" and language != "en"):
            continue
        value = Fraction(int(known["numerator"]), int(known["denominator"])) if "numerator" in known else None
        value = known["value"] if value is None else value
        wrong = numbers.states(shown(fact), value, known["kind"], language, WAYS[language])
        assert not wrong, (fact.get("data-fact"), shown(fact), language)
        seen[language] += 1
    assert seen["en"] > (1 if page.endswith("handouts/index.html") else 20)
    assert seen.keys() <= {tag, "en"}


def test_the_record_says_which_passages_are_english(appendix):
    printed = appendix["locales"]["pt"]["printed"]
    entries = {(e["block"], e["fact"]): e for product in printed.values() for e in product}
    own, stands_in = entries["standfirst", "A_accuracy"], entries["table.outcomes.caption", "N"]
    assert (own.get("language"), stands_in["language"], stands_in["text"]) == (None, "en", "1,000")
    assert entries["dashboard.case", "N"]["text"] == "1.000"
    tables = [
        e for e in printed["page"] if e["block"] in ("table.outcomes", "figure.null-distribution.table")
    ]
    assert len(tables) > 150  # heads and captions apart, a table is the page's own
    assert not [e for e in tables if "language" in e]


def test_labels_in_english_have_english_numbers(beginning):
    for name in ("handouts/points.html", "index.html"):
        text = (beginning / "output" / "pt" / name).read_text("utf-8")
        labels = re.findall(r"<text[^>]*>([^<]*)</text>", text)
        english = [label for label in labels if re.search(r"\b(points on|both tails|drawn for)\b", label)]
        assert english
        assert not any(re.search(r"\d,\d(?!\d\d)|\d\.\d{3}\b(?!\d)", label) for label in english)


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
