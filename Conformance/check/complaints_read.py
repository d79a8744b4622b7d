"""What other programs' readers find in a file, in the terms of the manifest's `keeps`: one function for each format."""
import base64
import json
import struct
import urllib.parse


def finished(faces, corners, **more):
    """Facts that follow from the numbers of corners of all faces and the positions of all corners."""
    seen = {"corners": corners, "arity": {}} | more
    first, area = 0, 0.0
    for count in faces:
        seen["arity"][str(count)] = seen["arity"].get(str(count), 0) + 1
        places = corners.get("POSITION", [])[first:first + count]
        first += count
        for one, two in zip(places[1:-1], places[2:]):
            u, v = ([b - a for a, b in zip(places[0], other)] for other in (one, two))
            area += sum((u[i - 2] * v[i - 1] - u[i - 1] * v[i - 2]) ** 2 for i in range(3)) ** 0.5 / 2
    if places := corners.get("POSITION"):
        seen.setdefault("box", {"min": [min(axis) for axis in zip(*places)], "max": [max(axis) for axis in zip(*places)]})
    return seen | {"area": area}


def ply(path):
    from plyfile import PlyData

    data = PlyData.read(str(path))
    vertex = data["vertex"].data
    elements = {element.name: element.data for element in data.elements}
    face, edge = elements.get("face"), elements.get("edge")
    lists = [name for name in ("vertex_indices", "vertex_index") if face is not None and name in (face.dtype.names or ())]
    faces = [list(map(int, row)) for row in face[lists[0]]] if lists else []
    rows = [index for row in faces for index in row]
    if edge is not None:
        rows += [int(index) for row in edge for index in (row["vertex1"], row["vertex2"])]
    if not rows:
        rows = range(len(vertex))
    named = {"POSITION": ("x", "y", "z")} | ({"NORMAL": ("nx", "ny", "nz")} if "nx" in vertex.dtype.names else {})
    for uv in (("s", "t"), ("u", "v"), ("texture_u", "texture_v")):
        if uv[0] in vertex.dtype.names:
            named["TEXCOORD_0"] = uv
    for prefix in ("", "diffuse_"):
        rgb = tuple(prefix + color for color in ("red", "green", "blue", "alpha"))
        if rgb[0] in vertex.dtype.names:
            named["COLOR_0"] = rgb if rgb[3] in vertex.dtype.names else rgb[:3]
    used = {name for names in named.values() for name in names}
    for name in vertex.dtype.names:
        if name not in used:
            named[name] = (name,)
    types = {key: str(vertex.dtype[names[0]].name) for key, names in named.items() if not vertex.dtype[names[0]].hasobject}
    codes = {"uint8": 255, "uint16": 65535}.get(types.get("COLOR_0"), 1)
    corners = {}
    for key, names in named.items():
        scale = codes if key == "COLOR_0" else 1
        table = [[float(item) / scale for name in names for item in (row[name] if vertex.dtype[name].hasobject else [row[name]])] for row in vertex]
        corners[key] = [table[row] for row in rows]
    if face is not None:
        rgb = ("red", "green", "blue")
        for name in face.dtype.names or ():
            if name == "texcoord":
                corners["TEXCOORD_0"] = [list(map(float, row[at:at + 2])) for row in face["texcoord"] for at in range(0, len(row), 2)]
            elif name == "red":
                corners["COLOR_0"] = [[float(row[color]) / 255 for color in rgb] for row, own in zip(face, faces) for _ in own]
            elif name not in (*lists, *rgb):
                corners[name] = [[float(row[name])] for row, own in zip(face, faces) for _ in own]
                types[name] = str(face.dtype[name].name)
    images = sum(line.startswith("TextureFile") for line in data.comments)
    points = 0 if faces or edge is not None else len(vertex)
    return finished([len(row) for row in faces], corners, types=types, lines=len(edge) if edge is not None else 0, points=points, images=images)


def obj(path):
    places, colors, uvs, faces, lines, rows, coordinates = [], [], [], [], 0, [], []
    objects, groups, libraries, materials = [], [], [], []
    for line in path.read_text(encoding="utf-8").split("\n"):
        word, *rest = line.split("#")[0].split() or [""]
        if word == "v":
            numbers = [float(number) for number in rest]
            places.append(numbers[:3])
            colors.append(numbers[3:6])
        elif word == "vt":
            uvs.append([float(number) for number in rest[:2]])
        elif word in ("f", "l"):
            ends = [corner.split("/") for corner in rest]
            rows += [int(end[0]) - 1 for end in ends]
            coordinates += [uvs[int(end[1]) - 1] for end in ends if len(end) > 1 and end[1]]
            if word == "f":
                faces.append(len(ends))
            else:
                lines += 1
        elif word == "o":
            objects.append(line[2:])
        elif word == "g":
            groups += [name for name in rest if name not in groups and name != "default"]
        elif word == "mtllib":
            libraries.append(line[7:])
    seen, images = {}, set()
    for name in libraries:
        for line in (path.parent / name).read_text(encoding="utf-8").split("\n"):
            word, _, rest = line.partition(" ")
            if word == "newmtl":
                materials.append(rest)
            elif word == "Kd":
                seen.setdefault("baseColor", [float(number) for number in rest.split()])
            elif word == "Pm":
                seen["metallic"] = [float(rest)]
            elif word == "Pr":
                seen["roughness"] = [float(rest)]
            elif word.startswith("map_") or word == "norm":
                images.add(rest)
                assert (path.parent / rest).is_file(), rest
    corners = {"POSITION": [places[row] for row in rows]} if rows else {"POSITION": places}
    if any(colors):
        corners["COLOR_0"] = [colors[row] for row in rows] if rows else colors
    if coordinates:
        corners["TEXCOORD_0"] = coordinates
    return finished(faces, corners, lines=lines, nodes=objects, subsets=groups, materials=materials, settings=seen, images=len(images))


def gltf(path):
    """The tree and its buffers by the specification; positions in the world by trimesh."""
    import numpy
    import trimesh

    data = path.read_bytes()
    chunk = b""
    if data[:4] == b"glTF":
        size = struct.unpack_from("<I", data, 12)[0]
        root, chunk = json.loads(data[20:20 + size]), data[28 + size:]
    else:
        root = json.loads(data)

    def buffer(index):
        uri = root["buffers"][index].get("uri")
        if uri is None:
            return chunk
        return base64.b64decode(uri.split(",")[1]) if uri.startswith("data:") else (path.parent / urllib.parse.unquote(uri)).read_bytes()

    def values(index):
        accessor = root["accessors"][index]
        view = root["bufferViews"][accessor["bufferView"]]
        kind = numpy.dtype({5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}[accessor["componentType"]])
        width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}[accessor["type"]]
        stride = view.get("byteStride", width * kind.itemsize)
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        bytes_ = buffer(view["buffer"])
        rows = [numpy.frombuffer(bytes_, kind, width, start + row * stride) for row in range(accessor["count"])]
        scale = float(numpy.iinfo(kind).max) if accessor.get("normalized") else 1.0
        return [[float(number) / scale for number in row] for row in rows]

    corners, faces, lines, points = {}, [], 0, 0
    for mesh in root.get("meshes", []):
        for primitive in mesh["primitives"]:
            attributes = {name: values(index) for name, index in primitive["attributes"].items()}
            rows = [int(row[0]) for row in values(primitive["indices"])] if "indices" in primitive else range(len(attributes["POSITION"]))
            mode = primitive.get("mode", 4)
            faces += [3] * (len(rows) // 3) if mode == 4 else []
            lines += {1: len(rows) // 2, 3: 1}.get(mode, 0)
            points += len(rows) if mode == 0 else 0
            for name, table in attributes.items():
                corners.setdefault(name, []).extend(table[row] for row in rows)
    seen = {}
    for material in root.get("materials", [])[:1]:
        surface = material.get("pbrMetallicRoughness", {})
        seen["baseColor"] = surface.get("baseColorFactor", [1, 1, 1])[:3]
    for index, material in enumerate(root.get("materials", [])):
        if "name" in material:
            seen["baseColor"] = material.get("pbrMetallicRoughness", {}).get("baseColorFactor", [1, 1, 1])[:3]
            break
    more = {"nodes": [node["name"] for node in root.get("nodes", []) if "name" in node],
            "materials": [item["name"] for item in root.get("materials", []) if "name" in item],
            "images": len(root.get("images", [])), "settings": seen, "lines": lines, "points": points}
    if faces:
        low, high = trimesh.load(str(path), process=False).bounds
        more["box"] = {"min": list(map(float, low)), "max": list(map(float, high))}
    return finished(faces, corners, **more)


def stl(path):
    import trimesh

    data = path.read_bytes()
    mesh = trimesh.load(str(path), process=False)
    meshes = list(mesh.geometry.values()) if hasattr(mesh, "geometry") else [mesh]
    corners = {"POSITION": [list(map(float, corner)) for one in meshes for facet in one.triangles for corner in facet]}
    if not data.startswith(b"solid") or len(data) == 84 + 50 * struct.unpack_from("<I", data, 80)[0]:
        words = [struct.unpack_from("<H", data, 84 + 50 * facet + 48)[0] for facet in range(struct.unpack_from("<I", data, 80)[0])]
        magics = b"COLOR=" in data[:80]
        shifts = (0, 5, 10) if magics else (10, 5, 0)
        if any(words):
            own = data[data.index(b"COLOR=") + 6:][:3] if magics else b""
            rows = [[code / 255 for code in own] if magics and word & 0x8000 else [(word >> shift & 31) / 31 for shift in shifts] for word in words]
            corners["COLOR_0"] = [row for row in rows for _ in range(3)]
        return finished([3] * len(words), corners)
    lines = data.decode("utf-8").split("\n")
    names = [line[6:] for line in lines if line.startswith("solid ") and line[6:]]
    # Text has more digits than that reader's float32.
    places = [[float(word) for word in line.split()[1:]] for line in lines if line.split()[:1] == ["vertex"]]
    assert len(places) == len(corners["POSITION"])
    return finished([3] * (len(places) // 3), {"POSITION": places}, nodes=names)


def usd(path):
    from pxr import Gf, Usd, UsdGeom, UsdShade

    stage = Usd.Stage.Open(str(path))
    corners, faces, lines, points, images, seen, subsets = {}, [], 0, 0, set(), {}, []
    for prim in stage.Traverse():
        if prim.IsA(UsdGeom.Gprim):
            api = UsdGeom.PrimvarsAPI(prim)
            if prim.IsA(UsdGeom.Mesh):
                mesh = UsdGeom.Mesh(prim)
                own = list(mesh.GetFaceVertexCountsAttr().Get())
                faces += own
                rows = list(mesh.GetFaceVertexIndicesAttr().Get())
            elif prim.IsA(UsdGeom.BasisCurves):
                own = list(UsdGeom.BasisCurves(prim).GetCurveVertexCountsAttr().Get())
                lines += len(own)
                rows = list(range(sum(own)))
            else:
                rows = list(range(len(UsdGeom.PointBased(prim).GetPointsAttr().Get())))
                own = [1] * len(rows)
                points += len(rows)
            each = [element for element, count in enumerate(own) for _ in range(count)]

            def table(primvar):
                values = primvar.ComputeFlattened()
                index = {"constant": [0] * len(rows), "uniform": each, "faceVarying": range(len(rows))}.get(primvar.GetInterpolation(), rows)
                return [list(values[at]) if hasattr(values[at], "__len__") else [float(values[at])] for at in index]

            places = UsdGeom.PointBased(prim).GetPointsAttr().Get()
            corners.setdefault("POSITION", []).extend([float(number) for number in places[row]] for row in rows)
            named = {primvar.GetPrimvarName(): table(primvar) for primvar in api.GetPrimvarsWithAuthoredValues()}
            if "displayColor" in named:
                alpha = named.pop("displayOpacity", [[]] * len(rows))
                named["displayColor"] = [list(rgb) + list(a) for rgb, a in zip(named["displayColor"], alpha)]
            names = {"displayColor": "COLOR_0", "st": "TEXCOORD_0", "st1": "TEXCOORD_1", "normals": "NORMAL"}
            for name, values in named.items():
                corners.setdefault(names.get(name, name), []).extend(values)
        elif prim.IsA(UsdGeom.Subset):
            subset = UsdGeom.Subset(prim)
            if subset.GetFamilyNameAttr().Get() != "materialBind":
                subsets.append(prim.GetDisplayName() or prim.GetName())
        elif prim.IsA(UsdShade.Shader):
            shader = UsdShade.Shader(prim)
            if shader.GetIdAttr().Get() == "UsdUVTexture":
                asset = shader.GetInput("file").Get()
                assert asset.resolvedPath, asset
                images.add(asset.resolvedPath)
            elif shader.GetIdAttr().Get() == "UsdPreviewSurface":
                for key, name in (("baseColor", "diffuseColor"), ("metallic", "metallic"), ("roughness", "roughness")):
                    own = shader.GetInput(name)
                    if own and own.HasConnectedSource():
                        # A texture's factor counts as the setting.
                        source = own.GetConnectedSources()[0][0]
                        scale = source.source.GetPrim().GetAttribute("inputs:scale").Get()
                        seen[key] = [scale["rgba".index(channel)] for channel in source.sourceName] if scale else None
                    elif own and own.Get() is not None:
                        seen[key] = list(own.Get()) if key == "baseColor" else [own.Get()]
    cache = UsdGeom.BBoxCache(Usd.TimeCode.Default(), ["default", "render"])
    found = cache.ComputeWorldBound(stage.GetPseudoRoot()).ComputeAlignedRange()
    box = {"min": list(found.GetMin()), "max": list(found.GetMax())}
    assert isinstance(found, Gf.Range3d)
    return finished(faces, corners, lines=lines, points=points, images=len(images), settings=seen, subsets=subsets, box=box,
                    meters_per_unit=UsdGeom.GetStageMetersPerUnit(stage), up_axis=str(UsdGeom.GetStageUpAxis(stage)))


READ = {"ply": ply, "obj": obj, "glb": gltf, "gltf": gltf, "stl": stl, "usda": usd, "usdc": usd, "usdz": usd}
