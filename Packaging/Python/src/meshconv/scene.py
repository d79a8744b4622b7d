"""Scenes: what is in a file, with its columns as arrays."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, cast

from . import _library
from ._call import ask, text
from ._columns import Memory
from ._library import lib
from .mesh import Mesh, Primitive, Ragged
from .parts import Image, Material, Node, Remark, Table, image, material, metadata, node, remark, table

if TYPE_CHECKING:
    import open3d  # type: ignore[import-not-found, unused-ignore]
    import trimesh  # type: ignore[import-not-found, unused-ignore]

    from ._columns import ArrayLike


class Scene:
    """What is in a file. A scene doesn't change; make a new one from its arrays."""

    def __init__(self, handle: ctypes.c_void_p) -> None:
        """For this package: `read` and `from_arrays` make scenes."""
        if not isinstance(handle, ctypes.c_void_p):
            raise TypeError("make scenes with meshconv.read or Scene.from_arrays")
        self._memory = Memory(handle, lib.meshconv_scene_free)
        self._facts = _library.SceneFacts()
        ask("scene_facts_get", handle, ctypes.byref(self._facts))

    def __reduce__(self) -> Any:
        raise TypeError("scenes can't be pickled: pass a path, or bytes of meshconv.write(scene, to='glb')")

    @property
    def format(self) -> str | None:
        """The format that the scene was read from, such as "ply"."""
        return text(self._facts.format) or None

    @property
    def variant(self) -> str | None:
        """The variant that the scene was read from, such as "ply.binary"."""
        return text(self._facts.variant) or None

    @property
    def up_axis(self) -> str | None:
        """The axis that points up, "Y" or "Z"; None: unknown."""
        return text(self._facts.up_axis)

    @property
    def meters_per_unit(self) -> float | None:
        """Metres per unit; None: unknown."""
        return float(self._facts.meters_per_unit) or None

    @cached_property
    def meshes(self) -> list[Mesh]:
        """All meshes."""
        return [Mesh(self._memory, index) for index in range(self._facts.mesh_count)]

    @property
    def primitives(self) -> list[Primitive]:
        """The primitives of all meshes."""
        return [primitive for mesh in self.meshes for primitive in mesh.primitives]

    @cached_property
    def nodes(self) -> list[Node]:
        """The hierarchy; parents are numbers in this list."""
        return [node(self._memory, index) for index in range(self._facts.node_count)]

    @cached_property
    def materials(self) -> list[Material]:
        """All materials."""
        return [material(self._memory, index) for index in range(self._facts.material_count)]

    @cached_property
    def images(self) -> list[Image]:
        """All images, with their files."""
        return [image(self._memory, index) for index in range(self._facts.image_count)]

    @cached_property
    def tables(self) -> list[Table]:
        """Rows of the source that are no part of the shape."""
        return [table(self._memory, index) for index in range(self._facts.table_count)]

    @cached_property
    def metadata(self) -> list[tuple[str, str]]:
        """Comments and other facts, as keys and values; keys may repeat."""
        return [metadata(self._memory, index) for index in range(self._facts.metadata_count)]

    @cached_property
    def remarks(self) -> list[Remark]:
        """What the reader had to say of the file."""
        return [remark(self._memory, index) for index in range(self._facts.diagnostic_count)]

    @classmethod
    def from_arrays(
        cls,
        positions: ArrayLike,
        triangles: ArrayLike | None = None,
        *,
        normals: ArrayLike | None = None,
        colors: ArrayLike | None = None,
        texcoords: ArrayLike | None = None,
        attributes: Mapping[str, ArrayLike | Ragged] | None = None,
        triangle_attributes: Mapping[str, ArrayLike | Ragged] | None = None,
        name: str | None = None,
        up_axis: Literal["y", "z", "Y", "Z"] | None = None,
        meters_per_unit: float | None = None,
        color_space: Literal["srgb", "linear"] = "srgb",
        uv_origin: Literal["bottomLeft", "topLeft"] = "bottomLeft",
    ) -> Scene:
        """Makes a scene of one mesh, or of a point cloud if there are no triangles. Arrays are copied.

        Positions, normals: (n, 3). Triangles: (m, 3), vertices counted from 0. Colours: (n, 3) or (n, 4), whole numbers
        up to their type's largest, or floats up to 1. Texture coordinates: (n, 2). Attributes: n rows; of triangles: m. Rows
        of any length are a `Ragged`.
        """
        from ._builder import Builder

        builder = Builder(up_axis, meters_per_unit)
        builder.add_mesh(
            positions, triangles, normals=normals, colors=colors, texcoords=texcoords, attributes=attributes,
            triangle_attributes=triangle_attributes, name=name, color_space=color_space, uv_origin=uv_origin)
        return builder.scene()

    @classmethod
    def from_trimesh(cls, value: trimesh.Trimesh | trimesh.PointCloud | trimesh.path.Path3D | trimesh.Scene) -> Scene:
        """Makes a scene of a mesh, a point cloud, a path of lines or a scene of trimesh."""
        from ._trimesh import from_trimesh

        return from_trimesh(value)

    def to_trimesh(self) -> trimesh.Scene:
        """The scene for trimesh: each shown primitive is a geometry, placed by the nodes, at rest."""
        from ._trimesh import scene_to_trimesh

        return cast("trimesh.Scene", scene_to_trimesh(self))

    @classmethod
    def from_open3d(cls, value: open3d.geometry.Geometry3D) -> Scene:
        """Makes a scene of a mesh, a point cloud or lines of Open3D; meshes and clouds may be tensors."""
        from ._open3d import from_open3d

        return from_open3d(value)

    def to_open3d(self) -> list[open3d.geometry.Geometry3D]:
        """The shown primitives as meshes, point clouds and lines of Open3D, placed by the nodes, at rest."""
        from ._open3d import scene_to_open3d

        return scene_to_open3d(self)

    def __repr__(self) -> str:
        return f"<meshconv.Scene {self.variant or 'in memory'}: {self.meshes}>"
