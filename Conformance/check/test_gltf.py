#!/usr/bin/env python3
"""Tests the glTF checker: one file without a fault, then files with one fault each.    usage: test_gltf.py [FOLDER]

With a FOLDER the files are kept there, for other validators.
"""
import base64
import json
import pathlib
import struct
import sys
import tempfile
import zlib

import gltf

TRIANGLE = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]


def pixel(size=1):
    """A PNG with one colour."""
    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
    rows = (b"\0" + b"\x80\x80\xff" * size) * size
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class File:
    """A tree and its bytes; `view` and `accessor` append to both."""

    def __init__(self):
        self.data = bytearray()
        self.tree = {"asset": {"version": "2.0"}, "bufferViews": [], "accessors": []}
        tree = self.tree
        floats = [self.accessor(kind, 5126, rows, 34962, **more) for kind, rows, more in (
            ("VEC3", TRIANGLE, {"min": [0, 0, 0], "max": [1, 1, 0]}), ("VEC3", [(0, 0, 1)] * 3, {}),
            ("VEC4", [(1, 0, 0, -1)] * 3, {}), ("VEC2", [(0, 0), (1, 0), (0, 1)], {}),
            ("VEC4", [(0.5, 0.25, 1, 1)] * 3, {}), ("VEC4", [(0.75, 0.25, 0, 0)] * 3, {}))]
        joints = self.accessor("VEC4", 5121, [(0, 1, 0, 0)] * 3, 34962)
        indices = self.accessor("SCALAR", 5123, [(0,), (1,), (2,)], 34963)
        target = self.accessor("VEC3", 5126, [(0, 0, 0.5)] * 3, 34962, min=[0, 0, 0.5], max=[0, 0, 0.5])
        matrices = self.accessor("MAT4", 5126, [(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)] * 2, None)
        times = self.accessor("SCALAR", 5126, [(0,), (1,)], None, min=[0], max=[1])
        turns = self.accessor("VEC4", 5126, [(0, 0, 0, 1), (0, 1, 0, 0)], None)
        places, values = self.view(struct.pack("<HH", 0, 2)), self.view(struct.pack("<6f", *[0.5] * 6))
        self.accessor("VEC3", 5126, TRIANGLE, 34962, min=[0.5, 0, 0], max=[1, 0.5, 0.5], sparse={
            "count": 2, "indices": {"bufferView": places, "componentType": 5123}, "values": {"bufferView": values}})
        image = self.view(pixel())
        tree |= {
            "extensionsUsed": ["KHR_lights_punctual", "KHR_materials_ior", "KHR_texture_transform"],
            "extensions": {"KHR_lights_punctual": {"lights": [{"type": "spot", "spot": {"innerConeAngle": 0.1}}]}},
            "scene": 0, "scenes": [{"nodes": [0, 1, 2, 4, 5]}],
            "nodes": [{"mesh": 0, "skin": 0}, {"mesh": 1}, {"children": [3]}, {"translation": [0, 1, 0]},
                      {"camera": 0, "matrix": [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 1, 2, 3, 1]},
                      {"extensions": {"KHR_lights_punctual": {"light": 0}}}],
            "meshes": [
                {"primitives": [{"attributes": dict(zip(
                    ("POSITION", "NORMAL", "TANGENT", "TEXCOORD_0", "COLOR_0", "WEIGHTS_0"), floats)) | {
                        "JOINTS_0": joints}, "indices": indices, "material": 0, "targets": [{"POSITION": target}]}]},
                {"primitives": [{"attributes": {"POSITION": len(tree["accessors"]) - 1}}]}],
            "materials": [{
                "normalTexture": {"index": 0, "extensions": {"KHR_texture_transform": {"scale": [2, 2]}}},
                "extensions": {"KHR_materials_ior": {"ior": 1.4}}}],
            "textures": [{"source": 0, "sampler": 0}], "samplers": [{"wrapS": 33071}],
            "images": [{"bufferView": image, "mimeType": "image/png"}],
            "cameras": [{"type": "perspective", "perspective": {"yfov": 1, "znear": 0.1, "zfar": 10}}],
            "skins": [{"joints": [2, 3], "inverseBindMatrices": matrices, "skeleton": 2}],
            "animations": [{"samplers": [{"input": times, "output": turns}],
                            "channels": [{"sampler": 0, "target": {"node": 3, "path": "rotation"}}]}]}

    def view(self, body, **more):
        self.data += b"\0" * (-len(self.data) % 4)
        self.tree["bufferViews"].append({"buffer": 0, "byteOffset": len(self.data), "byteLength": len(body)} | more)
        self.data += body
        return len(self.tree["bufferViews"]) - 1

    def accessor(self, kind, component, rows, target, **more):
        code = {5121: "B", 5123: "H", 5126: "f"}[component]
        body = b"".join(struct.pack(f"<{len(row)}{code}", *row) for row in rows)
        view = self.view(body, **({"target": target} if target else {}))
        self.tree["accessors"].append(
            {"bufferView": view, "componentType": component, "count": len(rows), "type": kind} | more)
        return len(self.tree["accessors"]) - 1

    def set(self, path, value):
        """Changes a member, `/`-separated; removes it if the value is None."""
        *owners, key = path.split("/")
        owner = self.tree
        for name in owners:
            owner = owner[int(name) if isinstance(owner, list) else name]
        key = int(key) if isinstance(owner, list) else key
        if value is None:
            del owner[key]
        elif isinstance(owner, list) and key == len(owner):
            owner.append(value)
        else:
            owner[key] = value

    def poke(self, accessor, at, code, *values):
        """Changes numbers of an accessor."""
        view = self.tree["bufferViews"][self.tree["accessors"][accessor]["bufferView"]]
        struct.pack_into(f"<{len(values)}{code}", self.data, view["byteOffset"] + at, *values)

    def range(self, view, start, count):
        first = self.tree["bufferViews"][view]["byteOffset"] + start
        return first, first + count

    def glb(self, change=None):
        self.tree.setdefault("buffers", [{"byteLength": len(self.data)}])
        text = json.dumps(self.tree).encode()
        text += b" " * (-len(text) % 4)
        body = bytes(self.data) + b"\0" * (-len(self.data) % 4)
        whole = (struct.pack("<4sIIII", b"glTF", 2, 28 + len(text) + len(body), len(text), 0x4E4F534A) + text
                 + struct.pack("<II", len(body), 0x004E4942) + body)
        return change(whole) if change else whole


def webp():
    return b"RIFF" + struct.pack("<I", 22) + b"WEBPVP8L" + struct.pack("<I", 9) + b"\x2f" + bytes(9)


def quantize(file):
    file.tree["extensionsUsed"].append("KHR_mesh_quantization")
    file.tree["extensionsRequired"] = ["KHR_mesh_quantization"]
    body = b"".join(struct.pack("<3H2x", *(65535 * part for part in corner)) for corner in TRIANGLE)
    view = file.view(body, byteStride=8, target=34962)
    file.tree["accessors"].append({"bufferView": view, "componentType": 5123, "normalized": True, "count": 3,
                                   "type": "VEC3", "min": [0, 0, 0], "max": [65535, 65535, 0]})
    file.tree["meshes"][1]["primitives"].append({"attributes": {"POSITION": len(file.tree["accessors"]) - 1}})


SPLAT = "KHR_gaussian_splatting:"


def splats(file):
    file.tree["extensionsUsed"].append("KHR_gaussian_splatting")
    parts = [("ROTATION", "VEC4", (0, 0, 0, 1)), ("SCALE", "VEC3", (1, 2, 3)), ("OPACITY", "SCALAR", (0.5,)),
             ("SH_DEGREE_0_COEF_0", "VEC3", (2, -1, 0))]
    primitive = {"mode": 0, "attributes": {"POSITION": POSITION} | {
        SPLAT + name: file.accessor(kind, 5126, [row] * 3, 34962) for name, kind, row in parts},
        "extensions": {"KHR_gaussian_splatting": {"kernel": "ellipse", "colorSpace": "srgb_rec709_display"}}}
    file.tree["meshes"][1]["primitives"].append(primitive)
    return primitive


def instances(file):
    file.tree["extensionsUsed"].append("EXT_mesh_gpu_instancing")
    attributes = {"TRANSLATION": file.accessor("VEC3", 5126, TRIANGLE, 34962),
                  "ROTATION": file.accessor("VEC4", 5126, [(0, 0, 0, 1)] * 3, 34962)}
    file.tree["nodes"][1]["extensions"] = {"EXT_mesh_gpu_instancing": {"attributes": attributes}}
    return attributes


def meshopt(file):
    """Colours of four bytes, compressed: only the tail of a stream with one element."""
    file.tree["extensionsUsed"].append("EXT_meshopt_compression")
    file.tree["extensionsRequired"] = ["EXT_meshopt_compression"]
    start = file.view(b"\xa0" + bytes(36))
    packed = {"buffer": 0, "byteOffset": file.tree["bufferViews"][start]["byteOffset"], "byteLength": 37,
              "byteStride": 4, "count": 3, "mode": "ATTRIBUTES"}
    file.tree["bufferViews"][start] = {"buffer": 1, "byteLength": 12, "byteStride": 4, "target": 34962, "extensions": {
        "EXT_meshopt_compression": packed}}
    file.tree["accessors"].append(
        {"bufferView": start, "componentType": 5121, "normalized": True, "count": 3, "type": "VEC4"})
    file.set(ATTRIBUTES + "/COLOR_1", len(file.tree["accessors"]) - 1)
    file.tree["buffers"] = [{"byteLength": len(file.data)}, {"byteLength": 12, "extensions": {
        "EXT_meshopt_compression": {"fallback": True}}}]
    return packed


POSITION, NORMAL, TANGENT, COLOR, WEIGHTS, JOINTS, INDICES = 0, 1, 2, 4, 5, 6, 7
MATRICES, TIMES, TURNS, SPARSE = 9, 10, 11, 12
NAN, INFINITY = float("nan"), float("inf")
ATTRIBUTES = "meshes/0/primitives/0/attributes"

# Members that are set, and the errors that follow.
MEMBERS = [
    ("asset", None, "UNDEFINED_PROPERTY"),
    ("asset/version", "3.0", "UNKNOWN_ASSET_MAJOR_VERSION"),
    ("asset/version", "two", "PATTERN_MISMATCH"),
    ("asset/minVersion", "2.1", "ASSET_MIN_VERSION_GREATER_THAN_VERSION"),
    ("materials/0/alphaCutoff", -1, "VALUE_NOT_IN_RANGE"),
    ("materials/0/emissiveFactor", [0, 2, 0], "VALUE_NOT_IN_RANGE"),
    ("materials/0/emissiveFactor", [0, 0], "ARRAY_LENGTH_NOT_IN_LIST"),
    ("materials/0/doubleSided", 1, "TYPE_MISMATCH"),
    ("materials/0/pbrMetallicRoughness", {"metallicFactor": 1.5}, "VALUE_NOT_IN_RANGE"),
    ("materials/0/extensions/KHR_materials_ior/ior", 0.5, "VALUE_NOT_IN_RANGE"),
    ("materials/0/normalTexture/texCoord", 1, "MESH_PRIMITIVE_TOO_FEW_TEXCOORDS"),
    ("materials/0/normalTexture/index", 7, "UNRESOLVED_REFERENCE"),
    ("materials/0/normalTexture/extensions/KHR_texture_transform/scale", [1], "ARRAY_LENGTH_NOT_IN_LIST"),
    ("extensionsUsed", ["KHR_lights_punctual", "KHR_texture_transform"], "UNDECLARED_EXTENSION"),
    ("extensionsRequired", ["KHR_materials_sheen"], "UNUSED_EXTENSION_REQUIRED"),
    ("animations", [], "EMPTY_ENTITY"),
    ("nodes/1/extensions", {"KHR_materials_ior": {}}, "UNEXPECTED_EXTENSION_OBJECT"),
    ("extensions/KHR_lights_punctual/lights/0/spot/innerConeAngle", 1.2, "KHR_LIGHTS_PUNCTUAL_LIGHT_SPOT_ANGLES"),
    ("extensions/KHR_lights_punctual/lights/0/color", [1, 1, 1.1], "VALUE_NOT_IN_RANGE"),
    ("nodes/5/extensions/KHR_lights_punctual/light", 1, "UNRESOLVED_REFERENCE"),
    ("nodes/3/rotation", [0, 0, 0.5, 0.5], "ROTATION_NON_UNIT"),
    ("nodes/4/scale", [1, 1, 1], "NODE_MATRIX_TRS"),
    ("nodes/4/matrix/4", 1.0, "NODE_MATRIX_NON_TRS"),
    ("nodes/4/matrix/7", 1.0, "NODE_MATRIX_NON_TRS"),
    ("nodes/5/children", [4, 1], "SCENE_NON_ROOT_NODE"),
    ("nodes/3/skin", 0, "UNSATISFIED_DEPENDENCY"),
    ("nodes/2/children", [3, 3], "DUPLICATE_ELEMENTS NODE_PARENT_OVERRIDE"),
    ("nodes/2/children", [3, -1], "INVALID_INDEX"),
    ("scenes/0/nodes/5", 3, "SCENE_NON_ROOT_NODE"),
    ("scene", 1, "UNRESOLVED_REFERENCE"),
    ("scenes/0/nodes", [0, 1, 4, 5], "NODE_SKIN_NO_SCENE"),
    ("nodes/1/skin", 0, "NODE_SKIN_WITH_NON_SKINNED_MESH"),
    ("nodes/0/weights", [1, 2], "NODE_WEIGHTS_INVALID"),
    ("meshes/0/weights", [1, 2], "MESH_INVALID_WEIGHTS_COUNT"),
    ("cameras/0/perspective/zfar", 0.1, "CAMERA_ZFAR_LEQUAL_ZNEAR"),
    ("cameras/0/perspective/yfov", 0, "VALUE_NOT_IN_RANGE"),
    ("cameras/0/orthographic", {"xmag": 1, "ymag": 1, "zfar": 1, "znear": 0}, "ONE_OF_MISMATCH"),
    ("skins/0/joints", [2, 4], "SKIN_NO_COMMON_ROOT SKIN_SKELETON_INVALID"),
    ("skins/0/skeleton", 3, "SKIN_SKELETON_INVALID"),
    ("accessors/9/count", 1, "INVALID_IBM_ACCESSOR_COUNT"),
    ("images/0/uri", "a.png", "ONE_OF_MISMATCH"),
    ("images/0/mimeType", "image/jpeg", "IMAGE_MIME_TYPE_INVALID"),
    ("images/0/mimeType", None, "UNSATISFIED_DEPENDENCY"),
    ("textures/0/source", 1, "UNRESOLVED_REFERENCE"),
    ("textures/0/sampler", -1, "INVALID_INDEX"),
    ("images/0/bufferView", 0, "BUFFER_VIEW_TARGET_OVERRIDE"),
    (ATTRIBUTES + "/COLOR_2", COLOR, "MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY"),
    (ATTRIBUTES + "/COLOR_01", COLOR, "MESH_PRIMITIVE_INVALID_ATTRIBUTE"),
    (ATTRIBUTES + "/SPEED", NORMAL, "MESH_PRIMITIVE_INVALID_ATTRIBUTE"),
    (ATTRIBUTES + "/TEXCOORD_0", NORMAL, "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT"),
    (ATTRIBUTES + "/COLOR_0", 99, "UNRESOLVED_REFERENCE"),
    (ATTRIBUTES + "/_TIME", TIMES,
     "ACCESSOR_USAGE_OVERRIDE BUFFER_VIEW_TARGET_OVERRIDE MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT"),
    ("meshes/1/primitives/0/attributes", {}, "EMPTY_ENTITY"),
    ("accessors/0/min", None, "MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS"),
    ("accessors/0/max", [1, 1, 0.5], "ACCESSOR_MAX_MISMATCH"),
    ("accessors/6/max", [1, 1], "ARRAY_LENGTH_NOT_IN_LIST"),
    ("accessors/0/min", [0.1, 0, 0], "ACCESSOR_MIN_MISMATCH ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND"),
    ("accessors/12/max", [1, 1, 0.5], "ACCESSOR_MAX_MISMATCH"),
    ("accessors/6/min", [0, 300, 0, 0], "INVALID_GL_VALUE"),
    ("accessors/0/count", 0, "VALUE_NOT_IN_RANGE"),
    ("accessors/0/normalized", True, "ACCESSOR_NORMALIZED_INVALID MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT"),
    ("accessors/3/count", 4, "ACCESSOR_TOO_LONG MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT"),
    ("accessors/7/byteOffset", 1, "ACCESSOR_OFFSET_ALIGNMENT ACCESSOR_TOTAL_OFFSET_ALIGNMENT ACCESSOR_TOO_LONG"),
    ("accessors/7/componentType", 5122, "MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT"),
    ("bufferViews/7/target", 34962, "BUFFER_VIEW_TARGET_OVERRIDE"),
    ("bufferViews/7/byteLength", 0, "VALUE_NOT_IN_RANGE"),
    ("bufferViews/7/byteStride", 4,
     "ACCESSOR_TOO_LONG BUFFER_VIEW_INVALID_BYTE_STRIDE MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE"),
    ("bufferViews/0/byteStride", 8, "ACCESSOR_SMALL_BYTESTRIDE"),
    ("bufferViews/0/byteStride", 14, "VALUE_MULTIPLE_OF ACCESSOR_TOO_LONG"),
    ("bufferViews/3/byteLength", 9999, "BUFFER_VIEW_TOO_LONG"),
    ("meshes/0/primitives/0/targets/0", {"NORMAL": 8, "TANGENT": NORMAL, "_X": 8},
     "MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR"),
    ("meshes/0/primitives/1", {"attributes": {"POSITION": 0}}, "MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT"),
    ("accessors/12/sparse/count", 4, "ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE ACCESSOR_TOO_LONG"),
    ("accessors/12/sparse/indices/componentType", 5125, "ACCESSOR_TOO_LONG"),
    ("animations/0/channels/0/target/node", 4, "ANIMATION_CHANNEL_TARGET_NODE_MATRIX"),
    ("animations/0/channels/0/target/path", "weights",
     "ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT"),
    ("animations/0/channels/0/target/path", "scale", "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT"),
    ("animations/0/channels/1", {"sampler": 0, "target": {"node": 3, "path": "rotation"}},
     "ANIMATION_DUPLICATE_TARGETS"),
    ("animations/0/samplers/0/interpolation", "CUBICSPLINE", "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT"),
    ("accessors/10/max", None, "ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS"),
    ("buffers", [{"byteLength": 100000}], "BUFFER_BYTE_LENGTH_MISMATCH"),
    ("buffers", [{"byteLength": 8}], "BUFFER_VIEW_TOO_LONG"),
]
# Numbers that are changed: accessor, byte, type, values, and the errors that follow.
NUMBERS = [
    (POSITION, 0, "f", (NAN,), "ACCESSOR_INVALID_FLOAT"),
    (COLOR, 4, "f", (INFINITY,), "ACCESSOR_INVALID_FLOAT ACCESSOR_NON_CLAMPED"),
    (COLOR, 4, "f", (1.5,), "ACCESSOR_NON_CLAMPED"),
    (NORMAL, 8, "f", (0.5,), "ACCESSOR_VECTOR3_NON_UNIT"),
    (TANGENT, 12, "f", (0.0,), "ACCESSOR_INVALID_SIGN"),
    (WEIGHTS, 0, "f", (0.5,), "ACCESSOR_WEIGHTS_NON_NORMALIZED"),
    (WEIGHTS, 0, "f", (1.0, -0.25), "ACCESSOR_WEIGHTS_NEGATIVE"),
    (JOINTS, 0, "B", (2,), "ACCESSOR_JOINTS_INDEX_OOB ACCESSOR_WEIGHTS_NON_NORMALIZED"),
    (JOINTS, 1, "B", (0,), "ACCESSOR_JOINTS_INDEX_DUPLICATE ACCESSOR_WEIGHTS_NON_NORMALIZED"),
    (INDICES, 2, "H", (3,), "ACCESSOR_INDEX_OOB"),
    (INDICES, 2, "H", (65535,), "ACCESSOR_INDEX_OOB ACCESSOR_INDEX_PRIMITIVE_RESTART"),
    (MATRICES, 12, "f", (1.0,), "ACCESSOR_INVALID_IBM"),
    (TIMES, 4, "f", (0.0,), "ACCESSOR_ANIMATION_INPUT_NON_INCREASING ACCESSOR_MAX_MISMATCH"),
    (TIMES, 0, "f", (-1.0,),
     "ACCESSOR_ANIMATION_INPUT_NEGATIVE ACCESSOR_MIN_MISMATCH ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND"),
    (TURNS, 0, "f", (1.0,), "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION"),
]
# Bytes of the whole file that are changed, and the errors that follow.
BYTES = [
    ("magic", lambda data: b"glTf" + data[4:], "GLB_INVALID_MAGIC"),
    ("version", lambda data: data[:4] + b"\1" + data[5:], "GLB_INVALID_VERSION"),
    ("short", lambda data: data[:10], "GLB_UNEXPECTED_END_OF_HEADER"),
    ("cut", lambda data: data[:-4], "GLB_UNEXPECTED_END_OF_CHUNK_DATA BUFFER_BYTE_LENGTH_MISMATCH"),
    ("length", lambda data: data[:8] + struct.pack("<I", len(data) + 4) + data[12:], "GLB_LENGTH_MISMATCH"),
    ("first", lambda data: data[:12] + struct.pack("<II", 4, 7) + bytes(4) + data[12:], "GLB_UNEXPECTED_FIRST_CHUNK "
     "GLB_UNEXPECTED_BIN_CHUNK GLB_CHUNK_TOO_BIG GLB_LENGTH_MISMATCH"),
    ("empty", lambda data: data[:8] + struct.pack("<III", 20, 0, 0x4E4F534A), "GLB_EMPTY_CHUNK"),
    ("odd", lambda data: data[:8] + struct.pack("<I", len(data) - 1) + data[12:-1],
     "GLB_UNEXPECTED_END_OF_CHUNK_DATA GLB_CHUNK_TOO_BIG"),
    ("twice", lambda data: data[:8] + struct.pack("<I", len(data) + 8) + data[12:] + struct.pack("<II", 0, 0x4E4F534A),
     "GLB_DUPLICATE_CHUNK GLB_EMPTY_CHUNK"),
    ("text", lambda data: data.replace(b'"asset"', b'"asset\xff'), "INVALID_JSON"),
    ("constant", lambda data: data.replace(b'"zfar": 10', b'"zfar":NaN'), "INVALID_JSON"),
]
EXTRA = [
    ("no-bin", lambda file: file.tree.update(buffers=[{"byteLength": len(file.data), "uri": "none.bin"}]), "IO_ERROR"),
    ("data-uri", lambda file: file.tree.update(buffers=[{"byteLength": len(file.data), "uri": "data:text/plain;base64,"
     + base64.b64encode(bytes(file.data)).decode()}]), "BUFFER_DATA_URI_MIME_TYPE_INVALID"),
    ("image-cut", lambda file: file.tree["bufferViews"][-1].update(byteLength=40), "IMAGE_UNEXPECTED_EOS"),
    ("tight", lambda file: (file.set(ATTRIBUTES + "/_A", len(file.tree["accessors"])), file.tree["accessors"].append(
        {"bufferView": 0, "componentType": 5126, "count": 3, "type": "SCALAR"})),
     "MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE"),
    ("unaligned", lambda file: file.set(ATTRIBUTES + "/_A", file.accessor("VEC3", 5121, TRIANGLE, 34962)),
     "MESH_PRIMITIVE_ACCESSOR_UNALIGNED"),
    ("wide", lambda file: (file.set(ATTRIBUTES + "/_A", file.accessor("SCALAR", 5126, [(0,)] * 3, 34962)),
                           file.tree["accessors"][-1].update(componentType=5125)),
     "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT"),
    ("loop", lambda file: file.tree["nodes"].extend([{"children": [7]}, {"children": [6]}]), "NODE_LOOP"),
    ("order", lambda file: struct.pack_into("<HH", file.data, file.tree["bufferViews"][
        file.tree["accessors"][SPARSE]["sparse"]["indices"]["bufferView"]]["byteOffset"], 2, 0),
     "ACCESSOR_SPARSE_INDICES_NON_INCREASING"),
    ("quantization", lambda file: file.tree["extensionsUsed"].append("KHR_mesh_quantization"),
     "NON_REQUIRED_EXTENSION"),
    ("uri-escape", lambda file: file.tree.update(buffers=[{"byteLength": len(file.data), "uri": "a%2.bin"}]),
     "INVALID_URI"),
    ("image-kind", lambda file: file.data.__setitem__(slice(*file.range(-1, 24, 1)), b"\7"), "IMAGE_DATA_INVALID"),
    ("image-stride", lambda file: file.tree["bufferViews"][-1].update(byteStride=4),
     "IMAGE_BUFFER_VIEW_WITH_BYTESTRIDE"),
    ("webp", lambda file: file.data.__setitem__(slice(*file.range(-1, 0, 30)), webp()),
     "IMAGE_MIME_TYPE_INVALID IMAGE_NON_ENABLED_MIME_TYPE TEXTURE_INVALID_IMAGE_MIME_TYPE"),
    ("matrix-form", lambda file: (file.tree["accessors"][MATRICES].update(type="VEC4")), "SKIN_IBM_INVALID_FORMAT"),
    ("time-form", lambda file: (file.tree["accessors"][TIMES].update(type="VEC2", count=1, min=[0, 1], max=[0, 1]),
                                file.tree["accessors"][TURNS].update(count=1)),
     "ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT"),
    ("no-weights", lambda file: file.set(ATTRIBUTES + "/WEIGHTS_0", None),
     "MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH NODE_SKIN_WITH_NON_SKINNED_MESH"),
    ("target-count", lambda file: (file.tree["accessors"][8].update(count=2)),
     "MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT"),
    ("sparse-far", lambda file: struct.pack_into("<HH", file.data, file.tree["bufferViews"][
        file.tree["accessors"][SPARSE]["sparse"]["indices"]["bufferView"]]["byteOffset"], 0, 3),
     "ACCESSOR_SPARSE_INDEX_OOB"),
    ("no-chunk", lambda file: None, "BUFFER_MISSING_GLB_DATA"),
    ("quantized", lambda file: quantize(file), ""),
    ("quantized-wrong", lambda file: (quantize(file), file.set("meshes/1/primitives/1/attributes/NORMAL", 13)),
     "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT"),
    ("splats", lambda file: splats(file), ""),
    ("splats-mode", lambda file: splats(file).update(mode=1), "GAUSSIAN_SPLATTING_INVALID"),
    ("splats-part", lambda file: splats(file)["attributes"].pop(SPLAT + "OPACITY"), "GAUSSIAN_SPLATTING_INVALID"),
    ("splats-degree", lambda file: splats(file)["attributes"].update({SPLAT + "SH_DEGREE_1_COEF_0": 0}),
     "GAUSSIAN_SPLATTING_INVALID"),
    ("splats-turn", lambda file: (splats(file), file.poke(-4, 0, "f", 2.0)), "ACCESSOR_VECTOR4_NON_UNIT"),
    ("splats-scale", lambda file: (splats(file), file.poke(-3, 0, "f", -2.0)), "GAUSSIAN_SPLATTING_INVALID"),
    ("splats-opacity", lambda file: (splats(file), file.poke(-2, 0, "f", 2.0)), "ACCESSOR_NON_CLAMPED"),
    ("instances", lambda file: instances(file), ""),
    ("instances-kind", lambda file: instances(file).update(SCALE=len(file.tree["accessors"]) - 1),
     "GPU_INSTANCING_INVALID"),
    ("instances-turn", lambda file: (instances(file), file.poke(-1, 0, "f", 2.0)), "ACCESSOR_VECTOR4_NON_UNIT"),
    ("meshopt", lambda file: meshopt(file), ""),
    ("meshopt-stride", lambda file: meshopt(file).update(filter="QUATERNION"), "MESHOPT_COMPRESSION_INVALID"),
    ("meshopt-size", lambda file: meshopt(file).update(count=2), "MESHOPT_COMPRESSION_INVALID"),
    ("meshopt-buffer", lambda file: meshopt(file).update(byteLength=90000), "BUFFER_VIEW_TOO_LONG"),
]


def without_chunk(data):
    size = 20 + struct.unpack_from("<I", data, 12)[0]
    return data[:8] + struct.pack("<I", size) + data[12:size]


def files():
    """A name, the bytes, the expected codes."""
    yield "right", File().glb(), ""
    for number, (path, value, codes) in enumerate(MEMBERS):
        file = File()
        if path == "buffers":
            file.tree["buffers"] = []
        file.set(path, value)
        yield f"member-{number}-{path.split('/')[-1]}", file.glb(), codes
    for number, (accessor, at, code, values, codes) in enumerate(NUMBERS):
        file = File()
        file.poke(accessor, at, code, *values)
        yield f"number-{number}", file.glb(), codes
    for name, change, codes in BYTES:
        yield f"bytes-{name}", File().glb(change), codes
    for name, change, codes in EXTRA:
        file = File()
        change(file)
        yield name, file.glb(without_chunk if name == "no-chunk" else None), codes


def main(folder):
    failed = count = 0
    for name, data, codes in files():
        path = folder / f"{name}.glb"
        path.write_bytes(data)
        report = gltf.check(path)
        expected, found = set(codes.split()), report.codes()
        clean = expected or not report.codes("warning") | report.codes("info")
        if found != expected or not clean:
            print(f"error: {name}: expected {sorted(expected)}, found {sorted(found)}")
            for line in report.lines():
                print(f"    {line}")
            failed += 1
        count += 1
    print(f"glTF checker: {count - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        kept = pathlib.Path(sys.argv[1])
        kept.mkdir(parents=True, exist_ok=True)
        sys.exit(main(kept))
    with tempfile.TemporaryDirectory() as temporary:
        sys.exit(main(pathlib.Path(temporary)))
