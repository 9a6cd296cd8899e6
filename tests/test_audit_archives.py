"""Archives in the audit: one file for each name, one publication, nothing that unpacking does not show."""

import io
import struct
import zipfile

import pytest

from discordant.article.package import archive
from discordant.audit import archives, package, published
from discordant.audit.findings import Findings

FOLDER = "discordant-package"
BUILT = archive({"experiment.py": b"print(1)\n" * 99, "README.md": b"# Read me\n"})


def packed(*members, comment=b"", before=b"", behind=b""):
    """An archive of (name or entry, content) pairs, in order, as an ordinary program packs it."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name, content in members:
            file.writestr(name, content)
        file.comment = comment
    return before + buffer.getvalue() + behind


def entry(name, mode=0o100644, extra=b"", comment=b""):
    made = zipfile.ZipInfo(name)
    made.external_attr, made.extra, made.comment = mode << 16, extra, comment
    return made


def faults(check, content):
    findings = Findings()
    check(content, "a.zip", findings)
    return [str(fault) for fault in findings.faults]


def test_what_a_build_packs_has_no_fault():
    assert faults(archives.unpacked, BUILT) == faults(archives.laid_out, BUILT) == []


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["a", "A"], "stands twice"),
        (["\u00e9", "e\u0301"], "stands twice"),
        (["stra\u00dfe", "STRASSE"], "stands twice"),
        (["a", "a/"], "stands twice"),
        (["a/b", "./a/b"], "stands twice"),
        (["a//b"], "in different ways"),
        (["a/./b"], "in different ways"),
        (["../a"], "leads out"),
        (["a\\b"], "leads out"),
    ],
)
def test_a_name_stands_for_one_file_on_every_disk(names, said):
    content = packed(*((entry(name), b"") for name in names))
    assert any(said in fault for fault in faults(archives.unpacked, content))


def test_a_folder_with_data_and_a_name_that_ends_early():
    assert "data of its own" in faults(archives.unpacked, packed(("setup.py/", b"import os")))[0]
    content = packed(("a.pyXtxt", b"")).replace(b"a.pyX", b"a.py\0")
    assert "in different ways" in faults(archives.unpacked, content)[0]


@pytest.mark.parametrize(
    "content",
    [
        packed(("a", b"b"), before=b"MZ a program"),
        packed(("a", b"b"), behind=b"p = 0.01"),
        packed(("a", b"b"), comment=b"p = 0.01"),
        packed((entry("a", comment=b"p = 0.01"), b"b")),
    ],
    ids=["before", "behind", "comment", "comment of a file"],
)
def test_bytes_of_no_file_are_named(content):
    assert faults(archives.unpacked, content)


def test_ordinary_programs_add_hours_folders_and_sizes():
    class Stream(io.BytesIO):
        def seekable(self):
            return False

        def tell(self):
            raise OSError

    stream = Stream()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(entry("./site/b", extra=struct.pack("<HHB", 0x5455, 1, 0)), b"c" * 50)
        file.writestr("site/d", b"e" * 50)
    folder = packed((entry("site/"), b""), (entry("site/a"), b"b"))
    assert faults(archives.unpacked, stream.getvalue()) == faults(archives.unpacked, folder) == []


def _central(offset, value):
    """What a build packs, with one byte of its first entry in the table of contents changed."""
    place = BUILT.index(b"PK\1\2") + offset
    return BUILT[:place] + bytes([value]) + BUILT[place + 1 :]


@pytest.mark.parametrize(
    "content",
    [
        _central(41, 0x8D),  # rights, as of a program that runs as its owner
        _central(38, 0x10),  # attributes of another system
        _central(14, 0x22),  # the day
        b"#!/bin/sh\n" + BUILT,
        BUILT + b"p = 0.01",
        packed((entry(f"{FOLDER}/README.md", extra=struct.pack("<HHB", 0x5455, 1, 0)), b"a")),
        packed((entry(f"{FOLDER}/data/"), b"")),
    ],
    ids=["rights", "attributes", "day", "before", "behind", "extra field", "folder"],
)
def test_the_package_is_laid_out_as_a_build_does(content):
    (fault,) = faults(archives.laid_out, content)
    assert "no build writes" in fault


def test_nothing_hides_behind_a_packed_file():
    content = bytearray(BUILT)
    with zipfile.ZipFile(io.BytesIO(BUILT)) as file:
        first = file.infolist()[0]
    start = 30 + len(first.filename)
    more = b"p = 0.01"
    content[start + first.compress_size : start + first.compress_size] = more
    for place in (18, bytes(content).index(b"PK\1\2") + 20):
        struct.pack_into("<L", content, place, first.compress_size + len(more))
    content = bytes(content)
    assert faults(archives.laid_out, content)


def test_the_code_of_the_package_is_that_in_its_folder():
    evil = packed((f"{FOLDER}/experiment.py", b"import os"), ("experiment.py", b"print(1)"))
    findings = Findings()
    package.check(evil, "a.zip", {}, None, findings, ours=True)
    said = [str(fault) for fault in findings.faults]
    assert f"a.zip: experiment.py: lies outside {FOLDER}/, where a build packs everything" in said
    assert any("experiment.py: is not that of this program" in fault for fault in said)


def read(tmp_path, *members):
    path = tmp_path / "site.zip"
    path.write_bytes(packed(*members))
    findings = Findings()
    return published.read(path, findings).files, [str(fault) for fault in findings.faults], findings


@pytest.mark.parametrize("folders", [("site/", "zz/"), ("", "backup/"), ("a/", "a/b/")])
def test_an_archive_holds_one_publication(tmp_path, folders):
    first, other = (f"{folder}output/index.html" for folder in folders)
    files, said, _ = read(tmp_path, (first, b"<p>false"), (other, b"<p>true"))
    assert files == {"output/index.html": b"<p>false"}
    assert len(said) == 1
    assert said[0].startswith(f"{other}: lies beside")


def test_a_repository_in_an_archive_is_told_as_in_a_folder(tmp_path):
    git = (
        ("site/output/.git/HEAD", b"ref: x"),
        ("site/.git/config", b""),
        ("site/output/index.html", b"<p>"),
    )
    files, said, findings = read(tmp_path, *git)
    assert files == {"output/index.html": b"<p>"}
    assert said == []
    assert list(findings.unchecked) == ["the repository site/output/.git", "the repository site/.git"]


def test_only_a_repository_of_the_whole_is_left_unread(tmp_path):
    """In a folder as in an archive, what merely has the name is no repository."""
    for place in (".git/objects", ".git/refs", "en/.git/objects", "en/.git/refs"):
        (tmp_path / "output" / place).mkdir(parents=True)
    for file in (".git/HEAD", "en/.git/HEAD", "index.html"):
        (tmp_path / "output" / file).write_text("<p>", "ascii")
    findings = Findings()
    published.read(tmp_path, findings)
    assert list(findings.unchecked) == ["the repository output/.git"]
    assert [str(fault).partition(":")[0] for fault in findings.faults][:1] == ["output/en/.git"]
    (tmp_path / "output" / ".git" / "refs").rmdir()
    findings = Findings()
    published.read(tmp_path, findings)
    assert "output/.git" in {fault.file for fault in findings.faults}

    files, said, _ = read(tmp_path, ("output/index.html", b"<p>"), ("output/en/.git/evil.html", b"<p>"))
    assert said or "output/en/.git/evil.html" in files  # which the folder's check then names
