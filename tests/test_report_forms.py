"""What `discordant report` makes of files, and its other forms: JSON, Markdown, CSV, conditions."""

import csv
import io
import json
import re
from decimal import Decimal
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest
from each import each
from reporting import as_json, said

from discordant.reports import conditions
from discordant.reports.comparison import ReportError
from discordant.reports.spreadsheet import inert

ROOT = Path(__file__).resolve().parents[1]
LOGS = Path(__file__).parent / "cases" / "logs"
INSPECT = [LOGS / "inspect" / f"model-{name}.eval" for name in "ab"]
LM_EVAL = [LOGS / "lm-eval" / f"model-{name}" for name in "ab"]
HOSTILE = ["=cmd()", "@SUM(A1)", "<script>x</script>", "a|b`c", "\u202egnp", "'; DROP TABLE cases; --"]


@pytest.fixture
def tables(tmp_path):
    """Two files whose ids and columns are hostile: on the first three only B is right, on the others A."""
    for name, right in (("a", (0, 0, 0, 1, 1, 1)), ("b", (1, 1, 1, 0, 0, 0))):
        with open(tmp_path / f"{name}.csv", "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(["id", "correct", "=note"])
            writer.writerows([case, value, f"+{case}"] for case, value in zip(HOSTILE, right, strict=True))
    return tmp_path / "a.csv", tmp_path / "b.csv"


@pytest.mark.parametrize(
    ("words", "counts"),  # as samples of both programs say
    [
        ([*INSPECT, "--metric", "match"], (35, 15, 9, 1)),
        ([*LM_EVAL, "--metric", "acc"], (44, 30, 10, 6)),
        ([*LM_EVAL, "--metric", "acc_norm"], (28, 31, 17, 14)),
    ],
)
def test_logs_give_the_counts_that_they_hold(capsys, words, counts):
    found = as_json(capsys, *words)
    a, b, c, d = counts
    assert found["counts"] == {"a": a, "b": b, "c": c, "d": d}
    m = b + c
    p = min(Fraction(1), Fraction(sum(comb(m, k) for k in range(min(b, c) + 1)), 2 ** (m - 1)))
    assert Fraction(found["p"]["fraction"]) == p
    assert found["p"]["value"] == float(p)
    assert [case["right"] for case in found["cases"]].count("B") == b
    assert [case["right"] for case in found["cases"]].count("A") == c


def test_what_a_log_leaves_open_is_asked_for_with_its_choices(capsys):
    code, out, err = said(capsys, *INSPECT)
    assert (code, out) == (2, "")
    assert "--metric NAME" in err
    assert "'match'" in err
    assert "'includes'" in err


def test_counts_give_json_that_keeps_to_its_schema(capsys):
    found = as_json(capsys, "--counts", 900, 20, 0, 80, "--name-a", "old", "--name-b", "new")
    assert found["models"] == {"A": "old", "B": "new"}
    assert found["verdict"] == "evidence_for_b"
    assert found["p"]["fraction"] == "1/524288"
    assert found["results"]["difference"] == 0.02
    assert "odds" not in found["results"]  # 20 to 0 is no number


def test_a_p_value_that_no_double_holds_is_told_in_digits(capsys):
    """1.6665235455204721885e-159851: m = 1,000,000, K = m / 10, by an exact recurrence."""
    words = "--counts", 0, 900_000, 100_000, 0
    found = as_json(capsys, *words)
    assert found["p"]["value"] == 0
    assert found["p"]["underflow"]
    assert Decimal(found["p"]["decimal"]) == Decimal("1.6665235455204721885e-159851")
    assert found["p"]["log10"] == pytest.approx(-159850.778188546, abs=1e-6)
    assert "p ≈ 1.67 × 10⁻¹⁵⁹⁸⁵¹" in " ".join(said(capsys, *words)[1].split())


def test_clusters_decide_where_they_are_named(capsys):
    """The exact p-value of 24 disagreements is 0.3075; of three pairs of clusters it can only be 2 / 2^k."""
    code, out, _ = said(capsys, *INSPECT, "--metric", "match", "--cluster", "group")
    assert code == 0
    assert "p ≈ 0.5, and this set is too small" in out
    assert "keeps cases of one cluster together" in out
    found = as_json(capsys, *INSPECT, "--metric", "match", "--cluster", "group")
    assert found["p"]["value"] == 0.5
    assert found["exact_p"]["value"] == pytest.approx(0.307456, abs=1e-6)


def test_categories_come_with_holms_p_values_and_a_warning(capsys):
    code, out, _ = said(capsys, *LM_EVAL, "--metric", "acc", "--category", "topic")
    assert code == 0
    assert "stands out by luck" in " ".join(out.split())
    rows = as_json(capsys, *LM_EVAL, "--metric", "acc", "--category", "topic")["categories"]
    assert sum(row["N"] for row in rows) == 90
    small, large = sorted(row["exact_p"] for row in rows)
    assert sorted(row["holm_p"] for row in rows) == pytest.approx([2 * small, max(2 * small, large)])


def test_strangers_texts_do_nothing_anywhere(capsys, tables):
    """Formulas in CSV, markup in Markdown, marks that turn a line round."""
    code, out, _ = said(capsys, *tables, "--cases", "-")
    assert code == 0
    rows = list(csv.reader(io.StringIO(out, newline="")))
    assert {row[0] for row in rows[1:]} == {inert(text) for text in HOSTILE}
    assert not any(cell.startswith(("=", "+", "@")) for row in rows for cell in row)
    _, markdown, _ = said(capsys, *tables, "--markdown", "-")
    outside = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", markdown)
    assert "<script>" in markdown
    assert "script" not in outside
    assert "@SUM" not in outside
    _, text, _ = said(capsys, *tables)
    assert "\u202e" not in text
    assert "U+202Egnp" in text
    assert as_json(capsys, *tables)["counts"] == {"a": 0, "b": 3, "c": 3, "d": 0}


def test_cases_without_a_pair_are_refused_or_left_out_and_said(capsys, tmp_path):
    (tmp_path / "a.csv").write_text("id,correct\n1,1\n2,0\n3,1\n")
    (tmp_path / "b.csv").write_text("id,correct\n1,0\n2,0\n4,1\n")
    files = tmp_path / "a.csv", tmp_path / "b.csv"
    code, _, err = said(capsys, *files)
    assert code == 2
    assert "--drop-unpaired" in err
    code, out, _ = said(capsys, *files, "--drop-unpaired")
    assert code == 0
    assert re.search(r"left out as asked, without a result of\s+both +2\n", out)


def test_files_are_written_whole_and_the_text_is_printed_as_well(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, _ = said(capsys, "--counts", 9, 8, 1, 2, "--json", "r.json", "--markdown", "r.md")
    assert code == 0
    assert "What may not be concluded" in out
    assert json.loads(Path("r.json").read_text("utf-8"))["counts"]["b"] == 8
    assert Path("r.md").read_text("utf-8").startswith("### `A` and `B` on the same 20 cases\n\n**")
    code, _, err = said(capsys, "--counts", 9, 8, 1, 2, "--json", "x", "--markdown", "x")
    assert code == 2
    assert "would go to one file" in err
    assert not Path("x").exists()


@each(
    "condition",
    [
        ("p < 0.05 and difference > 0", True),
        ("p < 0.05 and difference < 0", False),
        ("not difference < 0", True),
        ("-1 <= difference_points <= 2", True),
        ("only_a > 0 or accuracy_b <= accuracy_a", False),
        ("cases == 1000 and disagreements == 20 and only_b == 20", True),
    ],
)
def test_a_condition_decides_the_exit_code(capsys, condition):
    text, holds = condition
    code, out, err = said(capsys, "--counts", 900, 20, 0, 80, "--fail-if", text)
    assert out
    assert (code, err) == ((1, f"discordant: the condition holds: {text}\n") if holds else (0, ""))


@each(
    "text",
    [
        *("", "p", "p <", "p < 0.05; x", "q < 1", "p < '1'", "p < 1e999", "p < True", "p < p()", "p in p"),
        *("__import__('os').system('x')", "p < (1).real", "p < [1]", "p < 1 + 1", "lambda: 1", "p " * 200),
        "(" * 250,
    ],
)
def test_what_is_no_condition_is_refused(text):
    with pytest.raises(ReportError):
        conditions.read(text)


def test_cells_that_a_spreadsheet_would_compute_are_inert():
    for cell in ("=1", "+x", "-x", "@x", "\tx", "\rx", "＝1", "-1+cmd|' /C calc'!A0"):
        assert inert(cell) == f"'{cell}"
    for cell in ("-1", "+2.5", "-1e-5", "x=1", ""):
        assert inert(cell) == cell
