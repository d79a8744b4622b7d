"""The store: uploads and results under the digest of what they were made from. Files and folders appear whole or not at all."""
import contextlib
import hashlib
import json
import os
import pathlib
import shutil
import tempfile
import time

import program

# No task runs longer than a program may, twice: what is older was left by a run that was killed, on this host or another.
OLDEST_PART = 2 * program.LONGEST


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def place(store, key):
    return pathlib.Path(store) / "sha256" / key[:2] / key


def upload_in(store, key):
    """The store's copy of an upload; its name has the upload's ending, by which meshconv knows some formats."""
    return next((path for path in sorted(place(store, key).glob("upload.*"))), None)


def keep(path, write):
    """A file or folder that appears whole or not at all, however the run ends. What is there already stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".part-") as part:
        made = pathlib.Path(part) / path.name
        write(made)
        try:
            os.replace(made, path)
        except OSError:
            # A folder of that name: another run was faster. Its content is the same, since its key is the same.
            if not path.is_dir():
                raise


def copy(source, target):
    """A second name for a file, or a copy where the file system has no such names."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def sweep(store):
    """Removes what killed runs left behind; returns how many folders."""
    found = [path for path in pathlib.Path(store).rglob(".part-*") if path.is_dir()]
    swept = 0
    for path in found:
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > OLDEST_PART:
                shutil.rmtree(path)
                swept += 1
    return swept


def failures(store, key, add=0):
    """How many runs left an upload for later; `add` counts one more."""
    path = place(store, key) / "failures.json"
    count = json.loads(path.read_text()) if path.exists() else 0
    if add:
        keep(path, lambda file: file.write_text(json.dumps(count + add)))
    return count + add
