"""Meshes, point clouds and scenes of trimesh, there and back."""

from __future__ import annotations

import importlib
import io
from typing import Any

import numpy

from ._builder import Builder
from ._shape import appearances, bytes_of, segments, shape
from .mesh import Primitive
from .scene import Scene

# Its own types differ between versions.
trimesh: Any = importlib.import_module("trimesh")

_UNITS = {1.0: "meters", 0.01: "centimeters", 0.001: "millimeters", 0.0254: "inches", 0.3048: "feet"}
_KNOWN = {"POSITION", "NORMAL", "COLOR_0", "TEXCOORD_0"}


def primitive_to_trimesh(primitive: Primitive, scene: Scene | None) -> Any:
    """A primitive as a mesh, a point cloud or a path; the scene has its material."""
    if primitive.topology == "lines":
        lines = [trimesh.path.entities.Line(pair) for pair in segments(primitive)]
        return trimesh.path.Path3D(entities=lines, vertices=numpy.array(primitive.positions), process=False)
    found = shape(primitive)
    colors = None if found.colors is None else bytes_of(found.colors)
    if found.triangles is None:
        return trimesh.PointCloud(numpy.array(found.positions), colors)
    mesh = trimesh.Trimesh(
        vertices=found.positions, faces=found.triangles, vertex_normals=found.normals, vertex_colors=colors,
        face_colors=None if found.triangle_colors is None else bytes_of(found.triangle_colors), process=False)
    for name, values in primitive.attributes.items():
        if name not in _KNOWN and not primitive.attributes.info[name].ragged:
            mesh.vertex_attributes[name] = numpy.array(values if found.origin is None else values[found.origin])
    for name, values in primitive.element_attributes.items():
        if name != "COLOR_0" and not primitive.element_attributes.info[name].ragged:
            mesh.face_attributes[name] = numpy.array(values[primitive.triangle_faces])
    if found.texcoords is not None and colors is None:
        material = None if scene is None or primitive.material is None else _material(scene, primitive.material)
        mesh.visual = trimesh.visual.TextureVisuals(uv=numpy.array(found.texcoords), material=material)
    return mesh


def _material(scene: Scene, number: int) -> Any:
    material, picture = scene.materials[number], None
    if (image := material.textures.get("baseColor")) is not None and (data := scene.images[image].data) is not None:
        picture = importlib.import_module("PIL.Image").open(io.BytesIO(data))
    return trimesh.visual.material.PBRMaterial(
        name=material.name, baseColorFactor=material.base_color, baseColorTexture=picture,
        metallicFactor=material.metallic, roughnessFactor=material.roughness, doubleSided=material.double_sided,
        alphaMode=material.alpha_mode.upper())


def scene_to_trimesh(scene: Scene) -> Any:
    """A scene with a geometry for each primitive."""
    result = trimesh.Scene()
    shapes: dict[tuple[int, int], str] = {}
    for name, number, primitives, matrix in appearances(scene):
        for index, primitive in enumerate(primitives):
            if (number, index) in shapes:
                result.graph.update(frame_to=_free(result, name), matrix=matrix, geometry=shapes[number, index])
                continue
            before = set(result.geometry)
            own = scene.meshes[number].name or name or f"mesh_{number}"
            own = own if len(primitives) == 1 else f"{own}_{index}"
            result.add_geometry(
                primitive_to_trimesh(primitive, scene), geom_name=own, node_name=_free(result, name), transform=matrix)
            (shapes[number, index],) = set(result.geometry) - before
    if scene.meters_per_unit in _UNITS:
        # Units are those of the geometries, so that these come first.
        result.units = _UNITS[scene.meters_per_unit]
    return result


def _free(scene: Any, name: str | None) -> str:
    """A name that no node has yet."""
    name, number = name or "node", 1
    free = name
    while free in scene.graph.nodes:
        number += 1
        free = f"{name}_{number}"
    return free


def from_trimesh(value: Any) -> Scene:
    """A scene of a mesh, a point cloud or a scene."""
    builder = Builder(None, _meters(getattr(value, "units", None)))
    if not isinstance(value, trimesh.Scene):
        _add(builder, value, None)
        return builder.scene()
    numbers = {name: _add(builder, geometry, name) for name, geometry in value.geometry.items()}
    for name in value.graph.nodes_geometry:
        matrix, geometry = value.graph[name]
        builder.add_node(numbers[geometry], matrix.tolist(), name)
    return builder.scene()


def _meters(unit: str | None) -> float | None:
    """Metres per unit; None for a unit that trimesh doesn't know either."""
    if not unit:
        return None
    try:
        found = float(trimesh.units.unit_conversion(unit, "meters"))
    except (KeyError, ValueError, TypeError):
        return None
    # trimesh goes by way of inches, which costs the last digits.
    return next((meters for meters in _UNITS if abs(meters / found - 1) < 1e-9), found)


def _add(builder: Builder, value: Any, name: str | None) -> int:
    if isinstance(value, trimesh.PointCloud):
        colors = value.colors if len(value.colors) == len(value.vertices) else None
        return builder.add_mesh(value.vertices, colors=colors, name=name)
    if isinstance(value, trimesh.path.Path3D):
        if not all(isinstance(entity, trimesh.path.entities.Line) for entity in value.entities):
            raise TypeError("the path has arcs or curves, and a scene can hold lines only")
        return builder.add_mesh(value.vertices, lines=value.vertex_nodes, name=name)
    if not isinstance(value, trimesh.Trimesh):
        raise TypeError(f"expected a mesh, a point cloud, a path or a scene of trimesh, found {type(value).__name__}")
    # Normals that trimesh would compute are not data of the mesh.
    given = "vertex_normals" in value._cache
    visual = value.visual
    looks: dict[str, Any] = {}
    kind = getattr(visual, "kind", None)
    if kind == "vertex":
        looks = {"colors": visual.vertex_colors}
    elif kind == "face":
        looks = {"triangle_colors": visual.face_colors}
    elif kind == "texture" and visual.uv is not None:
        looks = {"texcoords": numpy.asarray(visual.uv)[:, :2], "material": _add_material(builder, visual.material)}
    return builder.add_mesh(
        value.vertices, value.faces, normals=value.vertex_normals if given else None,
        attributes=dict(value.vertex_attributes), triangle_attributes=dict(value.face_attributes), name=name, **looks)


def _add_material(builder: Builder, material: Any) -> int | None:
    if material is None:
        return None
    if hasattr(material, "to_pbr"):
        material = material.to_pbr()
    settings: dict[str, Any] = {}
    if (color := material.baseColorFactor) is not None:
        color = numpy.asarray(color)
        settings["baseColor"] = (color / 255 if color.dtype.kind in "iu" else color)[:3]
    for setting, number in (("metallic", material.metallicFactor), ("roughness", material.roughnessFactor)):
        if number is not None:
            settings[setting] = (number,)
    index = builder.add_material(material.name, settings)
    if (picture := material.baseColorTexture) is not None:
        data = io.BytesIO()
        picture.save(data, "PNG")
        builder.add_texture(index, "baseColor", f"{material.name or 'texture'}.png", "image/png", data.getvalue())
    return index
