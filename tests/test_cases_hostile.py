"""Files of results whose makers meant harm, or were careless: refused in one line, or taken as mere text."""

import json
import os
import sys

import duckdb
import pytest
from case_files import files
from each import each

from discordant.cases import CasesError, Unclear, Wanted, read
from discordant.cases.engine import Engine

if sys.version_info >= (3, 14):
    import zipfile
else:
    from backports.zstd import zipfile

GOOD = "id,correct\nq1,1\nq2,0\nq3,1\n"
STRANGE = [
    "'; DROP TABLE results; --",
    "\"); SELECT * FROM read_csv('/etc/passwd'); --",
    "$p0",
    "{{ 7 * 7 }}",
    "*",
    "../../etc/passwd",
    "\u202egnp.exe",
    "=HYPERLINK(1)",
    "\U0001f600" * 40,
    "x" * 100_000,
]


def csv_of(header, rows):
    quoted = [",".join('"' + str(cell).replace('"', '""') + '"' for cell in row) for row in [header, *rows]]
    return "\n".join(quoted) + "\n"


def refused(paths, wanted=None):
    """What is said: one line, of bounded length, that names the file."""
    with pytest.raises(CasesError) as error:
        read(paths, wanted)
    said = str(error.value)
    assert said.isprintable() or "\u202e" in said
    assert len(said) < 4000
    assert error.value.code == 2
    return said


def test_ids_results_and_columns_are_any_text(tmp_path):
    """As ids in both files, as the results that count as right, as columns, as categories."""
    for text in STRANGE:
        rows = [(text, text, text), ("other", "wrong", text)]
        paths = files(tmp_path, csv_of([text + "1", text + "2", text + "3"], rows))
        paths += files(tmp_path / "..", csv_of([text + "1", text + "2", text + "3"], rows))[:0]
        wanted = Wanted(id=text + "1", results=(text + "2",), right=(text,), category=text + "3")
        found = read(paths * 2, wanted._replace(names=("A", "B")), listed=5)
        assert found.counts == (1, 0, 0, 1)
        assert found.categories[0].name == text


def test_json_keys_are_any_text(tmp_path):
    for text in [*STRANGE[:-1], "a/b~c", "$.id", "a.b", " "]:
        lines = "".join(json.dumps({"id": place, text: place % 2}) + "\n" for place in range(4))
        found = read(files(tmp_path, lines, lines, suffix="jsonl"), Wanted(results=(text,)))
        assert found.counts == (2, 0, 0, 2), text


def test_parquet_columns_are_any_text(tmp_path):
    for text in STRANGE[:-1]:
        name = text.replace('"', '""')
        duckdb.sql(
            f"""COPY (SELECT range AS id, range % 2 AS "{name}" FROM range(4)) TO '{tmp_path}/p.parquet'"""
        )
        found = read([tmp_path / "p.parquet"] * 2, Wanted(results=(text,), names=("A", "B")))
        assert found.counts == (2, 0, 0, 2), text


def test_nul_is_a_sign_like_others(tmp_path):
    text = "id,correct\na\0b,1\na,0\n"
    found = read(files(tmp_path, text, text.replace(",0", ",1")), listed=2)
    assert found.counts == (1, 1, 0, 0)
    assert [case.id for case in found.differing] == ["a"]


def test_names_of_files_are_no_patterns(tmp_path):
    for name in ("*.csv", "[a-z].csv", "it's.csv", '"q".csv', "a?.csv", "x.csv;y", "--a.csv", "ü 名.csv"):
        folder = tmp_path / "of"
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(GOOD)
        (folder / "b.csv").write_text(GOOD.replace("q2,0", "q2,1"))
        assert read([folder / name, folder / "b.csv"]).counts == (2, 1, 0, 0), name
        (folder / name).unlink()


def test_the_engine_opens_no_other_file(tmp_path):
    """Even if a stranger's text became SQL: no other file, no network, no settings."""
    (path,) = files(tmp_path, GOOD)
    other = tmp_path / "other.csv"
    other.write_text(GOOD)
    folder = tmp_path / "work"
    folder.mkdir()
    with Engine(folder, [path]) as engine:
        assert engine.rows(f"SELECT count(*) FROM read_csv({engine.file(path)})") == [(3,)]
        for sql in (
            f"SELECT * FROM read_csv('{other}')",
            f"COPY (SELECT 1) TO '{other}'",
            f"ATTACH '{other}' AS o",
            "SELECT * FROM read_csv('https://example.org/x.csv')",
            "SET enable_external_access = true",
            "INSTALL httpfs",
        ):
            with pytest.raises(engine.fails()):
                engine.run(sql)
    assert other.read_text() == GOOD


NO_TABLES = {
    "empty": (b"", "is empty"),
    "blank": (b"\xef\xbb\xbf \n\n", "is empty"),
    "no columns": (b",,\n1,2,3\n", "no column names"),
    "one nameless": (b"\n1\n", "no column names"),
    "twice": (b"id,correct,id\n1,1,2\n", "columns' names are there twice: 'id'"),
    "head alone": (b"id,correct\n", "no results at all"),
    "Latin-1 head": (b"id,corr\xe9ct\n1,1\n", ":1: not UTF-8"),
    "Latin-1": (b"id,correct\n1,1\n\xe9,1\n", ":3: not UTF-8"),
    "short": (b"id,correct\n1,1\n2\n", ":3: too few columns"),
    "long": (b"id,correct\n1,1,1\n", ":2: too many columns"),
    "open": (b'id,correct\n1,1\n"2,1\n', ":3: a quotation mark"),
    "huge": (b"id,correct\n" + b"x" * 5_000_000 + b",1\n", "a line of more than 4 MB"),
    "gzip": (b"\x1f\x8b\x08\x00", "is packed with gzip"),
    "zstd": (b"\x28\xb5\x2f\xfd\x00", "is packed with Zstandard"),
    "half UTF-16": (b"\xff\xfei\x00d", "no"),
    "no Parquet": (b"PAR1" + b"\0" * 100, "cannot be read"),
    "no zip": (b"PK\x03\x04" + b"\0" * 100, "no log of Inspect"),
}


@each("item", list(NO_TABLES.items()))
def test_what_is_no_table_is_told_in_a_line(item, tmp_path):
    name, (content, says) = item
    assert says in refused(files(tmp_path, content, GOOD)), name


NO_OBJECTS = {
    "broken": ('{"id": 1, "correct": 1}\n\n{"id": 2,\n', ":3: no JSON"),
    "two a line": ('{"id": 1, "correct": 1} {"id": 2}\n', ":1: no JSON"),
    "numbers": ("1\n2\n", "row 1 is no object"),
    "lists": ("[1]\n[2]\n", "no object"),
    "none": ("[]", "holds no cases"),
    "twice": ('{"id": 1, "id": 2, "correct": 1}\n', "'id' is there twice"),
    "deep": ('{"id": 1, "correct": 1, "x": ' + "[" * 100_000 + "]" * 100_000 + "}\n", "a.jsonl"),
    "no UTF-8": (b'{"id": "\xff", "correct": 1}\n', ":1: no JSON"),
    "half a pair": ('{"id": "\\ud800", "correct": 1}\n', "a.jsonl"),
    "nothing": ("{}\n", "--id COLUMN"),
}


@each("item", list(NO_OBJECTS.items()))
def test_what_holds_no_objects_is_told_in_a_line(item, tmp_path):
    name, (content, says) = item
    good = '{"id": 1, "correct": 1}\n'
    assert says in refused(files(tmp_path, content, good, suffix="jsonl")), name


def test_objects_among_others_are_cases_without_id(tmp_path):
    """Beyond the rows in which the columns are looked for."""
    lines = "".join(json.dumps({"id": place, "correct": 1}) + "\n" for place in range(1500))
    assert ":1501:" in refused(files(tmp_path, lines + "[]\n", lines, suffix="jsonl"))


def packed(path, members):
    with zipfile.ZipFile(path, "w", 93) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


HEAD = json.dumps({"status": "success", "eval": {"task": "t", "model": "m"}})
SAMPLE = json.dumps({"id": 1, "epoch": 1, "scores": {"match": {"value": "C"}}})
NO_LOGS = {
    "no header": ({"summaries.json": f"[{SAMPLE}]"}, "no header"),
    "header no object": ({"header.json": "[]", "summaries.json": f"[{SAMPLE}]"}, "no header"),
    "header no JSON": ({"header.json": "{", "summaries.json": f"[{SAMPLE}]"}, "no log of Inspect"),
    "no samples": ({"header.json": HEAD}, "without samples"),
    "sample no object": ({"header.json": HEAD, "samples/1_epoch_1.json": "[]"}, "is no sample"),
    "sample no JSON": ({"header.json": HEAD, "samples/1_epoch_1.json": "{"}, "no log of Inspect"),
    "deep": ({"header.json": "[" * 100_000, "summaries.json": f"[{SAMPLE}]"}, "a.eval"),
    "bomb": (
        {"header.json": " " * (70 << 20), "summaries.json": f"[{SAMPLE}]"},
        "unpacks to more than 64 MB",
    ),
    "strange eval": (
        {"header.json": '{"eval": [1]}', "summaries.json": '[{"id": 1, "scores": []}]'},
        "without scores",
    ),
}


@each("item", list(NO_LOGS.items()))
def test_what_is_no_log_is_told_in_a_line(item, tmp_path):
    name, (members, says) = item
    log = packed(tmp_path / "a.eval", members)
    assert says in refused([log, log]), name


def test_members_do_not_leave_the_archive(tmp_path):
    """Names that lead elsewhere are names: nothing is unpacked under a stranger's name."""
    members = {"header.json": HEAD, "samples/../../../evil.json": SAMPLE, "samples//tmp/evil.json": SAMPLE}
    log = packed(tmp_path / "a.eval", members)
    before = set(tmp_path.parent.iterdir())
    assert "2 times" in refused([log, log])
    assert set(tmp_path.parent.iterdir()) == before


def test_what_is_no_file(tmp_path):
    assert "no such file" in refused([tmp_path / "none.csv"])
    assert "no such file" in refused(["a\0b"])
    assert "not a file" in refused(["/dev/null"])
    with pytest.raises(Unclear, match="a folder without logs") as error:
        read([tmp_path])
    assert error.value.choices == ()


def test_a_pipe_is_read_once(tmp_path):
    """`discordant report <(zcat a.csv.gz) b.csv` in a shell."""
    reading, writing = os.pipe()
    with open(writing, "w") as pipe:
        pipe.write(GOOD)
    try:
        assert read([f"/dev/fd/{reading}", *files(tmp_path, GOOD)]).counts == (2, 0, 0, 1)
    finally:
        os.close(reading)


def test_nothing_is_left_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    paths = files(tmp_path, GOOD, GOOD)
    read(paths)
    refused([tmp_path / "a.csv", tmp_path / "none.csv"])
    assert sorted(tmp_path.iterdir()) == sorted(paths)


def test_nothing_is_printed_meanwhile(tmp_path):
    """DuckDB draws a bar on standard output where a query takes long, among the data asked for there."""
    with Engine(tmp_path, []) as engine:
        assert engine.rows("SELECT current_setting('enable_progress_bar')") == [(False,)]
