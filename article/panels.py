"""Panels: what each figure of the article shows, from its facts and with its labels in one language."""

from __future__ import annotations

from collections.abc import Mapping

from .. import render
from ..experiment import SCENARIOS, interval
from ..facts import article as facts
from ..facts.examples import RECORDS
from ..facts.table import Facts, NullDistribution, window_of
from ..language import Fact
from ..press.blocks import Block
from ..press.scribe import Scribe
from ..publication import panels

GROUPS = {"both": "a", "only_b": "b", "only_a": "c", "neither": "d"}


class Labels:
    """The labels of a language's figures."""

    def __init__(self, scribe: Scribe, blocks: Mapping[str, Block], facts: Facts) -> None:
        self.scribe, self.blocks, self.facts = scribe, blocks, facts

    def __call__(self, block: str, local: Mapping[str, Fact] | None = None) -> str:
        """A block of the figures, and what it prints noted down."""
        return self.scribe.plain(self.blocks[block], local)

    def count(self, name: str) -> int:
        """The value of a fact that is a count."""
        return int(self.facts[name].number)


def null_distribution(name: str, labels: Labels) -> render.Panel:
    """The null distribution of a comparison, as its facts have it."""
    known, prefix = labels.facts, "figure.null-distribution"
    law = NullDistribution.of(known, f"{name}_")

    def label(part: str) -> str:
        own = f"{prefix}.{name}.{part}"
        block = own if own in labels.blocks else f"{prefix}.{part}"
        if (
            part in ("note", "centre") and block not in labels.blocks
        ):  # only what the figure cuts off needs one
            return ""
        return labels(block, {"b": known[f"{name}_b"], "m": known[f"{name}_m"]})

    return panels.null_distribution(law, window_of(known, f"{name}_"), label)


def field(name: str, labels: Labels) -> render.Field:
    """The cases of a comparison, as its facts count them."""
    groups = []
    for group, cell in GROUPS.items():
        fact = labels.facts[f"{name}_{cell}"]
        label = labels(f"figure.cases.{group.replace('_', '-')}", {cell: fact})
        groups.append(render.Group(group, int(fact.number), label))
    title = labels(f"figure.cases.{name}.title")
    return render.Field(title, tuple(groups), labels("figure.cases.subtitle"), labels(f"comparison.{name}"))


def records(labels: Labels) -> render.Records:
    """The records, which a reader sees twice: as rows, and where each belongs."""
    prefix = "figure.records"
    words = {word: labels(f"{prefix}.{word}") for word in ("sound", "scratch", "crack")}
    title, cells_title = labels(f"{prefix}.title"), labels(f"{prefix}.cells")
    heads = [labels(f"{prefix}.{part}") for part in ("id", "label", "A", "B")]
    cells = {cell: (labels(f"{prefix}.{cell.replace('_', '-')}"), letter) for cell, letter in GROUPS.items()}
    rows = []
    for n, record in enumerate(RECORDS, 1):
        identifier = labels.facts[f"record_{n}"]
        shown = [labels.scribe.name(f"{prefix}.{place}", identifier) for place in ("id", "cells")]
        said = (words[word] for word in (record.label, record.A_said, record.B_said))
        rows.append(render.Record(record.cell, shown[0], *said))
    return render.Records(tuple(rows), title, (heads[0], heads[1], heads[2], heads[3]), cells_title, cells)


def coins(labels: Labels) -> render.Coins:
    """The sequences of winners of a few coins."""
    m, prefix = labels.count("coins_m"), "figure.coins"
    tails = NullDistribution(m, labels.count("coins_upper")).tails
    parts = ("title", "alike", "tails", "x", "b", "a")
    return render.Coins(m, tails, *(labels(f"{prefix}.{part}") for part in parts))


def leads(labels: Labels) -> render.Leads:
    """Both leads, each with its interval and its standard error, in cases."""
    prefix, rows = "figure.leads", []
    for name in SCENARIOS:
        b, c, N = (labels.count(f"{name}_{letter}") for letter in "bcN")
        low, high = interval(b, c, N)
        error = float(labels.facts[f"{name}_standard_error_images"].number)
        words = (f"comparison.{name}", f"{prefix}.{name}.interval", f"{prefix}.{name}.steps")
        rows.append(render.Lead(b - c, N * low, N * high, error, *map(labels, words)))
    parts = ("title", "zero", "x", "points")
    return render.Leads(tuple(rows), labels.count("N") / 100, *(labels(f"{prefix}.{part}") for part in parts))


def attainable(name: str, labels: Labels) -> render.Attainable:
    """The p-values that the disagreements of a comparison can have, as far as they are drawn."""
    known, prefix = labels.facts, "figure.attainable"
    steps = facts.stairs(name)
    splits = [(int(step.upper.number - step.lower.number), float(step.p.number)) for step in steps]
    observed = next((split for split, step in zip(splits, steps, strict=True) if step.observed), None)
    highest = float(known["drawn_p"].number)
    near = []
    for side in ("above", "nearest"):
        split = {part: known[f"{name}_{side}_{part}"] for part in ("upper", "lower", "p")}
        net = int(split["upper"].number - split["lower"].number)
        near.append((net, float(split["p"].number), labels(f"{prefix}.split", split)))
    local = {"b": known[f"{name}_b"], "c": known[f"{name}_c"]}
    return render.Attainable(
        tuple(splits),
        float(known["alpha"].number),
        highest,
        observed if observed and observed[1] <= highest else None,
        tuple(near),
        labels(f"{prefix}.{name}.title"),
        labels(f"{prefix}.observed", local),
        *(labels(f"{prefix}.{part}") for part in ("level", "x", "y")),
    )
