"""The files of exercise sheets: the same bytes everywhere, the same numbers in all languages, sound pages."""

import hashlib
import json
import re
import shutil
import stat
from itertools import pairwise

import pytest
import sheet_pages as pages
from sheet_seeds import coded

TAGS = ("en", "it", "zh-Hans")
LETTERS = "ABCD"
FIRST = "AB"  # of the sheet with every kind
STUDENTS = [f"student/exercises-{tag}-{letter}" for tag in TAGS for letter in LETTERS]
TEACHERS = [f"teacher/answers-{tag}" for tag in TAGS]
SOLUTIONS = [f"teacher/solutions-{tag}-{letter}" for tag in TAGS for letter in LETTERS]
PAGES = [f"{name}.html" for name in (*STUDENTS, *TEACHERS, *SOLUTIONS)]
FILES = {
    *PAGES,
    *(f"{name}-a4.pdf" for name in (*STUDENTS, *TEACHERS, *SOLUTIONS)),
    *(f"teacher/quiz-{tag}.{ending}" for tag in TAGS for ending in ("xml", "gift")),
    *(f"teacher/key-{tag}.csv" for tag in TAGS),
}


UNKNOWN_TO_THE_CHECKER = (
    # in the margins of paper, of which browsers and the PDF renderer know more than the checker
    "CSS: “font-feature-settings”: Property “font-feature-settings” doesn't exist in",
    # several formulas of one display: MathML Core has it
    "CSS: “math-style”: Property “math-style” doesn't exist.",
)


def tree(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


@pytest.fixture(scope="module")
def roots(sheets, read_page):
    return {page: read_page(sheets / page) for page in PAGES}


# === Bytes ===


@pytest.fixture(scope="module")
def again(sheets, discordant, tmp_path_factory):
    """The same sheet made once more, elsewhere, where somebody else has left things."""
    home, parent = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("un altro, più lontano")
    left = parent / ".discordant-staging" / sheets.name / "student"
    left.mkdir(parents=True)
    (left / "exercises-en-A.html").write_text("half a pa")
    there = parent / sheets.name
    shutil.copytree(sheets, there)
    for stale in ("student/exercises-en-A.html", "teacher/quiz-it.xml"):
        (there / stale).write_text("of yesterday")
    (there / "teacher" / "quiz-en.gift").unlink()
    (there / "marks.ods").write_bytes(b"mine")
    (there / "student" / "solved").mkdir()
    (there / "student" / "solved" / "anna.txt").write_text("hers")
    (there / "link").symlink_to("/nowhere")
    before = (there / "marks.ods").stat()
    surroundings = {
        **{"PYTHONHASHSEED": "4711", "TZ": "Pacific/Kiritimati", "LC_ALL": "tr_TR.UTF-8", "COLUMNS": "40"},
        **{name: str(home) for name in ("HOME", "TMPDIR", "MPLCONFIGDIR", "XDG_CACHE_HOME")},
        "SOURCE_DATE_EPOCH": "1",
    }
    order = ("--items", "8", "--variants", "4", "--seed", coded(2026), "-o", parent, "--quiet")
    languages = [word for tag in ("zh_CN", "it-IT", "en", "it") for word in ("--locale", tag)]
    run = discordant("handout", "sheet", *order, *languages, cwd=home, env=surroundings)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    return there, before, home


def test_the_same_bytes_whatever_the_surroundings(sheets, again):
    here, there = tree(sheets), tree(again[0])
    assert set(here) == FILES
    assert [name for name in here if here[name] != there.get(name)] == []


def test_files_of_others_stay_and_nothing_else_is_left(again):
    there, before, home = again
    others = tree(there).keys() - FILES
    assert others == {"marks.ods", "student/solved/anna.txt"}
    assert (there / "link").is_symlink()
    assert (there / "student" / "solved" / "anna.txt").read_text() == "hers"
    now = (there / "marks.ods").stat()
    assert (now.st_mtime_ns, now.st_mode, now.st_ino) == (before.st_mtime_ns, before.st_mode, before.st_ino)
    assert {path.name for path in there.parent.iterdir()} == {there.name, ".discordant-staging"}
    assert (there.parent / ".discordant-staging" / there.name / "student" / "exercises-en-A.html").is_file()
    assert not [path for path in home.iterdir() if path.name.startswith(("tmp", "discordant"))]


def test_the_folder_is_called_after_the_sheet(sheets, roots):
    assert re.fullmatch("sheet-[0-9a-f]{10}", sheets.name)
    for root in roots.values():
        assert sheets.name.removeprefix("sheet-") in pages.text_of(next(root.iter("footer")))


def test_files_are_no_more_readable_than_others(sheets):
    for path in sheets.rglob("*"):
        assert not path.stat().st_mode & (stat.S_IXUSR if path.is_file() else 0)


def test_every_file_is_one_of_its_own(sheets):
    hashes = {hashlib.sha256(content).hexdigest() for content in tree(sheets).values()}
    assert len(hashes) == len(FILES)


# === Numbers ===


def numbers_by_place(root, tag):
    """For each text, cell and option in order its numbers, by name: their order is the language's own."""
    found = []
    for element in root.iter("h2", "h3", "p", "li", "td", "th"):
        here = {(name, number.value) for name, number in pages.facts(element, tag)}
        if element.tag not in ("td", "th") or here:
            found.append((element.tag, here))
    return found


@pytest.mark.parametrize("name", [*(f"student/exercises-{{}}-{x}" for x in FIRST), "teacher/answers-{}"])
def test_every_language_prints_the_same_numbers(name, every_kind, read_page):
    found = {tag: numbers_by_place(read_page(every_kind / f"{name.format(tag)}.html"), tag) for tag in TAGS}
    assert sum(len(here) for _element, here in found["en"]) > 150
    for tag in ("it", "zh-Hans"):
        assert len(found[tag]) == len(found["en"])
        for ours, english in zip(found[tag], found["en"], strict=True):
            assert ours == english


def test_languages_write_them_in_their_own_way(every_kind, read_page):
    texts = {
        tag: [
            pages.text_of(fact)
            for letter in FIRST
            for fact in pages.inside(read_page(every_kind / f"student/exercises-{tag}-{letter}.html"), "fact")
        ]
        for tag in TAGS
    }
    assert any(re.search(r"\d\.\d", text) for text in texts["en"])
    assert not any(re.search(r"\d\.\d\d(\D|$)|\d\.\d{4}", text) for text in texts["it"])
    assert any(re.search(r"\d,\d\d(\D|$)", text) for text in texts["it"])
    assert any(re.fullmatch(r"\d{4}", text) for text in texts["zh-Hans"])
    assert any(re.fullmatch(r"\d,\d{3}", text) for text in texts["en"])
    assert any(re.fullmatch(r"\d\.\d{3}", text) for text in texts["it"])


# === Pages ===


def test_the_html_checker_finds_nothing(complaints_of, sheets, every_kind, large):
    """Of the pages of all variants those of A, since the others differ in numbers alone."""
    found = []
    for folder, names in (
        (sheets, PAGES),
        (every_kind, [name for name in PAGES if not re.search("-[BCD].html", name)]),
        (large, ["student/exercises-en-A-large.html", "teacher/answers-en-large.html"]),
    ):
        found += complaints_of(folder, names)
    complaints = {(c["url"].rpartition("/")[2], c["message"]) for c in found}
    # it takes a page with so many numbers and commands for another language
    known = (
        *UNKNOWN_TO_THE_CHECKER,
        "This document appears to be written in",
    )
    assert not {c for c in complaints if not c[1].startswith(known)}
    assert all(any(said.startswith(known) for _page, said in complaints) for known in UNKNOWN_TO_THE_CHECKER)


@pytest.mark.parametrize("page", PAGES)
def test_head(roots, page):
    root = roots[page]
    tag = next(tag for tag in TAGS if f"-{tag}" in page)
    assert (root.get("lang"), root.get("dir")) == (tag, "ltr")
    assert root.findtext(".//title") == pages.text_of(root.find(".//h1"))
    [description] = root.xpath('//meta[@name="description"]/@content')
    assert 15 <= len(description) <= 320
    [policy] = root.xpath('//meta[@http-equiv="Content-Security-Policy"]/@content')
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert set(rules) == {"default-src", "style-src", "img-src", "font-src", "base-uri", "form-action"}
    assert rules["img-src"] == rules["font-src"] == "data:"


@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_loaded_from_elsewhere(sheets, roots, page):
    root = roots[page]
    loading = ("script", "iframe", "object", "embed", "img", "video", "audio", "base", "form", "a", "input")
    assert list(root.iter(*loading)) == []
    assert root.xpath("//@src | //@srcset | //@action | //@poster | //@background") == []
    assert [name for element in root.iter() for name in element.attrib if name.startswith("on")] == []
    [icon] = root.iter("link")
    assert icon.get("href").startswith("data:")
    text = (sheets / page).read_text(encoding="utf-8")
    assert set(re.findall(r"url\(([a-z]+:|/|\.|#)", text)) <= {"data:", "#"}
    assert "@import" not in text
    assert set(re.findall(r"https?://[^/\"'<>\s)]+", text)) <= {"http://www.w3.org"}
    assert "<!--" not in text


@pytest.mark.parametrize("page", PAGES)
def test_ids_are_unique_and_headings_in_order(roots, page):
    root = roots[page]
    ids = root.xpath("//@id")
    assert len(ids) == len(set(ids))
    ranks = [int(element.tag[1]) for element in root.iter("h1", "h2", "h3", "h4")]
    assert ranks[0] == 1
    assert ranks.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(ranks))


@pytest.mark.parametrize("page", PAGES)
def test_what_is_not_translated_says_so(roots, page):
    """English is marked as English, and what stands in it in the page's own language as that."""
    root = roots[page]
    tag = root.get("lang")
    for element in root.xpath('//body//*[@lang="en"]'):
        assert tag == "en" or "fallback" in pages.classes(element)
        for own in (*pages.inside(element, "worth"), *pages.inside(element, "label")):
            assert tag == "en" or own.get("lang") == tag


def test_pages_are_small(sheets):
    for page in PAGES:
        limit = 500 if page.startswith("teacher") else 200
        assert (sheets / page).stat().st_size < limit * 1024


# === A key that can be read ===


def test_large_print_is_large_on_screen_too(large, read_page):
    for path in large.rglob("*.html"):
        assert "large" in pages.classes(read_page(path))
        assert path.stem.endswith("-large")
    names = {path.name for path in large.rglob("*.pdf")}
    kinds = ("exercises-en-A", "solutions-en-A", "answers-en")
    assert names == {f"{kind}-letter-large.pdf" for kind in kinds}


def test_the_key_has_a_row_for_each_item_and_a_column_for_each_variant(roots):
    for page in (f"{name}.html" for name in TEACHERS):
        tag = roots[page].get("lang")
        key = pages.key(roots[page], tag)
        assert list(key) == list(LETTERS)
        assert all(len(cells) == 8 for cells in key.values())


def test_the_index_of_files_says_nothing_but_their_names(sheets):
    """No list of the files and no settings lie beside them, from which a student could read a seed."""
    assert {path.name for path in sheets.iterdir()} == {"student", "teacher"}
    assert not [name for name in tree(sheets / "student") if not name.endswith((".html", ".pdf"))]
    assert json.dumps(sorted(FILES)).count("student/") == 24
