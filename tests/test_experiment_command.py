"""The command `python experiment.py`: alone, from any folder, with any file to check."""

import functools
import json
import math
import os
import subprocess
import sys
from pathlib import Path

import pytest

from discordant import experiment

PROGRAM = Path(experiment.__file__)


def run(*arguments, folder="/", options=("-I", "-S"), program=PROGRAM):
    command = [sys.executable, "-B", *options, program, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)


def in_one_line(result):
    return result.stderr.count("\n") == 1 and "Traceback" not in result.stderr and not result.stdout


@pytest.fixture(scope="module")
def shipped():
    return json.loads(run("--json").stdout)


def inside(data, path):
    """A copy of the data, and the dictionary in it that holds the last part of a dotted path."""
    copy = json.loads(json.dumps(data))
    *keys, last = path.split(".")
    return copy, functools.reduce(dict.__getitem__, keys, copy), last


@pytest.fixture
def check(tmp_path):
    """Writes a file (text, bytes or what JSON has) and runs --check on it."""

    def call(content):
        if not isinstance(content, (str, bytes)):
            content = json.dumps(content)
        file = tmp_path / "discordant.json"
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return run("--check", "discordant.json", folder=tmp_path)

    return call


@pytest.mark.parametrize("options", [("-I", "-S"), ("-E", "-s", "-S"), ()])
def test_runs_alone_from_a_foreign_folder(tmp_path, options):
    for stranger in ("json", "fractions", "math", "experiment", "operator"):
        (tmp_path / f"{stranger}.py").write_text("raise SystemExit('a stranger')")
    result = run(folder=tmp_path, options=options)
    assert (result.returncode, result.stderr) == (0, "")
    assert "1.90735e-06" in result.stdout  # 1/524288
    assert "0.156531" in result.stdout  # brief/article.md section 5
    rows = {name: values for name, *values in map(str.split, result.stdout.splitlines()[:-1])}
    assert rows.pop("comparison") == ["I", "II"]
    assert list(rows) == [*experiment.results("I")]
    assert rows["unpaired_standard_error_sample"] == ["0.012797", "0.012797"]  # 1.280 points
    assert result.stdout.endswith("all assertions of the article hold\n")


def test_runs_as_the_only_file_there_is(tmp_path):
    alone = tmp_path / "experiment.py"
    alone.write_bytes(PROGRAM.read_bytes())
    assert run(folder=tmp_path, options=("-I", "-S"), program=alone).returncode == 0


def test_json_is_the_data(shipped):
    assert shipped == json.loads(json.dumps(experiment.data()))
    assert shipped["comparisons"]["II"]["counts"] == {"a": 820, "b": 100, "c": 80, "d": 0}


def test_check_accepts_its_own_data_and_an_appendix_round_it(check, shipped):
    for content in (shipped, {"format": 1, **shipped, "facts": {}}):
        result = check(content)
        assert (result.returncode, result.stderr) == (0, "")
        assert "agrees" in result.stdout


ALTERED = {
    "comparisons.I.counts.b": 21,
    "comparisons.I.results.exact_p.numerator": "3",
    "comparisons.I.results.exact_p.value": 0.05,
    "comparisons.II.results.paired_standard_error": 0.0134,
    "comparisons.II.results.relative_gain": None,
    "comparisons.II.results.interval_low": -0.00634806,
    "comparisons.I.results.chi_square_p": 7.74422e-06,
    "comparisons.II.results.nearest_lower": 75,
    "comparisons.II.null_distribution.weights": ["1"],
    "comparisons.II.null_distribution.m": 180.0,
    "comparisons.I": [],
    "alpha.value": True,
    "alpha": "0.05",
}


@pytest.mark.parametrize(("place", "value"), ALTERED.items(), ids=ALTERED)
def test_check_names_what_was_altered(check, shipped, place, value):
    altered, holder, last = inside(shipped, place)
    holder[last] = value
    result = check(altered)
    assert result.returncode == 1
    assert in_one_line(result)
    assert f"{place} is not what experiment.py computes" in result.stderr


def test_check_takes_the_last_digit_of_another_machine(check, shipped):
    altered, holder, last = inside(shipped, "comparisons.I.results.chi_square_p")
    holder[last] = math.nextafter(holder[last], 1)
    assert check(altered).returncode == 0


@pytest.mark.parametrize("place", ["comparisons.I", "comparisons.II.results.N", "alpha"])
def test_check_names_what_is_gone(check, shipped, place):
    altered, holder, last = inside(shipped, place)
    del holder[last]
    result = check(altered)
    assert (result.returncode, in_one_line(result)) == (1, True)
    assert place in result.stderr


@pytest.mark.parametrize("place", ["comparisons.III", "comparisons.I.results.mid_p"])
def test_check_names_what_was_added(check, shipped, place):
    """What it does not compute, it can not vouch for."""
    altered, holder, last = inside(shipped, place)
    holder[last] = 0.5
    result = check(altered)
    assert (result.returncode, in_one_line(result)) == (1, True)
    assert place in result.stderr


ODD = {
    "nothing": "",
    "no JSON": "counts: 900, 20, 0, 80",
    "cut off": '{"comparisons": {"I": ',
    "no UTF-8": b'{"comparisons": "\xff"}',
    "byte order mark": b"\xef\xbb\xbf{}",
    "deep": "[" * 100_000,
    "deep and closed": '{"comparisons": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "a number too long": "9" * 5000,
    "a list": [1, 2],
    "null": "null",
    "a number": "NaN",
    "text": '"comparisons"',
    "no comparisons": {"alpha": 1},
}


@pytest.mark.parametrize("content", ODD.values(), ids=ODD)
def test_a_file_that_is_no_data_is_wrong_input(check, content):
    result = check(content)
    assert (result.returncode, in_one_line(result)) == (2, True)
    assert "discordant.json: " in result.stderr


ODD_COMPARISONS = [
    None,
    0,
    1e999,
    "I",
    [],
    [[], {}],
    {"I": None},
    {"I": [], "II": "x"},
    {"I": {"counts": []}},
]
ODD_COMPARISONS += [
    {"I": {"counts": {"a": {}, "b": [1]}}},
    {"I": {"null_distribution": {"weights": {"0": "1"}}}},
]


@pytest.mark.parametrize("comparisons", ODD_COMPARISONS, ids=repr)
def test_odd_types_are_differences(check, comparisons):
    result = check({"comparisons": comparisons})
    assert (result.returncode, result.stdout) == (1, "")
    assert "Traceback" not in result.stderr
    assert "alpha is not what experiment.py computes" in result.stderr


def test_deep_but_readable_json_is_a_difference(check):
    deep = "[" * 400 + "]" * 400
    result = check('{"comparisons": {"I": {"null_distribution": {"weights": ' + deep + "}}}}")
    assert (result.returncode, "Traceback" in result.stderr) == (1, False)


@pytest.mark.parametrize("name", ["missing.json", ".", "no/such/folder.json", ""])
def test_a_file_that_can_not_be_opened(tmp_path, name):
    result = run("--check", name, folder=tmp_path)
    assert (result.returncode, in_one_line(result)) == (2, True)
    assert "Errno" not in result.stderr


def test_a_file_that_is_not_there_is_said_plainly(tmp_path):
    says = "missing.json: cannot be read: No such file or directory; give the path of a discordant.json\n"
    assert run("--check", "missing.json", folder=tmp_path).stderr == says


@pytest.mark.parametrize("name", [b"\xff.json", "\u8868.json".encode()])
def test_a_file_name_that_the_terminal_can_not_show(tmp_path, shipped, monkeypatch, name):
    monkeypatch.setenv("PYTHONIOENCODING", "ascii:strict")
    Path(os.fsdecode(bytes(tmp_path) + b"/" + name)).write_text(json.dumps(shipped))
    result = run("--check", name, folder=tmp_path, options=("-S",))
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize("arguments", [["--check"], ["--json", "x"], ["--check", "a", "b"], ["x"]])
def test_wrong_use_is_one_line(arguments):
    result = run(*arguments)
    assert (result.returncode, in_one_line(result)) == (2, True)
    assert result.stderr.startswith("usage: ")


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_says_what_the_options_do(option):
    result = run(option)
    assert (result.returncode, result.stderr) == (0, "")
    assert "--check FILE" in result.stdout


@pytest.mark.parametrize("cells", ["(900, 20, 0)", "(900, -1, 0, 80)", "(0, 0, 0, 0)", "(0.5, 1, 1, 1)"])
def test_counts_that_are_none_are_one_line(tmp_path, cells):
    source = Path(experiment.__file__).read_text(encoding="utf-8").replace("(900, 20, 0, 80)", cells)
    (tmp_path / "experiment.py").write_text(source, encoding="utf-8")
    result = subprocess.run(
        [sys.executable, "-I", "-S", "experiment.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 1
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("arguments", [[], ["--json"], ["--check", "x"]])
def test_without_assertions_it_refuses_to_run(arguments):
    result = run(*arguments, options=("-I", "-S", "-O"))
    assert (result.returncode, in_one_line(result)) == (2, True)
    assert "without it" in result.stderr


def test_an_assertion_that_does_not_hold_is_one_line(tmp_path):
    altered = tmp_path / "experiment.py"
    altered.write_text(PROGRAM.read_text("utf-8").replace("(820, 100, 80, 0)", "(820, 120, 80, 0)"), "utf-8")
    result = run(folder=tmp_path, program=altered)
    assert (result.returncode, in_one_line(result)) == (1, True)
    assert result.stderr.startswith("an assertion of the article does not hold: ")
