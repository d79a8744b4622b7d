"""Shared by the makers of glTF cases: a tree and its buffer, built part by part."""
import base64
import json
import struct

from .case import Case

BYTE, UBYTE, SHORT, USHORT, UINT, FLOAT = 5120, 5121, 5122, 5123, 5125, 5126
TRIANGLE = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
UNIT = {"min": [0, 0, 0], "max": [1, 1, 0]}
TO_BE_FILLED = ("nodes", "meshes", "accessors", "bufferViews")


class Tree:
    """A tree with one mesh that one node of one scene shows, and one buffer, which `finish` puts where it belongs."""

    def __init__(self, nodes=({"mesh": 0},), used=(), required=(), **members):
        self.root = {"asset": {"version": "2.0"}}
        if used:
            self.root["extensionsUsed"] = list(used)
        if required:
            self.root["extensionsRequired"] = list(required)
        if nodes:
            self.root |= {"scene": 0, "scenes": [{"nodes": [0]}], "nodes": [dict(node) for node in nodes]}
        self.root |= {"meshes": [], "accessors": [], "bufferViews": []} | members
        self.data = bytearray()

    @property
    def primitives(self):
        return self.root["meshes"][0]["primitives"]

    @property
    def attributes(self):
        """Those of the first primitive."""
        return self.primitives[0]["attributes"]

    def view(self, data, stride=None):
        """A view of bytes, which begin at a multiple of four."""
        self.data += b"\0" * (-len(self.data) % 4)
        view = {"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data)}
        if stride is not None:
            view["byteStride"] = stride
        self.data += data
        self.root["bufferViews"].append(view)
        return len(self.root["bufferViews"]) - 1

    def accessor(self, view, type, shape, count, offset=0, normalized=False, **more):
        accessor = {} if view is None else {"bufferView": view}
        if offset:
            accessor["byteOffset"] = offset
        accessor |= {"componentType": type, "count": count, "type": shape}
        if normalized:
            accessor["normalized"] = True
        self.root["accessors"].append(accessor | more)
        return len(self.root["accessors"]) - 1

    def positions(self, points, max=(1, 1, 0)):
        """Positions as float32, from the origin on."""
        view = self.view(b"".join(struct.pack("<3f", *point) for point in points))
        return self.accessor(view, FLOAT, "VEC3", len(points), min=[0, 0, 0], max=list(max))

    def primitive(self, attributes, **members):
        """Adds to the mesh."""
        if not self.root["meshes"]:
            self.root["meshes"].append({"primitives": []})
        self.primitives.append({"attributes": dict(attributes)} | members)

    def finish(self, uri):
        """The tree, its buffer as a URI: `uri` makes it of the bytes."""
        root = {key: value for key, value in self.root.items() if value or key not in TO_BE_FILLED}
        if self.data:
            root["buffers"] = [{"byteLength": len(self.data), "uri": uri(bytes(self.data))}]
        return root

    def finish_glb(self, more=()):
        """The tree and the bytes of the chunk, its first buffer; `more` buffers."""
        root = {key: value for key, value in self.root.items() if value or key not in TO_BE_FILLED}
        if self.data:
            root["buffers"] = [{"byteLength": len(self.data)}, *more]
        return root, bytes(self.data)


def data_uri(data, kind="application/octet-stream"):
    return f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"


def text(root):
    """A tree as text, a line for each member of its root."""
    rows = [f"{json.dumps(key)}:{json.dumps(value, ensure_ascii=False, separators=(',', ':'))}" for key, value in root.items()]
    return ("{" + ",\n".join(rows) + "}\n").encode("utf-8")


def glb(root, binary=b"", others=(), version=2, length=None):
    """A GLB: JSON padded with blanks, the rest with zeros (4.4.3)."""
    tree = text(root).rstrip(b"\n")
    chunks = [(0x4E4F534A, tree + b" " * (-len(tree) % 4))]
    if binary:
        chunks.append((0x004E4942, binary + b"\0" * (-len(binary) % 4)))
    body = b"".join(struct.pack("<II", len(data), kind) + data for kind, data in [*chunks, *others])
    return struct.pack("<4sII", b"glTF", version, 12 + len(body) if length is None else length) + body


def facts(scenes=1, nodes=1, meshes=1, primitives=1, materials=0, textures=0, images=0, cameras=0, skins=0, animations=0,
          triangles=1, shown=0, points=0, vertices=3, attributes=("POSITION",), box=((0, 0, 0), (1, 1, 0)), **more):
    """The facts of a file: those of a triangle unless overridden. None: the fact is not stated."""
    shown = triangles if shown == 0 else shown
    stated = {
        "scenes": scenes, "nodes": nodes, "meshes": meshes, "primitives": primitives, "materials": materials,
        "textures": textures, "images": images, "cameras": cameras, "skins": skins, "animations": animations,
        "triangles_in_meshes": triangles, "scene_triangles": shown, "points_in_meshes": points,
        "vertices_sum_over_primitives": vertices, "attributes": sorted(attributes),
        "scene_bbox": box and {"min": list(box[0]), "max": list(box[1])}}
    return {key: value for key, value in stated.items() if value is not None} | more


def case(name, about, tree, binary=False, sides=None, **stated):
    """A file that must load: a tree to finish, or its bytes."""
    data = tree
    if isinstance(tree, Tree):
        data = glb(*tree.finish_glb()) if binary else text(tree.finish(data_uri))
    return Case("gltf", name, "glb" if binary else "gltf", data, about, "load", facts(**stated), sides)


def webp():
    """A WebP of one pixel, without loss."""
    return base64.b64decode("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")


def avif():
    """An AVIF of one red pixel, made by libavif."""
    return base64.b64decode(
        "AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAAAAAOcGl0bQAAAAAA"
        "AQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAETAAAAKAAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAABqaXBycAAAAEtpcGNvAAAA"
        "FGlzcGUAAAAAAAAAAQAAAAEAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBAAwAAAAAE2NvbHJuY2x4AAEADQAGgAAAABdpcG1hAAAAAAAAAAEAAQQBAoMEAAAA"
        "MG1kYXQSAAoIGAAGiAhoNCAyGhlHh4Yhh5555oAAAJBAyRxhSytNj1FFTqSg")


def ktx2():
    """A KTX2 file of one block of 4 × 4 pixels in UASTC (KTX 2.0, section 3; its data format is that of KHR_DF 1.3)."""
    block = struct.pack("<IHHBBBB4B8BHBB4BII", 0, 2, 40, 166, 1, 2, 0, 3, 3, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 127, 0,
                        0, 0, 0, 0, 0, 0xFFFFFFFF)
    descriptor = struct.pack("<I", 4 + len(block)) + block
    first = 80 + 24 + len(descriptor)
    start = (first + 15) // 16 * 16
    head = struct.pack("<9I", 0, 1, 4, 4, 0, 0, 1, 1, 0) + struct.pack("<4I2Q", 104, len(descriptor), 0, 0, 0, 0)
    level = struct.pack("<3Q", start, 16, 16)
    return (b"\xabKTX 20\xbb\r\n\x1a\n" + head + level + descriptor).ljust(start, b"\0") + b"\0" * 16
