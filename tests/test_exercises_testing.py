"""Exercises on the exact test: answers counted over all sequences of coins, and every text filled."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, sqrt
from statistics import NormalDist

import pytest
from each import each
from testing_items import ITEMS, KINDS_HERE, SEEDS

from discordant.facts.table import NullDistribution
from discordant.language import Fact
from discordant.teaching.exercises.draws import Draws
from discordant.teaching.exercises.exercise import Counts, Values
from discordant.teaching.exercises.kinds import KINDS

FIVE = Fraction(1, 20)
NEAR = (Fraction(45, 1000), Fraction(55, 1000))


def numbers(facts):
    return {name: fact.value for name, fact in facts.items()}


def question(item, name):
    (found,) = [q for q in item.questions if q.name == name]
    return found


def as_asked(value, q):
    """A number in the decimals that are asked for, as a student would round it."""
    scale = 10 ** (6 if q.places is None else q.places)
    return Fraction(int(Fraction(value) * scale + Fraction(1, 2)), scale)


def check(q, answer, wrong):
    """The answer, and of the mistakes all but those that change nothing or lead to what another leads to."""
    assert [fact.value for fact in q.answer] == [answer]
    found = {w.cause: w.answer[0].value for w in q.wrong}
    assert found.keys() <= wrong.keys()
    for cause, value in wrong.items():
        if cause in found:
            assert float(found[cause]) == pytest.approx(float(value), rel=1e-12), cause
            assert abs(value - answer) > q.tolerance, cause
            assert abs(as_asked(value, q) - answer) > q.tolerance, cause
        else:
            others = [as_asked(v, q) for c, v in wrong.items() if c != cause]
            assert abs(value - answer) < 1e-9 or as_asked(value, q) in others, cause


@cache
def by_sequence(m):
    """For each number of wins of B, in how many of all sequences of m coins it comes up."""
    wins = [sum(sequence) for sequence in product((0, 1), repeat=m)]
    return [wins.count(k) for k in range(m + 1)]


def p_value(b, c, ways=lambda m: [comb(m, k) for k in range(m + 1)]):
    """The share of sequences at least as uneven as b to c."""
    m = b + c
    return Fraction(sum(w for k, w in enumerate(ways(m)) if abs(2 * k - m) >= abs(b - c)), 2**m)


def tail(b, c):
    m = b + c
    return Fraction(sum(comb(m, k) for k in range(m + 1) if k <= min(b, c)), 2**m)


def by_normal(b, c, correction=0):
    """The p-value of chi-square, from the normal distribution."""
    return 2 * (1 - NormalDist().cdf((abs(b - c) - correction) / sqrt(b + c)))


def slips(b, c):
    """What the mistakes with one p-value lead to."""
    m, bar = b + c, Fraction(comb(b + c, b), 2 ** (b + c))
    return {
        "not-doubled": tail(b, c),
        "one-bar": bar,
        "two-bars": 2 * bar,
        "observed-left-out": Fraction(
            sum(comb(m, k) for k in range(m + 1) if abs(2 * k - m) > abs(b - c)), 2**m
        ),
        "chi-square": by_normal(b, c),
        "chi-square-corrected": by_normal(b, c, 1),
    }


# === The p-value by hand ===


@each("item", ITEMS["exact-by-hand"])
def test_p_by_hand(item):
    b, c = item.given["b"].value, item.given["c"].value
    m, p = b + c, p_value(b, c, by_sequence)
    wrong = slips(b, c)
    del wrong["observed-left-out"]
    q = question(item, "p")
    check(q, p, wrong)
    at_most = sum(min(b, c) >= k for k, ways in enumerate(by_sequence(m)) for _ in range(ways))
    assert numbers(item.results) == {
        **{"m": m, "lower": min(b, c), "exact_p": p, "orders": 2**m},
        "orders_in_tail": at_most,
    }
    assert 6 <= m <= 11
    assert min(b, c) > 0  # where one model wins all, two bars are both tails
    assert abs(b - c) >= 2
    assert not NEAR[0] <= p <= NEAR[1]
    assert (q.written, q.tolerance) == ("exact", Fraction(1, 2 * 10 ** item.given["places"].value))
    assert len(q.wrong) >= 3


# === Read off a distribution ===


@each("item", ITEMS["read-distribution"])
def test_p_read_off_the_printed_bars(item):
    m, b = item.given["m"].value, item.given["b"].value
    c = m - b
    q = question(item, "p")
    check(q, p_value(b, c), slips(b, c))
    assert item.exhibits == (NullDistribution(m, b),)
    assert numbers(item.results) == {
        **{"lower": min(b, c), "upper": max(b, c)},
        **{"one_tail": tail(b, c), "exact_p": p_value(b, c)},
    }
    assert 10 <= m <= 17
    assert 1 <= min(b, c) <= max(b, c) - 2
    assert not NEAR[0] <= q.answer[0].value <= NEAR[1]


@each("item", ITEMS["read-distribution"])
def test_sums_of_printed_bars_count_as_right(item):
    m, b, places = (item.given[name].value for name in ("m", "b", "places"))
    q = question(item, "p")
    bars = [Fraction(int(Fraction(comb(m, k) * 10**5, 2**m) + Fraction(1, 2)), 10**5) for k in range(m + 1)]
    assert min(bars) > 0
    tails = [bar for k, bar in enumerate(bars) if abs(2 * k - m) >= abs(2 * b - m)]
    read = int(sum(tails) * 10**places + Fraction(1, 2)) / Fraction(10**places)
    assert abs(read - q.answer[0].value) <= q.tolerance
    assert abs(sum(tails) - q.answer[0].value) <= q.tolerance
    assert q.tolerance == Fraction(1, 2000)
    assert read == as_asked(q.answer[0].value, q)
    assert len(q.wrong) >= 4


# === The fewest cases that can tell ===


@each("item", ITEMS["smallest-m"])
def test_fewest_cases(item):
    alpha = item.given["alpha_percent"].value

    def fewest(p):
        return min(m for m in range(1, 20) if p(m) < alpha)

    m = fewest(lambda m: Fraction(by_sequence(m)[0] + by_sequence(m)[m], 2**m))
    reached = question(item, "reached")
    wrong = {
        "not-doubled": fewest(lambda m: Fraction(by_sequence(m)[m], 2**m)),
        "chi-square": fewest(lambda m: by_normal(m, 0)),
        "chi-square-corrected": fewest(lambda m: by_normal(m, 0, 1)),
    }
    check(question(item, "fewest"), m, wrong)
    assert "not-doubled" in {w.cause for w in question(item, "fewest").wrong}
    p = p_value(m, 0, by_sequence)
    wrong = {cause: slips(m, 0)[cause] for cause in ("not-doubled", "chi-square", "chi-square-corrected")}
    check(reached, p, wrong | {"case-too-few": p_value(m - 1, 0, by_sequence)})
    assert p < alpha < p_value(m - 1, 0)
    assert (reached.written, reached.tolerance) == (
        "exact",
        Fraction(1, 2 * 10 ** item.given["places"].value),
    )
    assert numbers(item.results) == {
        **{"m": m, "fewer": m - 1, "fewer_p": p_value(m - 1, 0), "orders": 2**m},
        "reached_p": p,
    }


def test_every_threshold_comes_up():
    found = {item.given["alpha_percent"].value: item.results["m"].value for item in ITEMS["smallest-m"]}
    per_mille = {100: 5, 80: 5, 50: 6, 40: 6, 30: 7, 25: 7, 20: 7, 10: 8, 5: 9, 4: 9, 2: 10, 1: 11}
    assert found == {Fraction(alpha, 1000): m for alpha, m in per_mille.items()}


# === A tail doubled past one ===


@each("item", ITEMS["past-one"])
def test_a_tail_doubled_past_one(item):
    b = item.given["b"].value
    m = 2 * b
    at_most = sum(by_sequence(m)[: b + 1])
    doubled = Fraction(2 * at_most, 2**m)
    bar = Fraction(by_sequence(m)[b], 2**m)
    wrong = {
        "not-doubled": doubled / 2,
        "capped": 1,
        "two-bars": 2 * bar,
        "observed-left-out": doubled - 2 * bar,
    }
    q = question(item, "doubled")
    check(q, doubled, wrong)
    assert len(q.wrong) == 4
    assert doubled == 1 + bar
    assert numbers(item.results) == {
        **{"orders": 2**m, "orders_in_tail": at_most, "middle": bar, "doubled": doubled}
    }
    assert item.given["c"].value == b
    assert 6 <= m <= 14
    (right,) = [option.name for option in question(item, "p").options if option.right]
    assert (right, p_value(b, b)) == ("one", 1)


# === The smallest lead that is significant ===


@each("item", ITEMS["smallest-lead"])
def test_smallest_lead(item):
    given = numbers(item.given)
    m, N = given["m"], given["N"]
    net = min(lead for lead in range(m % 2, m + 1, 2) if p_value((m + lead) // 2, (m - lead) // 2) < FIVE)
    leader = (m + net) // 2
    wrong = {
        "still-above": net - 2,
        "too-far": net + 2,
        "half": leader - Fraction(m, 2),
        "wins-alone": leader,
    }
    check(question(item, "lead"), net, wrong)
    assert len(question(item, "lead").wrong) == 4
    wrong = {
        "still-above": Fraction(100 * (net - 2), N),
        "of-discordant": Fraction(100 * net, m),
        "share-for-points": Fraction(net, N),
    }
    check(question(item, "points"), Fraction(100 * net, N), wrong)
    assert len(question(item, "points").wrong) == 3
    assert 20 <= m <= 40
    assert 4 * m <= N <= 2000
    assert numbers(item.results) == {
        **{"upper": leader, "lower": m - leader, "boundary_p": p_value(leader, m - leader)},
        **{"above_upper": leader - 1, "above_lower": m - leader + 1},
        **{"above_p": p_value(leader - 1, m - leader + 1)},
        **{"net": net, "net_share": Fraction(net, N), "net_points": Fraction(100 * net, N)},
    }


@each("item", ITEMS["smallest-lead"])
def test_the_table_alone_tells_the_lead(item):
    """As a student reads it: splits and p-values with four decimals."""
    (table,) = item.exhibits
    assert isinstance(table, Values)
    rows = []
    for place, (name, p) in enumerate(table.rows, 1):
        assert name == f"split{place}"
        upper, lower = item.given[f"upper_{place}"].value, item.given[f"lower_{place}"].value
        assert upper + lower == item.given["m"].value
        assert p.value == p_value(upper, lower) == item.given[f"p_{place}"].value
        rows.append((upper - lower, round(float(p.value), 4)))
    below = [lead for lead, p in rows if p < item.given["alpha_percent"].value]
    assert min(below) == question(item, "lead").answer[0].value
    assert [lead for lead, _p in rows] == sorted((lead for lead, _p in rows), reverse=True)
    assert len(rows) == 5
    assert len(below) in range(1, 5)
    assert not [p for _lead, p in rows if NEAR[0] <= p <= NEAR[1]]


# === All of them ===


@pytest.mark.parametrize("kind", ["exact-by-hand", "read-distribution"])
def test_either_model_may_lead(kind):
    ahead = [item.given["b"].value > item.results["lower"].value for item in ITEMS[kind]]
    assert 0.25 < sum(ahead) / len(ahead) < 0.75


def test_one_option_is_right_and_its_place_tells_nothing():
    places = set()
    for item in ITEMS["past-one"]:
        options = question(item, "p").options
        assert len({option.name for option in options}) == len(options) == 5
        places.add([option.right for option in options].index(True))
        assert sum(option.right for option in options) == 1
    assert places == set(range(5))


@pytest.mark.parametrize(
    ("kind", "different"),
    [
        ("exact-by-hand", 20),
        ("read-distribution", 20),
        ("smallest-m", 12),
        ("past-one", 5),
        ("smallest-lead", 30),
    ],
)
def test_the_key_alone_decides(kind, different):
    again = [KINDS[kind].draw(Draws("test", seed, kind), None) for seed in SEEDS]
    assert again == ITEMS[kind]
    assert len({str(item.given) for item in again}) >= different
    assert not any(item.own for item in again)


OWN = {
    "exact-by-hand": [(90, 6, 0, 4), (90, 2, 9, 0), (0, 7, 5, 0), (999_000, 4, 2, 994)],
    "read-distribution": [(90, 10, 2, 4), (0, 6, 9, 0), (999_000, 2, 9, 989)],
    "past-one": [(90, 3, 3, 4), (0, 8, 8, 0), (999_000, 5, 5, 990)],
    "smallest-lead": [(900, 20, 0, 80), (0, 11, 11, 0), (9_900, 25, 15, 60), (60, 15, 17, 8)],
}


@pytest.mark.parametrize(("kind", "counts"), [(kind, four) for kind, fours in OWN.items() for four in fours])
def test_own_counts_are_used_as_they_are(kind, counts):
    _a, b, c, _d = counts
    assert KINDS[kind].takes(Counts(*counts))
    item = KINDS[kind].draw(Draws("own"), Counts(*counts))
    assert item.own
    for name, value in {"b": b, "c": c, "m": b + c, "N": sum(counts)}.items():
        assert name not in item.given or item.given[name] == Fact(name, value, "count")
    if kind in ("exact-by-hand", "read-distribution"):
        assert item.questions[0].answer[0].value == p_value(b, c)
    if kind == "past-one":
        assert item.questions[0].answer[0].value == 2 * tail(b, b)
    if kind == "smallest-lead":
        net = item.questions[0].answer[0].value
        leads = range((b + c) % 2, b + c, 2)
        assert net == min(lead for lead in leads if p_value((b + c + lead) // 2, (b + c - lead) // 2) < FIVE)
        assert item.questions[1].answer[0].value == Fraction(100 * net, sum(counts))
        assert all(round(float(fact.value), 4) != 0.05 for _name, fact in item.exhibits[0].rows)
    for q in item.questions:
        assert all(abs(w.answer[0].value - q.answer[0].value) > q.tolerance for w in q.wrong)


REFUSED = {
    "exact-by-hand": [(90, 0, 0, 10), (90, 5, 0, 5), (90, 4, 3, 3), (90, 5, 5, 0), (90, 13, 0, 7)],
    "read-distribution": [
        *((90, 0, 0, 10), (90, 5, 4, 1), (90, 6, 6, 0), (90, 7, 6, 0), (90, 9, 8, 0)),
        *((90, 12, 0, 0), (90, 15, 1, 0)),  # nothing to add up, or zeros only
    ],
    "smallest-m": [(900, 20, 0, 80), (0, 0, 0, 0)],
    "past-one": [(90, 0, 0, 10), (90, 2, 2, 6), (90, 4, 3, 3), (90, 9, 9, 0), (0, 400_000, 400_000, 0)],
    "smallest-lead": [(90, 0, 0, 10), (90, 10, 9, 0), (90, 21, 20, 0), (999_000, 20, 10, 970)],
}


@pytest.mark.parametrize(
    ("kind", "counts"), [(kind, four) for kind, fours in REFUSED.items() for four in fours]
)
def test_degenerate_counts_are_refused(kind, counts):
    assert not KINDS[kind].takes(Counts(*counts))


def test_whatever_is_taken_can_be_drawn():
    for b, c in product((*range(42), 10**6), repeat=2):
        for kind in KINDS_HERE:
            for rest in ((0, 0), (400, 30)):
                counts = Counts(rest[0], b, c, rest[1])
                if KINDS[kind].takes(counts):
                    item = KINDS[kind].draw(Draws("own"), counts)
                    assert item.own
                    assert all(q.wrong or q.options for q in item.questions)
