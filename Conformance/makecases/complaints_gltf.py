"""Complaints about glTF and USD: colours, second coordinates, textures, extras, units and smoothing that were lost."""
import struct

from .case import png
from .complaints import Complaint, to
from .gltf import one, textured
from .gltf_parts import FLOAT, SHORT, UBYTE, USHORT, Tree, case
from . import usd

# PLY and STL can't say that Y is up.
AXIS = ["axis.dropped"]
UNIT = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


def cases():
    for maker in (colors, attributes, extras, units):
        yield from maker()


def colored(type, shape, rows, normalized=False, name="COLOR_0", extra=b""):
    """A triangle with values at its vertices."""
    tree = one()
    letter = {FLOAT: "f", UBYTE: "B", USHORT: "H"}[type]
    body = b"".join(struct.pack(f"<{len(row)}{letter}", *row) + extra for row in rows)
    tree.attributes[name] = tree.accessor(tree.view(body), type, shape, len(rows), normalized=normalized)
    return tree


def colors():
    ushort = colored(USHORT, "VEC4", [(65535, 0, 0, 65535), (0, 65535, 0, 65535), (0, 0, 65535, 0)], normalized=True)
    kept = {"corners": {"COLOR_0": [[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 0]]}}
    yield Complaint("ushort-colours", ["assimp/assimp#2246", "assimp/assimp#1702", "assimp/assimp#5683"],
                    "colours as whole numbers were not read, or as garbage",
                    case("", "", ushort, binary=True, attributes=["POSITION", "COLOR_0"]), to("ply.binary", kept, AXIS), to("usda", kept),
                    to("obj", {"corners": {"COLOR_0": UNIT}}, ["attribute.dropped"]), to("gltf", kept))
    same = colored(UBYTE, "VEC4", [(0, 255, 0, 255)] * 3, normalized=True)
    green = {"corners": {"COLOR_0": [[0, 1, 0, 1]] * 3}}
    yield Complaint("one-colour", ["mikedh/trimesh#1801"], "a mesh of one colour had none in PLY",
                    case("", "", same, binary=True, attributes=["POSITION", "COLOR_0"]), to("ply.binary", green, AXIS), to("ply.ascii", green, AXIS))
    floats = colored(FLOAT, "VEC3", UNIT)
    eight = {"corners": {"COLOR_0": UNIT}, "types": {"COLOR_0": "uint8"}}
    yield Complaint("float-colours", ["assimp/assimp#3827", "assimp/assimp#1167"], "floats were written where the header says uchar",
                    case("", "", floats, attributes=["POSITION", "COLOR_0"]), to("ply.binary", eight, AXIS), to("ply.ascii", eight, AXIS))
    half = colored(FLOAT, "VEC4", [(1, 0, 0, .5), (0, 1, 0, 1), (0, 0, 1, .25)])
    text = ["primvars:displayColor", "primvars:displayOpacity", "UsdPrimvarReader_float3"]
    shown = {"corners": {"COLOR_0": [[1, 0, 0, .5], [0, 1, 0, 1], [0, 0, 1, .25]]}}
    yield Complaint("vertex-colours", ["kcoley/gltf2usd#108", "kcoley/gltf2usd#113"], "colours with four numbers ended the program",
                    case("", "", half, binary=True, attributes=["POSITION", "COLOR_0"]), to("usda", shown | {"text": text}), to("usdz", shown))
    yield Complaint("usdz-colours", ["mrdoob/three.js#27942"], "colours of vertices were gone in USDZ",
                    case("", "", colored(FLOAT, "VEC3", UNIT), binary=True, attributes=["POSITION", "COLOR_0"]),
                    to("usdz", {"corners": {"COLOR_0": UNIT}}))
    yield Complaint("quick-look", ["google/model-viewer#1596", "ParallelSpaceInc/poly-web#59"],
                    "AR Quick Look does not show colours of vertices: a texture was wanted",
                    case("", "", colored(UBYTE, "VEC4", [(255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255)], normalized=True), binary=True,
                         attributes=["POSITION", "COLOR_0"]), to("usdz.quicklook", {"images": 1, "arity": {"3": 1}}))


def attributes():
    tree = one()
    first, second = [(0, 0), (1, 0), (0, 1)], [(.25, .5), (.5, .75), (1, 0)]
    for index, rows in enumerate((first, second)):
        tree.attributes[f"TEXCOORD_{index}"] = tree.accessor(tree.view(b"".join(struct.pack("<2f", *row) for row in rows)), FLOAT, "VEC2", 3)
    tree.primitives[0]["material"] = 0
    tree.root["materials"] = [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}},
                               "occlusionTexture": {"index": 1, "texCoord": 1}}]
    tree.root["images"] = [{"uri": "two_sets.png"}, {"uri": "lightmap.png"}]
    tree.root["textures"] = [{"source": 0}, {"source": 1}]
    up = {f"TEXCOORD_{index}": [[u, 1 - v] for u, v in rows] for index, rows in enumerate((first, second))}
    yield Complaint("second-coordinates", ["kcoley/gltf2usd#149"], "the second coordinates, of a lightmap, were gone",
                    case("", "", tree, attributes=["POSITION", "TEXCOORD_0", "TEXCOORD_1"], materials=1, textures=2, images=2,
                         sides={"two_sets.png": png(1, 2, 3), "lightmap.png": png(200, 200, 200)}),
                    to("usda", {"corners": up, "images": 2, "text": ["primvars:st1"]}), to("usdz", {"corners": up, "images": 2}))
    own = colored(FLOAT, "SCALAR", [(20.5,), (-3.25,), (1e10,)], name="_TEMPERATURE")
    heat = [[20.5], [-3.25], [1e10]]
    yield Complaint("custom-attributes", ["mrdoob/three.js#31709"], "attributes of one's own were not written to PLY",
                    case("", "", own, binary=True, attributes=["POSITION", "_TEMPERATURE"]),
                    to("ply.binary", {"corners": {"_TEMPERATURE": heat}}, AXIS), to("gltf", {"corners": {"_TEMPERATURE": heat}}),
                    to("obj", {}, ["attribute.dropped"]))
    tree = textured()
    tree.root["materials"] = [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]
    yield Complaint("embedded-texture", ["assimp/assimp#3772"], "the texture inside was called *0 and written nowhere",
                    case("", "", tree, binary=True, attributes=["POSITION", "TEXCOORD_0"], materials=1, textures=1, images=1),
                    # glTF's metal (5.22) has no place in PLY.
                    to("ply.binary", {"images": 1, "text": ["TextureFile"]}, AXIS + ["material.changed"]), to("obj", {"images": 1}))
    # Positions in sixteenths: whole numbers that only the extension allows.
    tree = Tree(used=["KHR_mesh_quantization"], required=["KHR_mesh_quantization"], nodes=[{"mesh": 0, "scale": [0.0625] * 3}])
    rows = [(0, 0, 0), (32, 0, 0), (0, 48, -16)]
    view = tree.view(b"".join(struct.pack("<3h2x", *row) for row in rows), stride=8)
    tree.primitive({"POSITION": tree.accessor(view, SHORT, "VEC3", 3, min=[0, 0, -16], max=[32, 48, 0])})
    box = {"box": {"min": [0, 0, -1], "max": [2, 3, 0]}}
    yield Complaint("quantised", ["assimp/assimp#6765"], "required quantisation was ignored: garbage without a word",
                    case("", "", tree, box=((0, 0, -1), (2, 3, 0))), to("ply.binary", box, ["hierarchy.baked", *AXIS]), to("usda", box),
                    to("obj", box, ["hierarchy.baked"]))


def extras():
    tree = one()
    tree.root["meshes"][0]["extras"] = {"tag": "sofa"}
    tree.root["nodes"][0] |= {"name": "seat", "extras": {"Foo": "Bar", "count": 3}}
    tree.root["asset"]["extras"] = {"capture": "living room"}
    words = ['"tag":"sofa"', '"Foo":"Bar"', '"capture":"living room"']
    yield Complaint("extras", ["warrenm/GLTFKit2#27", "assimp/assimp#3025", "syoyo/tinygltf#168", "mrdoob/three.js#11745",
                               "zeux/meshoptimizer#1071"], "extras of meshes and nodes were stripped",
                    case("", "", tree), to("glb", {"text": words}), to("ply.binary", {}, ["metadata.dropped", "name.dropped", "native.unmapped", *AXIS]),
                    to("usda", {"nodes": ["Root", "seat", "Materials"]}, ["native.unmapped"]))


def units():
    nested = Tree(nodes=[{"name": "root", "children": [1], "scale": [2, 2, 2], "translation": [1, 0, 0]}, {"mesh": 0, "name": "part", "scale": [1, 3, 1]}])
    nested.primitive({"POSITION": nested.positions([(0, 0, 0), (1, 0, 0), (0, 1, 0)])})
    box = {"box": {"min": [1, 0, 0], "max": [3, 6, 0]}, "meters_per_unit": 1, "up_axis": "Y"}
    yield Complaint("scales", ["kcoley/gltf2usd#76", "google/usd_from_gltf#91"], "scales of nodes below others were wrong or gone",
                    case("", "", nested, nodes=2, box=((1, 0, 0), (3, 6, 0))), to("usda", box), to("usdz", box),
                    to("stl.ascii", box, ["hierarchy.baked"]))
    plain = {"text": ["metersPerUnit = 1", 'upAxis = "Y"', 'subdivisionScheme = "none"'], "box": {"min": [0, 0, 0], "max": [1, 1, 0]}}
    yield Complaint("metres", ["google/model-viewer#559", "kcoley/gltf2usd#10", "kcoley/gltf2usd#17", "g4edge/pyg4ometry#312"],
                    "models were a hundred times too small or large, since no unit was written, and rounded by subdivision",
                    case("", "", one(), binary=True), to("usda", plain), to("usdz", {"meters_per_unit": 1, "box": plain["box"]}))
    square = "[(0, 0, 0), (200, 0, 0), (200, 0, 100), (0, 0, 100)]"
    layer = usd.layer(usd.mesh(points=square), '    metersPerUnit = 0.01\n    upAxis = "Z"\n')
    metres = {"box": {"min": [0, 0, 0], "max": [2, 1, 0]}}
    yield Complaint("centimetres", ["mrdoob/three.js#33084"], "a stage in centimetres was read as metres",
                    usd.case("", "", layer, up_axis="Z", meters_per_unit=0.01, box=[[0, 0, 0], [200, 0, 100]]),
                    to("glb", metres), to("usdc", {"meters_per_unit": 0.01, "up_axis": "Z"}))
