"""The C library, as meshconv.h declares it. Calls release the GIL."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint64, c_void_p
from pathlib import Path
from typing import Any

ABI = 0

INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64, UINT64, FLOAT16, FLOAT32, FLOAT64 = range(11)
VERTEX, POOL, ELEMENT, TABLE = range(4)
POINTS, LINES, POLYGONS = range(3)
INDICES, OFFSETS, MATERIALS, TRIANGLES, TRIANGLE_ELEMENTS = range(5)

Progress = ctypes.CFUNCTYPE(c_int32, c_void_p, c_char_p, c_uint64, c_uint64)


class File(ctypes.Structure):
    _fields_ = [("path", c_char_p), ("bytes", c_void_p), ("size", c_uint64)]


class Column(ctypes.Structure):
    _fields_ = [
        ("data", c_void_p), ("count", c_size_t), ("stride", c_size_t), ("components", c_int32), ("type", c_int32),
    ]


class Attribute(ctypes.Structure):
    _fields_ = [
        ("name", c_char_p), ("values", Column), ("is_ragged", c_int32), ("is_normalized", c_int32),
        ("color_space", c_char_p), ("uv_origin", c_char_p), ("encoding", c_char_p), ("quaternion_order", c_char_p),
        ("scale", c_double),
    ]


class SceneFacts(ctypes.Structure):
    _fields_ = [
        ("format", c_char_p), ("variant", c_char_p), ("up_axis", c_char_p), ("meters_per_unit", c_double),
        ("vertex_set_count", c_size_t), ("mesh_count", c_size_t), ("primitive_count", c_size_t),
        ("node_count", c_size_t), ("material_count", c_size_t), ("image_count", c_size_t), ("table_count", c_size_t),
        ("metadata_count", c_size_t), ("diagnostic_count", c_size_t),
    ]


class VertexSet(ctypes.Structure):
    _fields_ = [("count", c_size_t), ("attribute_count", c_size_t), ("pool_count", c_size_t)]


class Mesh(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("first_primitive", c_size_t), ("primitive_count", c_size_t)]


class Primitive(ctypes.Structure):
    _fields_ = [
        ("mesh", c_size_t), ("vertex_set", c_size_t), ("element_count", c_size_t), ("corner_count", c_size_t),
        ("topology", c_int32), ("corners_per_element", c_int32), ("has_indices", c_int32), ("material", c_int32),
        ("attribute_count", c_size_t), ("corner_attribute_count", c_size_t),
    ]


class Node(ctypes.Structure):
    _fields_ = [
        ("name", c_char_p), ("matrix", c_double * 16), ("parent", c_int64), ("mesh", c_int64), ("is_root", c_int32),
        ("is_hidden", c_int32), ("instance_count", c_size_t),
    ]


class Material(ctypes.Structure):
    _fields_ = [
        ("name", c_char_p), ("base_color", c_double * 4), ("metallic", c_double), ("roughness", c_double),
        ("emissive", c_double * 3), ("is_double_sided", c_int32), ("alpha_mode", c_int32), ("setting_count", c_size_t),
        ("texture_count", c_size_t),
    ]


class Setting(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("values", POINTER(c_double)), ("count", c_size_t)]


class Texture(ctypes.Structure):
    _fields_ = [("slot", c_char_p), ("image", c_int64)]


class Image(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("media_type", c_char_p), ("bytes", c_void_p), ("size", c_size_t)]


class Table(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("row_count", c_size_t), ("attribute_count", c_size_t)]


class Metadata(ctypes.Structure):
    _fields_ = [("key", c_char_p), ("value", c_char_p)]


class Diagnostic(ctypes.Structure):
    _fields_ = [("code", c_char_p), ("message", c_char_p), ("place", c_char_p)]


_out = POINTER(c_void_p)
_size = POINTER(c_size_t)

# The arguments of each function without the last one, to which the error goes.
_CAN_FAIL: dict[str, list[Any]] = {
    "options_set": [c_void_p, c_char_p, c_char_p],
    "options_add_file": [c_void_p, c_char_p, c_char_p, c_size_t],
    "convert": [c_char_p, c_char_p, c_void_p, _out],
    "convert_bytes": [c_char_p, c_size_t, c_char_p, c_char_p, c_void_p, _out],
    "info": [c_char_p, c_void_p, _out],
    "plan": [c_char_p, c_char_p, c_void_p, _out],
    "diff": [c_char_p, c_char_p, c_void_p, _out],
    "check": [c_char_p, c_void_p, _out],
    "formats": [_out],
    "report_file": [c_void_p, c_size_t, POINTER(File)],
    "read": [c_char_p, c_void_p, _out],
    "read_bytes": [c_char_p, c_size_t, c_char_p, c_void_p, _out],
    "write": [c_void_p, c_char_p, c_void_p, _out],
    "write_bytes": [c_void_p, c_char_p, c_void_p, _out],
    "scene_info": [c_void_p, c_void_p, _out],
    "scene_plan": [c_void_p, c_char_p, c_void_p, _out],
    "scene_diff": [c_void_p, c_void_p, c_void_p, _out],
    "scene_check": [c_void_p, c_void_p, _out],
    "scene_facts_get": [c_void_p, POINTER(SceneFacts)],
    "vertex_set_get": [c_void_p, c_size_t, POINTER(VertexSet)],
    "mesh_get": [c_void_p, c_size_t, POINTER(Mesh)],
    "primitive_get": [c_void_p, c_size_t, POINTER(Primitive)],
    "node_get": [c_void_p, c_size_t, POINTER(Node)],
    "material_get": [c_void_p, c_size_t, POINTER(Material)],
    "setting_get": [c_void_p, c_size_t, c_size_t, POINTER(Setting)],
    "texture_get": [c_void_p, c_size_t, c_size_t, POINTER(Texture)],
    "image_get": [c_void_p, c_size_t, POINTER(Image)],
    "table_get": [c_void_p, c_size_t, POINTER(Table)],
    "metadata_get": [c_void_p, c_size_t, POINTER(Metadata)],
    "diagnostic_get": [c_void_p, c_size_t, POINTER(Diagnostic)],
    "attribute_get": [c_void_p, c_int32, c_size_t, c_size_t, POINTER(Attribute)],
    "attribute_values": [c_void_p, c_int32, c_size_t, c_size_t, POINTER(Column)],
    "attribute_view": [c_void_p, c_int32, c_size_t, c_size_t, POINTER(Column)],
    "attribute_offsets": [c_void_p, c_int32, c_size_t, c_size_t, POINTER(Column)],
    "primitive_values": [c_void_p, c_size_t, c_int32, POINTER(Column)],
    "corner_attribute": [c_void_p, c_size_t, c_size_t, _size, POINTER(Column)],
    "node_instances": [c_void_p, c_size_t, POINTER(Column)],
    "scene_set_frame": [c_void_p, c_char_p, c_double],
    "scene_add_metadata": [c_void_p, c_char_p, c_char_p],
    "scene_add_vertex_set": [c_void_p, c_size_t, _size],
    "scene_add_attribute": [c_void_p, c_int32, c_size_t, POINTER(Attribute), c_void_p, c_void_p, _size],
    "scene_add_ragged_attribute": [c_void_p, c_int32, c_size_t, POINTER(Attribute), POINTER(Column), _size],
    "scene_add_mesh": [c_void_p, c_char_p, _size],
    "scene_add_primitive": [c_void_p, POINTER(Primitive), POINTER(Column), POINTER(Column), _size],
    "scene_set_materials": [c_void_p, c_size_t, POINTER(Column)],
    "scene_add_corner_attribute": [c_void_p, c_size_t, c_size_t, POINTER(Column)],
    "scene_add_node": [c_void_p, POINTER(Node), _size],
    "scene_add_material": [c_void_p, c_char_p, _size],
    "scene_set_setting": [c_void_p, c_size_t, c_char_p, POINTER(c_double), c_size_t],
    "scene_set_texture": [c_void_p, c_size_t, c_char_p, c_size_t],
    "scene_add_image": [c_void_p, c_char_p, c_char_p, c_char_p, c_size_t, _size],
    "scene_add_table": [c_void_p, c_char_p, c_size_t, _size],
}

# The others: what they return, and their arguments.
_OTHERS: dict[str, tuple[Any, list[Any]]] = {
    "version": (c_char_p, []),
    "abi": (c_int32, []),
    "error_status": (c_int32, [c_void_p]),
    "error_code": (c_char_p, [c_void_p]),
    "error_message": (c_char_p, [c_void_p]),
    "error_path": (c_char_p, [c_void_p]),
    "error_place": (c_char_p, [c_void_p]),
    "error_json": (c_char_p, [c_void_p]),
    "error_free": (None, [c_void_p]),
    "options_new": (c_void_p, []),
    "options_free": (None, [c_void_p]),
    "option_name": (c_char_p, [c_size_t]),
    "option_kind": (c_char_p, [c_size_t]),
    "options_set_progress": (None, [c_void_p, Progress, c_void_p]),
    "cancel": (None, [c_void_p]),
    "report_json": (c_char_p, [c_void_p]),
    "report_summary": (c_char_p, [c_void_p]),
    "report_file_count": (c_size_t, [c_void_p]),
    "report_free": (None, [c_void_p]),
    "scene_new": (c_void_p, []),
    "scene_free": (None, [c_void_p]),
}


def _loaded() -> Any:
    path = str(Path(__file__).with_name("libmeshconv.so"))
    library = ctypes.CDLL(path)
    for name, arguments in _CAN_FAIL.items():
        function = getattr(library, f"meshconv_{name}")
        function.restype, function.argtypes = c_int32, [*arguments, _out]
    for name, (result, arguments) in _OTHERS.items():
        function = getattr(library, f"meshconv_{name}")
        function.restype, function.argtypes = result, arguments
    if (found := library.meshconv_abi()) != ABI:
        raise ImportError(f"{path} has the interface {found}, but this package needs {ABI}")
    return library


lib: Any = _loaded()
