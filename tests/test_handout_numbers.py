"""The numbers, formulas and figures of the handouts, read back from their pages and worked out once more."""

import itertools
import re
import tomllib
from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb, log10

import pytest
import scipy.stats
from handout_pages import (
    ALL,
    PAGES,
    SHEETS,
    TAGS,
    TEMPLATES,
    YARDSTICKS,
    agree,
    facts_in,
    facts_of,
    numbers,
    reader,
    source,
)
from handout_pages import values as worked_out

from discordant.audit.results import two_sided
from discordant.audit.sheets import chi_p

every_page = pytest.mark.parametrize("page", PAGES)
every_sheet = pytest.mark.parametrize(("sheet", "tag"), ALL)


@pytest.fixture(scope="module")
def roots(made, read_page):
    return {page: read_page(made / "output" / page) for page in PAGES}


@pytest.fixture(scope="module")
def values():
    return worked_out()


# --- code ---------------------------------------------------------------------------------------------------


@every_sheet
def test_the_line_of_python_runs_and_that_of_r_says_the_same(roots, values, sheet, tag):
    """Run as a reader would; R is not here, and its line has the same two numbers in the same order."""
    codes = ["".join(code.itertext()) for code in roots[f"{tag}/handouts/{sheet}.html"].iter("code")]
    [(b, m)] = re.findall(r"scipy\.stats\.binomtest\((\d+), (\d+)\)\.pvalue", "\n".join(codes))
    assert f"binom.test({b}, {m})" in codes
    wanted = values[{"compared": "H1_exact_p", "points": "H2_best_p"}[sheet]]
    assert scipy.stats.binomtest(int(b), int(m)).pvalue == pytest.approx(float(wanted), rel=1e-12)


# --- numbers ------------------------------------------------------------------------------------------------


@every_page
def test_every_number_states_what_the_oracles_give(roots, values, appendix, page):
    tag = page.split("/")[0]
    found = facts_in(roots[page])
    assert len(found) > (3 if page.endswith("index.html") else 35)
    for name, text in found:
        if name == "title":
            entries = appendix["locales"][tag]["printed"]["handouts/compared"]
            assert ("title", text) in {(entry["fact"], entry["text"]) for entry in entries}
        elif isinstance(values[name], str):
            assert text == values[name]
        else:
            agree([text], [values[name]], tag)
            short = isinstance(values[name], Fraction) and values[name] * 10**6 % 1 == 0
            assert not short or reader.number(text, tag)[0] == values[name], (name, text)


@every_page
def test_the_record_has_every_number_of_the_page(roots, appendix, page):
    """And beside these only what stands in attributes, in drawings and in the foot of the paper."""
    tag, _, name = page.removesuffix(".html").split("/")
    elsewhere = re.compile(r"^title$|\.(description|short|spoken)$|^figure\.\w+\.(?!alt$|caption$)")
    entries = appendix["locales"][tag]["printed"][f"handouts/{name}"]
    recorded = Counter((e["fact"], e["text"]) for e in entries if not elsewhere.search(e["block"]))
    title = Counter((e["fact"], e["text"]) for e in entries if e["block"] == f"handout.{name}.title")
    in_the_head = Counter({entry: times // 2 for entry, times in title.items()})
    assert Counter(reader.facts_in(roots[page])) == recorded - in_the_head


@pytest.mark.parametrize("name", ["index", *SHEETS])
def test_every_language_prints_the_same_numbers_as_exactly(roots, name):
    def printed(tag):
        found = set(facts_in(roots[f"{tag}/handouts/{name}.html"]))
        return {(fact, reader.number(text, tag)) for fact, text in found if fact[:2] in ("H1", "H2")}

    assert printed("it") == printed("zh-Hans") == printed("en")


@every_page
def test_every_digit_belongs_to_a_fact(roots, page):
    strays = [
        text.replace("A4", "") if element.tag == "a" else text
        for text, element in reader.visible_texts(roots[page])
        if not element.xpath('ancestor-or-self::*[@data-fact or self::svg or self::math or @class="fact"]')
        and not (element.get("class") == "numeral" and text in ("0", "1"))  # Chinese, for words
    ]
    assert not [
        text for text in strays if any(character.isnumeric() and character < "一" for character in text)
    ]


@every_sheet
def test_every_fact_of_the_source_is_on_the_page(roots, sheet, tag):
    """Outside of formulas that stand by themselves; in English as often as in the source."""
    blocks, unseen = source(), (f"handout.{sheet}.description", f"handout.{sheet}.short")
    names = [n for n in blocks if n.startswith((f"handout.{sheet}.", "handout.foot.")) and n not in unseen]
    names.append("handout.imprint.sources")
    names += [f"figure.{SHEETS[sheet]}.{part}" for part in ("caption", "alt")]
    expected = facts_of(*names)
    for name in re.findall(r"\{f_(\w+)\}", " ".join(blocks[name][0] for name in names)):
        expected += re.findall(r"\\fact\{(\w+)\}", formulas("inline")[name])
    expected += [name for names in YARDSTICKS.values() for name in names] if sheet == "points" else []
    root = roots[f"{tag}/handouts/{sheet}.html"]
    found = root.xpath('//*[@data-fact][not(ancestor::div[contains(@class, "formula")])]/@data-fact')
    assert set(found) == set(expected)
    assert tag != "en" or Counter(found) == Counter(expected)


@every_page
def test_title_and_description_state_the_facts(roots, values, page):
    tag, _, name = page.removesuffix(".html").split("/")
    blocks = ["handout.index.title", "handout.index.intro"]
    if name != "index":
        blocks = [f"handout.{name}.title", f"handout.{name}.description"]
    root = roots[page]
    said = root.findtext(".//title") + "\n" + root.xpath('string(//meta[@name="description"]/@content)')
    agree(numbers(said), [values[fact] for fact in facts_of(*blocks)], tag)


@pytest.mark.parametrize("sheet", SHEETS)
def test_claims_hold_of_the_oracles_and_of_what_is_printed(roots, values, sheet):
    """A claim about two numbers must still be true of their rounded forms, as far as these are printed."""
    known = {name: value for name, value in values.items() if not isinstance(value, str)}
    known |= {
        "I_exact_p": two_sided(20, 0),
        "I_chi_square_p": chi_p(20),
        "I_chi_square_corrected_p": chi_p(18.05),
    }
    found = facts_in(roots[f"en/handouts/{sheet}.html"])
    read = {name: reader.number(text, "en")[0] for name, text in found if name in known}
    count = 0
    for name, (_text, claims) in source().items():
        if name.startswith((f"handout.{sheet}.", f"figure.{SHEETS[sheet]}.", "formula.handout")):
            for claim in claims:
                assert eval(claim, {}, known), (name, claim)
                assert eval(claim, {}, known | read), (name, claim)
                count += 1
    assert count > 15


# --- formulas -----------------------------------------------------------------------------------------------


@cache
def formulas(kind):
    return tomllib.loads((TEMPLATES / "formulas.toml").read_text("utf-8"))[kind]


def displayed(root, sheet):
    """(TeX, the element, its block) of each formula that stands by itself."""
    names = re.findall(
        "^::: formula (.+)$", (TEMPLATES / "handouts" / f"{sheet}.md").read_text("utf-8"), re.M
    )
    boxes = root.xpath('//div[contains(@class, "formula")]')
    return [(formulas("display")[n], box, f"formula.{n}.spoken") for n, box in zip(names, boxes, strict=True)]


@every_sheet
def test_formulas_have_their_facts_and_their_words(roots, values, sheet, tag):
    for tex, box, spoken in displayed(roots[f"{tag}/handouts/{sheet}.html"], sheet):
        asked = re.findall(r"\\fact\{(\w+?)(?:_(?:long|exact|signed))?\}", tex)
        assert [fact for fact, _ in reader.facts_in(box)] == asked
        plain = [mn.text for mn in box.iter("mn") if not mn.get("data-fact")]
        assert Counter(plain) == Counter(re.findall(r"\d+", re.sub(r"\\fact\{\w+\}", "", tex)))
        [math] = box.iter("math")
        assert math.get("aria-label") == box.get("aria-label")
        said = numbers(math.get("aria-label"))
        agree(said, [values[fact] for fact in facts_of(spoken)], tag)


def as_python(element, tag):
    """A formula as an expression of Python, its letters as names."""
    parts = [as_python(child, tag) for child in element]
    if element.tag == "mn":
        mark = reader.MARKS[tag][0]
        return f"Fraction({element.text.replace(reader.MARKS[tag][1], '').replace(mark, '.')!r})"
    if element.tag in ("mfrac", "msup"):
        return f"({parts[0]}){'/' if element.tag == 'mfrac' else '**'}({parts[1]})"
    if element.tag in ("mi", "mtext", "mo"):
        signs = {"−": "-", "×": "*", "=": "==", "≤": "<=", "\u2003": ""}
        return signs.get(element.text, element.text or "")
    if element.tag == "mtd":
        return as_python(element[0], tag)
    joined = "".join(f"({p})" if c.tag == "mrow" else p for c, p in zip(element, parts, strict=True))
    return re.sub(r"(?<=[)\w])(?=[Nr]\b)|(?<=r)(?=N)", "*", joined)


@every_sheet
def test_formulas_are_true_as_they_are_printed(roots, sheet, tag):
    """Each chain of equations, read from the page and worked out, for every split that it may stand for."""
    splits = {"compared": [(42, 18)], "points": [(3, 0), (4, 1), (27, 24), (152, 149)]}[sheet]
    count = 0
    for math in roots[f"{tag}/handouts/{sheet}.html"].xpath("//math[.//@data-fact]"):
        for chain in as_python(math, tag).split(","):
            chain = re.sub("^[^=]*χ[^=]*==", "", chain)
            exact, _, near = chain.partition("≈")
            for (b, c), N in itertools.product(splits, (Fraction(1000), Fraction(21_000))):
                known = {"Fraction": Fraction, "b": Fraction(b), "c": Fraction(c), "N": N}
                known["r"] = Fraction(b + c, 1000)
                if "N" in exact:
                    known |= {"b": Fraction(b + c + 3, 2000) * N, "c": Fraction(b + c - 3, 2000) * N}
                value = eval(exact, known)
                if near:
                    assert abs(value - eval(near, known)) <= Fraction(1, 200)
                else:
                    assert isinstance(value, bool)
                    assert value, exact
                count += 1
    assert count > 3


# --- figures ------------------------------------------------------------------------------------------------


X, Y = 0, 1


class Figure:
    """The figure of a sheet: its labels, its named paths, and what its places mean."""

    def __init__(self, root, sheet, tag):
        [self.svg] = root.xpath('//figure[contains(@class, "figure")]//svg')
        self.name, self.tag = SHEETS[sheet], tag
        texts = [(text.text, float(text.get("x")), float(text.get("y"))) for text in self.svg.iter("text")]
        self.ticks = [text for text in texts if reader.is_tick(text[0])]
        self.labels = [text for text in texts if not reader.is_tick(text[0])]

    def path(self, name):
        [path] = self.svg.xpath(f'.//path[@id="handout-{self.name}-{self.tag}-{name}"]')
        return path

    def strokes(self, name):
        """The points of each stroke of a path."""
        strokes = self.path(name).get("d").removeprefix("M").split("M")
        return [
            [
                tuple(map(float, point.split()))
                for point in re.split("L|h", stroke)[: None if "L" in stroke else 1]
            ]
            for stroke in strokes
        ]

    def axis(self, way, scale=float):
        """What a place on an axis says, by its outermost ticks; the others must agree with it."""
        low = max(y for _, _, y in self.ticks)  # where the numbers across are written
        across = [(x, text) for text, x, y in self.ticks if y == low]
        upright = [(y - 4, text) for text, _, y in self.ticks if y != low]
        ticks = [
            (place, scale(float(reader.number(text, self.tag)[0]))) for place, text in (across, upright)[way]
        ]
        lines = {
            float(n) for path in self.svg.iter("path") for n in re.findall(r"\d+(?:\.\d+)?", path.get("d"))
        }
        (first, least), *_, (last, most) = sorted(ticks, key=lambda tick: tick[1])

        def value(place):
            return least + (most - least) * (place - first) / (last - first)

        assert len(ticks) >= 3
        for place, tick in ticks:
            assert value(place) == pytest.approx(tick, abs=3e-4 * (most - least))
            assert min(abs(line - place) for line in lines) < 0.02
        return value


@pytest.fixture(scope="module")
def figures(roots):
    return {(sheet, tag): Figure(roots[f"{tag}/handouts/{sheet}.html"], sheet, tag) for sheet, tag in ALL}


@every_sheet
def test_labels_of_the_figure_state_the_facts(figures, values, sheet, tag):
    figure = figures[sheet, tag]
    parts = [name for name in source() if name.startswith(f"figure.{SHEETS[sheet]}.")]
    facts = facts_of(*(name for name in parts if not name.endswith((".caption", ".alt", ".curve", ".exact"))))
    expected = [values[fact] for fact in facts]
    if sheet == "points":
        expected += [values[f"H2_rate_{rate}"] for rate in (2, 5, 10, 20)]
        expected += [values["H2_lead_2"], values["H2_lead_20"]]  # at the lowest ring and the highest
    found = [number for label, _, _ in figure.labels for number in numbers(label)]
    agree(found, expected, tag)
    title = numbers(figure.svg.get("aria-label"))
    agree(title, [values[fact] for fact in facts_of(f"figure.{SHEETS[sheet]}.title")], tag)


@pytest.mark.parametrize("tag", TAGS)
def test_the_bars_are_the_law_of_sixty_coins(figures, values, tag):
    """Each bar as high as its probability, and the tails, with what is not drawn, are the exact p-value."""
    figure, law = figures["compared", tag], {k: Fraction(comb(60, k), 2**60) for k in range(61)}
    wins, probability = figure.axis(X), figure.axis(Y)
    drawn = {}
    for name in ("centre", "tails"):
        for left, top, _right, bottom in (
            (bar[0][0], bar[1][1], bar[2][0], bar[0][1]) for bar in figure.strokes(f"panel-1-{name}")
        ):
            k = wins((left + _right) / 2)
            assert k == pytest.approx(round(k), abs=0.01)
            assert probability(bottom) == pytest.approx(0, abs=1e-5)
            assert probability(top) == pytest.approx(float(law[round(k)]), abs=1e-5)
            drawn[round(k)] = name
    assert drawn == {k: "tails" if k <= 18 or k >= 42 else "centre" for k in range(10, 51)}
    tails = {k for k in law if drawn.get(k, "tails") == "tails"}
    assert sum(law[k] for k in tails) == values["H1_exact_p"]
    [[(place, _), _]] = figure.strokes("panel-1-observed")
    assert wins(place) == pytest.approx(42, abs=0.01)
    assert [round(wins(points[0][0]), 1) for points in figure.strokes("panel-1-pointers")] == [18, 42]


@cache
def smallest_lead(m):
    """The smallest lead in m disagreements that is significant at 5%, by counting arrangements."""
    ways, below, k = 1, 0, 0
    while 2 * (below + ways) * 20 < 2**m:
        below, ways, k = below + ways, ways * (m - k) // (k + 1), k + 1
    return m - 2 * (k - 1) if k else None


@pytest.mark.parametrize("tag", TAGS)
def test_the_curves_are_the_smallest_significant_leads(figures, tag):
    figure = figures["points", tag]
    size, lead = figure.axis(X, log10), figure.axis(Y, log10)
    sizes = [round(10 ** (2 + step / 20)) for step in range(61)]
    for number, rate in enumerate((Fraction(1, 50), Fraction(1, 20), Fraction(1, 10), Fraction(1, 5)), 1):
        expected = {N: smallest_lead(round(rate * N)) for N in sizes}
        expected = {N: 100 * net / N for N, net in expected.items() if net}
        [points] = figure.strokes(f"curve-{number}")
        found = {}
        for x, y in points:
            N = min(expected, key=lambda N: abs(log10(N) - size(x)))
            assert log10(N) == pytest.approx(size(x), abs=2e-4)
            assert 10 ** lead(y) == pytest.approx(expected[N], rel=5e-4)
            found[N] = y
        assert len(found) == len(points) >= len(expected) - 3  # two sizes may fall on one place
        assert {min(expected), max(expected)} <= set(found)


@pytest.mark.parametrize("tag", TAGS)
def test_the_mark_lies_below_every_curve(figures, tag):
    figure = figures["points", tag]
    [[(x, y)]] = figure.strokes("mark")
    assert 10 ** figure.axis(X, log10)(x) == pytest.approx(1000, rel=1e-3)
    assert 10 ** figure.axis(Y, log10)(y) == pytest.approx(0.3, rel=1e-3)
    for number in range(1, 5):
        [points] = figure.strokes(f"curve-{number}")
        (x0, y0), (x1, y1) = next(
            pair for pair in itertools.pairwise(points) if pair[0][0] <= x <= pair[1][0]
        )
        assert y0 + (y1 - y0) * (x - x0) / (x1 - x0) < y - 20  # y grows downwards


@pytest.mark.parametrize("tag", TAGS)
def test_rings_stand_where_the_curves_have_a_thousand_cases(figures, values, tag):
    figure = figures["points", tag]
    centres = [[sum(side) / 2 for side in _sides(ring)] for ring in figure.strokes("rings")]
    assert [10 ** figure.axis(X, log10)(x) for x, _ in centres] == pytest.approx([1000] * 4, rel=2e-3)
    leads = [10 ** figure.axis(Y, log10)(y) for _, y in centres]
    assert leads == pytest.approx([float(values[f"H2_lead_{rate}"]) for rate in (2, 5, 10, 20)], rel=2e-3)
    said = {
        number for label, x, _ in figure.labels for number in numbers(label) if abs(x - centres[0][0]) < 9
    }
    stated = {float(reader.number(number, tag)[0]) for number in said}
    assert {float(values["H2_lead_2"]), float(values["H2_lead_20"])} <= stated


def _sides(stroke):
    """The outermost places of a stroke, across and upwards."""
    across, upwards = zip(*stroke, strict=True)
    return (min(across), max(across)), (min(upwards), max(upwards))


@pytest.mark.parametrize("tag", TAGS)
def test_the_table_has_each_number_below_its_rate(roots, values, tag):
    [table] = roots[f"{tag}/handouts/points.html"].xpath('//table[contains(@class, "yardsticks")]')
    rows = [[cell.xpath(".//@data-fact") for cell in row] for row in table.iter("tr")]
    assert rows == [[[], *([name] for name in names)] for names in YARDSTICKS.values()]
    for names, row in zip(YARDSTICKS.values(), table.iter("tr"), strict=True):
        texts = [numbers("".join(cell.itertext()))[0] for cell in row[1:]]
        agree(texts, [values[name] for name in names], tag)
        decimals = {len(re.findall(r"\d", re.split("[.,]", text)[-1])) for text in texts}
        assert len(decimals) == 1 or names is YARDSTICKS["rate"]  # one number of decimals a row


@pytest.mark.parametrize("tag", TAGS)
def test_the_labels_of_the_curves_stand_in_their_order(figures, tag):
    figure = figures["points", tag]
    ends = [figure.strokes(f"curve-{number}")[0][-1] for number in range(1, 5)]
    assert ends == sorted(ends, key=lambda end: -end[1])  # a higher rate lies higher
    beside = sorted((-y, text) for text, x, y in figure.labels if x > ends[0][0])
    rates = [reader.number(number, tag)[0] for _, text in beside for number in numbers(text)]
    assert rates == [Fraction(1, 50), Fraction(1, 20), Fraction(1, 10), Fraction(1, 5)]


@pytest.mark.parametrize("tag", TAGS)
def test_the_figures_need_no_colours(figures, tag):
    """Curves differ in their lines; the tails are hatched, and pointed to."""
    lines = [figures["points", tag].path(f"curve-{number}").get("style") for number in range(1, 5)]
    dashes = [tuple(re.findall("stroke-dasharray: ([^;]*)", line)) for line in lines]
    assert len(set(dashes)) == 4
    split = figures["compared", tag]
    [hatch] = re.findall(r"url\(#([\w-]+)\)", split.path("panel-1-tails").get("style"))
    assert split.svg.xpath(f'.//pattern[@id="{hatch}"]/path')
    assert "url(" not in split.path("panel-1-centre").get("style")
    assert len(split.strokes("panel-1-pointers")) == 2
