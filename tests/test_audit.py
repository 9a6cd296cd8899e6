"""The audit of what was published: no fault in what a build makes, whatever is handed in is told in lines."""

import ast
import os
import re
import shutil
from fractions import Fraction
from pathlib import Path

import pytest
from audit_forging import packed
from each import each

import discordant
from discordant.audit import audit, drawing, figures, numbers, record, strict, styles, tables
from discordant.audit.data import Entry
from discordant.audit.findings import Fault
from discordant.audit.numbers import KNOWN, Marks
from discordant.audit.page import Page, Said, Unparsed
from discordant.language import Refused

ROOM = Path(discordant.__file__).parent / "audit"


@each("path", sorted(ROOM.glob("*.py")))
def test_it_shares_nothing_with_what_writes(path):
    """Of our own: its room, experiment.py, and of language the reading of files and the base of refusals."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == 2:
            names = [node.module] if node.module else [alias.name for alias in node.names]
            assert set(names) <= {"experiment", "language", "language.refused", "language.files"}
            if node.module == "language":
                assert [alias.name for alias in node.names] == ["files"]


# --- what a build makes -------------------------------------------------------------------------------------


def test_a_build_has_no_fault_and_is_read_whole(made):
    report = audit(made)
    assert list(report.faults_in_lines()) == []
    published = [p for name in ("output", "figures") for p in (made / name).rglob("*") if p.is_file()]
    assert report.files >= len(published)
    assert report.languages == ("en", "it", "zh-Hans")
    assert report.checked["dots of figures counted"] == 2 * 1000 * 3 * 3  # panels, dots, languages, drawings
    assert report.checked["rows of CSV recomputed"] == 21 + 181
    assert report.checked["bars of figures measured"] == (21 + 71) * 3 * 3 + 41 * 3
    read, left = report.summary()
    assert all(f"{what}: {count}" in read for what, count in report.checked.items())
    assert "a false sentence without a number" in left


def test_languages_whose_marks_are_not_known_are_read_as_well(beginning):
    report = audit(beginning)
    assert list(report.faults_in_lines()) == []
    assert report.languages == ("ar", "pt")


@pytest.mark.parametrize(
    ("path", "languages"),
    [
        ("output", ("en", "it", "zh-Hans")),
        ("output/discordant-package.zip", ("en", "it", "zh-Hans")),
        ("output/it/discordant-it.pdf", ("en", "it", "zh-Hans")),
        ("output/it/handouts/points-letter.pdf", ("it",)),
        ("output/zh-Hans/index.html", ("zh-Hans",)),
        ("output/en/handouts/compared.html", ("en",)),
        ("output/index.html", ()),
    ],
)
def test_a_part_by_itself(made, path, languages):
    report = audit(made / path)
    assert list(report.faults_in_lines()) == []
    assert report.languages == languages


def test_an_archive_of_it(made, tmp_path):
    path = shutil.make_archive(tmp_path / "published", "zip", made)
    report = audit(Path(path))
    assert list(report.faults_in_lines()) == []
    assert report.languages == ("en", "it", "zh-Hans")


@pytest.mark.parametrize(
    ("path", "old", "new", "said"),
    [
        ("en/index.html", b'"II_exact_p">0.1565<', b'"II_exact_p">0.0365<', "0.1565"),
        ("zh-Hans/handouts/points.html", b'"H2_cutoff">3.84<', b'"H2_cutoff">3.48<', "3.84"),
    ],
)
def test_a_false_number_on_a_page_by_itself(made, tmp_path, path, old, new, said):
    content = (made / "output" / path).read_bytes()
    assert old in content
    (tmp_path / "page.html").write_bytes(content.replace(old, new))
    faults = audit(tmp_path / "page.html").faults
    assert faults
    assert all(said in fault.right for fault in faults)


# --- what is handed in by strangers -------------------------------------------------------------------------

HOSTILE = {
    "nothing.html": b"",
    "text.html": b"p = 0.01",
    "deep.html": b"<div>" * 100_000,
    "wide.html": b"<p>" + b"<i data-fact=I_b>20</i>" * 20_000,
    "nul.html": b"\0\0",
    "bytes.html": bytes(range(256)) * 50,
    "nothing.pdf": b"%PDF-1.7",
    "half.pdf": b"%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\nstartxref\n9\n%%EOF",
    "text.pdf": b"p = 0.01",
    "nothing.zip": b"PK\x05\x06" + bytes(18),
    "half.zip": b"PK\x03\x04" + bytes(40),
    "names.zip": packed({"output/a\n\x1b[2J.html": b"<p>", "output/../../x.html": b"", "/etc/y.html": b""}),
    "bomb.zip": packed({"output/index.html": b"<p>" * 30_000_000}),
    "package.zip": packed({"discordant-package/experiment.py": b"import os"}),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_whatever_is_handed_in_is_told_in_lines(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(HOSTILE[name])
    try:
        lines = [*(report := audit(path)).faults_in_lines(), *report.summary()]
        assert len(lines) > 2 or name in ("nothing.html",)
    except Refused as error:
        lines = [str(error)]
    assert all(line.isprintable() for line in lines)


def test_what_is_no_publication_is_refused(tmp_path):
    for make in (lambda p: p.mkdir(), lambda p: p.write_text("x"), lambda p: os.mkfifo(p), lambda p: None):
        path = tmp_path / f"thing-{len(list(tmp_path.iterdir()))}"
        make(path)
        with pytest.raises(Refused):
            audit(path)


def test_no_link_is_followed_and_no_pipe_waited_for(tmp_path):
    output = tmp_path / "output"
    output.mkdir()
    (output / "index.html").symlink_to("/etc/passwd")
    (output / "all").symlink_to("/")
    os.mkfifo(output / "pipe.html")
    (output / "real.html").write_text("<p>", encoding="utf-8")
    lines = "\n".join(audit(tmp_path).faults_in_lines())
    for name in ("output/index.html", "output/all", "output/pipe.html"):
        assert re.search(f"^{name}: a ", lines, re.MULTILINE)
    assert "root:" not in lines


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b'{"a": 1, "a": 2}', "stands twice"),
        (b'{"a": NaN}', "no number"),
        (b'{"a": 1e999}', "too large"),
        (b"[" * 200_000, "too deeply"),
        (b"\xff", "UTF-8"),
        (b'{"a"', "no JSON"),
    ],
)
def test_json_that_programs_read_differently_is_refused(text, why):
    with pytest.raises(strict.NotJson, match=why):
        strict.parse(text)


def test_pages_that_are_no_text_or_without_end_are_refused():
    for content in (b"\xff", b"\0", b"<div>" * 5000):
        with pytest.raises(Unparsed):
            Page(content)


def test_a_fault_is_one_line_whatever_stands_there():
    line = str(Fault("a\nb", "\x1b[2J", "x\u202ey" * 500, "z"))
    assert line.isprintable()
    assert len(line) < 1500


# --- readers ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "marks"),
    [
        (
            [("0,5", Fraction(1, 2), "ratio"), ("1.000", 1000, "count"), ("900", 900, "count")],
            Marks(",", ".", 4),
        ),
        ([("0.5", Fraction(1, 2), "ratio"), ("1/524,288", Fraction(1, 524288), "ratio")], Marks(".", ",", 6)),
        ([("٠٫٥", Fraction(1, 2), "ratio"), ("١٬٠٠٠", 1000, "count")], Marks("٫", "٬", 4)),
        ([("0,5 %", Fraction(1, 200), "percent"), ("1\u202f000", 1000, "count")], Marks(",", "\u202f", 4)),
        ([("1000", 1000, "count"), ("0.5", Fraction(1, 2), "ratio")], Marks(".", "", 99)),
    ],
)
def test_marks_are_learnt_from_what_a_language_prints(printed, marks):
    assert numbers.learnt([(text, Fraction(value), kind) for text, value, kind in printed]) == marks


@pytest.mark.parametrize(
    ("text", "value", "kind", "tag", "right"),
    [
        ("0.1565", Fraction(15653, 100000), "probability", "en", True),
        ("0.1566", Fraction(15653, 100000), "probability", "en", False),
        ("0,1565", Fraction(15653, 100000), "probability", "en", False),
        ("0.063", Fraction(1, 16), "ratio", "en", True),
        ("0.062", Fraction(1, 16), "ratio", "en", False),  # a tie is rounded away from zero
        ("90%", Fraction(9, 10), "accuracy", "en", True),
        ("0.9", Fraction(9, 10), "accuracy", "en", False),
        ("999", 1000, "count", "en", False),
        ("30 novembre 2026", "2026-11-30", "date", "it", True),
        ("30 novembre 2025", "2026-11-30", "date", "it", False),
        ("30. November 2026", "2026-11-30", "date", "de", True),
        ("29. November 2026", "2026-11-30", "date", "de", False),
        ("%5", Fraction(1, 20), "percent", "tr", True),
    ],
)
def test_what_a_text_states(text, value, kind, tag, right):
    marks = KNOWN.get(tag, Marks(",", ".", 4))
    assert (numbers.states(text, value, kind, tag, marks) is None) == right


def test_the_record_is_kept_in_its_order():
    entries = [Entry(block, fact, text) for block, fact, text in ["a1x", "a2y", "b1x", "c3z"]]
    own = record.Record(entries, "en")
    passages = [[Said("1", "x"), Said("2", "y")], [Said("1", "x")], [Said("3", "z")]]
    places = [own.places(passage) for passage in passages]
    assert places == [[0], [2], [3]]  # the second fills the block b, so it is not the beginning of a
    assert own.out_of_order(places, [2, 1, 1]) == []
    assert own.places([Said("3", "z", "en")]) == []  # which the list does not have in English
    assert own.out_of_order([places[2], places[0], places[1]], [1, 2, 1]) == [0]
    assert list(record.Record(entries, "en").unseen()) == entries


def test_styles_that_write_load_or_hide():
    assert list(styles.words_of('a::after{content:"\\70 =0.01"}li::before{content:"–"}')) == ["p=0.01"]
    assert styles.unfit("a{background:url(https://x.example/a.png)}")
    assert styles.unfit("@import 'a.css'")
    assert not styles.unfit("html{scroll-behavior:smooth}path{fill:url(#hatch)}")
    assert styles.beside("p{display:none}") is None


def test_rows_of_the_distributions():
    assert tables.rows((900, 20, 0, 80))[11] == b"10,184756,0.17619705200195312,0"


def test_drawings_are_measured():
    assert figures.smallest_net(60) == 18  # 39 to 21 is significant, 38 to 22 is not
    assert drawing.hue(0xF3, 0xB6, 0x4C) == "amber"
    assert drawing.hue(0x93, 0x78, 0xEE) == "violet"
    with pytest.raises(ValueError, match="does not stand where it says"):
        drawing.axis([(0, 0), (10, 5), (20, 12)])
    with pytest.raises(ValueError, match="goes on with"):
        drawing.strokes("M0 0C1 1 2 2 3 3")
