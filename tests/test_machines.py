"""What a system and its user have set up changes no byte: fonts, settings, and programs on the PATH."""

import os
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from discordant.teaching.exercises import seeds

ROOT = Path(__file__).resolve().parents[1]
FACES = ROOT / "templates" / "fonts"
# Chinese and Japanese families that fontconfig's own lists prefer (its 65-nonlatin.conf)
FAMILIES = ("Noto Sans CJK SC", "WenQuanYi Zen Hei", "IPAGothic")
# what ctypes.util.find_library, matplotlib and Python's platform module would start
PROGRAMS = (
    "gcc",
    "cc",
    "clang",
    "ld",
    "objdump",
    "ldconfig",
    "fc-list",
    "fc-cache",
    "fc-match",
    "uname",
    "file",
)
FONTCONFIG = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
<dir>{folder}</dir>
<match target="pattern">
<edit name="family" mode="prepend" binding="strong"><string>{first}</string></edit>
</match>
<match target="font"><edit name="embolden" mode="assign"><bool>true</bool></edit></match>
<match target="font"><edit name="hintstyle" mode="assign"><const>hintfull</const></edit></match>
</fontconfig>
"""


def renamed(face, family, path):
    """A font with the characters of one of ours under another family's name, each letter twice as wide."""
    font = TTFont(FACES / face)
    for name in (1, 4, 16):
        font["name"].setName(family, name, 3, 1, 0x409)
    font["hmtx"].metrics = {glyph: (2 * width, side) for glyph, (width, side) in font["hmtx"].metrics.items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    font.save(path)


@pytest.fixture(scope="module")
def strange(tmp_path_factory):
    """A machine whose user has set up all that could matter: its folder and its environment."""
    folder = tmp_path_factory.mktemp("strange")
    home, traps = folder / "home", folder / "traps"
    for place in (home / ".fonts", home / ".local" / "share" / "fonts", folder / "data" / "fonts"):
        for family in FAMILIES:
            renamed("song-regular.ttf", family, place / f"{family.replace(' ', '')}.ttf")
        renamed("text-regular.ttf", "Discordant Text", place / "ours.ttf")
    (folder / "fonts.conf").write_text(FONTCONFIG.format(folder=home / ".fonts", first=FAMILIES[0]))
    (folder / "matplotlibrc").write_text(
        "font.size: 40\nbackend: none-such\nsvg.fonttype: path\naxes.nonsense: 1\n"
    )
    traps.mkdir()
    for program in PROGRAMS:
        (traps / program).write_text(f'#!/bin/sh\necho {program} >>"{folder}/started"\nexit 1\n')
        (traps / program).chmod(0o755)
    settings = {
        **dict.fromkeys(("HOME", "TMPDIR", "MPLCONFIGDIR", "XDG_CACHE_HOME"), str(home)),
        **{"XDG_DATA_HOME": str(folder / "data"), "PATH": str(traps)},
        **{"FONTCONFIG_FILE": str(folder / "fonts.conf"), "FC_LANG": "ja", "PANGO_LANGUAGE": "ja"},
        **{"MPLBACKEND": "module://matplotlib_inline.backend_inline", "MATPLOTLIBRC": str(folder)},
        **{
            "TZ": "Pacific/Kiritimati",
            "LC_ALL": "tr_TR.UTF-8",
            "LANG": "tr_TR.UTF-8",
            "LANGUAGE": "ja",
            "PYTHONHASHSEED": "7",
        },
        **{"SOURCE_DATE_EPOCH": "1", "HB_SHAPER_LIST": "fallback"},
    }
    return folder, settings


def contents(folder):
    return {
        p.relative_to(folder).as_posix(): p.read_bytes()
        for p in sorted(folder.rglob("*"))
        if p.is_file() and ".cache-discordant-" not in str(p)
    }


@pytest.fixture(scope="module")
def built(strange, discordant):
    """What a full build and a sheet made there; the state of the home folder before."""
    folder, settings = strange
    before = contents(folder / "home")
    place = folder / "another folder, più lontano"
    place.mkdir()
    (place / "matplotlibrc").write_text("text.usetex: true\nfont.family: IPAGothic\n")

    def otherwise():
        os.umask(0o077)
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

    run = discordant("build", cwd=place, env=settings, preexec_fn=otherwise)
    assert (run.returncode, run.stderr) == (0, "")
    return place, before


def test_a_build_has_the_same_bytes(made, built):
    place, _before = built
    (place / "matplotlibrc").unlink()
    ours, theirs = contents(made), contents(place)
    assert sorted(ours) == sorted(theirs)
    assert [path for path in ours if ours[path] != theirs[path]] == []


def test_a_sheet_has_the_same_bytes(strange, discordant, tmp_path):
    options = ("handout", "sheet", "--locale", "zh-Hans", "--items", 2, "--seed", seeds.fresh(5))
    for place, settings in (("plain", {}), ("strange", strange[1])):
        (tmp_path / place).mkdir()
        run = discordant(*options, cwd=tmp_path / place, env=settings)
        assert (run.returncode, run.stderr) == (0, "")
    assert contents(tmp_path / "plain") == contents(tmp_path / "strange")


def test_nothing_is_written_at_home_and_no_program_started(strange, built):
    folder, _settings = strange
    assert contents(folder / "home") == built[1]
    assert not (folder / "started").exists()
