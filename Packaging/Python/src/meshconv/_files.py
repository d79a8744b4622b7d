"""Sources and targets: paths, bytes and file objects."""

from __future__ import annotations

import io
import os
from typing import Any, Protocol, Union

from .errors import UsageError


class Readable(Protocol):
    """A binary file that can be read."""

    def read(self) -> bytes: ...


class Writable(Protocol):
    """A binary file that can be written."""

    def write(self, data: bytes, /) -> object: ...


Path = Union[str, "os.PathLike[str]"]
Source = Union[Path, bytes, bytearray, memoryview, Readable]
Target = Union[Path, Writable]


def path(value: Any, what: str) -> bytes | None:
    """The path as the library takes it; None: it is no path."""
    if not isinstance(value, (str, os.PathLike)):
        return None
    encoded = os.fsencode(value)
    if b"\0" in encoded:
        raise UsageError(f"{what}: a path can't contain a NUL", code="usage")
    if not encoded:
        raise UsageError(f"{what}: the path is empty", code="usage")
    return encoded


def content(source: Any, name: str | None, from_: Any) -> tuple[bytes, bytes]:
    """The bytes of a source in memory, and the name that says its format."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        data: Any = bytes(source)
    elif hasattr(source, "read"):
        data = "" if isinstance(source, io.TextIOBase) else source.read()
        if isinstance(data, (bytearray, memoryview)):
            data = bytes(data)
        if not isinstance(data, bytes):
            raise UsageError("the source is a text file: open it in binary mode", code="usage")
    else:
        raise TypeError(f"expected a path, bytes, a binary file or a scene, found {type(source).__name__}")
    return data, named(source, name, from_)


def named(file: Any, name: str | None, variant: Any, stem: str = "model") -> bytes:
    """The name of a source or target that isn't a path: given, its own, or made of a stem and a variant."""
    if name is None:
        own = getattr(file, "name", None)
        # A file without a name on the disk has a number.
        name = os.path.basename(own) if isinstance(own, str) and own else None
    if name is None:
        name = f"{stem}.{str(variant).split('.')[0]}" if variant else stem
    if not isinstance(name, str) or "\0" in name:
        raise UsageError(f"name: expected a file's name, found {name!r}", code="usage")
    return name.encode("utf-8", "surrogateescape")


def put(target: Writable, files: dict[str, bytes]) -> None:
    """Writes the one file of a conversion to a file object."""
    if len(files) != 1:
        names = ", ".join(list(files)[1:])
        raise UsageError(
            f"the output needs files beside it ({names}): write it to a path, or to memory (without a target)",
            code="usage")
    (data,) = files.values()
    rest = memoryview(data)
    while rest:
        written = target.write(rest)  # type: ignore[arg-type]
        # A raw file may write less than it was given.
        rest = rest[written:] if isinstance(written, int) else rest[:0]
