"""Meshes and point clouds of Open3D, there and back."""

from __future__ import annotations

import importlib
import tempfile
from pathlib import Path
from typing import Any

import numpy

from ._builder import Builder
from ._shape import appearances, segments, shape
from .mesh import Primitive
from .scene import Scene

# Its own types differ between versions.
open3d: Any = importlib.import_module("open3d")

_TENSOR_NAMES = {"positions": "positions", "normals": "normals", "colors": "colors", "texture_uvs": "texcoords"}


def primitive_to_open3d(primitive: Primitive, scene: Scene | None = None) -> Any:
    """A primitive as a mesh, a point cloud or lines; the scene has its material."""
    vectors, geometry = open3d.utility.Vector3dVector, open3d.geometry
    if primitive.topology == "lines":
        pairs = open3d.utility.Vector2iVector(segments(primitive).astype(numpy.int32))
        return geometry.LineSet(vectors(numpy.array(primitive.positions, numpy.float64, order="C")), pairs)
    found = shape(primitive)
    points, normals, colors = (
        # Open3D takes no arrays that are read-only.
        None if rows is None else vectors(numpy.array(rows[:, :3], numpy.float64, order="C"))
        for rows in (found.positions, found.normals, found.colors))
    if found.triangles is None:
        result = geometry.PointCloud(points)
        result.normals, result.colors = normals or result.normals, colors or result.colors
        return result
    triangles = numpy.array(found.triangles, numpy.int32, order="C")
    result = geometry.TriangleMesh(points, open3d.utility.Vector3iVector(triangles))
    result.vertex_normals, result.vertex_colors = normals or result.vertex_normals, colors or result.vertex_colors
    if found.texcoords is not None:
        uvs = numpy.ascontiguousarray(found.texcoords[triangles.reshape(-1)], numpy.float64)
        result.triangle_uvs = open3d.utility.Vector2dVector(uvs)
        result.triangle_material_ids = open3d.utility.IntVector(numpy.zeros(len(triangles), numpy.int32))
        if scene is not None and primitive.material is not None:
            _add_picture(result, scene, primitive.material)
    return result


def _add_picture(mesh: Any, scene: Scene, material: int) -> None:
    number = scene.materials[material].textures.get("baseColor")
    if number is None or (data := scene.images[number].data) is None:
        return
    kind = ".png" if data[:4] == b"\x89PNG" else ".jpg" if data[:3] == b"\xff\xd8\xff" else None
    if kind is not None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"texture{kind}"
            path.write_bytes(data)
            # Open3D keeps textures upside down.
            mesh.textures = [open3d.io.read_image(str(path)).flip_vertical()]


def scene_to_open3d(scene: Scene) -> list[Any]:
    """The shown primitives, placed by the nodes."""
    return [
        primitive_to_open3d(primitive, scene).transform(matrix)
        for _, _, primitives, matrix in appearances(scene)
        for primitive in primitives
    ]


def from_open3d(value: Any) -> Scene:
    """A scene of a mesh or a point cloud, of either of Open3D's interfaces."""
    builder, geometry, tensors = Builder(), open3d.geometry, open3d.t.geometry
    if isinstance(value, (tensors.PointCloud, tensors.TriangleMesh)):
        _add_tensors(builder, value)
    elif isinstance(value, geometry.PointCloud):
        builder.add_mesh(
            _rows(value.points), normals=_given(value.normals), colors=_given(value.colors))
    elif isinstance(value, geometry.TriangleMesh):
        _add_mesh(builder, value)
    elif isinstance(value, geometry.LineSet):
        builder.add_mesh(_rows(value.points), lines=numpy.asarray(value.lines).reshape(-1, 2))
    else:
        raise TypeError(f"expected a mesh, a point cloud or lines of Open3D, found {type(value).__name__}")
    return builder.scene()


def _rows(values: Any) -> Any:
    return numpy.asarray(values).reshape(-1, 3)


def _given(values: Any) -> Any:
    return _rows(values) if len(values) else None


def _add_mesh(builder: Builder, mesh: Any) -> None:
    numbers = []
    for index, texture in enumerate(mesh.textures if len(mesh.triangle_uvs) else []):
        # The first one of an OBJ file is often empty: it belongs to faces without a material.
        numbers.append(-1 if texture.is_empty() else _add_texture(builder, texture, f"texture_{index}"))
    materials = None
    if numbers and len(mesh.triangle_material_ids) == len(mesh.triangles):
        ids = numpy.asarray(mesh.triangle_material_ids)
        materials = numpy.array([*numbers, -1], numpy.int32)[numpy.where((ids >= 0) & (ids < len(numbers)), ids, -1)]
    builder.add_mesh(
        _rows(mesh.vertices), _rows(mesh.triangles), normals=_given(mesh.vertex_normals),
        colors=_given(mesh.vertex_colors), materials=materials,
        corner_texcoords=numpy.asarray(mesh.triangle_uvs) if len(mesh.triangle_uvs) else None)


def _add_texture(builder: Builder, texture: Any, name: str) -> int:
    material = builder.add_material(name, {})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.png"
        open3d.io.write_image(str(path), texture.flip_vertical())
        builder.add_texture(material, "baseColor", path.name, "image/png", path.read_bytes())
    return material


def _add_tensors(builder: Builder, value: Any) -> None:
    mesh = isinstance(value, open3d.t.geometry.TriangleMesh)
    vertices = value.vertex if mesh else value.point
    known: dict[str, Any] = {}
    others: dict[str, Any] = {}
    for name in list(vertices):
        array = vertices[name].cpu().numpy()
        (known if name in _TENSOR_NAMES else others)[_TENSOR_NAMES.get(name, name)] = array
    if mesh:
        triangles = {name: value.triangle[name].cpu().numpy() for name in list(value.triangle)}
        known["triangles"] = triangles.pop("indices")
        known["corner_texcoords"] = triangles.pop("texture_uvs", None)
        known["triangle_attributes"] = triangles
    builder.add_mesh(**known, attributes=others)
