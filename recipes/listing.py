"""The listing: the article's snippet, highlighted, and what it really prints, run at every build."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers.python import PythonLexer

from ..language.files import read_text
from ..language.folders import find
from ..press.blocks import SourceError

_SECONDS = 60


def code() -> str:
    """The snippet's source."""
    return read_text(find("templates", "compare.py"))


def highlighted(source: str) -> Markup:
    """The snippet with a span around each token that has a colour."""
    return Markup(highlight(source, PythonLexer(), HtmlFormatter(nowrap=True)).rstrip("\n"))


def output(source: str) -> str:
    """What the snippet prints beside experiment.py; SourceError where it fails."""
    experiment = Path(__file__).parent.parent / "experiment.py"
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "compare.py").write_text(source, encoding="utf-8")
        Path(folder, "experiment.py").write_bytes(experiment.read_bytes())
        try:
            run = subprocess.run(
                [sys.executable, "-E", "-s", "-S", "-B", "compare.py"],
                cwd=folder,
                capture_output=True,
                timeout=_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise SourceError(f"still running after {_SECONDS} seconds", path="compare.py") from None
    if run.returncode:
        last = run.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
        raise SourceError(f"fails beside experiment.py: {''.join(last)[:200]}", path="compare.py")
    return run.stdout.decode("utf-8").rstrip("\n")
