#!/usr/bin/env python3
"""Sends glTF files to USD and back to GLB, and compares what both glTF files say, but for numbering.

usage: motion_and_back.py PROGRAM [--motion] [--values] FILE...

PROGRAM: meshconv; --motion: nodes and animations alone; --values: what the reader of an accessor gets, not how it is stored.

Each file goes to usda, usdc and usdz (with instances kept), and each of those back to GLB. An accessor is its component type,
shape and decoded bytes, wherever they lie (with --values numbers, without the sign of 0; differences of targets that are all 0
are no differences, joints without weight are nobody's, and indices have no type); compressed files are left out; a node is its
place in the tree; a texture is its sampler and the bytes of its image; a number is a float32, and what is the default is not
said. What the specification forbids (channels without keys, animations without channels) and channels without a node are not
compared. One line for each difference; "same" if there is none. A usdz has four joints for each point at most, since viewers of
packages count no more: such a file differs, and the line names the losses that the report told beforehand, all but those that
come back from the record. Ends with 1 if something differs.
"""
import base64
import hashlib
import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import urllib.parse

SIZES = {5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4}
KINDS = {5120: "b", 5121: "B", 5122: "h", 5123: "H", 5125: "I", 5126: "f"}
COUNTS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
# What a node says that is the default, and what nobody sees.
DEFAULTS = {"translation": [0, 0, 0], "rotation": [0, 0, 0, 1], "scale": [1, 1, 1]}
# The same of materials, textures and lights.
USUAL = {
    "baseColorFactor": [1, 1, 1, 1], "metallicFactor": 1, "roughnessFactor": 1, "emissiveFactor": [0, 0, 0],
    "alphaMode": "OPAQUE", "alphaCutoff": 0.5, "doubleSided": False, "texCoord": 0, "scale": 1, "strength": 1,
    "wrapS": 10497, "wrapT": 10497, "color": [1, 1, 1], "intensity": 1,
    "innerConeAngle": 0, "outerConeAngle": struct.unpack("<f", struct.pack("<f", 0.7853981633974483))[0]}
# What this script can't decode.
COMPRESSED = ("KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression")


class Gltf:
    def __init__(self, path, by_values=False):
        self.by_values = by_values
        data = path.read_bytes()
        self.folder = path.parent
        self.chunk = b""
        if data[:4] == b"glTF":
            length = struct.unpack_from("<I", data, 12)[0]
            self.json = json.loads(data[20:20 + length])
            self.chunk = data[28 + length:]
        else:
            self.json = json.loads(data)
        self.numbers = {}
        for scene in self.json.get("scenes", []):
            for root in scene.get("nodes", []):
                self.number(root)
        for index in range(len(self.list("nodes"))):
            self.number(index)

    def list(self, name):
        return self.json.get(name, [])

    def number(self, root):
        waiting = [root]
        while waiting:
            node = waiting.pop()
            if node not in self.numbers:
                self.numbers[node] = len(self.numbers)
                waiting += reversed(self.list("nodes")[node].get("children", []))

    def buffer(self, index):
        uri = self.list("buffers")[index].get("uri")
        if uri is None:
            return self.chunk
        if uri.startswith("data:"):
            return base64.b64decode(uri.split(",", 1)[1])
        return (self.folder / uri).read_bytes()

    def rows(self, view, start, size, count, step=None):
        view = self.list("bufferViews")[view]
        data = self.buffer(view.get("buffer", 0))
        step = step or view.get("byteStride", size)
        start += view.get("byteOffset", 0)
        return [data[start + step * row:start + step * row + size] for row in range(count)]

    def numbers_of(self, index):
        """The numbers of an accessor without sparse values."""
        own = self.list("accessors")[index]
        size = SIZES[own["componentType"]] * COUNTS[own["type"]]
        data = b"\0" * size * own["count"]
        if "bufferView" in own:
            data = b"".join(self.rows(own["bufferView"], own.get("byteOffset", 0), size, own["count"]))
        return [number[0] for number in struct.iter_unpack("<" + KINDS[own["componentType"]], data)]

    def joints(self, joints, weights):
        """Joints that have a weight, as one word."""
        used = [joint if weight else 0 for joint, weight in zip(self.numbers_of(joints), self.numbers_of(weights))]
        return hashlib.sha256(repr(used).encode()).hexdigest()[:12]

    def values(self, own, data, is_index):
        """The numbers of an accessor, as one word."""
        kind = own["componentType"]
        numbers = [number[0] for number in struct.iter_unpack("<" + KINDS[kind], data)]
        numbers = [0 if number == 0 else number for number in numbers]
        if not any(numbers) and not is_index and own["type"] == "VEC3":
            return None
        digest = hashlib.sha256(repr(numbers).encode()).hexdigest()[:12]
        return f"{'' if is_index else kind} {own['type']} {own.get('normalized', False)} {own['count']} {digest}"

    def accessor(self, index, is_index=False):
        own = self.list("accessors")[index]
        size = SIZES[own["componentType"]] * COUNTS[own["type"]]
        rows = [b"\0" * size] * own["count"]
        if "bufferView" in own:
            rows = self.rows(own["bufferView"], own.get("byteOffset", 0), size, own["count"])
        if "sparse" in own:
            sparse = own["sparse"]
            kind = sparse["indices"]["componentType"]
            places = self.rows(
                sparse["indices"]["bufferView"], sparse["indices"].get("byteOffset", 0), SIZES[kind], sparse["count"],
                SIZES[kind])
            values = self.rows(
                sparse["values"]["bufferView"], sparse["values"].get("byteOffset", 0), size, sparse["count"], size)
            for place, value in zip(places, values):
                rows[int.from_bytes(place, "little")] = value
        if self.by_values:
            return self.values(own, b"".join(rows), is_index)
        digest = hashlib.sha256(b"".join(rows)).hexdigest()[:12]
        return f"{own['componentType']} {own['type']} {own.get('normalized', False)} {own['count']} {digest}"

    def node(self, index):
        own = self.list("nodes")[index]
        out = {key: own[key] for key in ("name", "matrix", "weights", "mesh", "skin", "camera") if key in own}
        out |= {key: own.get(key, value) for key, value in DEFAULTS.items() if "matrix" not in own}
        out["children"] = [self.numbers[child] for child in own.get("children", [])]
        return out

    def animation(self, own):
        channels = []
        samplers = {}
        for channel in own["channels"]:
            sampler = own["samplers"][channel["sampler"]]
            target = channel["target"]
            if "node" not in target or self.list("accessors")[sampler["input"]]["count"] == 0:
                continue
            channels.append({
                "sampler": samplers.setdefault(channel["sampler"], len(samplers)),
                "node": self.numbers.get(target.get("node")), "path": target["path"],
                "interpolation": sampler.get("interpolation", "LINEAR"),
                "input": self.accessor(sampler["input"]), "output": self.accessor(sampler["output"])})
        return {"name": own.get("name"), "channels": channels}

    def skin(self, own):
        out = {"name": own.get("name"), "joints": [self.numbers[joint] for joint in own["joints"]]}
        if "skeleton" in own:
            out["skeleton"] = self.numbers[own["skeleton"]]
        if "inverseBindMatrices" in own:
            out["matrices"] = self.accessor(own["inverseBindMatrices"])
        return out

    def mesh(self, own):
        parts = []
        for part in own["primitives"]:
            parts.append({
                "mode": part.get("mode", 4), "material": part.get("material"),
                "attributes": self.attributes(part["attributes"]),
                "indices": self.accessor(part["indices"], True) if "indices" in part else None,
                "targets": [self.attributes(target) for target in part.get("targets", [])]})
        return {
            "name": own.get("name"), "weights": own.get("weights") if any(own.get("weights", [])) else None,
            "primitives": parts,
            "targetNames": own.get("extras", {}).get("targetNames")}

    def attributes(self, own):
        said = {key: word for key, value in own.items() if (word := self.accessor(value)) is not None}
        if self.by_values:
            # A joint that has no weight may be any.
            for number in (key[7:] for key in own if key.startswith("JOINTS_")):
                if f"WEIGHTS_{number}" in own:
                    said[f"JOINTS_{number}"] = self.joints(own[f"JOINTS_{number}"], own[f"WEIGHTS_{number}"])
        return said

    def plain(self, value):
        """A value without what is usual, with textures in place of their numbers."""
        if isinstance(value, list):
            return [self.plain(item) for item in value]
        if isinstance(value, float):
            return struct.unpack("<f", struct.pack("<f", value))[0]
        if not isinstance(value, dict):
            return value
        out = {}
        for key, item in value.items():
            if "Texture" in key and isinstance(item, dict) and "index" in item:
                item = {"texture": self.texture(item["index"])} | {k: v for k, v in item.items() if k != "index"}
            item = self.plain(item)
            if item != USUAL.get(key) and item not in ({}, []):
                out[key] = item
        return out

    def texture(self, index):
        own = self.list("textures")[index]
        sampler = self.list("samplers")[own["sampler"]] if "sampler" in own else {}
        return {"sampler": sampler, "image": self.image(self.list("images")[own["source"]]) if "source" in own else None}

    def image(self, own):
        if "bufferView" in own:
            view = self.list("bufferViews")[own["bufferView"]]
            data = self.rows(own["bufferView"], 0, view["byteLength"], 1)[0]
        elif own["uri"].startswith("data:"):
            data = base64.b64decode(own["uri"].split(",", 1)[1])
        else:
            place = self.folder / urllib.parse.unquote(own["uri"])
            data = place.read_bytes() if place.exists() else own["uri"].encode()
        return hashlib.sha256(data).hexdigest()[:12]

    def said(self):
        """What the file says, by the places that a difference names."""
        order = sorted(self.numbers, key=self.numbers.get)
        animations = [self.animation(own) for own in self.list("animations")]
        # Without a scene, readers show all nodes.
        above = {child for node in self.list("nodes") for child in node.get("children", [])}
        scenes = self.list("scenes") or [{"nodes": [node for node in range(len(order)) if node not in above]}]
        return {
            "scene": self.json.get("scene", 0),
            "scenes": [
                {"name": scene.get("name"), "nodes": [self.numbers[node] for node in scene.get("nodes", [])]}
                for scene in scenes],
            "nodes": [self.node(index) for index in order],
            "animations": [own for own in animations if own["channels"]],
            "skins": [self.skin(own) for own in self.list("skins")],
            "meshes": [self.mesh(own) for own in self.list("meshes")],
            "materials": [self.plain(own) for own in self.list("materials")],
            "cameras": [self.plain(own) for own in self.list("cameras")],
            "lights": self.plain(self.json.get("extensions", {}).get("KHR_lights_punctual", {}).get("lights", [])),
            "copyright": self.json["asset"].get("copyright")}


def differences(a, b, place=""):
    if isinstance(a, dict) and isinstance(b, dict):
        for key in sorted(a.keys() | b.keys()):
            yield from differences(a.get(key), b.get(key), f"{place}/{key}")
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for index, (left, right) in enumerate(zip(a, b)):
            yield from differences(left, right, f"{place}/{index}")
    elif a != b:
        yield f"{place}: {str(a)[:100]} → {str(b)[:100]}"


def main():
    program, *files = (word for word in sys.argv[1:] if not word.startswith("--"))
    by_values = "--values" in sys.argv
    parts = ("nodes", "animations") if "--motion" in sys.argv else None
    counts = {True: 0, False: 0}
    for name in files:
        path = pathlib.Path(name)
        if set(COMPRESSED) & set(Gltf(path).list("extensionsUsed")):
            print(f"{path.name} | not compared: compressed")
            continue
        with tempfile.TemporaryDirectory() as folder:
            for kind in ("usda", "usdc", "usdz"):
                there, back = pathlib.Path(folder) / f"a.{kind}", pathlib.Path(folder) / f"{kind}.glb"
                found, told = [], set()
                report = pathlib.Path(folder) / "report.json"
                for source, target in ((path, there), (there, back)):
                    words = ["--set", "instances=keep"] if target.suffix == ".usdz" else []
                    done = subprocess.run(
                        [program, source, target, "--force", "-q", "--report", report, *words], capture_output=True,
                        text=True, check=False)
                    if done.returncode:
                        found.append(f"{target.name}: {(done.stdout + done.stderr).strip()[-200:]}")
                        break
                    told |= {
                        loss["code"] for loss in json.loads(report.read_text())["losses"]
                        if loss["severity"] in ("dropped", "approximated", "narrowed")}
                else:
                    a, b = Gltf(path, by_values).said(), Gltf(back, by_values).said()
                    found = list(differences(*({part: own[part] for part in parts or own} for own in (a, b))))
                counts[not found] += 1
                words = f"{len(found)} differences (told: {', '.join(sorted(told)) or 'nothing'})" if found else "same"
                print(f"{path.name} | {kind} | {words}", flush=True)
                for line in found[:12]:
                    print(f"    {line}")
    print(f"{counts[True]} same, {counts[False]} differ")
    return 1 if counts[False] else 0


if __name__ == "__main__":
    sys.exit(main())
