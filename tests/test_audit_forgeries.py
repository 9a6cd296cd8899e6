"""Every forgery of a published folder that its parts give away is caught by whoever has nothing else."""

import pytest
from audit_forgeries import MISSED
from audit_once import sound_once
from forgeries import FORGERIES, plant

from discordant.audit import audit

# What no reader can tell who has only what was published: words, pictures, and where a build came from.
UNSEEN = {f"careful: {name}" for name in MISSED} | {
    "page: a false sentence",
    "page: a row of the table of outcomes twice",
    "page: the letters of its font exchanged",
    "figure: light and dark exchanged",
    "figure: a PNG of another language",
    "figure: covers of two languages exchanged",
    "data: the same value in other digits",
    "pdf: a text stream",  # a shape that is drawn: of a PDF's drawings their labels alone are read
}


@pytest.fixture(scope="module", autouse=True)
def _sound_once():
    """What a forgery leaves alone, and all that it is held to, is found sound once."""
    with pytest.MonkeyPatch.context() as patch:
        sound_once(patch)
        yield


@pytest.fixture(scope="module")
def outcomes():
    """Name -> the first fault of every forgery so far; "" where there is none."""
    return {}


@pytest.mark.parametrize("name", FORGERIES)
def test_it_is_caught(copy, outcomes, name):
    plant(name, copy)
    lines = list(audit(copy).faults_in_lines())
    outcomes[name] = lines[0] if lines else ""
    assert all(line.isprintable() for line in lines)
    assert lines or name in UNSEEN


def test_the_table_of_what_is_caught(outcomes, record_property):
    caught = sum(map(bool, outcomes.values()))
    table = [f"{'caught' if fault else 'unseen':7}{name}: {fault[:120]}" for name, fault in outcomes.items()]
    title = f"forgeries planted: {len(outcomes)}, caught by --independent: {caught}"
    record_property("table", "\n".join([title, *table]))
    assert {name for name, fault in outcomes.items() if not fault} <= UNSEEN
