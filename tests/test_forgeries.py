"""Every forgery of a published folder, its manifest made to fit, is caught by `verify`."""

import shutil

import pytest
from forgeries import FORGERIES, plant

from discordant.recipes import published, verify

OPEN = {"manifest: other versions and sources, and a false page"}  # its files may be of those versions


@pytest.fixture(scope="module")
def outcomes():
    """Name -> (faults, doubts) of every forgery so far."""
    return {}


@pytest.fixture
def judged(made, made_anew, tmp_path):
    """Plant a forgery in a copy; the faults and doubts of `verify`."""

    def judge(name):
        folder = tmp_path / "copy"
        shutil.copytree(made, folder)
        plant(name, folder)
        try:
            listed = published.manifest(folder)
            verdict = verify.compare(folder, listed, made_anew(listed))
            return verdict.faults, verdict.unsure
        except published.NoPublication as refused:
            return [str(refused)], []

    return judge


def test_there_are_all_those_of_which_one_knows():
    assert len(FORGERIES) >= 46 + 20


@pytest.mark.parametrize("name", FORGERIES)
def test_it_is_caught(judged, outcomes, name):
    outcomes[name] = faults, unsure = judged(name)
    assert all(line.isprintable() for line in faults + unsure)
    if name in OPEN:
        assert unsure
    else:
        assert faults
        assert not unsure


def test_the_table_of_what_is_caught(outcomes, capsys):
    lines = []
    for name, (faults, unsure) in outcomes.items():
        said = (faults or unsure or ["passes"])[0]
        lines.append(f"{'fault' if faults else 'open' if unsure else 'MISSED':7}{name}: {said[:120]}")
    caught = sum(bool(faults or unsure) for faults, unsure in outcomes.values())
    with capsys.disabled():
        print(f"\nforgeries planted: {len(outcomes)}, not passed by verify: {caught}", *lines, sep="\n")
    assert caught == len(outcomes)
