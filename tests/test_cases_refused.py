"""What is wrong with results is refused, by file, line and id; nothing is put right unasked."""

import json

import pytest
from case_files import files
from each import each

from discordant.cases import CasesError, Faulty, Unclear, Wanted, read

GOOD = "id,correct\nq1,1\nq2,0\nq3,1\n"


def faults(folder, *texts, wanted=None, suffix="csv"):
    """What is refused: (file, line, id, result, what is wrong) of each fault, and how many there are."""
    with pytest.raises(Faulty) as refused:
        read(files(folder, *texts, suffix=suffix), wanted)
    assert refused.value.code == 2
    assert "\n" not in str(refused.value)
    listed = [(fault.path.rpartition("/")[2], *fault[2:], fault.what) for fault in refused.value.faults]
    return listed, refused.value.count


def test_an_id_that_is_there_twice_is_named_with_both_lines(tmp_path):
    """Lines, not rows: a blank one counts, and a quoted text may run over several."""
    b = 'id,correct,text\nq1,1,"two\nlines"\n\nq2,0,\nq3,1,\nq1,1,\n'
    found = faults(tmp_path, GOOD, b)
    assert found == ([("b.csv", 2, "q1", None, "this id is there 2 times, also in line 7")], 1)
    assert faults(tmp_path, GOOD, b, wanted=Wanted(drop_unpaired=True)) == found


def test_a_case_of_one_file_only_is_refused_or_dropped_as_asked(tmp_path):
    a, b = GOOD + "q4,1\nq5,0\n", GOOD + "q6,1\n"
    listed, count = faults(tmp_path, a, b)
    assert count == 3
    assert [fault[:3] for fault in listed] == [("b.csv", 5, "q6"), ("a.csv", 5, "q4"), ("a.csv", 6, "q5")]
    assert all(fault[4].startswith("no such case in ") for fault in listed)
    found = read(files(tmp_path, a, b), Wanted(drop_unpaired=True))
    assert (found.counts, found.cases) == ((2, 0, 0, 1), 3)
    assert found.dropped == (3, (1, 2), (0, 0), ("q4", "q5", "q6"))


def test_a_blank_result_is_no_wrong_one(tmp_path):
    a, b = "id,correct\nq1,1\nq2,\nq3,1\n", 'id,correct\nq1,1\nq2,0\nq3," "\n'
    listed, count = faults(tmp_path, a, b)
    assert (listed, count) == (
        [("a.csv", 3, "q2", None, "no result"), ("b.csv", 4, "q3", None, "no result")],
        2,
    )
    found = read(files(tmp_path, a, b), Wanted(drop_unpaired=True))
    assert found.counts == (1, 0, 0, 0)
    assert found.dropped == (2, (0, 0), (1, 1), ("q2", "q3"))


def test_a_case_without_an_id(tmp_path):
    assert faults(tmp_path, GOOD, GOOD + ",1\n  ,0\n") == (
        [("b.csv", 5, None, "1", "no id"), ("b.csv", 6, None, "0", "no id")],
        2,
    )


def test_mixed_spellings_are_refused_with_the_odd_ones(tmp_path):
    """1, "1", true and "true" in one column: two spellings, whatever their types."""
    values = [1, "1", 0, True, "true", 0]
    lines = "".join(json.dumps({"id": place, "correct": value}) + "\n" for place, value in enumerate(values))
    listed, count = faults(tmp_path, lines, lines, suffix="jsonl")
    assert count == 4
    assert [fault[:4] for fault in listed] == [
        ("a.jsonl", 4, "3", "true"),
        ("a.jsonl", 5, "4", "true"),
        ("b.jsonl", 4, "3", "true"),
        ("b.jsonl", 5, "4", "true"),
    ]
    said = read(files(tmp_path, lines, lines, suffix="jsonl"), Wanted(right=("1", "true")))
    assert said.counts == (4, 0, 0, 2)


def test_more_than_two_outcomes_are_refused_with_those_beyond(tmp_path):
    a = "id,score\n1,C\n2,I\n3,P\n4,N\n5,C\n"
    listed, count = faults(tmp_path, a, a.replace("P", "C").replace("N", "I"))
    assert [fault[:4] for fault in listed] == [("a.csv", 4, "3", "P"), ("a.csv", 5, "4", "N")]
    assert count == 2


def test_results_that_say_neither_right_nor_wrong_are_asked_about(tmp_path):
    answers = "id,answer\n1,A\n2,B\n3,C3\n"
    with pytest.raises(Unclear, match="--truth COLUMN") as refused:
        read(files(tmp_path, answers, answers))
    assert set(refused.value.choices) == {"A", "B", "C3"}
    numbers = "id,score\n1,0.2\n2,0.9\n3,0.5\n"
    with pytest.raises(Unclear) as refused:
        read(files(tmp_path, numbers, numbers))
    assert refused.value.option == "--right '>=NUMBER'"
    with pytest.raises(Faulty, match="no number") as odd:
        read(files(tmp_path, numbers, numbers + "4,n/a\n"), Wanted(right=(">=0.5",)))
    assert odd.value.faults[0][2:4] == (5, "4")


def test_what_is_said_to_be_right_must_be_there(tmp_path):
    """In each model's results: one model's 1 is another's true, which would all count as wrong."""
    other = GOOD.replace(",1", ",true").replace(",0", ",false")
    assert read(files(tmp_path, GOOD, other)).counts == (2, 0, 0, 1)
    for right in ("yes", "1"):
        with pytest.raises(Unclear, match="--right"):
            read(files(tmp_path, GOOD, other), Wanted(right=(right,)))
    assert read(files(tmp_path, GOOD, other), Wanted(right=("1", "true"))).counts == (2, 0, 0, 1)
    none = "id,correct\nq1,0\nq2,0\nq3,0\n"
    assert read(files(tmp_path, GOOD, none), Wanted(right=("1",))).counts == (0, 0, 2, 1)


def test_right_answers_that_differ_between_the_files(tmp_path):
    a, b = "id,answer,truth\nq1,x,x\nq2,y,y\n", "id,answer,truth\nq1,x,x\nq2,y,z\n"
    listed, count = faults(tmp_path, a, b, wanted=Wanted(truth="truth"))
    assert (listed, count) == ([("a.csv", 3, "q2", None, "the right answers differ: 'y' and 'z'")], 1)


def test_an_answer_that_differs_in_its_spelling_only_is_no_wrong_one(tmp_path):
    a, b = "id,answer,truth\n1,1,1\n2,Rome,Rome\n", "id,answer,truth\n1,1.0,1\n2,rome ,Rome\n"
    listed, count = faults(tmp_path, a, b, wanted=Wanted(truth="truth"))
    assert [fault[:4] for fault in listed] == [("b.csv", 2, "1", "1.0"), ("b.csv", 3, "2", "rome ")]
    assert count == 2


@each("name", ["category", "cluster"])
def test_what_belongs_to_the_case_must_be_said_alike(name, tmp_path):
    a, b = "id,correct,group\nq1,1,x\nq2,1,y\n", "id,correct,group\nq1,1,x\nq2,1,x\n"
    listed, count = faults(tmp_path, a, b, wanted=Wanted(**{name: "group"}))
    assert count == 1
    assert listed[0][:3] == ("a.csv", 3, "q2")
    assert "'x' and 'y'" in listed[0][4]


def test_a_case_without_cluster_or_right_answer_is_refused(tmp_path):
    a = "id,correct,group\nq1,1,x\nq2,1,\n"
    assert faults(tmp_path, a, a, wanted=Wanted(cluster="group"))[0][0][2:] == ("q2", None, "no cluster")
    found = faults(tmp_path, a, a, wanted=Wanted(truth="group"))
    assert found[0][0][2:] == ("q2", None, "no right answer")


def test_the_first_twenty_faults_are_listed_and_all_are_counted(tmp_path):
    many = "id,correct\n" + "".join(f"{place},1\n" for place in range(1000))
    listed, count = faults(tmp_path, many, "id,correct\n0,1\n")
    assert count == 999
    assert [fault[2] for fault in listed] == [str(place) for place in range(1, 21)]
    assert [fault[1] for fault in listed] == list(range(3, 23))


CHOICES = {
    "--id COLUMN": ("name,correct\nq1,1\n", Wanted(), ("name", "correct")),
    "--a COLUMN": ("id,correct,score\nq1,1,1\n", Wanted(), ("correct", "score")),
    "--b COLUMN": ("id,correct\nq1,1\n", Wanted(results=("correct", "grade")), ("id", "correct")),
    "--category COLUMN": ("id,correct\nq1,1\n", Wanted(category="topic"), ("id", "correct")),
    "--cluster COLUMN": ("id,correct\nq1,1\n", Wanted(cluster="topic"), ("id", "correct")),
    "--truth COLUMN": ("id,correct\nq1,1\n", Wanted(truth="gold"), ("id", "correct")),
    "--metric COLUMN": ("id,correct\nq1,1\n", Wanted(metric="acc"), ("id", "correct")),
    "--right VALUE": ("id,correct\nq1,1\n", Wanted(right=("C",)), ("1",)),
}


@each("item", list(CHOICES.items()))
def test_what_is_not_clear_is_asked_for_with_the_choices(item, tmp_path):
    option, (text, wanted, choices) = item
    with pytest.raises(Unclear) as refused:
        read(files(tmp_path, text, text), wanted)
    assert refused.value.option == option
    assert refused.value.choices == choices
    assert all(choice in str(refused.value) for choice in choices)


def test_more_than_two_columns_of_results_or_none(tmp_path):
    with pytest.raises(CasesError, match="3 columns of results for 2 models"):
        read(files(tmp_path, GOOD, GOOD), Wanted(results=("correct",) * 3))
    with pytest.raises(CasesError, match="no results at all"):
        read(files(tmp_path, GOOD, "id,correct\nq1,\n"))
    with pytest.raises(CasesError, match="both --right and --truth"):
        read(files(tmp_path, GOOD, GOOD), Wanted(right=("1",), truth="correct"))
    with pytest.raises(CasesError, match="no case has a result of every model"):
        read(files(tmp_path, GOOD, "id,correct\nz,1\n"), Wanted(drop_unpaired=True))
