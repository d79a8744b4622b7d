"""What a material leaves out means another thing in each standard: white and metal in glTF (glTF 2.0, 5.22), dark grey
plastic in USD (UsdPreviewSurface), nothing at all in OBJ. A conversion writes down what the source means, and says what it
can't: what USD hides is shown elsewhere, and faces with one side get two where they wear the material of others with two."""
from . import stl, usd
from .case import Case
from .complaints import to
from .gltf import one
from .gltf_parts import case as gltf
from .obj import load as obj

WHITE, GREY = [1, 1, 1], [.18, .18, .18]
METAL = ["color3f inputs:diffuseColor = (1, 1, 1)", "float inputs:metallic = 1", "float inputs:roughness = 1"]
PLAIN = ["color3f inputs:diffuseColor = (1, 1, 1)", "float inputs:roughness = 1", "uniform bool doubleSided = true"]


class Look(Case):
    """A case of another maker, with conversions."""

    def __init__(self, name, about, case, *conversions):
        sides = {path.split("/", 1)[1]: data for path, data in case.sides.items()}
        super().__init__("looks", name, case.ext, case.data, about, case.expect, case.facts, sides)
        self.format, self.conversions = case.format, list(conversions)

    def entry(self):
        return super().entry() | {"conversions": self.conversions}


def material(body, **members):
    """A triangle of glTF with a material."""
    tree = one()
    tree.root["materials"] = [body]
    tree.primitives[0]["material"] = 0
    return gltf("", "", tree, materials=1, **members)


def cases():
    metal = {"baseColor": WHITE, "metallic": [1], "roughness": [1]}
    yield Look("bare_material", "a glTF material with a name alone is white metal", material({"name": "none"}),
               to("usda", {"settings": metal, "text": METAL}), to("obj", {"settings": metal}), to("glb", {"materials": ["none"]}))
    yield Look("no_material", "a glTF triangle without a material is white metal, seen from one side", gltf("", "", one()),
               to("usda", {"text": METAL}), to("glb", {"materials": []}),
               to("obj", {"settings": metal, "text": ["usemtl Default"]}))
    glass = {"pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, .5], "metallicFactor": 0}}
    yield Look("opaque_alpha", "glTF ignores the opacity of an opaque material: nowhere else is it written", material(glass),
               to("usda", {"settings": {"baseColor": [1, 0, 0], "metallic": [0], "roughness": [1]}}),
               to("obj", {"settings": {"baseColor": [1, 0, 0], "roughness": [1]}}))
    paint = usd.layer(usd.mesh(usd.BINDING, head=usd.BOUND) + "\n" + usd.material())
    grey = {"baseColor": GREY, "metallic": [0], "roughness": [.5]}
    yield Look("usd_bare_surface", "a surface of USD that says nothing is dark grey plastic", usd.case("", "", paint, materials=1),
               to("glb", {"settings": grey}), to("obj", {"settings": grey}))
    yield Look("plain_kd", "an MTL with a colour alone is neither metal nor glossy, and has two sides",
               obj("", "mtllib plain_kd.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n", "", materials=["m"], mtllib=["plain_kd.mtl"],
                   sides={"plain_kd.mtl": "newmtl m\nKd 0 0.5 0\n"}),
               to("glb", {"settings": {"baseColor": [0, .5, 0], "metallic": [0], "doubleSided": [1]}}),
               to("usda", {"settings": {"baseColor": [0, .5, 0], "roughness": [1]}}))
    yield Look("plain_surface", "a surface of a format without materials is white", stl.ascii_case("", "", stl.text()),
               to("usda", {"text": PLAIN}), to("glb", {"settings": {"metallic": [0], "doubleSided": [1]}}))
    shown = ['token visibility = "inherited"', 'uniform token purpose = "render"']
    hidden = "\n".join([usd.mesh(*shown, name="Shown"), usd.mesh('token visibility = "invisible"', name="Hidden"),
                        usd.mesh('uniform token purpose = "guide"', name="Guide"),
                        'def Xform "Stand" {\n    uniform token purpose = "proxy"\n' + usd.indent(usd.mesh(name="In")) + "}\n"])
    still = usd.FRAME + "    startTimeCode = 1\n    endTimeCode = 24\n    timeCodesPerSecond = 24\n"
    yield Look("hidden", "what USD hides is hidden elsewhere, its guides and stand-ins too, and the report says so; times of a scene that stands still are no loss",
               usd.case("", "", usd.layer(hidden, still), mesh_count=4, mesh_points=16, mesh_faces=4),
               to("glb", {"nodes": ["Shown", "Hidden", "Guide", "Stand", "In"]}, ["native.unmapped"]), to("usdc"))
    sides = "\n".join([usd.mesh(usd.BINDING, "uniform bool doubleSided = true", name="Two", head=usd.BOUND),
                       usd.mesh(usd.BINDING, name="One", head=usd.BOUND), usd.material()])
    yield Look("shared_sides", "a mesh with one side wears the material of one with two: elsewhere it has two, and the report says so",
               usd.case("", "", usd.layer(sides), mesh_count=2, mesh_points=8, mesh_faces=2, materials=1),
               to("glb", {"settings": grey | {"doubleSided": [1]}}, ["native.unmapped"]), to("usdc"))
    sub = usd.layer(usd.mesh(), '    metersPerUnit = 100\n    upAxis = "Z"\n')
    root = usd.layer("", '    subLayers = [@./sub_unit_part.usda@]\n')
    yield Look("sub_unit", "unit and up axis of a sublayer are not those of the stage: it has centimetres and Y up",
               usd.case("", "", root, sides={"sub_unit_part.usda": sub}, meters_per_unit=.01, up_axis="Y"),
               to("glb", {"box": {"min": [0, 0, 0], "max": [.01, .01, 0]}}))
    wide = [line for name, values in [("a", "-5, 2147483647, 0, 1"), ("b", "4294967295, 0, 0, 1"), ("c", "1099511627776, 1, 2, 3")]
            for line in (f"int64[] primvars:{name} = [{values}] (", '    interpolation = "vertex"', ")")]
    yield Look("wide_integers", "other programs refuse a PLY with 64-bit integers: none are written",
               usd.case("", "", usd.layer(usd.mesh(*wide)), attributes=["POSITION", "a", "b", "c"]),
               to("ply.ascii", {"types": {"a": "int32", "b": "uint32", "c": "float64"},
                                "text": ["property int a", "property uint b", "property double c"]}, ["axis.dropped", "name.dropped"]))
