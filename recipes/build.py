"""The build: every language's page, the figures, the data and the package, published together."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from .. import facts
from ..experiment import data
from ..language import resolve
from ..language.folders import available, find
from ..press import claims, document, emit, pages
from . import appendix, article, figures, listing, package, sources
from .article import Language, Written
from .publication import Publication, load, locale

FORMATS = ("html", "figures", "json", "zip")
_DATA = "output/data"


class Unfinished(ValueError):
    """A translation that claims to be complete and is not; the message names blocks and what to do."""


class SystemFault(RuntimeError):
    """Something of the system failed: a process that draws was killed, say."""


class Report(NamedTuple):
    """What a build did."""

    written: dict[str, int]  # path -> bytes
    kept: list[str]  # files of an earlier build that are still true
    dropped: list[str]  # folders that lost files of an earlier build, made from other sources
    warnings: list[str]


Progress = Callable[[str], None]


def build(
    tags: Sequence[str], formats: Sequence[str], parent: Path, release: bool, progress: Progress
) -> Report:
    """Build these languages (all, when none is named) in these formats into `parent`.

    Raises the errors of the parts, each one line that names its place; then nothing has been written.
    """
    emit.check(parent)
    requested = [resolve(tag) for tag in tags] or available()
    _refuse_unknown(requested)
    old = emit.read_manifest(parent)["files"]
    languages = _languages(requested, old)
    progress("reading sources")
    publication = load()
    claims.check(publication.blocks.values(), publication.facts)
    with _workers(len(requested)) as workers:
        written = _write(publication, languages, progress)
        warnings = _faults(written, release)
        drawings = _draw(workers, [written[tag] for tag in requested], formats)
        files = _shared_files(publication, written, formats)
        for tag in requested:
            progress(f"making {tag}")
            files |= _language_files(written[tag], drawings[tag])
    kept = _keep(parent, old, set(files), languages)
    progress("writing files")
    hashes = {path: sources.shared_hash(languages) for path in files} | {
        path: sources.locale_hash(tag, languages)
        for path in files
        for tag in languages
        if _tag_of(path) == tag
    }
    everything = {**kept, **files}
    everything[emit.MANIFEST] = emit.manifest(
        everything, hashes | {path: old[path]["source"] for path in kept}, sources.versions()
    )
    emit.publish(everything, parent, old)
    dropped = sorted({path.rpartition("/")[0] for path in old if path not in everything})
    return Report({path: len(content) for path, content in files.items()}, sorted(kept), dropped, warnings)


def _refuse_unknown(tags: Sequence[str]) -> None:
    known = available()
    for tag in tags:
        if tag not in known:
            raise ValueError(f"there is no locale {tag}; there are {', '.join(known)}")


def _languages(requested: Sequence[str], old: Mapping[str, Any]) -> list[str]:
    """The languages that the output will offer.

    A language that is not asked for stays where it was made from the same sources, this list among them.
    """
    known = available()
    there = {_tag_of(path) for path in old} - {None}
    together = sorted({*requested, *(tag for tag in there if tag in known)}, key=known.index)
    others = [tag for tag in together if tag not in requested]
    true = all(
        old[path]["source"] == sources.locale_hash(tag, together)
        for tag in others
        for path in old
        if _tag_of(path) == tag
    )
    return together if others and true else sorted(set(requested), key=known.index)


def _write(publication: Publication, languages: Sequence[str], progress: Progress) -> dict[str, Written]:
    """The texts of every language that the output offers; the appendix lists them all."""
    source = listing.code()
    shown = {"code": listing.highlighted(source), "output": listing.output(source)}
    offered = [Language(tag, locale(tag).name) for tag in languages]
    written = {}
    for tag in languages:
        progress(f"writing {tag}")
        written[tag] = article.write(publication, tag, shown, offered)
    return written


def _faults(written: Mapping[str, Written], release: bool) -> list[str]:
    """What is wrong with the translations, a line each; Unfinished where a release is not to be had."""
    lines = []
    for tag, text in written.items():
        lines += [f"{tag}: block {fault.block}: the translation {fault.what}" for fault in text.faults]
        if tag == "en" or not text.untranslated:
            continue
        shown = ", ".join(text.untranslated[:5]) + (" ..." if len(text.untranslated) > 5 else "")
        line = f"{tag}: {len(text.untranslated)} of {text.blocks} blocks stand in English: {shown}"
        if release and "article" in text.plan.locale.complete:
            raise Unfinished(
                f'{line}; translate them, or take "article" out of `complete` in locales/{tag}/locale.toml'
            )
        lines.append(line)
    return lines


class _Drawings(NamedTuple):
    for_page: Future[dict[str, list[figures.Drawing]]] | None
    as_files: Future[dict[str, bytes]] | None


def _draw(workers: Executor, texts: Sequence[Written], formats: Sequence[str]) -> dict[str, _Drawings]:
    """Set all drawings going: those that pages wait for first."""
    pages = [workers.submit(figures.for_page, text.plan) if "html" in formats else None for text in texts]
    files = [workers.submit(figures.as_files, text.plan) if "figures" in formats else None for text in texts]
    return {text.tag: _Drawings(page, file) for text, page, file in zip(texts, pages, files, strict=True)}


def _language_files(text: Written, drawings: _Drawings) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    try:
        if drawings.for_page is not None:
            page = article.page(text, drawings.for_page.result())
            files[f"output/{text.tag}/index.html"] = page.encode("utf-8")
        if drawings.as_files is not None:
            drawn = drawings.as_files.result()
            files |= {f"figures/{text.tag}/{name}": content for name, content in drawn.items()}
            files[f"output/{text.tag}/cover.png"] = drawn["cover.png"]
    except BrokenProcessPool:
        raise SystemFault(
            f"{text.tag}: the process that draws was killed or ran out of memory; nothing was written"
        ) from None
    return files


def _shared_files(
    publication: Publication, written: Mapping[str, Written], formats: Sequence[str]
) -> dict[str, bytes]:
    """The files that all languages have in common."""
    data_files = _data_files(publication, written)
    files: dict[str, bytes] = {}
    if "json" in formats:
        files |= {f"{_DATA}/{name}": content for name, content in data_files.items()}
    if "zip" in formats:
        files["output/discordant-package.zip"] = _package(written, data_files)
    if "html" in formats:
        files["output/index.html"] = _index(publication, written).encode("utf-8")
    return files


def _data_files(publication: Publication, written: Mapping[str, Written]) -> dict[str, bytes]:
    source = sources.shared_hash(list(written))
    printed = {tag: (text.plan.locale, text.printed) for tag, text in written.items()}
    known = {
        **publication.facts,
        **document.numbers(publication.nodes["article.md"]),
        **facts.bars(),
    }
    content = appendix.document(known, printed, source)
    files = {
        "discordant.json": appendix.as_json(content),
        "discordant.schema.json": find("templates", "discordant.schema.json").read_bytes(),
    }
    for name, comparison in data()["comparisons"].items():
        files[f"null-distribution-{name}.csv"] = appendix.distribution_csv(comparison)
    return files


def _package(written: Mapping[str, Written], data_files: Mapping[str, bytes]) -> bytes:
    root = Path(__file__).parent.parent
    readmes = {
        ("README.md" if tag == "en" else f"README.{tag}.md"): text.readme for tag, text in written.items()
    }
    return package.archive(
        {
            "experiment.py": (root / "experiment.py").read_bytes(),
            **{name: (root / name).read_bytes() for name in ("LICENSE", "LICENSE-TEXTS")},
            **{f"data/{name}": content for name, content in data_files.items()},
            **readmes,
        }
    )


def _index(publication: Publication, written: Mapping[str, Written]) -> str:
    """The page on which a reader chooses a language."""
    first = next(iter(written.values()))
    languages = [
        {
            "tag": tag,
            "name": text.plan.locale.name,
            "direction": text.plan.locale.direction,
            "title": text.title,
            "description": text.context["description"],
            "choose": text.context["plain"]["choose"],
        }
        for tag, text in written.items()
    ]
    canonical = publication.settings["edition"].get("canonical", "")
    return pages.render(
        "index.html.jinja2",
        {"languages": languages, "canonical": canonical},
        first.plan.locale,
        [text.plan.locale for text in written.values()],
    )


def _keep(parent: Path, old: Mapping[str, Any], new: set[str], languages: Sequence[str]) -> dict[str, bytes]:
    """Files of the build before that this one does not make again and that are still true."""
    kept = {}
    for path, entry in old.items():
        tag = _tag_of(path)
        if path in new or (tag is not None and tag not in languages):
            continue
        expected = sources.locale_hash(tag, languages) if tag else sources.shared_hash(languages)
        file = parent / path
        if entry["source"] == expected and file.is_file():
            content = file.read_bytes()
            if emit.sha256(content) == entry["sha256"]:
                kept[path] = content
    return kept


def _tag_of(path: str) -> str | None:
    """The language a file belongs to: `it` for output/it/index.html, None for what all share."""
    parts = path.split("/")
    return parts[1] if len(parts) > 2 and parts[1] != "data" else None


@contextmanager
def _workers(jobs: int) -> Iterator[Executor]:
    """Processes that draw, one a core at most; they start before this one has grown."""
    context = multiprocessing.get_context("fork" if sys.platform.startswith("linux") else "spawn")
    count = max(1, min(jobs, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2))
    pool = ProcessPoolExecutor(count, context, initializer=_quiet_worker)
    with _interrupts_held():  # else one that comes before a worker knows better makes it print a traceback
        for _ in range(count):
            pool.submit(_warm_up)
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """An interrupt waits until the end; processes started meanwhile never see one."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _quiet_worker() -> None:
    """The parent alone answers an interrupt; a worker whose parent is gone ends without a word."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _warm_up() -> None:
    """Import matplotlib while the parent still writes texts."""
    from .. import render

    del render
