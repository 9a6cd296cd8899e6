"""Strangers' folders: what a template or the listing of one can reach, and how much it can take."""

import os
import resource
import signal
from pathlib import Path

import pytest

from discordant.article import listing
from discordant.language import Locale
from discordant.press import pages
from discordant.press.blocks import SourceError
from discordant.press.pages import PageError
from discordant.workshop import limits

ROOT = Path(__file__).resolve().parents[1]
EN = Locale.read(ROOT / "locales" / "en" / "locale.toml", "en")


@pytest.fixture
def template(tmp_path, monkeypatch):
    """Renders a text as a template of a publication's own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "templates").mkdir()

    def render(text):
        (tmp_path / "templates" / "own.html.jinja2").write_text(text, encoding="utf-8")
        pages.forget()
        return pages.render("own.html.jinja2", {"title": "T", "items": [1]}, EN, [])

    yield render
    pages.forget()


@pytest.mark.parametrize(
    "text",
    [
        "{{ cycler.__init__.__globals__.os.popen('id').read() }}",
        "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        "{{ self._TemplateReference__context }}",
        "{{ page.title.format.__globals__ }}",
        "{{ '{0.__class__.__mro__}'.format(page) }}",
        "{{ page.update(title='x') }}",
        "{{ page['items'].append(2) }}",
        "{% include '../../../../../../../etc/passwd' %}",
        "{% include '/etc/passwd' %}",
    ],
)
def test_a_template_reaches_what_it_is_given_alone(text, template):
    """Jinja's documented ways out: attributes with underscores, format strings, changes of what is given."""
    with pytest.raises(PageError) as caught:
        template(text)
    assert (caught.value.path, caught.value.line) in [("own.html.jinja2", 1), ("own.html.jinja2", None)]


@pytest.mark.parametrize(
    "text",
    [
        '{{ "a" * (10 ** 11) }}',
        '{{ (10 ** 11) * "a" }}',
        "{{ [1] * 10 ** 9 }}",
        "{{ 10 ** (10 ** 10) }}",
        "{{ '%1000000000000d' % 1 }}",
        "{{ 'a'|center(10 ** 12) }}",
        "{% for i in range(10 ** 9) %}a{% endfor %}",
        "{% set n = namespace(x='aaaaaaaa') %}{% for i in range(60) %}{% set n.x = n.x ~ n.x %}{% endfor %}",
        "{% macro m(n) %}{{ m(n + 1) }}{% endmacro %}{{ m(0) }}",
    ],
)
def test_a_template_takes_no_more_than_it_may(text, template):
    with pytest.raises(PageError) as caught:
        template(text)
    assert caught.value.path == "own.html.jinja2"


def test_a_template_that_never_ends(template, monkeypatch):
    monkeypatch.setattr(pages, "bounded", lambda: limits.bounded(seconds=0.5))
    with pytest.raises(PageError) as caught:
        template("{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}")
    assert caught.value.what == "more than 0.5 seconds"


def test_plain_arithmetic_is_left(template):
    assert template("{{ 3000 * 4000 }} {{ 7 % 3 }} {{ 2 ** 10 }} {{ 'ab' * 3 }}") == "12000000 1 1024 ababab"


def test_limits_are_taken_off_again():
    before = resource.getrlimit(resource.RLIMIT_AS)
    with limits.bounded(seconds=5), pytest.raises(ZeroDivisionError):
        1 / 0  # noqa: B018
    with pytest.raises(limits.OverLimit), limits.bounded():
        b"a" * 10**13
    assert resource.getrlimit(resource.RLIMIT_AS) == before
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("while True: print('x' * 1000)", "fails"),
        ("x = 'a' * 2**32", "MemoryError"),
        ("import sys; sys.stdout.buffer.write(b'\\xff')", "no UTF-8"),
        ("print('\\x1b[2J')", "U+001B"),
        ("import os; os._exit(7)", "fails"),
        ("import os; print(os.environ['HOME'])", "KeyError"),
        ("import numpy", "numpy"),
        ("import sys; sys.exit('enough')", "enough"),
    ],
)
def test_a_listing_that_fails_or_takes_too_much(source, what):
    with pytest.raises(SourceError) as caught:
        listing.output(source)
    assert caught.value.path == "templates/compare.py"
    assert what in caught.value.what


def test_the_listing_of_the_article_still_runs():
    assert listing.output(listing.code()).splitlines()
    assert listing.output("print('p =', 1)\n\n") == "p = 1"


def test_nothing_of_a_listing_stays(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    listing.output("open('left', 'w').write('x')")
    assert list(tmp_path.iterdir()) == []


def test_nothing_that_a_listing_starts_outlives_it(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    start = "subprocess.Popen(['sh', '-c', 'sleep 60; echo alive'], stdout=open({!r}, 'w'))"
    listing.output(f"import subprocess; {start.format(str(tmp_path / 'pipe'))}")
    os.set_blocking(reader, True)
    with os.fdopen(reader) as pipe:
        assert pipe.read() == ""  # ends as soon as nobody can write
