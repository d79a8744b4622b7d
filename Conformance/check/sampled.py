#!/usr/bin/env python3
"""Compares the colours of vertices that meshconv samples from textures with those computed by numpy and Pillow.

usage: sampled.py MESHCONV FILE...        FILE: .obj or .glb with PNG or JPEG textures; folders are searched

Each file is written as PLY with --set paint=vertices. The expected colour of a vertex is computed here from the file itself:
texels by Pillow, decoded from sRGB, four of them mixed at the texture coordinates, multiplied by the base colour, and the
mean of the vertex's corners encoded again. A difference of more than 2/255 is a fault. Files without textures, with
compressed geometry or with colours of their own are skipped and counted.

Needs numpy and Pillow; without them it says so and succeeds.
"""
import base64
import importlib.util
import io
import json
import os
import struct
import subprocess
import sys
import tempfile
from urllib.parse import unquote

if any(importlib.util.find_spec(name) is None for name in ("numpy", "PIL")):
    print("sampled colours: not checked, numpy or Pillow is missing")
    sys.exit(0)

import numpy as np  # noqa: E402
from PIL import Image  # noqa: E402

MOST = 2.0
Image.MAX_IMAGE_PIXELS = None


class Skip(Exception):
    """The reason why a file is skipped."""


def linear(code):
    return np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4)


def encoded(light):
    light = np.clip(light, 0, 1)
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


def texels(data):
    try:
        image = Image.open(io.BytesIO(data))
        if image.format not in ("PNG", "JPEG"):
            raise Skip(f"{image.format} texture")
        if image.mode == "I;16":
            gray = np.asarray(image).astype(float) / 65535
            return linear(np.repeat(gray[..., None], 3, axis=2))
        return linear(np.asarray(image.convert("RGB")).astype(float) / 255)
    except OSError as error:
        raise Skip(f"texture: {error}") from None


def wrapped(index, count, mode):
    if mode == 33071:
        return np.clip(index, 0, count - 1)
    if mode == 33648:
        index = np.mod(index, 2 * count)
        return np.where(index < count, index, 2 * count - 1 - index)
    return np.mod(index, count)


def sample(light, places, wraps):
    """Light at positions counted from the left and the top, from four texels each."""
    height, width = light.shape[:2]
    x, y = places[:, 0] * width - 0.5, places[:, 1] * height - 0.5
    left, top = np.floor(x).astype(int), np.floor(y).astype(int)
    fx, fy = (x - left)[:, None], (y - top)[:, None]
    columns = [wrapped(left + step, width, wraps[0]) for step in (0, 1)]
    rows = [wrapped(top + step, height, wraps[1]) for step in (0, 1)]
    upper = light[rows[0], columns[0]] * (1 - fx) + light[rows[0], columns[1]] * fx
    lower = light[rows[1], columns[0]] * (1 - fx) + light[rows[1], columns[1]] * fx
    return upper * (1 - fy) + lower * fy


# MARK: OBJ


def materials_of(path):
    found, name = {}, None
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines.read().replace("\\\n", " ").splitlines():
            words = line.split()
            if not words:
                continue
            if words[0] == "newmtl":
                name = line.split(None, 1)[1].strip() if len(words) > 1 else ""
                found[name] = {"factor": np.ones(3), "scale": (1, 1), "offset": (0, 0), "wraps": (10497, 10497)}
            elif name is not None and words[0] == "Kd" and len(words) >= 4:
                found[name]["factor"] = np.array([float(word) for word in words[1:4]])
            elif name is not None and words[0] == "map_Kd":
                rest = words[1:]
                while rest and rest[0].startswith("-"):
                    option, count = rest[0], 1
                    if option in ("-s", "-o", "-t"):
                        count = next((k for k, word in enumerate(rest[1:4]) if not number(word)), 3)
                    elif option == "-mm":
                        count = 2
                    values = rest[1:1 + count]
                    if option in ("-s", "-o"):
                        fill = 1.0 if option == "-s" else 0.0
                        pair = [float(value) for value in values] + [fill, fill]
                        found[name]["scale" if option == "-s" else "offset"] = (pair[0], pair[1])
                    if option == "-clamp" and values == ["on"]:
                        found[name]["wraps"] = (33071, 33071)
                    rest = rest[1 + count:]
                found[name]["image"] = os.path.join(os.path.dirname(path), " ".join(rest).replace("\\", "/"))
    return found


def number(word):
    try:
        float(word)
        return True
    except ValueError:
        return False


def obj(path):
    """Positions, expected colours, and the vertices to compare."""
    positions, coordinates, corners, materials, current = [], [], [], {}, None
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines.read().replace("\\\n", " ").splitlines():
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            if words[0] == "v":
                if len(words) > 6:
                    raise Skip("colours of its own")
                positions.append([float(word) for word in words[1:4]])
            elif words[0] == "vt":
                coordinates.append([float(word) for word in (words[1:3] + ["0", "0"])[:2]])
            elif words[0] == "mtllib":
                for name in [line.split(None, 1)[1].strip()] + words[1:]:
                    library = os.path.join(os.path.dirname(path), name)
                    if os.path.isfile(library):
                        materials.update(materials_of(library))
            elif words[0] == "usemtl":
                current = line.split(None, 1)[1].strip() if len(words) > 1 else ""
            elif words[0] in ("f", "l", "p"):
                for word in words[1:]:
                    parts = word.split("/")
                    vertex = int(parts[0])
                    vertex = vertex - 1 if vertex > 0 else len(positions) + vertex
                    row = int(parts[1]) if len(parts) > 1 and parts[1] else 0
                    row = row - 1 if row > 0 else len(coordinates) + row if row < 0 else -1
                    corners.append((vertex, row, current))
    textured = {name for name in materials if "image" in materials[name]}
    if not any(name in textured for _, _, name in corners):
        raise Skip("no texture")
    sums, counts = np.zeros((len(positions), 3)), np.zeros(len(positions))
    uv = np.array(coordinates or [[0, 0]])
    for name in {name for _, _, name in corners}:
        own = [corner for corner in corners if corner[2] == name]
        vertices, rows = np.array([c[0] for c in own]), np.array([c[1] for c in own])
        material = materials.get(name)
        colors = np.tile(material["factor"] if material else np.ones(3), (len(own), 1))
        if material and "image" in material:
            if not os.path.isfile(material["image"]):
                raise Skip("a missing texture")
            with open(material["image"], "rb") as file:
                light = texels(file.read())
            has = rows >= 0
            places = uv[rows[has]] * material["scale"] + material["offset"]
            places[:, 1] = 1 - places[:, 1]
            colors[has] *= sample(light, places, material["wraps"])
        np.add.at(sums, vertices, colors)
        np.add.at(counts, vertices, 1)
    means = np.where(counts[:, None] > 0, sums / np.maximum(counts, 1)[:, None], 1)
    return np.array(positions), encoded(means) * 255, np.ones(len(positions), bool)


# MARK: GLB

TYPES = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


class GLB:
    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        if data[:4] != b"glTF":
            raise Skip("no GLB")
        length = struct.unpack_from("<I", data, 12)[0]
        self.json = json.loads(data[20:20 + length])
        self.binary = data[20 + length + 8:]
        self.folder = os.path.dirname(path)
        needed = set(self.json.get("extensionsRequired", []))
        if needed - {"KHR_texture_transform", "KHR_materials_unlit", "KHR_mesh_quantization"}:
            raise Skip("extensions: " + ", ".join(sorted(needed)))

    def view(self, index):
        view = self.json["bufferViews"][index]
        if view.get("buffer", 0) != 0 or "uri" in self.json["buffers"][0]:
            raise Skip("buffers beside")
        start = view.get("byteOffset", 0)
        return self.binary[start:start + view["byteLength"]], view.get("byteStride")

    def accessor(self, index):
        own = self.json["accessors"][index]
        if "sparse" in own or "bufferView" not in own:
            raise Skip("sparse values")
        data, stride = self.view(own["bufferView"])
        kind, width = np.dtype(TYPES[own["componentType"]]), WIDTHS[own["type"]]
        stride = stride or kind.itemsize * width
        array = np.ndarray(
            (own["count"], width), kind, data, own.get("byteOffset", 0), (stride, kind.itemsize)).astype(float)
        if own.get("normalized"):
            array = np.maximum(array / np.iinfo(kind).max, -1)
        return array

    def image(self, index):
        own = self.json["images"][index]
        if "bufferView" in own:
            return self.view(own["bufferView"])[0]
        if own["uri"].startswith("data:"):
            return base64.b64decode(own["uri"].split(",", 1)[1])
        with open(os.path.join(self.folder, unquote(own["uri"])), "rb") as file:
            return file.read()


def transform(node):
    if "matrix" in node:
        return np.array(node["matrix"]).reshape(4, 4).T
    x, y, z, w = node.get("rotation", (0, 0, 0, 1))
    turn = np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])
    matrix = np.eye(4)
    matrix[:3, :3] = turn * np.array(node.get("scale", (1, 1, 1)))
    matrix[:3, 3] = node.get("translation", (0, 0, 0))
    return matrix


def expected_of_primitive(glb, primitive):
    """Expected colours of the primitive's vertices; None if it has no texture."""
    if "KHR_draco_mesh_compression" in primitive.get("extensions", {}):
        raise Skip("compressed geometry")
    if "COLOR_0" in primitive["attributes"]:
        raise Skip("colours of its own")
    material = glb.json["materials"][primitive["material"]] if "material" in primitive else {}
    metallic = material.get("pbrMetallicRoughness", {})
    info = metallic.get("baseColorTexture")
    if info is None:
        return None
    change = info.get("extensions", {}).get("KHR_texture_transform", {})
    name = f"TEXCOORD_{change.get('texCoord', info.get('texCoord', 0))}"
    count = glb.json["accessors"][primitive["attributes"]["POSITION"]]["count"]
    factor = np.array(metallic.get("baseColorFactor", (1, 1, 1, 1)))[:3]
    if name not in primitive["attributes"]:
        return np.tile(factor, (count, 1))
    uv = glb.accessor(primitive["attributes"][name])[:, :2]
    if change:
        angle, scale = change.get("rotation", 0), change.get("scale", (1, 1))
        sine, cosine = np.sin(angle), np.cos(angle)
        u, v = uv[:, 0] * scale[0], uv[:, 1] * scale[1]
        uv = np.stack([cosine * u + sine * v, -sine * u + cosine * v], 1) + change.get("offset", (0, 0))
    texture = glb.json["textures"][info["index"]]
    if "source" not in texture:
        raise Skip("no plain image")
    sampler = glb.json["samplers"][texture["sampler"]] if "sampler" in texture else {}
    light = texels(glb.image(texture["source"]))
    return factor * sample(light, uv, (sampler.get("wrapS", 10497), sampler.get("wrapT", 10497)))


def glb(path):
    own = GLB(path)
    places, colors, known = [], [], []
    scenes = own.json.get("scenes", [])
    if not scenes:
        raise Skip("no scene")
    nodes = own.json.get("nodes", [])
    if any("EXT_mesh_gpu_instancing" in node.get("extensions", {}) for node in nodes):
        raise Skip("instances")
    shown = []
    open_nodes = [(root, np.eye(4)) for root in reversed(scenes[own.json.get("scene", 0)].get("nodes", []))]
    while open_nodes:
        index, above = open_nodes.pop()
        matrix = above @ transform(nodes[index])
        if "mesh" in nodes[index]:
            shown.append((nodes[index]["mesh"], matrix))
        open_nodes += [(child, matrix) for child in reversed(nodes[index].get("children", []))]
    textured = False
    for mesh, matrix in shown:
        for primitive in own.json["meshes"][mesh]["primitives"]:
            light = expected_of_primitive(own, primitive)
            positions = own.accessor(primitive["attributes"]["POSITION"])
            used = np.ones(len(positions), bool)
            if "indices" in primitive:
                used[:] = False
                used[own.accessor(primitive["indices"])[:, 0].astype(int)] = True
            places.append(positions @ matrix[:3, :3].T + matrix[:3, 3])
            if light is None:
                light, used = np.zeros((len(positions), 3)), np.zeros(len(positions), bool)
            else:
                textured = True
            colors.append(encoded(light) * 255)
            known.append(used)
    if not textured:
        raise Skip("no texture")
    return np.concatenate(places), np.concatenate(colors), np.concatenate(known)


# MARK: PLY


def ply(path):
    with open(path, "rb") as file:
        lines = file.read().decode("latin-1").splitlines()
    end = lines.index("end_header")
    columns, count, inside = [], 0, False
    for line in lines[:end]:
        words = line.split()
        if words[0] == "element":
            inside = words[1] == "vertex"
            count = int(words[2]) if inside else count
        elif words[0] == "property" and inside:
            columns.append(words[-1])
    rows = np.array([[float(word) for word in line.split()] for line in lines[end + 1:end + 1 + count]])
    if "red" not in columns:
        raise AssertionError("no colours in the PLY")
    place = [columns.index(name) for name in ("x", "y", "z")]
    return rows[:, place], rows[:, [columns.index(name) for name in ("red", "green", "blue")]]


def check(program, path, folder):
    positions, wanted, known = (obj if path.lower().endswith(".obj") else glb)(path)
    out = os.path.join(folder, "out.ply")
    run = subprocess.run(
        [program, path, out, "--to", "ply.ascii", "--set", "paint=vertices", "--quiet", "--force"],
        capture_output=True, text=True)
    if run.returncode != 0:
        raise AssertionError((run.stderr.strip().splitlines() or [f"exit code {run.returncode}"])[-1])
    places, found = ply(out)
    if len(places) != len(positions):
        raise Skip(f"{len(places)} vertices for {len(positions)}: they are not in the file's order")
    size = max(np.abs(positions).max(initial=0), 1e-9)
    if np.abs(places - positions).max(initial=0) > 1e-4 * size:
        raise Skip("vertices are not in the file's order")
    return np.abs(found - wanted)[known].max(initial=0), int(known.sum())


def main():
    program, names = sys.argv[1], []
    for name in sys.argv[2:]:
        if os.path.isdir(name):
            names += sorted(
                os.path.join(folder, file) for folder, _, files in os.walk(name) for file in files
                if file.lower().endswith((".obj", ".glb")))
        else:
            names.append(name)
    faults, checked, vertices, largest, skipped = [], 0, 0, 0.0, {}
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            try:
                error, count = check(program, name, folder)
            except Skip as reason:
                skipped[str(reason).split(":")[0]] = skipped.get(str(reason).split(":")[0], 0) + 1
                continue
            except AssertionError as error:
                faults.append(f"{name}: {error}")
                continue
            except (ValueError, KeyError, IndexError, TypeError, struct.error, OSError):
                skipped["not read here"] = skipped.get("not read here", 0) + 1
                continue
            checked, vertices, largest = checked + 1, vertices + count, max(largest, error)
            if error > MOST:
                faults.append(f"{name}: {error:.2f}/255 from what it should be")
            print(f"{os.path.basename(name)}: {count} vertices, at most {error:.3f}/255")
    for fault in faults:
        print(fault, file=sys.stderr)
    for reason, count in sorted(skipped.items()):
        print(f"passed over: {count} ({reason})")
    print(f"sampled colours: {checked} files, {vertices} vertices, at most {largest:.3f}/255; {len(faults)} faults")
    sys.exit(1 if faults or not checked else 0)


main()
