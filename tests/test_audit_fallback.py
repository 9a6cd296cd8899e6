"""What a forger may try where English stands in: numbers that are in the way of the other language."""

import json
import re
import shutil

import pytest

from discordant.audit import audit

PAGE, DATA = "output/pt/index.html", "output/data/discordant.json"
ENGLISH = r'(<p) lang="en"( dir="ltr" class="fallback">(?:(?!</p>).)*data-fact="I_exact_p")'
OWN = '<p class="standfirst">'


def on_page(pattern, new):
    def change(folder):
        text = (folder / PAGE).read_text("utf-8")
        changed, found = re.subn(pattern, new, text, count=1, flags=re.DOTALL)
        assert found, pattern
        (folder / PAGE).write_text(changed, "utf-8")

    return change


def in_record(block, change_entry):
    def change(folder):
        document = json.loads((folder / DATA).read_bytes())
        entries = [e for e in document["locales"]["pt"]["printed"]["page"] if e["block"] == block]
        assert entries
        for entry in entries:
            change_entry(entry)
        (folder / DATA).write_text(json.dumps(document), "utf-8")

    return change


def both(*changes):
    return lambda folder: [change(folder) for change in changes]


FORGERIES = {
    "a number amid English as the page's language writes it": on_page(
        r'(class="fallback">(?:(?!</p>).)*data-fact="N">)1,000<', r"\g<1>1.000<"
    ),
    "a number of the page's language as English writes it": on_page(
        r'(data-fact="I_exact_p">)1,91 ', r"\g<1>1.91 "
    ),
    "an English passage that does not say so": on_page(ENGLISH, r"\1\2"),
    "an English passage that says another language": on_page(ENGLISH, r'\1 lang="it"\2'),
    "a passage that says it were English": on_page(OWN, '<p lang="en" class="standfirst">'),
    "a record that does not say English": in_record("pairing.two", lambda e: e.pop("language")),
    "a record that says English": in_record("standfirst", lambda e: e.update(language="en")),
    "a record that says another language": in_record("standfirst", lambda e: e.update(language="it")),
    "decimals of one language said to be English, in page and record": both(
        on_page('<p>(?=(?:(?!</p>).)*data-fact="I_exact_p">1,91)', '<p lang="en">'),
        in_record("abstract.result", lambda e: e.update(language="en")),
    ),
}


@pytest.fixture
def published(beginning, tmp_path):
    """A page and the data beside it; what is missing of the rest is told, forged or not."""
    for path in (PAGE, DATA):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(beginning / path, tmp_path / path)
    return tmp_path


@pytest.mark.parametrize("name", FORGERIES)
def test_it_is_caught(published, name):
    before = set(audit(published).faults_in_lines())
    assert not [line for line in before if "data-fact" in line or "fact " in line]
    FORGERIES[name](published)
    found = set(audit(published).faults_in_lines()) - before
    assert any(line.startswith((PAGE, DATA)) for line in found)
