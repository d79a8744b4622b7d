#!/usr/bin/env python3
"""Counts what is in a glTF or GLB file, independently of meshconv.    usage: gltf_count.py FILE...    (prints JSON)

A plain reading of the specification, slow and short: every value is unpacked one by one. A file that it cannot read
ends in a ValueError that says where. `outputs.py` uses `Reader`, too.
"""
import base64
import binascii
import json
import pathlib
import struct
import sys
import urllib.parse

REFUSES = "indices"
CODES = {5120: "b", 5121: "B", 5122: "h", 5123: "H", 5125: "I", 5126: "f"}
SHAPES = {"SCALAR": (1, 1), "VEC2": (2, 1), "VEC3": (3, 1), "VEC4": (4, 1), "MAT2": (2, 2), "MAT3": (3, 3), "MAT4": (4, 4)}
UNIT = (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)
INSTANCING = "EXT_mesh_gpu_instancing"
# Extensions that change neither positions nor the order of vertices; all others are unknown.
KNOWN = ("KHR_materials_", "KHR_texture_", "EXT_texture_", "MSFT_texture_")
UNDERSTOOD = {"KHR_mesh_quantization", "KHR_lights_punctual", "KHR_animation_pointer", "KHR_node_visibility",
              "KHR_xmp_json_ld", INSTANCING}


def need(condition, words):
    if not condition:
        raise ValueError(words)


def entry(rows, index, words):
    """An element of a list, by an index that may be anything."""
    need(isinstance(index, int) and 0 <= index < len(rows), f"{words} {index!r} of {len(rows)}")
    return rows[index]


def product(a, b):
    """Two matrices in columns."""
    return tuple(sum(a[row + 4 * k] * b[4 * column + k] for k in range(4)) for column in range(4) for row in range(4))


def placed(matrix, point):
    return tuple(sum(matrix[row + 4 * axis] * point[axis] for axis in range(3)) + matrix[12 + row] for row in range(3))


def from_parts(move=(0, 0, 0), turn=(0, 0, 0, 1), scale=(1, 1, 1)):
    x, y, z, w = turn
    turned = ((1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)),
              (2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)),
              (2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)))
    return tuple(value * scale[axis] for axis in range(3) for value in (*turned[axis], 0)) + (*move, 1)


def fractions(rows, accessor):
    """Normalised integers as fractions."""
    code = CODES[accessor["componentType"]]
    if not accessor.get("normalized") or code == "f":
        return rows
    most = 2 ** (8 * struct.calcsize(code) - code.islower()) - 1
    return [tuple(max(value / most, -1) for value in row) for row in rows]


class Reader:
    """A file's tree with its buffers, and the values of accessors."""

    def __init__(self, path):
        self.folder, self.chunk = pathlib.Path(path).parent, None
        data = pathlib.Path(path).read_bytes()
        self.is_glb = data[:4] == b"glTF"
        self.root = json.loads((self.tree_of(data) if self.is_glb else data.removeprefix(b"\xef\xbb\xbf")).rstrip(b"\0"))
        need(isinstance(self.root, dict), "no object")
        asset = self.root.get("asset") or {}
        need(str(asset.get("version", "")).split(".")[0] == "2", f"version {asset.get('version')!r}")
        need(asset.get("minVersion", "2.0") == "2.0", f"version {asset.get('minVersion')!r}")
        for name in self.root.get("extensionsRequired", ()):
            need(name.startswith(KNOWN) or name in UNDERSTOOD, f"the extension {name} is required")
        self.buffers, self.values = {}, {}

    def list(self, name):
        return self.root.get(name) or []

    def tree_of(self, data):
        need(len(data) >= 12, "no header")
        version, length = struct.unpack_from("<II", data, 4)
        need(version == 2 and length <= len(data), f"version {version}, {length} of {len(data)} bytes")
        at, tree = 12, None
        while at < length:
            need(at + 8 <= length, f"half a chunk at {at}")
            size, kind = struct.unpack_from("<II", data, at)
            need(at + 8 + size <= length, f"a chunk of {size} bytes at {at}")
            if kind == 0x4E4F534A and tree is None:
                tree = data[at + 8:at + 8 + size]
            elif kind == 0x004E4942 and self.chunk is None:
                self.chunk = data[at + 8:at + 8 + size]
            at += 8 + size
        need(tree is not None, "no tree")
        return tree

    def buffer(self, index):
        if index not in self.buffers:
            uri = entry(self.list("buffers"), index, "buffer").get("uri")
            if uri is None:
                need(index == 0 and self.chunk is not None, f"buffer {index} is nowhere")
                data = self.chunk
            elif uri.startswith("data:"):
                head, _, body = uri.partition(",")
                try:
                    data = base64.b64decode(body, validate=True) if head.endswith(";base64") else urllib.parse.unquote_to_bytes(body)
                except binascii.Error as error:
                    raise ValueError(f"buffer {index}: {error}") from None
            else:
                name = urllib.parse.unquote(uri)
                path = self.folder / name
                need(not name.startswith("/") and ".." not in path.relative_to(self.folder).parts and path.is_file(),
                     f"the file {name} is not found")
                data = path.read_bytes()
            self.buffers[index] = data[:self.list("buffers")[index].get("byteLength", len(data))]
        return self.buffers[index]

    def view(self, index):
        view = entry(self.list("bufferViews"), index, "view")
        need(not set(view.get("extensions", ())) & {"EXT_meshopt_compression", "KHR_meshopt_compression"}, "compressed")
        data, start = self.buffer(view["buffer"]), view.get("byteOffset", 0)
        need(start >= 0 and start + view["byteLength"] <= len(data), f"view {index} leaves its buffer")
        return data[start:start + view["byteLength"]], view.get("byteStride") or 0

    def unpacked(self, owner, code, shape, count):
        """`count` elements from an offset in a view; columns of matrices begin at multiples of four."""
        rows, columns = shape
        data, stride = self.view(owner["bufferView"])
        size = struct.calcsize(code) * rows
        column = size if columns == 1 else (size + 3) // 4 * 4
        need(not stride or stride >= column * (columns - 1) + size, f"a stride of {stride}")
        stride, start = stride or column * columns, owner.get("byteOffset", 0)
        need(start >= 0 and (count == 0 or start + stride * (count - 1) + column * (columns - 1) + size <= len(data)),
             f"{count} elements leave view {owner['bufferView']}")
        return [sum((struct.unpack_from(f"<{rows}{code}", data, start + at * stride + part * column)
                     for part in range(columns)), ()) for at in range(count)]

    def accessor(self, index):
        """The elements as stored, each a tuple."""
        if index not in self.values:
            accessor = entry(self.list("accessors"), index, "accessor")
            code, shape, count = CODES.get(accessor.get("componentType")), SHAPES.get(accessor.get("type")), accessor["count"]
            need(code and shape and isinstance(count, int) and count >= 0, f"accessor {index} is none")
            if "bufferView" in accessor:
                rows = self.unpacked(accessor, code, shape, count)
            else:
                need(count <= 1 << 20, f"{count} elements of nothing")
                rows = [(0,) * (shape[0] * shape[1])] * count
            if "sparse" in accessor:
                sparse = accessor["sparse"]
                places = self.unpacked(sparse["indices"], CODES[sparse["indices"]["componentType"]], (1, 1), sparse["count"])
                last = -1
                for (place,), row in zip(places, self.unpacked(sparse["values"], code, shape, sparse["count"])):
                    need(last < place < count, f"sparse index {place} behind {last} of {count}")
                    rows[place], last = row, place
            self.values[index] = rows
        return self.values[index]

    def read(self, index):
        """The elements, integers as the numbers that they represent."""
        return fractions(self.accessor(index), self.list("accessors")[index])

    # What is shown

    def corners(self, primitive):
        """The vertices in their order."""
        need("KHR_draco_mesh_compression" not in primitive.get("extensions", {}), "compressed")
        attributes = {name: self.accessor(number) for name, number in primitive.get("attributes", {}).items()}
        counts = {len(rows) for rows in attributes.values()}
        need(len(counts) <= 1, f"attributes of {sorted(counts)} values")
        for name, width in (("POSITION", 3), ("NORMAL", 3), ("TANGENT", 4), ("TEXCOORD_0", 2)):
            need(all(len(row) == width for row in attributes.get(name, ())), f"{name} has another shape")
        count = counts.pop() if counts else 0
        if "indices" not in primitive:
            return list(range(count))
        corners = [row[0] for row in self.accessor(primitive["indices"])]
        need(max(corners, default=-1) < count, f"index {max(corners, default=-1)} of {count}")
        return corners

    def triangles(self, primitive):
        """Three corners each, as they face."""
        corners, mode = self.corners(primitive), primitive.get("mode", 4)
        need(mode in range(7), f"mode {mode}")
        if mode == 4:
            return [tuple(corners[at:at + 3]) for at in range(0, len(corners) - 2, 3)]
        if mode == 5:
            return [(corners[at], corners[at + 1 + at % 2], corners[at + 2 - at % 2]) for at in range(len(corners) - 2)]
        return [(corners[at + 1], corners[at + 2], corners[0]) for at in range(len(corners) - 2)] if mode == 6 else []

    def matrix(self, node):
        if "matrix" in node:
            return tuple(node["matrix"])
        return from_parts(node.get("translation", (0, 0, 0)), node.get("rotation", (0, 0, 0, 1)), node.get("scale", (1, 1, 1)))

    def check_tree(self, nodes, scenes):
        """Nodes are trees, and scenes have their roots (3.5.1 and 3.5.2)."""
        parent = {}
        for index, node in enumerate(nodes):
            for child in dict.fromkeys(node.get("children", ())):
                entry(nodes, child, "node")
                need(parent.setdefault(child, index) == index, f"node {child} is below two others")
        for index in range(len(nodes)):
            seen = set()
            while index in parent:
                need(index not in seen, f"node {index} is below itself")
                seen.add(index)
                index = parent[index]
        for root in (root for scene in scenes for root in scene.get("nodes", ())):
            entry(nodes, root, "node")
            need(root not in parent, f"node {root} of a scene is below another")

    def showings(self, everywhere=False):
        """Each mesh with a matrix, see `placements`."""
        return [(mesh, matrix) for mesh, matrix, _ in self.placements(everywhere)]

    def placements(self, everywhere=False):
        """Each mesh with a matrix and the node that shows it, if one does: in the default scene, or in any scene, and then those that no scene shows."""
        nodes, scenes = self.list("nodes"), self.list("scenes")
        self.check_tree(nodes, scenes)
        below = {child for node in nodes for child in node.get("children", ())}
        if scenes:
            chosen = scenes if everywhere else [entry(scenes, self.root.get("scene", 0), "scene")]
            roots = list(dict.fromkeys(root for scene in chosen for root in scene.get("nodes", ())))
        else:
            roots = [index for index in range(len(nodes)) if index not in below]
        found, open_ = [], [(root, UNIT, ()) for root in reversed(roots)]
        while open_:
            index, matrix, above = open_.pop()
            need(len(found) + len(open_) < 1 << 16, "too many nodes")
            need(index not in above, f"node {index} is below itself")
            node = entry(nodes, index, "node")
            matrix = product(matrix, self.matrix(node))
            if "mesh" in node:
                entry(self.list("meshes"), node["mesh"], "mesh")
                copies = node.get("extensions", {}).get(INSTANCING)
                found += [(node["mesh"], product(matrix, copy), node)
                          for copy in (self.copies(copies) if copies else [UNIT])]
            open_ += [(child, matrix, (*above, index)) for child in reversed(node.get("children", ()))]
        if everywhere:
            shown = {mesh for mesh, _, _ in found}
            found += [(mesh, UNIT, {}) for mesh in range(len(self.list("meshes"))) if mesh not in shown]
        return found

    def worlds(self):
        """The matrix of each node, shown or not."""
        nodes, found = self.list("nodes"), {}
        below = {child for node in nodes for child in node.get("children", ())}
        open_ = [(index, UNIT) for index in range(len(nodes)) if index not in below]
        while open_:
            index, above = open_.pop()
            found[index] = product(above, self.matrix(nodes[index]))
            open_ += [(child, found[index]) for child in nodes[index].get("children", ())]
        return found

    def at_rest(self, primitive, weights):
        """The positions after morph targets (3.7.2.2)."""
        points = [tuple(point) for point in self.read(primitive["attributes"]["POSITION"])]
        for weight, target in zip(weights, primitive.get("targets", ())):
            if weight and "POSITION" in target:
                points = [tuple(a + weight * b for a, b in zip(point, change))
                          for point, change in zip(points, self.read(target["POSITION"]))]
        return points

    def skinned(self, primitive, points, skin, worlds):
        """The positions that joints give (3.7.3), in the world."""
        joints = [worlds[joint] for joint in skin["joints"]]
        if "inverseBindMatrices" in skin:
            joints = [product(world, inverse) for world, inverse in zip(joints, self.read(skin["inverseBindMatrices"]))]
        moved = [(0, 0, 0)] * len(points)
        names, number = primitive["attributes"], 0
        while f"JOINTS_{number}" in names:
            rows = zip(self.accessor(names[f"JOINTS_{number}"]), self.read(names[f"WEIGHTS_{number}"]))
            for place, (own, weights) in enumerate(rows):
                for joint, weight in zip(own, weights):
                    if weight:
                        need(joint < len(joints), f"joint {joint} of {len(joints)}")
                        at = placed(joints[joint], points[place])
                        moved[place] = tuple(a + weight * b for a, b in zip(moved[place], at))
            number += 1
        return moved

    def places(self, primitive, mesh, matrix, node):
        """The points of a primitive as a node shows it at rest, in the world."""
        weights = node.get("weights", self.list("meshes")[mesh].get("weights", ()))
        points = self.at_rest(primitive, weights)
        if "skin" in node and "JOINTS_0" in primitive["attributes"]:
            return self.skinned(primitive, points, entry(self.list("skins"), node["skin"], "skin"), self.worlds())
        return [placed(matrix, point) for point in points]

    def points(self):
        """All points that the default scene shows at rest."""
        return [place for mesh, matrix, node in self.placements()
                for primitive in self.list("meshes")[mesh]["primitives"] if "POSITION" in primitive["attributes"]
                for place in self.places(primitive, mesh, matrix, node)]

    def copies(self, instancing):
        attributes = {name: self.read(number) for name, number in instancing["attributes"].items()}
        count = len(next(iter(attributes.values())))
        return [from_parts(*(attributes[name][at] if name in attributes else other for name, other in (
            ("TRANSLATION", (0, 0, 0)), ("ROTATION", (0, 0, 0, 1)), ("SCALE", (1, 1, 1))))) for at in range(count)]


def count(path):
    file = Reader(path)
    primitives = [primitive for mesh in file.list("meshes") for primitive in mesh.get("primitives", ())]
    for primitive in primitives:
        if "material" in primitive:
            entry(file.list("materials"), primitive["material"], "material")
    triangles = {id(primitive): len(file.triangles(primitive)) for primitive in primitives}
    facts = {name: len(file.list(name)) for name in (
        "scenes", "nodes", "meshes", "materials", "textures", "images", "cameras", "skins", "animations")}
    facts |= {
        "primitives": len(primitives), "triangles_in_meshes": sum(triangles.values()),
        "points_in_meshes": sum(len(file.corners(primitive)) for primitive in primitives if primitive.get("mode") == 0),
        "vertices_sum_over_primitives": sum(
            len(file.accessor(next(iter(primitive["attributes"].values())))) for primitive in primitives),
        "attributes": sorted({name for primitive in primitives for name in primitive["attributes"]})}
    shown = file.showings()
    facts["scene_triangles"] = sum(triangles[id(primitive)] for mesh, _ in shown
                                   for primitive in file.list("meshes")[mesh]["primitives"])
    points = file.points()
    if points:
        facts["scene_bbox"] = {"min": [min(axis) for axis in zip(*points)], "max": [max(axis) for axis in zip(*points)]}
    return facts


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(json.dumps({"file": name} | count(name), ensure_ascii=False))
