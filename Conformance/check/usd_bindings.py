#!/usr/bin/env python3
"""Which material each face wears in each variant, against usd-core, on stages made at random.

  usd_bindings.py MESHCONV [--count 200] [--seed 0]      needs usd-core

A stage has a variant set that binds materials: to prims and to subsets of faces, by purpose, also stronger than what is
further down; in one layer, a sublayer, a reference, or prototypes with sets of their own that the variants choose from.
meshconv converts it to GLB. For each variant the faces of all shown meshes must wear what usd-core computes for previews.
The purpose `full` is left out: where only that is bound, meshconv shows it and previews show nothing.
"""
import argparse
import collections
import json
import pathlib
import random
import struct
import subprocess
import tempfile

from pxr import Usd, UsdShade

HEAD = '#usda 1.0\n(\n    defaultPrim = "A"\n    upAxis = "Y"\n    metersPerUnit = 1\n%s)\n'
API = 'prepend apiSchemas = ["MaterialBindingAPI"]'
MATERIALS = ["M0", "M1", "M2", "M3"]
MESH = "int[] faceVertexCounts = [3, 3]\nint[] faceVertexIndices = [0, 1, 2, 0, 1, 2]\n" \
    "point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]\n"
SUBSET = 'uniform token familyName = "materialBind"\nint[] indices = [0]\n'


class Stage:
    """The layers of a stage, as text."""

    def __init__(self, rng):
        self.rng = rng
        self.variants = [f"v{index}" for index in range(rng.randint(1, 4))]
        self.tree = self.prims(2)
        chosen = rng.choice(self.variants)
        meta = f'( {API}\nvariantSets = "looks"\nvariants = {{ string looks = "{chosen}" }} )'
        self.form = rng.choice(["one layer", "reference", "sublayer", "prototypes"])

        def asset(kind, name):
            body = self.looks(name) + self.body(name, False, 0.2) + self.set(name)
            return f'{kind} Xform "{name}" {meta}\n{{\n{body}}}\n'

        if self.form == "one layer":
            self.layers = {"a": HEAD % "" + asset("def", "A")}
        elif self.form == "reference":
            over = f'def Xform "A" ( references = @b.usda@ )\n{{\n{self.body("A", True, 0.15)}}}\n'
            self.layers = {"a": HEAD % "" + over, "b": HEAD % "" + asset("def", "A")}
        elif self.form == "sublayer":
            over = self.body("A", True, 0.15) + (self.set("A") if rng.random() < 0.5 else "")
            self.layers = {
                "a": HEAD % "    subLayers = [@b.usda@]\n" + f'over "A"\n{{\n{over}}}\n', "b": HEAD % "" + asset("def", "A")}
        else:
            names = [f"I{index}" for index in range(rng.randint(1, 3))]
            shared = "instanceable = true\n" if rng.random() < 0.5 else ""
            body = "".join(f'def Xform "{name}" ( references = </P>\n{shared})\n{{\n}}\n' for name in names)
            for variant in self.variants:
                choice = f'( variants = {{ string looks = "{variant}" }} )'
                body += f'variantSet "looks" = {{\n"{variant}" {{\n' if variant == self.variants[0] else f'"{variant}" {{\n'
                body += "".join(f'over "{name}" {choice}\n{{\n}}\n' for name in names) + "}\n"
            self.layers = {"a": HEAD % "" + asset("class", "P") + f'def Xform "A" {meta}\n{{\n{body}}}\n}}\n'}

    def prims(self, depth):
        """The names below a prim; None stands for a mesh."""
        return {
            f"P{index}": self.prims(depth - 1) if depth and self.rng.random() < 0.6 else None
            for index in range(self.rng.randint(1, 3))}

    def bind(self, root):
        name = self.rng.choice(["material:binding", "material:binding", "material:binding:preview"])
        strong = ' ( bindMaterialAs = "strongerThanDescendants" )' if self.rng.random() < 0.25 else ""
        return f"rel {name} = </{root}/Looks/{self.rng.choice(MATERIALS)}>{strong}\n"

    def body(self, root, is_over, share, tree=None):
        text = ""
        for name, inner in (self.tree if tree is None else tree).items():
            if is_over and self.rng.random() < 0.4:
                continue
            kind = "over" if is_over else "def Mesh" if inner is None else "def Xform"
            text += f'{kind} "{name}" ( {API} )\n{{\n' + (self.bind(root) if self.rng.random() < share else "")
            if inner is not None:
                text += self.body(root, is_over, share, inner)
            else:
                own = self.bind(root) if self.rng.random() < share else ""
                text += "" if is_over else MESH
                text += f'{"over" if is_over else "def GeomSubset"} "S" ( {API} )\n{{\n{"" if is_over else SUBSET}{own}}}\n'
            text += "}\n"
        return text

    def looks(self, root):
        shader = 'uniform token info:id = "UsdPreviewSurface"\ntoken outputs:surface\n'
        return 'def Scope "Looks"\n{\n' + "".join(
            f'def Material "{name}"\n{{\ntoken outputs:surface.connect = </{root}/Looks/{name}/s.outputs:surface>\n'
            f'def Shader "s"\n{{\n{shader}color3f inputs:diffuseColor = ({index / 8}, 0, 0)\n}}\n}}\n'
            for index, name in enumerate(MATERIALS)) + "}\n"

    def set(self, root):
        return 'variantSet "looks" = {\n' + "".join(
            f'"{variant}" {{\n{self.bind(root) if self.rng.random() < 0.3 else ""}{self.body(root, True, 0.5)}}}\n'
            for variant in self.variants) + "}\n"


def expected(path, variant):
    """The materials of the two faces of each mesh, by usd-core."""
    stage = Usd.Stage.Open(str(path))
    with Usd.EditContext(stage, stage.GetSessionLayer()):
        stage.GetPrimAtPath("/A").GetVariantSets().GetVariantSet("looks").SetVariantSelection(variant)
    every = Usd.TraverseInstanceProxies(Usd.PrimDefaultPredicate)

    def bound(prim):
        material = UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial("preview")[0]
        return material.GetPrim().GetName() if material else None

    found = []
    for prim in (prim for prim in stage.Traverse(every) if prim.GetTypeName() == "Mesh"):
        faces = [bound(prim)] * 2
        for child in prim.GetFilteredChildren(every):
            faces[0] = bound(child) or faces[0]
        found.append(tuple(sorted(map(str, faces))))
    return sorted(found)


def found(path, variant):
    """The same in a GLB; None where it lacks the variant."""
    data = path.read_bytes()
    gltf = json.loads(data[20:20 + struct.unpack("<I", data[12:16])[0]])
    names = [entry["name"] for entry in gltf.get("extensions", {}).get("KHR_materials_variants", {}).get("variants", [])]
    if variant not in names:
        return None
    number, meshes = names.index(variant), []
    for node in (node for node in gltf["nodes"] if "mesh" in node):
        faces = []
        for primitive in gltf["meshes"][node["mesh"]]["primitives"]:
            material = primitive.get("material")
            for mapping in primitive.get("extensions", {}).get("KHR_materials_variants", {}).get("mappings", []):
                material = mapping["material"] if number in mapping["variants"] else material
            name = None if material is None else gltf["materials"][material].get("name")
            # What USD shows without a material has one of its own in glTF.
            faces += [str(name if name in MATERIALS else None)] * (gltf["accessors"][primitive["indices"]]["count"] // 3)
        meshes.append(tuple(sorted(faces)))
    return sorted(meshes)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("meshconv")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    compared, different = collections.Counter(), 0
    for seed in range(options.seed, options.seed + options.count):
        stage = Stage(random.Random(seed))
        # usd-core keeps layers by their path: each stage has a folder of its own.
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder)
            for name, text in stage.layers.items():
                (place / f"{name}.usda").write_text(text)
            subprocess.run([options.meshconv, place / "a.usda", place / "a.glb"], check=True, capture_output=True)
            for variant in stage.variants:
                own = found(place / "a.glb", variant)
                if own is None:
                    continue
                compared[stage.form] += 1
                if own != expected(place / "a.usda", variant):
                    different += 1
                    print(f"seed {seed}, {stage.form}, variant {variant}: expected {expected(place / 'a.usda', variant)}, found {own}")
    print(f"{sum(compared.values())} variants compared ({dict(compared)}), {different} differ")
    return 1 if different or not compared else 0


if __name__ == "__main__":
    raise SystemExit(main())
