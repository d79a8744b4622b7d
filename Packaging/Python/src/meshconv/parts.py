"""What a scene has beside its meshes: nodes, materials, images, tables, remarks."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any, Literal

from . import _library
from ._call import ask, text
from ._columns import Memory
from .mesh import Attributes

Matrix = tuple[tuple[float, float, float, float], ...]


@dataclass(frozen=True, kw_only=True)
class Node:
    """A node of the hierarchy."""

    name: str | None
    #: Rows of the transform relative to the parent; points are columns.
    matrix: Matrix
    #: The number of the parent; None: a root.
    parent: int | None
    #: The number of the mesh.
    mesh: int | None
    #: Whether it is a root of the scene that is shown.
    root: bool
    hidden: bool
    #: Transforms of the mesh relative to the node; empty: the mesh is shown once.
    instances: tuple[Matrix, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Material:
    """The look of a surface."""

    name: str | None
    base_color: tuple[float, float, float, float]
    metallic: float
    roughness: float
    emissive: tuple[float, float, float]
    double_sided: bool
    alpha_mode: Literal["opaque", "mask", "blend"]
    #: What the source says, by its own names.
    settings: dict[str, tuple[float, ...]]
    #: The numbers of images by use, such as "baseColor".
    textures: dict[str, int]


@dataclass(frozen=True, kw_only=True)
class Image:
    """An image file."""

    name: str
    media_type: str | None
    #: The file; None: it was not found.
    data: bytes | None


@dataclass(frozen=True, kw_only=True)
class Table:
    """Rows of the source that are no part of the shape."""

    name: str
    count: int
    columns: Attributes


@dataclass(frozen=True, kw_only=True)
class Remark:
    """A remark of the reader."""

    code: str
    message: str
    place: str | None


def _matrix(numbers: Any) -> Matrix:
    # The library's matrices are stored column after column.
    return tuple((numbers[row], numbers[row + 4], numbers[row + 8], numbers[row + 12]) for row in range(4))


def node(memory: Memory, index: int) -> Node:
    found = _library.Node()
    ask("node_get", memory.handle, index, ctypes.byref(found))
    instances: tuple[Matrix, ...] = ()
    if found.instance_count:
        column = _library.Column()
        ask("node_instances", memory.handle, index, ctypes.byref(column))
        numbers = (ctypes.c_double * (16 * column.count)).from_address(column.data)
        instances = tuple(_matrix(numbers[start : start + 16]) for start in range(0, len(numbers), 16))
    return Node(
        name=text(found.name), matrix=_matrix(found.matrix), parent=found.parent if found.parent >= 0 else None,
        mesh=found.mesh if found.mesh >= 0 else None, root=bool(found.is_root), hidden=bool(found.is_hidden),
        instances=instances)


def material(memory: Memory, index: int) -> Material:
    found, settings, textures = _library.Material(), {}, {}
    ask("material_get", memory.handle, index, ctypes.byref(found))
    for number in range(found.setting_count):
        setting = _library.Setting()
        ask("setting_get", memory.handle, index, number, ctypes.byref(setting))
        settings[text(setting.name) or ""] = tuple(setting.values[: setting.count])
    for number in range(found.texture_count):
        texture = _library.Texture()
        ask("texture_get", memory.handle, index, number, ctypes.byref(texture))
        if texture.image >= 0:
            textures[text(texture.slot) or ""] = int(texture.image)
    red, green, blue, alpha = found.base_color
    modes: tuple[Literal["opaque", "mask", "blend"], ...] = ("opaque", "mask", "blend")
    return Material(
        name=text(found.name), base_color=(red, green, blue, alpha), metallic=found.metallic,
        roughness=found.roughness, emissive=tuple(found.emissive), double_sided=bool(found.is_double_sided),
        alpha_mode=modes[found.alpha_mode], settings=settings, textures=textures)


def image(memory: Memory, index: int) -> Image:
    found = _library.Image()
    ask("image_get", memory.handle, index, ctypes.byref(found))
    data = ctypes.string_at(found.bytes, found.size) if found.bytes else None
    return Image(name=text(found.name) or "", media_type=text(found.media_type), data=data)


def table(memory: Memory, index: int) -> Table:
    found = _library.Table()
    ask("table_get", memory.handle, index, ctypes.byref(found))
    columns = Attributes(memory, _library.TABLE, index, found.attribute_count)
    return Table(name=text(found.name) or "", count=found.row_count, columns=columns)


def metadata(memory: Memory, index: int) -> tuple[str, str]:
    pair = _library.Metadata()
    ask("metadata_get", memory.handle, index, ctypes.byref(pair))
    return text(pair.key) or "", text(pair.value) or ""


def remark(memory: Memory, index: int) -> Remark:
    found = _library.Diagnostic()
    ask("diagnostic_get", memory.handle, index, ctypes.byref(found))
    return Remark(code=text(found.code) or "", message=text(found.message) or "", place=text(found.place))
