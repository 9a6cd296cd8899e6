"""Numbers of a page and of its record, and whether they state their facts; a parser of its own."""

from discordant.audit import numbers
from discordant.audit.numbers import KNOWN as MARKS
from discordant.audit.numbers import NUMBER
from discordant.audit.page import shown

# --- reading numbers ----------------------------------------------------------------------------------------


def number(text, tag):
    """The value that a text states, and half a unit of its last digit: how far the truth may be from it."""
    return numbers.number(text, MARKS[tag])


WORDS = {  # of each language that has some, from zero on
    "en": "zero one two three four five six seven eight nine ten eleven twelve",
    "it": "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici",
}


def word(text, tag):
    """The number that a word says; None for what is none."""
    words = WORDS.get(tag, "").split()
    said = {"una": "uno", "un": "uno"}.get(text.lower(), text.lower()) if tag == "it" else text.lower()
    return words.index(said) if said in words else None


def numbers_of(text):
    return NUMBER.findall(text)


def facts_in(root):
    """(fact, text) of every element with a fact, in document order."""
    return [(element.get("data-fact"), shown(element)) for element in root.xpath(".//*[@data-fact]")]


def visible_texts(root):
    """(text, element it stands in) of every text of the body, those around child elements too."""
    for element in root.find("body").iter():
        if element.text:
            yield element.text, element
        if element.tail and element.tag != "body":
            yield element.tail, element.getparent()


def is_tick(text):
    return NUMBER.fullmatch(text) is not None
