"""Whatever a file of a publication holds, the audit says so in lines of that file and reads the others."""

import json
import shutil
from pathlib import Path

import pytest

from discordant.audit import audit, published, strict, tables, whole
from discordant.audit.findings import Findings

DATA, MANIFEST = "output/data/discordant.json", "output/manifest.json"
TABLE = "output/data/null-distribution-I.csv"


@pytest.fixture
def folder(made, tmp_path):
    """The data and figures in English of a build."""
    for path in (DATA, MANIFEST, TABLE):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(made / path, tmp_path / path)
    shutil.copytree(made / "figures" / "en", tmp_path / "figures" / "en")
    return tmp_path


def lines(folder, file):
    """What is said of a file."""
    report = audit(folder)
    assert report.checked["rows of CSV recomputed"] == 21  # the other files are read all the same
    said = list(report.faults_in_lines())
    assert all(line.isprintable() and " at 0x" not in line for line in said)
    return [line for line in said if line.startswith(file)]


@pytest.mark.parametrize("place", ["", "sheet-835f703e19"])
def test_a_folder_of_exercise_sheets_is_named_as_one(tmp_path, place):
    for name in ("student/exercises-it-A.html", "teacher/answers-it.html"):
        (tmp_path / place / name).parent.mkdir(parents=True)
        (tmp_path / place / name).write_text('<html class="sheet">')
    with pytest.raises(published.NotPublished, match="an exercise sheet, whose numbers are drawn; its key"):
        audit(tmp_path)


def change(folder, path, edit):
    document = json.loads((folder / path).read_bytes())
    edit(document)
    (folder / path).write_text(json.dumps(document), encoding="utf-8")


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("languages", 5, "languages: '5' stands there"),
        ("languages", {"en": 1}, "languages: "),
        ("languages", [["en"]], "languages: "),
        ("format", 99, "format: '99' stands there; right is 1"),
        ("format", True, "format: 'True' stands there"),
        ("files", [], "lists no files"),
    ],
)
def test_a_manifest_of_another_make(folder, key, value, said):
    change(folder, MANIFEST, lambda manifest: manifest.update({key: value}))
    assert any(said in line for line in lines(folder, MANIFEST))


@pytest.mark.parametrize(
    ("fact", "entry"),
    [
        ("products", {"kind": "count", "value": "five"}),
        ("products", {"kind": "name", "value": 10**99}),
        ("products", {"kind": "name", "value": ["a"]}),
        ("licence_texts", {"kind": "name", "value": "p = 0.01 " * 99}),
        ("nist_updated", {"kind": "date", "value": "2026-13-45"}),
        ("publisher", {"kind": "name", "value": None}),
    ],
)
def test_a_fact_that_is_only_stated_is_of_its_kind(folder, fact, entry):
    change(folder, DATA, lambda data: data["facts"].update({fact: entry}))
    assert any(f"facts.{fact}: " in line and "right is a " in line for line in lines(folder, DATA))


def test_a_number_of_too_many_digits_is_none():
    assert strict.parse(b"9" * 100) == 10**100 - 1
    with pytest.raises(strict.NotJson, match="too large"):
        strict.parse(b"9" * 101)


def test_a_list_that_no_build_is_so_long_to_print(folder):
    def edit(data):
        entries = data["locales"]["en"]["printed"]["pdf"]
        entries += entries[:1] * 5000

    change(folder, DATA, edit)
    assert any("prints more than any build does" in line for line in lines(folder, DATA))


@pytest.mark.parametrize(
    ("figure", "old", "new"),
    [
        ("cases", 'only-b" d="M', 'only-b" d="M1' + "0" * 400),
        ("null-distribution", ">0.08<", ">1 × 10⁹⁹⁹⁹<"),
        ("null-distribution", 'panel-1-tails" d="M', 'panel-1-tails" d="M1' + "0" * 400),
    ],
)
def test_a_drawing_with_numbers_beyond_any(folder, figure, old, new):
    path = folder / "figures" / "en" / f"{figure}.svg"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert lines(folder, f"figures/en/{figure}")


@pytest.mark.parametrize("error", [TypeError("<_io.BytesIO object at 0x7f00>"), ZeroDivisionError("x")])
def test_a_check_that_fails_is_a_fault_of_its_file(folder, monkeypatch, error):
    def fail(*given):
        raise error

    monkeypatch.setattr(whole.svg_files, "read", fail)
    (said,) = lines(folder, "figures/en/cases.svg: cannot")
    assert said.startswith(f"figures/en/cases.svg: cannot be checked: {type(error).__name__}: ")


def test_what_no_memory_is_left_for_ends_the_audit(folder, monkeypatch):
    def fail(*given):
        raise MemoryError

    monkeypatch.setattr(tables, "check", fail)
    with pytest.raises(MemoryError):
        audit(folder)


def test_a_file_that_vanishes_is_a_fault(folder, monkeypatch):
    look = Path.lstat

    def vanish(path):
        if path.name == "discordant.json":
            raise ProcessLookupError(3, "No such process")
        return look(path)

    monkeypatch.setattr(Path, "lstat", vanish)
    findings = Findings()
    files = published.read(folder, findings).files
    assert DATA not in files
    assert TABLE in files
    assert f"{DATA}: cannot be read: No such process" in map(str, findings.faults)


def test_a_folder_of_pipes_without_end_is_left(tmp_path, monkeypatch):
    (tmp_path / "output").mkdir()
    for number in range(9):
        (tmp_path / "output" / f"{number}.html").symlink_to("nowhere")
    monkeypatch.setattr(published, "MOST_FILES", 5)
    with pytest.raises(published.NotPublished, match="more than any build makes"):
        published.read(tmp_path, Findings())
