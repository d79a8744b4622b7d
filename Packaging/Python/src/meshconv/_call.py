"""Calls of the library: errors become exceptions, Ctrl-C and progress functions can end them."""

from __future__ import annotations

import ctypes
import json
import os
import threading
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from . import _library
from ._library import lib
from ._options import spelled
from .errors import BY_EXIT_CODE, Error, InternalError
from .reports import Report

T = TypeVar("T")

#: Called with the phase ("reading", "writing" …), the bytes that are done and all bytes of the phase (0: unknown).
#: If it returns False or raises, the work ends, and nothing is written.
ProgressFunction = Callable[[str, int, int], "bool | None"]

# How long Ctrl-C waits for the library to clean up. Work that is left behind can't write any more, and ends by itself.
_PATIENCE = 0.05

# A child process made by fork has none of its parent's threads, on which the library's work would wait forever.
_state = {"used": False, "forked": False}


def _after_fork() -> None:
    _state["forked"] = _state["used"]


os.register_at_fork(after_in_child=_after_fork)


def text(value: bytes | None) -> str | None:
    """Text of the library."""
    return None if value is None else value.decode("utf-8", "surrogateescape")


def check(status: int, error: ctypes.c_void_p, report: Report | None = None) -> None:
    """Raises the exception for an error of the library, which is freed."""
    if not error:
        if status not in (0, 1):
            raise BY_EXIT_CODE.get(status, InternalError)(f"the library returned {status}")
        return
    try:
        kind = BY_EXIT_CODE.get(lib.meshconv_error_status(error), InternalError)
        raise kind(
            text(lib.meshconv_error_message(error)) or "failed",
            code=text(lib.meshconv_error_code(error)) or "internal",
            path=text(lib.meshconv_error_path(error)),
            place=text(lib.meshconv_error_place(error)),
            report=report,
        )
    finally:
        lib.meshconv_error_free(error)


def ask(name: str, *arguments: Any) -> None:
    """Calls a function that can fail and is quick."""
    error = ctypes.c_void_p()
    check(getattr(lib, f"meshconv_{name}")(*arguments, ctypes.byref(error)), error)


class Call:
    """The options of one call, and how it is interrupted."""

    def __init__(
        self, options: Mapping[str, Any], progress: ProgressFunction | None = None,
        files: Mapping[str, bytes] | None = None,
    ) -> None:
        if progress is not None and not callable(progress):
            raise TypeError(f"progress must be a function, not {type(progress).__name__}")
        settings = spelled(options)
        if _state["forked"]:
            settings = [setting for setting in settings if setting[0] != "threads"] + [("threads", "1")]
        self._raised: BaseException | None = None
        self._progress = progress
        self.handle = ctypes.c_void_p(lib.meshconv_options_new())
        for name, value in settings:
            ask("options_set", self.handle, name.encode(), value.encode("utf-8", "surrogateescape"))
        for name, content in (files or {}).items():
            content = bytes(content)
            ask("options_add_file", self.handle, name.encode(), content, len(content))
        if progress is not None:
            self._callback = _library.Progress(self._report)
            lib.meshconv_options_set_progress(self.handle, self._callback, None)

    def __del__(self, free: Any = lib.meshconv_options_free) -> None:
        if handle := getattr(self, "handle", None):
            free(handle)

    def _report(self, _: Any, phase: bytes, completed: int, total: int) -> int:
        assert self._progress is not None
        try:
            return 1 if self._progress(phase.decode(), completed, total) is False else 0
        except BaseException as error:  # It may be KeyboardInterrupt, and belongs to the caller.
            self._raised = error
            return 1

    def report(self, name: str, *arguments: Any) -> Answer:
        """Calls a function that gives a report."""
        report, error = ctypes.c_void_p(), ctypes.c_void_p()
        function = getattr(lib, f"meshconv_{name}")
        status = function(*arguments, self.handle, ctypes.byref(report), ctypes.byref(error))
        answer = Answer(report)
        check(status, error, answer.conversion() if error and report else None)
        return answer

    def scene(self, name: str, *arguments: Any) -> ctypes.c_void_p:
        """Calls a function that gives a scene, which the caller frees."""
        scene, error = ctypes.c_void_p(), ctypes.c_void_p()
        function = getattr(lib, f"meshconv_{name}")
        check(function(*arguments, self.handle, ctypes.byref(scene), ctypes.byref(error)), error)
        return scene

    def run(self, work: Callable[[], T]) -> T:
        """Runs `work` so that Ctrl-C ends it at once: the main thread waits, and another one works."""
        _state["used"] = True
        if threading.current_thread() is not threading.main_thread():
            return self._result(work)
        results: list[T] = []
        failures: list[BaseException] = []
        done = threading.Event()

        def worker() -> None:
            try:
                results.append(self._result(work))
            except BaseException as error:
                failures.append(error)
            finally:
                done.set()

        thread = threading.Thread(target=worker, name="meshconv")
        try:
            try:
                thread.start()
            except RuntimeError:  # The interpreter is ending, or there are too many threads.
                return self._result(work)
            done.wait()
        except BaseException:
            lib.meshconv_cancel(self.handle)
            done.wait(_PATIENCE)
            raise
        if failures:
            # Without this the exception would hold this frame, and the frame the exception.
            try:
                raise failures.pop()
            finally:
                failures.clear()
        return results.pop()

    def _result(self, work: Callable[[], T]) -> T:
        try:
            result = work()
        except Error as error:
            if self._raised is not None:
                raise self._raised from error
            raise
        if self._raised is not None:
            raise self._raised
        return result


class Answer:
    """A report of the library."""

    def __init__(self, handle: ctypes.c_void_p) -> None:
        self.handle = handle

    def __del__(self, free: Any = lib.meshconv_report_free) -> None:
        if self.handle:
            free(self.handle)

    def json(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(lib.meshconv_report_json(self.handle))
        return document

    def files(self) -> dict[str, bytes]:
        """The files that were made in memory."""
        files: dict[str, bytes] = {}
        for index in range(lib.meshconv_report_file_count(self.handle)):
            file = _library.File()
            ask("report_file", self.handle, index, ctypes.byref(file))
            files[text(file.path) or ""] = ctypes.string_at(file.bytes, file.size) if file.size else b""
        return files

    def conversion(self, in_memory: bool = False) -> Report:
        report = Report.from_dict(self.json())
        if in_memory:
            report.files.update(self.files())
        object.__setattr__(report, "summary", text(lib.meshconv_report_summary(self.handle)) or "")
        return report
