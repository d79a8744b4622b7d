#!/usr/bin/env python3
"""Prints what other programs' readers find in PLY and OBJ files.    usage: peers.py FILE...    (prints one JSON line per file)

Reads with plyfile and with trimesh, and OBJ with the short counter beside this file: counts, bounds, and the colours
of the first vertices as each reader returns them. Without those packages it says so and succeeds: install them in a virtual
environment (`python3 -m venv`, then `pip install plyfile trimesh`).
"""
import importlib.util
import json
import pathlib
import sys

import obj_count

SHOWN = 4  # vertices whose colours are printed


def with_plyfile(path):
    import numpy
    from plyfile import PlyData

    data = PlyData.read(str(path))
    seen = {"elements": {}, "lists": {}}
    for element in data.elements:
        seen["elements"][element.name] = {"count": element.count, "properties": [str(p) for p in element.properties]}
        for prop in element.properties:
            if type(prop).__name__ == "PlyListProperty":
                seen["lists"][f"{element.name}.{prop.name}"] = int(sum(len(row) for row in element.data[prop.name]))
    if "vertex" in data and {"x", "y", "z"} <= set(data["vertex"].data.dtype.names or ()):
        vertex = data["vertex"].data
        finite = numpy.stack([vertex[axis].astype(float) for axis in "xyz"], axis=1)
        finite = finite[numpy.isfinite(finite).all(axis=1)]
        seen["bounds"] = [finite.min(axis=0).tolist(), finite.max(axis=0).tolist()] if len(finite) else None
        names = [name for name in ("red", "green", "blue", "alpha") if name in vertex.dtype.names]
        if names:
            seen["color_type"] = str(vertex.dtype[names[0]])
            seen["colors"] = [[value.item() for value in row] for row in zip(*(vertex[name][:SHOWN] for name in names))]
    return seen


def with_trimesh(path):
    import trimesh

    # process=False: as in the file, nothing merged or dropped.
    loaded = trimesh.load(str(path), process=False)
    seen = {"kind": type(loaded).__name__}
    parts = list(loaded.geometry.values()) if hasattr(loaded, "geometry") else [loaded]
    seen["vertices"] = sum(len(part.vertices) for part in parts)
    seen["triangles"] = sum(len(getattr(part, "faces", ())) for part in parts)
    seen["bounds"] = loaded.bounds.tolist() if loaded.bounds is not None else None
    colors = []
    for part in parts:
        visual = getattr(part, "visual", None)
        if hasattr(part, "colors"):
            colors += part.colors[:SHOWN].tolist()
        elif getattr(visual, "kind", None) == "vertex":
            colors += visual.vertex_colors[:SHOWN].tolist()
    seen["colors"] = colors[:SHOWN]
    return seen


def read(reader, path):
    try:
        return reader(path)
    except Exception as error:  # another reader's failure is a finding, whatever it raises
        return {"error": f"{type(error).__name__}: {error}"}


def main(paths):
    missing = [name for name in ("plyfile", "trimesh") if importlib.util.find_spec(name) is None]
    if missing:
        print(f"skipped: {' and '.join(missing)} cannot be imported")
        return
    for path in map(pathlib.Path, paths):
        seen = {"file": str(path), "trimesh": read(with_trimesh, path)}
        if path.suffix.lower() == ".ply":
            seen["plyfile"] = read(with_plyfile, path)
        elif path.suffix.lower() == ".obj":
            seen["obj_count"] = read(obj_count.count, path)
        print(json.dumps(seen, ensure_ascii=False))


main(sys.argv[1:])
