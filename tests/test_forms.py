"""Forms: words for small numbers, words that depend on a number, and what no line's end parts."""

import itertools
import re
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest

import discordant
from discordant.facts import article, handouts
from discordant.language import Catalog, Fact, Locale, LocaleError
from discordant.language.catalogs import Entry
from discordant.language.message import unusable
from discordant.press.binding import bound, with_numerals
from discordant.press.blocks import Block
from discordant.press.fill import FillError
from discordant.press.scribe import Scribe
from discordant.teaching.exercises.draws import Draws
from discordant.teaching.exercises.kinds import KINDS
from discordant.translating.checks import findings

LOCALES = Path(discordant.__file__).parent / "locales"
HEAD = """name = "x"
complete = []
{}
[numbers]
group_from = 4
[fonts]
text = ["a"]
sans = ["a"]
mono = ["a"]
{}
"""
FRENCH = """
[words]
word = ["zéro", "un", "deux", "trois"]
une = ["zéro", "une"]
[forms.de]
"d’{}" = ["un", "une"]
"de {}" = ["*"]
"""
TURKISH = """
[words]
word = ["sıfır", "bir", "iki"]
[forms.de]
"{}’da" = ["0", "*.000.000", "*[69]", "*[139]0"]
"{}’ta" = ["*[46]0"]
"{}’te" = ["*[345]", "*70"]
"{}’de" = ["*"]
"""
HUNGARIAN = """
[forms.az]
"az {}" = ["1", "1%", "1,*", "1[0-9][0-9][0-9]", "1\u00a0[0-9][0-9][0-9]", "5*"]
"a {}" = ["*"]
"""


def shipped(tag):
    return Locale.read(LOCALES / tag / "locale.toml", tag)


ITALIAN, ENGLISH, CHINESE = shipped("it"), shipped("en"), shipped("zh-Hans")


@pytest.fixture
def read(tmp_path):
    """A language with these lines in its locale.toml, those of its head first."""

    def made(tag, tables, head=""):
        folder = tmp_path / tag
        folder.mkdir(exist_ok=True)
        (folder / "locale.toml").write_text(HEAD.format(head, tables), "utf-8")
        return Locale.read(folder / "locale.toml", tag)

    return made


def written(locale, value, *asked, kind="count"):
    return locale.write(Fact("x", value, kind), asked=asked).text


# --- words that depend on the number ------------------------------------------------------------------------


def first_sound(value):
    """Whether an Italian number is said with a vowel first, "zero" or else: from its value, by its name."""
    whole = int(abs(value))
    if value < 0:
        return "meno"
    if whole == 0:
        return "zero"
    thousands = 0
    while whole >= 1000:
        whole //= 1000
        thousands += 1
    begins = whole // 100 if whole >= 100 else whole // 10 if whole >= 20 else whole
    one = whole == 1 and thousands != 1  # uno, un milione; but mille
    return "vowel" if one or whole == 11 or begins == 8 else "else"


ARTICLES = {"vowel": "l’", "zero": "lo ", "else": "il ", "meno": "il "}


def printed_numbers():
    """Every number that article, handouts and 40 draws of each exercise can print, in the unit printed."""
    drawn = (KINDS[kind].draw(Draws(f"forms {n}", kind), None) for kind in KINDS for n in range(40))
    items = itertools.chain.from_iterable([*item.given.values(), *item.results.values()] for item in drawn)
    facts = [*article.results().values(), *article.bars().values(), *handouts.results().values(), *items]
    return [fact for fact in facts if fact.is_number]


def test_the_italian_article_of_every_number_that_is_printed():
    seen = set()
    for fact in printed_numbers():
        text = ITALIAN.format(fact)
        if "×" not in text:
            said = first_sound(Fraction(re.sub("[.%]", "", text).replace(",", ".").replace("−", "-")))
            seen.add(said)
            assert ITALIAN.write(fact, asked=("il",)).text == ARTICLES[said] + text
    assert seen == set(ARTICLES)


def test_the_italian_article_of_counts_and_percentages():
    for count in [*range(2000), *range(2000, 100_000, 37), 10**6, 8 * 10**6, 11 * 10**6]:
        assert written(ITALIAN, count, "il").startswith(ARTICLES[first_sound(count)]), count
    for half in range(201):
        text = written(ITALIAN, Fraction(half, 200), "il", kind="percent")
        assert text.startswith(ARTICLES[first_sound(Fraction(half, 2))]), text


@pytest.mark.parametrize(
    ("form", "five", "eight", "half"),
    [  # any grammar of Italian: preposizioni articolate
        ("il", "il 5%", "l’8%", "lo 0,5%"),
        ("del", "del 5%", "dell’8%", "dello 0,5%"),
        ("al", "al 5%", "all’8%", "allo 0,5%"),
        ("dal", "dal 5%", "dall’8%", "dallo 0,5%"),
        ("nel", "nel 5%", "nell’8%", "nello 0,5%"),
        ("sul", "sul 5%", "sull’8%", "sullo 0,5%"),
        ("Del", "Del 5%", "Dell’8%", "Dello 0,5%"),
    ],
)
def test_italian_prepositions(form, five, eight, half):
    shares = [Fraction(5, 100), Fraction(8, 100), Fraction(1, 200)]
    assert [written(ITALIAN, share, form, kind="percent") for share in shares] == [five, eight, half]


def test_a_and_an():
    an = {1: "a", 5: "a", 8: "an", 11: "an", 18: "an", 80: "an", 88: "an", 100: "a", 110: "a", 180: "a"}
    an |= {800: "an", 1100: "a", 8000: "an", 11_000: "an", 11_500: "an", 18_000: "an", 110_000: "a"}
    assert {count: written(ENGLISH, count, "a").split()[0] for count in an} == an
    assert written(ENGLISH, Fraction(115, 1000), "A", kind="percent") == "An 11.5%"


def test_endings_in_turkish(read):
    """The locative, by the last word of the number: sıfır, bir, iki ... yüz, bin, milyon."""
    turkish = read("tr", TURKISH)
    ends = "0’da 1’de 2’de 3’te 4’te 5’te 6’da 7’de 8’de 9’da 10’da 20’de 30’da 40’ta 50’de 60’ta 70’te 80’de"
    ends += " 90’da 100’de 1.000’de 1.000.000’da 46’da 203’te"
    for end in ends.split():
        assert written(turkish, int(end.partition("’")[0].replace(".", "")), "de") == end
    assert written(turkish, Fraction(5, 100), "de", kind="percent") == "%5’te"
    assert written(turkish, 2, "Word") == "İki"


def test_the_article_in_hungarian(read):
    """az egy, az öt, az ötven, az ezer; a kettő, a tíz, a tizenegy, a száz, a tízezer."""
    hungarian = read("hu", HUNGARIAN)
    found = {count: written(hungarian, count, "az").split()[0] for count in (1, 2, 5, 10, 11, 50, 100, 500)}
    assert found == {1: "az", 2: "a", 5: "az", 10: "a", 11: "a", 50: "az", 100: "a", 500: "az"}
    assert [written(hungarian, count, "az")[:2] for count in (1000, 1999, 10_000)] == ["az", "az", "a "]
    assert written(hungarian, Fraction(15, 10), "az", kind="points") == "az 1,5"


def test_a_form_around_a_word_in_french(read):
    french = read("fr", FRENCH)
    texts = [written(french, count, "de", "une") for count in (1, 2, 4)]
    assert texts == ["d’une", "de deux", "de 4"]
    assert written(french, 1, "De", "une") == "D’une"
    assert written(french, Fraction(1, 100), "de", kind="percent") == "de 1\u00a0%"


@pytest.mark.parametrize(
    ("tag", "tables", "texts"),
    [  # CLDR's language plural rules
        (
            "ru",
            '"{} балл" = [":one"]\n"{} баллов" = [":many"]\n"{} балла" = ["*"]',
            {1: "1 балл", 2: "2 балла", 5: "5 баллов", 21: "21 балл", Fraction(3, 2): "1,5 балла"},
        ),
        (
            "en",
            '"{} point" = [":one"]\n"{} points" = ["*"]',
            {1: "1 point", 0: "0 points", Fraction(10001, 10000): "1.000 points", Fraction(-1): "−1 point"},
        ),
        (
            "ar",
            '"{} نقاط" = [":few"]\n"{} نقطة" = ["*"]',
            {3: "3 نقاط", 11: "11 نقطة", 103: "103 نقاط"},
        ),
    ],
)
def test_plurals_by_the_number_as_it_is_printed(read, tag, tables, texts):
    locale = read(tag, f"[forms.points]\n{tables}")
    assert {value: written(locale, value, "points", kind="points") for value in texts} == texts


def test_a_plural_around_a_word(read):
    tables = '[words]\nword = ["zero", "one"]\n[forms.points]\n"{} point" = [":one"]\n"{} points" = ["*"]'
    english = read("en", tables)
    assert [written(english, n, "Points", "word") for n in (0, 1, 2)] == [
        "Zero points",
        "One point",
        "2 points",
    ]


# --- words --------------------------------------------------------------------------------------------------


def test_small_numbers_in_words_and_others_in_digits():
    assert [written(ENGLISH, n, "word") for n in (0, 2, 12, 13, 1000)] == [
        "zero",
        "two",
        "twelve",
        "13",
        "1,000",
    ]
    assert [written(ITALIAN, n, "una") for n in (1, 3, 13)] == ["una", "tre", "13"]
    assert [written(ITALIAN, n, "Un") for n in (1, 2)] == ["Un", "Due"]
    assert [written(CHINESE, n, "word") for n in (1, 2)] == ["1", "2"]
    assert written(ENGLISH, Fraction(2), "word", kind="points") == "two"


def test_what_is_no_whole_number_keeps_its_digits():
    assert written(ENGLISH, Fraction(5, 2), "word", kind="points") == "2.5"
    assert written(ENGLISH, -2, "word") == "−2"
    assert written(ENGLISH, Fraction(1), "word", kind="percent") == "100%"
    assert written(ENGLISH, "two", "word", kind="name") == "two"


# --- in a message -------------------------------------------------------------------------------------------

FACTS = {"x": Fact("x", Fraction(8, 100), "percent"), "n": Fact("n", 2, "count")}


def scribe(text, english="{x} {n}"):
    block = Block("one", "paragraph", 0, english, (), "", "article.md", 12)
    catalog = Catalog("it.po", {"one": Entry(english, text, False, 1)})
    return Scribe(ITALIAN, catalog, FACTS, {"inline": {"m": "m"}}, {}, english=ENGLISH), block


def test_a_number_and_its_word_stay_together_and_the_record_has_the_number_alone():
    writer, block = scribe("meno @del{x}, @Una{n}")
    html = str(writer.html(block).html)
    number = '<span class="fact" data-fact="x">8%</span>'
    assert html.startswith(f'meno <span class="nowrap">dell’{number}</span>, ')
    assert html.endswith('<span class="fact" data-fact="n">Due</span>')
    assert writer.plain(block) == "meno dell’8%, Due"
    assert [entry[2:4] for entry in writer.printed] == [("short", "8%"), ("word", "Due")] * 2


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("@delo{x} {n}", "asks for the form @delo, which this language does not have"),
        ("@del@delo{x} {n}", "asks for the form @delo, which this language does not have"),
        ("{x} {n} @del{f_m}", "asks for the form @del of a formula"),
        ("@del{y} {n}", "lacks {x}; invents {y}"),
    ],
)
def test_a_form_that_is_not_there_is_a_fault_of_the_translation(text, what):
    english = "{x} {n} {f_m}" if "f_m" in text else "{x} {n}"
    writer, block = scribe(text, english)
    assert not writer.html(block).translated
    assert writer.faults[0].what == what
    found = findings(english, text, ITALIAN)[0]
    assert found.what == what
    if "@delo" in text:
        names = "@word, @una, @un, @casi, @disaccordi, @punti, @il, @del, @al, @dal, @nel, @sul"
        assert found.advice == f"there are {names}; locale.toml defines them"


def test_a_form_does_not_make_another_placeholder():
    assert unusable("{x} of {n}", "@del{x} @del@una{n}") is None
    assert findings("{x} of {n}.", "@del {x}, {n}.", ITALIAN)[0].what == "has @ outside a placeholder"


def test_an_unknown_form_in_the_english_names_its_block():
    writer, block = scribe("", "@del{x} {n}")
    with pytest.raises(FillError, match=r"article\.md:12: block one: asks for the form @del"):
        writer.html(block)


@pytest.mark.parametrize("text", ["@del{x}", "@de@una{x}", "{x}"])
def test_gettext_takes_a_form_for_the_same_placeholder(text, tmp_path):
    """As does Weblate, whose rule counts what stands in braces."""
    if not (msgfmt := shutil.which("msgfmt")):
        pytest.fail("gettext is not installed; ./do setup brings it")
    path = tmp_path / "it.po"
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    path.write_text(f'{head}#, python-brace-format\nmsgid "below {{x}}"\nmsgstr "sotto {text}"\n', "utf-8")
    subprocess.run([msgfmt, "--check-format", "-o", tmp_path / "it.mo", path], check=True)


# --- settings -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tables", "says"),
    [
        ("[words]\nword = []", "word in [words] must not be empty"),
        ("[words]\nword = [1]", "word in [words] must be a list of texts, each in quotes"),
        ('[words]\nUna = ["zero"]', "'Una' in [words] is no name of a form: letters, the first a small one"),
        ('[forms]\ndel = "x"', "del in [forms] must be a table such as"),
        ('[forms.del]\n"del" = ["*"]', "del in [forms] has 'del', which must be a short text with one {}"),
        ('[forms.del]\n"{} {}" = ["*"]', "which must be a short text with one {} for the number"),
        ('[forms.del]\n"{}" = []', "must have a list of patterns for '{}'"),
        ('[forms.del]\n"dell’{}" = ["8*"]', 'del in [forms] must end with a text for ["*"]'),
        ('[forms.x]\n"{}" = [":some"]\n"{} x" = ["*"]', "must have a list of patterns for '{}'"),
        ('[forms.word]\n"{}" = ["*"]', "word in [forms] is the name of a table of words"),
        ('[numerals]\none = ["one"]', "'one' in [numerals] is no number in digits"),
        ('[numerals]\n"1" = []', "1 in [numerals] must not be empty"),
    ],
)
def test_settings_that_cannot_be_used_name_their_field(read, tables, says):
    with pytest.raises(LocaleError) as error:
        read("de", tables)
    assert says in str(error.value)
    assert str(error.value.path).endswith("locale.toml")


def test_phrases_are_a_list_of_texts(read):
    with pytest.raises(LocaleError, match="together must be a list of texts"):
        read("de", "", head='together = "* A"')
    assert read("de", "").together == ("* A", "* B", "* I", "* II")


def test_a_pattern_is_tried_in_no_time(read):
    """As are all of fnmatch: a star takes as little as it can and gives nothing back."""
    form = f'[forms.x]\n"x {{}}" = ["{"*1" * 19}"]\n"{{}}" = ["*"]'
    assert written(read("de", form), "1" * 40 + "2", "x", kind="name").endswith("2")


# --- what no line's end parts -------------------------------------------------------------------------------

X, F = "\ue000", "\ue001"


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("the p-value of it", ["p-value"]),
        ("P-values of models A", ["P-values", "models A"]),
        (f"the same {X}-point lead", [f"{X}-point"]),
        (f"{X} <em>percentage points</em>", [f"{X} <em>percentage points</em>"]),
        (f"<em>{X} percentage points</em> more", [f"<em>{X} percentage points</em>"]),
        (f"<em>no {X} points</em> more", [f"{X} points"]),
        (f"<em>no {X}</em> points", []),
        (f"{F} points", []),  # a formula
        ("comparison II, comparison&nbsp;I", ["comparison II", "comparison&nbsp;I"]),
        ('<a href="p-value">to p-value</a> <code>p-value</code>', ["p-value"]),
        ("stop-values, A and B, B", ["and B"]),
        ("an Act", []),
    ],
)
def test_phrases_in_a_span_with_ordinary_blanks_and_hyphens(text, held):
    html = bound(text, ENGLISH.together, X)
    assert re.findall(r'<span class="nowrap">(.*?)</span>', html) == held
    assert re.sub(r'<span class="nowrap">|</span>', "", html) == text


def test_the_italian_phrases():
    html = bound(f"Il valore p dei modelli A: {X} punti percentuali", ITALIAN.together, X)
    held = ["valore p", "modelli A", f"{X} punti percentuali"]
    assert re.findall(r'<span class="nowrap">(.*?)</span>', html) == held


# --- digits for words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("english", "text", "right"),
    [
        ("It is one half.", "等于1/2。", True),
        ("It is one, or zero.", "等于1，或0。", True),
        ("times one hundred", "乘以100", True),
        ("It is certain.", "等于1。", False),
        ("It is one.", "等于2。", False),
        ("It is one.", "等于1.5。", False),
        ("It is one.", "等于11。", False),
    ],
)
def test_chinese_may_write_listed_digits_where_english_has_their_word(english, text, right):
    """GB/T 15835-2011."""
    digits = [finding for finding in findings(english, text, CHINESE) if "digits" in finding.what]
    assert bool(digits) != right
    assert not right or [f for f in findings(english, text, ITALIAN) if "digits" in f.what]


def test_typed_digits_are_marked_where_they_stand_alone():
    html = with_numerals('到1，1/2、2.5、A1 <a href="1">1</a> <code>1</code> &#1;', CHINESE.numerals)
    assert re.findall(r'<span class="numeral">(.*?)</span>', html) == ["1", "1/2", "1"]
