"""Limits: what a stranger's template or formula may take of processor time and memory."""

from __future__ import annotations

import contextlib
import mmap
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

SECONDS = 60.0  # of processor time; a page takes a tenth of one
ROOM = 256 * 1024**2  # bytes, which the libraries that lay out a PDF need about
MEMORY = 1024**3  # bytes beyond what is in use already; a page takes some MB


class OverLimit(Exception):
    """Something took more than it may; the message says of what."""


@contextlib.contextmanager
def bounded(seconds: float = SECONDS, memory: int = MEMORY) -> Iterator[None]:
    """Raise OverLimit where what runs inside takes more processor time, in seconds, or memory, in bytes.

    Both where the system can; time in the main thread alone, as signals have it.  A single step in C
    (a huge power) is not interrupted: whoever runs strange expressions keeps those out by itself.

    >>> with bounded(seconds=0.01):
    ...     while True:
    ...         pass
    Traceback (most recent call last):
    discordant.workshop.limits.OverLimit: more than 0.01 seconds
    """
    try:
        with _less_memory(memory), _less_time(seconds):
            yield
    except MemoryError:
        raise OverLimit(f"more than {memory // 1024**2} MB of memory") from None


def has_room(size: int = ROOM) -> bool:
    """Whether so many bytes more can be had: where not, what fails to load fails for that."""
    try:
        mmap.mmap(-1, size).close()
    except (OSError, MemoryError):
        return False
    return True


@contextlib.contextmanager
def _less_time(seconds: float) -> Iterator[None]:
    if not hasattr(signal, "SIGVTALRM") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, frame: FrameType | None) -> None:
        raise OverLimit(f"more than {seconds:g} seconds")

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextlib.contextmanager
def _less_memory(more: int) -> Iterator[None]:
    """A limit on addresses, above what is in use; where the use cannot be told there is none."""
    used = _used()
    if resource is None or used is None:
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    highest = used + more
    if before[0] != resource.RLIM_INFINITY:
        highest = min(highest, before[0])
    resource.setrlimit(resource.RLIMIT_AS, (highest, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def _used() -> int | None:
    """The bytes of addresses that this process has, as Linux tells them."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    except (OSError, ValueError, IndexError):
        return None
    return pages * resource.getpagesize()
