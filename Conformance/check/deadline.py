"""Measures how long after its limit of time a command goes on, in every phase: reading, planning, writing, verifying,
comparing, digests, pictures, reconstruction.

    python3 deadline.py MESHCONV [--most 100] [--only WORD]

Each row is a command on a file that takes it seconds. It is run with limits at several moments, which fall into
different phases. Shown: the longest overrun in milliseconds of wall time, the exit codes, and what is left in the folder
(nothing may be). Exit code 1: an overrun was longer than --most, or a file was left. The machine must be idle.
"""

import argparse
import math
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import time

N = 1_500_000
MOMENTS = (60, 150, 300, 600, 1000, 1600)


def grid(n):
    """A wavy square of about 2n triangles: positions and faces."""
    side = int(math.sqrt(n))
    points = [(x / side, y / side, 0.1 * math.sin(x / 9) * math.cos(y / 7)) for y in range(side) for x in range(side)]
    faces = []
    for y in range(side - 1):
        for x in range(side - 1):
            a = y * side + x
            faces += [(a, a + 1, a + side), (a + 1, a + side + 1, a + side)]
    return points, faces


def ply(path, points, faces, binary):
    with open(path, "wb") as file:
        kind = "binary_little_endian" if binary else "ascii"
        file.write((f"ply\nformat {kind} 1.0\nelement vertex {len(points)}\nproperty float x\nproperty float y\n"
                    "property float z\n" + (f"element face {len(faces)}\nproperty list uchar int vertex_indices\n" if faces else "")
                    + "end_header\n").encode())
        if binary:
            file.write(b"".join(struct.pack("<3f", *p) for p in points))
            file.write(b"".join(struct.pack("<B3i", 3, *f) for f in faces))
        else:
            file.write("".join("%.6g %.6g %.6g\n" % p for p in points).encode())
            file.write("".join("3 %d %d %d\n" % f for f in faces).encode())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("meshconv")
    parser.add_argument("--most", type=float, default=100)
    parser.add_argument("--only", default="")
    parser.add_argument("--points", type=int, default=N)
    given = parser.parse_args()
    tool = os.path.abspath(given.meshconv)
    place = tempfile.mkdtemp(prefix="deadline-")
    os.chdir(place)
    os.mkdir("in")
    points, faces = grid(given.points)
    ply("in/binary.ply", points, faces, True)
    ply("in/text.ply", points, faces, False)
    random.seed(1)
    ply("in/cloud.ply", [tuple(random.gauss(0, 1) for _ in range(3)) for _ in range(given.points // 4)], [], True)
    for extension in ("obj", "stl", "off", "glb", "gltf", "usda", "usdc", "usdz"):
        subprocess.run([tool, "in/binary.ply", "-o", f"in/a.{extension}", "--quiet"], check=True)
    subprocess.run([tool, "in/binary.ply", "-o", "in/text.stl", "--to", "stl.ascii", "--quiet"], check=True)
    rows = [[command, file] for file in sorted(os.listdir("in")) if not file.endswith(".bin")
            for command in ("info", "check", "digest", "plan")]
    rows += [["convert", "text.ply", "-o", "out/a." + extension] for extension in
             ("ply", "obj", "stl", "off", "glb", "gltf", "usda", "usdc", "usdz")]
    rows += [["convert", "a.glb", "-o", "out/a." + extension, "--verify"] for extension in ("ply", "obj", "usda", "usdc")]
    rows += [["diff", "binary.ply", "in/a.obj", "--exact"], ["diff", "a.usda", "in/a.glb"],
             ["preview", "binary.ply", "out/a.png"],
             ["convert", "binary.ply", "-o", "out/a.stl", "--faces", "1000"],
             ["convert", "binary.ply", "-o", "out/a.stl", "--weld", "1mm", "--normals", "angle"],
             ["convert", "cloud.ply", "-o", "out/a.stl", "--reconstruct", "poisson", "--depth", "9"],
             ["convert", "cloud.ply", "-o", "out/a.ply", "--outliers", "statistical", "--normals", "neighbors"],
             ["convert", "cloud.ply", "-o", "out/a.ply", "--thin", "1mm"]]
    bad = 0
    print("| command | limits | longest overrun ms | exit | left |\n|---|---|---|---|---|")
    for row in rows:
        if given.only and given.only not in " ".join(row):
            continue
        longest, codes, left, moments = 0.0, set(), set(), 0
        for moment in MOMENTS:
            shutil.rmtree("out", ignore_errors=True)
            os.mkdir("out")
            start = time.monotonic()
            process = subprocess.Popen([tool, row[0], "in/" + row[1]] + row[2:] + ["--timeout", f"{moment}ms"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            code = process.wait()
            spent = (time.monotonic() - start) * 1000
            codes.add(code)
            if code != 75:
                break
            moments += 1
            longest = max(longest, spent - moment)
            left.update(os.listdir("out"))
        isBad = longest > given.most or bool(left)
        bad += isBad
        print(f"| {' '.join(row)} | {moments} | {longest:.0f} | {'/'.join(map(str, sorted(codes)))} | "
              f"{' '.join(sorted(left)) or '-'} |", flush=True)
    os.chdir("/")
    shutil.rmtree(place, ignore_errors=True)
    print(f"{bad} rows overran {given.most} ms or left something")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
