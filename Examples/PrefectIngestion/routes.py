"""What becomes of an upload, by what it holds."""
import json
import pathlib
import zipfile

MODELS = {".ply", ".usdz", ".obj", ".glb", ".stl"}
PACKAGES = {".zip"}

# Each route: its name, whether it applies to what was found, the result's file, and the words for `meshconv convert`.
# Packages come first: what --require-privacy refuses gives no mesh either.
ROUTES = [
    ("colmap", lambda found: found["images"], "colmap.zip", ["--to", "colmap"]),
    ("mesh", lambda found: found["depth"] and found["poses"], "mesh.glb", ["--reconstruct", "tsdf"]),
    ("mesh", lambda found: found["meshes"] and not (found["depth"] and found["poses"]), "mesh.glb", []),
    ("model", lambda found: found["model"], "model.glb", []),
]
# What COLMAP and meshes have no place for, and localisation needs.
LOCALISATION = ("relocalization.worldmap", "scan4d_metadata.json", "stitching.json", "graph.json", "registration.json")


def kind(path):
    ending = pathlib.Path(path).suffix.lower()
    return "package" if ending in PACKAGES else "model" if ending in MODELS else None


def holds(info):
    """What an upload holds, from `meshconv info --json`."""
    package = info.get("package") or {}
    counts = {name: package.get(name, 0) for name in ("frames", "depth", "poses", "images")}
    return counts | {"meshes": len(package.get("meshes", [])), "model": "package" not in info}


def routes(found, variant=None):
    """The routes for what was found; one asked for takes the place of all."""
    if variant and not found["model"]:
        return [(variant, f"{variant}.zip", ["--to", variant])]
    return [(name, file, words) for name, applies, file, words in ROUTES if applies(found)]


def localisation(archive):
    """The files that localisation needs, by name, if there is a world map or a position; from the archive's root or its
    one folder."""
    with zipfile.ZipFile(archive) as file:
        names = {}
        for info in file.infolist():
            name = info.filename.rsplit("/", 1)[-1]
            if name in LOCALISATION and info.filename.count("/") <= 1 and info.file_size < 1 << 30:
                names[name] = info.filename
        try:
            metadata = json.loads(file.read(names["scan4d_metadata.json"])) if "scan4d_metadata.json" in names else {}
        except (ValueError, OSError, zipfile.BadZipFile):
            metadata = {}
        has_place = isinstance(metadata, dict) and "gps_latitude" in metadata
        if "relocalization.worldmap" not in names and not has_place:
            return {}
        return {name: file.read(path) for name, path in names.items()}
