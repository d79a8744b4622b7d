"""Columns of numbers between the library and NumPy, or memoryview where there is no NumPy."""

from __future__ import annotations

import ctypes
import sys
from typing import TYPE_CHECKING, Any, cast

from . import _library
from .errors import UsageError

if TYPE_CHECKING:
    import numpy
    import numpy.typing

    #: What the package gives: an array, or a memoryview where there is no NumPy.
    Array = numpy.typing.NDArray[Any]
    #: What the package takes: anything of which NumPy makes an array.
    ArrayLike = numpy.typing.ArrayLike

# By the number of the library's type: NumPy's name, and the letter of struct and memoryview.
NAMES = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16", "float32", "float64")
_LETTERS = "bBhHiIqQefd"
_SIZES = (1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8)


class Memory:
    """What keeps the memory of columns: a handle of the library, which is freed with the last array."""

    def __init__(self, handle: ctypes.c_void_p, free: Any) -> None:
        self.handle = handle
        self._free = free

    def __del__(self) -> None:
        if self.handle:
            self._free(self.handle)


def array(column: _library.Column, owner: Memory, components: int | None = None) -> Array:
    """A read-only view of a column, which keeps its owner alive.

    It has one axis if rows have one number, else two; `components` other than None decides that.
    """
    width = column.components if components is None else components
    count, size = column.count, column.count * column.components * _SIZES[column.type]
    # An array needs an address even without rows.
    block: Any = (ctypes.c_char * size).from_address(column.data) if size else (ctypes.c_char * 1)()
    block._owner = owner
    shape = (count,) if width == 1 else (count, column.components)
    if (numpy := imported_numpy()) is not None:
        # A view of read-only memory can't be made writable again.
        view = memoryview(block).toreadonly()
        return cast("Array", numpy.frombuffer(view, NAMES[column.type], count * column.components).reshape(shape))
    result: Any = memoryview(block).toreadonly().cast("B")[:size]
    # memoryview has no shapes with a 0.
    result = result.cast(_LETTERS[column.type], shape) if size else result.cast(_LETTERS[column.type])
    return cast("Array", result)


def strided(column: _library.Column, owner: Memory) -> Array:
    """A read-only view of a column whose rows may be any distance apart; it keeps its owner alive."""
    numpy = imported_numpy()
    if numpy is None:
        raise UsageError("views of rows need NumPy", code="usage")
    if not column.count:
        return array(column, owner)
    size = _SIZES[column.type]
    block: Any = (ctypes.c_char * ((column.count - 1) * column.stride + column.components * size)).from_address(column.data)
    block._owner = owner
    shape, strides = (column.count, column.components), (column.stride, size)
    axes = 1 if column.components == 1 else 2
    return cast("Array", numpy.ndarray(
        shape[:axes], NAMES[column.type], memoryview(block).toreadonly(), strides=strides[:axes]))


def imported_numpy() -> Any:
    """NumPy, or None if it isn't installed."""
    try:
        import numpy
    except ImportError:
        return None
    return numpy


class Numbers:
    """Numbers of the caller as a column of the library; they stay where they are until the column is no longer used."""

    def __init__(
        self, name: str, values: Any, *, widths: tuple[int, ...] | None = None, integers: bool = False
    ) -> None:
        self.name = name
        numpy = imported_numpy()
        shape, type_, stride, address = self._array(numpy, values) if numpy else self._buffer(values)
        if widths is not None and (len(shape) != 2 or shape[1] not in widths):
            if not (len(shape) == 1 and 1 in widths):
                expected = " or ".join(f"(n, {width})" if width > 1 else "(n,)" for width in widths)
                raise UsageError(f"{name}: expected an array of shape {expected}, found {shape}", code="usage")
        elif len(shape) not in (1, 2):
            raise UsageError(f"{name}: expected an array with one or two axes, found {len(shape)}", code="usage")
        if integers and type_ > _library.UINT64:
            raise UsageError(f"{name}: expected whole numbers, found {NAMES[type_]}", code="usage")
        self.count = shape[0]
        self.components = shape[1] if len(shape) == 2 else 1
        self.type = type_
        self.column = _library.Column(address, self.count, stride, self.components, type_)

    def _array(self, numpy: Any, values: Any) -> tuple[tuple[int, ...], int, int, int]:
        try:
            found = numpy.asarray(values)
        except Exception as error:
            raise UsageError(f"{self.name}: no array can be made of it: {error}", code="usage") from error
        if numpy.ma.isMaskedArray(values) and numpy.ma.is_masked(values):
            raise UsageError(f"{self.name}: values are masked; fill them first", code="usage")
        if found.dtype == bool:
            found = found.astype("uint8")
        native = found.dtype.newbyteorder("=")
        if native.name not in NAMES:
            # A list without numbers has no type of its own.
            if found.size == 0 and not hasattr(values, "dtype"):
                native = numpy.dtype("float32")
            else:
                raise UsageError(f"{self.name}: expected numbers, found {found.dtype}", code="usage")
        found = numpy.ascontiguousarray(found, native) if self._needs_copy(found, native) else found
        self._kept = found
        return found.shape, NAMES.index(native.name), found.strides[0] if found.ndim else 0, found.ctypes.data

    @staticmethod
    def _needs_copy(found: Any, native: Any) -> bool:
        # The library takes rows at any distance, but not backwards, and numbers in a row must follow each other.
        if found.ndim not in (1, 2) or found.dtype != native or not found.flags.aligned:
            return True
        follows = found.ndim == 1 or found.shape[1] <= 1 or found.strides[1] == native.itemsize
        return bool(found.strides[0] <= 0 or not follows)

    def _buffer(self, values: Any) -> tuple[tuple[int, ...], int, int, int]:
        try:
            view = memoryview(values)
        except TypeError:
            raise UsageError(
                f"{self.name}: without NumPy only buffers are arrays, such as array.array and memoryview", code="usage"
            ) from None
        letter = view.format.lstrip("@=<" if sys.byteorder == "little" else "@=>")
        if letter in ("l", "L"):  # Their size depends on the machine.
            letter = {("l", 4): "i", ("L", 4): "I", ("l", 8): "q", ("L", 8): "Q"}[letter, view.itemsize]
        if letter not in _LETTERS or view.shape is None:
            raise UsageError(f"{self.name}: expected numbers, found the format {view.format!r}", code="usage")
        # bytes() makes a copy whose address ctypes can tell.
        self._kept = view.tobytes()
        type_ = _LETTERS.index(letter)
        address = ctypes.cast(ctypes.c_char_p(self._kept), ctypes.c_void_p).value or 0
        row = _SIZES[type_] * (view.shape[1] if len(view.shape) == 2 else 1)
        return view.shape, type_, row, address
