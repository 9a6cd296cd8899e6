"""More forgeries: what stands in attributes, styles, fonts and attachments, and subtler work on files."""

import json
import shutil
import zipfile
import zlib

import pikepdf
from forging import (
    DATA,
    PACKAGE,
    PAGE,
    edit,
    edit_pdf,
    edit_zip,
    edits,
    forgery,
    replaced,
    resub,
    substituted,
    swap,
)

PDF = "output/en/discordant-en.pdf"

# --- the data -----------------------------------------------------------------------------------------------

edits(
    {
        "data: a printed entry left out": lambda d: d["locales"]["en"]["printed"]["handouts/points"].pop(),
    }
)


replaced(
    {
        "data: the same value in other digits": (DATA, '"value": 1000', '"value": 1.0e3'),
    }
)


substituted(
    {
        "data: a flag of a CSV table": ("output/data/null-distribution-II.csv", r",0\r\n", ",1\r\n"),
    }
)


@forgery("data: a number of the PDF as printed")
def _(folder):
    def change(document):
        entry = next(e for e in document["locales"]["it"]["printed"]["pdf"] if e["fact"] == "II_b")
        entry["text"] = "101"

    edit(folder, change)


@forgery("data: one CSV table a link to the other")
def _(folder):
    path = folder / "output" / "data" / "null-distribution-II.csv"
    path.unlink()
    path.symlink_to("null-distribution-I.csv")


# --- pages --------------------------------------------------------------------------------------------------

replaced(
    {
        "page: a passage hidden by a style": (PAGE, "</style>", ".abstract{display:none}</style>"),
        "page: a number written by a style": (
            PAGE,
            "</style>",
            '[data-fact="II_exact_p"]::after{content:"1"}</style>',
        ),
        "page: sent elsewhere by the head": (
            PAGE,
            "<head>",
            '<head><meta http-equiv="refresh" content="0;url=https://example.org/">',
        ),
        "page: another base for its links": (PAGE, "<head>", '<head><base href="https://example.org/">'),
        "page: a handler of an event": (PAGE, "<body>", '<body onload="alert(1)">'),
        "page: a comment": (PAGE, "<body>", "<body><!-- reviewed, and found right -->"),
    }
)


substituted(
    {
        "page: what is said for a formula": (PAGE, r'(<math[^>]*aria-label="[^"]*?)(\d)', r"\g<1>1\g<2>"),
        "page: a number inside a formula": (PAGE, r"(<math.*?<mn[^>]*>)(\d)", r"\g<1>1\g<2>"),
        "page: a number in its description": (
            PAGE,
            r'(<meta name="description" content="[^"]*?)(\d)',
            r"\g<1>1\g<2>",
        ),
        "page: a space of no width inside a number": (PAGE, r'(data-fact="II_exact_p">0\.)', "\\g<1>\u200b"),
        "page: a digit of another script": (PAGE, r'(data-fact="II_b">)100<', "\\g<1>\u0661\u0660\u0660<"),
        "page: a row of the table of outcomes twice": (
            PAGE,
            r"(<tr>(?:(?!</tr>).)*data-fact=\"II_b\".*?</tr>)",
            r"\g<1>\g<1>",
        ),
        "page: a label of its drawing": (
            PAGE,
            r'(<svg id="drawing-cases-II[^"]*".*?<text[^>]*>[^<]*?)(\d)',
            r"\g<1>1\g<2>",
        ),
    }
)


@forgery("page: the letters of its font exchanged")
def _(folder):
    letters = r"url\(data:font/woff2?;base64,.{400}"
    resub(folder, PAGE, f"({letters})(.)", lambda match: match[1] + ("B" if match[2] == "A" else "A"))


@forgery("page: two languages exchanged")
def _(folder):
    swap(folder, PAGE, "output/it/index.html")


# --- figures ------------------------------------------------------------------------------------------------

replaced(
    {
        "figure: a script in an SVG": ("figures/en/cases.svg", "</svg>", "<script>alert(1)</script></svg>"),
    }
)


substituted(
    {
        "figure: a label of an SVG": (
            "figures/it/null-distribution.svg",
            r"(<text[^>]*>[^<]*?)(\d)",
            r"\g<1>1\g<2>",
        ),
    }
)


@forgery("figure: light and dark exchanged")
def _(folder):
    swap(folder, "figures/en/cases.png", "figures/en/cases-dark.png")


@forgery("figure: a text inside a PNG")
def _(folder):
    path = folder / "figures" / "en" / "cases.png"
    content = path.read_bytes()
    chunk = b"tEXtComment\0checked by the authors"
    whole = (len(chunk) - 4).to_bytes(4, "big") + chunk + zlib.crc32(chunk).to_bytes(4, "big")
    end = content.rindex(b"IEND") - 4
    path.write_bytes(content[:end] + whole + content[end:])


@forgery("figure: the set of one language removed")
def _(folder):
    shutil.rmtree(folder / "figures" / "it")


# --- PDFs ---------------------------------------------------------------------------------------------------


@forgery("pdf: other data attached")
def _(folder):
    def change(pdf):
        name = "discordant.json"
        document = json.loads(pdf.attachments[name].get_file().read_bytes())
        document["facts"]["II_b"]["value"] = 101
        pdf.attachments[name] = json.dumps(document).encode()

    edit_pdf(folder, PDF, change)


@forgery("pdf: a script that runs when it is opened")
def _(folder):
    def change(pdf):
        pdf.Root.OpenAction = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert(1)")

    edit_pdf(folder, PDF, change)


@forgery("pdf: what is said for a figure")
def _(folder):
    def change(pdf):
        for entry in pdf.objects:
            if isinstance(entry, pikepdf.Dictionary) and entry.get("/S") == "/Figure":
                entry.Alt = "B is better."

    edit_pdf(folder, PDF, change)


@forgery("pdf: its title")
def _(folder):
    def change(pdf):
        with pdf.open_metadata() as metadata:
            metadata["dc:title"] = "Two points are proof"

    edit_pdf(folder, PDF, change)


@forgery("pdf: a page left out")
def _(folder):
    def change(pdf):
        del pdf.pages[-1]

    edit_pdf(folder, PDF, change)


# --- handouts -----------------------------------------------------------------------------------------------


@forgery("handout: all removed")
def _(folder):
    for handouts in (folder / "output").glob("*/handouts"):
        shutil.rmtree(handouts)


@forgery("handout: A4 in place of US Letter")
def _(folder):
    shutil.copy(folder / "output/it/handouts/points-a4.pdf", folder / "output/it/handouts/points-letter.pdf")


# --- what is there ------------------------------------------------------------------------------------------


@forgery("files: a hidden file that sends visitors elsewhere")
def _(folder):
    (folder / "output" / ".htaccess").write_text("Redirect / https://example.org/", encoding="utf-8")


@forgery("files: an empty folder added")
def _(folder):
    (folder / "output" / "en" / "extra").mkdir()


@forgery("files: a folder a link to the same files elsewhere")
def _(folder):
    (folder / "output" / "it").rename(folder / "elsewhere")
    (folder / "output" / "it").symlink_to("../elsewhere")


@forgery("files: a language of its own added and named")
def _(folder):
    shutil.copytree(folder / "output" / "it", folder / "output" / "fr")

    def change(manifest):
        manifest["languages"].append("fr")
        for name in list(manifest["files"]):
            if name.startswith("output/it/") and "discordant-it" not in name:
                manifest["files"][name.replace("/it/", "/fr/")] = manifest["files"][name]

    (folder / "output" / "fr" / "discordant-it.pdf").unlink()
    return change


@forgery("files: a language removed, from the list of languages too")
def _(folder):
    shutil.rmtree(folder / "output" / "it")
    shutil.rmtree(folder / "figures" / "it")
    return lambda manifest: manifest["languages"].remove("it")


# --- the package --------------------------------------------------------------------------------------------


@forgery("package: a file more")
def _(folder):
    entry = zipfile.ZipInfo("discordant-package/setup.py", (1980, 1, 1, 0, 0, 0))
    edit_zip(folder, lambda entries: [*entries, (entry, b"print('installed')\n")])


@forgery("package: its code twice, the second one false")
def _(folder):
    def change(entries):
        code = next((e, c) for e, c in entries if e.filename.endswith("experiment.py"))
        again = zipfile.ZipInfo(code[0].filename, code[0].date_time)
        return [*entries, (again, code[1] + b"\nprint('false')\n")]

    edit_zip(folder, change)


@forgery("package: bytes before its beginning")
def _(folder):
    path = folder / PACKAGE
    path.write_bytes(b"#!/bin/sh\nexit 0\n" + path.read_bytes())


@forgery("package: a name that leads out of it")
def _(folder):
    entry = zipfile.ZipInfo("discordant-package/../../evil.py", (1980, 1, 1, 0, 0, 0))
    edit_zip(folder, lambda entries: [*entries, (entry, b"")])


# --- the manifest -------------------------------------------------------------------------------------------


@forgery("manifest: other versions and sources, and a false page")
def _(folder):
    resub(folder, PAGE, r'(data-fact="II_b">)100<', r"\g<1>101<")
    resub(folder, DATA, r'("source": ")[0-9a-f]{64}', rf"\g<1>{'0' * 64}")

    def change(manifest):
        manifest["versions"]["matplotlib"] = "3.0.0"
        for entry in manifest["files"].values():
            entry["source"] = "0" * 64

    return change


@forgery("manifest: a key more")
def _(folder):
    return lambda manifest: manifest.update(checked_by="the authors")


@forgery("manifest: a language named that is not there")
def _(folder):
    return lambda manifest: manifest["languages"].append("ar")
