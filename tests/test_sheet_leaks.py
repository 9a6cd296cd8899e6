"""Students' files hold no answer and no seed, wherever one may look; and the search would find one."""

import re
from dataclasses import replace

import pikepdf
import pytest
import sheet_leaks as search
import sheet_pages as pages
from sheet_seeds import coded

from discordant.press.blocks import Container
from discordant.recipes import sheets as recipe
from discordant.teaching.exercises.exercise import for_students
from discordant.teaching.exercises.sheet import Order, make
from discordant.teaching.sheets import pages as written_pages
from discordant.teaching.sheets import questions as exercise_quiz

TAGS = ("en", "it", "zh-Hans")
LETTERS = {"sheets": "ABCD", "every_kind": "AB"}
LARGE_SEED, LARGE_SECRET = 16045690984503098046, "0k5fz2m8qay3vcd7w1"
FURNITURE = {"variant", "points", "number", "part"}  # facts of the sheet itself
SHEETS = {"sheets": Order(8, 4, seed=coded(2026)), "every_kind": Order(16, 2, seed=coded(2026))}

every_sheet = pytest.mark.parametrize("name", SHEETS)
every_language = pytest.mark.parametrize("tag", TAGS)


@pytest.fixture(scope="module")
def made():
    return {name: make(order) for name, order in SHEETS.items()}


@pytest.fixture(scope="module")
def folders(sheets, every_kind):
    return {"sheets": sheets, "every_kind": every_kind}


@pytest.fixture(scope="module")
def secrets(made, folders, read_page):
    """(sheet, language, letter) -> what students must not read."""
    found = {}
    for name, folder in folders.items():
        for tag in TAGS:
            sections = pages.variants(read_page(folder / "teacher" / f"answers-{tag}.html"))
            for letter, items in made[name].variants.items():
                found[name, tag, letter] = search.secrets(items, sections[letter])
    return found


def student(folder, tag, letter, ending=".html"):
    return folder / "student" / f"exercises-{tag}-{letter}{ending}"


# === Nothing is found ===


@every_language
@every_sheet
def test_pages_tell_no_answer(name, tag, folders, secrets):
    for letter in LETTERS[name]:
        places = list(search.in_html(student(folders[name], tag, letter).read_bytes()))
        assert search.leaks(places, secrets[name, tag, letter]) == set()


@every_language
def test_pdfs_tell_no_answer(tag, sheets, secrets):
    for letter in LETTERS["sheets"]:
        places = list(search.in_pdf(student(sheets, tag, letter, "-a4.pdf")))
        assert {where for where, text in places} == {
            *("pages", "pages without hyphens", "document", "strings", "marks", "stream")
        }
        assert search.leaks(places, secrets["sheets", tag, letter]) == set()


@every_language
def test_pdfs_of_every_kind_tell_no_answer(tag, every_kind, secrets):
    places = search.in_pdf(student(every_kind, tag, "A", "-letter.pdf"))
    assert search.leaks(places, secrets["every_kind", tag, "A"]) == set()


def test_large_print_tells_no_answer(large, read_page):
    (items,) = make(Order(16, seed=coded(LARGE_SEED, LARGE_SECRET))).variants.values()
    sections = pages.variants(read_page(large / "teacher" / "answers-en-large.html"))["A"]
    secret = search.secrets(items, sections)
    for path in (large / "student").iterdir():
        read = search.in_pdf(path) if path.suffix == ".pdf" else search.in_html(path.read_bytes())
        assert search.leaks(read, secret) == set()


@every_language
@every_sheet
def test_options_differ_in_their_words_alone(name, tag, folders, read_page):
    for letter in LETTERS[name]:
        for section in read_page(student(folders[name], tag, letter)).iter("section"):
            assert not search.unlike(section)


@every_sheet
def test_names_of_facts_are_those_that_students_may_know(name, made, folders, read_page):
    for tag in TAGS:
        for letter, items in made[name].variants.items():
            sections = read_page(student(folders[name], tag, letter)).iter("section")
            for item, section in zip(items, sections, strict=True):
                names = {found.get("data-fact") for found in pages.inside(section, "fact")} - FURNITURE
                shown = {name for name in names if not re.fullmatch(r"(k|chance)_\d+", name)}
                assert shown <= {fact.name for fact in item.given.values()}
                assert not shown & {fact.name for fact in item.results.values()}


@every_language
@every_sheet
def test_the_style_is_that_of_every_variant(name, tag, folders):
    """So that its lengths can hold no answer."""
    styles = {search.style(student(folders[name], tag, letter).read_bytes()) for letter in LETTERS[name]}
    assert len(styles) == 1


@every_language
def test_drawings_mark_no_tail(tag, every_kind, read_page):
    """All bars of a student's chart are one shape; the teacher's has the tails apart."""
    for letter in LETTERS["every_kind"]:
        (drawing,) = read_page(student(every_kind, tag, letter)).iter("svg")
        bars = [path for path in drawing.iter("path") if path.get("style").startswith("fill: var(")]
        assert [path.get("style") for path in bars] == ["fill: var(--blue)"]
        assert bars[0].get("d").count("M") in range(11, 18)  # a bar for each number of wins
        assert "tail" not in "".join(name for e in drawing.iter() for name in e.attrib.values())
    teacher = read_page(every_kind / "teacher" / f"answers-{tag}.html")
    for drawing in teacher.iter("svg"):
        assert any("--red" in (path.get("style") or "") for path in drawing.iter())


def test_students_files_are_named_alike(sheets):
    names = {path.name for path in (sheets / "student").iterdir()}
    assert names == {
        f"exercises-{tag}-{letter}{ending}"
        for tag in TAGS
        for letter in LETTERS["sheets"]
        for ending in (".html", "-a4.pdf")
    }


# === The search finds ===


@every_language
@every_sheet
def test_everything_secret_is_on_the_teachers_page(name, tag, made, folders, secrets):
    """So that it is looked for as it would be written."""
    places = list(search.in_html((folders[name] / "teacher" / f"answers-{tag}.html").read_bytes()))
    for letter in LETTERS[name]:
        secret = secrets[name, tag, letter]
        found = {what for _where, what in search.leaks(places, secret)}
        assert secret.texts <= found
        assert len(secret.texts) > len(made[name].variants[letter]) * 5
        for item in made[name].variants[letter]:
            for spelled in search.spelled(item):
                assert not spelled or spelled & found, (item.kind, spelled)


@every_language
def test_everything_secret_is_found_in_the_teachers_pdf(tag, sheets, secrets):
    places = list(search.in_pdf(sheets / "teacher" / f"answers-{tag}-a4.pdf"))
    for letter in LETTERS["sheets"]:
        secret = secrets["sheets", tag, letter]
        found = {what for _where, what in search.leaks(places, secret)}
        assert len(secret.texts & found) > 0.9 * len(secret.texts)  # formulas inside are drawn
        assert secret.numbers & found


def quoted(text):
    return "".join(f"%{byte:02x}" for byte in text.encode())


def as_entities(text):
    return "".join(f"&#{ord(letter)};" for letter in text)


PLANTS = {
    "text": lambda page, leak: page.replace("</main>", f"<p>{leak}</p></main>"),
    "parted text": lambda page, leak: page.replace("</main>", f"<p>{leak[:5]}<b>{leak[5:]}</b></p></main>"),
    "comment": lambda page, leak: page.replace("</main>", f"<!-- {leak} --></main>"),
    "title": lambda page, leak: page.replace("<h1", f'<h1 title="{leak}"', 1),
    "data attribute": lambda page, leak: page.replace("<h1", f'<h1 data-answer="{leak}"', 1),
    "label": lambda page, leak: page.replace("<main>", f'<main aria-label="{leak}">'),
    "description": lambda page, leak: page.replace('ription" content="', f'ription" content="{leak} '),
    "policy": lambda page, leak: page.replace("base-uri 'none'", f"base-uri '{leak}'"),
    "drawing": lambda page, leak: page.replace("</main>", f"<svg><text>{leak}</text></svg></main>"),
    "entities": lambda page, leak: page.replace("</main>", f"<p>{as_entities(leak)}</p></main>"),
    "address": lambda page, leak: page.replace("svg+xml,", f"svg+xml,{quoted(f' {leak} ')}"),
    "hidden": lambda page, leak: page.replace("</main>", f"<p hidden>{leak}</p></main>"),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_answer_is_found_in_a_page(plant, sheets, secrets):
    secret = secrets["sheets", "en", "A"]
    page = student(sheets, "en", "A").read_text(encoding="utf-8")
    for leak in (max(secret.texts, key=len), min(secret.numbers, key=len), max(secret.numbers, key=len)):
        spoilt = PLANTS[plant](page, leak)
        assert spoilt != page
        assert leak in {what for _where, what in search.leaks(search.in_html(spoilt.encode()), secret)}


def test_a_planted_style_and_mark_are_found(sheets, read_page, tmp_path):
    page = student(sheets, "en", "A").read_text(encoding="utf-8")
    assert search.style(page.replace("</style>", "li{}</style>").encode()) != search.style(page.encode())
    for found, planted in (("<li>", '<li class="right">'), ('<span class="box">', '<span class="box x">')):
        spoilt = tmp_path / "spoilt.html"
        spoilt.write_text(page.replace(found, planted, 1), encoding="utf-8")
        assert any(search.unlike(section) for section in read_page(spoilt).iter("section"))


def in_document(pdf, leak):
    pdf.docinfo["/Keywords"] = leak


def in_metadata(pdf, leak):
    stream = pdf.Root.Metadata
    stream.write(stream.read_bytes().replace(b"</rdf:RDF>", f"<!-- {leak} --></rdf:RDF>".encode()))


def in_structure(pdf, leak):
    pdf.Root.StructTreeRoot.K[0].ActualText = pikepdf.String(leak)


def in_bookmark(pdf, leak):
    with pdf.open_outline() as outline:
        outline.root[0].title = leak


def in_a_lost_stream(pdf, leak):
    pdf.Root.PieceInfo = pdf.make_indirect(pikepdf.Stream(pdf, leak.encode()))


def in_a_mark(pdf, leak):
    mark = f"/Span << /ActualText ({leak}) >> BDC EMC\n".encode("latin-1", "replace")
    pdf.pages[0].contents_add(mark, prepend=True)


@pytest.mark.parametrize(
    "plant", [in_document, in_metadata, in_structure, in_bookmark, in_a_lost_stream, in_a_mark]
)
def test_a_planted_answer_is_found_in_a_pdf(plant, sheets, secrets, tmp_path):
    secret = secrets["sheets", "en", "A"]
    for leak in (max(filter(str.isascii, secret.texts), key=len), max(secret.numbers, key=len)):
        with pikepdf.open(student(sheets, "en", "A", "-a4.pdf")) as pdf:
            plant(pdf, leak)
            pdf.save(tmp_path / "spoilt.pdf")
        assert leak in {what for _w, what in search.leaks(search.in_pdf(tmp_path / "spoilt.pdf"), secret)}


def test_an_attachment_is_found(sheets, tmp_path):
    with pikepdf.open(student(sheets, "en", "A", "-a4.pdf")) as pdf:
        pdf.attachments["key.txt"] = b"i, iv"
        pdf.save(tmp_path / "spoilt.pdf")
    with pytest.raises(AssertionError):
        list(search.in_pdf(tmp_path / "spoilt.pdf"))


# === A fault of the program's own ===


def test_a_fault_that_lets_results_through_is_found(monkeypatch, tmp_path, read_page):
    """As if students were given all facts, and a text named one."""
    stem = "exercise.exact-by-hand.stem"
    load = recipe.load

    def spoilt(node):
        if isinstance(node, Container):
            return node._replace(blocks=tuple(map(spoilt, node.blocks)))
        return node._replace(text=f"{node.text} {{exact_p}}") if node.id == stem else node

    def load_spoilt():
        publication = load()
        nodes = {name: list(map(spoilt, nodes)) for name, nodes in publication.nodes.items()}
        return replace(publication, nodes=nodes)

    def for_students_with_results(item):
        return for_students(item._replace(given=item.given | item.results))

    monkeypatch.setattr(recipe, "load", load_spoilt)
    order = Order(1, kinds=("exact-by-hand",), seed=coded(1))
    with pytest.raises(ValueError, match=r"exact-by-hand\.stem.*exact_p"):
        recipe.make(order, ("en",), "a4", False, tmp_path, print)
    assert not list(tmp_path.iterdir())
    for module in (written_pages, exercise_quiz):
        monkeypatch.setattr(module, "for_students", for_students_with_results)
    folder = recipe.make(order, ("en",), "a4", False, tmp_path, print).folder
    (items,) = make(order).variants.values()
    secret = search.secrets(items, pages.variants(read_page(folder / "teacher" / "answers-en.html"))["A"])
    page = search.in_html(student(folder, "en", "A").read_bytes())
    pdf = search.in_pdf(student(folder, "en", "A", "-a4.pdf"))
    for read in (page, pdf):
        assert {what for _where, what in search.leaks(read, secret)} & secret.numbers
