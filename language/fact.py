"""A fact: one named value with a kind, the only way a number reaches a text, a figure or the appendix."""

from __future__ import annotations

import datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

# kind -> what its value is; the kind decides how a language writes it
KINDS = {
    "count": "a whole number of things",
    "label": "the running number of a figure, table, formula, listing or section",
    "accuracy": "a share between 0 and 1, printed as a percentage",
    "percent": "a share, printed as a percentage",
    "points": "percentage points (1 is one point)",
    "probability": "a probability between 0 and 1",
    "statistic": "a value on the scale of a test statistic or a correlation",
    "standard error": "a standard error, in the unit of the difference (0.01 is one point)",
    "ratio": "a share or difference, printed as a decimal",
    "date": "a calendar day",
    "version": "a version number, printed as it is",
    "name": "a proper name, printed as it is",
}

Value = int | float | Fraction | str | datetime.date


class Fact(NamedTuple):
    """A named value and its kind.

    >>> Fact("I_m", 20, "count").data()
    {'kind': 'count', 'value': 20}
    """

    name: str
    value: Value
    kind: str

    def data(self) -> dict[str, Any]:
        """The fact in types that JSON has; a Fraction as numerator, denominator and nearest double."""
        value = self.value
        if isinstance(value, Fraction):
            return {
                "kind": self.kind,
                "numerator": f"{Decimal(value.numerator):f}",  # str() refuses more than 4300 digits
                "denominator": f"{Decimal(value.denominator):f}",
                "value": float(value),
            }
        if isinstance(value, datetime.date):
            return {"kind": self.kind, "value": value.isoformat()}
        return {"kind": self.kind, "value": value}
