"""Pages and PDFs of reports on several models, on scores and the like: valid in each language."""

import re
from pathlib import Path

import pytest
from reporting import said

TABLE = Path(__file__).resolve().parents[1] / "examples" / "models.csv"
KINDS = {
    "several": (TABLE, "--model", "base", "--model", "tuned", "--model", "distilled"),
    "scores": (TABLE, "--a", "base", "--b", "tuned", "--scores"),
    "margin": (TABLE, "--a", "base", "--b", "tuned", "--category", "topic", "--margin", "2"),
    "clusters": (TABLE, "--a", "base", "--b", "tuned", "--cluster", "topic", "--margin", "2"),
}


@pytest.fixture
def folder(tmp_path, capsys, tags):
    """A page and a PDF of each kind, under its name and the language's."""
    for kind, words in KINDS.items():
        for tag in tags:
            files = (tmp_path / f"{kind}-{tag}.{end}" for end in ("html", "pdf"))
            options = (word for pair in zip(("--html", "--pdf"), files, strict=True) for word in pair)
            assert said(capsys, *words, "--locale", tag, *options)[0] == 0
    return tmp_path


def test_all_keep_to_their_profiles(folder, complaints_of, verapdf):
    pages = sorted(path.name for path in folder.glob("*.html"))
    assert len(pages) == 3 * len(KINDS)
    said_of_them = [one["message"] for one in complaints_of(folder, pages)]
    # a property in the margins of paper, and one of MathML Core: all that the checker does not know
    assert {re.match("CSS: “([a-z-]+)”|", message)[1] for message in said_of_them} == {
        "font-feature-settings",
        "math-style",
    }
    verapdf(sorted(folder.glob("*.pdf")))
