"""`discordant report` from four counts: what a reader of the text sees, and what is refused."""

import re
from fractions import Fraction
from math import comb

import pytest
from each import each

from discordant import cli
from discordant.inference import power
from discordant.publication import edition
from discordant.publication.disk import load
from discordant.reports import contents, terminal
from discordant.reports.columns import columns, wrapped
from discordant.reports.comparison import ReportError, of_counts, shown

# counts a, b, c, d: both right, only B, only A, both wrong
EVIDENCE_B, EVIDENCE_A = (900, 20, 0, 80), (900, 2, 19, 79)
UNDECIDED, TOO_SMALL, SAME = (820, 100, 80, 0), (90, 4, 1, 5), (90, 0, 0, 10)


def said(capsys, *words):
    """What the command prints, and how it ends."""
    code = cli.main(["report", *map(str, words)])
    out, err = capsys.readouterr()
    return code, out, err


def exact_p(b, c):
    """By the definition, with no code of ours."""
    m, k = b + c, min(b, c)
    return min(Fraction(1), 2 * Fraction(sum(comb(m, i) for i in range(k + 1)), 2**m))


def one_line(text):
    return " ".join(text.split())


def test_the_headline_is_evidence_for_the_model_that_wins(capsys):
    for counts, winner, loser in ((EVIDENCE_B, "new", "old"), (EVIDENCE_A, "old", "new")):
        code, out, err = said(capsys, "--counts", *counts, "--name-a", "old", "--name-b", "new")
        assert (code, err) == (0, "")
        more, fewer = max(counts[1:3]), min(counts[1:3])
        wanted = (
            f"Evidence in favour of {winner}: it alone is right on {more} cases, {loser} alone on {fewer}"
        )
        assert wanted in one_line(out)


def test_an_undecided_comparison_says_which_gap_the_set_would_have_shown(capsys):
    """3.84 points: the power of the exact test there is 0.8, by `power` of inference, another way."""
    code, out, _ = said(capsys, "--counts", *UNDECIDED)
    assert code == 0
    gap = float(re.search(r"A true gap of (\S+) percentage points", one_line(out))[1]) / 100
    assert power((0.18 + gap) / 2, (0.18 - gap) / 2, 1000, 0.05) == pytest.approx(0.8, abs=0.001)
    assert "the gap seen is of 2." in one_line(out)
    lead = next(n for n in range(0, 181, 2) if exact_p(90 + n // 2, 90 - n // 2) < Fraction(1, 20))
    assert f"{lead} cases, or {lead / 10:g} percentage points" in one_line(out)
    assert "0.156531" in out  # of `exact_p(100, 80)`


def test_a_set_that_can_show_nothing_says_so(capsys):
    _, out, _ = said(capsys, "--counts", *TOO_SMALL)
    assert "this set is too small to show anything" in one_line(out)
    assert f"p ≈ {float(exact_p(4, 1)):g}," in one_line(out)
    assert "none: it takes 6 disagreements at least" in one_line(out)


def test_two_models_that_never_differ_are_told_without_a_p_value_in_the_headline(capsys):
    """huggingface/evaluate divides by zero there."""
    code, out, _ = said(capsys, "--counts", *SAME)
    assert code == 0
    headline = out.split("\n\n")[1]
    assert "No disagreement" in headline
    assert "p ≈" not in headline


@each(
    "counts", [EVIDENCE_B, EVIDENCE_A, UNDECIDED, TOO_SMALL, SAME, (0, 0, 0, 1), (1, 0, 0, 0), (0, 1, 0, 0)]
)
def test_no_report_calls_a_model_better_or_both_equal(capsys, counts):
    _, out, _ = said(capsys, "--counts", *counts)
    claims, _, cautions = one_line(out).partition("What may not be concluded")
    assert cautions
    assert not re.search(r"\b(better|equal|equivalent|same accuracy|significant|prove[ns]?)\b", claims)


@each("counts", [EVIDENCE_B, UNDECIDED, TOO_SMALL])
def test_the_two_ways_to_give_counts_say_the_same(capsys, counts):
    a, b, c, d = counts
    named = ("--only-b", b, "--both", a, "--neither", d, "--only-a", c)
    assert said(capsys, *named) == said(capsys, "--counts", *counts)


@each("language", ["en", "it", "zh-Hans"])
def test_lines_of_text_keep_to_eighty_columns(language):
    own = edition.read(load(), language)
    for counts in (EVIDENCE_B, UNDECIDED, TOO_SMALL, SAME):
        report = contents.report(of_counts(counts, "a rather long name of a model", "模型甲"), "1.0.0")
        for line in terminal.text(own, report).splitlines():
            assert columns(line) <= 80, line
            assert "\u00a0" not in line


def test_lines_of_chinese_do_not_begin_with_a_mark():
    text = "在这些样例上，甲模型与乙模型的差异，是否可以视为证据？" * 4
    lines = wrapped(text, 30)
    assert "".join(lines) == text
    assert not any(line[0] in "，。？" for line in lines)


def test_names_are_shown_so_that_nothing_hides_in_them(capsys):
    code, out, _ = said(capsys, "--counts", *EVIDENCE_B, "--name-b", "b\x1b]0;x\x07\u202e{N} *x* <b>")
    assert code == 0
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert "bU+001B]0;xU+0007U+202E{N} *x* <b> minus A" in one_line(out)
    assert len(shown("x" * 500)) == 60


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["--counts", 1, 2, 3, -4], "d must be a whole number of cases"),
        (["--counts", 0, 0, 0, 0], "all four counts are zero"),
        (["--counts", 0, 10**7, 1, 0], "the models differ on more than 10000000 cases"),
        (["--counts", 1, 2, 3, 4, "--category", "x"], "--category is about files, and none is named"),
        (["--counts", 1, 2, 3, 4, "--cases", "-"], "counts name no cases"),
        (["--counts", 1, 2, 3, 4, "--json", "-", "--markdown", "-"], "standard output can take one form"),
        (["--counts", 1, 2, 3, 4, "x.csv"], "counts or files, not both"),
        (["--counts", 10**15, 1, 1, 1], "there are more than 1000000000000000 cases"),
        (["--both", 3, "--only-b", 1], "--only-a, --neither missing"),
        (["--counts", 1, 2, 3, 4, "--both", 1], "--counts and --both say the same"),
        ([], "a report needs results of two models; name two files"),
        (["--counts", 1, 2, 3, 4, "--alpha", "1"], "a level is above 0 and below 1"),
        (["--counts", 1, 2, 3, 4, "--alpha", "x/0"], "--alpha: 'x/0' is no number"),
        (["--counts", 1, 2, 3, 4, "--name-a", "B"], "both models are called 'B'"),
        (["--counts", 1, 2, 3, 4, "--name-a", "  "], "a name is empty; give each model a name"),
        (["--counts", 1, 2, 3, 4, "--locale", "eo"], "there is no locale eo"),
    ],
)
def test_what_is_no_comparison_is_refused_in_one_line(capsys, words, what):
    code, out, err = said(capsys, *words)
    assert (code, out) == (2, "")
    assert what in err
    assert err.count("\n") == 1


def test_a_comparison_needs_two_names():
    with pytest.raises(ReportError):
        of_counts((1, 2, 3, 4), "x", "x ")
