"""Shapes as trimesh and Open3D want them: triangles, one row of everything for each vertex."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy

from .mesh import AttributeInfo, Primitive
from .scene import Scene

if TYPE_CHECKING:
    from ._columns import Array


@dataclass
class Shape:
    """Triangles over vertices, or points."""

    positions: Array
    triangles: Array | None
    normals: Array | None
    #: sRGB-encoded, from 0 to 1.
    colors: Array | None
    #: sRGB-encoded, from 0 to 1.
    triangle_colors: Array | None
    #: (0, 0) is the bottom left corner of the image.
    texcoords: Array | None
    #: The source's vertex of each vertex; None: they are the same.
    origin: Array | None


def shape(primitive: Primitive) -> Shape:
    """The shape of a primitive; vertices are split where corners differ."""
    corners = primitive.corner_attributes
    triangles, origin = primitive.triangles, None
    split: dict[str, Array] = {}
    if triangles is not None and corners:
        places = _corners(primitive)
        rows = numpy.column_stack([triangles.reshape(-1), *(corner.rows[places] for corner in corners.values())])
        kept, numbers = numpy.unique(rows, axis=0, return_inverse=True)
        triangles, origin = numbers.reshape(-1, 3), kept[:, 0]
        for column, (name, corner) in enumerate(corners.items(), 1):
            if len(corner.values):
                split[name] = corner.values[kept[:, column]]
                split[name][kept[:, column] < 0] = 0

    def values(name: str) -> tuple[Array | None, AttributeInfo | None]:
        if name in split:
            return split[name], corners[name].info
        found = primitive.attributes.get(name)
        if found is None:
            return None, None
        return found if origin is None else found[origin], primitive.attributes.info[name]

    positions = primitive.positions if origin is None else primitive.positions[origin]
    faces, face_colors = primitive.element_attributes, None
    if "COLOR_0" in faces and primitive.triangle_faces is not None:
        face_colors = srgb(faces["COLOR_0"], faces.info["COLOR_0"])[primitive.triangle_faces]
    elif "COLOR_0" in faces and triangles is None:
        face_colors = srgb(faces["COLOR_0"], faces.info["COLOR_0"])
    colors, color_info = values("COLOR_0")
    texcoords, uv_info = values("TEXCOORD_0")
    if texcoords is not None and uv_info is not None:
        # OBJ has texture coordinates with one and with three numbers, too.
        u = texcoords.reshape(len(texcoords), -1)[:, 0]
        v = texcoords[:, 1] if texcoords.ndim == 2 else numpy.zeros_like(u)
        texcoords = numpy.column_stack([u, 1 - v if uv_info.uv_origin == "topLeft" else v])
    return Shape(
        positions=positions, triangles=triangles, normals=values("NORMAL")[0],
        colors=None if colors is None or color_info is None else srgb(colors, color_info),
        triangle_colors=face_colors, texcoords=texcoords, origin=origin)


def _corners(primitive: Primitive) -> Array:
    """The corner of the source's face at each corner of the triangles."""
    triangles, faces = primitive.triangles, primitive.triangle_faces
    assert triangles is not None and faces is not None
    if primitive.topology == "triangles":
        return numpy.arange(triangles.size)
    starts = primitive.offsets.astype(numpy.int64)
    sizes = starts[1:] - starts[:-1]
    width = max(primitive.vertex_count, 1)
    keys = numpy.repeat(numpy.arange(len(sizes)), sizes) * width + primitive.indices
    order = numpy.argsort(keys, kind="stable")
    wanted = numpy.repeat(faces.astype(numpy.int64), 3) * width + triangles.reshape(-1)
    return order[numpy.searchsorted(keys, wanted, sorter=order)]


def srgb(values: Array, info: AttributeInfo) -> Array:
    """Colours as floats from 0 to 1, sRGB-encoded; alpha stays as it is."""
    result = values.astype(numpy.float64)
    if info.normalized and values.dtype.kind in "iu":
        result /= numpy.iinfo(values.dtype).max
    elif info.scale != 1:
        result /= info.scale
    if info.color_space == "linear":
        light = numpy.clip(result[:, :3], 0, 1)
        result[:, :3] = numpy.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return result


def bytes_of(colors: Array) -> Array:
    """Colours from 0 to 255, with alpha."""
    result = numpy.full((len(colors), 4), 255, numpy.uint8)
    result[:, : colors.shape[1]] = numpy.rint(numpy.clip(colors, 0, 1) * 255)
    return result


def segments(primitive: Primitive) -> Array:
    """The vertices of each piece of the lines, (n, 2)."""
    starts = primitive.offsets.astype(numpy.int64)
    firsts = numpy.ones(len(primitive.indices), bool)
    # No piece begins at the end of a line.
    firsts[starts[1:][starts[1:] > starts[:-1]] - 1] = False
    places = numpy.flatnonzero(firsts)
    return numpy.column_stack([primitive.indices[places], primitive.indices[places + 1]])


def appearances(scene: Scene) -> Iterator[tuple[str | None, int, list[Primitive], Any]]:
    """Each showing of a mesh: the node's name, the mesh, its primitives with positions, the matrix in the scene."""
    children: dict[int | None, list[int]] = {}
    for number, node in enumerate(scene.nodes):
        children.setdefault(node.parent, []).append(number)
    waiting = [(number, numpy.eye(4)) for number in reversed(children.get(None, [])) if scene.nodes[number].root]
    while waiting:
        number, parent = waiting.pop()
        node = scene.nodes[number]
        if node.hidden:
            continue
        matrix = parent @ numpy.array(node.matrix)
        waiting += [(child, matrix) for child in reversed(children.get(number, []))]
        if node.mesh is not None:
            for instance in node.instances or (tuple(map(tuple, numpy.eye(4))),):
                primitives = [each for each in scene.meshes[node.mesh].primitives if "POSITION" in each.attributes]
                yield node.name, node.mesh, primitives, matrix @ numpy.array(instance)
