"""Claims: read, never run; true of the article's numbers, and false when these change."""

import ast
from fractions import Fraction

import pytest

from discordant.experiment import SCENARIOS
from discordant.facts import article as facts
from discordant.language import Fact
from discordant.press import claims
from discordant.press.blocks import Block
from discordant.press.claims import ClaimError, holds
from discordant.publication import disk as publication

FACTS = {
    "p": Fact("p", Fraction(1, 524288), "probability"),
    "alpha": Fact("alpha", Fraction(1, 20), "ratio"),
    "b": Fact("b", 20, "count"),
    "c": Fact("c", 0, "count"),
    "r": Fact("r", -0.5, "statistic"),
    "title": Fact("title", "A title", "name"),
    "nothing": Fact("nothing", None, "percent"),
}


def block(*of):
    return Block("part.name", "paragraph", 0, "Text.", of, "", "article.md", 12)


@pytest.mark.parametrize(
    ("claim", "truth"),
    [
        ("p < alpha", True),
        ("p > alpha", False),
        ("b == 20", True),
        ("b != 20", False),
        ("b <= 20", True),
        ("b >= 20.5", False),
        *((f"b {sign} 20", sign in ("<=", ">=", "==")) for sign in ("<", "<=", ">", ">=", "==", "!=")),
        *((f"c {sign} 20", sign in ("<", "<=", "!=")) for sign in ("<", "<=", ">", ">=", "==", "!=")),
        *((f"20 {sign} c", sign in (">", ">=", "!=")) for sign in ("<", "<=", ">", ">=", "==", "!=")),
        ("b - c == 20", True),
        ("b + c - b == c", True),
        ("20 == b", True),
        ("r < c", True),
        ("alpha == 0.05", False),  # the fraction 1/20 is not the double next to it
        (" b>c ", True),
    ],
)
def test_truth(claim, truth):
    assert holds(claim.strip(), FACTS) is truth


@pytest.mark.parametrize(
    ("claim", "says"),
    [
        ("missing < alpha", "missing names no fact"),
        ("title < alpha", "title is no number"),
        ("nothing == c", "nothing is no number"),
        ("p", "no single comparison"),
        ("p < alpha < b", "no single comparison"),
        ("p < alpha and b > c", "no single comparison"),
        ("not p < alpha", "no single comparison"),
        ("p in alpha", "no single comparison"),
        ("p is alpha", "no single comparison"),
        ("", "cannot be read"),
        ("p <", "cannot be read"),
        ("p < alpha; b > c", "cannot be read"),
        ("p = alpha", "cannot be read"),
        ("p < alpha\0", "cannot be read"),
        ("b * 2 > c", "neither a fact"),
        ("b ** 999999999 > c", "neither a fact"),
        ("-b < c", "neither a fact"),
        ("'a' < b", "neither a fact"),
        ("True < b", "neither a fact"),
        ("None == c", "neither a fact"),
        ("1j == c", "neither a fact"),
        ("b[0] == c", "neither a fact"),
        ("b.real == c", "neither a fact"),
        ("b.__class__ == c", "neither a fact"),
        ("__import__('os').system('true') == 0", "neither a fact"),
        ("(lambda: b)() == b", "neither a fact"),
        ("[x for x in ()] == b", "neither a fact"),
        ("(b := 1) == b", "neither a fact"),
        ("f'{b}' == b", "neither a fact"),
        ("open < b", "open names no fact"),
        ("1and b < c", "no single comparison"),  # of which Python would warn on the terminal
    ],
)
def test_what_is_no_claim(claim, says):
    with pytest.raises(ClaimError, match=says):
        holds(claim, FACTS)


DEEP = ["(" * 5000 + "b" + ")" * 5000 + " == b", "b" + " + b" * 50_000 + " == b", "-" * 50_000 + "b == b"]
DEEP += ["b" + ".x" * 50_000 + " == b", "b == " + "[" * 150 + "]" * 150, "9" * 10_000 + " == b"]


@pytest.mark.parametrize("claim", DEEP, ids=[claim[:8] for claim in DEEP])
def test_deep_or_long_claims_are_one_short_error(claim):
    with pytest.raises(ClaimError) as caught:
        holds(claim, FACTS)
    assert len(str(caught.value)) < 300


def test_a_false_claim_names_claim_and_block():
    claims.check([block("p < alpha")], FACTS)
    with pytest.raises(ClaimError, match=r"article\.md:12: block part\.name claims 'p > alpha'"):
        claims.check([block("p < alpha", "p > alpha")], FACTS)


def test_an_unreadable_claim_names_its_block():
    with pytest.raises(
        ClaimError, match=r"article\.md:12: block part\.name: claim 'p' is no single comparison"
    ):
        claims.check([block("p")], FACTS)


# --- the article's own --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def loaded():
    return publication.load()


def test_every_claim_of_the_article_holds(loaded):
    claims.check(loaded.blocks.values(), loaded.facts)
    assert sum(len(b.claims) for b in loaded.blocks.values()) > 30


def other_facts(known, claim, shift):
    """The facts with each name of the claim in turn moved, nothing else."""
    for name in {node.id for node in ast.walk(ast.parse(claim)) if isinstance(node, ast.Name)}:
        yield known | {name: known[name]._replace(value=known[name].value + shift)}


def test_every_claim_can_fail(loaded):
    """For each there is one number whose change makes it false: no claim is empty talk."""
    for claim in {claim for b in loaded.blocks.values() for claim in b.claims}:
        tried = [holds(claim, o) for s in (-(10**6), 10**6) for o in other_facts(loaded.facts, claim, s)]
        assert False in tried, claim


EXCHANGED = {
    "comparisons": (SCENARIOS["II"], SCENARIOS["I"]),
    "models": ((900, 0, 20, 80), (820, 80, 100, 0)),
    "right and wrong": ((80, 20, 0, 900), (0, 100, 80, 820)),
    "one for the other": (SCENARIOS["I"], SCENARIOS["I"]),
}


@pytest.mark.parametrize("tables", EXCHANGED.values(), ids=EXCHANGED)
def test_exchanged_numbers_stop_the_build(loaded, monkeypatch, tables):
    for name, table in zip(SCENARIOS, tables, strict=True):
        monkeypatch.setitem(SCENARIOS, name, table)
        monkeypatch.setitem(facts.WINDOWS, name, (0, 20))  # bars that each of them has
    with pytest.raises(ClaimError, match="which the numbers do not bear out"):
        claims.check(loaded.blocks.values(), loaded.facts | facts.results())
