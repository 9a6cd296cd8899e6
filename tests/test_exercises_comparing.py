"""Exercises that compare and plan: every number again by another route, from what the sheet prints.

Tables become lists of single cases here, p-values sums over distances from the middle, and cut-offs quantiles
of the standard library's normal distribution.
"""

from fractions import Fraction
from itertools import product
from math import ceil, comb, sqrt
from statistics import NormalDist, fmean, pstdev, stdev

import pytest
from comparing_items import FILES, draw, drawn, question

from discordant.teaching.exercises.exercise import Counts, Rows, Square, Values
from discordant.teaching.exercises.kinds import KINDS

MINE = [kind for kinds in FILES.values() for kind in kinds]
ALPHA = Fraction(1, 20)
Z = NormalDist().inv_cdf(0.975)


def exhibit(item, form):
    (found,) = (shown for shown in item.exhibits if isinstance(shown, form))
    return found


def values(facts):
    return [fact.value for fact in facts]


def value(item, name):
    return item.given[name].value


def right(item, name):
    (found,) = (option.name for option in question(item, name).options if option.right)
    return found


def p_exact(b, c):
    """Both tails: every number of wins that lies as far from the middle as the observed one."""
    m = b + c
    return Fraction(sum(comb(m, k) for k in range(m + 1) if abs(2 * k - m) >= abs(b - c)), 2**m)


def p_chi_square(statistic):
    return 2 * NormalDist().cdf(-sqrt(statistic))


def as_asked(value, q):
    """A number in the decimals that are asked for, as a student would round it."""
    scale = 10 ** (6 if q.places is None else q.places)
    return Fraction(int(Fraction(value) * scale + Fraction(1, 2)), scale)


def check_number(q, answer, wrong):
    """The answer, and all wrong answers that are not the right one or one of those before."""
    assert float(q.answer[0].value) == pytest.approx(float(answer), rel=1e-9)
    found = {mistake.cause: mistake.answer[0].value for mistake in q.wrong}
    assert set(found) <= set(wrong)
    for cause, expected in wrong.items():
        if cause in found:
            assert float(found[cause]) == pytest.approx(float(expected), rel=1e-6, abs=1e-15), cause
            assert abs(float(expected) - float(answer)) > float(q.tolerance), cause
            assert abs(as_asked(expected, q) - Fraction(answer)) > q.tolerance, cause
        else:
            same = abs(float(expected) - float(answer)) < 1e-9
            assert same or as_asked(expected, q) in [as_asked(other, q) for other in found.values()], cause


# === Two dashboards ===


def test_two_dashboards():
    verdicts = []
    for item in drawn("two-dashboards"):
        first, second = (values(row) for row in exhibit(item, Rows).comparisons)
        N = value(item, "N")
        assert sum(first) == sum(second) == N
        assert min(first + second) >= 1
        (a, b, c, _d), (a2, b2, c2, _d2) = first, second
        assert (a + b, a + c) == (a2 + b2, a2 + c2)
        assert b + c != b2 + c2
        few, many = sorted((first, second), key=lambda four: four[1] + four[2])
        ps = {name: fact.value for name, fact in exhibit(item, Values).rows}
        assert ps == {"smaller": p_exact(few[1], few[2]), "larger": p_exact(many[1], many[2])}
        assert ps["smaller"] < ps["larger"]
        assert all(p < Fraction("0.045") or p > Fraction("0.055") for p in ps.values())
        lead, weaker = abs(b - c), min(a + b, a + c)
        check_number(
            question(item, "lead"),
            Fraction(100 * lead, N),
            {
                "percent": Fraction(100 * lead, weaker),
                "cases-for-points": lead,
                "share-for-points": Fraction(lead, N),
                "of-discordant": Fraction(100 * lead, few[1] + few[2]),
            },
        )
        assert Fraction(100 * lead, N) * 100 % 1 == 0  # two decimals hold it
        verdicts.append(right(item, "verdict"))
        assert verdicts[-1] == {2: "both", 1: "fewer", 0: "neither"}[sum(p < ALPHA for p in ps.values())]
    assert set(verdicts) == {"fewer", "both", "neither"}
    assert min(map(verdicts.count, ("fewer", "both", "neither"))) > len(verdicts) / 6


# === Standard errors ===


def check_paired_se(item):
    a, b, c, d = values(exhibit(item, Square))
    N = a + b + c + d
    assert value(item, "N") == N
    A = a * [1] + b * [0] + c * [1] + d * [0]
    B = a * [1] + b * [1] + c * [0] + d * [0]
    differences = [y - x for x, y in zip(A, B, strict=True)]
    paired = 100 * stdev(differences) / sqrt(N)
    unpaired = 100 * sqrt((pstdev(A) ** 2 + pstdev(B) ** 2) / N)
    alone = 100 * pstdev(A) / sqrt(N)
    check_number(
        question(item, "paired"),
        paired,
        {
            "unpaired": unpaired,
            "one-accuracy": alone,
            "no-root": paired**2 / 100,
            "share-for-points": paired / 100,
            "single-case": 100 * stdev(differences),
        },
    )
    check_number(
        question(item, "unpaired"),
        unpaired,
        {
            "paired": paired,
            "one-accuracy": alone,
            "no-root": unpaired**2 / 100,
            "share-for-points": unpaired / 100,
            "added-errors": alone + 100 * pstdev(B) / sqrt(N),
        },
    )
    by_N = 100 * pstdev(differences) / sqrt(N)
    assert (
        abs(round(by_N, 2) - paired) <= question(item, "paired").tolerance
    )  # N instead of N - 1, and rounded
    covariance = fmean(x * y for x, y in zip(A, B, strict=True)) - fmean(A) * fmean(B)
    assert right(item, "smaller") == ("positive" if covariance > 0 else "negative")
    assert (paired < unpaired) == (covariance > 0)
    assert abs(paired - unpaired) > 2 * question(item, "paired").tolerance or item.own


def test_paired_se():
    items = drawn("paired-se")
    for item in items:
        check_paired_se(item)
        a, b, c, d = values(exhibit(item, Square))
        assert min(a, b, c, d) >= 1
        assert b != c
        assert max(q.tolerance for q in item.questions) <= Fraction(2, 100)
    signs = [right(item, "smaller") for item in items]
    assert signs.count("negative") in range(25, 56)


# === Chi-square ===


def check_chi_square(item):
    b, c = value(item, "b"), value(item, "c")
    m, apart = b + c, abs(b - c)
    plain, corrected = Fraction(apart * apart, m), Fraction((apart - 1) ** 2, m)
    check_number(
        question(item, "plain"),
        plain,
        {
            "chi-square-corrected": corrected,
            "not-squared": Fraction(apart, m),
            "square-root": sqrt(plain),
            "squares-subtracted": apart,
        },
    )
    check_number(
        question(item, "corrected"),
        corrected,
        {
            "chi-square": plain,
            "no-absolute-value": Fraction((b - c - 1) ** 2, m),
            "one-after-squaring": Fraction(apart**2 - 1, m),
            "square-root": sqrt(corrected),
        },
    )
    if not item.exhibits:
        assert (item.own, [q.name for q in item.questions]) == (True, ["plain", "corrected"])
        return
    ps = {name: float(fact.value) for name, fact in exhibit(item, Values).rows}
    assert ps == pytest.approx(
        {"exact": float(p_exact(b, c)), "plain": p_chi_square(plain), "corrected": p_chi_square(corrected)}
    )
    printed = {name: round(p, 6) for name, p in ps.items()}
    away = {name: abs(printed[name] - printed["exact"]) for name in ("plain", "corrected")}
    assert away["plain"] != away["corrected"]
    assert right(item, "definition") == f"exact-{min(away, key=away.get)}"


def test_chi_square():
    items = drawn("chi-square")
    for item in items:
        check_chi_square(item)
        b, c = value(item, "b"), value(item, "c")
        assert 10 <= b + c <= 60
        assert min(b, c) >= 1
    nearer = [right(item, "definition") for item in items]
    assert 25 <= nearer.count("exact-plain") <= 55
    assert len({tuple(name for name, _ in exhibit(item, Values).rows) for item in items}) == 6


# === Leads and sizes ===


def test_possible_lead():
    leads = set()
    for item in drawn("possible-lead"):
        N, lead = value(item, "N"), value(item, "lead")
        leads.add(lead)
        # Every sequence of the fewest disagreements, as coins; more of them as sums.
        assert lead + 2 * 59 <= N
        sequences = list(product((1, -1), repeat=lead))
        best = Fraction(sum(abs(sum(coins)) >= lead for coins in sequences), len(sequences))
        others = [p_exact(lead + c, c) for c in range(1, 60)]  # of at most N
        assert best < min(others)
        check_number(
            question(item, "p"),
            best,
            {
                "not-doubled": Fraction(sum(sum(coins) == lead for coins in sequences), len(sequences)),
                "chi-square": p_chi_square(lead),
                "chi-square-corrected": p_chi_square(Fraction((lead - 1) ** 2, lead)),
            },
        )
        assert question(item, "p").written == "exact"
        significant = [p < ALPHA for p in (best, *others)]
        assert not all(significant)
        assert right(item, "conclusion") == ("possible" if any(significant) else "never")
        assert item.results["next_p"].value == others[0]
    assert leads == set(range(2, 10))


def test_sample_size():
    for item in drawn("sample-size"):
        rate, cutoff, accuracy = (Fraction(value(item, name)) for name in ("rate", "cutoff", "accuracy"))
        edge = Fraction(value(item, "edge_points")) / 100
        assert value(item, "edge_points") != 1  # it would not be “percentage points”
        assert cutoff == round(Fraction(Z**2), 2)
        assert rate <= 2 * (1 - accuracy) - edge
        q = question(item, "size")
        size = q.answer[0].value

        def statistic(n, edge=edge, rate=rate):
            return (edge * n) ** 2 / (rate * n)

        assert statistic(size - 1) < cutoff <= statistic(size)
        better, points = accuracy + edge, 100 * edge
        spread = accuracy - accuracy**2 + better - better**2
        check_number(
            q,
            size,
            {
                "points-for-share": ceil(cutoff * rate / points**2),
                "percent-throughout": ceil(cutoff * 100 * rate / points**2),
                "edge-not-squared": ceil(cutoff * rate / edge),
                "unpaired": ceil(cutoff * spread / edge**2),
                "no-rate": ceil(cutoff / edge**2),
            },
        )
        assert len(q.wrong) >= 4
        unrounded = item.results["size_unrounded"].value
        assert unrounded == ceil(Z**2 * rate / edge**2)
        assert abs(unrounded - size) <= q.tolerance
        wanted = (Z + NormalDist().inv_cdf(0.8)) ** 2 * rate / edge**2
        assert abs(item.results["size_for_target"].value - wanted) <= 1
        # Power by the normal law of the net gain.
        gain = NormalDist(float(edge * size), sqrt(size * (rate - edge**2)))
        reached = sqrt(cutoff * rate * size)
        assert 0.47 < 1 - gain.cdf(reached) + gain.cdf(-reached) < 0.53
        wanted = {"ask": "half", "ask-twice": "target", "ask-level": "alpha"}
        assert right(item, "power") == wanted[question(item, "power").asks]
        doubled, moved = NormalDist(0, sqrt(2 * size * (rate - edge**2))), float(2 * edge * size)
        assert 0.77 < doubled.cdf(moved - sqrt(cutoff * rate * 2 * size)) < 0.83


# === A teacher's own table ===

OWN = [Counts(900, 20, 5, 75), Counts(820, 100, 80, 0), Counts(40, 12, 6, 5), Counts(30, 2, 15, 60)]
NEVER = [
    Counts(0, 0, 0, 0),
    Counts(1, 0, 0, 0),
    Counts(0, 1, 0, 0),
    Counts(100, 0, 0, 20),
    Counts(0, 0, 0, 10**6),
    Counts(10**6, 10**6, 10**6, 10**6),
    Counts(10**6, 0, 10**6, 0),
]


@pytest.mark.parametrize("counts", OWN)
def test_own_table_is_used_as_it_is(counts):
    item = draw("paired-se", 1, counts)
    assert KINDS["paired-se"].takes(counts)
    assert item.own
    assert values(exhibit(item, Square)) == list(counts)
    check_paired_se(item)
    if KINDS["chi-square"].takes(counts):
        item = draw("chi-square", 1, counts)
        assert item.own
        assert (value(item, "b"), value(item, "c")) == (counts.b, counts.c)
        check_chi_square(item)


def test_own_tables_that_make_no_item():
    refused = {
        "paired-se": [
            Counts(0, 10, 0, 0),  # B always right, A never: nothing varies
            Counts(50, 10, 0, 0),  # B always right
            Counts(40, 8, 5, 1),  # ad = bc: no correlation
            Counts(999_900, 60, 40, 0),  # too small for two decimals
        ],
        "chi-square": [
            Counts(100, 3, 2, 50),  # too few
            Counts(100, 12, 12, 50),  # no lead
            Counts(100, 13, 12, 50),  # the correction leaves nothing
            Counts(100, 50_000, 49_000, 50),  # too many
            Counts(100, 801, 799, 50),  # statistics of zero in the decimals asked for
        ],
    }
    for kind, tables in refused.items():
        for counts in tables + NEVER:
            assert not KINDS[kind].takes(counts), (kind, counts)


@pytest.mark.parametrize("kind", ["two-dashboards", "possible-lead", "sample-size", "independence"])
def test_kinds_without_a_table_take_none(kind):
    assert not any(KINDS[kind].takes(counts) for counts in OWN + NEVER)


@pytest.mark.parametrize("kind", MINE)
def test_any_table_is_taken_or_refused(kind):
    """None crashes; what is taken makes an item with all its parts."""
    sizes = (0, 1, 2, 6, 20, 300, 40_000, 10**6)
    for index, four in enumerate(product(sizes, repeat=4)):
        if index % 7:
            continue
        counts = Counts(*four)
        if KINDS[kind].takes(counts):
            item = draw(kind, 1, counts)
            assert item.own
            for q in item.questions:
                assert [option.right for option in q.options].count(True) == (q.form == "choice")
