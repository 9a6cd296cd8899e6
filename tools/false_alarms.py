"""How often the checks of translations speak of messages that others have published, a line a check.

    python tools/false_alarms.py it es fr < /dev/null
    python tools/false_alarms.py --show "percent" es

Reads the catalogs that gettext has on this machine (/usr/share/locale/<tag>/LC_MESSAGES/*.mo); texts of
one paragraph and five words at least.  What printf fills in counts as a placeholder.
"""

from __future__ import annotations

import argparse
import gettext
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from discordant.language import Locale, message
from discordant.translating import marks

SYSTEM = Path("/usr/share/locale")
PRINTF = re.compile(r"%(?:\d+\$|\(\w+\))?[-+ #0']*[\d*]*(?:\.[\d*]+)?(?:[hlLqjzt]*|PRI\w+)[a-zA-Z]|<\w+>|%%")
WORDS = 5
MOST = 4000  # messages of a language


def messages(tag: str) -> Iterator[tuple[str, str]]:
    """English and translation of each message."""
    for path in sorted((SYSTEM / tag.replace("-", "_") / "LC_MESSAGES").glob("*.mo")):
        with path.open("rb") as file:
            try:
                catalog: dict[object, str] = gettext.GNUTranslations(file)._catalog
            except (OSError, UnicodeDecodeError, ValueError):
                continue
        for english, text in catalog.items():
            if isinstance(english, str) and "\n" not in english and len(english.split()) >= WORDS:
                yield english.rpartition("\x04")[2], text


def taken_apart(text: str) -> message.Message:
    """A message of C as one of ours."""
    return message.taken_apart(PRINTF.sub("{x}", text.replace("{", "(").replace("}", ")")))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("tags", nargs="+")
    parser.add_argument("--show", help="print the findings of this rule")
    asked = parser.parse_args()
    for tag in asked.tags:
        locale, counts, total = Locale(tag, "", (), 4, "latn", {}), Counter[str](), 0
        for english, text in list(messages(tag))[:MOST]:
            total += 1
            for rule in marks.RULES:
                for finding in rule(taken_apart(english), taken_apart(text), locale):
                    counts[rule.__name__] += 1
                    if asked.show == rule.__name__:
                        print(f"  {finding.what}\n    {english[:150]}\n    {text[:150]}")
        print(
            tag, total, "messages:", ", ".join(f"{name} {n}" for name, n in counts.most_common()) or "nothing"
        )


if __name__ == "__main__":
    main()
