"""Panels: a null distribution in a language's words, as render.py draws it."""

from __future__ import annotations

from collections.abc import Callable

from .. import render
from ..facts.table import NullDistribution, Window


def null_distribution(law: NullDistribution, window: Window, label: Callable[[str], str]) -> render.Panel:
    """The panel of a null distribution with its tails in red, from the first to the last k of the window.

    `label` writes the words for a part: title, observed, tails, centre, chance, x, y or note; "" for one
    without.
    """
    return render.Panel(
        law.weights,
        law.observed,
        law.tails,
        window,
        title=label("title"),
        observed_label=label("observed"),
        tails_label=label("tails"),
        centre_label=label("centre"),
        x_label=label("x"),
        y_label=label("y"),
        note=label("note"),
        chance_label=label("chance"),
    )
