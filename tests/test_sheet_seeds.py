"""Seeds: on the teacher's sheet alone, not to be found by trying, and copied from paper without a slip."""

import re

import pytest
import sheet_leaks as search
from sheet_seeds import coded

from discordant.recipes import sheets as recipe
from discordant.teaching.exercises import seeds
from discordant.teaching.exercises.sheet import Order, make

LARGE_SEED, LARGE_SECRET = 16045690984503098046, "0k5fz2m8qay3vcd7w1"


# === The seed ===


def seed_in(path, seed):
    """Whether the secret of a seed is in a file: all of it, or a group of its letters."""
    read = search.in_pdf(path) if path.suffix == ".pdf" else [("text", path.read_text(encoding="utf-8"))]
    forms = [seed, seed.replace("-", ""), *re.findall("[0-9a-z]{5}", seed.split("-", 1)[1])]
    return any(form in text for _where, text in read for form in forms)


def test_the_seed_stands_on_the_teachers_sheet_alone(large):
    seed = coded(LARGE_SEED, LARGE_SECRET)
    for path in (large / "student").iterdir():
        assert not seed_in(path, seed)
        assert str(LARGE_SEED).encode() not in path.read_bytes()
    for name in ("answers-en-large.html", "answers-en-letter-large.pdf"):
        assert seed_in(large / "teacher" / name, seed)


@pytest.mark.parametrize("typed", [(), ("--seed", "12")])
def test_a_secret_is_drawn_and_told(typed, discordant, tmp_path):
    """Without a seed, and with a number alone: twice the same command makes two sheets."""
    seeds = []
    for run in range(2):
        order = ("--locale", "it", "--kind", "exact-by-hand", *typed)
        ended = discordant("handout", "sheet", *order, cwd=tmp_path)
        assert (ended.returncode, ended.stderr) == (0, "")
        seeds.append(re.search(r"^seed: (\S+) ", ended.stdout, re.MULTILINE)[1])
        folders = [folder for folder in tmp_path.iterdir() if folder.is_dir()]
        assert len(folders) == run + 1
        again = make(Order(1, kinds=("exact-by-hand",), seed=seeds[-1]))
        assert f"sheet-{again.id}" in {folder.name for folder in folders}
    assert seeds[0] != seeds[1]
    assert all(seed.startswith("12-") == bool(typed) for seed in seeds)
    for seed in seeds:
        told = {path.relative_to(tmp_path).parts[1:] for path in tmp_path.rglob("*.*") if seed_in(path, seed)}
        assert told == {("teacher", "answers-it.html"), ("teacher", "answers-it-a4.pdf")}


# === Trying seeds ===

TRIED = range(2001)


def tried(order, seen):
    """The numbers from 0 to 2000 that make a sheet with what a student has seen: its id, or its numbers."""
    for number in TRIED:
        sheet = make(order._replace(seed=str(number)))
        if sheet.id == seen[0] or tables(sheet) == seen[1]:  # one table may be like another by chance
            yield number


def tables(sheet):
    """The tables of a sheet, by which a student would know it."""
    return {str(item.exhibits) for items in sheet.variants.values() for item in items}


@pytest.fixture
def without_the_check(monkeypatch):
    """As for one who takes the program apart, so that it draws from any seed."""
    monkeypatch.setattr(seeds, "whole", lambda text: text)


def test_no_seed_is_found_by_trying(tmp_path, without_the_check):
    """From a student's folder alone: its id, which is its name too, and the numbers on its pages."""
    order = recipe.order(1, 2, ("which-cancel",), None, "12")
    made = recipe.make(order, ("en",), "a4", False, tmp_path, print)
    page = (made.folder / "student" / "exercises-en-A.html").read_text(encoding="utf-8")
    seen = (re.search(r"Sheet ([0-9a-f]{10})", page)[1], tables(made.sheet))
    assert made.folder.name == f"sheet-{seen[0]}"
    assert list(tried(order, seen)) == []
    assert tables(make(order)) == seen[1]  # whoever has the whole seed, has the sheet


def test_a_seed_without_a_secret_would_be_found(without_the_check):
    order = Order(1, 2, kinds=("which-cancel",), seed="12")
    weak = make(order)
    assert list(tried(order, (weak.id, set()))) == [12]
    assert list(tried(order, ("", tables(weak)))) == [12]


def test_a_seed_without_a_secret_makes_no_sheet():
    weak = ("12", "0", str(2**64 - 1), "12-", "12-00000", "12-00000-00000-00000-00000", "")
    for seed in weak:
        with pytest.raises(seeds.SeedError, match=r"^--seed: "):
            make(Order(1, seed=seed))


def test_a_number_alone_has_a_new_secret_each_time():
    typed = [seeds.read("12") for _ in range(50)]
    assert len({tuple(seed.split("-")[1:]) for seed in typed}) == 50
    letters = "".join(seed.removeprefix("12-").replace("-", "")[:18] for seed in typed)
    assert set(letters) == set("0123456789abcdefghjkmnpqrstvwxyz")  # 900 letters: each of 32 comes


# === Copied from paper ===


def test_a_seed_is_read_as_people_write_it():
    seed = coded(12, "0k5fz2m8qay3vcd7w1")
    secret = seed.removeprefix("12-").replace("0", "O").replace("1", "l")
    for typed in (seed, seed.upper(), f" {seed} ", f"00{seed}", f"12-{secret}"):
        assert seeds.whole(typed) == seed
    assert seeds.whole(coded(None)) == coded(None)


def test_a_slip_is_seen():
    seed = coded(2026)
    slips = [
        seed[:i] + letter + seed[i + 1 :] for i, old in enumerate(seed) for letter in "07az-" if letter != old
    ]
    taken = 0
    for slip in slips:
        try:
            taken += seeds.whole(slip) != seed
        except seeds.SeedError:
            continue
    assert len(slips) > 100
    assert taken <= 2  # one in 1024 fits by chance
