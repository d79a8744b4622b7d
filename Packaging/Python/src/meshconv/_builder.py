"""Builds scenes from arrays."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from typing import Any

from . import _library
from ._call import ask
from ._columns import NAMES, Memory, Numbers
from ._library import lib
from .errors import UsageError
from .mesh import Ragged
from .scene import Scene


def _column(name: str, values: Any) -> Numbers | tuple[Numbers, Numbers]:
    """The numbers of an attribute, and the starts of its rows if it is ragged."""
    if not isinstance(values, Ragged):
        return Numbers(name, values)
    return Numbers(name, values.values, widths=(1,)), Numbers(f"offsets of {name}", values.offsets, widths=(1,), integers=True)


class Builder:
    """A scene that grows."""

    def __init__(self, up_axis: str | None = None, meters_per_unit: float | None = None) -> None:
        self._memory = Memory(ctypes.c_void_p(lib.meshconv_scene_new()), lib.meshconv_scene_free)
        self._handle = self._memory.handle
        if up_axis is not None and str(up_axis).upper() not in ("Y", "Z"):
            raise UsageError(f"up_axis: expected 'y' or 'z', found {up_axis!r}", code="usage")
        if meters_per_unit is not None and not 0 < meters_per_unit < float("inf"):
            raise UsageError(f"meters_per_unit: expected a number above 0, found {meters_per_unit!r}", code="usage")
        if up_axis is not None or meters_per_unit is not None:
            axis = up_axis.upper().encode() if up_axis else None
            ask("scene_set_frame", self._handle, axis, meters_per_unit or 0)

    def scene(self) -> Scene:
        """The scene, which is finished."""
        scene = Scene(self._handle)
        self._memory.handle = ctypes.c_void_p()
        return scene

    def add_mesh(
        self, positions: Any, triangles: Any = None, *, normals: Any = None, colors: Any = None, texcoords: Any = None,
        attributes: Mapping[str, Any] | None = None, triangle_attributes: Mapping[str, Any] | None = None,
        triangle_colors: Any = None, corner_texcoords: Any = None, name: str | None = None, color_space: str = "srgb",
        uv_origin: str = "bottomLeft", material: int | None = None, materials: Any = None, lines: Any = None,
    ) -> int:
        """Adds a mesh with one primitive; returns its number. Lines are pairs of vertices, instead of triangles."""
        if color_space not in ("srgb", "linear"):
            raise UsageError(f"color_space: expected 'srgb' or 'linear', found {color_space!r}", code="usage")
        if uv_origin not in ("bottomLeft", "topLeft"):
            raise UsageError(f"uv_origin: expected 'bottomLeft' or 'topLeft', found {uv_origin!r}", code="usage")
        points = Numbers("positions", positions, widths=(3,))
        corners, kind, elements = 1, _library.POINTS, None
        if triangles is not None:
            corners, kind, elements = 3, _library.POLYGONS, Numbers("triangles", triangles, widths=(3,), integers=True)
        elif lines is not None:
            corners, kind, elements = 2, _library.LINES, Numbers("lines", lines, widths=(2,), integers=True)
        columns: dict[str, Numbers | tuple[Numbers, Numbers]] = {"POSITION": points}
        if normals is not None:
            columns["NORMAL"] = Numbers("normals", normals, widths=(3,))
        if texcoords is not None:
            columns["TEXCOORD_0"] = Numbers("texcoords", texcoords, widths=(2,))
        if colors is not None:
            columns["COLOR_0"] = Numbers("colors", colors, widths=(3, 4))
        for key, values in (attributes or {}).items():
            if key in columns:
                raise UsageError(f"attributes: {key} has an argument of its own", code="usage")
            columns[key] = _column(str(key), values)
        set_ = ctypes.c_size_t()
        ask("scene_add_vertex_set", self._handle, points.count, ctypes.byref(set_))
        for key, numbers in columns.items():
            self._add(_library.VERTEX, set_.value, points.count, key, numbers, color_space, uv_origin)
        mesh, primitive = ctypes.c_size_t(), ctypes.c_size_t()
        ask("scene_add_mesh", self._handle, name.encode() if name else None, ctypes.byref(mesh))
        facts = _library.Primitive(
            vertex_set=set_.value, element_count=points.count if elements is None else elements.count, topology=kind,
            corners_per_element=corners, material=-1 if material is None else material)
        indices = None if elements is None else ctypes.byref(elements.column)
        ask("scene_add_primitive", self._handle, ctypes.byref(facts), indices, None, ctypes.byref(primitive))
        columns = {}
        if triangle_colors is not None:
            columns["COLOR_0"] = Numbers("triangle_colors", triangle_colors, widths=(3, 4))
        columns.update((key, _column(str(key), values)) for key, values in (triangle_attributes or {}).items())
        for key, numbers in columns.items():
            self._add(_library.ELEMENT, primitive.value, facts.element_count, key, numbers, color_space, uv_origin)
        if materials is not None and len(materials):
            column = Numbers("materials", materials, integers=True).column
            ask("scene_set_materials", self._handle, primitive.value, ctypes.byref(column))
        if corner_texcoords is not None:
            self._add_corners(set_.value, primitive.value, facts.element_count * 3, corner_texcoords, uv_origin)
        return mesh.value

    def _add_corners(self, owner: int, primitive: int, corners: int, texcoords: Any, uv_origin: str) -> None:
        """Adds texture coordinates of corners: three for each triangle, in any shape."""
        import numpy

        numbers = Numbers("texcoords", numpy.reshape(texcoords, (-1, 2)), widths=(2,))
        pool = self._add(_library.POOL, owner, corners, "TEXCOORD_0", numbers, "srgb", uv_origin)
        ask("scene_add_corner_attribute", self._handle, primitive, pool, None)

    def _add(
        self, place: int, owner: int, count: int, name: str, column: Numbers | tuple[Numbers, Numbers], color_space: str,
        uv_origin: str
    ) -> int:
        """Adds an attribute, if it is ragged with its starts; what it means follows from its name."""
        numbers, starts = column if isinstance(column, tuple) else (column, None)
        if not isinstance(name, str) or not name or "\0" in name:
            raise UsageError(f"expected a name for an attribute, found {name!r}", code="usage")
        rows = numbers.count if starts is None else starts.count - 1
        if rows != count:
            raise UsageError(f"{numbers.name}: expected {count} rows, found {rows}", code="usage")
        attribute = _library.Attribute(name=name.encode(), values=numbers.column)
        if name.startswith("COLOR_"):
            if NAMES[numbers.type] in ("int8", "int16", "int32", "int64", "uint64"):
                found = NAMES[numbers.type]
                expected = "uint8, uint16, uint32 or floats"
                raise UsageError(f"{numbers.name}: expected {expected}, found {found}", code="usage")
            attribute.color_space, attribute.is_normalized = color_space.encode(), numbers.type < _library.FLOAT16
        elif name.startswith("TEXCOORD_"):
            attribute.uv_origin = uv_origin.encode()
        index = ctypes.c_size_t()
        words = (self._handle, place, owner, ctypes.byref(attribute))
        if starts is None:
            ask("scene_add_attribute", *words, None, None, ctypes.byref(index))
        else:
            ask("scene_add_ragged_attribute", *words, ctypes.byref(starts.column), ctypes.byref(index))
        return index.value

    def add_node(self, mesh: int | None, matrix: Sequence[Sequence[float]], name: str | None = None) -> None:
        """Shows a mesh under a root node of its own; `matrix` has rows."""
        numbers = [float(matrix[row][column]) for column in range(4) for row in range(4)]
        node = _library.Node(
            name=name.encode() if name else None, matrix=(ctypes.c_double * 16)(*numbers), parent=-1,
            mesh=-1 if mesh is None else mesh)
        ask("scene_add_node", self._handle, ctypes.byref(node), None)

    def add_material(self, name: str | None, settings: Mapping[str, Sequence[float]]) -> int:
        """Adds a material with settings by glTF's names; returns its number."""
        index = ctypes.c_size_t()
        ask("scene_add_material", self._handle, name.encode() if name else None, ctypes.byref(index))
        for key, values in settings.items():
            numbers = (ctypes.c_double * len(values))(*(float(value) for value in values))
            ask("scene_set_setting", self._handle, index.value, key.encode(), numbers, len(values))
        return index.value

    def add_texture(self, material: int, slot: str, name: str, media_type: str, data: bytes) -> None:
        """Gives a material an image."""
        index = ctypes.c_size_t()
        ask("scene_add_image", self._handle, name.encode(), media_type.encode(), data, len(data), ctypes.byref(index))
        ask("scene_set_texture", self._handle, material, slot.encode(), index.value)
