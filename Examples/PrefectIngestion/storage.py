"""Where scans and results are kept: a folder, which several hosts may share, or a bucket of an S3-compatible store.

Both have the same few operations. A name appears whole or not at all, however the run ends.
"""
import contextlib
import errno
import functools
import json
import os
import pathlib
import shutil

import scratch


def absolute(where):
    """The same for workers, which have other working folders."""
    return where if where.startswith("s3://") else os.path.abspath(where)


@functools.lru_cache
def open_storage(where):
    """A folder, or `s3://BUCKET/PREFIX`; once for each process."""
    if where.startswith("s3://"):
        import s3
        return s3.Bucket(where)
    return Folder(where)


class Storage:
    """What both kinds of storage offer beyond their own operations."""

    def read_json(self, name):
        data = self.read(name)
        return None if data is None else json.loads(data)

    def write_json(self, name, document):
        self.write(name, json.dumps(document, indent=2).encode())

    def create_json(self, name, document):
        return self.create(name, json.dumps(document).encode())


class Folder(Storage):
    def __init__(self, where):
        self.root = pathlib.Path(os.path.abspath(where))
        self.root.mkdir(parents=True, exist_ok=True)
        # Inside of the store, so that files get their names by renaming.
        self.scratch = scratch.Scratch(self.root / ".parts", self.clock)

    def clock(self, probe):
        """The time by the clock of the file system: those of hosts differ."""
        probe.touch()
        return os.stat(probe).st_mtime

    def address(self, name):
        return str(self.root / name)

    def exists(self, name):
        return (self.root / name).exists()

    def read(self, name):
        """The bytes, or None."""
        try:
            return (self.root / name).read_bytes()
        except FileNotFoundError:
            return None

    def write(self, name, data):
        """Replaces what has the name."""
        with self.scratch.folder() as folder:
            (folder / "file").write_bytes(data)
            self._parent(name)
            os.replace(folder / "file", self.root / name)

    def create(self, name, data):
        """Only if nothing has the name; says whether. Readers may meet it while it is empty."""
        self._parent(name)
        try:
            with open(self.root / name, "xb") as file:
                file.write(data)
        except FileExistsError:
            return False
        return True

    def touch(self, name):
        os.utime(self.root / name)

    def age(self, name):
        """Seconds since it was written or touched."""
        # Opened, since network file systems may answer from memory otherwise.
        with open(self.root / name, "rb") as file:
            return self.clock(self.scratch.mine / "clock") - os.fstat(file.fileno()).st_mtime

    def keep(self, path, name):
        """Moves a file or a folder from the scratch folder to its name."""
        self._parent(name)
        try:
            os.replace(path, self.root / name)
        except OSError as error:
            # A folder of that name: another run was faster. Its content is the same, since it is made of the same.
            if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                raise

    def copy(self, source, target):
        self._parent(target)
        with contextlib.suppress(FileExistsError):
            try:
                os.link(self.root / source, self.root / target)
            except FileExistsError:
                raise
            except OSError:
                # This file system has no hard links.
                with self.scratch.folder() as folder:
                    self.keep(shutil.copyfile(self.root / source, folder / "file"), target)

    @contextlib.contextmanager
    def local(self, name):
        """A file of this machine with the bytes, for as long as the context lasts."""
        yield self.root / name

    def remove(self, name):
        """Removes a file or a folder; nothing, if it isn't there."""
        path = self.root / name
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)

    def _parent(self, name):
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
