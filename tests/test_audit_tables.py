"""The audit reads tables by their heads: a number below another head is as false as another number."""

import re

import pytest

from discordant import experiment
from discordant.audit import page_tables, tables
from discordant.audit.findings import Findings
from discordant.audit.page import Page

HEADS = {"a": "both right", "b": "only B right", "c": "only A right", "d": "both wrong"}
COUNTS = {"I": (900, 20, 0, 80), "II": (820, 100, 80, 0)}


def page(heads=HEADS, letters="abcd", names=("I", "II"), cells="abcd"):
    """A page with the table of outcomes; `cells` is the order in which its rows have them."""
    head = "".join(
        f'<th scope="col" class="count {cell}">{words} <i>{letter}</i></th>'
        for (cell, words), letter in zip(heads.items(), letters, strict=True)
    )
    rows = "".join(
        f'<tr><th scope="row">{name}</th>'
        + "".join(f'<td><span class="fact" data-fact="{own}_{cell}">x</span></td>' for cell in cells)
        + "</tr>"
        for name, own in zip(names, COUNTS, strict=True)
    )
    table = (
        f'<table class="outcomes"><thead><tr><th scope="col">comparison</th>{head}</tr></thead>{rows}</table>'
    )
    return Page(f'<!doctype html><html lang="en"><body>{table}</body></html>'.encode())


def said(shown):
    findings = Findings()
    page_tables.check(shown, "f.html", findings)
    return [(fault.place, fault.found) for fault in findings.faults]


def test_a_table_as_it_is_built_has_no_fault():
    assert said(page()) == []


@pytest.mark.parametrize("order", ["acbd", "bacd", "abdc", "dcba"])
def test_a_number_below_another_head(order):
    """Each that does not stand below its own letter, in both rows."""
    moved = [
        (f"fact {name}_{cell}", head)
        for name in COUNTS
        for head, cell in zip("abcd", order, strict=True)
        if head != cell
    ]
    assert said(page(cells=order)) == moved


def test_a_row_by_the_name_of_the_other():
    wrong = said(page(names=("II", "I")))
    assert {place for place, _found in wrong} == {f"fact {name}_{cell}" for name in COUNTS for cell in "abcd"}


def test_a_head_with_another_letter_or_another_model():
    assert said(page(letters="acbd")) == [("head of the column b", "c"), ("head of the column c", "b")]
    turned = HEADS | {"b": HEADS["c"], "c": HEADS["b"]}
    assert [place for place, _found in said(page(heads=turned))] == [
        "head of the column b",
        "head of the column c",
    ]


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
