"""Where a p-value is the level itself: not below it, so nothing is rejected, whoever asks."""

from fractions import Fraction
from math import comb

import pytest

from discordant.experiment import exact
from discordant.inference import nearest_below, power, sample_size, smallest_m, smallest_net
from discordant.inference.rejection import boundaries

# m, c and the level that is the exact p-value of (m - c, c).  Such ties are rare: C(m, 0) + ... + C(m, c) is
# a power of two, as for c = 1 and m = 2^n - 1; and by chance for m = 23, c = 3 (there is a Golay code to it).
TIES = [
    (7, 1, Fraction(1, 8)),
    (15, 1, Fraction(1, 1024)),
    (31, 1, Fraction(1, 2**25)),
    (23, 3, Fraction(1, 2**11)),
]
each = pytest.mark.parametrize(("m", "c", "level"), TIES)


@each
def test_the_tie_is_one(m, c, level):
    assert exact(m - c, c) == level == Fraction(2 * sum(comb(m, k) for k in range(c + 1)), 2**m)


@each
def test_the_split_at_the_level_is_not_below_it(m, c, level):
    assert nearest_below(m, level).lower == c - 1
    assert nearest_below(m, level * Fraction(1001, 1000)).lower == c
    assert smallest_net(m, level) == m - 2 * (c - 1)


@each
def test_the_boundary_that_is_carried_along_does_not_take_it(m, c, level):
    """As long as no outcome of fewer cases can be below the level there is no walk that comes by."""
    found = {boundary.m: boundary.lower for boundary in boundaries(smallest_m(level), m + 1, level)}
    assert found[m] == c - 1


@each
def test_power_does_not_count_it(m, c, level):
    """All cases discordant, so that m is N: B wins m - c or more of them, those at the tie left out."""
    p = Fraction(9, 10)
    wanted = sum(comb(m, losses) * p ** (m - losses) * (1 - p) ** losses for losses in range(c))
    assert power(p, 1 - p, m, level) == pytest.approx(float(wanted), abs=1e-12)


def test_the_fewest_cases_at_a_level_that_is_a_p_value():
    """Five one-way wins have p = 1/16, which is not below 1/16."""
    assert exact(5, 0) == Fraction(1, 16)
    assert (smallest_m(Fraction(1, 16)), smallest_m(Fraction(1, 16) + Fraction(1, 10**9))) == (6, 5)
    assert sample_size(1, 0, 0.99, Fraction(1, 16)) == 6
