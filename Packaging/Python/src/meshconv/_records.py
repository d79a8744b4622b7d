"""What all reports have in common: they are made from JSON, and nothing of it gets lost."""

from __future__ import annotations

import copy
import dataclasses
import keyword
import re
import types
import typing
from collections.abc import Mapping
from typing import Any, TypeVar, Union

R = TypeVar("R", bound="Record")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Record:
    """A JSON object with known fields; `largestError` in JSON is `largest_error` here.

    Keys that this version doesn't know are in `extra`, so a newer library never loses one.
    """

    extra: Mapping[str, Any] = dataclasses.field(default_factory=dict, repr=False)
    _json: Mapping[str, Any] = dataclasses.field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_dict(cls: type[R], values: Mapping[str, Any]) -> R:
        """Makes the record from decoded JSON; absent keys are None or empty."""
        kinds = _kinds(cls)
        known: dict[str, Any] = {}
        extra: dict[str, Any] = {}
        for key, value in values.items():
            name = field_name(key)
            if name in kinds and name not in ("extra", "_json"):
                known[name] = _decoded(kinds[name], value)
            else:
                extra[key] = value
        return cls(**known, extra=extra, _json=values)

    def to_dict(self) -> dict[str, Any]:
        """The JSON object that the record was made from, as a copy."""
        return copy.deepcopy(dict(self._json))


def field_name(key: str) -> str:
    """The name of the field for a JSON key."""
    name = re.sub(r"([A-Z])", r"_\1", key).lower()
    return name + "_" if keyword.iskeyword(name) else name


_known: dict[type[Record], dict[str, Any]] = {}


def _kinds(cls: type[Record]) -> dict[str, Any]:
    if cls not in _known:
        _known[cls] = typing.get_type_hints(cls)
    return _known[cls]


def _decoded(kind: Any, value: Any) -> Any:
    origin = typing.get_origin(kind)
    if origin in (Union, types.UnionType):
        if value is None:
            return None
        (kind,) = (part for part in typing.get_args(kind) if part is not type(None))
        origin = typing.get_origin(kind)
    if origin is list and isinstance(value, list):
        (item,) = typing.get_args(kind)
        return [_decoded(item, each) for each in value]
    # JSON has no word for infinity: such numbers are strings.
    if kind is float and isinstance(value, (int, str)) and not isinstance(value, bool):
        return float(value)
    if isinstance(kind, type) and issubclass(kind, Record) and isinstance(value, Mapping):
        return kind.from_dict(value)
    return value
