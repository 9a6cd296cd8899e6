"""The kinds of exercise, from counting to judgement."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..draws import Draws
from ..exercise import Counts, Exercise
from . import comparing, counting, judging, planning, testing


class Kind(NamedTuple):
    """A kind of exercise: what draws one, and whether it can be made of a table that a teacher brings."""

    name: str
    draw: Callable[[Draws, Counts | None], Exercise]
    takes: Callable[[Counts], bool]  # whether these counts make a sensible exercise of this kind


def _never(counts: Counts) -> bool:
    return False


# In the order of a sheet.
KINDS = {
    kind.name: kind
    for kind in (
        Kind("fill-table", counting.fill_table, _never),
        Kind("which-cancel", counting.which_cancel, counting.takes_which_cancel),
        Kind("orientation", counting.orientation, counting.takes_orientation),
        Kind("exact-by-hand", testing.exact_by_hand, testing.takes_exact_by_hand),
        Kind("read-distribution", testing.read_distribution, testing.takes_read_distribution),
        Kind("smallest-m", testing.fewest_cases, _never),
        Kind("past-one", testing.past_one, testing.takes_past_one),
        Kind("smallest-lead", testing.smallest_lead, testing.takes_smallest_lead),
        Kind("two-dashboards", comparing.two_dashboards, _never),
        Kind("paired-se", comparing.paired_se, comparing.takes_paired_se),
        Kind("chi-square", comparing.chi_square_forms, comparing.takes_chi_square),
        Kind("possible-lead", planning.possible_lead, _never),
        Kind("sample-size", planning.sample_size, _never),
        Kind("independence", judging.independence, _never),
        Kind("what-it-supports", judging.what_it_supports, judging.takes_what_it_supports),
        Kind("manager", judging.manager, judging.takes_manager),
    )
}
