"""Reports on more than two models: numbers worked out again from the cases, what is said, what is refused."""

import csv
import io
import random
import re
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import jsonschema
import pytest
from each import each
from reporting import as_json as any_json
from reporting import said, schema

import discordant
from discordant.publication import edition
from discordant.publication.disk import load
from discordant.reports.comparison import ReportError

ROOT = Path(__file__).resolve().parents[1]
NAMES = ("base", "tuned", "tuned-long-context", "distilled")
HOSTILE = ["=cmd()", "<script>x</script>", "a|b`c", "\u202egnp"]


def as_json(capsys, *words):
    return any_json(capsys, *words, kind="report-models")


def written(path, names, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["id", *names], *rows])
    return path


def drawn(names=NAMES, cases=300, seed=3):
    """Results of models that are right ever more often, on cases of which a third is hard."""
    dice = random.Random(seed)
    return [
        [f"case-{i}", *(int(dice.random() < 0.45 + 0.1 * k + 0.2 * (i % 3 > 0)) for k in range(len(names)))]
        for i in range(cases)
    ]


@pytest.fixture
def table(tmp_path):
    rows = drawn()
    return written(tmp_path / "all.csv", NAMES, rows), [row[1:] for row in rows]


def columns(names=NAMES):
    return [word for name in names for word in ("--model", name)]


def exact(b, c):
    """Twice the smaller tail of fair coins, at most one."""
    tail = sum(comb(b + c, k) for k in range(min(b, c) + 1))
    return min(Fraction(1), Fraction(2 * tail, 2 ** (b + c)))


def by_holm(p_values):
    """Each times the number of those that are not smaller, never below a smaller one's; by the definition."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    return [
        min(1, max(p_values[j] * (len(p_values) - order.index(j)) for j in order[: order.index(i) + 1]))
        for i in range(len(p_values))
    ]


def test_numbers_are_those_of_the_cases(table, capsys):
    path, rows = table
    document = as_json(capsys, path, *columns())
    places = list(combinations(range(4), 2))
    assert [(pair["A"], pair["B"]) for pair in document["pairs"]] == [(NAMES[i], NAMES[j]) for i, j in places]
    p_values = []
    for pair, (i, j) in zip(document["pairs"], places, strict=True):
        b = sum(row[j] > row[i] for row in rows)
        c = sum(row[i] > row[j] for row in rows)
        assert (pair["counts"]["b"], pair["counts"]["c"]) == (b, c)
        assert pair["difference_points"] == pytest.approx(100 * (b - c) / len(rows))
        assert pair["low_points"] < pair["difference_points"] < pair["high_points"]
        p_values.append(exact(b, c))
        assert pair["exact_p"]["value"] == float(p_values[-1])
    adjusted = by_holm(p_values)
    for pair, p in zip(document["pairs"], adjusted, strict=True):
        assert pair["holm_p"]["value"] == pytest.approx(float(p), rel=1e-12)
        assert pair["evidence"] == (p < Fraction(1, 20))
    assert document["smallest_p"]["value"] == pytest.approx(float(min(adjusted)), rel=1e-12)
    assert [model["right"] for model in document["models"]] == [
        sum(column) for column in zip(*rows, strict=True)
    ]
    assert sum(pattern["cases"] for pattern in document["patterns"]) == len(rows)


def test_cochran_is_that_of_the_cases(table, capsys):
    """As Cochran (1950) has it: squares of what models get right about their mean."""
    path, rows = table
    found = as_json(capsys, path, *columns())["cochran"]
    k, right = 4, [sum(column) for column in zip(*rows, strict=True)]
    mean = Fraction(sum(right), k)
    spread = sum(sum(row) * (k - sum(row)) for row in rows)
    assert found["Q"] == pytest.approx(
        float(k * (k - 1) * sum((number - mean) ** 2 for number in right) / spread)
    )
    assert found["freedom"] == 3


def test_a_baseline_is_compared_with_each_other_one(table, capsys):
    path, _ = table
    document = as_json(capsys, path, *columns(), "--baseline", "tuned")
    assert document["baseline"] == "tuned"
    assert [(pair["A"], pair["B"]) for pair in document["pairs"]] == [
        ("tuned", name) for name in NAMES if name != "tuned"
    ]
    for condition, code in (("below_baseline > 0", 1), ("above_baseline > 3", 0), ("cochran_p < 0.05", 1)):
        assert said(capsys, path, *columns(), "--baseline", "tuned", "--fail-if", condition)[0] == code


def test_the_order_of_files_changes_nothing_but_the_order(tmp_path, capsys):
    rows = drawn()
    files = {
        name: written(tmp_path / f"{name}.csv", ["correct"], [[row[0], row[1 + k]] for row in rows])
        for k, name in enumerate(NAMES)
    }
    found = []
    for order in (NAMES, NAMES[::-1]):
        words = [*(files[name] for name in order), *(word for name in order for word in ("--name", name))]
        pairs = as_json(capsys, *words)["pairs"]
        found.append({frozenset((p["A"], p["B"])): (p["exact_p"], p["holm_p"], p["evidence"]) for p in pairs})
    assert found[0] == found[1]


def test_two_columns_are_the_report_on_two_models(table, capsys):
    path, _ = table
    short = said(capsys, path, *columns(NAMES[:2]))
    assert short[0] == 0
    assert short == said(capsys, path, "--a", NAMES[0], "--b", NAMES[1])


def test_what_is_said_stands_in_the_catalogs(table, capsys, tags):
    """Headline and heads in each language; names as they are; never that a model is best."""
    path, _ = table
    for tag in tags:
        own = edition.read(load(), tag)
        code, out, _ = said(capsys, path, *columns(), "--locale", tag)
        assert code == 0
        text = re.sub(r"\s+", "", out)
        for block in ("right.title", "evidence.title", "size.title", "together.title", "limits.best"):
            name = f"report.models.{block}"
            words = own.catalog.translation(name, own.publication.blocks[name].text) if tag != "en" else None
            assert re.sub(r"\s+", "", words or own.publication.blocks[name].text) in text
        assert all(name in out for name in NAMES)


def test_no_number_of_a_table_is_cut_and_a_long_name_has_its_own_line(tmp_path, capsys):
    names = ("short", "n" * 58, "m" * 58)
    path = written(tmp_path / "long.csv", names, drawn(names, 2000))
    code, out, _ = said(capsys, path, *columns(names))
    assert code == 0
    assert "…" not in out
    assert max(map(len, out.splitlines())) <= 80 + 44  # but for a hash, which has no blanks
    assert re.search(r"(?m)^ +n{58} −\s+short$", out) or f"{'n' * 58} − short" in out


def test_hostile_names_are_shown_and_do_nothing(tmp_path, capsys):
    path = written(tmp_path / "hostile.csv", HOSTILE, drawn(HOSTILE))
    page, cases, text = (tmp_path / name for name in ("r.html", "c.csv", "r.md"))
    code, out, _ = said(capsys, path, *columns(HOSTILE), "--html", page, "--cases", cases, "--markdown", text)
    assert code == 0
    assert "U+202Egnp" in out
    assert "\u202e" not in out + page.read_text("utf-8") + text.read_text("utf-8")
    assert "<script>x" not in page.read_text("utf-8")
    assert "`<script>x</script>`" in text.read_text("utf-8")
    for row in csv.reader(io.StringIO(cases.read_text("utf-8"))):
        assert not any(cell.startswith(("=", "@")) for cell in row)


def test_cases_name_the_models_that_are_right(table, capsys, tmp_path):
    path, rows = table
    cases = tmp_path / "cases.csv"
    assert said(capsys, path, *columns(), "--cases", cases)[0] == 0
    listed = {row["id"]: row["right"] for row in csv.DictReader(io.StringIO(cases.read_text("utf-8")))}
    for place, row in enumerate(rows):
        right = [name for name, value in zip(NAMES, row, strict=True) if value]
        assert listed.get(f"case-{place}", "") == ("; ".join(right) if len(right) not in (0, 4) else "")


def test_models_that_always_agree(tmp_path, capsys):
    path = written(tmp_path / "same.csv", NAMES, [[f"c{i}", *[i % 2] * 4] for i in range(20)])
    document = as_json(capsys, path, *columns())
    assert document["verdict"] == "no_disagreement"
    assert document["cochran"] == {"Q": None, "freedom": 3, "p": None}
    assert said(capsys, path, *columns(), "--html", tmp_path / "r.html", "--pdf", tmp_path / "r.pdf")[0] == 0


MANY = [f"m{k}" for k in range(13)]


@each(
    "case",
    [
        (["--model", NAMES[0]], "--model"),
        ([*columns(), "--baseline", "nobody"], "base, tuned, tuned-long-context, distilled"),
        ([*columns(), "--name", "one", "--name", "two"], "2 names for 4 models"),
        ([*columns(), "--category", "distilled"], "two models at a time"),
        ([*columns(), "--cluster", "distilled"], "two models at a time"),
        ([*columns(), "--a", "base"], "--model"),
        ([*columns(), "--name-a", "x", "--name-b", "y", "--name", "z"], "--name"),
        ([*columns(NAMES[:2]), "--baseline", "base"], "more than two models"),
        (
            [
                *columns(("base", "tuned", "base")),
            ],
            "compared with itself",
        ),
    ],
)
def test_what_is_not_clear_is_one_line(case, table, capsys):
    words, told = case
    code, out, err = said(capsys, table[0], *words)
    assert (code, out) == (2, ""), words
    assert told in err, err
    assert err.startswith("discordant: ")


def test_thirteen_models_are_too_many(tmp_path, capsys):
    path = written(tmp_path / "many.csv", MANY, drawn(MANY, 20))
    code, _, err = said(capsys, path, *columns(MANY))
    assert (code, "at most 12" in err) == (2, True)
    code, _, err = said(capsys, path, *columns(MANY[:12]))
    assert code == 0, err


def test_a_case_that_one_model_lacks_is_named_or_left_out_as_asked(tmp_path, capsys):
    rows = drawn()
    files = [
        written(
            tmp_path / f"{name}.csv",
            ["correct"],
            [[row[0], row[1 + k]] for row in rows if row[0] != f"case-{k}"],
        )
        for k, name in enumerate(NAMES[:3])
    ]
    code, _, err = said(capsys, *files)
    assert code == 2
    assert "case-1" in err
    document = as_json(capsys, *files, "--drop-unpaired")
    assert document["dropped"]["cases"] == 3
    assert document["cases_compared"] == len(rows) - 3


def test_python_says_the_same(table, capsys):
    path, rows = table
    found = discordant.compare_models(dict(zip(NAMES, zip(*rows, strict=True), strict=True)))
    document = as_json(capsys, path, *columns())
    same = {key: found.data()[key] for key in ("models", "pairs", "verdict", "cochran", "smallest_p")}
    assert same == {key: document[key] for key in same}
    jsonschema.validate(found.data(), schema("report-models"))
    assert found.text() == str(found)
    assert found._repr_markdown_() == found.markdown()
    assert "<svg" in found.html()


@each(
    "results",
    [
        {"A": [1, 0], "B": [1, 1]},
        {f"m{k}": [1, 0] for k in range(13)},
        {"A": [1, 0], "B": [1, 1], "C": [1]},
        {"A": [1, 0], "B": [1, 1], "C": ["x", 1]},
        {"A": [], "B": [], "C": []},
        {"A": [1], " A ": [1], "C": [1]},
    ],
)
def test_python_refuses_by_name(results):
    with pytest.raises(ReportError):
        discordant.compare_models(results)
