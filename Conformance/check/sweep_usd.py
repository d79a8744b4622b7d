"""What a USD file shows, by usd-core: see `sweep_facts.py`. Values are those of the earliest time."""
import dataclasses

import numpy
from pxr import Ar, Gf, Usd, UsdGeom, UsdShade, UsdSkel, Vt

from sweep_facts import Facts, Look, PLAIN, alpha_mode, part, pixels

FIRST = Usd.TimeCode.EarliestTime()
EACH = Usd.TraverseInstanceProxies(Usd.PrimIsDefined & Usd.PrimIsActive & ~Usd.PrimIsAbstract & Usd.PrimIsLoaded)


def usd(path):
    stage, parts = Usd.Stage.Open(str(path)), []
    purposes = unseen(stage)
    for prim in stage.GetPseudoRoot().GetFilteredChildren(EACH):
        walk(prim, Gf.Matrix4d(1), parts, purposes)
    return Facts([piece for piece in parts if piece is not ROUND], UsdGeom.GetStageMetersPerUnit(stage),
                 str(UsdGeom.GetStageUpAxis(stage)), round=any(piece is ROUND for piece in parts))


def unseen(stage):
    """The purposes that aren't drawn: what guides, and what stands in where there is something for rendering."""
    shapes = (UsdGeom.Imageable(prim) for prim in stage.Traverse(EACH) if prim.IsA(UsdGeom.Gprim) or prim.IsA(UsdGeom.PointInstancer))
    return ("guide", "proxy") if any(shape.ComputePurpose() == "render" for shape in shapes) else ("guide",)


def walk(prim, above, parts, purposes=None):
    """All that is drawn below a prim; instancers draw their prototypes."""
    purposes = unseen(prim.GetStage()) if purposes is None else purposes
    image = UsdGeom.Imageable(prim)
    if image and (image.GetVisibilityAttr().Get(FIRST) == "invisible" or image.ComputePurpose() in purposes):
        return
    matrix = above
    if prim.IsA(UsdGeom.Xformable):
        form = UsdGeom.Xformable(prim)
        local = form.GetLocalTransformation(FIRST)
        matrix = local if form.GetResetXformStack() else local * above
    if prim.IsA(UsdGeom.PointInstancer):
        return instances(UsdGeom.PointInstancer(prim), matrix, parts, purposes)
    if prim.IsA(UsdGeom.Mesh):
        parts += mesh(UsdGeom.Mesh(prim), numpy.array(matrix))
    elif prim.IsA(UsdGeom.Points):
        parts += cloud(UsdGeom.Points(prim), numpy.array(matrix))
    elif prim.GetTypeName() in SHAPES:
        parts += shape_of(prim, numpy.array(matrix))
    elif prim.IsA(UsdGeom.TetMesh):
        parts += tetrahedra(UsdGeom.TetMesh(prim), numpy.array(matrix))
    for child in prim.GetFilteredChildren(EACH):
        walk(child, matrix, parts, purposes)


def instances(instancer, matrix, parts, purposes):
    stage = instancer.GetPrim().GetStage()
    targets = instancer.GetPrototypesRel().GetForwardedTargets()
    numbers = instancer.GetProtoIndicesAttr().Get(FIRST) or []
    places = instancer.ComputeInstanceTransformsAtTime(FIRST, FIRST, UsdGeom.PointInstancer.IncludeProtoXform,
                                                      UsdGeom.PointInstancer.IgnoreMask)
    mask = instancer.ComputeMaskAtTime(FIRST)
    for at, (number, place) in enumerate(zip(numbers, places)):
        if mask and not mask[at] or number >= len(targets):
            continue
        prim = stage.GetPrimAtPath(targets[number])
        own = UsdGeom.Xformable(prim).GetLocalTransformation(FIRST) if prim.IsA(UsdGeom.Xformable) else Gf.Matrix4d(1)
        walk(prim, own.GetInverse() * place * matrix, parts, purposes)


def rows(attribute, width):
    values = attribute.Get(FIRST)
    return numpy.asarray([] if values is None else values, dtype=float).reshape(-1, width)


def per_corner(primvar, sizes, corners, width):
    """Values of a primvar for each corner; None if it has none that fit."""
    if not primvar or not primvar.HasValue():
        return None
    values = primvar.ComputeFlattened(FIRST)
    if values is None or not hasattr(values, "__len__"):
        return None
    values = numpy.asarray(values, dtype=float)
    if values.ndim != (1 if width == 1 else 2) or not len(values):
        return None
    at = {"constant": numpy.zeros(len(corners), dtype=int), "uniform": numpy.repeat(numpy.arange(len(sizes)), sizes),
          "faceVarying": numpy.arange(len(corners))}.get(primvar.GetInterpolation(), corners)
    return values[at] if len(at) == 0 or at.max() < len(values) else None


def placed(points, matrix):
    return points @ matrix[:3, :3] + matrix[3, :3]


def at_rest(prim, points):
    """The points in the world after blend shapes and joints, as UsdSkel moves them; None: nothing does."""
    root = UsdSkel.Root.Find(prim)
    if not root:
        return None
    cache = UsdSkel.Cache()
    cache.Populate(root, EACH)
    query = cache.GetSkinningQuery(prim)
    skeleton = UsdSkel.BindingAPI(prim).GetInheritedSkeleton()
    joints = cache.GetSkelQuery(skeleton) if skeleton else None
    if not query or not joints or not (query.HasJointInfluences() or query.HasBlendShapes()):
        return None
    animation = joints.GetAnimQuery()
    own = UsdSkel.Animation(animation.GetPrim()) if animation else None
    said = [own.GetRotationsAttr(), own.GetBlendShapeWeightsAttr()] if own else []
    time = Usd.TimeCode.Default() if all(a.Get() is not None or not a.HasAuthoredValue() for a in said) else FIRST
    moved = Vt.Vec3fArray.FromNumpy(numpy.ascontiguousarray(points, dtype=numpy.float32))
    if query.HasBlendShapes() and animation:
        weights = animation.ComputeBlendShapeWeights(time)
        shapes = UsdSkel.BlendShapeQuery(UsdSkel.BindingAPI(prim))
        weights = query.GetBlendShapeMapper().Remap(weights) if query.GetBlendShapeMapper() else weights
        parts = shapes.ComputeSubShapeWeights(weights)
        shapes.ComputeDeformedPoints(*parts, shapes.ComputeBlendShapePointIndices(), shapes.ComputeSubShapePointOffsets(), moved)
    if not query.HasJointInfluences():
        return placed(numpy.array(moved), world(prim))
    xforms = joints.ComputeSkinningTransforms(time)
    if xforms is None or not query.ComputeSkinnedPoints(xforms, moved, time):
        return None
    return placed(numpy.array(moved), world(joints.GetPrim()))


def world(prim):
    return numpy.array(UsdGeom.XformCache(FIRST).GetLocalToWorldTransform(prim))


def cloud(points, matrix):
    places = placed(rows(points.GetPointsAttr(), 3), matrix)
    color = UsdGeom.PrimvarsAPI(points).FindPrimvarWithInheritance("displayColor")
    color = per_corner(color, [], numpy.arange(len(places)), 3)
    return [part(places, [], [], [look_of(points.GetPrim(), "both")[0]], colors=color)]


def mesh(shape, matrix):
    prim = shape.GetPrim()
    points, sizes = rows(shape.GetPointsAttr(), 3), rows(shape.GetFaceVertexCountsAttr(), 1).astype(int).reshape(-1)
    corners = rows(shape.GetFaceVertexIndicesAttr(), 1).astype(int).reshape(-1)
    if sizes.sum() != len(corners) or (len(corners) and corners.max() >= len(points)):
        return []   # Hydra draws no such mesh, either
    api = UsdGeom.PrimvarsAPI(prim)
    colors = per_corner(api.FindPrimvarWithInheritance("displayColor"), sizes, corners, 3)
    alphas = per_corner(api.FindPrimvarWithInheritance("displayOpacity"), sizes, corners, 1)
    sides = "both" if shape.GetDoubleSidedAttr().Get(FIRST) else "front"
    clear = alphas is not None and bool((alphas < 1).any())
    worn, which = [look_of(prim, sides, clear)], numpy.zeros(len(sizes), dtype=int)
    for subset in UsdShade.MaterialBindingAPI(prim).GetMaterialBindSubsets():
        faces = numpy.asarray(subset.GetIndicesAttr().Get(FIRST) or [], dtype=int)
        which[faces[(faces >= 0) & (faces < len(sizes))]] = len(worn)
        worn.append(look_of(subset.GetPrim(), sides, clear))
    uv = None
    for number, (_, name, moved) in enumerate(worn):
        values = per_corner(api.FindPrimvarWithInheritance(name), sizes, corners, 2) if name else None
        if values is not None:
            uv = numpy.full((len(corners), 2), numpy.nan) if uv is None else uv
            faces = numpy.repeat(which == number, sizes)
            uv[faces] = moved(values[faces])
    keep = sizes > 2
    holes = [at for at in shape.GetHoleIndicesAttr().Get(FIRST) or [] if 0 <= at < len(sizes)]
    keep[numpy.asarray(holes, dtype=int)] = False
    flip = (shape.GetOrientationAttr().Get(FIRST) == "leftHanded") != (numpy.linalg.det(matrix[:3, :3]) < 0)
    places = at_rest(prim, points)
    return [kept(placed(points, matrix) if places is None else places, sizes, corners,
                 [look for look, _, _ in worn], which, colors, uv, keep, flip)]


def kept(points, sizes, corners, worn, which, colors, uv, keep, flip):
    """A part of the faces that are kept, their corners in reverse if they face the other way."""
    if not keep.any():
        return part([], [], [], worn)
    of = numpy.repeat(keep, sizes)
    order = numpy.arange(len(corners))
    if flip:
        starts, at = numpy.repeat(numpy.cumsum(sizes) - sizes, sizes), numpy.arange(len(corners))
        order = starts + numpy.repeat(sizes, sizes) - 1 - (at - starts)
    order = order[of]

    def of_corners(values):
        return None if values is None else values[order]
    return part(points, sizes[keep], corners[order], worn, which[keep], of_corners(colors), of_corners(uv))


# Shapes that are no meshes

ROUND = object()
SHAPES = ("Sphere", "Cylinder", "Cone", "Capsule", "Cube", "Plane")
AROUND = 48


def size_of(prim, name, other):
    value = prim.GetAttribute(name).Get(FIRST) if prim.HasAttribute(name) else None
    return other if value is None else value


def outline(prim):
    """Radius and height along the axis, from the lower end to the upper one."""
    kind, radius, tall = prim.GetTypeName(), size_of(prim, "radius", 1), size_of(prim, "height", 2) / 2
    if kind == "Cylinder":
        return [(0, -tall), (radius, -tall), (radius, tall), (0, tall)]
    if kind == "Cone":
        return [(0, -tall), (radius, -tall), (0, tall)]
    tall = size_of(prim, "height", 1) / 2 if kind == "Capsule" else 0
    radius = size_of(prim, "radius", 0.5 if kind == "Capsule" else 1)
    turns = numpy.linspace(-numpy.pi / 2, numpy.pi / 2, AROUND + 1)
    return [(radius * numpy.cos(turn), radius * numpy.sin(turn) + numpy.copysign(tall, turn)) for turn in turns]


def shape_of(prim, matrix):
    """A shape as quads, and the mark that says that their number means nothing."""
    kind = prim.GetTypeName()
    if kind == "Cube":
        half = size_of(prim, "size", 2.0) / 2
        points = numpy.array([[x, y, z] for x in (-half, half) for y in (-half, half) for z in (-half, half)])
        quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    elif kind == "Plane":
        wide, long = size_of(prim, "width", 2.0) / 2, size_of(prim, "length", 2.0) / 2
        points = numpy.array([[-wide, -long, 0], [wide, -long, 0], [wide, long, 0], [-wide, long, 0]])
        quads = [(0, 1, 2, 3)]
        turn = {"X": [2, 1, 0], "Y": [0, 2, 1], "Z": [0, 1, 2]}[size_of(prim, "axis", "Z")]
        points = points[:, turn]
    else:
        rings, turns = outline(prim), numpy.arange(AROUND) * 2 * numpy.pi / AROUND
        points = numpy.array([[radius * numpy.cos(turn), radius * numpy.sin(turn), height]
                              for radius, height in rings for turn in turns])
        quads = [(ring * AROUND + at, ring * AROUND + (at + 1) % AROUND, (ring + 1) * AROUND + (at + 1) % AROUND,
                  (ring + 1) * AROUND + at) for ring in range(len(rings) - 1) for at in range(AROUND)]
        points = points[:, {"X": [2, 0, 1], "Y": [1, 2, 0], "Z": [0, 1, 2]}[size_of(prim, "axis", "Z")]]
    sides = "both" if size_of(prim, "doubleSided", False) else "front"
    sizes, corners = numpy.full(len(quads), 4), numpy.array(quads).reshape(-1)
    primvar = UsdGeom.PrimvarsAPI(prim).FindPrimvarWithInheritance("displayColor")
    colors = per_corner(primvar, [], numpy.zeros(len(corners), dtype=int), 3)
    flip = (size_of(prim, "orientation", "") == "leftHanded") != (numpy.linalg.det(matrix[:3, :3]) < 0)
    worn, which = [look_of(prim, sides)[0]], numpy.zeros(len(sizes), dtype=int)
    return [ROUND, kept(placed(points, matrix), sizes, corners, worn, which, colors, None, sizes > 0, flip)]


def tetrahedra(shape, matrix):
    points = placed(rows(shape.GetPointsAttr(), 3), matrix)
    corners = rows(shape.GetSurfaceFaceVertexIndicesAttr(), 3).astype(int).reshape(-1)
    sizes = numpy.full(len(corners) // 3, 3)
    flip = (shape.GetOrientationAttr().Get(FIRST) == "leftHanded") != (numpy.linalg.det(matrix[:3, :3]) < 0)
    sides = "both" if shape.GetDoubleSidedAttr().Get(FIRST) else "front"
    worn, which = [look_of(shape.GetPrim(), sides)[0]], numpy.zeros(len(sizes), dtype=int)
    return [kept(points, sizes, corners, worn, which, None, None, sizes > 0, flip)]


# Materials

def look_of(prim, sides, clear=False):
    """(Look, name of the coordinates, their transform) of what is bound to a prim."""
    material = UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial("preview")[0]
    if not material:
        return dataclasses.replace(PLAIN, sides=sides, alpha="BLEND" if clear else "OPAQUE"), None, None
    name = material.GetPrim().GetName()
    shader = material.ComputeSurfaceSource()[0]
    if not shader or shader.GetIdAttr().Get() != "UsdPreviewSurface":
        return Look(name=name, sides=sides, base=None, metallic=None, roughness=None, emissive=None,
                    alpha="?"), None, None
    base, texture = value(shader, "diffuseColor", (0.18,) * 3, "rgb")
    metallic, _ = value(shader, "metallic", 0.0, "r")
    if number(shader, "useSpecularWorkflow", 0):
        metallic = 0.0
    roughness, _ = value(shader, "roughness", 0.5, "r")
    emissive, glow = value(shader, "emissiveColor", (0.0,) * 3, "rgb")
    opacity, cutout = value(shader, "opacity", 1.0, "r")
    cutoff = number(shader, "opacityThreshold", 0.0)
    image, _ = picture(texture)
    opacity, alpha = alpha_mode("MASK" if cutoff > 0 else "BLEND", cutoff, opacity,
                                picture(cutout)[1] or clear and reads_vertices(shader, "opacity"))
    coordinates, moved = st_of(texture)
    return Look(name=name, base=base, metallic=metallic, roughness=roughness, emissive=emissive, opacity=opacity,
                alpha=alpha, sides=sides, image=image, glow=picture(glow)[0], wrap=wrap_of(texture)), coordinates, moved


def source_of(shader, name):
    """(The attribute that gives an input its value, the shader that it belongs to if it is an output.)"""
    put = shader.GetInput(name)
    found = UsdShade.Utils.GetValueProducingAttributes(put) if put else []
    if not found:
        return None, None
    attribute = found[0]
    node = UsdShade.Shader(attribute.GetPrim())
    return attribute, node if UsdShade.Utils.GetType(attribute.GetName()) == UsdShade.AttributeType.Output else None


def reads_vertices(shader, name):
    node = source_of(shader, name)[1]
    return node is not None and str(node.GetIdAttr().Get()).startswith("UsdPrimvarReader")


def number(shader, name, other):
    attribute, node = source_of(shader, name)
    got = attribute.Get(FIRST) if attribute and not node else None
    return other if got is None else got


def value(shader, name, other, channels):
    """(Factor, texture or None) of a setting."""
    attribute, node = source_of(shader, name)
    if node and node.GetIdAttr().Get() == "UsdUVTexture":
        asset, output = number(node, "file", None), attribute.GetName().removeprefix("outputs:")
        if asset is None or not asset.path:   # shows its fallback
            seen = tuple(map(float, number(node, "fallback", (0, 0, 0, 1))))
            return (seen[:3] if channels == "rgb" else seen["rgba".find(output[:1])]), None
        scale = tuple(number(node, "scale", (1, 1, 1, 1)))
        return (tuple(map(float, scale[:3])) if channels == "rgb" else float(scale["rgba".find(output[:1])])), node
    if node:
        return ((1.0, 1.0, 1.0) if channels == "rgb" else 1.0), None
    got = attribute.Get(FIRST) if attribute else None
    got = other if got is None else got
    return (tuple(map(float, got)) if channels == "rgb" else float(got)), None


def picture(texture):
    """(Name of the pixels, whether some are clear) of a texture."""
    if texture is None:
        return None, False
    asset = number(texture, "file", None)
    if asset is None or not asset.path:
        return "missing", False
    place = asset.resolvedPath or asset.path
    opened = Ar.GetResolver().OpenAsset(Ar.ResolvedPath(place))
    if not opened:
        return "missing", False
    return pixels(bytes(opened.GetBuffer()))


def wrap_of(texture):
    if texture is None:
        return "repeat"
    wraps = [number(texture, name, "useMetadata") for name in ("wrapS", "wrapT")]
    return wraps[0] if wraps[0] == wraps[1] else "/".join(wraps)


def st_of(texture):
    """(Name of the coordinates' primvar, function that transforms them) of a texture."""
    moves, node = [], texture
    name = "st" if texture is not None else None
    while node is not None:
        kind = node.GetIdAttr().Get()
        if kind == "UsdTransform2d":
            moves.insert(0, [number(node, key, other) for key, other in
                             (("scale", (1, 1)), ("rotation", 0.0), ("translation", (0, 0)))])
        if kind == "UsdPrimvarReader_float2":
            name = str(number(node, "varname", "st"))
            break
        node = source_of(node, "st" if kind == "UsdUVTexture" else "in")[1]

    def moved(uv):
        for scale, turn, offset in moves:
            cosine, sine = numpy.cos(numpy.radians(turn)), numpy.sin(numpy.radians(turn))
            uv = uv * tuple(scale)
            uv = uv @ numpy.array([[cosine, sine], [-sine, cosine]]) + tuple(offset)
        return uv
    return name, moved
