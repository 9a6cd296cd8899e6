"""Limits: whatever the counts, an answer in bounded time and memory, or a refusal that names the limit."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from math import comb, inf, nan
from pathlib import Path

import pytest

from discordant import experiment, inference
from discordant.article import appendix
from discordant.inference.rejection import boundaries
from discordant.language import Fact

LENGTHS = ("12 digits", "41 digits", "401 digits", "5001 digits")  # for pytest cannot write the last one
HUGE = (10**11, 10**40, 10**400, 10**5000)
EXPERIMENT = Path(experiment.__file__)
WHOLE = "at most 10000 for a whole distribution"
EXACT = (
    "at most 500000 discordant cases for an exact p-value, or at most 10000000 where one model wins nearly"
)


# === Counts too large ===


@pytest.mark.parametrize("count", HUGE, ids=LENGTHS)
def test_a_p_value_that_no_memory_holds_is_refused(count):
    for b, c in ((count, 1), (1, count), (count, 0), (count, count + 1)):
        for function in (experiment.exact, inference.mid_p):
            with pytest.raises(ValueError, match=EXACT):
                function(b, c)
        with pytest.raises(ValueError, match=EXACT):
            experiment.case(5, b, c, 5)
    assert experiment.exact(count, count) == inference.mid_p(count, count) == 1  # known without a sum


@pytest.mark.parametrize("m", [10_001, *HUGE], ids=["limit", *LENGTHS])
def test_a_distribution_that_no_memory_holds_is_refused(m):
    for function in (experiment.arrangements, experiment.null_distribution):
        with pytest.raises(ValueError, match=WHOLE):
            function(m)


def test_a_split_that_would_take_minutes_is_refused():
    for b, c in ((2 * 10**6, 10**6), (10**6, 600_000), (10**7, 2)):
        with pytest.raises(ValueError, match=EXACT):
            experiment.exact(b, c)


@pytest.mark.parametrize("m", HUGE, ids=LENGTHS)
def test_many_p_values_of_so_many_cases_are_refused(m):
    for function in (inference.nearest_below, inference.smallest_net):
        with pytest.raises(ValueError, match="m must be at most 200000 discordant cases"):
            function(m, 0.05)
    with pytest.raises(ValueError, match="m must be at most 200000 discordant cases"):
        next(boundaries(m, m + 1, 0.05))


@pytest.mark.parametrize("N", [10**6, 10**11, 10**15])
def test_a_power_that_goes_through_too_many_outcomes_is_refused(N):
    with pytest.raises(ValueError, match="the discordant cases expected, must be at most 150000"):
        inference.power(0.3, 0.2, N, 0.05)


@pytest.mark.parametrize("N", HUGE[1:], ids=LENGTHS[1:])
def test_more_cases_than_a_double_holds_are_refused(N):
    for call in (
        lambda: inference.power(0.3, 0.2, N, 0.05),
        lambda: inference.wald(5, 3, N, 0.95),
        lambda: inference.tango(N, 3, N, 0.95),
        lambda: inference.resolution(0.05, N, 0.95),
    ):
        with pytest.raises(ValueError, match="N must be at most 1000000000000000"):
            call()


def test_sizes_that_are_out_of_reach_are_refused():
    for p_b, p_c in ((0.5, 0.4999), (1e-300, 0.0), (Fraction(1, 10**20), 0)):
        with pytest.raises(ValueError, match="are too close, or too small"):
            inference.sample_size(p_b, p_c, 0.8, 0.05)


ODD = {
    "negative": -(10**5000),
    "fraction": Fraction(10**5000, 3),
    "list": [10**5000],
    "nan": nan,
    "inf": inf,
    "text": "1" * 10**6,
    "none": None,
}


@pytest.mark.parametrize("name", ODD)
def test_what_is_no_count_is_shown_in_short(name):
    value = ODD[name]
    for call in (
        lambda: experiment.exact(value, 1),
        lambda: experiment.arrangements(value),
        lambda: inference.chi_square(value, 1),
        lambda: inference.nearest_below(value, 0.05),
        lambda: inference.quantile(value),
        lambda: inference.power(0.3, value, 10, 0.05),
    ):
        with pytest.raises(ValueError, match=r"^\w+ must be ") as refusal:
            call()
        assert len(str(refusal.value)) < 200


# === Counts that are large, and go ===


def test_what_is_easy_is_there_at_once():
    """Few terms: the sum is that of the definition."""
    m = 10**7
    assert experiment.exact(m, 0) == Fraction(1, 2 ** (m - 1))
    assert experiment.exact(m - 1, 1) == Fraction(1 + m, 2 ** (m - 1))
    m = 10**6
    tail = sum(comb(m, k) for k in range(4))
    assert experiment.exact(3, m - 3) == Fraction(tail, 2 ** (m - 1))


def test_a_whole_distribution_at_the_limit():
    ways = experiment.arrangements(10_000)
    assert (ways[0], ways[1], ways[5000], ways[9999]) == (1, 10_000, comb(10_000, 5000), 10_000)
    assert sum(ways) == 2**10_000


@pytest.mark.parametrize("m", range(9))
def test_a_distribution_is_its_arrangements(m):
    assert experiment.null_distribution(m) == tuple(Fraction(comb(m, k), 2**m) for k in range(m + 1))


def test_statistics_of_counts_beyond_every_double():
    b, c = 10**400, 10**399
    assert inference.chi_square(b, c) == Fraction(81 * 10**399, 11)
    assert inference.chi_square_p(inference.chi_square(b, c)) == 0
    assert inference.chi_square_p(Fraction(48, 5)) == pytest.approx(0.00194577, abs=5e-9)  # the handout's 9.6
    assert inference.correlation(b, c, c, b) == pytest.approx(9 / 11, rel=1e-15)  # (10 - 1) / (10 + 1)
    assert inference.correlation(c, b, b, c) == pytest.approx(-9 / 11, rel=1e-15)
    assert inference.correlation(b, 0, 0, b) == 1


# === Digits ===


NUMBERS = (0, 7, -12, 10**30, 2**20_000, -(10**4300), 10**4300 - 1, 3**40_000)


@pytest.mark.parametrize("place", range(len(NUMBERS)))
def test_digits_are_those_of_long_division(place):
    """By tens of powers of ten, each piece short enough for any Python."""
    number = NUMBERS[place]
    size, pieces = abs(number), []
    while size:
        size, piece = divmod(size, 10**1000)
        pieces.append(f"{piece:01000d}")
    text = "".join(reversed(pieces)).lstrip("0") or "0"
    assert experiment._digits(number) == ("-" if number < 0 else "") + text


def test_data_of_a_table_with_more_digits_than_python_writes(monkeypatch):
    limit = sys.get_int_max_str_digits()
    monkeypatch.setattr(experiment, "SCENARIOS", {"I": (10, 9000, 900, 10)})
    monkeypatch.setattr(experiment, "arrangements", lambda m: (1, 2**m, 1))
    monkeypatch.setattr(experiment, "DRAWN", {"I": (0, 2)})
    written = json.loads(json.dumps(experiment.data()))["comparisons"]["I"]
    p, law = written["results"]["exact_p"], written["null_distribution"]
    assert law["denominator"] == law["weights"][1] == experiment._digits(2**9900)
    exact = experiment.exact(9000, 900)
    assert (p["numerator"], p["denominator"]) == tuple(map(experiment._digits, exact.as_integer_ratio()))
    tiny = Fact("p", Fraction(1, 2**20_000), "probability")
    assert appendix.as_data(tiny)["denominator"] == experiment._digits(2**20_000)
    assert sys.get_int_max_str_digits() == limit  # nothing of the process is changed


# === A file to check ===

HOSTILE = {
    "a number of many digits": b'{"comparisons": ' + b"1" * 10_000 + b"}",
    "deep": b"[" * 100_000,
    "deep in objects": b'{"comparisons":' * 50_000,
    "a name twice": b'{"comparisons": {}, "comparisons": {}}',
    "a name twice inside": b'{"comparisons": {"I": {"counts": {"a": 1, "a": 900}}}}',
    "no text": b"\xff\xfe\x00",
    "a list": b"[]",
    "nothing": b"",
    "many bytes": b'{"comparisons": {' + b" " * (64 * 2**20) + b"}}",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_in_one_line(name, tmp_path):
    file = tmp_path / "data.json"
    file.write_bytes(HOSTILE[name])
    run = subprocess.run(
        [sys.executable, "-I", "-S", EXPERIMENT, "--check", file], capture_output=True, text=True
    )
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr.startswith(f"{file}: ")
    assert run.stderr.count("\n") == 1
    assert "Traceback" not in run.stderr


def test_an_endless_file_is_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "large").open("wb") as file:
        file.truncate(2**26 + 1)
    for path, why in (
        ("/dev/zero", "it is no regular file"),
        (tmp_path / "pipe", "it is no regular file"),
        (tmp_path / "large", "it has more than 67108864 bytes"),
    ):
        command = [sys.executable, "-I", "-S", EXPERIMENT, "--check", path]
        run = subprocess.run(command, capture_output=True, text=True, timeout=300)
        assert (run.returncode, run.stdout) == (2, "")
        assert run.stderr.startswith(f"{path}: cannot be read as JSON: {why}; ")
