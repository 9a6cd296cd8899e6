"""Every number that a reader sees, read back from the pages by a parser of its own and held to the appendix.

The parser is the audit's, which shares nothing with what writes: a number that the program writes wrong must
not be read wrong as well.
"""

import datetime
import itertools
import re
import tomllib
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from page_numbers import facts_in, number, numbers_of, visible_texts, word

from discordant.audit import numbers
from discordant.audit.numbers import KNOWN as MARKS
from discordant.audit.numbers import date
from discordant.audit.page import shown

TEMPLATES = Path(__file__).resolve().parents[1] / "templates"
TAGS = ("en", "it", "zh-Hans")
SCENARIOS = ("I", "II")


def truth(fact):
    if "numerator" in fact:
        return Fraction(int(fact["numerator"]), int(fact["denominator"]))
    return Fraction(fact["value"])


def agrees(text, fact, tag):
    """Raise AssertionError where a printed text does not state a fact."""
    value = fact["value"] if fact["kind"] in ("name", "version", "date") else truth(fact)
    if (said := word(text, tag)) is not None:
        assert (said, fact["kind"] in ("count", "points")) == (value, True), f"{text} for {value}"
        return
    assert not (what := numbers.states(text, value, fact["kind"], tag, MARKS[tag])), what


@pytest.mark.parametrize(
    ("text", "tag", "value"),
    [
        ("1,000", "en", 1000),
        ("1.000", "it", 1000),
        ("1000", "zh-Hans", 1000),
        ("524,288", "zh-Hans", 524288),
        ("−0,10", "it", Fraction(-1, 10)),
        ("+2", "en", 2),
        ("2.22%", "en", Fraction(222, 10000)),
        ("1,91 × 10⁻⁶", "it", Fraction(191, 10**8)),
        ("1/524,288", "en", Fraction(1, 524288)),
    ],
)
def test_the_parser_reads(text, tag, value):
    assert number(text, tag)[0] == value


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("1000", "en"),
        ("1,000", "zh-Hans"),
        ("10,00", "en"),
        ("0.5", "it"),
        ("1e-6", "en"),
        ("-1", "en"),
        ("nan", "en"),
        ("", "en"),
        ("1.", "en"),
        ("19.1 × 10⁻⁶", "en"),
        ("٣", "en"),
    ],
)
def test_the_parser_refuses(text, tag):
    with pytest.raises((AssertionError, ValueError)):
        number(text, tag)


def test_the_parser_reads_dates():
    for text, tag in [("9 October 2026", "en"), ("9 ottobre 2026", "it"), ("2026年10月9日", "zh-Hans")]:
        assert date(text, tag) == datetime.date(2026, 10, 9)


# --- reading the page ---------------------------------------------------------------------------------------


def labelled(element, *tags):
    return any(ancestor.tag in tags for ancestor in element.iterancestors())


def record(appendix, tag, product="page"):
    """block -> [(fact, text)] as the appendix lists them."""
    entries = appendix["locales"][tag]["printed"][product]
    blocks = {}
    for entry in entries:
        blocks.setdefault(entry["block"], []).append((entry["fact"], entry["text"]))
    return blocks


def every_entry(appendix, tag):
    """The entries of all products."""
    return [entry for entries in appendix["locales"][tag]["printed"].values() for entry in entries]


# facts whose value depends on the language, so that the appendix has no single one
BY_LANGUAGE = {"title", "missing", "outdated", "blocks", "reading_minutes"}


# --- values -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", TAGS)
def test_every_number_of_the_page_states_its_fact(trees, appendix, tag):
    found = facts_in(trees[tag])
    assert len(found) > 300
    for name, text in found:
        if name in BY_LANGUAGE:
            continue
        try:
            agrees(text, appendix["facts"][name], tag)
        except (AssertionError, ValueError, TypeError, AttributeError) as error:
            raise AssertionError(f"{name} is printed as {text!r}: {error}") from None


@pytest.mark.parametrize("tag", TAGS)
def test_every_number_of_the_record_states_its_fact(appendix, tag):
    for entry in every_entry(appendix, tag):
        if entry["form"] == "word":
            assert word(entry["text"], tag) == appendix["facts"][entry["fact"]]["value"], entry
        elif entry["fact"] not in BY_LANGUAGE:
            agrees(entry["text"], appendix["facts"][entry["fact"]], tag)


def test_facts_agree_with_the_results(appendix):
    """The named facts are the results of the same file, not a second calculation gone astray."""
    facts = appendix["facts"]
    for name, comparison in appendix["comparisons"].items():
        results, counts = comparison["results"], comparison["counts"]
        for cell, count in counts.items():
            assert facts[f"{name}_{cell}"]["value"] == count
        for key in ("A_accuracy", "B_accuracy", "exact_p", "difference", "relative_gain"):
            assert truth(facts[f"{name}_{key}"]) == truth(results[key])
        for key in ("paired_standard_error", "unpaired_standard_error"):
            assert facts[f"{name}_{key}"]["value"] == results[key]
        law = comparison["null_distribution"]
        b, c = counts["b"], counts["c"]
        tails = sum(int(w) for k, w in enumerate(law["weights"]) if k <= min(b, c) or k >= max(b, c))
        assert truth(facts[f"{name}_exact_p"]) == Fraction(tails, 2 ** (b + c))
        for k, weight in enumerate(law["weights"]):
            if bar := facts.get(f"{name}_chance_{k}"):
                assert truth(bar) == Fraction(int(weight), int(law["denominator"]))
                assert facts[f"{name}_k_{k}"]["value"] == k


@pytest.mark.parametrize("tag", TAGS)
def test_tables_of_the_figure_mark_the_tails(trees, appendix, tag):
    tables = trees[tag].xpath('//table[contains(@class, "bars")]')
    assert len(tables) == len(SCENARIOS)
    for name, table in zip(SCENARIOS, tables, strict=True):
        counts = appendix["comparisons"][name]["counts"]
        low, high = sorted([counts["b"], counts["c"]])
        rows = table.xpath(".//tbody/tr")
        words = set()
        for row in rows:
            (_, k), (fact, _) = facts_in(row)
            k = int(k)
            assert fact == f"{name}_chance_{k}"
            in_tails = k <= low or k >= high
            assert (row.get("class") == "tail") == in_tails
            words.add((in_tails, shown(row[-1])))
        assert len(words) == 2
        assert len({word for _, word in words}) == 2


# --- nothing but facts --------------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", TAGS)
def test_every_digit_belongs_to_a_fact(trees, tag):
    strays = [
        text
        for text, element in visible_texts(trees[tag])
        if any(c.isdecimal() for c in text)
        and not labelled(element, "code", "pre", "svg", "math")
        and element.tag not in ("code", "pre", "svg", "math")
        and not element.xpath("ancestor-or-self::*[@data-fact]")
        and not (element.get("class") == "numeral" and text in ("0", "1", "1/2"))  # Chinese, for words
    ]
    assert strays == []


@pytest.mark.parametrize("tag", TAGS)
def test_every_number_of_a_formula_is_a_fact_or_a_constant_of_it(trees, tag):
    formulas = tomllib.loads((TEMPLATES / "formulas.toml").read_text(encoding="utf-8"))

    def constants(tex):
        return Counter(re.findall(r"\d+", re.sub(r"\\fact\{\w+\}", "", tex)))

    inline = set().union(*(constants(tex) for tex in formulas["inline"].values()))
    seen = set()
    for math in trees[tag].iter("math"):
        plain = [mn.text for mn in math.iter("mn") if not mn.xpath("ancestor-or-self::*[@data-fact]")]
        holder = math.xpath('ancestor::div[@class="formula"]/@id')
        if holder:
            name = holder[0].removeprefix("formula-")
            seen.add(name)
            tex = formulas["display"][name]
            assert Counter(plain) == constants(tex), name
            asked = re.findall(r"\\fact\{(\w+?)(?:_(?:long|exact|signed))?\}", tex)
            assert [fact for fact, _ in facts_in(math)] == asked, name
        else:
            assert set(plain) <= inline
            assert not facts_in(math)
        for leaf in math.iter("mi", "mo", "mtext"):
            assert not any(c.isdecimal() for c in leaf.text or "")
    assert seen == {name for name in formulas["display"] if not name.startswith("handout-")}


def everything(root):
    """All texts and all attributes that a reader may meet."""
    yield from (
        (text, element) for text, element in visible_texts(root) if element.tag not in ("code", "pre")
    )
    for element in root.iter():
        for name in ("aria-label", "content", "title", "alt"):
            if element.get(name) and element.get("http-equiv") is None:
                yield element.get(name), element
    yield root.findtext(".//title"), root


@pytest.mark.parametrize("tag", TAGS)
def test_no_number_in_the_way_that_programs_write(trees, appendix, tag):
    bad = re.compile(
        r"\d[eE][+-]?\d|(?<![\d.,])0[.,]0+(?![\d.,])|\bnan\b|\binf\b|\bNone\b|(?<![\w.])-\d|\{|\}", re.ASCII
    )
    texts = [text for text, element in everything(trees[tag]) if not labelled(element, "code", "pre")]
    texts += [entry["text"] for entry in every_entry(appendix, tag)]
    assert [text for text in texts if bad.search(text)] == []


# --- record against page ------------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", TAGS)
def test_record_is_what_the_page_shows_in_the_order_of_the_blocks(trees, appendix, tag):
    """Each part of the page against its part of the record; no element with a fact is left over."""
    root, blocks = trees[tag], record(appendix, tag)
    left = set(root.xpath("//*[@data-fact]"))

    def take(elements, keep=lambda element: True):
        found = []
        for element in elements:
            for inner in [element, *element.iterdescendants()]:
                if inner in left and keep(inner):
                    left.remove(inner)
                    found.append((inner.get("data-fact"), shown(inner)))
        return found

    def printed(*names):
        return list(itertools.chain.from_iterable(blocks.get(name, []) for name in names))

    # data tables and texts below the figures
    for figure in ("cases", "records", "coins", "null-distribution", "leads", "attainable"):
        assert take(root.xpath(f'//*[@id="words-{figure}"]')) == printed(f"figure.{figure}.alt")
    outcomes = root.xpath('//table[contains(@class, "outcomes")]')
    assert len(outcomes) >= 1
    for table in outcomes:
        assert take([table]) == printed("table.outcomes")
    assert take(root.xpath('//table[contains(@class, "methods")]')) == printed("table.methods")
    bars = root.xpath('//table[contains(@class, "bars")]')
    for name, table in zip(SCENARIOS, bars, strict=True):
        assert take(table.iter("caption")) == printed(f"figure.null-distribution.table.{name}.caption")
        rows = [p for p in printed("figure.null-distribution.table") if p[0].startswith(f"{name}_")]
        assert take([table]) == rows
    for figure in ("records", "coins", "leads"):
        (table,) = root.xpath(f'//figure[@id="figure-{figure}"]//table')
        assert take(table.iter("caption")) == printed(f"figure.{figure}.table.caption")
        assert take([table]) == printed(f"figure.{figure}.table")
    for name, table in zip(SCENARIOS, root.xpath('//figure[@id="figure-attainable"]//table'), strict=True):
        assert take(table.iter("caption")) == printed(f"figure.attainable.table.{name}.caption")
        for place in ("figure.attainable.table.row", "figure.attainable.table"):
            rows = [p for p in printed(place) if p[0].startswith(f"{name}_")]
            assert (
                take([table], lambda e, place=place: (e.get("data-fact")[-2:] == "_p") != place.endswith("w"))
                == rows
            )
    # the numbers of figures, tables and listings
    for kind in ("figure", "table", "listing"):
        labels = root.xpath('//figcaption//b[.//*[@data-fact]] | //*[@class="caption"]/b[.//*[@data-fact]]')
        mine = [b for b in labels if b.xpath(f'.//*[starts-with(@data-fact, "{kind}_")]')]
        assert take(mine) == printed(f"page.{kind}")
    assert take(root.xpath('//details[contains(@class, "note")]/summary')) == printed("page.note")
    # lists of sections: the number and the numbers of the title, wherever they stand
    titles = [
        name for name in blocks if name.endswith(".title") and name.split(".")[0] not in ("title", "package")
    ]
    titles = [name for name in titles if blocks[name][0][0].startswith("section_")]
    for contents in root.xpath(
        '//nav[contains(@class, "contents")] | //details[contains(@class, "contents")]'
    ):
        assert take([contents]) == printed(*titles)
    # head, article, end
    head = root.xpath('//header[@class="head"]') + root.xpath('//figure[@id="figure-cases"]/figcaption/p')
    assert take(head) == printed("title.h1") + printed("title")[:1] + printed(
        "standfirst", "page.byline", "figure.cases.caption"
    )
    names = list(blocks)
    assert take(root.xpath('//details[contains(@class, "abstract")]')) == printed(
        *(name for name in names if name.startswith("abstract."))
    )
    body = names[names.index(titles[0]) : next(i for i, n in enumerate(names) if n.startswith("colophon."))]
    body = [name for name in body if not name.endswith(".spoken")]
    for formula in root.xpath('//div[@class="formula"]'):
        name = formula.get("id").replace("formula-", "formula.")
        assert take(formula.iter("math")) == printed(name)
        body = [other for other in body if other != name]
    assert take(root.xpath("//article//section")) == printed(*body)
    ends = [n for n in names if n.startswith(("colophon.", "page.cite.", "errata", "page.status."))]
    assert take(root.xpath("//footer")) == printed(*ends)
    assert [(element.get("data-fact"), shown(element)) for element in left] == []


def test_every_language_prints_the_same_facts_in_each_block(appendix):
    by_tag = {
        tag: {
            (entry["block"], entry["fact"], entry["form"].replace("word", "short"))  # Chinese has digits
            for entry in every_entry(appendix, tag)
            if not entry["block"].startswith("page.status")
        }
        for tag in TAGS
    }
    assert by_tag["it"] == by_tag["en"]
    assert by_tag["zh-Hans"] == by_tag["en"]


def values(entries, tag):
    """What is printed in digits."""
    return [text for _fact, text in entries if word(text, tag) is None]


@pytest.mark.parametrize("tag", TAGS)
def test_spoken_formulas_say_the_numbers_of_the_record(trees, appendix, tag):
    blocks = record(appendix, tag)
    for formula in trees[tag].xpath('//div[@class="formula"]'):
        name = formula.get("id").removeprefix("formula-")
        said = formula.find(".//math").get("aria-label")
        listed = values(blocks.get(f"formula.{name}.spoken", []), tag)
        assert Counter(numbers_of(said)) == Counter(listed), name
        number_beside = formula.xpath('string(span[contains(@class, "number")])').strip("()（）")
        assert number_beside in formula.xpath("string(div/@aria-label)")


@pytest.mark.parametrize("tag", TAGS)
def test_title_and_description_say_the_numbers_of_the_record(trees, appendix, tag):
    blocks = record(appendix, tag)
    title = trees[tag].findtext(".//title")
    assert set(numbers_of(title)) == set(values(blocks["title"], tag))
    description = trees[tag].xpath('string(//meta[@name="description"]/@content)')
    assert numbers_of(description) == values(blocks["description"], tag)
