"""`discordant handout`: what teachers print."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from .running import Commands, build, cache_option, end, folder, languages, progress, quiet_option, run


@click.group(cls=Commands)
def handout() -> None:
    """Make what teachers print: handouts, exercise sheets, answers."""


@handout.command()
@languages("A language")
@folder("The folder that holds output/.")
@cache_option
@quiet_option
def qa(tags: Sequence[str], parent: Path, no_cache: bool, quiet: bool) -> None:
    """Make the two question-and-answer handouts: pages, and PDFs for A4 and US Letter.

    They go to output/TAG/handouts/, where `discordant build` puts them, too.
    """
    build(tags, ("handouts",), parent, False, quiet, not no_cache)


@handout.command()
@languages("A language")
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"]),
    default="a4",
    show_default=True,
    help="The size of the paper.",
)
@click.option("--items", type=int, default=None, metavar="N", help="Exercises on a sheet. [default: 8]")
@click.option(
    "--variants",
    type=int,
    default=1,
    show_default=True,
    metavar="N",
    help="Sheets with the same exercises and other numbers: A, B, ...",
)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    metavar="KIND",
    help="A kind of exercise to choose from; may be repeated. [default: all; --list-kinds names them]",
)
@click.option(
    "--counts",
    type=int,
    nargs=4,
    default=None,
    metavar="A B C D",
    help="Your own table, for the exercises that can be made of it: both right, only B right, only A "
    "right, both wrong.",
)
@click.option(
    "--seed",
    default=None,
    metavar="SEED",
    help="Make a sheet again: its whole seed, as the teacher's sheet prints it. A number alone makes a new "
    "sheet: a secret is added to it, since students would find a number by trying. [default: by chance]",
)
@click.option(
    "--class",
    "names",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    metavar="FILE",
    help="Sheets with names, one PDF for both sides of the paper: a CSV file with a column called name and, "
    "if you like, one called id. The variants are dealt round in the order of the list.",
)
@click.option(
    "--points",
    type=int,
    default=None,
    metavar="N",
    help="What a whole sheet is worth, shared by its items in whole points. [default: their own sum]",
)
@click.option("--title", default=None, metavar="TEXT", help="The title of the students' sheets.")
@click.option("--course", default=None, metavar="TEXT", help="The course or school, over the title.")
@click.option(
    "--date", default=None, metavar="TEXT", help="The date on the students' sheets, as it is given."
)
@click.option(
    "--logo",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    metavar="FILE",
    help="A picture at the head of the students' sheets: SVG, PNG or JPEG of at most a megabyte.",
)
@click.option(
    "--roomy",
    is_flag=True,
    help="More room to write, and no item on two pages: six to eight pages, not four.",
)
@click.option("--large", is_flag=True, help="Large print, and roomy.")
@click.option("--list-kinds", is_flag=True, help="Name the kinds of exercise, and stop.")
@click.option(
    "--stress",
    default=None,
    metavar="KIND",
    help="Draw a kind 2,000 times, say how often each answer, right option and place came out, and stop.",
)
@folder("Where the folder of the sheet is made.")
@quiet_option
def sheet(
    tags: Sequence[str],
    paper: str,
    items: int | None,
    variants: int,
    kinds: Sequence[str],
    counts: tuple[int, int, int, int] | None,
    seed: str | None,
    names: Path | None,
    points: int | None,
    title: str | None,
    course: str | None,
    date: str | None,
    logo: Path | None,
    roomy: bool,
    large: bool,
    list_kinds: bool,
    stress: str | None,
    parent: Path,
    quiet: bool,
) -> None:
    """Make exercise sheets: for students without answers, for the teacher with everything.

    They go to a folder called after the sheet: student/ to hand out, teacher/ to keep, with answers, working,
    key, questions for Moodle, and solutions to give to students afterwards.
    """
    from ..recipes import sheets as recipe

    if list_kinds:
        click.echo("\n".join(recipe.kinds()))
        return
    if stress is not None:
        kind = stress
        click.echo("\n".join(run(lambda: recipe.stress(kind))))
        return
    say = progress(quiet)
    order = run(lambda: recipe.order(items, variants, kinds, counts, seed))
    given = run(lambda: recipe.given(names, points, roomy, (title, course, date, logo)))
    made = run(lambda: recipe.make(order, tags, paper, large, parent, say, given))
    say("")
    if not quiet:
        for part in ("student", "teacher"):
            sizes = [size for path, size in made.files.items() if path.startswith(part)]
            click.echo(f"{made.folder / part}: {len(sizes)} files, {sum(sizes) / 1024:.0f} KB")
        for line in made.notes:
            click.echo(line)
    for line in made.warnings:
        click.echo(f"discordant: {line}", err=True)
    end(made.left_out, made.failures, made.missing)
