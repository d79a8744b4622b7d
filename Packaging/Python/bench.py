#!/usr/bin/env python3
"""Reads a PLY of 5 million points into NumPy columns and sums each column, with meshconv and with others.

usage: bench.py [--points 5000000] [--runs 5]

Needs numpy and meshconv, and measures Open3D and plyfile where they are installed. Every reading is a process of its
own; the readers take turns; imports are not counted. Columns: x, y, z, red, green, blue, confidence.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROW = [("x", "<f4"), ("y", "<f4"), ("z", "<f4"), ("red", "u1"), ("green", "u1"), ("blue", "u1"), ("confidence", "<f4")]


def make(path: Path, points: int) -> None:
    import numpy

    random = numpy.random.default_rng(1)
    rows = numpy.empty(points, ROW)
    for name, kind in ROW:
        rows[name] = random.random(points, "f4") if kind == "<f4" else random.integers(0, 256, points, "u1")
    kinds = {"<f4": "float", "u1": "uchar"}
    properties = "".join(f"property {kinds[kind]} {name}\n" for name, kind in ROW)
    header = f"ply\nformat binary_little_endian 1.0\nelement vertex {points}\n{properties}end_header\n"
    path.write_bytes(header.encode() + rows.tobytes())


def columns(array: object) -> list[float]:
    import numpy

    rows = numpy.asarray(array)
    return [float(column.sum(dtype=numpy.float64)) for column in rows.reshape(len(rows), -1).T]


def with_meshconv(path: str) -> list[float]:
    import meshconv

    mesh = meshconv.read(path).meshes[0]
    return columns(mesh.positions) + columns(mesh.colors) + columns(mesh.attributes["confidence"])


def with_open3d(path: str) -> list[float]:
    import open3d

    cloud = open3d.io.read_point_cloud(path)
    return columns(cloud.points) + columns(cloud.colors)  # It doesn't read the confidence.


def with_open3d_tensors(path: str) -> list[float]:
    import open3d

    point = open3d.t.io.read_point_cloud(path).point
    return [each for name in ("positions", "colors", "confidence") for each in columns(point[name].numpy())]


def with_plyfile(path: str, mmap: bool = False) -> list[float]:
    import plyfile

    vertices = plyfile.PlyData.read(path, mmap="c" if mmap else False)["vertex"]
    return [each for name, _ in ROW for each in columns(vertices[name])]


def with_mapped_plyfile(path: str) -> list[float]:
    return with_plyfile(path, mmap=True)  # Its arrays end the process if the file is cut short.


READERS = {
    "meshconv": ("meshconv", with_meshconv),
    "plyfile, mmap=False": ("plyfile", with_plyfile),
    "plyfile, mapped": ("plyfile", with_mapped_plyfile),
    "Open3D": ("open3d", with_open3d),
    "Open3D, tensors": ("open3d", with_open3d_tensors),
}


def kilobytes(key: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(key))


def measured(name: str, path: str) -> dict[str, object]:
    module, reader = READERS[name]
    __import__(module)
    import numpy  # noqa: F401

    Path("/proc/self/clear_refs").write_text("5")  # The peak starts anew.
    memory = kilobytes("VmRSS")
    before, start = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
    sums = reader(path)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"wall": wall, "cpu": cpu, "memory": (kilobytes("VmHWM") - memory) / 1024, "sums": sums}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--points", type=int, default=5_000_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--one", nargs=2, metavar=("READER", "PATH"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measured(*options.one)))
        return
    names = [name for name, (module, _) in READERS.items() if importlib.util.find_spec(module)]
    results: dict[str, list[dict[str, float]]] = {name: [] for name in names}
    sums: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "points.ply"
        make(path, options.points)
        print(f"{options.points:,} points, {path.stat().st_size / 1e6:.0f} MB, {os.cpu_count()} cores")
        for _ in range(options.runs):
            for name in names:
                command = [sys.executable, __file__, "--one", name, str(path)]
                result = json.loads(subprocess.run(command, check=True, capture_output=True).stdout.splitlines()[-1])
                sums[name] = result.pop("sums")
                results[name].append(result)
    print(f"{'':22}{'wall':>10}{'best':>10}{'CPU':>10}{'best':>10}{'memory':>12}")
    for name, runs in results.items():
        wall, cpu = ([run[key] for run in runs] for key in ("wall", "cpu"))
        memory = statistics.median(run["memory"] for run in runs)
        print(f"{name:22}{statistics.median(wall):9.3f}s{min(wall):9.3f}s{statistics.median(cpu):9.3f}s"
              f"{min(cpu):9.3f}s{memory:9.0f} MB")
    expected = sums["plyfile, mmap=False"] if "plyfile, mmap=False" in sums else sums["meshconv"]
    same = [abs(a - b) <= 1e-6 * abs(b) for a, b in zip(sums.get("meshconv", expected), expected, strict=True)]
    print("the sums agree" if all(same) else f"the sums differ: {sums['meshconv']} and {expected}")


if __name__ == "__main__":
    main()
