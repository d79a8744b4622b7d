#!/usr/bin/env python3
"""Converts a corpus to each format; others say what differs.    usage: sweep.py MESHCONV MANIFEST...

    --only WORDS     only files whose path contains this, --to glb,usdz only these targets
    --jobs 2         how many conversions run side by side
    --rows           also the differences that the report or a reason explains

A source and the output made from it are read by readers that share no code with meshconv, by the rules and defaults of each
standard (`sweep_facts.py`, `sweep_usd.py` with usd-core), and by trimesh where it reads them. They are compared in metres
with Y up, or as the numbers stand where the target has no unit: triangles, area, volume (so which way faces face), box,
colours, the images that faces show and where, and the effective materials by the faces that wear them. Each difference is

    told        by the conversion's report, with a code of that kind (`TOLD` below) that is no mere change of form, or
    explained   by a row of sweep-reasons.txt: another reader's fault, with its proof, or
    silent      which is a fault of meshconv or of this check, and makes it fail, as an unused reason for a tried file does.

Needs numpy, plyfile, Pillow, meshoptimizer, trimesh (with DracoPy) and usd-core.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import json
import logging
import os
import pathlib
import subprocess
import sys
import tempfile
import warnings

import numpy
import sweep_facts
import sweep_usd

TARGETS = ("glb", "ply", "obj", "stl", "usdz")
BARE = ("ply", "obj", "stl")      # targets without unit and axis
MATERIALS = ("base", "metallic", "roughness", "emissive", "opacity", "alpha", "sides", "image", "glow", "wrap")
SHAPE = ("triangles", "points", "area", "volume", "box")
# Which codes of a report tell which kinds of differences. "material" stands for all settings of the material that is named.
TOLD = {
    "attribute.dropped": ("colors", "uv", "wrap", "alpha"), "attribute.narrowed": ("colors", "uv"),
    "attribute.filled": ("colors", "uv", "points", "box"), "value.clamped": ("colors", "uv"),
    "topology.dropped": SHAPE + ("colors", "uv", "material"), "topology.folded": ("area", "volume", "triangles"),
    "topology.generated": ("points", "box", "colors"), "values.unreferenced": ("points", "box", "colors"),
    "mesh.dropped": SHAPE, "hidden.dropped": SHAPE + ("colors", "uv", "material"),
    "value.normalized": SHAPE,
    "material.dropped": ("material",), "material.approximated": ("material",), "material.changed": ("material",),
    "material.generated": ("sides",), "color.baked": ("image", "uv", "sides"),
    "texture.packed": ("image", "material"), "texture.rearranged": ("image", "alpha", "material"),
    "texture.reduced": ("image",), "texture.placed": ("uv",), "color.unseen": ("colors",),
    "texture.dropped": ("image", "glow", "uv", "wrap", "alpha"), "texture.missing": ("image", "glow", "uv", "wrap", "alpha"),
    "texture.options-dropped": ("wrap", "uv"), "reference.missing": SHAPE + ("image", "material", "colors"),
    "unit.dropped": ("unit",), "unit.assumed": ("unit",), "axis.dropped": ("axis",), "axis.assumed": ("axis",),
    "frame.scaled": ("box",), "frame.turned": ("box",), "vertex.moved": ("box",),
}
# They tell of an addition or of a choice, whatever their severity.
ANY_SEVERITY = {"color.baked", "texture.packed", "texture.placed", "texture.rearranged", "attribute.filled", "topology.generated", "material.generated",
                "unit.dropped", "unit.assumed", "axis.dropped", "axis.assumed"}
SEEN = ("dropped", "approximated", "narrowed", "rounded")
NEAR = 1e-4

Difference = collections.namedtuple("Difference", "aspect words names")


# What facts amount to

def summary(facts, metres):
    """The sums of all parts; `worn` has for each setting its values with the area and the moment of their faces."""
    found = {"triangles": 0, "points": 0, "area": 0.0, "least": 0.0, "volume": 0.0, "box": None, "colors": None, "uv": {},
             "worn": {name: collections.defaultdict(lambda: [numpy.zeros(5), set()]) for name in MATERIALS}}
    shown, tinted, places = [], [], collections.defaultdict(list)
    rooms = [(piece, points) for piece, points in sweep_facts.framed(facts, metres)]
    solid = any(len(piece.sizes) for piece, _ in rooms)
    for piece, points in rooms:
        if not len(piece.sizes):
            if not solid:
                good = numpy.isfinite(points).all(axis=1)
                found["points"] += int(good.sum())
                shown.append(points[good])
                tinted.append((points[good], None if piece.colors is None else piece.colors[good]))
            continue
        measured(found, piece, points)
        at = points[piece.corners]
        shown.append(at)
        tinted.append((at, piece.colors))
        looks_of(found, places, piece, at)
    shown = [rows for rows in shown if len(rows)]
    if shown:
        rows = numpy.concatenate(shown)
        rows = rows[numpy.isfinite(rows).all(axis=1)]
        found["box"] = numpy.array([rows.min(axis=0), rows.max(axis=0)]) if len(rows) else None
    found["size"] = 0 if found["box"] is None else float(abs(found["box"]).max())
    found["colors"] = mean_color(tinted, found["size"])
    found["uv"] = {name: box_of(numpy.concatenate(rows)) for name, rows in places.items()}
    return found


def measured(found, piece, points):
    """Adds the sums of a part's faces: the area lies between that of the flattened face and that of a fan."""
    triangles, face = sweep_facts.fans(piece)
    a, b, c = (points[piece.corners[triangles[:, at]]] for at in range(3))
    cross = numpy.cross(b - a, c - a) / 2
    cross[~numpy.isfinite(cross).all(axis=1)] = 0
    whole = numpy.stack([numpy.bincount(face, cross[:, axis], len(piece.sizes)) for axis in range(3)], axis=1)
    flat = numpy.linalg.norm(whole, axis=1)
    along = whole / numpy.where(flat == 0, 1, flat)[:, None]
    signed = (cross * along[face]).sum(axis=1)
    found["triangles"] += len(face)
    found["least"] += float(flat.sum())
    found["area"] += float(numpy.linalg.norm(cross, axis=1).sum())
    six = numpy.einsum("ij,ij->i", a, numpy.cross(b, c))
    found["volume"] += float(six[numpy.isfinite(six)].sum()) / 6
    middle = (a + b + c) / 3
    middle[~numpy.isfinite(middle).all(axis=1)] = 0
    piece.sums = [numpy.bincount(piece.which[face], weights, len(piece.worn)) for weights in (
        signed, *(signed * middle[:, axis] for axis in range(3)), numpy.ones(len(face)))]


def looks_of(found, places, piece, at):
    """Adds the settings that faces wear, and where they lie on images."""
    uses = numpy.repeat(piece.which, piece.sizes)
    for number, look in enumerate(piece.worn):
        mine = uses == number
        if not mine.any():
            continue
        uv = None if piece.uv is None else piece.uv[mine]
        inside = uv is None or not (numpy.nan_to_num(uv) < -NEAR).any() and not (numpy.nan_to_num(uv) > 1 + NEAR).any()
        for name in MATERIALS:
            value = getattr(look, name)
            value = "any" if name == "wrap" and (inside or not look.image) else value
            entry = found["worn"][name][rounded(value)]
            entry[0] += [sums[number] for sums in piece.sums]
            entry[1].add((look.name, look.number))
        if look.image and uv is not None:
            places[look.image].append(uv)


def rounded(value):
    """A value that compares; between two thousandths where no usual value lies."""
    if isinstance(value, (tuple, list)):
        return tuple(rounded(entry) for entry in value)
    return round(float(value) + 0.000271, 3) if isinstance(value, (float, int)) else value


def mean_color(tinted, size):
    """The mean over all places with their colours, each once, white where none is said; None if nothing has colours."""
    tinted = [(at, colors) for at, colors in tinted if len(at)]
    if all(colors is None for _, colors in tinted):
        return None
    rows = numpy.concatenate([numpy.concatenate([numpy.round(at / (size or 1), 4), numpy.round(
        numpy.ones((len(at), 3)) if colors is None else colors, 2)], axis=1) for at, colors in tinted])
    rows = numpy.unique(rows[numpy.isfinite(rows).all(axis=1)], axis=0)
    return rows[:, 3:].mean(axis=0) if len(rows) else None


def box_of(rows):
    rows = rows[numpy.isfinite(rows).all(axis=1)]
    return numpy.array([rows.min(axis=0), rows.max(axis=0)]) if len(rows) else None


# Comparing

def compared(source, result, target, rough=False):
    """The differences between two summaries."""
    found = []
    size, area = max(source["size"], result["size"], 1e-30), max(source["area"], result["area"])

    def say(aspect, before, after, names=()):
        found.append(Difference(aspect, f"{words(before)} → {words(after)}", frozenset(names)))

    near = 0.03 if rough else NEAR   # a sphere has as many faces as each program likes
    for aspect in ("triangles", "points"):
        if source[aspect] != result[aspect] and not (rough and source[aspect] and result[aspect]):
            say(aspect, source[aspect], result[aspect])
    slack = near * area + 1e-7 * size * size
    if result["area"] < source["least"] - slack or result["least"] > source["area"] * 1.02 + slack:
        say("area", source["area"], result["area"])
    bend = source["area"] - source["least"]
    if abs(source["volume"] - result["volume"]) > size * (near * area + bend) + 1e-7 * size ** 3:
        say("volume", source["volume"], result["volume"])
    # usd-core computes angles by the arc cosine of a quaternion's last number, which leaves few digits of small ones.
    reach = (0.03 if rough else 1e-5 if target == "usdz" else 2e-6) * size
    boxes = source["box"], result["box"]
    if (boxes[0] is None) != (boxes[1] is None) or boxes[0] is not None and abs(boxes[0] - boxes[1]).max() > reach:
        say("box", source["box"], result["box"])
    slack = None if found else 1e-3 * area + bend + 1e-7 * size * size + 30 * (near - NEAR) * area
    colors(source, result, say)
    for aspect in MATERIALS if source["triangles"] and result["triangles"] else ():
        worn(aspect, source["worn"][aspect], result["worn"][aspect], target, area, size, slack, say)
    for name in source["uv"].keys() & result["uv"].keys():
        boxes = source["uv"][name], result["uv"][name]
        if all(box is not None for box in boxes) and abs(boxes[0] - boxes[1]).max() > NEAR * max(1, abs(boxes[0]).max()):
            say("uv", *boxes)
    return found


def colors(source, result, say):
    before, after = source["colors"], result["colors"]
    if before is None and after is not None and abs(after - 1).max() < 0.005:
        return
    if (before is None) != (after is None) or (before is not None and abs(before - after).max() > 0.006):
        say("colors", before, after)


def worn(aspect, before, after, target, area, size, slack, say):
    """Each value must be worn by the same area at the same place, or at all if there is no area or another shape."""
    if aspect == "sides" and target in BARE or None in before and aspect not in ("image", "glow"):
        return
    odd = []
    for key in dict.fromkeys([*before, *after]):
        if key is None and aspect not in ("image", "glow"):
            continue
        one, other = (side[key][0] if key in side else numpy.zeros(5) for side in (before, after))
        if slack is None or area <= 1e-7 * size * size:
            differs = (one[4] > 0) != (other[4] > 0)
        else:
            differs = abs(one[0] - other[0]) > slack or abs(one[1:4] - other[1:4]).max() > slack * size
        if differs:
            odd.append(key)
    names = {name for key in odd if key in before for name in before[key][1]}
    if target in ("ply", "stl"):   # they have no materials: only what a material said is lost
        names = {name for name in names if name != (None, None)}
        odd = odd if names else []
    if odd:
        say(aspect, [key for key in odd if key in before], [key for key in odd if key in after], names)


def words(value):
    if isinstance(value, numpy.ndarray):
        return str([float(f"{number:.6g}") for number in value.reshape(-1)])
    return f"{value:.6g}" if isinstance(value, float) else str(value)


# The witness

def testimony(summed, witness):
    """What trimesh sees otherwise in a file than the short readers do."""
    size = max(summed["size"], 1e-30)
    if summed["triangles"] == 0 == witness["triangles"]:
        return []
    found = []
    if summed["triangles"] != witness["triangles"]:
        found.append(Difference("trimesh.triangles", f"{summed['triangles']} → {witness['triangles']}", frozenset()))
    slack = NEAR * summed["area"] + 1e-7 * size * size
    if not summed["least"] - slack <= witness["area"] <= summed["area"] * 1.02 + slack:
        found.append(Difference("trimesh.area", f"{summed['area']:.6g} → {witness['area']:.6g}", frozenset()))
    if summed["box"] is not None and witness["box"] is not None and abs(summed["box"] - witness["box"]).max() > 2e-6 * size:
        found.append(Difference("trimesh.box", f"{words(summed['box'])} → {words(witness['box'])}", frozenset()))
    return found


# One conversion

READERS = {"glb": sweep_facts.gltf, "gltf": sweep_facts.gltf, "ply": sweep_facts.ply, "obj": sweep_facts.obj,
           "stl": sweep_facts.stl, "usd": sweep_usd.usd, "usda": sweep_usd.usd, "usdc": sweep_usd.usd, "usdz": sweep_usd.usd}


def kind_of(path):
    return path.suffix.lower().lstrip(".")


def read(path):
    return READERS[kind_of(path)](path)


def told(difference, losses):
    """The code that tells of a difference, or None."""
    kinds = {difference.aspect} | ({"material"} if difference.aspect in MATERIALS else set())
    for loss in losses:
        visible = loss["severity"] in SEEN or loss["code"] in ANY_SEVERITY
        tells = set(TOLD.get(loss["code"], ()))
        if loss["code"] == "native.unmapped" and loss["name"] == "meshes with one side":
            tells = {"sides"}
        # The reader knows no other shader, so that its settings are unknown.
        if loss["code"] == "native.unmapped" and loss["name"] == "shaders" and difference.words.startswith("['?']"):
            tells = {"material"}
        if visible and kinds & tells and concerns(loss, difference):
            return loss["code"]
    return None


def concerns(loss, difference):
    """A material's loss must be of a material that wears the difference."""
    if difference.aspect not in MATERIALS or not loss["subject"].startswith("/materials/"):
        return True
    number, label = loss["subject"].split("/")[2], loss["name"]
    return any((name and name in label) or number == str(at) for name, at in difference.names)


def frame(source, result, target, losses):
    """What is not said about unit and axis, in the file (STL's record) or by the report."""
    codes = {loss["code"] for loss in losses}
    missing = []
    for aspect, known, said in (("unit", source.unit, result.unit), ("axis", source.up, result.up)):
        if target in BARE and known is not None and known != said and f"{aspect}.dropped" not in codes:
            missing.append(Difference(aspect, f"{known} → {said or 'not said'}", frozenset()))
        if target not in BARE and known is None and f"{aspect}.assumed" not in codes:
            missing.append(Difference(aspect, f"unknown → taken for {'metres' if aspect == 'unit' else 'Y'}", frozenset()))
    return missing


def convert(program, path, target, folder):
    """(Output, report) of a conversion, or (None, why it was refused)."""
    output, report = folder / f"o.{target}", folder / "report.json"
    done = subprocess.run([program, str(path), str(output), "--report", str(report), "--quiet"], capture_output=True)
    if done.returncode:
        return None, done.stderr.decode(errors="replace").strip()
    return output, json.loads(report.read_text(encoding="utf-8"))


def sweep_one(program, path, name, targets):
    """The rows of one file: (name, target, kind of result, differences with the codes that tell them)."""
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    rows, source, why = [], None, ""
    try:
        source = read(path)
    except Exception as error:  # whatever a reader raises
        why = f"{type(error).__name__}: {error}"[:160]
    for target in targets:
        with tempfile.TemporaryDirectory() as folder:
            output, report = convert(program, path, target, pathlib.Path(folder))
            if output is None:
                rows.append((name, target, "refused", report))
                continue
            found = [Difference("read.source", why, frozenset())] if source is None else []
            try:
                found += judged(path, source, output, target, report["losses"])
            except Exception as error:  # whatever a reader raises
                found.append(Difference("read.output", f"{type(error).__name__}: {error}"[:160], frozenset()))
            rows.append((name, target, "done", [(*item, told(item, report["losses"])) for item in found]))
    return rows


def judged(path, source, output, target, losses):
    result = read(output)
    metres = target not in BARE
    after = summary(result, metres)
    found = witness(output, target, after)
    if source is None:
        return found
    before = summary(source, metres)
    differences = compared(before, after, target, source.round)
    if source.bare or result.bare:
        found.append(Difference("read.faces", "only faces are compared", frozenset()))
        return found + [item for item in differences if item.aspect in SHAPE] + frame(source, result, target, losses)
    if differences and kind_of(path) in ("gltf", "glb") and any(item.aspect in SHAPE for item in differences):
        # Targets without scenes have what no scene shows, too, and must say so.
        whole = compared(summary(sweep_facts.gltf(path, True), metres), after, target)
        if not any(item.aspect in SHAPE for item in whole):
            if not any(loss["code"] in ("node.generated", "hierarchy.baked") for loss in losses):
                whole.append(Difference("scenes", "what no scene shows is shown", frozenset()))
            differences = whole
    return found + differences + frame(source, result, target, losses)


def witness(output, target, summed):
    if target == "usdz":
        return []
    try:
        # trimesh shows raw positions once: it knows no joints, morph targets, copies and hidden nodes.
        head = pathlib.Path(output).read_bytes()[:1 << 20] if target == "glb" else b""
        if any(word in head for word in (b'"skins"', b'"targets"', b'EXT_mesh_gpu', b'KHR_node_vis')):
            return []
        return testimony(summed, summary(sweep_facts.by_trimesh(output), target == "glb"))
    except Exception as error:  # whatever trimesh raises
        return [Difference("trimesh.read", f"{type(error).__name__}: {error}"[:160], frozenset())]


# All of them

def reasons_in(path):
    """Rows of file | target | aspect | reason, with wildcards; an aspect may go on with the words of the difference."""
    rows = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        if line.strip() and not line.startswith("#"):
            cells = [cell.strip() for cell in line.split("|", 3)]
            if len(cells) != 4 or not cells[3]:
                sys.exit(f"{path.name}: four cells wanted: {line}")
            rows.append(cells)
    return rows


def files(manifests, only):
    """(Path, name) of all files that are models which a reader should or may load."""
    for manifest in manifests:
        for entry in json.loads(manifest.read_text(encoding="utf-8"))["files"]:
            path = manifest.parent / entry["path"]
            if entry.get("expect", "load") in ("load", "either", "diagnose") and kind_of(path) in READERS and (
                    not only or only in entry["path"]):
                yield str(path), entry["path"]


class Tally:
    def __init__(self, reasons, all_rows):
        self.all_rows, self.reasons, self.used, self.names = all_rows, reasons, set(), set()
        self.counts = collections.defaultdict(collections.Counter)
        self.refused, self.silent = collections.Counter(), 0

    def add(self, name, target, state, found):
        self.names.add(name)
        count = self.counts[target]
        count["conversions"] += 1
        if state == "refused":
            count["refused"] += 1
            code = found[found.rfind("[") + 1:found.rfind("]")] if "[" in found else found[-60:]
            self.refused[code] += 1
            return
        states = {self.judge(name, target, item) for item in found}
        count[next((state for state in ("silent", "explained", "told") if state in states), "agreeing")] += 1

    def judge(self, name, target, item):
        aspect, text, names, code = item
        worn = ", ".join(sorted({str(label) for label, _ in names}))
        row = f"{name} → {target}: {aspect}: {text}" + (f" ({worn})" if worn else "")
        for at, (file, to, what, _) in enumerate(self.reasons):
            said = f"{aspect} {text}" if " " in what else aspect
            if all(fnmatch.fnmatchcase(value, pattern) for value, pattern in ((name, file), (target, to), (said, what))):
                self.used.add(at)
                return self.said("explained", row)
        return self.said("told", f"{row} [{code}]") if code else self.said("silent", row)

    def said(self, state, row):
        if state == "silent" or self.all_rows:
            print(f"{state.upper() if state == 'silent' else state} {row}", flush=True)
        self.silent += state == "silent"
        return state

    def unused(self):
        """The reasons that explain nothing, of those for files that were tried."""
        return [" | ".join(row) for at, row in enumerate(self.reasons)
                if at not in self.used and any(fnmatch.fnmatchcase(name, row[0]) for name in self.names)]

    def table(self):
        kinds = ("conversions", "refused", "agreeing", "told", "explained", "silent")
        print("target  " + "".join(f"{kind:>12}" for kind in kinds))
        for target in [*self.counts, "all"]:
            count = sum(self.counts.values(), collections.Counter()) if target == "all" else self.counts[target]
            print(f"{target:8}" + "".join(f"{count[kind]:12}" for kind in kinds))
        print("refused: " + ", ".join(f"{code} {count}" for code, count in self.refused.most_common()))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("manifests", nargs="+", type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--to", default=",".join(TARGETS))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rows", action="store_true")
    words = parser.parse_args()
    program = os.path.abspath(words.program)
    tally = Tally(reasons_in(pathlib.Path(__file__).with_name("sweep-reasons.txt")), words.rows)
    listed = list(files(words.manifests, words.only))
    with concurrent.futures.ProcessPoolExecutor(words.jobs) as pool:
        jobs = [pool.submit(sweep_one, program, pathlib.Path(path), name, words.to.split(",")) for path, name in listed]
        for job in jobs:
            for row in job.result():
                tally.add(*row)
    whole = not words.only and words.to == ",".join(TARGETS)
    unused = tally.unused() if whole else []
    for row in unused:
        print(f"UNUSED reason: {row}")
    print(f"{len(listed)} files")
    tally.table()
    return 1 if tally.silent or unused else 0


if __name__ == "__main__":
    sys.exit(main())
