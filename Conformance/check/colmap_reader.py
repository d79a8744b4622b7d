"""A reader of COLMAP's sparse models, text and binary, from its documentation (C1 to C6: the article Scan packages in
Sources/MeshConvert/MeshConvert.docc).

`read(folder)` returns (cameras by name as nerfstudio_reader has them, points); camera-to-world is computed from quaternion
and translation, with the axes of Nerfstudio.
"""
import pathlib
import struct

import numpy

from nerfstudio_reader import need


def rotation(q):
    w, x, y, z = q
    return numpy.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def text(folder):
    def lines(name):
        return [line for line in (folder / name).read_text().split("\n") if not line.startswith("#")]

    cameras, images, points = {}, [], []
    for line in lines("cameras.txt"):
        if line:
            words = line.split()
            need(words[1] == "PINHOLE", "C1: " + words[1])
            cameras[int(words[0])] = (int(words[2]), int(words[3]), *map(float, words[4:8]))
    rows = lines("images.txt")
    for first in range(0, len(rows) - 1, 2):
        words = rows[first].split()
        need(not rows[first + 1].split(), "C2: the second line has points")
        images.append((int(words[0]), [float(word) for word in words[1:8]], int(words[8]), words[9]))
    for line in lines("points3D.txt"):
        if line:
            points.append([float(word) for word in line.split()[1:7]])
    return cameras, images, points


def binary(folder):
    cameras, images, points = {}, [], []
    data = (folder / "cameras.bin").read_bytes()
    (count,), at = struct.unpack_from("<Q", data), 8
    for _ in range(count):
        number, model, width, height, *values = struct.unpack_from("<iiQQ4d", data, at)
        need(model == 1, f"C1: model {model}")
        cameras[number] = (width, height, *values)
        at += 56
    need(at == len(data), "cameras.bin goes on")
    data = (folder / "images.bin").read_bytes()
    (count,), at = struct.unpack_from("<Q", data), 8
    for _ in range(count):
        number, *values, camera = struct.unpack_from("<i7di", data, at)
        at += 64
        end = data.index(b"\0", at)
        name = data[at:end].decode()
        (observations,) = struct.unpack_from("<Q", data, end + 1)
        at = end + 9 + 24 * observations
        images.append((number, values, camera, name))
    need(at == len(data), "images.bin goes on")
    data = (folder / "points3D.bin").read_bytes()
    (count,), at = struct.unpack_from("<Q", data), 8
    for _ in range(count):
        values = struct.unpack_from("<Q3d3Bd", data, at)
        points.append(list(values[1:7]))
        (track,) = struct.unpack_from("<Q", data, at + 43)
        at += 51 + 8 * track
    need(at == len(data), "points3D.bin goes on")
    return cameras, images, points


def read(folder):
    folder = pathlib.Path(folder)
    model = folder / "sparse" / "0"
    cameras, images, points = text(model) if (model / "images.txt").is_file() else binary(model)
    found = {}
    for _, values, camera, name in images:
        need((folder / "images" / name).is_file(), "C2: " + name)
        q, t = values[:4], numpy.array(values[4:])
        need(abs(sum(part * part for part in q) - 1) < 1e-9 and q[0] >= 0, f"C6: quaternion of {name}")
        world = rotation(q)
        pose = numpy.eye(4)
        pose[:3, :3] = world.T @ numpy.diag([1, -1, -1])
        pose[:3, 3] = -world.T @ t
        _, _, fx, fy, cx, cy = cameras[camera]
        found[pathlib.Path(name).stem] = (fx, fy, cx, cy, pose)
    return found, points
