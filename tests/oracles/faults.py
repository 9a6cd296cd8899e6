"""Work in a process of its own that is killed, or whose system fails, at a chosen call that writes.

Every call by which Python can change a file system raises an audit event, so none escapes; only writing and
flushing do not, and are wrapped.  Nothing is flushed for good: no power fails here.
"""

import errno
import os
import shutil
import signal
import stat
import sys
import traceback

EVENTS = {"os.mkdir", "os.rename", "os.link", "os.symlink", "os.remove", "os.rmdir", "os.chmod", "os.chown"}
EVENTS |= {"os.truncate", "os.utime", "os.setxattr", "fcntl.flock"}
ERRORS = {"full": errno.ENOSPC, "denied": errno.EACCES, "broken": errno.EIO, "elsewhere": errno.EXDEV}
SIGNALS = {"killed": signal.SIGKILL, "interrupted": signal.SIGINT, "ended": signal.SIGTERM}
FAULTS = [*ERRORS, *SIGNALS, "killed in half"]
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


class Process:
    """What happened to the process: `code` as of the command, and which calls it made."""

    def __init__(self, code, calls):
        self.code, self.calls = code, calls


def run(work, fault=None, at=0):
    """Do the work in a forked process, with a fault at the call of this number, from 1 on."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        os._exit(_code_of(work, fault, at, writing))
    os.close(writing)
    with open(reading) as pipe:
        calls = pipe.read().split()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return Process(status, calls)


def _code_of(work, fault, at, pipe):
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as the command does
    write, count, off = os.write, 0, False

    def call(name, half=None):
        nonlocal count, off
        if off:
            return
        off = True
        count += 1
        write(pipe, f"{name}\n".encode())
        if count == at:
            if fault in SIGNALS:
                os.kill(os.getpid(), SIGNALS[fault])
            elif fault == "killed in half":
                if half:
                    half()
                os.kill(os.getpid(), signal.SIGKILL)
            else:
                off = False
                raise OSError(ERRORS[fault], os.strerror(ERRORS[fault]))
        off = False

    def heard(event, given):
        if event in EVENTS or (event == "open" and isinstance(given[2], int) and given[2] & WRITES):
            call(event)

    def wrapped_write(handle, content):
        call("write", lambda: write(handle, content[: len(content) // 2]))
        return write(handle, content)

    os.write = wrapped_write
    os.fsync = lambda handle: call("fsync")
    sys.addaudithook(heard)
    try:
        work()
    except KeyboardInterrupt:
        return 130
    except BaseException as error:  # this process must not go on as a second pytest
        off = True
        if getattr(error, "code", None) == 4:
            return 4
        traceback.print_exc()
        return 99
    return 0


def tree(folder):
    """Everything below a folder, for a comparison: of files the content, of links where they lead."""
    found = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        kind = stat.S_IFMT(status.st_mode)
        what = {stat.S_IFREG: path.read_bytes, stat.S_IFLNK: lambda path=path: str(path.readlink())}
        content = what.get(kind, lambda: "")()
        found[path.relative_to(folder).as_posix()] = (stat.filemode(status.st_mode), content)
    return found


def marks(folder, names):
    """What must not change of things that are somebody else's: identity, owner, rights, times, attributes."""
    found = {}
    for name in names:
        path = folder / name
        status = path.lstat()
        attributes = {}
        if hasattr(os, "listxattr"):
            attributes = {
                key: os.getxattr(path, key, follow_symlinks=False)
                for key in os.listxattr(path, follow_symlinks=False)
            }
        found[name] = (
            *(status.st_ino, status.st_mode, status.st_uid, status.st_gid, status.st_mtime_ns),
            attributes,
        )
    return found


def is_left(name):
    return name.split("/")[-1].startswith(".discordant-") or "/.discordant-" in f"/{name}"


def without_left(found):
    """A tree without what a killed process may leave until the next command."""
    return {name: content for name, content in found.items() if not is_left(name)}


def fresh(template, folder):
    """A copy of a tree."""
    if folder.exists():
        shutil.rmtree(folder)
    shutil.copytree(template, folder, symlinks=True)
    return folder
