"""The listing: the article's snippet, highlighted, and what it really prints, run at every build."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers.python import PythonLexer

from ..language.files import read_text
from ..language.folders import find
from ..language.printable import unprintable
from ..press.blocks import SourceError
from ..workshop.scraps import scraps

_SECONDS = 60


class Listing(NamedTuple):
    """The snippet as the page shows it."""

    code: Markup
    output: str


def run(source: str) -> Listing:
    """The listing of a snippet; SourceError where it fails."""
    return Listing(highlighted(source), output(source))


def code() -> str:
    """The snippet's source."""
    return read_text(find("templates", "compare.py"))


def highlighted(source: str) -> Markup:
    """The snippet with a span around each token that has a colour."""
    return Markup(highlight(source, PythonLexer(), HtmlFormatter(nowrap=True)).rstrip("\n"))


def output(source: str) -> str:
    """What the snippet prints beside experiment.py; SourceError where it fails.

    It runs as a program of its own, in a new folder, without the environment and the installed packages of
    this one, and within limits.  That keeps accidents small; it is code all the same, and may do what the
    user may do.
    """
    experiment = Path(__file__).parent.parent / "experiment.py"
    with scraps() as name:
        folder = Path(name)
        (folder / "compare.py").write_text(source, encoding="utf-8")
        (folder / "experiment.py").write_bytes(experiment.read_bytes())
        code, printed, said = _run(folder)
    if code:
        last = said.decode("utf-8", "replace").strip().splitlines()[-1:]
        raise SourceError(f"fails beside experiment.py: {''.join(last)[:200]}", path="templates/compare.py")
    try:
        text = printed.decode("utf-8")
    except UnicodeDecodeError:
        raise SourceError("prints what is no UTF-8", path="templates/compare.py") from None
    if sign := unprintable(text.replace("\n", "")):
        raise SourceError(f"prints {sign}, which no page can show", path="templates/compare.py")
    return text.rstrip("\n")


def _run(folder: Path) -> tuple[int, bytes, bytes]:
    """Exit code and what was printed on stdout and stderr, both kept in files, which have a limit."""
    with (folder / "printed").open("w+b") as printed, (folder / "said").open("w+b") as said:
        program = subprocess.Popen(
            [sys.executable, *("-E", "-s", "-S", "-B", "-X", "utf8", "-c", _LIMITED)],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=said,
            env={name: os.environ[name] for name in _KEPT if name in os.environ},
            start_new_session=True,
        )
        try:
            code = program.wait(_SECONDS)
        except subprocess.TimeoutExpired:
            raise SourceError(
                f"still running after {_SECONDS} seconds", path="templates/compare.py"
            ) from None
        finally:
            _end(program)
        printed.seek(0)
        said.seek(0)
        return code, printed.read(_MOST), said.read(_MOST)


def _end(program: subprocess.Popen[bytes]) -> None:
    """End a program, and on Unix whatever it has started in its session."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(program.pid, signal.SIGKILL) if hasattr(os, "killpg") else program.kill()
    program.wait()


_MOST = 1024 * 1024  # bytes that it may write, into a file
_KEPT = ("SYSTEMROOT",)  # without it Windows starts no Python
_LIMITED = f"""
import runpy
try:
    import resource
except ImportError:
    pass
else:
    for name, most in ("FSIZE", {_MOST}), ("CPU", {_SECONDS}), ("AS", 2**30):
        kind = getattr(resource, "RLIMIT_" + name)
        hard = resource.getrlimit(kind)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (most, most))
runpy.run_path("compare.py", run_name="__main__")
"""
