"""Tables of results: CSV, TSV, Parquet, standard input; how rows are paired, and what counts as right.

The expected counts are counted by hand in the few rows of each file.
"""

import hashlib
import io
import sys

import duckdb
import pytest
from case_files import files
from each import each

from discordant.cases import Case, CasesError, Opened, Unclear, Wanted, read

A = "id,correct,topic\nq1,1,x\nq2,0,x\nq3,1,y\nq4,0,y\nq5,1,x\n"
B = "correct,id\n1,q5\n1,q4\n0,q3\n1,q2\n1,q1\n"  # another order, of rows and of columns
COUNTS = (2, 2, 1, 0)  # both right q1 q5, only B q2 q4, only A q3, none neither


def test_rows_are_joined_on_their_ids(tmp_path):
    found = read(files(tmp_path, A, B))
    assert found.models == ("a", "b")
    assert found.counts == COUNTS
    assert found.cases == 5


def test_only_b_counts_what_the_second_file_has_right(tmp_path):
    """Turned round, b and c change places and nothing else."""
    a, b, c, d = read(files(tmp_path, A, B)[::-1]).counts
    assert (a, c, b, d) == COUNTS


WRITTEN = {
    "marked as UTF-8, lines of Windows": b"\xef\xbb\xbf" + A.replace("\n", "\r\n").encode(),
    "UTF-16 of a spreadsheet": A.replace(",", "\t").encode("utf-16"),
    "semicolons": A.replace(",", ";").encode(),
    "quoted": b'"id","correct","topic"\n"q1","1","x, ""y"""\n"q2",0,"two\nlines"\nq3,1,y\n\nq4,0,\nq5,1,x',
    "other columns": b",Correct,ID\n0,1,q1\n1,0,q2\n2,1,q3\n3,0,q4\n4,1,q5\n",
    "words": A.replace(",1,", ",True,").replace(",0,", ",False,").encode(),
    "Inspect's letters": A.replace(",1,", ",C,").replace(",0,", ",I,").encode(),
}


@each("item", list(WRITTEN.items()))
def test_tables_are_read_however_they_are_written(item, tmp_path):
    assert read(files(tmp_path, item[1], B)).counts == COUNTS, item[0]


def test_a_tab_separated_file(tmp_path):
    tabs = files(tmp_path, A.replace(",", "\t"), B.replace(",", "\t"), suffix="tsv")
    assert read(tabs).counts == COUNTS


PARQUET = {
    "booleans": "SELECT 'q' || i AS id, i IN (1, 3, 5) AS correct FROM range(1, 6) t(i)",
    "whole numbers": "SELECT 'q' || i AS id, CAST(i IN (1, 3, 5) AS BIGINT) AS correct FROM range(1, 6) t(i)",
    "floats": "SELECT 'q' || i AS id, CAST(i IN (1, 3, 5) AS DOUBLE) AS correct, [1] FROM range(1, 6) t(i)",
}


@each("item", list(PARQUET.items()))
def test_parquet(item, tmp_path):
    duckdb.sql(f"COPY ({item[1]}) TO '{tmp_path}/p.parquet'")
    assert read([tmp_path / "p.parquet", *files(tmp_path, B)]).counts == COUNTS, item[0]


def test_a_float_that_is_no_number_is_no_result(tmp_path):
    duckdb.sql(
        f"COPY (SELECT 'q' || i AS id, CASE i WHEN 2 THEN 'nan'::DOUBLE ELSE 1.0::DOUBLE END AS correct "
        f"FROM range(1, 6) t(i)) TO '{tmp_path}/p.parquet'"
    )
    found = read([tmp_path / "p.parquet", *files(tmp_path, B)], Wanted(drop_unpaired=True))
    assert found.counts == (3, 0, 1, 0)
    assert found.dropped.blank == (1, 0)


TWO = "id,gpt,claude,group\nq1,1,1,g\nq2,0,1,g\nq3,1,0,h\n"


def test_one_file_with_a_column_for_each(tmp_path):
    found = read(files(tmp_path, TWO), Wanted(results=("claude", "gpt")))
    assert found.models == ("claude", "gpt")
    assert found.counts == (1, 1, 1, 0)
    assert [source.id for source in found.sources] == ["id", "id"]
    without = read(files(tmp_path, TWO.replace("id,", "n,")), Wanted(results=("claude", "gpt")))
    assert without.counts == found.counts
    assert [source.id for source in without.sources] == ["", ""]


def test_one_file_names_the_choices_of_its_columns(tmp_path):
    with pytest.raises(Unclear) as refused:
        read(files(tmp_path, TWO))
    assert refused.value.option == "--a COLUMN --b COLUMN, or --model COLUMN for each"
    assert refused.value.choices == ("id", "gpt", "claude", "group")
    with pytest.raises(CasesError, match="compared with itself"):
        read(files(tmp_path, TWO), Wanted(results=("gpt", "gpt")))


def test_answers_are_held_against_the_right_ones(tmp_path):
    """The right answers may stand in one of the files only."""
    a = "id,answer,truth\nq1,Rome,Rome\nq2,Pisa,Rome\nq3,Bari,Bari\n"
    b = "id,answer\nq3,Roma\nq2,Rome\nq1,Rome\n"
    with_truth = "id,answer,truth\nq3,Roma,Bari\nq2,Rome,Rome\nq1,Rome,Rome\n"
    for other in (b, with_truth):
        found = read(files(tmp_path, a, other), Wanted(truth="truth"))
        assert found.counts == (1, 1, 1, 0)
        assert found.sources[0].truth == "truth"


@each(
    "item",
    [
        (("C",), (1, 1, 1, 1)),
        (("C", "P"), (2, 1, 1, 0)),
    ],
)
def test_what_counts_as_right_is_said(item, tmp_path):
    a, b = "id,score\n1,C\n2,I\n3,C\n4,P\n", "id,score\n1,C\n2,C\n3,I\n4,P\n"
    found = read(files(tmp_path, a, b), Wanted(right=item[0]))
    assert found.counts == item[1]
    assert set(found.sources[0].right) == set(item[0])
    assert set(found.sources[0].right) | set(found.sources[0].wrong) == {"C", "I", "P"}


@each("item", [(">=0.5", (2, 1, 0, 0)), (">0.5", (1, 1, 0, 1))])
def test_numbers_are_right_from_a_limit_on(item, tmp_path):
    a, b = "id,score\n1,0.5\n2,0.25\n3,1e0\n", "id,score\n1,0.5\n2,1\n3,.75\n"
    assert read(files(tmp_path, a, b), Wanted(right=(item[0],))).counts == item[1]


def test_categories_and_clusters(tmp_path):
    """By hand: x holds q1 (both), q2 (only B), q5 (both); y holds q3 (only A), q4 (only B)."""
    found = read(files(tmp_path, A, B), Wanted(category="Topic", cluster="topic"))
    assert [(category.name, category.counts) for category in found.categories] == [
        ("x", (2, 1, 0, 0)),
        ("y", (0, 1, 1, 0)),
    ]
    shapes = sorted((shape.counts, shape.clusters) for shape in found.clusters)
    assert shapes == [((0, 1, 1, 0), 1), ((2, 1, 0, 0), 1)]


def test_clusters_alike_are_counted(tmp_path):
    rows = [(f"{group}{case}", case % 2, 1, group) for group in range(100) for case in range(4)]
    text = "id,one,two,group\n" + "".join(f"{','.join(map(str, row))}\n" for row in rows)
    found = read(files(tmp_path, text), Wanted(results=("one", "two"), cluster="group", id="id"))
    assert [(shape.counts, shape.clusters) for shape in found.clusters] == [((2, 2, 0, 0), 100)]


def test_a_case_may_have_no_category(tmp_path):
    found = read(files(tmp_path, A.replace(",1,y", ",1,"), B), Wanted(category="topic"))
    assert {category.name: category.counts for category in found.categories}[None] == (0, 0, 1, 0)


def test_more_than_two_models(tmp_path):
    c = "id,correct\nq1,0\nq2,0\nq3,0\nq4,1\nq5,1\n"
    found = read(files(tmp_path, A, B, c))
    assert found.models == ("a", "b", "c")
    assert {pattern.right: pattern.cases for pattern in found.patterns} == {
        (True, True, False): 1,
        (False, True, False): 1,
        (True, False, False): 1,
        (False, True, True): 1,
        (True, True, True): 1,
    }
    assert found.counts == COUNTS
    assert found.pair(0, 2) == (1, 1, 2, 1)
    assert found.pair(1, 2) == (2, 0, 2, 1)


def test_a_level_that_is_nowhere_in_one_column_counts_as_none(tmp_path):
    found = read(files(tmp_path, "id,correct\n1,1\n2,1\n", "id,correct\n1,1\n2,1\n"))
    assert found.counts == (2, 0, 0, 0)
    found = read(files(tmp_path, "id,correct\n1,1\n2,1\n", "id,correct\n1,0\n2,0\n"))
    assert found.counts == (0, 0, 2, 0)


def test_pairing_by_order_is_asked_for_and_said(tmp_path):
    paths = files(tmp_path, "score\n1\n0\n1\n", "score\n1\n1\n0\n")
    with pytest.raises(Unclear) as refused:
        read(paths)
    assert refused.value.option == "--id COLUMN"
    found = read(paths, Wanted(by_order=True))
    assert found.counts == (1, 1, 1, 0)
    assert [note.kind for note in found.notes] == ["by_order"]
    with pytest.raises(CasesError, match="numbers of rows"):
        read(files(tmp_path, "score\n1\n0\n", "score\n1\n"), Wanted(by_order=True, drop_unpaired=True))


def test_the_cases_on_which_the_models_differ(tmp_path):
    """In the order of their ids, as numbers where they are; with the further columns of the first file."""
    a = "id,correct,question\n10,1,ten\n9,0,nine\n2,1,two\nx,0,ex\n1,1,one\n"
    b = "id,correct\n10,0\n9,1\n2,0\nx,1\n1,1\n"
    wanted = [
        Case("2", (True, False), ("1", "0"), (("question", "two"),)),
        Case("9", (False, True), ("0", "1"), (("question", "nine"),)),
        Case("10", (True, False), ("1", "0"), (("question", "ten"),)),
        Case("x", (False, True), ("0", "1"), (("question", "ex"),)),
    ]
    with Opened(files(tmp_path, a, b)) as opened:
        assert list(opened.differing()) == wanted
        assert list(opened.differing(1)) == wanted[:2]
    assert list(read(files(tmp_path, a, b), listed=5).differing) == wanted


def test_names_are_those_that_tell_the_models_apart(tmp_path):
    paths = []
    for model, text in (("gpt", A), ("claude", B)):
        (tmp_path / model).mkdir()
        paths += files(tmp_path / model, text)
    assert read(paths).models == ("gpt", "claude")
    assert read(paths, Wanted(names=("old", "new"))).models == ("old", "new")
    with pytest.raises(CasesError, match="1 names for 2 models"):
        read(paths, Wanted(names=("old",)))


@each("text", [A, A.replace(",", "\t"), '{"id": "q1", "correct": 1}\n{"id": "q2", "correct": 0}\n'])
def test_standard_input(text, tmp_path, monkeypatch):
    """What comes in says itself what it is."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    found = read(["-", *files(tmp_path, B)], Wanted(drop_unpaired=True))
    assert found.models == ("standard input", "a")
    assert found.sources[0].rows == (2 if text.startswith("{") else 5)
    with pytest.raises(CasesError, match="one of the files only"):
        read(["-", "-"])


def test_sources_say_what_was_read(tmp_path):
    paths = files(tmp_path, A, B)
    found = read(paths)
    for path, source in zip(paths, found.sources, strict=True):
        assert source.files == ((str(path), hashlib.sha256(path.read_bytes()).hexdigest()),)
        assert (source.rows, source.id, source.result) == (5, "id", "correct")
        assert (source.right, source.wrong) == (("1",), ("0",))
