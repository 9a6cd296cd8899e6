"""A fact: one named value with a kind, the only way a number reaches a text, a figure or the appendix."""

from __future__ import annotations

import datetime
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple, Self

# kind -> what its value is; the kind decides how a language writes it
KINDS = {
    "count": "a whole number of things",
    "label": "the running number of a figure, table, formula, listing or section",
    "accuracy": "a share between 0 and 1, printed as a percentage",
    "percent": "a share, printed as a percentage",
    "points": "percentage points (1 is one point)",
    "tenths": "percentage points, always to the tenth: 1.0 stands beside 1.4",
    "hundredths": "percentage points, always to the hundredth",
    "probability": "a probability between 0 and 1",
    "statistic": "a value on the scale of a test statistic or a correlation",
    "standard error": "a standard error, in the unit of the difference (0.01 is one point)",
    "ratio": "a share or difference, printed as a decimal",
    "date": "a calendar day",
    "version": "a version number, printed as it is",
    "name": "a proper name, printed as it is",
}

# kind of a number -> decimals in its short form and in its long one
DECIMALS = {
    "accuracy": (1, 3),
    "percent": (2, 4),
    "points": (3, 5),
    "probability": (4, 6),
    "statistic": (2, 4),
    "standard error": (5, 7),
    "ratio": (4, 6),
}

Number = int | float | Fraction | Decimal  # Decimal: known to its digits, and too small for a double
Value = Number | str | datetime.date

_PRINTED_AS_PERCENTAGE = {"accuracy", "percent"}


class _Fields(NamedTuple):
    name: str
    value: Value
    kind: str
    places: int | None = None  # decimals of its short form, all of them; None leaves them to the kind


class Fact(_Fields):
    """A named value and its kind; ValueError for a kind that is not one of KINDS, or has no decimals.

    >>> Fact("I_m", 20, "count").number
    Fraction(20, 1)
    >>> Fact("I_m", 20, "cuont")
    Traceback (most recent call last):
    ...
    ValueError: I_m: unknown kind 'cuont'
    """

    __slots__ = ()

    def __new__(cls, name: str, value: Value, kind: str, places: int | None = None) -> Self:
        """A fact; the name is that under which texts and formulas know it."""
        if kind not in KINDS:
            raise ValueError(f"{name}: unknown kind {kind!r}")
        if places is not None and (kind not in DECIMALS or kind in _PRINTED_AS_PERCENTAGE):
            raise ValueError(f"{name}: a number of decimals is not for kind {kind!r}")
        return super().__new__(cls, name, value, kind, places)

    @property
    def is_number(self) -> bool:
        """Whether the value is a number, not a text or a day."""
        return isinstance(self.value, Number)

    @property
    def is_quoted(self) -> bool:
        """Whether the value is the title of a cited work or journal, which is English in every language.

        >>> Fact("tango_journal", "Statistics in Medicine", "name").is_quoted
        True
        """
        return self.kind == "name" and self.name.endswith(("_title", "_journal"))

    @property
    def number(self) -> Fraction:
        """The value, exactly; TypeError where it is a text or a day."""
        if not isinstance(self.value, Number):
            raise TypeError(f"{self.name} is no number, but a {self.kind}")
        return Fraction(self.value)

    @property
    def in_printed_unit(self) -> Fraction:
        """The value in the unit in which a language writes it, not rounded: a share of 1/2 as 50 percent.

        >>> Fact("alpha_percent", Fraction(1, 20), "percent").in_printed_unit
        Fraction(5, 1)
        """
        return self.number * (100 if self.kind in _PRINTED_AS_PERCENTAGE else 1)
