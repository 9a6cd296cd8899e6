"""The small examples of the text: four coins, all of whose sequences are shown, and five records.

They are no part of the two comparisons.
"""

from __future__ import annotations

from typing import NamedTuple

from ..experiment import arrangements, exact, null_distribution
from .table import Facts, Values, named

COINS = 4
SPLIT = (3, 1)  # the example of two tails: wins of the leader and of the other


class Record(NamedTuple):
    """What is known of one image; label and answers are names of blocks, `figure.records.scratch`."""

    identifier: str
    label: str
    A_said: str
    B_said: str

    @property
    def cell(self) -> str:
        """The cell of the table to which it belongs: "both", "only_b", "only_a" or "neither".

        >>> RECORDS[1].cell
        'only_b'
        """
        A_right, B_right = self.A_said == self.label, self.B_said == self.label
        return {(1, 1): "both", (0, 1): "only_b", (1, 0): "only_a", (0, 0): "neither"}[A_right, B_right]


RECORDS = (
    Record("0417", "scratch", "scratch", "scratch"),
    Record("0512", "crack", "sound", "crack"),
    Record("0733", "sound", "sound", "sound"),
    Record("0806", "scratch", "scratch", "sound"),
    Record("0994", "crack", "scratch", "sound"),
)


def results() -> Facts:
    """Every number of the examples, by name.

    >>> results()["coins_tails_p"].value
    Fraction(5, 8)
    """
    return named({**_coins(), **_records()})


def _coins() -> Values:
    sequences, (upper, lower) = 2**COINS, SPLIT
    return {
        "coins_m": (COINS, "count"),
        "coins_sequences": (sequences, "count"),
        "coins_alike": (int(exact(COINS, 0) * sequences), "count"),
        "coins_alike_p": (exact(COINS, 0), "probability"),
        "coins_upper": (upper, "count"),
        "coins_lower": (lower, "count"),
        "coins_tails": (int(exact(upper, lower) * sequences), "count"),
        "coins_tails_p": (exact(upper, lower), "probability"),
        **{f"coins_k_{k}": (k, "count") for k in range(COINS + 1)},
        **{f"coins_ways_{k}": (ways, "count") for k, ways in enumerate(arrangements(COINS))},
        **{f"coins_chance_{k}": (p, "probability") for k, p in enumerate(null_distribution(COINS))},
    }


def _records() -> Values:
    return {
        "records": (len(RECORDS), "count"),
        **{f"record_{place}": (record.identifier, "version") for place, record in enumerate(RECORDS, 1)},
    }
