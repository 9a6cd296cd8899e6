"""Quizzes for the tests of quiz files: all forms, texts that hurt, and a language with a decimal comma."""

from discordant.teaching.sheets.quiz import Accepted, Choice, Entry, Quiz

NASTY = (
    "a < b ]]> & &amp; æ 中文 العربية “x” 'y' \\nu \\\\ {1} #2 ~3 =4 a:b 50% // [x] ->\n\n\t"
    '=%100% ]]]]>> <b class="z">$$x_1$$</b> {#} ####'
)
TABLE = (
    "<table><tr><th>B</th><td>5</td></tr></table>"
    "<p>p = <math><mfrac><mn>7</mn><mn>32</mn></mfrac></math>?</p>"
)

NUMBER = Entry(
    "exact-by-hand.2026.A.p",
    "numerical",
    "By hand: p (variant A)",
    TABLE,
    2,
    accepted=(
        Accepted("0.2188", "0.0005", "<p>Yes.</p>"),
        Accepted("0.1094", "0.0005", "<p>Forgot to double: only one tail is counted.</p>", "0"),
        Accepted("0.2183", "0.0005", "never seen", "0"),  # just within the tolerance of the right one
        Accepted("-12", "0", "", "0"),
        Accepted("0.21", "0.01", "Rounded too early.", "50"),
    ),
    feedback=f"<p>p = 2 × 7/64</p>{NASTY}",
)
FRACTION = Entry(
    "exact-by-hand.2026.A.q",
    "shortanswer",
    "The tail as a fraction: a=b {1}",
    "One tail? A -> B",
    1,
    accepted=(
        Accepted("7/64"),
        *(Accepted(value, feedback="Right, though not in lowest terms.") for value in ("14/128", "0.109375")),
        Accepted("0,109375"),
        Accepted("7/32", "", "Both tails -> doubled.", "0"),
        Accepted("7/64", "", "never seen", "0"),
        Accepted("about 0.11 : {x}", "", "", "33.33333"),
    ),
)
CHOICE = Entry(
    "reading.2026.A.1",
    "multichoice",
    "50% ~ half",
    "<p>Which is right?</p>",
    3,
    choices=(
        Choice("%50%", False, "No."),
        Choice("[plain] p is <em>not</em> the chance that A is better", True, "<p>Yes &amp; no.</p>"),
        Choice("[0.1; 0.3]", False),
        Choice("p > 0.05: equal", False, "Absence of evidence"),
    ),
    feedback="<p>Because.</p>",
)
ESSAY = Entry(
    "reading.2026.A.2",
    "essay",
    "In words",
    f"<p>Explain.</p>\n\n{NASTY}",
    4,
    feedback="<p>A model answer, THE-FEEDBACK.</p>",
    grader=f"<p>One point for MARKING-GUIDE</p>{NASTY}",
    lines=7,
)
GERMAN = Entry(
    "exact-by-hand.2026.B.p",
    "numerical",
    "Von Hand: p, Variante B",
    "<p>Bei a = 0,5 und 1.000 Fällen: Wie groß ist p?</p>",
    1,
    accepted=(
        Accepted("0.0265", "0.00005", "p = 0,0265 – richtig"),
        Accepted("0.0133", "0.00005", "0,0133: nur ein Ende gezählt", "0"),
        Accepted("-3.5", "0.05", "−3,5: vertauscht", "0"),
    ),
    feedback="<p>2 · 0,01325 = 0,0265</p>",
)
QUIZZES = (
    Quiz("$course$/top/McNemar/By hand: #1", "<p>All variants</p>", (NUMBER, FRACTION)),
    Quiz("Reading", "", (CHOICE, ESSAY)),
    Quiz("Übungen/Von Hand", "Vierfeldertafel & mehr", (GERMAN,)),
)
