"""Logs of Inspect that the samples do not hold: epochs, other scores, broken-off runs, .json, folders.

They are written here in the form of the real ones: the members that these have, packed the same way.
"""

import json
import sys

import pytest
from each import each

from discordant.cases import CasesError, Unclear, Wanted, read

if sys.version_info >= (3, 14):
    import zipfile
else:
    from backports.zstd import zipfile

ZSTANDARD = 93  # as the real logs are packed


def samples(values, *, epochs=1, scorer="match"):
    """Samples with their ids from 1 on; a value is one score, or one for each epoch."""
    made = []
    for id_, value in enumerate(values, 1):
        for epoch in range(1, epochs + 1):
            score = value[epoch - 1] if epochs > 1 else value
            scores = {} if score is None else {scorer: {"value": score, "answer": "4"}}
            made.append({"id": id_, "epoch": epoch, "input": f"sum {id_}", "target": "4", "scores": scores})
    return made


def eval_log(path, made, *, status="success", task="sums", model="mock/model", whole=False):
    """An .eval log; `whole` leaves out summaries and header, as a run that is broken off does."""
    head = {"version": 2, "status": status, "eval": {"task": task, "model": model}}
    path.parent.mkdir(exist_ok=True, parents=True)
    with zipfile.ZipFile(path, "w", ZSTANDARD) as archive:
        archive.writestr("_journal/start.json", json.dumps(head))
        for sample in made:
            name = f"samples/{sample['id']}_epoch_{sample['epoch']}.json"
            archive.writestr(name, json.dumps({**sample, "messages": [], "events": []}))
        if not whole:
            archive.writestr("summaries.json", json.dumps(made))
            archive.writestr("header.json", json.dumps(head))
    return path


def json_log(path, made, **indent):
    head = {"version": 2, "status": "success", "eval": {"task": "sums", "model": "mock/model"}}
    path.write_text(json.dumps({**head, "samples": made}, **indent))
    return path


A, B = samples("CICI"), samples("CCII")
COUNTS = (1, 1, 1, 1)


def test_every_form_of_a_log_gives_the_same(tmp_path):
    """With summaries, without, as .json on one line or many, and one against the other."""
    wanted = (eval_log(tmp_path / "b.eval", B),)
    forms = [
        eval_log(tmp_path / "a.eval", A),
        eval_log(tmp_path / "whole.eval", A, whole=True),
        json_log(tmp_path / "line.json", A),
        json_log(tmp_path / "lines.json", A, indent=2),
    ]
    for form in forms:
        found = read([form, *wanted])
        assert found.counts == COUNTS, form
        assert found.sources[0].kind == "inspect"
        assert (found.sources[0].right, found.sources[0].wrong) == (("C",), ("I",))


def test_a_run_that_did_not_end_well_is_said(tmp_path):
    broken = eval_log(tmp_path / "a.eval", A[:2], whole=True)
    failed = eval_log(tmp_path / "b.eval", B[:2], status="error")
    notes = read([broken, failed]).notes
    assert [(note.kind, note.model, note.value) for note in notes] == [
        ("status", "a", "started"),
        ("status", "b", "error"),
    ]


def test_samples_that_failed_are_missing_or_without_a_score(tmp_path):
    a, b = eval_log(tmp_path / "a.eval", samples(["C", None, "I"])), eval_log(tmp_path / "b.eval", B)
    with pytest.raises(CasesError, match="no result") as refused:
        read([a, b])
    assert refused.value.count == 2
    found = read([a, b], Wanted(drop_unpaired=True))
    assert found.counts == (1, 0, 0, 1)
    assert found.dropped == (2, (1, 0), (1, 0), ("2", "4"))


# Three epochs: the rows of a sample, and whether it counts as right under each way.
EPOCHS = {
    "first": (True, False, False, True),
    "any": (True, True, True, True),
    "all": (True, False, False, False),
    "majority": (True, False, True, False),
}


@each("item", list(EPOCHS.items()))
def test_epochs_are_no_cases_and_are_reduced_as_asked(item, tmp_path):
    how, right = item
    a = eval_log(tmp_path / "a.eval", samples(["CCC", "IIC", "ICC", "CII"], epochs=3))
    b = eval_log(tmp_path / "b.eval", samples(["CCC", "CCC", "CCC", "CCC"], epochs=3))
    with pytest.raises(Unclear, match="3 epochs of the same cases") as refused:
        read([a, b])
    assert refused.value.choices == ("first", "any", "all", "majority")
    found = read([a, b], Wanted(epochs=how), listed=4)
    assert (found.cases, found.counts.b, found.counts.a) == (4, right.count(False), right.count(True))
    assert [(note.kind, note.value, note.number) for note in found.notes] == [("epochs", how, 3)]
    for case in found.differing:
        assert case.results[0].replace(", ", "") == ["CCC", "IIC", "ICC", "CII"][int(case.id) - 1]
        assert not right[int(case.id) - 1]


def test_epochs_are_not_reduced_to_what_nobody_knows(tmp_path):
    log = eval_log(tmp_path / "a.eval", A)
    with pytest.raises(Unclear, match="--epochs HOW"):
        read([log, log], Wanted(epochs="best"))


@each("item", [(("C",), (1, 0, 1, 2)), (("C", "P"), (2, 1, 0, 1))])
def test_partly_right_and_no_answer_are_said_to_be_what_they_are(item, tmp_path):
    right, counts = item
    a, b = (eval_log(tmp_path / f"{n}.eval", samples(v)) for n, v in (("a", "CCIN"), ("b", "CPPI")))
    with pytest.raises(CasesError, match=r"'P'"):
        read([a, b])
    assert read([a, b], Wanted(right=right)).counts == counts


def test_scores_that_are_numbers(tmp_path):
    a, b = (
        eval_log(tmp_path / f"{n}.eval", samples(v))
        for n, v in (("a", [1, 0.5, 0, 0.25]), ("b", [True, 1.0, 0.75, 0]))
    )
    with pytest.raises(CasesError, match="--right"):
        read([a, b])
    with pytest.raises(CasesError, match="no number"):  # true is none
        read([a, b], Wanted(right=(">=0.5",)))
    b = eval_log(tmp_path / "b.eval", samples([1, 1.0, 0.75, 0]))
    assert read([a, b], Wanted(right=(">=0.5",))).counts == (2, 1, 0, 1)


def test_ids_are_any_text_and_another_order(tmp_path):
    a = [{**sample, "id": name} for sample, name in zip(A, ["x/1", "x 2", "Ünï", "1"], strict=True)]
    b = [{**sample, "id": name} for sample, name in zip(B, ["x/1", "x 2", "Ünï", 1], strict=True)]
    paths = [json_log(tmp_path / "a.json", a), json_log(tmp_path / "b.json", b[::-1])]
    assert read(paths).counts == COUNTS


def test_a_folder_of_logs_of_several_tasks(tmp_path):
    """Ids count within a task; a task that was run twice is asked about."""
    for model, made in (("a", A), ("b", B)):
        for task in ("sums", "products"):
            eval_log(tmp_path / model / f"{task}.eval", made, task=task)
    found = read([tmp_path / "a", tmp_path / "b"], Wanted(category="task"), listed=1)
    assert found.cases == 8
    assert {category.name: category.counts for category in found.categories} == {
        "sums": COUNTS,
        "products": COUNTS,
    }
    assert [(note.kind, note.number) for note in found.notes] == [("tasks", 2), ("tasks", 2)]
    assert {case.id for case in found.differing} == {"products/2", "products/3"}
    eval_log(tmp_path / "a" / "again.eval", A, task="sums")
    with pytest.raises(Unclear, match="2 runs of the task 'sums'") as refused:
        read([tmp_path / "a", tmp_path / "b"])
    assert {choice.rpartition("/")[2] for choice in refused.value.choices} == {"sums.eval", "again.eval"}


def test_models_are_named_by_their_logs_where_these_differ(tmp_path):
    a = eval_log(tmp_path / "a.eval", A, model="mock/small")
    b = eval_log(tmp_path / "b.eval", B, model="mock/large")
    assert read([a, b]).models == ("mock/small", "mock/large")


def test_one_log_alone_is_no_comparison(tmp_path):
    with pytest.raises(CasesError, match="one model's log only"):
        read([eval_log(tmp_path / "a.eval", A)])


def test_a_log_without_scores(tmp_path):
    log = eval_log(tmp_path / "a.eval", samples([None]))
    with pytest.raises(CasesError, match="without scores"):
        read([log, log])
