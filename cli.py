"""The command: options -> one call of a recipe; errors -> one line on stderr and an exit code.

Exit codes: 0 fine, 1 a check or claim failed, 2 wrong input, 3 a system part is missing,
4 cannot write, 70 a fault of the program, 130 interrupted.
"""

from __future__ import annotations

import io
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from .commands import running
from .commands.handout import handout
from .commands.locale import locale_group
from .commands.plan import plan
from .commands.report import report
from .commands.running import OneLine, cache_option, folder, interrupted, languages, quiet_option, run
from .commands.verify import verify
from .production.products import FORMATS
from .workshop.garbage import collect_rarely

_LONGEST = 300  # characters of a wrong option, which may be quoted whole


class _Commands(running.Commands):
    """The commands, and the last net under them: no error leaves it but as one line."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was asked for."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:  # click would print an empty line
            raise interrupted() from None
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            from .workshop.telling import told

            if isinstance(error, OSError) and error.errno is not None:
                raise  # of what is printed
            said = told(error)
            if ctx.params["debug"]:
                traceback.print_exception(error)
            raise OneLine(said.line, said.code) from None


@click.group(
    cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.option(
    "--debug",
    is_flag=True,
    envvar="DISCORDANT_DEBUG",
    help="Show the traceback of a fault of the program. [also: DISCORDANT_DEBUG=1]",
)
@click.version_option(package_name="discordant", message="discordant %(version)s")
def discordant(debug: bool) -> None:
    """Two models, the same test cases: is the difference real?

    Regenerates an explainer of the exact McNemar test from its own calculations, in every language.
    """


@discordant.command()
@languages("A language to build")
@click.option(
    "--format",
    "formats",
    multiple=True,
    type=click.Choice(FORMATS),
    help="What to make; may be repeated. [default: everything]",
)
@folder("The folder that holds output/ and figures/.")
@click.option(
    "--release",
    is_flag=True,
    help="Publish nothing where a language that claims to be complete is not, or lacks a file.",
)
@cache_option
@quiet_option
def build(
    tags: Sequence[str],
    formats: Sequence[str],
    parent: Path,
    release: bool,
    no_cache: bool,
    quiet: bool,
) -> None:
    """Build the explainer: pages, PDFs, handouts, figures, data, code package."""
    running.build(tags, formats, parent, release, quiet, cached=not no_cache)


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

    written = run(lambda: recipe.start(folder, publisher, products, tags, with_fonts))
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
    """Show a language's pages, to this machine alone, and follow every save.

    Article, handouts, exercises with and without answers, README; links lead from one to the other, and
    to the other languages. Without TAG: the first translation that is not complete, or the only one
    there is. A click on a passage says where its text lies. Ctrl-C ends it.
    """
    from .recipes import preview as recipe

    def complain(line: str) -> None:
        click.echo(f"discordant: {line}", err=True)

    try:
        run(lambda: recipe.serve(tag, port or 0, open_browser, click.echo, complain))
    except OneLine as ended:
        if ended.exit_code != 130:
            raise
        click.echo("discordant: preview ended", err=True)


discordant.add_command(handout)
discordant.add_command(locale_group)
discordant.add_command(plan)
discordant.add_command(report)
discordant.add_command(verify)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code; without arguments, as the program that was started."""
    if arguments is not None:
        return _exit_code(arguments)
    collect_rarely()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ended from outside, it cleans up as well
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # None where it is closed
            stream.reconfigure(errors="backslashreplace")  # names that the terminal's encoding cannot say
    code = _exit_code(None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # there is nothing left to be interrupted
    return _flushed(code)


def _flushed(code: int) -> int:
    """The exit code once all is printed: Python's own end would have another for what cannot be."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        sys.stdout = None
        if not code:
            OneLine(f"cannot print: {error.strerror}", 4).show()
            return 4
    return code


def _refuse_unfit(words: Sequence[str]) -> None:
    """OneLine for a word that no name of a file can be made of, before a library stumbles over it."""
    for word in words:
        try:
            unfit = b"\0" in os.fsencode(word)
        except UnicodeEncodeError:
            unfit = True
        if unfit:
            raise OneLine(f"{ascii(word)[:60]} holds a character that no name or text can have", 2)


def _exit_code(arguments: Sequence[str] | None) -> int:
    try:
        _refuse_unfit(sys.argv[1:] if arguments is None else arguments)
        result = discordant.main(args=None if arguments is None else list(arguments), standalone_mode=False)
    except click.exceptions.Exit as finished:
        return finished.exit_code
    except (click.exceptions.Abort, KeyboardInterrupt):
        interrupted().show()
        return 130
    except SystemExit:  # click's answer to a closed pipe
        return 4
    except OSError as error:  # of what is printed: a full disk, a closed pipe
        OneLine(f"cannot print: {error.strerror}", 4).show()
        return 4
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())  # the help, which names the commands
        return 2
    except click.UsageError as error:
        hint = f" ({error.ctx.command_path} --help)" if error.ctx else ""
        OneLine(f"{error.format_message()[:_LONGEST]}{hint}", 2).show()
        return 2
    except click.ClickException as error:
        error.show()
        return error.exit_code
    return result if isinstance(result, int) else 0  # an Exit comes back as its code
