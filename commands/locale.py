"""`discordant locale`: the translations."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from .running import Commands, run


@click.group(name="locale", cls=Commands)
def locale_group() -> None:
    """Keep the translations."""


@locale_group.command()
@click.argument("tag")
def new(tag: str) -> None:
    """Begin a language: make locales/TAG with an empty catalog, and say what is known of it.

    TAG is a language tag such as pt, fr-CA or zh-Hant.
    """
    from ..translating import new_locale

    created = run(lambda: new_locale.create(tag))
    for line in (*created.paths, *created.notes):
        click.echo(line)


@locale_group.command()
@click.argument("tag")
@click.argument("path", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE")
@click.option(
    "--weight",
    type=click.Choice(["regular", "bold"]),
    default="regular",
    show_default=True,
    help="Which face it is; the regular comes first.",
)
@click.option(
    "--role",
    type=click.Choice(["text", "sans", "mono"]),
    help="Set it there alone: text, sans for labels and tables, mono for code. [default: everywhere]",
)
@click.option("--face", metavar="NAME", help="Which face of a collection (.ttc).")
@click.option(
    "--licence", metavar="ID", help="The licence, such as OFL-1.1, where the font does not tell it."
)
@click.option(
    "--notice",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="TEXT",
    help="The licence's text, where it is not OFL-1.1.",
)
def font(
    tag: str,
    path: Path,
    weight: str,
    role: str | None,
    face: str | None,
    licence: str | None,
    notice: Path | None,
) -> None:
    """Take a font FILE in for a language: cut to its script, renamed, and named in locale.toml.

    TrueType, OpenType, WOFF, variable fonts and collections, under a licence that allows it, whose text is
    put beside the face. The same command again replaces the face.
    """
    from ..translating import new_font

    order = new_font.Order(path, weight == "bold", role, face, licence, notice)
    taken = run(lambda: new_font.take(tag, order))
    for line in (*taken.paths, *taken.notes):
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
    marked fuzzy, with the old English beside it. The text of a block that is gone goes to one with the
    same English, or is kept as obsolete. Names the files that it has changed, and says what has changed
    in which blocks.
    """
    from ..translating import catalogs

    updated = run(lambda: catalogs.update_files(tags, blocks))
    for path in updated.paths:
        click.echo(path)
    for path in updated.gone:
        click.echo(f"{path}: divided by part, and removed")
    for tag, changes in updated.changes.items():
        for line in catalogs.told(tag, changes):
            click.echo(line)
    for block, languages in updated.carried.items():
        click.echo(f"wording only, translations kept: {block} ({', '.join(languages)})")


@locale_group.command()
@click.argument("tags", nargs=-1, metavar="[TAG]...")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with the same numbers.")
def status(tags: Sequence[str], as_json: bool) -> None:
    """Say how far translations have come: all, or those named.

    Parts, a catalog each, stand in the order in which they are best translated. Stale: the English has
    changed since. Fuzzy: offered by `update`, or in doubt. Faulty: cannot be used, so that English
    stands in; `check` says why, and finds what else is wrong. Reviewed: see `review`.
    """
    from ..translating import review

    standings = run(lambda: review.status(tags))
    click.echo(
        json.dumps({"locales": standings}, ensure_ascii=False, indent=2)
        if as_json
        else review.table(standings)
    )
    for line in [] if as_json else review.first(standings):
        click.echo(line)
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
    from ..translating import review

    reviews = run(lambda: review.check(tags))
    for found in reviews:
        for fault in found.faults:
            click.echo(str(fault), err=True)
        warnings = len(found.faults) - found.errors
        click.echo(f"{found.tag}: {found.counted}, errors: {found.errors}, warnings: {warnings}")
    if any(found.errors for found in reviews):
        raise click.exceptions.Exit(1)


@locale_group.command(name="review")
@click.argument("tag")
@click.argument("names", nargs=-1, metavar="[BLOCK|PART]...")
@click.option("--by", default="", metavar="NAME", help="Who reviewed.")
def review_blocks(tag: str, names: Sequence[str], by: str) -> None:
    """Mark translations as reviewed: blocks, or all that is done of a part.

    Without names it seals the comments `reviewed` that reviewers have typed in their editors. A mark
    counts while neither the translation nor its English changes; `locale status` counts them.
    """
    from ..translating import reviewing

    done = run(lambda: reviewing.seal(tag, names, by))
    for path in done.paths:
        click.echo(path)
    click.echo(f"{tag}: marked as reviewed: {len(done.blocks)}")


@locale_group.command(name="export")
@click.argument("tag")
@click.option("--part", metavar="PART", help="One part alone, such as article. [default: all, in one file]")
@click.option(
    "-o",
    "path",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="The file to write. [default: discordant-TAG.xlf, or discordant-TAG-PART.xlf]",
)
def export_xliff(tag: str, part: str | None, path: Path | None) -> None:
    """Write a language as XLIFF 2.1, for translation programs that do not read PO files.

    Placeholders, code and names of links are protected in it.
    """
    from ..translating import exchange

    click.echo(run(lambda: exchange.export_file(tag, path, part)))


@locale_group.command(name="import")
@click.argument("path", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE")
def import_xliff(path: Path) -> None:
    """Put the translations of an XLIFF 2 FILE into the catalogs of its language.

    What has changed counts as done where its state says translated, reviewed or final, and is fuzzy
    otherwise. What is empty in the file stays in the catalog. A text that lacks a placeholder, code or
    a link of the English is not taken in, and gives exit code 1.
    """
    from ..translating import exchange

    taken = run(lambda: exchange.import_file(path))
    for changed in taken.paths:
        click.echo(changed)
    kinds = ("changed", "unchanged", "untranslated", "emptied", "refused")
    counts = ", ".join(f"{taken.counts[kind]} {kind}" for kind in kinds)
    click.echo(f"{path}: {counts}; stale or fuzzy now: {taken.stale}")
    for line in taken.said:
        click.echo(f"discordant: {path}: {line}", err=True)
    if taken.refused:
        raise click.exceptions.Exit(1)
