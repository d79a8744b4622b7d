"""Meshes: points, lines or faces, with their columns as arrays."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, cast

from . import _library
from ._call import ask, text
from ._columns import NAMES, Memory, array, strided

if TYPE_CHECKING:
    import open3d  # type: ignore[import-not-found, unused-ignore]
    import trimesh  # type: ignore[import-not-found, unused-ignore]

    from ._columns import Array, ArrayLike

Topology = Literal["points", "lines", "triangles", "polygons"]


@dataclass(frozen=True, kw_only=True)
class AttributeInfo:
    """What the numbers of an attribute are."""

    name: str
    #: NumPy's name of the type, such as "float32".
    type: str
    count: int
    components: int
    #: Whether whole numbers are fractions of their largest value.
    normalized: bool = False
    color_space: str | None = None
    #: The corner of an image where texture coordinates are (0, 0): "bottomLeft" or "topLeft".
    uv_origin: str | None = None
    encoding: str | None = None
    quaternion_order: str | None = None
    #: The number of a full colour component in floats: 1 or 255.
    scale: float = 1.0
    #: Whether rows have any length; the array is then that of all numbers, see `Attributes.offsets`.
    ragged: bool = False


@dataclass(frozen=True)
class Ragged:
    """An attribute for a scene whose rows have any length: row `i` is `values[offsets[i]:offsets[i + 1]]`."""

    values: ArrayLike
    offsets: ArrayLike


class Attributes(Mapping[str, "Array"]):
    """Named columns: `attributes["confidence"]` is an array, `attributes.info["confidence"]` says what it holds."""

    def __init__(self, memory: Memory, place: int, owner: int, count: int) -> None:
        self._memory, self._place, self._owner = memory, place, owner
        self._arrays: dict[str, Array] = {}
        self._numbers: dict[str, int] = {}
        self.info: dict[str, AttributeInfo] = {}
        for index in range(count):
            found = _library.Attribute()
            ask("attribute_get", memory.handle, place, owner, index, ctypes.byref(found))
            info = AttributeInfo(
                name=text(found.name) or "", type=NAMES[found.values.type], count=found.values.count,
                components=found.values.components, normalized=bool(found.is_normalized),
                color_space=text(found.color_space), uv_origin=text(found.uv_origin), encoding=text(found.encoding),
                quaternion_order=text(found.quaternion_order), scale=found.scale or 1.0, ragged=bool(found.is_ragged))
            # Names may repeat in a file; the first keeps its own.
            name, repetition = info.name, 1
            while name in self._numbers:
                repetition += 1
                name = f"{info.name}.{repetition}"
            self._numbers[name], self.info[name] = index, info

    def __getitem__(self, name: str) -> Array:
        if name not in self._arrays:
            self._arrays[name] = self._column("attribute_values", name)
        return self._arrays[name]

    def view(self, name: str) -> Array:
        """The column as it lies in the scene, without a copy: rows may be any distance apart. It needs NumPy."""
        column = self._ask("attribute_view", name)
        return strided(column, self._memory)

    def offsets(self, name: str) -> Array:
        """The starts of the rows of a ragged attribute, one more than rows."""
        return self._column("attribute_offsets", name)

    def _column(self, function: str, name: str) -> Array:
        return array(self._ask(function, name), self._memory)

    def _ask(self, function: str, name: str) -> _library.Column:
        column = _library.Column()
        index = self._numbers[name]
        ask(function, self._memory.handle, self._place, self._owner, index, ctypes.byref(column))
        return column

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def __repr__(self) -> str:
        return f"<attributes: {', '.join(self) or 'none'}>"


@dataclass(frozen=True)
class CornerAttribute:
    """Values of corners: corner `c` has `values[rows[c]]`, and none where its row is -1."""

    values: Array
    rows: Array
    info: AttributeInfo

    @property
    def expanded(self) -> Array:
        """The value of each corner; corners without one have NaN, or 0 in whole numbers. It needs NumPy."""
        import numpy

        if len(self.values) == 0:
            return numpy.zeros((len(self.rows), *self.values.shape[1:]), self.values.dtype)
        result = self.values[self.rows]
        result[self.rows < 0] = numpy.nan if result.dtype.kind == "f" else 0
        return result


class Primitive:
    """Points, lines or faces with their vertices.

    Arrays are read-only views of memory that the scene owns, and stay valid after the scene is gone.
    """

    def __init__(self, memory: Memory, index: int, mesh: Mesh) -> None:
        self._memory, self._index = memory, index
        self._facts = _library.Primitive()
        ask("primitive_get", memory.handle, index, ctypes.byref(self._facts))
        self._vertices = _library.VertexSet()
        ask("vertex_set_get", memory.handle, self._facts.vertex_set, ctypes.byref(self._vertices))
        self._mesh_name = mesh.name

    @property
    def topology(self) -> Topology:
        """The kind of elements."""
        if self._facts.topology == _library.POINTS:
            return "points"
        if self._facts.topology == _library.LINES:
            return "lines"
        return "triangles" if self._facts.corners_per_element == 3 else "polygons"

    @property
    def count(self) -> int:
        """The number of elements: points, lines or faces."""
        return int(self._facts.element_count)

    @property
    def vertex_count(self) -> int:
        """The number of vertices, used or not."""
        return int(self._vertices.count)

    @property
    def vertex_set(self) -> int:
        """Primitives with the same number share their vertices."""
        return int(self._facts.vertex_set)

    @cached_property
    def attributes(self) -> Attributes:
        """The columns of vertices: POSITION, NORMAL, COLOR_0, TEXCOORD_0 and the source's own."""
        count = self._vertices.attribute_count
        return Attributes(self._memory, _library.VERTEX, self._facts.vertex_set, count)

    @cached_property
    def element_attributes(self) -> Attributes:
        """The columns of faces, lines or points."""
        return Attributes(self._memory, _library.ELEMENT, self._index, self._facts.attribute_count)

    @cached_property
    def corner_attributes(self) -> Mapping[str, CornerAttribute]:
        """The columns of corners, such as normals and texture coordinates of OBJ and USD."""
        pools = Attributes(self._memory, _library.POOL, self._facts.vertex_set, self._vertices.pool_count)
        names = list(pools)
        found: dict[str, CornerAttribute] = {}
        for index in range(self._facts.corner_attribute_count):
            pool, rows = ctypes.c_size_t(), _library.Column()
            ask("corner_attribute", self._memory.handle, self._index, index, ctypes.byref(pool), ctypes.byref(rows))
            name = names[pool.value]
            found[name] = CornerAttribute(pools[name], array(rows, self._memory, 1), pools.info[name])
        return found

    @property
    def positions(self) -> Array:
        """The positions of vertices, (n, 3). A file may lack them."""
        if "POSITION" not in self.attributes:
            raise ValueError("the primitive has no positions")
        return self.attributes["POSITION"]

    @property
    def normals(self) -> Array | None:
        """The normals of vertices, (n, 3); None: there are none, or only of corners."""
        return self.attributes.get("NORMAL")

    @property
    def colors(self) -> Array | None:
        """The colours of vertices as stored, (n, 3) or (n, 4); `attributes.info["COLOR_0"]` has their space."""
        return self.attributes.get("COLOR_0")

    @property
    def texcoords(self) -> Array | None:
        """The texture coordinates of vertices as stored, (n, 2); None: there are none, or only of corners."""
        return self.attributes.get("TEXCOORD_0")

    @cached_property
    def triangles(self) -> Array | None:
        """The vertices of the faces, cut into triangles, (n, 3); None: points or lines."""
        return self._column(_library.TRIANGLES, 3) if self._facts.topology == _library.POLYGONS else None

    @cached_property
    def triangle_faces(self) -> Array | None:
        """The face of each triangle; None: points or lines."""
        return self._column(_library.TRIANGLE_ELEMENTS, 1) if self._facts.topology == _library.POLYGONS else None

    @cached_property
    def indices(self) -> Array:
        """The vertex of each corner, (corners,)."""
        return self._column(_library.INDICES, 1)

    @cached_property
    def offsets(self) -> Array:
        """Where the corners of each element start, one more than elements."""
        return self._column(_library.OFFSETS, 1)

    @cached_property
    def materials(self) -> Array:
        """The number of each element's material, -1 for none."""
        return self._column(_library.MATERIALS, 1)

    @property
    def material(self) -> int | None:
        """The number of the material of all elements; None: there is none, or more than one (see `materials`)."""
        return int(self._facts.material) if self._facts.material >= 0 else None

    def _column(self, which: int, components: int) -> Array:
        column = _library.Column()
        ask("primitive_values", self._memory.handle, self._index, which, ctypes.byref(column))
        return array(column, self._memory, components)

    def to_trimesh(self) -> trimesh.Trimesh | trimesh.PointCloud | trimesh.path.Path3D:
        """The primitive as a mesh, a point cloud or a path of trimesh, in its own space, at rest."""
        from ._trimesh import primitive_to_trimesh

        return cast("trimesh.Trimesh | trimesh.PointCloud | trimesh.path.Path3D", primitive_to_trimesh(self, None))

    def to_open3d(self) -> open3d.geometry.Geometry3D:
        """The primitive as a mesh, a point cloud or lines of Open3D, in its own space, at rest."""
        from ._open3d import primitive_to_open3d

        return cast("open3d.geometry.Geometry3D", primitive_to_open3d(self))

    def __repr__(self) -> str:
        kind = self.topology if self.count != 1 else self.topology[:-1]
        return f"<primitive: {self.count:,} {kind}, {self.vertex_count:,} vertices, {', '.join(self.attributes)}>"


class Mesh:
    """A mesh: one or more primitives. Of a mesh with one, everything can be asked of the mesh itself."""

    def __init__(self, memory: Memory, index: int) -> None:
        facts = _library.Mesh()
        ask("mesh_get", memory.handle, index, ctypes.byref(facts))
        self.name: str | None = text(facts.name)
        first = facts.first_primitive
        self.primitives = [Primitive(memory, first + number, self) for number in range(facts.primitive_count)]

    def _only(self) -> Primitive:
        if len(self.primitives) != 1:
            raise ValueError(f"the mesh has {len(self.primitives)} primitives: ask those in .primitives")
        return self.primitives[0]

    @property
    def topology(self) -> Topology:
        """See `Primitive.topology`."""
        return self._only().topology

    @property
    def count(self) -> int:
        """The number of elements: points, lines or faces."""
        return self._only().count

    @property
    def attributes(self) -> Attributes:
        """See `Primitive.attributes`."""
        return self._only().attributes

    @property
    def element_attributes(self) -> Attributes:
        """See `Primitive.element_attributes`."""
        return self._only().element_attributes

    @property
    def corner_attributes(self) -> Mapping[str, CornerAttribute]:
        """See `Primitive.corner_attributes`."""
        return self._only().corner_attributes

    @property
    def positions(self) -> Array:
        """See `Primitive.positions`."""
        return self._only().positions

    @property
    def normals(self) -> Array | None:
        """See `Primitive.normals`."""
        return self._only().normals

    @property
    def colors(self) -> Array | None:
        """See `Primitive.colors`."""
        return self._only().colors

    @property
    def texcoords(self) -> Array | None:
        """See `Primitive.texcoords`."""
        return self._only().texcoords

    @property
    def triangles(self) -> Array | None:
        """See `Primitive.triangles`."""
        return self._only().triangles

    def to_trimesh(self) -> trimesh.Trimesh | trimesh.PointCloud | trimesh.path.Path3D:
        """See `Primitive.to_trimesh`."""
        return self._only().to_trimesh()

    def to_open3d(self) -> open3d.geometry.Geometry3D:
        """See `Primitive.to_open3d`."""
        return self._only().to_open3d()

    def __repr__(self) -> str:
        return f"<mesh {self.name or ''!r}: {self.primitives}>"
