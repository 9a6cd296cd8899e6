"""Processes that draw figures and make PDFs, while the build writes texts and pages."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TypeVar, TypeVarTuple, cast

from ..language.refused import Refused
from . import isolation
from .cache import NOTHING, Cache
from .garbage import collect_rarely
from .limits import has_room
from .scraps import scraps
from .telling import NO_MEMORY, note_where

DEBUG = "DISCORDANT_DEBUG"  # in the environment: processes print what they have to say
_CLOSE = "close other programs"
SECONDS = 180  # for one PDF or one drawing; ours take one or two
_ENDS = {getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)}
Given = TypeVarTuple("Given")  # what a piece of work is given
Made = TypeVar("Made")  # what it makes


class SystemFault(Refused):
    """Something of the system failed: a process was killed, hung or ran out of memory."""

    code = 3


class OutOfMemory(SystemFault):
    """There is no memory left, for this piece of work or any other."""


class NoRoom(SystemFault):
    """A process came to its end where memory was short; smaller pieces of work may do."""


class Workshop:
    """A pool of processes, one a core at most, and a cache of what they have made before."""

    def __init__(self, count: int, folder: str, cache: Cache | None = None) -> None:
        self._count, self._folder, self._cache = count, folder, cache
        self._pool: ProcessPoolExecutor | None = None
        self._keys: dict[object, str | None] = {}  # of what is to be kept in the cache

    def open(self, work: Callable[[], object]) -> None:
        """Start the processes, each with a preparation while this one writes texts."""
        for _ in range(self._count):
            self._submit(work)

    def close(self) -> None:
        """Wait for the work under way, and begin no other."""
        if self._pool is not None:
            _end(self._pool)

    def start(self, work: Callable[[*Given], Made], *given: *Given) -> Future[Made]:
        """Set a piece of work going, unless what it gives is known; what it is given must be picklable."""
        if self._cache is None:
            return self._submit(work, *given)
        key = self._cache.key(f"{work.__module__}.{work.__qualname__}", *given)
        if (known := self._cache.find(key)) is not NOTHING:
            found: Future[Made] = Future()
            found.set_result(cast(Made, known))
            return found
        future = self._submit(work, *given)
        self._keys[future] = key
        return future

    def start_everywhere(self, work: Callable[[], object]) -> None:
        """Set a preparation going in each process that runs; whether it succeeds shows when it is needed."""
        if self._pool is not None:
            for _ in range(self._count):
                self._submit(work)

    def _submit(self, work: Callable[[*Given], Made], *given: *Given) -> Future[Made]:
        if self._pool is None:
            self._pool = _pool(self._count, self._folder)
        try:
            return _submit(self._pool, _told_where, work, *given)
        except BrokenProcessPool as error:
            failed: Future[Made] = Future()
            failed.set_exception(error)
            return failed

    def finish(
        self,
        name: str,
        future: Future[Made],
        work: Callable[[*Given], Made],
        *given: *Given,
        seconds: float = SECONDS,
    ) -> Made:
        """The result of a piece of work; SystemFault, with its name, where it crashed or hung.

        `seconds` is for work that may take longer than most.  A crash takes every piece down that was under
        way, so each is tried once more by itself.
        """
        made = self._result(name, future, seconds, work, *given)
        if self._cache is not None and future in self._keys:
            self._cache.keep(self._keys[future], made)
        return made

    def _result(
        self, name: str, future: Future[Made], seconds: float, work: Callable[[*Given], Made], *given: *Given
    ) -> Made:
        try:
            return future.result(seconds)
        except MemoryError:
            raise OutOfMemory(NO_MEMORY, path=name) from None
        except BrokenProcessPool:
            return _alone(name, seconds, work, *given)
        except TimeoutError:
            _kill_workers()
            raise SystemFault(f"not ready after {seconds:g} seconds", path=name) from None


@contextmanager
def workshop(
    jobs: int, cache: Cache | None = None, sure: Callable[[], object] | None = None
) -> Iterator[Workshop]:
    """Processes for so many pieces of work.

    They start before this one has grown; where a cache has something, once there is work that it has not, or
    with the preparation `sure` for work that it cannot have.
    """
    with scraps() as folder:
        shop = Workshop(max(1, min(jobs, _cores())), folder, cache)
        try:
            if cache is None or not cache.filled:
                shop.open(_warm_up)
            elif sure:
                shop.open(sure)
            yield shop
        finally:
            shop.close()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Signals wait until the end: one that struck half way would leave processes that nobody ends.

    Processes started meanwhile never see an interrupt.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, *_ENDS})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _pool(count: int, folder: str) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("fork" if sys.platform.startswith("linux") else "spawn")
    return ProcessPoolExecutor(count, context, initializer=_settle, initargs=(folder,))


def _submit(pool: ProcessPoolExecutor, work: Callable[[*Given], Made], *given: *Given) -> Future[Made]:
    """Set work going; SystemFault where the pool's thread or processes cannot be started."""
    try:
        with _interrupts_held():  # one that came before a worker knows better would print a traceback
            return pool.submit(work, *given)  # which can start processes
    except BrokenProcessPool:
        raise
    except RuntimeError as error:
        raise SystemFault(f"{error}: memory or the number of processes is short", advice=_CLOSE) from None


def _end(pool: ProcessPoolExecutor) -> None:
    """Wait for the work under way, and begin no other.  Python would wait as well, at its exit.

    Ending while the pool still ends itself, it would print a traceback now and then.
    """
    try:
        pool.shutdown(cancel_futures=True)
    except RuntimeError:  # the thread that would end the processes was never started
        _kill_workers()


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _alone(name: str, seconds: float, work: Callable[[*Given], Made], *given: *Given) -> Made:
    with scraps() as folder:
        pool, roomy = _pool(1, folder), True
        try:
            roomy = _submit(pool, has_room).result(seconds)
            return _submit(pool, _told_where, work, *given).result(seconds)
        except MemoryError:
            raise OutOfMemory(NO_MEMORY, path=name) from None
        except BrokenProcessPool:
            if not roomy:
                raise NoRoom(NO_MEMORY, path=name) from None
            raise SystemFault(
                "the process that makes it was killed, crashed or ran out of memory", path=name
            ) from None
        except TimeoutError:
            _kill_workers()
            raise SystemFault(f"not ready after {seconds:g} seconds", path=name) from None
        finally:
            _end(pool)


def _told_where(work: Callable[[*Given], Made], *given: *Given) -> Made:
    """The result of a piece of work; what it raises as a fault of ours comes home with its place."""
    try:
        return work(*given)
    except (Refused, MemoryError):
        raise
    except Exception as error:
        note_where(error)
        raise _picklable(error) from None


def _picklable(error: Exception) -> Exception:
    """The error, or its words in one that can travel: one that cannot would break the pool."""
    try:
        pickle.loads(pickle.dumps(error))
        return error
    except Exception:
        plain = RuntimeError(f"{type(error).__name__}: {error}")
        for note in error.__notes__:
            plain.add_note(note)
        return plain


def _kill_workers() -> None:
    for child in multiprocessing.active_children():
        child.kill()


def _settle(folder: str) -> None:
    """Leave interrupts and words to the parent, end with it, and keep scraps in one folder."""
    try:
        collect_rarely()
        _fall_silent()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDS)
        tempfile.tempdir = folder
        isolation.settle(tempfile.mkdtemp())
        threading.Thread(target=_end_with_parent, daemon=True).start()
    except (MemoryError, RuntimeError, OSError, ImportError):  # no room for a thread, a folder, a library
        os._exit(1)


def _fall_silent() -> None:
    """What libraries print when memory is short, or for want of a cache, is no line of ours."""
    if DEBUG not in os.environ:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _warm_up() -> None:
    """Import matplotlib while the parent still writes texts."""
    from .. import render

    render.warm_up()
