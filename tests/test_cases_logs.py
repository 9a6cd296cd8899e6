"""Logs of Inspect and lm-evaluation-harness as these programs write them; real ones, in tests/cases/logs.

The counts are those that were worked out when the logs were made, from the sums that the stand-ins answered.
"""

import json
from pathlib import Path

import pytest
from each import each

from discordant.cases import Unclear, Wanted, read

LOGS = Path(__file__).parent / "cases" / "logs"
INSPECT = [LOGS / "inspect" / f"model-{model}.eval" for model in "ab"]
HARNESS = [LOGS / "lm-eval" / f"model-{model}" for model in "ab"]
COUNTS = [
    (INSPECT, "match", (35, 15, 9, 1)),
    (HARNESS, "acc", (44, 30, 10, 6)),
    (HARNESS, "acc_norm", (28, 31, 17, 14)),
]


@each("item", COUNTS)
def test_real_logs_give_their_counts(item):
    paths, metric, counts = item
    found = read(paths, Wanted(metric=metric))
    assert found.counts == counts
    assert found.models == ("model-a", "model-b")


@pytest.mark.parametrize(
    ("paths", "metrics"), [(INSPECT, ("match", "includes")), (HARNESS, ("acc", "acc_norm"))]
)
def test_several_metrics_are_asked_for_by_name(paths, metrics):
    with pytest.raises(Unclear, match="--metric NAME") as refused:
        read(paths)
    assert refused.value.choices == metrics
    assert refused.value.code == 2


def harness(path, rows, task="sums"):
    """A file of samples as the harness writes it, of rows (doc_id, filter, metrics)."""
    path.mkdir(exist_ok=True)
    lines = [
        json.dumps(
            {
                "doc_id": id_,
                "doc": {"q": "?"},
                "target": "1",
                "resps": [["1"]],
                "filter": name,
                "metrics": list(scores),
            }
            | scores
        )
        for id_, name, scores in rows
    ]
    (path / f"samples_{task}_2026-11-30T16-10-24.049841.jsonl").write_text("\n".join(lines) + "\n")
    return path


def test_rows_of_several_filters_are_no_cases(tmp_path):
    """A document is there once for each filter; which one is compared is asked for by name."""
    strict, flexible = "strict-match", "flexible-extract"
    paths = [
        harness(
            tmp_path / model,
            [
                (id_, name, {"exact_match": float(right)})
                for id_, both in enumerate(rows)
                for name, right in both
            ],
        )
        for model, rows in {
            "a": [((strict, 0), (flexible, 1)), ((strict, 1), (flexible, 1))],
            "b": [((strict, 1), (flexible, 0)), ((strict, 1), (flexible, 1))],
        }.items()
    ]
    with pytest.raises(Unclear, match="--filter NAME") as refused:
        read(paths)
    assert refused.value.choices == (flexible, strict)
    found = read(paths, Wanted(filter=strict), listed=5)
    assert found.counts == (1, 1, 0, 0)
    assert [case.id for case in found.differing] == ["0"]
    assert [(note.kind, note.value) for note in found.notes] == [("filter", strict)] * 2
    assert read(paths, Wanted(filter=flexible)).counts == (1, 0, 1, 0)
    with pytest.raises(Unclear, match="no filter 'none'"):
        read(paths, Wanted(filter="none"))


def test_fractions_are_right_from_where_one_says(tmp_path):
    paths = [
        harness(tmp_path / model, [(id_, "none", {"f1": f1}) for id_, f1 in enumerate(scores)])
        for model, scores in {"a": [0.2, 0.5, 1.0], "b": [0.6, 0.4, 0.9]}.items()
    ]
    with pytest.raises(Unclear, match="--right"):
        read(paths)
    assert read(paths, Wanted(right=(">=0.5",))).counts == (1, 1, 1, 0)


def test_a_folder_with_several_runs_of_a_task_or_with_several_tasks(tmp_path):
    rows = [(0, "none", {"acc": 1.0}), (1, "none", {"acc": 0.0})]
    for model in ("a", "b"):
        for task in ("sums", "products"):
            harness(tmp_path / model, rows, task)
    found = read([tmp_path / "a", tmp_path / "b"], Wanted(category="task"))
    assert found.counts == (2, 0, 0, 2)
    assert [category.name for category in found.categories] == ["products", "sums"]
    first = next((tmp_path / "a").glob("samples_sums*"))
    first.with_name(first.name.replace("24", "25")).write_bytes(first.read_bytes())
    with pytest.raises(Unclear, match="2 runs of the task 'sums'"):
        read([tmp_path / "a", tmp_path / "b"])


def test_documents_are_shown_and_how_the_run_went_is_not():
    found = read(HARNESS, Wanted(metric="acc", category="topic"), listed=1)
    assert {name for case in found.differing for name, _text in case.columns} == {
        "doc.q",
        "doc.label",
        "doc.topic",
        "target",
    }
    assert sum(category.counts.b for category in found.categories) == 30
