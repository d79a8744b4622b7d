"""The content of a file as readers find it, and whether two of them agree: positions, triangles, colours in linear light.

A look is the content of one file, in world space: `points` a row per vertex, `triangles` nine numbers each, or None if faces
have more corners; `count`, the number of triangles of all faces; `colors` linear, a row per vertex, or None.
"""
import collections
import importlib.util

import gltf_count
import numpy
import stl_count

Look = collections.namedtuple("Look", "points triangles count colors")


def linear(codes):
    """Linear light of sRGB values from 0 to 1 (IEC 61966-2-1)."""
    return numpy.where(codes <= 0.04045, codes / 12.92, ((numpy.maximum(codes, 0) + 0.055) / 1.055) ** 2.4)


def coded(light):
    """The sRGB values of linear light, both from 0 to 1."""
    return numpy.where(light <= 0.0031308, light * 12.92, 1.055 * numpy.maximum(light, 0) ** (1 / 2.4) - 0.055)


def made(parts):
    """A look from its parts: points, corners of triangles (or None), number of triangles, colours (or None)."""
    points = [numpy.asarray(part[0], dtype=float).reshape(-1, 3) for part in parts]
    corners = [None if part[1] is None else numpy.asarray(part[1], dtype=int).reshape(-1, 3) for part in parts]
    triangles = None
    if all(rows is not None for rows in corners):
        triangles = [values[rows].reshape(-1, 9) for values, rows in zip(points, corners)]
        triangles = numpy.concatenate(triangles) if triangles else numpy.zeros((0, 9))
    colors = [part[3] for part in parts if len(part[0])]
    colors = numpy.concatenate([rows[:, :3] for rows in colors]) if colors and all(rows is not None for rows in colors) else None
    return Look(numpy.concatenate(points) if points else numpy.zeros((0, 3)), triangles, sum(part[2] for part in parts), colors)


def turned(corners, matrix):
    """Corners of triangles under a mirrored transform: the specification reverses them (3.5.3)."""
    corners = numpy.asarray(corners, dtype=int).reshape(-1, 3)
    return corners[:, ::-1] if numpy.linalg.det(matrix[:3, :3]) < 0 else corners


def gltf(path, everywhere=False):
    """By the short reader beside this file; a primitive without positions shows nothing."""
    file, parts = gltf_count.Reader(path), []
    for mesh, matrix in file.showings(everywhere):
        matrix = numpy.array(matrix, dtype=float).reshape(4, 4)
        for primitive in file.list("meshes")[mesh]["primitives"]:
            attributes = primitive["attributes"]
            if "POSITION" not in attributes:
                continue
            corners, colors = file.triangles(primitive), None
            if "COLOR_0" in attributes:
                colors = numpy.array(file.read(attributes["COLOR_0"]), dtype=float)
            points = numpy.array(file.read(attributes["POSITION"]), dtype=float).reshape(-1, 3)
            parts.append((points @ matrix[:3, :3] + matrix[3, :3], turned(corners, matrix), len(corners), colors))
    return made(parts)


def modes(path):
    """The ways in which a glTF file's vertices follow each other."""
    meshes = gltf_count.Reader(path).list("meshes")
    return {primitive.get("mode", 4) for mesh in meshes for primitive in mesh.get("primitives", ())}


def trimesh(path):
    """By trimesh, without colours: it rounds them."""
    import trimesh as library

    scene, parts = library.load_scene(str(path), process=False), []
    for node in scene.graph.nodes_geometry:
        matrix, name = scene.graph[node]
        shape = scene.geometry[name]
        faces = getattr(shape, "faces", None)
        points = numpy.asarray(shape.vertices, dtype=float).reshape(-1, 3)
        points = points @ matrix[:3, :3].T + matrix[:3, 3]
        faces = turned([] if faces is None else faces, matrix)
        parts.append((points, faces, len(faces), None))
    return made(parts)


def open3d(path):
    """By Open3D, without colours: triangles and their corners alone."""
    import open3d as library

    library.utility.set_verbosity_level(library.utility.VerbosityLevel.Error)
    meshes = [part.mesh for part in library.io.read_triangle_model(str(path)).meshes]
    return made([(mesh.vertices, mesh.triangles, len(mesh.triangles), None) for mesh in meshes])


def usd(path):
    """By usd-core: all visible meshes, clouds and curves, once for each instance."""
    from pxr import Usd, UsdGeom

    stage, parts = Usd.Stage.Open(str(path)), []
    places = UsdGeom.XformCache()
    for prim in stage.Traverse(Usd.TraverseInstanceProxies(Usd.PrimIsDefined & ~Usd.PrimIsAbstract)):
        if not prim.IsA(UsdGeom.PointBased) or UsdGeom.Imageable(prim).ComputeVisibility() == "invisible":
            continue
        matrix = numpy.array(places.GetLocalToWorldTransform(prim)).T
        points = numpy.asarray(UsdGeom.PointBased(prim).GetPointsAttr().Get() or [], dtype=float).reshape(-1, 3)
        corners, count = [], 0
        if prim.IsA(UsdGeom.Mesh):
            sizes = numpy.asarray(UsdGeom.Mesh(prim).GetFaceVertexCountsAttr().Get() or [], dtype=int)
            rows = numpy.split(numpy.asarray(UsdGeom.Mesh(prim).GetFaceVertexIndicesAttr().Get() or [], dtype=int),
                               numpy.cumsum(sizes)[:-1]) if len(sizes) else []
            corners, count = faces(rows)
        color = UsdGeom.PrimvarsAPI(prim).GetPrimvar("displayColor")
        colors = None
        if color.HasValue() and color.GetInterpolation() in ("vertex", "varying"):
            colors = numpy.asarray(color.ComputeFlattened(), dtype=float).reshape(-1, 3)
        points = points @ matrix[:3, :3].T + matrix[:3, 3]
        parts.append((points, None if corners is None else turned(corners, matrix), count, colors))
    return made(parts)


def witnesses():
    """The other programs that read glTF, by their names."""
    return [("trimesh", trimesh)] + ([("Open3D", open3d)] if importlib.util.find_spec("open3d") else [])


def surface(look):
    """The corners of triangles alone, if they are known; no colours."""
    points = look.points if look.triangles is None else look.triangles.reshape(-1, 3)
    return look._replace(points=points, colors=None)


def faces(rows):
    """Corners of triangles, or None if a face has more; the number of triangles."""
    rows = [row for row in rows if len(row) > 2]
    corners = [row for row in rows] if all(len(row) == 3 for row in rows) else None
    return corners, sum(len(row) - 2 for row in rows)


def ply(path):
    """By plyfile; None if it has strips or no positions."""
    from plyfile import PlyData

    data = PlyData.read(str(path))
    names = [element.name for element in data.elements]
    if "vertex" not in names or "tristrips" in names:
        return None
    vertex = data["vertex"].data
    if not {"x", "y", "z"} <= set(vertex.dtype.names or ()):
        return None
    points = numpy.stack([vertex[axis].astype(float) for axis in "xyz"], axis=1)
    colors = None
    if {"red", "green", "blue"} <= set(vertex.dtype.names):
        kinds = {vertex[name].dtype for name in ("red", "green", "blue")}
        values = numpy.stack([vertex[name].astype(float) for name in ("red", "green", "blue")], axis=1)
        if len(kinds) == 1:
            kind = kinds.pop()
            most = {1: 255, 2: 65535}.get(kind.itemsize, 1) if kind.kind == "u" else 1
            if kind.kind in "uf" and (values <= most).all() and (values >= 0).all():
                colors = linear(values / most)
    rows = []
    if "face" in names:
        lists = [name for name in ("vertex_indices", "vertex_index") if name in (data["face"].data.dtype.names or ())]
        rows = [list(row) for row in data["face"].data[lists[0]]] if lists else []
    return made([(points, *faces(rows), colors)])


def obj(path):
    """By a minimal reader of `v` and `f`; None if it doesn't understand a line."""
    text = path.read_bytes().removeprefix(b"\xef\xbb\xbf").replace(b"\\\r\n", b" ").replace(b"\\\n", b" ").decode("latin-1")
    points, rows = [], []
    for line in text.replace("\r", "\n").split("\n"):
        words = line.split("#")[0].split()
        if words[:1] == ["v"]:
            points.append([float(word) for word in words[1:]])
        elif words[:1] in (["f"], ["fo"]):
            numbers = [int(word.split("/")[0]) for word in words[1:]]
            rows.append([number - 1 if number > 0 else len(points) + number for number in numbers])
    if any(len(row) < 3 for row in points) or any(not 0 <= at < len(points) for row in rows for at in row):
        return None
    colors = None
    if points and all(len(row) in (6, 7) for row in points):
        colors = numpy.array([row[3:6] for row in points])
        colors = linear(colors) if (colors <= 1).all() and (colors >= 0).all() else None
    return made([([row[:3] for row in points], *faces(rows), colors)])


def stl(path):
    """By the short counter beside this file."""
    rows = stl_count.read(path)[0]
    return made([(rows, numpy.arange(3 * len(rows)), len(rows), None)])


def differences(source, result, codes=False, reach=1e-6):
    """The differences, as text. Vertices may be repeated, and may be left out if their position is NaN.

    Positions are equal within `reach` times the largest coordinate, colours within 1/255: of linear light, or of sRGB if a
    result has `codes` of that.
    """
    from scipy.spatial import cKDTree

    def finite(rows):
        return rows[numpy.isfinite(rows).all(axis=1)]

    def apart(one, other, reach):
        """The number of rows of each without a near row in the other."""
        if len(one) == 0 or len(other) == 0:
            return len(one) + len(other)
        trees = cKDTree(one), cKDTree(other)
        return sum(int((trees[1 - side].query(rows)[0] > reach).sum()) for side, rows in enumerate((one, other)))

    points, found = finite(source.points), finite(result.points)
    size = max(float(abs(points).max()) if len(points) else 0, 1e-30)
    near = reach * size
    wrong = []
    if lost := apart(points, found, near):
        wrong.append(f"{lost} of {len(points)} and {len(found)} positions differ")
    counts = [look.count if look.triangles is None else len(finite(look.triangles)) for look in (source, result)]
    if counts[0] != counts[1]:
        wrong.append(f"triangles: {counts[0]} in the source, {counts[1]} in the output")
    elif source.triangles is not None and result.triangles is not None and not wrong:
        def shapes(rows):
            """The position and orientation of each, whichever corner is the first."""
            a, b, c = (rows[:, at:at + 3] for at in (0, 3, 6))
            return finite(numpy.concatenate([(a + b + c) / 3, numpy.cross(b - a, c - a) / size], axis=1))
        if lost := apart(shapes(source.triangles), shapes(result.triangles), 8 * near):
            wrong.append(f"{lost} of {source.count} triangles differ")
    if source.colors is not None and not wrong:
        if result.colors is None:
            return ["no colours"]
        # In one space with positions, scaled so that near means 1/255 for colours.
        together = [numpy.concatenate([look.points / (255 * near), coded(look.colors) if codes else look.colors], axis=1)
                    for look in (source, result)]
        if lost := apart(*map(finite, together), 1.5 / 255):
            wrong.append(f"{lost} of {len(points)} colours differ")
    return wrong
