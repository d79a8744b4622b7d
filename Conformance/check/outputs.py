#!/usr/bin/env python3
"""What others read in our outputs is what they read in the sources.    usage: outputs.py MESHCONV FOLDER

Every OBJ and PLY file of FOLDER/manifest.json that must load is converted to each variant of both formats. A PLY
output is read by plyfile and trimesh, an OBJ output by the short counter beside this file; a source that is PLY by
plyfile, one that is OBJ by the counter. Positions, faces, bounds and colours must agree, as sets of rows: PLY repeats
vertices of faces whose corners have normals of their own, at its end. Without plyfile, trimesh or numpy it says so
and ends well.
"""
import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile
import warnings

import obj_count

VARIANTS = ("ply.binary", "ply.ascii", "ply.binary-big-endian", "obj")


def obj_rows(path):
    """Positions and colours (0...1) of the lines `v`, and the number of faces, as the simplest reader sees them."""
    rows, faces = [], 0
    text = path.read_bytes().removeprefix(b"\xef\xbb\xbf").replace(b"\\\r\n", b" ").replace(b"\\\n", b" ").decode("latin-1")
    for line in text.replace("\r", "\n").split("\n"):
        words = line.split("#")[0].split()
        if words[:1] == ["v"]:
            rows.append([float(word) for word in words[1:]])
        elif words[:1] in (["f"], ["fo"]):
            faces += 1
    return rows, faces


def ply_rows(path, numpy):
    from plyfile import PlyData

    data = PlyData.read(str(path))
    names = [element.name for element in data.elements]
    if "vertex" not in names or "tristrips" in names:
        return None
    vertex = data["vertex"].data
    if not {"x", "y", "z"} <= set(vertex.dtype.names or ()):
        return None
    points = numpy.stack([vertex[axis].astype(float) for axis in "xyz"], axis=1)
    colors = None
    if {"red", "green", "blue"} <= set(vertex.dtype.names):
        kinds = {vertex[name].dtype for name in ("red", "green", "blue")}
        if kinds == {numpy.dtype("uint8")}:
            colors = numpy.stack([vertex[name] for name in ("red", "green", "blue")], axis=1)
    return points, colors, len(data["face"].data) if "face" in names else 0


def seen_in(path, numpy):
    """Positions, colours of eight bits (or None) and faces; None where the reader gives no such thing."""
    if path.suffix.lower() == ".ply":
        return ply_rows(path, numpy)
    rows, faces = obj_rows(path)
    if any(len(row) < 3 for row in rows):
        return None
    points = numpy.array([row[:3] for row in rows], dtype=float).reshape(-1, 3)
    colors = None
    if rows and all(len(row) in (6, 7) for row in rows):
        # Codes of eight bits only where alpha is one too: what follows is written in one type.
        alike = [value for row in rows for value in row[3:]]
        values = numpy.array([row[3:6] for row in rows])
        if max(alike) <= 1 and all(abs(value * 255 - round(value * 255)) < 1e-4 for value in alike):
            colors = numpy.round(values * 255).astype("uint8")
    return points, colors, faces


def bounds_of(path):
    """Trimesh's box; a text where it can't read the file: binary lists of mixed lengths, lines without scipy."""
    import trimesh

    try:
        return getattr(trimesh.load(str(path), process=False, skip_materials=True), "bounds", None)
    except Exception as error:  # whatever it raises
        return f"{type(error).__name__}: {error}"


def differences(source, output, path, numpy, unread):
    points, colors, faces = source
    if output is None:
        return [] if len(points) == 0 else ["no vertices in the output"]
    found, found_colors, found_faces = output
    wrong = []
    if len(found) < len(points):
        return [f"vertices: {len(points)} in the source, {len(found)} in the output"]
    same = numpy.isclose(found[: len(points)], points, rtol=1e-6, atol=1e-12, equal_nan=True)
    if not same.all():
        wrong.append(f"positions: {int((~same).any(axis=1).sum())} differ")
    if faces != found_faces:
        wrong.append(f"faces: {faces} in the source, {found_faces} in the output")
    if colors is not None and (found_colors is None or (found_colors[: len(points)] != colors).any()):
        wrong.append("colours differ")
    finite = points[numpy.isfinite(points).all(axis=1)]
    if path.suffix == ".ply" and len(finite) and len(finite) == len(points):
        bounds = bounds_of(path)
        if isinstance(bounds, str):
            unread[bounds] = unread.get(bounds, 0) + 1
            bounds = None
        box = numpy.array([found.min(axis=0), found.max(axis=0)])
        # Vertices that no face uses count for one reader and not for the other: its box lies inside ours.
        if bounds is not None and ((bounds[0] < box[0] - 1e-5 * abs(box).max()).any() or (
                bounds[1] > box[1] + 1e-5 * abs(box).max()).any()):
            wrong.append(f"trimesh's bounds {bounds.tolist()} leave {box.tolist()}")
    return wrong


def main(meshconv, folder):
    missing = [name for name in ("numpy", "plyfile", "trimesh") if importlib.util.find_spec(name) is None]
    if missing:
        print(f"skipped: {' and '.join(missing)} cannot be imported")
        return 0
    import numpy

    warnings.simplefilter("ignore")
    read, failed, refused, unknown, unread = 0, 0, 0, 0, {}
    with tempfile.TemporaryDirectory() as place:
        for entry in json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["files"]:
            if entry["format"] not in ("obj", "ply") or entry["expect"] != "load":
                continue
            path = folder / entry["path"]
            try:
                source = seen_in(path, numpy)
            except Exception:  # what another reader can't read says nothing about us
                source = None
            if source is None:
                unknown += 1
                continue
            for variant in VARIANTS:
                output = pathlib.Path(place) / f"o.{variant.split('.')[0]}"
                done = subprocess.run(
                    [meshconv, str(path), str(output), "--to", variant, "--quiet", "--force"], capture_output=True)
                if b"[output.unrepresentable]" in done.stderr:
                    refused += 1
                    continue
                if done.returncode != 0:
                    wrong = [f"exit code {done.returncode}: {done.stderr.decode()}"]
                else:
                    try:
                        wrong = differences(source, seen_in(output, numpy), output, numpy, unread)
                    except Exception as error:
                        wrong = [f"{type(error).__name__}: {error}"]
                read += 1
                if wrong:
                    failed += 1
                    print(f"FAILED {entry['path']} → {variant}: {'; '.join(wrong)}")
    print(f"outputs: {read} read by others, {failed} differ from their sources; {refused} refused with a reason; "
          f"{unknown} sources they can't read")
    for reason, count in sorted(unread.items()):
        print(f"trimesh left out {count} of the outputs that plyfile reads ({reason})")
    return 1 if failed else 0


sys.exit(main(sys.argv[1], pathlib.Path(sys.argv[2])))
