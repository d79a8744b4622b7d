"""Complaints about OBJ and MTL: colours, names, libraries, materials and polygons that were lost."""
from .case import png
from .complaints import Complaint, to
from .obj import SQUARE, T, VT, load

COLORED = "v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 1\nf 1 2 3\n"
UNIT = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
RED = {"settings": {"baseColor": [1, 0, 0]}}


def cases():
    for maker in (colors, names, libraries, materials, polygons):
        yield from maker()


def colors():
    kept = {"corners": {"COLOR_0": UNIT}}
    yield Complaint("colours", ["CesiumGS/obj2gltf#102", "CesiumGS/obj2gltf#186", "CesiumGS/obj2gltf#279", "OpenDroneMap/Obj2Tiles#43"],
                    "colours of vertices were gone in glTF", load("", COLORED, "", colors=True), to("glb", kept), to("gltf", kept),
                    to("usdz", kept))
    yield Complaint("colours", ["assimp/assimp#2591"], "a PLY had no colours, the OBJ of the same model had",
                    load("", "o cube\n" + COLORED, "", colors=True, o=1), to("ply.ascii", kept, ["name.dropped"]),
                    to("ply.binary", kept, ["name.dropped"]))
    white = COLORED.replace(" 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 1\n", " 1 1 1\nv 1 0 0 1 1 1\nv 0 1 0 1 1 1\n")
    one = {"corners": {"COLOR_0": [[1, 1, 1]] * 3, "POSITION": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}}
    yield Complaint("equal-colours", ["assimp/assimp#1923"], "vertices of one colour became one vertex", load("", white, "", colors=True),
                    to("obj", one), to("ply.binary", one), to("glb", one))
    yield Complaint("colours", ["mikedh/trimesh#448", "mrdoob/three.js#11422"], "colours behind positions were not read",
                    load("", COLORED.replace("f 1 2 3", "f 3 2 1"), "", colors=True), to("ply.ascii", {"corners": {"COLOR_0": UNIT[::-1]}}),
                    to("glb", {"corners": {"COLOR_0": UNIT[::-1]}}))


def names():
    second = "v 0 0 1\nv 1 0 1\nv 0 1 1\n"
    box = ((0.0, 0.0, 0.0), (1.0, 1.0, 1.0))
    groups = "g table top\n" + T + "f 1 2 3\ng legs\n" + second + "f 4 5 6\n"
    yield Complaint("group-names", ["mikedh/trimesh#1034", "mikedh/trimesh#459"], "the names of groups were gone",
                    load("", groups, "", v=6, arity={3: 2}, g=2, box=box), to("obj", {"subsets": ["table", "top", "legs"]}),
                    to("usda", {"subsets": ["table", "top", "legs"]}), to("glb", {"arity": {"3": 2}}))
    objects = "o one\n" + T + "f 1 2 3\no two\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 4 5 6\n"
    yield Complaint("objects-without-materials", ["mikedh/trimesh#2413"], "objects without materials became one mesh, equal vertices one",
                    load("", objects, "", v=6, arity={3: 2}, o=2), to("glb", {"nodes": ["one", "two"], "arity": {"3": 2}}),
                    to("usda", {"nodes": ["Root", "one", "two", "Materials"], "arity": {"3": 2}}), to("obj", {"nodes": ["one", "two"]}),
                    to("stl.ascii", {"nodes": ["one", "two"]}))
    library = "one_without.mtl"
    mixed = f"mtllib {library}\no plain\n" + T + "f 1 2 3\no red\n" + second + "usemtl red\nf 4 5 6\n"
    yield Complaint("one-without-material", ["mikedh/trimesh#1795"], "an object without a material was joined to another",
                    load("", mixed, "", v=6, arity={3: 2}, o=2, box=box, materials=["red"], mtllib=[library],
                         sides={library: "newmtl red\nKd 1 0 0\n"}),
                    to("glb", RED | {"nodes": ["plain", "red"]}), to("obj", RED | {"nodes": ["plain", "red"]}),
                    to("usda", RED | {"nodes": ["Root", "plain", "red", "Materials"]}))


def libraries():
    def painted(library):
        return f"mtllib {library}\n" + T + "usemtl red\nf 1 2 3\n"
    for slug, threads, library, lost in (
            ("library-with-space", ["tinyobjloader/tinyobjloader#49", "tinyobjloader/tinyobjloader#46", "tinyobjloader/tinyobjloader#355",
                                    "tinyobjloader/tinyobjloader#385", "vengi-voxel/vengi#203"], "female cyborg.mtl",
             "a library whose name has a blank was not found"),
            ("library-with-space", ["Twinklebear/tobj#63"], "my  two blanks.mtl", "only the first word of a library's name was looked for")):
        yield Complaint(slug, threads, lost, load("", painted(library), "", materials=["red"], mtllib=[library],
                                                 sides={library: "newmtl red\nKd 1 0 0\n"}),
                        to("glb", RED | {"materials": ["red"]}), to("usda", RED), to("obj", RED | {"materials": ["red"]}))
    text = "mtllib texture_with_space.mtl\n" + T + VT + "g Main Cube1\nusemtl m\nf 1/1 2/2 3/3\n"
    yield Complaint("texture-with-space", ["tinyobjloader/tinyobjloader#145"], "a texture's name was cut at its blank, and a group's",
                    load("", text, "", vt=3, uvs=True, g=1, materials=["m"], mtllib=["texture_with_space.mtl"],
                         sides={"texture_with_space.mtl": "newmtl m\nmap_Kd checker 01.png\n", "checker 01.png": png(9, 8, 7)}),
                    to("glb", {"images": 1}), to("obj", {"images": 1, "subsets": ["Main", "Cube1"]}))
    indented = painted("leading_blanks.mtl").replace("usemtl red", "usemtl  minecraft:dirt_49")
    yield Complaint("leading-blanks", ["tinyobjloader/tinyobjloader#356"], "two blanks in front of a material's name kept it from being found",
                    load("", indented, "", materials=["minecraft:dirt_49"], mtllib=["leading_blanks.mtl"],
                         sides={"leading_blanks.mtl": "newmtl  minecraft:dirt_49\nKd 1 0 0\n"}), to("glb", RED | {"materials": ["minecraft:dirt_49"]}))


def materials():
    def textured(library, body, **images):
        files = {library: body} | {f"{name}.png": data for name, data in images.items()}
        return load("", f"mtllib {library}\n" + T + VT + "usemtl m\nf 1/1 2/2 3/3\n", "", vt=3, uvs=True, materials=["m"], mtllib=[library],
                    sides=files)
    tint = {"settings": {"baseColor": [.5, .25, .125]}, "images": 1}
    yield Complaint("tinted", ["CesiumGS/obj2gltf#238"], "the colour that tints a grey texture was gone",
                    textured("tinted.mtl", "newmtl m\nKd 0.5 0.25 0.125\nmap_Kd tinted.png\n", tinted=png(128, 128, 128)),
                    to("glb", tint), to("usda", tint), to("obj", tint))
    surface = {"settings": {"metallic": [.75], "roughness": [.25]}, "images": 3}
    yield Complaint("physically-based", ["assimp/assimp#2944", "assimp/assimp#5254", "assimp/assimp#4268"],
                    "roughness, metal and their textures were neither read nor written",
                    textured("physically_based.mtl", "newmtl m\nKd 1 1 1\nPm 0.75\nPr 0.25\nmap_Kd albedo.png\nmap_Pm metal.png\nmap_Pr rough.png\n",
                             albedo=png(1, 2, 3), metal=png(50, 50, 50), rough=png(60, 60, 60)),
                    to("obj", surface | {"text": ["map_Pm ", "map_Pr "]}), to("usda", surface), to("glb", {}))
    yield Complaint("normal-map", ["mikedh/trimesh#2181"], "the textures of normals and of ambient light were gone",
                    textured("normal_map.mtl", "newmtl m\nKa 1 1 1\nKd 1 1 1\nmap_Kd color.png\nnorm normal.png\nmap_Ka occlusion.png\n",
                             color=png(1, 2, 3), normal=png(128, 128, 255), occlusion=png(200, 200, 200)),
                    to("obj", {"images": 3}), to("glb", {"images": 3}),
                    to("usda", {"images": 2}, ["material.approximated", "texture.dropped"]))


def polygons():
    quad = SQUARE + "v 2 0 0\nv 2 1 0\nf 1 2 3 4\nf 2 5 6 3\n"
    mesh = load("", quad, "", v=6, arity={4: 2}, box=((0.0, 0.0, 0.0), (2.0, 1.0, 0.0)))
    square = {"arity": {"4": 2}, "area": 2}
    yield Complaint("quads", ["isl-org/Open3D#1692", "cnr-isti-vclab/meshlab#288", "JuliaGeometry/GeometryBasics.jl#259"],
                    "squares became triangles", mesh, to("ply.binary", square), to("obj", square), to("usdc", square),
                    to("glb", {"arity": {"3": 4}, "area": 2}))
    # Two arms around a notch: a fan from the first corner would cover the notch.
    notched = "v 0 0 0\nv 4 0 0\nv 4 3 0\nv 2 1 0\nv 0 3 0\nf 1 2 3 4 5\nv 0 0 1\nv 1 0 1\nv 2 0 1\nv 2 1 1\nv 1 1 1\nv 0 1 1\nf 6 7 8 9 10 11\n"
    cut = {"arity": {"3": 7}, "area": 10}
    yield Complaint("six-corners", ["PyMesh/PyMesh#74", "assimp/assimp#91"], "polygons of six corners were cut wrongly",
                    load("", notched, "", v=11, arity={5: 1, 6: 1}, box=((0.0, 0.0, 0.0), (4.0, 3.0, 1.0))),
                    to("glb", cut), to("stl.ascii", cut, ["topology.triangulated"]),
                    to("usda", {"arity": {"5": 1, "6": 1}}))
    mixed = T + "v 1 1 0\nf 1 2 3\nf 1 2 4 3\nl 1 4\n"
    yield Complaint("mixed", ["isl-org/Open3D#5364", "tinyobjloader/tinyobjloader#18"], "a file with faces of more than three corners, or lines, gave nothing or garbage",
                    load("", mixed, "", v=4, arity={3: 1, 4: 1}, lines=1), to("obj", {"arity": {"3": 1, "4": 1}, "lines": 1}),
                    to("ply.binary", {"arity": {"3": 1, "4": 1}, "lines": 1}), to("usda", {"arity": {"3": 1, "4": 1}, "lines": 1}),
                    to("glb", {"arity": {"3": 3}, "lines": 1}))
    order = T + "v 1 1 0\nf 4 2 3\nf 1 2 3\n"
    places = {"corners": {"POSITION": [[1, 1, 0], [1, 0, 0], [0, 1, 0], [0, 0, 0], [1, 0, 0], [0, 1, 0]]}}
    yield Complaint("order", ["isl-org/Open3D#2614", "isl-org/Open3D#3799"], "faces and vertices came in another order and number",
                    load("", order, "", v=4, arity={3: 2}), to("obj", places | {"text": ["f 4 2 3"]}), to("ply.ascii", places | {"text": ["3 3 1 2"]}),
                    to("glb", places))
