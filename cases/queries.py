"""Queries: what is counted, as expressions of ibis: nothing in them is DuckDB's own.

`results` has a row for each result of each model, `rights` the results that count as right, and `cases`, made
from them by `by_case`, a row for each case: how many rows each model has of it, and whether it was right.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import and_, or_
from typing import Any

from .engine import libraries
from .spellings import Bound

RESULTS = {
    "model": "int64",
    "id": "string",
    "value": "string",
    "truth": "string",
    "category": "string",
    "cluster": "string",
    "epoch": "string",
}
ABOUT = ("truth", "category", "cluster")  # what belongs to the case, whichever file says it
EPOCHS = ("first", "any", "all", "majority")
EPOCHS_OF_SCORES = ("first", "mean")


def _ibis() -> Any:
    return libraries()[1]


def results() -> Any:
    """A row for each result: the model's place, the id, the result's text, and what belongs to the case."""
    return _ibis().table(RESULTS, name="results")


def rights() -> Any:
    """The results that count as right, for each model."""
    return _ibis().table({"of": "int64", "spelled": "string"}, name="rights")


def cases(models: int, about: Sequence[str]) -> Any:
    """The table that `by_case` makes."""
    columns = {"id": "string"}
    columns |= {f"rows{place}": "int64" for place in range(models)}
    columns |= {f"right{place}": "boolean" for place in range(models)}
    columns |= {f"{name}_{end}": "string" for name in about for end in ("low", "high")}
    return _ibis().table(columns, name="cases")


def values(model: int, most: int) -> Any:
    """The results of a model with their counts, the most frequent first."""
    found = results()
    found = found.filter(found.model == model, found.value.notnull())
    found = found.group_by("value").agg(rows=found.count())
    return found.order_by(found.rows.desc(), found.value).limit(most)


def epochs() -> Any:
    """How many different epochs there are."""
    return results().agg(epochs=results().epoch.nunique())


def by_spelling() -> Any:
    """Every result with whether it is right: where it is one of `rights`."""
    found, right = results(), rights()
    joined = found.left_join(right, [found.model == right.of, found.value == right.spelled])
    return _with_right(joined.select(*found.columns, is_right=joined.spelled.notnull()))


def by_bound(limit: Bound) -> Any:
    """Every result with whether it is right: a number from the limit on."""
    found = results()
    number = found.value.try_cast("float64")
    return _with_right(
        found.mutate(is_right=number >= limit.limit if limit.inclusive else number > limit.limit)
    )


def by_number() -> Any:
    """Every result as a number, `score`; `right` says that there is one."""
    found = results()
    number = found.value.try_cast("float64")
    finite = ~(number.isnan() | number.isinf()).fill_null(True)
    score = finite.ifelse(number, None)
    return found.mutate(score=score, right=score.notnull().ifelse(True, None).cast("boolean"))


def no_numbers(most: int) -> Any:
    """The results that are no finite numbers: model, result, and how many such results there are in all."""
    found = by_number()
    found = found.filter(found.value.notnull(), found.score.isnull())
    each = found.group_by("model", "value").agg(rows=found.count())
    listed = each.mutate(everyone=found.count().as_scalar())
    return listed.order_by(each.model, each.rows.desc(), each.value).drop("rows").limit(most)


def averaged(scored: Any) -> Any:
    """One score of several epochs: their mean; epochs without a score do not count."""
    about = {name: scored[name].min() for name in ABOUT}
    score = scored.score.mean()
    right = score.notnull().ifelse(True, None).cast("boolean")
    return scored.group_by("model", "id").agg(score=score, right=right, **about)


def by_score(scored: Any) -> Any:
    """A row for each case that has a score of both models."""
    wanted = {f"score{place}": scored.score.max(where=scored.model == place) for place in (0, 1)}
    found = scored.filter(scored.id.notnull()).group_by("id").agg(**wanted)
    return found.filter(found.score0.notnull(), found.score1.notnull())


def _scores() -> Any:
    """The table that `by_score` makes."""
    return _ibis().table({"id": "string", "score0": "float64", "score1": "float64"}, name="scores")


def differences(most: int) -> Any:
    """How many cases have each difference of scores."""
    found = _scores()
    found = found.mutate(difference=found.score1 - found.score0)
    return found.group_by("difference").agg(cases=found.count()).order_by("difference").limit(most)


def means() -> Any:
    """The mean score of either model."""
    found = _scores()
    return found.agg(A=found.score0.mean(), B=found.score1.mean())


def largest(most: int) -> Any:
    """The cases with the largest differences, whichever way, but none without one."""
    found = _scores()
    apart = (found.score1 - found.score0).abs()
    return found.filter(apart > 0).order_by(apart.desc(), *ordered(found)).limit(most)


def by_truth(everywhere: bool) -> Any:
    """Every result with whether it is right: the same text as the right answer, which may be in another file.

    `everywhere` says that each row has the right answer itself.
    """
    found = results()
    if everywhere:
        return _with_right(found.mutate(is_right=found.value == found.truth))
    truths = found.filter(found.truth.notnull()).group_by(of=found.id).agg(answer=found.truth.min())
    joined = found.left_join(truths, found.id == truths.of)
    return _with_right(joined.select(*found.columns, is_right=joined.value == joined.answer))


def _with_right(judged: Any) -> Any:
    """A column `right`, null where there is no result, instead of `is_right`."""
    right = judged.value.notnull().ifelse(judged.is_right.fill_null(False), None).cast("boolean")
    return judged.mutate(right=right).drop("is_right")


def reduced(judged: Any, how: str) -> Any:
    """One result of several epochs, by one of EPOCHS; epochs without a result do not count."""
    if how == "first":
        number = judged.epoch.cast("int64")
        first = judged.mutate(number=number)
        lowest = first.number.min().over(_ibis().window(group_by=["model", "id"]))
        return first.mutate(lowest=lowest).filter(lambda table: table.number == table.lowest)
    given = judged.right.count()
    right = {
        "any": judged.right.any(),
        "all": judged.right.all(),
        "majority": (judged.right.ifelse(1, 0).sum() * 2 > given),
    }[how]
    about = {name: judged[name].min() for name in ABOUT}
    return judged.group_by("model", "id").agg(right=(given > 0).ifelse(right, None), **about)


def by_case(judged: Any, models: int, about: Sequence[str]) -> Any:
    """A row for each case: of each model how many rows, and whether it was right (null: no result).

    Of what belongs to the case the lowest and the highest text, which differ where the files do.
    """
    wanted = {f"rows{place}": (judged.model == place).ifelse(1, 0).sum() for place in range(models)}
    wanted |= {f"right{place}": judged.right.any(where=judged.model == place) for place in range(models)}
    wanted |= {f"{name}_low": judged[name].min() for name in about}
    wanted |= {f"{name}_high": judged[name].max() for name in about}
    return judged.filter(judged.id.notnull()).group_by("id").agg(**wanted)


def complete(table: Any, models: int) -> Any:
    """The cases of which every model has a result."""
    return table.filter(reduce(and_, [table[f"right{place}"].notnull() for place in range(models)]))


def incomplete(table: Any, models: int) -> Any:
    """The other cases."""
    return table.filter(reduce(or_, [table[f"right{place}"].isnull() for place in range(models)]))


def patterns(table: Any, models: int, *by: str) -> Any:
    """How many cases there are of each pattern, and of each category where that is asked for."""
    found, names = complete(table, models), rights_of(models)
    counted = found.group_by(*by, *names).agg(cases=found.count())
    return counted.order_by(*by, *[counted[name].desc() for name in names])


def rights_of(models: int) -> list[str]:
    """The columns that say who was right."""
    return [f"right{place}" for place in range(models)]


def shapes(table: Any, models: int, seen: Sequence[tuple[bool, ...]]) -> Any:
    """How many clusters have the same number of cases of each of the patterns seen."""
    found = complete(table, models)
    counts = {
        f"n{place}": reduce(
            and_, [found[name] == right for name, right in zip(rights_of(models), pattern, strict=True)]
        )
        .ifelse(1, 0)
        .sum()
        for place, pattern in enumerate(seen)
    }
    each = found.group_by("cluster_low").agg(**counts)
    grouped = each.group_by(*counts).agg(clusters=each.count())
    return grouped.order_by(*[grouped[name].desc() for name in counts])


def differing(table: Any, models: int) -> Any:
    """The cases on which not all models fare alike."""
    found, names = complete(table, models), rights_of(models)
    return found.filter(reduce(or_, [found[names[0]] != found[name] for name in names[1:]]))


def unfit(table: Any, models: int, about: Sequence[str]) -> dict[str, Any]:
    """What is wrong with a case -> whether it is, for each fault that a case can have.

    The name says what, and of which model: `twice0`, `missing1`, `blank0`, `category`.
    """
    found = {}
    for place in range(models):
        rows = table[f"rows{place}"]
        found[f"twice{place}"] = rows > 1
        found[f"missing{place}"] = rows == 0
        found[f"blank{place}"] = (rows == 1) & table[f"right{place}"].isnull()
    for name in about:
        found[name] = table[f"{name}_low"] != table[f"{name}_high"]
    for name in {"truth", "cluster"} & set(about):
        found[f"no_{name}"] = table[f"{name}_low"].isnull()
    return found


def how_many(table: Any, faults: dict[str, Any]) -> Any:
    """How many cases have each fault."""
    return table.agg(**{name: fault.ifelse(1, 0).sum() for name, fault in faults.items()})


def ordered(table: Any) -> list[Any]:
    """What to order cases by: ids that are whole numbers by these, then the others as texts."""
    number = table.id.try_cast("int64")
    return [number.isnull(), number, table.id]


def nearly(judged: Any, most: int) -> Any:
    """The results that are the right answer but for capitals, spaces or the way a number is written.

    Model, id, result, right answer, and how many there are; all results have a right answer in their row.
    """
    other = judged.filter(judged.value != judged.truth)
    value, truth = other.value.strip().lower(), other.truth.strip().lower()
    alike = (value == truth) | (value.try_cast("float64") == truth.try_cast("float64"))
    kept = other.filter(alike)
    listed = kept.select("model", "id", "value", "truth").mutate(everyone=kept.count().as_scalar())
    return listed.order_by("model", "id").limit(most)
