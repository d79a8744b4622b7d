"""Converts 3D files and says what each conversion loses.

    import meshconv

    report = meshconv.convert("room.ply", "room.glb")
    scene = meshconv.read("room.ply")
    scene.meshes[0].positions          # a NumPy array
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from . import errors, reports
from ._call import Answer, Call, ProgressFunction
from ._files import Readable, Source, Target, Writable, content, named, path, put
from ._library import lib as _lib
from ._version import __version__
from .errors import (
    Cancelled,
    Error,
    InputOutputError,
    InternalError,
    LimitError,
    MissingError,
    ReadError,
    Refused,
    UnsupportedError,
    UsageError,
    VerifyError,
    WriteError,
)
from .reports import Check, Diff, Formats, Info, Loss, Plan, Report
from .scene import Scene
from .mesh import Mesh, Primitive, Ragged
from .parts import Image, Material, Node, Table

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import ConvertOptions, DiffOptions, InfoOptions, ReadOptions, WriteOptions

__all__ = [
    "Cancelled", "Check", "Diff", "Error", "Formats", "Image", "Info", "InputOutputError", "InternalError",
    "LimitError", "Loss", "Material", "Mesh", "MissingError", "Node", "Plan", "Primitive", "ProgressFunction",
    "Ragged", "ReadError", "Readable", "Refused", "Report", "Scene", "Source", "Table", "Target", "UnsupportedError",
    "UsageError", "VerifyError", "Writable", "WriteError", "__version__", "check", "convert", "diff", "errors",
    "formats", "info", "library_version", "plan", "read", "reports", "write",
]


def convert(
    source: Source | Scene, target: Target | None = None, *, name: str | None = None,
    files: Mapping[str, bytes] | None = None, progress: ProgressFunction | None = None,
    **options: Unpack[ConvertOptions],
) -> Report:
    """Converts a file, bytes, a binary file object or a scene.

    The target is a path, a binary file object, or None: then the outputs are in `report.files`, and the main one is
    `report.data`. `name` says the format of bytes, `to` that of an output without a name; `files` are those that bytes
    refer to, such as `{"room.mtl": …}`. Nothing is written if the conversion fails.
    """
    call = Call(options, progress, files)
    if isinstance(source, Scene):
        return _write(call, source, target, options)
    input_, output = path(source, "source"), path(target, "target")
    if input_ is not None and output is not None:
        return call.run(lambda: call.report("convert", input_, output).conversion())
    if input_ is not None:
        return _write(call, lambda: Scene(call.scene("read", input_)), target, options, input_)
    data, source_name = content(source, name, options.get("from_"))
    if output is not None:
        return _write(call, lambda: Scene(call.scene("read_bytes", data, len(data), source_name)), target, options)
    target_name = _target_name(target, options, source_name)
    return _into(target, call.run(
        lambda: call.report("convert_bytes", data, len(data), source_name, target_name).conversion(in_memory=True)))


def read(
    source: Source, *, name: str | None = None, files: Mapping[str, bytes] | None = None,
    progress: ProgressFunction | None = None, **options: Unpack[ReadOptions],
) -> Scene:
    """Reads a file, bytes or a binary file object. The scene owns its memory; the file may change afterwards."""
    call = Call(options, progress, files)
    return call.run(_reading(call, source, name, options))


def write(
    scene: Scene, target: Target | None = None, *, progress: ProgressFunction | None = None,
    **options: Unpack[ConvertOptions],
) -> Report:
    """Writes a scene to a path, a binary file object, or to memory; see `convert`."""
    if not isinstance(scene, Scene):
        raise TypeError(f"expected a scene, found {type(scene).__name__}; convert() takes files")
    return _write(Call(options, progress), scene, target, options)


def info(
    source: Source | Scene, *, name: str | None = None, files: Mapping[str, bytes] | None = None,
    progress: ProgressFunction | None = None, **options: Unpack[InfoOptions],
) -> Info:
    """What is in a file: size, counts, colours, materials, textures.

    A large file's digest needs `digest=True`; which formats keep everything, `formats=True`.
    """
    return Info.from_dict(_inspect("info", (), source, name, files, progress, options))


def plan(
    source: Source | Scene, target: str | None = None, *, name: str | None = None,
    files: Mapping[str, bytes] | None = None, progress: ProgressFunction | None = None,
    **options: Unpack[WriteOptions],
) -> Plan:
    """What a conversion would lose. `target` is the name that the output would have; without it and without `to`: what
    each format would lose."""
    output = None if target is None else path(target, "target")
    return Plan.from_dict(_inspect("plan", (output,), source, name, files, progress, options))


def check(
    source: Source | Scene, *, name: str | None = None, files: Mapping[str, bytes] | None = None,
    progress: ProgressFunction | None = None, **options: Unpack[WriteOptions],
) -> Check:
    """What is wrong or unusual in a file. Errors are in the result, they raise nothing."""
    return Check.from_dict(_inspect("check", (), source, name, files, progress, options))


def diff(
    first: Source | Scene, second: Source | Scene, *, names: tuple[str | None, str | None] = (None, None),
    progress: ProgressFunction | None = None, **options: Unpack[DiffOptions],
) -> Diff:
    """What of the first file is missing or changed in the second; `names` say the formats of bytes."""
    call = Call(options, progress)
    paths = path(first, "first"), path(second, "second")
    if None not in paths:
        return Diff.from_dict(call.run(lambda: call.report("diff", *paths).json()))
    readings = [_reading(call, each, name, options) for each, name in zip((first, second), names, strict=True)]

    def work() -> dict[str, Any]:
        scenes = [reading() for reading in readings]
        return call.report("scene_diff", *(scene._memory.handle for scene in scenes)).json()

    return Diff.from_dict(call.run(work))


def formats() -> Formats:
    """The formats, and what each can hold."""
    import ctypes

    from ._call import ask

    report = ctypes.c_void_p()
    ask("formats", ctypes.byref(report))
    return Formats.from_dict(Answer(report).json())


def library_version() -> str:
    """The version of the library that was loaded."""
    version: bytes = _lib.meshconv_version()
    return version.decode()


def _reading(call: Call, source: Any, name: str | None, options: Mapping[str, Any]) -> Callable[[], Scene]:
    """How a source becomes a scene; a file object is read at once, since it belongs to the caller's thread."""
    if isinstance(source, Scene):
        return lambda: source
    if (input_ := path(source, "source")) is not None:
        return lambda: Scene(call.scene("read", input_))
    data, source_name = content(source, name, options.get("from_"))
    return lambda: Scene(call.scene("read_bytes", data, len(data), source_name))


def _inspect(
    kind: str, arguments: tuple[bytes | None, ...], source: Any, name: str | None, files: Mapping[str, bytes] | None,
    progress: ProgressFunction | None, options: Mapping[str, Any],
) -> dict[str, Any]:
    call = Call(options, progress, files)
    if (input_ := path(source, "source")) is not None:
        return call.run(lambda: call.report(kind, input_, *arguments).json())
    reading = _reading(call, source, name, options)

    def work() -> dict[str, Any]:
        scene = reading()
        return call.report(f"scene_{kind}", scene._memory.handle, *arguments).json()

    return call.run(work)


def _write(
    call: Call, scene: Any, target: Any, options: Mapping[str, Any], source_name: bytes = b"model"
) -> Report:
    """Writes a scene, or what gives one."""
    output = path(target, "target")
    output_name = None if output is not None else _target_name(target, options, source_name)

    def work() -> Report:
        source = scene if isinstance(scene, Scene) else scene()
        handle = source._memory.handle
        if output is not None:
            return call.report("write", handle, output).conversion()
        return call.report("write_bytes", handle, output_name).conversion(in_memory=True)

    return _into(None if output is not None else target, call.run(work))


def _target_name(target: Any, options: Mapping[str, Any], source_name: bytes) -> bytes:
    if target is not None and not hasattr(target, "write"):
        raise TypeError(f"target: expected a path, a binary file or None, found {type(target).__name__}")
    if target is None and not options.get("to") and not options.get("for_"):
        raise UsageError("which format? name it with to=, such as to='glb', or give a target", code="usage")
    stem = os.path.splitext(os.path.basename(os.fsdecode(source_name)))[0]
    return named(target, None, options.get("to"), stem or "model")


def _into(target: Any, report: Report) -> Report:
    if target is not None:
        put(target, report.files)
        report.files.clear()
    return report
