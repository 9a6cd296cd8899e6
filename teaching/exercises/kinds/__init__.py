"""The kinds of exercise, from counting to judgement."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from ..draws import Draws
from ..exercise import Counts, Exercise, misleading
from . import approximating, comparing, counting, judging, planning, testing


class Kind(NamedTuple):
    """A kind of exercise: what makes one, and whether it can be made of a table that a teacher brings.

    `draw` makes it of these counts, or of its own where there are none.
    """

    name: str
    draw: Callable[[Draws, Counts | None], Exercise]
    takes: Callable[[Counts], bool]  # whether these counts make a sensible exercise of this kind


def _drawn(name: str, make: Callable[[Draws], Exercise]) -> Kind:
    """A kind that no table can be brought for."""
    return Kind(name, lambda draws, _counts: _sound(draws, lambda: make(draws)), lambda _counts: False)


def _sound(draws: Draws, make: Callable[[], Exercise]) -> Exercise:
    """The first exercise in which no wrong method is taken for right."""
    return draws.until(make, lambda item: not misleading(item))


def _of_counts(
    name: str,
    make: Callable[[Draws, Counts], Exercise],
    counts_for: Callable[[Draws], Counts],
    takes: Callable[[Counts], bool],
) -> Kind:
    """A kind that is made of any counts that it takes; it draws its own by `counts_for`."""

    def draw(draws: Draws, counts: Counts | None) -> Exercise:
        if counts is not None:
            return make(draws, counts)._replace(own=True)
        return _sound(draws, lambda: make(draws, counts_for(draws)))

    @cache
    def taken(counts: Counts) -> bool:
        return takes(counts) and not misleading(make(Draws("taken", name), counts))

    return Kind(name, draw, taken)


# In the order of a sheet.
KINDS = {
    kind.name: kind
    for kind in (
        _drawn("fill-table", counting.fill_table),
        _of_counts(
            "which-cancel", counting.which_cancel, counting.with_a_clear_gain, counting.takes_which_cancel
        ),
        _of_counts("orientation", counting.orientation, counting.well_apart, counting.takes_orientation),
        _of_counts("exact-by-hand", testing.exact_by_hand, testing.few, testing.takes_exact_by_hand),
        _of_counts(
            "read-distribution", testing.read_distribution, testing.printable, testing.takes_read_distribution
        ),
        _drawn("smallest-m", testing.fewest_cases),
        _of_counts("past-one", testing.past_one, testing.level, testing.takes_past_one),
        _of_counts(
            "smallest-lead", testing.smallest_lead, testing.with_a_boundary, testing.takes_smallest_lead
        ),
        _drawn("two-dashboards", comparing.two_dashboards),
        _of_counts("paired-se", comparing.paired_se, comparing.correlated, comparing.takes_paired_se),
        _of_counts(
            "chi-square",
            approximating.chi_square_forms,
            approximating.with_one_nearer,
            approximating.takes_chi_square,
        ),
        _drawn("possible-lead", planning.possible_lead),
        _drawn("sample-size", planning.sample_size),
        _drawn("independence", judging.independence),
        _of_counts(
            "what-it-supports",
            judging.what_it_supports,
            judging.drawn_for(judging.takes_what_it_supports),
            judging.takes_what_it_supports,
        ),
        _of_counts(
            "manager", judging.manager, judging.drawn_for(judging.takes_manager), judging.takes_manager
        ),
    )
}
