"""What translators are told beside each block: in words that fit their text."""

import re
from fractions import Fraction

import pytest

from discordant import render
from discordant.experiment import exact
from discordant.press import drawings
from discordant.publication.disk import load, locale
from discordant.teaching.exercises.draws import Draws
from discordant.teaching.exercises.kinds import KINDS
from discordant.translating import catalogs, notes
from discordant.translating.plain_formula import plain


@pytest.fixture(scope="module")
def publication():
    return load()


@pytest.fixture(scope="module")
def told(publication):
    """The notes of each block."""
    return {source.id: source.comments for source in catalogs.sources(publication)}


def value(lines, name):
    """What the notes have as the value of a placeholder."""
    (found,) = {m[1] for line in lines if (m := re.search(rf'\{{{name}\}} (?:=|e\.g\.) "([^"]+)"', line))}
    return found


def number(lines, name):
    return Fraction(value(lines, name).replace(",", "").replace("−", "-"))


# --- examples ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("block", "ahead", "significant"),
    [
        ("significant-A", "c", True),
        ("significant-B", "b", True),
        ("open-A", "c", False),
        ("open-B", "b", False),
    ],
)
def test_examples_of_a_report_agree_with_its_sentence(told, block, ahead, significant):
    """Who leads, whether p lies below the level, and on which side of zero the interval begins."""
    lines = told[f"exercise.manager.report.{block}"]
    counts = {name: number(lines, name) for name in ("b", "c", "m", "N")}
    behind = {"b": "c", "c": "b"}[ahead]
    assert counts["b"] + counts["c"] == counts["m"]
    assert number(lines, "lead_points") == 100 * (counts[ahead] - counts[behind]) / counts["N"]
    assert (exact(int(counts["b"]), int(counts["c"])) < Fraction(1, 20)) is significant
    assert (number(lines, "exact_p") < Fraction(1, 20)) is significant
    assert (number(lines, "low") > 0) is significant
    assert number(lines, "low") < number(lines, "lead_points") < number(lines, "high")


@pytest.mark.parametrize(
    ("block", "fewer", "more"), [("A", "printed_c", "printed_b"), ("B", "printed_b", "printed_c")]
)
def test_examples_of_an_option_are_of_a_sheet_where_it_is_right(told, block, fewer, more):
    lines = told[f"exercise.orientation.leader.why.{block}"]
    assert number(lines, fewer) < number(lines, more)


def test_a_number_is_told_as_fixed_or_as_drawn(told):
    """The article's are computed from two tables that stay (brief/article.md, section 2)."""
    assert '{N} = "1,000": cases in all' in told["dashboard.case"]
    assert any(
        line.startswith('{I_m} = "20", {II_m} = "180": discordant cases') for line in told["coin.more"]
    )
    assert '{b} = "20" or "100": cases that B alone gets right: its wins' in told["figure.cases.only-b"]
    by_hand = told["exercise.exact-by-hand.stem"]
    assert any(line.startswith('{b} e.g. "') for line in by_hand)
    assert any(line.startswith("drawn anew for each sheet") for line in by_hand)


def test_what_may_be_one_is_said(told):
    """Of other draws than those that the notes were made from."""
    for kind in KINDS:
        seen = {}
        for count in range(30):
            item = KINDS[kind].draw(Draws("notes", count), None)
            for name, fact in {**item.given, **item.results}.items():
                seen.setdefault(name, set()).add((fact.kind, fact.value))
        for block, lines in told.items():
            if not block.startswith(f"exercise.{kind}."):
                continue
            for name in set(re.findall(r"\{(\w+)\} e\.g\.", "\n".join(lines))):
                if sum(pair == ("count", 1) for pair in seen.get(name, ())):
                    assert f"{{{name}}} may be " in "\n".join(lines), (block, name)


# --- words -------------------------------------------------------------------------------------------------


def test_no_note_has_tex_or_points_at_what_is_not_there(told):
    lines = [line for found in told.values() for line in found]
    assert [line for line in lines if re.search(r"\\[a-z]|\^\{|_\{|\\fact", line)] == []
    meanings = [line.partition('": ')[2] for line in lines]
    assert [said for said in meanings if re.match("the same|that |this ", said)] == []
    assert [line for line in lines if re.search(r"\b(?:of|in) that (?:split|power)\b", line)] == []


def test_names_mean_in_a_kind_of_exercise_what_they_do_there(told):
    lead = "\n".join(told["exercise.smallest-lead.lead.step3"])
    assert "smallest significant lead, in cases" in lead
    assert "B's wins minus A's" not in lead
    assert any("title of an exercise" in line for line in told["sheet.quiz.category"])
    assert any("unrounded cut-off" in line for line in told["exercise.sample-size.size.step3"])


def test_formulas_are_written_as_one_would_on_a_line(told, publication):
    assert any("= 2 × 0.5³ = 0.25" in line for line in told["handout.points.never.best"])
    assert any("= (b − c)²/(b + c)" in line for line in told["exercise.chi-square.plain.ask"])
    assert told["formula.half.spoken"] == ("read aloud in place of π_b/(π_b + π_c) = 1/2",)
    for table in ("inline", "display"):
        for name in publication.formulas[table]:
            shown = notes._written(table, name, publication)
            assert shown.isprintable()
            assert shown.count("(") == shown.count(")")
            assert "  " not in shown


@pytest.mark.parametrize(
    ("math", "text"),
    [
        ("<mrow><mo>−</mo><mn>1</mn></mrow>", "−1"),
        ("<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>N</mi></mfrac>", "(a + b)/N"),
        ("<msup><mn>10</mn><mrow><mo>−</mo><mn>6</mn></mrow></msup>", "10⁻⁶"),
        ("<msup><mn>2</mn><mrow><mo>−</mo><mi>m</mi></mrow></msup>", "2^(−m)"),
        ("<msqrt><mi>r</mi><mo>/</mo><mi>N</mi></msqrt>", "√(r/N)"),
        ("<mover><mi>Δ</mi><mo>ˆ</mo></mover>", "Δ\u0302"),
    ],
)
def test_a_formula_as_plain_text(math, text):
    assert plain(f"<math>{math}</math>") == text


def test_terms_stand_beside_a_text_in_the_language_that_is_translated_into(publication):
    italian = {source.id: source.comments for source in catalogs.sources(publication, "it")}
    [terms] = [line for line in italian["pvalue.question"] if line.startswith("terms: ")]
    assert "lopsided → sbilanciato; p-value → valore p; two-sided → bilaterale" in terms
    [untold] = [
        line
        for source in catalogs.sources(publication)
        if source.id == "pvalue.question"
        for line in source.comments
        if line.startswith("terms: ")
    ]
    assert "lopsided; p-value; two-sided" in untold


# --- lengths -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tag", "words", "place"),
    [("en", "images that only one model ", 0), ("zh-Hans", "只有模型判对的图像", 1)],
)
def test_what_is_said_of_lengths_is_measured(told, tag, words, place):
    """A label of two lines on a phone, and a title of one, as the figures draw them."""
    look = drawings.look_of(drawings.lettering(locale(tag)))
    for block, width, size, lines in (
        ("figure.cases.only-b", 174, 12.5, 2),
        ("figure.cases.I.title", 360, 16, 1),
    ):
        letters = [int(n) for n in re.findall(r"(\d+) (?:letters|Chinese)", told[block][0])][place]
        text = (words * 9)[: letters * lines].strip()
        assert render.rows(text, width, look, size, "bold") == lines
        assert render.rows((words * 9)[: letters * lines * 3 // 2], width, look, size, "bold") > lines
