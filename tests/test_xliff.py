"""XLIFF: what goes out says what the catalogs say, and what comes back is taken for what it is."""

import re
import shutil
import unicodedata
from pathlib import Path
from xml.dom import minidom
from xml.etree import ElementTree

import pytest
from translate.storage.xliff2 import Xliff2File

from discordant.cli import main
from discordant.language.message import has_words
from discordant.publication import disk as publication

ROOT = Path(__file__).resolve().parents[1]
TAGS = ("it", "zh-Hans")
CORE = "{urn:oasis:names:tc:xliff:document:2.0}"


@pytest.fixture(params=TAGS)
def tag(request):
    return request.param


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    """A folder with the catalogs in the form of today, one text of them stale, and their export."""
    folder = tmp_path_factory.mktemp("exported")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for tag in TAGS:
            shutil.copytree(ROOT / "locales" / tag, folder / "locales" / tag)
            catalog = folder / "locales" / tag / "LC_MESSAGES" / "article.po"
            text = catalog.read_text(encoding="utf-8")
            changed = text.replace(
                'msgid "Two AI models, one test set: on which images',
                'msgid "Two AI models: on which of the images',
            )
            assert changed != text
            catalog.write_text(changed, encoding="utf-8")
        assert main(["locale", "update", *TAGS]) == 0
        for tag in TAGS:
            assert main(["locale", "export", tag]) == 0
    return folder


@pytest.fixture
def file(tmp_path, monkeypatch, tag, exported):
    """The export of a language, in a folder with its catalogs."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(exported / "locales" / tag, tmp_path / "locales" / tag)
    return Path(shutil.copy(exported / f"discordant-{tag}.xlf", tmp_path))


@pytest.fixture
def italian(tmp_path, monkeypatch, exported):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(exported / "locales" / "it", tmp_path / "locales" / "it")
    return Path(shutil.copy(exported / "discordant-it.xlf", tmp_path))


def entries(tag="it"):
    return publication.catalog(tag).entries


def bytes_of(tag):
    return {path.name: path.read_bytes() for path in Path("locales", tag, "LC_MESSAGES").iterdir()}


def taken(path, capsys, code=0):
    """The counts that an import prints, by their name, and its lines on stderr."""
    capsys.readouterr()
    assert main(["locale", "import", str(path)]) == code
    out, err = capsys.readouterr()
    last = out.splitlines()[-1]
    counts = {name: int(number) for number, name in re.findall(r"(\d+) (\w+)", last)}
    return {**counts, "stale": int(last.rpartition(": ")[2])}, err


def only(**counts):
    """These counts, and none of any other kind but unchanged and stale."""
    return {"untranslated": 0, "emptied": 0, "refused": 0, "changed": 0, **counts}


def edit(path, change):
    """Change a file's tree by a function of its units, by id."""
    ElementTree.register_namespace("", CORE[1:-1])
    tree = ElementTree.fromstring(path.read_bytes())
    change({unit.get("id"): unit for unit in tree.iter(f"{CORE}unit")})
    path.write_bytes(ElementTree.tostring(tree, encoding="utf-8"))


def segment(unit):
    return unit.find(f"{CORE}segment")


def translate(unit, text, state):
    """Another translation, with no inline element, as who types placeholders would write it."""
    element = segment(unit)
    target = element.find(f"{CORE}target")
    target.clear()
    target.text = text
    element.attrib.pop("state", None)
    if state:
        element.set("state", state)


# --- what goes out ------------------------------------------------------------------------------------------


def spelled(element, data):
    """The text of a source or target, read as XLIFF 2.1 says (4.2.3, 4.3.1): codes stand for their data."""
    text = element.text or ""
    for child in element:
        kind = child.tag.removeprefix(CORE)
        if kind == "ph":
            text += data[child.get("dataRef")]
        else:
            assert kind == "pc"
            text += data[child.get("dataRefStart")] + spelled(child, data) + data[child.get("dataRefEnd")]
        text += child.tail or ""
    return text


def translatable():
    """The blocks with something to translate."""
    return {name for name, block in publication.load().blocks.items() if has_words(block.text)}


def test_a_file_says_what_the_catalogs_say_and_protects_what_must_stay(file, tag):
    root = ElementTree.fromstring(file.read_bytes())
    assert (root.get("version"), root.get("srcLang"), root.get("trgLang")) == ("2.1", "en", tag)
    assert [part.get("id") for part in root] == list(publication.PARTS)
    blocks, there, seen = publication.load().blocks, entries(tag), []
    for unit in root.iter(f"{CORE}unit"):
        seen.append(unit.get("id"))
        data = {element.get("id"): element.text for element in unit.iter(f"{CORE}data")}
        source, target = segment(unit)
        assert spelled(source, data) == blocks[unit.get("id")].text
        assert spelled(target, data) == there[unit.get("id")].text
        for bracket in ("{", "`", "]["):  # nothing of the kind is left where it can be typed over
            assert bracket not in "".join(source.itertext())
        for side in (source, target):
            numbers = [element.get("id") for element in side.iter() if element is not side]
            assert len(numbers) == len(set(numbers))
        first = {element.get("id") for element in source.iter() if element.get("canDelete") == "no"}
        assert {element.get("id") for element in target.iter()} >= first  # what must stay has stayed
        order = [child.tag.removeprefix(CORE) for child in unit]
        assert order == [kind for kind in ("notes", "originalData", "segment") if kind in order]
    assert sorted(seen) == sorted(translatable())
    groups = [group.get("id") for group in root.iter(f"{CORE}group")]
    assert len(groups) == len(set(groups))
    pvalue = next(group for group in root.iter(f"{CORE}group") if group.get("id") == "exactness.title")
    assert pvalue.get("name") == blocks["exactness.title"].text


def test_other_programs_see_units_states_and_notes(file, tag):
    store = Xliff2File.parsestring(file.read_bytes())
    assert (store.sourcelanguage, store.targetlanguage) == ("en", tag)
    units = {unit.getid(): unit for unit in store.units}
    assert set(units) == translatable()
    assert [name for name, unit in units.items() if unit.isfuzzy()] == ["question"]
    # the toolkit itself looks for notes in the segment
    note = "".join(units["question"].getunitelement().itertext("{*}note"))
    assert note.startswith(
        "The translation is of an older English text: Two AI models: on which of the images do they disagree?"
    )


def test_one_part_alone_goes_out_and_comes_back(italian, capsys):
    assert main(["locale", "export", "it", "--part", "page"]) == 0
    root = ElementTree.parse("discordant-it-page.xlf").getroot()
    assert [part.get("id") for part in root] == ["page"]
    before = bytes_of("it")
    counts, err = taken("discordant-it-page.xlf", capsys)
    assert counts == only(unchanged=len(list(root.iter(f"{CORE}unit"))), stale=0)
    assert (err, bytes_of("it")) == ("", before)
    assert main(["locale", "export", "it", "--part", "pages"]) == 2
    assert "there are article, page, package" in capsys.readouterr().err


# --- what comes back as it went out -------------------------------------------------------------------------


def indented(content):
    root = ElementTree.fromstring(content)
    ElementTree.indent(root, "\t")
    return ElementTree.tostring(root, encoding="utf-8")


def stateless(content):
    return re.sub(rb' state="\w+"', b"", content)


WRITERS = {
    "as it is": lambda content: content,
    "without states": stateless,  # as npm xliff
    "set neatly by Python": indented,
    "set neatly by a DOM": lambda content: minidom.parseString(content).toprettyxml().encode(),
    "all states the first": lambda content: re.sub(rb'state="\w+"', b'state="initial"', content),
    "with a mark of its order of bytes": lambda content: b"\xef\xbb\xbf" + content,
    "with the line ends of Windows": lambda content: content.replace(b"\n", b"\r\n"),
    "accents apart": lambda content: unicodedata.normalize("NFD", content.decode()).encode(),
    "no data, as it stands beside": lambda content: re.sub(rb"<data .*?</data>", b"", content),
}


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_what_other_programs_write_again_changes_nothing(file, tag, write, capsys):
    before, content = bytes_of(tag), file.read_bytes()
    file.write_bytes(write(ElementTree.canonicalize(content).encode()))
    counts, err = taken(file, capsys)
    assert counts == only(unchanged=len(entries(tag)), stale=1)
    assert (err, bytes_of(tag)) == ("", before)


def test_a_program_that_drops_inline_elements_takes_nothing_away(file, tag, capsys):
    """What it wrote again without a change is unchanged; what was a placeholder alone is empty there."""
    alone = [name for name, entry in entries(tag).items() if re.fullmatch(r"\{\w+\}", entry.text)]
    before = bytes_of(tag)
    file.write_bytes(re.sub(rb"</?p[hc]\b[^>]*>", b"", file.read_bytes()))
    counts, err = taken(file, capsys)
    assert counts == only(emptied=len(alone), unchanged=len(entries(tag)) - len(alone), stale=1)
    assert (err.count("\n"), bytes_of(tag)) == (bool(alone), before)
    edit(file, lambda units: translate(units["description"], "Nulla di tutto questo.", "final"))
    counts, err = taken(file, capsys, 1)
    assert counts["refused"] == 1
    assert "block description lacks {" in err


def test_modules_states_of_programs_and_cdata_do_no_harm(italian, capsys):
    text = italian.read_text(encoding="utf-8")
    match = (
        '<mtc:matches xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0"><mtc:match ref="#1"><source>a</source>'
        "<target>b</target></mtc:match></mtc:matches>"
        '<gls:glossary xmlns:gls="urn:oasis:names:tc:xliff:glossary:2.0"><gls:glossEntry>'
        "<gls:term>a</gls:term></gls:glossEntry></gls:glossary>"
    )
    text = re.sub(r"(<unit [^>]*>)", lambda m: m[1] + match, text)
    text = text.replace(' state="translated"', ' state="translated" subState="tool:checked"')
    text = re.sub(r"<target>([^<&]+)</target>", r"<target><![CDATA[\1]]></target>", text)
    italian.write_text(text.replace("<target>", '<target xml:space="preserve">'), encoding="utf-8")
    before = bytes_of("it")
    counts, err = taken(italian, capsys)
    assert counts == only(unchanged=len(entries()), stale=1)
    assert (err, bytes_of("it")) == ("", before)


# --- what translators change --------------------------------------------------------------------------------

TEXT = "Su quali casi i due modelli si dividono davvero?"


@pytest.mark.parametrize("state", ["translated", "reviewed", "final"])
def test_a_changed_text_that_is_done_is_current(italian, capsys, state):
    edit(italian, lambda units: translate(units["question"], TEXT, state))
    counts, err = taken(italian, capsys)
    assert counts == only(changed=1, unchanged=len(entries()) - 1, stale=0)
    found = entries()["question"]
    assert (err, found.text, found.fuzzy, found.previous) == ("", TEXT, False, "")


@pytest.mark.parametrize("state", [None, "initial"])
def test_a_changed_text_in_no_state_is_fuzzy_and_said(italian, capsys, state):
    edit(italian, lambda units: translate(units["exactness.title"], "Due modelli", state))
    counts, err = taken(italian, capsys)
    assert counts == only(changed=1, unchanged=len(entries()) - 1, stale=2)
    assert (
        err
        == f"discordant: {italian}: changed but in no state that says done, marked fuzzy: exactness.title\n"
    )
    assert (entries()["exactness.title"].text, entries()["exactness.title"].fuzzy) == ("Due modelli", True)


def test_a_review_goes_out_and_comes_back_and_ends_with_the_text(italian, capsys):
    name = "exactness.title"
    edit(italian, lambda units: segment(units[name]).set("state", "final"))
    counts, err = taken(italian, capsys)
    assert (counts, err) == (only(changed=1, unchanged=len(entries()) - 1, stale=1), "")
    assert [known for known, entry in entries().items() if entry.review == "reviewed"] == [name]
    italian.unlink()
    assert main(["locale", "export", "it"]) == 0
    states = {
        unit.get("id"): segment(unit).get("state") for unit in ElementTree.parse(italian).iter(f"{CORE}unit")
    }
    assert [known for known, state in states.items() if state == "reviewed"] == [name]
    counts, _ = taken(italian, capsys)
    assert counts == only(unchanged=len(entries()), stale=1)
    edit(italian, lambda units: translate(units[name], "Che cosa promette", "translated"))
    assert main(["locale", "import", str(italian)]) == 0
    assert entries()[name].review == "changed"


def test_a_stale_text_that_is_said_to_be_done_is_current(italian, capsys):
    before = entries()["question"]
    assert (before.fuzzy, before.previous) == (
        True,
        "Two AI models: on which of the images do they disagree?",
    )
    edit(italian, lambda units: segment(units["question"]).set("state", "translated"))
    counts, _ = taken(italian, capsys)
    assert (counts["changed"], counts["stale"]) == (1, 0)
    after = entries()["question"]
    assert (after.text, after.fuzzy, after.previous) == (before.text, False, "")


def test_a_text_of_english_that_has_changed_meanwhile_is_stale(italian, capsys):
    def change(units):
        segment(units["question"]).find(f"{CORE}source").text = "On how many cases?"
        translate(units["question"], TEXT, "final")

    edit(italian, change)
    counts, _ = taken(italian, capsys)
    assert (counts["changed"], counts["stale"]) == (1, 1)
    found = entries()["question"]
    assert (found.text, found.fuzzy, found.previous) == (TEXT, True, "On how many cases?")


def test_an_emptied_text_stays_and_is_said(italian, capsys):
    before = bytes_of("it")
    edit(italian, lambda units: translate(units["exactness.title"], " ", "translated"))
    counts, err = taken(italian, capsys)
    assert counts == only(emptied=1, unchanged=len(entries()) - 1, stale=1)
    assert (
        err
        == f"discordant: {italian}: without a translation in the file, kept as they were: exactness.title\n"
    )
    assert bytes_of("it") == before


LOST = {
    "a placeholder": ("{", "lacks {"),
    "a link": ("][", "links to "),
    "code": ("`", "lacks `"),
}


@pytest.mark.parametrize(("mark", "named"), LOST.values(), ids=LOST)
def test_a_text_that_has_lost_what_must_stay_is_named_and_not_taken(italian, capsys, mark, named):
    blocks = publication.load().blocks
    marks = {known for known, _ in LOST.values()} - {mark}
    name = next(
        name
        for name, block in blocks.items()
        if mark in block.text and name != "question" and not any(other in block.text for other in marks)
    )
    before = bytes_of("it")
    edit(italian, lambda units: translate(units[name], "Nulla di tutto questo.", "final"))
    counts, err = taken(italian, capsys, 1)
    assert counts == only(refused=1, unchanged=len(entries()) - 1, stale=1)
    assert re.fullmatch(rf"discordant: {italian}: block {name} .*; not taken in; .*\n", err)
    assert named in err
    assert bytes_of("it") == before


def test_a_placeholder_may_be_moved_used_twice_or_typed(italian, capsys):
    name = "description"
    names = re.findall(r"\{\w+\}", publication.load().blocks[name].text)
    text = " e ".join([*reversed(names), names[0]]) + "."
    edit(italian, lambda units: translate(units[name], text, "final"))
    assert main(["locale", "import", str(italian)]) == 0
    assert entries()[name].text == text
    italian.unlink()
    assert main(["locale", "export", "it"]) == 0
    counts, _ = taken(italian.name, capsys)
    assert counts["unchanged"] == len(entries())


def test_a_changed_text_over_several_lines_is_one_line(italian):
    text = "\n      Su quali casi\n\t\ti due modelli\r\n   si dividono davvero?\n    "
    edit(italian, lambda units: translate(units["question"], text, "final"))
    assert main(["locale", "import", str(italian)]) == 0
    assert entries()["question"].text == TEXT


def test_line_breaks_at_elements_are_no_blanks_where_the_english_shows_it(italian):
    """As npm xliff writes: a line for each element, and what follows it right behind."""
    units = publication.load().blocks
    before = entries()["pairing.d"].text
    assert before.startswith("{f_d}: immagini")
    text = italian.read_text(encoding="utf-8").replace("<ph ", "\n            <ph ")
    assert text.count(": immagini che entrambi sbagliano") == 1
    changed = text.replace(": immagini che entrambi sbagliano", ", immagini che entrambi sbagliano")
    italian.write_text(changed, encoding="utf-8")
    assert main(["locale", "import", str(italian)]) == 0
    after = entries()["pairing.d"]
    assert after.text == before.replace(": immagini", ", immagini")
    assert (after.english, after.fuzzy) == (units["pairing.d"].text, False)


def test_a_character_that_only_a_number_can_say_is_refused(italian, capsys):
    def change(units):
        translate(units["exactness.title"], "Due", "final")
        ElementTree.SubElement(
            segment(units["exactness.title"]).find(f"{CORE}target"), f"{CORE}cp", {"hex": "0007"}
        )

    edit(italian, change)
    _, err = taken(italian, capsys, 1)
    assert "block exactness.title holds the control character U+0007" in err
