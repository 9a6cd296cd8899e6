"""The command that checks what was published."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .running import progress, quiet_option, run

if TYPE_CHECKING:
    from ..recipes.verdict import Verdict

_SHOWN = 200  # faults that are printed


@click.command()
@click.argument("path", type=click.Path(path_type=Path), default=Path(), metavar="[PATH]")
@click.option(
    "--quick", is_flag=True, help="Compare hashes with the manifest alone: a guard against accidents only."
)
@click.option(
    "--independent",
    is_flag=True,
    help="Ask no source: recompute every result, read every number back. PATH may be a zip, a PDF, a page.",
)
@quiet_option
def verify(path: Path, quick: bool, independent: bool, quiet: bool) -> None:
    """Check that output/ and figures/ in PATH are what a build makes.

    Makes everything anew, from templates/ and locales/ here where there are some and else from the
    package's own, and compares byte for byte, which takes as long as a build. Names what differs, what
    is missing and what no build makes, and says with which sources and versions it compared. Whether
    these sources tell the truth, and who published them, it cannot say.
    """
    if quick and independent:
        raise click.UsageError("--quick and --independent are two checks; ask for one of them")
    say = progress(quiet)
    _tell(run(lambda: _ended(say, lambda: _check(path, quick, independent, say))), quiet)


def _check(path: Path, quick: bool, independent: bool, say: Callable[[str], None]) -> Verdict:
    if independent:
        from ..recipes import independent as reader

        return reader.check(path, say)
    from ..recipes import verify as maker

    return maker.quick(path) if quick else maker.check(path, say)


def _ended(say: Callable[[str], None], check: Callable[[], Verdict]) -> Verdict:
    """What a check gives, its line of progress wiped however it ends."""
    try:
        return check()
    finally:
        say("")


def _tell(verdict: Verdict, quiet: bool) -> None:
    """Say what was found: faults and doubts on stderr, 1 and 3 as the exit code; else what was checked."""
    more = len(verdict.faults) - _SHOWN
    beyond = [f"and {more} faults more"] if more > 0 else []
    for line in (*verdict.faults[:_SHOWN], *beyond, *verdict.unsure):
        click.echo(f"discordant: {line}", err=True)
    failed = bool(verdict.faults or verdict.unsure)
    if not quiet:
        for line in (*verdict.notes, "" if failed else verdict.conclusion):
            if line:
                click.echo(line, err=failed)
    if failed:
        raise click.exceptions.Exit(1 if verdict.faults else 3)
