"""Complaints about STL: solids, kinds of file and colours that were misread."""
from .complaints import Complaint, to
from .stl import FACETS, ascii_case, binary, binary_case, magics, text


def cases():
    one, two = text(FACETS[:2], "bodyA"), text(FACETS[2:], "bodyB")
    names = {"nodes": ["bodyA", "bodyB"], "arity": {"3": 4}}
    solids = ascii_case("", "", one + two, solids=["bodyA", "bodyB"])
    yield Complaint("solids", ["wolph/numpy-stl#64", "wolph/numpy-stl#24", "Ultimaker/Cura#2813", "assimp/assimp#104", "assimp/assimp#604",
                               "mikedh/trimesh#1053", "Innoptech/OpenSTL#21"],
                    "only the first of several solids was read, and their names were gone", solids, to("stl.ascii", names), to("glb", names),
                    to("obj", names), to("usda", names | {"nodes": ["Root", "bodyA", "bodyB", "Materials"]}),
                    to("stl.binary", {"arity": {"3": 4}}, ["hierarchy.baked"]))
    empty = ascii_case("", "", "solid 4\nendsolid\n" + text(FACETS), solids=["4", ""])
    yield Complaint("empty-solid", ["assimp/assimp#1970"], "an empty solid kept the file from being read", empty, to("glb", {"arity": {"3": 4}}),
                    to("stl.ascii", {"arity": {"3": 4}, "nodes": ["4"]}))
    solid = binary_case("", "", binary(header=b"solid base"), header="solid base")
    yield Complaint("solid-header", ["assimp/assimp#102", "sreiter/stl_reader#3", "aslze/minirender#2", "manyfold3d/manyfold#2340",
                                     "nschloe/meshio#530", "compas-dev/compas#179"],
                    "a binary file whose header begins with solid was read as text", solid, to("ply.binary", {"arity": {"3": 4}}),
                    to("stl.ascii", {"arity": {"3": 4}}, ["metadata.dropped"]), to("stl.binary", {"arity": {"3": 4}, "text": ["solid base"]}))
    blank = ascii_case("", "", " " + text(FACETS, "cube"), solids=["cube"])
    yield Complaint("leading-blank", ["wolph/numpy-stl#156"], "a text with a blank in front was read as binary", blank,
                    to("glb", {"nodes": ["cube"], "arity": {"3": 4}}), to("stl.binary", {"arity": {"3": 4}}, ["name.dropped"]))
    words = [magics(31, 0, 0), magics(0, 31, 0), 0x8000, magics(0, 0, 31)]
    painted = binary_case("", "", binary(header=b"COLOR=" + bytes((255, 255, 0, 255)), words=words), header="COLOR=", nonzero_attribute_words=4,
                          has_face_colors=True, first_color=[255, 0, 0])
    rows = [[1, 0, 0]] * 3 + [[0, 1, 0]] * 3 + [[1, 1, 0]] * 3 + [[0, 0, 1]] * 3
    colors = {"corners": {"COLOR_0": rows}}
    yield Complaint("magics", ["cnr-isti-vclab/vcglib#241"], "facets with colours of their own got the object's, and the other way round", painted,
                    to("ply.binary", colors), to("glb", colors), to("usda", colors), to("stl.color", colors))
    viscam = [0x8000 | red << 10 | green << 5 | blue for red, green, blue in ((31, 0, 0), (0, 31, 0), (31, 31, 0), (0, 0, 31))]
    yield Complaint("viscam", ["mikedh/trimesh#438"], "colours in the attribute words were no colours",
                    binary_case("", "", binary(words=viscam), nonzero_attribute_words=4, has_face_colors=True, first_color=[255, 0, 0]),
                    to("ply.binary", colors), to("glb", colors), to("obj", {}, ["attribute.dropped"]))
    colored = text(FACETS, "ansa").replace("  facet", "  color 1 0 0\n  facet", 1)
    yield Complaint("color-lines", ["nschloe/meshio#1355"], "a text with lines of colours could not be read",
                    ascii_case("", "", colored, solids=["ansa"], reports=True), to("glb", {"arity": {"3": 4}}, ["native.unmapped"]),
                    to("stl.ascii", {"nodes": ["ansa"], "text": ["color 1 0 0"]}))
