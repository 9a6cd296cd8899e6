"""The preview: one language's page, made as the build makes it, made again whenever a source is saved."""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import json
import signal
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypedDict

from ..article import figures, listing
from ..article import page as article
from ..language import LocaleError, files
from ..language import catalogs as po
from ..language.choosing import chosen
from ..language.folders import available, find, folders
from ..language.refused import Refused
from ..press import claims, pages
from ..press.blocks import Block
from ..press.drawings import Drawing
from ..publication import edition
from ..publication.disk import SOURCES, catalog, load, locale
from ..publication.edition import Edition, Languages
from ..translating import review
from ..workshop.processes import Workshop, workshop
from ..workshop.server import Content, Server
from ..workshop.telling import told
from ..workshop.watch import Watch
from .annotating import Annotator

_SHELL = {
    "/": ("preview.html", "text/html; charset=utf-8"),
    "/preview.js": ("preview.js", "text/javascript; charset=utf-8"),
    "/preview.css": ("preview.css", "text/css; charset=utf-8"),
}
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_FIXED = ("fonts",)  # faces are read once; an edition that changes them starts its preview anew

Say = Callable[[str], None]


def serve(tag: str | None, port: int, open_browser: bool, say: Say, complain: Say) -> None:
    """Serve one language until interrupted.

    `say` is told the language and the address, `complain` every error of a source, once.  Raises
    Refused for a tag that is not there and PreviewError for a port that cannot be had.
    """
    tag, why = _chosen(tag)
    watch = Watch(lambda: [*folders("templates"), *folders("locales")], _FIXED)
    with workshop(1) as processes:
        maker = Maker(tag, processes)
        with Server(port) as server:
            _end_in_order()
            server.show(maker.contents())
            say(f"{tag}{why}: {server.address}")
            if open_browser and not webbrowser.open(server.address):
                complain(f"no browser found; open {server.address} yourself")
            while True:
                if maker.error:
                    complain(maker.error)
                watch.wait()
                server.show(maker.contents())


def _end_in_order() -> None:
    """End as after an interrupt when the terminal closes, so that nothing is left behind."""
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)


def _chosen(tag: str | None) -> tuple[str, str]:
    """The language to show, and why where nobody named one."""
    known = available()
    if tag is not None:
        return chosen([tag])[0], ""
    others = [other for other in known if other != "en"]
    for other in others:
        if not _is_complete(other):
            return other, " (the first translation that is not complete)"
    if len(others) > 1:
        raise Refused("every translation is complete", advice=f"name the one to show: {', '.join(known)}")
    return (others[0], " (the only translation)") if others else ("en", " (there is no translation)")


def _is_complete(tag: str) -> bool:
    """Whether every block has its translation; one that cannot be read needs its preview most."""
    try:
        entries = catalog(tag)
        return all(entries.translation(block.id, block.text) for block in load().blocks.values())
    except (Refused, OSError):
        return False


class BlockFault(TypedDict):
    """Something wrong with a translation."""

    what: str
    warning: bool


class AboutBlock(TypedDict):
    """What a translator wants to know of a block."""

    id: str
    english: str
    note: str
    source: str  # file and line
    translation: str
    place: str  # likewise, of the translation
    status: str
    faults: list[BlockFault]


class About(TypedDict):
    """What is known of a page."""

    name: str  # of its language
    direction: str
    blocks: list[AboutBlock]  # in the order of the sources
    labels: dict[str, list[str]]  # plain text -> blocks that read so


class Page(NamedTuple):
    """A page that could be made."""

    html: bytes
    about: About


class Maker:
    """Makes one language's page, keeping what has not changed: drawings, and what the listing prints.

    `error` is the line that a build would end with; "" where all is well.
    """

    def __init__(self, tag: str, processes: Workshop) -> None:
        self.error = ""
        self._tag, self._processes = tag, processes
        self._shell: dict[str, Content] = {}
        self._templates: list[tuple[Path, int, int]] = []
        self._page: Page | None = None
        self._shown: tuple[str, listing.Listing] | None = None
        self._drawn: tuple[figures.Plan, dict[str, list[Drawing]]] | None = None

    def contents(self) -> dict[str, Content]:
        """What the server shows now: the page, or the last good one and the error beside it."""
        began = time.monotonic()
        try:
            self._shell = _shell()
            self._read_templates_anew()
            self._page = self._make()
            self.error = ""
        except Exception as error:  # a fault of ours too: the next save may lead round it
            self.error = _one_line(told(error).line)
            if not self._shell:
                raise
        address = f"/{self._tag}/index.html"
        state = {
            "tag": self._tag,
            "error": self.error,
            "time": datetime.datetime.now().strftime("%H:%M:%S"),
            "seconds": round(time.monotonic() - began, 2),
            "shell": _digest(b"".join(content.body for content in self._shell.values())),
            "address": address if self._page else "",
            "page": _digest(self._page.html) if self._page else "",
            **(self._page.about if self._page else _NOTHING),
        }
        body = json.dumps(state, ensure_ascii=True).encode("ascii")
        contents = {**self._shell, "/state.json": Content("application/json", body)}
        if self._page:
            contents[address] = Content("text/html; charset=utf-8", self._page.html)
        return contents

    def _read_templates_anew(self) -> None:
        """Only where one has changed or a new one takes its place: to read them costs as much as a page."""
        paths = [path for folder in folders("templates") for path in sorted(folder.glob("*.jinja2"))]
        found = [(path, path.stat().st_mtime_ns, path.stat().st_ctime_ns) for path in paths]
        if found != self._templates:
            pages.forget()
            self._templates = found

    def _make(self) -> Page:
        publication = load()
        claims.check(publication.blocks.values(), publication.facts)
        own = edition.read(publication, self._tag)
        languages = _languages(own)
        scribe = own.scribe_of(Annotator, own.links)
        written = article.write(own, self._listing(), languages, scribe)
        drawings = self._drawings(written.plan)
        html = article.page(written, languages, drawings, list(article.DOWNLOADS))
        about: About = {
            "name": own.locale.name,
            "direction": own.locale.direction,
            "blocks": _about(own),
            "labels": scribe.labels,
        }
        return Page(html.encode("utf-8"), about)

    def _listing(self) -> listing.Listing:
        source = listing.code()
        if self._shown is None or self._shown[0] != source:
            self._shown = (source, listing.run(source))
        return self._shown[1]

    def _drawings(self, plan: figures.Plan) -> dict[str, list[Drawing]]:
        if self._drawn is None or self._drawn[0] != plan:
            future = self._processes.start(figures.for_page, plan)
            drawn = self._processes.finish(f"{self._tag}: figures", future, figures.for_page, plan)
            self._drawn = (plan, drawn)
        return self._drawn[1]


def _shell() -> dict[str, Content]:
    """The frame round the page, which shows it and tells what a passage is."""
    return {
        place: Content(media, files.read(find("templates", name)), _POLICY if place == "/" else "")
        for place, (name, media) in _SHELL.items()
    }


_NOTHING: About = {"name": "", "direction": "ltr", "blocks": [], "labels": {}}


def _about(own: Edition) -> list[AboutBlock]:
    """What a translator wants to know of each block, in the order of the sources."""
    refused, translations = {fault.block for fault in own.faults}, own.catalog
    found: dict[str, list[BlockFault]] = {}
    for fault in review.blocks(own):
        what = f"{fault.finding.what}; {fault.finding.advice}"
        found.setdefault(fault.block, []).append({"what": what, "warning": fault.finding.warning})
    places = {name: _shown(find("templates", name)) for name in SOURCES}
    about: list[AboutBlock] = []
    for block in own.publication.blocks.values():
        entry = translations.entries.get(block.id)
        about.append(
            {
                "id": block.id,
                "english": block.text,
                "note": block.note,
                "source": f"{places[block.file]}:{block.line}",
                "translation": entry.text if entry else "",
                "place": f"{_shown(Path(entry.path))}:{entry.line}" if entry else "",
                "status": "faulty" if block.id in refused else _status(block, entry, own.tag),
                "faults": found.get(block.id, []),
            }
        )
    return about


def _status(block: Block, entry: po.Entry | None, tag: str) -> str:
    if tag == "en":
        return "source"
    if entry is None:
        return "absent"
    if not entry.text:
        return "missing"
    if entry.english != block.text:
        return "stale"
    return "fuzzy" if entry.fuzzy else "translated"


def _shown(path: Path) -> str:
    """A path as seen from here, where it lies below."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _languages(own: Edition) -> Languages:
    """Every language beside the one shown; one that cannot be read is left out."""
    locales = []
    for tag in available():
        with contextlib.suppress(LocaleError):
            locales.append(own.locale if tag == own.tag else locale(tag))
    return Languages(tuple(locales), own.publication.english)
