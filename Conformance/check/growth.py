"""Times shapes that could make a converter slow, at n, 2n and 4n, and prints how the time grows with the bytes.

    python3 growth.py MESHCONV [--only WORD] [--seconds 10] [--limit 3] [--enough 0.25] [--scale 1] [--text] [--all]

With --text the program answers in words, as a person sees it, and not with JSON. A row is a shape and a command.
Time is processor time of the process on one thread. The last column but one is time(4n) : time(2n): 2 is linear. Exit code 1: a row failed, grew by more than the limit, or did not end.
"""

import argparse
import json
import math
import os
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

SHAPES = {}


def shape(n, *commands, name="a.obj"):
    """Registers a function that writes the shape of n into a folder; returns nothing."""

    def add(function):
        SHAPES[function.__name__.replace("_", "-")] = (function, n, commands or ("info",), name)
        return function

    return add


def write(folder, name, data):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())


# What every shape of a scene is put through; a command is a word, or the extension of an output. One with "!" must be
# refused; all others have to succeed, so that a shape that is read no further than its first lines shows nothing.
SCENE = ("info", "obj", "ply", "stl", "glb", "usda", "usdc", "diff")
# USD has a limit of depth.
DEEP = tuple(word + " !" if word.startswith("usd") else word for word in SCENE) + ("gltf", "check")
LINES = tuple(word + " !" if word == "stl" else word for word in SCENE)

# MARK: PLY


def ply(folder, header, body="", name="a.ply"):
    write(folder, name, "ply\nformat ascii 1.0\n" + header + "end_header\n" + body)


@shape(20000, "info", "ply", "obj", "glb", "usda", "diff", name="a.ply")
def ply_properties(folder, n):
    ply(folder, "element vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
        + "".join(f"property float p{i}\n" for i in range(n)), "1 " * (n + 3) + "\n")


@shape(20000, "info", "ply", "obj", "glb", "usda", "diff", name="a.ply")
def ply_elements(folder, n):
    ply(folder, "element vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
        + "".join(f"element e{i} 1\nproperty int a\n" for i in range(n)), "1 2 3\n" + "1\n" * n)


@shape(20000, "info", "ply", "obj", "glb", "usda", name="a.ply")
def ply_comments(folder, n):
    ply(folder, "".join(f"comment c{i}\nobj_info o{i}\n" for i in range(n))
        + "element vertex 1\nproperty float x\nproperty float y\nproperty float z\n", "1 2 3\n")


@shape(4000, "info", "obj", "glb", "usda", name="a.ply")
def ply_textures(folder, n):
    ply(folder, "".join(f"comment TextureFile t{i}.png\n" for i in range(n))
        + "element vertex 1\nproperty float x\nproperty float y\nproperty float z\n", "1 2 3\n")


def ring(n, star=False):
    """The corners of one face: a circle, or a star whose inner corners are concave."""
    for i in range(n):
        radius = 1 if not star or i % 2 == 0 else 0.4
        angle = 2 * math.pi * i / n
        yield (radius * math.cos(angle), radius * math.sin(angle), 0.0)


def one_face(folder, n, points, name):
    ply(folder, f"element vertex {n}\nproperty float x\nproperty float y\nproperty float z\n"
        "element face 1\nproperty list int int vertex_indices\n",
        "".join("%.9g %.9g %.9g\n" % p for p in points) + f"{n} " + " ".join(map(str, range(n))) + "\n", name)


FACE = ("info", "check", "digest", "ply", "obj", "stl", "glb", "off", "usda", "diff")


@shape(25000, *FACE, name="a.ply")
def face_circle(folder, n):
    one_face(folder, n, ring(n), "a.ply")


@shape(25000, *FACE, name="a.ply")
def face_star(folder, n):
    one_face(folder, n, ring(n, True), "a.ply")


@shape(25000, *FACE, name="a.ply")
def face_comb(folder, n):
    points = []
    for i in range(n - 2):
        points.append((i, 10.0 if i % 2 else 0.1, 0.0))
    one_face(folder, n, points + [(n, -1.0, 0.0), (-1.0, -1.0, 0.0)], "a.ply")


@shape(25000, *FACE, name="a.ply")
def face_spiral(folder, n):
    half = n // 2
    outer = [((1 + i) * math.cos(i / 20), (1 + i) * math.sin(i / 20), 0.0) for i in range(half)]
    inner = [((1 + i - 30) * math.cos(i / 20), (1 + i - 30) * math.sin(i / 20), 0.0) for i in reversed(range(half))]
    one_face(folder, 2 * half, outer + inner, "a.ply")


@shape(25000, *FACE, name="a.ply")
def face_at_one_place(folder, n):
    one_face(folder, n, [(1.0, 1.0, 1.0)] * n, "a.ply")


@shape(25000, *FACE, name="a.ply")
def face_on_a_line(folder, n):
    one_face(folder, n, [(float(i), 0.0, 0.0) for i in range(n)], "a.ply")


@shape(25000, *FACE, name="a.ply")
def face_random(folder, n):
    import random
    random.seed(1)
    one_face(folder, n, [(random.random(), random.random(), random.random()) for _ in range(n)], "a.ply")


@shape(25000, "check", "glb", "stl --weld exact", "stl --faces 100", "stl --normals angle", name="a.ply")
def fan(folder, n):
    """All faces share one vertex."""
    ply(folder, f"element vertex {n + 1}\nproperty float x\nproperty float y\nproperty float z\n"
        f"element face {n - 1}\nproperty list uchar int vertex_indices\n",
        "0 0 1\n" + "".join("%.9g %.9g %.9g\n" % p for p in ring(n))
        + "".join(f"3 0 {i} {i + 1}\n" for i in range(1, n)))


@shape(20000, "check", "glb", "stl --weld exact", "stl --weld 0.1", "diff", "stl --faces 100", name="a.ply")
def points_at_one_place(folder, n):
    ply(folder, f"element vertex {3 * n}\nproperty float x\nproperty float y\nproperty float z\n"
        f"element face {n}\nproperty list uchar int vertex_indices\n",
        "0 0 1\n" * (3 * n) + "".join(f"3 {3 * i} {3 * i + 1} {3 * i + 2}\n" for i in range(n)))


@shape(20000, "info", "ply --outliers statistical", "ply --thin 0.1", "ply --normals neighbors",
       "diff", "digest", "stl --reconstruct poisson --depth 5 !", name="a.ply")
def cloud_at_one_place(folder, n):
    ply(folder, f"element vertex {n}\nproperty float x\nproperty float y\nproperty float z\n",
        "0 0 1\n" * (n - 1) + "1 1 2\n")


# MARK: OBJ and MTL

SQUARE = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\n"
FACES = SCENE + ("check",)


@shape(20000, *FACES)
def obj_groups(folder, n):
    write(folder, "a.obj", SQUARE + "".join(f"g g{i}\nf 1 2 3\n" for i in range(n)))


@shape(20000, *FACES)
def obj_objects(folder, n):
    write(folder, "a.obj", SQUARE + "".join(f"o g{i}\nf 1 2 3\n" for i in range(n)))


@shape(20000, *SCENE)
def obj_objects_one_name(folder, n):
    write(folder, "a.obj", SQUARE + "".join(f"o x\nf 1 2 3\no y\nf 2 3 4\n" for i in range(n)))


@shape(20000, *SCENE)
def obj_names_collide(folder, n):
    write(folder, "a.obj", SQUARE + "".join(f"o é{chr(0x4E00 + i % 20000)}{'/' * (i // 20000)}\nf 1 2 3\n" for i in range(n)))


@shape(20000, *SCENE)
def obj_many_groups_of_a_face(folder, n):
    write(folder, "a.obj", SQUARE + "g " + " ".join(f"g{i}" for i in range(n)) + "\nf 1 2 3\n")


@shape(20000, *SCENE)
def obj_smoothing(folder, n):
    write(folder, "a.obj", SQUARE + "".join(f"s {i}\nf 1 2 3\n" for i in range(n)))


@shape(10000, *FACES)
def obj_materials(folder, n):
    write(folder, "a.mtl", "".join(f"newmtl m{i}\nKd 0.1 0.2 0.3\n" for i in range(n)))
    write(folder, "a.obj", "mtllib a.mtl\n" + SQUARE + "".join(f"usemtl m{i}\nf 1 2 3\n" for i in range(n)))


@shape(10000, *SCENE)
def obj_materials_collide(folder, n):
    write(folder, "a.mtl", "".join(f"newmtl m{'-+*/'[i % 4]}{i // 4 * '.' if i < 400 else i}\nKd 0.1 0.2 0.3\n" for i in range(n)))
    write(folder, "a.obj", "mtllib a.mtl\n" + SQUARE
          + "".join(f"usemtl m{'-+*/'[i % 4]}{i // 4 * '.' if i < 400 else i}\nf 1 2 3\n" for i in range(n)))


@shape(20000, *SCENE)
def obj_materials_one_name(folder, n):
    write(folder, "a.mtl", "newmtl m\nKd 0.1 0.2 0.3\n" * n)
    write(folder, "a.obj", "mtllib a.mtl\n" + SQUARE + "usemtl m\nf 1 2 3\n")


@shape(20000, *SCENE)
def obj_materials_unused(folder, n):
    write(folder, "a.mtl", "".join(f"newmtl m{i}\nKd 0.1 0.2 0.3\n" for i in range(n)))
    write(folder, "a.obj", "mtllib a.mtl\n" + SQUARE + "f 1 2 3\n")


@shape(20000, *SCENE)
def obj_materials_missing(folder, n):
    write(folder, "a.obj", SQUARE + "".join(f"usemtl m{i}\nf 1 2 3\n" for i in range(n)))


@shape(2000, *SCENE)
def obj_textures_missing(folder, n):
    write(folder, "a.mtl", "".join(f"newmtl m{i}\nmap_Kd t{i}.png\n" for i in range(n)))
    write(folder, "a.obj", "mtllib a.mtl\n" + SQUARE + "".join(f"usemtl m{i}\nf 1 2 3\n" for i in range(n)))


@shape(2000, "info", "obj", "glb", "usda", "usdz")
def obj_textures(folder, n):
    for i in range(n):
        write(folder, f"t{i}.png", PNG)
    write(folder, "a.mtl", "".join(f"newmtl m{i}\nmap_Kd t{i}.png\n" for i in range(n)))
    write(folder, "a.obj", "mtllib a.mtl\n" + SQUARE + "vt 0 0\n" + "".join(f"usemtl m{i}\nf 1/1 2/1 3/1\n" for i in range(n)))


@shape(20000, *SCENE)
def mtl_unknown_words(folder, n):
    write(folder, "a.mtl", "newmtl m\n" + "".join(f"word{i} 1\n" for i in range(n)))
    write(folder, "a.obj", "mtllib a.mtl\n" + SQUARE + "usemtl m\nf 1 2 3\n")


@shape(2000, "info", "obj", "glb")
def obj_libraries(folder, n):
    for i in range(n):
        write(folder, f"l{i}.mtl", f"newmtl m{i}\n")
    write(folder, "a.obj", "".join(f"mtllib l{i}.mtl\n" for i in range(n)) + SQUARE + "f 1 2 3\n")


@shape(2000, "info", "obj", "glb")
def obj_libraries_missing(folder, n):
    write(folder, "a.obj", "".join(f"mtllib l{i}.mtl\n" for i in range(n)) + SQUARE + "f 1 2 3\n")


@shape(20000, *LINES)
def obj_lines(folder, n):
    write(folder, "a.obj", SQUARE + "l 1 2\n" * n)


@shape(20000, *LINES)
def obj_long_line(folder, n):
    write(folder, "a.obj", SQUARE + "l " + "1 2 " * n + "\n")


@shape(20000, *SCENE)
def obj_kinds_mixed(folder, n):
    write(folder, "a.obj", SQUARE + "f 1 2 3\nl 1 2\np 4\nf 1 2 3 4\n" * n)


@shape(20000, "info", "obj", "glb")
def obj_unknown_words(folder, n):
    write(folder, "a.obj", SQUARE + "".join(f"word{i} 1 2\n" for i in range(n)) + "f 1 2 3\n")


@shape(20000, "info", "obj", "glb")
def obj_curves(folder, n):
    write(folder, "a.obj", SQUARE + "cstype bezier\ndeg 1\ncurv 0 1 1 2\nparm u 0 1\nend\n" * n + "f 1 2 3\n")


@shape(20000, "info !", "info --lenient", "glb --lenient")
def obj_bad_faces(folder, n):
    write(folder, "a.obj", SQUARE + "f 1 2 3\n" + "f 1 2 9999999\n" * n)


@shape(50000, "info", "obj", "glb")
def obj_continued_lines(folder, n):
    write(folder, "a.obj", SQUARE + "f 1 2 3" + " \\\n 4" * n + "\n")


# MARK: STL and OFF


@shape(10000, *SCENE, name="a.stl")
def stl_solids(folder, n):
    facet = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
    write(folder, "a.stl", "".join(f"solid s{i % 7}\n{facet}endsolid s{i % 7}\n" for i in range(n)))


@shape(20000, *SCENE, name="a.stl")
def stl_words(folder, n):
    write(folder, "a.stl", struct.pack("<80sI", b"x COLOR=abcd", n)
          + b"".join(struct.pack("<12fH", 0, 0, 1, i, 0, 0, 1, 0, 0, 0, 1, 0, i & 0xFFFF) for i in range(n)))


@shape(25000, "info", "off", "stl", "obj", name="a.off")
def off_star(folder, n):
    write(folder, "a.off", f"OFF\n{n} 1 0\n" + "".join("%.9g %.9g %.9g\n" % p for p in ring(n, True))
          + f"{n} " + " ".join(map(str, range(n))) + "\n")


@shape(20000, "info", "off", "ply", "glb", name="a.off")
def off_face_colours(folder, n):
    write(folder, "a.off", f"OFF\n3 {n} 0\n0 0 0\n1 0 0\n0 1 0\n" + "".join(f"3 0 1 2 {i % 255} {i // 255 % 255} 3\n" for i in range(n)))


# MARK: glTF


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


PNG = (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
       + chunk(b"IDAT", zlib.compress(b"\0\1\2\3")) + chunk(b"IEND", b""))
TRIANGLE = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)


def gltf(folder, document, data=TRIANGLE):
    base = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
            "accessors": [position(0)], "bufferViews": [{"buffer": 0, "byteLength": len(data)}],
            "buffers": [{"uri": "a.bin", "byteLength": len(data)}]}
    base.update(document)
    write(folder, "a.bin", data)
    write(folder, "a.gltf", json.dumps({key: value for key, value in base.items() if value is not None}))


def position(view):
    return {"bufferView": view, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}


def gltf_shape(n, *commands):
    return shape(n, *(commands or SCENE + ("gltf", "check")), name="a.gltf")


@gltf_shape(10000)
def gltf_nodes(folder, n):
    gltf(folder, {"nodes": [{"mesh": 0, "name": f"n{i}"} for i in range(n)], "scenes": [{"nodes": list(range(n))}]})


@gltf_shape(10000)
def gltf_nodes_one_name(folder, n):
    gltf(folder, {"nodes": [{"mesh": 0, "name": "n"} for i in range(n)], "scenes": [{"nodes": list(range(n))}]})


@gltf_shape(10000)
def gltf_empty_nodes(folder, n):
    gltf(folder, {"nodes": [{"name": f"n{i}"} for i in range(n)], "scenes": [{"nodes": list(range(n))}]})


@gltf_shape(1000, *DEEP)
def gltf_deep_nodes(folder, n):
    nodes = [{"children": [i + 1], "name": "n"} for i in range(n - 1)] + [{"mesh": 0}]
    gltf(folder, {"nodes": nodes})


@gltf_shape(1000, *DEEP)
def gltf_deep_nodes_with_meshes(folder, n):
    nodes = [{"children": [i + 1], "mesh": 0, "translation": [1, 0, 0]} for i in range(n - 1)] + [{"mesh": 0}]
    gltf(folder, {"nodes": nodes})


@gltf_shape(5000)
def gltf_meshes(folder, n):
    gltf(folder, {"nodes": [{"mesh": i} for i in range(n)], "scenes": [{"nodes": list(range(n))}],
                  "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}], "name": f"m{i}"} for i in range(n)]})


@gltf_shape(5000)
def gltf_meshes_one_name(folder, n):
    gltf(folder, {"nodes": [{"mesh": i} for i in range(n)], "scenes": [{"nodes": list(range(n))}],
                  "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}], "name": "m"} for i in range(n)]})


@gltf_shape(5000)
def gltf_primitives(folder, n):
    gltf(folder, {"meshes": [{"primitives": [{"attributes": {"POSITION": 0}}] * n}]})


@gltf_shape(5000)
def gltf_primitives_and_materials(folder, n):
    gltf(folder, {"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": i} for i in range(n)]}],
                  "materials": [{"name": f"m{i}"} for i in range(n)]})


@gltf_shape(5000)
def gltf_materials_one_name(folder, n):
    gltf(folder, {"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": i} for i in range(n)]}],
                  "materials": [{"name": "m"} for i in range(n)]})


@gltf_shape(5000)
def gltf_accessors(folder, n):
    gltf(folder, {"accessors": [position(i) for i in range(n)],
                  "bufferViews": [{"buffer": 0, "byteOffset": 36 * i, "byteLength": 36} for i in range(n)],
                  "nodes": [{"mesh": i} for i in range(n)], "scenes": [{"nodes": list(range(n))}],
                  "meshes": [{"primitives": [{"attributes": {"POSITION": i}}]} for i in range(n)]}, TRIANGLE * n)


@gltf_shape(10000, "info", "glb", "gltf", "usda", "diff")
def gltf_unused(folder, n):
    gltf(folder, {"accessors": [position(0)] * n, "materials": [{}] * n, "cameras": [
        {"type": "perspective", "perspective": {"yfov": 1, "znear": 1}}] * n, "samplers": [{}] * n,
        "textures": [{"sampler": 0}] * n})


@gltf_shape(3000, "info", "glb", "obj", "usda", "usdz", "diff")
def gltf_images(folder, n):
    import base64
    uri = "data:image/png;base64," + base64.b64encode(PNG).decode()
    gltf(folder, {"images": [{"uri": uri}] * n, "textures": [{"source": i} for i in range(n)],
                  "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": i}}} for i in range(n)],
                  "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": i} for i in range(n)]}]})


@gltf_shape(500)
def gltf_attributes(folder, n):
    gltf(folder, {"meshes": [{"primitives": [{"attributes": {"POSITION": 0, **{f"_A{i}": 0 for i in range(n)}}}]}]})


@gltf_shape(500, "info", "glb", "usda", "diff")
def gltf_targets(folder, n):
    gltf(folder, {"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "targets": [{"POSITION": 0}] * n}]}]})


@gltf_shape(3000, "info", "glb", "usda", "diff")
def gltf_channels(folder, n):
    times = struct.pack("<2f", 0, 1) + TRIANGLE
    gltf(folder, {"bufferViews": [{"buffer": 0, "byteOffset": 8, "byteLength": 36}, {"buffer": 0, "byteLength": 8}],
                  "accessors": [position(0), {"bufferView": 1, "componentType": 5126, "count": 2, "type": "SCALAR",
                                              "min": [0], "max": [1]},
                                {"bufferView": 0, "componentType": 5126, "count": 2, "type": "VEC3"}],
                  "nodes": [{"mesh": 0, "name": f"n{i}"} for i in range(n)], "scenes": [{"nodes": list(range(n))}],
                  "animations": [{"samplers": [{"input": 1, "output": 2}],
                                  "channels": [{"sampler": 0, "target": {"node": i, "path": "translation"}}
                                               for i in range(n)]}]}, times)


@gltf_shape(3000, "info", "glb", "usda", "diff")
def gltf_animations(folder, n):
    times = struct.pack("<2f", 0, 1) + TRIANGLE
    gltf(folder, {"bufferViews": [{"buffer": 0, "byteOffset": 8, "byteLength": 36}, {"buffer": 0, "byteLength": 8}],
                  "accessors": [position(0), {"bufferView": 1, "componentType": 5126, "count": 2, "type": "SCALAR",
                                              "min": [0], "max": [1]},
                                {"bufferView": 0, "componentType": 5126, "count": 2, "type": "VEC3"}],
                  "animations": [{"name": f"a{i}", "samplers": [{"input": 1, "output": 2}], "channels": [
                      {"sampler": 0, "target": {"node": 0, "path": "translation"}}]} for i in range(n)]}, times)


@gltf_shape(2000, "info", "glb", "usda", "diff")
def gltf_joints(folder, n):
    data = TRIANGLE + bytes(12) + struct.pack("<12f", *([1, 0, 0, 0] * 3))
    gltf(folder, {"bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 12},
                                  {"buffer": 0, "byteOffset": 48, "byteLength": 48}],
                  "accessors": [position(0), {"bufferView": 1, "componentType": 5121, "count": 3, "type": "VEC4"},
                                {"bufferView": 2, "componentType": 5126, "count": 3, "type": "VEC4"}],
                  "nodes": [{"mesh": 0, "skin": 0}] + [{"name": f"j{i}"} for i in range(n)],
                  "scenes": [{"nodes": list(range(n + 1))}], "skins": [{"joints": list(range(1, n + 1))}],
                  "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2}}]}]}, data)


@gltf_shape(2000, "info", "check", "glb", "gltf", "obj", "usda", "diff")
def gltf_variants(folder, n):
    mappings = [{"material": i, "variants": [i]} for i in range(n)]
    gltf(folder, {"extensionsUsed": ["KHR_materials_variants"], "materials": [{"name": f"m{i}"} for i in range(n)],
                  "extensions": {"KHR_materials_variants": {"variants": [{"name": f"v{i}"} for i in range(n)]}},
                  "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "extensions": {
                      "KHR_materials_variants": {"mappings": mappings}}}]}]})


@gltf_shape(500, "info", "glb", "usda", "diff")
def gltf_skins(folder, n):
    data = TRIANGLE + bytes(12) + struct.pack("<12f", *([1, 0, 0, 0] * 3))
    gltf(folder, {"bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 12},
                                  {"buffer": 0, "byteOffset": 48, "byteLength": 48}],
                  "accessors": [position(0), {"bufferView": 1, "componentType": 5121, "count": 3, "type": "VEC4"},
                                {"bufferView": 2, "componentType": 5126, "count": 3, "type": "VEC4"}],
                  "nodes": [{"mesh": 0, "skin": i} for i in range(n)] + [{"name": f"j{i}"} for i in range(n)],
                  "scenes": [{"nodes": list(range(2 * n))}], "skins": [{"joints": [n + i]} for i in range(n)],
                  "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2}}]}]}, data)


@gltf_shape(10000, "info", "glb", "usda", "diff")
def gltf_scenes(folder, n):
    gltf(folder, {"scenes": [{"nodes": [0], "name": f"s{i}"} for i in range(n)]})


@gltf_shape(2000)
def gltf_scenes_of_one_tree(folder, n):
    gltf(folder, {"scenes": [{"nodes": [0]}] * n, "nodes": [{"children": list(range(1, n + 1))}] + [{"mesh": 0}] * n})


@gltf_shape(20000, "info", "glb", "gltf", "usda", "diff")
def gltf_extras(folder, n):
    gltf(folder, {"extras": {f"k{i}": i for i in range(n)}, "extensionsUsed": [f"X_{i}" for i in range(n)]})


@gltf_shape(20000, "info", "glb", "gltf", "usda", "diff")
def gltf_long_array(folder, n):
    gltf(folder, {"extras": {"a": [{"b": [i]} for i in range(n)]}})


@gltf_shape(5000, "info", "glb", "gltf", "usda", "ply")
def gltf_views_of_one_buffer(folder, n):
    """Accessors that overlap: each takes all of the buffer."""
    gltf(folder, {"bufferViews": [{"buffer": 0, "byteLength": 36}] * n, "accessors": [position(i) for i in range(n)],
                  "meshes": [{"primitives": [{"attributes": {"POSITION": i}} for i in range(n)]}]})


@gltf_shape(3000, "info", "glb", "gltf", "usda")
def gltf_sparse(folder, n):
    data = TRIANGLE + struct.pack("<H", 1) + bytes(2)
    gltf(folder, {"bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 2}],
                  "accessors": [dict(position(0), sparse={"count": 1, "indices": {
                      "bufferView": 1, "componentType": 5123}, "values": {"bufferView": 0}}) for i in range(n)],
                  "meshes": [{"primitives": [{"attributes": {"POSITION": i}} for i in range(n)]}]}, data)


@gltf_shape(20000, "info", "glb", "usda")
def gltf_lights(folder, n):
    gltf(folder, {"extensionsUsed": ["KHR_lights_punctual"], "extensions": {"KHR_lights_punctual": {
        "lights": [{"type": "point", "name": f"l{i}"} for i in range(n)]}}, "scenes": [{"nodes": list(range(n))}],
        "nodes": [{"mesh": 0}] + [{"extensions": {"KHR_lights_punctual": {"light": i}}} for i in range(n - 1)]})


# MARK: USD

USD = SCENE + ("check", "usdz")


def usda(folder, body, head="", name="a.usda"):
    # A statement ends with its line.
    body = body.replace(" }", "\n}")
    write(folder, name, f'#usda 1.0\n(\n    defaultPrim = "W"\n{head})\n' + body)


MESH = ("int[] faceVertexCounts = [3]\nint[] faceVertexIndices = [0, 1, 2]\n"
        "point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]\n")


def material(number, inputs="", below=""):
    """The text of material /W/mNUMBER with its surface, and with what else is below it."""
    return (f'def Material "m{number}" {{ token outputs:surface.connect = </W/m{number}/s.outputs:surface>\n'
            f'def Shader "s" {{ uniform token info:id = "UsdPreviewSurface"\ntoken outputs:surface\n{inputs} }}\n{below} }}\n')


def bound_mesh(number):
    """The text of a mesh with that material."""
    return (f'def Mesh "g{number}" (prepend apiSchemas = ["MaterialBindingAPI"]) {{\n{MESH}'
            f'rel material:binding = </W/m{number}>\n}}\n')


def usd_shape(n, *commands):
    return shape(n, *(commands or USD), name="a.usda")


@usd_shape(5000)
def usd_prims(folder, n):
    usda(folder, 'def Xform "W" {\n' + "".join(f'def Mesh "m{i}" {{\n{MESH}}}\n' for i in range(n)) + "}\n")


@usd_shape(10000)
def usd_empty_prims(folder, n):
    usda(folder, 'def Xform "W" {\n' + "".join(f'def Xform "m{i}" {{}}\n' for i in range(n)) + "}\n")


@usd_shape(10000)
def usd_root_prims(folder, n):
    usda(folder, 'def Xform "W" {}\n' + "".join(f'def Xform "m{i}" {{}}\n' for i in range(n)))


@usd_shape(60)
def usd_deep_prims(folder, n):
    usda(folder, 'def Xform "W" {\n' + 'def Xform "n" {\n' * n + f'def Mesh "m" {{\n{MESH}}}\n' + "}\n" * n + "}\n")


@usd_shape(5000)
def usd_materials(folder, n):
    usda(folder, 'def Xform "W" {\n' + "".join(material(i) + bound_mesh(i) for i in range(n)) + "}\n")


@usd_shape(5000)
def usd_subsets(folder, n):
    usda(folder, 'def Xform "W" {\ndef Mesh "m" {\n' + "int[] faceVertexCounts = [" + ", ".join(["3"] * n) + "]\n"
         + "int[] faceVertexIndices = [" + ", ".join(["0, 1, 2"] * n) + "]\n"
         "point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]\n" + "".join(
             f'def GeomSubset "s{i}" {{ uniform token elementType = "face"\nuniform token familyName = "f"\n'
             f'int[] indices = [{i}] }}\n' for i in range(n)) + "}\n}\n")


@usd_shape(5000)
def usd_primvars(folder, n):
    usda(folder, 'def Xform "W" {\ndef Mesh "m" {\n' + MESH + "".join(
        f"float[] primvars:p{i} = [1, 2, 3] (interpolation = \"vertex\")\n" for i in range(n)) + "}\n}\n")


@usd_shape(5000)
def usd_face_primvars(folder, n):
    usda(folder, 'def Xform "W" {\ndef Mesh "m" {\n' + MESH + "".join(
        f"float[] primvars:p{i} = [1] (interpolation = \"uniform\")\n" for i in range(n)) + "}\n}\n")


@usd_shape(2000)
def usd_corner_primvars(folder, n):
    usda(folder, 'def Xform "W" {\ndef Mesh "m" {\n' + MESH + "".join(
        f"float[] primvars:p{i} = [1, 2, 3] (interpolation = \"faceVarying\")\n" for i in range(n)) + "}\n}\n")


@usd_shape(2000)
def usd_properties_above(folder, n):
    """Meshes below a prim with as many properties."""
    usda(folder, 'def Xform "W" {\n' + "".join(f"custom double p{i} = 1\n" for i in range(n))
         + "".join(f'def Mesh "m{i}" {{\n{MESH}}}\n' for i in range(n)) + "}\n")


@usd_shape(2000)
def usd_textures(folder, n):
    """A material for each of n images that are not there."""
    usda(folder, 'def Xform "W" {\n' + "".join(material(
        i, f"color3f inputs:diffuseColor.connect = </W/m{i}/t.outputs:rgb>",
        f'def Shader "t" {{ uniform token info:id = "UsdUVTexture"\nasset inputs:file = @t{i}.png@\nfloat3 outputs:rgb }}')
        + bound_mesh(i) for i in range(n)) + "}\n")


@usd_shape(1000)
def usd_blend_shapes(folder, n):
    usda(folder, 'def SkelRoot "W" {\ndef Mesh "m" (prepend apiSchemas = ["SkelBindingAPI"]) {\n' + MESH
         + "uniform token[] skel:blendShapes = [" + ", ".join(f'"b{i}"' for i in range(n)) + "]\n"
         + "rel skel:blendShapeTargets = [" + ", ".join(f"</W/m/b{i}>" for i in range(n)) + "]\n"
         + "".join(f'def BlendShape "b{i}" {{ uniform vector3f[] offsets = [(0, 0, {i})]\n'
                   f'uniform int[] pointIndices = [0] }}\n' for i in range(n)) + "}\n}\n")


@usd_shape(10000)
def usd_properties(folder, n):
    usda(folder, 'def Xform "W" {\n' + "".join(f"custom double p{i} = 1\n" for i in range(n)) + "}\n")


@usd_shape(10000)
def usd_custom_data(folder, n):
    usda(folder, 'def Xform "W" (\ncustomData = {\n' + "".join(f"double p{i} = 1\n" for i in range(n)) + "}\n) {}\n")


@usd_shape(10000)
def usd_xform_ops(folder, n):
    usda(folder, 'def Xform "W" {\n' + "".join(f"double3 xformOp:translate:p{i} = (1, 0, 0)\n" for i in range(n))
         + "uniform token[] xformOpOrder = [" + ", ".join(f'"xformOp:translate:p{i}"' for i in range(n)) + "]\n}\n")


@usd_shape(10000)
def usd_samples(folder, n):
    usda(folder, 'def Xform "W" {\ndouble3 xformOp:translate.timeSamples = {\n' + "".join(
        f"{i}: ({i % 7}, 0, 0),\n" for i in range(n)) + '}\nuniform token[] xformOpOrder = ["xformOp:translate"]\n}\n')


@usd_shape(2000, "info", "glb", "usda", "usdc", "usdz")
def usd_sublayers(folder, n):
    for i in range(n):
        usda(folder, f'over "W" {{ def Xform "x{i}" {{}} }}\n', name=f"l{i}.usda")
    usda(folder, 'def Xform "W" {}\n', "subLayers = [" + ", ".join(f"@l{i}.usda@" for i in range(n)) + "]\n")


@usd_shape(200, "info", "glb", "usda")
def usd_sublayer_chain(folder, n):
    for i in range(n):
        usda(folder, f'over "W" {{ def Xform "x{i}" {{}} }}\n', f"subLayers = [@l{i + 1}.usda@]\n", name=f"l{i}.usda")
    usda(folder, 'def Xform "W" {}\n', name=f"l{n}.usda")
    usda(folder, 'def Xform "W" {}\n', "subLayers = [@l0.usda@]\n")


@usd_shape(2000, "info", "glb", "usda", "usdz")
def usd_references(folder, n):
    for i in range(n):
        usda(folder, f'def Mesh "W" {{\n{MESH}}}\n', name=f"l{i}.usda")
    usda(folder, 'def Xform "W" {\n' + "".join(f'def "m{i}" (references = @l{i}.usda@) {{}}\n' for i in range(n)) + "}\n")


@usd_shape(5000)
def usd_references_to_one(folder, n):
    usda(folder, f'def Xform "W" {{\n' + "".join(f'def "m{i}" (references = </P>) {{}}\n' for i in range(n))
         + f'}}\nclass Mesh "P" {{\n{MESH}}}\n')


@usd_shape(1000, "info", "glb", "usda")
def usd_references_of_a_prim(folder, n):
    usda(folder, 'def Xform "W" (references = [' + ", ".join(f"</p{i}>" for i in range(n)) + "]) {}\n"
         + "".join(f'class Xform "p{i}" {{ custom int a{i} = 1 }}\n' for i in range(n)))


@usd_shape(200, "info", "glb", "usda")
def usd_reference_chain(folder, n):
    usda(folder, 'def Xform "W" (references = </p0>) {}\n'
         + "".join(f'class Xform "p{i}" (references = </p{i + 1}>) {{ custom int a{i} = 1 }}\n' for i in range(n))
         + f'class Xform "p{n}" {{}}\n')


@usd_shape(200, "info", "glb", "usda")
def usd_inherit_chain(folder, n):
    usda(folder, 'def Xform "W" (inherits = </p0>) {}\n'
         + "".join(f'class Xform "p{i}" (inherits = </p{i + 1}>) {{ custom int a{i} = 1 }}\n' for i in range(n))
         + f'class Xform "p{n}" {{}}\n')


@usd_shape(1000, "info", "glb", "usda")
def usd_variant_sets(folder, n):
    usda(folder, 'def Xform "W" (variants = {\n' + "".join(f'string v{i} = "a"\n' for i in range(n))
         + "}\nprepend variantSets = [" + ", ".join(f'"v{i}"' for i in range(n)) + "]) {\n"
         + "".join(f'variantSet "v{i}" = {{ "a" {{ custom int a{i} = 1 }} }}\n' for i in range(n)) + "}\n")


@usd_shape(5000, "info", "glb", "usda")
def usd_variants(folder, n):
    usda(folder, 'def Xform "W" (variants = { string v = "a1" }\nprepend variantSets = "v") {\nvariantSet "v" = {\n'
         + "".join(f'"a{i}" {{ custom int a{i} = 1 }}\n' for i in range(n)) + "}\n}\n")


@usd_shape(5000)
def usd_instances(folder, n):
    usda(folder, 'def Xform "W" {\n' + "".join(f'def "m{i}" (instanceable = true; references = </P>) {{}}\n' for i in range(n))
         + f'}}\nclass Xform "P" {{ def Mesh "M" {{\n{MESH}}} }}\n')


@usd_shape(10000)
def usd_point_instancer(folder, n):
    usda(folder, 'def PointInstancer "W" {\npoint3f[] positions = [' + ", ".join(f"({i}, 0, 0)" for i in range(n))
         + "]\nint[] protoIndices = [" + ", ".join(["0"] * n) + f']\nrel prototypes = </W/P>\ndef Mesh "P" {{\n{MESH}}}\n}}\n')


@usd_shape(1000)
def usd_prototypes(folder, n):
    usda(folder, 'def PointInstancer "W" {\npoint3f[] positions = [' + ", ".join(f"({i}, 0, 0)" for i in range(n))
         + "]\nint[] protoIndices = [" + ", ".join(map(str, range(n))) + "]\nrel prototypes = ["
         + ", ".join(f"</W/P{i}>" for i in range(n)) + "]\n" + "".join(f'def Mesh "P{i}" {{\n{MESH}}}\n' for i in range(n)) + "}\n")


@usd_shape(10000, "info", "glb", "usda", "usdc")
def usd_relationship(folder, n):
    usda(folder, 'def Xform "W" {\ncustom rel r = [' + ", ".join(f"</W/P{i}>" for i in range(n)) + "]\n}\n")


@usd_shape(10000, "info", "glb", "usda", "usdc")
def usd_api_schemas(folder, n):
    usda(folder, 'def Xform "W" (prepend apiSchemas = [' + ", ".join(f'"A{i}"' for i in range(n)) + "]) {}\n")


@usd_shape(10000, "info", "glb", "usda", "usdc")
def usd_order(folder, n):
    usda(folder, 'def Xform "W" {\nreorder nameChildren = [' + ", ".join(f'"p{n - 1 - i}"' for i in range(n)) + "]\n"
         + "".join(f'def Xform "p{i}" {{}}\n' for i in range(n)) + "}\n")


@usd_shape(10000, "info", "glb", "usda", "usdc")
def usd_relocates(folder, n):
    usda(folder, 'def Xform "W" (references = </P>) {}\nclass Xform "P" {\n'
         + "".join(f'def Xform "p{i}" {{}}\n' for i in range(n)) + "}\n",
         "relocates = {" + ", ".join(f"</W/p{i}>: </W/q{i}>" for i in range(n)) + "}\n")


@usd_shape(2000, "info", "glb", "usda", "usdc", "diff")
def usd_joints(folder, n):
    matrix = "((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))"
    joints = ", ".join(f'"j{i}"' for i in range(n))
    usda(folder, 'def SkelRoot "W" {\ndef Skeleton "S" {\nuniform token[] joints = [' + joints + "]\n"
         + "".join(f"uniform matrix4d[] {name}Transforms = [" + ", ".join([matrix] * n) + "]\n" for name in ("bind", "rest"))
         + '}\ndef Mesh "M" (prepend apiSchemas = ["SkelBindingAPI"]) {\nrel skel:skeleton = </W/S>\n' + MESH
         + 'int[] primvars:skel:jointIndices = [0, 0, 0] (elementSize = 1; interpolation = "vertex")\n'
         'float[] primvars:skel:jointWeights = [1, 1, 1] (elementSize = 1; interpolation = "vertex")\n}\n}\n')


@usd_shape(1000, "info", "check", "glb", "usda", "usdc", "obj", "diff")
def usd_joints_and_meshes(folder, n):
    """Meshes that all follow the joints of one skeleton."""
    matrix = "((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))"
    usda(folder, 'def SkelRoot "W" {\ndef Skeleton "S" {\nuniform token[] joints = [' + ", ".join(f'"j{i}"' for i in range(n)) + "]\n"
         + "".join(f"uniform matrix4d[] {name}Transforms = [" + ", ".join([matrix] * n) + "]\n" for name in ("bind", "rest"))
         + "}\n" + "".join(
             f'def Mesh "M{i}" (prepend apiSchemas = ["SkelBindingAPI"]) {{\nrel skel:skeleton = </W/S>\n' + MESH
             + 'int[] primvars:skel:jointIndices = [0, 0, 0] (elementSize = 1; interpolation = "vertex")\n'
             'float[] primvars:skel:jointWeights = [1, 1, 1] (elementSize = 1; interpolation = "vertex")\n}\n'
             for i in range(n)) + "}\n")


@usd_shape(1000, "info", "check", "glb", "usda", "usdc")
def usd_collections(folder, n):
    """Materials that are bound to collections of one mesh each."""
    usda(folder, 'def Xform "W" (prepend apiSchemas = ["MaterialBindingAPI", '
         + ", ".join(f'"CollectionAPI:c{i}"' for i in range(n)) + "]) {\n" + "".join(
             f'rel collection:c{i}:includes = </W/g{i}>\nrel material:binding:collection:c{i} = [</W.collection:c{i}>, </W/m{i}>]\n'
             + material(i) + f'def Mesh "g{i}" {{\n{MESH}}}\n' for i in range(n)) + "}\n")


@usd_shape(10000, "info", "glb", "usda")
def usd_invisible_copies(folder, n):
    usda(folder, 'def PointInstancer "W" {\npoint3f[] positions = [' + ", ".join(f"({i}, 0, 0)" for i in range(n))
         + "]\nint64[] ids = [" + ", ".join(map(str, range(n))) + "]\nint64[] invisibleIds = ["
         + ", ".join(str(2 * i) for i in range(n // 2)) + "]\nint[] protoIndices = [" + ", ".join(["0"] * n)
         + f']\nrel prototypes = </W/P>\ndef Mesh "P" {{\n{MESH}}}\n}}\n')


@usd_shape(2000, "info", "glb", "usda", "usdc", "diff")
def usd_cameras_and_lights(folder, n):
    usda(folder, 'def Xform "W" {\n' + "".join(f'def Camera "c{i}" {{}}\ndef SphereLight "l{i}" {{}}\n' for i in range(n)) + "}\n")


@usd_shape(2000, "info", "usda", "glb")
def usd_connections(folder, n):
    """A material of a chain of n shaders."""
    usda(folder, 'def Material "W" {\ntoken outputs:surface.connect = </W/s0.outputs:surface>\n' + "".join(
        f'def Shader "s{i}" {{ uniform token info:id = "UsdPreviewSurface"\n'
        f'color3f inputs:diffuseColor.connect = </W/s{i + 1}.outputs:surface>\ntoken outputs:surface }}\n'
        for i in range(n)) + "}\n")


# MARK: Captures


@shape(1000, "info", "check", "ply", "diff", name="folder/")
def colmap_images(folder, n):
    os.mkdir(os.path.join(folder, "folder"))
    write(folder, "folder/cameras.txt", "".join(f"{i + 1} PINHOLE 100 100 90 90 50 50\n" for i in range(n)))
    write(folder, "folder/images.txt", "".join(f"{i + 1} 1 0 0 0 {i} 0 0 {i + 1} i{i}.png\n5 5 {i + 1}\n" for i in range(n)))
    write(folder, "folder/points3D.txt", "".join(f"{i + 1} {i} 0 1 1 2 3 0.5 {i + 1} 0\n" for i in range(n)))


@shape(1000, "info", "check", name="folder/")
def nerfstudio_frames(folder, n):
    os.mkdir(os.path.join(folder, "folder"))
    matrix = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    frames = []
    for i in range(n):
        write(folder, f"folder/i{i}.png", PNG)
        frames.append({"file_path": f"i{i}.png", "transform_matrix": matrix})
    write(folder, "folder/transforms.json", json.dumps(
        {"camera_model": "OPENCV", "fl_x": 1, "fl_y": 1, "cx": 0.5, "cy": 0.5, "w": 1, "h": 1, "frames": frames}))


# MARK: Archives


@shape(5000, "info", "usdz", "usda", "glb", name="a.usdz")
def usdz_entries(folder, n):
    archive(os.path.join(folder, "a.usdz"), [("a.usda", b'#usda 1.0\ndef Xform "W" {}\n')]
            + [(f"t{i}.png", PNG) for i in range(n)])


@shape(5000, "info", "usdz !", "usda", "glb", name="a.usdz")
def usdz_entries_one_name(folder, n):
    archive(os.path.join(folder, "a.usdz"), [("a.usda", b'#usda 1.0\ndef Xform "W" {}\n')] + [("t.png", PNG)] * n)


@shape(5000, "info", "glb", name="a.zip")
def zip_entries(folder, n):
    archive(os.path.join(folder, "a.zip"), [("a.obj", (SQUARE + "f 1 2 3\n").encode())]
            + [(f"d{i}/t{i}.png", PNG) for i in range(n)])


@shape(1000, "info", "out/", name="a.zip")
def zip_models(folder, n):
    archive(os.path.join(folder, "a.zip"), [(f"d/{i}.obj", (SQUARE + "f 1 2 3\n").encode()) for i in range(n)])


@shape(1000, "info", "glb", name="folder/")
def folder_of_files(folder, n):
    os.mkdir(os.path.join(folder, "folder"))
    write(folder, "folder/a.obj", SQUARE + "f 1 2 3\n")
    for i in range(n):
        write(folder, f"folder/t{i}.png", PNG)


def archive(path, entries):
    """A zip of stored entries whose data begin at multiples of 64, as USDZ demands."""
    out, directory = bytearray(), bytearray()
    for name, data in entries:
        crc, spelled = zlib.crc32(data), name.encode()
        place, extra = len(out), (-(len(out) + 30 + len(spelled) + 4)) % 64
        fields = struct.pack("<HHHHHIIIHH", 10, 0, 0, 0, 0x21, crc, len(data), len(data), len(spelled), extra + 4)
        out += b"PK\3\4" + fields + spelled + struct.pack("<HH", 0x1986, extra) + bytes(extra) + data
        directory += b"PK\1\2" + struct.pack("<H", 20) + fields[:-2] + struct.pack("<HHHHII", 0, 0, 0, 0, 0, place) + spelled
    count = min(len(entries), 0xFFFF)
    end = struct.pack("<HHHHIIH", 0, 0, count, count, len(directory), len(out), 0)
    with open(path, "wb") as file:
        file.write(out + directory + b"PK\5\6" + end)


# MARK: The runs


def command(tool, word, folder, name, form):
    path = os.path.join(folder, name)
    extension, *options = word.removesuffix(" !").split(" ")
    threads = ["--threads", "1"]
    if extension in ("info", "check", "digest", "plan"):
        return [tool, extension, path] + form + options + threads
    if extension == "diff":
        return [tool, "diff", path, path, "--exact"] + threads
    if extension == "out/":
        return [tool, path, os.path.join(folder, "out/"), "--to", "glb", "--force"] + threads
    output = os.path.join(folder, "out." + extension)
    return [tool, path, "-o", output, "--force"] + form + options + threads


def seconds(arguments, most):
    """The processor seconds of a process, its exit code, and its peak of memory; None: it did not end."""
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(most),) * 2))
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode < 0:
        return None, process.returncode, usage.ru_maxrss
    return usage.ru_utime + usage.ru_stime, process.returncode, usage.ru_maxrss


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("meshconv")
    parser.add_argument("--only", default="")
    parser.add_argument("--after", default="", help="begin after this shape")
    parser.add_argument("--seconds", type=float, default=10, help="most processor seconds of a run")
    parser.add_argument("--limit", type=float, default=3)
    parser.add_argument("--enough", type=float, default=0.25, help="seconds below which 4n is well without a comparison")
    parser.add_argument("--scale", type=float, default=1, help="a factor of all sizes")
    parser.add_argument("--text", action="store_true", help="answers in words instead of JSON")
    parser.add_argument("--all", action="store_true", help="print the rows that are well, too")
    given = parser.parse_args()
    form = [] if given.text else ["--json"]
    rows, bad = 0, 0
    print("| shape | command | 4n | exit | 4n: bytes | n s | 2n s | 4n s | 4n : 2n | MB |\n|---|---|---|---|---|---|---|---|---|---|")
    first = list(SHAPES).index(given.after) + 1 if given.after else 0
    for label, (make, count, commands, name) in list(SHAPES.items())[first:]:
        if given.only and given.only not in label:
            continue
        places = []
        for factor in (1, 2, 4):
            place = tempfile.mkdtemp(prefix="growth-")
            make(place, max(1, int(count * factor * given.scale)))
            places.append(place)
        size = sum(os.path.getsize(os.path.join(root, file)) for root, _, files in os.walk(places[2]) for file in files)
        for word in commands:
            times, memory = [], 0
            for place in reversed(places):
                time, code, bytes_ = seconds(command(given.meshconv, word, place, name, form), given.seconds)
                times.insert(0, time)
                memory = max(memory, bytes_)
                # Most shapes are done so soon that nothing needs to be compared.
                if time is None or (time < given.enough and not given.all):
                    break
            rows += 1
            ended, last = None not in times, times[-1]
            # The process itself takes a hundredth of a second.
            ratio = (last - 0.01) / max(times[-2] - 0.01, 0.005) if ended and len(times) > 1 else math.nan
            allowed = code > 1 if word.endswith(" !") else code == 0 or (code == 1 and word.startswith("check"))
            isBad = not allowed or not ended or ratio > given.limit or last > 1 + size / 1e6
            bad += isBad
            if isBad or given.all:
                shown = ["-"] * (3 - len(times)) + [("-" if time is None else "%.2f" % time) for time in times]
                print(f"| {label} | {word} | {4 * count} | {code} | {size} | "
                      + " | ".join(shown) + f" | {ratio:.1f} | {memory // 1024} |", flush=True)
        for place in places:
            shutil.rmtree(place, ignore_errors=True)
    print(f"{rows} rows, {bad} of them fail, grow by more than {given.limit} or take more than 1 s and 1 s for each MB")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
