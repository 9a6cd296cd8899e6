"""Folders that many tests read: made once for all processes of a run, and left as they were made."""

import fcntl
import os
import shutil
import stat

CACHE = ".cache-discordant-"  # begins the name of a folder that comes and goes


class Shared:
    """Makes a folder by its name where no process of this run has made it yet."""

    def __init__(self, factory):
        own = factory.getbasetemp()
        self.base = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
        self.folders = {}

    def __call__(self, name, make):
        """The folder of a name, which `make(folder)` fills; others that want it meanwhile wait."""
        folder, done = self.base / name, self.base / f"{name}.done"
        with (self.base / f"{name}.lock").open("wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not done.exists():
                shutil.rmtree(folder, ignore_errors=True)  # of a process that did not come to its end
                folder.mkdir()
                make(folder)
                done.touch()
        if folder not in self.folders:
            self.folders[folder] = marks(folder)
        return folder

    def check(self):
        """Whoever wants to change such a folder works on a copy."""
        for folder, before in self.folders.items():
            assert marks(folder) == before, f"a test has changed {folder.name}/, which others read"


class Copy:
    """A copy of a folder for those who change it; for each of them it is as it was."""

    def __init__(self, original, place):
        self.original, self.folder = original, place
        shutil.copytree(original, place, symlinks=True, ignore=shutil.ignore_patterns(f"{CACHE}*"))
        self.before = marks(place)
        self.paths = set(self.before)

    def fresh(self):
        """The folder, with what the one before has changed put right."""
        for cache in self.folder.glob(f"{CACHE}*"):
            shutil.rmtree(cache)
        now = marks(self.folder)
        other = [path for path in now if now[path] != self.before.get(path)]
        for path in sorted(other, reverse=True):  # what is in a folder comes before it
            place = self.folder / path
            if not stat.S_ISDIR(now[path][0]):
                place.unlink()
            elif path in self.before and stat.S_ISDIR(self.before[path][0]):
                place.chmod(stat.S_IMODE(self.before[path][0]))
            else:
                place.rmdir()
        for path in self.before:
            place, original = self.folder / path, self.original / path
            if not os.path.lexists(place):
                place.mkdir() if original.is_dir() else shutil.copy2(original, place, follow_symlinks=False)
        self.before = marks(self.folder)
        assert self.before.keys() == self.paths
        return self.folder


def marks(folder):
    """What tells that something was changed, a cache aside: of each path its kind, of files who and when."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.relative_to(folder).parts[0].startswith(CACHE):
            continue
        status = path.lstat()
        file = (status.st_ino, status.st_size, status.st_mtime_ns)
        is_folder = stat.S_ISDIR(status.st_mode)
        found[path.relative_to(folder).as_posix()] = (status.st_mode, () if is_folder else file)
    return found
