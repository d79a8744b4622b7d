#!/usr/bin/env python3
"""Compares whole conversions of meshconv and its peers, each in its own process.

usage: compare.py MESHCONV [--runs N] [--side N] [--only NAME,...] [--data FOLDER] [--record FILE]

CPU time is user and system time together, as the kernel counts it for the child process. Runs alternate (A B C A B C),
after one round that isn't counted; the median counts. A peer counts for the ratio only if it keeps the content: each output
is read again and compared by vertices, faces, colours and normals. The exit code is 1 if a conversion misses its threshold.

Peers: assimp (Debian's assimp-utils), pymeshlab, open3d, trimesh and, for USD, usd-core, combined with trimesh for a
conversion from or to another format (all from the package index, under the Python that runs this). Missing ones are left out,
with a message. Inputs are made by `bench make` unless --data has them.
"""
import argparse
import datetime
import importlib.util
import json
import os
import platform
import resource
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measured_run import run

HERE = Path(__file__).resolve().parent

# Name, input, output, minimum ratio of CPU time, and the content that the output has to keep.
CONVERSIONS = [
    ("ply-stl", "room.ply", "out.stl", 8, {"faces"}),
    ("stl-obj", "room.stl", "out.obj", 10, {"vertices", "faces"}),
    ("stl-ply", "room.stl", "out.ply", 5, {"faces"}),
    ("stla-stl", "room.ascii.stl", "out.stl", 4, {"faces"}),
    ("plya-ply", "room.ascii.ply", "out.ply", 7, {"vertices", "faces", "colors", "normals"}),
    ("obj-ply", "room.obj", "out.ply", 10, {"vertices", "faces", "colors", "normals"}),
    ("ply-obj", "room.ply", "out.obj", 8, {"vertices", "faces", "colors", "normals"}),
    ("ply-glb", "room.ply", "out.glb", 20, {"vertices", "faces", "colors", "normals"}),
    ("obj-glb", "room.obj", "out.glb", 8, {"vertices", "faces", "colors", "normals"}),
    ("glb-stl", "room.glb", "out.stl", 5, {"faces"}),
    ("glb-ply", "room.glb", "out.ply", 5, {"vertices", "faces", "colors", "normals"}),
    ("obj-usdz", "room.obj", "out.usdz", 10, {"vertices", "faces", "colors", "normals"}),
    ("ply-usdz", "room.ply", "out.usdz", None, {"vertices", "faces", "colors", "normals"}),
    ("usdz-glb", "room.usdz", "out.glb", 5, {"vertices", "faces", "colors", "normals"}),
    ("usda-usdc", "room.usda", "out.usdc", 3, {"vertices", "faces", "colors", "normals"}),
    ("usdc-usda", "room.usdc", "out.usda", 3, {"vertices", "faces", "colors", "normals"}),
]
USD = {".usda", ".usdc", ".usdz"}
ASSIMP = {"ply": "plyb", "stl": "stlb", "obj": "obj", "glb": "glb2"}
PYMESHLAB = """
import sys, pymeshlab
m = pymeshlab.MeshSet(); m.load_new_mesh(sys.argv[1])
m.save_current_mesh(sys.argv[2])
"""
OPEN3D = """
import sys, open3d
m = open3d.io.read_triangle_mesh(sys.argv[1])
if sys.argv[2].endswith(".stl"): m.compute_triangle_normals()
assert open3d.io.write_triangle_mesh(sys.argv[2], m)
"""
TRIMESH = """
import sys, trimesh
m = trimesh.load(sys.argv[1], process=False)
if hasattr(m, "to_geometry") and not sys.argv[2].endswith(".glb"): m = m.to_geometry()
m.export(sys.argv[2])
"""
USD_CORE = """
import os, sys
from pxr import Sdf, Usd, UsdGeom, UsdUtils, Vt

def read(path):
    stage = Usd.Stage.Open(path)
    mesh = next(UsdGeom.Mesh(prim) for prim in stage.Traverse() if prim.IsA(UsdGeom.Mesh))
    colors = UsdGeom.PrimvarsAPI(mesh).GetPrimvar("displayColor").Get()
    return trimesh.Trimesh(
        np.asarray(mesh.GetPointsAttr().Get()), np.asarray(mesh.GetFaceVertexIndicesAttr().Get()).reshape(-1, 3),
        vertex_normals=np.asarray(mesh.GetNormalsAttr().Get()), process=False,
        vertex_colors=None if colors is None else (np.asarray(colors) * 255 + .5).astype("u1"))

def write(mesh, path):
    layer = path[:-1] + "c" if path.endswith("z") else path
    stage = Usd.Stage.CreateNew(layer)
    UsdGeom.SetStageUpAxis(stage, "Y")
    prim = UsdGeom.Mesh.Define(stage, "/Mesh")
    stage.SetDefaultPrim(prim.GetPrim())
    prim.CreateSubdivisionSchemeAttr("none")
    prim.CreatePointsAttr(Vt.Vec3fArray.FromNumpy(np.asarray(mesh.vertices, "f4")))
    faces = np.asarray(mesh.faces, "i4")
    prim.CreateFaceVertexIndicesAttr(Vt.IntArray.FromNumpy(faces.ravel()))
    prim.CreateFaceVertexCountsAttr(Vt.IntArray.FromNumpy(np.full(len(faces), 3, "i4")))
    prim.CreateNormalsAttr(Vt.Vec3fArray.FromNumpy(np.asarray(mesh.vertex_normals, "f4")))
    prim.SetNormalsInterpolation("vertex")
    if mesh.visual.kind == "vertex":
        colors = (np.asarray(mesh.visual.vertex_colors)[:, :3] / 255).astype("f4")
        UsdGeom.PrimvarsAPI(prim).CreatePrimvar("displayColor", Sdf.ValueTypeNames.Color3fArray, "vertex").Set(
            Vt.Vec3fArray.FromNumpy(colors))
    stage.GetRootLayer().Save()
    if path.endswith("z"):
        UsdUtils.CreateNewUsdzPackage(Sdf.AssetPath(layer), path)
        os.remove(layer)

source, target = sys.argv[1:]
is_usd = [path.rsplit(".", 1)[1].startswith("usd") for path in (source, target)]
for path in (target, target[:-1] + "c"):
    if os.path.exists(path): os.remove(path)
if all(is_usd):
    Sdf.Layer.FindOrOpen(source).Export(target)
else:
    import numpy as np, trimesh
    if is_usd[0]: read(source).export(target)
    else: write(trimesh.load(source, process=False), target)
"""
USD_CONTENTS = """
import json, sys
from pxr import Usd, UsdGeom
stage = Usd.Stage.Open(sys.argv[1])
found = {"vertices": 0, "faces": 0, "colors": False, "normals": False}
for prim in stage.Traverse():
    if prim.IsA(UsdGeom.Mesh):
        mesh = UsdGeom.Mesh(prim)
        found["vertices"] += len(mesh.GetPointsAttr().Get())
        found["faces"] += len(mesh.GetFaceVertexCountsAttr().Get())
        found["colors"] |= UsdGeom.PrimvarsAPI(prim).HasPrimvar("displayColor")
        found["normals"] |= mesh.GetNormalsAttr().HasValue()
print(json.dumps(found))
"""


def is_usd(*names):
    return any(Path(name).suffix in USD for name in names)


def peers():
    found = {}
    if shutil.which("assimp"):
        found["assimp"] = lambda i, o: ["assimp", "export", i, o, "-f" + ASSIMP[o.rsplit(".", 1)[1]]]
    for name, module, program in (
            ("pymeshlab", "pymeshlab", PYMESHLAB), ("open3d", "open3d", OPEN3D), ("trimesh", "trimesh", TRIMESH),
            ("usd-core", "pxr", USD_CORE)):
        if importlib.util.find_spec(module):
            found[name] = lambda i, o, program=program: [sys.executable, "-c", program, i, o]
    for name in ("assimp", "pymeshlab", "open3d", "trimesh", "usd-core"):
        if name not in found:
            print(f"{name}: not installed, left out")
    return found


def contents(path):
    """The content of a file, by a few lines for each format: numbers of vertices and faces, whether it has colours and normals."""
    if is_usd(path):
        command = [sys.executable, "-c", USD_CONTENTS, str(path)]
        return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    found = {"vertices": 0, "faces": 0, "colors": False, "normals": False}
    if path.suffix == ".stl":
        found["faces"] = (path.stat().st_size - 84) // 50
        found["vertices"] = 3 * found["faces"]
    elif path.suffix == ".glb":
        with open(path, "rb") as file:
            size = struct.unpack("<12xI4x", file.read(20))[0]
            tree = json.loads(file.read(size))
        for primitive in (primitive for mesh in tree["meshes"] for primitive in mesh["primitives"]):
            counts = [accessor["count"] for accessor in tree["accessors"]]
            found["vertices"] += counts[primitive["attributes"]["POSITION"]]
            found["faces"] += counts[primitive["indices"]] // 3 if "indices" in primitive else 0
            found["colors"] |= "COLOR_0" in primitive["attributes"]
            found["normals"] |= "NORMAL" in primitive["attributes"]
    elif path.suffix == ".ply":
        element = ""
        with open(path, "rb") as file:
            for line in file:
                words = line.decode("ascii", "replace").split()
                if words[:1] == ["element"]:
                    element = words[1]
                    if element in ("vertex", "face"):
                        found["vertices" if element == "vertex" else "faces"] = int(words[2])
                if words[:1] == ["property"] and element == "vertex":
                    found["colors"] |= words[-1] == "red"
                    found["normals"] |= words[-1] == "nx"
                if words == ["end_header"]:
                    break
    else:
        with open(path, "rb") as file:
            for line in file:
                if line.startswith(b"v "):
                    found["vertices"] += 1
                    found["colors"] |= len(line.split()) >= 7
                elif line.startswith(b"f "):
                    found["faces"] += 1
                elif line.startswith(b"vn "):
                    found["normals"] = True
    return found


def lost(expected, found, kept):
    return sorted(key for key in kept if found[key] != expected[key])


def make_usd(command, data, folder):
    """The sheet as text, crate and package, written by usd-core."""
    for source, target in ((data / "room.ply", "room.usdc"), (folder / "room.usdc", "room.usda"),
                           (data / "room.ply", "room.usdz")):
        subprocess.run(command(str(source), str(folder / target)), check=True)


def measure(source, target, kept, programs, runs, folder):
    results = {program: [] for program in programs}
    notes = {}
    for number in range(runs + 1):
        for program, command in programs.items():
            if program in notes and notes[program] == "failed":
                continue
            output = folder / program / target
            output.parent.mkdir(exist_ok=True)
            result = run(command(str(source), str(output)))
            if result is None:
                notes[program] = "failed"
            elif number > 0:
                results[program].append(result)
    truth = contents(source)
    if source.suffix == ".stl" or ".ascii.stl" in source.name:
        # The number of vertices of this sheet after merging equal positions of unshared ones.
        truth["faces"] = contents(source.with_name("room.ply"))["faces"]
        truth["vertices"] = contents(source.with_name("room.ply"))["vertices"]
    for program in programs:
        if notes.get(program) != "failed":
            missing = lost(truth, contents(folder / program / target), kept)
            notes[program] = "lost: " + ", ".join(missing) if missing else "kept"
    return {
        program: tuple(statistics.median(run[column] for run in results[program]) for column in range(3)) + (note,)
        if results[program] else (None, None, None, note)
        for program, note in notes.items()
    }


def processor():
    try:
        for line in open("/proc/cpuinfo"):
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("meshconv")
    arguments.add_argument("--runs", type=int, default=5)
    arguments.add_argument("--side", type=int, default=1000)
    arguments.add_argument("--only", default="")
    arguments.add_argument("--data")
    arguments.add_argument("--record", help="write the table to this file")
    options = arguments.parse_args()
    only = set(filter(None, options.only.split(",")))
    others = peers()
    program = str(Path(options.meshconv).resolve())
    programs = {"meshconv": lambda i, o: [program, i, o]} | others
    lines = [
        f"{datetime.date.today()}, {processor()}, {os.cpu_count()} processors, {platform.system()}; median of "
        f"{options.runs} runs in turn; CPU seconds / wall seconds / peak MB",
        "",
        "| conversion | " + " | ".join(programs) + " | ratio | goal |",
        "| --- |" + " --- |" * (len(programs) + 2),
    ]
    isMet = True
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        data = Path(options.data) if options.data else scratch
        if not options.data:
            subprocess.run(
                ["swift", "run", "-c", "release", "--package-path", str(HERE), "bench", "make", str(options.side),
                 str(scratch)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if not (data / "room.glb").exists():
            subprocess.run([program, str(data / "room.ply"), str(scratch / "room.glb"), "--quiet"], check=True)
        for name, source, target, goal, kept in CONVERSIONS:
            if only and name not in only:
                continue
            # For USD its own library is the peer; it isn't one for other conversions.
            competing = {
                program: command for program, command in programs.items()
                if program == "meshconv" or (program == "usd-core") == is_usd(source, target)
            }
            if is_usd(source, target) and "usd-core" not in competing:
                continue
            if is_usd(source) and not (data / source).exists() and not (scratch / source).exists():
                make_usd(programs["usd-core"], data, scratch)
            place = data if (data / source).exists() else scratch
            results = measure(place / source, target, kept, competing, options.runs, scratch)
            own = results["meshconv"]
            honest = [r[0] for p, r in results.items() if p != "meshconv" and r[3] == "kept"]
            ratio = min(honest) / own[0] if honest and own[0] and own[3] == "kept" else None
            isMet &= goal is None or ratio is None and not honest or ratio is not None and ratio >= goal
            cells = [
                "–" if r is None else r[3] if r[0] is None
                else f"{r[0]:.2f} / {r[1]:.2f} / {r[2]:.0f}" + ("" if r[3] == "kept" else f" ({r[3]})")
                for r in (results.get(p) for p in programs)
            ]
            lines.append(
                f"| {name} | " + " | ".join(cells) + f" | {f'{ratio:.1f} x' if ratio else '–'} | "
                + (f"{goal} x |" if goal else "– |"))
            print(lines[-1], flush=True)
    text = "\n".join(lines) + "\n"
    print("\n" + text, end="")
    if options.record:
        Path(options.record).write_text(text)
    sys.exit(0 if isMet else 1)


main()
