"""Two files of results, joined and counted, by us and by pandas and polars: time and memory, as ratios.

Each runs in a process of its own, in turn; `cases.py 5 10000000` makes so many runs on so many rows.
"""

import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb

OURS = """
from discordant import cases
print(json.dumps(cases.read(sys.argv[1:]).counts))
"""
PANDAS = """
import pandas
read = pandas.read_parquet if sys.argv[1].endswith("parquet") else pandas.read_csv
a, b = (read(path, columns=["id", "correct"]) if "parquet" in path else read(path, usecols=["id", "correct"])
        for path in sys.argv[1:])
both = a.merge(b, on="id", validate="one_to_one", suffixes=("_a", "_b"))
n = both.groupby(["correct_a", "correct_b"]).size()
print(json.dumps([int(n.get(key, 0)) for key in ((1, 1), (0, 1), (1, 0), (0, 0))]))
"""
POLARS = """
import polars
scan = polars.scan_parquet if sys.argv[1].endswith("parquet") else polars.scan_csv
a, b = (scan(path).select("id", "correct") for path in sys.argv[1:])
both = a.join(b, on="id", validate="1:1", suffix="_b").group_by("correct", "correct_b").len()
n = {row[:2]: row[2] for row in both.collect(engine="streaming").iter_rows()}
print(json.dumps([n.get(key, 0) for key in ((1, 1), (0, 1), (1, 0), (0, 0))]))
"""
MEASURE = """
import json, resource, sys, time
begun = time.perf_counter()
{code}
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps([time.perf_counter() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss]))
"""


def make(folder, rows, suffix):
    """Two files with the same ids, in two orders, and results that differ by chance."""
    paths = []
    for salt, model in ((1, "a"), (3, "b")):  # without a divisor in common with rows
        path = folder / f"{model}.{suffix}"
        rest = "(FORMAT csv)" if suffix == "csv" else ""
        duckdb.sql(
            f"COPY (SELECT 'case-' || (i * {salt} * 7919 % {rows}) AS id, "
            f"CAST(hash(i * {salt} + {salt}) % 100 < 80 AS INT) AS correct, 'some further text' AS text "
            f"FROM range({rows}) t(i)) TO '{path}' {rest}"
        )
        paths.append(str(path))
    return paths


def measured(code, paths):
    """The counts, and seconds, processor seconds and kilobytes of one process."""
    run = subprocess.run(
        [sys.executable, "-c", MEASURE.format(code=code), *paths], capture_output=True, text=True, check=True
    )
    assert len(run.stdout.splitlines()) == 2, run.stdout
    counts, figures = run.stdout.splitlines()
    return tuple(json.loads(counts)), json.loads(figures)


def main(runs=3, rows=1_000_000):
    """Print a table for CSV and for Parquet."""
    with tempfile.TemporaryDirectory() as folder:
        for suffix in ("csv", "parquet"):
            paths = make(Path(folder), rows, suffix)
            found = {"discordant": [], "pandas": [], "polars": []}
            counts = set()
            for _run in range(runs):
                for name, code in zip(found, (OURS, PANDAS, POLARS), strict=True):
                    said, figures = measured(code, paths)
                    counts.add(said)
                    found[name].append(figures)
            assert len(counts) == 1, counts
            ours = [statistics.median(column) for column in zip(*found["discordant"], strict=True)]
            print(f"{rows} rows of {suffix}: seconds, processor seconds, MB; ratio of each to ours")
            for name, figures in found.items():
                middle = [statistics.median(column) for column in zip(*figures, strict=True)]
                ratios = "  ".join(f"{theirs / our:5.2f}" for theirs, our in zip(middle, ours, strict=True))
                print(f"{name:12}{middle[0]:8.2f}{middle[1]:8.2f}{middle[2] / 1024:8.0f}    {ratios}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
