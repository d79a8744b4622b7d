#!/usr/bin/env python3
"""Checks that other programs read the same in our outputs as in the sources.    usage: outputs.py MESHCONV FOLDER [--keep PLACE]

Every OBJ, PLY, STL and glTF file of FOLDER/manifest.json that must load is converted. A PLY output is read by plyfile
and trimesh, an OBJ output by the short counter beside this file, a glTF output by the short reader beside this file, by
trimesh, and by Open3D where it can be imported (its triangles); a source that is PLY by plyfile, any other one by the
short readers. Positions, faces, bounds and colours must agree, as sets of rows: PLY and glTF repeat vertices of faces
whose corners have normals of their own. A glTF output is also checked against the specification by `gltf.py`: it may only
have the faults of a source that is glTF. A USD output is read by usd-core if it can be imported. With --keep the glTF outputs
stay in PLACE. Without plyfile, trimesh, scipy or numpy it says so and succeeds.
"""
import collections
import importlib.util
import json
import logging
import pathlib
import subprocess
import sys
import tempfile
import warnings

import gltf

PLY_OBJ = ("ply.binary", "ply.ascii", "ply.binary-big-endian", "obj")
GLTF = ("glb", "gltf")
USD = ("usdz", "usda")
NEEDED = ("numpy", "plyfile", "scipy", "trimesh")


def obj_rows(path):
    """Positions and colours (0...1) of the lines `v`, and the number of faces, by a minimal reader."""
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
    """Positions, colours of eight bits (or None) and faces; None if the reader doesn't return them."""
    if path.suffix.lower() == ".ply":
        return ply_rows(path, numpy)
    rows, faces = obj_rows(path)
    if any(len(row) < 3 for row in rows):
        return None
    points = numpy.array([row[:3] for row in rows], dtype=float).reshape(-1, 3)
    colors = None
    if rows and all(len(row) in (6, 7) for row in rows):
        # Codes of eight bits only if alpha is one, too: all components are written in one type.
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
        # Only one of the readers counts vertices that no face uses, so its box may lie inside ours.
        if bounds is not None and ((bounds[0] < box[0] - 1e-5 * abs(box).max()).any() or (
                bounds[1] > box[1] + 1e-5 * abs(box).max()).any()):
            wrong.append(f"trimesh's bounds {bounds.tolist()} leave {box.tolist()}")
    return wrong


class Tally:
    """The results of one kind of conversions."""

    def __init__(self):
        self.read, self.failed, self.refused, self.unknown = 0, 0, 0, 0
        self.seen, self.unread = collections.Counter(), collections.Counter()

    def line(self, title):
        return (f"{title}: {self.read} read by others, {self.failed} differ from their sources; {self.refused} refused "
                f"with a reason; {self.unknown} sources they can't read")

    def judge(self, name, wrong):
        self.read += 1
        if wrong:
            self.failed += 1
            print(f"FAILED {name}: {'; '.join(wrong)}")


def converted(meshconv, path, output, variant, tally, more=()):
    """Whether there is a result to check; reports a missing one."""
    words = [meshconv, str(path), str(output), "--to", variant, "--quiet", "--force", *more]
    done = subprocess.run(words, capture_output=True)
    # The reader behind the manifest may have ignored a required extension.
    if b"[output.unrepresentable]" in done.stderr or b"/extensionsRequired: error: " in done.stderr:
        tally.refused += 1
        return False, []
    return done.returncode == 0, [] if done.returncode == 0 else [f"exit code {done.returncode}: {done.stderr.decode()}"]


def rows_of_text_and_ply(meshconv, entry, path, place, numpy, tally):
    """OBJ and PLY to each other: row by row, codes of colours exact."""
    try:
        source = seen_in(path, numpy)
    except Exception:  # a failure of another reader on the source says nothing about us
        source = None
    if source is None:
        tally.unknown += 1
        return
    for variant in PLY_OBJ:
        output = place / f"o.{variant.split('.')[0]}"
        there, wrong = converted(meshconv, path, output, variant, tally)
        if there:
            try:
                wrong = differences(source, seen_in(output, numpy), output, numpy, tally.unread)
            except Exception as error:
                wrong = [f"{type(error).__name__}: {error}"]
        if there or wrong:
            tally.judge(f"{entry['path']} → {variant}", wrong)


def attempt(look, *arguments):
    """What a reader finds, or why it fails."""
    try:
        return look(*arguments), ""
    except Exception as error:  # whatever it raises
        return None, f"{type(error).__name__}: {error}"[:60]


def findings(path):
    """The faults of a glTF file: errors and warnings, each code once."""
    report = gltf.check(path)
    # Most sources have a normal map without tangents: programs compute them (3.7.2.1).
    return (report.codes("error") | report.codes("warning")) - {"MESH_PRIMITIVE_GENERATED_TANGENT_SPACE"}


def testimony(witness, look, path, output, source, looks, tally):
    """The differences between the source and what another program finds."""
    plain = source._replace(colors=None)
    if witness == "Open3D":
        if source.triangles is None or not source.count:
            return []
        plain = looks.surface(source)
    found, why = attempt(look, output)
    if witness == "trimesh" and looks.modes(output) & {2, 3, 6}:
        found, why = None, "it knows no strips of lines and no fans"
    if path is not None and found is not None:
        # If it misreads a source that is glTF itself, it doesn't count.
        theirs, why = attempt(look, path)
        if theirs is None or looks.differences(plain, looks.surface(theirs) if witness == "Open3D" else theirs):
            found, why = None, why or "sees something else in the source"
    if found is None:
        tally.unread[f"{witness}: {why}"] += 1
        return []
    tally.seen[witness] += 1
    return [f"{witness}: {words}" for words in looks.differences(
        plain, looks.surface(found) if witness == "Open3D" else found)]


def to_gltf(meshconv, entry, path, place, looks, tally):
    """To glTF: the visible content, and that the file has no faults."""
    kind = entry["format"]
    look = {"obj": looks.obj, "ply": looks.ply, "stl": looks.stl, "gltf": looks.gltf}[kind]
    source = attempt(look, path)[0]
    tally.unknown += source is None
    known = findings(path) if kind == "gltf" else set()
    # glTF to glTF copies the tree; it is only written through the scene if normals are requested and missing.
    ways = [(variant, ()) for variant in GLTF] + ([("glb", ("--normals", "angle"))] if kind == "gltf" else [])
    for variant, more in ways:
        output = place / f"{'anew' if more else 'o'}.{variant}"
        there, wrong = converted(meshconv, path, output, variant, tally, more)
        if there:
            # A scene has no skins, which is reported; weights without a skin are a warning.
            allowed = known | ({"NODE_SKINNED_MESH_WITHOUT_SKIN"} if more else set())
            wrong = sorted(f"gltf.py: {code}" for code in findings(output) - allowed)
            found, why = attempt(looks.gltf, output)
            if found is None:
                if source is not None:
                    wrong.append(f"the short reader can't read it: {why}")
            elif source is not None:
                wrong += looks.differences(source, found)
                for witness, other in looks.witnesses():
                    wrong += testimony(witness, other, path if kind == "gltf" else None, output, source, looks, tally)
        if there or wrong:
            tally.judge(f"{entry['path']} → {variant}{' anew' if more else ''}", wrong)


def to_usd(meshconv, entry, path, place, looks, tally):
    """To USD, as a package and as text, read by usd-core."""
    look = {"obj": looks.obj, "ply": looks.ply, "stl": looks.stl, "gltf": looks.gltf}[entry["format"]]
    source = attempt(look, path)[0]
    # What stands nowhere in glTF stands at the origin in others.
    if source is None or (entry["format"] == "gltf" and "MESH_PRIMITIVE_NO_POSITION" in findings(path)):
        tally.unknown += 1
        return
    # It computes angles by the arc cosine of a quaternion's last number, which leaves few digits of small angles.
    for variant in USD:
        output = place / f"o.{variant}"
        there, wrong = converted(meshconv, path, output, variant, tally)
        if there:
            found, why = attempt(looks.usd, output)
            wrong = [f"usd-core can't read it: {why}"] if found is None else looks.differences(source, found, reach=1e-5)
        if there or wrong:
            tally.judge(f"{entry['path']} → {variant}", wrong)


def from_gltf(meshconv, entry, path, place, looks, tally):
    """glTF to PLY and OBJ: everything that scenes show, and what no scene shows."""
    source = attempt(looks.gltf, path, True)[0]
    # What stands nowhere in glTF stands at the origin in others.
    if source is None or "MESH_PRIMITIVE_NO_POSITION" in findings(path):
        tally.unknown += 1
        return
    for variant in PLY_OBJ:
        output = place / f"o.{variant.split('.')[0]}"
        there, wrong = converted(meshconv, path, output, variant, tally)
        if there:
            found, why = attempt(looks.ply if output.suffix == ".ply" else looks.obj, output)
            if found is not None:
                wrong = looks.differences(source, found, codes=True)
            elif why.startswith("UnicodeDecodeError"):
                tally.unread[why] += 1
            elif len(source.points):
                wrong = [f"can't be read: {why}"]
        if there or wrong:
            tally.judge(f"{entry['path']} → {variant}", wrong)


def main(meshconv, folder, keep=None):
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        print(f"skipped: {' and '.join(missing)} cannot be imported")
        return 0
    import looks
    import numpy

    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    plain, into, out, usd = Tally(), Tally(), Tally(), Tally()
    has_usd = importlib.util.find_spec("pxr") is not None
    with tempfile.TemporaryDirectory() as temporary:
        for number, entry in enumerate(json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["files"]):
            kind, path = entry["format"], folder / entry["path"]
            if kind not in ("obj", "ply", "stl", "gltf") or entry["expect"] != "load":
                continue
            place = pathlib.Path(keep or temporary) / f"{number}"
            place.mkdir(parents=True, exist_ok=True)
            if kind in ("obj", "ply"):
                rows_of_text_and_ply(meshconv, entry, path, place, numpy, plain)
            if kind == "gltf":
                from_gltf(meshconv, entry, path, place, looks, out)
            to_gltf(meshconv, entry, path, place, looks, into)
            if has_usd:
                to_usd(meshconv, entry, path, place, looks, usd)
    print(plain.line("outputs"))
    print(into.line("glTF outputs"))
    print(out.line("glTF sources"))
    print(usd.line("USD outputs") if has_usd else "USD outputs: usd-core cannot be imported")
    for witness, count in sorted(into.seen.items()):
        print(f"{witness} read {count} of the outputs in glTF")
    for title, tally in (("trimesh left out {} of the outputs that plyfile reads", plain),
                         ("left out {} of the outputs in glTF", into), ("plyfile left out {} of them", out)):
        for reason, count in sorted(tally.unread.items()):
            print(f"{title.format(count)} ({reason})")
    return 1 if any(tally.failed for tally in (plain, into, out, usd)) else 0


if __name__ == "__main__":
    words = sys.argv[1:]
    kept = words[words.index("--keep") + 1] if "--keep" in words else None
    sys.exit(main(words[0], pathlib.Path(words[1]), kept))
