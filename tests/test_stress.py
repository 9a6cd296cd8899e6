"""No pattern over many draws that a class could find out: right options, places, lengths, rows, numbers."""

from fractions import Fraction

import pytest

from discordant.publication.disk import load
from discordant.teaching.exercises import stress
from discordant.teaching.exercises.kinds import KINDS
from discordant.teaching.exercises.sheet import OrderError

DRAWS = 400
# questions of which there is but one right option; its place varies all the same
ALWAYS = {"which-cancel: cells", "past-one: p"}


@pytest.fixture(scope="module")
def tallies():
    blocks = load().blocks
    return {kind: stress.tallies(kind, lambda name: len(blocks[name].text), DRAWS) for kind in KINDS}


def shares(counts):
    return [Fraction(count, counts.total()) for count in counts.values()]


def test_right_options_are_spread(tallies):
    for kind, found in tallies.items():
        for what, counts in found.items():
            name, _, thing = what.partition(": ")
            if thing == "its place":
                assert len(counts) >= 4, (kind, what)
                assert max(shares(counts)) < 2 * Fraction(1, len(counts)), (kind, what)
            if thing == "right option" and f"{kind}: {name}" not in ALWAYS:
                assert max(shares(counts)) < Fraction(3, 5), (kind, what, counts)


def test_the_longest_option_is_not_always_right(tallies):
    for kind, found in tallies.items():
        for what, counts in found.items():
            if what.endswith("longest") and f"{kind}: {what.partition(':')[0]}" not in ALWAYS:
                assert counts[True] < DRAWS * 0.9, (kind, what, counts)


def test_the_boundary_is_in_no_fixed_row(tallies):
    counts = tallies["smallest-lead"]["rows below the level"]
    assert set(counts) == {1, 2, 3, 4}
    assert max(shares(counts)) < Fraction(2, 5)


def test_a_lopsided_split_does_not_tell_which_form_is_nearer(tallies):
    assert len(tallies["chi-square"]["plain: answer"]) > DRAWS / 10
    right = tallies["chi-square"]["definition: right option"]
    assert set(right) == {"exact-plain", "exact-corrected"}


def test_an_unknown_kind_is_refused():
    with pytest.raises(OrderError, match="--stress: there is no kind 'mean'"):
        stress.tallies("mean", len)
