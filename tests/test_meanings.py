"""What translators are told of each placeholder: of the right model, and in numbers what it says in words."""

import re
from pathlib import Path

import pytest

import discordant

POT = Path(discordant.__file__).parent / "locales" / "discordant.pot"
TABLES = {"I": (900, 20, 0, 80), "II": (820, 100, 80, 0)}  # the article's, a to d
TOLD = re.compile(r'^#\. \{(\w+)\}: (.*?)(?:; comparison (II?))?(?:, e\.g\. "(.*)")?$', re.MULTILINE)

# what is said -> what it must be, from the four counts
WORDS = {
    "cases that both models get right": lambda a, b, c, d: a,
    "cases that B alone gets right: its wins": lambda a, b, c, d: b,
    "cases that A alone gets right: its wins": lambda a, b, c, d: c,
    "cases that both models get wrong": lambda a, b, c, d: d,
    "discordant cases: exactly one model is right": lambda a, b, c, d: b + c,
    "cases in all": lambda a, b, c, d: a + b + c + d,
    "cases that model A gets right": lambda a, b, c, d: a + c,
    "cases that model B gets right": lambda a, b, c, d: a + b,
    "wins of the model that wins fewer": lambda a, b, c, d: min(b, c),
    "wins of the model that wins more": lambda a, b, c, d: max(b, c),
    "half of the discordant cases: the middle of the null distribution": lambda a, b, c, d: (b + c) // 2,
    "B's wins beyond half of the discordant cases": lambda a, b, c, d: (b - c) // 2,
    "accuracy of model A": lambda a, b, c, d: (a + c) * 100 // (a + b + c + d),
    "accuracy of model B": lambda a, b, c, d: (a + b) * 100 // (a + b + c + d),
}


@pytest.fixture(scope="module")
def told():
    """(block, name, meaning, comparison, example) of every note on a placeholder."""
    found = []
    for entry in POT.read_text("utf-8").split("\n\n"):
        for block in re.findall(r'^msgctxt "(.*)"$', entry, re.MULTILINE):
            found += [(block, *note) for note in TOLD.findall(entry)]
    assert len(found) > 500
    return found


def test_the_example_is_what_the_words_say(told):
    """In the article, which is about the two comparisons; what names neither holds for both."""
    seen = set()
    for block, name, meaning, comparison, example in told:
        if block.startswith(("exercise.", "handout.", "figure.split", "figure.resolution")):
            continue
        if meaning in WORDS and name.startswith(("I_", "II_", "A_", "B_", "N")):
            seen.add(meaning)
            for table in [comparison] if comparison else TABLES:
                number = example.replace(",", "").removesuffix("%")
                assert number == str(WORDS[meaning](*TABLES[table])), f"{name}: {meaning}"
    assert seen == set(WORDS)


SIDES = {"A": "B", "B": "A", "b": "c", "c": "b"}


def other(text):
    """The text with the models in each other's place."""
    return re.sub(r"\b[ABbc]\b", lambda side: SIDES[side[0]], text)


def test_what_differs_in_the_model_alone_means_the_same_of_the_other_model(told):
    """A_right and B_right, b and c, pi_b and pi_c: exchange the models in the one to have the other."""
    meanings = {name: meaning.partition(", as a formula")[0] for _block, name, meaning, *_rest in told}
    pairs = 0
    for name, meaning in meanings.items():
        parts = name.split("_")
        for place, part in enumerate(parts):
            twin = "_".join([*parts[:place], SIDES.get(part, part), *parts[place + 1 :]])
            if twin != name and twin in meanings:
                pairs += 1
                assert meanings[twin] == other(meaning), f"{name} and {twin}"
    assert pairs > 20
