"""Isolation: what a system and its user have set up takes no part in a layout or a drawing.

Fontconfig reads a file of ours, which knows no folder; what else steers fontconfig, Pango, HarfBuzz and
FreeType by the environment is out of sight meanwhile.  matplotlib sees neither settings nor fonts nor a
backend, and keeps its notes in a folder of ours.
"""

from __future__ import annotations

import ctypes.util
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_FONTCONFIG = Path(__file__).with_name("fonts.conf")
_STEERING = ("FC_", "FONTCONFIG_", "FREETYPE_", "HB_", "PANGO_")  # begins the names of such variables
_LANGUAGE = "LANGUAGE"  # which Pango asks for a language that a text does not name
_DRAWING = ("MPLBACKEND", "MATPLOTLIBRC")
_NO_SYSTEM_FONTS = "MPL_IGNORE_SYSTEM_FONTS"


@contextmanager
def no_fonts_but_ours() -> Iterator[None]:
    """While inside, libraries that lay out text know no font but those that a page brings.

    >>> with no_fonts_but_ours():
    ...     Path(os.environ["FONTCONFIG_FILE"]).name
    'fonts.conf'
    """
    steering = {name: value for name, value in os.environ.items() if _steers(name)}
    for name in steering:
        del os.environ[name]
    os.environ["FONTCONFIG_FILE"] = str(_FONTCONFIG)
    try:
        yield
    finally:
        del os.environ["FONTCONFIG_FILE"]
        os.environ.update(steering)


def _steers(name: str) -> bool:
    return name.startswith(_STEERING) or name == _LANGUAGE


@contextmanager
def no_programs() -> Iterator[None]:
    """While inside, libraries are found by the loader alone, on Linux.

    There ctypes runs gcc, ld and ldconfig, whichever the PATH offers first, for a name that it then asks the
    loader for; on other systems it runs nothing.
    """
    find = ctypes.util.find_library
    if sys.platform.startswith("linux"):
        setattr(ctypes.util, "find_library", _no_name)  # noqa: B010  # mypy takes it for a constant
    try:
        yield
    finally:
        setattr(ctypes.util, "find_library", find)  # noqa: B010


def _no_name(name: str) -> None:
    del name


def settle(folder: str) -> None:
    """In a process that is ours alone, matplotlib as if nobody had ever used it; it keeps notes in `folder`.

    Whoever has started the process may have used it all the same.
    """
    for name in [name for name in os.environ if _steers(name) or name in _DRAWING]:
        del os.environ[name]
    os.environ |= {"MPLCONFIGDIR": folder, _NO_SYSTEM_FONTS: "1"}
    os.environ["FONTCONFIG_FILE"] = str(_FONTCONFIG)  # for good: Pango starts fontconfig when it pleases
    with _working_in(folder):  # where it works it looks for a matplotlibrc, before all other places
        from matplotlib import font_manager, get_data_path
    del os.environ[_NO_SYSTEM_FONTS]  # which from now on would hide our fonts as well
    fonts = font_manager.fontManager.ttflist
    fonts[:] = [font for font in fonts if font.fname.startswith(get_data_path())]


@contextmanager
def _working_in(folder: str) -> Iterator[None]:
    before = os.open(".", os.O_RDONLY)
    try:
        os.chdir(folder)
        yield
    finally:
        os.chdir(before)
        os.close(before)
