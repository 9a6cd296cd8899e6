"""Every forgery of a published folder that its parts give away is caught by whoever has nothing else."""

import json
import shutil
from functools import cache

import pytest
from audit_forgeries import MISSED
from forgeries import FORGERIES, plant

from discordant.audit import audit, data, pdf_text, whole

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
def _parsed_once():
    """A page, a PDF and data that a forgery leaves alone are read once, and then again the same."""
    held, hold = set(), data._schema

    def schema(document, findings, shown):
        faults = len(findings.faults)
        if (text := json.dumps(document)) not in held:
            hold(document, findings, shown)
            held.update([text] if len(findings.faults) == faults else [])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(data, "_schema", schema)
        patch.setattr(whole, "Page", cache(whole.Page))
        patch.setattr(pdf_text, "pages", cache(pdf_text.pages))
        yield


@pytest.fixture(scope="module")
def outcomes():
    """Name -> the first fault of every forgery so far; "" where there is none."""
    return {}


@pytest.mark.parametrize("name", FORGERIES)
def test_it_is_caught(made, tmp_path, outcomes, name):
    folder = tmp_path / "copy"
    shutil.copytree(made, folder)
    plant(name, folder)
    lines = list(audit(folder).faults_in_lines())
    outcomes[name] = lines[0] if lines else ""
    assert all(line.isprintable() for line in lines)
    assert lines or name in UNSEEN


def test_the_table_of_what_is_caught(outcomes, capsys):
    caught = sum(map(bool, outcomes.values()))
    table = [f"{'caught' if fault else 'unseen':7}{name}: {fault[:120]}" for name, fault in outcomes.items()]
    with capsys.disabled():
        print(f"\nforgeries planted: {len(outcomes)}, caught by --independent: {caught}", *table, sep="\n")
    assert {name for name, fault in outcomes.items() if not fault} <= UNSEEN
