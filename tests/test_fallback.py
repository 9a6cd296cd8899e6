"""A language translated in part: the rest stands in English, marked, counted, and never by surprise."""

import json
import re
import shutil
import zipfile
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from each import each
from page_numbers import word

from discordant.audit import numbers
from discordant.audit.numbers import KNOWN, Marks
from discordant.audit.page import shown
from discordant.language import Catalog
from discordant.language.message import has_words
from discordant.press import pages as press_pages
from discordant.publication import edition
from discordant.publication.disk import load

ROOT = Path(__file__).resolve().parents[1]
TAGS = ("ar", "pt")
PAGES = ("index.html", "handouts/index.html", "handouts/compared.html", "handouts/points.html")
HEADING = {
    "ar": "التقدّم نفسه بمقدار 2 من النقاط، والدليل مختلف",
    "pt": "A mesma vantagem de 2 pontos, evidências diferentes",
}
MARK = {"ar": "لم يُترجم بعد", "pt": "Ainda sem tradução"}
OUTDATED = "Tradução desatualizada, texto em inglês"
DRAWN = {
    "ar": "Some labels in this figure are in English",
    "pt": "Alguns rótulos desta figura estão em inglês",
}
ARTICLE = ("article.md", "figures.md", "page.md", "print.md")  # the sources of its page


def blocks(*sources):
    """The ids of English blocks with words, of all sources or some, read without the program's parser."""
    wordless = {name for name, block in load().blocks.items() if not has_words(block.text)}
    return {
        name
        for path in (ROOT / "templates").rglob("*.md")
        if not sources or path.relative_to(ROOT / "templates").as_posix().startswith(sources)
        for name in re.findall(r"\{#([\w.-]+)[^{}]*\}\s*$", path.read_text("utf-8"), re.MULTILINE)
        if name not in wordless
    }


def entries(tag):
    """The entries of a fixture, as text."""
    catalogs = sorted((ROOT / "tests" / "locales" / tag / "LC_MESSAGES").glob("*.po"))
    return [entry for path in catalogs for entry in path.read_text("utf-8").split("\n\n")]


def named(found):
    return {name for entry in found for name in re.findall(r'^msgctxt "([^"]+)"', entry, re.MULTILINE)}


def translated(tag):
    """The ids that a fixture translates from the English of today."""
    return named(entry for entry in entries(tag) if "#, fuzzy" not in entry)


def outdated(tag):
    """Those that it has translated from an older English."""
    return named(entry for entry in entries(tag) if "#, fuzzy" in entry)


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
        if "fallback" not in passage.get("class", "") and not passage.xpath("ancestor::nav"):
            own = [text for text in passage.xpath('.//text()[not(ancestor::*[@lang="en"])]') if text.strip()]
            assert not re.search(r"\b(the|of the|images|which|and) ", " ".join(own)), words(passage)


@each("page", [f"{tag}/{page}" for tag in TAGS for page in PAGES])
def test_the_status_counts_what_is_on_the_page(beginning, read_page, page):
    tag, _, name = page.partition("/")
    there = blocks(*(ARTICLE if name == "index.html" else ("handouts/",)))
    missing, stale = there - translated(tag) - outdated(tag), there & outdated(tag)
    wanted = [{"missing": len(missing), "blocks": len(there)}]
    wanted += [{"outdated": len(stale), "blocks": len(there)}] if stale else []
    sentences = read_page(beginning / "output" / page).xpath('//p[@class="status"]')
    assert wanted == [
        {fact.get("data-fact"): int(fact.text) for fact in sentence.xpath(".//*[@data-fact]")}
        for sentence in sentences
    ]
    assert bool(stale) == (tag == "pt")


def test_the_data_count_by_part(appendix):
    for tag in TAGS:
        parts = appendix["locales"][tag]["translation"]
        assert sum(part["blocks"] for part in parts.values()) == len(blocks())
        assert sum(part["done"] for part in parts.values()) == len(translated(tag) & blocks())
        assert sum(part["outdated"] for part in parts.values()) == len(outdated(tag))
        assert all(p["done"] + p["outdated"] + p["missing"] == p["blocks"] for p in parts.values())
    assert appendix["locales"]["pt"]["translation"]["package"]["outdated"] == 1


def test_outdated_is_told_from_missing(pages):
    """Each run of passages says its own reason once; the style hides a reason that was just said."""
    first, second, third = pages["pt"].xpath('//section[@aria-labelledby="hypothesis"]/p')[:3]
    marks = [(p.get("class"), p[0].text, p[0].get("lang")) for p in (first, second, third)]
    missing = ("fallback", MARK["pt"], "pt")
    assert marks == [missing, ("fallback outdated", OUTDATED, "pt"), missing]
    css = (ROOT / "templates" / "page.css").read_text("utf-8")
    assert ".fallback:not(.outdated) + .fallback:not(.outdated) > .mark, .outdated + .outdated > .mark" in css
    found = pages["pt"].xpath('//*[@class="fallback outdated"]')
    assert len(found) == 1


def test_a_pdf_says_it_as_its_page_does(beginning):
    for name, parts in (("discordant-pt.pdf", ARTICLE), ("handouts/compared-a4.pdf", ("handouts/",))):
        with pypdfium2.PdfDocument(beginning / "output" / "pt" / name) as document:
            text = " ".join(" ".join(page.get_textpage().get_text_bounded() for page in document).split())
        there = blocks(*parts)
        missing = len(there - translated("pt") - outdated("pt"))
        assert f"Passagens ainda sem tradução, mostradas em inglês: {missing} de {len(there)}." in text
        assert f"desatualizada, mostradas em inglês: 1 de {len(there)}." in text
        assert OUTDATED in text


def test_the_readme_says_what_of_it_is_english(beginning):
    with zipfile.ZipFile(beginning / "output" / "discordant-package.zip") as archive:
        text = archive.read("discordant-package/README.pt.md").decode("utf-8")
    lines = [line for line in text.splitlines() if line]
    assert lines[0] == f"# {HEADING['pt']}"
    assert lines[1].startswith("Esta pasta recalcula")
    assert lines[2:6:2] == [f"*{MARK['pt']}*", f"*{OUTDATED}*"]
    assert lines[3] == "## Run it"
    assert text.count(f"*{MARK['pt']}*") == 2
    there = blocks("package.md")
    missing = len(there - translated("pt") - outdated("pt"))
    assert lines[-2:] == [
        f"Passagens ainda sem tradução, mostradas em inglês: {missing} de {len(there)}.",
        f"Passagens com tradução desatualizada, mostradas em inglês: 1 de {len(there)}.",
    ]


def test_the_page_of_languages_marks_what_is_english(beginning, read_page):
    chooser = read_page(beginning / "output" / "index.html")
    assert not chooser.xpath('//section//*[@lang="en"]')  # both have translated their titles
    of_own = edition.Edition(publication := load(), publication.english, Catalog("", {}))
    context = {"languages": [], "canonical": ""}
    entry = {"tag": "pt", "name": "Português", "direction": "ltr", "title": "T", "description": "D"}
    context["languages"] = [{**entry, "choose": "Escolha", "english": ["title", "description"]}]
    html = press_pages.render("index.html.jinja2", context, of_own.locale, [of_own.locale])
    assert '<p lang="en" dir="ltr">T</p>' in html
    assert '<p class="sans">Escolha</p>' in html


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
        if (said := word(shown(fact), language)) is not None:
            assert said == value, fact.get("data-fact")
            continue
        wrong = numbers.states(shown(fact), value, known["kind"], language, WAYS[language])
        assert not wrong, (fact.get("data-fact"), shown(fact), language)
        seen[language] += 1
    assert seen["en"] > (1 if page.endswith("handouts/index.html") else 20)
    assert seen.keys() <= {tag, "en"}


def test_the_record_says_which_passages_are_english(appendix):
    printed = appendix["locales"]["pt"]["printed"]
    entries = {(e["block"], e["fact"]): e for product in printed.values() for e in product}
    own, stands_in = entries["standfirst", "A_accuracy"], entries["regressions.origin", "N"]
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
        english = [label for label in labels if re.search(r"\b(points on|as lopsided|drawn for)\b", label)]
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
        if name.startswith((f"figure.{figure}.", "comparison.")[: 1 + (figure == "cases")])
        and ".table." not in name
        and not name.endswith(".short")
        and not name.endswith((".caption", ".alt"))
    }
    marks = pages[tag].xpath(f'//figure[@id="figure-{figure}"]/figcaption/p[contains(@class, "mark")]')
    assert [words(mark) for mark in marks] == ([DRAWN[tag]] if labels - translated(tag) else [])
    assert {mark.get("lang") for mark in marks} <= {None if tag == "pt" else "en"}
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
    english = pages[tag].xpath('//p[starts-with(@class, "fallback")]')
    passages = [p for p in english if not p.xpath("ancestor::footer")]
    assert parts.count(("/P", "en")) >= len(passages) > 30
    assert ("/Span", tag) in parts
    assert ("/Formula", "en") in parts
    assert {language for _kind, language in parts} == {"en", tag}


def test_a_finished_language_has_no_other_languages_inside(made):
    for tag in ("en", "it", "zh-Hans"):
        with pikepdf.open(made / "output" / tag / f"discordant-{tag}.pdf") as pdf:
            parts = [
                e for e in pdf.objects if isinstance(e, pikepdf.Dictionary) and "/Lang" in e and "/S" in e
            ]
            quoted = 0 if tag == "en" else 10  # a title and a journal for each of five references, in English
            assert {str(part.Lang) for part in parts} <= {"en"}
            assert len([part for part in parts if str(part.S) == "/Span"]) >= quoted
            assert len(parts) <= 4 * quoted


def test_the_package_keeps_its_languages_beside_them(discordant, tmp_path):
    shutil.copytree(ROOT / "tests" / "locales", tmp_path / "locales")
    run = discordant("build", "--format", "json", cwd=tmp_path)
    assert run.returncode == 0
    appendix = json.loads((tmp_path / "output" / "data" / "discordant.json").read_bytes())
    directions = {tag: entry["direction"] for tag, entry in appendix["locales"].items()}
    known = {"en": "ltr", "ar": "rtl", "it": "ltr", "pt": "ltr", "zh-Hans": "ltr"}
    assert directions.items() >= known.items()  # others may lie beside them


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
