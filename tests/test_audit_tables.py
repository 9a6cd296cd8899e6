"""The audit reads tables by their heads: a number below another head is as false as another number."""

import re

import pytest

from discordant import experiment
from discordant.audit import page_tables, tables
from discordant.audit.findings import Findings
from discordant.audit.page import Page

HEADS = {"a": "both right", "b": "only B right", "c": "only A right", "d": "both wrong"}
LINES = {**HEADS, "N": "all images", "A-accuracy": "accuracy of A", "B-accuracy": "accuracy of B"}
COUNTS = {"I": (900, 20, 0, 80), "II": (820, 100, 80, 0)}
METHODS = {
    "exact": ("exact_p",),
    "plain": ("chi_square_p", "chi_square_factor"),
    "corrected": ("chi_square_corrected_p", "chi_square_corrected_factor"),
}


def cells(facts):
    return "".join(f'<td><span class="fact" data-fact="{fact}">x</span></td>' for fact in facts)


def page(heads=HEADS, letters="abcd", names=("I", "II"), order="abcd"):
    """A page with the table of outcomes; `order` is that of the cells in its first four rows."""
    lines = {line: line for line in LINES} | dict(zip("abcd", order, strict=True))
    words = {line: heads.get(line, said) for line, said in LINES.items()}
    italic = {cell: f", <i>{letter}</i>" for cell, letter in zip("abcd", letters, strict=True)}
    rows = "".join(
        f'<tr><th scope="row" class="{line}">{words[line]}{italic.get(line, "")}</th>'
        + cells(f"{own}_{cell.replace('-', '_')}" for own in COUNTS)
        + "</tr>"
        for line, cell in lines.items()
    )
    columns = "".join(f'<th scope="col" class="count">Comparison {name}</th>' for name in names)
    return whole(
        f'<table class="outcomes"><thead><tr><th scope="col">images</th>{columns}</tr></thead>{rows}'
    )


def methods(names=("I", "II"), order=tuple(METHODS)):
    """A page with the table of methods; `order` is that of the facts in its rows."""
    columns = "".join(f'<th scope="colgroup" colspan="2">Comparison {name}</th>' for name in names)
    rows = "".join(
        f'<tr><th scope="row" class="{line}">{line}</th>'
        + "".join(
            cells(f"{own}_{fact}" for fact in METHODS[method]) + "<td>–</td>" * (2 - len(METHODS[method]))
            for own in COUNTS
        )
        + "</tr>"
        for line, method in zip(METHODS, order, strict=True)
    )
    head = f'<thead><tr><th scope="col" rowspan="2">method</th>{columns}</tr></thead>'
    return whole(f'<table class="methods">{head}{rows}')


def whole(table):
    return Page(f'<!doctype html><html lang="en"><body>{table}</table></body></html>'.encode())


def said(shown):
    findings = Findings()
    page_tables.check(shown, "f.html", findings)
    return [(fault.place, fault.found) for fault in findings.faults]


def test_a_table_as_it_is_built_has_no_fault():
    assert said(page()) == []
    assert said(methods()) == []


@pytest.mark.parametrize("order", ["acbd", "bacd", "abdc", "dcba"])
def test_a_number_beside_another_head(order):
    """Each that does not stand beside its own letter, in both columns."""
    moved = [
        (f"fact {name}_{cell}", head)
        for head, cell in zip("abcd", order, strict=True)
        for name in COUNTS
        if head != cell
    ]
    assert said(page(order=order)) == moved


def test_a_p_value_beside_another_method():
    wrong = said(methods(order=("exact", "corrected", "plain")))
    names = [f"{name}_{fact}" for row in ("corrected", "plain") for name in COUNTS for fact in METHODS[row]]
    assert [place for place, _found in wrong] == [f"fact {name}" for name in names]


def test_a_column_by_the_name_of_the_other():
    wrong = said(page(names=("II", "I")))
    facts = [f"{name}_{line.replace('-', '_')}" for line in LINES for name in COUNTS]
    assert [place for place, _found in wrong] == [f"fact {fact}" for fact in facts]
    assert len(said(methods(names=("II", "I")))) == 10  # five numbers a comparison


def test_a_head_with_another_letter_or_another_model():
    assert said(page(letters="acbd")) == [("head of the row b", "c"), ("head of the row c", "b")]
    turned = HEADS | {"b": HEADS["c"], "c": HEADS["b"]}
    assert [place for place, _found in said(page(heads=turned))] == ["head of the row b", "head of the row c"]


# --- null distributions as CSV ------------------------------------------------------------------------------


def lines_of(content, name="I"):
    findings = Findings()
    tables.check(content, f"output/data/null-distribution-{name}.csv", findings)
    return [int(found[1]) for fault in findings.faults if (found := re.fullmatch(r"line (\d+)", fault.place))]


def content(name="I"):
    return b"\r\n".join(tables.rows(experiment.SCENARIOS[name]))


@pytest.mark.parametrize("name", COUNTS)
def test_a_table_of_chances_as_it_is_built(name):
    _a, b, c, _d = COUNTS[name]
    rows = content(name).decode().split("\r\n")
    assert rows[0] == "k,weight,probability,in_tails"
    assert sum(int(row.split(",")[1]) for row in rows[1:-1]) == 2 ** (b + c)
    tails = [float(row.split(",")[2]) for row in rows[1:-1] if row.endswith(",1")]
    assert sum(tails) == pytest.approx(float(experiment.exact(b, c)))
    assert lines_of(content(name), name) == []


def test_every_line_is_held_to_its_own():
    rows = content().split(b"\r\n")
    for place in range(len(rows) - 1):
        changed = [*rows[:place], rows[place] + b"0", *rows[place + 1 :]]
        assert lines_of(b"\r\n".join(changed)) == [place + 1]


def test_lines_that_are_lacking_or_too_many():
    rows = content().split(b"\r\n")
    assert lines_of(b"\r\n".join(rows[:-2])) == [22, 23]  # the last row, and the end of its line
    assert lines_of(content() + b"21,0,0.0,0\r\n") == [23, 24]
    assert lines_of(b"") == list(range(1, 24))
    assert len(lines_of(content().replace(b"\r\n", b"\n"))) > 20
