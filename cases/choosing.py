"""Choosing: which columns of the files say what; what they leave open is named with the choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .faults import CasesError, Unclear, quoted
from .offer import Offer
from .outcomes import Wanted

MOST = 12  # models that are compared at once
_COLUMNS = "--a COLUMN --b COLUMN, or --model COLUMN for each"
# Columns that are taken for ids or results without being told, where there is one of them.
IDS = (
    "id",
    "case_id",
    "sample_id",
    "doc_id",
    "question_id",
    "example_id",
    "item_id",
    "case",
    "case id",
    "qid",
)
RESULTS = (
    "correct",
    "is_correct",
    "right",
    "result",
    "outcome",
    "score",
    "passed",
    "pass",
    "acc",
    "exact_match",
)


class Load(NamedTuple):
    """One file to read for one model: the columns chosen, "" where there is none."""

    model: int
    offer: Offer
    id: str
    result: str
    truth: str = ""
    category: str = ""
    cluster: str = ""
    filter: str = ""
    prefix: str = ""

    @property
    def result_place(self) -> str:
        """The result in SQL."""
        return self.offer.results.get(self.result) or self.offer.places[self.result]


def chosen(models: Sequence[tuple[Offer, ...]], wanted: Wanted) -> list[Load]:
    """What to read, from the files of each model, or from one file with a column for each.

    Raises Unclear for what is not clear, with the option that says it and the choices.
    """
    if len(models) == 1:
        models = [models[0]] * _columns_of_one(models[0], wanted)
    if len(models) > MOST:
        raise CasesError(f"{len(models)} models; at most {MOST} are compared at once")
    if len(wanted.results) not in (0, 1, len(models)):
        raise CasesError(f"{len(wanted.results)} columns of results for {len(models)} models")
    loads = [load for place, offers in enumerate(models) for load in _of_model(place, offers, wanted, models)]
    _somewhere("truth", "--truth COLUMN", wanted.truth, loads)
    _somewhere("category", "--category COLUMN", wanted.category, loads)
    _somewhere("cluster", "--cluster COLUMN", wanted.cluster, loads)
    return loads


def _columns_of_one(offers: tuple[Offer, ...], wanted: Wanted) -> int:
    """How many models one file has a column of."""
    offer = offers[0]
    if offer.is_log or len(offers) > 1:
        raise CasesError(
            "one model's log only", path=offer.shown, advice="name the other model's log as well"
        )
    if len(wanted.results) < 2:
        what = "one file: which of its columns are the models' results?"
        raise Unclear(what, _COLUMNS, offer.columns, path=offer.shown)
    names = [column(name, offer, _COLUMNS) for name in wanted.results]
    if len(set(names)) < len(names):
        raise CasesError(f"the column {quoted(names[0])} is compared with itself", path=offer.shown)
    return len(names)


def _of_model(
    place: int, offers: tuple[Offer, ...], wanted: Wanted, models: Sequence[tuple[Offer, ...]]
) -> list[Load]:
    _one_run_a_task(offers)
    alone = all(other is models[0] for other in models)
    loads = []
    for offer in offers:
        given = {
            "id": _id(offer, wanted, alone),
            "truth": _optional(wanted.truth, offer),
            "category": _optional(wanted.category, offer),
            "cluster": _optional(wanted.cluster, offer),
        }
        result = _result(place, offer, wanted, set(given.values()))
        prefix = f"{offer.task}/" if len(offers) > 1 else ""
        loads.append(Load(place, offer, result=result, filter=_filter(offer, wanted), prefix=prefix, **given))
    return loads


def _one_run_a_task(offers: tuple[Offer, ...]) -> None:
    seen: dict[str, Offer] = {}
    for offer in offers if len(offers) > 1 else ():
        if not offer.is_log:
            raise CasesError("no log, in a folder of logs", path=offer.shown)
        if offer.task in seen:
            runs = [other.shown for other in offers if other.task == offer.task]
            raise Unclear(f"{len(runs)} runs of the task {quoted(offer.task)}", "which file", runs)
        seen[offer.task] = offer


def _id(offer: Offer, wanted: Wanted, alone: bool) -> str:
    if wanted.by_order:
        return ""
    if wanted.id:
        return column(wanted.id, offer, "--id COLUMN")
    if offer.id:
        return offer.id
    known = _known(offer, IDS)
    if "id" in known or len(known) == 1:
        return known["id"] if "id" in known else next(iter(known.values()))
    if not known and alone:  # what stands in one row is paired by that
        return ""
    raise Unclear("which column names the case?", "--id COLUMN", offer.columns, path=offer.shown)


def _known(offer: Offer, names: Sequence[str]) -> dict[str, str]:
    """The columns that bear one of some names, by that name."""
    folded = {name.strip().casefold(): name for name in offer.columns}
    return {name: folded[name] for name in names if name in folded}


def _result(place: int, offer: Offer, wanted: Wanted, taken: set[str]) -> str:
    asked = wanted.results[place if len(wanted.results) > 1 else 0] if wanted.results else wanted.metric
    if offer.is_log:
        return _metric(asked, offer)
    if asked:
        return column(asked, offer, "--metric COLUMN" if wanted.metric == asked else _option(place))
    known = list(_known(offer, RESULTS).values())
    if len(known) == 1:
        return known[0]
    rest = [name for name in offer.columns if name not in taken]
    if not known and len(rest) == 1:
        return rest[0]
    raise Unclear("which column is the result?", _option(place), rest, path=offer.shown)


def _option(place: int) -> str:
    return f"--{'ab'[place]} COLUMN" if place < 2 else "--model COLUMN"


def _metric(asked: str, offer: Offer) -> str:
    if asked in offer.results:
        return asked
    if not asked and len(offer.results) == 1:
        return next(iter(offer.results))
    what = f"has no metric {quoted(asked)}" if asked else "several metrics: which one is compared?"
    raise Unclear(what, "--metric NAME", list(offer.results), path=offer.shown)


def _filter(offer: Offer, wanted: Wanted) -> str:
    if wanted.filter in offer.filters or (not wanted.filter and len(offer.filters) < 2):
        return wanted.filter
    if not offer.filters:
        raise CasesError("rows of no filter: --filter is for logs of lm-evaluation-harness", path=offer.shown)
    what = (
        f"has no filter {quoted(wanted.filter)}" if wanted.filter else "rows of several filters: which one?"
    )
    raise Unclear(what, "--filter NAME", offer.filters, path=offer.shown)


def _optional(asked: str, offer: Offer) -> str:
    return _found(asked, offer) or "" if asked else ""


def _somewhere(field: str, option: str, asked: str, loads: Sequence[Load]) -> None:
    if asked and not any(getattr(load, field) for load in loads):
        raise Unclear(f"no file has a column {quoted(asked)}", option, loads[0].offer.columns)


def column(name: str, offer: Offer, option: str) -> str:
    """A column as the file writes it; raises Unclear, with the choices, where there is none."""
    found = _found(name, offer)
    if found is None:
        raise Unclear(f"has no column {quoted(name)}", option, offer.columns, path=offer.shown)
    return found


def _found(name: str, offer: Offer) -> str | None:
    """A column by its name, by that but for capitals and spaces around, or by its last key (`topic`)."""
    if name in offer.places:
        return name
    folded = name.strip().casefold()
    same = [other for other in offer.columns if other.strip().casefold() == folded]
    last = [other for other in offer.columns if other.strip().casefold().endswith(f".{folded}")]
    return next((found[0] for found in (same, last) if len(found) == 1), None)
