"""Checks of one message, of wording and of a PO file's header; hostile input is bounded."""

import pytest

from discordant.language import Locale, message
from discordant.language.folders import available
from discordant.publication.disk import locale
from discordant.translating import checks, glossary, headers, wording
from discordant.translating.glossary import GlossaryError, Term

HEADER = 'msgid ""\nmsgstr ""\n"Language: it\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'


def locale_of(tag):
    """The locale that is shipped, else one of which nothing is known."""
    return locale(tag) if tag in available() else Locale(tag, "", (), 4, "latn", {})


def found(english, text, tag="it"):
    return [(finding.what, finding.warning) for finding in checks.findings(english, text, locale_of(tag))]


# --- one message: what is wrong, and what is not ------------------------------------------------------------

WRONG = [
    ("{b} wins", "vince", "it", "lacks {b}"),
    ("wins", "{b} vince", "it", "invents {b}"),
    ("{b} wins", "{ b } vince", "it", "lacks {b}"),
    ("{b} wins", "{b.__class__} vince {b}", "it", "has { } outside a placeholder"),
    ("{b} wins", "{{b}} vince", "it", "has { } outside"),
    ("wins", "{% if x %}vince", "it", "has { } outside"),
    ("wins", "[vince](javascript:alert)", "it", "a link with an address of its own"),
    ("wins", "vince <b>tutto</b>", "it", "the tag <b"),
    ("wins", "vince <!-- x -->", "it", "the tag <!--"),
    ("wins", "vince </script>", "it", "the tag </script"),
    ("wins", "vince &lt;b&gt;", "it", "the character code &lt;"),
    ("wins", "vince 20 volte", "it", "the digits 20"),
    ("wins", "vince ٢٠ volte", "it", "the digits ٢٠"),
    ("wins", "vince x² volte", "it", "the digits ²"),
    ("wins", "vince ½", "it", "the digits ½"),
    ("wins", "一胜①", "zh-Hans", "the digits ①"),
    ("see `a.py`", "vedi a.py", "it", "has the code nothing, the English `a.py`"),
    ("see `a.py`", "vedi `b.py`", "it", "has the code `b.py`"),
    ("see `a.py`", "vedi `a.py` e `a.py`", "it", "has the code"),
    ("wins", "vince `", "it", "a single backtick"),
    ("see [it][web]", "vedi", "it", "links to nothing, the English to web"),
    ("see [it][web]", "vedi [qui][net]", "it", "links to net, the English to web"),
    ("wins", "*vince", "it", "an asterisk without a partner"),
    ("*wins*", "* vince*", "it", "an asterisk without a partner"),
    ("*wins*", "**vince*", "it", "an asterisk without a partner"),
    ("wins", 'vince "tutto"', "it", 'the typewriter mark "'),
    ("wins", "l'errore", "it", "the typewriter mark '"),
    ("wins", '"胜"', "zh-Hans", 'the typewriter mark "'),
    ("wins, all", "胜,全部", "zh-Hans", "has , among"),
    ("wins", "胜.", "zh-Hans", "has . among"),
    ("{b} wins", "胜{b}.", "zh-Hans", "has . among"),
    ("wins", "(胜)", "zh-Hans", "has ( among"),
    ("wins", "胜...", "zh-Hans", "among"),
    ("model A wins", "模型 A胜", "zh-Hans", "a space beside"),
    ("{b} wins", "{b} 胜", "zh-Hans", "a space beside"),
    ("wins *so*", "胜 *A*", "zh-Hans", "a space beside"),
    ("wins", "胜　利", "zh-Hans", "a space beside"),
    ("wins", "vin\u200bce", "it", "invisible character U+200B"),
    ("wins", "vin\u00adce", "it", "invisible character U+00AD"),
    ("wins", "vin\ufeffce", "it", "invisible character U+FEFF"),
    ("wins", "vince\U000e0041", "it", "invisible character U+E0041"),
    ("wins", "vince\u2028", "it", "invisible character U+2028"),
    ("wins", "vince\u202e", "it", "bidirectional"),
    ("wins", "vince\u2067", "it", "bidirectional"),
    ("wins", "vince\x1b[31m", "it", "control character"),
    ("wins", "vince\nancora", "it", "a line break (Enter)"),
    ("wins", "vince\tancora", "it", "a tab"),
    ("wins", "vince\ue000", "it", "private-use character U+E000"),
    ("{x} wins", "{x}\u00a0% vince", "it", "a percent sign beside a placeholder"),
    ("*{x}* wins", "gana *{x}* %", "es", "a percent sign"),
    ("{x} wins", "gana el {x} por ciento", "es", "has “por ciento” beside"),
    ("{x} wins", "vince il {x} per cento", "it", "has “per cento” beside"),
    ("{x} wins", "百分之{x}胜", "zh-Hans", "has “百分之” beside"),
    ("{x} wins", "胜{x}％", "zh-Hans", "a percent sign"),
    ("wins", "x" * 4001, "it", "longer than 4000"),
]


@pytest.mark.parametrize(("english", "text", "tag", "says"), WRONG)
def test_what_is_wrong(english, text, tag, says):
    all_found = found(english, text, tag)
    assert any(says in what and not warning for what, warning in all_found), all_found


RIGHT = [
    ("{b} wins of {m}", "su {m}, {b} vittorie ({b})", "it"),
    ("`a.py`: run *it* in 3 s", "in 3 s si lancia *quello*: `a.py`", "it"),
    ("an “exact” p-value’s worth", "un valore p «esatto», l’“altro”", "it"),
    ("see [it][web] and **that**", "vedi [qui][WEB] e **quello**", "it"),
    ("model A wins: {b}, {c}", "模型A胜：{b}、{c}。“对”，……——", "zh-Hans"),
    ("see [it][web] (JSON)", "见[p值][web]（JSON）", "zh-Hans"),
    ("Fine, J. Doe", "很好，J. Doe", "zh-Hans"),
    ("a < b & c > d", "a < b & c > d", "it"),
    ("wins", "می\u200cبرد", "fa"),
    ("wins", "\u200fفاز", "ar"),
    ("***so***", "***così***", "it"),
]


@pytest.mark.parametrize(("english", "text", "tag"), RIGHT)
def test_what_is_right(english, text, tag):
    assert found(english, text, tag) == []


def test_typewriter_marks_are_a_warning_where_the_rule_is_not_known():
    assert found("wins", "l'emporte", "fr") == [("has the typewriter mark '", True)]
    assert found("it's", "it's", "en-GB") == []


def test_other_emphasis_is_a_warning():
    (told,) = found("*a* wins", "vince a")
    assert told == ("emphasises another number of words or phrases: 0, the English 1", True)


def test_errors_come_before_warnings():
    order = [finding.warning for finding in checks.findings("*a*", "a 5 l'", locale_of("fr"))]
    assert order == sorted(order)
    assert set(order) == {True, False}


HOSTILE = [
    "[",
    "(",
    "{",
    "*",
    "`",
    "<",
    "&",
    "_",
    "[a][",
    "**a*",
    "`a",
    "<a ",
    "&#",
    "{a",
    "\\",
    "](",
    "年 ",
    "a ",
    "\u0301",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_floods_end(piece):
    """A message at the limit, and ten megabytes, are both done; what is too long is not looked into."""
    for size in (message.LENGTH, 10_000_000):
        text = (piece * (size // len(piece) + 1))[:size]
        checks.findings("English {b}", text, locale_of("zh-Hans"))
        list(
            wording.wording(
                "An English text " * 5, text, "it", "x", [Term("text", "testo lungo", frozenset())]
            )
        )
    assert [what for what, _ in found("wins", text) if "longer" in what] == ["longer than 4000 characters"]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("a {b}", "the {b}", None),
        ("a {b}", "a", "placeholders"),
        ("[a][web]", "[an][web]", None),
        ("[a][web]", "[a][net]", "links"),
        ("see https://a.org", "see https://b.org", "links"),
        ("run `a`", "start `a`", None),
        ("run `a`", "run `b`", "code"),
    ],
)
def test_a_change_of_wording_alone(old, new, says):
    reason = message.same_parts(old, new)
    assert reason is None if says is None else says in reason


# --- wording ------------------------------------------------------------------------------------------------

LONG = (
    "The null distribution is what would be seen if neither of the two models were better "
    "than the other one, ever."
)
ITALIAN = "La distribuzione nulla è ciò che si vedrebbe se nessuno dei due modelli fosse migliore dell’altro."


def warned(english, text, tag="it", terms=(), block="x"):
    findings = list(wording.wording(english, text, tag, block, terms))
    assert all(finding.warning for finding in findings)
    return [finding.what for finding in findings]


def test_a_good_translation_is_not_warned_of():
    terms = [Term("null distribution", "distribuzione nulla", frozenset())]
    assert warned(LONG, ITALIAN, terms=terms) == []
    assert warned(LONG, "零分布就是两个模型谁也不比谁好时会看到的分布情况，别无其他。", "zh-Hans") == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("La distribuzione.", "very short"),
        (ITALIAN * 4, "very long"),
        (LONG, "is the English text"),
        (
            "La distribuzione nulla is what would be seen if neither "
            "di questi due modelli fosse migliore, mai e poi mai.",
            "keeps",
        ),
        (
            "The distribuzione is that which would have been seen "
            "by both modelli of the migliore and there and then",
            "in part",
        ),
    ],
)
def test_odd_wording(text, says):
    assert any(says in what for what in warned(LONG, text)), warned(LONG, text)


@pytest.mark.parametrize(
    "text", ["distribuzioni nulle", "Distribuzione, dunque, nulla", "la distribuzione nulla"]
)
def test_a_term_may_be_inflected(text):
    assert (
        warned(
            "null distributions", text, terms=[Term("null distribution", "distribuzione nulla", frozenset())]
        )
        == []
    )


def test_terms():
    term = Term("null distribution", "distribuzione nulla", frozenset(["free"]))
    assert warned("a null distribution", "una legge", terms=[term]) == [
        "lacks the term “distribuzione nulla” for “null distribution”"
    ]
    assert warned("a null distribution", "una legge", terms=[term], block="free") == []
    assert warned("an annull distributional", "una legge", terms=[term]) == []
    assert warned("balance", "equilibrio", terms=[Term("balance (net gain)", "saldo", frozenset())]) == []
    assert (
        warned("condition on m", "以m为条件", "zh-Hans", [Term("condition on", "以……为条件", frozenset())])
        == []
    )


def test_glossary(tmp_path):
    path = tmp_path / "glossary.csv"
    path.write_text("en,it,note,except\ncase,caso,,a.b it:c es:d\ntail,,,\n", encoding="utf-8")
    assert glossary.read(path).terms("it") == [Term("case", "caso", frozenset(["a.b", "c"]))]
    assert glossary.read(path).terms("pt") == []
    assert glossary.read(path).terms("note") == []


@pytest.mark.parametrize("content", [b"\xff\xfe", b"it,zh\na,b\n", b'en,it\n"a,b\n'])
def test_a_broken_glossary_names_its_path(tmp_path, content):
    path = tmp_path / "glossary.csv"
    path.write_bytes(content)
    with pytest.raises(GlossaryError) as caught:
        glossary.read(path).terms("it")
    assert str(caught.value).startswith(str(path))


# --- the file -----------------------------------------------------------------------------------------------


def of_file(text, tag="it"):
    return [(line, block, finding.what) for line, block, finding in headers.findings(text, tag)]


def test_a_good_header():
    assert of_file(HEADER) == []
    assert of_file(HEADER.replace("it", "zh_CN"), "zh-Hans") == []  # as some programs write it
    assert of_file(HEADER.replace("nplurals=2; plural=(n != 1)", "nplurals=1; plural=0")) == []


@pytest.mark.parametrize(
    ("plural", "fine"),
    [
        ("nplurals=3; plural=(n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2);", True),
        ("nplurals=2; plural=n>1", True),
        ("nplurals=2; plural=(n != 1;", False),
        ("nplurals=2; plural=)n(;", False),
        ("nplurals=0; plural=0;", False),
        ("nplurals=INTEGER; plural=EXPRESSION;", False),
        ("nplurals=2; plural=__import__('os').abort();", False),
        ("nplurals=2; plural=" + "(" * 100_000, False),
        ("", False),
    ],
)
def test_plural_forms(plural, fine):
    says = of_file(HEADER.replace("nplurals=2; plural=(n != 1);", plural))
    assert [(line, block) for line, block, _what in says] == ([] if fine else [(1, "header")])
    assert all(what.startswith("Plural-Forms is ") for _line, _block, what in says)


@pytest.mark.parametrize("language", ["de", "", "klingon", "zh_TW", "x" * 10_000])
def test_another_language(language):
    ((line, block, what),) = of_file(HEADER.replace("Language: it", f"Language: {language}"))
    assert (line, block) == (1, "header")
    assert what.startswith("Language is ")
    assert len(what) < 100


def test_no_header():
    assert [what.partition(" ")[0] for _line, _block, what in of_file("")] == ["Language", "Plural-Forms"]


def test_a_block_that_stands_twice():
    one = '\nmsgctxt "a.b"\nmsgid "x"\nmsgstr "y"\n'
    obsolete = '\n#~ msgctxt "a.b"\n#~ msgid "x"\n#~ msgstr "y"\n'
    assert of_file(HEADER + one + obsolete) == []
    split = '\nmsgctxt ""\n"a."\n"b"\nmsgid "z"\nmsgstr ""\n'
    assert of_file(HEADER + one + one + split) == [
        (10, "a.b", "stands already in line 6"),
        (14, "a.b", "stands already in line 6"),
    ]


@pytest.mark.parametrize(
    "reference", ["&#7;", "&#1;", "&#x1B;", "&#127;", "&#12;", "&#x202E;", "&#xE000;", "&#0;", "&#xFFFE;"]
)
def test_a_reference_to_a_character_that_no_text_has_is_unusable(reference):
    assert "character" in message.unusable("one", f"uno {reference} due").what
    assert message.unusable("one", "uno &amp; &#233; &#x4E2D; due") is None
