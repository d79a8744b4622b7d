"""glTF and GLB: one small file per rule of the specification (section numbers are those of glTF 2.0) and of the
supported extensions, built member by member.

Facts are stated case by case; `box` is that of the default scene, in world space.
"""
import base64
import json
import struct
import urllib.parse

from .case import png
from .gltf_broken import broken
from .gltf_parts import (BYTE, FLOAT, SHORT, TRIANGLE, UBYTE, UINT, UNIT, USHORT, Tree, avif, case, data_uri, glb, ktx2, text,
                         webp)

SQUARE = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]
ROW = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 2, 0), (1, 2, 0)]


def cases():
    yield from containers()
    yield from accessors()
    yield from primitives()
    yield from attributes()
    yield from hierarchies()
    yield from splats()
    yield from materials()
    yield from images()
    yield from movements()
    yield from remarks()
    yield from broken()


def one(**attributes):
    """A tree with a triangle, shown by one node."""
    tree = Tree()
    tree.primitive({"POSITION": tree.positions(TRIANGLE)} | attributes)
    return tree


def containers():
    yield case("triangle", "the least that shows a triangle, its buffer a data URI", one())
    yield case("triangle", "the same as GLB", one(), binary=True)
    yield case("empty", "a version and nothing else", Tree(nodes=[]), scenes=0, nodes=0, meshes=0, primitives=0,
               triangles=0, vertices=0, attributes=[], box=None)
    yield case("empty_chunkless", "a GLB without a binary chunk", Tree(nodes=[]), binary=True, scenes=0, nodes=0, meshes=0,
               primitives=0, triangles=0, vertices=0, attributes=[], box=None)
    yield case("text_in_glb", "a GLB whose only buffer is a data URI", glb(one().finish(data_uri)), binary=True)
    yield case("chunk_of_others", "a chunk that nobody knows, behind the two that all know",
               glb(*one().finish_glb(), others=[(0x21584554, b"a text.\0")]), binary=True)
    tree = one()
    tree.data += b"\0"
    root, chunk = tree.finish_glb()
    yield case("chunk_padded", "a binary chunk three bytes longer than its buffer (4.4.3.3)", glb(root, chunk), binary=True)
    yield case("bytes_behind", "bytes behind the end that the header names", glb(*one().finish_glb()) + b"more", binary=True,
               reports=True)
    # The chunk is the first buffer, a data URI the second, a file the third.
    tree = one()
    normals = struct.pack("<9f", *(0, 0, 1) * 3)
    uvs = struct.pack("<6f", 0, 0, 1, 0, 0, 1)
    tree.root["bufferViews"] += [{"buffer": 1, "byteLength": 36}, {"buffer": 2, "byteOffset": 4, "byteLength": 24}]
    tree.root["accessors"] += [{"bufferView": 1, "componentType": FLOAT, "count": 3, "type": "VEC3"},
                               {"bufferView": 2, "componentType": FLOAT, "count": 3, "type": "VEC2"}]
    tree.attributes["NORMAL"], tree.attributes["TEXCOORD_0"] = 1, 2
    more = [{"byteLength": 36, "uri": data_uri(normals)}, {"byteLength": 28, "uri": "more%20data.bin"}]
    yield case("three_buffers", "the chunk, a data URI and a file beside, whose name has a blank",
               glb(*tree.finish_glb(more)), binary=True, attributes=["POSITION", "NORMAL", "TEXCOORD_0"],
               sides={"more data.bin": b"skip" + uvs})
    plain = "data:application/octet-stream," + urllib.parse.quote(bytes(one().data), safe="")
    yield case("data_percent", "a data URI without base64", text(one().finish(lambda data: plain)))
    yield case("byte_order_mark", "a byte order mark, which must not be (2.7.1)", b"\xef\xbb\xbf" + text(one().finish(data_uri)),
               reports=True)
    names = one()
    names.root["meshes"][0]["name"] = "Gehäuse \"部品\" \\ \t 🙂"
    names.root["nodes"][0]["name"] = ""
    names.root["asset"] |= {"generator": "by hand", "copyright": "nobody", "extras": {"title": "names", "tags": ["a", "b"]}}
    yield case("names", "names with quotes, escapes, umlauts and beyond the first plane; metadata", names)
    escaped = json.dumps(names.finish(data_uri)).encode("ascii")
    yield case("names_escaped", "the same with \\u escapes and surrogate pairs", escaped)


def accessors():
    tree = Tree()
    # Interleaved positions, normals and colours (3.6.2.4).
    rows = b"".join(struct.pack("<3f3f4B", *point, 0, 0, 1, 255 * at, 0, 0, 255) for at, point in enumerate(TRIANGLE[:2]))
    rows += struct.pack("<3f3f4B", *TRIANGLE[2], 0, 0, 1, 0, 0, 255, 128)
    view = tree.view(rows, 28)
    tree.primitive({
        "POSITION": tree.accessor(view, FLOAT, "VEC3", 3, **UNIT), "NORMAL": tree.accessor(view, FLOAT, "VEC3", 3, offset=12),
        "COLOR_0": tree.accessor(view, UBYTE, "VEC4", 3, offset=24, normalized=True)})
    yield case("interleaved", "three attributes in one view with a stride", tree, attributes=["POSITION", "NORMAL", "COLOR_0"])
    tree = Tree()
    wide = b"".join(struct.pack("<4x3f4x", *point) for point in TRIANGLE)[:-4]
    tree.primitive({"POSITION": tree.accessor(tree.view(wide, 20), FLOAT, "VEC3", 3, offset=4, **UNIT)})
    yield case("stride", "gaps between elements; the last one ends with the view", tree)
    for name, type, code in [("u8", UBYTE, "B"), ("u16", USHORT, "H"), ("u32", UINT, "I")]:
        tree = Tree()
        base = tree.view(struct.pack("<9f", *(0,) * 9))
        places = tree.view(struct.pack(f"<2{code}", 1, 2))
        values = tree.view(struct.pack("<6f", 1, 0, 0, 0, 1, 0))
        sparse = {"count": 2, "indices": {"bufferView": places, "componentType": type}, "values": {"bufferView": values}}
        tree.primitive({"POSITION": tree.accessor(base, FLOAT, "VEC3", 3, sparse=sparse, **UNIT)})
        yield case(f"sparse_{name}", f"two of three positions replaced, indices of type {type} (3.6.2.3)", tree)
    tree = Tree()
    places, values = tree.view(b"\1\2"), tree.view(struct.pack("<4x6f", 1, 0, 0, 0, 1, 0))
    sparse = {"count": 2, "indices": {"bufferView": places, "componentType": UBYTE},
              "values": {"bufferView": values, "byteOffset": 4}}
    tree.primitive({"POSITION": tree.accessor(None, FLOAT, "VEC3", 3, sparse=sparse, **UNIT)})
    yield case("sparse_alone", "positions that are zeros but for those that a sparse accessor names", tree)
    tree = one()
    tree.attributes["TEXCOORD_0"] = tree.accessor(None, FLOAT, "VEC2", 3)
    yield case("zeros", "texture coordinates without a view: zeros (3.6.2.3)", tree, attributes=["POSITION", "TEXCOORD_0"])
    tree = one()
    # Columns of matrices begin at multiples of four bytes (3.6.2.4).
    tree.attributes.update({
        "_M2U8": tree.accessor(tree.view(struct.pack("<2B2x2B2x", 1, 2, 3, 4) * 3, 8), UBYTE, "MAT2", 3),
        "_M3U8": tree.accessor(tree.view(struct.pack("<3Bx3Bx3Bx", *range(9)) * 3, 12), UBYTE, "MAT3", 3),
        "_M3I16": tree.accessor(tree.view(struct.pack("<3h2x3h2x3h2x", *range(-4, 5)) * 3, 24), SHORT, "MAT3", 3),
        "_M4F32": tree.accessor(tree.view(struct.pack("<16f", *range(16)) * 3), FLOAT, "MAT4", 3)})
    yield case("matrices", "attributes that are matrices, with padded columns", tree,
               attributes=["POSITION", "_M2U8", "_M3U8", "_M3I16", "_M4F32"])
    tree = one()
    for name, type, code in [("I8", BYTE, "b"), ("U8", UBYTE, "B"), ("I16", SHORT, "h"), ("U16", USHORT, "H")]:
        least = -2 ** (8 * struct.calcsize(code) - 1) if code.islower() else 0
        most = least + 2 ** (8 * struct.calcsize(code)) - 1
        rows = b"".join(struct.pack(f"<{code}", value).ljust(4, b"\0") for value in (least, 1, most))
        view = tree.view(rows, 4)
        tree.attributes[f"_{name}"] = tree.accessor(view, type, "SCALAR", 3)
        tree.attributes[f"_{name}_NORMALIZED"] = tree.accessor(
            view, type, f"VEC{4 // struct.calcsize(code)}", 3, normalized=True)
    tree.attributes["_F32"] = tree.accessor(tree.view(struct.pack("<3f", 1e-40, -0.0, 3e38)), FLOAT, "SCALAR", 3)
    yield case("components", "attributes of one's own in every component type, plain and normalised", tree, attributes=[
        "POSITION", "_I8", "_I8_NORMALIZED", "_U8", "_U8_NORMALIZED", "_I16", "_I16_NORMALIZED", "_U16", "_U16_NORMALIZED",
        "_F32"])


def primitives():
    def seven(tree, indices):
        """Each mode over the six vertices of a strip."""
        positions = tree.positions(ROW, max=[1, 2, 0])
        for mode in range(7):
            tree.primitive({"POSITION": positions}, mode=mode, **({} if indices is None else {"indices": indices}))
    stated = dict(primitives=7, points=6, triangles=10, vertices=42, box=[[0, 0, 0], [1, 2, 0]])
    tree = Tree()
    seven(tree, None)
    yield case("modes", "the seven modes without indices", tree, **stated)
    for name, type, code in [("u8", UBYTE, "B"), ("u16", USHORT, "H"), ("u32", UINT, "I")]:
        tree = Tree()
        seven(tree, tree.accessor(tree.view(struct.pack(f"<6{code}", 0, 1, 2, 3, 4, 5)), type, "SCALAR", 6))
        yield case(f"modes_{name}", f"the seven modes with indices of type {type}", tree, **stated)
    tree = Tree()
    positions = tree.positions(SQUARE, max=[1, 1, 0])
    for material, corners in [(0, (0, 1, 2)), (1, (2, 1, 3))]:
        indices = tree.accessor(tree.view(struct.pack("<3H", *corners)), USHORT, "SCALAR", 3)
        tree.primitive({"POSITION": positions}, indices=indices, material=material)
    tree.root["materials"] = [{"name": "a"}, {"name": "b"}]
    yield case("shared_vertices", "two primitives with materials of their own over the same vertices", tree, primitives=2,
               materials=2, triangles=2, vertices=8, box=[[0, 0, 0], [1, 1, 0]])
    tree = Tree()
    tree.primitive({"POSITION": tree.positions(SQUARE, max=[1, 1, 0])}, mode=0)
    yield case("points", "a cloud", tree, triangles=0, points=4, vertices=4, box=[[0, 0, 0], [1, 1, 0]])
    tree = Tree()
    tree.primitive({"POSITION": tree.positions(TRIANGLE)},
                   indices=tree.accessor(tree.view(b"\0\1\2\0\0\1\2\2\2"), UBYTE, "SCALAR", 9))
    yield case("degenerate", "triangles that use a vertex twice or three times", tree, triangles=3)


def attributes():
    tree = Tree()
    positions = tree.positions(TRIANGLE)
    for type, code, middle in [(FLOAT, "f", 0.5), (UBYTE, "B", 128), (USHORT, "H", 32768)]:
        most = 1.0 if code == "f" else 2 ** (8 * struct.calcsize(code)) - 1
        for width in (3, 4):
            rows = [(most, 0, 0, most), (0, middle, 0, middle), (0, 0, most, 0)]
            size = struct.calcsize(f"{width}{code}")
            # Elements of vertex attributes begin at multiples of four bytes (3.6.2.4).
            stride = (size + 3) // 4 * 4
            view = tree.view(b"".join(struct.pack(f"<{width}{code}", *row[:width]).ljust(stride, b"\0") for row in rows), stride)
            color = tree.accessor(view, type, f"VEC{width}", 3, normalized=code != "f")
            tree.primitive({"POSITION": positions, "COLOR_0": color})
    yield case("colors", "colours of three and four components, as floats, bytes and shorts", tree, primitives=6, triangles=6,
               vertices=18, attributes=["POSITION", "COLOR_0"])
    tree = one()
    tree.attributes.update({
        "COLOR_0": tree.accessor(tree.view(bytes(range(0, 240, 20))), UBYTE, "VEC4", 3, normalized=True),
        "COLOR_1": tree.accessor(tree.view(struct.pack("<9f", *(index / 8 for index in range(9)))), FLOAT, "VEC3", 3)})
    yield case("colors_two", "two sets of colours", tree, attributes=["POSITION", "COLOR_0", "COLOR_1"])
    tree = one()
    tree.attributes.update({
        "TEXCOORD_0": tree.accessor(tree.view(struct.pack("<6f", 0, 0, 1.5, 0, 0, -0.25)), FLOAT, "VEC2", 3),
        "TEXCOORD_1": tree.accessor(tree.view(bytes([0, 0, 9, 9, 255, 0, 9, 9, 0, 255]), 4), UBYTE, "VEC2", 3, normalized=True),
        "TEXCOORD_2": tree.accessor(tree.view(struct.pack("<6H", 0, 0, 65535, 0, 0, 1)), USHORT, "VEC2", 3, normalized=True)})
    yield case("texcoords", "three sets of texture coordinates, as floats, bytes and shorts", tree,
               attributes=["POSITION", "TEXCOORD_0", "TEXCOORD_1", "TEXCOORD_2"])
    tree = one()
    tree.attributes.update({
        "NORMAL": tree.accessor(tree.view(struct.pack("<9f", *(0, 0, 1) * 3)), FLOAT, "VEC3", 3),
        "TANGENT": tree.accessor(tree.view(struct.pack("<12f", *(1, 0, 0, 1), *(1, 0, 0, -1), *(0, 1, 0, 1))), FLOAT, "VEC4", 3)})
    yield case("tangents", "tangents of both hands", tree, attributes=["POSITION", "NORMAL", "TANGENT"])
    tree = one()
    tree.attributes.update({"_CONFIDENCE": tree.accessor(tree.view(struct.pack("<3f", 0, 0.5, 1)), FLOAT, "SCALAR", 3),
                        "_LABEL_ID": tree.accessor(tree.view(struct.pack("<H2xH2xH", 0, 1, 65535), 4), USHORT, "SCALAR", 3)})
    yield case("custom", "attributes of one's own", tree, attributes=["POSITION", "_CONFIDENCE", "_LABEL_ID"])
    tree = Tree(used=["KHR_mesh_quantization"], required=["KHR_mesh_quantization"])
    shorts = b"".join(struct.pack("<3h2x", *(1000 * value for value in point)) for point in TRIANGLE)
    bytes_ = b"".join(struct.pack("<3bx", *(127 * value for value in point)) for point in TRIANGLE)
    normals = tree.accessor(tree.view(struct.pack("<3bx", 0, 0, 127) * 3, 4), BYTE, "VEC3", 3, normalized=True)
    uvs = tree.accessor(tree.view(struct.pack("<6h", 0, 0, 4096, 0, 0, -4096)), SHORT, "VEC2", 3)
    view = tree.view(shorts, 8)
    tree.primitive({"NORMAL": normals, "TEXCOORD_0": uvs, "POSITION":
                    tree.accessor(view, SHORT, "VEC3", 3, min=[0, 0, 0], max=[1000, 1000, 0])})
    tree.primitive({"NORMAL": normals, "POSITION": tree.accessor(
        tree.view(bytes_, 4), BYTE, "VEC3", 3, normalized=True, min=[0, 0, 0], max=[127, 127, 0])})
    tree.root["nodes"][0] |= {"scale": [0.001, 0.001, 0.001], "translation": [1, 0, 0]}
    yield case("quantized", "positions, normals and texture coordinates as integers (KHR_mesh_quantization)", tree,
               primitives=2, triangles=2, vertices=6, attributes=["POSITION", "NORMAL", "TEXCOORD_0"],
               box=[[1, 0, 0], [2, 1, 0]])


def hierarchies():
    tree = one()
    tree.root["nodes"] = [{"mesh": 0}, {"mesh": 0, "translation": [2, 0, 0]}, {"mesh": 0, "translation": [0, 5, 0]}]
    tree.root |= {"scene": 1, "scenes": [{"name": "first", "nodes": [0]}, {"name": "shown", "nodes": [0, 1]}]}
    yield case("scenes", "two scenes that share a node, the second to show; a node in none", tree, scenes=2, nodes=3,
               shown=2, box=[[0, 0, 0], [3, 1, 0]])
    tree = one()
    del tree.root["scene"], tree.root["scenes"]
    tree.root["nodes"] = [{"mesh": 0, "translation": [1, 2, 3]}]
    yield case("no_scene", "nodes and no scene", tree, scenes=0, shown=None, box=None)
    tree = one()
    del tree.root["scene"], tree.root["scenes"], tree.root["nodes"]
    yield case("library", "a mesh that nothing shows", tree, scenes=0, nodes=0, shown=None, box=None)
    turn = 0.5 ** 0.5
    tree = one()
    tree.root["nodes"] = [
        {"name": "matrix", "matrix": [0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 10, 0, 0, 1], "children": [1, 3]},
        {"name": "parts", "translation": [1, 0, 0], "rotation": [0, 0, turn, turn], "scale": [1, 2, 1], "children": [2]},
        {"name": "deep", "mesh": 0}, {"name": "leaf", "mesh": 0}]
    # Parts: (x, y) → (1 − 2y, x); the matrix: (x, y) → (10 − 2y, 2x). Both: (10 − 2x, 2 − 4y).
    yield case("transforms", "a matrix and parts below it (3.5.3)", tree, nodes=4, shown=2, box=[[8, -2, 0], [10, 2, 0]])
    tree = one()
    tree.root["nodes"] = [{"mesh": 0, "scale": [-1, 1, 1]}, {"mesh": 0, "scale": [-1, -1, 1], "translation": [0, 0, 1]},
                          {"mesh": 0, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 4, 1]}]
    tree.root["scenes"] = [{"nodes": [0, 1, 2]}]
    yield case("mirrors", "negative scale: one, two and three axes turned round", tree, nodes=3, shown=3,
               box=[[-1, -1, 0], [1, 1, 4]])
    tree = one()
    tree.root["nodes"] = [{"mesh": 0, "translation": [x, 0, 0]} for x in range(4)]
    tree.root["scenes"] = [{"nodes": [0, 1, 2, 3]}]
    yield case("instances", "four nodes show one mesh", tree, nodes=4, shown=4, box=[[0, 0, 0], [4, 1, 0]])
    tree = one()
    tree.root["extensionsUsed"] = ["EXT_mesh_gpu_instancing"]
    moves = tree.accessor(tree.view(struct.pack("<9f", 0, 0, 0, 2, 0, 0, 0, 0, 3)), FLOAT, "VEC3", 3)
    turns = tree.accessor(tree.view(struct.pack("<12b", 0, 0, 0, 127, 0, 0, 127, 0, 0, 0, 0, 127)), BYTE, "VEC4", 3,
                          normalized=True)
    scales = tree.accessor(tree.view(struct.pack("<9f", 1, 1, 1, 1, 1, 1, 2, 2, 2)), FLOAT, "VEC3", 3)
    tree.root["nodes"][0]["extensions"] = {"EXT_mesh_gpu_instancing": {
        "attributes": {"TRANSLATION": moves, "ROTATION": turns, "SCALE": scales}}}
    # The second is turned by 180° about z: it reaches from 2 down to 1 and from 0 down to −1.
    yield case("gpu_instancing", "three showings of a mesh by accessors (EXT_mesh_gpu_instancing)", tree, binary=True,
               shown=3, box=[[0, -1, 0], [2, 2, 3]], extensionsUsed=["EXT_mesh_gpu_instancing"])
    tree = Tree(cameras=[
        {"name": "endless", "type": "perspective", "perspective": {"yfov": 0.8, "znear": 0.01}},
        {"type": "perspective", "perspective": {"yfov": 1, "znear": 0.1, "zfar": 100, "aspectRatio": 1.5}},
        {"type": "orthographic", "orthographic": {"xmag": 2, "ymag": 1, "znear": 0, "zfar": 10}}])
    tree.root["nodes"] = [{"camera": index, "translation": [0, 0, index]} for index in range(3)]
    tree.root |= {"scene": 0, "scenes": [{"nodes": [0, 1, 2]}]}
    yield case("cameras", "cameras of each kind", tree, nodes=3, meshes=0, primitives=0, triangles=0, vertices=0, cameras=3,
               attributes=[], box=None)
    tree = Tree(used=["KHR_lights_punctual"], extensions={"KHR_lights_punctual": {"lights": [
        {"type": "point", "name": "lamp", "color": [1, 0.5, 0.25], "intensity": 40, "range": 12},
        {"type": "spot", "spot": {"innerConeAngle": 0.1, "outerConeAngle": 0.5}}, {"type": "directional"}]}})
    tree.root["nodes"] = [{"extensions": {"KHR_lights_punctual": {"light": index}}} for index in range(3)]
    tree.root |= {"scene": 0, "scenes": [{"nodes": [0, 1, 2]}]}
    yield case("lights", "lights of each kind (KHR_lights_punctual)", tree, nodes=3, meshes=0, primitives=0, triangles=0,
               vertices=0, attributes=[], box=None)
    tree = one()
    tree.root["nodes"] = [{"children": [index + 1], "translation": [0, 0, 1]} for index in range(30)] + [{"mesh": 0}]
    yield case("deep", "thirty nodes below each other", tree, nodes=31, box=[[0, 0, 30], [1, 1, 30]])


def textured(count=1):
    """A tree with texture coordinates and as many textures of one image."""
    tree = one()
    tree.attributes["TEXCOORD_0"] = tree.accessor(tree.view(struct.pack("<6f", 0, 0, 1, 0, 0, 1)), FLOAT, "VEC2", 3)
    tree.primitives[0]["material"] = 0
    tree.root["images"] = [{"uri": "data:image/png;base64," + base64.b64encode(png(200, 100, 50)).decode()}]
    tree.root["textures"] = [{"source": 0} for _ in range(count)]
    return tree


def splats():
    """Gaussian splats (KHR_gaussian_splatting, ratified in 2026)."""
    name = "KHR_gaussian_splatting"

    def cloud(degree, space="srgb_rec709_display", left_out=(), mode=0, codes=False, **members):
        tree = Tree(used=[name])
        points = {"POSITION": tree.positions(SQUARE, max=[1, 1, 0])}
        if codes:
            quantised = [("ROTATION", SHORT, "VEC4", True, "<16h", [0, 0, 0, 32767, 32767, 0, 0, 0] * 2),
                         ("SCALE", UBYTE, "VEC3", False, "<" + "3Bx" * 4, [1, 2, 3] * 4),
                         ("OPACITY", UBYTE, "SCALAR", True, "<" + "Bxxx" * 4, [0, 255, 51, 102])]
            for part, type, shape, normalized, form, numbers in quantised:
                stride = 4 if type == UBYTE else None
                points[f"{name}:{part}"] = tree.accessor(
                    tree.view(struct.pack(form, *numbers), stride), type, shape, 4, normalized=normalized)
        else:
            for part, shape, rows in [("ROTATION", "VEC4", [(0, 0, 0, 1), (1, 0, 0, 0), (0, 0.6, 0, 0.8), (0.5, 0.5, 0.5, 0.5)]),
                                      ("SCALE", "VEC3", [(0, 1, 2), (0.25, 0.5, 0.125), (1, 1, 1), (3, 2, 1)]),
                                      ("OPACITY", "SCALAR", [(0,), (1,), (0.5,), (0.25,)])]:
                data = b"".join(struct.pack(f"<{len(row)}f", *row) for row in rows)
                points[f"{name}:{part}"] = tree.accessor(tree.view(data), FLOAT, shape, 4)
        for own in range(degree + 1):
            for place in range(2 * own + 1):
                numbers = [(own * 16 + place * 4 + index) / 64 - 0.5 for index in range(12)]
                points[f"{name}:SH_DEGREE_{own}_COEF_{place}"] = tree.accessor(
                    tree.view(struct.pack("<12f", *numbers)), FLOAT, "VEC3", 4)
        points = {key: value for key, value in points.items() if key not in {f"{name}:{part}" for part in left_out}}
        tree.primitive(points, mode=mode, extensions={name: {"kernel": "ellipse", "colorSpace": space} | members})
        return tree, sorted(points)

    for degree in range(4):
        tree, attributes = cloud(degree)
        yield case(f"splats_{degree}", f"splats of degree {degree}", tree, binary=degree > 0, attributes=attributes, **CLOUD)
    tree, attributes = cloud(0, "lin_rec709_display")
    yield case("splats_linear", "splats of linear colours", tree, attributes=attributes, **CLOUD)
    tree, attributes = cloud(1, codes=True)
    yield case("splats_codes", "splats in whole numbers", tree, attributes=attributes, **CLOUD)
    tree, attributes = cloud(1, projection="orthographic", sortingMethod="zDepth")
    yield case("splats_words", "splats shown in another way than all others", tree, attributes=attributes, **CLOUD)
    tree, attributes = cloud(0, "of_somebody")
    yield case("splats_colors", "splats of colours that nobody knows", tree, attributes=attributes, reports=True, **CLOUD)
    tree, attributes = cloud(0, left_out=["OPACITY"])
    yield case("splats_part", "splats without opacities", tree, attributes=attributes, reports=True, **CLOUD)


CLOUD = dict(triangles=0, points=4, vertices=4, box=[[0, 0, 0], [1, 1, 0]])
SURFACE = dict(attributes=["POSITION", "TEXCOORD_0"], textures=1, images=1)


def materials():
    tree = textured(5)
    tree.attributes["NORMAL"] = tree.accessor(tree.view(struct.pack("<9f", *(0, 0, 1) * 3)), FLOAT, "VEC3", 3)
    tree.root["materials"] = [{
        "name": "all", "pbrMetallicRoughness": {
            "baseColorFactor": [0.5, 0.25, 0.125, 0.75], "baseColorTexture": {"index": 0}, "metallicFactor": 0.5,
            "roughnessFactor": 0.25, "metallicRoughnessTexture": {"index": 1}},
        "normalTexture": {"index": 2, "scale": 0.5}, "occlusionTexture": {"index": 3, "strength": 0.5},
        "emissiveTexture": {"index": 4}, "emissiveFactor": [1, 0.5, 0], "alphaMode": "MASK", "alphaCutoff": 0.25,
        "doubleSided": True}, {"name": "defaults"}, {"alphaMode": "BLEND"}, {"alphaMode": "OPAQUE", "doubleSided": False}]
    yield case("material", "every member of a material, and none", tree, materials=4, textures=5, images=1,
               attributes=["POSITION", "NORMAL", "TEXCOORD_0"])
    layers = {
        "clearcoat": {"clearcoatFactor": 1, "clearcoatTexture": {"index": 0}, "clearcoatRoughnessFactor": 0.1,
                      "clearcoatRoughnessTexture": {"index": 0}, "clearcoatNormalTexture": {"index": 0, "scale": 2}},
        "sheen": {"sheenColorFactor": [1, 0, 0.5], "sheenColorTexture": {"index": 0}, "sheenRoughnessFactor": 0.5,
                  "sheenRoughnessTexture": {"index": 0}},
        "specular": {"specularFactor": 0.5, "specularTexture": {"index": 0}, "specularColorFactor": [1, 2, 0.5],
                     "specularColorTexture": {"index": 0}},
        "iridescence": {"iridescenceFactor": 1, "iridescenceTexture": {"index": 0}, "iridescenceIor": 1.4,
                        "iridescenceThicknessMinimum": 50, "iridescenceThicknessMaximum": 500,
                        "iridescenceThicknessTexture": {"index": 0}},
        "anisotropy": {"anisotropyStrength": 0.5, "anisotropyRotation": 1.5, "anisotropyTexture": {"index": 0}},
        "emissive_strength": {"emissiveStrength": 5},
    }
    body = {
        "transmission": {"transmissionFactor": 1, "transmissionTexture": {"index": 0}},
        "volume": {"thicknessFactor": 0.5, "thicknessTexture": {"index": 0}, "attenuationDistance": 2,
                   "attenuationColor": [0.5, 1, 0.5]},
        "ior": {"ior": 1.33}, "dispersion": {"dispersion": 0.1},
        "diffuse_transmission": {"diffuseTransmissionFactor": 0.25, "diffuseTransmissionTexture": {"index": 0},
                                 "diffuseTransmissionColorFactor": [1, 0.5, 0.5],
                                 "diffuseTransmissionColorTexture": {"index": 0}},
    }
    for name, about, parts in [("layers", "extensions of materials that lie on a surface", layers),
                               ("body", "extensions of materials that light goes through", body)]:
        tree = textured()
        tree.attributes["NORMAL"] = tree.accessor(tree.view(struct.pack("<9f", *(0, 0, 1) * 3)), FLOAT, "VEC3", 3)
        tree.attributes["TANGENT"] = tree.accessor(tree.view(struct.pack("<12f", *(1, 0, 0, 1) * 3)), FLOAT, "VEC4", 3)
        parts = {f"KHR_materials_{key}": value for key, value in parts.items()}
        tree.root["extensionsUsed"] = list(parts)
        tree.root["materials"] = [{"emissiveFactor": [1, 1, 1], "extensions": parts}]
        yield case(f"material_{name}", about, tree, materials=1, textures=1, images=1,
                   attributes=["POSITION", "NORMAL", "TANGENT", "TEXCOORD_0"])
    tree = textured()
    tree.root["extensionsUsed"] = ["KHR_materials_unlit"]
    tree.root["materials"] = [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}},
                               "extensions": {"KHR_materials_unlit": {}}}]
    yield case("material_unlit", "a material without light (KHR_materials_unlit)", tree, materials=1, **SURFACE)
    tree = textured()
    old = "KHR_materials_pbrSpecularGlossiness"
    tree.root["extensionsUsed"] = [old]
    tree.root["materials"] = [{"extensions": {old: {
        "diffuseFactor": [0.5, 0.5, 1, 1], "diffuseTexture": {"index": 0}, "specularFactor": [0.1, 0.1, 0.1],
        "glossinessFactor": 0.5, "specularGlossinessTexture": {"index": 0}}}}]
    yield case("material_old", f"specular and glossiness ({old})", tree, materials=1, reports=True, **SURFACE)
    tree = textured()
    name = "KHR_materials_variants"
    tree.root |= {"extensionsUsed": [name], "materials": [{"name": "day"}, {"name": "night"}],
                  "extensions": {name: {"variants": [{"name": "day"}, {"name": "night"}]}}}
    tree.primitives[0]["extensions"] = {name: {"mappings": [{"material": 0, "variants": [0]}, {"material": 1, "variants": [1]}]}}
    yield case("material_variants", "materials to choose from (KHR_materials_variants)", tree, materials=2, **SURFACE)
    tree = textured(2)
    tree.attributes["TEXCOORD_1"] = tree.attributes["TEXCOORD_0"]
    tree.root["extensionsUsed"] = ["KHR_texture_transform"]
    tree.root["samplers"] = [{"magFilter": 9728, "minFilter": 9987, "wrapS": 33071, "wrapT": 33648}, {"name": "plain"}]
    tree.root["textures"] = [{"name": "pixels", "source": 0, "sampler": 0}, {"source": 0, "sampler": 1}]
    transform = {"KHR_texture_transform": {"offset": [0.5, 0.25], "rotation": 1.5, "scale": [2, 3], "texCoord": 0}}
    tree.root["materials"] = [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0, "texCoord": 1, "extensions": transform}},
                               "emissiveTexture": {"index": 1, "texCoord": 1}, "emissiveFactor": [1, 1, 1]}]
    yield case("texture_transform", "samplers, a second set of coordinates, a transform (KHR_texture_transform)", tree,
               materials=1, textures=2, images=1, attributes=["POSITION", "TEXCOORD_0", "TEXCOORD_1"])


def images():
    def colored(tree, **texture):
        if texture:
            tree.root["textures"] = [texture]
        tree.root["materials"] = [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]
        return tree
    yield case("image_data", "an image in a data URI", colored(textured()), materials=1, **SURFACE)
    for binary in (False, True):
        tree = colored(textured())
        tree.root["images"] = [{"bufferView": tree.view(png(10, 20, 30)), "mimeType": "image/png", "name": "inside"}]
        yield case("image_view", "an image in a buffer view", tree, binary=binary, materials=1, **SURFACE)
    tree = colored(textured(2))
    tree.root["images"] = [{"uri": "images/Farbe%201%20gr%C3%BCn%231.png"}, {"uri": "images/Farbe 2 grün.png"}]
    tree.root["textures"][1]["source"] = 1
    tree.root["materials"][0] |= {"emissiveTexture": {"index": 1}, "emissiveFactor": [1, 1, 1]}
    yield case("image_files", "images beside the file: one name percent-encoded, one as it is", tree, materials=1, textures=2,
               images=2, attributes=SURFACE["attributes"],
               sides={"images/Farbe 1 grün#1.png": png(0, 200, 0), "images/Farbe 2 grün.png": png(0, 100, 0)})
    tree = colored(textured())
    tree.root["images"] = [{"uri": "nowhere.png"}]
    yield case("image_missing", "an image that is not there", tree, materials=1, reports=True, **SURFACE)
    tree = colored(textured())
    tree.root["images"] = [{"uri": "../outside.png"}]
    yield case("image_outside", "an image outside of the file's folder", tree, materials=1, reports=True, **SURFACE)
    for name, extension, kind, data in [("webp", "EXT_texture_webp", "webp", webp()), ("ktx2", "KHR_texture_basisu", "ktx2", ktx2())]:
        tree = colored(textured(), source=0, extensions={extension: {"source": 1}})
        tree.root["extensionsUsed"] = [extension]
        tree.root["images"].append({"bufferView": tree.view(data), "mimeType": f"image/{kind}"})
        yield case(f"image_{name}", f"a second image for programs that read it ({extension})", tree, binary=True, materials=1,
                   attributes=SURFACE["attributes"], textures=1, images=2)
    tree = colored(textured(), extensions={"EXT_texture_webp": {"source": 0}})
    tree.root |= {"extensionsUsed": ["EXT_texture_webp"], "extensionsRequired": ["EXT_texture_webp"],
                  "images": [{"uri": data_uri(webp(), "image/webp")}]}
    yield case("image_webp_only", "an image that only WebP has", tree, materials=1, **SURFACE)
    tree = colored(textured(), extensions={"EXT_texture_avif": {"source": 0}})
    tree.root |= {"extensionsUsed": ["EXT_texture_avif"], "extensionsRequired": ["EXT_texture_avif"],
                  "images": [{"uri": data_uri(avif(), "image/avif")}]}
    yield case("image_avif_only", "an image that only AVIF has", tree, materials=1, **SURFACE)
    tree = colored(textured(), sampler=0)
    tree.root["samplers"] = [{}]
    del tree.root["images"]
    yield case("texture_bare", "a texture without an image", tree, materials=1, textures=1,
               attributes=SURFACE["attributes"], reports=True)


def movements():
    tree = one()
    target = tree.accessor(tree.view(struct.pack("<9f", 0, 0, 1, *(0,) * 6)), FLOAT, "VEC3", 3, min=[0, 0, 0], max=[0, 0, 1])
    tree.primitives[0]["targets"] = [{"POSITION": target}, {"POSITION": target}]
    tree.root["meshes"][0] |= {"weights": [0.5, 0], "extras": {"targetNames": ["up", "also up"]}}
    yield case("morph", "two morph targets with weights", tree, box=((0, 0, 0), (1, 1, 0.5)))
    tree = one()
    tree.attributes.update({
        "JOINTS_0": tree.accessor(tree.view(bytes([0, 1, 0, 0] * 3)), UBYTE, "VEC4", 3),
        "WEIGHTS_0": tree.accessor(tree.view(struct.pack("<12f", *(0.75, 0.25, 0, 0) * 3)), FLOAT, "VEC4", 3)})
    eye = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    inverse = tree.accessor(tree.view(struct.pack("<32f", *eye, *eye)), FLOAT, "MAT4", 2)
    tree.root["skins"] = [{"name": "arm", "joints": [1, 2], "inverseBindMatrices": inverse, "skeleton": 1}]
    tree.root["nodes"] = [{"mesh": 0, "skin": 0}, {"name": "upper", "children": [2]}, {"name": "lower", "translation": [0, 1, 0]}]
    tree.root["scenes"] = [{"nodes": [0, 1]}]
    # Each vertex follows the lower joint, one unit higher, by a quarter.
    yield case("skin", "two joints", tree, nodes=3, skins=1, attributes=["POSITION", "JOINTS_0", "WEIGHTS_0"],
               box=((0, 0.25, 0), (1, 1.25, 0)))
    tree = one()
    times = tree.accessor(tree.view(struct.pack("<2f", 0, 1)), FLOAT, "SCALAR", 2, min=[0], max=[1])
    moves = tree.accessor(tree.view(struct.pack("<6f", 0, 0, 0, 1, 0, 0)), FLOAT, "VEC3", 2)
    turns = tree.accessor(tree.view(struct.pack("<8h", 0, 0, 0, 32767, 0, 0, 32767, 0)), SHORT, "VEC4", 2, normalized=True)
    curve = tree.accessor(tree.view(struct.pack("<18f", *(0,) * 3, *(1,) * 3, *(0,) * 6, *(2,) * 3, *(0,) * 3)), FLOAT, "VEC3", 6)
    tree.root["animations"] = [
        {"name": "move", "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
         "samplers": [{"input": times, "output": moves}]},
        {"channels": [{"sampler": 0, "target": {"node": 0, "path": "rotation"}},
                      {"sampler": 1, "target": {"node": 0, "path": "scale"}}],
         "samplers": [{"input": times, "output": turns, "interpolation": "STEP"},
                      {"input": times, "output": curve, "interpolation": "CUBICSPLINE"}]}]
    tree.root["nodes"][0]["translation"] = [0, 0, 0]
    yield case("animation", "animations of each interpolation", tree, animations=2)
    tree = one()
    root = tree.finish(data_uri)
    root["buffers"].append({"byteLength": 32, "uri": "turning.bin"})
    root["bufferViews"] += [{"buffer": 1, "byteOffset": 0, "byteLength": 8}, {"buffer": 1, "byteOffset": 8, "byteLength": 24}]
    root["accessors"] += [{"bufferView": 1, "componentType": FLOAT, "count": 2, "type": "SCALAR", "min": [0], "max": [1]},
                          {"bufferView": 2, "componentType": FLOAT, "count": 2, "type": "VEC3"}]
    root["animations"] = [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
                           "samplers": [{"input": 1, "output": 2}]}]
    yield case("animation_buffer_missing", "an animation whose numbers are in a file that is not there", text(root),
               animations=1, reports=True)
    tree = one()
    tree.root["extras"] = {"a": [1, {"b": None}], "c": "d"}
    for owner in ("scenes", "nodes", "meshes", "accessors", "bufferViews"):
        tree.root[owner][0]["extras"] = {"of": owner, "number": 1.5e3}
    tree.primitives[0]["extras"] = {"of": "a primitive"}
    yield case("extras", "what programs keep for themselves, at every place", tree)
    tree = one()
    tree.root |= {"extensionsUsed": ["ACME_paint"], "extensions": {"ACME_paint": {"coats": 2}}}
    tree.root["nodes"][0]["extensions"] = {"ACME_paint": {"dry": False}}
    yield case("unknown_extension", "an extension that nobody knows and nobody needs", tree)


def remarks():
    """Invalid files that can still be read: readers report them."""
    tree = one()
    tree.root["accessors"][0]["max"] = [1, 2, 0]
    yield case("wrong_max", "a largest value that no vertex has", tree)
    tree = Tree()
    tree.primitive({"POSITION": tree.positions(SQUARE, max=[1, 1, 0])})
    yield case("corner_left", "four corners for triangles", tree, vertices=4, reports=True, box=[[0, 0, 0], [1, 1, 0]])
    tree = Tree()
    tree.primitive({"TEXCOORD_0": tree.accessor(tree.view(struct.pack("<6f", 0, 0, 1, 0, 0, 1)), FLOAT, "VEC2", 3)})
    yield case("no_positions", "texture coordinates at no place", tree, triangles=None, vertices=None,
               attributes=["TEXCOORD_0"], reports=True, box=None)
    tree = one()
    tree.root["nodes"][0]["camera"] = 3
    yield case("dangling", "a camera that is not there", tree, reports=True)
    tree = Tree(used=["KHR_mesh_quantization"], required=["KHR_mesh_quantization"])
    points = b"".join(struct.pack("<2B2x", *divmod(index, 16)) for index in range(256))
    view = tree.view(points, 4)
    tree.primitive({"POSITION": tree.accessor(view, UBYTE, "VEC3", 256, min=[0, 0, 0], max=[15, 15, 0])},
                   indices=tree.accessor(tree.view(bytes([0, 16, 255])), UBYTE, "SCALAR", 3))
    yield case("restart_vertex", "the last of 256 vertices by the value that says restart (3.7.2.1)", tree, binary=True,
               vertices=256, reports=True, box=[[0, 0, 0], [15, 15, 0]])
