"""The commands that README shows for a report: each runs, and says what README says of it."""

import re
import shlex
from pathlib import Path

import pytest

from discordant import cli
from discordant.cases.choosing import MOST
from discordant.language import Fact, Locale
from discordant.reports.figures import MOST_BARS, MOST_MARKS

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SECTION = README.partition("## A report on your own models")[2].partition("\n## ")[0]
COMMANDS = [shlex.split(line)[2:] for line in re.findall(r"(?m)^\./do run .*$", SECTION)]


def test_there_are_commands():
    assert [words[0] for words in COMMANDS] == [*["report"] * 5, "plan"]


@pytest.mark.parametrize("words", COMMANDS, ids=[" ".join(words[:4]) for words in COMMANDS])
def test_each_runs(words, capsys, monkeypatch, tmp_path):
    here = [str(ROOT / word) if (ROOT / word).exists() and "/" in word else word for word in words]
    monkeypatch.chdir(tmp_path)
    code = cli.main(here)
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    assert out
    if "--html" in words:
        assert (tmp_path / words[words.index("--html") + 1]).stat().st_size


def test_options_of_the_table_are_there(capsys):
    assert cli.main(["report", "--help"]) == 0
    known = capsys.readouterr().out
    for row in re.findall(r"(?m)^\| (.*?) \|", SECTION):
        assert all(option in known for option in re.findall(r"--[a-z-]+", row)), row


def test_the_check_for_continuous_integration_stops_a_regression(tmp_path, capsys):
    """The words behind `run:`, on files in which the new model has lost what the old one knew."""
    (line,) = re.findall(r"(?m)^- run: discordant (.*)$", SECTION)
    words = shlex.split(line)
    for name, right in (("old", 1), ("new", 0)):
        rows = [f"q{i},{right if i < 12 else i % 2}" for i in range(40)]
        (tmp_path / f"{name}.csv").write_text("\n".join(["id,correct", *rows]) + "\n", encoding="utf-8")
    here = [str(tmp_path / word) if word.endswith((".csv", ".md")) else word for word in words]
    assert cli.main(here) == 1
    assert "the condition holds" in capsys.readouterr().err
    assert (tmp_path / "report.md").read_text(encoding="utf-8").startswith("### ")


def test_limits_that_are_told_are_those_of_the_program(capsys):
    english = Locale("en", "English", (), 4, "latn", {})
    for limit in (MOST_BARS, MOST_MARKS):
        assert english.format(Fact("limit", limit, "count")) in SECTION
    assert cli.main(["report", "--help"]) == 0
    assert f"Up to {MOST} models" in capsys.readouterr().out
