"""Every option of every command with hostile words: one line, a documented exit code, never a traceback.

Hypothesis makes the words; the commands' heavy ends (building, serving, writing a sheet) are cut off, so
that what reads the options is tried many times.
"""

import contextlib
import io
import string

import click
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from discordant.cli import discordant as group
from discordant.cli import main
from discordant.language import Refused, resolve
from discordant.language.tags import UnknownTag
from discordant.production import make as production
from discordant.recipes import init, preview, verify
from discordant.recipes import sheets as exercise_sheets
from discordant.translating import new_locale

CODES = {0, 1, 2, 3, 4}
HOSTILE = st.one_of(
    st.sampled_from(
        [
            *("", " ", "-", "--", "-1", "0", "1e9", "nan", "9" * 5000, "٣", "½", "0x10", "1_000"),
            *("a\0b", "\x1b[2J", "\u202eit", "\udcff", "\ud800", "../..", "/dev/null", "~", "*", "%s", "{0}"),
            *(
                "it",
                "en",
                "zh",
                "zh-TW",
                "pt_BR",
                "x-private",
                "i-klingon",
                "a" * 300,
                "it-" * 200,
                "C",
                "root",
            ),
        ]
    ),
    st.text(max_size=30),
    st.text(alphabet=string.ascii_letters + string.digits + "-_.", max_size=20),
    st.integers(-(2**70), 2**70).map(str),
)


def leaves(command=group, path=()):
    """(words, command) of every command that does something."""
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from leaves(inner, (*path, name))
    else:
        yield path, command


LEAVES = dict(leaves())


@st.composite
def calls(draw, path):
    """A call of a command: some of its options and arguments, each with hostile words."""
    words = list(path)
    for parameter in LEAVES[path].params:
        for _ in range(draw(st.integers(0, 2 if parameter.multiple or parameter.nargs == -1 else 1))):
            values = [draw(HOSTILE) for _ in range(max(parameter.nargs, 1))]
            if isinstance(parameter, click.Option):
                words.append(draw(st.sampled_from(parameter.opts)))
                values = [] if parameter.is_flag else values
            words += values
    return words


def cut_off(*_given, **_named):
    raise Refused("cut off", advice="this is as far as the test goes")


@pytest.fixture(autouse=True)
def apart(tmp_path, monkeypatch):
    """An empty folder, and nothing that takes long."""
    monkeypatch.chdir(tmp_path)
    for module, name in [
        (production, "make"),
        (preview, "workshop"),
        (exercise_sheets, "make"),
        (init.emit, "write_folder"),
        (new_locale.emit, "write_file"),
        (new_locale.emit, "write_together"),
        (verify, "check"),
    ]:
        monkeypatch.setattr(module, name, cut_off)


@pytest.mark.parametrize("path", LEAVES, ids=" ".join)
@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_hostile_words(path, data):
    words = data.draw(calls(path))
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(words)
    said = err.getvalue()
    assert code in CODES, said
    assert "Traceback" not in said
    if code in (2, 3, 4):
        assert said.startswith("discordant: ")
        assert said.count("\n") == 1
        assert said.rstrip("\n").isprintable()


@settings(max_examples=300, deadline=None)
@given(HOSTILE)
def test_hostile_tags(tag):
    """A tag is resolved to one that resolves to itself, or refused."""
    try:
        found = resolve(tag)
    except UnknownTag:
        return
    assert resolve(found) == found
