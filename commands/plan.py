"""`discordant plan`: before a comparison is run."""

from __future__ import annotations

import click

from .running import run, with_extra


@click.command()
@click.option(
    "--disagreement",
    required=True,
    metavar="SHARE",
    help="On what share of the cases the models will disagree, such as 0.05.",
)
@click.option("--gap", default=None, metavar="POINTS", help="The gap to be shown, in percentage points.")
@click.option("--size", type=int, default=None, metavar="N", help="In its place: what can N cases show?")
@click.option(
    "--power", default="0.8", show_default=True, metavar="SHARE", help="How probably it is to be shown."
)
@click.option(
    "--alpha", default="0.05", show_default=True, metavar="LEVEL", help="The level, fixed in advance."
)
@click.option(
    "--locale", "tag", default="en", show_default=True, metavar="TAG", help="The language of the answer."
)
def plan(disagreement: str, gap: str | None, size: int | None, power: str, alpha: str, tag: str) -> None:
    """Say how many cases show a gap between two models, or which gap a number of cases shows.

    By the power of the exact test. Two models may disagree on many cases and still have a small gap.
    """
    with with_extra("report"):
        from ..recipes import plan as recipe

    click.echo(run(lambda: recipe.make(disagreement, gap, size, power, alpha, tag)), nl=False)
