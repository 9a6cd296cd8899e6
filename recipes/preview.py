"""The preview: a language's pages, made as the build makes them, made again whenever a source is saved."""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import json
import re
import signal
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypedDict

from markupsafe import escape

from ..language import files
from ..language.choosing import chosen
from ..language.folders import available, find, folders
from ..language.refused import Refused
from ..press import pages
from ..publication.disk import catalog, load
from ..workshop.processes import Workshop, workshop
from ..workshop.server import Content, Server
from ..workshop.telling import told
from ..workshop.watch import Watch
from .preview_blocks import AboutBlock
from .preview_pages import ARTICLE, Page, Place, Reading, Studio, places

_SHELL = {
    "/": ("preview.html", "text/html; charset=utf-8"),
    "/preview.js": ("preview.js", "text/javascript; charset=utf-8"),
    "/preview.css": ("preview.css", "text/css; charset=utf-8"),
}
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_STATE = "/state.json"  # of the page with which a preview begins
_MARK = re.compile(r'data-block="([^"]+)"')
_PAUSE = 0.1  # seconds between two looks for changes
_FIXED = ("fonts",)  # faces are read once; an edition that changes them starts its preview anew

Say = Callable[[str], None]


def serve(tag: str | None, port: int, open_browser: bool, say: Say, complain: Say) -> None:
    """Serve one language until interrupted, and from its pages the others.

    `say` is told the language and the address, `complain` every error of a source, once.  Raises
    Refused for a tag that is not there and PreviewError for a port that cannot be had.
    """
    tag, why = _chosen(tag)
    watch = Watch(lambda: [*folders("templates"), *folders("locales")], _FIXED)
    with workshop(1) as processes:
        maker = Maker(tag, processes)
        with Server(port) as server:
            _end_in_order()
            server.show(maker.contents(), maker.offered)
            say(f"{tag}{why}: {server.address}")
            if open_browser and not webbrowser.open(server.address):
                complain(f"no browser found; open {server.address} yourself")
            _follow(watch, maker, server, complain)


def _follow(watch: Watch, maker: Maker, server: Server, complain: Say) -> None:
    """Make pages as sources are saved and pages asked for, here alone: processes are tied to this thread."""
    said = ""
    while True:
        if maker.error not in ("", said):
            complain(maker.error)
        said = maker.error
        while (asked := server.asked(_PAUSE)) is None and not watch.wait(0):
            pass
        if asked is None:
            server.show(maker.contents(), maker.offered)
        else:
            server.add(asked, maker.answer(asked))


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


class Shown(TypedDict):
    """What the frame is told of a page beside the text of it."""

    name: str  # of its language
    direction: str
    blocks: list[AboutBlock]  # in the order of the sources
    labels: dict[str, list[str]]  # plain text -> blocks that read so
    here: list[str]  # the blocks that the page shows


class Made(NamedTuple):
    """A page as it is served."""

    html: bytes
    shown: Shown


_NOTHING: Shown = {"name": "", "direction": "ltr", "blocks": [], "labels": {}, "here": []}


class Maker:
    """Makes the pages of a preview, keeping what has not changed: drawings, and what the listing prints.

    At every save the page that was asked for last is made anew, and the others when they are asked for.
    `error` is the line that a build would end with; "" where all is well.
    """

    def __init__(self, tag: str, processes: Workshop) -> None:
        self.error = ""
        self._tag, self._studio = tag, Studio(processes)
        self._places = places(tag)
        self._current = self._start = f"/{tag}/{ARTICLE}"
        self._shell: dict[str, Content] = {}
        self._templates: list[tuple[Path, int, int]] = []
        self._reading: Reading | None = None
        self._good: dict[str, Made] = {}  # the last good state of each page

    @property
    def offered(self) -> list[str]:
        """Every address that can be asked for."""
        return [_STATE, *self._places, *(f"{address}.json" for address in self._places)]

    def contents(self) -> dict[str, Content]:
        """What to serve once sources are saved: a page, or the last good one and the error beside it."""
        self._reading, failed = None, ""
        try:
            self._shell = _shell()
            self._read_templates_anew()
        except Exception as error:  # a fault of ours too: the next save may lead round it
            if not self._shell:
                raise
            failed = _one_line(told(error).line)
        with contextlib.suppress(OSError):
            self._places = places(self._tag)
        current = self._current if self._current in self._places else self._start
        return {**self._shell, **self._answer(current, failed)}

    def answer(self, asked: str) -> dict[str, Content]:
        """What is to be served beside that, since one of the addresses offered was asked for."""
        self._current = self._start if asked == _STATE else asked.removesuffix(".json")
        return self._answer(self._current)

    def _answer(self, address: str, failed: str = "") -> dict[str, Content]:
        """A page and its state."""
        began, place = time.monotonic(), self._places[address]
        try:
            if not failed:
                self._good[address] = self._make(place)
            self.error = failed
        except Exception as error:  # as above
            self.error = _one_line(told(error).line)
        page = self._good.get(address)
        state = {
            "tag": place.tag,
            "error": self.error,
            "time": datetime.datetime.now().strftime("%H:%M:%S"),
            "seconds": round(time.monotonic() - began, 2),
            "shell": _digest(b"".join(content.body for content in self._shell.values())),
            "address": address if page else "",
            "page": _digest(page.html) if page else "",
            "asked": address,
            "pages": self._listed(),
            **(page.shown if page else _NOTHING),
        }
        body = Content("application/json", json.dumps(state, ensure_ascii=True).encode("ascii"))
        contents = {f"{address}.json": body}
        if address == self._start:
            contents[_STATE] = body
        if page:
            contents[address] = Content("text/html; charset=utf-8", page.html)
        return contents

    def _read_templates_anew(self) -> None:
        """Only where one has changed or a new one takes its place: to read them costs as much as a page."""
        paths = [
            path
            for folder in folders("templates")
            for kind in ("*.jinja2", "preview-*.html")
            for path in sorted(folder.glob(kind))
        ]
        found = [(path, path.stat().st_mtime_ns, path.stat().st_ctime_ns) for path in paths]
        if found != self._templates:
            pages.forget()
            self._templates = found

    def _make(self, place: Place) -> Made:
        reading = self._reading = self._reading or Reading(self._studio)
        own, page = reading.edition(place.tag), reading.page(place)
        shown: Shown = {
            "name": own.locale.name,
            "direction": own.locale.direction,
            "blocks": reading.about(place.tag),
            "labels": page.labels,
            "here": _here(page),
        }
        return Made(page.html.encode("utf-8"), shown)

    def _listed(self) -> list[dict[str, object]]:
        """Every page: its address, language and name, and where its language has been read what is open."""
        return [
            {
                "address": address,
                "tag": place.tag,
                "name": place.name,
                "open": self._reading.open(place) if self._reading else None,
            }
            for address, place in self._places.items()
        ]


def _here(page: Page) -> list[str]:
    """The blocks that a page shows: those that it marks, and those whose words are labels on it."""
    marked = _MARK.findall(page.html)
    body = page.html.partition("</style>")[2]
    labels = [
        blocks
        for words, blocks in page.labels.items()
        if f">{escape(words)}<" in body or f'"{escape(words)}"' in body
    ]
    return list(dict.fromkeys((*marked, *(block for blocks in labels for block in blocks))))


def _shell() -> dict[str, Content]:
    """The frame round the page, which shows it and tells what a passage is."""
    return {
        place: Content(media, files.read(find("templates", name)), _POLICY if place == "/" else "")
        for place, (name, media) in _SHELL.items()
    }


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
