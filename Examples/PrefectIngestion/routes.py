"""What is made of an upload: each result for which it holds what the result needs."""
import dataclasses
import json
import lzma
import pathlib
import zipfile
import zlib

# The layouts of packages, which hold frames; every other target is a model.
LAYOUTS = {"scan4d", "polycam", "polycam-keyframes", "raw", "colmap", "colmap-binary"}


@dataclasses.dataclass(frozen=True)
class Route:
    """One row of the table in the README: for a target of this kind, of an upload that holds all of this."""
    kind: str
    needs: frozenset
    words: tuple = ()


# The first row that fits a target is taken.
ROUTES = (
    Route("model", frozenset({"model"})),
    Route("model", frozenset({"mesh"})),
    Route("model", frozenset({"depth", "poses"}), ("--reconstruct", "tsdf")),
    Route("colmap", frozenset({"pictures"})),
    Route("layout", frozenset({"pictures", "poses"})),
    Route("scan4d", frozenset({"package"})),
    Route("localisation", frozenset({"world map"})),
    Route("localisation", frozenset({"position"})),
)

# What a localisation needs: the map, the position and heading, and how the capture's frame lies in its location's.
MAPS = ("relocalization.worldmap", "arworldmap.map")
KEPT = (*MAPS, "scan4d_metadata.json", "registration.json", "stitching.json", "graph.json")
# What the standard library says of archives that it can't read.
UNREADABLE = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, lzma.LZMAError)
POSITION = ("gps_latitude", "gps_longitude")
LARGEST = 1 << 30


@dataclasses.dataclass(frozen=True)
class Step:
    target: str
    file: str
    words: tuple


def kind(target):
    """The kind of route that a target takes."""
    if target in ("scan4d", "localisation"):
        return target
    if target.startswith("colmap"):
        return "colmap"
    return "layout" if target in LAYOUTS else "model"


def plan(holds, targets):
    """The conversions for an upload. Localisation is kept without being asked for: no other result can hold it."""
    steps = []
    for target in [*targets, "localisation"]:
        route = next((row for row in ROUTES if row.kind == kind(target) and row.needs <= holds), None)
        if route:
            file = f"{target}.zip" if target in LAYOUTS else "model." + target.split(".")[0]
            steps.append(Step(target, file, ("--to", target, *route.words)))
    # Layouts first: they are what is refused where persons may be visible.
    return sorted(steps, key=lambda step: step.target not in LAYOUTS)


def holds(info, path):
    """What an upload holds, as `meshconv info --json` says; the position, as the scan's metadata say."""
    package = info.get("package")
    if package is None:
        return {"model"}
    counts = {"pictures": package["images"], "depth": package["depth"], "poses": package["poses"], "mesh": len(package["meshes"])}
    names = {pathlib.PurePosixPath(name).name for name in package["otherFiles"]}
    found = {"package"} | {what for what, count in counts.items() if count}
    if names & set(MAPS):
        found.add("world map")
    if position(path):
        found.add("position")
    return found


def position(path):
    try:
        with zipfile.ZipFile(path) as archive:
            with archive.open(members(archive)["scan4d_metadata.json"]) as file:
                metadata = json.loads(file.read(1 << 20))
        return all(isinstance(metadata.get(key), (int, float)) for key in POSITION)
    except (*UNREADABLE, KeyError, ValueError, AttributeError, RecursionError):
        return False


def members(archive):
    """The entries that a localisation needs, by their own names; those of the outermost folder, where names repeat."""
    found = {}
    for entry in sorted(archive.infolist(), key=lambda entry: entry.filename.count("/")):
        name = entry.filename.rsplit("/", 1)[-1]
        if name in KEPT and "__MACOSX" not in entry.filename and entry.file_size <= LARGEST:
            found.setdefault(name, entry)
    return found


def extract(path, folder):
    """Writes what a localisation needs; returns the names."""
    with zipfile.ZipFile(path) as archive:
        found = members(archive)
        for name, entry in found.items():
            with archive.open(entry) as source, open(folder / name, "wb") as target:
                left = entry.file_size
                while left > 0 and (data := source.read(min(left, 1 << 20))):
                    target.write(data)
                    left -= len(data)
    return sorted(found)
