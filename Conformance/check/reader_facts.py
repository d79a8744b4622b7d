#!/usr/bin/env python3
"""Measures what usual readers find in small probe files: writes the table Conformance/reader-facts.md, with versions and date.

usage: reader_facts.py            measures, and writes the table
       reader_facts.py --check    measures with the installed programs; fails if a cell differs from the table's
       reader_facts.py --read PROGRAM FILE    prints what one program finds in one file, as JSON

Each probe is written by hand here, without meshconv. A reader runs in its own process; a crash counts as `fails`. Programs
that are not installed are left out: assimp, Blender and PrusaSlicer are searched on the path, three.js in the folder named by
the variable THREE (npm's `three`; it needs node). In colours, code 128 of 255 is 0.502 unconverted and 0.216 in linear light;
a glTF and a USD with 0.216 mean the same grey.
"""
import base64
import datetime
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TABLE = HERE.parent / "reader-facts.md"
PLACES = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
GREY = 0.21586050011389923


def ply(head, rows, faces="3 0 1 2\n", face_head=""):
    count = len(faces.splitlines())
    return (f"ply\nformat ascii 1.0\nelement vertex {len(rows)}\nproperty float x\nproperty float y\nproperty float z\n{head}"
            + (f"element face {count}\nproperty list uchar int vertex_indices\n{face_head}" if count else "") + "end_header\n"
            + "".join(" ".join(str(v) for v in row) + "\n" for row in rows) + faces).encode()


def gltf(attributes, indices=None, mode=4, node=None, material=False):
    """A primitive: rows of numbers by name, each with glTF's component type, type and whether it is normalised."""
    codes = {5121: "B", 5123: "H", 5125: "I", 5126: "f"}
    views, accessors, data, own = [], [], b"", {}
    for name, (rows, kind, shape, normalized) in attributes.items():
        data += b"\0" * (-len(data) % 4)
        width = len(rows[0]) * struct.calcsize(codes[kind])
        stride = width + -width % 4
        views.append({"buffer": 0, "byteOffset": len(data), "byteLength": stride * len(rows), "byteStride": stride, "target": 34962})
        for row in rows:
            data += struct.pack(f"<{len(row)}{codes[kind]}", *row) + b"\0" * (stride - width)
        accessor = {"bufferView": len(views) - 1, "componentType": kind, "count": len(rows), "type": shape}
        if normalized:
            accessor["normalized"] = True
        if name == "POSITION":
            accessor["min"], accessor["max"] = [[f(c) for c in zip(*rows)] for f in (min, max)]
        own[name] = len(accessors)
        accessors.append(accessor)
    primitive = {"attributes": own, "mode": mode, **({"material": 0} if material else {})}
    if indices:
        data += b"\0" * (-len(data) % 4)
        views.append({"buffer": 0, "byteOffset": len(data), "byteLength": 4 * len(indices), "target": 34963})
        data += struct.pack(f"<{len(indices)}I", *indices)
        primitive["indices"] = len(accessors)
        accessors.append({"bufferView": len(views) - 1, "componentType": 5125, "count": len(indices), "type": "SCALAR"})
    uri = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    return json.dumps({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [dict(node or {}, mesh=0)],
        "meshes": [{"primitives": [primitive]}], "accessors": accessors, "bufferViews": views,
        **({"materials": [{"pbrMetallicRoughness": {"metallicFactor": 0}}]} if material else {}),
        "buffers": [{"byteLength": len(data), "uri": uri}]}).encode()


def usd(body, head='upAxis = "Y"\n    metersPerUnit = 1'):
    mesh = ("    int[] faceVertexCounts = [3]\n    int[] faceVertexIndices = [0, 1, 2]\n    point3f[] points = [(0, 0, 0), (1, 0, 0), "
            "(0, 1, 0)]\n    uniform token subdivisionScheme = \"none\"\n")
    return f'#usda 1.0\n(\n    defaultPrim = "M"\n    {head}\n)\ndef Mesh "M"\n{{\n{mesh}{body}}}\n'.encode()


def stl(word, header=b""):
    facet = struct.pack("<12f", 0, 0, 1, *(c for p in PLACES for c in p))
    return header.ljust(80, b" " if header else b"\0") + struct.pack("<I", 1) + facet + struct.pack("<H", word)


def probes():
    """The probes: a title, the file's name, its bytes, and the fact to measure."""
    position = {"POSITION": (PLACES, 5126, "VEC3", False)}
    codes = [p + (128, 128, 128) for p in PLACES]
    colors = "".join(f"property {{}} {c}\n" for c in ("red", "green", "blue"))
    obj = "".join(f"v {x} {y} {z}\n" for x, y, z in PLACES + [(1, 1, 0)])
    square = PLACES + [(1, 1, 0)]
    yield "OBJ: colours behind positions", "c.obj", "".join(f"v {x} {y} {z} 0.502 0.502 0.502\n" for x, y, z in PLACES).encode() + b"f 1 2 3\n", "color"
    yield "PLY: colours, uchar", "c8.ply", ply(colors.replace("{}", "uchar"), codes), "color"
    yield "PLY: colours, ushort", "c16.ply", ply(colors.replace("{}", "ushort"), [p + (32896,) * 3 for p in PLACES]), "color"
    yield "PLY: colours, float", "cf.ply", ply(colors.replace("{}", "float"), [p + (0.502,) * 3 for p in PLACES]), "color"
    yield "PLY: colours of faces", "cface.ply", ply("", PLACES, "3 0 1 2 128 128 128\n", colors.replace("{}", "uchar")), "face color"
    yield "PLY: `vertex_index`", "index.ply", ply("", PLACES).replace(b"vertex_indices", b"vertex_index"), "triangles"
    yield "STL: colours of facets (VisCAM)", "viscam.stl", stl(0x8000 | 16 << 10 | 16 << 5 | 16), "face color"
    yield "STL: colours of facets (Magics)", "magics.stl", stl(16 | 16 << 5 | 16 << 10, b"COLOR=\xff\xff\xff\xff"), "face color"
    yield "glTF: colours, float32", "cf.gltf", gltf({**position, "COLOR_0": ([(GREY,) * 3] * 3, 5126, "VEC3", False)}), "color"
    yield "glTF: colours, float32, and a material", "cfm.gltf", gltf({**position, "COLOR_0": ([(GREY,) * 3] * 3, 5126, "VEC3", False)}, material=True), "color"
    yield "glTF: colours, ushort", "c16.gltf", gltf({**position, "COLOR_0": ([(14146,) * 3] * 3, 5123, "VEC3", True)}), "color"
    yield "glTF: colours, ubyte", "c8.gltf", gltf({**position, "COLOR_0": ([(55,) * 3] * 3, 5121, "VEC3", True)}), "color"
    yield "USD: `displayColor` of vertices", "c.usda", usd(f'    color3f[] primvars:displayColor = [({GREY}, {GREY}, {GREY}), ({GREY}, {GREY}, {GREY}), ({GREY}, {GREY}, {GREY})] (\n        interpolation = "vertex"\n    )\n'), "color"
    yield "USD: centimetres", "cm.usda", usd("", 'upAxis = "Y"\n    metersPerUnit = 0.01'), "extent"
    yield "OBJ: a line of three points", "l.obj", obj.encode() + b"l 1 2 4\n", "lines"
    yield "glTF: two segments", "l.gltf", gltf({"POSITION": (square, 5126, "VEC3", False)}, [0, 1, 1, 3], mode=1), "lines"
    yield "glTF: points", "p.gltf", gltf(position, mode=0), "vertices"
    yield "PLY: vertices alone", "p.ply", ply("", PLACES, ""), "vertices"
    yield "OBJ: a face of four corners", "q.obj", obj.encode() + b"f 1 2 4 3\n", "triangles"
    yield "PLY: a face of four corners", "q.ply", ply("", square, "4 0 1 3 2\n"), "triangles"
    yield "glTF: 32-bit indices", "i32.gltf", gltf(position, [0, 1, 2]), "triangles"
    yield "glTF: two sets of texture coordinates", "uv2.gltf", gltf({**position, "TEXCOORD_0": ([(0, 0)] * 3, 5126, "VEC2", False), "TEXCOORD_1": ([(1, 1)] * 3, 5126, "VEC2", False)}, material=True), "uv sets"
    yield "glTF: a node that mirrors x", "mirror.gltf", gltf(position, node={"scale": [-1, 1, 1]}), "facing"
    yield "glTF: a node twice as large", "scale.gltf", gltf(position, node={"scale": [2, 2, 2]}), "extent"
    corners = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    squares = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    yield "OBJ: a closed box of squares", "box.obj", "".join(f"v {x} {y} {z}\n" for x, y, z in corners).encode() + "".join("f " + " ".join(str(i + 1) for i in q) + "\n" for q in squares).encode(), "triangles"
    halves = [(q[0], *pair) for q in squares for pair in (q[1:3], q[2:4])]
    solid = "".join("facet normal 0 0 0\nouter loop\n" + "".join("vertex %g %g %g\n" % corners[i] for i in t) + "endloop\nendfacet\n" for t in halves)
    yield "STL: a closed box of triangles", "box.stl", ("solid a\n" + solid + "endsolid a\n").encode(), "triangles"
    yield "STL: a closed box, its size", "boxes.stl", ("solid a\n" + solid + "endsolid a\n").encode(), "extent"
    yield "glTF: a triangle strip", "strip.gltf", gltf({"POSITION": (square, 5126, "VEC3", False)}, mode=5), "triangles"


# Readers: each returns a dictionary of the facts above.

def summary(points, triangles, lines=0, color=None, face_color=None, uv_sets=0):
    facts = {"vertices": len(points), "triangles": len(triangles), "lines": lines, "color": color, "face color": face_color,
             "uv sets": uv_sets, "extent": None, "facing": None}
    if len(points):
        facts["extent"] = round(max(max(c) - min(c) for c in zip(*points)), 6)
    if len(triangles):
        a, b, c = ([float(v) for v in points[i]] for i in triangles[0][:3])
        z = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        facts["facing"] = "front" if z > 0 else "back"
    return facts


def read_trimesh(path):
    import trimesh
    scene = trimesh.load(path, force="scene", process=False)
    points, triangles, lines, color, face, uvs = [], [], 0, None, None, 0
    for geometry in scene.dump():
        base = len(points)
        points += [list(map(float, p)) for p in geometry.vertices]
        if isinstance(geometry, trimesh.Trimesh):
            triangles += [[int(i) + base for i in t] for t in geometry.faces]
            if geometry.visual.kind == "vertex":
                color = float(geometry.visual.vertex_colors[0][0]) / 255
            if geometry.visual.kind == "face":
                face = float(geometry.visual.face_colors[0][0]) / 255
            uvs = 1 if getattr(geometry.visual, "uv", None) is not None else 0
            extra = [k for k in geometry.vertex_attributes if str(k).lower().startswith(("texcoord", "uv", "_texcoord"))]
            uvs += len(extra)
        elif isinstance(geometry, trimesh.path.Path3D):
            lines += sum(len(e.points) - 1 for e in geometry.entities)
        elif geometry.colors is not None and len(geometry.colors):
            color = float(geometry.colors[0][0]) / 255
    # With a material it stores them elsewhere, and only if nothing was moved yet.
    for geometry in scene.geometry.values():
        aside = getattr(getattr(geometry, "visual", None), "vertex_attributes", {})
        if color is None and "color" in aside:
            color = float(aside["color"][0][0])
            color = color / 255 if aside["color"].dtype.kind == "u" else color
    return summary(points, triangles, lines, color, face, uvs)


def read_open3d(path):
    import open3d
    mesh = open3d.io.read_triangle_mesh(path)
    points = mesh.vertices
    color = float(mesh.vertex_colors[0][0]) if mesh.has_vertex_colors() else None
    if not len(points) and path.endswith(".ply"):
        points = open3d.io.read_point_cloud(path).points
    return summary([list(p) for p in points], [list(map(int, t)) for t in mesh.triangles], 0, color, None, 1 if mesh.has_triangle_uvs() else 0)


def read_pymeshlab(path):
    import pymeshlab
    meshes = pymeshlab.MeshSet()
    meshes.load_new_mesh(path)
    points, triangles, lines, color, face, uvs = [], [], 0, None, None, 0
    for mesh in meshes:
        base = len(points)
        matrix = mesh.transform_matrix()
        points += [list((matrix @ [*p, 1])[:3]) for p in mesh.vertex_matrix()]
        triangles += [[int(i) + base for i in t] for t in mesh.face_matrix()]
        lines += mesh.edge_number()
        if mesh.has_vertex_color():
            color = float(mesh.vertex_color_matrix()[0][0])
        if mesh.has_face_color():
            face = float(mesh.face_color_matrix()[0][0])
        uvs = max(uvs, int(mesh.has_wedge_tex_coord() or mesh.has_vertex_tex_coord()))
    return summary(points, triangles, lines, color, face, uvs)


def read_assimp(path):
    with tempfile.TemporaryDirectory() as folder:
        out = f"{folder}/x.assxml"
        done = subprocess.run(["assimp", "dump", path, out], capture_output=True, text=True, timeout=60)
        if not pathlib.Path(out).exists():
            raise SystemExit(done.stdout[-300:])
        text = pathlib.Path(out).read_text(errors="replace")
    def rows(body):
        return [[float(v) for v in line.split()] for line in body.strip().splitlines() if line.strip()]
    found = re.search(r"<Matrix4>(.*?)</Matrix4>", text, re.S)
    matrices = [rows(m) for m in re.findall(r"<Matrix4>(.*?)</Matrix4>", text, re.S)] if found else []
    points, triangles, lines, color, uvs = [], [], 0, None, 0
    for mesh in re.findall(r"<Mesh .*?</Mesh>", text, re.S):
        base = len(points)
        body = re.search(r"<Positions [^>]*>(.*?)</Positions>", mesh, re.S)
        points += rows(body.group(1)) if body else []
        for size, face in re.findall(r'<Face num="(\d+)">(.*?)</Face>', mesh, re.S):
            indices = [int(v) + base for v in face.split()]
            if size == "2":
                lines += 1
            elif int(size) > 2:
                triangles.append(indices)
        body = re.search(r"<Colors [^>]*>(.*?)</Colors>", mesh, re.S)
        if body:
            color = rows(body.group(1))[0][0]
        uvs = max(uvs, len(re.findall(r"<TextureCoords ", mesh)))
    for matrix in matrices:
        points = [[sum(m * v for m, v in zip(row, [*p, 1])) for row in matrix[:3]] for p in points]
    return summary(points, triangles, lines, color, None, uvs)


def read_usd(path):
    from pxr import Usd, UsdGeom
    stage = Usd.Stage.Open(path)
    mesh = UsdGeom.Mesh(stage.GetDefaultPrim())
    points = [[float(c) * UsdGeom.GetStageMetersPerUnit(stage) for c in p] for p in mesh.GetPointsAttr().Get()]
    colors = mesh.GetDisplayColorAttr().Get()
    return summary(points, [list(mesh.GetFaceVertexIndicesAttr().Get())], 0, float(colors[0][0]) if colors else None)


def read_own(*command):
    """The findings of our script that runs inside another program."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    lines = [line.removeprefix("FACTS ") for line in done.stdout.splitlines() if line.startswith(("{", "FACTS {"))]
    if done.returncode or not lines:
        raise SystemExit(done.stderr[-300:])
    found = json.loads(lines[-1])
    return summary(found["points"], found["triangles"], found["lines"], found["color"], found["face color"], found["uv sets"])


def read_blender(path):
    return read_own("blender", "-b", "--factory-startup", "--python-exit-code", "1", "--python", str(HERE / "blender_facts.py"), "--", path)


def read_three(path):
    return read_own("node", str(HERE / "three_facts.mjs"), os.environ["THREE"], path)


def read_prusa(path):
    done = subprocess.run(["prusa-slicer", "--info", path], capture_output=True, text=True, timeout=300)
    found = dict(re.findall(r"^(\w+) = +(\S+)", done.stdout, re.M))
    if "number_of_facets" not in found:
        raise SystemExit(done.stdout[-300:])
    facts = summary([], [])
    facts["vertices"] = facts["triangles"] = int(found["number_of_facets"])
    facts["extent"] = round(max(float(found["size_" + axis]) for axis in "xyz"), 6)
    return facts


READERS = {"trimesh": read_trimesh, "Open3D": read_open3d, "pymeshlab": read_pymeshlab, "assimp": read_assimp, "usd-core": read_usd,
           "Blender": read_blender, "three.js": read_three, "PrusaSlicer": read_prusa}
# The files that a program is given; the others get any file.
ENDINGS = {"usd-core": (".usda",), "Blender": (".obj", ".ply", ".stl", ".gltf"), "three.js": (".obj", ".ply", ".stl", ".gltf"),
           "PrusaSlicer": (".obj", ".stl")}


def version(program):
    if program == "three.js":
        package = pathlib.Path(os.environ.get("THREE", "-")) / "package.json"
        return json.loads(package.read_text())["version"] if package.exists() and shutil.which("node") else None
    if program in ("Blender", "PrusaSlicer"):
        name, flag = ("blender", "--version") if program == "Blender" else ("prusa-slicer", "--help")
        text = subprocess.run([name, flag], capture_output=True, text=True).stdout if shutil.which(name) else ""
        found = re.search(r"(?:Blender |PrusaSlicer-)(\d[\d.]*)", text)
        return found.group(1) if found else None
    if program == "assimp":
        text = subprocess.run(["assimp", "version"], capture_output=True, text=True).stdout if shutil.which("assimp") else ""
        found = re.search(r"Version (\S+)", text)
        return found.group(1) if found else None
    from importlib import metadata
    try:
        return metadata.version(program.lower())
    except metadata.PackageNotFoundError:
        return None


def cell(program, name, data, fact):
    """The finding of a program, as a word or a number."""
    if not name.endswith(ENDINGS.get(program, "")):
        return ""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, name)
        path.write_bytes(data)
        done = subprocess.run([sys.executable, __file__, "--read", program, str(path)], capture_output=True, text=True, timeout=300)
    line = next((line for line in done.stdout.splitlines() if line.startswith("{")), None)
    if done.returncode or line is None:
        return "fails"
    facts = json.loads(line)
    if not facts["vertices"]:
        return "nothing"
    value = facts[fact]
    if value is None:
        return "none"
    return f"{value:.3f}" if "color" in fact else f"{value:g}" if isinstance(value, float) else str(value)


def measured():
    programs = [name for name in READERS if version(name)]
    return programs, [(probe, {p: cell(p, *probe[1:]) for p in programs}) for probe in probes()]


HEAD = """# What usual readers find

Measured by `check/reader_facts.py` on {date}: each row is a file of one triangle (or a few points) that the script writes by
hand, each cell what the program finds in it. `none`: the program reads the file and has no such attribute; `nothing`: it reads
no vertices; `fails`: it does not read the file. Colours are the first number as the program returns it: code 128 of 255 is 0.502
unconverted and 0.216 in linear light, which glTF and USD store. Extents are in metres if the program uses metres.

"""
TAIL = """
The consequences for meshconv:

- Colours are float32 in glTF, which all six read correctly; two read another number from `ushort`. With a material, which a
  scan gets since glTF's own default would look like dark metal, trimesh stores them in `visual.vertex_attributes["color"]`
  (and shows them with `skip_materials=True`).
- Colours of PLY are `uchar` unless the source had more: Open3D and three.js misread `ushort` and float ones, pymeshlab leaves
  them out, and Blender reads `ushort` as white. Three of seven find colours of faces.
- Colours of STL's facets are an option (`stl.color`): one of six finds them.
- Polygons of OBJ: Open3D reads no file with a polygon. For Open3D, choose another format.
- Lines of glTF make pymeshlab write outside its own memory: it usually fails.
- Few readers find lines, several sets of texture coordinates and strips, in any format. Three of six show the triangles of a
  mirrored node from behind, so they are reversed wherever transforms go into positions.

The purposes:

| `--for` | written | readers, by the table |
|---|---|---|
| `print` | STL, millimetres, Z up | PrusaSlicer reads numbers as millimetres and finds each triangle of a closed body. A single triangle makes it fail, so the report says first whether the surface is closed |
| `web` | GLB: float32 colours, 32-bit indices, textures inside | three.js reads all of it, including two sets of texture coordinates, strips and mirrored nodes |
| `quicklook` | USDZ: colours as texture too | usd-core reads `displayColor` and units. That Quick Look shows textures only is Apple's statement, not measured here |
| `archive` | the variant that loses nothing | any reader of that format |
| `nerfstudio`, `colmap` | packages | `check/package_outputs.py` checks them separately |
"""


def main():
    if sys.argv[1:2] == ["--read"]:
        print(json.dumps(READERS[sys.argv[2]](sys.argv[3])))
        return
    programs, rows = measured()
    if sys.argv[1:] == ["--check"]:
        lines = [line.strip("|\n").split("|") for line in TABLE.read_text().splitlines() if line.startswith("|")]
        names = [name.strip().rsplit(" ", 1)[0] for name in lines[0][2:]]
        known = {line[0].strip(): dict(zip(names, (value.strip() for value in line[2:]))) for line in lines[2:]}
        differ = 0
        for (title, *probe), cells in rows:
            for program, now in cells.items():
                was = known.get(title, {}).get(program)
                # A reader that corrupts its own memory usually fails, but not always: it is tried again.
                if now != was and all(cell(program, *probe) != was for _ in range(5)):
                    print(f"{program}: {title}: the table says {was}, found {now}")
                    differ += 1
        print(f"{len(rows)} probes, {len(programs)} programs, {differ} differ")
        sys.exit(1 if differ else 0)
    text = HEAD.format(date=datetime.date.today().isoformat())
    text += "| file | looked at | " + " | ".join(f"{p} {version(p)}" for p in programs) + " |\n"
    text += "|---" * (len(programs) + 2) + "|\n"
    for (title, *_, fact), cells in rows:
        text += f"| {title} | {fact} | " + " | ".join(cells[p] for p in programs) + " |\n"
    TABLE.write_text(text + TAIL)
    print(f"{TABLE}: {len(rows)} probes, {len(programs)} programs")


if __name__ == "__main__":
    main()
