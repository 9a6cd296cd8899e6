"""What all commands do alike: one call of a recipe, errors as one line with an exit code, progress."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from ..recipes.build import Report

Command = TypeVar("Command", bound=Callable[..., object])
Result = TypeVar("Result")
_LONGEST_COMMAND = 100  # characters of one that is proposed
_LONGEST = 1000  # characters of an error, which may quote a file


def languages(what: str) -> Callable[[Command], Command]:
    """The option that names languages, one or several."""
    return click.option(
        "--locale", "tags", multiple=True, metavar="TAG", help=f"{what}; may be repeated. [default: all]"
    )


def folder(what: str) -> Callable[[Command], Command]:
    """The option that names the folder to write into."""
    return click.option(
        "-o",
        "parent",
        type=click.Path(path_type=Path),
        default=Path(),
        metavar="DIR",
        help=f"{what} [default: the current one]",
    )


quiet_option = click.option("-q", "--quiet", is_flag=True, help="Print errors only.")
cache_option = click.option(
    "--no-cache",
    is_flag=True,
    help="Make everything anew, and remove the folder .cache-discordant-... that builds take from.",
)


class Commands(click.Group):
    """A group of commands that says where one is that belongs to another group."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant; a usage error that names the right one where it is elsewhere."""
        if args and self.get_command(ctx, args[0]) is None:
            for place in _places(ctx.find_root(), args[0]):
                typed = shlex.join([*place, *args[1:]])[:_LONGEST_COMMAND]
                ctx.fail(f"No such command {args[0]!r} here; type `{typed}`.")
        return super().resolve_command(ctx, args)


def _places(root: click.Context, name: str) -> Iterator[list[str]]:
    """Where commands of this name are, as one types them."""
    assert isinstance(root.command, click.Group)
    groups: list[tuple[list[str], click.Group]] = [([], root.command)] + [
        ([known], command)
        for known, command in root.command.commands.items()
        if isinstance(command, click.Group)
    ]
    for before, group in groups:
        if name in group.commands:
            yield ["discordant", *before, name]


class OneLine(click.ClickException):
    """An error as one line, with the exit code of its kind."""

    def __init__(self, message: str, code: int) -> None:
        line = " ".join("".join(c if c.isprintable() else " " for c in message).split())
        super().__init__(line[:_LONGEST])
        self.exit_code = code  # type: ignore[misc]  # click declares it for the class, and reads it from here

    def show(self, file: IO[str] | None = None) -> None:
        """Print the line; where even that cannot be done, the exit code alone speaks."""
        try:
            click.echo(f"discordant: {self.message}", err=True)
        except OSError:
            sys.stderr = None  # or Python, at its end, would try once more and exit with a code of its own


def interrupted() -> OneLine:
    """What is said of an interrupt: whether it came before files were changed, or once they were."""
    from ..workshop import emit

    what = "all had been written" if emit.count() else "nothing was changed"
    return OneLine(f"interrupted; {what}", 130)


def run(recipe: Callable[[], Result]) -> Result:
    """A recipe's result; what it refuses, or cannot read or write, as one line with the exit code.

    Anything else that is raised is a fault of the program, and the group of commands tells it as one.
    """
    from ..language import Refused
    from ..workshop.telling import told

    try:
        _refuse_lost_folder()
        return recipe()
    except KeyboardInterrupt:
        if sys.stderr is not None and sys.stderr.isatty():  # after the line with ^C
            click.echo(err=True)
        raise interrupted() from None
    except (Refused, OSError) as error:
        said = told(error)
        if said.bug:
            raise
        raise OneLine(said.line, said.code) from None


@contextmanager
def with_extra(name: str) -> Iterator[None]:
    """For the import of a recipe that needs an extra; what is not installed is told with the extra's name."""
    try:
        yield
    except ImportError as error:
        if (error.name or "").partition(".")[0] in ("", "discordant"):
            raise
        what = f"{error.name} is not installed; install discordant with its extra"
        raise OneLine(f"{what}: pip install 'discordant[{name}]'", 3) from None


def _refuse_lost_folder() -> None:
    try:
        Path.cwd()
    except FileNotFoundError:
        raise OneLine("the current folder is no longer there; change to another", 2) from None


def progress(quiet: bool) -> Callable[[str], None]:
    """What says how far work has come: on a terminal, unless quiet was asked for; "" ends it."""
    return _say if not quiet and sys.stderr is not None and sys.stderr.isatty() else _say_nothing


def _say(text: str) -> None:
    """One line that is written over."""
    click.echo(f"\r\x1b[K{text}", nl=False, err=True)


def _say_nothing(text: str) -> None:
    """Output goes to a pipe, or quiet was asked for."""


def build(
    tags: Sequence[str],
    formats: Sequence[str],
    parent: Path,
    release: bool,
    quiet: bool,
    cached: bool,
) -> None:
    """Build, and say what was written."""
    from ..production.products import FORMATS
    from ..recipes import build as recipe

    say = progress(quiet)
    report = run(lambda: recipe.build(tags, formats or FORMATS, parent, release, say, cached))
    say("")
    for warning in report.warnings:
        click.echo(f"discordant: {warning}", err=True)
    if not quiet:
        _summary(report, parent)
    end(report.left_out, report.failures, report.missing)


def end(left_out: Sequence[str], failures: Sequence[str], missing: str) -> None:
    """Say what was not made, a line each, and end with the exit code of the worst; with none, go on."""
    for line in (*left_out, *failures):
        click.echo(f"discordant: {line}", err=True)
    if missing and (left_out or failures):
        click.echo(f"discordant: {missing}", err=True)
    if left_out or failures:
        raise click.exceptions.Exit(2 if left_out else 1)
    if missing:
        raise OneLine(f"{missing}; all else that was asked for was written", 3)


def _summary(report: Report, parent: Path) -> None:
    """What was written, a line a folder."""
    folders: dict[str, list[int]] = {}
    for path, size in report.written.items():
        folders.setdefault(path.rpartition("/")[0], []).append(size)
    for folder, sizes in sorted(folders.items()):
        files = "file" if len(sizes) == 1 else "files"
        click.echo(f"{parent / folder}: {len(sizes)} {files}, {sum(sizes) / 1024:.0f} KB")
    if report.unchanged:
        click.echo(f"nothing has changed since the build before: {len(report.kept)} files")
    elif report.kept:
        click.echo(f"kept from the build before: {len(report.kept)} files")
    if report.older:
        folders_shown = ", ".join(str(parent / folder) for folder in report.older)
        click.echo(f"kept, though made from older sources: files in {folders_shown}")
    if report.dropped:
        folders_shown = ", ".join(str(parent / folder) for folder in report.dropped)
        click.echo(f"removed, since changed or made from other sources: files in {folders_shown}")
    there = report.kept if report.unchanged else report.written
    pages = [path for path in there if path.endswith("index.html")]
    if pages:
        click.echo(f"open {parent / min(pages, key=len)}")
