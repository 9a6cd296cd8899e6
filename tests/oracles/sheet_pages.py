"""Exercise sheets as their readers see them: numbers, tables, questions, key.

Nothing of the program's own reading or writing of numbers is used here, and no words of any language: things
are found by their place on the page.
"""

import re
from fractions import Fraction
from typing import NamedTuple

# language -> whole part, mark of thousands, mark of decimals
MARKS = {
    "en": (r"\d{1,3}(?:,\d{3})+|\d{1,3}", ",", "."),
    "it": (r"\d{1,3}(?:\.\d{3})+|\d{1,3}", ".", ","),
    "zh-Hans": (r"\d{2,3},\d{3}|\d{1,3}(?:,\d{3}){2,}|\d{1,4}", ",", "."),  # 1000, but 10,000
}
WORDS = {"variant", "part", "id", "items", "seed"}  # facts that are no numbers


class Number(NamedTuple):
    """A printed number."""

    value: Fraction
    places: int  # decimals; -1 where it is a fraction, so that nothing has been rounded
    text: str

    def is_(self, value):
        """Whether a value is printed like this: rounded in the last decimal, exact with fewer than two."""
        if self.places < 2:
            return abs(self.value - Fraction(value)) < Fraction(1, 10**12)
        half = Fraction(1, 2 * 10**self.places)
        return abs(self.value - Fraction(value)) <= half + Fraction(1, 10**12)


def number(text, tag):
    """A number as a language writes it; ValueError for anything else.

    >>> [str(number(text, "it").value) for text in ("1.000,5", "0,5%", "−7/64", "1,5 × 10⁻⁵")]
    ['2001/2', '1/2', '-7/64', '3/200000']
    """
    whole, thousands, mark = MARKS[tag]
    decimal = rf"(?:{whole})(?:{re.escape(mark)}\d+)?"
    shape = rf"([−+]?)({decimal})(?:/({decimal}))?(?: × 10(⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+))?%?"
    found = re.fullmatch(shape, text.strip())
    if not found:
        raise ValueError(f"no number as {tag} writes it: {text!r}")

    def plain(digits):
        return Fraction(digits.replace(thousands, "").replace(mark, "."))

    sign, numerator, denominator, power = found.groups()
    value = plain(numerator) / (plain(denominator) if denominator else 1)
    places = len(numerator.partition(mark)[2])
    if power:
        shift = int(power.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")))
        value, places = value * Fraction(10) ** shift, places - shift
    return Number(-value if sign == "−" else value, -1 if denominator else places, text.strip())


# === Trees ===


def classes(element):
    return set((element.get("class") or "").split())


def inside(element, name):
    """Elements below one that are of a class, in order."""
    return [found for found in element.iter() if isinstance(found.tag, str) and name in classes(found)]


def text_of(element):
    """All text, without what is said of missing translations."""
    parts = [element.text or ""]
    for child in element:
        if isinstance(child.tag, str) and "mark" not in classes(child):
            parts.append(text_of(child))
        parts.append(child.tail or "")
    return "".join(parts)


def message(element):
    """A text with names for its numbers, as its source has it; blanks do not count."""
    parts = [element.text or ""]
    for child in element:
        if isinstance(child.tag, str) and "fact" in classes(child):
            parts.append("{" + child.get("data-fact") + "}")
        elif isinstance(child.tag, str) and not classes(child) & {"mark", "worth", "label"}:
            parts.append(message(child))
        parts.append(child.tail or "")
    return squeezed("".join(parts))


def squeezed(text):
    """A text by which others can be compared: without blanks, with plain hyphens, without emphasis."""
    return re.sub(r"[\s*_`\u200b\u2060]+", "", text).replace("\u2011", "-")


def facts(element, tag):
    """(name, number) of every printed number, in order."""
    return [
        (found.get("data-fact"), number(text_of(found), tag))
        for found in inside(element, "fact")
        if found.get("data-fact") not in WORDS
    ]


def only_fact(element, tag):
    ((_name, found),) = facts(element, tag)
    return found


# === The student's sheet ===


class Question(NamedTuple):
    points: Fraction | None  # None where the item asks one thing only
    asked: object  # the element
    options: list  # elements
    lines: int


class Item(NamedTuple):
    number: Fraction
    points: Fraction
    title: str
    given: dict  # name -> number, of all texts outside tables
    exhibits: dict  # kind -> what it shows
    questions: list


class Page(NamedTuple):
    total: Fraction
    items: list


def page(root, tag):
    """A student's sheet."""
    (head,) = [p for p in inside(root, "variant") if p.tag == "p"]
    total = dict(facts(head, tag))["points"].value
    return Page(total, [item(section, tag) for section in root.iter("section")])


def item(section, tag):
    """An item of a sheet; the teacher's has headings of a lower rank."""
    heading = next(element for element in section if element.tag in ("h2", "h3"))
    (worth,) = inside(section, "worth-all")
    given = {}
    for element in section:
        if element.tag in ("p", "ul") and element is not worth:
            for name, found in facts(element, tag):
                if name != "points":
                    assert given.setdefault(name, found) == found, name
    for row in section.xpath(".//tbody/tr/th"):  # the rows of a table may name numbers of the text
        given |= {name: found for name, found in facts(row, tag) if name != "number" and "k_" not in name}
    return Item(
        only_fact(heading, tag).value,
        only_fact(worth, tag).value,
        squeezed(text_of(heading)),
        given,
        dict(exhibit(element, tag) for element in inside(section, "exhibit")),
        questions(section, tag),
    )


def questions(section, tag):
    found = []
    for element in section:
        if "question" in classes(element):
            worth = inside(element, "worth")
            points = only_fact(worth[0], tag).value if worth else None
            found.append(Question(points, element, [], 0))
        elif "options" in classes(element):
            found[-1] = found[-1]._replace(options=list(element.iter("li")))
        elif "lines" in classes(element):
            found[-1] = found[-1]._replace(lines=len(inside(element, "rule")))
    return found


def exhibit(element, tag):
    """What is shown with the text: its kind, and its cells by their place."""
    table = next(element.iter("table"))
    rows = [list(row) for row in table.iterfind("tbody/tr")]
    if "square" in classes(table):
        # A right above A wrong, B right before B wrong
        (a, c), (b, d) = ((row[1], row[2]) for row in rows)
        cells = (facts(cell, tag) for cell in (a, b, c, d))
        return "square", tuple(found[0][1].value if found else None for found in cells)
    if "cases" in classes(element):
        rows = [list(row) for row in element.iter("tr") if row.findall("td") != []]
        assert [only_fact(row[0], tag).value for row in rows] == list(range(1, len(rows) + 1))
        return "cases", [(text_of(row[1]), text_of(row[2])) for row in rows]
    if "law" in classes(element):
        return "law", [(only_fact(row[0], tag).value, only_fact(row[1], tag)) for row in rows]
    if "scroll" in classes(element):
        return "rows", [tuple(only_fact(cell, tag).value for cell in row[1:]) for row in rows]
    return "values", [(message(row[0]), facts(row[0], tag), only_fact(row[1], tag)) for row in rows]


# === The teacher's sheet ===


def key(root, tag):
    """letter -> item -> the cells of the key, as text."""
    found = {}
    for table in inside(root, "key"):
        letters = [inside(head, "fact")[0].text for head in table.xpath("thead/tr/th")[2:]]
        for number_of_item, row in enumerate(table.iterfind("tbody/tr"), 1):
            assert only_fact(row[0], tag).value == number_of_item
            for letter, cell in zip(letters, row.findall("td")[1:], strict=True):
                found.setdefault(letter, []).append([cell_of_key(span, tag) for span in inside(cell, "cell")])
    return found


def cell_of_key(span, tag):
    """The numbers of an answer, or its text without the label of the part."""
    numbers = numbers_of(span, tag)
    labels = [found for found in inside(span, "fact") if found.get("data-fact") == "part"]
    text = text_of(span)
    if labels:
        text = text.split(" ", 1)[1]
    return numbers or text.strip()


def numbers_of(element, tag):
    """The numbers of an answer; a fraction is followed by its decimal, and a range stands apart."""
    apart = [found for box in inside(element, "range") for found in inside(box, "fact")]
    shown = [found for found in inside(element, "fact") if found not in apart]
    found = []
    for fact in shown:
        if fact.get("data-fact") != "part":
            one = number(text_of(fact), tag)
            if found and found[-1][0] == fact.get("data-fact"):
                assert found[-1][1].places == -1
                assert one.is_(found[-1][1].value)
            else:
                found.append((fact.get("data-fact"), one))
    return [one for _name, one in found]


class Solution(NamedTuple):
    answer: object  # elements
    options: list
    steps: list
    wrong: list  # (value, cause)
    note: object


def variants(root):
    """letter -> the sections of its items."""
    return {
        section.xpath("h2//span[@data-fact='variant']")[0].text: section.findall("section")
        for section in root.iter("section")
        if section.find("h2[@class='variant']") is not None
    }


def solutions(section):
    """What the teacher's sheet adds to each question of an item."""
    found = []
    for box in (element for element in section if "solution" in classes(element)):
        notes = box.findall("p")[1:]
        found.append(
            Solution(
                box.find("p"),
                box.xpath("ul/li"),
                box.xpath("ol/li"),
                [tuple(row) for row in box.xpath("table/tbody/tr")],
                notes[0] if notes else None,
            )
        )
    return found
