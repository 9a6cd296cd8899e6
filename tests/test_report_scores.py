"""Reports on scores: numbers worked out again from the cases, what is said, what is refused."""

import csv
import json
import random
import re
from fractions import Fraction
from itertools import product
from pathlib import Path
from statistics import mean, stdev

import pytest
from each import each
from reporting import as_json as any_json
from reporting import said

from discordant.publication import edition
from discordant.publication.disk import load

ROOT = Path(__file__).resolve().parents[1]
T_9 = 2.2621571627409915  # 97.5th percentile of Student's law with 9 degrees of freedom, as R's qt has it


def as_json(capsys, *words):
    return any_json(capsys, *words, "--scores", kind="report-scores")


def written(folder, **columns):
    """A file a model, with a score of each case."""
    paths = []
    for name, scores in columns.items():
        with open(folder / f"{name}.csv", "w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([["id", "score"], *([f"q{i}", s] for i, s in enumerate(scores))])
        paths.append(folder / f"{name}.csv")
    return paths


A = (0.25, 0.5, 0.5, 0.75, 1.0, 0.0, 0.25, 0.5, 0.75, 0.25)
B = (0.5, 0.5, 0.75, 1.0, 0.75, 0.5, 0.5, 0.75, 1.0, 0.5)


def test_numbers_are_those_of_the_cases(tmp_path, capsys):
    """The mean of the differences, Student's interval, and every way of flipping ten signs."""
    differences = [Fraction(b) - Fraction(a) for a, b in zip(A, B, strict=True)]
    observed = abs(sum(differences))
    ways = [
        abs(sum(s * d for s, d in zip(signs, differences, strict=True)))
        for signs in product((1, -1), repeat=10)
    ]
    found = as_json(capsys, *written(tmp_path, old=A, new=B))
    assert found["p"]["value"] == sum(way >= observed for way in ways) / len(ways)
    assert found["draws"] is None
    assert found["higher"] == {
        "A": sum(d < 0 for d in differences),
        "B": sum(d > 0 for d in differences),
        "same": sum(d == 0 for d in differences),
    }
    numbers = [float(d) for d in differences]
    error = stdev(numbers) / 10**0.5
    results = found["results"]
    assert results["mean_difference"] == pytest.approx(mean(numbers))
    assert results["mean_error"] == pytest.approx(error)
    assert results["mean_low"] == pytest.approx(mean(numbers) - T_9 * error)
    assert results["mean_high"] == pytest.approx(mean(numbers) + T_9 * error)
    assert (results["A_mean"], results["B_mean"]) == pytest.approx((mean(A), mean(B)))
    assert [abs(case["B"] - case["A"]) for case in found["cases"]] == sorted(
        (abs(float(d)) for d in differences if d), reverse=True
    )


def test_right_and_wrong_as_scores_give_the_exact_test(tmp_path, capsys):
    """Differences of one and minus one, a sign each: the exact McNemar test."""
    dice = random.Random(4)
    pairs = [(dice.random() < 0.6, dice.random() < 0.75) for _ in range(120)]
    paths = written(tmp_path, a=[int(x) for x, _ in pairs], b=[int(y) for _, y in pairs])
    scores = as_json(capsys, *paths)
    code, out, _ = said(capsys, *paths, "--json", "-")
    counted = json.loads(out)
    assert code == 0
    assert scores["p"]["value"] == counted["p"]["value"]
    assert 100 * scores["results"]["mean_difference"] == pytest.approx(
        counted["results"]["difference_points"]
    )
    assert 100 * scores["results"]["mean_error"] == pytest.approx(counted["results"]["error_points"])


def test_models_exchanged_give_the_same_the_other_way(tmp_path, capsys):
    paths = written(tmp_path, a=A, b=B)
    one, other = as_json(capsys, *paths), as_json(capsys, *paths[::-1])
    assert one["p"] == other["p"]
    assert one["results"]["mean_difference"] == -other["results"]["mean_difference"]
    assert {one["verdict"], other["verdict"]} == {"evidence_for_b", "evidence_for_a"}


def test_many_scores_are_tested_by_draws_that_are_told(tmp_path, capsys, tags):
    dice = random.Random(8)
    paths = written(
        tmp_path,
        a=[f"{dice.random():.6f}" for _ in range(200)],
        b=[f"{dice.random() + 0.1:.6f}" for _ in range(200)],
    )
    assert as_json(capsys, *paths) == as_json(capsys, *paths)
    assert as_json(capsys, *paths)["draws"] == 99_999
    for tag in tags:
        out = said(capsys, *paths, "--scores", "--locale", tag)[1]
        assert "20250101" in out
        own = edition.read(load(), tag)
        for block in ("report.scores.evidence.title", "report.scores.size.error"):
            english = own.publication.blocks[block].text
            words = english if tag == "en" else own.catalog.translation(block, english)
            assert re.sub(r"\s", "", words) in re.sub(r"\s", "", out)


def test_pages_and_markdown_are_made(tmp_path, capsys):
    paths = written(tmp_path, a=A, b=B)
    page, pdf, text = (tmp_path / f"r.{end}" for end in ("html", "pdf", "md"))
    assert said(capsys, *paths, "--scores", "--html", page, "--pdf", pdf, "--markdown", text)[0] == 0
    assert pdf.read_bytes().startswith(b"%PDF")
    assert 'class="verdict evidence-for-b"' in page.read_text("utf-8")
    assert "| `q5` | 0.000 | 0.500 | 0.500 |" in text.read_text("utf-8")


def test_equal_scores_and_too_few(tmp_path, capsys):
    same = as_json(capsys, *written(tmp_path, a=A, b=A))
    assert (same["verdict"], same["p"]["value"], same["cases"]) == ("no_disagreement", 1, [])
    few = as_json(capsys, *written(tmp_path, a=(1, 2, 3), b=(2, 3, 3)))
    assert few["verdict"] == "too_small"
    shifted = as_json(capsys, *written(tmp_path, a=range(9), b=range(1, 10)))
    assert shifted["verdict"] == "evidence_for_b"
    assert shifted["results"]["mean_low"] is None  # every case says the same: nothing tells how it varies
    one = as_json(capsys, *written(tmp_path, a=(1,), b=(2,)))
    assert one["results"]["mean_error"] is None


def test_what_is_no_number_is_named_with_its_line(tmp_path, capsys):
    for wrong in ("x", "1,5", "nan", "inf", "1/2"):
        code, out, err = said(capsys, *written(tmp_path, a=A, b=(*B[:4], wrong, *B[5:])), "--scores")
        assert (code, out) == (2, "")
        assert "b.csv:6" in err, err
        assert wrong in err


def test_missing_scores_are_refused_or_left_out_as_asked(tmp_path, capsys):
    paths = written(tmp_path, a=A, b=(*B[:4], "", *B[5:]))
    assert said(capsys, *paths, "--scores")[0] == 2
    found = as_json(capsys, *paths, "--drop-unpaired")
    assert (found["cases_compared"], found["dropped"]["cases"]) == (9, 1)


def log(path, scores):
    """A log of Inspect in which each case was run twice: its score, then one that is higher by a half."""
    samples = [
        {"id": f"q{i}", "epoch": 1 + later, "scores": {"judge": {"value": float(score) + later / 2}}}
        for i, score in enumerate(scores)
        for later in (0, 1)
    ]
    told = {"status": "success", "eval": {"task": "quiz", "model": path.stem}, "samples": samples}
    path.write_text(json.dumps(told), encoding="utf-8")
    return path


def test_epochs_are_averaged_or_the_first_counts(tmp_path, capsys):
    paths = log(tmp_path / "a.json", A), log(tmp_path / "c.json", B)
    code, out, err = said(capsys, *paths, "--scores")
    assert (code, out) == (2, "")
    assert "'first', 'mean'" in err
    assert said(capsys, *paths, "--scores", "--epochs", "majority")[0] == 2
    first = as_json(capsys, *paths, "--epochs", "first")
    assert first["results"]["A_mean"] == pytest.approx(mean(A))
    averaged = as_json(capsys, *paths, "--epochs", "mean")
    assert averaged["results"]["A_mean"] == pytest.approx(mean(A) + 0.25)
    assert averaged["results"]["mean_difference"] == pytest.approx(mean(B) - mean(A))


def test_results_of_no_number_are_all_counted(tmp_path, capsys):
    """The first are listed, and how many there are in all: more than twenty different ones."""
    wrong = [f"x{i}" for i in range(30)]
    paths = written(tmp_path, a=[0.5] * 40, b=[*wrong, *[0.25] * 10])
    for options in (["--scores"], ["--right", ">=0.5"]):
        code, _, err = said(capsys, *paths, *options)
        assert (code, "30" in err) == (2, True), err


@each(
    "words",
    [
        (["--right", "1"], "--right"),
        (["--truth", "score"], "--truth"),
        (["--category", "score"], "--category"),
        (["--cluster", "score"], "--cluster"),
        (["--margin", "1"], "margin"),
        (["--cases", "x.csv"], "--cases"),
        (["--alpha", "2"], "level"),
    ],
)
def test_what_scores_have_no_use_for_is_refused(words, tmp_path, capsys, monkeypatch):
    options, told = words
    monkeypatch.chdir(tmp_path)
    code, out, err = said(capsys, *written(tmp_path, a=A, b=B), "--scores", *options)
    assert (code, out) == (2, ""), options
    assert told in err
    assert not (tmp_path / "x.csv").exists()


def test_scores_of_three_models_are_refused(tmp_path, capsys):
    code, _, err = said(capsys, *written(tmp_path, a=A, b=B, c=A), "--scores")
    assert (code, "3 models" in err) == (2, True)


def test_conditions_may_ask_for_the_mean(tmp_path, capsys):
    paths = written(tmp_path, a=A, b=B)
    assert said(capsys, *paths, "--scores", "--fail-if", "p < 0.05 and mean_difference < 0")[0] == 0
    assert said(capsys, *paths, "--scores", "--fail-if", "mean_low > 0")[0] == 1
