"""Meaningless glTF files, which a reader must refuse."""
import struct

from .case import Case
from .gltf_parts import FLOAT, TRIANGLE, UBYTE, UNIT, Tree, data_uri, glb, text


def reject(name, about, data, code=None, ext="gltf", sides=None):
    return Case("gltf", name, ext, data, about, "reject", {"code": code} if code else {}, sides)


def indexed(corners, count=None):
    """A triangle by indices of one byte."""
    tree = Tree()
    indices = tree.accessor(tree.view(bytes(corners)), UBYTE, "SCALAR", count or len(corners))
    tree.primitive({"POSITION": tree.positions(TRIANGLE)}, indices=indices)
    return tree


def broken():
    def tree(change=None, **members):
        made = indexed((0, 1, 2))
        if change:
            change(made.root)
        return text(made.finish(data_uri) | members)
    yield reject("required_unknown", "an extension that nobody knows, without which the file can't be understood",
                 tree(extensionsUsed=["ACME_paint"], extensionsRequired=["ACME_paint"]), "input.unsupported")
    yield reject("version_1", "version 1", tree(asset={"version": "1.0"}), "input.unsupported")
    yield reject("version_later", "a least version that is later", tree(asset={"version": "2.1", "minVersion": "2.1"}),
                 "input.unsupported")
    yield reject("no_asset", "no version at all", text({"nodes": [{}]}))
    yield reject("no_object", "a tree that is no object", "[2]")
    yield reject("json_comma", "a comma behind the last member", tree().rstrip(b"}\n") + b",}", "input.invalid-value")
    yield reject("json_cut", "a tree without its end", tree()[:-20], "input.invalid-value")
    whole = glb(*indexed((0, 1, 2)).finish_glb())
    yield reject("magic", "another word in front", b"glTX" + whole[4:], ext="glb")
    yield reject("version_1", "version 1 of GLB", whole[:4] + struct.pack("<I", 1) + whole[8:], "input.unsupported", "glb")
    yield reject("length", "a header that names more bytes than there are", whole[:8] + struct.pack("<I", len(whole) + 4)
                 + whole[12:], "input.truncated", "glb")
    cut = whole[:-20]
    yield reject("chunk_cut", "a chunk that ends behind the file", cut[:8] + struct.pack("<I", len(cut)) + cut[12:],
                 "input.truncated", "glb")
    yield reject("chunk_first", "a binary chunk alone", struct.pack("<4sIIII", b"glTF", 2, 24, 4, 0x004E4942) + b"\0" * 4,
                 ext="glb")
    yield reject("no_chunk", "a header alone", struct.pack("<4sII", b"glTF", 2, 12), ext="glb")

    def set(*path):
        """Sets the last of `path` at the place that the rest names."""
        def change(root):
            owner = root
            for step in path[:-2]:
                owner = owner[step]
            owner[path[-2]] = path[-1]
        return change
    # Accessor 0 has the indices, accessor 1 the positions.
    for name, about, code, change in [
        ("accessor_past_view", "an element more than the view has room for", "input.truncated", set("accessors", 1, "count", 4)),
        ("accessor_offset", "an accessor that begins too late", "input.truncated", set("accessors", 1, "byteOffset", 4)),
        ("view_past_buffer", "a view longer than its buffer", "input.truncated", set("bufferViews", 1, "byteLength", 40)),
        ("count_of_bytes", "2^53 elements of some bytes", "input.truncated", set("accessors", 1, "count", 2 ** 53)),
        ("count_negative", "a negative count", "input.invalid-value", set("accessors", 1, "count", -1)),
        ("component_type", "a component type that there is none", "input.invalid-value", set("accessors", 1, "componentType", 5124)),
        ("shape", "positions of two components", "input.invalid-value", set("accessors", 1, "type", "VEC2")),
        ("stride_short", "a stride shorter than an element", "input.invalid-value", set("bufferViews", 1, "byteStride", 8)),
        ("mode", "an eighth mode", "input.invalid-value", set("meshes", 0, "primitives", 0, "mode", 7)),
        ("no_accessor", "an attribute of an accessor that is not there", "input.invalid-index",
         set("meshes", 0, "primitives", 0, "attributes", "NORMAL", 2)),
        ("no_view", "an accessor of a view that is not there", "input.invalid-index", set("accessors", 1, "bufferView", 2)),
        ("no_buffer", "a view of a buffer that is not there", "input.invalid-index", set("bufferViews", 1, "buffer", 1)),
    ]:
        yield reject(name, about, tree(change), code)
    for name, about, change in [
        ("scene_node", "a scene of a node that is not there (3.5.1)", set("scenes", 0, "nodes", [1])),
        ("scene_missing", "a default scene that is not there", set("scene", 1)),
        ("node_mesh", "a node with a mesh that is not there", set("nodes", 0, "mesh", 1)),
        ("node_child", "a node below which a node is that is not there", set("nodes", 0, "children", [3])),
        ("node_loop", "nodes below themselves (3.5.2)",
         set("nodes", [{"mesh": 0, "children": [1]}, {"children": [2]}, {"children": [0]}])),
        ("node_itself", "a node below itself", set("nodes", 0, "children", [0])),
        ("scene_child", "a scene of a node that is below another", set("nodes", [{"mesh": 0}, {"children": [0]}])),
        ("dangling_material", "a primitive with a material that is not there",
         set("meshes", 0, "primitives", 0, "material", 7)),
    ]:
        yield reject(name, about, tree(change), "input.invalid-index")
    parents = indexed((0, 1, 2))
    parents.root |= {"nodes": [{"children": [2]}, {"children": [2]}, {"mesh": 0}], "scenes": [{"nodes": [0, 1]}]}
    yield reject("two_parents", "a node below two others (3.5.2)", text(parents.finish(data_uri)), "input.invalid-index")
    yield reject("index", "an index past the vertices", text(indexed((0, 1, 3)).finish(data_uri)), "input.invalid-index")
    yield reject("restart", "the value that says restart, where there are three vertices (3.7.2.1)",
                 text(indexed((0, 1, 255)).finish(data_uri)), "input.invalid-index")
    made = Tree()
    made.primitive({"POSITION": made.accessor(None, FLOAT, "VEC3", 2 ** 53)})
    yield reject("count_of_nothing", "2^53 elements that no byte stands for", text(made.finish(data_uri)),
                 "input.limit-exceeded")
    made = indexed((0, 1, 2))
    normals = struct.pack("<6f", 0, 0, 1, 0, 0, 1)
    made.attributes["NORMAL"] = made.accessor(made.view(normals), FLOAT, "VEC3", 2)
    yield reject("counts", "two normals for three positions", text(made.finish(data_uri)), "input.invalid-value")
    for name, about, places in [("sparse_index", "a sparse index past the elements", (1, 3)),
                                ("sparse_order", "sparse indices that fall", (2, 1))]:
        made = Tree()
        views = made.view(bytes(places)), made.view(struct.pack("<6f", 1, 0, 0, 0, 1, 0))
        sparse = {"count": 2, "indices": {"bufferView": views[0], "componentType": UBYTE}, "values": {"bufferView": views[1]}}
        made.primitive({"POSITION": made.accessor(None, FLOAT, "VEC3", 3, sparse=sparse, **UNIT)})
        yield reject(name, about, text(made.finish(data_uri)), "input.invalid-index")
    yield reject("data_letters", "a data URI that is not base64", text(indexed((0, 1, 2)).finish(lambda data: "data:;base64,A*=")),
                 "input.invalid-value")
    for name, about, uri in [("buffer_missing", "a buffer's file that is not there", "nowhere.bin"),
                             ("buffer_outside", "a buffer's file outside of the folder, where there is one", "../manifest.json"),
                             ("buffer_absolute", "a buffer's file by an absolute path", "/etc/passwd"),
                             ("buffer_remote", "a buffer on another machine", "https://example.org/a.bin")]:
        yield reject(name, about, text(indexed((0, 1, 2)).finish(lambda data, uri=uri: uri)), "input.reference-missing")
