"""Logs of Inspect and lm-evaluation-harness as these programs write them; real ones, in tests/cases/logs.

The counts are those that were worked out when the logs were made, from the sums that the stand-ins answered.
"""

from pathlib import Path

import pytest
from each import each

from discordant.cases import Unclear, Wanted, read

LOGS = Path(__file__).parent / "cases" / "logs"
INSPECT = [LOGS / "inspect" / f"model-{model}.eval" for model in "ab"]
HARNESS = [LOGS / "lm-eval" / f"model-{model}" for model in "ab"]
COUNTS = [
    (INSPECT, "match", (35, 15, 9, 1)),
    (HARNESS, "acc", (44, 30, 10, 6)),
    (HARNESS, "acc_norm", (28, 31, 17, 14)),
]


@each("item", COUNTS)
def test_real_logs_give_their_counts(item):
    paths, metric, counts = item
    found = read(paths, Wanted(metric=metric))
    assert found.counts == counts
    assert found.models == ("model-a", "model-b")


@pytest.mark.parametrize(
    ("paths", "metrics"), [(INSPECT, ("match", "includes")), (HARNESS, ("acc", "acc_norm"))]
)
def test_several_metrics_are_asked_for_by_name(paths, metrics):
    with pytest.raises(Unclear, match="--metric NAME") as refused:
        read(paths)
    assert refused.value.choices == metrics
    assert refused.value.code == 2
