"""The same comparison within each category of cases."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from .checks import counts
from .multiple import holm
from .pvalue import PValue, exact_p

Name = TypeVar("Name")
Table = tuple[int, int, int, int]


class Category(NamedTuple, Generic[Name]):
    """One category: its counts, the difference of accuracies B less A, a share; exact p-value and Holm's."""

    name: Name
    a: int
    b: int
    c: int
    d: int
    difference: Fraction
    p: PValue
    adjusted: Decimal


def by_category(tables: Mapping[Name, Table]) -> list[Category[Name]]:
    """Each category's a, b, c, d with what they say, in the order given; p-values by Holm's rule for all.

    A category counts among those looked at even where none of its cases is discordant.
    Raises ValueError for what is no count, and for a category without a case.

    >>> [(found.name, float(found.difference), found.p.value, float(found.adjusted))
    ...  for found in by_category({"algebra": (80, 9, 1, 10), "geometry": (40, 5, 5, 50)})]
    [('algebra', 0.08, 0.021484375, 0.04296875), ('geometry', 0.0, 1.0, 1.0)]
    """
    checked = {name: _checked(*table) for name, table in tables.items()}
    p_values = [exact_p(b, c) for _, b, c, _ in checked.values()]
    rows = zip(checked.items(), p_values, holm(p.decimal for p in p_values), strict=True)
    return [
        Category(name, *table, Fraction(table[1] - table[2], sum(table)), p, by_holm)
        for (name, table), p, by_holm in rows
    ]


def _checked(a: int, b: int, c: int, d: int) -> Table:
    a, b, c, d = counts(a=a, b=b, c=c, d=d)
    if not a + b + c + d:
        raise ValueError("a category must have at least one case")
    return a, b, c, d
