"""The PDF maker: nothing read but its own assets, no warning hidden, the same bytes, errors in one line."""

import datetime
import os
import re
import subprocess
import sys
import time

import pikepdf
import pytest

from discordant.press import pdf
from discordant.workshop import processes as workshop

DAY = datetime.date(2026, 11, 30)
SECRET = "the-content-of-a-private-file"
FONT = "@font-face{font-family:Own;src:url(asset:font.ttf)} html{font-family:Own}"


@pytest.fixture(scope="session")
def font(request):
    return (request.config.rootpath / "templates" / "fonts" / "sans-regular.ttf").read_bytes()


@pytest.fixture
def job(font):
    """A small job: `job(body)` or `job(body, style=...)`."""

    def make(body, style="", head=""):
        html = (
            f"<!doctype html><html lang=en><head><title>Small</title>{head}"
            f"<style>{FONT}{style}</style></head><body>{body}</body></html>"
        )
        attachment = pdf.Attachment("discordant.json", b"{}", "data")
        return pdf.Job(html, {"font.ttf": (font, "font/ttf")}, frozenset({"Own"}), (attachment,), DAY)

    return make


def test_a_small_page_becomes_a_pdf(job):
    assert pdf.render(job("<h1>A</h1><p>b</p>")).startswith(b"%PDF-1.7")


@pytest.mark.parametrize(
    ("body", "style", "head"),
    [
        ("<img alt=x src='{url}'>", "", ""),
        ("<object data='{url}'>x</object>", "", ""),
        ("<embed src='{url}'>", "", ""),
        ("<p>x</p>", "@import url('{url}');", ""),
        ("<p>x</p>", "p{{background:url('{url}')}}", ""),
        ("<p>x</p>", "p::before{{content:url('{url}')}}", ""),
        ("<p>x</p>", "@font-face{{font-family:Other;src:url('{url}')}} p{{font-family:Other}}", ""),
        ("<p>x</p>", "", "<link rel=stylesheet href='{url}'>"),
        ("<p>x</p>", "", "<link rel=attachment href='{url}'>"),
        ("<p><a rel=attachment href='{url}'>x</a></p>", "", ""),
        ("<img alt=x src='secret.txt'>", "", "<base href='{folder}/'>"),
        ("<svg width=9 height=9><title>x</title><image href='{url}' width=9 height=9 /></svg>", "", ""),
        ("<svg width=9 height=9><title>x</title><use href='{url}#a' /></svg>", "", ""),
    ],
    ids=lambda value: str(value)[:30],
)
@pytest.mark.parametrize("scheme", ["file", "http"])
def test_no_resource_from_elsewhere_is_read(job, tmp_path, scheme, body, style, head):
    (tmp_path / "secret.txt").write_text(SECRET, encoding="utf-8")
    folder = f"file://{tmp_path}" if scheme == "file" else "http://127.0.0.1:9"
    names = {"url": f"{folder}/secret.txt", "folder": folder}
    work = job(body.format(**names), style.format(**names), head.format(**names))
    try:
        made = pdf.render(work)
    except pdf.PdfError:
        return  # refused, which is what most of these ways in deserve
    assert_holds_no_secret(made, tmp_path)


def assert_holds_no_secret(made, folder):
    path = folder / "made.pdf"
    path.write_bytes(made)
    with pikepdf.open(path) as document:
        assert list(document.attachments) == ["discordant.json"]
        for entry in document.objects:
            content = entry.read_bytes() if isinstance(entry, pikepdf.Stream) else bytes(str(entry), "utf-8")
            assert SECRET.encode() not in content


@pytest.mark.parametrize(
    ("body", "style", "said"),
    [
        ("<p>x</p>", "p{colour:red}", "colour"),
        ("<p>囍</p>", "", "囍 .U.56CD. is in no face of Own that the page brings"),
        ("<p><img src=asset:font.ttf></p>", "", "."),
    ],
    ids=["unknown property", "missing glyph", "broken image"],
)
def test_what_the_renderer_warns_of_stops_the_build(job, body, style, said):
    with pytest.raises(pdf.PdfError, match=said):
        pdf.render(job(body, style))


def test_a_long_warning_is_cut(job):
    with pytest.raises(pdf.PdfError) as caught:
        pdf.render(job(f"<img alt=x src='asset:{'a' * 5000}'>"))
    assert len(str(caught.value)) < 500


def test_deep_nesting_is_an_error_and_no_crash(job):
    with pytest.raises(pdf.PdfError):
        pdf.render(job("<div>" * 3000))


def render_elsewhere(tmp_path, number, environment, without_subsetter):
    """The bytes of a PDF made by another process."""
    program = f"""
import sys, pathlib, datetime
from discordant.press import pdf
pdf._weasyprint()
if {without_subsetter}:
    import weasyprint.pdf.fonts
    weasyprint.pdf.fonts.harfbuzz_subset = None
font = pathlib.Path({str(tmp_path / "font.ttf")!r}).read_bytes()
html = {f"<html lang=en><title>x</title><style>{FONT}</style><h1>A fine office</h1><p>1,000 at 0.05</p>"!r}
job = pdf.Job(html, {{"font.ttf": (font, "font/ttf")}}, frozenset({{"Own"}}),
              (pdf.Attachment("discordant.json", b"{{}}", "data"),), datetime.date(2026, 11, 30))
sys.stdout.buffer.write(pdf.render(job))
"""
    folder = tmp_path / f"elsewhere-{number}"
    folder.mkdir()
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr.decode()
    return run.stdout


def test_the_bytes_are_the_same_in_every_process_and_with_any_subsetter(tmp_path, font):
    (tmp_path / "font.ttf").write_bytes(font)
    environments = [
        ({"PYTHONHASHSEED": "1", "TZ": "UTC"}, False),
        ({"PYTHONHASHSEED": "2", "TZ": "Asia/Shanghai", "LC_ALL": "C"}, False),
        ({"PYTHONHASHSEED": "3", "SOURCE_DATE_EPOCH": "1"}, True),
    ]
    made = [render_elsewhere(tmp_path, i, env, alone) for i, (env, alone) in enumerate(environments)]
    assert made[0] == made[1] == made[2]


def test_our_subsetter_is_in_force():
    weasyprint = pdf._weasyprint()
    assert weasyprint.pdf.fonts.Font.subset is pdf._subset


# === The build round it ===================================================================


@pytest.fixture
def weasyprint_that(tmp_path):
    """A folder for PYTHONPATH with a module weasyprint that runs this code when imported."""

    def make(code):
        module = tmp_path / "stand-in" / "weasyprint"
        module.mkdir(parents=True)
        (module / "__init__.py").write_text(code, encoding="utf-8")
        return {"PYTHONPATH": os.pathsep.join([str(module.parent), os.environ.get("PYTHONPATH", "")])}

    return make


def snapshot(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_without_pango_everything_else_is_written(discordant, tmp_path, weasyprint_that):
    missing = "raise OSError(\"cannot load library 'libgobject-2.0-0': no such file\")"
    first = discordant("build", "--locale", "en", "--format", "pdf", cwd=tmp_path)
    assert first.returncode == 0
    run = discordant("build", "--no-cache", "--locale", "en", cwd=tmp_path, env=weasyprint_that(missing))
    assert run.returncode == 3
    assert len(run.stderr.splitlines()) == 1
    assert "libgobject-2.0-0" in run.stderr
    assert "apt-get install" in run.stderr
    page = (tmp_path / "output" / "en" / "index.html").read_text(encoding="utf-8")
    assert not re.findall(r'href="[^"]*\.pdf"', page)
    assert (tmp_path / "output" / "data" / "discordant.json").exists()
    assert not list(tmp_path.rglob("*.pdf"))  # none is left from before


def test_a_crash_of_the_renderer_in_a_release_is_reported_and_changes_nothing(
    discordant, tmp_path, weasyprint_that
):
    assert discordant("build", "--locale", "it", cwd=tmp_path).returncode == 0
    before = snapshot(tmp_path)
    killed = weasyprint_that("import os; os.kill(os.getpid(), 9)")
    run = discordant("build", "--locale", "it", "--release", cwd=tmp_path, env=killed)
    assert run.returncode == 3
    assert len(run.stderr.splitlines()) == 1
    assert "output/it/discordant-it.pdf" in run.stderr
    after = {path: content for path, content in snapshot(tmp_path).items() if "stand-in" not in path.parts}
    assert after == before


def test_a_renderer_that_hangs_is_stopped():
    with workshop.workshop(1) as shop, pytest.raises(workshop.SystemFault, match="it: PDF: not ready"):
        shop.finish("it: PDF", shop.start(time.sleep, 600), time.sleep, 600, seconds=0.5)


def test_a_crash_of_one_piece_of_work_spares_the_other():
    with workshop.workshop(2) as shop:
        crashing = shop.start(os._exit, 1)
        other = shop.start(sum, [1, 2])
        with pytest.raises(workshop.SystemFault, match="first"):
            shop.finish("first", crashing, os._exit, 1)
        assert shop.finish("second", other, sum, [1, 2]) == 3
