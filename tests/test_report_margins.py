"""Margins and clusters in a report: what is worked out, what is said, what is refused."""

import re
from fractions import Fraction
from math import sqrt
from pathlib import Path
from statistics import NormalDist

import pytest
from each import each
from reporting import as_json, said

import discordant
from discordant.publication import edition
from discordant.publication.disk import load
from discordant.reports.comparison import ReportError

ROOT = Path(__file__).resolve().parents[1]
COUNTS = (820, 100, 80, 0)
T_3 = 3.182446305284263  # 97.5th percentile of Student's law with 3 degrees of freedom, as R's qt has it


def restricted(b, c, N, margin):
    """The likeliest probability of a loss where B is worse by just the margin, found by bisection."""

    def slope(loss):  # of the log-likelihood: b wins of loss - margin, c losses, the rest 1 - 2 loss + margin
        rest = N - b - c
        return b / (loss - margin) + c / loss - 2 * rest / (1 - 2 * loss + margin)

    low, high = margin + 1e-12, (1 + margin) / 2 - 1e-12
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    return low


@each("margin", [0.5, 1, 2, 3.5])
def test_the_margin_is_held_to_tangos_test(margin, capsys):
    """Tango (1998), equation (1), its nuisance parameter found anew."""
    _a, b, c, _d = COUNTS
    N, limit = sum(COUNTS), margin / 100
    loss = restricted(b, c, N, limit)
    z = (b - c + N * limit) / sqrt(N * (2 * loss - limit - limit**2))
    found = as_json(capsys, "--counts", *COUNTS, "--margin", margin)
    assert found["margin"]["points"] == margin
    assert found["margin"]["p"] == pytest.approx(1 - NormalDist().cdf(z), rel=1e-6)
    assert found["margin"]["shown"] == (found["margin"]["p"] < 0.025)
    # the interval says the same
    assert found["margin"]["shown"] == (found["results"]["tango_low_points"] > -margin)


def test_without_a_margin_nothing_is_said_of_one(capsys):
    assert as_json(capsys, "--counts", *COUNTS)["margin"] is None
    own = edition.read(load(), "en")
    assert own.publication.blocks["report.margin.title"].text not in said(capsys, "--counts", *COUNTS)[1]


def test_what_is_said_of_a_margin_stands_in_the_catalogs(capsys, tags):
    for tag in tags:
        own = edition.read(load(), tag)
        _code, out, _err = said(capsys, "--counts", *COUNTS, "--margin", "2", "--locale", tag)
        for block in ("report.margin.title", "report.margin.stated"):
            english = own.publication.blocks[block].text
            words = english if tag == "en" else own.catalog.translation(block, english)
            assert re.sub(r"\s", "", words) in re.sub(r"\s", "", out)


@each("margin", ["0", "-1", "100", "x", "1e-3", ""])
def test_a_margin_that_is_none_is_refused(margin, capsys):
    code, out, err = said(capsys, "--counts", *COUNTS, "--margin", margin or " ")
    assert (code, out) == (2, ""), margin
    assert "margin" in err


def test_conditions_may_ask_for_the_margin(capsys):
    words = ("--counts", *COUNTS, "--margin", "2", "--fail-if")
    assert said(capsys, *words, "margin_p >= 0.025")[0] == 0
    assert said(capsys, *words, "margin_p < 0.025")[0] == 1


def test_python_takes_a_margin():
    A, B = [1] * 90 + [0] * 10, [1] * 95 + [0] * 5
    assert discordant.compare(A, B, margin=2).data()["margin"]["shown"]
    with pytest.raises(ReportError, match="margin"):
        discordant.compare(A, B, margin=0)


@pytest.fixture
def clustered(tmp_path):
    """Twenty cases in four clusters; d = b - c is 3, 2, 0 and -1 of five each."""
    nets = {"p": 3, "q": 2, "r": 0, "s": -1}
    rows = ["id,cluster,A,B"]
    for name, net in nets.items():
        for i in range(5):
            moved = i < abs(net)
            A, B = (0, 1) if moved and net > 0 else (1, 0) if moved else (1, 1)
            rows.append(f"{name}{i},{name},{A},{B}")
    (tmp_path / "cases.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return tmp_path / "cases.csv", nets


def test_clusters_have_an_interval_of_their_own(clustered, capsys):
    """D +- t SE, SE = sqrt(K / (K - 1) sum (d - n D)^2) / N, as Obuchowski (1998) has it of a ratio."""
    path, nets = clustered
    found = as_json(capsys, path, "--a", "A", "--b", "B", "--cluster", "cluster")["results"]
    D = Fraction(sum(nets.values()), 20)
    error = sqrt(Fraction(4, 3) * sum((net - 5 * D) ** 2 for net in nets.values())) / 20
    assert found["error_points"] == pytest.approx(100 * error)
    assert found["low_points"] == pytest.approx(100 * (float(D) - T_3 * error))
    assert found["high_points"] == pytest.approx(100 * (float(D) + T_3 * error))


def test_clusters_leave_no_number_of_independent_cases(clustered, capsys):
    """Neither Tango's interval nor the smallest lead: these would make the set say too much."""
    path, _ = clustered
    found = as_json(capsys, path, "--a", "A", "--b", "B", "--cluster", "cluster")["results"]
    assert not [name for name in found if name.startswith(("tango_", "odds", "nearest_", "needed"))]
    _code, out, _err = said(capsys, path, "--a", "A", "--b", "B", "--cluster", "cluster")
    own = edition.read(load(), "en")
    text = " ".join(out.split())
    for block in ("resolution.nearest", "size.odds"):
        words = own.publication.blocks[f"report.{block}"].text.partition("{")[0].strip()
        assert words not in text
    assert "Tango" not in text
    assert "Student" in text


def test_a_margin_with_clusters_agrees_with_their_interval(clustered, capsys):
    path, _ = clustered
    words = (path, "--a", "A", "--b", "B", "--cluster", "cluster", "--margin")
    low = as_json(capsys, *words, "10")["results"]["low_points"]
    for margin, shown in ((f"{-low + 0.01:.4f}", True), (f"{-low - 0.01:.4f}", False)):
        assert as_json(capsys, *words, margin)["margin"]["shown"] is shown


def test_a_page_says_what_is_too_much_to_be_drawn(capsys, tmp_path):
    words = edition.read(load(), "en").publication.blocks["report.undrawn"].text
    for counts, missing in (
        ((8000, 900, 800, 0), 0),
        ((80000, 900, 800, 0), 1),
        ((0, 90000, 10, 0), 2),
        ((80000, 0, 0, 9), 1),
    ):
        path = tmp_path / "report.html"
        assert said(capsys, "--counts", *counts, "--html", path)[0] == 0
        assert path.read_text("utf-8").count(words) == missing, counts


def test_clusters_that_all_say_the_same_give_no_interval_and_no_answer(tmp_path, capsys):
    """Three clusters of five cases, B ahead by one in each: no width of an interval would be honest."""
    rows = [f"{name}{i},{name},{int(i > 0)},1" for name in "pqr" for i in range(5)]
    path = tmp_path / "same.csv"
    path.write_text("\n".join(["id,cluster,A,B", *rows]) + "\n", encoding="utf-8")
    words = (path, "--a", "A", "--b", "B", "--cluster", "cluster", "--margin", "2")
    found = as_json(capsys, *words)
    assert found["results"].keys().isdisjoint({"low_points", "high_points", "error_points"})
    assert found["margin"] == {"points": 2, "p": None, "alpha": 0.025, "shown": False}
    out = " ".join(said(capsys, *words)[1].split())
    own = edition.read(load(), "en")
    for block in ("report.margin.none", "report.size.interval.none"):
        assert own.publication.blocks[block].text in out
    assert said(capsys, *words, "--fail-if", "margin_p < 0.025")[0] == 0
