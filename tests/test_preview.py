"""The preview by real HTTP: the build's own page, new at every save, errors beside it, nothing else."""

import http.client
import itertools
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from lxml import etree
from tied import put_down, tied

from discordant.language.catalogs import CatalogError
from discordant.language.folders import available
from discordant.recipes import preview as recipe
from discordant.workshop.processes import workshop
from discordant.workshop.server import Content, PreviewError, Server
from discordant.workshop.telling import told

ROOT = Path(__file__).resolve().parents[1]
TAGS = ("en", "it", "zh-Hans")
UNKNOWN = next(tag for tag in ("fr", "de", "sv") if tag not in available(ROOT))
PO = "locales/it/LC_MESSAGES/article.po"
SECONDS = 60  # until a test gives up; nothing here is timed
pytestmark = pytest.mark.built


class Preview:
    """A running `discordant preview` and the folder that it shows."""

    def __init__(self, folder, *arguments):
        self.folder = folder
        self.scraps = folder.parent / f"{folder.name}-scraps"  # where its temporary files go
        self.scraps.mkdir(exist_ok=True)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "discordant", "preview", *arguments],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            start_new_session=True,
            preexec_fn=tied,
            env={**os.environ, "TMPDIR": str(self.scraps)},
        )
        self.said = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/$", self.said.strip())
        if not found:
            put_down(self.process)
        assert found, self.said
        self.port = int(found[1])

    def ask(self, path, method="GET", **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer, body

    def page(self, tag="it"):
        return self.ask(f"/{tag}/index.html")[1].decode("utf-8")

    def state(self):
        answer, body = self.ask("/state.json")
        return json.loads(body) if answer.status == 200 else {}

    def wait(self, wanted):
        end = time.monotonic() + SECONDS
        while not wanted(state := self.state()):
            assert time.monotonic() < end, "the preview does not come to show what was waited for"
            time.sleep(0.05)
        return state

    def edit(self, path, change):
        target = self.folder / path
        before = target.read_text(encoding="utf-8")
        after = change(before)
        assert after != before, "the edit changes nothing"
        target.write_text(after, encoding="utf-8")
        return before

    def end(self, number=signal.SIGINT):
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=SECONDS)
        return self.process.returncode, out, err


def own_folder(folder):
    """A publication with files of its own, of every sort that the preview follows."""
    shutil.copytree(ROOT / "locales", folder / "locales")
    (folder / "templates").mkdir()
    for name in ("article.md", "figures.md", "page.css", "article.toml", "article.html.jinja2", "compare.py"):
        shutil.copy(ROOT / "templates" / name, folder / "templates" / name)
    return folder


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    preview = Preview(own_folder(tmp_path_factory.mktemp("preview") / "own"), "it")
    try:
        yield preview
        assert preview.end()[0] == 0
    finally:
        put_down(preview.process)


@pytest.fixture
def begin():
    """Begins a preview in a folder; none is left running."""
    begun = []

    def begin(*given):
        begun.append(Preview(*given))
        return begun[-1]

    yield begin
    for preview in begun:
        put_down(preview.process)


@pytest.fixture
def preview(running):
    """The running preview; what a test edits is put back."""
    before = {path: path.read_bytes() for path in running.folder.rglob("*") if path.is_file()}
    yield running
    for path, content in before.items():
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)
    running.wait(lambda state: state["page"] == running.first and not state["error"])


@pytest.fixture(autouse=True, scope="module")
def first_page(running):
    running.first = running.state()["page"]
    assert running.state()["error"] == ""


def translated(block, text):
    """Gives a block of a catalog another translation."""

    def change(catalog):
        entry = re.compile(rf'(msgctxt "{re.escape(block)}"\nmsgid "[^\n]*"\nmsgstr )"[^\n]*"')
        assert len(entry.findall(catalog)) == 1
        return entry.sub(lambda match: match[1] + json.dumps(text, ensure_ascii=False), catalog)

    return change


def about(state, block):
    [found] = [one for one in state["blocks"] if one["id"] == block]
    return found


# --- the page -----------------------------------------------------------------------------------------------


def without_marks(tree):
    """The page's tree without the spans that name blocks."""
    etree.strip_tags(tree, "preview-mark")
    return etree.tostring(tree, encoding="unicode")


@pytest.mark.parametrize("tag", TAGS)
def test_the_page_is_the_builds_with_marks(made, read_page, tag, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with workshop(1) as shop:
        page = recipe.Maker(tag, shop).contents()[f"/{tag}/index.html"].body
    (tmp_path / "page.html").write_bytes(page)
    published, previewed = read_page(made / "output" / tag / "index.html"), read_page(tmp_path / "page.html")
    marks = previewed.xpath("//span[@data-block]")
    assert len(marks) > 100
    for mark in marks:
        mark.tag = "preview-mark"
    assert without_marks(previewed) == without_marks(published)


def test_the_published_page_bears_no_mark(made):
    for path in (made / "output").rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert "data-block" not in text
        assert "preview" not in text


def test_every_passage_of_the_article_is_marked(preview, tmp_path, read_page):
    (tmp_path / "page.html").write_text(preview.page(), encoding="utf-8")
    tree, state = read_page(tmp_path / "page.html"), preview.state()
    marked = set(tree.xpath("//@data-block"))
    assert marked <= {one["id"] for one in state["blocks"]}
    of_article = {one["id"] for one in state["blocks"] if one["source"].startswith("templates/article.md:")}
    labelled = set(itertools.chain(*state["labels"].values()))
    assert len(of_article) > 80
    assert of_article <= marked | labelled


def test_every_label_of_the_figures_leads_to_its_block(preview, tmp_path, read_page):
    (tmp_path / "page.html").write_text(preview.page(), encoding="utf-8")
    labels = preview.state()["labels"]
    texts = {text.text for text in read_page(tmp_path / "page.html").iter("text")}
    words = {text for text in texts if re.search(r"[^\W\d]", text)} - set("abcd")  # letters of the cells
    assert len(words) > 15
    assert words <= set(labels)
    chance = about(preview.state(), "figure.null-distribution.chance")["translation"]
    assert labels[chance] == ["figure.null-distribution.chance"]


def test_what_a_block_is(preview):
    found = about(preview.state(), "question")
    assert found["english"] == "Two AI models, one test set: on which images do they disagree?"
    assert (found["status"], found["faults"]) == ("translated", [])
    path, _, line = found["place"].rpartition(":")
    assert path == PO
    lines = (preview.folder / path).read_text(encoding="utf-8").splitlines()
    assert found["english"] in lines[int(line) - 1]
    assert found["translation"] in lines[int(line)]
    path, _, line = found["source"].rpartition(":")
    assert path == "templates/article.md"
    assert "{#question}" in (preview.folder / path).read_text(encoding="utf-8").splitlines()[int(line) - 1]


# --- following saves ----------------------------------------------------------------------------------------


def test_a_catalog(preview):
    preview.edit(PO, translated("question", "Una domanda diversa?"))
    preview.wait(lambda state: state["page"] != preview.first)
    assert "Una domanda diversa?" in preview.page()


def test_edited_twice_shows_the_second(preview):
    for text in ("Prima", "Seconda", "Terza"):
        preview.edit(PO, translated("question", text))
        time.sleep(0.21)  # while the one before is being looked at or built
    preview.wait(lambda state: about(state, "question")["translation"] == "Terza")
    page = preview.page()
    assert ">Terza<" in page
    assert ">Seconda<" not in page


def test_a_label_is_drawn_anew(preview):
    preview.edit(PO, translated("figure.null-distribution.chance", "al centro"))
    preview.wait(lambda state: "al centro" in state["labels"])
    assert len(re.findall(">al centro</text>", preview.page())) == 2


def test_english_that_changes_shows_and_leaves_its_translation_stale(preview):
    preview.edit("templates/article.md", lambda text: text.replace("on which images do", "where do"))
    state = preview.wait(lambda state: state["page"] != preview.first)
    assert about(state, "question")["status"] == "stale"
    assert re.search(r'class="question [^\n]*lang="en"[^\n]*where do they', preview.page())


@pytest.mark.parametrize(
    ("path", "old", "new", "shown"),
    [
        ("templates/page.css", "--measure: 36.5rem", "--measure: 31.5rem", "--measure: 31.5rem"),
        ("templates/article.toml", 'version = "1.0.0"', 'version = "9.8.7"', "9.8.7"),
        ("templates/article.html.jinja2", '<main id="text">', '<main id="text" class="new">', 'class="new"'),
        ("templates/compare.py", "print(", "print('new!'); print(", "new!"),
        ("locales/it/locale.toml", '"Italiano"', '"Lingua italiana"', "Lingua italiana"),
    ],
)
def test_every_other_source(preview, path, old, new, shown):
    assert shown not in preview.page()
    preview.edit(path, lambda text: text.replace(old, new, 1))
    preview.wait(lambda state: state["page"] != preview.first)
    assert shown in preview.page()


def test_a_page_is_told_of_every_change(preview):
    with socket.create_connection(("127.0.0.1", preview.port), timeout=SECONDS) as connection:
        connection.sendall(f"GET /events HTTP/1.1\r\nHost: localhost:{preview.port}\r\n\r\n".encode())
        stream = connection.makefile("r", encoding="utf-8")
        events = (line for line in stream if line.startswith("data: "))
        first = int(next(events)[6:])
        preview.edit(PO, translated("question", "Nuova"))
        assert int(next(events)[6:]) == first + 1
        assert "Nuova" in preview.page()


def test_a_template_that_takes_the_place_of_the_packages(preview):
    own = preview.folder / "templates" / "parts.html.jinja2"
    text = (ROOT / "templates" / own.name).read_text(encoding="utf-8")
    own.write_text(text.replace('class="outcomes"', 'class="outcomes own"'), encoding="utf-8")
    try:
        preview.wait(lambda state: state["page"] != preview.first)
        assert 'class="outcomes own"' in preview.page()
    finally:
        own.unlink()


class Counted:
    """A workshop that counts what it is asked to do."""

    def __init__(self, shop):
        self.shop, self.started = shop, 0

    def start(self, *given):
        self.started += 1
        return self.shop.start(*given)

    def finish(self, *given):
        return self.shop.finish(*given)


def test_figures_are_drawn_only_when_they_change(tmp_path, monkeypatch):
    folder = own_folder(tmp_path / "own")
    monkeypatch.chdir(folder)
    catalog = (folder / PO).read_text(encoding="utf-8")
    with workshop(1) as shop:
        counted = Counted(shop)
        maker = recipe.Maker("it", counted)
        pages = [maker.contents()["/it/index.html"].body]
        for block, drawings in [("question", 1), ("figure.null-distribution.chance", 2)]:
            (folder / PO).write_text(translated(block, "Altro")(catalog), encoding="utf-8")
            pages.append(maker.contents()["/it/index.html"].body)
            assert counted.started == drawings
    assert len(set(pages)) == 3


# --- what is wrong ------------------------------------------------------------------------------------------

BROKEN = {
    "catalog": (PO, lambda text: text.replace('msgstr "', "msgstr ", 5)),
    "catalog empty of quotes": (PO, lambda text: text + "\nnonsense\n"),
    "catalog cut short": (PO, lambda text: text[: re.search(r'\nmsgstr "\w', text).end()]),
    "source": ("templates/article.md", lambda text: text + "\nNo id here.\n"),
    "placeholder": ("templates/article.md", lambda text: text.replace("images do", "{nobody} do", 1)),
    "claim": ("templates/article.md", lambda text: text.replace("I_exact_p < alpha", "I_exact_p > alpha", 1)),
    "settings": ("templates/article.toml", lambda text: text.replace("version =", "versoin =", 1)),
    "settings, no TOML": ("templates/article.toml", lambda text: text + "\n[[[\n"),
    "template": ("templates/article.html.jinja2", lambda text: text.replace("page.title", "page.titel", 1)),
    "template, syntax": ("templates/article.html.jinja2", lambda text: text + "{% if %}"),
    "listing": ("templates/compare.py", lambda text: "import nothing_at_all\n"),
    "locale": ("locales/it/locale.toml", lambda text: text.replace("group_from = 4", "group_from = '4'")),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_file_shows_the_commands_line_beside_the_last_good_page(preview, discordant, kind):
    preview.edit(*BROKEN[kind])
    state = preview.wait(lambda state: state["error"])
    build = discordant("build", "--locale", "it", "--format", "html", cwd=preview.folder)
    assert build.returncode in (1, 2)
    assert build.stderr == f"discordant: {state['error']}\n"
    assert "\n" not in state["error"]
    assert state["page"] == preview.first
    assert about(state, "question")["status"] == "translated"
    assert "</html>" in preview.page()


def test_without_a_catalog_of_its_own_the_packages_is_shown(preview):
    (preview.folder / PO).unlink()
    state = preview.wait(lambda state: not about(state, "question")["place"].startswith(PO))
    assert state["error"] == ""
    assert about(state, "question")["place"].rpartition(":")[0].endswith(PO)


def test_a_file_that_is_no_text(preview):
    (preview.folder / PO).write_bytes(b"\xff\xfe\x00")
    assert PO in preview.wait(lambda state: state["error"])["error"]


def test_faults_are_told_at_their_block(preview):
    preview.edit(PO, translated("standfirst", "Su {N}, da {A_accuracy} a {nessuno}"))
    state = preview.wait(lambda state: about(state, "standfirst")["faults"])
    [fault] = [one for one in about(state, "standfirst")["faults"] if not one["warning"]]
    assert "lacks {B_accuracy}; invents {nessuno}" in fault["what"]
    assert about(state, "standfirst")["status"] == "faulty"
    assert state["error"] == ""


def test_faults_are_those_of_the_check(preview, discordant):
    preview.edit(PO, translated("question", 'Su quali 20 casi "diversi"?'))
    found = about(preview.wait(lambda state: about(state, "question")["faults"]), "question")["faults"]
    assert len(found) >= 2
    said = discordant("locale", "check", "it", cwd=preview.folder)
    for fault in found:
        assert f"block question: {fault['what']}" in said.stdout + said.stderr


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert)",
        "{{ page }}",
        "</span><h1>",
    ],
)
def test_a_hostile_translation_brings_in_nothing(preview, hostile, tmp_path, read_page):
    preview.edit(PO, translated("question", hostile))
    preview.wait(lambda state: about(state, "question")["translation"] == hostile)
    (tmp_path / "page.html").write_text(preview.page(), encoding="utf-8")
    tree = read_page(tmp_path / "page.html")
    assert tree.xpath("//script | //img | //@onerror | //a[starts-with(@href, 'javascript')]") == []
    assert len(tree.findall(".//h1")) == 1
    assert tree.xpath("//p[contains(@class, 'question')]//span[@data-block='question']")


def test_beginning_with_a_broken_file(tmp_path, begin):
    folder = own_folder(tmp_path / "own")
    good = (folder / PO).read_text(encoding="utf-8")
    (folder / PO).write_text(good + "\nnonsense\n", encoding="utf-8")
    preview = begin(folder, "it")
    state = preview.state()
    assert state["error"].startswith(f"{folder / PO}:")
    assert (state["page"], state["address"], state["blocks"]) == ("", "", [])
    assert preview.ask("/")[0].status == 200
    assert preview.ask("/it/index.html")[0].status == 404
    (folder / PO).write_text(good, encoding="utf-8")
    preview.wait(lambda state: state["page"] and not state["error"])
    assert "</html>" in preview.page()
    returncode, _out, err = preview.end()
    assert (returncode, err) == (0, f"discordant: {state['error']}\ndiscordant: preview ended\n")


# --- the server ---------------------------------------------------------------------------------------------


def test_what_is_served(preview):
    state = preview.state()
    assert state["address"] == "/it/index.html"
    shell = ("/", "/preview.js", "/preview.css", "/state.json")
    others = ("/it/handouts/points.html", "/zh-Hans/README.html.json", "/index.html")
    for path in (*shell, "/it/index.html", "/it/index.html?x=1", *others):
        answer, body = preview.ask(path)
        assert (answer.status, bool(body)) == (200, True)
        head, nothing = preview.ask(path, "HEAD")
        assert (head.status, nothing) == (200, b"")
        assert head.getheader("Content-Length") == str(len(body))
        assert answer.getheader("Cache-Control") == "no-store"
        assert answer.getheader("X-Content-Type-Options") == "nosniff"
    assert preview.ask("/events", "HEAD")[1] == b""


def test_policies(preview):
    policy = preview.ask("/")[0].getheader("Content-Security-Policy")
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "default-src 'none'; style-src 'unsafe-inline'; img-src data:" in preview.page()


TRICKS = [
    "/../pyproject.toml",
    "/it/../../cli.py",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/..%2f..%2fetc%2fpasswd",
    "//etc/passwd",
    "/it/index.html/",
    "/it/index.html%00",
    "/it/",
    "/it",
    "/fr/index.html",
    "/it/index.html.json.json",
    "/it/handouts/",
    "/locales/it/locale.toml",
    "/templates/page.css",
    "/preview.py",
    "/IT/index.html",
    "/./preview.js",
    "/preview.js/../preview.css",
    "http://127.0.0.1/",
    "*",
    "\\..\\etc",
    "/" + "a" * 5000,
]


@pytest.mark.parametrize("path", TRICKS, ids=lambda path: path[:30])
def test_nothing_else_is_served(preview, path):
    answer, body = preview.ask(path)
    assert answer.status == 404
    assert b"not part of this preview" in body
    assert b"root:" not in body


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_nothing_can_be_changed(preview, method):
    answer, _body = preview.ask("/it/index.html", method)
    assert (answer.status, answer.getheader("Allow")) == (405, "GET, HEAD")


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:80",
        "127.0.0.1.evil.example",
        "localhost.evil.example:8000",
        "127.0.0.1@evil.example",
        "evil.example#127.0.0.1",
        "0.0.0.0",
        "",
        "127.0.0.1:x",
    ],
)
def test_a_name_that_is_not_ours_is_refused(preview, host):
    for path in ("/", "/state.json", "/events", "/it/index.html"):
        answer, body = preview.ask(path, Host=host)
        assert answer.status == 403
        assert b"answers only to 127.0.0.1 and localhost" in body


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1234", "127.0.0.1"])
def test_our_own_names(preview, host):
    assert preview.ask("/", Host=host)[0].status == 200


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", b"403"),  # no host
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", b"403"),
        (b"BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"501"),
        (b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n", b"505"),
        (b"GET /" + b"a" * 70000 + b" HTTP/1.1\r\n\r\n", b"414"),
        (b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 200 + b"\r\n", b"431"),
        (b"\x00\xff\xfe\r\n\r\n", b"400"),
    ],
)
def test_odd_requests_are_answered_and_forgotten(preview, request_bytes, status):
    with socket.create_connection(("127.0.0.1", preview.port), timeout=SECONDS) as connection:
        connection.sendall(request_bytes)
        answer = b""
        while chunk := connection.recv(65536):
            answer += chunk
    assert status in answer.split(b"\r\n")[0] + answer[:4]
    assert preview.ask("/")[0].status == 200


def test_it_listens_on_this_machine_alone():
    with Server() as server, socket.socket() as other:
        port = int(server.address.rstrip("/").rpartition(":")[2])
        other.settimeout(5)
        assert other.connect_ex(("127.0.0.2", port)) != 0  # loopback too, but not the address that is bound


def test_a_page_that_hangs_up_is_no_error(capfd):
    with Server() as server:
        server.show({"/": Content("text/plain", b"x" * 10_000_000)})
        port = int(server.address.rstrip("/").rpartition(":")[2])
        for _ in range(3):
            with socket.create_connection(("127.0.0.1", port)) as connection:
                connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                connection.recv(10)
        time.sleep(0.2)
    assert capfd.readouterr() == ("", "")


def test_a_port_that_is_taken():
    with Server() as server:
        port = int(server.address.rstrip("/").rpartition(":")[2])
        with pytest.raises(PreviewError, match=f"port {port}: .* choose another --port"):
            Server(port)


# --- the command --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["xx-nonsense"], "xx-nonsense"),
        ([UNKNOWN], f"there is no locale {UNKNOWN}; there are {', '.join(available(ROOT))}; "),
        (["zh-TW"], "zh-TW"),
        (["../it"], "../it"),
        (["it", "en"], "en"),
        (["--port", "0"], "--port"),
        (["--port", "65536"], "--port"),
        (["--port", "http"], "--port"),
    ],
)
def test_wrong_use_is_one_line_and_exit_2(discordant, tmp_path, arguments, named):
    run = discordant("preview", *arguments, cwd=tmp_path)
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)
    assert named in run.stderr


def test_a_taken_port_is_one_line_and_exit_2(discordant, tmp_path, preview):
    run = discordant("preview", "it", "--port", preview.port, cwd=tmp_path)
    assert (run.returncode, run.stderr.count("\n")) == (2, 1)
    assert f"port {preview.port}: " in run.stderr


def test_with_every_translation_complete_one_must_be_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(recipe, "_is_complete", lambda tag: True)
    with pytest.raises(ValueError) as refused:
        recipe._chosen(None)
    there = ", ".join(available(ROOT))
    assert str(refused.value) == f"every translation is complete; name the one to show: {there}"


def test_the_first_translation_that_is_not_complete_is_shown(tmp_path, monkeypatch):
    monkeypatch.chdir(own_folder(tmp_path / "own"))
    catalog = Path("locales/zh-Hans/LC_MESSAGES/article.po")
    for language, text in (("it", "Domanda?"), ("zh-Hans", "")):
        path = Path(f"locales/{language}/LC_MESSAGES/article.po")
        path.write_text(translated("question", text)(path.read_text(encoding="utf-8")), encoding="utf-8")
    monkeypatch.setattr(recipe, "available", lambda: ["en", "zh-Hans"])
    assert recipe._chosen(None) == ("zh-Hans", " (the first translation that is not complete)")
    catalog.write_text("nonsense", encoding="utf-8")
    assert recipe._chosen(None)[0] == "zh-Hans"
    monkeypatch.setattr(recipe, "available", lambda: ["en"])
    assert recipe._chosen(None) == ("en", " (there is no translation)")
    monkeypatch.setattr(recipe, "available", lambda: ["en", "it"])
    monkeypatch.setattr(recipe, "_is_complete", lambda tag: True)
    assert recipe._chosen(None) == ("it", " (the only translation)")


def alive(group):
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_ends_in_one_line_and_leaves_nothing(tmp_path, number, begin):
    (tmp_path / "empty").mkdir()
    preview = begin(tmp_path / "empty", "it")
    with socket.create_connection(("127.0.0.1", preview.port), timeout=SECONDS) as connection:
        connection.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert connection.recv(10)
        assert preview.end(number) == (0, "", "discordant: preview ended\n")
    assert preview.said == f"it: http://127.0.0.1:{preview.port}/\n"
    end = time.monotonic() + SECONDS
    while alive(preview.process.pid) and time.monotonic() < end:
        time.sleep(0.05)
    assert not alive(preview.process.pid)
    assert list(preview.scraps.iterdir()) == []
    assert list((tmp_path / "empty").iterdir()) == []


def test_the_line_of_an_error():
    for error, line in (
        (CatalogError("a.po:3: two\nlines"), "a.po:3: two lines"),
        (PermissionError(13, "Permission denied", "a.po"), "a.po: Permission denied"),
    ):
        assert recipe._one_line(told(error).line) == line
