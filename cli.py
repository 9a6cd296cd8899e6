"""The command: options -> one call of a recipe; errors -> one line on stderr and an exit code.

Exit codes: 0 fine, 1 a check or claim failed, 2 wrong input, 3 a system part is missing,
4 cannot write, 130 interrupted.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

_LONGEST = 1000  # characters of an error, which may quote a file


class _OneLine(click.ClickException):
    """An error as one line, with the exit code of its kind."""

    def __init__(self, message: str, code: int) -> None:
        line = " ".join("".join(c if c.isprintable() else " " for c in message).split())
        super().__init__(line[:_LONGEST])
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

    with_progress = not quiet and sys.stderr is not None and sys.stderr.isatty()
    progress = _progress if with_progress else _silent
    report = _run(lambda: recipe.build(tags, formats or recipe.FORMATS, parent, release, progress))
    if with_progress:
        _progress("")
    for warning in report.warnings:
        click.echo(f"discordant: {warning}", err=True)
    if not quiet:
        _summary(report, parent)
    for line in report.left_out:
        click.echo(f"discordant: {line}", err=True)
    if report.left_out:
        raise click.exceptions.Exit(2)
    if report.missing:
        raise _OneLine(f"{report.missing}; all else that was asked for was written", 3)


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


@discordant.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--publisher", required=True, metavar="NAME", help="Who publishes; stands on every page.")
@click.option(
    "--products",
    default="",
    metavar="NAME",
    help="What the disclaimers call the publisher's products. [default: the publisher's name]",
)
@click.option(
    "--locale",
    "tags",
    multiple=True,
    metavar="TAG",
    help="A language to take along; may be repeated. English always comes along. [default: all]",
)
@click.option("--with-fonts", is_flag=True, help="Copy the fonts as well, to exchange them.")
def init(folder: Path, publisher: str, products: str, tags: Sequence[str], with_fonts: bool) -> None:
    """Start a publication of your own in DIR: its texts, settings, styles and translations.

    DIR must be new or empty. `discordant build`, run in it, then publishes what is there.
    """
    from .recipes import init as recipe

    written = _run(lambda: recipe.start(folder, publisher, products, tags, with_fonts))
    click.echo(f"{folder}: {len(written)} files; begin with {folder / 'README.md'}")


@discordant.command()
@click.argument("tag", required=False)
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=None,
    metavar="PORT",
    help="The port to serve on. [default: a free one]",
)
@click.option("--open", "open_browser", is_flag=True, help="Show it in the browser.")
def preview(tag: str | None, port: int | None, open_browser: bool) -> None:
    """Show one language's page, to this machine alone, and follow every save.

    Without TAG: the first translation that is not complete, or the only one there is. A click on a
    passage says where its text lies. Ctrl-C ends it.
    """
    from .recipes import preview as recipe

    def complain(line: str) -> None:
        click.echo(f"discordant: {line}", err=True)

    try:
        _run(lambda: recipe.serve(tag, port or 0, open_browser, click.echo, complain))
    except _OneLine as ended:
        if ended.exit_code != 130:
            raise
        click.echo("discordant: preview ended", err=True)


@discordant.group(name="locale")
def locale_group() -> None:
    """Keep the translations."""


@locale_group.command()
@click.argument("tag")
def new(tag: str) -> None:
    """Begin a language: make locales/TAG with an empty catalog, and say what is known of it.

    TAG is a language tag such as pt, fr-CA or zh-Hant.
    """
    from .recipes import new_locale

    created = _run(lambda: new_locale.create(tag))
    for line in (*created.paths, *created.notes):
        click.echo(line)


@locale_group.command()
@click.argument("tags", nargs=-1, metavar="[TAG]...")
@click.option(
    "--wording-only",
    "blocks",
    multiple=True,
    metavar="BLOCK",
    help="A block whose English says the same in other words: its translations stay. May be repeated.",
)
def update(tags: Sequence[str], blocks: Sequence[str]) -> None:
    """Bring catalogs up to date with the English blocks: all, or those named.

    Blocks are matched by their id. Where the English has changed, the old translation is kept and
    marked fuzzy, with the old English beside it.
    """
    from .recipes import catalogs

    updated = _run(lambda: catalogs.update_files(tags, blocks))
    for path in updated.paths:
        click.echo(path)
    for block, languages in updated.carried.items():
        click.echo(f"wording only, translations kept: {block} ({', '.join(languages)})")


@locale_group.command()
@click.argument("tags", nargs=-1, metavar="[TAG]...")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with the same numbers.")
def status(tags: Sequence[str], as_json: bool) -> None:
    """Say how far translations have come: all, or those named.

    Each part is a source file. Stale: the English has changed since. Faulty: cannot be used, see
    `discordant locale check`.
    """
    from .recipes import review

    standings = _run(lambda: review.status(tags))
    click.echo(
        json.dumps({"locales": standings}, ensure_ascii=False, indent=2)
        if as_json
        else review.table(standings)
    )
    errors = [standing["error"] for standing in standings if "error" in standing]
    for error in errors:
        click.echo(f"discordant: {error}", err=True)
    if errors:
        raise click.exceptions.Exit(2)


@locale_group.command()
@click.argument("tags", nargs=-1, metavar="[TAG]...")
def check(tags: Sequence[str]) -> None:
    """Find the faults of catalogs, a line each: all, or those named.

    Errors come first and give exit code 1; warnings are for a person to judge.
    """
    from .recipes import review

    reviews = _run(lambda: review.check(tags))
    for found in reviews:
        for fault in found.faults:
            click.echo(str(fault), err=True)
        warnings = len(found.faults) - found.errors
        click.echo(f"{found.tag}: {found.blocks} blocks, errors: {found.errors}, warnings: {warnings}")
    if any(found.errors for found in reviews):
        raise click.exceptions.Exit(1)


@locale_group.command(name="export")
@click.argument("tag")
@click.option(
    "-o",
    "path",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="The file to write. [default: discordant-TAG.xlf]",
)
def export_xliff(tag: str, path: Path | None) -> None:
    """Write a catalog as XLIFF 2.0, for translation programs that do not read PO files."""
    from .recipes import exchange

    click.echo(_run(lambda: exchange.export_file(tag, path)))


@locale_group.command(name="import")
@click.argument("path", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE")
def import_xliff(path: Path) -> None:
    """Put the translations of an XLIFF 2 FILE into the catalog of its language."""
    from .recipes import exchange

    taken = _run(lambda: exchange.import_file(path))
    click.echo(f"{taken.path}: {taken.translations} translations taken in, {taken.stale} of them stale")
    for name in taken.unknown:
        click.echo(f"discordant: {path}: unit {name} is no block of this publication; left out", err=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    try:
        result = discordant.main(args=None if arguments is None else list(arguments), standalone_mode=False)
    except click.exceptions.Exit as finished:
        return finished.exit_code
    except (click.exceptions.Abort, KeyboardInterrupt):
        click.echo("discordant: interrupted; nothing was changed", err=True)
        return 130
    except OSError as error:  # of what is printed: a full disk, a closed pipe
        print(f"discordant: cannot print: {error.strerror}", file=sys.stderr)
        return 4
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
