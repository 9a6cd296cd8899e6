"""The preview: one language's page, made as the build makes it, made again whenever a source is saved."""

from __future__ import annotations

import datetime
import hashlib
import json
import signal
import time
import webbrowser
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ..article import figures, listing
from ..article import page as article
from ..language import Locale, LocaleError, files
from ..language import catalogs as po
from ..language.choosing import chosen
from ..language.folders import available, find, folders
from ..language.refused import Refused
from ..press import claims, pages
from ..press.blocks import Block
from ..press.drawings import Drawing
from ..press.scribe import Fault
from ..publication.disk import SOURCES, Publication, catalog, load, locale
from ..publication.edition import Language
from ..translating import review
from ..workshop.processes import Workshop, workshop
from ..workshop.server import Content, Server
from ..workshop.telling import told
from ..workshop.watch import Watch
from .annotating import Annotator, Notes

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
    with workshop(1) as shop:
        maker = Maker(tag, shop)
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


class Made(NamedTuple):
    """A page that could be made, and what is known of its blocks."""

    html: bytes
    about: dict[str, Any]


class Maker:
    """Makes one language's page, keeping what has not changed: drawings, and what the listing prints.

    `error` is the line that a build would end with; "" where all is well.
    """

    def __init__(self, tag: str, shop: Workshop) -> None:
        self.error = ""
        self._tag, self._shop = tag, shop
        self._shell: dict[str, Content] = {}
        self._templates: list[tuple[Path, int, int]] = []
        self._made: Made | None = None
        self._shown: tuple[str, dict[str, Any]] | None = None
        self._drawn: tuple[figures.Plan, dict[str, list[Drawing]]] | None = None

    def contents(self) -> dict[str, Content]:
        """What the server shows now: the page, or the last good one and the error beside it."""
        began = time.monotonic()
        try:
            self._shell = _shell()
            self._read_templates_anew()
            self._made = self._make()
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
            "address": address if self._made else "",
            "page": _digest(self._made.html) if self._made else "",
            **(self._made.about if self._made else _NOTHING),
        }
        body = json.dumps(state, ensure_ascii=True).encode("ascii")
        contents = {**self._shell, "/state.json": Content("application/json", body)}
        if self._made:
            contents[address] = Content("text/html; charset=utf-8", self._made.html)
        return contents

    def _read_templates_anew(self) -> None:
        """Only where one has changed or a new one takes its place: to read them costs as much as a page."""
        paths = [path for folder in folders("templates") for path in sorted(folder.glob("*.jinja2"))]
        found = [(path, path.stat().st_mtime_ns, path.stat().st_ctime_ns) for path in paths]
        if found != self._templates:
            pages.forget()
            self._templates = found

    def _make(self) -> Made:
        publication = load()
        claims.check(publication.blocks.values(), publication.facts)
        offered = [Language(tag, name) for tag, name in _names(self._tag)]
        notes = Notes()
        kind = partial(Annotator, notes=notes)
        written = article.write(publication, self._tag, self._listing(), offered, kind)
        html = article.page(written, self._drawings(written.plan), list(article.DOWNLOADS))
        blocks = _about(publication, written.plan.locale, notes.catalog, written.faults)
        about = {
            "name": written.plan.locale.name,
            "direction": written.plan.locale.direction,
            "blocks": blocks,
            "labels": notes.labels,
        }
        return Made(html.encode("utf-8"), about)

    def _listing(self) -> dict[str, Any]:
        source = listing.code()
        if self._shown is None or self._shown[0] != source:
            shown = {"code": listing.highlighted(source), "output": listing.output(source)}
            self._shown = (source, shown)
        return self._shown[1]

    def _drawings(self, plan: figures.Plan) -> dict[str, list[Drawing]]:
        if self._drawn is None or self._drawn[0] != plan:
            future = self._shop.start(figures.for_page, plan)
            drawn = self._shop.finish(f"{self._tag}: figures", future, figures.for_page, plan)
            self._drawn = (plan, drawn)
        return self._drawn[1]


def _shell() -> dict[str, Content]:
    """The frame round the page, which shows it and tells what a passage is."""
    return {
        place: Content(media, files.read(find("templates", name)), _POLICY if place == "/" else "")
        for place, (name, media) in _SHELL.items()
    }


_NOTHING: dict[str, Any] = {"name": "", "direction": "ltr", "blocks": [], "labels": {}}


def _about(
    publication: Publication, own: Locale, translations: po.Catalog, faults: list[Fault]
) -> list[dict[str, Any]]:
    """What a translator wants to know of each block, in the order of the sources."""
    refused = {fault.block for fault in faults}
    found: dict[str, list[dict[str, Any]]] = {}
    for fault in review.blocks(publication, own, translations):
        what = f"{fault.finding.what}; {fault.finding.advice}"
        found.setdefault(fault.block, []).append({"what": what, "warning": fault.finding.warning})
    places = {name: _shown(find("templates", name)) for name in SOURCES}
    about = []
    for block in publication.blocks.values():
        entry = translations.entries.get(block.id)
        about.append(
            {
                "id": block.id,
                "english": block.text,
                "note": block.note,
                "source": f"{places[block.file]}:{block.line}",
                "translation": entry.text if entry else "",
                "place": f"{_shown(Path(translations.path))}:{entry.line}" if entry else "",
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


def _names(own: str) -> list[tuple[str, str]]:
    """Every language with its name; one that cannot be read is left out, unless it is the one shown."""
    names = []
    for tag in available():
        try:
            names.append((tag, locale(tag).name))
        except LocaleError:
            if tag == own:
                raise
    return names
