"""`discordant report`: on somebody's own two models."""

from __future__ import annotations

from collections.abc import Mapping

import click

from .running import OneLine, run

_CELLS = {"both": "a", "only_b": "b", "only_a": "c", "neither": "d"}


@click.command()
@click.option(
    "--counts",
    type=int,
    nargs=4,
    default=None,
    metavar="BOTH ONLY_B ONLY_A NEITHER",
    help="The four counts: cases that both models get right, only B, only A, neither.",
)
@click.option("--both", type=int, default=None, metavar="N", help="Cases that both models get right.")
@click.option("--only-b", type=int, default=None, metavar="N", help="Cases that only B gets right.")
@click.option("--only-a", type=int, default=None, metavar="N", help="Cases that only A gets right.")
@click.option("--neither", type=int, default=None, metavar="N", help="Cases that neither gets right.")
@click.option("--name-a", default="A", show_default=True, metavar="NAME", help="What model A is called.")
@click.option("--name-b", default="B", show_default=True, metavar="NAME", help="What model B is called.")
@click.option(
    "--alpha", default="0.05", show_default=True, metavar="LEVEL", help="The level, fixed in advance."
)
@click.option(
    "--locale", "tag", default="en", show_default=True, metavar="TAG", help="The language of the report."
)
def report(
    counts: tuple[int, int, int, int] | None,
    name_a: str,
    name_b: str,
    alpha: str,
    tag: str,
    **cells: int | None,
) -> None:
    """Say whether the difference of two models on the same cases is evidence, and how large it is.

    Either --counts, or all four of --both, --only-b, --only-a and --neither.
    """
    from ..recipes import report as recipe

    known = _counts(counts, cells)
    made = run(lambda: recipe.make(recipe.of(known, (name_a, name_b), alpha), tag))
    click.echo(made.text, nl=False)


def _counts(
    counts: tuple[int, int, int, int] | None, cells: Mapping[str, int | None]
) -> tuple[int, int, int, int]:
    """The four counts in the order of their letters; OneLine where they are given twice or in part."""
    given = [name for name in _CELLS if cells[name] is not None]
    if counts is not None and not given:
        return counts
    options = {name: f"--{name.replace('_', '-')}" for name in _CELLS}
    if counts is not None:
        raise OneLine(f"--counts and {options[given[0]]} say the same; give one of them", 2)
    both, only_b, only_a, neither = (cells[name] for name in _CELLS)
    if both is None or only_b is None or only_a is None or neither is None:
        missing = ", ".join(options[name] for name in _CELLS if cells[name] is None)
        what = f"{missing} missing" if given else "give --counts"
        raise OneLine(f"a report needs four counts; {what}", 2)
    return both, only_b, only_a, neither
