"""Sheets with names: one PDF, a leaf begun for each pupil, the variants dealt round, names nowhere else."""

import csv
import re

import pikepdf
import pypdfium2
import pytest
import sheet_leaks as search
import sheet_pages as pages
from sheet_seeds import coded

from discordant.press import joining, pdf
from discordant.publication import disk, edition
from discordant.teaching.exercises.sheet import Order, make
from discordant.teaching.sheets.pages import Form, Pages
from discordant.teaching.sheets.pupils import Pupil

PUPILS = [
    ("Zoë Rossi", "17"),
    ("王小明", "18"),
    ("<b>Bobby</b> & Söhne", "19"),
    ("=1+1", "20"),
    ("محمد", "21"),
]
SHOWN = ["Zoë Rossi", "王小明", "<b>Bobby</b> & Söhne", "=1+1", "U+0645U+062DU+0645U+062F"]  # as it is set
KINDS = ("smallest-m", "past-one", "read-distribution")
HEAD = {"--title": "Prova </style> 1", "--course": "Statistica <i>II</i>", "--date": "3 marzo 2027"}
LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" fill="#c00"/></svg>'


@pytest.fixture(scope="module")
def folder(shared, discordant):
    """A class of five in Italian and Chinese, two variants."""

    def build(place):
        with (place / "names.csv").open("w", encoding="utf-8", newline="") as file:
            written = csv.writer(file)
            written.writerow(("name", "mail", "id"))
            written.writerows((name, "x@example.org", own) for name, own in PUPILS)
        (place / "logo.svg").write_text(LOGO)
        kinds = [word for kind in KINDS for word in ("--kind", kind)]
        head = [word for option in HEAD.items() for word in option]
        run = discordant(
            *("handout", "sheet", "--locale", "it", "--locale", "zh-Hans", "--variants", 2, *kinds, *head),
            *("--class", "names.csv", "--logo", "logo.svg", "--seed", coded(31)),
            cwd=place,
        )
        assert (run.returncode, run.stderr) == (0, "")
        (place / "names.csv").unlink()

    (made,) = (path for path in shared("class", build).iterdir() if path.is_dir())
    return made


TAGS = ("it", "zh-Hans")


def texts(path):
    with pypdfium2.PdfDocument(path) as document:
        return [page.get_textpage().get_text_bounded() for page in document]


def copies(folder, tag):
    """The pages of each pupil's sheet, as texts, with the empty one."""
    found = []
    for number, text in enumerate(texts(folder / "student" / f"class-{tag}-a4.pdf")):
        if re.search(r"\b1 / \d+\s*$", text.strip()):
            assert number % 2 == 0  # the front of a leaf
            found.append([])
        found[-1].append(text)
    return found


@pytest.mark.parametrize("tag", TAGS)
def test_each_begins_a_leaf_with_name_and_id_in_the_order_of_the_list(tag, folder):
    found = copies(folder, tag)
    assert len(found) == len(PUPILS)
    for sheet, shown, (_name, own) in zip(found, SHOWN, PUPILS, strict=True):
        assert len(sheet) % 2 == 0
        assert pages.squeezed(shown) in pages.squeezed(sheet[0])
        assert own in sheet[0]
        assert not any(pages.squeezed(shown) in pages.squeezed(text) for text in sheet[1:])


@pytest.mark.parametrize("tag", TAGS)
def test_the_variants_are_dealt_round_and_the_rest_is_the_sheet_of_the_variant(tag, folder):
    """Where a page ends may differ, since a name needs another room than a line to write it on."""
    own = {letter: texts(folder / "student" / f"exercises-{tag}-{letter}-a4.pdf") for letter in "AB"}
    for place, (sheet, shown) in enumerate(zip(copies(folder, tag), SHOWN, strict=True)):
        found, variant = lines_of(sheet), lines_of(own["AB"[place % 2]])
        own_lines = found - variant
        assert any(pages.squeezed(shown) in line for line in own_lines)
        assert len(own_lines) <= 2  # and that with the blanks
        assert len(variant - found) <= 1
        assert len(variant) > 30


def lines_of(sheet):
    """The lines of a sheet that are long enough to be told apart."""
    lines = {pages.squeezed(line) for text in sheet for line in text.splitlines()}
    return {line for line in lines if len(line) > 8}


def test_they_are_valid(folder, verapdf):
    verapdf([*folder.glob("student/class-*.pdf"), *folder.glob("teacher/*A-a4.pdf")])


@pytest.mark.parametrize("tag", TAGS)
def test_the_outline_is_the_list(tag, folder):
    with pikepdf.open(folder / "student" / f"class-{tag}-a4.pdf") as document:
        outline = [item.title for item in document.open_outline().root]
    assert outline == SHOWN


def read(path):
    if path.suffix == ".pdf":
        return " ".join(str(text) for _where, text in search.in_pdf(path))
    return path.read_text(encoding="utf-8")


def test_names_stand_on_their_sheets_and_with_the_teacher_alone(folder):
    told = {path.name for path in folder.rglob("*.*") if "Zoë" in read(path)}
    per_tag = ("class-{}-a4.pdf", "class-{}.csv", "answers-{}.html", "answers-{}-a4.pdf")
    assert told == {name.format(tag) for tag in TAGS for name in per_tag}
    assert not [path.name for path in folder.rglob("*.*") if "example.org" in read(path)]


def test_the_teachers_list_says_who_has_which_and_is_no_formula(folder):
    for tag in TAGS:
        with (folder / "teacher" / f"class-{tag}.csv").open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        assert [row["variant"] for row in rows] == ["A", "B", "A", "B", "A"]
        assert [row["id"] for row in rows] == [own for _name, own in PUPILS]
        assert [row["name"].removeprefix("'") for row in rows] == [name for name, _own in PUPILS]
        assert not any(row["name"].startswith("=") for row in rows)


def test_the_teachers_page_has_the_list(folder, read_page):
    for tag in TAGS:
        root = read_page(folder / "teacher" / f"answers-{tag}.html")
        (table,) = (table for table in root.iter("table") if "class-list" in pages.classes(table))
        rows = [[pages.text_of(cell).strip() for cell in row] for row in table.iter("tr")][1:]
        expected = [
            [shown, own, letter] for shown, (_name, own), letter in zip(SHOWN, PUPILS, "ABABA", strict=True)
        ]
        assert rows == expected
        glyphs = disk.load().blocks["sheet.class.glyphs"]
        words = edition.read(disk.load(), tag).bare_scribe().plain(glyphs)
        assert pages.squeezed(words) in pages.squeezed(pages.text_of(root))


@pytest.mark.parametrize("tag", TAGS)
def test_the_head_stands_on_sheets_and_solutions_as_it_was_given(tag, folder, read_page):
    for name in ("student/exercises-{}-A.html", "student/exercises-{}-B.html", "teacher/solutions-{}-A.html"):
        root = read_page(folder / name.format(tag))
        header = pages.text_of(next(root.iter("header")))
        for option, text in HEAD.items():
            if option != "--date" or "student" in name:
                assert text in header, name
        (logo,) = (image for image in root.iter("img") if "logo" in pages.classes(image))
        assert logo.get("src").startswith("data:image/svg+xml;base64,")
        assert logo.get("alt")
    assert root.find(".//style") is not None
    titles = {read_page(path).findtext(".//title") for path in folder.glob("student/*.html")}
    assert titles == {HEAD["--title"]}


def test_a_sheet_that_is_nobodys_has_a_line_for_the_name(folder, read_page):
    root = read_page(folder / "student" / "exercises-it-A.html")
    assert len(pages.inside(root, "name")) == 1
    assert not pages.inside(root, "own-head")


def test_the_command_has_every_option(folder, read_page):
    import shlex

    root = read_page(folder / "teacher" / "answers-it.html")
    (command,) = (pages.text_of(code) for code in root.iter("code") if "--seed" in pages.text_of(code))
    words = shlex.split(command)
    for option, value in {**HEAD, "--class": "names.csv", "--logo": "logo.svg"}.items():
        assert words[words.index(option) + 1] == value


# === Room for names ===


LONG = {
    "the widest letters": "W" * 80,
    "letters as wide as high": "统" * 80,
    "small wide letters": "mw" * 40,
    "words": "Maria Antonietta Guglielmina Della Valle Santangelo di Castelfranco Sottomonti X",
    "without a font": "م" * 12,
}


@pytest.mark.parametrize("name", LONG)
@pytest.mark.parametrize("own", ["", "17", "123456789012345678901234"])
@pytest.mark.parametrize("large", [False, True])
def test_the_longest_names_have_room_in_every_print(name, own, large):
    """Between the line of the variant and that of the blanks, and inside the margins."""
    sheet = make(Order(1, kinds=("smallest-m",), seed=coded(3)))
    pupils = (Pupil(LONG[name], own), Pupil("Anna"))
    others = (disk.locale("zh-Hans"),)
    form = Form("a4", large, others=others, pupils=pupils)
    made = Pages(edition.read(disk.load(), "en"), sheet, form, "")
    with pypdfium2.PdfDocument(joining.render(made.class_job({}))) as document:
        page, width = document[0].get_textpage(), document[0].get_size()[0]
        text = page.get_text_range()
        variant, blanks = (text.index(words) for words in ("Variant A", "Points reached"))
        above, below = (page.get_charbox(place) for place in (variant, blanks))
        between = text.index("Name", variant), blanks
        boxes = [page.get_charbox(i) for i in range(*between) if text[i].strip()]
        assert len(boxes) > 12
        date = [page.get_charbox(text.rindex("Date", 0, blanks))]
    for left, bottom, right, top in boxes[:-4]:
        assert 50 < left <= right < width - 50
        assert date[0][3] < top
        assert bottom > below[3]
        assert top < above[1]


def test_heads_that_do_not_fit_are_a_fault(monkeypatch):
    sheet = make(Order(1, kinds=("smallest-m",), seed=coded(3)))
    made = Pages(edition.read(disk.load(), "en"), sheet, Form("a4", False, pupils=(Pupil("Anna"),)), "")
    job = made.class_job({})
    with pytest.raises(pdf.PdfError, match="heads for"):
        joining.render(job._replace(order=(0, 0)))
    with pytest.raises(pdf.PdfError, match="not of the size"):
        joining.render(job._replace(heads=job.heads.replace("height: 1.6em", "height: 3.1em")))
