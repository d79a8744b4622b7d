#!/usr/bin/env python3
"""Compares whole conversions of meshconv and its peers, each in its own process.

usage: compare.py MESHCONV [--runs N] [--side N] [--only NAME,...] [--data FOLDER] [--scan FILE.zip] [--record FILE] [--csv FILE]

CPU time is user and system time together, as the kernel counts it for the child process. Runs alternate (A B C A B C),
after one round that isn't counted; the median counts. A peer counts for the ratio only if it keeps the content: each output
is read again and compared by vertices, faces, colours and normals. Peers that lose something, or need more than 1.5 times as long
as the fastest that doesn't, are run once. Outputs are in memory; the column `sync` is what the same
conversion takes longer, in wall time, with its output on the disk of the temporary folder.

Floors are in rows.py, those of CPU and of wall time apart. A row below one is met if it takes at most 1.2 times as long as
this machine's rates allow (rates.cpp), measured in the same run. The exit code is 1 if a row isn't met.
`--csv` appends a line for each row, with date, machine and commit.

Peers: assimp (Debian's assimp-utils), pymeshlab, open3d, trimesh and, for USD, usd-core, combined with trimesh for a
conversion from or to another format (all from the package index, under the Python that runs this). Missing ones are left out,
with a message. Inputs are made by `bench make` unless --data has them; rows whose inputs are nowhere are left out, with a message.
"""
import argparse
import csv
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

import inputs
import rates
from measured_run import run
from rows import ROWS

HERE = Path(__file__).resolve().parent

# The same conversion with its output on a disk.
ON_DISK = "meshconv on disk"
# The columns of the file of --csv. `bytes_s` is empty since 2026-11-29: it was what reading and writing the bytes took by itself.
COLUMNS = ["date", "commit", "machine", "processors", "row", "runs", "input_bytes", "output_bytes", "cpu_s", "wall_s", "peak_mb", "sync_s",
           "peer", "peer_cpu_s", "peer_wall_s", "ratio_cpu", "ratio_wall", "floor_cpu", "floor_wall", "bytes_s", "allowed_cpu_s", "allowed_wall_s", "met"]
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
    found = {"vertices": 0, "faces": 0, "colors": False, "normals": False, "texcoords": False, "others": False}
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
            found["texcoords"] |= "TEXCOORD_0" in primitive["attributes"]
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
                    found["others"] |= words[-1] in ("confidence", "quality", "scalar_confidence")
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
                elif line.startswith(b"vt "):
                    found["texcoords"] = True
    return found


def lost(expected, found, kept):
    return sorted(key for key in kept if found[key] != expected[key])


def make_usd(command, data, folder):
    """The sheet as text, crate and package, written by usd-core."""
    for source, target in ((data / "room.ply", "room.usdc"), (folder / "room.usdc", "room.usda"),
                           (data / "room.ply", "room.usdz")):
        subprocess.run(command(str(source), str(folder / target)), check=True)


def measure(source, target, kept, programs, runs, folder, disk):
    """CPU seconds, wall seconds, peak MB and what was lost, by program. The first round shows which peers can be the fastest that
    loses nothing; the others are not run again, and their figures are those of one run."""
    results = {program: [] for program in programs}
    notes = {}
    truth = expected(source) if kept else None

    def convert(program):
        output = (disk if program == ON_DISK else folder) / program / target
        output.parent.mkdir(exist_ok=True)
        result = run(programs[program](str(source), str(output)))
        if result is None:
            notes[program] = "failed"
            return None
        missing = lost(truth, contents(output), kept) if kept and program not in notes else []
        notes.setdefault(program, "lost: " + ", ".join(missing) if missing else "kept")
        return result

    first = {program: convert(program) for program in programs}
    own = {"meshconv", ON_DISK}
    honest = {program for program in set(programs) - own if notes[program] == "kept"}
    fastest = [min((first[program][column] for program in honest), default=0) for column in range(2)]
    racing = [program for program in programs if program in own and first[program] or program in honest
              and any(first[program][column] <= 1.5 * fastest[column] for column in range(2))]
    for _ in range(runs):
        for program in racing:
            result = convert(program)
            if result is not None:
                results[program].append(result)
    for program, result in first.items():
        if program not in racing and result is not None:
            results[program] = [result]
    return {
        program: tuple(statistics.median(run[column] for run in found) for column in range(3)) + (notes[program],)
        if found else (None, None, None, notes[program])
        for program, found in results.items()
    }


def expected(source):
    """What an output of this input can hold. An STL's vertices are those of the sheet after merging equal positions."""
    truth = contents(source)
    if source.suffix == ".stl":
        sheet = contents(source.with_name("room.ply"))
        truth["faces"], truth["vertices"] = sheet["faces"], sheet["vertices"]
    return truth


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
    arguments.add_argument("--scan", type=Path, help="a package of a scan, for the rows about packages and reconstruction")
    arguments.add_argument("--record", help="write the table to this file")
    arguments.add_argument("--csv", help="append the results to this file")
    options = arguments.parse_args()
    only = set(filter(None, options.only.split(",")))
    others = peers()
    program = str(Path(options.meshconv).resolve())
    commit = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip().split("(")[-1].rstrip(")")
    lines, records = [], []
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as scratch, tempfile.TemporaryDirectory() as disk:
        scratch, disk = Path(scratch), Path(disk)
        machine = rates.build(scratch)
        lines += [
            f"{datetime.date.today()}, {processor()}, {os.cpu_count()} processors, {platform.system()}; median of "
            f"{options.runs} runs in turn, outputs in memory; CPU seconds / wall seconds / peak MB.",
            "",
            "| conversion | meshconv | sync, s | " + " | ".join(others) + " | CPU | at least | wall | at least | |",
            "| --- |" + " --- |" * (len(others) + 7),
        ]
        data = Path(options.data) if options.data else scratch
        if not options.data:
            subprocess.run(
                ["swift", "run", "-c", "release", "--package-path", str(HERE), "bench", "make", str(options.side),
                 str(scratch)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        isMet = True
        for row in ROWS:
            if only and row.name not in only:
                continue
            source = find(row.source, data, scratch, program, others, options.scan)
            if source is None:
                print(f"{row.name}: there is no {row.source}, left out")
                continue
            own = lambda i, o, row=row: [program, "convert", i, o, *row.words, "--quiet", "--force"]
            # For USD its own library is the peer; it isn't one for other conversions.
            competing = {"meshconv": own, ON_DISK: own} | {
                name: command for name, command in others.items()
                if row.kept and (name == "usd-core") == is_usd(row.source, row.target)}
            results = measure(source, row.target, row.kept, competing, options.runs, scratch, disk)
            record = recorded(row, results, source, scratch / "meshconv" / row.target, machine)
            isMet &= record["met"] != "no"
            records.append(record | {
                "date": str(datetime.date.today()), "commit": commit, "machine": processor(), "processors": os.cpu_count(),
                "runs": options.runs})
            lines.append(line(row, results, record, others))
            print(lines[-1], flush=True)
    text = "\n".join(lines) + "\n"
    print("\n" + text, end="")
    if options.record:
        Path(options.record).write_text(text)
    if options.csv:
        append(options.csv, records)
    sys.exit(0 if isMet else 1)


def find(name, data, scratch, program, others, scan):
    """The path of an input, which is made if it can be; None if it can't."""
    if (data / name).exists():
        return data / name
    if (scratch / name).exists():
        return scratch / name
    if name == "motion.glb":
        inputs.motion(scratch / name)
    elif name == "motion.usdz":
        subprocess.run([program, str(find("motion.glb", data, scratch, program, others, scan)), str(scratch / name), "--quiet"], check=True)
    elif name == "room.glb":
        subprocess.run([program, str(data / "room.ply"), str(scratch / name), "--quiet"], check=True)
    elif name == "scan.zip":
        return scan
    elif is_usd(name) and "usd-core" in others:
        make_usd(others["usd-core"], data, scratch)
    return scratch / name if (scratch / name).exists() else None


def recorded(row, results, source, output, machine):
    """A line of the file of --csv."""
    own, disk = results["meshconv"], results[ON_DISK]
    honest = {name: result for name, result in results.items() if name not in ("meshconv", ON_DISK) and result[3] == "kept"}
    isDone = own[0] is not None and own[3] == "kept"
    sizes = source.stat().st_size, output.stat().st_size if output.exists() else 0
    record = dict.fromkeys(COLUMNS, "") | {
        "row": row.name, "input_bytes": sizes[0], "output_bytes": sizes[1], "floor_cpu": row.cpu or "", "floor_wall": row.wall or "",
        "met": "yes" if isDone else "no"}
    if not isDone:
        return record
    allowed = rates.allowed(machine, source, output)
    record |= {f"allowed_{name}_s": f"{allowed[name]:.3f}" for name in allowed}
    record |= {"cpu_s": f"{own[0]:.3f}", "wall_s": f"{own[1]:.3f}", "peak_mb": f"{own[2]:.0f}"}
    if disk[0] is not None:
        record["sync_s"] = f"{max(0, disk[1] - own[1]):.3f}"
    if honest:
        ratios = {}
        for column, name in enumerate(("cpu", "wall")):
            peer = min(honest, key=lambda name: honest[name][column])
            ratios[name] = honest[peer][column] / max(own[column], 1e-3)
            record[f"ratio_{name}"], record[f"peer_{name}_s"] = f"{ratios[name]:.2f}", f"{honest[peer][column]:.3f}"
            record["peer"] = record["peer"] or peer
        columns = ("cpu", row.cpu, own[0]), ("wall", row.wall, own[1])
        below = [(name, took) for name, floor, took in columns if floor is not None and ratios[name] < floor]
        record["met"] = "yes" if not below else "by rates" if all(took <= 1.2 * allowed[name] for name, took in below) else "no"
    elif row.cpu or row.wall:
        record["met"] = "no peer"
    return record


def line(row, results, record, others):
    """A line of the table."""
    def cell(result):
        if result is None:
            return "–"
        if result[0] is None:
            return result[3]
        return f"{result[0]:.2f} / {result[1]:.2f} / {result[2]:.0f}" + ("" if result[3] == "kept" else f" ({result[3]})")
    cells = [cell(results["meshconv"]), record["sync_s"] or "–", *(cell(results.get(name)) for name in others)]
    for name, floor in (("cpu", row.cpu), ("wall", row.wall)):
        cells += [record[f"ratio_{name}"] and record[f"ratio_{name}"] + " ×" or "–", f"{floor} ×" if floor else "–"]
    return f"| {row.name} | " + " | ".join(cells) + f" | {'' if record['met'] == 'yes' else 'below' if record['met'] == 'no' else record['met']} |"


def append(path, records):
    """Appends lines to a file, which gets its head if it is new."""
    isNew = not os.path.exists(path)
    with open(path, "a", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        if isNew:
            writer.writeheader()
        writer.writerows(records)


if __name__ == "__main__":
    main()
