"""`discordant report`: on somebody's own models."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .running import OneLine, progress, quiet_option, run, with_extra

if TYPE_CHECKING:
    from ..recipes.report import Subject, Wish

Command = TypeVar("Command", bound=Callable[..., object])
_CELLS = {"both": "a", "only_b": "b", "only_a": "c", "neither": "d"}
_OF_FILES = {
    "id": "--id",
    "column_a": "--a",
    "column_b": "--b",
    "columns": "--model",
    "model_names": "--name",
    "baseline": "--baseline",
    "truth": "--truth",
    "metric": "--metric",
    "filter": "--filter",
    "right": "--right",
    "scores": "--scores",
    "epochs": "--epochs",
    "category": "--category",
    "cluster": "--cluster",
    "drop_unpaired": "--drop-unpaired",
    "by_order": "--by-order",
}


def _all(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several options as one decorator."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def _text(name: str, target: str, metavar: str, what: str) -> Callable[[Any], Any]:
    return click.option(name, target, default="", metavar=metavar, help=what)


def _several(name: str, target: str, metavar: str, what: str) -> Callable[[Any], Any]:
    return click.option(name, target, multiple=True, metavar=metavar, help=what)


def _count(name: str, what: str) -> Callable[[Any], Any]:
    return click.option(name, type=int, default=None, metavar="N", help=what)


def _file(name: str, target: str, what: str) -> Callable[[Any], Any]:
    path = click.Path(path_type=Path, dir_okay=False)
    return click.option(name, target, type=path, default=None, metavar="FILE", help=what)


_counts_options = _all(
    click.option(
        "--counts",
        type=int,
        nargs=4,
        default=None,
        metavar="BOTH ONLY_B ONLY_A NEITHER",
        help="Four counts in place of files: cases that both models get right, only B, only A, neither.",
    ),
    _count("--both", "The same by name: cases that both models get right,"),
    _count("--only-b", "that only B gets right,"),
    _count("--only-a", "that only A gets right,"),
    _count("--neither", "that neither gets right."),
)
_reading_options = _all(
    _text("--id", "id", "COLUMN", "The column that names the case. [default: id or the like]"),
    _text("--a", "column_a", "COLUMN", "The column of A's results."),
    _text("--b", "column_b", "COLUMN", "The column of B's results."),
    _several("--model", "columns", "COLUMN", "A column of a model's results in one file; once for each."),
    _text("--truth", "truth", "COLUMN", "The column of right answers, where results are answers."),
    _several(
        "--right", "right", "RESULT", "A result that counts as right, such as C, or '>=0.5'; may be repeated."
    ),
    click.option(
        "--scores", is_flag=True, help="Results are numbers of which more is better, not right or wrong."
    ),
    _text("--metric", "metric", "NAME", "The scorer or metric of a log."),
    _text("--filter", "filter", "NAME", "The filter of a log of lm-evaluation-harness."),
    _text(
        "--epochs",
        "epochs",
        "HOW",
        "How several runs of a case become one: first, any, all, majority; of scores first, mean.",
    ),
    _text("--category", "category", "COLUMN", "Compare within the categories of this column, too."),
    _text("--cluster", "cluster", "COLUMN", "Cases with the same value here belong together."),
    click.option("--drop-unpaired", is_flag=True, help="Leave out cases without a result of both models."),
    click.option("--by-order", is_flag=True, help="Pair cases by their order, without ids."),
)
_saying_options = _all(
    click.option("--name-a", default="", metavar="NAME", help="What model A is called."),
    click.option("--name-b", default="", metavar="NAME", help="What model B is called."),
    _several("--name", "model_names", "NAME", "What a model is called; once for each, in their order."),
    _text(
        "--baseline", "baseline", "NAME", "Compare all other models with this one alone, not each with each."
    ),
    click.option(
        "--alpha", default="0.05", show_default=True, metavar="LEVEL", help="The level, fixed in advance."
    ),
    _text(
        "--margin",
        "margin",
        "POINTS",
        "By how many percentage points B may be worse, stated in advance: can more than that be excluded?",
    ),
    click.option(
        "--locale", "tag", default="en", show_default=True, metavar="TAG", help="The language of the report."
    ),
    _file("--html", "html_file", "Write it as a page as well; - for standard output."),
    _file("--pdf", "pdf_file", "Write it as a PDF for A4; - likewise."),
    _file("--json", "json_file", "Write it as JSON; - likewise."),
    _file("--markdown", "markdown_file", "Write it in Markdown, for a pull request; - likewise."),
    _file("--cases", "cases_file", "Write the cases on which the models differ as CSV; - likewise."),
    click.option(
        "--fail-if",
        "failing",
        multiple=True,
        metavar="CONDITION",
        help="End with exit code 1 where this holds, such as 'p < 0.05 and difference < 0'; may be repeated.",
    ),
)


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path, allow_dash=True), metavar="[A B]...")
@_counts_options
@_reading_options
@_saying_options
@quiet_option
def report(
    files: Sequence[Path],
    counts: tuple[int, int, int, int] | None,
    alpha: str,
    tag: str,
    html_file: Path | None,
    pdf_file: Path | None,
    json_file: Path | None,
    markdown_file: Path | None,
    cases_file: Path | None,
    failing: Sequence[str],
    quiet: bool,
    **others: Any,
) -> None:
    """Say whether the difference of two models on the same cases is evidence, and how large it is.

    A and B are files of results: CSV, TSV, JSON, JSON lines, Parquet, logs of Inspect or of
    lm-evaluation-harness, or a folder of these; one file with a column for each model goes with --a and --b.
    Cases are joined by their ids. Or give counts: --counts, or all of --both, --only-b, --only-a, --neither.

    Up to 12 models are compared at once: name a file for each, or one file and its columns with --model. The
    p-values of all pairs, or of all against a --baseline, are adjusted by Holm's rule.
    """
    with with_extra("report"):
        from ..recipes import report as recipe

    wish = recipe.Wish(json_file, markdown_file, cases_file, html_file, pdf_file)
    say = progress(quiet)
    say("reading")
    try:
        subject = run(lambda: _subject(files, counts, alpha, others, wish))
        say("writing")
        made = run(lambda: recipe.make(subject, tag, wish, failing))
    finally:
        say("")
    if not quiet or recipe.OUT in wish:
        click.echo(made.text, nl=False)
    for line in (*made.warnings, *(f"the condition holds: {text}" for text in made.held)):
        click.echo(f"discordant: {line}", err=True)
    if made.held:
        raise click.exceptions.Exit(1)


def _subject(
    files: Sequence[Path],
    counts: tuple[int, int, int, int] | None,
    alpha: str,
    others: Mapping[str, Any],
    wish: Wish,
) -> Subject:
    from ..recipes import report as recipe

    names = others["name_a"], others["name_b"]
    if not files:
        if useless := [option for name, option in _OF_FILES.items() if others[name]]:
            raise OneLine(f"{useless[0]} is about files, and none is named", 2)
        known = _counts(counts, others)
        return recipe.of(known, (names[0] or "A", names[1] or "B"), alpha, others["margin"])
    if counts is not None or any(others[name] is not None for name in _CELLS):
        raise OneLine("counts or files, not both", 2)
    return recipe.read(files, _wanted(others, names), alpha, others["margin"], others["baseline"], wish)


def _wanted(others: Mapping[str, Any], names: tuple[str, str]) -> Any:
    from ..recipes.report import Wanted

    columns = tuple(filter(None, (others["column_a"], others["column_b"])))
    if columns and others["columns"]:
        raise OneLine("--a and --b are for two models; name all columns with --model, or none", 2)
    if any(names) and not all(names):
        raise OneLine("--name-a and --name-b go together", 2)
    if any(names) and others["model_names"]:
        raise OneLine("--name-a and --name-b are for two models; name all with --name, or none", 2)
    plain = {name: others[name] for name in _OF_FILES if name in Wanted._fields}
    return Wanted(
        **{
            **plain,
            "results": columns or tuple(others["columns"]),
            "right": tuple(others["right"]),
            "names": names if all(names) else tuple(others["model_names"]),
        }
    )


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
        what = f"{missing} missing" if given else "name two files of results, or give --counts"
        raise OneLine(f"a report needs results of two models; {what}", 2)
    return both, only_b, only_a, neither
