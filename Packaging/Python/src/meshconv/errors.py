"""The exceptions. Each stands for one exit code of the command."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from .reports import Report


class Error(Exception):
    """Something failed; nothing was written.

    `code` is a stable word for programs, such as `input.truncated`. `path` is the file, and `place` where in it: a line
    and column, a byte, an object; either may be None. `report` is the report of a conversion that was refused.
    """

    exit_code: ClassVar[int] = 70

    def __init__(
        self, message: str, *, code: str = "internal", path: str | None = None, place: str | None = None,
        report: Report | None = None,
    ) -> None:
        # Not OSError's, which takes its arguments for an errno and file names.
        Exception.__init__(self, message)
        self.message = message
        self.code = code
        self.path = path
        self.place = place
        self.report = report

    def __str__(self) -> str:
        where = ":".join(part for part in (self.path, self.place) if part)
        return f"{where}: {self.message}" if where else self.message

    def __reduce__(self) -> tuple[object, ...]:
        # Exceptions travel between processes, where only positional arguments are passed.
        return _remade, (type(self), self.message, self.code, self.path, self.place, self.report)


def _remade(
    kind: type[Error], message: str, code: str, path: str | None, place: str | None, report: Report | None
) -> Error:
    return kind(message, code=code, path=path, place=place, report=report)


class Refused(Error):
    """The conversion would lose more than `strict=` allows, or people may be visible; `report` has the losses."""

    exit_code = 2


class VerifyError(Error):
    """`verify=True` found a difference that the report doesn't list."""

    exit_code = 3


class UsageError(Error, ValueError):
    """An option, a name or an array is wrong."""

    exit_code = 64


class ReadError(Error):
    """An input is broken or incomplete, or not a 3D file."""

    exit_code = 65


class MissingError(ReadError, FileNotFoundError):
    """An input is missing."""

    exit_code = 66


class UnsupportedError(Error):
    """The input is valid, but can't be converted."""

    exit_code = 69


class InternalError(Error):
    """A defect of meshconv."""

    exit_code = 70


class WriteError(Error):
    """An output can't be made."""

    exit_code = 73


class InputOutputError(Error, OSError):
    """Reading or writing failed."""

    exit_code = 74


class LimitError(Error):
    """A limit of time or memory was reached."""

    exit_code = 75


class Cancelled(Error):
    """The progress function returned False, or the call was cancelled from elsewhere."""

    exit_code = 130


BY_EXIT_CODE: dict[int, type[Error]] = {
    kind.exit_code: kind
    for kind in (
        Refused, VerifyError, UsageError, ReadError, MissingError, UnsupportedError, InternalError, WriteError,
        InputOutputError, LimitError, Cancelled,
    )
}
