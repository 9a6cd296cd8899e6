"""Forgeries of what a build publishes, each planted in a copy: the list that every check is held to.

`FORGERIES` has them by name, `plant(name, folder)` plants one.
"""

import shutil
import zlib

import audit_forgeries  # noqa: F401  (enters its own)
import forgeries_more  # noqa: F401  (enters its own)
import pikepdf
from forging import (
    DATA,
    FORGERIES,
    MANIFEST,
    PACKAGE,
    PAGE,
    add,
    edit,
    edit_pdf,
    edit_zip,
    edits,
    forgery,
    plant,
    remake,
    replace,
    replaced,
    resub,
    state,
    substituted,
    swap,
)

__all__ = ["DATA", "FORGERIES", "MANIFEST", "PACKAGE", "PAGE", "plant", "remake", "state"]

BAR = r'-centre[^"]*" d="M[\d.]+ [\d.]+L[\d.]+ )[\d.]+(L[\d.]+ )[\d.]+'  # the height of the first, twice

# --- the data -----------------------------------------------------------------------------------------------

edits(
    {
        "data: a count of a comparison": lambda d: d["comparisons"]["I"]["counts"].update(b=21),
        "data: alpha": lambda d: d["alpha"].update(numerator="1", denominator="10", value=0.1),
        "data: comparison II left out": lambda d: d["comparisons"].pop("II"),
        "data: a weight of a distribution left out": lambda d: d["comparisons"]["I"]["null_distribution"][
            "weights"
        ].pop(),
        "data: another schema named": lambda d: d.update({"$schema": "https://example.org/other.json"}),
        "data: another format": lambda d: d.update(format=d["format"] + 1),
        "data: another publisher": lambda d: d["provenance"].update(publisher="Somebody else"),
        "data: a fact": lambda d: d["facts"]["II_b"].update(value=101),
        "data: one key more": lambda d: d.update(remark="checked by the authors"),
    }
)


replaced(
    {
        "data: a number of a CSV table": ("output/data/null-distribution-I.csv", "\r\n1,", "\r\n1,2"),
    }
)


substituted(
    {
        "data: a key twice, the first one false": (
            DATA,
            r'^\{\n "\$schema"',
            '{\n "comparisons": {},\n "$schema"',
        ),
    }
)


@forgery("data: a number as printed")
def _(folder):
    def change(document):
        entry = next(e for e in document["locales"]["en"]["printed"]["page"] if e["fact"] == "II_exact_p")
        entry["text"] = "0.0165"

    edit(folder, change)


@forgery("data: discordant.json removed")
def _(folder):
    (folder / DATA).unlink()


@forgery("data: the folder removed")
def _(folder):
    shutil.rmtree(folder / "output" / "data")


@forgery("data: the schema allows more")
def _(folder):
    schema = "output/data/discordant.schema.json"
    replace(folder, schema, '"additionalProperties": false', '"minProperties": 0')


# --- pages --------------------------------------------------------------------------------------------------

replaced(
    {
        "page: a p-value, wherever it stands": (PAGE, "0.1565", "0.0165", 0),
        "page: a false sentence": (PAGE, "</p>", " Model B is the better one, without any doubt.</p>"),
        "page: a script": (PAGE, "</body>", "<script>alert(1)</script></body>"),
        "page: where a link leads": (PAGE, "../discordant-package.zip", "https://example.org/package.zip", 0),
        "page: where a language is chosen": ("output/index.html", "it/index.html", "https://example.org/", 0),
    }
)


substituted(
    {
        "page: one number": (PAGE, r'(data-fact="II_b">)100<', r"\g<1>101<"),
        "page: a bar of its drawing": (
            PAGE,
            f'(<svg id="drawing-null-distribution-II[^"]*".*?{BAR}',
            r"\g<1>60\g<2>60",
        ),
        "page: an older one": (PAGE, r'(data-fact="publication_version">)[^<]*', r"\g<1>0.0.1"),
    }
)


@forgery("page: two numbers of the Chinese page exchanged")
def _(folder):
    name = "output/zh-Hans/index.html"
    resub(folder, name, r'(data-fact="II_b">)100<', r"\g<1>@<")
    resub(folder, name, r'(data-fact="II_c">)80<', r"\g<1>100<")
    replace(folder, name, ">@<", ">80<")


@forgery("page: a link to the same bytes in its place")
def _(folder):
    (folder / PAGE).rename(folder / "page.html")
    (folder / PAGE).symlink_to("../../page.html")


# --- figures ------------------------------------------------------------------------------------------------

substituted(
    {
        "figure: a winner of a sequence": (
            "figures/en/coins.svg",
            r'(sequence-5-b" d="M)([\d.]+)',
            lambda match: f"{match[1]}{float(match[2]) + 12:g}",
        ),
        "figure: an end of an interval": (
            "figures/it/leads-dark.svg",
            r'(interval-2" d="M)([\d.]+)',
            lambda match: f"{match[1]}{float(match[2]) - 4:g}",
        ),
        "figure: a record in another cell": ("figures/en/records.svg", r">0806<", ">0994<"),
        "figure: a bar of an SVG": ("figures/en/null-distribution.svg", f"({BAR}", r"\g<1>60\g<2>60"),
    }
)


@forgery("figure: a PNG of another language")
def _(folder):
    shutil.copy(folder / "figures" / "it" / "cases.png", folder / "figures" / "en" / "cases.png")


@forgery("figure: covers of two languages exchanged")
def _(folder):
    swap(folder, "output/en/cover.png", "output/it/cover.png")


# --- PDFs ---------------------------------------------------------------------------------------------------


@forgery("pdf: the Italian one in place of the English")
def _(folder):
    shutil.copy(folder / "output/it/discordant-it.pdf", folder / "output/en/discordant-en.pdf")


@forgery("pdf: a text stream")
def _(folder):
    def change(pdf):
        content = pdf.pages[0].Contents
        stream = content[0] if isinstance(content, pikepdf.Array) else content
        stream.write(stream.read_bytes() + b" 0 0 50 50 re f ")

    edit_pdf(folder, "output/en/discordant-en.pdf", change)


@forgery("pdf: bytes behind its end")
def _(folder):
    with (folder / "output/en/discordant-en.pdf").open("ab") as file:
        file.write(b"% checked by the authors\n")


# --- handouts -----------------------------------------------------------------------------------------------

substituted(
    {
        "handout: a number": ("output/en/handouts/compared.html", r'(data-fact="H1_b">)(\d)', r"\g<1>1\g<2>"),
    }
)


@forgery("handout: two PDFs exchanged")
def _(folder):
    swap(folder, "output/en/handouts/compared-a4.pdf", "output/en/handouts/points-a4.pdf")


# --- what is there ------------------------------------------------------------------------------------------


@forgery("files: a script added")
def _(folder):
    (folder / "output" / "evil.js").write_text("alert(1)", encoding="utf-8")


@forgery("files: a page added, the manifest left alone", remade=False)
def _(folder):
    (folder / "output" / "evil.html").write_text("<p>evil", encoding="utf-8")


@forgery("files: a page added and listed")
def _(folder):
    (folder / "output" / "en" / "evil.html").write_bytes(b"<p>evil")
    return add("output/en/evil.html", b"<p>evil")


@forgery("files: a language removed")
def _(folder):
    shutil.rmtree(folder / "output" / "it")
    shutil.rmtree(folder / "figures" / "it")


@forgery("files: a PDF removed")
def _(folder):
    (folder / "output/en/discordant-en.pdf").unlink()


# --- the package --------------------------------------------------------------------------------------------


def _in_package(folder, name, change):
    edit_zip(folder, lambda es: [(e, change(c) if e.filename.endswith(name) else c) for e, c in es])


@forgery("package: a back door in its code")
def _(folder):
    _in_package(folder, "experiment.py", lambda code: code + b"\n\nimport os; os.system('true')\n")


@forgery("package: a back door in its listing")
def _(folder):
    _in_package(folder, "compare.py", lambda code: b"import os; os.system('true')\n" + code)


@forgery("package: its data")
def _(folder):
    _in_package(folder, "discordant.json", lambda data: data.replace(b'"alpha"', b'"beta"', 1))


@forgery("package: a file left out")
def _(folder):
    edit_zip(folder, lambda entries: entries[:-1])


@forgery("package: garbage")
def _(folder):
    (folder / PACKAGE).write_bytes(zlib.compress(b"no package") * 100)


# --- the manifest -------------------------------------------------------------------------------------------


@forgery("manifest: other versions")
def _(folder):
    return lambda manifest: manifest["versions"].update(matplotlib="3.0.0")


@forgery("manifest: other sources")
def _(folder):
    return lambda manifest: [entry.update(source="0" * 64) for entry in manifest["files"].values()]


@forgery("manifest: wrong sizes")
def _(folder):
    return lambda manifest: [entry.update(bytes=1) for entry in manifest["files"].values()]


@forgery("manifest: cut down to one file")
def _(folder):
    return lambda manifest: manifest.update(files={PAGE: manifest["files"][PAGE]})
