"""Numbers of a page and of its record, and whether they state their facts; a parser of its own."""

from discordant.audit import numbers
from discordant.audit.numbers import KNOWN as MARKS
from discordant.audit.numbers import NUMBER
from discordant.audit.page import shown

# --- reading numbers ----------------------------------------------------------------------------------------


def number(text, tag):
    """The value that a text states, and half a unit of its last digit: how far the truth may be from it."""
    return numbers.number(text, MARKS[tag])


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
