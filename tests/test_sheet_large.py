"""Own tables up to a million cases: every kind that takes one is drawn and written, with the right p."""

import re

import pytest
from sheet_seeds import coded

from discordant.press.scribe import Scribe
from discordant.publication.disk import catalog, load, locale
from discordant.teaching.exercises.exercise import Counts, for_students
from discordant.teaching.exercises.sheet import Order, make, takers
from discordant.teaching.sheets import questions as exercise_quiz
from discordant.teaching.sheets.texts import Writer

# table -> its p-value, from a sum of exp(lgamma(m + 1) - lgamma(k + 1) - lgamma(m - k + 1) - m log 2)
TABLES = {
    Counts(60_000, 9000, 8000, 23_000): "1.80×10⁻¹⁴",
    Counts(950_000, 25_500, 24_500, 0): "7.90×10⁻⁶",
    Counts(999_000, 600, 400, 0): "2.73×10⁻¹⁰",
    Counts(999_990, 6, 2, 2): "0.2891",  # 74/256, which has more digits where it is compared: 0.289063
    Counts(0, 500_000, 499_999, 1): None,
}


@pytest.fixture(scope="module")
def writer():
    publication = load()
    return Writer(Scribe(locale("en"), catalog("en"), {}, publication.formulas, {}), publication.blocks)


@pytest.mark.parametrize("counts", TABLES, ids=str)
def test_every_kind_is_made_of_a_large_table(counts, writer):
    seen = 0
    for kind in takers(counts):
        sheet = make(Order(1, 1, (kind,), counts, coded(5)))
        (item,) = sheet.variants["A"]
        assert item.own
        assert re.fullmatch("[0-9a-f]{10}", sheet.id)
        assert exercise_quiz.files(writer, sheet)["xml"]
        shown = str(writer.item(for_students(item), 1))
        for printed in re.findall(r'data-fact="exact_p"[^>]*>(.*?)</span>', shown):
            seen += 1
            found = re.sub(r"<[^>]*>|\s", "", printed)
            assert found == TABLES[counts] or (kind == "chi-square" and found == "0.289063"), kind
    assert (seen > 0) == (TABLES[counts] is not None)


def test_a_table_for_a_platform_has_its_counts_in_their_places(writer):
    """A right above A wrong, B right before B wrong: so only B right stands below, only A right beside."""
    sheet = make(Order(1, 1, ("which-cancel",), Counts(431, 42, 17, 10), coded(5)))
    quiz = exercise_quiz.files(writer, sheet)["xml"].decode()
    table = re.search(r"<table.*?</table>", quiz, re.DOTALL)[0]
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>(.*?)</tr>", table)]
    cells = [[re.sub("<[^>]*>", "", cell) for cell in row[1:]] for row in rows[1:]]
    assert cells == [["431", "17"], ["42", "10"]]
