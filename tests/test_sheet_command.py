"""`discordant handout sheet`: what it refuses, in one line, and what it leaves behind: all or nothing."""

import os
import re
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest
import sheet_pages as pages
from sheet_seeds import coded

from discordant.cli import main
from discordant.language.folders import available
from discordant.teaching.exercises.exercise import Counts
from discordant.teaching.exercises.kinds import KINDS
from discordant.teaching.exercises.sheet import Order, make

ROOT = Path(__file__).resolve().parents[1]
UNKNOWN = next(tag for tag in ("fr", "de", "sv") if tag not in available(ROOT))
SMALL = ("--locale", "en", "--kind", "exact-by-hand", "--seed", coded(7))
FILES = {
    *("student/exercises-en-A.html", "student/exercises-en-A-a4.pdf"),
    *("teacher/answers-en.html", "teacher/answers-en-a4.pdf", "teacher/quiz-en.xml", "teacher/quiz-en.gift"),
    *("teacher/key-en.csv", "teacher/solutions-en-A.html", "teacher/solutions-en-A-a4.pdf"),
}
NAME = f"sheet-{make(Order(1, kinds=('exact-by-hand',), seed=coded(7))).id}"


@pytest.fixture
def refused(capsys, monkeypatch, tmp_path):
    """Runs the command in an empty folder; gives its line on stderr, with the exit code that was expected."""
    place = tmp_path / "place"
    place.mkdir()
    monkeypatch.chdir(place)

    def run(code, *options):
        before = sorted(place.rglob("*"))
        assert main(["handout", "sheet", *map(str, options)]) == code
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("discordant: ")
        assert err.count("\n") == 1
        assert "Traceback" not in err
        assert sorted(place.rglob("*")) == before
        return err

    run.place = place
    return run


# === What is refused ===

WRONG = {
    "no items": (("--items", 0), "--items: from 1 to 16"),
    "an item too many": (("--items", 17), "--items: from 1 to 16"),
    "fewer than no items": (("--items", -1), "--items: from 1 to 16"),
    "items in words": (("--items", "eight"), "--items"),
    "more items than kinds": (("--items", 3, "--kind", "manager"), "--items: from 1 to 1"),
    "no variants": (("--variants", 0), "--variants: from 1 to 26"),
    "a variant too many": (("--variants", 27), "--variants: from 1 to 26"),
    "an unknown kind": (("--kind", "mcnemar"), "--kind: there is no kind 'mcnemar'; there are fill-table, "),
    "a kind of control characters": (("--kind", "a\nb\x1b[31m"), "--kind: there is no kind"),
    "a negative count": (("--counts", 90, -5, 3, 2), "--counts: whole numbers from 0 on"),
    "no cases": (("--counts", 0, 0, 0, 0), "--counts: no exercise can be made of this table"),
    "no disagreements": (("--counts", 50, 0, 0, 50), "--counts: no exercise can be made of this table"),
    "too many cases": (("--counts", 10**9, 5, 3, 2), "--counts: whole numbers from 0 on, at most 1,000,000"),
    "very many": (("--counts", 5, 10**30, 3, 2), "--counts: whole numbers from 0 on, at most 1,000,000"),
    "three counts": (("--counts", 90, 5, 3), "--counts"),
    "counts in words": (("--counts", "a", "b", "c", "d"), "--counts"),
    "counts that no kind asked for takes": (
        ("--counts", 900, 20, 5, 75, "--kind", "independence"),
        "--counts: of this table one can make only --kind which-cancel, ",
    ),
    "a negative seed": (("--seed", -1), "--seed: a whole number from 0 to 18446744073709551615"),
    "a seed too large": (("--seed", 2**64), "--seed: a whole number from 0 to 18446744073709551615"),
    "a seed in words": (("--seed", "today"), "--seed: a whole number"),
    "a seed that is mistyped": (
        ("--seed", "7-00000-00000-00000-00000"),
        "-00000 is mistyped; copy it",
    ),
    "half a seed": (("--seed", "7-00000-00000"), "--seed: a whole number"),
    "a seed of control characters": (("--seed", "7\n\x1b[31m"), "--seed: a whole number"),
    "an unknown language": (
        ("--locale", UNKNOWN),
        f"there is no locale {UNKNOWN}; there are {', '.join(available(ROOT))}; ",
    ),
    "no language tag": (("--locale", "klingon"), "klingon"),
    "another Chinese": (("--locale", "zh-TW"), "Traditional"),
    "another paper": (("--paper", "a3"), "--paper"),
    "an argument": (("8",), "8"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_orders_are_refused(name, refused):
    options, words = WRONG[name]
    assert words in refused(2, "--locale", "en", *options)


def test_the_largest_seed_and_leading_zeros_are_taken():
    assert make(Order(1, seed=coded(2**64 - 1))).seed == coded(2**64 - 1)
    assert make(Order(1, seed=f"00{coded(12)}")).seed == coded(12)
    assert make(Order(1, seed=coded(0))) != make(Order(1, seed=coded(1)))


# === Where it cannot write ===


def test_a_file_in_the_way(refused):
    (refused.place / "there").write_text("a file")
    assert "there" in refused(4, *SMALL, "-o", "there")
    (refused.place / NAME).write_text("a file")
    assert f"{NAME}: not a folder; move it away" in refused(4, *SMALL)


def test_a_link_in_the_way(refused):
    (refused.place / "elsewhere").mkdir()
    (refused.place / NAME).symlink_to("elsewhere")
    assert f"{NAME}: not a folder" in refused(4, *SMALL)
    assert not list((refused.place / "elsewhere").iterdir())
    (refused.place / NAME).unlink()
    (refused.place / NAME).symlink_to("nowhere")
    assert f"{NAME}: not a folder" in refused(4, *SMALL)


def test_a_folder_that_cannot_be_written(refused):
    """Not by its mode, which root passes over: /proc takes no folder from anybody."""
    assert "/proc" in refused(4, *SMALL, "-o", "/proc/sheets")


def test_a_full_disk(refused, monkeypatch):
    real, calls = os.fsync, count()

    def full(handle):
        if next(calls) == 3:
            raise OSError(28, "No space left on device")
        return real(handle)

    monkeypatch.setattr(os, "fsync", full)
    assert re.search(rf"{NAME}/\S+: cannot be written: No space left", refused(4, *SMALL))


def test_two_at_once(refused):
    import fcntl

    handle = os.open(refused.place, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        assert "wait for it to end" in refused(4, *SMALL)
    finally:
        os.close(handle)


# === Killed ===

KILLED = """
import os, signal, sys
from discordant.workshop import emit
from discordant.cli import main

def die(*given, **named):
    os.kill(os.getpid(), signal.SIGKILL)

{where}
main(["handout", "sheet", *sys.argv[1:]])
"""
WHERE = {
    "before writing": "emit.write_files = die",
    "between two files": """
real, calls = os.fsync, []
def sync(handle):
    calls.append(handle)
    return die() if len(calls) == 3 else real(handle)
os.fsync = sync
""",
    "before it is put in place": "os.rename = die",
}


def run_killed(where, folder):
    program = KILLED.format(where=WHERE[where])
    ours = [sys.executable, "-c", program, *SMALL]
    run = subprocess.run(ours, cwd=folder, capture_output=True, timeout=300)
    assert run.returncode == -signal.SIGKILL


def own_files(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_a_killed_run_leaves_no_sheet_and_the_next_one_clears_up(tmp_path, discordant):
    for where in WHERE:
        run_killed(where, tmp_path)
        assert not (tmp_path / NAME).exists(), where
        assert all(path.name.startswith(".discordant-") for path in tmp_path.iterdir())
    assert own_files(tmp_path)  # of the last one
    run = discordant("handout", "sheet", *SMALL, cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    assert [path.name for path in tmp_path.iterdir()] == [NAME]
    assert own_files(tmp_path / NAME) == FILES
    before = {path: path.read_bytes() for path in (tmp_path / NAME).rglob("*.*")}
    run_killed("before it is put in place", tmp_path)
    assert {path: path.read_bytes() for path in (tmp_path / NAME).rglob("*.*")} == before


@pytest.mark.built
def test_an_interrupt_is_one_line_and_changes_nothing(tmp_path):
    program = KILLED.format(where=WHERE["before writing"]).replace("SIGKILL", "SIGINT")
    program = program.replace("main([", "sys.exit(main([").rstrip() + ")\n"
    run = subprocess.run(
        [sys.executable, "-c", program, *SMALL], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert (run.returncode, run.stderr) == (130, "discordant: interrupted; nothing was changed\n")
    assert not list(tmp_path.iterdir())


# === What it says ===


@pytest.fixture(scope="module")
def small(tmp_path_factory, discordant):
    """A small sheet, and what the command said."""
    folder = tmp_path_factory.mktemp("small")
    return folder, discordant("handout", "sheet", *SMALL, cwd=folder)


def test_it_says_what_was_written(small):
    folder, run = small
    assert (run.returncode, run.stderr) == (0, "")
    student, teacher, seed = run.stdout.splitlines()
    assert re.fullmatch(rf"{NAME}/student: 2 files, \d+ KB", student)
    assert re.fullmatch(rf"{NAME}/teacher: 7 files, \d+ KB", teacher)
    assert seed == f"seed: {coded(7)} (also on the teacher's sheet; whoever has it can print the answers)"
    assert own_files(folder / NAME) == FILES


def test_the_command_on_the_teachers_sheet_makes_the_same_files(tmp_path, discordant):
    """In the language, on the paper and in the size of that sheet, and in no other."""
    first, again = tmp_path / "first", tmp_path / "again"
    first.mkdir()
    again.mkdir()
    assert discordant("handout", "sheet", *SMALL, "--paper", "letter", "--large", cwd=first).returncode == 0
    page = (first / NAME / "teacher" / "answers-en-large.html").read_text("utf-8")
    (command,) = re.findall(r'<pre class="command"><code>discordant (.*?)</code></pre>', page)
    assert discordant(*command.split(), cwd=again).returncode == 0
    made = [
        {path.relative_to(place): path.read_bytes() for path in place.rglob("*.*") if path.is_file()}
        for place in (first, again)
    ]
    assert made[0] == made[1]
    assert len(made[0]) == len(FILES)


def test_the_command_names_the_kinds_that_were_chosen(own):
    """So that a version with more kinds, which would choose others by that seed, makes the same."""
    _said, _variants, teacher = own
    (command,) = (code.text for code in teacher.iter("code") if (code.text or "").startswith("discordant "))
    named = re.findall(r"--kind (\S+)", command)
    order = Order(8, 2, tuple(named), Counts(*COUNTS), coded(11))
    sheet = make(order._replace(kinds=()))
    assert named == [item.kind for item in sheet.variants["A"]]
    assert make(order) == sheet


def test_kinds_are_listed_and_nothing_is_made(refused, capsys):
    assert main(["handout", "sheet", "--list-kinds"]) == 0
    out, err = capsys.readouterr()
    assert [line.split()[0] for line in out.splitlines()] == list(KINDS)
    assert err == ""
    assert not list(refused.place.iterdir())


def test_a_folder_that_is_not_there_is_made(discordant, tmp_path):
    run = discordant("handout", "sheet", *SMALL, "-o", "to/print", "-q", cwd=tmp_path)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    assert own_files(tmp_path / "to" / "print" / NAME) == FILES


# === A table of one's own ===

COUNTS = (423, 31, 12, 34)


@pytest.fixture(scope="module")
def own(tmp_path_factory, discordant, read_page):
    folder = tmp_path_factory.mktemp("own")
    options = ("--locale", "it", "--items", 8, "--variants", 2, "--seed", coded(11), "--counts", *COUNTS)
    run = discordant("handout", "sheet", *options, cwd=folder)
    assert (run.returncode, run.stderr) == (0, "")
    (sheet,) = folder.iterdir()
    roots = [read_page(sheet / "student" / f"exercises-it-{letter}.html") for letter in "AB"]
    teacher = read_page(sheet / "teacher" / "answers-it.html")
    return run.stdout, [pages.page(root, "it").items for root in roots], teacher


def test_own_counts_stand_literally_in_the_items_that_say_so(own):
    said, variants, teacher = own
    listed = re.search(r"^your own table is in items ([\d, ]+)", said, re.MULTILINE)[1]
    items = [int(number) for number in listed.split(", ")]
    assert len(items) >= 3
    (label,) = [fact for fact in pages.inside(teacher, "fact") if fact.get("data-fact") == "items"]
    assert [int(number) for number in re.findall(r"\d+", pages.text_of(label))] == items
    for variant in variants:
        for item in variant:
            assert (int(item.number) in items) == is_own(item), item.title


def is_own(item):
    """Whether an item prints the counts, or the two of them that it needs, as they were given."""
    a, b, c, d = COUNTS
    given = {name: number.value for name, number in item.given.items()}
    return (
        item.exhibits.get("square") == COUNTS
        or [given.get(f"printed_{name}") for name in "abcd"] == [a, c, b, d]  # a program with other letters
        or (given.get("b"), given.get("c")) == (b, c)
        or (given.get("N"), given.get("m")) == (sum(COUNTS), b + c)
    )


def test_own_counts_for_kinds_that_were_asked_for(discordant, tmp_path):
    options = ("--locale", "en", "--kind", "past-one", "--kind", "fill-table", "--counts", 50, 4, 4, 2)
    run = discordant("handout", "sheet", *options, cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    assert re.search(r"^your own table is in item 2;", run.stdout, re.MULTILINE)
