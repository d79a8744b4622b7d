"""Keyword options: those of the command, with underscores."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from ._library import lib
from .errors import UsageError

if TYPE_CHECKING:
    Length = str | float

Unit = Literal["m", "cm", "mm", "in", "ft"]


class ReadOptions(TypedDict, total=False):
    """How inputs are read; `meshconv info --help` explains each."""

    from_: str | None
    up: Literal["y", "z"] | None
    units: Unit | str | float | None
    input_color: Literal["srgb", "linear"] | None
    variant: Mapping[str, str] | Sequence[str] | str | None
    strict_input: bool
    lenient: bool
    sandbox: bool
    reconstruct: Literal["tsdf", "points", "poisson"] | None
    voxel: Length | None
    texture: Literal["frames"] | None
    enlarge_depth: int | None
    skip_still: str | None
    depth: int | None
    trim: str | None
    set: Mapping[str, str | float | bool] | Sequence[str] | str | None
    threads: int | None
    memory: str | int | None
    timeout: str | float | None
    limit: Mapping[str, str | int] | Sequence[str] | str | None


class WriteOptions(ReadOptions, total=False):
    """How outputs are made; `meshconv convert --help` explains each."""

    to: str | None
    for_: Literal["print", "archive", "web", "quicklook", "nerfstudio", "colmap"] | None
    units_out: Unit | str | float | None
    up_out: Literal["y", "z"] | None
    time: str | None
    clip: str | int | None
    weld: str | float | None
    normals: str | None
    no_origin: bool
    crop: str | None
    sample: str | int | None
    outliers: str | None
    thin: Length | None
    faces: int | None
    face_error: Length | None


class ConvertOptions(WriteOptions, total=False):
    """How a conversion is done. `lossless=True` is short for `strict="lossless"`."""

    strict: Literal["lossless", "exact"] | bool | None
    lossless: bool
    allow: Sequence[str] | str | None
    verify: bool
    no_clobber: bool
    force: bool
    keep: bool
    hashes: bool
    require_privacy: bool


class InfoOptions(ReadOptions, total=False):
    """What takes longer than a look at a file."""

    digest: bool
    formats: bool


class DiffOptions(ReadOptions, total=False):
    """How scenes are compared; `meshconv diff --help` explains each."""

    exact: bool
    tolerance: float | None
    ignore: str | Sequence[str] | None


def kinds() -> dict[str, str]:
    """The options that the library takes, and what each takes: bool, text or list."""
    found: dict[str, str] = {}
    while (name := lib.meshconv_option_name(len(found))) is not None:
        found[name.decode()] = lib.meshconv_option_kind(len(found)).decode()
    return found


_kinds: dict[str, str] = {}


def spelled(options: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Options as the library takes them; None stands for the default."""
    if not _kinds:
        _kinds.update(kinds())
    settings: list[tuple[str, str]] = []
    for keyword, value in options.items():
        if value is None:
            continue
        name = keyword.removesuffix("_").replace("_", "-")
        if name == "lossless" and isinstance(value, bool):
            if value:
                settings.append(("strict", "lossless"))
            continue
        if name not in _kinds:
            near = difflib.get_close_matches(name, _kinds, 1)
            hint = f"; did you mean {near[0].replace('-', '_')}?" if near else ""
            raise UsageError(f"there is no option {keyword}{hint}", code="usage")
        settings += ((name, each) for each in _values(keyword, _kinds[name], value))
    return settings


def _values(keyword: str, kind: str, value: Any) -> list[str]:
    if kind == "bool":
        if not isinstance(value, bool):
            raise UsageError(f"{keyword}: expected True or False, found {value!r}", code="usage")
        return ["true" if value else "false"]
    if keyword == "strict" and isinstance(value, bool):
        return ["lossless"] if value else []
    if kind == "list":
        if isinstance(value, Mapping):
            return [f"{key}={_word(keyword, each)}" for key, each in value.items()]
        if not isinstance(value, str):
            return [_word(keyword, each) for each in _sequence(keyword, value)]
    return [_word(keyword, value)]


def _sequence(keyword: str, value: Any) -> Sequence[Any]:
    if isinstance(value, (Sequence, set, frozenset)) and not isinstance(value, (bytes, bytearray, memoryview)):
        return list(value)
    raise UsageError(f"{keyword}: expected text or a list of texts, found {value!r}", code="usage")


def _word(keyword: str, value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        if "\0" in value:
            raise UsageError(f"{keyword}: text can't contain a NUL", code="usage")
        return value
    # Numbers of NumPy print as those of Python do.
    if hasattr(value, "__index__"):
        return str(value.__index__())
    if hasattr(value, "__float__"):
        return str(float(value))
    raise UsageError(f"{keyword}: expected text or a number, found {value!r}", code="usage")
