"""USD: one small file per rule, written by hand from the schemas' documentation.

Facts are stated case by case: `attributes` are the names of all values, as in the scene, `box` is that of the visible
content, in world space and scene units, `elements` the number of visible faces, lines and points.
"""
import struct
import zlib

from .case import Case, png

SQUARE = "[(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]"
UNIT = [[0, 0, 0], [1, 1, 0]]
FRAME = '    metersPerUnit = 1\n    upAxis = "Y"\n'


def cases():
    yield from layers()
    yield from meshes()
    yield from primvars()
    yield from others()
    yield from transforms()
    yield from materials()
    yield from composition()
    yield from packages()
    yield from broken()


def layer(body, head=FRAME):
    """The text of a layer."""
    return f"#usda 1.0\n(\n{head})\n\n{body}"


def mesh(*lines, name="Mesh", counts="[4]", indices="[0, 1, 2, 3]", points=SQUARE, head=""):
    """A mesh of one square, with more lines in its body."""
    own = [f"int[] faceVertexCounts = {counts}", f"int[] faceVertexIndices = {indices}", f"point3f[] points = {points}",
           'uniform token subdivisionScheme = "none"', *lines]
    return f'def Mesh "{name}"{head}\n{{\n' + "".join(f"    {line}\n" for line in own) + "}\n"


def indent(text, depth=1):
    """The text one level further in."""
    return "".join("    " * depth + line + "\n" if line else "\n" for line in text.splitlines())


def case(name, about, data, ext="usda", sides=None, folder="usd", expect="load", types=None, **stated):
    """A file that must load, with the facts that its author states."""
    facts = {"encoding": ext if ext != "usd" else "usda", "up_axis": "Y", "meters_per_unit": 1.0, "mesh_count": 1,
             "mesh_points": 4, "mesh_faces": 1, "materials": 0, "attributes": ["POSITION"], "box": UNIT} | stated
    if types is not None:
        facts["prim_types"] = types
        facts["prim_count"] = sum(types.values())
    box = facts.pop("box")
    if box:
        facts["world_bbox_point_based"] = {"min": box[0], "max": box[1]}
    made = Case(folder, name, ext, data, about, expect, {key: value for key, value in facts.items() if value is not None}, sides)
    made.format = "usd"
    return made


NOTHING = {"mesh_count": 0, "mesh_points": 0, "mesh_faces": 0, "attributes": [], "box": None}


def layers():
    yield case("square", "the least that shows a square", layer(mesh()), types={"Mesh": 1})
    yield case("empty", "a layer without a prim", "#usda 1.0\n", meters_per_unit=0.01, **NOTHING, types={}, reports=True)
    yield case("bare", "no axis and no unit: a centimetre, Y up", "#usda 1.0\n" + mesh(), meters_per_unit=0.01, reports=True)
    yield case("z_up_inches", "Z up, in inches", layer(mesh(), '    metersPerUnit = 0.0254\n    upAxis = "Z"\n'),
               up_axis="Z", meters_per_unit=0.0254)
    yield case("crlf", "lines end in CR LF", layer(mesh()).replace("\n", "\r\n"))
    yield case("semicolons", "statements on one line", layer('def Mesh "Mesh" {int[] faceVertexCounts = [4]; int[] faceVertexIndices = '
               f'[0, 1, 2, 3]; point3f[] points = {SQUARE};}}\n'), reports=True)
    yield case("comments", "comments of all three kinds", layer("# one\n// two\n/* three\n four */\n" + mesh("# inside")))
    yield case("names", "names beyond ASCII and a name for people", layer(
        'def Xform "Gehäuse部品" (\n    displayName = "Gehäuse / 部品 \\"1\\""\n)\n{\n' + indent(mesh()) + "}\n"),
        types={"Xform": 1, "Mesh": 1})
    yield case("words", "documentation, comments, data of applications", layer(mesh(head=(
        ' (\n    doc = """two\nlines"""\n    customData = {\n        int year = 2026\n        dictionary deep = {\n            string[] tags = ["a", "b"]\n'
        '        }\n    }\n    kind = "component"\n)')), FRAME + '    "a comment of the layer"\n    doc = "what it is"\n    customLayerData = {\n'
        "        bool flag = 1\n    }\n"))
    yield case("late_points", "corners before the points that they name", layer(
        f'def Mesh "Mesh"\n{{\n    int[] faceVertexIndices = [0, 1, 2, 3]\n    int[] faceVertexCounts = [4]\n    point3f[] points = {SQUARE}\n}}\n'),
        reports=True)
    yield case("as_usd", "text under the ending that says nothing", layer(mesh()), ext="usd")


def meshes():
    yield case("quads_and_triangle", "faces of three and four corners", layer(mesh(
        counts="[4, 3]", indices="[0, 1, 2, 3, 3, 2, 4]",
        points="[(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0.5, 2, 0)]")), mesh_points=5, mesh_faces=2, box=[[0, 0, 0], [1, 2, 0]])
    yield case("particle_field", "splats (UsdVol, 2026) beside a mesh", layer(
        mesh() + """
def ParticleField3DGaussianSplat "Splats"
{
    point3f[] positions = [(0, 0, 0), (1, 0, 0)]
    quatf[] orientations = [(1, 0, 0, 0), (1, 0, 0, 0)]
    float3[] scales = [(0.1, 0.1, 0.1), (0.1, 0.2, 0.1)]
    float[] opacities = [0.5, 1]
    uniform int radiance:sphericalHarmonicsDegree = 0
    float3[] radiance:sphericalHarmonicsCoefficients = [(1, 0, 0), (0, 1, 0)]
}
"""), types={"Mesh": 1, "ParticleField3DGaussianSplat": 1}, attributes=[
        "POSITION", "f_dc_0", "f_dc_1", "f_dc_2", "opacity", "scale_0", "scale_1", "scale_2", "rot_0", "rot_1", "rot_2", "rot_3"])
    yield case("left_handed", "clockwise faces", layer(mesh('uniform token orientation = "leftHanded"')), reports=True)
    yield case("holes", "a face that is a hole", layer(mesh(
        "int[] holeIndices = [0]", counts="[3, 3]", indices="[0, 1, 2, 0, 2, 3]")), mesh_faces=None, elements=1, mesh_count=None,
        mesh_points=None, reports=True)
    yield case("subdivision", "the fallback is a subdivision surface", layer(mesh().replace(
        '    uniform token subdivisionScheme = "none"\n', "")), reports=True)
    yield case("double_points", "points in float64", layer(mesh(points="[(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]").replace(
        "point3f[]", "point3d[]")))
    yield case("half_points", "points in half precision", layer(mesh().replace("point3f[]", "point3h[]")))
    yield case("no_faces", "points that no face uses", layer(mesh(counts="[]", indices="[]")), mesh_faces=0)
    yield case("no_points", "a mesh without anything", layer('def Mesh "Mesh"\n{\n}\n'), mesh_points=0, mesh_faces=0, attributes=[], box=None)
    yield case("subsets", "faces in named sets", layer(mesh(
        'uniform token subsetFamily:parts:familyType = "partition"',
        'def GeomSubset "left"', "{", '    uniform token elementType = "face"', '    uniform token familyName = "parts"',
        "    int[] indices = [0]", "}", 'def GeomSubset "right"', "{", '    uniform token familyName = "parts"', "    int[] indices = [1]", "}",
        counts="[3, 3]", indices="[0, 1, 2, 0, 2, 3]")), mesh_faces=2, types={"Mesh": 1, "GeomSubset": 2})
    yield case("extent_wrong", "an extent that is not the box", layer(mesh("float3[] extent = [(0, 0, 0), (9, 9, 9)]")))
    yield case("tetrahedra", "the surface of a tetrahedron", layer(
        'def TetMesh "Tet"\n{\n    int3[] surfaceFaceVertexIndices = [(1, 2, 3), (0, 3, 2), (0, 1, 3), (0, 2, 1)]\n'
        "    int4[] tetVertexIndices = [(0, 1, 2, 3)]\n    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]\n}\n"),
        mesh_count=None, mesh_points=None, mesh_faces=None, elements=4, box=[[0, 0, 0], [1, 1, 1]], reports=True)


def primvars():
    def colored(name, about, interpolation, values, **stated):
        size = f'    interpolation = "{interpolation}"\n' if interpolation else ""
        yield case(name, about, layer(mesh(f"color3f[] primvars:displayColor = {values} (\n    {size}    )",
                   counts="[3, 3]", indices="[0, 1, 2, 0, 2, 3]")), mesh_faces=2, attributes=["POSITION", "COLOR_0"], **stated)
    yield from colored("color_constant", "one colour for all", "constant", "[(1, 0.5, 0)]")
    yield from colored("color_uniform", "a colour for each face", "uniform", "[(1, 0, 0), (0, 1, 0)]")
    yield from colored("color_vertex", "a colour for each point", "vertex", "[(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)]")
    yield from colored("color_varying", "varying is vertex on a mesh", "varying", "[(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)]")
    yield from colored("color_corners", "a colour for each corner", "faceVarying",
                       "[(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1), (0, 0, 0), (0.25, 0.5, 0.75)]")
    yield case("color_indexed", "colours by index, for points", layer(mesh(
        'color3f[] primvars:displayColor = [(1, 0, 0), (0, 0, 1)] (', '    interpolation = "vertex"', ")",
        "int[] primvars:displayColor:indices = [0, 1, 1, 0]")), attributes=["POSITION", "COLOR_0"])
    yield case("opacity", "colours with an opacity", layer(mesh(
        "color3f[] primvars:displayColor = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)] (", '    interpolation = "vertex"', ")",
        "float[] primvars:displayOpacity = [1, 0.5, 0.25, 0] (", '    interpolation = "vertex"', ")")), attributes=["POSITION", "COLOR_0"])
    yield case("inherited", "a constant colour of the prim above", layer(
        'def Xform "Above"\n{\n    color3f[] primvars:displayColor = [(0, 1, 0)]\n' + indent(mesh()) + "}\n"), attributes=["POSITION", "COLOR_0"])
    yield case("uv_corners", "texture coordinates by corner, with indices", layer(mesh(
        "texCoord2f[] primvars:st = [(0, 0), (1, 0), (1, 1)] (", '    interpolation = "faceVarying"', ")",
        "int[] primvars:st:indices = [0, 1, 2, 0]")), attributes=["POSITION", "TEXCOORD_0"])
    yield case("uv_two", "two sets of texture coordinates", layer(mesh(
        "texCoord2f[] primvars:map2 = [(0, 0), (1, 0), (1, 1), (0, 1)] (", '    interpolation = "vertex"', ")",
        "float2[] primvars:st = [(0, 0), (0.5, 0), (0.5, 0.5), (0, 0.5)] (", '    interpolation = "vertex"', ")")),
        attributes=["POSITION", "TEXCOORD_0", "TEXCOORD_1"])
    yield case("normals_points", "normals of points", layer(mesh(
        "normal3f[] normals = [(0, 0, 1), (0, 0, 1), (0, 0, 1), (0, 0, 1)] (", '    interpolation = "vertex"', ")")), attributes=["POSITION", "NORMAL"])
    yield case("normals_win", "primvars:normals win over normals", layer(mesh(
        "normal3f[] normals = [(1, 0, 0), (1, 0, 0), (1, 0, 0), (1, 0, 0)] (", '    interpolation = "vertex"', ")",
        "normal3f[] primvars:normals = [(0, 0, 1)] (", '    interpolation = "faceVarying"', ")", "int[] primvars:normals:indices = [0, 0, 0, 0]")),
        attributes=["POSITION", "NORMAL"])
    yield case("custom", "values of applications, of many types", layer(mesh(
        "int[] primvars:label = [7]", "float[] primvars:confidence = [0, 0.5, 1, 0.25] (", '    interpolation = "vertex"', ")",
        "double[] primvars:time = [1.5] (", '    interpolation = "uniform"', ")", "half3[] primvars:small = [(1, 2, 3)]",
        "int64[] primvars:id = [9007199254740993] (", '    interpolation = "uniform"', ")", "uchar[] primvars:code = [255] (",
        '    interpolation = "uniform"', ")")), attributes=["POSITION", "label", "confidence", "time", "small", "id", "code"])
    yield case("element_size", "three numbers that are one value", layer(mesh(
        "float[] primvars:weights = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] (", "    elementSize = 3", '    interpolation = "vertex"', ")")),
        attributes=["POSITION", "weights"])
    yield case("unauthored", "an index of −1 is no value", layer(mesh(
        "texCoord2f[] primvars:st = [(0, 0), (1, 0)] (", '    interpolation = "faceVarying"', ")", "int[] primvars:st:indices = [0, 1, -1, 0]")),
        attributes=["POSITION", "TEXCOORD_0"])
    yield case("count_wrong", "three values for four points", layer(mesh(
        "float[] primvars:few = [1, 2, 3] (", '    interpolation = "vertex"', ")")), reports=True, mesh_count=None, mesh_points=None, mesh_faces=None)
    yield case("animated", "points that move, and a colour that stays", layer(mesh(
        "color3f[] primvars:displayColor = [(1, 1, 1)]", "point3f[] points.timeSamples = {",
        f"    1: {SQUARE},", "    2: [(0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)],", "}").replace(f"    point3f[] points = {SQUARE}\n", "")),
        attributes=["POSITION", "COLOR_0", "TARGET_0:POSITION"], reports=True)


def others():
    yield case("cloud", "points with widths, ids and colours", layer(
        'def Points "Cloud"\n{\n    point3f[] points = [(0, 0, 0), (1, 2, 3)]\n    float[] widths = [0.1, 0.2]\n    int64[] ids = [5, 6]\n'
        "    color3f[] primvars:displayColor = [(1, 0, 0), (0, 0, 1)] (\n        interpolation = \"vertex\"\n    )\n}\n"),
        **NOTHING | {"attributes": ["POSITION", "COLOR_0", "widths", "ids"], "box": [[0, 0, 0], [1, 2, 3]]}, elements=2)
    yield case("curves", "two lines, of two and three points", layer(
        'def BasisCurves "Lines"\n{\n    int[] curveVertexCounts = [2, 3]\n    uniform token type = "linear"\n'
        "    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0), (2, 1, 0)]\n    float[] widths = [0.1] (\n"
        '        interpolation = "constant"\n    )\n}\n'), **NOTHING | {"attributes": ["POSITION", "widths"], "box": [[0, 0, 0], [2, 1, 0]]}, elements=2)
    yield case("curve_closed", "a line that closes", layer(
        'def BasisCurves "Loop"\n{\n    int[] curveVertexCounts = [3]\n    uniform token type = "linear"\n    uniform token wrap = "periodic"\n'
        "    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]\n}\n"),
        **NOTHING | {"attributes": ["POSITION"], "box": [[0, 0, 0], [1, 1, 0]]}, elements=1)
    shapes = {"Cube": "double size = 1", "Sphere": "double radius = 0.5", "Cylinder": 'uniform token axis = "Y"', "Cone": "double height = 4",
              "Capsule": 'uniform token axis = "X"', "Plane": "double width = 3"}
    boxes = {"Cube": [[-.5] * 3, [.5] * 3], "Sphere": [[-.5] * 3, [.5] * 3], "Cylinder": [[-1] * 3, [1] * 3], "Cone": [[-1, -1, -2], [1, 1, 2]],
             "Capsule": [[-1, -.5, -.5], [1, .5, .5]], "Plane": [[-1.5, -1, 0], [1.5, 1, 0]]}
    for shape, line in shapes.items():
        yield case(shape.lower(), f"a {shape} without points", layer(f'def {shape} "Shape"\n{{\n    {line}\n}}\n'),
                   **NOTHING | {"attributes": ["POSITION"], "shape_box": {"min": boxes[shape][0], "max": boxes[shape][1]}}, types={shape: 1}, reports=True)
    yield case("camera", "a camera of 24 × 16 mm behind 50 mm", layer(
        'def Camera "Camera"\n{\n    float2 clippingRange = (0.1, 100)\n    float focalLength = 50\n    float horizontalAperture = 24\n'
        "    float verticalAperture = 16\n}\n"), **NOTHING, cameras=1, types={"Camera": 1})
    yield case("lights", "a sun and a lamp; a dome stays behind", layer(
        'def DistantLight "Sun"\n{\n    float inputs:intensity = 3\n}\n\ndef SphereLight "Lamp"\n{\n    color3f inputs:color = (1, 0.5, 0)\n}\n\n'
        'def DomeLight "Sky"\n{\n}\n'), **NOTHING, lights=2, reports=True)
    yield case("instancer", "three copies of a square, one switched off", layer(
        'def PointInstancer "Copies"\n{\n    int[] protoIndices = [0, 0, 0]\n    point3f[] positions = [(0, 0, 0), (2, 0, 0), (9, 9, 9)]\n'
        "    float3[] scales = [(1, 1, 1), (2, 2, 2), (1, 1, 1)]\n    int64[] invisibleIds = [2]\n    rel prototypes = </Copies/Mesh>\n"
        + indent(mesh()) + "}\n"), mesh_count=None, mesh_points=None, mesh_faces=None, elements=2, box=[[0, 0, 0], [4, 2, 0]], reports=True)
    unstated = {"mesh_count": None, "mesh_points": None, "mesh_faces": None}
    inner = ('def PointInstancer "Pair"\n{\n    int[] protoIndices = [0, 0]\n    point3f[] positions = [(0, 0, 0), (2, 0, 0)]\n'
             "    rel prototypes = </Rows/Pair/Mesh>\n" + indent(mesh()) + "}\n")
    yield case("instancer_nested", "three copies of an instancer, which has two of a square", layer(
        'def PointInstancer "Rows"\n{\n    int[] protoIndices = [0, 0, 0]\n    point3f[] positions = [(0, 0, 0), (0, 2, 0), (0, 4, 0)]\n'
        "    rel prototypes = </Rows/Pair>\n" + indent(inner) + "}\n"), **unstated, elements=6, box=[[0, 0, 0], [3, 5, 0]])
    yield case("instancer_inactive", "of three copies one is inactive, by its number", layer(
        'def PointInstancer "Copies" (\n    inactiveIds = [7]\n)\n{\n    int[] protoIndices = [0, 0, 0]\n    int64[] ids = [5, 6, 7]\n'
        "    point3f[] positions = [(0, 0, 0), (2, 0, 0), (9, 9, 9)]\n    rel prototypes = </Copies/Mesh>\n"
        + indent(mesh()) + "}\n"), **unstated, elements=2, box=[[0, 0, 0], [3, 1, 0]], reports=True)


def transforms():
    def moved(name, about, lines, box, **stated):
        order = ", ".join(f'"{line.split()[1]}"' for line in lines if " xformOp:" in line)
        body = "".join(f"    {line}\n" for line in lines) + f"    uniform token[] xformOpOrder = [{stated.pop('order', order)}]\n"
        return case(name, about, layer(f'def Xform "Moved"\n{{\n{body}' + indent(mesh()) + "}\n"), box=box, **stated)
    yield moved("trs", "translation, a quarter turn about Z, scale", [
        "double3 xformOp:translate = (10, 20, 30)", "quatf xformOp:orient = (0.70710678, 0, 0, 0.70710678)", "float3 xformOp:scale = (2, 3, 4)"],
        [[7, 20, 30], [10, 22, 30]])
    yield moved("euler", "turns about x, then y, then z", ["float3 xformOp:rotateXYZ = (90, 0, 90)"], [[0, 0, 0], [0, 1, 1]])
    yield moved("matrix", "rows, the translation in the last one", [
        "matrix4d xformOp:transform = ( (0, 2, 0, 0), (-1, 0, 0, 0), (0, 0, 1, 0), (5, 6, 7, 1) )"], [[4, 6, 7], [5, 8, 7]])
    yield moved("pivot", "there, a turn, and back by its inverse", [
        "float3 xformOp:translate:pivot = (1, 0, 0)", "float xformOp:rotateZ = 180"], [[1, -1, 0], [2, 0, 0]],
        order='"xformOp:translate:pivot", "xformOp:rotateZ", "!invert!xformOp:translate:pivot"')
    yield case("reset", "a prim that the transforms above don't move", layer(
        'def Xform "Above"\n{\n    double3 xformOp:translate = (100, 0, 0)\n    uniform token[] xformOpOrder = ["xformOp:translate"]\n' + indent(mesh(
            "double3 xformOp:translate = (0, 5, 0)", 'uniform token[] xformOpOrder = ["!resetXformStack!", "xformOp:translate"]')) + "}\n"),
        box=[[0, 5, 0], [1, 6, 0]], reports=True)
    yield moved("mirror", "a negative scale", ["float3 xformOp:scale = (-1, 1, 1)"], [[-1, 0, 0], [0, 1, 0]])


def material(*inputs, more=""):
    """A material of the usual surface, in a scope."""
    body = "".join(f"            {line}\n" for line in inputs)
    return (f'def Scope "Looks"\n{{\n    def Material "Paint"\n    {{\n        token outputs:surface.connect = </Looks/Paint/Surface.outputs:surface>\n\n'
            f'        def Shader "Surface"\n        {{\n            uniform token info:id = "UsdPreviewSurface"\n{body}            token outputs:surface\n'
            f"        }}\n{more}    }}\n}}\n")


BOUND = ' (\n    prepend apiSchemas = ["MaterialBindingAPI"]\n)'
BINDING = "rel material:binding = </Looks/Paint>"


def textured(image="red.png", extra=""):
    return material("color3f inputs:diffuseColor.connect = </Looks/Paint/Image.outputs:rgb>", more=f'''
        def Shader "Reader"
        {{
            uniform token info:id = "UsdPrimvarReader_float2"
            string inputs:varname = "st"
            float2 outputs:result
        }}

        def Shader "Image"
        {{
            uniform token info:id = "UsdUVTexture"
            asset inputs:file = @./{image}@
            float2 inputs:st.connect = </Looks/Paint/Reader.outputs:result>
            token inputs:wrapS = "repeat"
            token inputs:wrapT = "clamp"
{extra}            float3 outputs:rgb
            float outputs:a
        }}
''')


ST = ["texCoord2f[] primvars:st = [(0, 0), (1, 0), (1, 1), (0, 1)] (", '    interpolation = "vertex"', ")"]


def materials():
    red = png(255, 0, 0)
    yield case("material", "every plain number of the surface", layer(mesh(BINDING, head=BOUND) + "\n" + material(
        "color3f inputs:diffuseColor = (0.25, 0.5, 0.75)", "color3f inputs:emissiveColor = (0, 0.125, 0)", "float inputs:metallic = 0.5",
        "float inputs:roughness = 0.25", "float inputs:clearcoat = 0.5", "float inputs:clearcoatRoughness = 0.125", "float inputs:opacity = 0.5",
        "float inputs:ior = 1.25")), materials=1, settings={"baseColor": [.25, .5, .75], "emissive": [0, .125, 0], "metallic": [.5],
                                                            "roughness": [.25], "clearcoat": [.5], "clearcoatRoughness": [.125], "alpha": [.5], "ior": [1.25]})
    yield case("material_textured", "a texture beside the layer", layer(mesh(BINDING, *ST, head=BOUND) + "\n" + textured("textured.png")),
               sides={"textured.png": red}, materials=1, images=1, attributes=["POSITION", "TEXCOORD_0"])
    yield case("material_scaled", "a texture with a factor", layer(mesh(BINDING, *ST, head=BOUND) + "\n" + textured(
        "scaled.png", "            float4 inputs:scale = (0.5, 0.25, 1, 1)\n")), sides={"scaled.png": red}, materials=1, images=1, attributes=["POSITION", "TEXCOORD_0"],
        settings={"baseColor": [.5, .25, 1]})
    yield case("material_missing", "a texture that is not there", layer(mesh(BINDING, *ST, head=BOUND) + "\n" + textured("gone.png")), materials=1,
               attributes=["POSITION", "TEXCOORD_0"], reports=True)
    yield case("material_interface", "an input of the material feeds the surface", layer(mesh(BINDING, head=BOUND) + "\n" + material(
        "color3f inputs:diffuseColor.connect = </Looks/Paint.inputs:tint>").replace(
        "        token outputs:surface.connect", "        color3f inputs:tint = (0, 0, 1)\n        token outputs:surface.connect", 1)),
        materials=1, settings={"baseColor": [0, 0, 1]})
    yield case("material_subsets", "two materials on the faces of one mesh", layer(mesh(
        'uniform token subsetFamily:materialBind:familyType = "partition"',
        'def GeomSubset "one" (', '    prepend apiSchemas = ["MaterialBindingAPI"]', ")", "{", '    uniform token familyName = "materialBind"',
        "    int[] indices = [1]", "    rel material:binding = </Looks/Paint>", "}", counts="[3, 3]", indices="[0, 1, 2, 0, 2, 3]") + "\n" + material()),
        mesh_faces=2, materials=1)
    yield case("material_inherited", "a binding of the prim above", layer(
        f'def Xform "Above"{BOUND}\n{{\n    {BINDING}\n' + indent(mesh()) + "}\n\n" + material()), materials=1)
    yield case("reader", "the surface shows the colours of the points", layer(mesh(
        BINDING, "color3f[] primvars:displayColor = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)] (", '    interpolation = "vertex"', ")",
        head=BOUND) + "\n" + material("color3f inputs:diffuseColor.connect = </Looks/Paint/Colors.outputs:result>", more='''
        def Shader "Colors"
        {
            uniform token info:id = "UsdPrimvarReader_float3"
            string inputs:varname = "displayColor"
            float3 outputs:result
        }
''')), materials=1, attributes=["POSITION", "COLOR_0"])


def composition():
    part = layer('def Xform "Part"\n{\n' + indent(mesh()) + "}\n", FRAME + '    defaultPrim = "Part"\n')
    yield case("reference", "a prim of another layer", layer('def "Room" (\n    references = @./reference_part.usda@\n)\n{\n}\n'),
               sides={"reference_part.usda": part}, types={"Xform": 1, "Mesh": 1})
    yield case("payload", "a payload, with a path", layer('def "Room" (\n    payload = @payload_part.usda@</Part/Mesh>\n)\n{\n}\n'),
               sides={"payload_part.usda": part}, types={"Mesh": 1})
    yield case("sublayer", "a layer below, and an opinion on it", layer(
        'over "Part"\n{\n    double3 xformOp:translate = (1, 0, 0)\n    uniform token[] xformOpOrder = ["xformOp:translate"]\n}\n',
        FRAME + "    subLayers = [\n        @./sublayer_below.usda@\n    ]\n"), sides={"sublayer_below.usda": part}, box=[[1, 0, 0], [2, 1, 0]])
    yield case("layer_missing", "a reference to nothing", layer(mesh() + '\ndef "Gone" (\n    references = @./gone.usda@\n)\n{\n}\n'), reports=True)
    yield case("layer_outside", "a reference to a layer outside of the folder",
               layer(mesh() + '\ndef "Room" (\n    references = @../outside.usda@\n)\n{\n}\n'), reports=True)
    yield case("materialx", "a material in a file of MaterialX", layer(mesh(
        "rel material:binding = </Looks/Materials/Red>", head=BOUND) + '\ndef "Looks" (\n    references = @./red.mtlx@</MaterialX>\n)\n{\n}\n'),
        sides={"red.mtlx": '<?xml version="1.0"?>\n<materialx version="1.38">\n  <standard_surface name="SR" type="surfaceshader">\n'
               '    <input name="base_color" type="color3" value="1, 0, 0"/>\n  </standard_surface>\n'
               '  <surfacematerial name="Red" type="material">\n    <input name="surfaceshader" type="surfaceshader" nodename="SR"/>\n'
               '  </surfacematerial>\n</materialx>\n'}, materials=1, settings={"baseColor": [1, 0, 0], "metallic": [0]})
    yield case("variants", "the chosen one of two variants", layer(
        'def Xform "Room" (\n    variants = {\n        string lod = "high"\n    }\n    prepend variantSets = "lod"\n)\n{\n    variantSet "lod" = {\n'
        '        "high" {\n' + indent(mesh(), 3) + '        }\n        "low" {\n        }\n    }\n}\n'), types={"Xform": 1, "Mesh": 1})
    yield case("inherits", "a class that two prims inherit", layer(
        'class "Square"\n{\n' + indent(mesh()) + '}\n\ndef Xform "A" (\n    inherits = </Square>\n)\n{\n}\n\ndef Xform "B" (\n    inherits = </Square>\n)\n{\n'
        '    double3 xformOp:translate = (0, 0, 4)\n    uniform token[] xformOpOrder = ["xformOp:translate"]\n}\n'),
        mesh_count=2, mesh_points=8, mesh_faces=2, box=[[0, 0, 0], [1, 1, 4]], types={"Xform": 2, "Mesh": 2})
    yield case("inactive", "a prim that is switched off", layer(mesh() + '\ndef Mesh "Off" (\n    active = false\n)\n{\n}\n'))
    yield case("over_alone", "an over of nothing is not there", layer(mesh() + '\nover "Nothing"\n{\n    int number = 1\n}\n'), types={"Mesh": 1})


def zipped(*entries, method=0, align=True, lie=None, claim=None):
    """A package: stored entries, their data at multiples of 64 bytes.

    The entry named `lie` has a wrong checksum, or, if `claim` is given, that method.
    """
    data, directory = b"", b""
    for name, body in entries:
        body = body if isinstance(body, bytes) else body.encode()
        packed = zlib.compressobj(9, zlib.DEFLATED, -15) if method else None
        stored = packed.compress(body) + packed.flush() if packed else body
        pad = -(len(data) + 30 + len(name)) % 64 if align else 0
        pad += 64 if 0 < pad < 4 else 0
        extra = struct.pack("<HH", 0x1986, pad - 4) + b"\0" * (pad - 4) if pad else b""
        check = zlib.crc32(body) ^ (name == lie and claim is None)
        said = claim if name == lie and claim else method
        head = struct.pack("<HHHHHIIIHH", 10, 0, said, 0, 33, check, len(stored), len(body), len(name), len(extra))
        directory += b"PK\x01\x02" + struct.pack("<H", 10) + head + struct.pack("<HHHII", 0, 0, 0, 0, len(data)) + name.encode() + extra
        data += b"PK\x03\x04" + head + name.encode() + extra + stored
    end = struct.pack("<HHHHIIH", 0, 0, len(entries), len(entries), len(directory), len(data), 0)
    return data + directory + b"PK\x05\x06" + end


def packages():
    plain = layer(mesh(BINDING, *ST, head=BOUND) + "\n" + textured())
    image = ("red.png", png(255, 0, 0))
    yield case("package", "text and a texture in a package", zipped(("scene.usda", plain), image), "usdz", materials=1, images=1,
               attributes=["POSITION", "TEXCOORD_0"])
    yield case("package_unaligned", "data at any byte", zipped(("scene.usda", plain), image, align=False), "usdz", materials=1, images=1,
               attributes=["POSITION", "TEXCOORD_0"], reports=True)
    yield case("package_deflated", "compressed entries, which must not be", zipped(("scene.usda", plain), image, method=8, align=False),
               "usdz", materials=1, images=1, attributes=["POSITION", "TEXCOORD_0"], reports=True)
    yield case("package_image_first", "an image where the layer must be", zipped(image, ("scene.usda", layer(mesh()))), "usdz", reports=True)
    inner = layer(mesh(), FRAME + '    defaultPrim = "Mesh"\n')
    yield case("package_nested", "a package in a package", zipped(
        ("scene.usda", layer('def "Room" (\n    references = @inner.usdz@\n)\n{\n}\n')), ("inner.usdz", zipped(("deep.usda", inner)))), "usdz")
    yield case("package_layers", "a layer of the package refers to another", zipped(
        ("scene.usda", layer('def "Room" (\n    references = @./parts/part.usda@\n)\n{\n}\n')), ("parts/part.usda", inner)), "usdz")


def broken():
    def bad(name, about, data, ext="usda"):
        made = Case("usd", f"bad_{name}", ext, data, about, "reject", {})
        made.format = "usd"
        return made
    yield bad("cookie", "no first line", mesh())
    yield bad("version", "a version that is not there", "#usda 9.9\n")
    yield bad("brace", "a brace that is not closed", layer('def "A"\n{\n'))
    yield bad("name", "a name with a blank", layer('def "A b"\n{\n}\n'))
    yield bad("twice", "two prims of one name", layer('def "A"\n{\n}\n\ndef "A"\n{\n}\n'))
    yield bad("tuple", "two numbers for three", layer(mesh(points="[(0, 0), (1, 0), (1, 1), (0, 1)]")))
    yield bad("index", "a corner on a point that is not there", layer(mesh(indices="[0, 1, 2, 4]")))
    yield bad("negative", "a corner on point −1", layer(mesh(indices="[0, 1, 2, -1]")))
    yield bad("string", "a string that does not end", layer('def "A" (\n    doc = "open\n)\n{\n}\n'))
    yield bad("commas", "two statements without a line between", layer('def "A"\n{\n    int a = 1 int b = 2\n}\n'))
    yield bad("crate_short", "a crate of its first bytes alone", b"PXR-USDC" + bytes([0, 8, 0]) + bytes(5), "usdc")
    yield bad("crate_table", "a table of contents behind the end", b"PXR-USDC" + bytes([0, 8, 0, 0, 0, 0, 0, 0]) + struct.pack("<q", 1 << 40)
              + bytes(64), "usdc")
    yield bad("package_empty", "a package without a file", zipped(), "usdz")
    plain = layer(mesh(BINDING, *ST, head=BOUND) + "\n" + textured())
    inner = layer(mesh(), FRAME + '    defaultPrim = "Mesh"\n')
    outer = layer('def "Room" (\n    references = @./part.usda@\n)\n{\n}\n')
    for entry, word, rest in [("red.png", "image", (("scene.usda", plain), ("red.png", png(255, 0, 0)))),
                              ("part.usda", "layer", (("scene.usda", outer), ("part.usda", inner)))]:
        yield bad(f"package_checksum_{word}", f"a part ({word}) with a wrong checksum", zipped(*rest, lie=entry), "usdz")
        yield bad(f"package_method_{word}", f"a part ({word}) packed by a method that is not known", zipped(*rest, lie=entry, claim=99),
                  "usdz")
    yield bad("package_deep_name", "a name that leaves the package", zipped(("../scene.usda", layer(mesh()))), "usdz")
