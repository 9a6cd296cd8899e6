"""The p-values as rounded numbers: the same bits as the fraction, bounds that hold it, and the known ones."""

import json
import math
from decimal import Context, Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discordant.experiment import exact
from discordant.inference import enclosure, pvalue, smallest_net
from discordant.inference.lead import smallest_lead
from discordant.inference.midp import mid_p
from discordant.inference.pvalue import below, exact_p, mid_p_offered, mid_p_value

CASES = json.loads((Path(__file__).parent / "cases" / "reference_cases.json").read_text("utf-8"))["cases"]
counts = st.integers(0, 1500)
WIDE = Context(prec=20, Emin=-(10**9), Emax=10**9)


def known(quantity):
    return [pytest.param(c, id=c["id"]) for c in CASES if c["quantity"] == quantity]


# --- published values ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("reference", known("p_exact_decimal_20_digits"))
def test_twenty_digits(reference):
    p = exact_p(reference["inputs"]["b"], reference["inputs"]["c"])
    assert p.decimal == Decimal(reference["expected"])
    assert p.value == float(p.decimal)  # a double has 17 digits at most, and none of these lies between two


@pytest.mark.parametrize("reference", known("p_exact_as_double_and_log10"))
def test_where_doubles_end(reference):
    p = exact_p(reference["inputs"]["b"], reference["inputs"]["c"])
    value, log10 = reference["expected"]
    assert p.value == value
    assert p.log10 == pytest.approx(log10, abs=reference["tolerance"]["value"])


def test_half_of_the_smallest_double_goes_to_the_even_one():
    """statistics.md 4: one-way m = 1075 gives 5e-324, m = 1076 just half of it, which is a tie."""
    assert exact_p(1075, 0).value == 5e-324
    assert exact_p(1076, 0).value == 0.0
    assert exact_p(1076, 0).decimal > 0


# --- the same as the fraction -------------------------------------------------------------------------------


@given(b=counts, c=counts)
def test_bounds_round_as_the_fraction_does(b, c):
    """Both ways to the same p-value: by the fraction, and by bounds however coarse they begin."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pvalue, "MOST_BY_FRACTION", 0)
        patch.setattr(pvalue, "FIRST_BITS", 32)
        by_bounds = exact_p(b, c), mid_p_value(b, c)
    for found, p in zip(by_bounds, (exact(b, c), mid_p(b, c)), strict=True):
        assert found.value == p.numerator / p.denominator
        assert found.decimal == WIDE.divide(Decimal(p.numerator), Decimal(p.denominator))
    assert [p[:2] for p in by_bounds] == [exact_p(b, c)[:2], mid_p_value(b, c)[:2]]


@given(m=st.integers(2, 3000), share=st.floats(0, 1), bits=st.integers(16, 400))
def test_bounds_hold_the_fraction(m, share, bits):
    k = int(share * ((m - 1) // 2))
    for bounds, p in (
        (enclosure.exact_tails(m, k, bits), exact(m - k, k)),
        (enclosure.mid_tails(m, k, bits), mid_p(m - k, k)),
    ):
        low, high, exponent = bounds
        assert low * Fraction(2) ** exponent <= p <= high * Fraction(2) ** exponent
        assert high - low <= max(1, low >> (bits - 16))  # of sixteen bits the steps cost fewer than sixteen


@given(m=st.integers(2, 400), share=st.floats(0, 1), bits=st.integers(2, 40))
def test_each_factor_is_held_however_few_bits_there_are(m, share, bits):
    k = int(share * ((m - 1) // 2))
    ways = math.comb(m, k)
    for bounds, true in (
        (enclosure.coefficient(m, k, bits), ways),
        (enclosure.ratio(m, k, bits), Fraction(sum(math.comb(m, j) for j in range(k + 1)), ways)),
    ):
        low, high, exponent = bounds
        assert low * Fraction(2) ** exponent <= true <= high * Fraction(2) ** exponent


def test_large_ones_agree_with_the_fraction():
    """Larger than the fraction is used for, yet small enough for it."""
    for b, c in ((3000, 2900), (5000, 1), (12_000, 11_999), (9000, 9000), (30_000, 10_000)):
        p, q = exact(b, c), mid_p(b, c)
        assert exact_p(b, c).value == p.numerator / p.denominator
        assert mid_p_value(b, c).value == q.numerator / q.denominator


def test_what_no_bounds_can_tell_is_left_to_the_fraction(monkeypatch):
    """A p-value that lies on the edge between two digits would be narrowed for ever."""
    monkeypatch.setattr(pvalue, "MOST_BY_FRACTION", 0)
    calls = []

    def never_alike(m, k, bits):
        calls.append(bits)
        return enclosure.Enclosure(1, 2, -1)

    assert pvalue._rounded(300, 200, exact, never_alike).fraction == exact(300, 200)
    assert calls == [192, 384]  # and 768 bits are more than the 500 of the fraction


# --- below alpha --------------------------------------------------------------------------------------------


@given(b=counts, c=counts, alpha=st.fractions(0, 1))
def test_below_is_what_the_fraction_says(b, c, alpha):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pvalue, "MOST_BY_FRACTION", 0)
        assert below(b, c, alpha) == (exact(b, c) < alpha)
        assert not below(b, c, exact(b, c))  # equal is not below


def test_below_at_once_where_both_tails_meet(monkeypatch):
    """p is 1 then; the fraction of so many would take half a minute."""
    monkeypatch.setattr(pvalue, "exact_fraction", None)
    assert not below(500_000, 499_999, 1)
    assert not below(500_000, 500_000, 0.05)


@given(m=st.integers(0, 400), alpha=st.floats(1e-6, 0.9))
def test_the_smallest_lead_is_that_of_the_fractions(m, alpha):
    assert smallest_lead(m, alpha) == smallest_net(m, alpha)


def test_the_smallest_lead_of_a_million():
    lead = smallest_lead(1_000_000, Fraction(1, 20))
    lower = (1_000_000 - lead) // 2
    assert exact_p(1_000_000 - lower, lower).value < 0.05 <= exact_p(999_999 - lower, lower + 1).value


# --- how it is told -----------------------------------------------------------------------------------------


def test_one_in():
    """1 / p by hand: 524,288, 6.39, 283, 16; and nothing where p is above a quarter."""
    pairs = [
        ((20, 0), 520_000),
        ((100, 80), 6),
        ((110, 70), 280),
        ((5, 0), 16),
        ((6, 2), None),
        ((1, 1), None),
    ]
    for split, n in pairs:
        assert exact_p(*split).one_in == n, split
    assert exact_p(3, 0).one_in == 4  # p is a quarter


def test_a_power_of_ten():
    for b, c, power, tiny in ((20, 0, -6, False), (1000, 0, -301, True), (999_990, 10, -300_977, True)):
        p = exact_p(b, c)
        assert (p.power_of_ten, p.tiny) == (power, tiny)


def test_a_fraction_while_it_is_short():
    assert exact_p(20, 0).fraction == Fraction(1, 524288)
    assert exact_p(4000, 96).fraction == exact(4000, 96)
    assert exact_p(4000, 97).fraction is None
    assert exact_p(500_000, 500_000).fraction == exact_p(500_001, 500_000).fraction == 1  # both tails meet


def test_the_mid_p_is_offered_as_long_as_its_test_keeps_to_alpha():
    """Size by enumeration; statistics.md 2.2: the worst case with N = m is 0.0768 at m = 16."""

    def size(N, rate):
        total = 0.0
        for m in range(N + 1):
            found = sum(math.comb(m, b) for b in range(m + 1) if mid_p(b, m - b) <= Fraction(1, 20))
            total += math.comb(N, m) * rate**m * (1 - rate) ** (N - m) * found / 2**m
        return total

    assert size(16, 1.0) == pytest.approx(0.0768, abs=5e-5)
    assert not mid_p_offered(16, 16)
    for N in (16, 22, 28, 40):
        for rate in (0.25, 0.5, 0.7, 0.75):
            assert size(N, rate) <= 0.0503, (N, rate)
            assert mid_p_offered(int(rate * N), N)


@pytest.mark.parametrize("function", [exact_p, mid_p_value, lambda b, c: below(b, c, 0.05)])
def test_refused(function):
    for b, c, name in ((-1, 3, "b"), (1, 2.5, "c"), (True, 2, "b"), (10_000_001, 0, "b \\+ c")):
        with pytest.raises(ValueError, match=f"^{name} "):
            function(b, c)
    with pytest.raises(ValueError, match=r"^m must be at most"):
        smallest_lead(10_000_001, 0.05)
    with pytest.raises(ValueError, match=r"^N must be at least b"):
        mid_p_offered(5, 4)
