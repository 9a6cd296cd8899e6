"""Sheets: what the facts of the two teaching handouts must be, worked out without the handouts' code.

`H1_...` belongs to the sheet on what the test compares (42 wins to 18 in 10,000 cases), `H2_...` to the one
on a lead of three cases in a thousand.  A float stands for a value that is no fraction.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import ceil, comb, exp, lgamma, log, log1p, sqrt
from statistics import NormalDist

from .results import two_sided

ALPHA, NORMAL = Fraction(1, 20), NormalDist()
Z = NORMAL.inv_cdf(0.975)
EDGE = Fraction(3, 1000)

Number = int | float | Fraction


@cache
def handouts() -> dict[str, Number]:
    """Every number of the two sheets by name.

    >>> handouts()["H1_chi_square"]
    Fraction(48, 5)
    """
    found = {f"H1_{name}": value for name, value in _compared().items()}
    found |= {f"H2_{name}": value for name, value in _points().items()}
    for name, rate in {"5": 0.05, "10": 0.10}.items():
        found[f"H2_exact_size_{name}"] = _size_for_power(rate, found[f"H2_normal_size_{name}"])
    size = round(Z**2 * 0.05 / 0.003**2)
    found["H2_power_at_cutoff"] = rounded(power(0.05, size), 1)
    return found


def weighing_half(b: int, c: int) -> Fraction:
    """All that is farther out than what was observed, and half of what is as far: the mid-p."""
    m = b + c
    weights = {k: Fraction(comb(m, k), 2**m) for k in range(m + 1)}
    farther = sum((weight for k, weight in weights.items() if abs(2 * k - m) > abs(b - c)), Fraction())
    as_far = sum((weight for k, weight in weights.items() if abs(2 * k - m) == abs(b - c)), Fraction())
    return farther + as_far / 2


def chi_p(statistic: float) -> float:
    """The p-value of a chi-square statistic with one degree of freedom, by the normal law."""
    return 2 * (1 - NORMAL.cdf(sqrt(statistic)))


def rounded(value: Number, digits: int) -> Fraction:
    """A number to so many significant digits.

    >>> rounded(21341, 2)
    Fraction(21000, 1)
    """
    return Fraction(f"{float(value):.{digits - 1}e}")


def smallest_lead(N: int, m: int) -> Fraction:
    """The smallest lead in points among N cases, m of them discordant, that is significant."""
    nets = [net for net in range(m % 2, m + 1, 2) if two_sided((m + net) // 2, (m - net) // 2) < ALPHA]
    return Fraction(100 * min(nets), N)


def wald(b: int, c: int, N: int, side: int) -> float:
    """One end of the interval in points, from the variance of +1, -1 and 0 about their mean."""
    mean = (b - c) / N
    variance = (b * (1 - mean) ** 2 + c * (-1 - mean) ** 2 + (N - b - c) * mean**2) / N
    return 100 * (mean + side * Z * sqrt(variance / N))


def half_width(rate: float, N: int = 1000) -> Fraction:
    """Half of an interval's width at a rate of disagreement, in points, to tenths."""
    return Fraction(round(1000 * Z * sqrt(rate / N)), 10)


def paired(b: int, c: int, N: int) -> float:
    """The paired standard error in points."""
    variance = (b + c - (b - c) ** 2 / N) / (N - 1)
    return 100 * sqrt(variance / N)


def unpaired(A: float, B: float, N: int) -> float:
    """The standard error in points of two accuracies that are taken for independent."""
    return 100 * sqrt(A * (1 - A) / N + B * (1 - B) / N)


def chance(n: int, k: int, p: float) -> float:
    """The binomial probability of k among n."""
    return exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(p) + (n - k) * log1p(-p))


@cache
def chance_to_win(m: int, p_A: float) -> float:
    """That the exact test says of m disagreements that B is better: a sum over the few wins of A."""
    lowest, under_null, found = max(0, int(m / 2 - 6 * sqrt(m))), 0.0, 0.0
    for k in range(lowest, m + 1):
        under_null += chance(m, k, 0.5)
        if 2 * under_null >= 0.05:
            return found
        found += chance(m, k, p_A)
    return found


def power(rate: float, N: int, edge: float = 0.003) -> float:
    """How often N cases show that B is better, by going through the likely numbers of disagreements."""
    spread = sqrt(N * rate * (1 - rate))
    middle, reach = round(N * rate), ceil(7 * spread)
    p_A = (rate - edge) / 2 / rate
    return sum(
        chance(N, m, rate) * chance_to_win(m, p_A)
        for m in range(max(0, middle - reach), min(N, middle + reach) + 1)
    )


def _size_for_power(rate: float, size: Number) -> int:
    """The cases, in hundreds, that show the edge four times in five; `size` is where to begin."""
    cases = int(size)
    while power(rate, cases + 50) < 0.8:
        cases += 100
    return cases


def _compared() -> dict[str, Number]:
    plain, corrected = Fraction(576, 60), Fraction(529, 60)
    return {
        **{
            "zero": 0,
            "alpha": Fraction(5, 100),
            "strict_alpha": Fraction(1, 100),
            "level": Fraction(95, 100),
        },
        **{"agreement": Fraction(95, 100), "disagreement": Fraction(5, 100)},
        "wide_disagreement": Fraction(30, 100),
        "cutoff_5": NORMAL.inv_cdf(0.975) ** 2,
        "cutoff_1": NORMAL.inv_cdf(0.995) ** 2,
        **{"b": 42, "c": 18, "m": 60, "net": 24, "net_squared": 24 * 24, "net_less_one": 23, "N": 10000},
        **{"chi_square": plain, "chi_square_corrected": corrected},
        **{"chi_square_p": chi_p(576 / 60), "chi_square_p_about": rounded(chi_p(576 / 60), 1)},
        "chi_square_corrected_p": chi_p(529 / 60),
        "chi_square_corrected_p_about": rounded(chi_p(529 / 60), 1),
        **{"exact_p": two_sided(42, 18), "exact_p_about": rounded(two_sided(42, 18), 3)},
        **{"mid_p": weighing_half(42, 18), "mid_p_about": rounded(weighing_half(42, 18), 3)},
        **{"difference": Fraction(24, 10000), "difference_points": Fraction(24, 100)},
        "low_points": rounded(wald(42, 18, 10000, -1), 1),
        "high_points": rounded(wald(42, 18, 10000, 1), 2),
        **{"spss_limit": 25, "dataplot_limit": 20, "centre": 30, "excess": 12},
        **{"first_drawn": 10, "last_drawn": 50},
        "undrawn": 2 * Fraction(sum(comb(60, k) for k in range(10)), 2**60),
    }


def _points() -> dict[str, Number]:
    return {**_gap(), **_sizes(), **_intervals(), **_standard_errors()}


def _gap() -> dict[str, Number]:
    return {
        **{
            "zero": 0,
            "alpha": Fraction(5, 100),
            "loose_alpha": Fraction(10, 100),
            "level": Fraction(95, 100),
        },
        **{"cutoff": Z**2, "cutoff_tabled": Fraction(384, 100), "half": Fraction(1, 2), "z": Z},
        **{"N": 1000, "net": 3, "others": 997, "step": Fraction(1, 1000), "step_points": Fraction(1, 10)},
        **{"gap": EDGE, "gap_points": Fraction(3, 10), "gap_squared": Fraction(9, 10**6)},
        **{"few_b": 4, "few_c": 1, "few_m": 5, "impossible_m": 300},
        **{"below_b": 151, "below_c": 148, "below_m": 299, "above_b": 152, "above_c": 149, "above_m": 301},
        **{"numerator": 9, "best_chi_square": 3, "best_chi_square_p": chi_p(3)},
        "best_chi_square_p_about": rounded(chi_p(3), 2),
        **{
            "best_p": two_sided(3, 0),
            "first_m": 6,
            "first_p": two_sided(6, 0),
            "first_points": Fraction(6, 10),
        },
        **{"before_m": 5, "before_p": two_sided(5, 0)},
        **{"rate_2": Fraction(2, 100), "rate_2_6": Fraction(26, 1000), "rate_5": Fraction(5, 100)},
        **{"rate_10": Fraction(10, 100), "rate_20": Fraction(20, 100)},
        **{
            f"lead_{name}": smallest_lead(1000, m)
            for name, m in {"2": 20, "2_6": 26, "5": 50, "10": 100, "20": 200}.items()
        },
    }


def _sizes() -> dict[str, Number]:
    reach = (Z + NORMAL.inv_cdf(0.8)) ** 2 / 0.003**2
    return {
        "size_per_rate": round(Z**2 * 1000**2 / 9),
        "size_per_rate_tabled": round(3.84 * 1000**2 / 9),
        "size_at_cutoff_5": rounded(Z**2 * 0.05 / 0.003**2, 2),
        "size_at_cutoff_10": rounded(Z**2 * 0.10 / 0.003**2, 2),
        "mean_at_cutoff": Z**2 + 1,
        "power": Fraction(80, 100),
        "normal_size_per_rate": rounded(reach, 3),
        "normal_size_5": rounded(reach * 0.05, 3),
        "normal_size_10": rounded(reach * 0.10, 3),
    }


def _intervals() -> dict[str, Number]:
    rates = {"2": 0.02, "2_6": 0.026, "5": 0.05, "10": 0.10}
    return {
        "best_low_points": rounded(wald(3, 0, 1000, -1), 1),
        "best_high_points": rounded(wald(3, 0, 1000, 1), 2),
        **{"some_b": 27, "some_c": 24, "some_m": 51},
        "some_low_points": rounded(wald(27, 24, 1000, -1), 2),
        "some_high_points": rounded(wald(27, 24, 1000, 1), 2),
        "some_resolution_points": half_width(0.051),
        **{f"resolution_{name}": half_width(rate) for name, rate in rates.items()},
        "power_factor": (Z + NORMAL.inv_cdf(0.8)) / Z,
        **{"article_gap_points": 2, "article_resolution_points": half_width(0.18)},
    }


def _standard_errors() -> dict[str, Number]:
    return {
        **{"accuracy": Fraction(9, 10), "spread": Fraction(9, 100)},
        "single_standard_error_points": rounded(100 * sqrt(0.9 * 0.1 / 1000), 2),
        **{
            f"paired_standard_error_points_{name}": Fraction(f"{paired(wins, wins, 1000):.2f}")
            for name, wins in {"2": 10, "2_6": 13, "5": 25, "10": 50}.items()
        },
        "article_standard_error_points": rounded(paired(100, 80, 1000), 3),
        "article_unpaired_standard_error_points": rounded(unpaired(0.9, 0.92, 1000), 3),
        "unpaired_standard_error_points": rounded(unpaired(0.9, 0.903, 1000), 3),
        "gap_over_unpaired": 0.3 / unpaired(0.9, 0.903, 1000),
    }
