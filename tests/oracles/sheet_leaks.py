"""A search of students' files for what only the teacher may know.

What is searched for is a language's own: every text that the teacher's page adds, from the page itself, and
every answer in all its spellings.  Whole numbers up to 30 cannot be looked for: they number the items, cases
and points of every sheet, and count its wins.  The places where they would tell are looked at by their form:
see `unlike` and the names of facts.
"""

import html
import re
from fractions import Fraction
from typing import NamedTuple
from urllib.parse import unquote

import html5lib
import pikepdf
import pypdfium2
from sheet_pages import inside, solutions, squeezed, text_of

COUNTED = 30
FEWEST = 6  # characters of a text that can be told from chance
LENGTHS = "lengths"  # a place in which numbers say where a drawing's lines run
GEOMETRY = re.compile(r" (?:style|d|x|y|viewBox)=\"[^\"]*\"")
STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
DATA = re.compile(r"url\(data:[^)]*\)|data:image/[^\"']*")
NAMESPACES = re.compile(r" xmlns:\w+=\"http[^\"]*\"")  # of the metadata: an address has numbers of its own
HYPHENS = re.compile("[\u2010\u00ad\ufffe\x02-]")  # where a line may end


class Secrets(NamedTuple):
    texts: set  # squeezed
    numbers: set  # spellings


# === What is secret ===


def secrets(items, sections):
    """What the teacher's page says of a variant's items, and their answers."""
    texts = {text for section in sections for text in told(section)}
    return Secrets(texts, {spelling for item in items for key in spelled(item) for spelling in key})


def spelled(item):
    """The spellings of each number that an item asks for, from the decimals asked for on."""
    places = item.given["places"].value if "places" in item.given else 2
    for question in item.questions:
        for fact in question.answer:
            yield spellings(in_printed_unit(fact), places)


def told(section):
    """Every text of a section's solutions."""
    for solution in solutions(section):
        label, *rest = solution.answer
        shown = [label.tail or "", *(text_of(element) + (element.tail or "") for element in rest)]
        found = ["".join(shown), *map(text_of, solution.steps)]
        found += [text_of(option[-1][-1] if len(option[-1]) else option[-1]) for option in solution.options]
        found += [text_of(cell) for row in solution.wrong for cell in row]
        found += [text_of(solution.note)] if solution.note is not None else []
        yield from filter(tells, map(squeezed, found))


def tells(text):
    """Whether a text is long enough to be looked for; a number is looked for by itself."""
    return len(text) >= FEWEST and not re.fullmatch(r"[\d.,/−%×ivx=abcd;；]+", text)


def in_printed_unit(fact):
    return Fraction(fact.value) * (100 if fact.kind in ("accuracy", "percent") else 1)


def spellings(value, fewest=2):
    """A number as it may be written, its sign aside: in full, as a fraction, to so many decimals and more."""
    size = abs(value)
    if value.denominator == 1:
        return set() if size <= COUNTED else grouped(int(size))
    found = set()
    for top in grouped(size.numerator):
        found |= {f"{top}/{bottom}" for bottom in grouped(size.denominator)}
    for places in range(fewest, 7):
        digits = f"{int(size * 10**places + Fraction(1, 2)):0{places + 1}d}"
        whole, decimals = digits[:-places], digits[-places:]
        if decimals.strip("0") or int(whole) > COUNTED:
            for cut in {decimals, decimals.rstrip("0")} - {""}:
                found |= {f"{top}{mark}{cut}" for top in grouped(int(whole)) for mark in ".,"}
    return found


def grouped(whole):
    with_commas = f"{whole:,}"
    return {str(whole), with_commas, with_commas.replace(",", ".")}


# === Where it could be ===


def in_html(content):
    """(where, text) of a page: its source as it is, what is shown, and what a link could hold.

    Its style is left out: it is full of lengths, and `style` gives it to be compared.
    """
    source = STYLE.sub("", content.decode("utf-8"))
    yield LENGTHS, " ".join(found[0] for found in GEOMETRY.finditer(source))
    source = GEOMETRY.sub("", source)
    tree = html5lib.parse(source, treebuilder="lxml", namespaceHTMLElements=False).getroot()
    for element in tree.iter("{*}*"):
        element.tag = element.tag.rpartition("}")[2]
    without_icon = DATA.sub("", source)
    yield "source", html.unescape(without_icon)
    yield "shown", "".join(tree.itertext())
    yield "without tags", html.unescape(re.sub("<[^>]*>", "", without_icon))
    yield "decoded", unquote(html.unescape(without_icon))
    for address in DATA.findall(source):
        yield "data", unquote(address)


def style(content):
    """The style of a page, but for its fonts, which hold the letters that it shows, and its foot."""
    found = "".join(STYLE.findall(content.decode("utf-8")))
    return re.sub(r"@font-face ?\{[^}]*\}|(?<=@bottom-left \{ content: )\"[^\"]*\"", "", found)


def in_pdf(path):
    """(where, text) of a PDF: its pages, and every string and stream of every object."""
    with pypdfium2.PdfDocument(path) as document:
        text = "\n".join(page.get_textpage().get_text_bounded() for page in document)
    yield "pages", text
    yield "pages without hyphens", HYPHENS.sub("", text)
    with pikepdf.open(path) as pdf:
        assert not pdf.attachments
        assert not {"/AF", "/OCProperties", "/OpenAction", "/AA", "/AcroForm"} & set(pdf.Root.keys())
        assert not {"/EmbeddedFiles", "/JavaScript"} & set(pdf.Root.get("/Names", {}).keys())
        yield "document", " ".join(f"{key} {value}" for key, value in pdf.docinfo.items())
        fonts = {file.objgen for entry in pdf.objects for file in font_files(entry)}
        for entry in pdf.objects:
            yield "strings", "\n".join(strings(entry))
            if isinstance(entry, pikepdf.Stream) and entry.objgen not in fonts:
                yield from in_stream(entry)


def in_stream(stream):
    """What a stream says; not where lines run, which glyph is which letter, or how colours are mixed."""
    data = stream.read_bytes()
    of_objects = stream.get("/Type") in ("/ObjStm", "/XRef")  # each of which has its turn
    of_colours = data[36:40] == b"acsp" or stream.get("/Subtype") == "/Image"
    if of_objects or of_colours or b"begincmap" in data:
        return
    if stream.get("/Subtype") == "/Form" or b" Tf" in data or b" cm" in data:
        for operands, operator in pikepdf.parse_content_stream(stream):
            if str(operator) in ("BDC", "DP", "BI"):
                yield "marks", "\n".join(text for operand in operands for text in strings(operand))
    else:
        yield "stream", NAMESPACES.sub("", data.decode("utf-8", "replace"))


def font_files(entry):
    """Font programs hold no text, but many bytes that look like some."""
    if isinstance(entry, pikepdf.Dictionary) and "/FontFile2" in entry:
        yield entry.FontFile2


def strings(entry):
    """The strings of an object by itself; those that it refers to have their turn."""
    if isinstance(entry, pikepdf.String):
        yield str(entry)
    elif isinstance(entry, pikepdf.Array):
        for part in entry:
            yield from own_strings(part)
    elif isinstance(entry, pikepdf.Dictionary | pikepdf.Stream):
        for name, part in entry.items():
            yield name
            yield from own_strings(part)


def own_strings(part):
    return () if getattr(part, "is_indirect", False) else strings(part)


# === The search ===


def leaks(places, secret):
    """(where, what) of everything secret."""
    spelled = "|".join(map(re.escape, sorted(secret.numbers))) or "(?!)"
    numbers = re.compile(rf"(?<![\w.,])(?:{spelled})(?!\w|[.,]\d)")
    found = set()
    for where, text in places:
        plain = squeezed(text)
        found |= {(where, hidden) for hidden in secret.texts if hidden in plain}
        if where != LENGTHS:
            found |= {(where, shown) for shown in numbers.findall(text)}
    return found


def unlike(section):
    """Whether the options of a question differ in anything but their words; the numeral counts for words."""
    for options in inside(section, "options"):
        forms = set()
        for option in options.iter("li"):
            boxes = [(child.tag, tuple(sorted(child.items()))) for child in option]
            forms.add((tuple(sorted(option.items())), tuple(boxes)))
        if len(forms) > 1:
            return True
    return False
