"""Conditions: `p < 0.05 and difference < 0`, read and compared with a report's numbers, never run."""

from __future__ import annotations

import ast
import operator
import warnings
from collections.abc import Callable
from fractions import Fraction
from math import isfinite

from ..facts.table import Facts
from .comparison import ReportError

# the name in a condition -> the fact; numbers are as the report's JSON has them
NAMES = {
    "p": "decisive_p",
    "exact_p": "exact_p",
    "mid_p": "mid_p",
    "difference": "difference",
    "difference_points": "difference_points",
    "low_points": "low_points",
    "high_points": "high_points",
    "gap_points": "gap_points",
    "accuracy_a": "A_accuracy",
    "accuracy_b": "B_accuracy",
    "both": "a",
    "only_b": "b",
    "only_a": "c",
    "neither": "d",
    "disagreements": "m",
    "cases": "N",
    "alpha": "alpha",
    "margin_points": "margin_points",
    "margin_p": "margin_p",
    "mean_difference": "mean_difference",  # of scores
    "mean_low": "mean_low",
    "mean_high": "mean_high",
    "cochran_p": "Q_p",  # from here on of several models
    "pairs_decided": "decided",
    "above_baseline": "above_baseline",
    "below_baseline": "below_baseline",
}
_LONGEST = 300  # characters
_COMPARISONS: dict[type[ast.cmpop], Callable[[Fraction, Fraction], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_LIKE = "write it like 'p < 0.05 and difference < 0'"


class ConditionError(ReportError):
    """A condition that cannot be read."""


def read(text: str) -> ast.expr:
    """A condition, read and found to be one; ConditionError where it is none."""
    if len(text) > _LONGEST:
        raise ConditionError(f"a condition has at most {_LONGEST} characters", advice=_LIKE)
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ConditionError(f"the condition {text[:80]!r} cannot be read", advice=_LIKE) from None
    _check(tree, text)
    return tree


def holds(condition: ast.expr, facts: Facts) -> bool:
    """Whether a condition holds; a comparison with a number that this report lacks does not.

    >>> from ..language import Fact
    >>> facts = {"decisive_p": Fact("p", Fraction(1, 8), "probability")}
    >>> holds(read("p < 0.05"), facts), holds(read("not p < 0.05"), facts), holds(read("mid_p < 2"), facts)
    (False, True, False)
    """
    if isinstance(condition, ast.BoolOp):
        parts = [holds(part, facts) for part in condition.values]
        return all(parts) if isinstance(condition.op, ast.And) else any(parts)
    if isinstance(condition, ast.UnaryOp):
        return not holds(condition.operand, facts)
    assert isinstance(condition, ast.Compare)
    values = [_value(part, facts) for part in (condition.left, *condition.comparators)]
    pairs = zip(condition.ops, values, values[1:], strict=False)
    return all(
        left is not None and right is not None and _COMPARISONS[type(sign)](left, right)
        for sign, left, right in pairs
    )


def _check(node: ast.expr, text: str) -> None:
    if isinstance(node, ast.BoolOp):
        for part in node.values:
            _check(part, text)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        _check(node.operand, text)
    elif isinstance(node, ast.Compare) and all(type(sign) in _COMPARISONS for sign in node.ops):
        for part in (node.left, *node.comparators):
            _check_value(part, text)
    else:
        raise _wrong(node, text, "is no comparison")


def _check_value(node: ast.expr, text: str) -> None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        _check_value(node.operand, text)
    elif isinstance(node, ast.Name):
        if node.id not in NAMES:
            raise ConditionError(
                f"{node.id[:40]!r} is no number of a report", advice=f"there are {', '.join(NAMES)}"
            )
    elif not isinstance(node, ast.Constant) or not _is_number(node.value):
        raise _wrong(node, text, "is neither a number nor the name of one")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _value(node: ast.expr, facts: Facts) -> Fraction | None:
    if isinstance(node, ast.UnaryOp):
        value = _value(node.operand, facts)
        return -value if value is not None and isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.Name):
        fact = facts.get(NAMES[node.id])
        return None if fact is None else fact.number
    assert isinstance(node, ast.Constant)
    return Fraction(str(node.value))


def _wrong(node: ast.expr, text: str, what: str) -> ConditionError:
    shown = ast.get_source_segment(text.strip(), node) or text
    return ConditionError(f"in the condition, {shown[:80]!r} {what}", advice=_LIKE)
