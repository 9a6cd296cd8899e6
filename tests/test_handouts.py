"""The teaching handouts as files and pages: where they are, where they lead, how they are built."""

import json
import os
import re
import shutil

import pikepdf
import pytest
from handout_pages import ALL, FILES, PAGES, PDFS, TAGS, text_of

every_page = pytest.mark.parametrize("page", PAGES)


@pytest.fixture(scope="module")
def roots(made, read_page):
    return {page: read_page(made / "output" / page) for page in PAGES}


# --- files --------------------------------------------------------------------------------------------------


def files(folder):
    found = (path for path in folder.rglob("*.*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def snapshot(folder):
    aside = ("stand-in", ".cache-discordant-")
    return {path: content for path, content in files(folder).items() if not path.startswith(aside)}


@pytest.mark.parametrize("tag", TAGS)
def test_every_file_is_there_and_in_the_manifest(made, tag):
    folder = f"output/{tag}/handouts"
    assert set(files(made / folder)) == FILES
    listed = json.loads((made / "output" / "manifest.json").read_bytes())["files"]
    assert {name for name in listed if name.startswith(f"{folder}/")} == {f"{folder}/{n}" for n in FILES}


def test_the_command_makes_what_the_build_makes(discordant, made, read_page, tmp_path):
    for name, *arguments in (["alone", "handout", "qa"], ["whole", "build", "--format", "handouts"]):
        run = discordant(*arguments, "--locale", "it", "-o", name, cwd=tmp_path)
        assert (run.returncode, run.stderr) == (0, "")
    alone, whole = snapshot(tmp_path / "alone"), snapshot(tmp_path / "whole")
    assert set(alone) == {*(f"output/it/handouts/{name}" for name in FILES), "output/manifest.json"}
    assert whole == alone
    for name in FILES - set(PDFS):  # without the article there is no link to it
        leads = links(read_page(tmp_path / "alone" / "output/it/handouts" / name))
        assert not [link for link in leads if link.endswith("../index.html")]
    for name in PDFS:  # which do not say what other languages there are
        assert alone[f"output/it/handouts/{name}"] == (made / "output/it/handouts" / name).read_bytes()


def test_the_command_leaves_all_else_as_it_was(discordant, made, tmp_path):
    copy = shutil.copytree(made, tmp_path / "copy")
    run = discordant("handout", "qa", "--locale", "it", cwd=copy)
    assert (run.returncode, run.stderr) == (0, "")
    assert snapshot(copy) == snapshot(made)


def links(root):
    return root.xpath("//a/@href")


def test_the_article_leads_to_them_exactly_where_they_were_made(discordant, made, read_page, tmp_path):
    for tag in TAGS:
        downloads = read_page(made / "output" / tag / "index.html").xpath(
            '//aside[contains(@class, "downloads")]//a/@href'
        )
        assert downloads.count("handouts/index.html") == 1
    page = tmp_path / "output" / "en" / "index.html"
    for arguments, led in [(("build", "--format", "html"), False), (("handout", "qa"), True)]:
        assert discordant(*arguments, "--locale", "en", cwd=tmp_path).returncode == 0
        assert [link for link in links(read_page(page)) if "handouts" in link] == [
            "handouts/index.html"
        ] * led


def test_without_the_renderer_no_page_leads_to_a_pdf(discordant, read_page, tmp_path):
    module = tmp_path / "stand-in" / "weasyprint"
    module.mkdir(parents=True)
    (module / "__init__.py").write_text("raise OSError(\"cannot load library 'libpango'\")", encoding="utf-8")
    path = {"PYTHONPATH": os.pathsep.join([str(module.parent), os.environ.get("PYTHONPATH", "")])}
    run = discordant(
        "build", "--locale", "it", "--format", "handouts", "--format", "html", cwd=tmp_path, env=path
    )
    assert (run.returncode, len(run.stderr.splitlines())) == (3, 1)
    folder = tmp_path / "output" / "it" / "handouts"
    assert set(files(folder)) == FILES - PDFS
    for page in FILES - PDFS:
        found = links(read_page(folder / page))
        assert found
        assert not [link for link in found if link.endswith(".pdf")]
    assert "handouts/index.html" in links(read_page(folder.parent / "index.html"))


# --- sources with faults ------------------------------------------------------------------------------------

POINTS, COMPARED = "templates/handouts/points.md", "templates/handouts/compared.md"
MORE = "\n::: table more\n\nX {#handout.x}\n\n:::\n\n"
BROKEN = {  # a file, what is exchanged in it, and what the error names
    "no orientation": (POINTS, "::: orientation", "::: head", "orientation"),
    "another container": (POINTS, "\n## What is worth", f"{MORE}## What is worth", "::: table more"),
    "another figure": (POINTS, "figure resolution", "figure split", "figure resolution"),
    "no figure": (COMPARED, "::: figure", "::: head", "figure"),
    "a lost paragraph": (POINTS, "\n## How much is", "\nX {#handout.x}\n\n## How much is", "heading"),
    "no words for a formula": (POINTS, "{#formula.handout-bound.spoken", "{#formula.x.said", "handout-bound"),
    "a block missing": (POINTS, "{#handout.points.short", "{#handout.x", "handout.points.short"),
    "a label missing": ("templates/handouts/common.md", "{#figure.split.note", "{#handout.x", "split.note"),
    "an unknown fact": (POINTS, "{H2_net}", "{H2_nett}", "H2_nett"),
    "a template": ("templates/handout.html.jinja2", "page.heading", "page.haeding", "haeding"),
}


@pytest.mark.parametrize(("path", "old", "new", "said"), BROKEN.values(), ids=BROKEN)
def test_a_fault_of_the_sources_is_one_line(discordant, publication, tmp_path, path, old, new, said):
    folder = publication(path, lambda text: text.replace(old, new))
    run = discordant("handout", "qa", "--locale", "en", "-o", tmp_path / "out", cwd=folder)
    assert (run.returncode, run.stdout, len(run.stderr.splitlines())) == (2, "", 1)
    assert said in run.stderr
    assert not (tmp_path / "out").exists()


def test_a_claim_that_no_longer_holds_stops_the_handouts(discordant, publication):
    folder = publication(
        POINTS, lambda text: text.replace("H2_best_p > H2_alpha;", "H2_best_p < H2_alpha;", 1)
    )
    run = discordant("handout", "qa", "--locale", "en", cwd=folder)
    assert (run.returncode, len(run.stderr.splitlines())) == (1, 1)
    assert "handout.points.standfirst" in run.stderr
    assert not (folder / "output").exists()


# --- links and structure ------------------------------------------------------------------------------------


@every_page
def test_pages_lead_to_pdfs_article_index_and_other_languages(made, roots, page):
    tag, _, name = page.split("/")
    others = {f"../../{other}/handouts/{name}" for other in TAGS if other != tag}
    near = FILES - {"index.html"} if name == "index.html" else {n for n in PDFS if n[:5] == name[:5]}
    cited = {"https://doi.org/10.1186/1471-2288-13-91"} if name == "compared.html" else set()
    found = links(roots[page])
    assert set(found) == {*others, *near, *cited, "../index.html"} | ({"index.html"} - {name})
    for link in set(found) - cited:
        assert (made / "output" / page).parent.joinpath(link).resolve().is_file()
    switch = roots[page].xpath('//nav[contains(@class, "languages")]//a')
    assert {a.get("hreflang"): a.get("href") for a in switch} == {link.split("/")[2]: link for link in others}


# What the checker does not know yet, each with the reason for having it all the same.
UNKNOWN_TO_THE_CHECKER = (
    # in the margins of paper, of which browsers and the PDF renderer know more than the checker
    "CSS: “font-feature-settings”: Property “font-feature-settings” doesn't exist in",
    # several formulas of one display: MathML Core has it
    "CSS: “math-style”: Property “math-style” doesn't exist.",
)


def test_checker_finds_nothing(complaints_of, made):
    complaints = [complaint["message"] for complaint in complaints_of(made / "output", PAGES)]
    assert not [said for said in complaints if not said.startswith(UNKNOWN_TO_THE_CHECKER)]
    for known in UNKNOWN_TO_THE_CHECKER:
        assert [said for said in complaints if said.startswith(known)]


@every_page
def test_head(roots, page):
    root, tag = roots[page], page.split("/")[0]
    assert (root.get("lang"), root.get("dir")) == (tag, "ltr")
    heading = text_of(root.find(".//h1"))
    heading = heading.replace(" ", "") if tag == "zh-Hans" else heading  # where gaps are only seen
    assert text_of(root.find(".//title")) == heading
    [description] = root.xpath('//meta[@name="description"]/@content')
    assert 20 <= len(description) <= 320
    [policy] = root.xpath('//meta[@http-equiv="Content-Security-Policy"]/@content')
    assert policy.startswith("default-src 'none'; ")
    assert "script-src" not in policy
    assert not list(root.iter("script", "img", "form", "iframe", "object"))
    assert not root.xpath("//@src | //@style[contains(., 'url(') and not(contains(., 'url(#'))]")


@every_page
def test_headings_and_ids(roots, page):
    root = roots[page]
    levels = [int(heading.tag[1]) for heading in root.iter("h1", "h2", "h3", "h4")]
    assert levels == [1, *[2] * (len(levels) - 1)]
    assert len(levels) >= 3
    ids = root.xpath("//@id")
    assert len(ids) == len(set(ids))
    assert not root.xpath('//*[contains(@class, "fallback") or contains(@class, "mark")]')
    for element in root.iter("p", "li", "h1", "h2", "th", "a", "summary"):
        assert text_of(element)


@pytest.mark.parametrize(("sheet", "tag"), ALL)
def test_the_orientation_box_has_the_table_as_this_project_turns_it(roots, sheet, tag):
    [box] = roots[f"{tag}/handouts/{sheet}.html"].xpath('//div[contains(@class, "orientation")]')
    heads = [text_of(head) for head in box.xpath('.//thead//th[@scope="col"]')]
    rows = [text_of(head) for head in box.xpath('.//tbody//th[@scope="row"]')]
    assert [(len(heads), "B" in head, "A" in head) for head in heads] == [(2, True, False)] * 2
    assert [(len(rows), "A" in row, "B" in row) for row in rows] == [(2, True, False)] * 2
    assert [head.replace("B", "A") for head in heads] == rows  # right before wrong, across and down
    cells = [[cell.findtext("i") for cell in row.iter("td")] for row in box.xpath(".//tbody/tr")]
    assert cells == [["a", "c"], ["b", "d"]]
    assert [td.findtext("i") for td in box.xpath('.//td[@class="discordant"]')] == ["c", "b"]
    words = [text_of(p) for p in box.iter("p")]
    assert len(words) == 3
    assert re.findall(r"\b[abcd]\b", words[1], re.ASCII)[:2] == ["b", "c"]
    assert {"a", "b", "c", "d"} <= set(re.findall(r"\b[abcd]\b", words[2], re.ASCII))


# --- a language that is not translated yet ------------------------------------------------------------------

ENGLISH = ("fallback", "fallback outdated", "mark sans")  # the last is a mark that is not translated itself
PARTLY = [f"{tag}/handouts/{page}" for tag in ("ar", "pt") for page in sorted(FILES - PDFS)]
every_partly = pytest.mark.parametrize("page", PARTLY)


@pytest.fixture(scope="module")
def partly(beginning, read_page):
    return {page: read_page(beginning / "output" / page) for page in PARTLY}


@every_partly
def test_what_stands_in_english_says_so(partly, page):
    """Whatever is not marked holds the language's own words, or a number as that language writes it."""
    root, tag = partly[page], page.split("/")[0]
    assert (root.get("lang"), root.get("dir")) == (tag, "rtl" if tag == "ar" else "ltr")
    skipped = "ancestor::style or ancestor::nav or ancestor::svg or ancestor-or-self::*[@lang][1][@lang='en']"
    own = " ".join(root.xpath(f"//body//text()[not({skipped})]"))
    assert not re.search(r"\b(the|of|which|and|right|wrong|sheet|points|page|A minus)\b", own, re.IGNORECASE)
    # but for journals, which have English names in every language
    english = root.xpath('//main//*[@lang="en"][not(self::em)][not(@data-fact)]')
    assert len(english) > (8 if page.endswith("index.html") else 40)
    for passage in english:
        kind, way = passage.get("class"), passage.get("dir")
        assert (kind, way) in (("formula scroll", None), *((known, "ltr") for known in ENGLISH))
        for fact in passage.xpath('.//span[@class="fact"]'):
            if not fact.get("data-fact").endswith("_journal"):
                assert fact.get("lang") == (tag if fact.get("data-fact") == "title" else None)


@pytest.mark.parametrize("tag", ["ar", "pt"])
def test_a_figure_with_english_labels_says_so_once(partly, trees, tag):
    mark = {
        "ar": "Some labels in this figure are in English",
        "pt": "Alguns rótulos desta figura estão em inglês",
    }[tag]
    for sheet in ("compared", "points"):
        [caption] = partly[f"{tag}/handouts/{sheet}.html"].iter("figcaption")
        assert [text_of(note) for note in caption.xpath('.//*[contains(@class, "mark")]')] == [mark]


def test_the_checker_finds_nothing_wrong_with_marks(complaints_of, beginning):
    """Two class attributes in one element, say: the second is lost, and a print lost its bold letters so."""
    said = {complaint["message"] for complaint in complaints_of(beginning / "output", PARTLY)}
    known = (*UNKNOWN_TO_THE_CHECKER, "This document appears to be written in English")  # so it is
    assert not [message for message in said if not message.startswith(known)]


def test_their_pdfs_tell_the_language_of_each_part(beginning, verapdf):
    made = sorted(beginning.rglob("*-a4.pdf"))
    assert len(made) == 4
    verapdf(made)
    for path in made:
        tag = path.parts[-3]
        with pikepdf.open(path) as pdf:
            assert str(pdf.Root.Lang) == tag
            assert str(pdf.Root.ViewerPreferences.get("/Direction", "")) == ("/R2L" if tag == "ar" else "")
            found = [
                entry for entry in pdf.objects if isinstance(entry, pikepdf.Dictionary) and "/S" in entry
            ]
            parts = [(str(entry.S), str(entry.Lang)) for entry in found if "/Lang" in entry]
            assert {language for _, language in parts} == {"en", tag}
            for kind in ("/Formula", "/Figure"):
                assert parts.count((kind, "en")) == [str(entry.S) for entry in found].count(kind) > 0
            assert parts.count(("/P", "en")) > 12
