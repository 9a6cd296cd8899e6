"""The preview's server: pages out of memory, for this machine alone, and word of every change.

It knows no folder: what is not among the contents it was given does not exist.
"""

from __future__ import annotations

import re
import socket
import socketserver
import sys
import threading
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import NamedTuple

from ..language.refused import Refused

HOST = "127.0.0.1"
EVENTS = "/events"
_NAMES = (HOST, "localhost")  # what a browser here may call us; any other name leads here by a trick
_PORT = re.compile(r":\d+\Z")
_PATIENCE = 120  # seconds in which the slowest page has long been made
_HEARTBEAT = 10  # seconds after which a page that has gone is noticed
_HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
}


class PreviewError(Refused):
    """A port that cannot be had; the message names it and says what to do."""


class Content(NamedTuple):
    """What an address shows."""

    media: str
    body: bytes
    policy: str = ""  # a content security policy, for a page that brings none itself


class Server:
    """Serves the contents that it was shown last.

    >>> with Server() as server:
    ...     server.show({"/": Content("text/plain", b"Hello")})
    ...     server.address.startswith("http://127.0.0.1:")
    True
    """

    def __init__(self, port: int = 0) -> None:
        """Take a port of this machine, any free one for 0; PreviewError where it cannot be had."""
        self._shelf = _Shelf()
        try:
            self._http = _Http((HOST, port), self._shelf)
        except OSError as error:
            raise PreviewError(
                f"port {port}: {error.strerror or error}; choose another --port, or none for a free one"
            ) from None
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.1,), daemon=True)

    @property
    def address(self) -> str:
        """Where a browser finds it."""
        return f"http://{HOST}:{self._http.server_address[1]}/"

    def show(self, contents: Mapping[str, Content], offered: Iterable[str] = ()) -> None:
        """Serve these contents (address -> content) from now on, and tell every open page.

        Whoever asks for one of those `offered` beside them waits until it is added.
        """
        self._shelf.fill(contents, offered)

    def asked(self, seconds: float) -> str | None:
        """An address that was offered and is waited for; None where there is none within so many seconds."""
        return self._shelf.asked(seconds)

    def add(self, asked: str, contents: Mapping[str, Content]) -> None:
        """Serve these contents as well; what was `asked` for and is not among them does not exist."""
        self._shelf.add(asked, contents)

    def __enter__(self) -> Server:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._shelf.close()
        self._http.shutdown()
        self._http.server_close()


class _Shelf:
    """The contents, with a number that grows with each filling."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._contents: Mapping[str, Content] = {}
        self._offered: set[str] = set()
        self._asked: list[str] = []
        self._number = 0
        self._closed = False

    def fill(self, contents: Mapping[str, Content], offered: Iterable[str]) -> None:
        with self._changed:
            self._contents, self._number = dict(contents), self._number + 1
            self._offered = set(offered).difference(contents)
            self._asked = [address for address in self._asked if address in self._offered]
            self._changed.notify_all()

    def asked(self, seconds: float) -> str | None:
        with self._changed:
            self._changed.wait_for(lambda: self._asked, seconds)
            return self._asked[0] if self._asked else None

    def add(self, asked: str, contents: Mapping[str, Content]) -> None:
        with self._changed:
            self._contents = {**self._contents, **contents}
            self._offered -= {asked, *contents}
            self._asked = [address for address in self._asked if address in self._offered]
            self._changed.notify_all()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def get(self, address: str) -> Content | None:
        """A content, waited for where it was offered; nothing else is ever asked for."""
        with self._changed:
            if address in self._offered and address not in self._asked:
                self._asked.append(address)
                self._changed.notify_all()
            self._changed.wait_for(lambda: self._closed or address not in self._offered, _PATIENCE)
            return self._contents.get(address)

    def wait(self, seen: int) -> int | None:
        """The number once it is another than the one seen, or after a while; None at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._number != seen, _HEARTBEAT)
            return None if self._closed else self._number


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, place: tuple[str, int], shelf: _Shelf) -> None:
        self.shelf = shelf
        super().__init__(place, _Handler)

    def server_bind(self) -> None:
        """Bind without asking what this machine is called, which can take seconds."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = HOST, self.server_address[1]

    def handle_error(
        self, request: socket.socket | tuple[bytes, socket.socket], client_address: object
    ) -> None:
        """A browser that hangs up is no error."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: _Http
    timeout = 30
    error_content_type = "text/plain; charset=utf-8"
    error_message_format = "%(code)d: %(message)s\n"

    def do_GET(self) -> None:
        """Answer with a content, or with word of changes until the page goes."""
        if not self._is_for_us():
            self.send_error(HTTPStatus.FORBIDDEN, f"this preview answers only to {' and '.join(_NAMES)}")
            return
        address = self.path.partition("?")[0]
        content = self.server.shelf.get(address)
        if address == EVENTS:
            self._tell_of_changes()
        elif content is None:
            self.send_error(HTTPStatus.NOT_FOUND, "not part of this preview")
        else:
            self._send(content)

    def do_HEAD(self) -> None:
        """The same without the body."""
        self.do_GET()

    def do_POST(self) -> None:
        """Nothing here can be changed."""
        self.send_response(HTTPStatus.METHOD_NOT_ALLOWED)
        self.send_header("Allow", "GET, HEAD")
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_POST  # the names that the library looks for

    def version_string(self) -> str:
        """What the answers call us, without versions."""
        return "discordant"

    def log_message(self, *said: object) -> None:
        """Nothing: the terminal is for what the author must see."""

    def _is_for_us(self) -> bool:
        """Whether the browser meant this machine: a stranger's name may have been turned to lead here."""
        hosts = self.headers.get_all("Host", [])
        return len(hosts) == 1 and _PORT.sub("", hosts[0].strip().lower()) in _NAMES

    def _send(self, content: Content) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", content.media)
        self.send_header("Content-Length", str(len(content.body)))
        if content.policy:
            self.send_header("Content-Security-Policy", content.policy)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content.body)

    def _tell_of_changes(self) -> None:
        """The number of each filling, as server-sent events; a comment now and then shows who is there."""
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        told = 0
        while self.command != "HEAD" and (number := self.server.shelf.wait(told)) is not None:
            self.wfile.write(f"data: {number}\n\n".encode() if number != told else b":\n\n")
            told = number

    def end_headers(self) -> None:
        """The headers of every answer."""
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        super().end_headers()
