"""`discordant plan`, `discordant.compare`, and what README says of reports."""

import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from each import each

import discordant
from discordant import cli
from discordant.inference import power
from discordant.reports.comparison import ReportError

ROOT = Path(__file__).resolve().parents[1]


def said(capsys, *words):
    code = cli.main(list(map(str, words)))
    out, err = capsys.readouterr()
    return code, out, err


def test_a_plan_names_the_cases_that_reach_the_power(capsys):
    """144: reference value of the exact test's sample size at p_b = 0.45, p_c = 0.25 (see test_inference)."""
    code, out, _ = said(capsys, "plan", "--disagreement", "0.7", "--gap", "20")
    assert code == 0
    assert re.search(r"with a\s+probability of 80% +144\n", out)
    for size, shown in re.findall(r"^  (\d+) +([\d.]+)%$", out, re.MULTILINE):
        assert float(shown) / 100 == pytest.approx(power(0.45, 0.25, int(size), 0.05), abs=6e-4)


def test_a_plan_says_what_a_set_of_some_size_can_show(capsys):
    _, out, _ = said(capsys, "plan", "--disagreement", "0.18", "--size", "1000")
    gap = float(re.search(r"([\d.]+) percentage points", out)[1]) / 100
    assert power((0.18 + gap) / 2, (0.18 - gap) / 2, 1000, 0.05) == pytest.approx(0.8, abs=0.001)
    _, out, _ = said(capsys, "plan", "--disagreement", "0.001", "--size", "1000", "--locale", "it")
    assert "nessuno con questa quota di disaccordi" in " ".join(out.split())


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["--disagreement", "0.05"], "give --gap or --size"),
        (["--disagreement", "0.05", "--gap", "1", "--size", "5"], "give --gap or --size"),
        (["--disagreement", "0.05", "--gap", "6"], "a gap of 6 points cannot come of 5 %"),
        (["--disagreement", "5", "--gap", "1"], "--disagreement is a share between 0 and 1, not 5"),
        (["--disagreement", "x", "--gap", "1"], "--disagreement: 'x' is no number"),
        (["--disagreement", "0.1", "--gap", "1e-999999999"], "--gap: '1e-999999999' is no number"),
        (["--disagreement", "0.5", "--gap", "0.00001"], "discordant cases"),
        (["--disagreement", "0.5", "--size", "0"], "--size is a number of cases from 1"),
    ],
)
def test_what_is_no_plan_is_refused(capsys, words, what):
    code, out, err = said(capsys, "plan", *words)
    assert (code, out) == (2, "")
    assert what in err
    assert err.count("\n") == 1


@each(
    "kind",
    [list, tuple, np.array, lambda values: np.array(values, float), lambda values: np.array(values, bool)],
)
def test_results_in_any_list_are_compared(kind):
    A, B = [1] * 9 + [0] * 20 + [0] * 3, [1] * 29 + [0] * 3
    found = discordant.compare(kind(A), kind(B), names=("old", "new"))
    assert tuple(found.counts) == (9, 20, 0, 3)
    assert found.verdict == "evidence_for_b"
    assert found.p.fraction == Fraction(1, 2**19)
    assert "Evidence in favour of `new`" in found._repr_markdown_()
    assert found.text() == str(found)
    assert found.data()["counts"]["b"] == 20


@pytest.mark.parametrize(
    ("A", "B", "what"),
    [
        ([1, 0], [1], "2 results of 'A', 1 of 'B'"),
        ([1, 2], [1, 0], "result 1 of 'A' is 2"),
        ([1, "1"], [1, 0], "result 1 of 'A' is '1'"),
        ([1, None], [1, 0], "result 1 of 'A' is None"),
        ([1, float("nan")], [1, 0], "result 1 of 'A' is nan"),
        ("10", [1, 0], "are a text"),
        ([], [], "all four counts are zero"),
    ],
)
def test_what_is_neither_right_nor_wrong_is_refused(A, B, what):
    with pytest.raises(ReportError, match=re.escape(what)):
        discordant.compare(A, B)


def test_columns_with_other_indexes_are_not_paired():
    class Column(list):
        """As a column of pandas: values with an index that can be compared."""

        def __init__(self, values, index):
            super().__init__(values)
            self.index = type("Index", (tuple,), {"equals": lambda self, other: self == other})(index)

    assert discordant.compare(Column([1, 0], "ab"), Column([1, 0], "ab")).counts.a == 1
    with pytest.raises(ReportError, match="other indexes"):
        discordant.compare(Column([1, 0], "ab"), Column([1, 0], "ba"))


@pytest.mark.built
@each("words", [["report", "--counts", "1", "2", "3", "4"], ["plan", "--disagreement", "0.1", "--gap", "1"]])
def test_without_its_libraries_a_report_says_what_to_install(words):
    code = (
        f"import sys; sys.modules['scipy'] = None; from discordant.cli import main; sys.exit(main({words}))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd="/")
    assert (run.returncode, run.stdout) == (3, "")
    assert "pip install 'discordant[report]'" in run.stderr
