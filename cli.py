"""The command: options -> one call of a recipe; errors -> one line on stderr and an exit code.

Exit codes: 0 fine, 1 a check or claim failed, 2 wrong input, 3 a system part is missing,
4 cannot write, 130 interrupted.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click


class _OneLine(click.ClickException):
    """An error as one line, with the exit code of its kind."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(" ".join(message.split()))
        self.exit_code = code  # type: ignore[misc]  # click declares it for the class, and reads it from here

    def show(self, file: Any = None) -> None:
        click.echo(f"discordant: {self.message}", err=True)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="discordant", message="discordant %(version)s")
def discordant() -> None:
    """Two models, the same test cases: is the difference real?

    Regenerates an explainer of the exact McNemar test from its own calculations, in every language.
    """


@discordant.command()
@click.option(
    "--locale",
    "tags",
    multiple=True,
    metavar="TAG",
    help="A language to build; may be repeated. [default: all]",
)
@click.option(
    "--format",
    "formats",
    multiple=True,
    type=click.Choice(["html", "pdf", "figures", "json", "zip"]),
    help="What to make; may be repeated. [default: everything]",
)
@click.option(
    "-o",
    "parent",
    type=click.Path(path_type=Path),
    default=Path(),
    metavar="DIR",
    help="The folder that holds output/ and figures/. [default: the current one]",
)
@click.option("--release", is_flag=True, help="Fail where a language that claims to be complete is not.")
@click.option("-q", "--quiet", is_flag=True, help="Print errors only.")
def build(tags: Sequence[str], formats: Sequence[str], parent: Path, release: bool, quiet: bool) -> None:
    """Build the explainer: pages, figures, data, code package."""
    from .recipes import build as recipe

    with_progress = not quiet and sys.stderr.isatty()
    progress = _progress if with_progress else _silent
    report = _run(lambda: recipe.build(tags, formats or recipe.FORMATS, parent, release, progress))
    if with_progress:
        _progress("")
    for warning in report.warnings:
        click.echo(f"discordant: {warning}", err=True)
    if not quiet:
        _summary(report, parent)
    if report.missing:
        raise _OneLine(f"{report.missing}; everything but the PDF was written", 3)


@discordant.command()
@click.argument("parent", type=click.Path(path_type=Path), default=Path(), metavar="[PATH]")
def verify(parent: Path) -> None:
    """Check that output/ and figures/ in PATH are what a build made.

    Compares every file with the manifest, and the data with what is computed now.
    """
    from .recipes import verify as recipe

    faults = _run(lambda: list(recipe.faults(parent)))
    for fault in faults:
        click.echo(f"discordant: {fault}", err=True)
    if faults:
        raise click.exceptions.Exit(1)
    click.echo(f"{parent}: {recipe.count(parent)} files agree with the manifest, and the data with the code")


@discordant.group(name="locale")
def locale_group() -> None:
    """Keep the translations."""


@locale_group.command()
@click.argument("tags", nargs=-1, metavar="[TAG]...")
def update(tags: Sequence[str]) -> None:
    """Bring catalogs up to date with the English blocks: all, or those named.

    Blocks are matched by their id. Where the English has changed, the old translation is kept and
    marked fuzzy, with the old English beside it.
    """
    from .recipes import catalogs

    for path in _run(lambda: catalogs.update_files(tags)):
        click.echo(path)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    try:
        result = discordant.main(args=None if arguments is None else list(arguments), standalone_mode=False)
    except click.exceptions.Exit as finished:
        return finished.exit_code
    except (click.exceptions.Abort, KeyboardInterrupt):
        click.echo("discordant: interrupted; nothing was changed", err=True)
        return 130
    except click.UsageError as error:
        hint = f" ({error.ctx.command_path} --help)" if error.ctx else ""
        click.echo(f"discordant: {error.format_message()}{hint}", err=True)
        return 2
    except click.ClickException as error:
        error.show()
        return error.exit_code
    return result if isinstance(result, int) else 0  # an Exit comes back as its code


def _run(recipe: Callable[[], Any]) -> Any:
    """A recipe's result, its errors as one line each with their exit code."""
    from .press.claims import ClaimError
    from .press.emit import EmitError
    from .recipes.build import Unfinished
    from .recipes.workshop import SystemFault

    try:
        return recipe()
    except KeyboardInterrupt:
        if sys.stderr.isatty():  # after the line with ^C
            click.echo(err=True)
        raise _OneLine("interrupted; nothing was changed", 130) from None
    except (ClaimError, Unfinished) as error:
        raise _OneLine(str(error), 1) from None
    except SystemFault as error:
        raise _OneLine(str(error), 3) from None
    except EmitError as error:
        raise _OneLine(str(error), 4) from None
    except FileNotFoundError as error:
        raise _OneLine(str(error), 2) from None
    except ValueError as error:
        raise _OneLine(str(error), 2) from None
    except OSError as error:
        raise _OneLine(f"{error.filename or ''}: {error.strerror or error}", 4) from None


def _summary(report: Any, parent: Path) -> None:
    """What was written, a line a folder."""
    folders: dict[str, list[int]] = {}
    for path, size in report.written.items():
        folders.setdefault(path.rpartition("/")[0], []).append(size)
    for folder, sizes in sorted(folders.items()):
        files = "file" if len(sizes) == 1 else "files"
        click.echo(f"{parent / folder}: {len(sizes)} {files}, {sum(sizes) / 1024:.0f} KB")
    if report.kept:
        click.echo(f"kept from the build before, unchanged: {len(report.kept)} files")
    if report.dropped:
        folders_shown = ", ".join(str(parent / folder) for folder in report.dropped)
        click.echo(f"removed, since changed or made from other sources: files in {folders_shown}")
    pages = [path for path in report.written if path.endswith("index.html")]
    if pages:
        click.echo(f"open {parent / min(pages, key=len)}")


def _progress(text: str) -> None:
    """One line that is written over; for a terminal alone."""
    click.echo(f"\r\x1b[K{text}", nl=False, err=True)


def _silent(text: str) -> None:
    """No progress: output goes to a pipe, or quiet was asked for."""
