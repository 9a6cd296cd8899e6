"""Every forgery of a published folder, its manifest made to fit, is caught by `verify`."""

import pytest
from forgeries import FORGERIES, plant

from discordant.recipes import published, verify

OPEN = {"manifest: other versions and sources, and a false page"}  # its files may be of those versions


@pytest.fixture(scope="module")
def outcomes():
    """Name -> (faults, doubts) of every forgery so far."""
    return {}


@pytest.fixture
def judged(copy, made_anew):
    """Plant a forgery in a copy; the faults and doubts of `verify`."""

    def judge(name):
        plant(name, copy)
        try:
            listed = published.manifest(copy)
            verdict = verify.compare(copy, listed, made_anew(listed))
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


def test_the_table_of_what_is_caught(outcomes, record_property):
    lines = []
    for name, (faults, unsure) in outcomes.items():
        said = (faults or unsure or ["passes"])[0]
        lines.append(f"{'fault' if faults else 'open' if unsure else 'MISSED':7}{name}: {said[:120]}")
    caught = sum(bool(faults or unsure) for faults, unsure in outcomes.values())
    title = f"forgeries planted: {len(outcomes)}, not passed by verify: {caught}"
    record_property("table", "\n".join([title, *lines]))
    assert caught == len(outcomes)
