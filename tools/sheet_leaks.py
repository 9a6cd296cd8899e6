"""Draw many exercise sheets, and search what students read for every key.

    .venv/bin/python tools/sheet_leaks.py --sheets 500

A line for each key that is found, with the order of its sheet; exit code 1 if there is one.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from itertools import cycle
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "oracles"))

import sheet_keys as search
import sheet_orders

from discordant.teaching.exercises.sheet import make


def main() -> int:
    """Say which kinds were drawn how often, and what was found."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sheets", type=int, default=500, metavar="N", help="how many [default: 500]")
    sheets = parser.parse_args().sheets
    writers, kinds, found = sheet_orders.writers(), Counter[str](), 0
    for tag, order in zip(cycle(sheet_orders.TAGS), sheet_orders.orders(sheets), strict=False):
        items = make(order).variants["A"]
        kinds.update(item.kind for item in items)
        texts, secret = sheet_orders.read(writers[tag], items), search.keys(items)
        told = set().union(*(search.found_in(text, secret) for text in texts))
        for key in sorted(told | search.small_ones(items, texts)):
            found += 1
            print(tag, key, order)
    print(f"{sheets} sheets, {found} keys found; items:")
    print("\n".join(f"{number:5} {kind}" for kind, number in kinds.most_common()))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
