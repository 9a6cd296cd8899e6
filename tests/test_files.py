"""Reading: regular files of bounded size, from names that may be a stranger's."""

import os
import socket

import pytest

from discordant.language import Refused
from discordant.language.files import NotThere, Outside, Unreadable, inside, read, read_text


def fifo(path):
    os.mkfifo(path)


def bound_socket(path):
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(path))


def sparse(path):
    with path.open("wb") as file:
        file.truncate(30 * 1024**3)


STRANGE = {
    "folder": (lambda path: path.mkdir(), "a folder, not a file"),
    "pipe": (fifo, "a named pipe, not a file"),
    "link to a pipe": (lambda path: (fifo(path.with_name("p")), path.symlink_to("p")), "a named pipe"),
    "device": (lambda path: path.symlink_to("/dev/zero"), "a device, not a file"),
    "nothing": (lambda path: path.symlink_to("/dev/null"), "a device, not a file"),
    "huge": (sparse, "larger than 4194304 bytes"),
    "one too many": (lambda path: path.write_bytes(bytes(4 * 1024**2 + 1)), "larger than 4194304 bytes"),
    "loop": (lambda path: path.symlink_to(path.name), "cannot be read"),
}


@pytest.mark.parametrize("name", STRANGE)
def test_what_is_no_file_is_refused(name, tmp_path):
    """A pipe that nobody writes to would be waited for without end, a device read without end."""
    path = tmp_path / "x"
    make, what = STRANGE[name]
    make(path)
    with pytest.raises(Unreadable) as caught:
        read(path)
    assert caught.value.path == str(path)
    assert what in caught.value.what


def test_socket(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the name of a socket has at most 107 bytes
    bound_socket("s")
    with pytest.raises(Unreadable) as caught:
        read(tmp_path / "s")
    assert caught.value.what == "a socket, not a file"


@pytest.mark.parametrize("name", ["gone", "gone/below", "a\0b", "\udcff\ud800"])
def test_no_such_file(name, tmp_path):
    with pytest.raises(NotThere) as caught:
        read(tmp_path / name)
    assert caught.value.path == str(tmp_path / name)
    assert isinstance(caught.value, Refused)
    assert caught.value.code == 2


def test_the_whole_content_up_to_the_limit(tmp_path):
    path = tmp_path / "x"
    content = bytes(range(256)) * 8192  # 2 MiB: more than one part
    path.write_bytes(content)
    assert read(path) == content
    assert read(path, len(content)) == content
    with pytest.raises(Unreadable):
        read(path, len(content) - 1)


def test_text(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"\xef\xbb\xbfa\r\nb\rc\n")
    assert read_text(path) == "a\nb\nc\n"
    path.write_bytes(b"one\ntwo\n\xff")
    with pytest.raises(Unreadable) as caught:
        read_text(path)
    assert (caught.value.line, caught.value.what) == (3, "not UTF-8 (byte 8)")


@pytest.mark.parametrize(
    "name", ["", "../x", "a/../../x", "/etc/passwd", "out", "out/passwd", "a\0b", "a\nb", "\ud800", "..\\x"]
)
def test_names_that_lead_out_of_a_folder(name, tmp_path):
    (tmp_path / "f").mkdir()
    (tmp_path / "f" / "out").symlink_to("/etc")
    with pytest.raises(Outside) as caught:
        inside(tmp_path / "f", name)
    assert repr(name) in caught.value.what


@pytest.mark.parametrize("name", ["x", "a/b c/日本.ttf", "link", "..x", "a..b"])
def test_names_that_stay(name, tmp_path):
    (tmp_path / "link").symlink_to("x")
    assert inside(tmp_path, name) == tmp_path / name
