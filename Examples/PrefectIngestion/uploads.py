"""Finds uploads in a folder and its sub-folders: what can be taken, what is still arriving, and what is something else."""
import dataclasses
import os
import pathlib
import re
import time
import zipfile

TAKEN = {".zip", ".ply", ".usdz", ".obj", ".glb", ".stl"}
# A file that changed within so many seconds is looked at again after as many.
SETTLE = float(os.environ.get("INGESTION_SETTLE", "5"))
# So many names of other files are told for each folder.
NAMED = 50


@dataclasses.dataclass
class Upload:
    path: pathlib.Path
    # An OBJ's materials and textures: the names that it calls them, from its own folder on.
    companions: list = dataclasses.field(default_factory=list)
    missing: list = dataclasses.field(default_factory=list)


def find(folder, store=None):
    """Returns uploads in the order of their names, and lines for the ledger about all other files."""
    folder = pathlib.Path(os.path.abspath(folder))
    files, odd = walk(folder, store and pathlib.Path(os.path.abspath(store)))
    changing = arriving(files)
    uploads = [with_companions(path, folder) for path in files if path.suffix.lower() in TAKEN]
    ready, lines = [], []
    for upload in uploads:
        if changing & {upload.path, *(upload.path.parent / name for name in upload.companions)}:
            lines.append({"upload": str(upload.path), "status": "later", "reason": "it is still being uploaded"})
        else:
            ready.append(upload)
    belonging = {upload.path.parent / name for upload in uploads for name in upload.companions}
    return ready, lines + ignored([path for path in files if path.suffix.lower() not in TAKEN and path not in belonging], odd)


def walk(folder, store):
    """Regular files, and others: links, pipes, names that aren't text. Hidden ones are nobody's uploads."""
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder}: there is no such folder of uploads")
    files, odd = [], []

    def refuse(error):
        raise error
    for place, folders, names in os.walk(folder, onerror=refuse):
        place = pathlib.Path(place)
        folders[:] = sorted(name for name in folders if not name.startswith(".") and place / name != store)
        links = [name for name in folders if (place / name).is_symlink()]
        for name in sorted(names + links):
            path = place / name
            if name.startswith("."):
                continue
            fine = path.is_file() and not path.is_symlink() and is_text(str(path))
            (files if fine else odd).append(path)
    return files, odd


def is_text(name):
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def arriving(files):
    """The files that change while one looks at them."""
    def look(path):
        try:
            found = path.stat()
        except FileNotFoundError:
            return None
        return found.st_size, found.st_mtime
    before = {path: look(path) for path in files}
    now = time.time()
    young = {path for path, found in before.items() if found is None or abs(now - found[1]) < SETTLE}
    if young:
        time.sleep(SETTLE)
    return {path for path in young if look(path) is None or look(path) != before[path]}


def ignored(others, odd):
    """One line for each folder: an unpacked scan has thousands of files."""
    lines = []
    for reason, paths in (("not a scan or model (" + " ".join(sorted(TAKEN)) + ")", others),
                          ("a link, a pipe, or a name that isn't UTF-8", odd)):
        for place in sorted({path.parent for path in paths}):
            names = [os.fsencode(path.name).decode(errors="backslashreplace") for path in paths if path.parent == place]
            lines.append({"upload": os.fsencode(place).decode(errors="backslashreplace"), "status": "ignored", "reason": reason,
                          "files": names[:NAMED], "count": len(names)})
    return lines


def with_companions(path, root):
    """An OBJ names its materials, and these their textures. Only files inside of the OBJ's folder are taken."""
    upload = Upload(path)
    if path.suffix.lower() != ".obj":
        return upload
    materials = names(path, rb"^\s*mtllib\s+(.+)$", path.parent, upload, several=True)
    for name in materials:
        names(path.parent / name, rb"^\s*(?:map_\w+|bump|disp|decal|norm|refl)\s+(.+)$", path.parent, upload)
    return upload


def names(path, pattern, home, upload, several=False):
    """The files that a text names, from the folder `home` on, one or several in a line; adds them to the upload."""
    found = []
    try:
        with open(path, "rb") as file:
            # A line may be as long as the file.
            lines = iter(lambda: file.readline(1 << 16), b"")
            words = [match[1] for line in lines if (match := re.match(pattern, line.rstrip()))]
    except OSError:
        return []
    for text in dict.fromkeys(words):
        # Options stand before the name, and names may have blanks: the longest ending that is a file.
        parts = text.decode(errors="surrogateescape").replace("\\", "/").split(" ")
        choices = [" ".join(parts[index:]) for index in range(len(parts))]
        there = [choice for choice in choices if is_inside(path.parent / choice, home)]
        if several and there[:1] != choices[:1]:
            there = [part for part in parts if is_inside(path.parent / part, home)]
        if not there:
            upload.missing.append(os.fsencode(parts[-1]).decode(errors="backslashreplace"))
        found += [os.path.relpath(path.parent / name, home) for name in (there[:1] if there[:1] == choices[:1] or not several else there)]
    upload.companions += [name for name in found if name not in upload.companions]
    return found


def is_inside(path, home):
    try:
        return path.is_file() and path.resolve().is_relative_to(home.resolve()) and not path.name.startswith(".")
    except (OSError, ValueError):
        return False


def bundle(upload, path):
    """One archive of an OBJ with all that belongs to it: the same bytes for the same content, whatever its name."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name, source in [("model.obj", upload.path), *((name, upload.path.parent / name) for name in sorted(upload.companions))]:
            with open(source, "rb") as file, archive.open(zipfile.ZipInfo(name), "w", force_zip64=True) as target:
                while data := file.read(1 << 20):
                    target.write(data)
