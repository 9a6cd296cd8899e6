"""Interrupts that wait until a piece of work is whole."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator

_SIGNALS = ("SIGHUP", "SIGTERM", "SIGINT")  # in the order in which they are let in again


class Held:
    """The interrupts that came while they were held."""

    def __init__(self) -> None:
        self.came: list[int] = []

    def stop_here(self) -> None:
        """KeyboardInterrupt where one has come: at a place where the work can be left."""
        if self.came:
            raise KeyboardInterrupt


@contextlib.contextmanager
def held() -> Iterator[Held]:
    """Interrupts and signals to end wait until the end; they strike then.

    Handlers are exchanged, since a blocked signal would reach another thread, and by it this one.  In any
    thread but the main one nothing needs to be done: no handler of Python's runs there.
    """
    kept = Held()
    if threading.current_thread() is not threading.main_thread():
        yield kept
        return
    numbers = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    before = {number: handler for number, handler in before.items() if handler not in (None, signal.SIG_IGN)}
    try:
        for number in before:
            signal.signal(number, lambda signum, frame: kept.came.append(signum))
        yield kept
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in dict.fromkeys(kept.came):
            signal.raise_signal(number)
